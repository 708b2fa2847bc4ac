"""What a game of the parlour is: a machine of frozen states. Each game is a package of this folder
with a `GAME`; nothing else knows which games there are."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from companion.dice.face_sources import Faces
from companion.parlour.cards import CardDeck
from companion.refusal import Unknown, find_similar_words, join_words

Move: TypeAlias = tuple[str, ...]
"""A move as it is typed, word by word: ("go", "spring", "token")."""
State: TypeAlias = Any
"""The state of a game; only the game itself knows its type."""


class Event(Struct, frozen=True, tag_field="event", tag=True):
    """Something that happened in a game, as data."""


class SeatEvent(Event, frozen=True, tag=True):
    """Something that a player did, or that befell them."""

    seat: int


Events: TypeAlias = tuple[Event, ...]
Names: TypeAlias = tuple[str, ...]
"""The names at the seats."""


class Result(Struct, frozen=True):
    """How a game ended: the seats that won (more than one share it, none of a game that was lost),
    why, and what each seat had, by name."""

    winners: tuple[int, ...]
    why: str
    scores: tuple[dict[str, int], ...] = ()
    parts: tuple[dict[str, int], ...] = ()
    """What the first of each seat's scores is the sum of; none where it is no sum."""


class Reason(Struct, frozen=True, tag_field="reason", tag=True):
    """Why a move cannot be made now, as data."""


class Lacks(Reason, frozen=True, tag="lacks"):
    """Too little of something that has to be paid."""

    what: str
    needs: int
    has: int


class OffMap(Reason, frozen=True, tag="off_map"):
    """Nothing lies in that direction."""

    direction: str


class NoSuch(Reason, frozen=True, tag="no_such"):
    """Nothing has that name, where it would have to be."""

    typed: str
    where: str


class NotBeside(Reason, frozen=True, tag="not_beside"):
    """The hex does not touch the one where somebody stands."""

    hex: str
    here: str


class BidTooLow(Reason, frozen=True, tag="bid_too_low"):
    least: int


class NotNow(Reason, frozen=True, tag="not_now"):
    """The word belongs to another moment: `when` says to which, as `at Daybreak`."""

    when: str


class Word(NamedTuple):
    """A word of a game: the ways to type it, and what it does. In other `phases` than these it is
    never a move; `when` says which those are."""

    forms: tuple[str, ...]
    text: str
    when: str = ""
    phases: tuple[str, ...] = ()


Look: TypeAlias = Callable[[], State]
"""Shows the table as one seat may see it."""
Draw: TypeAlias = Callable[[State, Names, int], list[str]]
"""Shows something of the table, in so many columns."""
Bot: TypeAlias = Callable[[Look, tuple[Move, ...], Faces], Move]
"""Chooses a legal move from what its seat sees if it looks, with dice of its own."""


class Game(NamedTuple):
    """A game. All its functions are pure: `dice` give the faces that a move rolls. What each does
    is told here, and not again in every game."""

    name: str
    title: str
    players: tuple[int, int]
    """The fewest and the most."""
    load: Callable[[tuple[Path, ...]], Any]
    """The data of the game out of these folders, of which the first takes precedence. Raises Broken
    with what is wrong with a file."""
    begin: Callable[[Any, int, Faces], State]
    """The state after the set-up, for so many players."""
    list_legal_moves: Callable[[State], tuple[Move, ...]]
    """All moves of the one who must move, in the order of the menu; none once it is over."""
    apply: Callable[[State, Move, Faces], tuple[State, Events]]
    """The state after a move that is legal, and what happened."""
    name_cards: Callable[[Any], tuple[CardDeck, ...]]
    """The decks of its data, and how their cards are typed by who draws them by hand."""
    actor: Callable[[State], int]
    """The seat that must move."""
    hide: Callable[[State, int], State]
    """The state without what a seat may not know."""
    result: Callable[[State], Result | None]
    """How it ended; None while it goes on."""
    count_rounds: Callable[[State], int]
    """How many rounds (days) have begun."""
    describe_event: Callable[[State, Event, Names], str]
    """An event in a sentence, given the names at the seats."""
    describe_move: Callable[[State, Move], str]
    """A few words about a legal move, for the menu."""
    describe_choice: Callable[[State, Names], str]
    """What is asked of whoever must move, in a sentence."""
    describe_result: Callable[[State, Result, Names], str]
    """Who won and why, in a sentence."""
    find_refusal_reason: Callable[[State, Move], Reason | None]
    """Why typed words are no legal move, by the table as a seat sees it; None where no one rule is
    the reason. The first word is whole, the others may be beginnings."""
    describe_refusal_reason: Callable[[State, Reason], str]
    """A reason why a move is refused, in a clause."""
    words: dict[str, Word]
    """Every word that a move begins with, in the order of the help."""
    get_phase: Callable[[State], str]
    """What the table waits for, in the names that `Word.phases` uses."""
    list_things: Callable[[State, Names], dict[str, str]]
    """What can be looked up, by what is typed for it, each in a few sentences."""
    draw_table: Draw
    """The table, in characters."""
    looks: dict[str, Draw]
    """Words that only look, and what they show."""
    outline: Callable[[State, Names], str]
    """The table as SVG."""
    bots: dict[str, Bot]
    steps: tuple[str, ...] = ()
    """Words that begin a step of a way: several can be typed as one path."""
    amounts: tuple[str, ...] = ()
    """Those of them that name part of what is owed: what is too much does no harm."""
    shared: tuple[str, ...] = ()
    """Folders of data that it shares with other games."""
    rephrase: Callable[[State, Move], tuple[Move, ...]] = lambda _, words: (words,)
    """What was typed in the words of moves: one line or several. What it gives it leaves alone."""
    goes_on: Callable[[Event, Event], bool] = lambda _, __: False
    """True if the second of two events alone says enough, as the next step of one way."""
    has_secrets: bool = False
    """True if people at one terminal must not see each other's."""


@cache
def list_game_names() -> tuple[str, ...]:
    """The games there are: each is a folder with a `game_definition.py`."""
    folder = Path(__file__).parent / "games"
    names = (found.name for found in iter_modules([str(folder)]) if found.ispkg)
    games = (name for name in names if (folder / name / "game_definition.py").exists())
    return tuple(sorted(name.replace("_", "-") for name in games))


def find_game(typed: str) -> Game:
    """The game of this name, or of the only one that begins so. Raises Unknown."""
    folded = typed.strip().casefold().replace("_", "-").replace(" ", "-")
    names = list_game_names()
    fitting = [name for name in names if name == folded] or [
        name for name in names if folded and name.startswith(folded)
    ]
    if len(fitting) != 1:
        known = find_similar_words(folded, names) or names
        raise Unknown(
            f"There is no game «{typed}».",
            f"There are {join_words(names)}.",
            typed=typed,
            instead=known,
        )
    package = f"companion.parlour.games.{fitting[0].replace('-', '_')}"
    game: Game = import_module(f"{package}.game_definition").GAME
    return game


class Step(Struct, frozen=True):
    """A state at a choice (or at the end), what led to it, and the moves that are legal now."""

    state: State
    events: Events
    legal_moves: tuple[Move, ...]


def make_move(game: Game, state: State, move: Move, dice: Faces) -> Step:
    """Make a legal move, and every one after it that leaves no choice."""
    state, events = game.apply(state, move, dice)
    return make_forced_moves(game, state, dice, events)


def make_forced_moves(game: Game, state: State, dice: Faces, events: Events = ()) -> Step:
    """Make the moves that leave no choice, one by one."""
    while len(moves := game.list_legal_moves(state)) == 1:
        state, more = game.apply(state, moves[0], dice)
        events = (*events, *more)
    return Step(state, events, moves)


def begin_game(game: Game, data: Any, players: int, dice: Faces) -> Step:
    """A new game, at its first choice."""
    return make_forced_moves(game, game.begin(data, players, dice), dice)
