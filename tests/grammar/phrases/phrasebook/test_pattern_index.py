"""A pattern is found by letters that each text with it holds: no text is missed."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.grammar.phrases.phrasebook.normalized_spelling import Kind, load_respellings
from companion.grammar.phrases.phrasebook.pattern_index import TrigramReader, index_patterns

ROWS = [row for kind in get_args(Kind) for row in load_respellings().list_rows(kind)]
SAID = [row.said for row in ROWS]
INDEX = index_patterns([row.find for row in ROWS], SAID)


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("outta", {"tta"}),
        (r"^(?:a |the )?torch(?:es)?$", {"rch"}),
        ("torches?", {"che"}),
        ("lantor+ch", {"ant"}),
        ("(?:rope|lamp) here", {"ere"}),
        ("(?:rope|lamp)", {"amp", "ope"}),
        ("(?:rope|lamp)+", {"amp", "ope"}),
        (r"(?P<who>wim)\b", {"wim"}),
        (r"(?=wim)\w+", {"wim"}),
        ("WIM", {"wim"}),
        # What may be left out, or is shorter, or forbidden, is not needed.
        ("(?:rope|lamp)?", set()),
        ("(?:rope|lamp)*", set()),
        ("(?:rope|lamp){0,2}", set()),
        ("(?:rope|)", set()),
        ("rope|[a-z]+", set()),
        (r"g\d{10,12}", set()),
        ("[rope]{1,2}", set()),
        ("ro?pe", set()),
        (r"r\ope", set()),
        ("(?!rope)[a-z]+", set()),
        ("(?<!rope)[a-z]", set()),
        (r"[()|]ab", set()),
    ],
)
def test_what_a_text_must_hold(pattern: str, needed: set[str]) -> None:
    samples = ["rop", "lam", " her", "torc", "out", "utt", "lan", "nto"]
    found = TrigramReader(samples).list_needed_trigrams(pattern)
    assert found == needed


@given(data=st.data())
def test_no_row_is_missed_in_a_text_made_for_it(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(ROWS))
    text = data.draw(st.from_regex(row.find))
    assert ROWS.index(row) in INDEX.list_places(text)
    assert ROWS.index(row) in INDEX.list_places(text.upper())


@pytest.mark.parametrize("pattern", ["(?>ab)", "(?i:ab)", "(?-i:ab)", r"\x41b", r"\u0041b", r"\12"])
def test_syntax_that_is_not_read_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="not read"):
        index_patterns([pattern], [])


def test_an_example_has_its_own_row_and_few_others() -> None:
    found = [INDEX.list_places(row.said) for row in ROWS]
    assert [row.said for row, places in zip(ROWS, found, strict=True) if len(places) > 130] == []
    missed = [row.said for at, row in enumerate(ROWS) if at not in found[at]]
    assert not missed
