"""What is drawn on the screen: all of it is in the words, and it fits."""

import io
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from companion.reports.npcs_and_factions import ExchangeReport, NegotiationReport
from companion.reports.packs import (
    CompanyReport,
    HoldersReport,
    LightReport,
    SlotsReport,
    StashesReport,
)
from companion.reports.reply import Reply
from companion.reports.rolls_and_random_tables import OddsReport
from companion.reports.status import StatusReport, Verbosity
from companion.reports.turns import EventReport
from companion.view.reply import render_reply
from companion.view.screen.reply_drawing import draw_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table
from tests.view.replies import Answered, answers

FORMS: tuple[Verbosity, ...] = ("full", "brief")
PANELS = (
    HoldersReport,
    CompanyReport,
    SlotsReport,
    StashesReport,
    LightReport,
    StatusReport,
    OddsReport,
    NegotiationReport,
    ExchangeReport,
)


def screen(
    answered: Answered,
    width: int,
    *,
    guide: bool = True,
    form: Verbosity = "full",
    plain: bool = False,
    ascii_only: bool = False,
) -> list[Text]:
    return draw_reply(
        answered.reply,
        answered.called,
        guide=guide,
        form=form,
        width=width,
        plain=plain,
        ascii_only=ascii_only,
    )


def words(lines: list[Text]) -> list[str]:
    return " ".join(line.plain for line in lines).split()


def test_there_is_an_answer_to_every_word_and_refusals_among_them() -> None:
    assert len({type(answered.reply.report) for answered in answers()}) > 20
    assert sum(not answered.reply.ok for answered in answers()) >= 5


def test_tones_carry_nothing_that_the_words_do_not() -> None:
    for answered in answers():
        told = render_reply(answered.reply, answered.called, guide=True)
        wide = screen(answered, 10_000, plain=True)
        assert [line.plain for line in wide] == [str(line) for line in told], answered.typed
        if not isinstance(answered.reply.report, PANELS):
            assert words(screen(answered, 80)) == " ".join(told).split(), answered.typed


def test_a_panel_holds_every_number_and_name_of_the_lines() -> None:
    shown = 0
    for answered in answers():
        if not isinstance(answered.reply.report, PANELS):
            continue
        shown += 1
        told = " ".join(render_reply(answered.reply, answered.called, guide=True))
        facts = set(re.findall(r"\d[\d.,:]*\d|\d|[A-Z]\w+(?='s)|torch|lantern|Lamp|ague", told))
        narrowest = 60 if isinstance(answered.reply.report, CompanyReport) else 30
        for width in (narrowest, 80, 120):
            text = " ".join(words(screen(answered, width)))
            missing = {fact for fact in facts if fact.rstrip(".,:") not in text}
            assert not missing, (answered.typed, width)
    assert shown >= 4


@pytest.mark.parametrize("width", [1, 5, 20, 27, 30, 40, 61, 80, 120])
def test_every_line_fits(width: int) -> None:
    for answered in answers():
        for plain in (False, True):
            for form in FORMS:
                for line in screen(answered, width, plain=plain, form=form):
                    assert cell_len(line.plain) <= width, (answered.typed, line.plain)
                    assert "\n" not in line.plain


@pytest.mark.parametrize("width", [20, 40, 80])
def test_no_word_is_cut_that_is_shorter_than_half_a_line(width: int) -> None:
    for answered in answers():
        told = " ".join(render_reply(answered.reply, answered.called, guide=True)).split()
        kept = [word for word in told if len(word) <= width // 2]
        shown = words(screen(answered, width, plain=True))
        assert [word for word in kept if word not in shown] == [], answered.typed


def test_brief_is_one_paragraph_without_how_and_what_next(tmp_path: Path) -> None:
    table = Table(tmp_path)
    reply = table.done("event! =3,6")
    brief = draw_reply(
        reply,
        make_name_lookup(table.desk.campaign),
        guide=True,
        form="brief",
        width=1000,
        plain=False,
    )
    assert [line.plain for line in brief] == [
        "Exploration Turn 8 (day 3, 13:20). The Company: sound the flooded stair with the pole. "
        "Event Die 3: Burn. Burn: Ondine's hooded lantern 3 to 2, Wim's torch 1 to 0. "
        "Runs down: Lamp of the Abbess to Depletion 1. Wim's torch goes out, used up. "
        "The light is ordinary now: Burn 2 in all."
    ]


def test_in_brief_what_is_secret_stands_by_itself(tmp_path: Path) -> None:
    answered = Answered("event! =5", Table(tmp_path).done("event! =5"), str)
    told, secretly = (line.plain for line in screen(answered, 1000, form="brief"))
    assert "Event Die 5: Encounter sign. To read out: " in told
    assert secretly.startswith("Secret: the sign foretells this. ")


def test_brief_says_something_of_every_answer_and_no_more_than_full() -> None:
    for answered in answers():
        brief = words(screen(answered, 80, form="brief"))
        assert brief, answered.typed
        assert set(brief) <= set(words(screen(answered, 80))), answered.typed


def test_what_an_undo_would_take_back_is_said_in_full_and_not_in_brief(tmp_path: Path) -> None:
    table = Table(tmp_path)
    answered = Answered("supply bree +2", table.done("supply bree +2"), str)
    assert screen(answered, 80)[-1].plain == "undo takes it back (1)."
    assert len(screen(answered, 80, form="brief")) == 1


def test_plain_mode_draws_no_gauges() -> None:
    for answered in answers():
        for width in (20, 80):
            assert not set("▮▯") & set("".join(words(screen(answered, width, plain=True))))


def test_a_console_without_unicode_gets_gauges_of_ascii() -> None:
    gauges = ""
    for answered in answers():
        if isinstance(answered.reply.report, PANELS):
            gauges += "".join(words(screen(answered, 80, ascii_only=True)))
    assert "##" in gauges
    assert not set("▮▯") & set(gauges)


def test_off_a_terminal_nothing_is_printed_but_the_words() -> None:
    for answered in answers():
        out = io.StringIO()
        console = Console(file=out, width=80, markup=False, emoji=False, highlight=False)
        lines = screen(answered, 80)
        for line in lines:
            console.print(line)
        assert out.getvalue() == "".join(f"{line.plain}\n" for line in lines)


def test_without_colour_the_face_that_counts_is_still_told_apart(tmp_path: Path) -> None:
    table = Table(tmp_path)
    reply = table.done("event! =2,2")
    lines = [line.plain for line in screen(Answered("", reply, str), 80)]
    assert any(line.startswith("  2 (2): the lowest counts.") for line in lines)


def test_nothing_secret_is_drawn_for_another_seat(tmp_path: Path) -> None:
    table = Table(tmp_path)
    reply = table.done("event! =5")
    assert isinstance(reply.report, EventReport)
    told = reply.report.foretold
    assert told
    looks: list[tuple[Verbosity, bool]] = [("full", False), ("full", True), ("brief", False)]
    for form, plain in looks:
        shown = {
            guide: " ".join(
                words(screen(Answered("", reply, str), 80, guide=guide, form=form, plain=plain))
            )
            for guide in (True, False)
        }
        assert told in shown[True]
        assert "Secret: " in shown[True]
        assert told[:12] not in shown[False]
        assert "Secret" not in shown[False]


def test_the_status_of_another_seat_shows_no_sign_and_no_undo(tmp_path: Path) -> None:
    table = Table(tmp_path)
    reply = table.done("event! =5", "status")
    (sign,) = table.desk.campaign.world.signs
    for guide in (True, False):
        text = " ".join(words(screen(Answered("", reply, str), 80, guide=guide)))
        assert (sign.encounter[:12] in text) == guide
        assert ("takes back" in text) == guide


def test_where_nobody_explores_the_status_shows_no_gauge_for_no_light(tmp_path: Path) -> None:
    table = Table(tmp_path)
    dark = ("snuff lantern", "snuff wim torch", "let-go all", "done")
    for lines, text in ((dark, "▯▯▯ darkness, Burn 0."), (("out", "done"), "No light burns.")):
        reply = table.done(*lines, "status")
        (light,) = [line.plain for line in screen(Answered("", reply, str), 80) if "ight" in line]
        assert light.split(maxsplit=1) == ["Light", text]


def test_names_that_a_terminal_would_obey_are_only_text(tmp_path: Path) -> None:
    table = Table(tmp_path)
    campaign = table.desk.campaign
    reply = table.done("company")
    assert isinstance(reply.report, CompanyReport)
    nasty = replace(reply.report.errants[0], name="Bree\x1b[31m [/bold]\u202e:skull:")
    report = replace(reply.report, errants=(nasty, *reply.report.errants[1:]))
    for plain in (True, False):
        lines = screen(
            Answered("", replace(reply, report=report), make_name_lookup(campaign)), 80, plain=plain
        )
        text = "\n".join(line.plain for line in lines)
        assert "Bree [/bold]:skull:" in text
        assert not {"\x1b", "\u202e"} & set(text)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_company_has_a_row_an_errant_with_what_is_wrong(width: int, tmp_path: Path) -> None:
    table = Table(tmp_path)
    reply = table.done("coins bree +300", "away wim", "company")
    shown = screen(Answered("", reply, make_name_lookup(table.desk.campaign)), width)
    head, *rows = [line.plain.rstrip() for line in shown]
    assert [*head.split()] == [
        *(["Slots"] if width > 40 else []),
        *["Enc", "Exh", "Sup", "Food"],
        *(["SPD"] if width > 40 else []),
    ]
    assert [row.split()[0] for row in rows] == [
        *("Bree", "Corvin", "Ondine"),
        "Tansy" if width < 80 else "Old",
        "Wim",
    ]
    assert [row.split()[-1] for row in rows if not row[-1].isdigit()] == [
        "overloaded",
        "away",
        "away",
    ]


def test_a_gauge_ends_where_there_can_be_no_more(tmp_path: Path) -> None:
    """Supply and rations have no end, and no gauge."""
    for word in ("status", "company"):
        shown = screen(Answered("", Table(tmp_path).done("supply all +90", word), str), 80)
        assert not any("▮+" in line.plain for line in shown)
        assert not any("▮" in line.plain and "Supply" in line.plain for line in shown)


@pytest.fixture
def odds(tmp_path: Path) -> Reply:
    return Table(tmp_path).done("odds 3d6kl1 vs d6")


def draw_odds(
    odds: Reply, width: int, *, ascii_only: bool = False, plain: bool = False
) -> list[str]:
    lines = draw_reply(
        odds, str, guide=True, form="full", width=width, plain=plain, ascii_only=ascii_only
    )
    return [line.plain.rstrip() for line in lines]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_bars_are_as_wide_as_the_screen_lets_them(width: int, odds: Reply) -> None:
    lines = draw_odds(odds, width)
    assert len(lines) == (10 if width == 40 else 9)
    assert max(map(len, lines)) <= width
    assert lines[2].startswith("1   42.13% ███")
    assert lines[2].split()[2].count("█") == {40: 9, 60: 19, 80: 29, 120: 40}[width]


def test_a_console_without_blocks_gets_plain_marks(odds: Reply) -> None:
    assert "".join(draw_odds(odds, 80, ascii_only=True)).isascii()


def test_bars_stand_out(odds: Reply) -> None:
    lines = draw_reply(odds, str, guide=True, form="full", width=40, plain=False)
    spans = [
        (line.plain[span.start : span.end], str(span.style))
        for line in lines
        for span in line.spans
    ]
    assert {style for text, style in spans if "█" in text} == {"bright_blue"}


def test_in_plain_mode_lines_fit_everywhere(odds: Reply) -> None:
    assert max(map(len, draw_odds(odds, 120, plain=True))) <= 40
