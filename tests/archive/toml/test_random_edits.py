"""Surgery on TOML text: what must hold for any edits of any file, against a naive model."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import tomli
from hypothesis import given
from hypothesis import strategies as st

from companion.archive.toml.addressed_edits import Address
from companion.archive.toml.statements import find_comments
from companion.archive.toml.value_rendering_and_edits import CannotEdit
from tests.archive.toml.documents import KEYS, documents
from tests.archive.toml.edits import add_block, remove_block, remove_key, set_key
from tests.archive.toml.verified import verified
from tests.rounds import rounds

Data = dict[str, Any]  # as tomli gives it

TEXTS = st.text(st.characters(codec="utf-8"), max_size=6)
PLAIN = st.recursive(
    st.one_of(st.booleans(), st.integers(-99, 10**6), st.floats(allow_nan=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=2)),
    max_leaves=4,
)
NEW_VALUES = st.one_of(
    PLAIN, st.sampled_from([[1, 2], [1, 2, 3, 4], [1, 9, 3], [], {"event": 4, "table": 2}, "torch"])
)


class Step(NamedTuple):
    """One edit: the text before and after, the data a naive model expects, and the way back."""

    what: str
    before: str
    after: str
    expected: Data
    back: Callable[[str], str]


def read(text: str) -> Data:
    return tomli.loads(text.removeprefix("\ufeff"))


def named(blocks: list[Data], at: int) -> str | int:
    """How a block is addressed."""
    name: str | int = blocks[at].get("id", at)
    return name


def set_or_removed(draw: st.DrawFn, text: str, data: Data) -> Step:
    blocks = data.get("items", [])
    addresses: list[Address] = [(), ("clock",), ("rules",)]
    addresses += [("items", named(blocks, at)) for at in range(len(blocks))]
    table = draw(st.sampled_from(addresses))
    if len(table) == 2:
        (model,) = [each for n, each in enumerate(blocks) if named(blocks, n) == table[1]]
    else:
        model = data.setdefault(str(table[0]), {}) if table else data
    plain = [key for key in model if key not in ("items", "clock", "rules", "sub", "subs", "id")]
    key = draw(st.sampled_from([*plain, *plain, *KEYS[1:], "schema", "odd key"]))
    before = model.get(key)
    if key in model and draw(st.sampled_from([True, False, False])):
        del model[key]
        order = draw(st.sampled_from([KEYS, KEYS, ()]))
        done = remove_key(text, table, key, order)
    else:
        model[key] = draw(NEW_VALUES)
        done = set_key(text, table, key, model[key], KEYS)
    return Step(
        f"{table} {key}",
        text,
        done.text,
        data,
        lambda now: set_key(now, table, key, before, KEYS, done.was).text,
    )


def added(draw: st.DrawFn, text: str, data: Data) -> Step:
    blocks = data.setdefault("items", [])
    values = {"id": "new", "held": draw(NEW_VALUES)}
    follows, at = draw(
        st.sampled_from(
            [(None, len(blocks)), ("", 0)]
            + [(each["id"], n + 1) for n, each in enumerate(blocks) if "id" in each]
        )
    )
    blocks.insert(at, values)
    done = add_block(text, "items", {**values, "burn": None}, follows)
    return Step(
        "added",
        text,
        done.text,
        data,
        lambda now: remove_block(now, "items", named(blocks, at), None, done.was).text,
    )


def cut(draw: st.DrawFn, text: str, data: Data) -> Step:
    blocks = data["items"]
    at = draw(st.integers(0, len(blocks) - 1))
    name = named(blocks, at)
    values = blocks.pop(at)
    done = remove_block(text, "items", name)
    return Step(
        "cut",
        text,
        done.text,
        data,
        lambda now: add_block(now, "items", values, done.follows, done.was).text,
    )


@st.composite
def evenings(draw: st.DrawFn) -> list[Step]:
    """A file and a few edits of it, one after the other; those refused leave no trace."""
    text = draw(documents())
    steps: list[Step] = []
    for _ in range(draw(st.integers(1, 5))):
        data = read(text)
        ways = [set_or_removed, set_or_removed, set_or_removed]
        if not any(each.get("id") == "new" for each in data.get("items", [])):
            ways.append(added)
        if data.get("items"):
            ways.append(cut)
        try:
            step = draw(st.sampled_from(ways))(draw, text, data)
        except CannotEdit:
            continue
        if "\n" not in step.after:
            break  # nothing tells any more how the lines of this file end
        steps.append(step)
        text = step.after
    return steps


@rounds(100)
@given(evenings())
def test_any_edits_undone_in_reverse_give_the_first_bytes_back(steps: list[Step]) -> None:
    text = steps[-1].after if steps else ""
    for step in reversed(steps):
        text = step.back(text)
        assert text == step.before


@rounds(60)
@given(evenings())
def test_after_any_edit_the_file_says_what_a_naive_model_says(steps: list[Step]) -> None:
    for step in steps:
        expected = dict(step.expected)
        if expected.get("items") == [] and "items" not in read(step.after):
            del expected["items"]
        verified(step.after, expected)
        assert step.after.startswith("\ufeff") == step.before.startswith("\ufeff")


@rounds(60)
@given(evenings())
def test_no_edit_loses_a_comment_but_those_of_a_block_that_goes(steps: list[Step]) -> None:
    for step in steps:
        if step.what != "cut":
            assert Counter(find_comments(step.after)) == Counter(find_comments(step.before))
        assert Counter(find_comments(step.after)) <= Counter(find_comments(step.before))
