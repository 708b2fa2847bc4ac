"""The bottom line: how things stand, in one line that fits, with nothing secret in it.

Each part has longer and shorter variants. Where there is no room for all parts, the least important
are left out whole; the others are lengthened in the order of their importance.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from companion.errant.timers import Timer
from companion.refusal import join_words
from companion.reports.status import StatusReport
from companion.text import clean_text
from companion.view.screen.rows import count_cells
from companion.view.status import is_exploring
from companion.view.wording import NameLookup, Tone

WIDE = 80
"""From this many columns: Supply, who is overloaded, what the die rolls, what undo takes back."""
WIDER = 100
"""From this many columns: what runs out next."""
MAX_UNDO_WORDS = 30
"""Variants of the undone line that are tried at most, a word less each."""
SEPARATOR = " · "
_OUTCOME_PREFIX = "done "
"""How an open line begins when an action waits for its outcome."""
Fragment: TypeAlias = tuple[Tone, str]
_SHORT_TYPES = {"exploration": "Expl", "initiative": "Init", "downtime": "Down", "travel": "Trav"}


class Part(NamedTuple):
    """A piece of the line: how important it is (0 before all), its tone, and its variants, the
    longest first."""

    rank: int
    tone: Tone
    variants: tuple[str, ...]


def render_bottom_line(status: StatusReport, name_of: NameLookup, width: int) -> list[Fragment]:
    """Fragments that fit together into `width` columns, each with its tone. `status` is already
    filtered for the seat."""
    fragments: list[Fragment] = []
    for tone, text in fit_parts(list(_list_parts(status, name_of, width)), width):
        if fragments:
            fragments.append(("detail", SEPARATOR))
        fragments.append((tone, text))
    return fragments


def render_bottom_text(status: StatusReport, name_of: NameLookup, width: int) -> str:
    """The bottom line as text."""
    return "".join(text for _, text in render_bottom_line(status, name_of, width))


def fit_parts(parts: list[Part], width: int) -> list[Fragment]:
    """As many parts as fit at their shortest, the most important first; then, in the same order,
    the longest variant that each has room for."""
    texts: dict[Part, str] = {}
    room = width
    for part in sorted(parts, key=lambda part: part.rank):
        size = count_cells(part.variants[-1]) + (count_cells(SEPARATOR) if texts else 0)
        if size <= room:
            texts[part] = part.variants[-1]
            room -= size
    for part, shortest in texts.items():
        room += count_cells(shortest)
        texts[part] = next(text for text in part.variants if count_cells(text) <= room)
        room -= count_cells(texts[part])
    return [(part.tone, texts[part]) for part in parts if part in texts]


def _list_parts(status: StatusReport, name_of: NameLookup, width: int) -> Iterator[Part]:
    """Every part, in its order on the line."""
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
        yield _make_overload_part([_clean_text(name_of(errant)) for errant in status.overloaded])
    if width >= WIDER:
        yield from _make_timer_parts(status, name_of)
    if status.event_dice is not None:
        yield Part(4, "said", (f"{'next' if status.rolled else 'event'} {status.event_dice}",))
    if status.undo:
        yield Part(9, "detail", tuple(_shorten_undo(_clean_text(status.undo))))


def _make_clock_part(status: StatusReport, width: int) -> Part:
    moment = f"day {status.day} {status.time}"
    variants = (moment, f"d{status.day} {status.time}")
    return Part(3, "said", variants if width < WIDE else (f"{moment} w{status.watch}", *variants))


def _make_turn_part(status: StatusReport) -> Part:
    if status.turn_type is None:
        return Part(0, "headline", ("no Turn",))
    name, number = status.turn_type.capitalize(), status.turn_number or "–"
    short = f"{_SHORT_TYPES[status.turn_type]} {number}"
    return Part(0, "headline", (f"{name} {number}", short))


def _make_light_part(status: StatusReport) -> Part:
    if status.light != "darkness":
        return Part(1, "said", (f"{status.light} {status.burn}",))
    if status.burn or is_exploring(status):
        return Part(1, "news", ("dark",))
    return Part(1, "said", ("no light",))


def _make_choice_parts(status: StatusReport) -> Iterator[Part]:
    """The choice that waits to be made. An action that waits for its outcome has a part of its own,
    for there is one in nearly every Turn."""
    waits = [_clean_text(line) for line in status.open if not line.startswith(_OUTCOME_PREFIX)]
    if not waits:
        return
    first = waits[0].replace(" or ", "/")
    word = first.partition(" ")[0]
    more = f" +{len(waits) - 1}" if len(waits) > 1 else ""
    yield Part(2, "way", (f"{first}{more}", f"{word}{more}"))


def _make_overload_part(names: list[str]) -> Part:
    shortest = f"over {len(names)}" if len(names) > 1 else f"over {names[0]}"
    variants = (f"overloaded {join_words(names)}", f"over {', '.join(names)}", shortest)
    return Part(6, "news", variants)


def _make_timer_parts(status: StatusReport, name_of: NameLookup) -> Iterator[Part]:
    """The timer that runs out next."""
    first = next(iter(status.timers), None)
    if first is None or first.unit == "never":
        return
    name = _clean_text(first.name)
    whose = f"{_clean_text(name_of(first.errant))}'s {name}" if first.errant else name
    left = _describe_time_left(first)
    tone: Tone = "news" if first.left == 1 else "said"
    yield Part(7, tone, (f"{whose} {left}", f"{name} {left}", f"{name} {first.left or 1}"))


def _describe_time_left(timer: Timer) -> str:
    if timer.unit == "turns":
        return "in 1 Turn" if timer.left == 1 else f"in {timer.left} Turns"
    if timer.unit == "result":
        return (
            "till the next Expiration" if timer.turn_types == ("downtime",) else "till the next 3"
        )
    return f"{timer.unit.capitalize()} {timer.left}"


def _shorten_undo(line: str) -> Iterator[str]:
    """`undo` and the line it takes back, whole or cut after a word. A short form alone is not
    enough."""
    words = line.split(" ")
    yield f"undo {line}"
    fewest = 1 if len(words[0]) > 2 else 2
    for number in range(min(len(words) - 1, MAX_UNDO_WORDS), fewest - 1, -1):
        yield f"undo {' '.join(words[:number])}…"


def _clean_text(text: str) -> str:
    return clean_text(text).strip()
