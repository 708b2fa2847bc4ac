"""The bottom line: how things stand, in one line that fits, with nothing secret in it.

Each piece of it can be said at length or in short. Where there is no room for all, the least
important are left out whole; what is left is lengthened in the order of its importance.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from companion.commands.reports import StatusReport, TimerLine
from companion.refusal import listed
from companion.text import clean
from companion.view.happened import Called
from companion.view.rows import cells
from companion.view.status_lines import explores
from companion.view.told import Tone

WIDE = 80
"""From this many columns: Supply, who is overloaded, what the die rolls, what undo takes back."""
WIDER = 100
"""From this many columns: what runs out next."""
MOST_WORDS = 30
"""Of a line that can be taken back, no more words than this are tried."""
WIDEST = 120
"""From this many columns: in comfortable words."""
BETWEEN = " · "
_OUTCOME = "done "
"""How what is open begins where an action waits for its outcome."""
Fragment: TypeAlias = tuple[Tone, str]
_SHORT_TYPES = {"exploration": "Expl", "initiative": "Init", "downtime": "Down", "travel": "Trav"}


class Part(NamedTuple):
    """Something told: how important it is (0 before all), its tone, and how it can be said, the
    longest first. `comfortable` is said only where the line is widest."""

    rank: int
    tone: Tone
    said: tuple[str, ...]
    comfortable: str = ""


def bottom_line(status: StatusReport, called: Called, width: int) -> list[Fragment]:
    """How things stand, in pieces that fit together into `width` columns, each in its tone;
    `status` is what this seat may see."""
    fragments: list[Fragment] = []
    for tone, text in fitted(list(_parts(status, called, width)), width):
        if fragments:
            fragments.append(("detail", BETWEEN))
        fragments.append((tone, text))
    return fragments


def bottom_text(status: StatusReport, called: Called, width: int) -> str:
    """The same as text."""
    return "".join(text for _, text in bottom_line(status, called, width))


def fitted(parts: list[Part], width: int) -> list[Fragment]:
    """As many parts as fit at their shortest, the most important first; then, in the same order,
    the longest that each can be, and where the line is widest, comfortable words."""
    said: dict[Part, str] = {}
    room = width
    by_rank = sorted(parts, key=lambda part: part.rank)
    for part in by_rank:
        size = cells(part.said[-1]) + (cells(BETWEEN) if said else 0)
        if size <= room:
            said[part] = part.said[-1]
            room -= size
    chosen = [part for part in by_rank if part in said]
    longer = [(part, part.said) for part in chosen]
    if width >= WIDEST:
        longer += [(part, (part.comfortable,)) for part in chosen if part.comfortable]
    for part, texts in longer:
        room += cells(said[part])
        said[part] = next((text for text in texts if cells(text) <= room), said[part])
        room -= cells(said[part])
    return [(part.tone, said[part]) for part in parts if part in said]


def _parts(status: StatusReport, called: Called, width: int) -> Iterator[Part]:
    """All that there is to tell, in the order in which it stands on the line."""
    yield _moment(status, width)
    yield _turn(status)
    yield _light(status)
    yield from _open(status)
    if any(line.startswith(_OUTCOME) for line in status.open):
        yield Part(8, "way", ("done?",))
    if width < WIDE:
        return
    yield Part(5, "said", (f"Supply {status.supply}", f"Sup {status.supply}"))
    if status.overloaded:
        yield _overloaded([_clean(called(errant)) for errant in status.overloaded])
    if width >= WIDER:
        yield from _runs_out(status, called)
    if status.event_dice is not None:
        yield _dice(status.event_dice, "next" if status.rolled else "event")
    if status.undo:
        line = _clean(status.undo)
        yield Part(9, "detail", tuple(_undo(line)), f"undo takes back {line}")


def _moment(status: StatusReport, width: int) -> Part:
    moment = f"day {status.day} {status.time}"
    said = (moment, f"d{status.day} {status.time}")
    if width < WIDE:
        return Part(3, "said", said)
    return Part(
        3,
        "said",
        (f"{moment} w{status.watch}", *said),
        f"day {status.day}, {status.time}, watch {status.watch} of 6",
    )


def _turn(status: StatusReport) -> Part:
    if status.turn_type is None:
        return Part(0, "headline", ("no Turn",), "no Turn is open")
    name, number = status.turn_type.capitalize(), status.turn_number or "–"
    short = f"{_SHORT_TYPES[status.turn_type]} {number}"
    return Part(0, "headline", (f"{name} {number}", short), f"{name} Turn {number}")


def _light(status: StatusReport) -> Part:
    if status.light != "darkness":
        at_length = f"light {status.light}, Burn {status.burn}"
        return Part(1, "said", (f"{status.light} {status.burn}",), at_length)
    if status.burn or explores(status):
        return Part(1, "news", ("dark",), "it is dark")
    return Part(1, "said", ("no light",), "no light burns")


def _open(status: StatusReport) -> Iterator[Part]:
    """What waits to be settled: the choice first; that an action waits for its outcome is told
    apart, for one waits in nearly every Turn."""
    waits = [_clean(line) for line in status.open if not line.startswith(_OUTCOME)]
    if not waits:
        return
    first = waits[0].replace(" or ", "/")
    word = first.partition(" ")[0]
    more = f" +{len(waits) - 1}" if len(waits) > 1 else ""
    said = (f"{first}{more}", f"{word}{more}")
    yield Part(2, "way", said, f"{waits[0]}{f', and {len(waits) - 1} more' if more else ''}")


def _dice(dice: str, word: str) -> Part:
    """What the Event Die rolls, and by which word: `next 2D6 low`."""
    return Part(4, "said", (f"{word} {dice}",), f"{word} rolls {dice.replace(' ', ', keep ')}")


def _overloaded(names: list[str]) -> Part:
    number = f"over {len(names)}" if len(names) > 1 else f"over {names[0]}"
    said = (f"overloaded {listed(names)}", f"over {', '.join(names)}", number)
    return Part(6, "news", said, f"overloaded: {listed(names)}")


def _runs_out(status: StatusReport, called: Called) -> Iterator[Part]:
    """What runs out next, or falls due."""
    first = next(iter(status.timers), None)
    if first is None or first.unit == "never":
        return
    name = _clean(first.name)
    whose = f"{_clean(called(first.errant))}'s {name}" if first.errant else name
    left = _left(first)
    tone: Tone = "news" if first.left == 1 else "said"
    said = (f"{whose} {left}", f"{name} {left}", f"{name} {first.left or 1}")
    yield Part(7, tone, said, f"next: {whose}, {left}")


def _left(timer: TimerLine) -> str:
    if timer.unit == "turns":
        return "in 1 Turn" if timer.left == 1 else f"in {timer.left} Turns"
    if timer.unit == "result":
        return (
            "till the next Expiration" if timer.turn_types == ("downtime",) else "till the next 3"
        )
    return f"{timer.unit.capitalize()} {timer.left}"


def _undo(line: str) -> Iterator[str]:
    """`undo` and what it takes back, whole or so many of its words; a short form alone says too
    little."""
    words = line.split(" ")
    yield f"undo {line}"
    fewest = 1 if len(words[0]) > 2 else 2
    for number in range(min(len(words) - 1, MOST_WORDS), fewest - 1, -1):
        yield f"undo {' '.join(words[:number])}…"


def _clean(text: str) -> str:
    return clean(text).strip()
