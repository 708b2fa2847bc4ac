"""What a line can say of NPCs, Factions and Checks."""

from collections.abc import Iterable, Iterator

from companion.errant.reaction import ALIGNMENTS
from companion.grammar.forms import Completing, Completion, Scene, make_choices
from companion.grammar.kinds.people import complete_factions, complete_npcs, complete_persons
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
_MODIFIERS = (Completion("+1", "they like it more"), Completion("-1", "they like it less"))
_MET = (Completion("yes", "the players know of them"), Completion("no", "they do not"))
_STAKES = (
    Completion("dv", "how hard it is: 0, 4, 8"),
    Completion("shaky", "failure is not as bad"),
    Completion("dire", "failure is worse"),
    Completion("weak", "success is less"),
    Completion("strong", "success is more"),
)
_OF_AN_EXCHANGE = (*_STAKES, Completion("by", "who speaks"))
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


def _npcs_or_more(scene: Scene) -> Iterator[Completion]:
    yield from complete_npcs(scene)
    yield Completion("?", "drawn from the tables")
    yield Completion("new", "whatever others are called")
    yield Completion("remove", "they are gone")


def _factions_or_more(scene: Scene) -> Iterator[Completion]:
    yield from complete_factions(scene)
    yield Completion("new", "whatever others are called")
    yield Completion("remove", "it is gone")


def _value(scene: Scene) -> Iterator[Completion]:
    """What a field may be that is typed just before."""
    field = scene.folded[-1]
    if field == "alignment":
        yield from (Completion(alignment) for alignment in ALIGNMENTS)
    elif field == "at":
        yield from (Completion(quote_name(site.id), site.name) for site in scene.sites)
    elif field == "faction":
        yield from complete_factions(scene)
    elif field == "met":
        yield from _MET


def _fields(fields: dict[str, str], named: Completing) -> Completing:
    """A field that is not set yet, or its value where that is wanted; after `remove` a name."""

    def offering(scene: Scene) -> Iterator[Completion]:
        if scene.folded[0] == "remove":
            yield from named(scene) if len(scene.folded) == 1 else ()
        elif scene.folded[-1] in fields:
            yield from _value(scene)
        else:
            yield from (
                Completion(*field) for field in fields.items() if field[0] not in scene.folded
            )

    return offering


def _of_an_exchange(scene: Scene) -> Iterable[Completion]:
    """What goes with what is said or done."""
    said = scene.folded[1:]
    if said[-1] == "by":
        return complete_persons(scene)
    if said[-1] == "dv":
        return ()
    if said[0] in ("bribe", "patience"):
        return _modifiers(scene)
    if said[0] == "banal":
        return () if "by" in said else _OF_AN_EXCHANGE[-1:]
    if said == ("base",):
        return [Completion(category, says) for category, says in _CATEGORIES.items()]
    if said[0] in _CATEGORIES:
        return [offer for offer in _OF_AN_EXCHANGE if offer.text not in said]
    return [offer for offer in _STAKES if offer.text not in said] if said[0] == "base" else ()


def _modifiers(scene: Scene) -> Iterable[Completion]:
    return () if any(word[:1] in "+-" for word in scene.folded[1:]) else _MODIFIERS


PEOPLE: dict[str, Completing] = {
    "npc": complete_npcs,
    "npc or more": _npcs_or_more,
    "faction or more": _factions_or_more,
    "npc field": _fields(_OF_NPCS, complete_npcs),
    "faction field": _fields(_OF_FACTIONS, complete_factions),
    "exchange": make_choices(**_EXCHANGES),
    "of an exchange": _of_an_exchange,
    "whether known": lambda _scene: _MET,
}
