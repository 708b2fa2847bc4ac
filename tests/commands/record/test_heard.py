"""What the others hear of a Turn: its outcome, as the answer has it."""

from pathlib import Path

import pytest

from companion.errant.happenings import Burned, EffectRanDown, LeftLightBurned
from companion.reports.journal import ExternalWord
from tests.commands.table import Table
from tests.desk.a_desk import heard


@pytest.fixture
def player(table: Table, tmp_path: Path) -> Table:
    """Another seat."""
    table.done("done")
    found = Table(tmp_path)
    found.done("as mapper")
    found.desk.take_in_external_changes()
    return found


def hear(player: Table) -> list[ExternalWord]:
    return list(heard(player.desk).words)


def test_others_hear_what_burned_and_what_ran_down(table: Table, player: Table) -> None:
    table.done("next search =3")
    (word,) = hear(player)
    assert word.outcome == "3 burn"
    burned = {
        (each.errant, each.before, each.burn) for each in word.happened if isinstance(each, Burned)
    }
    assert burned == {("ondine", 3, 2), ("wim", 1, 0)}
    ran = [each.depletion for each in word.happened if isinstance(each, EffectRanDown)]
    assert ran == [1], "the miracle; the oil is the lantern's Burn"
    assert len(word.happened) == 3


def test_others_hear_what_burned_where_it_was_left(table: Table, player: Table) -> None:
    table.done("leave wim torch")
    player.desk.take_in_external_changes()
    table.done("next search =3")
    (word,) = hear(player)
    left = [each for each in word.happened if isinstance(each, LeftLightBurned)]
    assert [(each.before, each.burn) for each in left] == [(1, 0)]


def test_others_hear_what_waits(table: Table, player: Table) -> None:
    table.done("next search =2")
    assert [word.waits for word in hear(player)] == ["rest"]
    table.done("rest", "next! creep on =1")
    assert [word.waits for word in hear(player)] == ["", "encounter"]
    table.done("next! look =6")
    assert [word.waits for word in hear(player)] == [""]


def test_what_is_put_out_by_hand_has_not_burned(table: Table, player: Table) -> None:
    table.done("snuff ondine")
    assert [word.happened for word in hear(player)] == [()]


def test_others_hear_that_what_was_told_is_taken_back(table: Table, player: Table) -> None:
    table.done("next! creep on =1", "encounter =2", "tell", "undo")
    *_, undone = hear(player)
    assert undone.of == ("tell",)
    assert undone.told
    assert undone.told[0].startswith("A pale pike")
    assert len(undone.of_numbers) == 1


def test_a_secret_that_is_taken_back_is_not_told_by_that(table: Table, player: Table) -> None:
    table.done("next! creep on =1", "encounter =2", "undo")
    assert [word.told for word in hear(player) if word.is_step] == []
