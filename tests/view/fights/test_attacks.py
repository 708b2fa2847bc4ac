"""Attack Rolls as people read them."""

from pathlib import Path

import pytest

from tests.commands.table import Table
from tests.view.replies import lines

GNOLLS = ('npc "gnoll pack" gnoll count 3', "npc gnoll-pack met yes")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company, and three gnolls."""
    table = Table(tmp_path)
    table.done(*GNOLLS)
    return table


def test_one_attack_roll_is_a_line_and_its_steps_another(table: Table) -> None:
    said = lines(table, "attack bree on gnoll enhance 1 =6")
    assert said[0] == "Bree on Gnoll pack (bell hammer): D8 → D10 shows 6, +1: 7 damage."
    assert said[1] == "  Steps: enhanced +1."
    assert "Secret: Gnoll pack: 3 of 3 stand, 1 has HP 7, HP 14 else." in said


def test_several_attack_rolls_with_the_same_dice_are_a_line(table: Table) -> None:
    said = lines(table, "attack gnoll on wim x2 =1,2,3,3")
    assert said[0] == "Gnoll pack on Wim: 3 and 6 damage."
    assert said[1] == "  claws 2D4 show 1 + 2 and 3 + 3."
    assert said[2] == "Wim takes 3 and 6 damage: HP 1 of 10."
    assert "Wim may act at once." in said


def test_dice_of_1_show_nothing(table: Table) -> None:
    said = lines(table, "attack corvin with unarmed on gnoll")
    assert said[0] == "Corvin on Gnoll pack (bare hands): D4 → 1: 1 damage."


def test_players_read_the_damage_alone(table: Table) -> None:
    said = lines(table, "attack gnoll on wim =1,2", guide=False)
    assert said[0] == "Gnoll pack on Wim: 3 damage."
    assert not any("Secret" in line or "2D4" in line for line in said)


def test_a_gambit_is_a_line(table: Table) -> None:
    said = lines(table, "attack bree gnoll gambit 4 to trip it =6,4")
    assert "Gambit of 4, to trip it: save D20 4 at DV 4 (5 to 10 saves) fails, it works." in said
    seen = lines(table, "attack bree gnoll gambit 4 =6,5", guide=False)
    assert "Gambit of 4: save D20 5 is withstood." in seen
    assert "Gnoll pack 1 may act at once." in seen
    said = lines(table, "attack bree gambit 4 =6")
    assert "Gambit of 4: the target saves at DV 4." in said


def test_a_save_against_a_gambit_that_nobody_has_rolled_is_said_to_wait(table: Table) -> None:
    said = lines(table, "attack gnoll on bree x1 gambit 2 to trip =4,3")
    (line,) = [each for each in said if each.startswith("Gambit")]
    assert "saves at DV 2, not rolled yet: save bree phys dv 2." in line
    assert table.done("save bree phys dv 2").ok


def test_the_last_of_a_group_has_no_others_beside_them(table: Table) -> None:
    table.done("hurt gnoll 1 14", "hurt gnoll 2 14")
    assert "Secret: Gnoll pack: 1 of 3 stand, HP 12." in lines(table, "attack bree gnoll =1")


def test_blocks_and_a_piece_to_be_named_are_told(table: Table) -> None:
    said = lines(table, "attack gnoll on bree with bite blocks 1 mail =4,2")
    assert "  1 Block of the mail, 7 left." in said
    table.done("give bree helmet worn")
    said = lines(table, "attack! gnoll on bree with bite =6,6")
    names = "quality bree mail -1 or quality bree helmet -1"
    assert f"Bree loses 2 Quality off armour that you name: {names}" in said


def test_the_odds_are_told_before_anybody_rolls(table: Table) -> None:
    table.done("hp bree 4")
    assert lines(table, "attack gnoll on bree ?")[:5] == [
        "Gnoll pack on Bree: 2D4, 2 to 8 damage, 5 on average.",
        "Bree, HP 4: 0 HP 81 %; out of action 51 %; a wound 62 %.",
        "  By row of the wounds: 1 (25 %), 2 (19 %), 3 (12 %), 4 (6 %).",
        "  blocks 1: 2 damage; −2 Quality for sure.",
        "  Bree wears mail 8 Blocks, Quality 2.",
    ]
    seen = lines(table, "attack gnoll on bree ?", guide=False)
    assert seen[0] == "Gnoll pack on Bree: the Guide knows the chances."


def test_the_odds_of_a_bow_tell_its_range(table: Table) -> None:
    said = lines(table, "attack wim on gnoll far ?")
    assert "  Range 80, extended 160 (far)." in said
    assert any(line.startswith("Secret: Gnoll pack, HP 14: beaten") for line in said)
