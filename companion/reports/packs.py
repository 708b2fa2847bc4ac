"""Reports on the Company, its packs and its light."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from companion.audience import Public
from companion.errant.happenings import Happenings
from companion.errant.packs.light import LightLevel
from companion.reports import Report

ErrantStep = Literal["added", "edited", "removed", "away", "back"]
ItemStep = Literal["given", "dropped", "lit", "snuffed", "moved", "passed", "stashed"]
RideStep = Literal["rides", "dismounts", "hitched", "unhitched"]


class LitSource(Struct, frozen=True):
    """A lit source: whose, what, its Burn and full Burn, and how many feet across it lights."""

    errant: str
    item: str
    burn: int
    feet: int
    name: str
    full: int


class ErrantReport(Report, frozen=True, tag="errant"):
    """Someone joined, changed, left, went away or came back."""

    errant: Public[str]
    name: Public[str]
    member: Public[str]
    step: Public[ErrantStep]
    edited: Public[tuple[str, ...]] = ()


class ItemCount(Struct, frozen=True):
    """A thing, and how many of it."""

    name: str
    quantity: int


class ItemReport(Report, frozen=True, tag="item"):
    """What was done with an item. `others` moved with it in the same word; a container brings its
    contents along (`brought`, Supply, coins). Where a player gave something new, `instead` are the
    lines that hand over one that somebody carries. `worth` is what one was worth new, in pennies,
    where it was told as the thing was given."""

    errant: Public[str]
    item: Public[str]
    name: Public[str]
    quantity: Public[int]
    step: Public[ItemStep]
    slots: Public[float]
    place: Public[str]
    left: Public[int | None]
    happened: Public[Happenings] = ()
    to: Public[str] = ""
    inside: Public[str] = ""
    others: Public[tuple[ItemCount, ...]] = ()
    brought: Public[tuple[ItemCount, ...]] = ()
    supply: Public[int] = 0
    coin_pieces: Public[int] = 0
    coins_pennies: Public[int] = 0
    instead: Public[tuple[str, ...]] = ()
    worth: Public[int | UnsetType] = UNSET

    @property
    def snuffed_light(self) -> tuple[str, str] | None:
        """The item, if it was snuffed."""
        return (self.errant, self.item) if self.step == "snuffed" else None


class LoadCost(Struct, frozen=True):
    """What a load costs: Encumbrance, SPD, and what is added to the DV of physical Checks."""

    encumbrance: int
    spd: int
    dv: int


class CarriedItem(Struct, frozen=True):
    """An item or stack in a pack; `place` is where it is carried, `inside` the container. Its
    Blocks are told where some are used, and that it is `broken`."""

    item: str
    name: str
    quantity: int
    slots: float
    place: str
    left: int | None
    full: int | None
    lit: bool
    inside: str = ""
    quality: str | None = None
    blocks: int | UnsetType = UNSET
    most_blocks: int | UnsetType = UNSET
    broken: bool | UnsetType = UNSET


class RiderLine(Struct, frozen=True):
    """A rider, and the slots they fill."""

    errant: str
    name: str
    slots: float


class SlotsReport(Report, frozen=True, tag="slots"):
    """The filled Item Slots of a member, and what they cost. `one_slot_more` and `slots_to_next`
    are None for those who cannot have Encumbrance; `over_hand` and `over_handy` are slots beyond
    the limit."""

    errant: Public[str]
    name: Public[str]
    member: Public[str]
    phys: Public[int]
    slots: Public[float]
    slots_filled: Public[float]
    slots_filled_pack_off: Public[float]
    encumbrance: Public[int]
    encumbrance_pack_off: Public[int]
    exhaustion: Public[int]
    supply: Public[int]
    coin_pieces: Public[int]
    spd: Public[int]
    can_act: Public[bool]
    items: Public[tuple[CarriedItem, ...]]
    spd_pack_off: Public[int | None] = None
    one_slot_more: Public[LoadCost | None] = None
    slots_to_next: Public[float | None] = None
    over_hand: Public[float] = 0
    over_handy: Public[float] = 0
    no_container: Public[bool] = False
    riders: Public[tuple[RiderLine, ...]] = ()


class StashesReport(Report, frozen=True, tag="stashes"):
    """The stashes, each as a pack."""

    stashes: Public[tuple[SlotsReport, ...]]


class FetchReport(Report, frozen=True, tag="fetch"):
    """A search in a pack: the nth try succeeds at n in 4, the fourth without a die. Without hurry
    `try_number` is 0."""

    errant: Public[str]
    name: Public[str]
    found: Public[bool]
    try_number: Public[int] = 0
    chance: Public[int] = 4
    faces: Public[tuple[int, ...]] = ()
    entered: Public[bool] = False


class HolderLine(Struct, frozen=True):
    """Somebody, or a stash, with things of one name."""

    errant: str
    name: str
    away: bool
    items: tuple[CarriedItem, ...]


class HoldersReport(Report, frozen=True, tag="holders"):
    """Who carries things of one name, and how many there are in all; of `nothing`, the name of a
    good that nobody carries."""

    total: Public[int]
    holders: Public[tuple[HolderLine, ...]]
    nothing: Public[str] = ""


class CoinsChanged(Struct, frozen=True):
    """How many coins of each denomination came, or went where negative."""

    pennies: int
    shillings: int
    guilders: int


class CoinsReport(Report, frozen=True, tag="coins"):
    """A purse now, and by how much it changed in worth and in `coins` of each denomination; `to`
    is who got the coins."""

    errant: Public[str]
    to: Public[str]
    changed_pennies: Public[int]
    pennies: Public[int]
    shillings: Public[int]
    guilders: Public[int]
    coins: Public[CoinsChanged]


class PurseLine(Struct, frozen=True):
    """What somebody has in coins, and by how much its worth has changed, in pennies; who is not
    `here` is away, or is a stash."""

    errant: str
    name: str
    here: bool
    pennies: int
    shillings: int
    guilders: int
    worth: int
    changed: int = 0


class PursesReport(Report, frozen=True, tag="purses"):
    """The coins of the Company, and the worth in pennies of those here; coins worth `found` were
    `shared` out, or all they have where that is 0."""

    step: Public[Literal["shown", "shared"]]
    purses: Public[tuple[PurseLine, ...]]
    worth: Public[int]
    found: Public[int] = 0


class CoinsWorthReport(Report, frozen=True, tag="coins_worth"):
    """What some coins are worth in pennies."""

    worth: Public[int]
    pennies: Public[int]
    shillings: Public[int]
    guilders: Public[int]


class RideReport(Report, frozen=True, tag="ride"):
    """Somebody mounts or dismounts, or an animal is hitched or unhitched: the bearer's load now."""

    errant: Public[str]
    bearer: Public[str]
    step: Public[RideStep]
    slots: Public[float]
    slots_filled: Public[float]
    spd: Public[int]


class OutfitReport(Report, frozen=True, tag="outfit"):
    """A new Errant's starting items; `others` are the other archetypes to choose from."""

    errant: Public[str]
    archetype: Public[str]
    things: Public[tuple[ItemCount, ...]]
    supply: Public[int]
    others: Public[tuple[str, ...]]


class CompanyReport(Report, frozen=True, tag="company"):
    """The members of the Company."""

    errants: Public[tuple["CompanyLine", ...]]


class CompanyLine(Struct, frozen=True, omit_defaults=True):
    """A member of the Company at a glance; HP of whoever has lost some, the Turns that somebody
    who is `dying` still lives (of the type `dying_turns`), and the number of `wounds`;
    Blocks of whoever has used some, and the arms that are `failing`: 1 Quality is left."""

    errant: str
    name: str
    member: str
    slots: float
    slots_filled: float
    encumbrance: int
    exhaustion: int
    supply: int
    food: int
    spd: int
    away: bool
    dead: bool
    starving: bool
    hp: int | None = None
    hp_max: int | None = None
    dying: int | None = None
    dying_turns: str = ""
    out_of_action: bool = False
    wounds: int = 0
    blocks: int | None = None
    most_blocks: int | None = None
    failing: tuple[str, ...] = ()


class LightReport(Report, frozen=True, tag="light"):
    """All the light of the Company."""

    burn: Public[int]
    members: Public[int]
    level: Public[LightLevel]
    sources: Public[tuple[LitSource, ...]]
