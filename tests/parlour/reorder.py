"""Cards in another order, for tests."""

from random import Random


def reorder(cards: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    return tuple(chance.sample(cards, len(cards)))
