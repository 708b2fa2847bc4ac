"""What an attempt at the next Stage needs in The Hero's Journey, and what a Hero lacks for it."""

from msgspec import Struct

from companion.parlour.games.heros_journey.data import LAST_STAGE
from companion.parlour.games.heros_journey.state import Hero, State
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    count_resources,
    list_stage_suits,
)


def list_matching_cards(state: State, hero: Hero) -> list[int]:
    """Encounter cards that bear both suits of the next Stage; none leads to the Ending."""
    matching = state.data.cards_matching_stage.get(hero.stage + 1, ())
    return [card for card in hero.encounter_cards if card in matching]


def can_attempt(state: State, hero: Hero) -> bool:
    """True if the Hero can make an attempt at the next Stage now."""
    return hero.stage < LAST_STAGE and find_attempt_shortfall(state, hero) is None


class Shortfall(Struct, frozen=True):
    """What an attempt lacks: suits for the `stake`, suits `missing` after it, or the number that it
    `needs` for what there is."""

    stake: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    needs: int = 0
    has: int = 0


def count_resources_after_stake(state: State, hero: Hero) -> int:
    """What is left after the stake, in the suits of the next Stage; each card counts once."""
    suits = list_stage_suits(state, hero, hero.stage + 1)
    worth = [state.data.card_worths_by_suit[suit] for suit in suits]
    cards = sum(max(each[card] for each in worth) for card in hero.encounter_cards)
    return sum(hero.tokens[suit] - 1 for suit in suits) + cards


def find_attempt_shortfall(state: State, hero: Hero) -> Shortfall | None:
    """What an attempt at the next Stage lacks: the stake must be paid, and what is left must reach
    the Stage, with each suit still there. None if nothing is lacking, or there is no next Stage."""
    if hero.stage >= LAST_STAGE:
        return None
    suits = list_stage_suits(state, hero, hero.stage + 1)
    if stake := tuple(suit for suit in suits if not hero.tokens[suit]):
        return Shortfall(stake)
    missing = tuple(suit for suit in suits if count_resources(state.data, hero, suit) < 2)
    left = count_resources_after_stake(state, hero)
    lacks = missing or left < hero.stage + 1
    return Shortfall((), missing, hero.stage + 1, left) if lacks else None
