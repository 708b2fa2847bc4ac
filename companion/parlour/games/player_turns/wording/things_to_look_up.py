"""What can be looked up in Heroes, Cities and Mines, each in a sentence."""

from collections.abc import Sequence

from companion.parlour.common_rules_and_sentences import format_count
from companion.parlour.game import Names
from companion.parlour.games.player_turns.data import Row
from companion.parlour.games.player_turns.state import State
from companion.parlour.games.player_turns.wording.descriptions import (
    count_die_faces_for_row,
    describe_defence,
    describe_guardians,
    describe_item,
    describe_tile,
)
from companion.values_with_ids import make_slug


def describe_things_to_look_up(state: State, names: Names) -> dict[str, str]:
    """What can be looked up: Tiles, Cities, Heroes and what is met."""
    figures, format_tile = state.data.figures, state.data.format_tile_coordinates
    things = {
        format_tile(tile): f"{format_tile(tile)}: {describe_tile(state, tile) or 'nothing'}."
        for tile in range(len(state.monsters))
    }
    for city in state.cities:
        tier = figures.tiers[city.tier]
        things[city.typed_name] = (
            f"{city.name} of {names[city.owner]}, at {format_tile(city.tile)}: {tier.name}, "
            f"{format_count(tier.income, 'coin')} a Day, "
            f"{'Ramparts' if city.ramparts else 'no Ramparts'}; in a Battle "
            f"{describe_defence(state, city)}."
        )
    for hero in state.heroes:
        things[hero.typed_name] = (
            f"{hero.name} of {names[hero.owner]}, at {format_tile(hero.tile)}: army "
            f"{hero.army}{''.join(f', {describe_item(state, item)}' for item in hero.items)}."
        )
    for tier in figures.tiers:
        things[make_slug(tier.name)] = (
            f"{tier.name}: a tier of Cities, {format_count(tier.income, 'coin')} a Day, "
            f"{tier.renown} renown{f', {tier.price} coins to build' if tier.price else ''}."
        )
    things["monster"] = f"A Monster, of ten: {_describe_table_rows(figures.monsters)}."
    things["mine"] = f"A mine brings 1 coin a Day; {describe_guardians(state)}."
    things["cache"] = f"A cache of coins, of ten: {_describe_table_rows(figures.caches)}."
    things["item"] = "An Item adds its dice to its Hero's in a Battle: one of each type counts."
    return things


def _describe_table_rows(rows: Sequence[Row]) -> str:
    """The rows of a table, each with its chance."""
    does = {
        "hard-fight": "{} fight", "fight": "{} fight", "bribe": "up to {} join for coins",
        "defect": "up to {} join for nothing", "small": "{} coins", "large": "{} coins",
    }  # fmt: skip
    return "; ".join(
        f"{count_die_faces_for_row(row)} times "
        f"{does.get(row.result, row.result).format(row.number)}"
        for row in rows
    )
