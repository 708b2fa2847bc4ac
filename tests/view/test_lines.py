"""What is said to people: short, plain, to whom it happened, and what can be typed next."""

from pathlib import Path
from typing import TypeVar, cast, get_args, get_type_hints

import msgspec
import pytest

from companion.campaign import news as n
from companion.commands.reports import PUBLIC, SECRET, Report
from companion.errant import happenings as h
from companion.view.called import called_in
from companion.view.happened import happened_lines, news_lines
from companion.view.reply import for_seat, reply_lines, secret_fields
from tests.commands.a_table import Table

S = TypeVar("S", bound=msgspec.Struct)


def said(table: Table, *lines: str, guide: bool = True) -> list[str]:
    """What the last of these lines is answered, as people read it."""
    return reply_lines(table.say(*lines), called_in(table.desk.campaign), guide=guide)


def kinds(base: type[S]) -> list[type[S]]:
    """Every kind of this that there is."""
    return [deeper for kind in base.__subclasses__() for deeper in (kind, *kinds(kind))]


def example(kind: type[S]) -> S:
    """One of this kind, its fields filled with what fits."""
    values: dict[type, object] = {str: "torch", int: 1, bool: True}
    hints = get_type_hints(kind)
    return kind(
        **{
            f: "dim" if f in ("level", "before") and hints[f] is not int else values[hints[f]]
            for f in kind.__struct_fields__
        }
    )


@pytest.mark.parametrize("kind", kinds(Report), ids=lambda kind: kind.__name__)
def test_every_field_of_a_report_is_public_or_secret(kind: type[Report]) -> None:
    hints = get_type_hints(kind, include_extras=True)
    for name in kind.__struct_fields__:
        marks = [mark for mark in get_args(hints[name]) if mark in (PUBLIC, SECRET)]
        assert len(marks) == 1, f"{kind.__name__}.{name} is neither public nor secret"


def test_what_is_secret_is_left_out_for_seat(tmp_path: Path) -> None:
    report = Table(tmp_path).done("event =5").report
    assert report is not None
    assert secret_fields(type(report)) == {"table", "foretold"}
    hidden = for_seat(report, guide=False)
    for name in type(report).__struct_fields__:
        expected = None if name in ("table", "foretold") else getattr(report, name)
        assert getattr(hidden, name) == expected


@pytest.mark.parametrize("kind", kinds(h.Happening), ids=lambda kind: kind.__name__)
def test_everything_that_befalls_someone_is_one_sentence(kind: type[h.Happening]) -> None:
    (line,) = happened_lines([example(kind)], str.capitalize)
    assert line[0].isupper()
    assert "torch" in line.casefold()


@pytest.mark.parametrize("kind", kinds(n.Piece), ids=lambda kind: kind.__name__)
def test_every_piece_of_news_is_one_sentence(kind: type[n.Piece]) -> None:
    (line,) = news_lines([cast(n.News, example(kind))], str.capitalize)
    assert line[0].isupper()
    assert line.endswith(".")


def test_the_same_thing_several_times_running_is_told_once() -> None:
    drip, toll = h.Reminded("it drips"), h.Reminded("the bell tolls")
    assert happened_lines([drip, drip, toll, drip], str) == [
        "Due now: it drips (2 times).",
        "Due now: the bell tolls",
        "Due now: it drips",
    ]


def test_an_event_die_tells_its_result_first_and_then_how_it_fell(tmp_path: Path) -> None:
    assert said(Table(tmp_path), "done", "next listen =2,5") == [
        "Exploration Turn 9 (day 3, 13:20).",
        "The Company: listen",
        "Event Die 2: Rest or 1 Exhaustion.",
        "  2, 5 keep low; rolled by hand; Bree Tanner's Encumbrance 6: -1",
        "Type rest (one more negative die next time) or press-on (1 Exhaustion each).",
        said_last(tmp_path),
    ]


def said_last(folder: Path) -> str:
    """How the newest entry is told of, whatever the session is called."""
    entry = next(Table(folder).desk.archive.entries())
    return f"[{entry.name}] undo takes this back"


def test_what_can_be_done_with_something_at_0_is_told(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "event =3")
    assert "Used up: Wim the Lesser's torch. Type refill or let-go wim torch." in lines


def test_an_expiration_with_nothing_to_end_says_so(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "done", "out", "done", "out", "zoom downtime", "event =3")
    assert "Nothing temporary is left to end." in lines


def test_a_complication_that_was_drawn_is_not_to_be_drawn_again(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "done", "out", "done", "out", "zoom downtime", "event =2")
    assert any(line.startswith("Complication: ") for line in lines)
    assert not any("[secret]" in line for line in lines)


def test_a_night_in_a_bad_camp_is_no_rest(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "out", "done", "turn sleep", "sleep uncomfortable", "turn")
    lines = said(table, "sleep uncomfortable", "turn")
    assert "Bree Tanner sleeps badly: Exhaustion 1 still." in lines
    assert "Ondine has a night's Rest." in lines


def test_the_journal_is_the_guides(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert said(table, "log") == ["The journal is empty."]
    assert said(table, "done", "log", guide=False) == ["The journal is for the Guide alone."]


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        (("give bree torch x3",), "Bree Tanner gets: 3 × torch (1.5 slots)."),
        (("drop bree torch x2",), "Bree Tanner drops: 2 × torch (1 slot)."),
        (("light bree torch",), "Bree Tanner's torch is lit."),
        (("snuff lantern",), "Ondine's hooded lantern is snuffed."),
        (("supply bree +2",), "Bree Tanner gains 2 Supply, 8 now."),
        (("supply bree -2",), "Bree Tanner loses 2 Supply, 4 left."),
        (("exhaust wim +1",), "Wim the Lesser gains 1 Exhaustion, 3 now."),
        (("-3d",), "The clock moves -2d 13h 20m: day 1, 00:00."),
        (("event ?",), "Roll 2D6, keep low (Bree Tanner's Encumbrance 6: -1)."),
        (("drop wim candles x2",), "Wim the Lesser drops: 2 × candle (0.5 slots)."),
        (("roll d20 =7",), "d20: 7"),
        (("roll 2d6+1 =3,4",), "2d6+1: 3 4 = 8"),
        (("roll 2d20kh1 =3,14",), "2d20kh1: (3) 14 = 14"),
        (("roll 3",), "3: 3"),
        (("away wim",), "Wim the Lesser is away and counted in nothing."),
        (("zoom initiative",), "Zoomed in: Initiative Turns, about to begin (day 3, 13:20)."),
    ],
)
def test_what_happened_comes_first(lines: tuple[str, ...], first: str, tmp_path: Path) -> None:
    assert said(Table(tmp_path), *lines)[0] == first
