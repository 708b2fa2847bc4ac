"""Piles of cards: shuffled with dice that anybody can roll, and drawn from the end. Who plays with
cards of their own names those that they draw."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from companion.dice.face_sources import Faces, HandFaces
from companion.refusal import Ambiguous, Impossible, Unknown, join_words, suggest_similar_words
from companion.values_with_ids import make_slug

C = TypeVar("C")
Pile = tuple[C, ...]
_MOST_LISTED = 6


class CardDeck(NamedTuple):
    """The cards of one back: how each is typed, by its number."""

    name: str
    words: dict[int, str]
    is_secret: bool = False
    """True if some of them lie in hidden hands, so that a pile's own are nobody's to know."""


class TypedDraws(HandFaces):
    """Faces that were rolled and cards that were drawn by hand, each in its order. What is not
    named comes from `seeded`, and every shuffle does."""

    __slots__ = ("_cards", "_secret", "_words", "seeded")

    def __init__(
        self, faces: Sequence[int], cards: Sequence[str], decks: Sequence[CardDeck], seeded: Faces
    ) -> None:
        super().__init__(faces, then=seeded)
        self.seeded = seeded
        self._cards = list(cards)
        self._words = {deck.name: deck.words for deck in decks}
        self._secret = {deck.name for deck in decks if deck.is_secret}

    def locate_next_named_card(self, deck: str, pile: Pile[int]) -> int | None:
        """Where the next named card of this deck lies in a pile; None if none is named. The name is
        used up by it. Raises Impossible if the pile does not hold it."""
        words = self._words[deck]
        known = set(words.values())
        named = next((word for word in self._cards if word in known), None)
        if named is None:
            return None
        at = next((at for at, card in enumerate(pile) if words[card] == named), None)
        if at is None:
            held = sorted({words[card] for card in pile})
            listed = join_words(held[:_MOST_LISTED], "or") + (" …" if held[_MOST_LISTED:] else "")
            raise Impossible(
                f"«{named}» is not among the cards that can be drawn now.",
                "" if deck in self._secret else f"It could be {listed}.",
            )
        self._cards.remove(named)
        return at

    def require_no_faces_left(self) -> None:
        """Raise Impossible if faces or cards are left over."""
        super().require_no_faces_left()
        if self._cards:
            raise Impossible(
                f"«{self._cards[0]}» is not drawn by this.",
                "Name the cards that are drawn, in their order.",
            )


def resolve_typed_card(typed: str, decks: Sequence[CardDeck]) -> str:
    """The word of the card that is meant: all of it, or the beginning of it or of one of its parts
    if that fits no other. Raises Unknown, or Ambiguous."""
    wanted = make_slug(typed)
    words = dict.fromkeys(word for deck in decks for word in deck.words.values())
    if wanted in words:
        return wanted
    fitting = [word for word in words if wanted and word.startswith(wanted)] or [
        word for word in words if wanted and f"-{wanted}" in word
    ]
    if not fitting:
        raise Unknown(f"There is no card «{typed}».", suggest_similar_words(wanted, list(words)))
    if len(fitting) > 1:
        listed = join_words(fitting[:_MOST_LISTED], "or")
        raise Ambiguous(f"The card «{typed}» could be {listed}.")
    return fitting[0]


def shuffle_cards(cards: Pile[C], dice: Faces) -> Pile[C]:
    """The cards in another order. For i = n down to 2, card i and the card at the face of a die of
    i sides change places: n - 1 faces for n cards."""
    dice = get_shuffling_dice(dice)
    order = list(cards)
    for last in range(len(order), 1, -1):
        at = dice.face(last) - 1
        order[last - 1], order[at] = order[at], order[last - 1]
    return tuple(order)


def get_shuffling_dice(dice: Faces) -> Faces:
    """The dice that a shuffle uses: never those rolled by hand."""
    return dice.seeded if isinstance(dice, TypedDraws) else dice


def take_card(pile: Pile[int], dice: Faces, deck: str, top: int = -1) -> tuple[int, Pile[int]]:
    """The top card of a pile that has some, or the one drawn by hand; and what is left of it."""
    at = dice.locate_next_named_card(deck, pile) if isinstance(dice, TypedDraws) else None
    if at is None:
        at = top % len(pile)
    return pile[at], pile[:at] + pile[at + 1 :]


def take_cards(
    pile: Pile[int], number: int, dice: Faces, deck: str, top: int = -1
) -> tuple[Pile[int], Pile[int]]:
    """So many cards in the order drawn, fewer if there are no more; and what is left."""
    drawn: Pile[int] = ()
    for _ in range(min(number, len(pile))):
        card, pile = take_card(pile, dice, deck, top)
        drawn = (*drawn, card)
    return drawn, pile


def draw_card(
    pile: Pile[int], discards: Pile[int], dice: Faces, deck: str
) -> tuple[int | None, Pile[int], Pile[int]]:
    """The top card of a pile, and what is left of pile and discards, which become the pile where it
    is empty. None if there is no card at all."""
    if not pile:
        pile, discards = shuffle_cards(discards, dice), ()
    if not pile:
        return None, (), ()
    card, pile = take_card(pile, dice, deck)
    return card, pile, discards
