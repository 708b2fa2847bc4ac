"""Answers the words for things that are used up: `use` a thing, `refill` it or let it go at 0
(`let-go`), `eat` a meal, and `plenty` of food."""

from collections.abc import Sequence

from companion.commands.handler_result import Ruling
from companion.commands.packs.transfers import require_item_in_reach, require_unbroken_item
from companion.errant.company import Errant, list_everyone_present
from companion.errant.happenings import Happening, Happenings
from companion.errant.packs.depletion import (
    can_refill,
    group_empty_items,
    let_go_item,
    list_empty_items,
    refill_all_empty_items,
    refill_item,
    require_supply_for_refills,
    use_item,
)
from companion.errant.turns.food import eat_meals, end_starving
from companion.grammar.argument_kinds.packs.carried_things import Carried
from companion.grammar.context import Context
from companion.grammar.name_matching import require_able_errant_here_or_away, require_present_errant
from companion.refusal import Ambiguous, Impossible, join_words
from companion.reports.turns import HappeningsReport

_SETTLEMENTS = {"refill": refill_item, "let-go": let_go_item}


def use_items_once(context: Context, carried: tuple[Carried, ...]) -> Ruling:
    """Use things once. What is shot had been got out before."""
    after, happened = carried[0].errant, list[Happening]()
    require_able_errant_here_or_away(after, forced=context.is_forced)
    for _, item in carried:
        if item.kind != "ammunition":
            item = require_unbroken_item(
                context, after, require_item_in_reach(context, after, item)
            )
        after, events = use_item(after, item.id, context.campaign.book.rules.refill)
        happened += events
        if item.kind in ("rations", "feed"):
            after = end_starving(after)
    report = HappeningsReport(word="use", happened=tuple(happened))
    return Ruling(context.campaign.with_errant(after), report)


def refill_or_let_go_items(context: Context, carried: tuple[Carried, ...]) -> Ruling:
    """Refill the named things at 0 with Supply (`refill`), or let them go (`let-go`)."""
    if context.word == "refill":
        require_supply_for_refills(
            carried[0].errant,
            [item for _, item in carried if can_refill(item) and item.uses_left == 0],
        )
    return _settle_items_at_0(context, [(errant.id, item.id) for errant, item in carried])


def refill_or_let_go_unnamed_item(context: Context) -> Ruling:
    """Refill or let go the only thing at 0, or one of several that differ in nothing. Raises
    Ambiguous if others wait too."""
    word, waiting = context.word, _list_items_at_0(context)
    named = group_empty_items(context.campaign.errants)
    if len(named) > 1:
        names = join_words([f"{word} {each}" for each in named], "or")
        raise Ambiguous(f"Which? {names}.", f"Or all of it: {word} all")
    return _settle_items_at_0(context, waiting[:1])


def refill_or_let_go_all(context: Context, empty: tuple[Carried, ...] | None) -> Ruling:
    """Refill everything at 0 as far as there is Supply (`refill`), or let all of it go (`let-go`);
    only what is `empty` of some names, where they were named."""
    if empty == ():
        raise Impossible("Nothing of that is at 0.", "Only what is used up is refilled or let go.")
    named = None if empty is None else [(errant.id, item.id) for errant, item in empty]
    if context.word == "refill" and list_empty_items(context.campaign.errants):
        company, happened = refill_all_empty_items(context.campaign.errants, named)
        if happened:
            report = HappeningsReport(word="refill", happened=happened)
            return Ruling(context.campaign.with_company(company), report)
    return _settle_items_at_0(context, named or _list_items_at_0(context))


def _list_items_at_0(context: Context) -> list[tuple[str, str]]:
    waiting = [(errant.id, item.id) for errant, item in list_empty_items(context.campaign.errants)]
    if not waiting:
        raise Impossible("Nothing is at 0.", "Only what is used up is refilled or let go.")
    return waiting


def _settle_items_at_0(context: Context, waiting: Sequence[tuple[str, str]]) -> Ruling:
    campaign = context.campaign
    happened: Happenings = ()
    for errant_id, item_id in waiting:
        after, events = _SETTLEMENTS[context.word](campaign.get_errant(errant_id), item_id)
        campaign, happened = campaign.with_errant(after), (*happened, *events)
    return Ruling(campaign, HappeningsReport(word=context.word, happened=happened))


def set_food_plentiful(context: Context, answer: str) -> Ruling:
    """Set whether food is plentiful: then meals take Supply, not rations."""
    campaign = context.campaign.with_clock(plentiful_food=answer == "on")
    return Ruling(campaign, HappeningsReport(word=f"plenty {answer}", happened=()))


def eat_meal(context: Context, errants: tuple[Errant, ...] | None) -> Ruling:
    """Let people eat a meal outside the Event Die."""
    campaign = context.campaign
    eating = [require_present_errant(errant) for errant in errants or ()]
    eating = eating or [
        e for e in list_everyone_present(campaign.errants) if e.starving is not None
    ]
    if not eating:
        raise Impossible("Nobody starves.", "Try: eat bree, or deplete when everybody eats")
    ids = [errant.id for errant in eating]
    company, happened = eat_meals(campaign.errants, ids, campaign.book.rules.refill)
    return Ruling(campaign.with_company(company), HappeningsReport(word="eat", happened=happened))
