"""Short ways to type a move of The Hero's Journey: suits by one token or by letter, several at
once."""

import re

from companion.parlour.game import Move
from companion.parlour.games.heros_journey.data import SUITS, Suit
from companion.parlour.games.heros_journey.state import State
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import SINGLE

LETTERS = "mswlyk"
"""One for each suit; the wyrms leave theirs to the waves."""
_TAKE_SUITS = frozenset(
    (
        "pay", "expend", "trade", "add", "want", "gift", "extra", "instead", "stage", "two",
        "substitute", "any", "curse", "name", "give",
    )
)  # fmt: skip
"""The words that suits follow."""
_TOKENS = re.compile(rf"([1-9]?)([{LETTERS}])")


def find_suit(typed: str) -> int:
    """The suit of this name or letter, or of the only one that begins so; -1 for none."""
    if typed in SINGLE:
        return SINGLE.index(typed)
    if typed and typed in LETTERS:
        return LETTERS.index(typed)
    found = [n for n, suit in enumerate(SUITS) if typed and suit.startswith(typed)]
    return found[0] if len(found) == 1 else -1


def expand_shorthand(state: State, words: Move) -> tuple[Move, ...]:
    """A single token, as `leaf`, and a letter, as `y` or `2y`, are named by their suit; the tokens
    of a trade stand in the order of suits; a card is one word, as `ace-of-wyrms`; and what is
    expended in one line follows the choice to expend, a row that to travel."""
    phase = state.todo[0].kind if state.todo else ""
    words = tuple(" ".join(words).replace(" of ", "-of-").split())
    rows = tuple(word for word in words[1:] if word != "to")
    if words[:1] == ("travel",) and rows:
        return words[:1], ("to", *rows)
    by_letter = words[:1] and words[0] in _TAKE_SUITS and phase != "betray"
    named = [
        suit
        for word in words[1:]
        for suit in _expand_word_to_suits(word, by_letter=bool(by_letter))
    ]
    words = (*words[:1], *named)
    if words[:1] == ("trade",) and "for" in named:
        at = named.index("for")
        suits = [find_suit(each) for each in named[:at]]
        if min(suits, default=-1) >= 0:
            words = ("trade", *(SUITS[each] for each in sorted(suits)), *named[at:])
    if words[:1] == ("expend",) and named and phase == "failed":
        return words[:1], words
    return (words,)


def _expand_word_to_suits(word: str, *, by_letter: bool) -> tuple[str, ...]:
    """The suits that a word of one or more tokens means; any other word as it is."""
    if word in SINGLE:
        return (SUITS[SINGLE.index(word)],)
    found = _TOKENS.fullmatch(word) if by_letter else None
    if found is None:
        return (word,)
    suit: Suit = SUITS[LETTERS.index(found[2])]
    return (suit,) * int(found[1] or 1)
