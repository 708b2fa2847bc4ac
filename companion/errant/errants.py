"""Who goes with the Company, and what they carry: Errants, Retainers, animals and vehicles; and the
stashes of what it owns and has left behind.

Sources: Core Procedures (Exhaustion, Supply); Items & Equipment; readings, Event Die («the
Company»). A Company is a tuple of these, in the order of their ids.
"""

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.audience import Public, Secret
from companion.errant.clock import Moment
from companion.errant.coin import Purse
from companion.errant.happenings import Exhausted, ExhaustionReason, Happenings
from companion.errant.items import Item
from companion.errant.reaction import Alignment, Morale

Score = Annotated[int, Meta(ge=0, le=100)]
"""An Attribute or Renown."""
Coins = Annotated[int, Meta(ge=0, le=100_000_000)]
ErrantKind: TypeAlias = Literal["errant", "retainer", "animal", "vehicle", "stash"]
MOUNT_EXHAUSTION = 10
"""An animal takes ten times the Exhaustion a person does (Travel Turns, Mounts & Vehicles)."""


class Errant(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One of the Company, and all they carry.

    `slots` is given only where it is not phys (a mule's 80, a porter's 12). `slept` counts the
    Travel Turns slept of a night's two; `starving` is since when they have gone without food.
    Everyone starts with a `backpack`; it is a thing among the others once it is taken off. Somebody
    `rides` a mount or a vehicle, an animal `draws` a vehicle, which carries `times` what they could
    and makes them `slower`, but for a `draught` animal. A stash lies `at` a place. `morale` is a
    Retainer's or an animal's.
    """

    schema: Public[Literal[1]] = 1
    id: Public[str] = ""
    name: Public[str]
    kind: Public[ErrantKind] = "errant"
    player: Public[str] = ""
    phys: Public[Score] = 10
    skill: Public[Score] = 10
    mind: Public[Score] = 10
    pres: Public[Score] = 10
    alignment: Public[Alignment] = "N"
    renown: Public[Score] = 1
    morale: Secret[Morale | None] = None
    slots: Public[Annotated[int, Meta(ge=0, le=10_000)] | None] = None
    exhaustion: Public[Annotated[int, Meta(ge=0, le=10_000)]] = 0
    supply: Public[Annotated[int, Meta(ge=0, le=100_000)]] = 0
    pennies: Public[Coins] = 0
    shillings: Public[Coins] = 0
    guilders: Public[Coins] = 0
    away: Public[bool] = False
    backpack: Public[bool] = True
    rides: Public[str] = ""
    draws: Public[str] = ""
    times: Public[Annotated[int, Meta(ge=1, le=100)]] = 1
    slower: Public[Annotated[int, Meta(ge=0, le=100)]] = 0
    draught: Public[bool] = False
    at: Public[str] = ""
    slept: Public[Annotated[int, Meta(ge=0, le=1)]] = 0
    starving: Public[Moment | None] = None
    note: Secret[str] = ""
    items: Public[tuple[Item, ...]] = ()

    @property
    def is_person(self) -> bool:
        """An Errant or a Retainer: whom Encumbrance slows, and who has a pack."""
        return self.kind in ("errant", "retainer")

    @property
    def is_dead(self) -> bool:
        """Exhaustion at or above phys, or phys at 0 (Core Procedures, Exhaustion).

        An animal's Item Slots stand for its phys; what never lived does not die.
        """
        if self.is_person:
            return self.exhaustion >= self.phys
        return self.kind == "animal" and self.exhaustion >= self.item_slots

    @property
    def item_slots(self) -> int:
        """How many Item Slots they have: phys of them, unless it is written otherwise."""
        return self.phys if self.slots is None else self.slots

    @property
    def is_present(self) -> bool:
        """Alive, and not away: those away are counted in nothing, nor is what was left behind."""
        return not self.away and not self.is_dead and self.kind != "stash"

    @property
    def purse(self) -> Purse:
        """Their coins."""
        return Purse(self.pennies, self.shillings, self.guilders)

    def with_purse(self, purse: Purse) -> "Errant":
        """The same Errant with these coins."""
        return replace(self, **purse._asdict())

    @property
    def coins(self) -> int:
        """Pieces in the purse, whatever they are worth."""
        return self.purse.pieces

    def get_item(self, item_id: str) -> Item:
        """The thing with this id; KeyError where there is none."""
        for item in self.items:
            if item.id == item_id:
                return item
        raise KeyError(item_id)

    def with_item(self, item: Item) -> "Errant":
        """The same Errant with this thing in the place of the one of its id."""
        return replace(self, items=tuple(item if i.id == item.id else i for i in self.items))

    def without_item(self, item_id: str) -> "Errant":
        """The same Errant with that thing gone; what was in it lies loose."""
        left = (i for i in self.items if i.id != item_id)
        loose = tuple(replace(i, inside="") if i.inside == item_id else i for i in left)
        return replace(self, items=loose)

    def add_item(self, item: Item, *, after: str | None = None) -> "Errant":
        """The same Errant with one more thing (its id is free), last or right after another."""
        if after is None:
            return replace(self, items=(*self.items, item))
        at = next(n for n, i in enumerate(self.items) if i.id == after) + 1
        return replace(self, items=(*self.items[:at], item, *self.items[at:]))


Company: TypeAlias = tuple[Errant, ...]


def list_members(company: Company) -> Company:
    """Errants and Retainers who are here and alive: whom «every member» means."""
    return tuple(e for e in company if e.is_present and e.is_person)


def list_animals(company: Company) -> Company:
    """Animals that are here and alive: they eat feed and carry, no more."""
    return tuple(e for e in company if e.is_present and e.kind == "animal")


def list_present(company: Company) -> Company:
    """Members, animals and vehicles alike, who are here and alive."""
    return tuple(e for e in company if e.is_present)


def replace_errant(company: Company, errant: Errant) -> Company:
    """The Company with this Errant in the place of the one of the same id."""
    return tuple(errant if e.id == errant.id else e for e in company)


def update_each(company: Company, who: Company, change: Callable[[Errant], Errant]) -> Company:
    """The Company with a change made to each of these."""
    chosen = {e.id for e in who}
    return tuple(change(e) if e.id in chosen else e for e in company)


def add_exhaustion(errant: Errant, points: int) -> Errant:
    """Exhaustion raised (or, below 0, lowered) by so many points, never below 0; an animal takes
    ten times as much."""
    scale = MOUNT_EXHAUSTION if errant.kind == "animal" else 1
    return replace(errant, exhaustion=max(0, errant.exhaustion + points * scale))


def exhaust_each(
    company: Company, who: Company, points: int = 1, *, reason: ExhaustionReason = ""
) -> tuple[Company, Happenings]:
    """Each of these gains so many points; `reason` is told with it."""
    happened: Happenings = ()
    for errant in who:
        after = add_exhaustion(errant, points)
        gained = after.exhaustion - errant.exhaustion
        if gained:
            company = replace_errant(company, after)
            happened = (*happened, Exhausted(errant.id, gained, after.exhaustion, reason))
    return company, happened


def apply_press_on(company: Company) -> tuple[Company, Happenings]:
    """The other way out of a Rest: every member gains 1 point of Exhaustion."""
    return exhaust_each(company, list_members(company), reason="pressed on")


Archetype = Literal["violent", "deviant", "occult", "zealot"]
ARCHETYPES: tuple[Archetype, ...] = get_args(Archetype)
STARTING_SUPPLY = 4
COMMON_GEAR = ("bedroll", "torch", "rope", "mess kit", "tinderbox", "rations", "waterskin")
"""What every Errant starts with, beside a backpack, a weapon and Supply."""
STARTING_WEAPON = "medium weapon"
STARTING_AMMUNITION = "ammunition"
"""A quiver, for whoever needs one."""


class ArchetypeGear(NamedTuple):
    """One thing of the Archetype's own: the goods it can be, so many of it, and its size in slots
    where no price table has it."""

    choices: tuple[str, ...]
    number: int = 1
    slots: float | None = None


ARCHETYPE_GEAR: dict[Archetype, ArchetypeGear] = {
    "violent": ArchetypeGear(("heavy weapon", "small shield", "large shield")),
    "deviant": ArchetypeGear(("burglar's tools", "alchemist's kit")),
    "occult": ArchetypeGear(("grimoire",), number=4, slots=0.25),
    "zealot": ArchetypeGear(("relic",), slots=1.0),
}
