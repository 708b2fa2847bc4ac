"""The bottom line: how things stand, in one line that fits, with nothing secret in it.

Each piece of it can be said at length or in short. Where there is no room for all, the least
important are left out whole; what is left is lengthened in the order of its importance.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from companion.refusal import join_words
from companion.reports.status import StatusReport
from companion.reports.timers import TimerLine
from companion.text import clean_text
from companion.view.screen.rows import count_cells
from companion.view.status import is_exploring
from companion.view.wording import NameLookup, Tone

WIDE = 80
"""From this many columns: Supply, who is overloaded, what the die rolls, what undo takes back."""
WIDER = 100
"""From this many columns: what runs out next."""
MAX_UNDO_WORDS = 30
"""Of a line that can be taken back, no more words than this are tried."""
WIDEST = 120
"""From this many columns: in comfortable words."""
SEPARATOR = " · "
_OUTCOME_PREFIX = "done "
"""How what is open begins where an action waits for its outcome."""
Fragment: TypeAlias = tuple[Tone, str]
_SHORT_TYPES = {"exploration": "Expl", "initiative": "Init", "downtime": "Down", "travel": "Trav"}


class Part(NamedTuple):
    """Something told: how important it is (0 before all), its tone, and how it can be said, the
    longest first. `comfortable` is said only where the line is widest."""

    rank: int
    tone: Tone
    variants: tuple[str, ...]
    widest_variant: str = ""


def render_bottom_line(status: StatusReport, called: NameLookup, width: int) -> list[Fragment]:
    """How things stand, in pieces that fit together into `width` columns, each in its tone;
    `status` is what this seat may see."""
    fragments: list[Fragment] = []
    for tone, text in fit_parts(list(_list_parts(status, called, width)), width):
        if fragments:
            fragments.append(("detail", SEPARATOR))
        fragments.append((tone, text))
    return fragments


def render_bottom_text(status: StatusReport, called: NameLookup, width: int) -> str:
    """The same as text."""
    return "".join(text for _, text in render_bottom_line(status, called, width))


def fit_parts(parts: list[Part], width: int) -> list[Fragment]:
    """As many parts as fit at their shortest, the most important first; then, in the same order,
    the longest that each can be, and where the line is widest, comfortable words."""
    said: dict[Part, str] = {}
    room = width
    by_rank = sorted(parts, key=lambda part: part.rank)
    for part in by_rank:
        size = count_cells(part.variants[-1]) + (count_cells(SEPARATOR) if said else 0)
        if size <= room:
            said[part] = part.variants[-1]
            room -= size
    chosen = [part for part in by_rank if part in said]
    longer = [(part, part.variants) for part in chosen]
    if width >= WIDEST:
        longer += [(part, (part.widest_variant,)) for part in chosen if part.widest_variant]
    for part, texts in longer:
        room += count_cells(said[part])
        said[part] = next((text for text in texts if count_cells(text) <= room), said[part])
        room -= count_cells(said[part])
    return [(part.tone, said[part]) for part in parts if part in said]


def _list_parts(status: StatusReport, called: NameLookup, width: int) -> Iterator[Part]:
    """All that there is to tell, in the order in which it stands on the line."""
    yield _make_clock_part(status, width)
    yield _make_turn_part(status)
    yield _make_light_part(status)
    yield from _make_choice_parts(status)
    if any(line.startswith(_OUTCOME_PREFIX) for line in status.open):
        yield Part(8, "way", ("done?",))
    if width < WIDE:
        return
    yield Part(5, "said", (f"Supply {status.supply}", f"Sup {status.supply}"))
    if status.overloaded:
        yield _make_overload_part([_clean_text(called(errant)) for errant in status.overloaded])
    if width >= WIDER:
        yield from _make_timer_parts(status, called)
    if status.event_dice is not None:
        yield _make_dice_part(status.event_dice, "next" if status.rolled else "event")
    if status.undo:
        line = _clean_text(status.undo)
        yield Part(9, "detail", tuple(_shorten_undo(line)), f"undo takes back {line}")


def _make_clock_part(status: StatusReport, width: int) -> Part:
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


def _make_turn_part(status: StatusReport) -> Part:
    if status.turn_type is None:
        return Part(0, "headline", ("no Turn",), "no Turn is open")
    name, number = status.turn_type.capitalize(), status.turn_number or "–"
    short = f"{_SHORT_TYPES[status.turn_type]} {number}"
    return Part(0, "headline", (f"{name} {number}", short), f"{name} Turn {number}")


def _make_light_part(status: StatusReport) -> Part:
    if status.light != "darkness":
        at_length = f"light {status.light}, Burn {status.burn}"
        return Part(1, "said", (f"{status.light} {status.burn}",), at_length)
    if status.burn or is_exploring(status):
        return Part(1, "news", ("dark",), "it is dark")
    return Part(1, "said", ("no light",), "no light burns")


def _make_choice_parts(status: StatusReport) -> Iterator[Part]:
    """What waits to be settled: the choice first; that an action waits for its outcome is told
    apart, for one waits in nearly every Turn."""
    waits = [_clean_text(line) for line in status.open if not line.startswith(_OUTCOME_PREFIX)]
    if not waits:
        return
    first = waits[0].replace(" or ", "/")
    word = first.partition(" ")[0]
    more = f" +{len(waits) - 1}" if len(waits) > 1 else ""
    said = (f"{first}{more}", f"{word}{more}")
    yield Part(2, "way", said, f"{waits[0]}{f', and {len(waits) - 1} more' if more else ''}")


def _make_dice_part(dice: str, word: str) -> Part:
    """What the Event Die rolls, and by which word: `next 2D6 low`."""
    return Part(4, "said", (f"{word} {dice}",), f"{word} rolls {dice.replace(' ', ', keep ')}")


def _make_overload_part(names: list[str]) -> Part:
    number = f"over {len(names)}" if len(names) > 1 else f"over {names[0]}"
    said = (f"overloaded {join_words(names)}", f"over {', '.join(names)}", number)
    return Part(6, "news", said, f"overloaded: {join_words(names)}")


def _make_timer_parts(status: StatusReport, called: NameLookup) -> Iterator[Part]:
    """What runs out next, or falls due."""
    first = next(iter(status.timers), None)
    if first is None or first.unit == "never":
        return
    name = _clean_text(first.name)
    whose = f"{_clean_text(called(first.errant))}'s {name}" if first.errant else name
    left = _describe_time_left(first)
    tone: Tone = "news" if first.left == 1 else "said"
    said = (f"{whose} {left}", f"{name} {left}", f"{name} {first.left or 1}")
    yield Part(7, tone, said, f"next: {whose}, {left}")


def _describe_time_left(timer: TimerLine) -> str:
    if timer.unit == "turns":
        return "in 1 Turn" if timer.left == 1 else f"in {timer.left} Turns"
    if timer.unit == "result":
        return (
            "till the next Expiration" if timer.turn_types == ("downtime",) else "till the next 3"
        )
    return f"{timer.unit.capitalize()} {timer.left}"


def _shorten_undo(line: str) -> Iterator[str]:
    """`undo` and what it takes back, whole or so many of its words; a short form alone says too
    little."""
    words = line.split(" ")
    yield f"undo {line}"
    fewest = 1 if len(words[0]) > 2 else 2
    for number in range(min(len(words) - 1, MAX_UNDO_WORDS), fewest - 1, -1):
        yield f"undo {' '.join(words[:number])}…"


def _clean_text(text: str) -> str:
    return clean_text(text).strip()
