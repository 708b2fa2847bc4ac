"""What a line can say of a Turn: what is done in it, where, who sleeps and who watches."""

from collections.abc import Iterable, Iterator

from companion.commands.turns.nights import CAMPS
from companion.errant.errants import list_present
from companion.errant.event_die import EVENT_TABLES
from companion.errant.turns import TURN_TYPES
from companion.errant.world import Settlement
from companion.grammar.forms import Completing, Completion, Scene, make_choices
from companion.grammar.kinds.company import offer_errants, watchers
from companion.grammar.line import quote_name
from companion.grammar.names import find_exact_errant

_LASTS = {
    "downtime": "a month each",
    "travel": "4 hours each",
    "exploration": "10 minutes each",
    "initiative": "10 seconds each",
}


def _actions(scene: Scene) -> Iterator[Completion]:
    """What can be declared: rest and sleep where there is such a thing, and who does something;
    the action itself is in the table's own words."""
    campaign = scene.campaign
    if not campaign.turns:
        return
    turn_type = campaign.turns[-1].type
    if scene.folded[:1] == ("sleep",):
        yield from nights(scene._replace(before=scene.before[1:]))
    if scene.before:
        return
    if turn_type in ("travel", "exploration"):
        yield Completion("rest", "the Company Rests this Turn")
    if turn_type == "travel":
        yield Completion("sleep", "half of a night's Rest")
    yield from offer_errants(
        e for e in list_present(campaign.errants) if find_exact_errant(campaign, e.id) is e
    )


def nights(scene: Scene) -> Iterator[Completion]:
    """`[CAMP] [watch ERRANT…]`, in a Travel Turn."""
    turns, words = scene.campaign.turns, scene.folded
    if not turns or turns[-1].type != "travel":
        return
    if "watch" in words:
        at = words.index("watch") + 1
        yield from watchers(scene._replace(before=scene.before[at:]))
        return
    if not words:
        yield from (Completion(camp, says) for camp, says in zip(CAMPS, _CAMPS_SAY, strict=True))
    yield Completion("watch", "who keeps watch")


_CAMPS_SAY = ("a good camp", "no Exhaustion is lost", "a 5 counts as a 1")


def _shorter_types(scene: Scene) -> Iterator[Completion]:
    turns = scene.campaign.turns
    begin = TURN_TYPES.index(turns[-1].type) + 1 if turns else 0
    yield from (Completion(kind, _LASTS[kind]) for kind in TURN_TYPES[begin:])


def _where(scene: Scene) -> Iterable[Completion]:
    """`at PLACE`."""
    if scene.folded[-1] == "at":
        return places(scene)
    return () if "at" in scene.folded else (Completion("at", "where it is played"),)


def places(scene: Scene) -> Iterator[Completion]:
    """Every place known at this seat; whether a sign waits there is nobody's to see."""
    for place in scene.sites:
        kind = f", {place.type}" if isinstance(place, Settlement) else ""
        yield Completion(quote_name(place.id), f"{place.name}{kind}", (place.id, place.name))


def _faces(scene: Scene) -> Iterator[Completion]:
    """The faces this Turn's Event Die could show instead."""
    turn = scene.campaign.turns[-1] if scene.campaign.turns else None
    if turn is None or turn.face is None:
        return
    for face, result in enumerate(EVENT_TABLES[turn.type], 1):
        if face != turn.face or turn.ignored:
            yield Completion(str(face), result.replace("_", " "))


def offer_clock_moves(scene: Scene) -> Iterator[Completion]:
    """Examples of how far the clock can be moved by hand, on or, after a `-`, back."""
    sign = "-" if scene.begun.startswith("-") else "+"
    for length, says in _LENGTHS.items():
        yield Completion(f"{sign}{length}", says)
    if scene.campaign.turns:
        yield Completion(f"{sign}2t", "two Turns of the open type")


_LENGTHS = {"10m": "ten minutes, for example", "4h": "four hours", "1d": "a day"}

TURNS: dict[str, Completing] = {
    "action": _actions,
    "night": nights,
    "turn type": _shorter_types,
    "where": _where,
    "place": places,
    "face": _faces,
    "dice to roll": lambda _scene: (Completion("?", "what to roll by hand"),),
    "end": make_choices(end="tracked down, or left for good"),
    "on or off": make_choices(on="a result of Deplete costs Supply", off="it costs rations"),
    "clock": offer_clock_moves,
}
