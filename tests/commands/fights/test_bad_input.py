"""Bad input in a fight: one sentence, a line that works, and nothing changed."""

import pytest

from tests.commands.table import Table
from tests.hints import copy_desk, list_hinted_lines


@pytest.fixture
def table(table: Table) -> Table:
    """Bree in mail, a helmet in her pack; three gnolls, one of them beaten; Ondine dead, Corvin
    away; Wim with a dagger in his pack."""
    table.done("errant edit bree archetype violent", "errant edit wim archetype deviant")
    table.done("drop bree saint", "give bree helmet pack", "give wim dagger pack")
    table.done("wound ondine 12", "away corvin", "light bree torch")
    table.done("fight gnoll x3 surprise none", "hurt gnolls 2 14", "hurt wim 8")
    return table


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("attack gnolls on bree blocks 9 mail", "The mail has 8 Blocks left, not 9."),
        ("attack gnolls on bree x2 blocks 5 mail", "8 Blocks left, not 5 for each of 2"),
        ("attack gnolls on wim blocks 1", "Wim the Lesser has none, not 1."),
        ("attack bree on gnolls blocks 2", "Nobody keeps the Blocks of Gnolls."),
        ("block bree mail 9", "mail has 8 Blocks left."),
        ("hurt bree d8 blocks 9 mail", "mail has 8 Blocks left."),
        ("attack gnolls on bree blocks 1 helmet", "helmet is not worn."),
        ("attack gnolls on bree blocks 1 hat", "wears no «hat»."),
        ("hurt bree d8 blocks 1 helmet", "helmet is not worn."),
        ("block bree helmet", "helmet is not worn."),
        ("attack wim on gnolls with dagger", "has the dagger in the pack."),
        ("attack wim on gnolls with pike", "carries no «pike»."),
        ("attack bree on gnolls =9", "A d8 has no 9."),
        ("attack bree on gnolls =0", "A d8 has no 0."),
        ("attack bree on gnolls enhance 1 =11", "A d10 has no 11."),
        ("attack gnolls on bree blocks 1 mail =5,1", "2 faces were given."),
        ("attack bree on gnolls =1,2,3", "3 faces were given."),
        ("hurt bree 2d6 =7,1", "A d6 has no 7."),
        ("hazard bree fall 30 =4,7", "A d6 has no 7."),
        ("order odd =3,7", "A d6 has no 7."),
        ("walk bree =5", "A d4 has no 5."),
        ("attack bree on nobody", "«nobody»"),
        ("attack bree on corvin", "is away."),
        ("attack bree on ondine", "Ondine is dead."),
        ("attack ondine on gnolls", "Ondine is dead."),
        ("attack bree on gnolls 2", "Gnolls 2 is beaten already."),
        ("attack bree on gnolls 4", "Gnolls 4 is none of them."),
        ("hurt gnolls 4 5", "none of them"),
        ("hurt gnolls 2 5", "is beaten already."),
        ("hurt ondine 5", "Ondine is dead."),
        ("wound bree 0", "0 is no row of a wound table."),
        ("wound bree -1", "no row of a wound table."),
        ("wound bree head", "«head» is no row of a wound table."),
        ("wound bree 3 frost", "«frost»"),
        ("wound bree 5000", "no row of a wound table."),
        ("hurt bree 10000", "10,000 is no amount of HP."),
        ("hurt gnolls 10000", "10,000 is no amount of HP."),
        ("hurt bree 10,000", "10,000"),
        ("heal wim 10000", "10,000"),
        ("hp bree 10000", "10000"),
    ],
)
def test_bad_input_is_one_sentence_and_a_line_that_works(
    table: Table, line: str, message: str
) -> None:
    refusal = table.refused(line)
    assert message in refusal.message
    assert "\n" not in refusal.message
    assert len(refusal.message) < 100
    assert any(_is_done(table, each) for each in list_hinted_lines(line, refusal)), refusal.hint


def _is_done(table: Table, line: str) -> bool:
    reply = copy_desk(table.desk).run(line)
    return reply is not None and reply.ok
