"""Which word an entry of the journal was, however its line was typed."""

from pathlib import Path

import pytest

from companion.campaign.changes import make_entry_to_journal
from companion.grammar.journalled_lines import find_command_word_of_entry, parse_journalled_line
from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("next search", "next"),
        ("n search", "next"),
        ("N! search", "next"),
        ("camp", "sleep"),
        ("att bree on goblins", "attack"),
        ("secret a bree on goblins", "attack"),
        ("sec hurt bree 3", "hurt"),
        ("secret", ""),
        ("+4h", ""),
        ("3d6", ""),
        ("forgotten-word bree", ""),
        ('note "never closed', ""),
        ("", ""),
    ],
)
def test_the_full_name_of_the_word_of_an_entry(typed: str, word: str) -> None:
    assert find_command_word_of_entry(make_entry_to_journal("word", typed, ())) == word


def test_what_stands_after_secret_is_the_line() -> None:
    found = parse_journalled_line("secret att bree on goblins")
    assert found is not None
    assert found.is_secret
    assert found.line.arguments == ("bree", "on", "goblins")


def test_an_attack_typed_by_its_beginning_is_taken_back(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "fight goblin x3 surprise none", "order company")
    table.done("att bree on goblins 1 =4", "note the goblin howls")
    assert table.done("take that hit back").meant == "undo 4"


def test_it_is_whoever_an_attack_typed_by_its_beginning_struck(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "fight goblin x3 surprise none", "order company")
    table.done("att bree on goblins 2 =1", "next")
    assert table.done("bree attacks it =1").meant == "attack bree on goblins 2 =1"
