"""Reports: the answers of words, as frozen data without prose or colour.

Each field is marked public or secret: a player's view is built from the public ones alone. The
kinds and fields that scripts count on are described in docs/scripting.md.
"""

from functools import cache
from typing import TypeVar, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from companion.audience import SECRET, Seat, find_audience_in_annotation


class Report(Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """What a word answers."""

    @property
    def tag(self) -> str:
        """Its kind, as scripts read it."""
        return str(self.__struct_config__.tag)

    @property
    def new_seat(self) -> Seat | None:
        """The seat that types from now on, if the word has changed it."""
        return None

    @property
    def snuffed_light(self) -> tuple[str, str] | None:
        """The Errant and the item whose light the word itself has put out, if it has."""
        return None

    @property
    def repeated_entries(self) -> tuple[str, ...]:
        """The entries that the word has done again, newest first."""
        return ()


R = TypeVar("R", bound=Report)


@cache
def find_secret_fields(kind: type[Report]) -> frozenset[str]:
    """The fields of a Report that only the Guide may see."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(
        name
        for name in kind.__struct_fields__
        if find_audience_in_annotation(hints[name]) == SECRET
    )


def filter_report_for_seat(report: R, *, guide: bool) -> R:
    """The Report as a seat may see it. For all but the Guide it is without anything secret, in the
    Reports inside it too."""
    if guide:
        return report
    hidden: dict[str, object] = dict.fromkeys(find_secret_fields(type(report)))
    for name in report.__struct_fields__:
        value = getattr(report, name)
        if isinstance(value, Report):
            hidden.setdefault(name, filter_report_for_seat(value, guide=False))
        elif isinstance(value, tuple) and value and isinstance(value[0], Report):
            hidden.setdefault(
                name, tuple(filter_report_for_seat(inner, guide=False) for inner in value)
            )
    return replace(report, **hidden) if hidden else report
