"""Renders the bottom line of the prompt: how things stand, in one line that fits, nothing secret.

Each width has its places, always in the same order and columns. What there is nothing to say of
leaves its place empty, so that an eye finds each thing where it was a line before.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from companion.errant.turns.timers import Timer
from companion.refusal import join_words
from companion.reports.status import HpLine, StatusReport
from companion.text_cleaning import clean_text, clip_text
from companion.view.screen.bottom_line_places import (
    DARK,
    NO_LIGHT,
    PLACES,
    Part,
    fit_parts_into_columns,
)
from companion.view.screen.styled_rows import count_columns_of_text
from companion.view.shared_wording import NameLookup, Tone
from companion.view.status import is_exploring

MAX_UNDO_WORDS = 30
"""Variants of the undone line that are tried at most, a word less each."""
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


def _is_in_fight(status: StatusReport) -> bool:
    return status.turn_type == "initiative"


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
        return Part("light", "warning", DARK)
    return Part("light", "said", NO_LIGHT)


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
