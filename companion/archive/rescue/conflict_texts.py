"""What the two sides of a conflict say, in plain words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.archive.rescue.conflict_sides import (
    MAX_VALUE_LENGTH,
    Name,
    Side,
    SideReading,
    Value,
    add_parents,
)
from companion.archive.rescue.conflicts import Conflict
from companion.refusal import join_words
from companion.text import clean_text, clip_text

_COMMIT_HASH = re.compile(r"[0-9a-f]{40}")
_MAX_PARTS = 3
_MAX_NAME_LENGTH = 30
_KEEP_ONE_ADVICE = "keep one and delete the marks"


class SideText(NamedTuple):
    """What is told of one side, and whether it is known to have been so before."""

    text: str
    is_unchanged: bool = False


def describe_conflicts(
    file: str, lines: Sequence[str], conflicts: Sequence[Conflict]
) -> Iterator[str]:
    """For each conflict in the lines of a file, both readings and what to do about them."""
    ours, theirs, base = (
        Side(file, lines, conflicts, which) for which in ("ours", "theirs", "base")
    )
    for number, each in enumerate(conflicts):
        names = (
            _render_side_name(each.our_name, "above"),
            _render_side_name(each.their_name, "below"),
        )
        one, other = ours.read_conflict(number), theirs.read_conflict(number)
        if one is None or other is None:
            said = [ours.quote_lines(number), theirs.quote_lines(number)]
            yield _render_two_sides(said, names, _KEEP_ONE_ADVICE)
        else:
            before = None if each.base is None else base.read_conflict(number)
            yield _describe_conflict(one, other, before, names)


def _describe_conflict(
    ours: SideReading, theirs: SideReading, base: SideReading | None, names: tuple[str, str]
) -> str:
    mine, yours = _diff_sides(ours, theirs, base), _diff_sides(theirs, ours, base)
    one, other = _find_changed(mine), _find_changed(yours)
    apart = bool(one and other) and not _is_overlapping(one, other)
    if apart and one <= ours.blocks.keys() and other <= theirs.blocks.keys():
        advice = "both may stay" if base is not None else "where both are new, both may stay"
        if shared := ours.shared or theirs.shared:
            advice += (
                f": write {join_words(shared)} where ======= stands and delete the other marks"
            )
        else:
            advice += ": delete the marks"
    elif apart and base is not None:
        advice = "both may stay: keep what each changed and delete the marks"
    elif len(mine.keys() | yours.keys()) > 1:
        advice = "keep what is right of each and delete the marks"
    elif mine and yours and _is_list(ours, mine) and _is_list(theirs, yours):
        advice = "keep one, or one list of both, and delete the marks"
    else:
        advice = _KEEP_ONE_ADVICE
    said = [[each.text for each in side.values()] for side in (mine, yours)]
    return _render_two_sides(said, names, advice)


def _find_changed(said: Mapping[Name, SideText]) -> set[Name]:
    """Of what is told of a side, what it made so itself, as far as that is known."""
    return {name for name, each in said.items() if not each.is_unchanged}


def _is_overlapping(one: Iterable[Name], other: Iterable[Name]) -> bool:
    """Whether two sides changed the same, or one something in what the other changed."""
    first, second = set(one), set(other)
    around_first, around_second = add_parents(first), add_parents(second)
    return not (first.isdisjoint(around_second) and second.isdisjoint(around_first))


def _is_list(side: SideReading, names: Iterable[Name]) -> bool:
    values = map(side.find_value, names)
    return all(value is not None and value.written.startswith("[") for value in values)


def _render_two_sides(said: Sequence[Sequence[str]], names: tuple[str, str], advice: str) -> str:
    one, other = map(_render_parts, said)
    if one == other:
        what = one if said[0] else "comments, spacing or order"
        return f"two evenings differ in {what} ({names[0]}, {names[1]}); {advice}"
    return f"two evenings differ: {one} ({names[0]}) or {other} ({names[1]}); {advice}"


def _render_parts(said: Sequence[str]) -> str:
    more = len(said) - _MAX_PARTS
    shown = [*said[:_MAX_PARTS], f"{more} more"] if more > 0 else said
    return join_words(shown) or "nothing"


def _render_side_name(given: str, otherwise: str) -> str:
    """What git calls a side, a commit by the beginning of its number."""
    shown = (
        given[:7]
        if _COMMIT_HASH.fullmatch(given)
        else clip_text(clean_text(given).strip(), _MAX_NAME_LENGTH)
    )
    return shown or otherwise


def _diff_sides(
    mine: SideReading, yours: SideReading, base: SideReading | None
) -> dict[Name, SideText]:
    """What one side says that the other does not. A value that both have is told of both, and that
    it is as before where that is known; what it changed comes first. What stood there before and is
    in neither is told of none."""
    before: Mapping[Name, str] = {} if base is None else base.blocks
    found = _diff_blocks(mine, yours, before)
    begun = {*mine.blocks, *yours.blocks, *before}
    whole = {name for name, said in found.items() if not said.is_unchanged}
    around = ""

    def as_before(name: Name) -> bool:
        return base is not None and _get_written(mine.find_value(name)) == _get_written(
            base.find_value(name)
        )

    for name in sorted({**mine.values, **yours.values}, key=as_before):
        own, other, block = mine.find_value(name), yours.find_value(name), name[:2]
        if _get_written(own) == _get_written(other) or (own is None and mine.has_name(name)):
            continue
        if block not in begun:
            differs = True
        elif yours.has_name(block):
            differs = mine.has_name(block) and block not in whole
        else:
            differs = block in before and not as_before(name)
        if differs:
            found[name], around = _render_value(own, other, around, as_before=as_before(name))
    alone = {
        name
        for name, said in found.items()
        if said.is_unchanged and None in (mine.find_value(name), yours.find_value(name))
    }
    if len(alone) < len(found):  # the other side says what became of these
        return {name: said for name, said in found.items() if name not in alone}
    return found


def _diff_blocks(
    mine: SideReading, yours: SideReading, before: Mapping[Name, str]
) -> dict[Name, SideText]:
    """The blocks that only one side has: new here, thrown away here, or thrown away there."""
    found: dict[Name, SideText] = {}
    for name, called in mine.blocks.items():
        if name not in before and name not in yours.blocks:
            found[name] = SideText(called)
        elif name in before and not yours.has_name(name):
            found[name] = SideText(f"{called} as before", is_unchanged=True)
    for name, called in before.items():
        if not mine.has_name(name) and yours.has_name(name):
            found[name] = SideText(f"no {called}")
    return found


def _get_written(value: Value | None) -> str | None:
    return None if value is None else value.written


def _render_value(
    own: Value | None, other: Value | None, around: str, *, as_before: bool
) -> tuple[SideText, str]:
    """A value as it is told beside another, and what is around it: said once for all that follow;
    where both are long, from where they differ on."""
    known = own or other
    assert known is not None
    then = " as before" if as_before and own is not None else ""
    if known.secret:
        said = f"a secret of {known.container}" if own else f"no {known.key}"
        return SideText(f"{said}{then}", as_before), ""
    label = known.key if known.container == around else f"{known.container} {known.key}".strip()
    if own is None:
        return SideText(f"no {label}", as_before), known.container
    written = own.written
    same = 0 if other is None else _count_same(written, other.written)
    if len(written) > MAX_VALUE_LENGTH and same > MAX_VALUE_LENGTH // 2:
        written = f"…{written[same - MAX_VALUE_LENGTH // 2 :]}"
    shown = f"{label} = {clip_text(clean_text(written), MAX_VALUE_LENGTH)}{then}"
    return SideText(shown, as_before), known.container


def _count_same(one: str, other: str) -> int:
    """How many characters two texts have in common from the beginning."""
    together = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in together if a != b), min(len(one), len(other)))
