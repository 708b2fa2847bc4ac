"""Functions are verbs: no public function or method of the companion is named by a participle, a
preposition, an adverb or a bare adjective. Parameters, locals, properties and functions inside
functions are not judged."""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion

HOUSE = Path(companion.__file__).parent


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

KNOWN: frozenset[str] = frozenset()
"""Wrong names that cannot be changed yet, each with its reason."""


def test_every_public_function_is_named_by_a_verb() -> None:
    wrong = [
        f"{path.relative_to(HOUSE)}:{line} {name}"
        for path, line, name in list_public_functions()
        if is_no_verb(name) and name not in KNOWN
    ]
    assert not wrong, "\n".join(wrong)


def test_what_is_known_is_still_there() -> None:
    renamed = KNOWN - {name for _, _, name in list_public_functions()}
    assert not renamed, f"take out of KNOWN: {', '.join(sorted(renamed))}"


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
        *("render_told", "open", "shorten_name", "feed", "read", "put_texts", "set_aside", "reset"),
        *("is_kept", "has_slept_half", "can_be_lit", "with_items", "from_stat", "undo_last"),
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


def list_public_functions() -> Iterator[tuple[Path, int, str]]:
    for path in sorted(HOUSE.rglob("*.py")):
        for function in _walk(ast.parse(path.read_bytes())):
            if not function.name.startswith("_") and not _is_property(function):
                yield path, function.lineno, function.name


def _walk(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module and its classes, but none inside another function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        else:
            yield from _walk(child)


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any(name.endswith(("property", ".setter")) for name in names)


def _list_docstrings() -> Iterator[tuple[str, str]]:
    """Each docstring, a constant's too, and where it stands."""
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield f"{path.relative_to(HOUSE)}:{node.lineno}", text


def _list_classes() -> set[str]:
    """Every class of the house, and every name that a file of it imports."""
    found = set(vars(builtins))
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                found |= {alias.name.rpartition(".")[2] for alias in node.names}
    return found


def test_what_a_docstring_says_is_raised_exists() -> None:
    raised = [
        (where, name)
        for where, text in _list_docstrings()
        for name in re.findall(r"\bRaises ([A-Z]\w+)", text)
    ]
    assert len(raised) > 100
    classes = _list_classes()
    assert [each for each in raised if each[1] not in classes] == []
