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
    """What added Event Dice: «Bree's Encumbrance 6 adds a negative die, +2 by hand adds 2 positive
    dice»."""
    return ", ".join(
        f"{f'{m.dice:+d} ' if m.reason == 'by hand' else ''}{m.reason} adds {_dice(m.dice)}"
        for m in modifiers
    )


def _dice(number: int) -> str:
    kind = "positive" if number > 0 else "negative"
    return f"a {kind} die" if abs(number) == 1 else f"{abs(number)} {kind} dice"
