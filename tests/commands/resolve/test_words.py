"""A line that begins with somebody's name is told with its word put first."""

from pathlib import Path

import pytest

from companion.commands.dispatch import resolve_word_of_line
from companion.grammar.command_registry import SYNONYM_HINTS
from companion.grammar.command_words import WORDS
from companion.grammar.help_pages_file import load_help_pages
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Ambiguous, Unknown
from tests.commands.table import Table


def hint(typed: str, folder: Path) -> str:
    """What is said to try instead."""
    line = parse_typed_line(typed)
    assert line is not None
    with pytest.raises(Unknown) as refusal:
        resolve_word_of_line(line, Table(folder).desk.campaign)
    assert refusal.value.message == f"There is no word «{line.word}»."
    return refusal.value.hint


@pytest.mark.parametrize(
    ("typed", "way"),
    [
        ("bree light torch", "light bree torch"),
        ("Bree GIVE torch x3", "give bree torch x3"),
        ('wim drop "short bow"', 'drop wim "short bow"'),
        ("ondine", "slots ondine"),
        ("corvin reads the fogs", "declare corvin reads the fogs"),
        ("tansy back", "back tansy"),
    ],
)
def test_an_errant_first_is_told_with_the_word_first(typed: str, way: str, tmp_path: Path) -> None:
    assert hint(typed, tmp_path) == f"The word comes first. Try: {way}"


def test_what_is_nobodys_name_is_told_what_is_near(tmp_path: Path) -> None:
    assert hint("lihgt torch", tmp_path) == "Did you mean light?"
    assert hint("nxet", tmp_path) == "Did you mean next?"
    assert hint("ysolde light torch", tmp_path) == "Type help for all the words."


def test_a_word_is_found_as_the_registry_finds_it(tmp_path: Path) -> None:
    campaign = Table(tmp_path).desk.campaign
    line = parse_typed_line("sn wim torch")
    assert line is not None
    assert resolve_word_of_line(line, campaign).word.name == "snuff"
    with pytest.raises(Unknown):
        resolve_word_of_line(line, campaign, whole=True)
    with pytest.raises(Ambiguous):
        resolve_word_of_line(line._replace(word="re"), campaign)


FILLED_IN = {
    "ERRANT": "bree",
    "PLACE": "chapel",
    "TABLE": "marsh-encounters",
    "TEXT": "she has 4 left",
    "NAME": "blinded",
}


@pytest.mark.parametrize("name", SYNONYM_HINTS)
def test_what_others_call_it_is_answered_with_a_line_that_can_be_typed(
    name: str, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    assert name not in WORDS
    way = table.refused(name).hint
    told = table.say(f"help {name}")
    assert told.ok or (told.refusal and told.refusal.hint)
    line = way.partition("Try: ")[2]
    for blank, filled in FILLED_IN.items():
        line = line.replace(blank, filled)
    before = {"sleep": ("done", "out", "turn!"), "zoom travel": ("done", "out", "out!")}
    table.done(*before.get(line, ("status",)), line)


def test_help_tells_of_a_subject_that_begins_so_and_of_no_other_word(tmp_path: Path) -> None:
    table = Table(tmp_path)
    helped = [name for name in SYNONYM_HINTS if table.say(f"help {name}").ok]
    assert set(helped) == {
        name for found in load_help_pages().topics.values() for name in found
    } & set(SYNONYM_HINTS)
    assert table.done("help pack").report == table.done("help packs").report


def test_whose_it_is_is_asked_so_that_it_can_be_typed(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("give wim torch", "give corvin torch")
    asked = table.refused("light torch")
    assert asked.message == "Whose torch?"
    assert asked.hint == "Try: light bree torch, light corvin torch, or light wim torch"


def test_nobody_is_asked_whose_where_none_suits(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("give corvin torch")
    for word in ("refill", "let-go"):
        refused = table.refused(f"{word} torch")
        assert refused.message == "Nobody's «torch» suits that as it is."
        assert "Whose" not in refused.message
    table.done("light bree torch", "burn", "burn")
    table.done("supply corvin +9", "let-go wim torch")
    assert table.done("refill torch").changes
