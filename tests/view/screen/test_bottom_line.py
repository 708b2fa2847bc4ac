"""The bottom line: how things stand, in one line that fits, with nothing secret in it."""

import re
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from companion.errant.turns.timers import Timer
from companion.reports.status import DyingLine, HpLine, StatusReport
from companion.text_cleaning import clean_text
from companion.view.screen.bottom_line import render_bottom_line, render_bottom_line_as_text
from companion.view.screen.bottom_line_places import map_bottom_line_places_to_columns
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table

WIDTHS = (40, 60, 80, 120, 150)
AN_EVENING = """\
done
next search the nave =6
event! =2
press-on
done
next! force the door =3
refill all
done they get in
supply bree +1
hp bree -3
next! look =4
snuff lantern
next! feel about =6
light lantern
zoom initiative
next
out!
coins bree +3
out!
next! walk on =6
drop bree all tents
"""


def draw(table: Table, width: int) -> str:
    """What is drawn, without its looks."""
    status, names = table.desk.build_status(), make_name_lookup(table.desk.campaign)
    return "".join(text for _, text in render_bottom_line(status, names, width))


def find_tones(table: Table, text: str) -> set[str]:
    status, names = table.desk.build_status(), make_name_lookup(table.desk.campaign)
    lines = [render_bottom_line(status, names, width) for width in WIDTHS]
    assert all(text in [each for _, each in line] for line in lines), (text, lines)
    return {tone for line in lines for tone, each in line if each == text}


@pytest.mark.parametrize("width", WIDTHS)
def test_each_thing_stands_in_the_same_columns_all_evening(width: int, tmp_path: Path) -> None:
    """The Turn, the light, what is open, and what else there is room for: a line under the other,
    what is missing leaves its place empty."""
    table = Table(tmp_path)
    columns = map_bottom_line_places_to_columns(width)
    starts = {
        "clock": r"d\d+ \d\d:\d\d",
        "turn": r"(Expl|Init|Trav) [\d–]+|no Turn",
        "light": r"(bright|ordinary|dim) \d+|DARK|no light",
        "open": r"rest or press-on\?|refill or let-go\?|refill\? and \d more|done\?",
        "hurt": r"Bree HP \d",
        "supply": r"Sup \d+",
        "over": r"over Bree",
        "timer": r"torch 1!|Lamp of",
        "event": r"(event|next) \dD6",
        "undo": r"undo ",
    }
    assert {40: 3, 60: 5, 80: 6, 120: 9, 150: 10}[width] == len(columns)
    for line in AN_EVENING.splitlines():
        table.say(line)
        drawn = draw(table, width)
        for place, column in columns.items():
            found = [match.start() for match in re.finditer(starts[place], drawn)]
            assert found in ([], [column]), (line, place, drawn)


def test_what_there_is_to_say_at_each_width(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "supply bree +1", "hp bree -5", "hp wim -2", "event! =2")
    assert [draw(table, width) for width in WIDTHS] == [
        "Expl 8   bright 4!    rest or press-on?",
        "d3 13:20   Expl 8   bright 4!    rest or press-on?   Sup 16",
        "d3 13:20   Expl 8   bright 4!    rest or press-on?   Bree HP 8/13… next 2D6 low",
        "d3 13:20   Expl 8   bright 4!    rest or press-on?   Bree HP 8/13… Sup 16  over Bree  "
        "torch 1!            next 2D6 low",
        "d3 13:20   Expl 8   bright 4!    rest or press-on?   Bree HP 8/13, Wim 8/10    Sup 16  "
        "over Bree  torch 1!            next 2D6 low   undo event! =2",
    ]


def test_what_is_heard_has_commas_and_no_places(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "turn listen")
    status, names = table.desk.build_status(), make_name_lookup(table.desk.campaign)
    assert render_bottom_line_as_text(status, names, 80) == (
        "d3 13:20, Expl 9, bright 4!, done?, event 2D6 low"
    )


def test_what_is_narrower_says_less_and_cuts_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert [draw(table, width) for width in (39, 26, 17, 6, 5)] == [
        "Expl 8   bright 4!    done?",
        "Expl 8   bright 4!",
        "Expl 8",
        "Expl 8",
        "",
    ]


def test_an_action_that_waits_for_its_outcome_is_shown_until_settled(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert "done?" in draw(table, 40)
    table.done("event! =2", "press-on")
    assert "done?" in draw(table, 40)
    table.done("done")
    assert "done?" not in draw(table, 40)


def test_darkness_and_a_dying_light_look_urgent_without_colour_too(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert find_tones(table, "bright 4!") == {"warning"}
    table.done("snuff wim torch", "let-go all")
    assert find_tones(table, "ordinary 3") == {"said"}
    table.done("snuff lantern", "done")
    assert find_tones(table, "DARK") == {"warning"}
    table.done("out", "done")
    assert find_tones(table, "no light") == {"said"}


def test_a_turn_about_to_begin_has_no_number_and_none_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("zoom initiative")
    assert draw(table, 40).startswith("Init –  ")
    table.done("out", "done", "out", "done", "out")
    assert draw(table, 40).startswith("no Turn  ")


@pytest.mark.parametrize("width", WIDTHS)
def test_what_waits_is_a_word_to_type_and_how_many_more(width: int, tmp_path: Path) -> None:
    """The same words at every width, and as many as `status` lists."""
    table = Table(tmp_path)
    table.done("done", "burn")
    assert "refill or let-go?" in draw(table, width)
    table.done("use bree rations")
    assert "refill? and 1 more" in draw(table, width)
    table.done("event! =2")
    assert "rest? and 2 more" in draw(table, width)
    assert len(table.desk.build_status().open) == 3


def test_an_order_to_be_called_waits_until_it_is_known(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "fight goblin x2 surprise none", "next")
    assert "order odd or even?" in draw(table, 40)
    table.done("order odd =3,3")
    assert "order" not in draw(table, 40)
    table.done("next")
    assert "order odd or even?" in draw(table, 40)


def test_no_order_is_called_in_a_turn_of_surprise_or_without_foes(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "zoom initiative", "next")
    assert "order" not in draw(table, 40)
    table.done("out", "fight goblin x2 surprise company")
    assert "order" not in draw(table, 40)


def test_whoever_has_lost_hp_is_shown_whatever_turn_it_is(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("hp bree -5")
    for line in ("done", "zoom initiative", "out", "out", "zoom travel", "out", "zoom downtime"):
        table.say(line)
        line_drawn = draw(table, 80)
        assert line_drawn.index("Bree HP 8/13") == map_bottom_line_places_to_columns(80)["hurt"]
    assert "HP" not in draw(table, 60)


def test_a_narrow_screen_shows_who_is_hurt_in_a_fight(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "fight goblin x2", "hp wim -3")
    assert "Wim 7/10" in draw(table, 40)
    table.done("out!")
    assert "Wim" not in draw(table, 40)
    assert "bright" in draw(table, 40)


def test_a_narrow_screen_shows_the_dark_of_a_fight_before_who_is_hurt(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "snuff wim torch", "snuff ondine lantern", "fight goblin x2", "hp wim -3")
    assert "DARK" in draw(table, 40)


def test_a_narrow_screen_shows_the_time_where_nothing_is_open(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert "d3 13:20" not in draw(table, 40)  # `done?` stands there
    table.done("done")
    assert "d3 13:20" in draw(table, 40)


def test_a_narrow_screen_shows_who_has_few_hp_left_before_the_time(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "hp bree -12")
    assert "Bree HP 1/13" in draw(table, 40)
    table.done("hp bree +6")
    assert "d3 13:20" in draw(table, 40)


def test_a_narrow_screen_shows_who_is_hurt_where_no_light_is_wanted(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "snuff wim torch", "snuff lantern", "out")
    assert "d3 13:20" in draw(table, 40)
    assert "no light" not in draw(table, 40)
    table.done("hp bree -3")
    assert "Bree 10/13" in draw(table, 40)


def test_of_several_hurt_the_worst_is_named_and_that_there_are_more(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("hp bree -1", "hp wim -3")
    assert "Wim HP 7/10…" in draw(table, 80)
    assert "Wim HP 7/10, Bree 12/13" in draw(table, 150)


def test_no_place_is_used_for_anything_else(tmp_path: Path) -> None:
    """Who is overloaded has a place of their own or none, and so have the hurt: what is missing
    leaves its place empty."""
    table = Table(tmp_path)
    table.done("done")
    assert [width for width in WIDTHS if "over Bree" in draw(table, width)] == [120, 150]
    table.done("hp bree -5")
    assert [width for width in WIDTHS if "Bree HP 8/13" in draw(table, width)] == [80, 120, 150]
    assert [width for width in WIDTHS if "over Bree" in draw(table, width)] == [120, 150]


@pytest.mark.parametrize("width", WIDTHS)
def test_who_is_dying_comes_before_all_that_waits(width: int, tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "fight goblin x2 surprise none", "wound wim 4")
    assert "Wim dies in 1!" in draw(table, width)


@pytest.mark.parametrize("width", WIDTHS)
def test_of_several_who_die_the_first_is_named_with_the_turns_that_are_meant(
    width: int, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    table.done("done", "fight goblin x2 surprise none", "wound wim 1")
    assert re.search("Wim dies (in )?1 Expl!", draw(table, width))
    table.done("wound corvin 1")
    assert re.search(r"(Wim|Corvin|Cor….?) dies (in )?1 Expl!( \+1|…)", draw(table, width))
    table.done("wound bree 4")
    assert "Bree dies in 1! +2" in draw(table, width)


@pytest.mark.parametrize("width", [1, 10, 20, 40, 79, 80, 100, 300])
def test_it_fits_and_tells_nothing_secret(width: int, tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("event! =5", "secret note bree pockets the idol")
    (sign,) = table.desk.campaign.world.signs
    line = draw(table, width)
    assert cell_len(line) <= width
    assert sign.encounter[:12] not in line
    assert "idol" not in line


def test_a_secret_word_can_be_undone_but_its_line_is_not_shown(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "secret supply bree +1")
    assert draw(table, 150).endswith("undo secret")


_TYPES = st.sampled_from(["travel", "exploration", "initiative", "downtime"])
_TEXT = st.text(st.characters(codec="utf-8"), max_size=30)
_LEVELS: list[Literal["darkness", "dim", "ordinary", "bright"]] = [
    "darkness",
    "dim",
    "ordinary",
    "bright",
]


_HURT = st.builds(
    HpLine,
    errant=st.sampled_from(["bree", "corvin-half-hand", "鬼"]),
    name=_TEXT,
    hp=st.integers(0, 100),
    hp_max=st.integers(0, 100),
    at_zero=st.just(1),
    wounds=st.just(()),
    handicaps=st.just(()),
    statuses=st.just(()),
    dying=st.none() | st.builds(DyingLine, st.integers(0, 9), st.just("initiative"), st.booleans()),
    out_of_action=st.booleans(),
    dead=st.just(False),
)


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
        signs=(),
        timers=draw(st.lists(timers, max_size=2).map(tuple)),
        hurt=draw(st.lists(_HURT, max_size=3).map(tuple)),
    )


@given(statuses(), st.integers(1, 200))
def test_any_status_fits_on_one_line_of_any_width(status: StatusReport, width: int) -> None:
    line = "".join(text for _, text in render_bottom_line(status, str, width))
    for each in (line, render_bottom_line_as_text(status, str, width)):
        assert cell_len(each) <= width
        assert each == clean_text(each)


@given(statuses(), st.integers(7, 200))
def test_of_the_turn_nothing_is_cut_and_it_is_there_before_all_else(
    status: StatusReport, width: int
) -> None:
    turn = f"{(status.turn_type or 'no').capitalize()[:4]} {status.turn_number or '–'}"
    if status.turn_type and width >= cell_len(turn):
        assert turn in [text for _, text in render_bottom_line(status, str, width)]


@given(statuses(), st.integers(1, 200))
def test_no_undone_word_is_cut(status: StatusReport, width: int) -> None:
    for _, text in render_bottom_line(status, str, width):
        if text.startswith("undo ") and text.endswith("…") and status.undo:
            kept = text.removeprefix("undo ").removesuffix("…").split()
            assert kept == clean_text(status.undo).split()[: len(kept)]


def test_encounters_that_wait_are_counted(tmp_path: Path) -> None:
    guide, player = Table(tmp_path), Table(tmp_path, seat="timekeeper")
    guide.done("done", "next =1", "next! =1", "next! =1")
    player.desk.take_in_external_changes()
    for table in (guide, player):
        assert "encounter? 2 more" in draw(table, 120)
    guide.done("encounter =2")
    assert "tell? and 2 more" in draw(guide, 120)
