"""Every word there is: told of, documented, and its examples played and taken back."""

import copy
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.commands.dispatch import is_line_read_only, resolve_word_of_line
from companion.commands.help_and_prompt_commands import list_command_words_by_page
from companion.grammar.command_words import WORDS
from companion.grammar.help_pages_file import load_help_pages
from companion.grammar.typed_line import parse_typed_line
from companion.reports import Report
from companion.reports.fights import FightTurnReport
from companion.reports.journal import ExternalChangesReport
from companion.reports.reply import Reply
from companion.reports.requests_and_sharing import ScreenReport
from companion.reports.rolls_and_random_tables import EncounterRollReport
from companion.reports.status import HelpReport
from companion.view.reply import encode_reply, render_reply
from tests.commands.table import Table
from tests.hints import copy_desk

DOCS = Path(__file__).parents[2] / "docs" / "commands.md"
EMPTY_TORCH = ("light bree torch", "burn", "burn")
OUTSIDE = ("done", "out")
IN_TOWN = ("at reedmarket", "errant edit bree guilders 20")
BEFORE: dict[str, tuple[str, ...]] = {
    "tell": ("roll rumours",),
    "tell effects": ("roll chapel-effects",),
    "turn": ("done",),
    "turn travel": (*OUTSIDE, "out!"),
    "downtime": (*OUTSIDE, "out!", "snuff ondine lantern", "snuff wim torch"),
    "next": ("done",),
    "event": ("done", "turn"),
    "out": ("done",),
    "zoom exploration at chapel": OUTSIDE,
    "zoom exploration for 1h": OUTSIDE,
    "press-on": ("event! =2",),
    "ignore": ("event! =4",),
    "becomes": ("event! =3",),
    "light lantern": ("snuff lantern",),
    "snuff bree torch": ("light bree torch",),
    "refill": EMPTY_TORCH,
    "refill ondine lantern": ("burn",) * 3,
    "let-go": EMPTY_TORCH,
    "drop wim rations x2, candle": ("give wim rations x2",),
    'drop wim "silver idol"': ('give wim "silver idol" slots 2',),
    'errant add "Old Tansy" animal slots 80': ("errant remove tansy",),
    "back": ("away wim",),
    "effect end bless": ("effect add Bless miracle 3 on bree",),
    "effect keep bless": ("effect add Bless miracle 3 on bree",),
    "every end burn": ("every 6 turns burn",),
    "sign end": ("event! =5",),
    "sign end chapel": ("event! =5",),
    "sleep": (*OUTSIDE, "turn!"),
    "camp": (*OUTSIDE, "turn!"),
    "watch": OUTSIDE,
    "plenty off": ("plenty on",),
    "shuffle": ("draw rumours",),
    "buy bree torch x3, rope": IN_TOWN,
    "buy wim Supply x6 from bree": IN_TOWN,
    "buy everyone torch from ondine": (*IN_TOWN, "errant edit ondine guilders 5"),
    "sell bree rope": (*IN_TOWN, "buy bree rope"),
    "sell wim lantern for 12": (*IN_TOWN, "give wim lantern"),
    "seek": IN_TOWN,
    "court": ("done", "out", "out!", "zoom! downtime at reedmarket"),
    "coins corvin": ("coins corvin +5 guilders",),
    "fetch bree bedroll =2": ("zoom! initiative",),
    "outfit nell violent": ("errant add Nell phys 12",),
    "outfit nell violent mace, large shield": ("errant add Nell phys 12",),
    "outfit nell deviant composite bow, burglar's tools, ammunition": ("errant add Nell phys 12",),
    "repair": ("give bree armour repair kit", "block bree mail", "rest"),
    "repair lantern": ("break lantern =1",),
    "deflect": ("give bree +1 mail worn", "effect add Poisoned condition on bree"),
    "quality bree mail full": ("quality bree mail -1",),
    "quality all full from bree": (
        *("coins bree +3 guilders", "quality bree mail -1"),
        *("done", "out", "out!", "zoom! downtime"),
    ),
    "ride wim tansy": ("back tansy",),
    "ride wim off": ("back tansy", "ride wim tansy"),
    "hitch tansy cart": ("back tansy", "errant add Cart vehicle"),
    "hitch tansy off": ("back tansy", "errant add Cart vehicle", "hitch tansy cart"),
    "pass tansy bree rations x2 handy": ("back tansy",),
    "attack bree on harl enhance 1 gambit 3 to push him down =6": ("npc harl threat 2",),
    "attack harl with bite on bree blocks 1 mail": ('npc harl attacks "1 x bite 2d6"',),
    "attack harl on bree ?": ('npc harl attacks "1 x bite 2d6"',),
    "attack gambit 2": ("attack bree on harl =6",),
    "save harl vs corvin": ("npc harl threat 2",),
    "talk": ("talk ysolde",),
    "talk ysolde": (),
    "talk ysolde giving by corvin =12": ("react ysolde is 7", "talk ysolde"),
    "faction wardens met yes": ('faction "The Eel Wardens"',),
    "faction": ('faction "The Eel Wardens"',),
    'faction "The Eel Wardens" reputation 6': (),
    "fight add veteran": ("fight goblin",),
    "fight drop harl": ("fight harl",),
    "fight down goblins 2": ("fight goblin x4",),
    "declare travel to reedmarket": OUTSIDE,
    "fight clear goblins 2": (
        "fight goblin x6 distance 10 surprise none",
        "attack bree on goblins 2 gambit 2 to trip it =6,20",
    ),
    "fight bree quick": ("fight harl",),
    "chase": ("npc harl mv 1", "chase harl"),
    "chase harl": ("npc harl mv 1",),
    "chase goblin x4 pursuers": (),
    "chase =3,1,5": ("chase goblin",),
    "order": ("fight harl surprise none",),
    "walk": ("fight goblin x4 surprise none",),
    "undo": tuple(f"effect add ward-{number}" for number in range(1, 14)),
    "redo": ("done", "undo"),
    "heal": ("hurt bree 5", "hurt wim 5"),
    "hurt bree 2d6 burn =5,2,11": ("hp bree 5",),
    "tend": ("give wim healer's kit", "wound bree 4"),
    "tend bree physician": ("wound bree 2", "out!", "out!", "zoom! downtime"),
    "request": ("as mapper",),
    "grant": ("as mapper", "request supply bree +1", "as guide"),
    "grant 2": ("as mapper", "request next", "request supply bree +1", "as guide"),
    "grant quartermaster": ("as quartermaster", "request next!", "as guide"),
    "deny": ("as mapper", "request next", "as guide"),
    "recap": ("done the pole finds the seventh step",),
}
"""What has to be so before an example makes sense: by the whole example, else by its word."""

WORD_NAMES = [word.name for word in WORDS]
PAGES = load_help_pages().words
EXAMPLES = [(word.name, example) for word in WORDS for example in PAGES[word.name].examples]
ONLY_DICE = {"roll", "encounter"}
"""Words that write no more than where the dice stand."""


def list_lines_before(example: str) -> tuple[str, ...]:
    """What has to be typed before an example makes sense."""
    return BEFORE.get(example, BEFORE.get(example.split()[0], ()))


def table_for(example: str, folder: Path) -> Table:
    """A table at which this example can be typed."""
    table = Table(folder)
    for line in list_lines_before(example):
        table.done(line)
    return table


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Table]:
    """Tables at which an example can be typed and nothing is written."""
    opened: dict[tuple[str, ...], Table] = {}

    def open_table(example: str) -> Table:
        lines = list_lines_before(example)
        if lines not in opened:
            opened[lines] = Table(tmp_path_factory.mktemp("table"), dry_run=True)
            opened[lines].done(*lines) if lines else None
        table = copy.copy(opened[lines])
        table.desk = copy_desk(table.desk)
        return table

    return open_table


@pytest.mark.parametrize("name", WORD_NAMES)
def test_a_word_says_what_it_is(name: str) -> None:
    word, page = WORDS.find_word(name), PAGES[name]
    assert word.usage
    assert page.summary.endswith(".")
    assert page.summary == " ".join(page.summary.split())
    assert page.examples
    for example in page.examples:
        line = parse_typed_line(example)
        assert line is not None
        assert WORDS.find_word("clock" if line.word[0] in "+-" else line.word) is word


def test_every_word_has_its_page_of_help_and_every_page_its_word() -> None:
    assert set(PAGES) == set(WORD_NAMES)


@pytest.mark.parametrize("name", WORD_NAMES)
def test_a_word_is_documented(name: str) -> None:
    assert f"\n### {name}\n" in DOCS.read_text(encoding="utf-8")


def test_help_tells_of_every_word(tmp_path: Path) -> None:
    report = Table(tmp_path).read(HelpReport, "help")
    assert sorted(line.word for line in report.words) == sorted(WORD_NAMES)
    subjects = [line.subject for line in report.words]
    assert subjects == sorted(subjects, key=subjects.index), "a subject is told of twice"


@pytest.mark.parametrize("word", WORD_NAMES)
def test_help_tells_of_one_word_with_its_examples(word: str, tmp_path: Path) -> None:
    report = Table(tmp_path).read(HelpReport, f"help {word}")
    assert [line.word for line in report.words] == [word]
    assert report.words[0].examples == PAGES[word].examples


@pytest.mark.parametrize("subject", sorted({word.subject for word in WORDS} - set(WORD_NAMES)))
def test_help_tells_of_the_words_of_a_subject(subject: str, tmp_path: Path) -> None:
    report = Table(tmp_path).read(HelpReport, f"help {subject}")
    assert [line.word for line in report.words] == [
        w.name for w in list_command_words_by_page() if w.subject == subject
    ]


def assert_shown_to_everybody(reply: Reply) -> None:
    assert reply.report is not None
    for guide in (True, False):
        assert render_reply(reply, str, guide=guide)
        assert encode_reply(reply, guide=guide).startswith('{"schema":1,')


@pytest.mark.parametrize(("word", "example"), EXAMPLES, ids=[e for _, e in EXAMPLES])
def test_an_example_is_carried_out_shown_journalled_and_can_be_taken_back(
    word: str, example: str, tmp_path: Path
) -> None:
    table = table_for(example, tmp_path)
    before, reads = table.desk.campaign, is_reading(table, example)
    reply = table.done(example)
    assert_shown_to_everybody(reply)
    if not reply.changes:
        assert table.desk.campaign == before
        assert reply.entry is None or not reads
        return
    assert not reads
    assert table.desk.campaign != before
    assert reply.entry is not None
    if word in ("request", "deny"):
        return  # nothing was played
    after = table.desk.campaign
    before = before.with_requests(after.book.requests)  # what was granted does not wait again
    back, forth = ("redo", example) if word == "undo" else ("undo!", "redo")
    table.done(back)
    assert table.desk.campaign == before
    table.done(forth)
    assert table.desk.campaign == after


@pytest.mark.parametrize("name", WORD_NAMES)
def test_a_word_that_writes_is_journalled(name: str, tables: Callable[[str], Table]) -> None:
    examples = PAGES[name].examples
    writing = [example for example in examples if not is_reading(tables(example), example)]
    assert not writing or any(is_journalled(tables(example), example) for example in writing)


def is_journalled(table: Table, example: str) -> bool:
    """True if the journal has an entry more once this has been typed."""
    before = list(table.desk.archive.read_entries())
    table.done(example)
    return list(table.desk.archive.read_entries()) != before


def is_reading(table: Table, example: str) -> bool:
    """True for a line that changes nothing."""
    line = parse_typed_line(example)
    assert line is not None
    word, line, _, _ = resolve_word_of_line(line, table.desk.campaign)
    context = table.desk.build_completion_context()
    return is_line_read_only(
        word, context._replace(word=line.word, arguments=line.arguments, rest=line.rest)
    )


def _kinds(report: type[Report]) -> Iterator[type[Report]]:
    for kind in report.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_every_report_is_answered_by_some_word(tables: Callable[[str], Table]) -> None:
    answered = {type(tables(example).done(example).report) for _, example in EXAMPLES}
    unasked = {ExternalChangesReport, EncounterRollReport}  # of no word, and of a player's roll
    unasked |= {FightTurnReport, ScreenReport}  # of `next` in a fight; of no word
    assert answered == set(_kinds(Report)) - unasked
