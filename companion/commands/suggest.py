"""What could be typed next: a pure function of the line so far and the campaign."""

from collections.abc import Callable, Iterable

from companion.campaign.campaign import Campaign
from companion.campaign.passing import open_matters
from companion.commands.events import choices
from companion.commands.names import best, errant_names, item_names
from companion.commands.sitting import WORDS
from companion.errant.errants import Errant
from companion.errant.items import KINDS
from companion.errant.turns import TURN_TYPES
from companion.refusal import Refusal
from companion.words.line import quoted, split

Names = Callable[[Campaign, tuple[str, ...], tuple[str, ...]], Iterable[str]]
"""What can stand here: of the campaign, the tables' names and the arguments already typed."""


def suggest(text: str, campaign: Campaign, tables: tuple[str, ...]) -> list[str]:
    """The words that could end a text: what is open first, then the Company, places, tables.
    Any part of a name fits, case-blind."""
    first, space, rest = text.lstrip().partition(" ")
    if not space:
        settling = choices(campaign)
        known = [*settling, *(word.name for word in WORDS if word.name not in settling)]
        return [name for name in known if name.startswith(first.casefold())]
    try:
        word = WORDS.find(first.removesuffix("!").casefold())
        typed = split(rest)
    except Refusal:
        return []
    begun = "" if not typed or text.endswith(" ") else typed[-1]
    before = typed[:-1] if begun else typed
    if len(before) >= len(word.completes):
        return []
    names = list(dict.fromkeys(_AFTER[word.completes[len(before)]](campaign, tables, before)))
    return [quoted(name) for name in (best(begun, names, lambda n: (n,)) if begun else names)]


def _errants(campaign: Campaign, _tables: tuple[str, ...], _before: tuple[str, ...]) -> list[str]:
    return [errant.id for errant in campaign.errants]


def _items(campaign: Campaign, _tables: tuple[str, ...], before: tuple[str, ...]) -> list[str]:
    owners: list[Errant] = best(before[-1] if before else "", campaign.errants, errant_names)
    waiting = {item for _, item, _ in open_matters(campaign).empty}
    items = [i for e in (owners or campaign.errants) for i in e.items]
    names = [item_names(i)[0] for i in items]
    return [n for n in names if n in waiting] + [n for n in names if n not in waiting]


def _places(campaign: Campaign, _tables: tuple[str, ...], _before: tuple[str, ...]) -> list[str]:
    world = campaign.world
    return [p.id for p in world.places] + [s.id for s in world.settlements]


def _fixed(*names: str) -> Names:
    return lambda _campaign, _tables, _before: names


_AFTER: dict[str, Names] = {
    "action": _fixed("rest", "sleep"),
    "errant": _errants,
    "item": _items,
    "good": _fixed(*KINDS),
    "place": _places,
    "turn_type": _fixed(*TURN_TYPES),
    "camp": _fixed("suitable", "uncomfortable", "open"),
    "on_off": _fixed("on", "off"),
    "errant_step": _fixed("add", "edit", "remove"),
    "effect_step": _fixed("add", "end"),
    "every_step": _fixed("end"),
    "sign_step": _fixed("end"),
    "effect": lambda campaign, _tables, _before: [e.id for e in campaign.campaign.effects],
    "entry": _fixed("to"),
    "table": lambda _campaign, tables, _before: tables,
    "word": _fixed(*(word.name for word in WORDS)),
}
