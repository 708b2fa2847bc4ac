"""The words that can be typed in Errantry, and why a move cannot be made."""

from companion.parlour.common_rules_and_sentences import find_position_by_beginning
from companion.parlour.game import Lacks, Move, NoSuch, NotBeside, Reason, Word
from companion.parlour.games.errantry.data import Resources
from companion.parlour.games.errantry.rest_and_move import count_toll, find_crossing_item
from companion.parlour.games.errantry.rules import get_actor
from companion.parlour.games.errantry.sentences import format_resources
from companion.parlour.games.errantry.state import State
from companion.parlour.games.errantry.tile_laying import explain_tile_misfit
from companion.parlour.hexes import join_typed_tile_coordinates, parse_tile_placement

WORDS = {
    "lay": Word(
        ("lay TILE Q,R SIDE",),
        "a tile of your hand: where its first hex lies, and on which side of that its second",
        "in the set-up",
        ("lay",),
    ),
    "stand": Word(("stand HEX",), "your hero begins there", "in the set-up", ("stand",)),
    "place": Word(("place N",), "your place in today's order", "as a day begins", ("order",)),
    "take": Word(
        ("take HEX",), "take your token back from there, for nothing", "in Rest", ("rest",)
    ),
    "rested": Word(
        ("rested",), "leave the other tokens where they are, and go on", "in Rest", ("rest",)
    ),
    "go": Word(
        ("go HEX", "go HEX token", "go HEX HEX token"),
        "a step, or a whole way; token leaves one there",
        "in the Move",
        ("move",),
    ),
    "stop": Word(("stop",), "the Move ends here", "in the Move", ("move",)),
    "fight": Word(("fight",), "challenge the monster", "when the Move ends on one", ("challenge",)),
    "leave": Word(("leave",), "leave it alone", "when the Move ends on a monster", ("challenge",)),
    "spend": Word(("spend",), "the mana that is lacking, and win", "in a combat", ("combat",)),
    "yield": Word(("yield",), "lose the combat", "in a combat", ("combat",)),
    "buy": Word(("buy ITEM",), "for all that it costs", "at home in the Citadel", ("market",)),
    "sell": Word(("sell ITEM",), "what you hold", "at home in the Citadel", ("market",)),
    "done": Word(("done",), "the turn is over", "at home in the Citadel", ("market",)),
}


class NoRoad(Reason, frozen=True, tag="no_road"):
    """No road leads there; the side is impassable where it is `wild`."""

    hex: str
    here: str
    is_wild: bool


class HasToken(Reason, frozen=True, tag="has_token"):
    """A token of one's own lies there, or none can."""

    hex: str
    is_citadel: bool = False


class Price(Reason, frozen=True, tag="price"):
    """An item costs more than there is."""

    item: str
    cost: Resources
    has: Resources


class NoMoreToBuy(Reason, frozen=True, tag="no_more_to_buy"):
    most: int


class Misfit(Reason, frozen=True, tag="misfit"):
    """A tile cannot lie so: the place is `taken`, or no `road` of it meets one."""

    tile: int
    why: str


def find_refusal_reason(state: State, move: Move) -> Reason | None:
    """Why typed words are no legal move in Errantry; None where no one rule says so."""
    named = move[1] if len(move) > 1 else ""
    match move[0]:
        case "lay":
            return _find_reason_against_lay(state, move)
        case "stand" | "take" if named:
            return NoSuch(named, "among your hexes" if move[0] == "stand" else "with your token")
        case "go" if named:
            return _find_reason_against_step(state, move)
        case "buy":
            return _find_reason_against_purchase(state, named)
        case "sell" if named:
            return NoSuch(named, "among your items")
    return None


def _find_reason_against_lay(state: State, move: Move) -> Reason | None:
    if len(move) < 2 or not move[1].isdecimal():
        return None
    if int(move[1]) not in state.hand:
        return NoSuch(move[1], "in your hand")
    there = parse_tile_placement(move)
    why = explain_tile_misfit(state, int(move[1]), *there) if there else ""
    return Misfit(int(move[1]), why) if why else None


def _find_reason_against_step(state: State, move: Move) -> Reason | None:
    seat = get_actor(state)
    hero = state.heroes[seat]
    here = state.hexes[hero.at]
    at = find_position_by_beginning(state.hexes, move[1])
    if at < 0:
        return NoSuch(move[1], "on the map")
    there = state.hexes[at]
    if at not in (*here.roads, *here.fields, *here.wilds):
        return NotBeside(there.name, here.name)
    is_wild = at in here.wilds
    if at not in here.roads and not find_crossing_item(state, hero, is_wild=is_wild):
        return NoRoad(there.name, here.name, is_wild)
    if len(move) < 3:
        return None
    if at == 0 or at in hero.tokens:
        return HasToken(there.name, is_citadel=at == 0)
    if len(hero.tokens) >= state.data.figures.movement_tokens:
        return Lacks("token", 1, 0)
    toll = count_toll(state, seat, at)
    return Lacks("ready mana", toll, hero.ready) if toll > hero.ready else None


def _find_reason_against_purchase(state: State, named: str) -> Reason | None:
    hero, figures = state.heroes[get_actor(state)], state.data.figures
    if state.purchases >= figures.buys:
        return NoMoreToBuy(figures.buys)
    words = state.data.typed_words_by_ware
    offered = [each for each in state.market if each and words[each].startswith(named)]
    if not offered:
        return NoSuch(named, "on offer") if named else None
    ware = state.data.wares_by_id[offered[0]]
    return None if hero.resources.covers(ware.cost) else Price(ware.name, ware.cost, hero.resources)


def describe_refusal_reason(_state: State, reason: Reason) -> str:
    """A clause that says why a move is refused in Errantry; "" for other reasons."""
    match reason:
        case NoRoad():
            side = "is impassable" if reason.is_wild else "has no road"
            return f"the side between {reason.here} and {reason.hex} {side}"
        case HasToken():
            return (
                "no token lies in the Citadel"
                if reason.is_citadel
                else (f"your token lies on {reason.hex} already")
            )
        case Price():
            cost, has = format_resources(reason.cost), format_resources(reason.has)
            return f"{reason.item} costs {cost}, you have {has}"
        case NoMoreToBuy():
            return f"you have bought {reason.most} today, and more are not allowed"
        case Misfit():
            return {
                "taken": "a hex lies there already",
                "road": "no road of the tile would meet a road on the map",
            }[reason.why]
    return ""


def join_typed_coordinates(state: State, words: Move) -> tuple[Move, ...]:
    """Coordinates typed apart, as `-1 0`, are put together."""
    return (
        join_typed_tile_coordinates(words)
        if state.phase == "lay" and words[:1] == ("lay",)
        else words,
    )
