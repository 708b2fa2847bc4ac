"""Light: what is lit, and what it burns (Items & Equipment, Burn)."""

from typing import Literal, NamedTuple

from msgspec.structs import replace

from companion.errant.company import Company, Errant, list_everyone_present, list_members_present
from companion.errant.names_to_type import (
    format_item_with_owner,
    make_typed_item_name,
    quote_typed_name,
)
from companion.errant.packs.items import LIGHT_SOURCE_KINDS, Item
from companion.errant.packs.stacks import take_one_from_stack
from companion.refusal import Impossible
from companion.text_cleaning import quote_name

LightLevel = Literal["darkness", "dim", "ordinary", "bright"]


class LightSource(NamedTuple):
    """A lit light source: whose it is, its Burn, and the id of what burns, as a lantern's flask."""

    errant: str
    item: str
    name: str
    burn: int
    fuel: str


class Light(NamedTuple):
    """All the light of a Company: its Burn, the members it must serve, and the level."""

    burn: int
    members: int
    level: LightLevel
    sources: tuple[LightSource, ...]


def match_lanterns_with_oil(errant: Errant) -> dict[str, Item]:
    """The flask of oil that each lit lantern of an Errant burns, by the lantern's id. The most used
    flask burns first; a lantern without one is left out."""
    lanterns = [i for i in errant.items if i.kind == "lantern" and i.lit]
    if not lanterns:
        return {}
    flasks = sorted((i for i in errant.items if i.kind == "oil"), key=lambda i: i.uses_left or 0)
    each = [flask for flask in flasks for _ in range(min(flask.count, len(lanterns)))]
    return {lantern.id: flask for lantern, flask in zip(lanterns, each, strict=False)}


def find_fuel(errant: Errant, item: Item) -> Item | None:
    """What a thing burns: itself, or the most used flask of oil if it is a lantern; None without
    one."""
    if item.kind != "lantern":
        return item
    flasks = (each for each in errant.items if each.kind == "oil")
    return min(flasks, key=lambda flask: flask.uses_left or 0, default=None)


def list_lit_sources(errant: Errant) -> tuple[LightSource, ...]:
    """Everything lit of an Errant's that still has Burn."""
    burning = match_lanterns_with_oil(errant)
    found = []
    for item in errant.items:
        if not item.lit:
            continue
        burns = burning.get(item.id) if item.kind == "lantern" else item
        if burns is not None and burns.uses_left:
            found.append(LightSource(errant.id, item.id, item.name, burns.uses_left, burns.id))
    return tuple(found)


def compute_light_level(burn: int, number: int) -> LightLevel:
    """The level of light: darkness at 0, dim below half the Company's number (rounded down), bright
    at or above its number, ordinary between."""
    if burn == 0:
        return "darkness"
    if burn < number // 2:
        return "dim"
    return "bright" if burn >= number else "ordinary"


def measure_light(company: Company) -> Light:
    """The light of everyone present, animals' lanterns too; it must serve the members."""
    sources = tuple(
        source for errant in list_everyone_present(company) for source in list_lit_sources(errant)
    )
    burn = sum(source.burn for source in sources)
    number = len(list_members_present(company))
    return Light(burn, number, compute_light_level(burn, number), sources)


def compute_light_diameter(burn: int) -> int:
    """The feet across that a source of this Burn lights."""
    return 10 * burn


def kindle_item(errant: Errant, item_id: str) -> tuple[Errant, Item]:
    """Light a source. One of a stack leaves it; one in the pack is taken into a hand. Raises
    Impossible if it cannot burn, or not now."""
    item = errant.get_item(item_id)
    if item.kind not in LIGHT_SOURCE_KINDS and item.burn is None:
        raise Impossible(f"«{item.name}» gives no light.", "Light a torch, a candle or a lantern.")
    burns = any(source.item == item_id for source in list_lit_sources(errant))
    if item.kind == "lantern" and item.lit and not burns:
        flask = match_lanterns_with_oil(errant).get(item_id)
        name = quote_name(make_typed_item_name(errant, flask)) if flask else "oil"
        named = f"{quote_typed_name(errant)} {name}"
        raise Impossible(
            f"{errant.name}'s {item.name} has burnt its oil.",
            f"Try: refill {named}, or let-go {named} and light another.",
        )
    if item.lit and item.uses_left != 0:
        way = f"Try: snuff {format_item_with_owner(errant, item)}"
        raise Impossible(f"{errant.name}'s {item.name} is lit already.", way)
    if item.uses_left == 0:
        raise Impossible(
            f"{errant.name}'s {item.name} has no Burn left.",
            f"Try: refill {format_item_with_owner(errant, item)}",
        )
    errant, one = take_one_from_stack(errant, item_id)
    one = replace(one, lit=True)
    if errant.is_person and (one.place == "pack" or one.inside):
        one = replace(one, place="hand", inside="")
    errant = errant.with_item(one)
    if one.kind == "lantern":
        flask = match_lanterns_with_oil(errant).get(one.id)
        if flask is None:
            raise Impossible(
                f"{errant.name} has no flask of oil for the {one.name}.",
                f"Try: give {quote_typed_name(errant)} oil",
            )
        if not flask.uses_left:
            named = format_item_with_owner(errant, flask)
            message = f"{errant.name}'s {flask.name} is empty."
            raise Impossible(message, f"Try: refill {named} or let-go {named}")
    return errant, one


def list_sources_that_could_be_lit(company: Company) -> tuple[tuple[Errant, Item, int], ...]:
    """What somebody present could light now: whose it is, and the Burn that it would give."""
    found = []
    for errant in list_everyone_present(company):
        for item in errant.items:
            if item.kind not in LIGHT_SOURCE_KINDS:
                continue
            try:
                _, one = kindle_item(errant, item.id)
            except Impossible:
                continue
            fuel = find_fuel(errant, one)
            found.append((errant, item, (fuel.uses_left if fuel else 0) or 0))
    return tuple(found)


def remove_lit_item_and_its_oil(errant: Errant, item_id: str) -> tuple[Errant, LightSource]:
    """Take away a lit source and the oil that it burns. Raises Impossible if it does not burn."""
    source = next((s for s in list_lit_sources(errant) if s.item == item_id), None)
    if source is None:
        item = errant.get_item(item_id)
        named = format_item_with_owner(errant, item)
        raise Impossible(
            f"{errant.name}'s {item.name} does not burn.", f"Try: light {named}, or drop {named}"
        )
    for gone in dict.fromkeys((source.item, source.fuel)):
        errant, one = take_one_from_stack(errant, gone)
        errant = errant.without_item(one.id)
    return errant, source


def snuff_item(errant: Errant, item_id: str) -> tuple[Errant, Item]:
    """Put a source out. A torch or candle falls to Burn 0; a lantern can be lit again. Raises
    Impossible if it is not lit."""
    item = errant.get_item(item_id)
    if not item.lit:
        is_light = item.kind in LIGHT_SOURCE_KINDS
        way = (
            f"Try: light {format_item_with_owner(errant, item)}"
            if is_light
            else "To see what burns: light"
        )
        raise Impossible(f"{errant.name}'s {item.name} is not lit.", way)
    out = replace(item, lit=False)
    if item.burn is not None:
        errant, one = take_one_from_stack(errant, item_id)
        out = replace(one, lit=False, burn=0)
    return errant.with_item(out), out
