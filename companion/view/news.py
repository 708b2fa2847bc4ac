"""What everybody should hear after a word, in sentences, and what can be typed about it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from companion.campaign import news as n
from companion.refusal import listed
from companion.view.happened import Called, counted
from companion.view.told import Told

Lights: TypeAlias = Iterable[n.LightLow | n.LightDied]
P = TypeVar("P", bound=n.Piece)

_LEVELS = {
    "darkness": "It is dark",
    "dim": "The light is dim",
    "ordinary": "The light is ordinary",
    "bright": "The light is bright",
}


def news_lines(pieces: Sequence[n.News], called: Called) -> list[Told]:
    """A sentence for all the news of one kind; then what can be typed of what is used up."""
    spent = _of(pieces, n.RanOut)
    used_up = {(each.errant, each.item) for each in spent}
    died = _of(pieces, n.LightDied)
    spent_lights = [each for each in died if (each.errant, each.item) in used_up]
    out = {(each.errant, each.item) for each in spent_lights}
    lines = [
        *(_died(each, called) for each in _of(pieces, n.Died)),
        *_lights(_of(pieces, n.LightLow), "is one Burn", "are one Burn", "from dying", called),
        *_lights([e for e in died if e not in spent_lights], "goes", "go", "out", called),
        *_lights(spent_lights, "goes", "go", "out, used up", called),
        *map(_level, _of(pieces, n.LightChanged)),
        *_used_up([each for each in spent if (each.errant, each.item) not in out], called),
        *(f"The players know of {each.name} now." for each in _of(pieces, n.Met)),
        *(tell(each, called) for kind, tell in _OF_ONE.items() for each in _of(pieces, kind)),
    ]
    return [*(Told(line, "news") for line in lines), *_ways(spent)]


def as_typed(item_id: str) -> str:
    """A thing's id without the number that tells it from the rest of its stack: the one that is
    at 0, or lit, is the one meant."""
    name, _, number = item_id.rpartition("-")
    return name if name and number.isdecimal() else item_id


def _of(pieces: Sequence[n.News], kind: type[P]) -> list[P]:
    return [piece for piece in pieces if isinstance(piece, kind)]


def _lights(lights: Lights, one: str, many: str, what: str, called: Called) -> list[str]:
    """The same of one light, or of several."""
    names = [f"{called(each.errant)}'s {each.name}" for each in lights]
    verb = one if len(names) == 1 else many
    return [f"{listed(counted(names))} {verb} {what}."] if names else []


def _level(piece: n.LightChanged) -> str:
    burn = f": Burn {piece.burn} in all" if piece.burn else ""
    return f"{_LEVELS[piece.level]} now{burn}."


def _used_up(spent: Sequence[n.RanOut], called: Called) -> list[str]:
    things = counted(f"{called(each.errant)}'s {each.name}" for each in spent)
    return [f"Used up: {listed(things)}."] if things else []


def _ways(spent: Sequence[n.RanOut]) -> list[Told]:
    if not spent:
        return []
    if len(spent) > 1:
        return [Told("Type refill all or let-go all, or name one.", "way")]
    thing = f"{spent[0].errant} {as_typed(spent[0].item)}"
    return [Told(f"Type refill {thing}, or let-go {thing}.", "way")]


def _overloaded(piece: n.Overloaded, called: Called) -> str:
    return (
        f"{called(piece.errant)}'s Encumbrance is {piece.encumbrance}: one more negative Event Die "
        "in Travel and Exploration Turns."
    )


def _unburdened(piece: n.Unburdened, called: Called) -> str:
    return f"{called(piece.errant)}'s Encumbrance is {piece.encumbrance} and adds no Event Die."


def _helpless(piece: n.Helpless, called: Called) -> str:
    return f"{called(piece.errant)}'s Encumbrance is {piece.encumbrance}: they can do nothing."


def _died(piece: n.Died, called: Called) -> str:
    dies = f"{called(piece.errant)} dies of Exhaustion ({piece.exhaustion})."
    if not piece.retainers:
        return dies
    return f"{dies} Do they lose heart? {', '.join(f'morale {who}' for who in piece.retainers)}"


_OF_ONE: dict[type[n.Piece], Callable[..., str]] = {
    n.Overloaded: _overloaded,
    n.Unburdened: _unburdened,
    n.Helpless: _helpless,
}
