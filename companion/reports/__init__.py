"""Reports: what a word answers, as frozen data without prose or colour.

Each field is marked public or secret: a player's view is built from the public ones alone. The
kinds and fields that scripts count on are described in docs/scripting.md.
"""

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
