"""What is said to people: short, plain, to whom it happened, and what can be typed next."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from companion.audience import PUBLIC, SECRET
from companion.errant.names_to_type import quote_typed_name
from companion.reports import Report, filter_report_for_seat, find_secret_fields
from companion.view.reply import describe_deeds_not_done, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table
from tests.view.turns.test_happenings import kinds


def said(table: Table, *lines: str, guide: bool = True) -> list[str]:
    """What the last of these lines is answered, as people read it."""
    reply = table.say(*lines)
    return [
        str(line)
        for line in render_reply(reply, make_name_lookup(table.desk.campaign), guide=guide)
    ]


@pytest.mark.parametrize("kind", kinds(Report), ids=lambda kind: kind.__name__)
def test_every_field_of_a_report_is_public_or_secret(kind: type[Report]) -> None:
    hints = get_type_hints(kind, include_extras=True)
    for name in kind.__struct_fields__:
        marks = [mark for mark in get_args(hints[name]) if mark in (PUBLIC, SECRET)]
        assert len(marks) == 1, f"{kind.__name__}.{name} is neither public nor secret"


def test_what_is_secret_is_left_out_for_seat(tmp_path: Path) -> None:
    report = Table(tmp_path).done("event! =5").report
    assert report is not None
    assert find_secret_fields(type(report)) == {
        "table",
        "table_typed",
        "foretold",
        "sign",
        "undrawn",
    }
    hidden = filter_report_for_seat(report, guide=False)
    for name in type(report).__struct_fields__:
        expected = None if name in find_secret_fields(type(report)) else getattr(report, name)
        assert getattr(hidden, name) == expected


def test_an_event_die_tells_its_result_first_and_then_how_it_fell(tmp_path: Path) -> None:
    assert said(Table(tmp_path), "done", "next listen =2,5") == [
        "Exploration Turn 9 (day 3, 13:20).",
        "The Company: listen.",
        "Event Die 2: Rest or 1 Exhaustion.",
        "  2 (5): the lowest counts. Rolled by hand. Bree Tanner's Encumbrance 6 adds a negative "
        "die.",
        "Type rest (one more negative die next time) or press-on (1 Exhaustion each).",
        "undo takes it back (2).",
    ]


@pytest.mark.parametrize(
    ("lines", "fell"),
    [
        (("event! =5,5",), "  5 (5): the lowest counts. Rolled by hand. "),
        (("event! +3 =1,6,2",), "  (1) 6 (2): the highest counts. Rolled by hand. "),
        (("event! =4",), "  Rolled by hand. Bree Tanner's Encumbrance 6 adds a negative die."),
        (
            ("event! +1 =4",),
            "  Rolled by hand. Bree Tanner's Encumbrance 6 adds a negative die, +1 by hand adds a "
            "positive die.",
        ),
        (("drop bree saint", "event! -2 =4"), "  Rolled by hand. -2 by hand adds 2 negative dice."),
        (("drop bree saint", "event! =4"), "  Rolled by hand."),
    ],
)
def test_of_the_faces_of_an_event_die_one_is_marked(
    lines: tuple[str, ...], fell: str, tmp_path: Path
) -> None:
    (line,) = [line for line in said(Table(tmp_path), *lines) if line.startswith("  ")]
    assert line.startswith(fell)


def test_one_die_that_nobody_rolled_by_hand_needs_no_line(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "drop bree saint", "event")
    assert not [line for line in lines if line.startswith("  ")]


def test_what_can_be_typed_comes_last_and_then_the_way_back(tmp_path: Path) -> None:
    reply = Table(tmp_path).done("event! =3")
    tones = [line.tone for line in render_reply(reply, str, guide=True)]
    assert tones == ["headline", "said", "result", "detail", "said", "said", "news", "news"] + [
        "way",
        "detail",
    ]


def test_what_a_result_that_was_replaced_had_done_is_told_as_back(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "event! =3", "becomes 6")
    assert lines[2] == "Event Die becomes 6: Free."
    assert lines[3].startswith("Back as before: ")
    assert "Wim's torch at Burn 1" in lines[3]


def test_an_undo_says_in_words_what_was_taken_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done")
    assert said(table, "next search", "undo")[0] == "Taken back: «next search» (2)."
    assert said(table, "redo")[0] == "Done again: «next search» (2)."
    assert said(table, "undo", guide=False)[0] == "Taken back: «next search» (2)."


def test_a_light_snuffed_goes_out_once(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "light bree torch", "snuff bree torch")
    assert lines[0] == ("Bree's torch is snuffed: its Burn falls to 0 and it cannot be relit.")
    assert not any("goes out" in line for line in lines)


@pytest.mark.parametrize(
    ("before", "way"),
    [
        (("light bree torch", "burn", "burn", "let-go wim torch"), "refill bree torch"),
        (("use bree rations",), "let-go bree rations"),
        (("burn", "burn", "burn", "let-go wim torch"), "refill ondine oil"),
    ],
)
def test_what_can_be_typed_of_a_thing_at_0_is_carried_out(
    before: tuple[str, ...], way: str, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    told = [line for typed in ("supply ondine +4", *before) for line in said(table, typed)]
    assert way in " ".join(told)
    table.done(way)


def test_ids_are_said_nowhere_but_in_what_is_to_be_typed(tmp_path: Path) -> None:
    table = Table(tmp_path)
    lines = ["light bree torch", "light", "status", "slots bree", "burn", "burn", "status"]
    told = [
        line
        for typed in lines
        for line in render_reply(
            table.say(typed), make_name_lookup(table.desk.campaign), guide=True
        )
        if line.tone != "way" and not line.startswith("Open: ") and "«" not in line
    ]
    assert not re.search(r"torch-2|drowned-chapel|\bbree\b|\bwim\b", " ".join(told))


def test_what_can_be_done_with_something_at_0_is_told(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "event! =3")
    assert "Type refill wim torch, or let-go wim torch." in lines


def test_an_expiration_with_nothing_to_end_says_so(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "done", "out", "done", "out", "zoom! downtime", "event! =3")
    assert "Nothing temporary is left to end." in lines


def test_a_complication_that_was_drawn_is_not_to_be_drawn_again(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "done", "out", "done", "out", "zoom! downtime", "event! =2")
    assert any(line.startswith("Complication: ") for line in lines)
    assert not any(line.startswith("Secret: ") for line in lines)


DOWNTIME = ("done", "out", "done", "out", "zoom! downtime")


def test_the_end_of_a_month_says_what_is_over_and_since_when(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), *DOWNTIME, "next =6", "declare bree sings, wim digs", "out!")
    assert lines[:4] == [
        "No Turn is open (day 33, 16:00).",
        "Downtime Turn 2 is over; it began on day 3, 16:00.",
        "  Bree: sings.",
        "  Wim: digs.",
    ]


def test_a_downtime_turn_says_why_supply_goes(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), *DOWNTIME, "next =6")
    assert lines[1] == (
        "As a Downtime Turn begins, what is left of Supply goes: Bree loses 6, Corvin loses 3, "
        "Ondine loses 4 and Wim loses 2."
    )


@pytest.mark.parametrize(("faces", "lasting"), [("4,1", False), ("3,3", True)])
def test_a_complication_that_may_last_says_how_it_is_kept(
    faces: str, lasting: bool, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    lines = said(table, *DOWNTIME, f"event! =2 table={faces}")
    (effect,) = (e for e in table.desk.campaign.book.effects if e.kind == "complication")
    way = f"The next 3 ends it, unless you type effect keep {quote_typed_name(effect)}"
    assert (way in lines) == lasting
    table.done(f"effect keep {quote_typed_name(effect)}")


def test_whom_they_meet_is_the_guides_to_say_where_no_table_does(tmp_path: Path) -> None:
    table = Table(tmp_path)
    lines = said(table, *DOWNTIME, "event! =1")
    assert any(line.startswith("Whom they meet is the Guide's to say.") for line in lines)
    players = said(table, "undo", "event! =1", guide=False)
    assert not any("Whom they meet" in line for line in players)


@pytest.mark.parametrize("place", ["chapel", "causeway"])
def test_the_table_of_the_place_is_offered_by_its_shortest_name(place: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert "Secret: for whom they meet, type encounter" in said(table, "event! =1")
    (line,) = [
        line
        for line in said(table, "undo", f"at {place}", "event! =4")
        if line.startswith("Secret: for what it is, type ")
    ]
    assert "/" not in line
    table.done(line.removeprefix("Secret: for what it is, type "))


def test_what_is_called_by_a_sentence_ends_with_one_full_stop(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done(*DOWNTIME)
    lines = [
        *said(table, "event! =2 table=4,4"),
        *said(table, "becomes 6"),
        *said(table, "becomes 2 table=4,4"),
        *said(table, "status"),
        *said(table, "recap"),
        *said(table, "export"),
    ]
    assert not [line for line in lines if ".." in line or ".:" in line or ".," in line]


def test_of_what_goes_on_it_is_told_how_it_ends(tmp_path: Path) -> None:
    table = Table(tmp_path)
    way = said(table, "effect")[-1]
    assert way.startswith("When one is over, type effect end and its name: ")
    table.done(way.partition("name: ")[2])


def light_of(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith(("Light", "No light"))]


def test_where_nobody_explores_no_light_is_no_darkness(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("snuff lantern", "snuff wim torch", "let-go all")
    assert light_of(said(table, "status")) == ["Light darkness, Burn 0."]
    assert light_of(said(table, "zoom initiative", "status")) == ["Light darkness, Burn 0."]
    assert light_of(said(table, "out", "done", "out", "status")) == ["No light burns."]
    assert light_of(said(table, "light bree torch", "status")) == ["Light ordinary, Burn 2."]


def test_a_night_in_a_bad_camp_is_no_rest(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "out", "done", "turn sleep", "sleep uncomfortable", "turn!")
    lines = said(table, "sleep uncomfortable", "turn!")
    assert lines[1:3] == [
        "Corvin and Ondine have a night's Rest.",
        "Bree and Wim sleep badly. Exhaustion stays: Bree has 1 still and Wim 2.",
    ]


def test_the_log_of_an_empty_journal(tmp_path: Path) -> None:
    assert said(Table(tmp_path), "log") == ["The journal is empty."]


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        (("give bree torch x3",), "Bree gets: 3 × torch (1.5 slots)."),
        (("give bree cup worth 40",), "Bree gets: cup (1 slot, worth 4 shillings)."),
        (("drop bree torch x2",), "Bree drops: 2 × torch (1 slot)."),
        (("light bree torch",), "Bree's torch is lit: Burn 2."),
        (("snuff lantern",), "Ondine's hooded lantern is snuffed."),
        (("supply bree +2",), "Bree gains 2 Supply, 8 now."),
        (("supply bree -2",), "Bree loses 2 Supply, 4 left."),
        (("exhaust wim +1",), "Wim gains 1 Exhaustion, 3 now."),
        (("-3d",), "The clock moves -2d 13h 20m: day 1, 00:00."),
        (
            ("done", "turn", "event ?"),
            "Roll 2D6, keep low (Bree Tanner's Encumbrance 6 adds a negative die).",
        ),
        (("event! =2", "event ?"), "This Turn's Event Die shows 2; for the next Turn:"),
        (("drop wim candles x2",), "Wim drops: 2 × candle (0.5 slots)."),
        (("roll d20 =7",), "d20: 7."),
        (("roll 2d6+1 =3,4",), "2d6+1: 8."),
        (("roll 3",), "3: 3."),
        (("every 3 turns rain",), "Every 3 Exploration Turns: rain (next in 3)."),
        (("every 1 turn Rain", "every end rain"), "No longer every Exploration Turn: Rain."),
        (
            ("refill bree rations",),
            "Bree Tanner's rations has not run out. Only what is at 0 is refilled.",
        ),
        (("away wim",), "Wim the Lesser is away and counted in nothing."),
        (("zoom initiative",), "Zoomed in: Initiative Turns, about to begin (day 3, 13:20)."),
    ],
)
def test_what_happened_comes_first(lines: tuple[str, ...], first: str, tmp_path: Path) -> None:
    assert said(Table(tmp_path), *lines)[0] == first


@pytest.mark.parametrize(
    ("line", "faces"),
    [
        ("roll 2d6 =3,4", ["  By hand: 3 and 4."]),
        ("roll 2d20kh1 =3,14", ["  By hand: (3) 14."]),
        ("roll d20 =7", ["  By hand: 7."]),
        ("roll d20", []),
    ],
)
def test_a_roll_shows_every_face_and_which_counted(
    line: str, faces: list[str], tmp_path: Path
) -> None:
    assert said(Table(tmp_path), line)[1:] == faces


def test_that_the_company_rests_is_said_as_its_turn_begins(tmp_path: Path) -> None:
    assert "The Company Rests." in said(Table(tmp_path), "done", "next rest by the fire =6")


def test_in_downtime_the_die_falls_before_anybody_declares(tmp_path: Path) -> None:
    lines = said(Table(tmp_path), "done", "out", "done", "out", "zoom! downtime")
    assert any("the Event Die falls first" in line for line in lines)


def test_after_the_first_half_a_night_says_that_another_makes_a_rest(tmp_path: Path) -> None:
    table = Table(tmp_path)
    half = "Half a night: next sleep once more makes a night's Rest."
    assert half in said(table, "done", "out", "done", "next sleep watch bree wim =6")
    assert half not in said(table, "next sleep =6")
    assert half in said(table, "next sleep watch nobody =6")


@pytest.mark.parametrize(
    ("deeds", "told"),
    [
        (("next", "declare bree trains"), "Not done: next; declare bree trains."),
        (("is it dark?",), "Not done: is it dark?"),
    ],
)
def test_the_deeds_that_were_not_done_end_with_one_sign(deeds: tuple[str, ...], told: str) -> None:
    assert describe_deeds_not_done(deeds) == told
