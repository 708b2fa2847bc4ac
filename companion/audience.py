"""Who sits at the table, and whom a field is for. Each field of a campaign and of a Report has a
mark: public or secret, which is for the Guide alone. Tests find a field without one."""

from typing import Annotated, Literal, TypeAlias, TypeVar, get_args, get_origin

T = TypeVar("T")
Seat: TypeAlias = Literal["guide", "caller", "mapper", "note-taker", "quartermaster", "timekeeper"]
"""Who types, and is answered."""


class Audience(str):
    """Whom a field is for."""


PUBLIC = Audience("public")
SECRET = Audience("secret")
Public: TypeAlias = Annotated[T, PUBLIC]
Secret: TypeAlias = Annotated[T, SECRET]


def find_audience(annotation: object) -> Audience | None:
    """The mark in a field's annotation; None where there is none."""
    marks = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Audience)), None)
