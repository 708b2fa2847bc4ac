"""The Ruling that the handler of a word returns: the new campaign and a Report.

A handler is pure: it gets a `Context` (the campaign, the line, dice, tables, the journal) and
returns a `Ruling` (the new campaign and a Report). Only the desk commits.
"""

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, EntryKind
from companion.campaign.news_of_changes import NewsItem, Unrefilled, list_news_of_changes
from companion.campaign.places_known_to_players import mark_visited_sites_known
from companion.campaign.secrecy import (
    TELLING_WORDS,
    list_newly_met_people,
    shows_encounter_to_players,
)
from companion.errant.happenings import UsedUp
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.depletion import remove_empty_items_without_supply
from companion.grammar.context import Context
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

    def remove_empty_items_without_supply(self, before: Campaign) -> "Ruling":
        """The Ruling without what is at 0, if the word has left too little Supply to refill it. An
        undo or redo puts back whatever there was."""
        if self.kind != "word" or self.campaign.errants is before.errants:
            return self
        company, happened = remove_empty_items_without_supply(self.campaign.errants)
        if not happened:
            return self
        earlier = self.before_effects
        if earlier is not None:
            earlier = earlier.with_company(remove_empty_items_without_supply(earlier.errants)[0])
        return self._replace(
            campaign=self.campaign.with_company(company),
            before_effects=earlier,
            news=tuple(
                Unrefilled(each.errant, each.item, each.name)
                for each in happened
                if isinstance(each, UsedUp)
            ),
        )

    def remove_unsettled_encounter(self, context: Context) -> "Ruling":
        """The Ruling in which an encounter waits no longer if its word plays it out, or makes
        known somebody who is of it. A secret word, and one that only reads, settles nothing."""
        before, after = context.campaign, self.campaign
        waits = before.book.clock.encounter and after.book.clock.encounter
        if self.kind != "word" or not waits or after is before or context.is_secret:
            return self
        if context.word in TELLING_WORDS and not context.is_guide:
            return self  # whom a player talks with may be anybody
        from companion.commands.record.untold_findings import (
            changes_only_people_outside_encounter,
            is_part_of_waiting_encounter,
        )

        if shows_encounter_to_players(context.word, before, after):
            if changes_only_people_outside_encounter(context, after):
                return self
        elif not any(
            is_part_of_waiting_encounter(context, each)
            for each in list_newly_met_people(before, after)
        ):
            return self
        return self._replace(
            campaign=after.remove_unsettled_encounter(),
            before_effects=self.before_effects and self.before_effects.remove_unsettled_encounter(),
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
        if self.before_effects is None and self.campaign is base:
            return self.undone_changes
        # Only a word that changes something.
        from companion.campaign.diff import diff_campaigns

        if self.before_effects is None:
            return (*self.undone_changes, *diff_campaigns(base, self.campaign))
        effects = diff_campaigns(self.before_effects, self.campaign)
        return (
            *self.undone_changes,
            *diff_campaigns(base, self.before_effects),
            *(replace(change, effect=self.effects_turn_type) for change in effects),
        )

    def list_news_of_changes(
        self, before: Campaign, changes: tuple[Change, ...]
    ) -> tuple[NewsItem, ...]:
        """What everybody should hear of what changed."""
        if self.kind in ("undo", "redo"):
            # Measured: no other word needs it.
            from companion.campaign.undo_news import list_news_of_undo_or_redo

            return list_news_of_undo_or_redo(before, self.campaign, self.kind)
        return list_news_of_changes(before, self.campaign, changes)


def _describe_cue(cue: "MoraleCue") -> str:
    why = {
        "down": f"{cue.down} of {cue.were} {cue.npc.name} are down",
        "half": f"{cue.npc.name} has less than half of its HP",
        "leader": f"{cue.leader} has fallen",
    }[cue.why]
    return f"{why}. Do they stand? morale {quote_typed_name(cue.npc)}"
