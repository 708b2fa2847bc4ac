"""A new Errant's first pack (Errants, Select Starting Equipment; sizes are those of the price
tables)."""

import pytest

from companion.errant.company import Errant
from companion.reports.packs import OutfitReport
from tests.commands.table import Table

EVERYBODY = {
    "bedroll": (1, 0.5, None),
    "torch": (1, 0.5, 2),
    "rope": (1, 0.5, None),
    "mess kit": (1, 0.5, None),
    "tinderbox": (1, 0.25, None),
    "rations": (1, 0.25, 1),
    "waterskin": (1, 0.25, None),
}
"""How many, slots of each, uses."""
MEDIUM_WEAPON = (1, 1, None)
HEAVY_WEAPON = (1, 2, None)


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, and Nell with nothing but a backpack."""
    table.done("errant add Nell phys 12")
    return table


def nell(table: Table) -> Errant:
    return table.get_errant("nell")


def carried(table: Table) -> dict[str, tuple[int, float, int | None]]:
    return {item.name: (item.count, item.slots, item.uses_left) for item in nell(table).items}


@pytest.mark.parametrize(
    ("line", "own"),
    [
        ("violent", {"medium weapon": MEDIUM_WEAPON, "heavy weapon": HEAVY_WEAPON}),
        ("violent mace", {"mace": MEDIUM_WEAPON, "heavy weapon": HEAVY_WEAPON}),
        ("violent mace, longbow", {"mace": MEDIUM_WEAPON, "longbow": HEAVY_WEAPON}),
        ("violent small shield", {"medium weapon": MEDIUM_WEAPON, "small shield": (1, 1, None)}),
        ("violent spear, large shield", {"spear": MEDIUM_WEAPON, "large shield": (1, 2, None)}),
        ("deviant", {"medium weapon": MEDIUM_WEAPON, "burglar's tools": (1, 1, None)}),
        (
            "deviant composite bow, alchemist's kit, ammunition",
            {
                "composite bow": MEDIUM_WEAPON,
                "alchemist's kit": (1, 1, None),
                "ammunition": (1, 1, 2),
            },
        ),
        ("occult", {"medium weapon": MEDIUM_WEAPON, "grimoire": (4, 0.25, None)}),
        ("zealot", {"medium weapon": MEDIUM_WEAPON, "relic": (1, 1, None)}),
        ("The-Zealot mace", {"mace": MEDIUM_WEAPON, "relic": (1, 1, None)}),
    ],
)
def test_each_archetype_starts_with_its_own_beside_what_everybody_has(
    table: Table, line: str, own: dict[str, tuple[int, float, int | None]]
) -> None:
    report = table.read(OutfitReport, f"outfit nell {line}")
    assert carried(table) == {**EVERYBODY, **own}
    assert (nell(table).supply, nell(table).backpack) == (4, True)
    assert {each.name: each.quantity for each in report.things} == {
        name: count for name, (count, _, _) in carried(table).items()
    }
    table.done("undo")
    assert (nell(table).items, nell(table).supply) == ((), 0)


@pytest.mark.parametrize(("shield", "blocks"), [("small shield", 4), ("large shield", 6)])
def test_a_shield_has_its_blocks(table: Table, shield: str, blocks: int) -> None:
    table.done(f"outfit nell violent {shield}")
    assert {item.name: item.blocks for item in nell(table).items}[shield] == blocks


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nell", "As what?"),
        ("nell wizard", "«wizard» is no Archetype."),
        ("nobody violent", "There is no Errant «nobody»."),
        ("bree violent", "Bree Tanner carries things already."),
        ("nell violent grimoire", "«grimoire» cannot be chosen"),
        ("nell occult large shield", "«large shield» cannot be chosen"),
        ("nell violent mace, spear", "«spear» cannot be chosen"),
        ("nell violent small shield, large shield", "«large shield» cannot be chosen"),
        ("nell violent crown of thorns", "«crown of thorns» cannot be chosen"),
    ],
)
def test_what_nobody_starts_with_is_refused(table: Table, line: str, says: str) -> None:
    assert table.refused(f"outfit {line}").message.startswith(says)


def test_the_guide_may_outfit_somebody_twice(table: Table) -> None:
    table.done("outfit nell violent", "outfit! nell violent")
    assert carried(table)["heavy weapon"][0] == 2
    assert nell(table).supply == 8


def test_what_could_have_been_chosen_is_told(table: Table) -> None:
    assert table.read(OutfitReport, "outfit nell deviant").others == ("alchemist's kit",)


def test_the_archetype_is_kept_unless_another_was_said(table: Table) -> None:
    table.done("outfit nell deviant")
    assert nell(table).archetype == "deviant"
    table.done("outfit! nell violent")
    assert nell(table).archetype == "deviant"
