"""Foes whom nobody knows yet are made and fought in one line, where their HP are said."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "fight 2 drowned monks hp 6 and an abbot hp 14",
            (
                'npc new "drowned monk" count 2 hp 6',
                "npc new abbot hp 14",
                'fight "drowned monk", abbot',
            ),
        ),
        ("we fight three eels, 4hp each", ("npc new eel count 3 hp 4", "fight eel")),
        ("fight a hermit hp 9 morale 8", ("npc new hermit hp 9 morale 8", "fight hermit")),
        ("fight clerk x2 hp 5", ("npc new clerk count 2 hp 5", "fight clerk")),
        ("fight 3 thieves hp 5", ("npc new thief count 3 hp 5", "fight thief")),
        (
            "four frogmen with 5 hp each jump them",
            ("npc new frogman count 4 hp 5", "fight frogman"),
        ),
        (
            "ok 4 frogmen, 5 hp each, they attack!",
            ("npc new frogman count 4 hp 5", "fight frogman"),
        ),
        ("right, we get jumped by two eels hp 3", ("npc new eel count 2 hp 3", "fight eel")),
        ("an ogre with 20 hp charges us", ("npc new ogre hp 20", "fight ogre")),
        ("fight 2 witches hp 8", ("npc new witch count 2 hp 8", "fight witch")),
        (
            "four skeletons climb out of the font, 5 hp each, fight's on",
            ("npc new skeleton count 4 hp 5", "fight skeleton"),
        ),
        (
            "two skeletons with spears stand up, 5 hp each",
            ("npc new skeleton count 2 hp 5", "fight skeleton"),
        ),
        ("three cultists burst in, 4 hp a head", ("npc new cultist count 3 hp 4", "fight cultist")),
        (
            "a big goblin with 11 hp comes out of the dark",
            ('npc new "big goblin" hp 11', 'fight "big goblin"'),
        ),
        ("a big eel attacks, 14 hp", ('npc new "big eel" hp 14', 'fight "big eel"')),
        ("ambush, three raiders with 6 hp", ("npc new raider count 3 hp 6", "fight raider")),
        ("two ghouls, 8 hp each, start a fight", ("npc new ghoul count 2 hp 8", "fight ghoul")),
    ],
)
def test_each_sort_is_made_and_the_fight_begins(
    table: Table, typed: str, lines: tuple[str, ...]
) -> None:
    assert table.desk.split_line_into_commands(typed) == lines
    for line in lines:
        table.done(line)
    assert table.desk.campaign.book.combatants


@pytest.mark.parametrize(
    "typed",
    [
        "fight 2 drowned monks",  # how hardy they are is not said
        "fight 2 drowned monks hp 6 and an abbot",
        "fight 3 goblins hp 4",  # a creature has HP of its own
        "fight harl hp 4",
        "fight",
        "next fight 2 drowned monks hp 6",
        "a wolf attacks bree with 5 hp",  # those are hers
        "two villagers come along with us, 4 hp each",
        "a skeleton drops dead, 5 hp",
    ],
)
def test_who_is_known_or_has_no_hp_is_not_made(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


def test_players_make_nobody(tmp_path: Path) -> None:
    players = Table(tmp_path, seat="caller", whole_words=False)
    assert players.desk.split_line_into_commands("fight 2 drowned monks hp 6") == (
        "fight 2 drowned monks hp 6",
    )


def test_in_a_fight_they_join_it(table: Table) -> None:
    table.done("fight goblin x3 surprise none")
    lines = table.desk.split_line_into_commands("a bog hag wades in, eighteen hp")
    assert lines == ('npc new "bog hag" hp 18', 'fight add "bog hag"')
    table.done(*lines)
    refused = table.refused("two more goblins burst in, 6 hp each")
    assert refused.hint == "Try: fight add goblins x2"
