"""Tables of creatures with their figures, in `tables/creatures/`."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from companion.archive.listings import Listing
from companion.archive.tables import CREATURES
from companion.errant.creatures import Creature, Creatures
from companion.errant.movement import parse_movements
from companion.refusal import Malformed


class CreatureTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of creatures."""

    schema: Literal[1] = 1
    title: str = ""
    creatures: tuple[Creature, ...] = ()


def _list_creatures(table: CreatureTable) -> Creatures:
    return table.creatures


def _explain_creature(creature: Creature) -> Iterator[tuple[str, str]]:
    try:
        parse_movements(creature.mv)
    except Malformed as refusal:
        yield "mv", f"{refusal.message} {refusal.hint}"


CREATURE_TABLES = Listing(CREATURES, CreatureTable, "creatures", _list_creatures, _explain_creature)
