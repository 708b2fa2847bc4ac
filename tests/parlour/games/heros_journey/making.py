"""Tables of The Hero's Journey for tests."""

from collections import Counter
from functools import cache
from random import Random

from msgspec.structs import replace

from companion.dice.face_sources import Faces, LoadedFaces
from companion.parlour.game import Events, Move, make_forced_moves, make_move
from companion.parlour.games.heros_journey.data import Data, Tokens
from companion.parlour.games.heros_journey.data_loading import load_data
from companion.parlour.games.heros_journey.game_definition import GAME
from companion.parlour.games.heros_journey.rules import _run_until_decision, list_moves
from companion.parlour.games.heros_journey.state import Hero, State, Task
from tests.parlour.making import SHIPPED, join_moves, play_lines, reorder

LETTERS = "MSWLYK"
A, B, C, D = 0, 1, 2, 3


@cache
def load() -> Data:
    return load_data((SHIPPED,))


def tokens(text: str = "") -> Tokens:
    """`M2 S1` as tokens."""
    found = Counter({part[0]: int(part[1:] or 1) for part in text.split()})
    return tuple(found[letter] for letter in LETTERS)


def show(held: Tokens) -> str:
    """Tokens as `tokens` takes them."""
    return " ".join(f"{letter}{n}" for letter, n in zip(LETTERS, held, strict=True) if n)


def cards(text: str) -> tuple[int, ...]:
    """Cards by their ids."""
    return tuple(load().card_numbers[name] for name in text.split())


def name(numbers: tuple[int, ...]) -> str:
    return " ".join(load().cards[n].id for n in numbers)


def make_hero(
    held: str = "", company: str = "", *, stage: int = 2, hand: str = "ace-of-moons", **more: object
) -> Hero:
    """A Hero with tokens and Encounter cards, and a Challenge card in hand."""
    both = cards(company)
    hero = Hero(
        tokens=tokens(held),
        stage=stage,
        mentors=tuple(c for c in both if c in load().mentors),
        places=tuple(c for c in both if c in load().places),
        hand=cards(hand),
        origin="harvest",
    )
    return replace(hero, **more)


def make_state(*heroes: Hero, todo: tuple[Task, ...] = (), **changes: object) -> State:
    """A table in the turn of the first Hero: what nobody holds is in the bank and the decks."""
    data = load()
    held = [sum(hero.tokens[suit] for hero in heroes) for suit in range(len(LETTERS))]
    taken = {card for hero in heroes for card in (*hero.encounter_cards, *hero.hand)}
    mentors = tuple(card for card in data.mentors if card not in taken)
    places = tuple(card for card in data.places if card not in taken)
    state = State(
        data=data,
        heroes=heroes,
        bank=tuple(12 - n for n in held),
        seats=tuple(range(len(heroes))),
        endings=cards("calamity end windfall"),
        todo=todo or (Task("action", A), Task("trade", A), Task("end_turn", A)),
        mentor_row=mentors[:3],
        mentor_deck=mentors[3:],
        place_row=places[:3],
        place_deck=places[3:],
        challenge_deck=tuple(card for card in data.challenges if card not in taken),
        offers_left=6,
        trades_left=9,
    )
    return replace(state, **changes)


def play(state: State, *lines: str, faces: tuple[int, ...] = ()) -> tuple[State, Events]:
    """Moves made one after the other, each legal, with these faces."""
    return play_lines(state, lines, LoadedFaces(faces), list_moves, _apply_and_settle)


def _apply_and_settle(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    """A move, and those after it that leave no choice."""
    step = make_move(GAME, state, move, dice)
    return step.state, step.events


def run(state: State, *faces: int) -> tuple[State, Events]:
    """What is to be done first, done without a choice."""
    dice = LoadedFaces(faces)
    state, events = _run_until_decision(state, dice)
    step = make_forced_moves(GAME, state, dice, events)
    return step.state, step.events


def list_lines(state: State) -> list[str]:
    return join_moves(list_moves(state))


def change_hidden(state: State, seat: int, chance: Random) -> State:
    """A table that differs in nothing that a seat may know: the decks lie in another order, others
    hold other Challenge cards, and the Endings are others, but for the one that it has seen."""
    task = state.todo[0] if state.todo else None
    looks_through = task is not None and task.kind == "take_card" and task.seat == seat
    others = [n for n in range(len(state.heroes)) if n != seat]
    held = [card for n in others for card in state.heroes[n].hand]
    deck = state.challenge_deck
    if looks_through:
        unknown = [*reorder(tuple(held), chance), *reorder(deck, chance)]
    else:
        unknown = list(reorder((*held, *deck), chance))
    endings = state.endings if state.ending_known else change_endings(state, seat, chance)
    heroes = list(state.heroes)
    for n in others:
        hero = heroes[n]
        hand = tuple(unknown.pop(0) for _ in hero.hand)
        seen = endings[0 if hero.is_true else -1] if hero.prophecy >= 0 else -1
        heroes[n] = replace(hero, hand=hand, prophecy=seen)
    return replace(
        state,
        heroes=tuple(heroes),
        challenge_deck=tuple(unknown),
        mentor_deck=reorder(state.mentor_deck, chance),
        place_deck=reorder(state.place_deck, chance),
        endings=endings,
    )


def change_endings(state: State, seat: int, chance: Random) -> tuple[int, ...]:
    own, endings = state.heroes[seat], state.endings
    if own.prophecy < 0:
        return reorder(endings, chance)
    if own.is_true:
        return (endings[0], *reorder(endings[1:], chance))
    return (*reorder(endings[:-1], chance), endings[-1])
