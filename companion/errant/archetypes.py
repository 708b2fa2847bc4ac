"""What a new Errant starts with, by Archetype (Errants, Select Starting Equipment).

Names are those of the price tables, which say what each thing fills and how long it lasts.
"""

from typing import Literal, NamedTuple, get_args

Archetype = Literal["violent", "deviant", "occult", "zealot"]
ARCHETYPES: tuple[Archetype, ...] = get_args(Archetype)
SUPPLY = 4
EVERYBODYS = (
    "bedroll",
    "torch",
    "rope",
    "mess kit",
    "tinderbox",
    "rations",
    "waterskin",
)
"""What every Errant starts with, beside a backpack, a weapon and Supply."""
WEAPON = "medium weapon"
AMMUNITION = "ammunition"
"""A quiver, for whoever needs one."""


class Start(NamedTuple):
    """One thing of the Archetype's own: the goods it can be, so many of it, and its size in slots
    where no price table has it."""

    choices: tuple[str, ...]
    number: int = 1
    slots: float | None = None


STARTS: dict[Archetype, Start] = {
    "violent": Start(("heavy weapon", "small shield", "large shield")),
    "deviant": Start(("burglar's tools", "alchemist's kit")),
    "occult": Start(("grimoire",), number=4, slots=0.25),
    "zealot": Start(("relic",), slots=1.0),
}
