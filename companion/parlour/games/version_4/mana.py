"""Mana of six colours, ready and spent, in Version 4."""

from msgspec.structs import replace

from companion.parlour.common_rules_and_sentences import replace_element
from companion.parlour.games.version_4.data import Data, Mana
from companion.parlour.games.version_4.state import Player, State


def add_mana_of_colour(mana: Mana, at: int, by: int) -> Mana:
    """Mana by colours with so much more, or below 0 less, of the one at this position."""
    return replace_element(mana, at, mana[at] + by)


def recover_mana(player: Player, at: int, number: int) -> Player:
    """So much of one colour from spent to ready; there is as much."""
    return replace(
        player,
        ready=add_mana_of_colour(player.ready, at, number),
        spent=add_mana_of_colour(player.spent, at, -number),
    )


def spend_mana(player: Player, at: int, number: int) -> Player:
    """So much of one colour from ready to spent; there is as much."""
    return recover_mana(player, at, -number)


def gain_mana(player: Player, at: int, number: int) -> Player:
    """So much more of one colour, ready."""
    return replace(player, ready=add_mana_of_colour(player.ready, at, number))


def lose_mana(player: Player, at: int) -> Player:
    """One of a colour less: a ready one if there is one, else a spent one."""
    if player.ready[at]:
        return gain_mana(player, at, -1)
    return replace(player, spent=add_mana_of_colour(player.spent, at, -1))


def count_mana(player: Player) -> int:
    """All mana of a player, ready and spent."""
    return sum(player.ready) + sum(player.spent)


def list_losable_colours(player: Player, allowed: tuple[int, ...]) -> list[int]:
    """The colours of which one can be lost now: ready ones go before spent ones."""
    ready = [at for at in allowed if player.ready[at]]
    return ready or [at for at in allowed if player.spent[at]]


def measure_mana_worth(data: Data, player: Player, colour: str) -> int:
    """What all ready mana is worth against a colour that was shown."""
    shown, figures = data.colour_positions[colour], data.figures
    return sum(
        number * (figures.match_worth if at == shown else 1)
        for at, number in enumerate(player.ready)
    )


def replace_player(state: State, seat: int, player: Player) -> State:
    """The table with this player at a seat."""
    return replace(state, players=replace_element(state.players, seat, player))
