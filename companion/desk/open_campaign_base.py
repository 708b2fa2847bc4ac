"""The desk that only reads: completion, status, the player screen, and what other processes did
meanwhile."""

from typing import TYPE_CHECKING

from companion.archive.campaign_folders import CampaignFolders, add_repair_hints_to_refusals
from companion.archive.campaign_storage import Archive
from companion.archive.disk.dot_companion_folder import log_failure
from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.commands import dispatch
from companion.commands.dispatch import ResolvedLine, StoppedLines
from companion.grammar.command_words import is_command_word_alone
from companion.grammar.context import Context
from companion.grammar.typed_line import Line
from companion.refusal import WHO, Refusal, StillOpen
from companion.reports.reply import RefusalDetails, Reply

if TYPE_CHECKING:
    from companion.campaign.seat_presence_and_orders import Sharing
    from companion.commands.line_completion import Suggestion
    from companion.desk.external_changes import ChangeNotYetTold
    from companion.reports.requests_and_sharing import ScreenReport
    from companion.reports.status import StatusReport

LONGEST_TALK = 200
"""The characters of a line that is read as people talk."""
_LONGEST_COMPLETED = 300
"""The characters of a line that has a menu."""
_STATUS = Line("status", False, (), "")


class BaseDesk:
    """One open campaign at a seat, before and between its lines. Scripts type `whole_words`. A desk
    that `keeps_to_seat` refuses what is not this seat's work, and never changes its seat."""

    def __init__(
        self,
        archive: Archive,
        campaign_folders: CampaignFolders,
        *,
        seat: Seat = "guide",
        whole_words: bool = False,
        keeps_to_seat: bool = False,
    ) -> None:
        self.archive = archive
        self.campaign_folders = campaign_folders
        self.tables = campaign_folders.open_tables(archive.folder)
        self.seat: Seat = seat
        self._opening_seat: Seat = seat
        self._whole_words = whole_words
        self.keeps_to_seat = keeps_to_seat
        self._stops = StoppedLines()
        self._told_guide: tuple[str, str, int] | None = None
        self._last_glance_failure = ""
        self._listens = False  # whether anybody asks what others did
        self._not_yet_told: list[ChangeNotYetTold] = []
        self._last_valid_campaign: Campaign | None = None  # every value in it was validated

    @property
    def reads_everyday_speech(self) -> bool:
        """True if lines are read as people talk; scripts type whole words in their order."""
        return not self._whole_words

    @property
    def campaign(self) -> Campaign:
        return self.archive.campaign

    def suggest_completions(self, text: str) -> "list[Suggestion]":
        """The words that could end this text; none for a long one, which is no line of words. Never
        raises."""
        if len(text) > _LONGEST_COMPLETED:
            return []
        from companion.commands.line_completion import complete_typed_line  # no script needs it

        try:
            context = self.build_completion_context()
            return complete_typed_line(text, context, keeps_to_seat=self.keeps_to_seat)
        except Exception:  # a bug of ours must not get between a person and their line
            self.log_failure(text[:200], "completing ")
            return []

    def build_completion_context(self) -> Context:
        """What is known while a line is typed; broken price tables and creatures list nothing."""
        self.tables.forget_files()
        context = self._build_context(Line("", False, (), ""))
        return context._replace(
            read_goods=lambda: self.tables.read_goods()[0],
            read_creatures=lambda: self.tables.read_creatures()[0],
        )

    def build_status(self) -> "StatusReport":
        """The whole table at a glance, for the bottom line."""
        from companion.commands.status import build_status_report  # measured, as above

        return build_status_report(self._build_context(_STATUS))

    def build_player_screen(self) -> "ScreenReport":
        """What the player screen shows, for everybody's eyes at whichever seat this is. It knows
        what `take_in_external_changes` has found last."""
        from companion.commands.player_screen_report import build_player_screen_report  # as above

        return build_player_screen_report(self._build_context(_STATUS))

    def take_in_external_changes(self) -> Reply | None:
        """What others did and nobody heard of yet: entries of other prompts and scripts, hand
        edits; None for nothing new. Never raises; the same failure is told once."""
        previous, self._listens = self._last_glance_failure, True
        try:
            reply, failure = self._reply_to_external_changes(), ""
        except OSError:  # another process is writing: the next glance finds it complete
            return None
        except Refusal as refusal:
            failure = str(refusal)
            reply = self._build_refusal("", refusal) if failure != previous else None
        except Exception:  # a bug of ours must not end the evening
            failure = self.log_failure("", "glance")
            reply = Reply(line="", ok=False, error=failure) if failure != previous else None
        if previous and not failure:
            from companion.desk.external_changes import tell_that_files_load_again

            reply = tell_that_files_load_again(reply)
        self._last_glance_failure = failure
        return reply

    def _reply_to_external_changes(self) -> Reply | None:
        self._refresh_archive(write=False)
        from companion.desk.external_changes import build_external_changes_reply, make_no_change

        step = self._not_yet_told.pop(0) if self._not_yet_told else make_no_change(self.campaign)
        return build_external_changes_reply(
            step, self.archive, self.tables.list_names, self._collect_warnings, self.seat
        )

    def split_line_into_commands(self, typed: str) -> tuple[str, ...]:
        """The lines of which a line is made: one for each deed, or for the end of a Turn and the
        next one, or those that correct the last; any other line as it is. Never raises."""
        if self._whole_words or is_command_word_alone(typed) or len(typed) > LONGEST_TALK:
            return (typed,)
        from companion.desk.everyday_speech import split_typed_line_into_commands  # as above

        try:
            return split_typed_line_into_commands(
                typed,
                self.build_completion_context(),
                self.correct_slips_of_typed_line,
                self._build_context,
                speaks_of_refusal=self._stops.was_refused or bool(self.campaign.book.requests),
            )
        except Exception:  # a bug of ours must not get between a person and their line
            self.log_failure(typed[:200], "splitting ")
            return (typed,)

    def correct_slips_of_typed_line(self, said: str) -> str:
        """A line with what was surely meant for each slip of the fingers."""
        from companion.desk.everyday_speech import correct_slips_of_typed_line  # measured, as above

        return correct_slips_of_typed_line(said, self._build_context)

    @property
    def offered_lines(self) -> tuple[str, ...]:
        """The lines that the last refusal offered; none while a request waits: `yes` grants it."""
        return () if self.campaign.book.requests else self._stops.offered

    def find_offered_line(self, typed: str) -> str | None:
        """The line that `yes`, a number or a name takes of those that were offered last; None for
        any other line."""
        if self._whole_words or not self.offered_lines:
            return None
        from companion.desk.lines_offered_by_refusals import find_accepted_line  # measured too

        asked = self.campaign.errants if self._stops.asks_who else ()
        return find_accepted_line(typed, self.offered_lines, asked)

    def list_line_versions(self, typed: str) -> tuple[list[str], list[str]]:
        """What a line may say as people talk: without what is said by the way and without slips,
        before it is tried as it stands, or else after that."""
        if self._whole_words or len(typed) > LONGEST_TALK or is_command_word_alone(typed):
            return [], []
        from companion.desk.everyday_speech import list_line_versions  # measured, as above

        return list_line_versions(typed, self.correct_slips_of_typed_line, self.campaign.errants)

    @property
    def refused_line_to_complete(self) -> str:
        """The last attack, purchase or sale that was refused, or price that was asked, if nothing
        was done since; "" for none."""
        return self._stops.unfinished

    def remember_refused_line(self, line: str, offered: tuple[str, ...]) -> None:
        """Let `3 instead` mend this attack, which was refused in a line of several deeds, and `2`
        take the second of the lines offered there."""
        offers = self._stops.offered or offered
        self._stops = self._stops._replace(unfinished=line, offered=offers)

    def _refresh_archive(self, *, write: bool) -> None:
        """Take in what others did, and keep it for whoever asks."""
        before, last = self.campaign, self.archive.session.last_number
        with add_repair_hints_to_refusals(self.archive.folder, self.campaign_folders):
            self.archive.refresh(write=write)
        after, newest = self.campaign, self.archive.session.last_number
        if not self._listens or (after is before and newest == last):
            return
        # Only who listens.
        from companion.desk.external_changes import ChangeNotYetTold, add_change_not_yet_told

        add_change_not_yet_told(self._not_yet_told, ChangeNotYetTold(before, after, last, newest))

    def _collect_warnings(self) -> tuple[str, ...]:
        """The warnings about the files. At a player's seat they are kept for the Guide."""
        if self.seat == "guide":
            return self.archive.take_warnings()
        self.archive.keep_warnings_for_guide()
        return ()

    def _build_context(self, line: Line, *, secretly: bool = False) -> Context:
        may_force = not self.keeps_to_seat or self.seat == "guide"
        return Context(
            campaign=self.campaign,
            seat=self.seat,
            word=line.word,
            is_secret=secretly,
            arguments=line.arguments,
            rest=line.rest,
            is_forced=line.forced and may_force,
            goes_on=line.forced,
            unfinished=self._stops.unfinished,
            stop_message=self._stops.find_message_of_earlier_stop(line, self.campaign),
            streams=self.archive.session.streams,
            seed=self.archive.session.seed,
            find_table=self.tables.load_table,
            list_tables=self._list_tables,
            read_table=self.tables.inspect_table,
            read_goods=self.tables.load_goods,
            read_creatures=self.tables.load_creatures,
            read_entries=self.archive.read_entries,
            read_sharing=self._read_sharing,
        )

    def _list_tables(self) -> tuple[str, ...]:
        """The names of the tables that this seat may know of."""
        is_guide = self.seat == "guide"
        return self.tables.list_names() if is_guide else self.tables.list_public_names()

    def _read_sharing(self) -> "Sharing":
        # Only where seats are kept.
        from companion.archive.seat_presence_and_guide_order_files import read_sharing_state

        return read_sharing_state(self.archive.folder)

    def _build_refusal(
        self,
        text: str,
        refusal: Refusal,
        resolved: ResolvedLine | None = None,
        meant: str | None = None,
    ) -> Reply:
        self._stops = self._stops.update_after_refusal(
            meant or text, refusal, resolved, self.campaign
        )
        from companion.desk.refusal_hints import build_shown_hint  # only who is refused

        hint, forced = build_shown_hint(
            refusal,
            resolved,
            is_typed=self.reads_everyday_speech,
            is_player=self.keeps_to_seat and self.seat != "guide",
        )
        if resolved and isinstance(refusal, StillOpen):
            self._tell_guide_that_seat_waits(refusal.for_guide)
        if forced:
            self._stops = self._stops._replace(forced=forced)
        if self.reads_everyday_speech and text:
            # Measured, as above.
            from companion.desk.lines_offered_by_refusals import list_lines_offered_by_refusal

            is_read = resolved is not None
            offered = list_lines_offered_by_refusal(refusal, hint, text, meant, is_read=is_read)
            self._stops = self._stops._replace(offered=offered, asks_who=refusal.message == WHO)
        return Reply(
            line=text,
            ok=False,
            meant=meant,
            refusal=RefusalDetails.from_refusal(refusal, hint),
            warnings=self._collect_warnings(),
        )

    def _tell_guide_that_seat_waits(self, text: str) -> None:
        """Tell the Guide at another prompt that this seat waits for them, once a Turn."""
        turns = self.campaign.turns
        about = (text, turns[-1].type, turns[-1].number) if turns else (text, "", 0)
        if text and about != self._told_guide:
            self._told_guide = about
            self.archive.warn(text)

    def log_failure(self, typed: str, doing: str = "") -> str:
        """Log the exception being handled, with what was typed if that can hold no secret. Return a
        sentence about it."""
        line = dispatch.hide_secrets_of_line(typed, self.campaign)
        return log_failure(self.archive.folder, doing + line, quoting=self.seat == "guide")
