"""What the two sides of a conflict say, in plain words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.archive.conflicts import Conflict
from companion.archive.sides import MOST_OF_A_VALUE, Name, Reading, Side, Value, with_all_around
from companion.refusal import listed
from companion.text import clean, clipped

_HASH = re.compile(r"[0-9a-f]{40}")
_MOST_TOLD = 3
_MOST_OF_A_NAME = 30
_KEEP_ONE = "keep one and delete the marks"


class Said(NamedTuple):
    """What is told of one side, and whether it is known to have been so before."""

    text: str
    as_before: bool = False


def told(file: str, lines: Sequence[str], conflicts: Sequence[Conflict]) -> Iterator[str]:
    """For each conflict in the lines of a file, both readings and what to do about them."""
    ours, theirs, base = (
        Side(file, lines, conflicts, which) for which in ("ours", "theirs", "base")
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
    one, other = _changed(mine), _changed(yours)
    apart = bool(one and other) and not _meet(one, other)
    if apart and one <= ours.blocks.keys() and other <= theirs.blocks.keys():
        advice = "both may stay" if base is not None else "where both are new, both may stay"
        if shared := ours.shared or theirs.shared:
            advice += f": write {listed(shared)} where ======= stands and delete the other marks"
        else:
            advice += ": delete the marks"
    elif apart and base is not None:
        advice = "both may stay: keep what each changed and delete the marks"
    elif len(mine.keys() | yours.keys()) > 1:
        advice = "keep what is right of each and delete the marks"
    elif mine and yours and _is_list(ours, mine) and _is_list(theirs, yours):
        advice = "keep one, or one list of both, and delete the marks"
    else:
        advice = _KEEP_ONE
    said = [[each.text for each in side.values()] for side in (mine, yours)]
    return _two(said, names, advice)


def _changed(said: Mapping[Name, Said]) -> set[Name]:
    """Of what is told of a side, what it made so itself, as far as that is known."""
    return {name for name, each in said.items() if not each.as_before}


def _meet(one: Iterable[Name], other: Iterable[Name]) -> bool:
    """Whether two sides changed the same, or one something in what the other changed."""
    first, second = set(one), set(other)
    around_first, around_second = with_all_around(first), with_all_around(second)
    return not (first.isdisjoint(around_second) and second.isdisjoint(around_first))


def _is_list(side: Reading, names: Iterable[Name]) -> bool:
    values = map(side.value, names)
    return all(value is not None and value.written.startswith("[") for value in values)


def _two(said: Sequence[Sequence[str]], names: tuple[str, str], advice: str) -> str:
    one, other = map(_parts, said)
    if one == other:
        what = one if said[0] else "comments, spacing or order"
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


def _says(mine: Reading, yours: Reading, base: Reading | None) -> dict[Name, Said]:
    """What one side says that the other does not. A value that both have is told of both, and that
    it is as before where that is known; what it changed comes first. What stood there before and is
    in neither is told of none."""
    before: Mapping[Name, str] = {} if base is None else base.blocks
    found = _blocks(mine, yours, before)
    begun = {*mine.blocks, *yours.blocks, *before}
    whole = {name for name, said in found.items() if not said.as_before}
    around = ""

    def as_before(name: Name) -> bool:
        return base is not None and _written(mine.value(name)) == _written(base.value(name))

    for name in sorted({**mine.values, **yours.values}, key=as_before):
        own, other, block = mine.value(name), yours.value(name), name[:2]
        if _written(own) == _written(other) or (own is None and mine.has(name)):
            continue
        if block not in begun:
            differs = True
        elif yours.has(block):
            differs = mine.has(block) and block not in whole
        else:
            differs = block in before and not as_before(name)
        if differs:
            found[name], around = _shown(own, other, around, as_before=as_before(name))
    alone = {
        name
        for name, said in found.items()
        if said.as_before and None in (mine.value(name), yours.value(name))
    }
    if len(alone) < len(found):  # the other side says what became of these
        return {name: said for name, said in found.items() if name not in alone}
    return found


def _blocks(mine: Reading, yours: Reading, before: Mapping[Name, str]) -> dict[Name, Said]:
    """The blocks that only one side has: new here, thrown away here, or thrown away there."""
    found: dict[Name, Said] = {}
    for name, called in mine.blocks.items():
        if name not in before and name not in yours.blocks:
            found[name] = Said(called)
        elif name in before and not yours.has(name):
            found[name] = Said(f"{called} as before", as_before=True)
    for name, called in before.items():
        if not mine.has(name) and yours.has(name):
            found[name] = Said(f"no {called}")
    return found


def _written(value: Value | None) -> str | None:
    return None if value is None else value.written


def _shown(
    own: Value | None, other: Value | None, around: str, *, as_before: bool
) -> tuple[Said, str]:
    """A value as it is told beside another, and what is around it: said once for all that follow;
    where both are long, from where they differ on."""
    known = own or other
    assert known is not None
    then = " as before" if as_before and own is not None else ""
    if known.secret:
        said = f"a secret of {known.around}" if own else f"no {known.key}"
        return Said(f"{said}{then}", as_before), ""
    label = known.key if known.around == around else f"{known.around} {known.key}".strip()
    if own is None:
        return Said(f"no {label}", as_before), known.around
    written = own.written
    same = 0 if other is None else _same(written, other.written)
    if len(written) > MOST_OF_A_VALUE and same > MOST_OF_A_VALUE // 2:
        written = f"…{written[same - MOST_OF_A_VALUE // 2 :]}"
    shown = f"{label} = {clipped(clean(written), MOST_OF_A_VALUE)}{then}"
    return Said(shown, as_before), known.around


def _same(one: str, other: str) -> int:
    """How many characters two texts have in common from the beginning."""
    together = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in together if a != b), min(len(one), len(other)))
