"""A line that begins with somebody's name is told with its word put first."""

from pathlib import Path

import pytest

from companion.commands.meant import word_meant
from companion.refusal import Ambiguous, Unknown
from companion.words.line import read_line
from tests.commands.a_table import Table


def hint(typed: str, folder: Path) -> str:
    """What is said to try instead."""
    line = read_line(typed)
    assert line is not None
    with pytest.raises(Unknown) as refusal:
        word_meant(line, Table(folder).desk.campaign, whole=False)
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
    assert hint("abbess light torch", tmp_path) == "Type help for all the words."


def test_a_word_is_found_as_the_registry_finds_it(tmp_path: Path) -> None:
    campaign = Table(tmp_path).desk.campaign
    line = read_line("sn wim torch")
    assert line is not None
    assert word_meant(line, campaign, whole=False).name == "snuff"
    with pytest.raises(Unknown):
        word_meant(line, campaign, whole=True)
    with pytest.raises(Ambiguous):
        word_meant(line._replace(word="re"), campaign, whole=False)
