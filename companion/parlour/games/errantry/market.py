"""The market in the Citadel of Errantry: items bought and sold for resources."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import draw_card
from companion.parlour.game import Events, Move
from companion.parlour.games.errantry.common_rules import get_current_seat, replace_hero
from companion.parlour.games.errantry.data import ITEM
from companion.parlour.games.errantry.event_records import Bought, Dealt, Sold
from companion.parlour.games.errantry.state import State


def list_trade_moves(state: State) -> Iterator[Move]:
    """The moves that buy or sell an item now."""
    hero, wares = state.heroes[get_current_seat(state)], state.data.wares_by_id
    words = state.data.typed_words_by_ware
    if state.purchases < state.data.figures.buys:
        for each in state.market:
            if each and hero.resources.covers(wares[each].cost):
                yield ("buy", words[each])
    for each in hero.items:
        yield ("sell", words[each])


def buy_item(state: State, seat: int, name: str, dice: Faces) -> tuple[State, Events]:
    """Pay the whole price; the next item is dealt into the gap, and into older ones."""
    wares = state.data.wares_by_id
    at = next(
        n for n, each in enumerate(state.market) if each and _is_item_named(state, each, name)
    )
    item = state.market[at]
    hero = state.heroes[seat]
    hero = replace(
        hero,
        resources=hero.resources.add(wares[item].cost, -1),
        items=(*hero.items, item),
        bought=(*hero.bought, item),
    )
    market = [*state.market[:at], 0, *state.market[at + 1 :]]
    pile, discards = state.item_pile, state.item_discards
    dealt = []
    for gap in (at, *(n for n, each in enumerate(state.market) if not each)):
        card, pile, discards = draw_card(pile, discards, dice, ITEM)
        if card is None:
            break
        market[gap] = card
        dealt.append(Dealt(card))
    state = replace(
        replace_hero(state, seat, hero),
        market=tuple(market),
        item_pile=pile,
        item_discards=discards,
        purchases=state.purchases + 1,
    )
    return state, (Bought(seat, item), *dealt)


def sell_item(state: State, seat: int, name: str) -> tuple[State, Events]:
    """An item of this turn brings back its whole price, any other what is circled on it."""
    hero, wares = state.heroes[seat], state.data.wares_by_id
    item = next(each for each in hero.items if _is_item_named(state, each, name))
    price = wares[item].cost if item in hero.bought else wares[item].circled
    hero = replace(
        hero,
        resources=hero.resources.add(price),
        items=tuple(each for each in hero.items if each != item),
        bought=tuple(each for each in hero.bought if each != item),
    )
    state = replace(replace_hero(state, seat, hero), item_discards=(*state.item_discards, item))
    return state, (Sold(seat, item, price),)


def _is_item_named(state: State, item: int, name: str) -> bool:
    return state.data.typed_words_by_ware[item] == name
