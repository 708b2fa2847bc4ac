"""The Company: Errants, Retainers, animals, vehicles, and the stashes it has left somewhere.

Sources: Core Procedures (Exhaustion, Supply); Items & Equipment; readings, Event Die («the
Company»). A Company is a tuple of these, in the order of their ids.
"""

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.audience import Public, Secret
from companion.errant.happenings import Exhausted, ExhaustionReason, Happenings
from companion.errant.packs.coin import Purse
from companion.errant.packs.items import Item
from companion.errant.reaction import Alignment, Morale
from companion.errant.turns.moments_and_spans import Moment

Score = Annotated[int, Meta(ge=0, le=100)]
"""An Attribute or Renown."""
Coins = Annotated[int, Meta(ge=0, le=100_000_000)]
DieSides: TypeAlias = Literal[4, 6, 8, 10, 12, 20]
"""The sides of somebody's own damage die."""
HitPoints: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
Archetype = Literal["violent", "deviant", "occult", "zealot"]
ARCHETYPES: tuple[Archetype, ...] = get_args(Archetype)
ErrantKind: TypeAlias = Literal["errant", "retainer", "animal", "vehicle", "stash"]
MOUNT_EXHAUSTION = 10
"""An animal takes ten times the Exhaustion a person does (Travel Turns, Mounts & Vehicles)."""


class Errant(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One of the Company, and all they carry.

    `slots` is given only where it is not phys (a mule's 80, a porter's 12). `slept` counts the
    Travel Turns slept of a night's two; `starving` is since when they have gone without food.
    Everyone starts with a `backpack`; it is a thing among the others once it is taken off. Somebody
    `rides` a mount or a vehicle, an animal `draws` a vehicle, which carries `times` what they could
    and makes them `slower`, but for a `draught` animal; it takes a `team` of so many animals at
    most, 0 for any number. An animal that is not `ridden` bears packs and draws. A stash
    lies `at` a place. `hp` is left out where it is full, `die` where the Archetype says it;
    `at_zero` is how often HP fell to 0, and who is `out_of_action` can do nothing, and who
    has `rested` may be given HP for the night. `morale` is a
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
    archetype: Public[Archetype | None] = None
    die: Public[DieSides | None] = None
    hp: Public[HitPoints | None] = None
    at_zero: Public[Annotated[int, Meta(ge=0, le=10_000)]] = 0
    out_of_action: Public[bool] = False
    dead: Public[bool] = False
    rested: Public[bool] = False
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
    team: Public[Annotated[int, Meta(ge=0, le=100)]] = 0
    draught: Public[bool] = False
    ridden: Public[bool] = True
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
        """Dead of a wound, or of Exhaustion at or above phys, or an animal's Item Slots (Core
        Procedures, Exhaustion), or with an Attribute at 0 (Initiative Turns, Death & Dying)."""
        if self.dead:
            return True
        if self.is_person:
            return self.exhaustion >= self.phys or not (self.skill and self.mind and self.pres)
        return self.kind == "animal" and self.exhaustion >= self.item_slots

    @property
    def item_slots(self) -> int:
        """How many Item Slots they have: as many as phys, unless `slots` says otherwise."""
        return self.phys if self.slots is None else self.slots

    @property
    def is_present(self) -> bool:
        """Alive, not away and no stash: all others count in nothing."""
        return not self.away and not self.is_dead and self.kind != "stash"

    @property
    def purse(self) -> Purse:
        return Purse(self.pennies, self.shillings, self.guilders)

    def with_purse(self, purse: Purse) -> "Errant":
        return replace(self, **purse._asdict())

    @property
    def coins(self) -> int:
        """Pieces in the purse, whatever they are worth."""
        return self.purse.pieces

    def get_item(self, item_id: str) -> Item:
        """The thing with this id. Raises KeyError if there is none."""
        for item in self.items:
            if item.id == item_id:
                return item
        raise KeyError(item_id)

    def with_item(self, item: Item) -> "Errant":
        """The Errant with this thing in the place of the one with its id."""
        return replace(self, items=tuple(item if i.id == item.id else i for i in self.items))

    def without_item(self, item_id: str) -> "Errant":
        """The Errant without that thing; what was in it lies loose."""
        left = (i for i in self.items if i.id != item_id)
        loose = tuple(replace(i, inside="") if i.inside == item_id else i for i in left)
        return replace(self, items=loose)

    def add_item(self, item: Item, *, after: str | None = None) -> "Errant":
        """The Errant with one more thing, whose id is free, last or right after another."""
        if after is None:
            return replace(self, items=(*self.items, item))
        at = next(n for n, i in enumerate(self.items) if i.id == after) + 1
        return replace(self, items=(*self.items[:at], item, *self.items[at:]))


Company: TypeAlias = tuple[Errant, ...]


def get_errant(company: Company, errant_id: str) -> Errant:
    """The one with this id. Raises KeyError if there is none."""
    for errant in company:
        if errant.id == errant_id:
            return errant
    raise KeyError(errant_id)


def list_members_present(company: Company) -> Company:
    """Errants and Retainers who are present: the rules' «every member»."""
    return tuple(e for e in company if e.is_present and e.is_person)


def list_animals_present(company: Company) -> Company:
    """The animals that are here. They eat feed and carry packs, and are no members."""
    return tuple(e for e in company if e.is_present and e.kind == "animal")


def list_everyone_present(company: Company) -> Company:
    """Everybody who is here: members, animals, vehicles, in the order of the Company."""
    return tuple(e for e in company if e.is_present)


def replace_errant(company: Company, errant: Errant) -> Company:
    """The Company with this one in the place of the one with the same id."""
    return tuple(errant if e.id == errant.id else e for e in company)


def update_errants(company: Company, who: Company, change: Callable[[Errant], Errant]) -> Company:
    """The Company with a change made to each of these. Nothing is told of it."""
    chosen = {e.id for e in who}
    return tuple(change(e) if e.id in chosen else e for e in company)


def add_exhaustion(errant: Errant, points: int) -> Errant:
    """The Errant with so much more Exhaustion, never below 0; an animal takes ten times as much."""
    scale = MOUNT_EXHAUSTION if errant.kind == "animal" else 1
    return replace(errant, exhaustion=max(0, errant.exhaustion + points * scale))


def change_errants_with_happenings(
    company: Company, who: Company, change: Callable[[Errant], tuple[Errant, Happenings]]
) -> tuple[Company, Happenings]:
    """The Company with a change made to each of these, and what befell them."""
    happened: Happenings = ()
    for errant in who:
        after, events = change(errant)
        if after is not errant:
            company, happened = replace_errant(company, after), (*happened, *events)
    return company, happened


def exhaust_errants(
    company: Company, who: Company, points: int = 1, *, reason: ExhaustionReason = ""
) -> tuple[Company, Happenings]:
    """Each of these gains so many points, for this reason."""

    def exhaust_member(errant: Errant) -> tuple[Errant, Happenings]:
        after = add_exhaustion(errant, points)
        gained = after.exhaustion - errant.exhaustion
        return after, (Exhausted(errant.id, gained, after.exhaustion, reason),) if gained else ()

    return change_errants_with_happenings(company, who, exhaust_member)


def exhaust_members_instead_of_rest(company: Company) -> tuple[Company, Happenings]:
    """The other way out of a Rest: every member gains 1 point of Exhaustion."""
    return exhaust_errants(company, list_members_present(company), reason="pressed on")


class Holding(NamedTuple):
    """Somebody, or a stash, with things of one name."""

    errant: Errant
    items: tuple[Item, ...]
