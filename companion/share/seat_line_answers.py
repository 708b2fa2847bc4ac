"""The desks of the table: one for each seat, with a campaign of its own, all in one thread.

They hear of each other as prompts in several terminals do, through the journal. What a page shows
is made here of the Reports for its seat; the Guide's never come near a player's.
"""

from pathlib import Path
from time import monotonic
from typing import NamedTuple, cast

from markupsafe import Markup

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.seat_presence_and_guide_order_files import read_guide_orders
from companion.audience import Seat
from companion.campaign.campaign import Campaign, Seats
from companion.campaign.seat_presence_and_orders import Order, Place
from companion.commands.line_completion import Suggestion
from companion.desk import Desk
from companion.grammar.command_words import WORDS
from companion.grammar.seat_permissions import list_seat_words, may_seat_type_word
from companion.grammar.typed_line import clip_unreadable_line
from companion.line_runner import run_deeds_of_line
from companion.reports.reply import Reply
from companion.share.html_rendering import (
    render_answer,
    render_deeds_not_done,
    render_player_screen,
    render_seat_state,
)
from companion.share.one_tap_choices import Button, list_light_buttons, list_work_buttons
from companion.share.panels import Panel, PanelViewer, Section, render_panel
from companion.share.seat_feed import Article
from companion.share.seat_links import SCREEN
from companion.view.shared_wording import make_name_lookup

_NO_SEAT = cast("Seat", "nobody")
"""A player's seat at which nobody types: the screen hears what any player hears, and pages for all
players are looked up there. A real seat would hear secret words of its own."""
_RECENT_WORDS = "log 8"
KEPT_SECONDS = 5.0
"""For so long a page that was drawn is kept: files beside the campaign may change unseen."""
_MAX_KEPT = 40


class _Moment(NamedTuple):
    """All that a state is drawn from."""

    campaign: Campaign
    last: int
    order: Order

    def is_same_moment(self, other: "_Moment | None") -> bool:
        """True if nothing has happened in between: then the campaign is the very same object."""
        return other is not None and self.campaign is other.campaign and self[1:] == other[1:]


class Heard(NamedTuple):
    """What a seat has heard: events for its pages, how things stand now (None where nothing has
    changed), and whether the line that was typed was done."""

    events: tuple[Article, ...]
    state: Markup | None
    ok: bool = True


class _Reader:
    """A desk at which pages look things up, and what they found there. All players share one: what
    it took long to find for the first page is there for the others, until something changes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._found: dict[tuple[str, str], list[Section]] = {}
        self._campaign: Campaign | None = None
        self._last = 0
        self._found_at = 0.0

    def list_panel_sections(self, panel: Panel, asked: str) -> list[Section]:
        """The sections of a page beside the table."""
        self.desk.take_in_external_changes()
        campaign, last = self.desk.campaign, self.desk.archive.session.last_number
        is_stale = campaign is not self._campaign or last != self._last
        is_old = monotonic() - self._found_at > KEPT_SECONDS
        if is_stale or is_old or len(self._found) >= _MAX_KEPT:
            self._campaign, self._last = campaign, last
            self._found, self._found_at = {}, monotonic()
        key = (panel.path, asked)
        if key not in self._found:
            viewer = PanelViewer(self.desk, self.desk.build_status(), asked)
            self._found[key] = list(panel.show(viewer))
        return self._found[key]


class SeatDesk:
    """One place at the table. Every call is made in the one thread that rules."""

    def __init__(
        self, folder: Path, campaign_folders: CampaignFolders, place: Place, reader: "_Reader"
    ) -> None:
        self.place = place
        self._folder = folder
        seat: Seat = _NO_SEAT if place == SCREEN else place
        archive = campaign_folders.open_campaign(folder.name, dry_run=place == SCREEN)
        self.desk = Desk(archive, campaign_folders, seat=seat, keeps_to_seat=True)
        self._reader = reader
        self._drawn_for: _Moment | None = None
        self.desk.take_in_external_changes()

    @property
    def _is_guide(self) -> bool:
        return self.desk.seat == "guide"

    def read_recent_journal(self) -> Heard:
        """What a page begins with: the last words of the journal. The phrasebook is read with them,
        so that nobody waits for it once a line is typed."""
        self.desk.split_line_into_commands(_RECENT_WORDS)
        reply = self._reader.desk.run(_RECENT_WORDS)
        drawn = (self._draw_reply_or_failure(reply),) if reply is not None and reply.ok else ()
        return Heard(drawn, self._draw_state_or_none())

    def answer_line(self, line: str) -> Heard:
        """Do what a line says, as the prompt does it, with what others did meanwhile before it."""
        before = self.desk.take_in_external_changes()
        answered: list[Article] = []

        def do_deed(deed: str) -> Reply | None:
            reply = self.desk.run(deed)
            if reply is not None:
                answered.append(
                    self._draw_reply_or_failure(reply, typed=clip_unreadable_line(deed))
                )
            return reply

        done = run_deeds_of_line(self.desk, line, do_deed)
        after = self.desk.take_in_external_changes()
        events = [self._draw_reply_or_failure(each) for each in (before, after) if each is not None]
        events += answered
        if done.left:
            events.append(render_deeds_not_done(done.left))
        return Heard(tuple(events), self._draw_state_or_none(), done.reply is None or done.reply.ok)

    def catch_up(self) -> Heard | None:
        """What others did; None for nothing new."""
        reply = self.desk.take_in_external_changes()
        if reply is None and self._get_moment_of_campaign().is_same_moment(self._drawn_for):
            return None
        return Heard(
            (self._draw_reply_or_failure(reply),) if reply is not None else (),
            self._draw_state_or_none(),
        )

    def render_panel(self, panel: Panel, asked: str) -> Markup:
        """A page beside the table."""
        return render_panel(
            panel, self._reader.list_panel_sections(panel, asked), self.list_typeable_words()
        )

    def suggest_completions(self, text: str) -> list[Suggestion]:
        """What could end a text, as the prompt's menu has it."""
        return self.desk.suggest_completions(text)

    def list_typeable_words(self) -> frozenset[str]:
        """The words that this seat may type."""
        if self.place == SCREEN or self._guide_decision.is_muted:
            return frozenset()
        seats, seat = self._seats, self.desk.seat
        return frozenset(word.name for word in WORDS if may_seat_type_word(seats, seat, word.name))

    def list_work_buttons(self) -> list[Button]:
        """The lines of this seat's work."""
        own = () if self.place == SCREEN else list_seat_words(self._seats, self.place)
        return list_work_buttons(self.place, own, self.list_typeable_words())

    @property
    def _sees_entry_numbers(self) -> bool:
        """True for who steps back by the numbers of entries: a gap tells of something secret."""
        return self.place != SCREEN and may_seat_type_word(self._seats, self.desk.seat, "undo")

    @property
    def _seats(self) -> Seats:
        return self.desk.campaign.book.seats

    def _get_moment_of_campaign(self) -> _Moment:
        last = self.desk.archive.session.last_number
        return _Moment(self.desk.campaign, last, self._guide_decision)

    @property
    def _guide_decision(self) -> Order:
        """What the Guide has decided about this place."""
        return read_guide_orders(self._folder).get(self.place, Order())

    def _draw_reply_or_failure(self, reply: Reply, typed: str = "") -> Article:
        try:
            return self._draw_answer(reply, typed)
        except Exception:  # a bug of ours must not lose the evening: the word was done
            failure = self.desk.log_failure(typed, "drawing ")
            broken = Reply(line=typed, ok=reply.ok, error=f"That cannot be shown. {failure}")
            return self._draw_answer(broken, typed)

    def _draw_answer(self, reply: Reply, typed: str) -> Article:
        names = make_name_lookup(self.desk.campaign)
        return render_answer(
            reply, names, guide=self._is_guide, numbered=self._sees_entry_numbers, typed=typed
        )

    def _draw_state_or_none(self) -> Markup | None:
        """How things stand; None if that cannot be drawn."""
        try:
            return self._draw_newest_state()
        except Exception:  # a bug of ours must not lose an answer
            self.desk.log_failure("", "drawing ")
            return None

    def _draw_newest_state(self) -> Markup:
        """How things stand at this place, as a page shows it."""
        self._drawn_for = self._get_moment_of_campaign()
        if self.place == SCREEN:
            return render_player_screen(
                self.desk.build_player_screen(), make_name_lookup(self.desk.campaign)
            )
        status = self.desk.build_status()
        reply = Reply(line="status", ok=True, report=status)
        names = make_name_lookup(self.desk.campaign)
        lights = list_light_buttons(self.desk.campaign.errants, status)
        may_say = self.list_typeable_words()
        return render_seat_state(
            status, reply, names, self.place, self._guide_decision, may_say, lights
        )


class SeatDesks:
    """The desks of a campaign, each opened when somebody first sits down."""

    def __init__(self, folder: Path, campaign_folders: CampaignFolders) -> None:
        self._folder = folder
        self._campaign_folders = campaign_folders
        self._desks: dict[Place, SeatDesk] = {}
        self._readers: dict[bool, _Reader] = {}

    def open(self, place: Place) -> SeatDesk:
        if place not in self._desks:
            reader = self._open_reader(is_guide=place == "guide")
            self._desks[place] = SeatDesk(self._folder, self._campaign_folders, place, reader)
        return self._desks[place]

    def _open_reader(self, *, is_guide: bool) -> _Reader:
        """A desk at which pages look things up; it never writes, and what is typed at it does not
        come between two words of a seat."""
        if is_guide not in self._readers:
            archive = self._campaign_folders.open_campaign(self._folder.name, dry_run=True)
            seat: Seat = "guide" if is_guide else _NO_SEAT
            desk = Desk(archive, self._campaign_folders, seat=seat, whole_words=True)
            self._readers[is_guide] = _Reader(desk)
        return self._readers[is_guide]
