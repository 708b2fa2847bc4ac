"""Renown in Version 4: what a player's things count, who wins, and the result."""

from companion.parlour.common_rules_and_sentences import list_seats_with_highest_key
from companion.parlour.game import Result
from companion.parlour.games.version_4.mana import count_mana
from companion.parlour.games.version_4.state import Player, State


def count_renown(state: State, player: Player) -> int:
    """What a player's coins, mana, army, markers and relics count."""
    return sum(compute_renown_parts(state, player).values())


def compute_renown_parts(state: State, player: Player) -> dict[str, int]:
    """A player's renown by its parts, as the final score counts them."""
    data, counts = state.data, state.data.figures.renown
    return {
        "coins": player.coins // counts.coins_per_point,
        "mana": counts.mana * count_mana(player),
        "army": counts.strength * sum(data.creatures_by_id[each].strength for each in player.army),
        "dungeons": counts.dungeon * player.markers,
        "relics": sum(data.treasures_by_id[each].renown for each in player.relics),
    }


def find_winners(state: State) -> tuple[int, ...]:
    """Who wins: most renown, then markers, mana and coins; one alone by enough renown."""
    if len(state.players) == 1:
        renown = count_renown(state, state.players[0])
        return (0,) if renown >= state.data.figures.solo_target else ()
    keys = [
        (count_renown(state, player), player.markers, count_mana(player), player.coins)
        for player in state.players
    ]
    return list_seats_with_highest_key(keys)


def get_result(state: State) -> Result | None:
    """How a game of Version 4 ended, with the scores; None while it goes on."""
    if state.phase != "over":
        return None
    scores = tuple(
        {
            "renown": count_renown(state, player),
            "markers": player.markers,
            "mana": count_mana(player),
            "coins": player.coins,
        }
        for player in state.players
    )
    parts = tuple(compute_renown_parts(state, player) for player in state.players)
    return Result(state.winners, "renown", scores, parts)
