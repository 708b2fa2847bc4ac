"""The Ruling that a handler returns (the new campaign and a Report), and what handlers share:
stops, warnings, dice.

A handler is pure: it gets a `Context` (the campaign, the line, dice, tables, the journal) and
returns a `Ruling` (the new campaign and a Report). Only the desk commits.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, EntryKind
from companion.campaign.diff import diff_campaigns
from companion.campaign.known_places import mark_visited_sites_known
from companion.campaign.news_of_changes import NewsItem, Unrefilled
from companion.campaign.secrecy import (
    TELLING_WORDS,
    list_newly_met_people,
    shows_encounter_to_players,
)
from companion.dice.face_sources import Faces, HandFaces
from companion.errant.checks import CHECK_SIDES
from companion.errant.happenings import UsedUp
from companion.errant.packs.depletion import remove_unrefillable_items
from companion.errant.typed_names import quote_typed_name
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.refusal import Impossible, Refusal
from companion.reports import Report

if TYPE_CHECKING:
    from companion.campaign.fights.morale_cues import MoraleCue
    from companion.campaign.seat_presence_and_orders import Orders


class GrantedLine(NamedTuple):
    """A line that was asked for, and the Context in which it was answered."""

    line: str
    context: Context


class Ruling(NamedTuple):
    """What a word does: the new campaign, and the Report about it.

    The changes are counted from `base`, or else from the campaign before the word. `before_effects`
    is the campaign before the Event Die of a Turn of `effects_turn_type` took effect: `ignore`
    takes back what differs from it. `undone_changes`, those of an undo or of a replaced Event Die,
    come first; `undone_entries` names their entries. `note` is journalled even if nothing changed;
    `outcome` is what the dice showed, for the log. A `secret` entry is for the Guide alone,
    whatever its line is; a step `undoes_public` if players heard of what it took back or repeated.
    `warnings` and `news` stand beside the answer. Where a request is `granted`, the entry is of the
    line that was asked for, and of the seat that asked. `orders` about seats are written beside the
    campaign.
    """

    campaign: Campaign
    report: Report
    before_effects: Campaign | None = None
    effects_turn_type: str = ""
    undone_changes: tuple[Change, ...] = ()
    base: Campaign | None = None
    kind: EntryKind = "word"
    undone_entries: tuple[str, ...] = ()
    note: str = ""
    outcome: str = ""
    secret: bool = False
    undoes_public: bool = False
    warnings: tuple[str, ...] = ()
    news: tuple[NewsItem, ...] = ()
    granted: "GrantedLine | None" = None
    orders: "Orders | None" = None

    def mark_visited_sites_known(self, before: Campaign) -> "Ruling":
        """The Ruling with every place known to which its word brings the Company. An undo or redo
        puts back whatever was known."""
        if self.kind != "word":
            return self
        return self._replace(
            campaign=mark_visited_sites_known(before, self.campaign),
            before_effects=self.before_effects
            and mark_visited_sites_known(before, self.before_effects),
        )

    def remove_unrefillable_items(self, before: Campaign) -> "Ruling":
        """The Ruling without what is at 0, if the word has left too little Supply to refill it. An
        undo or redo puts back whatever there was."""
        if self.kind != "word" or self.campaign.errants is before.errants:
            return self
        company, happened = remove_unrefillable_items(self.campaign.errants)
        if not happened:
            return self
        earlier = self.before_effects
        if earlier is not None:
            earlier = earlier.with_company(remove_unrefillable_items(earlier.errants)[0])
        return self._replace(
            campaign=self.campaign.with_company(company),
            before_effects=earlier,
            news=tuple(
                Unrefilled(each.errant, each.item, each.name)
                for each in happened
                if isinstance(each, UsedUp)
            ),
        )

    def settle_encounter(self, context: Context) -> "Ruling":
        """The Ruling in which an encounter waits no longer if its word plays it out, or makes
        known somebody who is of it. A secret word, and one that only reads, settles nothing."""
        before, after = context.campaign, self.campaign
        waits = before.book.clock.encounter and after.book.clock.encounter
        if self.kind != "word" or not waits or after is before or context.is_secret:
            return self
        if context.word in TELLING_WORDS and not context.is_guide:
            return self  # whom a player talks with may be anybody
        from companion.commands.record.untold_findings import belongs_to_encounter, is_about_others

        if shows_encounter_to_players(context.word, before, after):
            if is_about_others(context, after):
                return self
        elif not any(
            belongs_to_encounter(context, each) for each in list_newly_met_people(before, after)
        ):
            return self
        return self._replace(
            campaign=after.settle_encounter(),
            before_effects=self.before_effects and self.before_effects.settle_encounter(),
        )

    def remind_of_morale(self, context: Context) -> "Ruling":
        """The Ruling with a reminder for the Guide of each NPC who may lose heart by its word, and
        of pursuers before whom something was dropped."""
        before, after = context.campaign, self.campaign
        if self.kind != "word" or not after.book.combatants:
            return self
        from companion.campaign.fights.morale_cues import (
            list_morale_cues,  # most words are said in no fight
        )

        cues = [_describe_cue(each) for each in list_morale_cues(before, after)]
        chase = after.book.chase
        if context.word == "drop" and chase.pursuers and after.errants is not before.errants:
            cues += [
                f"If it is what they want: morale {quote_typed_name(each)}"
                for each in after.world.npcs
                if each.id in chase.pursuers
            ]
        return self._replace(warnings=(*self.warnings, *cues)) if cues else self

    def collect_changes(self, before: Campaign) -> tuple[Change, ...]:
        """What it takes back, what the word changes, and what its Event Die does."""
        base = before if self.base is None else self.base
        if self.before_effects is None:
            return (*self.undone_changes, *diff_campaigns(base, self.campaign))
        effects = diff_campaigns(self.before_effects, self.campaign)
        return (
            *self.undone_changes,
            *diff_campaigns(base, self.before_effects),
            *(replace(change, effect=self.effects_turn_type) for change in effects),
        )


def _describe_cue(cue: "MoraleCue") -> str:
    why = {
        "down": f"{cue.down} of {cue.were} {cue.npc.name} are down",
        "half": f"{cue.npc.name} has less than half of its HP",
        "leader": f"{cue.leader} has fallen",
    }[cue.why]
    return f"{why}. Do they stand? morale {quote_typed_name(cue.npc)}"


def refuse_secret_line(context: Context, what: str) -> None:
    """Raises Impossible if the line is secret: everybody sees `what` it writes."""
    if context.is_secret:
        raise Impossible(f"{what} is in everybody's sight.", f"Try: secret note {context.rest}")


class StillOpen(Refusal):
    """Something is open and stops a step once: typed again, or with `!`, the line goes through. The
    Guide may be the one who can settle it: `for_guide` tells them so, or is empty."""

    kind = "open"
    is_remembered = False  # said once in a Turn, whatever is typed in between
    for_guide: str = ""


def stop_once_for_open_matters(
    context: Context, word: str, lines: Sequence[str], *, is_fatal: bool = False
) -> None:
    """Raises StillOpen if any of these is open, once in a Turn as long as none is settled and none
    comes: typed again, or forced with `!`, the line goes through; with other words it is stopped
    anew. Without a `word` the line is
    typed again. What is fatal is said each time that anything else was typed in between."""
    if not lines:
        return
    from companion.commands.status import (  # only who is stopped
        UNTOLD_ENCOUNTER,
        describe_unsettled_encounters,
        reword_open_matters,
    )

    lines = reword_open_matters(context, lines)
    way = "Settle it, type {again} again, or {forced} to leave it so."
    if lines == (UNTOLD_ENCOUNTER,):
        way = "Wait for the Guide, or type {again} again, or {forced}, to go on."
    try:
        warn_once(context, word, f"Still open: {'; '.join(lines)}.", way)
    except StillOpen as refusal:
        refusal.is_remembered = bool(word) and not is_fatal
        if UNTOLD_ENCOUNTER in lines:
            (way,) = describe_unsettled_encounters(context)
            way = way.split()[0]
            refusal.for_guide = f"The {context.seat} waits to hear whom they meet: {way}"
        raise


def warn_once(context: Context, word: str, message: str, way: str) -> None:
    """Raises StillOpen with this message, once: typed again, or forced with `!`, the word goes
    through. The way says how, with the word `again` and its shortest form `forced`."""
    if context.is_forced or context.goes_on or message == context.stop_message:
        return
    if not word:
        raise StillOpen(message, "Settle it, or type that line again to leave it so.")
    shortest = (*WORDS.find_word(word).short_forms, word)[0]
    raise StillOpen(message, way.format(again=word, forced=f"{shortest}!"), overrulable=True)


@contextmanager
def make_face_source(context: Context, stream: str, number: int) -> Iterator[Faces]:
    """A source of faces for a number of dice: those that were typed, or else a named stream. Raises
    Impossible if more or fewer were typed."""
    dice = context.get_dice(stream)
    if isinstance(dice, HandFaces):
        dice.expect(number)
    yield dice
    if isinstance(dice, HandFaces):
        dice.finish()


@contextmanager
def make_check_face_source(context: Context, stream: str, dvs: Sequence[int]) -> Iterator[Faces]:
    """A D20 for each Check whose DV is not below 0. By hand one is typed for each Check, needed or
    not: a refusal must not give away how many count."""
    needed = [dv >= 0 for dv in dvs]
    if context.faces is not None:
        with make_face_source(context, stream, len(dvs)) as dice:
            rolled = [dice.face(CHECK_SIDES) for _ in dvs]
        faces = tuple(face for face, need in zip(rolled, needed, strict=True) if need)
        context = context._replace(faces=faces)
    with make_face_source(context, stream, sum(needed)) as dice:
        yield dice


HARM_STREAM = "harm"
"""The stream of the dice of harm and healing, also of what time does."""


@contextmanager
def make_harm_face_source(context: Context) -> Iterator[Faces]:
    """A source of faces for damage, saves and wounds: those typed by hand, and the companion's for
    what follows from them. Raises Impossible if more were typed than are rolled."""
    stream = context.streams.stream(HARM_STREAM)
    if context.faces is None:
        yield stream
        return
    dice = HandFaces(context.faces, then=stream)
    yield dice
    if not dice.used_count:
        typed = ",".join(map(str, context.faces))
        raise Impossible(f"No die falls for that, so ={typed} is no use.", f"Leave out ={typed}.")
    dice.finish()
