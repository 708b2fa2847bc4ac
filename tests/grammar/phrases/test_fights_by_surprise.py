"""A fight that begins by surprise, told in clauses: who surprises whom is said with it, and what is
done first comes after it."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("surprise"), whole_words=False)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("fight 4 goblins, goblins surprise us", ("fight goblin x4 surprise npcs",)),
        ("4 goblins attack, party is surprised", ("fight goblin x4 surprise npcs",)),
        ("its 4 goblins, they jump the party from behind", ("fight goblin x4 surprise npcs",)),
        ("4 goblins attack, the party is surprised", ("fight goblin x4 surprise npcs",)),
        ("a gnoll attacks, the company is caught off guard", ("fight gnoll surprise npcs",)),
        ("4 goblins come in and jump the party", ("fight goblin x4 surprise npcs",)),
        ("four goblins jump us", ("fight goblin x4 surprise npcs",)),
        ("two gnolls jump us out of the reeds", ("fight gnoll x2 surprise npcs",)),
        ("2 goblins sneak up on the camp", ("fight goblin x2 surprise npcs",)),
        ("a goblin drops on us from the ceiling", ("fight goblin surprise npcs",)),
        ("3 goblins, the players are surprised", ("fight goblin x3 surprise npcs",)),
        ("3 goblins come in, we surprise the goblins", ("fight goblin x3 surprise company",)),
        ("3 goblins, we're surprised", ("fight goblin x3 surprise npcs",)),
        ("3 goblins attack, nobody is surprised", ("fight goblin x3 surprise none",)),
        ("a gnoll attacks, we surprise it", ("fight gnoll surprise company",)),
        ("they meet 3 goblins and ambush them", ("fight goblin x3 surprise company",)),
        ("the party meets a gnoll and surprises it", ("fight gnoll surprise company",)),
        (
            "two goblins come out of the crypt, they're surprised",
            ("fight goblin x2 surprise company",),
        ),
        (
            "2 goblins at the stair, party surprises them, bree hits g1",
            ("fight goblin x2 surprise company", "bree hits g1"),
        ),
    ],
)
def test_who_surprises_whom_is_said_with_the_fight(
    table: Table, typed: str, lines: tuple[str, ...]
) -> None:
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed", ["bree lights a torch, we're surprised", "they find a cup, they're surprised"]
)
def test_any_other_surprise_begins_no_fight(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


def test_in_a_fight_nobody_begins_another(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "fight goblin x2 surprise none")
    typed = "2 goblins attack, we're surprised"
    assert not any("surprise npcs" in each for each in table.desk.split_line_into_commands(typed))
