"""What every Report is, and whom each of its fields is for."""

from typing import Annotated, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Audience(str):
    """Whom a field of a Report is for."""


PUBLIC = Audience("public")
SECRET = Audience("secret")
Public: TypeAlias = Annotated[T, PUBLIC]
Secret: TypeAlias = Annotated[T, SECRET]


class Report(Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """What a word answers."""
