"""The bottom line: Turn, light and what is open at 40 columns; more where there is room."""

from companion.commands.reports import StatusReport
from companion.text import clean
from companion.view.happened import Called

WIDE = 80


def bottom_line(status: StatusReport, called: Called, width: int) -> str:
    """How things stand, in one line that fits; `status` is what this seat may see."""
    turn = f"{status.turn_type} {status.turn_number or '–'}" if status.turn_type else "no Turn"
    light = f"{status.light} {status.burn}"
    waits = [line.replace(" or ", "/") for line in status.open if not line.startswith("done")]
    if width < WIDE:
        return _fitted([turn, light, *waits[:1]], width)
    parts = [f"day {status.day} {status.time} w{status.watch}", turn, light, *waits[:1]]
    parts.append(f"Supply {status.supply}")
    if status.overloaded:
        parts.append(f"overloaded {', '.join(map(called, status.overloaded))}")
    if status.event_dice:
        parts.append(f"event {status.event_dice}")
    if status.undo:
        parts.append(f"undo {status.undo}")
    return _fitted(parts, width)


def _fitted(parts: list[str], width: int) -> str:
    line = clean(" · ".join(parts))
    return line if len(line) <= width else f"{line[: max(0, width - 1)]}…"
