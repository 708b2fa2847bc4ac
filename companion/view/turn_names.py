"""How Turns, moments, actions and modifiers are called, wherever they are spoken of."""

from collections.abc import Iterable, Sequence

from companion.commands import reports as r
from companion.refusal import listed
from companion.view.happened import Called
from companion.view.told import sentence


def turn_name(turn_type: str | None, number: int | None) -> str:
    """A Turn by its type and number."""
    if turn_type is None:
        return "No Turn is open"
    name = f"{turn_type.capitalize()} Turn"
    return f"{name} {number}" if number else f"{turn_type.capitalize()} Turns, about to begin"


def when(day: int, time: str) -> str:
    """A moment as people say it."""
    return f"day {day}, {time}"


def declared(actions: Iterable[r.Action], called: Called) -> list[str]:
    """Who does what, a line each."""
    return [
        sentence(f"{'The Company' if a.who == 'company' else called(a.who)}: {a.action}")
        for a in actions
    ]


def night(watch: Sequence[str], called: Called) -> str:
    """Who keeps watch over a Company asleep."""
    return f"The Company sleeps, {listed(map(called, watch)) or 'nobody'} on watch."


def why(modifiers: Iterable[r.DiceModifier]) -> str:
    """What added Event Dice: «Bree's Encumbrance 6 adds -1, Rest adds -1, by hand +1»."""
    return ", ".join(
        f"{m.reason} {'' if m.reason == 'by hand' else 'adds '}{signed(m.dice)}" for m in modifiers
    )


def signed(number: int) -> str:
    """+1, -2 as they are typed."""
    return f"{number:+d}"
