"""The bottom line: how things stand, in one line that fits, with nothing secret in it."""

from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from companion.errant.timers import Timer
from companion.reports.status import StatusReport
from companion.text import clean_text
from companion.view.screen.bottom_line import (
    Part,
    fit_parts,
    render_bottom_line,
    render_bottom_text,
)
from companion.view.wording import make_name_lookup
from tests.commands.table import Table


def shown(table: Table, width: int) -> str:
    return render_bottom_text(
        table.desk.build_status(), make_name_lookup(table.desk.campaign), width
    )


def test_at_40_columns_it_tells_turn_light_and_what_is_open(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert shown(table, 40) == "day 3 13:20 · Expl 8 · bright 4 · done?"
    table.done("event =2")
    assert shown(table, 40) == "Exploration 8 · bright 4 · rest/press-on"


def test_what_is_narrower_says_less_and_cuts_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("event =2")
    assert [shown(table, width) for width in (39, 32, 20, 14, 8, 5)] == [
        "Expl 8 · bright 4 · rest/press-on",
        "day 3 13:20 · Expl 8 · bright 4",
        "Expl 8 · bright 4",
        "Expl 8 · done?",
        "Expl 8",
        "done?",
    ]


def test_an_action_that_waits_for_its_outcome_is_shown_until_settled(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert "done?" in shown(table, 80)
    table.done("event =2")
    assert "rest/press-on · done?" in shown(table, 99)
    table.done("press-on", "done")
    assert "done?" not in shown(table, 99)


def test_it_is_dark_only_where_somebody_explores(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("snuff lantern", "snuff wim torch", "let-go all", "done")

    def light() -> tuple[str, str]:
        line = render_bottom_line(
            table.desk.build_status(), make_name_lookup(table.desk.campaign), 80
        )
        (found,) = [part for part in line if part[1] in ("dark", "no light")]
        return found

    assert light() == ("news", "dark")
    table.done("out", "done")
    assert light() == ("said", "no light")
    table.done("out")
    assert light() == ("said", "no light")


def test_a_turn_about_to_begin_has_no_number_and_none_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("zoom initiative")
    assert "Initiative – · " in shown(table, 40)
    table.done("out", "done", "out", "done", "out")
    assert "no Turn · " in shown(table, 40)


def test_from_80_columns_it_tells_the_rest(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert shown(table, 80) == (
        "d3 13:20 · Exploration 8 · bright 4 · done? · Sup 15 · over Bree · event 2D6 low"
    )
    table.done("done", "supply bree +1")
    assert shown(table, 80) == (
        "d3 13:20 · Expl 8 · bright 4 · Sup 16 · over Bree · event 2D6 low · undo supply…"
    )
    assert shown(table, 99) == (
        "day 3 13:20 w4 · Exploration 8 · bright 4 · Supply 16 · over Bree · event 2D6 low · "
        "undo supply…"
    )


def test_from_100_columns_it_tells_what_runs_out_next(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert "torch Burn 1" not in shown(table, 99)
    assert "torch Burn 1" in shown(table, 110)
    assert "Wim's torch Burn 1" in shown(table, 118)


def test_where_there_is_room_every_part_is_at_its_longest(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "supply bree +1")
    assert shown(table, 250) == (
        "day 3 13:20 w4 · Exploration 8 · bright 4 · Supply 16 · overloaded Bree · "
        "Wim's torch Burn 1 · event 2D6 low · undo supply bree +1"
    )


def test_once_the_die_has_fallen_it_tells_what_next_rolls(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert "event 2D6 low" in shown(table, 110)
    table.done("event =6")
    assert "next 2D6 low" in shown(table, 110)
    table.done("event! =2", "rest")
    assert "next 3D6 low" in shown(table, 110)


def test_things_at_0_are_told_with_how_many(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("burn")
    assert "· refill/let-go ·" in shown(table, 80)
    assert "refill/let-go wim torch" in shown(table, 160)
    table.done("use bree rations")
    assert "refill/let-go +1" in shown(table, 60)


@pytest.mark.parametrize("width", [1, 10, 20, 40, 79, 80, 100, 300])
def test_it_fits_and_tells_nothing_secret(width: int, tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("event =5", "secret note bree pockets the idol")
    (sign,) = table.desk.campaign.world.signs
    line = shown(table, width)
    assert cell_len(line) <= width
    assert sign.encounter[:12] not in line
    assert "idol" not in line


def test_a_secret_word_can_be_undone_but_its_line_is_not_shown(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "secret supply bree +1")
    assert shown(table, 80).endswith("undo secret")


_TYPES = st.sampled_from(["travel", "exploration", "initiative", "downtime"])
_TEXT = st.text(st.characters(codec="utf-8"), max_size=30)
_LEVELS: list[Literal["darkness", "dim", "ordinary", "bright"]] = [
    "darkness",
    "dim",
    "ordinary",
    "bright",
]


@st.composite
def statuses(draw: st.DrawFn) -> StatusReport:
    """Any status that there can be."""
    turn_type = draw(st.none() | _TYPES)
    number = st.integers(0, 100_000)
    timers = st.builds(
        Timer,
        name=_TEXT,
        kind=st.sampled_from(["light", "every", "curse"]),
        errant=st.sampled_from(["", "bree"]),
        left=st.integers(1, 1_000_000),
        unit=st.sampled_from(["burn", "depletion", "result", "turns", "never"]),
        turn_types=st.tuples(_TYPES),
        lasting=st.booleans(),
    )
    return StatusReport(
        name="x",
        day=draw(number),
        time=draw(st.sampled_from(["13:20", "14:00:10"])),
        watch=draw(st.integers(1, 6)),
        turn_type=turn_type,
        turn_number=draw(st.none() | number) if turn_type else None,
        nested=(),
        light=draw(st.sampled_from(_LEVELS)),
        burn=draw(number),
        open=draw(
            st.lists(
                st.sampled_from(["rest or press-on", "refill or let-go wim torch", "done (x)"])
            ).map(tuple)
        ),
        undo=draw(st.none() | _TEXT),
        supply=draw(number),
        food=0,
        overloaded=draw(st.lists(st.sampled_from(["bree", "wim", "鬼"]), unique=True).map(tuple)),
        event_dice=draw(st.sampled_from([None, "D6", "2D6 low", "3D6 high"])),
        rolled=draw(st.booleans()),
        effects=(),
        timers=draw(st.lists(timers, max_size=2).map(tuple)),
    )


@given(statuses(), st.integers(1, 200))
def test_any_status_fits_on_one_line_of_any_width(status: StatusReport, width: int) -> None:
    line = render_bottom_text(status, str, width)
    assert cell_len(line) <= width
    assert line == clean_text(line)
    assert line == "".join(text for _, text in render_bottom_line(status, str, width))


@given(statuses(), st.integers(1, 200))
def test_of_the_turn_nothing_is_cut_and_it_is_there_before_all_else(
    status: StatusReport, width: int
) -> None:
    parts = [text for tone, text in render_bottom_line(status, str, width) if text != " · "]
    turn = f"{(status.turn_type or '').capitalize()} {status.turn_number or '–'}"
    number = turn.rpartition(" ")[2]
    ways = {turn, f"{turn[:4]} {number}", turn.replace(" ", " Turn ")}
    if status.turn_type and width >= min(map(cell_len, ways)):
        assert ways & set(parts)


@st.composite
def parts_of_a_line(draw: st.DrawFn) -> list[Part]:
    """Parts in any order; each is known by its letter: a before b in importance."""
    ranks = draw(st.lists(st.integers(0, 9), unique=True))
    sizes = st.lists(st.integers(1, 30), min_size=1, max_size=3, unique=True)
    return [
        Part(rank, "said", tuple(chr(ord("a") + rank) * n for n in sorted(draw(sizes))[::-1]))
        for rank in ranks
    ]


@given(parts_of_a_line(), st.integers(1, 100))
def test_every_part_is_whole_and_in_its_place(parts: list[Part], width: int) -> None:
    texts = [text for _, text in fit_parts(parts, width)]
    assert [part for part in parts if set(part.variants) & set(texts)] == [
        next(part for part in parts if text in part.variants) for text in texts
    ]
    assert cell_len(" · ".join(texts)) <= width


@given(parts_of_a_line(), st.integers(1, 100))
def test_more_room_never_says_less(parts: list[Part], width: int) -> None:
    """No part is given up but for one that is more important, and none is said in short for
    nothing."""
    narrow = sorted(text for _, text in fit_parts(parts, width))
    wide = sorted(text for _, text in fit_parts(parts, width + 1))
    lost, gained = ({text[0] for text in these} for these in (narrow, wide))
    assert not lost ^ gained or min(lost ^ gained) in gained
    if lost == gained:
        assert sum(map(len, narrow)) <= sum(map(len, wide))


@given(parts_of_a_line(), st.integers(1, 100))
def test_what_there_is_room_for_is_shown(parts: list[Part], width: int) -> None:
    shown = {text[0] for _, text in fit_parts(parts, width)}
    used = cell_len(
        " · ".join(min(p.variants, key=len) for p in parts if p.variants[0][0] in shown)
    )
    for part in parts:
        if part.variants[0][0] not in shown:
            assert used + len(part.variants[-1]) + len(" · " if shown else "") > width


@given(statuses(), st.integers(1, 200))
def test_no_undone_word_is_cut(status: StatusReport, width: int) -> None:
    for _, text in render_bottom_line(status, str, width):
        if text.startswith("undo ") and text.endswith("…") and status.undo:
            kept = text.removeprefix("undo ").removesuffix("…").split()
            assert kept == clean_text(status.undo).split()[: len(kept)]
