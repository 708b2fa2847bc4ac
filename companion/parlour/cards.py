"""Piles of cards: shuffled with dice that anybody can roll, and drawn from the end."""

from typing import TypeVar

from companion.dice.faces import Faces

C = TypeVar("C")
Pile = tuple[C, ...]


def shuffle_cards(cards: Pile[C], dice: Faces) -> Pile[C]:
    """The cards in another order. For i = n down to 2, card i and the card at the face of a die of
    i sides change places: n - 1 faces for n cards."""
    order = list(cards)
    for last in range(len(order), 1, -1):
        at = dice.face(last) - 1
        order[last - 1], order[at] = order[at], order[last - 1]
    return tuple(order)


def draw_card(pile: Pile[C], discards: Pile[C], dice: Faces) -> tuple[C | None, Pile[C], Pile[C]]:
    """The last card of a pile, and what is left of pile and discards, which become the pile where
    it is empty. None if there is no card at all."""
    if not pile:
        pile, discards = shuffle_cards(discards, dice), ()
    if not pile:
        return None, (), ()
    return pile[-1], pile[:-1], discards
