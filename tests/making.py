"""What tests are made of: an Errant, a torch, a Turn, a campaign, in a line each.

Everything has an id, as what is read from a file has, and stands where nothing is said of it at
what the game gives: phys 10, a full unlit torch, a Turn that began at `EIGHT`.
"""

from msgspec.structs import replace

from companion.campaign.campaign import Book, Campaign, Clock, Rules, World
from companion.errant.company import Company, Errant
from companion.errant.goods import make_item
from companion.errant.packs.depletion import Refill
from companion.errant.packs.items import Item
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.turns.timers import Cadence, Effect, EffectKind
from companion.errant.turns.turns import Turn, TurnType
from companion.values_with_ids import make_free_slug, make_slug

EIGHT = Moment.parse("day 1 08:00")


def item(name: str, count: int = 1, /, *, left: int | None = None, **fields: object) -> Item:
    """A thing as its kind has it; `left` is the Burn or Depletion it still has."""
    made = replace(make_item(name, count=count), **fields)
    return made if left is None else made.with_uses_left(left)


def torch(burn: int = 2, **fields: object) -> Item:
    """A lit torch with this much Burn; `lit=False` for one that is not."""
    return item("torch", left=burn, **{"lit": True, **fields})


def errant(name: str = "Bree", *items: Item, **fields: object) -> Errant:
    """An Errant who carries these, each with an id of its own: torch, torch-2 …"""
    carried: dict[str, Item] = {}
    for thing in items:
        item_id = make_free_slug(thing.kind or thing.name, set(carried))
        carried[item_id] = replace(thing, id=item_id)
    made = Errant(id=make_slug(name), name=name, items=tuple(carried.values()))
    return replace(made, **fields)


def animal(name: str = "Tansy", *items: Item, **fields: object) -> Errant:
    """A mule: 80 Item Slots."""
    return errant(name, *items, **{"kind": "animal", "slots": 80, **fields})


def laden(quarters: int, name: str = "Bree", **fields: object) -> Errant:
    """An Errant with so many quarter slots filled, by one thing in the pack."""
    return errant(name, item("stone", slots=quarters / 4), **fields)


def people(number: int) -> Company:
    """So many Errants with empty hands."""
    return tuple(errant(f"Errant {n}") for n in range(1, number + 1))


def effect(name: str = "Bless", kind: EffectKind = "effect", **fields: object) -> Effect:
    """Something going on, without a Depletion."""
    return replace(Effect(id=make_slug(name), name=name, kind=kind), **fields)


def turn(turn_type: TurnType = "exploration", **fields: object) -> Turn:
    """The first Turn of its type, open since `EIGHT`; no die has been rolled."""
    made = Turn(id=turn_type, type=turn_type, number=1, begun=True, began=EIGHT)
    return replace(made, **fields)


def campaign(
    *company: Errant,
    turns: tuple[Turn, ...] = (),
    effects: tuple[Effect, ...] = (),
    every: tuple[Cadence, ...] = (),
    refill: Refill = "ask",
    plentiful: bool = False,
    world: World | None = None,
) -> Campaign:
    """A campaign at `EIGHT`, with this Company, the outermost Turn first."""
    book = Book(
        name="Made",
        rules=Rules(refill=refill),
        clock=Clock(now=EIGHT, plentiful_food=plentiful),
        turns=turns,
        effects=effects,
        every=every,
    )
    return Campaign(book=book, errants=company, world=world or World())
