"""Renders the bottom line of the prompt: how things stand, in one line that fits, nothing secret.

Each width has its places, always in the same order and columns. What there is nothing to say of
leaves its place empty, so that an eye finds each thing where it was a line before.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from companion.errant.turns.timers import Timer
from companion.refusal import join_words
from companion.reports.status import HpLine, StatusReport
from companion.text_cleaning import clean_text, clip_text
from companion.view.screen.styled_rows import count_columns_of_text
from companion.view.shared_wording import NameLookup, Tone
from companion.view.status import is_exploring

MAX_UNDO_WORDS = 30
"""Variants of the undone line that are tried at most, a word less each."""
GAP = 2
"""Blanks between two places; a text may be longer than its place by one of them."""
_SHORTEST_NAME, _FEW_OF = 4, 4
"""A quarter of somebody's HP is few."""
_OUTCOME_PREFIX = "done "
"""How an open line begins when an action waits for its outcome."""
Fragment: TypeAlias = tuple[Tone, str]
_SHORT_TYPES: dict[str, str] = {
    "exploration": "Expl",
    "initiative": "Init",
    "downtime": "Down",
    "travel": "Trav",
}
Place = Literal[
    "clock", "turn", "light", "open", "hurt", "supply", "over", "timer", "event", "undo"
]
PLACES: dict[Place, int] = {
    "clock": 9,
    "turn": 7,
    "light": 11,
    "open": 18,
    "hurt": 12,
    "supply": 6,
    "over": 9,
    "timer": 18,
    "event": 13,
    "undo": 12,
}
"""The places in their order on the line, and the columns of each. The last takes what is left."""
_RANKS: tuple[Place, ...] = (
    *("turn", "light", "open", "clock", "event", "hurt", "supply", "timer", "over", "undo"),
)
"""The most important first: a width has as many of them as it has room for."""
_NO_LIGHT = ("no light",)
"""What stands in the place of the light where none burns, and none is wanted."""
_WIDE, _WIDE_HURT = 145, 24
"""From so many columns on there is room for more of the hurt than one, beside all else."""


class Part(NamedTuple):
    """What stands in a place: its tone, and its variants, the longest first."""

    place: Place
    tone: Tone
    variants: tuple[str, ...]


class _PlacedText(NamedTuple):
    place: Place
    column: int
    tone: Tone
    text: str


def list_bottom_line_columns(width: int) -> dict[Place, int]:
    """The places of a width, in their order, and the column at which each begins. The three most
    important are there at any width."""
    sizes = _choose_place_widths(width)
    chosen: list[Place] = []
    for place in _RANKS:
        columns = sum(sizes[each] + GAP for each in (*chosen, place)) - GAP
        if columns <= width or len(chosen) < 3:
            chosen.append(place)
    found: dict[Place, int] = {}
    column = 0
    for place, columns in sizes.items():
        if place in chosen:
            found[place] = column
            column += columns + GAP
    return found


def _choose_place_widths(width: int) -> dict[Place, int]:
    return {**PLACES, "hurt": _WIDE_HURT} if width >= _WIDE else PLACES


def render_bottom_line(status: StatusReport, name_of: NameLookup, width: int) -> list[Fragment]:
    """Fragments that fit together into `width` columns, each with its tone. `status` is already
    filtered for the seat."""
    fragments: list[Fragment] = []
    end = 0
    for _, column, tone, text in fit_parts_into_columns(
        _list_bottom_line_parts(status, name_of), width, in_fight=_is_in_fight(status)
    ):
        if column > end:
            fragments.append(("detail", " " * (column - end)))
        fragments.append((tone, text))
        end = column + count_columns_of_text(text)
    return fragments


def render_bottom_line_as_text(status: StatusReport, name_of: NameLookup, width: int) -> str:
    """The bottom line as plain text, its parts between commas, for one who hears it read aloud."""
    texts = [
        each.text
        for each in fit_parts_into_columns(
            _list_bottom_line_parts(status, name_of), width, in_fight=_is_in_fight(status)
        )
    ]
    while count_columns_of_text(text := ", ".join(texts)) > width:
        texts.pop()
    return text


def fit_parts_into_columns(
    parts: Iterable[Part], width: int, *, in_fight: bool = False
) -> list[_PlacedText]:
    """The parts in the places of this width, each in its longest variant that has room there, and
    without the least important if one that is too long for its place leaves it no room."""
    places = list_bottom_line_columns(width)
    said = _lend_free_places({part.place: part for part in parts}, places, in_fight=in_fight)
    kept = {place: part for place, part in said.items() if place in places}
    while True:
        placed = list(_place_parts_in_columns(kept, places, width))
        last = placed[-1] if placed else None
        if last is None or last.column + count_columns_of_text(last.text) <= width:
            return placed
        del kept[max(kept, key=_RANKS.index)]


def _is_in_fight(status: StatusReport) -> bool:
    return status.turn_type == "initiative"


def _lend_free_places(
    said: dict[Place, Part], places: Container[Place], *, in_fight: bool
) -> dict[Place, Part]:
    """On a screen without a place of theirs: in a fight, or where no light is wanted, who is hurt
    stands in the place of the light, as `Bree 10/13`. Where nobody is hurt and no light is wanted,
    the clock does. Where nothing is open, who has few HP left stands in that place, unless they
    stand in that of the light; else the clock."""
    lent: dict[Place, Part] = {}
    is_light_idle = "light" in said and said["light"].variants == _NO_LIGHT
    if (in_fight or is_light_idle) and "hurt" in said and "hurt" not in places:
        short = tuple(text.replace(" HP ", " ") for text in said["hurt"].variants)
        lent["light"] = Part("light", said["hurt"].tone, short)
    elif is_light_idle and "open" in said and "clock" in said and "clock" not in places:
        lent["light"] = said["clock"]._replace(place="light")
    is_few = "hurt" in said and said["hurt"].tone == "warning"
    free = "hurt" if is_few and "light" not in lent else "clock"
    if "open" not in said and free in said and free not in places:
        lent["open"] = said[free]._replace(place="open")
    return {**said, **lent}


def _place_parts_in_columns(
    parts: dict[Place, Part], places: dict[Place, int], width: int
) -> Iterator[_PlacedText]:
    end, sizes = -1, _choose_place_widths(width)
    for place, begins in places.items():
        if place not in parts:
            continue
        _, tone, variants = parts[place]
        column = max(begins, end + 1)
        room = width - column
        if place != "undo":
            room = min(room, begins + sizes[place] + GAP - 1 - column)
        fitting = (text for text in variants if count_columns_of_text(text) <= room)
        text = next(fitting, variants[-1])
        yield _PlacedText(place, column, tone, text)
        end = column + count_columns_of_text(text)


def _list_bottom_line_parts(status: StatusReport, name_of: NameLookup) -> Iterator[Part]:
    """What there is to say, a part for each place."""
    yield Part("clock", "said", (f"d{status.day} {status.time[:5]}",))
    yield _make_turn_part(status)
    yield _make_light_part(status)
    dying = [line for line in status.hurt if line.dying]
    yield from (
        [_make_dying_part(dying, status.turn_type, name_of)] if dying else _make_open_part(status)
    )
    yield from _make_lost_hp_part(status.hurt, name_of)
    yield Part("supply", "said", (f"Sup {status.supply}",))
    if over := [_clean_text(name_of(errant)) for errant in status.overloaded]:
        yield Part("over", "news", (f"over {join_words(over)}", f"over {len(over)}"))
    yield from _make_timer_part(status)
    if status.event_dice is not None:
        yield Part(
            "event", "said", (f"{'next' if status.rolled else 'event'} {status.event_dice}",)
        )
    if status.undo:
        yield Part("undo", "detail", tuple(_shorten_undo_line(_clean_text(status.undo))))


def _make_turn_part(status: StatusReport) -> Part:
    if status.turn_type is None:
        return Part("turn", "headline", ("no Turn",))
    short = f"{_SHORT_TYPES[status.turn_type]} {status.turn_number or '–'}"
    return Part("turn", "headline", (short,))


def _make_light_part(status: StatusReport) -> Part:
    """The light. Darkness is in capitals, and a light that is one Burn from dying has a mark: both
    are read without colour too."""
    if status.light != "darkness":
        is_dying = any(map(_is_dying_light, status.timers))
        text = f"{status.light} {status.burn}"
        return Part("light", *(("warning", (f"{text}!",)) if is_dying else ("said", (text,))))
    if status.burn or is_exploring(status):
        return Part("light", "warning", ("DARK",))
    return Part("light", "said", _NO_LIGHT)


def _is_dying_light(timer: Timer) -> bool:
    return timer.kind == "light" and bool(timer.errant) and timer.left == 1


def _make_open_part(status: StatusReport) -> Iterator[Part]:
    """The words that settle what waits, or the first of them and how many things wait besides; else
    whether an action waits for its outcome, as in nearly every Turn."""
    waits = [_clean_text(line) for line in status.open if not line.startswith(_OUTCOME_PREFIX)]
    if not waits:
        if status.open:
            yield Part("open", "way", ("done?",))
        return
    words, more = waits[0].split(" "), len(waits) - 1 + max(0, status.encounters - 1)
    if more:
        yield Part("open", "way", (f"{words[0]}? and {more} more", f"{words[0]}? {more} more"))
        return
    choice = words[: words.index("or") + 2] if "or" in words else words[:1]
    yield Part("open", "way", (f"{' '.join(choice)}?", f"{words[0]}?"))


def _make_dying_part(dying: list[HpLine], turn_type: str | None, name_of: NameLookup) -> Part:
    """Who dies first, in how many Turns, of which type if it is not the open one, and how many die
    besides: nothing else that is open is as urgent."""
    line = min(dying, key=_rank_nearest_death)
    name = _clean_text(name_of(line.errant))
    short = clip_text(name, _SHORTEST_NAME)
    when, shortly = "now!", "now!"
    if line.dying and line.dying.turns:
        unit = "" if line.dying.turn_type == turn_type else f" {_SHORT_TYPES[line.dying.turn_type]}"
        shortly = f"{line.dying.turns}{unit}!"
        when = f"in {shortly}"
    others, mark = (f" +{len(dying) - 1}", "…") if dying[1:] else ("", "")
    said = [f"{who} dies {how}{others}" for how in (when, shortly) for who in (name, short)]
    said += [f"{who} dies {shortly}{mark}" for who in (name, short)]
    return Part("open", "warning", (*said, f"dies {when}{others}"))


def _rank_nearest_death(line: HpLine) -> tuple[bool, int]:
    """Whose death comes first: Initiative Turns are the shortest."""
    if line.dying is None:
        return (True, 0)
    return (line.dying.turn_type != "initiative", line.dying.turns)


def _make_lost_hp_part(hurt: Iterable[HpLine], name_of: NameLookup) -> Iterator[Part]:
    """The HP of all who have lost any, the fewest first; where there is no room for all, those of
    the first and a mark that there are more."""
    lost = [e for e in hurt if e.hp is not None and e.hp_max is not None and e.hp < e.hp_max]
    if not lost:
        return
    lost.sort(key=lambda each: each.hp or 0)
    name, hp = _clean_text(name_of(lost[0].errant)), f"HP {lost[0].hp}/{lost[0].hp_max}"
    others = [f", {_clean_text(name_of(each.errant))} {each.hp}/{each.hp_max}" for each in lost[1:]]
    variants = [f"{name} {hp}{''.join(others[:n])}" for n in range(len(others), -1, -1)]
    variants += [f"{clip_text(name, _SHORTEST_NAME)} {hp}", hp]
    marked = (variants[0], *(f"{each}…" for each in variants[1:])) if others else tuple(variants)
    is_few = (lost[0].hp or 0) * _FEW_OF <= (lost[0].hp_max or 0)
    yield Part("hurt", "warning" if is_few else "news", marked)


def _make_timer_part(status: StatusReport) -> Iterator[Part]:
    """The timer that runs out next."""
    first = next(iter(status.timers), None)
    if first is None or first.unit == "never":
        return
    left, mark = _describe_time_left(first), "!" if _is_dying_light(first) else ""
    name = _clean_text(first.name)
    short = clip_text(name, max(1, PLACES["timer"] - len(left) - len(mark) - 1))
    yield Part("timer", "warning" if mark else "said", (f"{short} {left}{mark}",))


def _describe_time_left(timer: Timer) -> str:
    if timer.unit == "result":
        return "till 3"
    return f"in {timer.left}" if timer.unit == "turns" else str(timer.left)


def _shorten_undo_line(line: str) -> Iterator[str]:
    """`undo` and the line it takes back, whole or cut after a word. A short form alone is not
    enough."""
    words = line.split(" ")
    yield f"undo {line}"
    fewest = 1 if len(words[0]) > 2 else 2
    for number in range(min(len(words) - 1, MAX_UNDO_WORDS), fewest - 1, -1):
        yield f"undo {' '.join(words[:number])}…"


def _clean_text(text: str) -> str:
    return clean_text(text).strip()
