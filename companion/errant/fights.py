"""A fight: who is in it, on which side, and what they did in this Initiative Turn (Initiative
Turns; procedures 1.1 to 1.5)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.audience import Public

Ground: TypeAlias = Literal["enclosed", "open"]
"""Distances are in feet where it is enclosed, in yards in the open."""
Side: TypeAlias = Literal["company", "others"]
MAX_DISTANCE = 10_000
_Actions: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Combatant(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody who fights, by the id of an Errant or an `npc`.

    They `act` quickly or slowly, "" where nobody has said. `taken` are the actions of this Turn so
    far, `attacked` and `cast` say what of it may be done once only, `moved` how they have moved.
    `granted` are actions that others' dice gave them and they have not used yet.
    """

    id: Public[str] = ""
    npc: Public[bool] = False
    side: Public[Side]
    acts: Public[Literal["", "quick", "slow"]] = ""
    taken: Public[_Actions] = 0
    attacked: Public[bool] = False
    cast: Public[bool] = False
    moved: Public[Literal["", "roll", "shift"]] = ""
    granted: Public[_Actions] = 0


class Fight(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The fight that is going on in the Initiative Turns.

    `first` is the side that acts first in this Turn, "" before it is rolled for; `surprised` the
    side that cannot act in it. `distance` is in feet or yards, as the `ground` says.
    """

    ground: Public[Ground] = "enclosed"
    distance: Public[Annotated[int, Meta(ge=0, le=MAX_DISTANCE)] | None] = None
    first: Public[Literal["", "company", "others"]] = ""
    surprised: Public[Literal["", "company", "others"]] = ""


class Chase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Chase in Initiative Turns: who is hunted, by ids, and who has split off on each side
    (Initiative Turns, Chases)."""

    fugitives: Public[tuple[str, ...]] = ()
    pursuers: Public[tuple[str, ...]] = ()
    apart: Public[tuple[str, ...]] = ()
    sprinting: Public[dict[str, bool]] = {}
