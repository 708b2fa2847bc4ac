"""The range of every number in a campaign, as its field states it, and the message for a number
beyond it."""

from collections.abc import Iterator
from typing import Annotated, NamedTuple, TypeGuard, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from companion.campaign.plain import field_types
from companion.text import clipped

_MOST_OF_A_VALUE = 60


class Bounds(NamedTuple):
    """The least and the most a number may be, both included."""

    least: float
    most: float
    whole: bool

    def __str__(self) -> str:
        what = "a whole number" if self.whole else "a number"
        return f"{what} from {self.least:,} to {self.most:,}"


class _Misfit(NamedTuple):
    """A number beyond its bounds, and the keys on the way to it."""

    keys: tuple[str, ...]
    value: int | float
    bounds: Bounds


def describe_misfit(value: object, kind: object, *, quote: bool = True) -> str:
    """The message for the first number in plain data that is beyond the range its type states, with
    the keys that lead to it; "" where there is none. The number itself is left out without
    `quote`: it may be secret."""
    for keys, number, bounds in _find_misfits(value, kind, ()):
        where = f"{'.'.join(keys)}: " if keys else ""
        given = f", not {clipped(f'{number:,}', _MOST_OF_A_VALUE)}" if quote else ""
        return f"{where}it is {bounds}{given}"
    return ""


def _find_misfits(value: object, kind: object, keys: tuple[str, ...]) -> Iterator[_Misfit]:
    """Follows data and type side by side; what does not fit its type otherwise is passed over."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        bounds = _read_bounds(inner[0], inner[1:])
        if bounds is not None and _is_beyond(value, bounds):
            yield _Misfit(keys, value, bounds)
    elif origin is dict and isinstance(value, dict):
        for each in value.values():
            yield from _find_misfits(each, inner[1], keys)
    elif origin is tuple and isinstance(value, list):
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        for each, of in zip(value, kinds, strict=False):
            yield from _find_misfits(each, of, keys)
    elif origin is not None:
        for arm in inner:
            yield from _find_misfits(value, arm, keys)
    elif isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict):
        for name, of in field_types(kind).items():
            if name in value:
                yield from _find_misfits(value[name], of, (*keys, name))
    elif isinstance(kind, type) and issubclass(kind, tuple) and isinstance(value, list):
        hints = get_type_hints(kind, include_extras=True)  # a NamedTuple
        for each, of in zip(value, hints.values(), strict=False):
            yield from _find_misfits(each, of, keys)


def _read_bounds(kind: object, stated: tuple[object, ...]) -> Bounds | None:
    """The range that an annotation states; None where it states none."""
    for meta in stated:
        if isinstance(meta, Meta) and meta.ge is not None and meta.le is not None:
            return Bounds(meta.ge, meta.le, whole=kind is int)
    return None


def _is_beyond(value: object, bounds: Bounds) -> TypeGuard[int | float]:
    """True for a number of the right kind outside of the range; nan is in no range."""
    if isinstance(value, bool) or not isinstance(value, int if bounds.whole else int | float):
        return False
    return not bounds.least <= value <= bounds.most
