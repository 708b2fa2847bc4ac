"""Functions are verbs: no public function or method of the companion is named by a participle, a
preposition, an adverb or a bare adjective. Parameters, locals, properties and functions inside
functions are not judged."""

import builtins
import re

import pytest

from tests.house import HOUSE, list_files, read_source


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())


IRREGULAR_PARTICIPLES = _split(
    """
    become begun bent born borne bought bound brought built caught clad come crept dealt
    done drawn drunk dug fallen felt flown fought found gone ground grown heard held hung
    kept known laid lain led left lent lit lost made meant met mown paid rung said seen sent
    sewn shone shot shown shrunk slept sold sought sown spent spun stolen stood struck stuck
    sung sunk swept sworn swum taught thought thrown told torn understood wept won worn
    wound
    """
)
"""Those that are no verbs of their own, as `cut`, `put`, `read` and `set` are."""

NO_PARTICIPLES = _split(
    """
    children embed flatten happen lengthen listen open shed shorten ten tighten token when
    widen
    """
)
"""They end as participles do; words in -eed and -een are let through by their endings."""

ADVERBS_AND_PREPOSITIONS = _split(
    """
    above after again alone already amiss around aside asleep at away back before behind
    below beside besides between beyond by down during elsewhere except for here in inside
    into just near now off on onto out outside over past since still then there through
    together toward under until up upon within
    """
)
"""`from_`, `to_`, `as_`, `with_` and `without_` are left out: they name constructors, conversions
and changed copies, as everywhere in Python."""

ADJECTIVES_AND_PRONOUNS = _split(
    """
    anybody anyone anything dead due everybody everyone everything fitting full ill meaning
    missing new nobody nothing old plain ready safe same short somebody someone sure whole
    wrong
    """
)
"""Judged only where they are the whole name."""


def test_every_public_function_is_named_by_a_verb() -> None:
    wrong = [
        f"{path.relative_to(HOUSE)}:{line} {name}"
        for path in list_files()
        for line, name in read_source(path).functions
        if is_no_verb(name)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "name",
    [
        *("told", "made", "rolled", "kept", "given_faces", "retold", "undone", "left_behind"),
        *("beside", "outside", "meant", "amiss", "in_short", "by_the_clock", "anyone"),
    ],
)
def test_a_riddle_is_found(name: str) -> None:
    assert is_no_verb(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "render_told",
            "open",
            "shorten_table_name",
            "feed",
            "read",
            "put_texts",
            "set_aside",
            "reset",
        ),
        *(
            "is_kept",
            "has_slept_half_night",
            "can_be_lit",
            "with_items",
            "from_stat",
            "undo_last_entries",
        ),
        *("encumbrance", "new_campaign"),
    ],
)
def test_a_verb_a_predicate_or_a_noun_is_left_alone(name: str) -> None:
    assert not is_no_verb(name)


def is_no_verb(name: str) -> bool:
    first = name.partition("_")[0]
    return (
        _is_participle(first)
        or first in ADVERBS_AND_PREPOSITIONS
        or name in ADJECTIVES_AND_PRONOUNS
    )


def _is_participle(word: str) -> bool:
    if word in NO_PARTICIPLES or word.endswith(("eed", "een")):
        return word == "seen"
    bare = (word.removeprefix(prefix) for prefix in ("", "re", "un", "over", "mis"))
    return word.endswith(("ed", "en")) or any(each in IRREGULAR_PARTICIPLES for each in bare)


def test_what_a_docstring_says_is_raised_exists() -> None:
    sources = {path: read_source(path) for path in list_files()}
    raised = [
        (f"{path.relative_to(HOUSE)}:{line}", name)
        for path, source in sources.items()
        for line, text in source.docstrings
        for name in re.findall(r"\bRaises ([A-Z]\w+)", text)
    ]
    assert len(raised) > 100
    known = set(vars(builtins)).union(
        *(source.classes | source.imported_names for source in sources.values())
    )
    assert [each for each in raised if each[1] not in known] == []
