"""What a line can say of NPCs, Factions and Checks."""

from collections.abc import Iterable

from companion.grammar.forms import Completing, Completion, Scene, make_choices
from companion.grammar.kinds.people import complete_npcs, complete_persons

_MODIFIERS = (Completion("+1", "they like it more"), Completion("-1", "they like it less"))
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
    "exchange": make_choices(**_EXCHANGES),
    "of an exchange": _of_an_exchange,
}
