"""What a line can say of NPCs, Factions and Checks."""

from collections.abc import Iterable, Iterator

from companion.commands.offers.offer import Offer, Offering, Scene, make_fixed_offering
from companion.errant.errants import Errant
from companion.errant.reaction import ALIGNMENTS
from companion.errant.world import Faction, Npc
from companion.grammar.line import quote_name

_OF_NPCS = {
    "disposition": "2 to 12",
    "alignment": "L3 to C3",
    "threat": "a number",
    "morale": "2 to 12",
    "count": "how many they are",
    "at": "a Settlement or place",
    "faction": "whom they belong to",
    "wants": "for the Guide",
    "note": "for the Guide",
    "met": "yes, the players know of them",
    "name": "another name",
}
_OF_FACTIONS = {
    "reputation": "2 to 12",
    "alignment": "L3 to C3",
    "met": "yes, the players know of them",
    "note": "for the Guide",
    "name": "another name",
}
_MODIFIERS = (Offer("+1", "they like it more"), Offer("-1", "they like it less"))
_AFRAID = (Offer("+1", "they lose heart sooner"), Offer("-1", "they stand longer"))
_MET = (Offer("yes", "the players know of them"), Offer("no", "they do not"))
_STAKES = (
    Offer("dv", "how hard it is: 0, 4, 8"),
    Offer("shaky", "failure is not as bad"),
    Offer("dire", "failure is worse"),
    Offer("weak", "success is less"),
    Offer("strong", "success is more"),
)
_CIRCUMSTANCES = (
    *_STAKES,
    Offer("physical", "Encumbrance counts"),
    Offer("stabilise", "Encumbrance counts"),
    Offer("with", "whose disposition counts"),
    Offer("vs", "against somebody"),
    Offer("?", "only the chance"),
)
_OF_AN_EXCHANGE = (*_STAKES, Offer("by", "who speaks"))
_CATEGORIES = {
    "giving": "gifts, compliments",
    "taking": "asking for something",
    "convincing": "another view, a lie",
}
_EXCHANGES = {
    "banal": "small talk, no Check",
    **_CATEGORIES,
    "bribe": "the Guide says what it does",
    "base": "what a category begins with",
    "patience": "worn down by hand",
    "end": "it is over",
    "again": "from the beginning",
}


def _offered(of: Iterable[Npc | Faction | Errant]) -> Iterator[Offer]:
    for each in of:
        yield Offer(quote_name(each.id), each.name, (each.id, each.name.casefold()))


def _npcs(scene: Scene) -> Iterator[Offer]:
    """All there are; a player is offered only those the Company has met."""
    yield from _offered(npc for npc in scene.campaign.world.npcs if scene.guide or npc.met)


def _factions(scene: Scene) -> Iterator[Offer]:
    factions = scene.campaign.world.factions
    yield from _offered(each for each in factions if scene.guide or each.met)


def _with_factions(scene: Scene) -> Iterator[Offer]:
    yield from (*_npcs(scene), *_factions(scene))


def _with_retainers(scene: Scene) -> Iterator[Offer]:
    yield from _npcs(scene)
    yield from _offered(e for e in scene.campaign.errants if e.kind in ("retainer", "animal"))


def _npcs_or_more(scene: Scene) -> Iterator[Offer]:
    yield from _npcs(scene)
    yield Offer("?", "drawn from the tables")
    yield Offer("new", "whatever others are called")
    yield Offer("remove", "they are gone")


def _factions_or_more(scene: Scene) -> Iterator[Offer]:
    yield from _factions(scene)
    yield Offer("new", "whatever others are called")
    yield Offer("remove", "it is gone")


def _value(scene: Scene) -> Iterator[Offer]:
    """What a field may be that is typed just before."""
    field = scene.folded[-1]
    if field == "alignment":
        yield from (Offer(alignment) for alignment in ALIGNMENTS)
    elif field == "at":
        yield from (Offer(quote_name(site.id), site.name) for site in scene.sites)
    elif field == "faction":
        yield from _factions(scene)
    elif field == "met":
        yield from _MET


def _fields(fields: dict[str, str], named: Offering) -> Offering:
    """A field that is not set yet, or its value where that is wanted; after `remove` a name."""

    def offering(scene: Scene) -> Iterator[Offer]:
        if scene.folded[0] == "remove":
            yield from named(scene) if len(scene.folded) == 1 else ()
        elif scene.folded[-1] in fields:
            yield from _value(scene)
        else:
            yield from (Offer(*field) for field in fields.items() if field[0] not in scene.folded)

    return offering


def _circumstances(scene: Scene) -> Iterator[Offer]:
    if scene.folded[-1] in ("with", "vs"):
        yield from _npcs(scene)
    if scene.folded[-1] == "vs":
        yield from _persons(scene)
    elif scene.folded[-1] not in ("with", "dv"):
        yield from (offer for offer in _CIRCUMSTANCES if offer.text not in scene.folded)


def _persons(scene: Scene) -> Iterator[Offer]:
    yield from _offered(errant for errant in scene.campaign.errants if errant.is_person)


def _of_an_exchange(scene: Scene) -> Iterable[Offer]:
    """What goes with what is said or done."""
    said = scene.folded[1:]
    if said[-1] == "by":
        return _persons(scene)
    if said[-1] == "dv":
        return ()
    if said[0] in ("bribe", "patience"):
        return _modifiers(scene)
    if said[0] == "banal":
        return () if "by" in said else _OF_AN_EXCHANGE[-1:]
    if said == ("base",):
        return [Offer(category, says) for category, says in _CATEGORIES.items()]
    if said[0] in _CATEGORIES:
        return [offer for offer in _OF_AN_EXCHANGE if offer.text not in said]
    return [offer for offer in _STAKES if offer.text not in said] if said[0] == "base" else ()


def _courting(scene: Scene) -> Iterator[Offer]:
    if scene.folded[-1] == "by":
        yield from _persons(scene)
        return
    if not {"up", "down"} & set(scene.folded):
        yield from (Offer("up", "to be liked more"), Offer("down", "to be liked less"))
    if "by" not in scene.folded:
        yield Offer("by", "whose bond it is")


def _modifiers(scene: Scene) -> Iterable[Offer]:
    return () if any(word[:1] in "+-" for word in scene.folded[1:]) else _MODIFIERS


def _of_a_reaction(scene: Scene) -> Iterable[Offer]:
    if "is" in scene.folded:
        return ()
    known = (Offer("is", "set by hand, 2 to 12"), Offer("lowest", "of several bonds"))
    return (*_modifiers(scene), *(known if len(scene.folded) == 1 else ()))


def _of_morale(scene: Scene) -> Iterable[Offer]:
    if scene.folded[-1] == "is":
        return ()
    more = () if "is" in scene.folded else (Offer("is", "their Morale, 2 to 12"),)
    signed = any(word[:1] in "+-" for word in scene.folded[1:])
    return (*(() if signed else _AFRAID), *more)


def _saving(scene: Scene) -> Iterator[Offer]:
    yield from _persons(scene)
    yield from _npcs(scene)


PEOPLE: dict[str, Offering] = {
    "npc": _npcs,
    "npc or more": _npcs_or_more,
    "person": _persons,
    "who saves": _saving,
    "of a reaction": _of_a_reaction,
    "of morale": _of_morale,
    "faction": _factions,
    "faction or more": _factions_or_more,
    "npc or faction": _with_factions,
    "npc or retainer": _with_retainers,
    "npc field": _fields(_OF_NPCS, _npcs),
    "faction field": _fields(_OF_FACTIONS, _factions),
    "attribute": make_fixed_offering(
        phys="power, toughness",
        skill="quickness, perception",
        mind="knowledge, reason",
        pres="charm, willpower",
    ),
    "circumstance": _circumstances,
    "exchange": make_fixed_offering(**_EXCHANGES),
    "of an exchange": _of_an_exchange,
    "courting": _courting,
    "whether known": lambda _scene: _MET,
    "modifier": _modifiers,
}
