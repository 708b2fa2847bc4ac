"""An Errant with an Encumbrance of 8 or greater is incapable of doing anything (Encumbrance)."""

import pytest

from tests.commands.table import Table

ACTIONS = [
    "check bree phys =9",
    "check bree phys vs wim phys =9,9",
    "check wim phys vs bree phys =9,9",
    "check bree phys ?",
    "save bree mind =9",
    "use bree torch-oil",
    "light bree torch",
    "snuff bree candle",
    "fetch bree bedroll",
    "declare bree climbs",
    "talk harl giving by bree =9",
]
TRAVEL = ["watch bree", "watch bree wim", "sleep watch bree", "sleep watch bree wim"]
DOWNTIME = ["court harl by bree up =3,4", "court harl bree up =3,4"]


@pytest.fixture
def table(table: Table) -> Table:
    """Bree holds a lit candle, and carries an idol that nobody can carry."""
    table.done("npc new Harl", "react harl is 7", "talk harl", "talk harl banal by ondine")
    table.done("give bree candle uses 2", "light bree candle", "give bree torch-oil uses 3")
    table.done("give! bree idol slots 20")
    return table


def require_overrulable(table: Table, line: str) -> None:
    """The line is refused for the load alone, and goes through with `!`."""
    refused = table.refused(line)
    assert refused.message.startswith("Bree Tanner's Encumbrance is ")
    assert refused.message.endswith(": they can do nothing.")
    word, _, rest = line.partition(" ")
    table.done(f"{word}! {rest}")


@pytest.mark.parametrize("line", ACTIONS)
def test_who_can_do_nothing_acts_in_no_word(line: str, table: Table) -> None:
    require_overrulable(table, line)


@pytest.mark.parametrize("line", TRAVEL)
def test_who_can_do_nothing_keeps_no_watch(line: str, table: Table) -> None:
    table.done("out!", "turn!")
    require_overrulable(table, line)


@pytest.mark.parametrize("line", DOWNTIME)
def test_who_can_do_nothing_courts_nobody(line: str, table: Table) -> None:
    table.done("out!", "out!", "zoom! downtime", "next =6")
    require_overrulable(table, line)


@pytest.mark.parametrize(
    "line", ["drop bree idol", "stash bree idol", "leave bree candle", "eat bree", "slots bree"]
)
def test_what_lightens_the_load_or_only_looks_is_done(line: str, table: Table) -> None:
    table.done(line)


@pytest.mark.parametrize("line", ["check bree phys =9", "save bree mind =9", "use bree torch-oil"])
def test_below_encumbrance_8_they_act(line: str, table: Table) -> None:
    table.done("drop bree idol", line)
