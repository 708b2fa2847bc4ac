"""The news after a word, in sentences, and what can be typed about it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from companion.campaign import news as n
from companion.refusal import join_words
from companion.view.wording import NameLookup, StyledLine, count_repeats

LightNews: TypeAlias = Iterable[n.LightLow | n.LightDied]
P = TypeVar("P", bound=n.NewsItem)

_LEVEL_TEXTS = {
    "darkness": "It is dark",
    "dim": "The light is dim",
    "ordinary": "The light is ordinary",
    "bright": "The light is bright",
}


def render_news(pieces: Sequence[n.NewsItem], name_of: NameLookup) -> list[StyledLine]:
    """A sentence for all news of one kind, then what can be typed about items that are used up."""
    spent = _filter_news(pieces, n.RanOut)
    used_up = {(each.errant, each.item) for each in spent}
    died = _filter_news(pieces, n.LightDied)
    spent_lights = [each for each in died if (each.errant, each.item) in used_up]
    out = {(each.errant, each.item) for each in spent_lights}
    lines = [
        *(_describe_death(each, name_of) for each in _filter_news(pieces, n.Died)),
        *_render_lights(
            _filter_news(pieces, n.LightLow), "is one Burn", "are one Burn", "from dying", name_of
        ),
        *_render_lights([e for e in died if e not in spent_lights], "goes", "go", "out", name_of),
        *_render_lights(spent_lights, "goes", "go", "out, used up", name_of),
        *map(_describe_light_level, _filter_news(pieces, n.LightChanged)),
        *_render_used_up_items(
            [each for each in spent if (each.errant, each.item) not in out], name_of
        ),
        *(f"The players know of {each.name} now." for each in _filter_news(pieces, n.BecameKnown)),
        *(
            tell(each, name_of)
            for kind, tell in _SINGLE_RENDERERS.items()
            for each in _filter_news(pieces, kind)
        ),
    ]
    return [*(StyledLine(line, "news") for line in lines), *_render_refill_hints(spent)]


def shorten_item_id(item_id: str) -> str:
    """An item's id without the number that tells it from the rest of its stack. The item at 0,
    or the lit one, is chosen anyway."""
    name, _, number = item_id.rpartition("-")
    return name if name and number.isdecimal() else item_id


def _filter_news(pieces: Sequence[n.NewsItem], kind: type[P]) -> list[P]:
    return [piece for piece in pieces if isinstance(piece, kind)]


def _render_lights(
    lights: LightNews, one: str, many: str, what: str, name_of: NameLookup
) -> list[str]:
    """One sentence about one light or several."""
    names = [f"{name_of(each.errant)}'s {each.name}" for each in lights]
    verb = one if len(names) == 1 else many
    return [f"{join_words(count_repeats(names))} {verb} {what}."] if names else []


def _describe_light_level(piece: n.LightChanged) -> str:
    burn = f": Burn {piece.burn} in all" if piece.burn else ""
    return f"{_LEVEL_TEXTS[piece.level]} now{burn}."


def _render_used_up_items(spent: Sequence[n.RanOut], name_of: NameLookup) -> list[str]:
    things = count_repeats(f"{name_of(each.errant)}'s {each.name}" for each in spent)
    return [f"Used up: {join_words(things)}."] if things else []


def _render_refill_hints(spent: Sequence[n.RanOut]) -> list[StyledLine]:
    if not spent:
        return []
    if len(spent) > 1:
        return [StyledLine("Type refill all or let-go all, or name one.", "way")]
    thing = f"{spent[0].errant} {shorten_item_id(spent[0].item)}"
    return [StyledLine(f"Type refill {thing}, or let-go {thing}.", "way")]


def _describe_overload(piece: n.Overloaded, name_of: NameLookup) -> str:
    return (
        f"{name_of(piece.errant)}'s Encumbrance is {piece.encumbrance}: one more negative "
        "Event Die in Travel and Exploration Turns."
    )


def _describe_unburdening(piece: n.Unburdened, name_of: NameLookup) -> str:
    return f"{name_of(piece.errant)}'s Encumbrance is {piece.encumbrance} and adds no Event Die."


def _describe_helplessness(piece: n.Helpless, name_of: NameLookup) -> str:
    return f"{name_of(piece.errant)}'s Encumbrance is {piece.encumbrance}: they can do nothing."


def _describe_death(piece: n.Died, name_of: NameLookup) -> str:
    dies = f"{name_of(piece.errant)} dies of Exhaustion ({piece.exhaustion})."
    if not piece.retainers:
        return dies
    return f"{dies} Do they lose heart? {', '.join(f'morale {who}' for who in piece.retainers)}"


_SINGLE_RENDERERS: dict[type[n.NewsItem], Callable[..., str]] = {
    n.Overloaded: _describe_overload,
    n.Unburdened: _describe_unburdening,
    n.Helpless: _describe_helplessness,
}
