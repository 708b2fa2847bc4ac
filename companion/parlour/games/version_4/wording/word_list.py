"""The words that can be typed in Version 4, and why a move cannot be made."""

import re

from companion.parlour.common_rules_and_sentences import find_position_by_beginning
from companion.parlour.game import BidTooLow, Lacks, Move, NoSuch, NotBeside, Reason, Word
from companion.parlour.games.version_4.board import (
    can_cross_side,
    explain_tile_misfit,
    list_tile_placements,
    list_unexplored_directions,
)
from companion.parlour.games.version_4.mana import count_mana, measure_mana_worth
from companion.parlour.games.version_4.rest_and_move import count_toll, get_typed_offer_name
from companion.parlour.games.version_4.rules import get_actor
from companion.parlour.games.version_4.state import State
from companion.parlour.hexes import join_typed_tile_coordinates, parse_tile_placement

_MOVE = ("in the Move", ("move",))
_ADVENTURE = ("in Adventure, after the Move", ("adventure",))
_FIGHT = ("in a fight that mana can decide", ("fight",))
_AUCTION = ("in an auction", ("auction",))
_OWED = ("pay", "worth")
_TAKE_COLOURS = ("pay", "recover", "gain", "lose")
_TOKENS = re.compile(r"\b([1-9]) ?([a-z]+)")
WORDS = {
    "class": Word(("class CLASS",), "what you are", "before the first turn", ("class",)),
    "recover": Word(
        ("recover COLOUR", "recover red red"), "spent mana turns back", "when told", ("recover",)
    ),
    "gain": Word(("gain COLOUR",), "a new mana token", "when told", ("gain",)),
    "lose": Word(("lose COLOUR",), "a mana token goes back", "when told", ("lose",)),
    "bid": Word(("bid N",), "a worth of mana for the creature", *_AUCTION),
    "pass": Word(("pass",), "no more bids for this creature", *_AUCTION),
    "pay": Word(
        ("pay COLOUR", "pay red red"), "ready mana, token by token", "when a price is owed", _OWED
    ),
    "burn": Word(
        ("burn COLOUR",),
        "a Sorcerer loses one mana for a whole price",
        "when a Sorcerer owes a price",
        _OWED,
    ),
    "mana": Word(("mana",), "pay the King's Toll in mana", "at the King's Toll", ("toll",)),
    "coins": Word(("coins",), "pay it in coins", "at the King's Toll", ("toll",)),
    "go": Word(
        ("go HEX", "go HEX token", "go HEX HEX token"),
        "a step, or a whole way; token leaves a travel token there",
        *_MOVE,
    ),
    "use": Word(("use OFFER",), "what the hex that you entered offers", *_MOVE),
    "stop": Word(("stop",), "the Move ends here", *_MOVE),
    "crawl": Word(("crawl",), "meet the guardian of the dungeon that you stand on", *_ADVENTURE),
    "explore": Word(
        ("explore TILE Q,R SIDE",),
        "lay a tile of the layout: where its feature lies, and on which side of that its dungeon",
        *_ADVENTURE,
    ),
    "survey": Word(
        ("survey",), "where no tile fits: a treasure card and a new layout", *_ADVENTURE
    ),
    "done": Word(("done",), "the turn is over", *_ADVENTURE),
    "spend": Word(("spend",), "the worth that is lacking, and win", *_FIGHT),
    "yield": Word(("yield",), "lose the fight", *_FIGHT),
    "fall": Word(("fall CREATURE",), "which of your army falls", "after a fight", ("fall",)),
    "dismiss": Word(("dismiss CREATURE",), "whom you send away", "when told", ("dismiss",)),
}


class Closed(Reason, frozen=True, tag="closed"):
    """The side between two hexes stops this class."""

    hex: str
    here: str
    letters: str


class HasToken(Reason, frozen=True, tag="has_token"):
    hex: str


class Unexplorable(Reason, frozen=True, tag="unexplorable"):
    """Nothing can be laid from here: the `land` around is full, the `sides` of one's own hex are
    closed, or no `tile` of the layout fits."""

    hex: str
    why: str


class Misfit(Reason, frozen=True, tag="misfit"):
    """A tile cannot lie so: the place is `taken` or off the `board`, not `beside` the hex, or
    behind a side that stops this class (`closed`)."""

    why: str


class NoDungeon(Reason, frozen=True, tag="no_dungeon"):
    hex: str


def get_next_task_or_phase(state: State) -> str:
    """What Version 4 waits for: the kind of the task that is owed first; without one "auction"
    while there is one, else the phase."""
    if state.todo:
        return state.todo[0].kind
    return "auction" if state.auction is not None else state.phase


def find_refusal_reason(state: State, move: Move) -> Reason | None:
    """Why typed words are no legal move in Version 4; None where no one rule says so."""
    seat = get_actor(state)
    named = move[1] if len(move) > 1 else ""
    match move[0]:
        case "bid":
            return _find_reason_against_bid(state, seat, named)
        case "pay" | "recover" | "lose" if named:
            return _find_reason_against_token(state, seat, move[0], named)
        case "go" if named:
            return _find_reason_against_step(state, seat, move)
        case "use":
            return _find_reason_against_offer(state, seat, named)
        case "crawl":
            return NoDungeon(state.hexes[state.players[seat].at].name)
        case "explore":
            return find_exploration_refusal_reason(state, seat, move)
    return None


def _find_reason_against_bid(state: State, seat: int, named: str) -> Reason | None:
    auction = state.auction
    if auction is None or not named.isdecimal():
        return None
    creature = state.data.creatures_by_id[auction.creature]
    most = measure_mana_worth(state.data, state.players[seat], creature.colour)
    if int(named) > most:
        return Lacks("worth of ready mana", int(named), most)
    return BidTooLow(auction.high + 1 if auction.high else creature.ask)


def _find_reason_against_token(state: State, seat: int, word: str, named: str) -> Reason | None:
    colours = [each for each in state.data.figures.colours if each.startswith(named)]
    if len(colours) != 1:
        return None if colours else NoSuch(named, "among the colours")
    at, player = state.data.colour_positions[colours[0]], state.players[seat]
    has = player.spent[at] if word == "recover" else player.ready[at]
    what = "spent" if word == "recover" else "ready"
    return None if has else Lacks(f"{what} {colours[0]}", 1, 0)


def _find_reason_against_step(state: State, seat: int, move: Move) -> Reason | None:
    player = state.players[seat]
    here = state.hexes[player.at]
    at = find_position_by_beginning(state.hexes, move[1])
    if at < 0:
        return NoSuch(move[1], "on the board")
    there, sides = state.hexes[at], dict(here.beside)
    if at not in sides:
        return NotBeside(there.name, here.name)
    if not can_cross_side(sides[at], player.ability):
        return Closed(there.name, here.name, sides[at])
    if not state.steps_left:
        return Lacks("step", 1, 0)
    if len(move) < 3:
        return None
    if at == 0 or at in player.tokens:
        return HasToken(there.name)
    if len(player.tokens) >= state.data.figures.travel_tokens:
        return Lacks("travel token", 1, 0)
    toll = count_toll(state, seat, at)
    has = sum(player.ready)
    return Lacks("ready mana", toll, has) if toll > has else None


def _find_reason_against_offer(state: State, seat: int, named: str) -> Reason | None:
    player = state.players[seat]
    here = state.hexes[player.at]
    offers = [each for each in here.offers if get_typed_offer_name(state, each).startswith(named)]
    if not offers or not state.offer_open:
        return NoSuch(named or "offer", f"for you on {here.name} now")
    price = offers[0].pay
    if price.coins > player.coins:
        return Lacks("coins", price.coins, player.coins)
    if price.any > sum(player.ready):
        return Lacks("ready mana", price.any, sum(player.ready))
    for at, colour in enumerate(state.data.figures.colours):
        needs = getattr(price, colour)
        if needs > player.ready[at]:
            return Lacks(f"ready {colour}", needs, player.ready[at])
    return Lacks("spent mana", 1, 0) if not count_mana(player) - sum(player.ready) else None


def find_exploration_refusal_reason(state: State, seat: int, move: Move = ()) -> Reason | None:
    """Why nothing can be explored from where somebody stands; or why not this tile so."""
    player = state.players[seat]
    here = state.hexes[player.at]
    if not any(True for _ in list_tile_placements(state, player.at, player.ability)):
        open_to = list_unexplored_directions(state, here.at)
        if not open_to:
            return Unexplorable(here.name, "land")
        can = any(can_cross_side(here.edges[direction], player.ability) for direction in open_to)
        return Unexplorable(here.name, "tile" if can else "sides")
    if len(move) < 2 or not move[1].isdecimal():
        return None
    if int(move[1]) not in state.layout:
        return NoSuch(move[1], "in the layout")
    there = parse_tile_placement(move)
    why = explain_tile_misfit(state, int(move[1]), *there, player) if there else ""
    return Misfit(why) if why else None


def describe_refusal_reason(_state: State, reason: Reason) -> str:
    """A clause that says why a move is refused in Version 4; "" for other reasons."""
    match reason:
        case Closed():
            ground = {"f": "forest", "m": "mountains", "w": "water"}
            lies = {ground[letter]: None for letter in reason.letters if letter in ground}
            return f"between {reason.here} and {reason.hex} lies {' and '.join(lies)}"
        case HasToken():
            return f"no token of yours can be left on {reason.hex} now"
        case NoDungeon():
            return f"{reason.hex} has no dungeon that is still to be emptied"
        case Unexplorable():
            return {
                "land": f"no place for a tile is left beside {reason.hex}",
                "sides": f"the sides of {reason.hex} towards free land are closed to you",
                "tile": f"no tile of the layout fits beside {reason.hex}",
            }[reason.why]
        case Misfit():
            return {
                "taken": "a hex lies there already",
                "board": "the board ends there",
                "beside": "neither of its hexes would lie beside yours",
                "closed": "you could not step onto it from your hex",
            }[reason.why]
    return ""


def write_typed_move_in_full(_state: State, words: Move) -> tuple[Move, ...]:
    """Coordinates typed apart, as `-1 0`, are put together; a number of mana tokens, as `2 purple`
    or `2p`, is so many words."""
    if words[:1] == ("explore",):
        return (join_typed_tile_coordinates(words),)
    if words and words[0] in _TAKE_COLOURS:
        typed = _TOKENS.sub(_write_colour_per_token, " ".join(words[1:]))
        return ((words[0], *typed.split()),)
    return (words,)


def _write_colour_per_token(tokens: re.Match[str]) -> str:
    return f"{tokens[2]} " * int(tokens[1])
