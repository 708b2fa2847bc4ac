"""What is open and waits for a word: encounters, choices, actions without an outcome, things at 0,
requests, and the order of a fight."""

from collections.abc import Iterable

from companion.campaign.campaign import Campaign, Request
from companion.errant.company import Errant
from companion.errant.packs.depletion import can_refill, group_empty_items
from companion.errant.packs.items import Item
from companion.errant.turns.turns import WHOLE_COMPANY
from companion.grammar.context import Context
from companion.reports.status import OpenMatter


def describe_unsettled_encounters(context: Context) -> list[str]:
    """An encounter stays open, whichever Turn brought it."""
    return [matter.text for matter in _list_unsettled_encounters(context)]


def _list_unsettled_encounters(context: Context) -> list[OpenMatter]:
    """The encounters that nobody has settled, as one. Where a table says whom they meet, it is
    rolled before it is told."""
    campaign = context.campaign
    clock = campaign.book.clock
    if not clock.encounter:
        return []
    from companion.campaign.facts_and_decks_for_tables import find_table_of_current_place
    from companion.commands.record.untold_findings import (
        list_drawn_encounters,  # only while an encounter waits
    )

    drawn = len(list_drawn_encounters(context))
    may_roll = drawn < clock.unsettled_encounter_count and find_table_of_current_place(
        campaign, "encounters"
    )
    lines = (("tell", "encounter") if drawn else ("encounter",)) if may_roll else ("tell", "react")
    which = "nobody has rolled whom they meet" if may_roll else "an encounter"
    if earlier := clock.earlier_encounters:
        which = f"{earlier + 1} encounters, {earlier} of them earlier"
    return [OpenMatter(" or ".join(lines), lines, which)]


_UNTOLD = OpenMatter("encounter", (), "the Guide has not told it yet")
UNTOLD_ENCOUNTER = _UNTOLD.text
"""An open encounter at a player's seat, where nobody can tell it."""


def reword_open_matters_for_seat(context: Context, lines: Iterable[str]) -> tuple[str, ...]:
    """What is open, in the words of the seat that types."""
    if context.is_guide:
        return tuple(lines)
    untold = describe_unsettled_encounters(context)
    return tuple(UNTOLD_ENCOUNTER if line in untold else line for line in lines)


def describe_open_matters(context: Context, *, all_at_0: bool = True) -> tuple[str, ...]:
    """What is open in the Turn being played, in a line each: the words that settle it, and on
    what."""
    return tuple(matter.text for matter in _list_open_matters(context, all_at_0=all_at_0))


def list_open_matters_for_seat(
    context: Context, *, all_at_0: bool = True
) -> tuple[OpenMatter, ...]:
    """What is open in the Turn being played, as the seat that types sees it. `all_at_0` counts in
    things at 0, whichever Turn used them up."""
    matters = _list_open_matters(context, all_at_0=all_at_0)
    if context.is_guide:
        return matters
    untold = _list_unsettled_encounters(context)
    return tuple(_UNTOLD if each in untold else each for each in matters)


def _list_open_matters(context: Context, *, all_at_0: bool) -> tuple[OpenMatter, ...]:
    matters = context.campaign.open_matters
    empty = group_empty_items(context.campaign.errants) if all_at_0 else {}
    return (
        *([OpenMatter("rest or press-on", ("rest", "press-on"))] if matters.choices else []),
        *_list_unsettled_encounters(context),
        *(_build_refill_matter(named, alike) for named, alike in empty.items()),
        *(
            OpenMatter("done", ("done",), action if who == WHOLE_COMPANY else f"{who} {action}")
            for who, action in matters.unresolved_actions
        ),
    )


def _build_refill_matter(named: str, alike: list[tuple[Errant, Item]]) -> OpenMatter:
    """A thing at 0, or several of somebody's that differ in nothing."""
    errant, item = alike[0]
    return OpenMatter(
        ways=f"refill or let-go {named}",
        lines=(f"refill {named}", f"let-go {named}"),
        why="" if len(alike) == 1 else f"{len(alike)} of them",
        supply=item.quarter_slots_each if can_refill(item) else None,
        supply_left=errant.supply,
        uses=item.max_uses or 0,
    )


def list_requests_to_grant(context: Context) -> list[OpenMatter]:
    """What players have asked for, to the Guide, who grants it."""
    waiting = context.campaign.book.requests if context.is_guide else ()
    return [
        OpenMatter(
            "grant or deny",
            (f"grant {each.id}", f"deny {each.id}"),
            f"{each.seat}{_describe_turn_of_late_request(context.campaign, each)}: {each.line}",
        )
        for each in waiting
    ]


def _describe_turn_of_late_request(campaign: Campaign, request: Request) -> str:
    """The Turn in which something was asked for, if another type is played by now."""
    if not request.is_from_other_turn_type(campaign.turns):
        return ""
    return f", in {format_turn_in_sentence(request.turn_type, request.turn_number)}"


def format_turn_in_sentence(turn_type: str | None, number: int) -> str:
    """A Turn by its type and number, as in a sentence."""
    if turn_type is None:
        return "no Turn"
    return (
        f"{turn_type.capitalize()} Turn {number}" if number else f"{turn_type.capitalize()} Turns"
    )


def list_undecided_turn_order(campaign: Campaign) -> tuple[OpenMatter, ...]:
    """The order of a fight that nobody has called. It stops nobody: some tables have none."""
    if not campaign.book.combatants:
        return ()
    from companion.campaign.fights.fights import lacks_action_order  # only who fights pays for it

    if not lacks_action_order(campaign):
        return ()
    return (OpenMatter("order odd or even", ("order odd", "order even"), "who acts first"),)
