"""Words that are slips of known ones."""

from pathlib import Path

import pytest

from companion.grammar.phrases.phrasebook import ways_and_patterns
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb
from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("trch", "torch"), ("tarch", "torch"), ("rapa", ""), ("lanternn", "lantern"), ("tprch", "")],
)
def test_a_short_word_is_a_slip_if_its_vowels_alone_are_wrong(
    typed: str, meant: str, tmp_path: Path
) -> None:
    vocabulary = build_vocabulary(Table(tmp_path).desk.build_completion_context())
    assert vocabulary.guess_known_word(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("wat", "what"), ("wats", "what"), ("hwo", "who"), ("wich", "which"), ("wher", "where")],
)
def test_a_slip_of_a_question_word_is_a_question(typed: str, meant: str, tmp_path: Path) -> None:
    vocabulary = build_vocabulary(Table(tmp_path).desk.build_completion_context())
    assert vocabulary.guess_known_word(typed) == meant


@pytest.mark.slow
def test_an_ordinary_word_is_a_slip_of_nothing_but_a_form_of_itself(tmp_path: Path) -> None:
    vocabulary = build_vocabulary(Table(tmp_path).desk.build_completion_context())
    words = (
        (Path(ways_and_patterns.__file__).parent / "ordinary.txt")
        .read_text("utf-8")
        .split("\n", 2)[2]
    )
    mended = {word: vocabulary.guess_known_word(word) for word in words.split()}
    assert len(mended) > 1000
    assert {
        word for word, meant in mended.items() if meant and word not in inflect_verb(meant)
    } <= {word for word, meant in mended.items() if meant in inflect_verb(word)}
    for typed in ("torn", "quiet", "waking", "guesses", "drives", "reports"):
        assert vocabulary.guess_known_word(typed) == "", typed


def test_a_vocabulary_is_that_of_the_seat_and_of_the_campaign_as_it_is(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("npc new Hob")
    guide = build_vocabulary(table.desk.build_completion_context())
    assert guide is build_vocabulary(table.desk.build_completion_context())
    assert ("hob",) in guide.names
    table.done("as timekeeper")
    assert ("hob",) not in build_vocabulary(table.desk.build_completion_context()).names
    table.done("as guide", "npc remove hob")
    assert ("hob",) not in build_vocabulary(table.desk.build_completion_context()).names
