"""What cannot be read or done is answered with one plain sentence, and changes nothing."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.desk import Desk
from companion.grammar.command_words import WORDS
from companion.grammar.help_pages_file import load_help_pages
from tests.commands.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """One table for all that changes nothing."""
    return Table(tmp_path_factory.mktemp("campaigns"))


@pytest.mark.parametrize(
    ("typed", "kind", "named"),
    [
        ("lihgt torch", "unknown", "light"),
        ("slots bre3", "unknown", "bree"),
        ("slots ondien", "unknown", "ondine"),
        ("use bree raitons", "unknown", "rations"),
        ("light tocrh", "unknown", "torch"),
        ("at drowned-chappel", "unknown", "Drowned Chapel"),
        ("roll marsh-encouters", "unknown", "marsh-encounters"),
        ("errant edit bree phis 3", "unknown", "phys"),
        ("zoom downtimes", "unknown", "downtime"),
        ("effect end lamp-of-the-abess", "unknown", "lamp-of-the-abbess"),
        ("help lihgt", "unknown", "light"),
        ("draw npcs/namse", "unknown", "npcs/names"),
        ("shuffle npcs/namse", "unknown", "npcs/names"),
        ("tables show downtime/trendz", "unknown", "trends"),
        ("tables list npc", "unknown", "npcs"),
        ("tables chek", "malformed", "check"),
        ("roll trends saeson=winter", "unknown", "season"),
        ("roll trends time=noon", "unknown", "dusk"),
        ("roll trends settlement=camp", "unknown", "hamlet"),
        ("draw marsh-encounters", "impossible", "roll greenmire/marsh-encounters"),
        ("roll encounterz", "unknown", "travel/encounters"),
        ("use rations", "ambiguous", "ondine"),
    ],
)
def test_what_is_near_is_named(typed: str, kind: str, named: str, table: Table) -> None:
    refusal = table.refused(typed)
    assert refusal.kind == kind
    assert named in f"{refusal.message} {refusal.hint}"


@pytest.mark.parametrize(
    "typed",
    [
        "roll 1000000d6",
        "roll 1d1000000000000",
        "roll 2d",
        "roll 2d6 =3",
        "roll 2d6 =3,4,5",
        "roll 2d6 x2 =3,4,5",
        "roll 2d6 x0",
        "roll 2d6 x1000000",
        "roll 2d6 season=winter",
        "roll 10000d6 x1000",
        "roll 1d1!",
        "roll trends =1",
        "roll trends =1,2,3",
        "roll trends =1,9",
        "roll trends x0",
        "roll trends x1000000",
        "roll trends x99999999999999999",
        "roll trends +9999999999",
        "roll trends season=",
        "roll x2",
        "roll npcs/names +1",
        "roll npcs/names =0",
        "roll ../../../etc/passwd",
        "draw",
        "draw x3",
        "draw 2d6",
        "draw npcs/names +1",
        "draw npcs/names x0",
        "draw npcs/names x1000000",
        "draw npcs/names =1,2",
        "draw npcs/names =99",
        "draw npcs/names moon=full",
        "shuffle",
        "shuffle npcs/names",
        "shuffle nothing",
        "tables show",
        "tables show nothing",
        "tables list nothing",
        "tables check nothing",
        "tables trends",
        "season " + "x" * 61,
        "roll",
        "x" * 10_000,
        'declare "they never come back',
        "declare «offen",
        "supply bree +999999999999999999",
        "supply bree +1000000000",
        "supply bree one",
        "supply bree -7",
        "supply bree",
        "exhaust bree +1001",
        "exhaust",
        "exhaust nobody +1",
        "give bree torch x99999999999",
        "give bree torch x0",
        "give bree",
        "give",
        "give bree sack slots 1/3",
        "give bree sack slots nan",
        "give bree sack slots -1",
        "give bree sack uses 0",
        "drop bree torch x9",
        "event =7",
        "event =0",
        "event =1,2,3",
        "event =a",
        "event =1 =2",
        "event +102",
        "event -999999999999",
        "event quickly",
        "becomes",
        "press-on",
        "+99999999999d",
        "+",
        "+1",
        "-1x",
        "zoom",
        "zoom travel",
        "zoom initiative at nowhere",
        "sleep",
        "watch bree",
        "at",
        "plenty maybe",
        "errant",
        "errant add",
        "errant add Hob phys -1",
        "errant add Hob phys 101",
        "errant add Hob phys",
        'errant add "Bree Tanner"',
        "errant edit bree",
        "errant edit bree supply 100001",
        "away",
        "back bree",
        "effect add",
        "effect add Bless miracle 0",
        "effect add Bless miracle 99999999",
        "effect add Bless on",
        "effect add Bless on nobody",
        "every 0 turns burn",
        "every 6 burn",
        "every 6 turns",
        "every end",
        "refill all",
        "refill bree torch",
        "let-go bree torch",
        "light grimoire",
        "light wim torch",
        "snuff bree torch",
        "use wim tools",
        "use bree torch",
        "slots",
        "slots bree wim",
        "log 5 6",
        "log 0",
        "log 99999999999",
        "log many",
        "undo 99999999999999999999",
        "undo 12 13",
        "undo ²",
        "log ²",
        "event =²",
        "undo nothing",
        "undo",
        "redo",
        "redo 3",
        "help nothing",
    ],
)
def test_it_is_refused_in_one_sentence_with_a_way_forward(typed: str, tmp_path: Path) -> None:
    refusal = Table(tmp_path).refused(typed)
    assert refusal.kind in {"malformed", "impossible", "ambiguous", "unknown"}
    assert refusal.message[-1] in ".?"
    assert "\n" not in refusal.message + refusal.hint
    assert len(refusal.message) < 300


@pytest.mark.parametrize(
    ("typed", "message", "hint"),
    [
        ("errant add Hob phys 101", "Hob's phys cannot be 101.", "At most 100."),
        ("errant edit bree skill -1", "Bree Tanner's skill cannot be -1.", "At least 0."),
        ("supply bree +200000", "Bree Tanner's supply cannot be 200006.", "At most 100,000."),
    ],
)
def test_a_number_nobody_can_have_is_told_with_the_bound(
    typed: str, message: str, hint: str, tmp_path: Path
) -> None:
    refusal = Table(tmp_path).refused(typed)
    assert (refusal.message, refusal.hint) == (message, hint)


@pytest.mark.parametrize("word", [word.name for word in WORDS if word.usage == word.name])
def test_what_cannot_follow_a_word_is_refused_and_never_overlooked(
    word: str, tmp_path: Path
) -> None:
    refusal = Table(tmp_path).refused(f"{word} 3")
    assert refusal.message == f"Nothing can follow «{word}», not «3»."
    assert refusal.hint == f"Try: {word}"


NAMES = ["bree", "wim", "ondine", "corvin", "tansy", "torch", "rations", "lantern", "oil", "candle"]
SIGNS = [
    "=3",
    "=1",
    "=2,5",
    "+1",
    "-1",
    "x2",
    "all",
    "on",
    "for",
    "1h",
    "at",
    "chapel",
    "trends",
    "npcs/names",
    "season=winter",
    "show",
    "add",
    "end",
]
ODD = [
    "²",
    "٣",
    '"',
    "!",
    "?",
    "=",
    "=,",
    "x0",
    "+²",
    "\x1b[31m",
    "\u202e",
    "999999999999",
    "#",
    "to",
]
EXAMPLES = [example for page in load_help_pages().words.values() for example in page.examples]
LINES = st.lists(
    st.one_of(
        st.sampled_from(EXAMPLES),
        st.builds(
            lambda word, rest: " ".join([word, *rest]),
            st.sampled_from([word.name for word in WORDS] + ["+1h", "-2t", "+1d"]),
            st.lists(st.sampled_from(NAMES + SIGNS + ODD), max_size=4),
        ),
    ),
    max_size=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(lines=LINES)
@example(lines=["fight goblin x6", "declare ²", "bree hits ²", "goblin ² runs", "hit ²"])
def test_nothing_typed_breaks_it_and_every_word_can_be_taken_back(
    lines: list[str], table: Table
) -> None:
    archive = table.campaign_folders.open_campaign("my-greenmire", seed="odd", dry_run=True)
    desk = Desk(archive, table.campaign_folders)
    for line in lines:
        before = desk.campaign
        reply = desk.run(line)
        if reply is None:
            continue
        assert reply.error is None, (line, reply.error)
        assert reply.ok == (reply.refusal is None)
        if not reply.ok or not reply.changes:
            assert desk.campaign == before
        elif line.split()[0] not in ("undo", "redo", "request"):  # a request is no play
            after = desk.campaign
            taken_back = desk.run("undo")
            assert taken_back is not None
            assert taken_back.ok, (line, taken_back.refusal)
            assert desk.campaign == before
            again = desk.run("redo")
            assert again is not None
            assert again.ok
            assert desk.campaign == after


def test_an_errant_alone_means_the_one_thing_of_theirs_that_can_be_meant(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("snuff ondine")
    assert not any(item.lit for item in table.get_errant("ondine").items)
    assert "carries nothing that this could mean" in table.refused("snuff corvin").message
    table.done("give bree candle")
    assert "Which of Bree Tanner's: torch or candle?" in table.refused("light bree").message


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("give bree torch to corvin", "pass bree corvin torch"),
        ("give wim torch from bree", "pass bree wim torch"),
        ("give ondine 2 supply", "supply ondine +2"),
    ],
)
def test_what_is_no_gift_of_a_new_thing_is_refused_with_what_it_is(
    line: str, way: str, tmp_path: Path
) -> None:
    assert way in Table(tmp_path).refused(line).hint


@pytest.mark.parametrize("line", ["give bree letter from home", 'give wim "key to the crypt"'])
def test_a_thing_may_be_called_from_or_to(line: str, tmp_path: Path) -> None:
    Table(tmp_path).done(line)
