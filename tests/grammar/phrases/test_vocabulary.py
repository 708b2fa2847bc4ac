"""Words that are slips of known ones."""

from pathlib import Path

import pytest

from companion.grammar.phrases.vocabulary import build_vocabulary
from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("trch", "torch"), ("tarch", "torch"), ("rapa", ""), ("lanternn", "lantern"), ("tprch", "")],
)
def test_a_short_word_is_a_slip_if_its_vowels_alone_are_wrong(
    typed: str, meant: str, tmp_path: Path
) -> None:
    vocabulary = build_vocabulary(Table(tmp_path).desk.build_completion_context())
    assert vocabulary.mend_word(typed) == meant
