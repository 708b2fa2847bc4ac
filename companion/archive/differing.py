"""What the two sides of a conflict say, in plain words.

Each side is made a whole file again and read, so that what differs is told by its key, or by the
name of its block, however git cut the lines.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import tomli

from companion.archive.conflicts import Conflict, Which
from companion.archive.toml_lines import Path, Statement, statements
from companion.campaign.secrecy import is_secret
from companion.refusal import listed
from companion.text import clean, clipped

Name: TypeAlias = tuple[str, ...]
"""The way to a value by names, as the path of a change has it: `("items", "rope", "burn")`."""

_HASH = re.compile(r"[0-9a-f]{40}")
_MOST_TOLD = 3
_MOST_OF_A_VALUE = 40
_MOST_OF_A_NAME = 30
_KEEP_ONE = "keep one and delete the marks"
_TITLES = ("name", "word", "table", "type", "id")


class Value(NamedTuple):
    """A value as it is written, the key it has, and what people call the block or table around it;
    of a `secret` only what it is part of is told."""

    written: str
    around: str
    key: str
    secret: bool


class Reading(NamedTuple):
    """What one side holds where a conflict stood: the blocks that begin there and what people call
    them, the values there, and the lines around the conflict that two such blocks share."""

    blocks: Mapping[Name, str]
    values: Mapping[Name, Value]
    shared: tuple[str, ...] = ()


def told(file: str, lines: Sequence[str], conflicts: Sequence[Conflict]) -> Iterator[str]:
    """For each conflict in the lines of a file, both readings and what to do about them."""
    ours, theirs, base = (
        _Side(file, lines, conflicts, which) for which in ("ours", "theirs", "base")
    )
    for number, each in enumerate(conflicts):
        names = _name(each.our_name, "above"), _name(each.their_name, "below")
        one, other = ours.read(number), theirs.read(number)
        if one is None or other is None:
            said = [ours.lines(number), theirs.lines(number)]
            yield _two(said, names, _KEEP_ONE)
        else:
            before = None if each.base is None else base.read(number)
            yield _told(one, other, before, names)


def _told(ours: Reading, theirs: Reading, base: Reading | None, names: tuple[str, str]) -> str:
    mine, yours = _says(ours, theirs, base), _says(theirs, ours, base)
    apart = bool(mine and yours) and not any(
        one[: len(other)] == other[: len(one)] for one in mine for other in yours
    )
    if apart and mine.keys() <= ours.blocks.keys() and yours.keys() <= theirs.blocks.keys():
        advice = "both may stay" if base is not None else "where both are new, both may stay"
        if shared := ours.shared or theirs.shared:
            advice += f": write {listed(shared)} where ======= stands and delete the other marks"
        else:
            advice += ": delete the marks"
    elif apart and base is not None:
        advice = "both may stay: keep what each changed and delete the marks"
    elif len(mine.keys() | yours.keys()) > 1:
        advice = "keep what is right of each and delete the marks"
    elif all(_is_list(side.values, mine) for side in (ours, theirs)):
        advice = "keep one, or one list of both, and delete the marks"
    else:
        advice = _KEEP_ONE
    return _two([list(mine.values()), list(yours.values())], names, advice)


def _is_list(values: Mapping[Name, Value], names: Iterable[Name]) -> bool:
    return all(name in values and values[name].written.startswith("[") for name in names)


def _two(said: Sequence[Sequence[str]], names: tuple[str, str], advice: str) -> str:
    one, other = map(_parts, said)
    if one == other:
        what = one if said[0] else "comments or spacing"
        return f"two evenings differ in {what} ({names[0]}, {names[1]}); {advice}"
    return f"two evenings differ: {one} ({names[0]}) or {other} ({names[1]}); {advice}"


def _parts(said: Sequence[str]) -> str:
    more = len(said) - _MOST_TOLD
    shown = [*said[:_MOST_TOLD], f"{more} more"] if more > 0 else said
    return listed(shown) or "nothing"


def _name(given: str, otherwise: str) -> str:
    """What git calls a side, a commit by the beginning of its number."""
    shown = given[:7] if _HASH.fullmatch(given) else clipped(clean(given).strip(), _MOST_OF_A_NAME)
    return shown or otherwise


def _says(mine: Reading, yours: Reading, base: Reading | None) -> dict[Name, str]:
    """What one side says that the other does not; where it is known what stood there before, only
    what this side changed."""
    before = Reading({}, {}) if base is None else base
    found = {
        name: called
        for name, called in mine.blocks.items()
        if name not in yours.blocks and name not in before.blocks
    }
    for name, called in before.blocks.items():
        if name not in mine.blocks:
            found[name] = f"no {called}"
    begun = {*mine.blocks, *yours.blocks, *before.blocks}
    compared = mine.blocks.keys() & {*yours.blocks, *before.blocks}
    around = ""
    for name in {**mine.values, **yours.values}:
        own, other = mine.values.get(name), yours.values.get(name)
        unchanged = base is not None and own == before.values.get(name)
        if own != other and not unchanged and (name[:2] not in begun or name[:2] in compared):
            found[name], around = _shown(own, other, around)
    return found


def _shown(own: Value | None, other: Value | None, around: str) -> tuple[str, str]:
    """A value as it is told beside another, and what is around it: said once for all that follow;
    where both are long, from where they differ on."""
    known = own or other
    assert known is not None
    if known.secret:
        return f"a secret of {known.around}" if own else f"no {known.key}", ""
    label = known.key if known.around == around else f"{known.around} {known.key}".strip()
    if own is None:
        return f"no {label}", known.around
    written = own.written
    same = 0 if other is None else _same(written, other.written)
    if len(written) > _MOST_OF_A_VALUE and same > _MOST_OF_A_VALUE // 2:
        written = f"…{written[same - _MOST_OF_A_VALUE // 2 :]}"
    return f"{label} = {clipped(clean(written), _MOST_OF_A_VALUE)}", known.around


def _same(one: str, other: str) -> int:
    """How many characters two texts have in common from the beginning."""
    together = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in together if a != b), min(len(one), len(other)))


class _Side:
    """A whole file as one side has it, and where in it each conflict stood."""

    def __init__(
        self, file: str, lines: Sequence[str], conflicts: Iterable[Conflict], which: Which
    ) -> None:
        self._file = file.removesuffix(".toml")
        self._spans: list[tuple[int, int]] = []
        pieces: list[str] = []
        length = done = 0
        for each in conflicts:
            before, own = "".join(lines[done : each.ours]), "".join(lines[each.lines(which)])
            start = length + len(before)
            length = start + len(own)
            self._spans.append((start, length))
            pieces += [before, own]
            done = each.end + 1
        self._text = "".join([*pieces, *lines[done:]])
        self._data = _data(self._text)

    def lines(self, number: int) -> list[str]:
        """The lines that stood in one of the conflicts."""
        start, end = self._spans[number]
        lines = (clean(line).strip() for line in self._text[start:end].split("\n"))
        return [f"«{clipped(line, _MOST_OF_A_VALUE)}»" for line in lines if line]

    def read(self, number: int) -> Reading | None:
        """What stood in one of the conflicts; None where this side cannot be read."""
        if self._data is None:
            return None
        start, end = self._spans[number]
        found = statements(self._text)
        inside = [each for each in found if each.path and each.start < end and each.end > start]
        begun = [each.path[:2] for each in inside if _begins(each)]
        values = {
            self._named(each.path): self._value(each) for each in inside if each.kind == "value"
        }
        blocks = {self._named(path): self._called(path) for path in begun}
        return Reading(blocks, values, self._shared(begun, start, end) if begun else ())

    def _shared(self, begun: Sequence[Path], start: int, end: int) -> tuple[str, ...]:
        """The lines of the last block that stand below the conflict, and those of the first that
        stand above it."""
        found = statements(self._text)
        below = [s for s in found if s.path[:2] == begun[-1] and s.start >= end]
        above = [s for s in found if s.path[:2] == begun[0] and s.end <= start]
        return tuple(self._text[s.start : s.end].strip() for s in (*below, *above))

    def _value(self, statement: Statement) -> Value:
        written = " ".join(self._text[statement.value : statement.value_end].split())
        *tables, key = self._named(statement.path)
        if is_secret("/".join((self._file, *tables, key))):
            return Value(written, clean(tables[0] if tables else self._file), key, True)
        around = self._called(statement.path[:2]) if len(tables) > 1 else "".join(tables)
        return Value(written, clean(around), clean(key), False)

    def _called(self, path: Path) -> str:
        """What people call a block; one that is secret by what it is."""
        if is_secret("/".join((self._file, *self._named(path)))):
            return f"a secret of {path[0]}"
        block = self._block(path)
        title = next((str(block[key]) for key in _TITLES if block.get(key)), str(path[0]))
        return f"«{clipped(clean(title), _MOST_OF_A_VALUE)}»"

    def _named(self, path: Path) -> Name:
        """A path with the id of a block, or else what it is called, in the place of its number."""
        if len(path) < 2 or not isinstance(path[1], int):
            return tuple(map(str, path))
        block = self._block(path)
        own = next((str(block[key]) for key in ("id", *_TITLES) if block.get(key)), str(path[1]))
        return (str(path[0]), own, *map(str, path[2:]))

    def _block(self, path: Path) -> dict[str, Any]:  # a file's data, before it is checked
        assert self._data is not None
        block = self._data[str(path[0])][path[1]]
        return block if isinstance(block, dict) else {}


def _data(text: str) -> dict[str, Any] | None:
    """What a text holds; None where it cannot be read."""
    try:
        return tomli.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _begins(statement: Statement) -> bool:
    """Whether a block is known from here on: by its header, or by its id."""
    if statement.kind == "array":
        return len(statement.path) == 2
    return len(statement.path) == 3 and statement.path[2] == "id"
