"""What `help` tells: every word, a page for every subject, and one word in full."""

from pathlib import Path

import pytest

from companion.audience import Seat
from companion.campaign.campaign import Seats
from companion.commands.dispatch import resolve_word_of_line
from companion.commands.help_and_prompt_commands import (
    MAX_FITTING,
    list_command_words_by_page,
    list_command_words_by_subject,
)
from companion.grammar.command_words import WORDS
from companion.grammar.context import SEATS
from companion.grammar.help_pages_file import load_help_pages
from companion.grammar.seat_permissions import (
    GUIDE_WORDS,
    list_seat_words,
    may_seat_type_line_so_begun,
    may_seat_type_word,
)
from companion.grammar.typed_line import parse_typed_line
from companion.reports.status import HelpReport
from tests.commands.table import Table

SUBJECTS, TONIGHT, TOPICS = (
    load_help_pages().subjects,
    load_help_pages().tonight,
    load_help_pages().topics,
)
WORK = load_help_pages().work
SITUATIONS: dict[str, tuple[str, ...]] = {
    "open": ("event! =2", "light bree torch", "burn", "burn"),
    "negotiation": ("talk ysolde",),
    "settlement": ("at reedmarket",),
    "none": ("done", "out", "out!"),
    "travel": ("done", "out"),
    "exploration": (),
    "initiative": ("fight",),
    "downtime": ("done", "out", "out!", "downtime!"),
}
"""How each situation comes about."""


def told(folder: Path, typed: str, seat: Seat = "guide") -> HelpReport:
    """What is answered at a seat."""
    table = Table(folder)
    if seat != "guide":
        table.done(f"as {seat}")
    return table.read(HelpReport, typed)


def test_every_subject_of_a_word_has_a_page_and_every_page_words() -> None:
    assert {word.subject for word in WORDS} == set(SUBJECTS)


@pytest.mark.parametrize("name", sorted(SUBJECTS))
def test_a_page_is_a_few_sentences(name: str) -> None:
    subject = SUBJECTS[name]
    assert 2 <= subject.description.count(". ") + 1 <= 5
    assert subject.description.endswith(".")
    assert 60 <= len(subject.description) <= 600
    assert len(subject.title) <= 40


def test_words_are_told_of_subject_by_subject_and_none_is_forgotten() -> None:
    subjects = [word.subject for word in list_command_words_by_subject()]
    assert list(dict.fromkeys(subjects)) == list(SUBJECTS)
    assert subjects == sorted(subjects, key=list(SUBJECTS).index)
    assert set(list_command_words_by_subject()) == set(WORDS)


def test_no_other_word_reads_the_pages(tmp_path: Path) -> None:
    load_help_pages.cache_clear()
    table = Table(tmp_path)
    table.done("next!")
    assert load_help_pages.cache_info().currsize == 0
    table.done("help next")
    assert load_help_pages.cache_info().currsize == 1


@pytest.mark.parametrize("typed", ["help packs", "help PACKS", "help pack"])
def test_help_of_a_subject_is_its_page_and_its_words(typed: str, tmp_path: Path) -> None:
    report = told(tmp_path, typed)
    assert report.subject == "packs"
    assert report.about == SUBJECTS["packs"].description
    assert [line.word for line in report.words] == [
        w.name for w in list_command_words_by_page() if w.subject == "packs"
    ]


@pytest.mark.parametrize("typed", ["help refill", "help refi", "help refill!"])
def test_help_of_a_word_names_the_others_of_its_subject(typed: str, tmp_path: Path) -> None:
    report = told(tmp_path, typed)
    assert report.subject is None
    assert [line.word for line in report.words] == ["refill"]
    assert "let-go" in report.related
    assert "refill" not in report.related


def test_help_of_a_short_form_is_that_of_its_word(tmp_path: Path) -> None:
    assert [line.word for line in told(tmp_path, "help n").words] == ["next"]


def test_a_word_that_is_a_subject_too_is_told_with_the_page(tmp_path: Path) -> None:
    report = told(tmp_path, "help light")
    assert report.about == SUBJECTS["light"].description
    assert report.words[0].word == "light"
    assert "snuff" in report.related


def test_what_nothing_is_told_about_is_refused_with_what_is_near(tmp_path: Path) -> None:
    refusal = Table(tmp_path).refused("help pakcs")
    assert (refusal.kind, refusal.hint) == ("unknown", "Did you mean packs?")
    assert Table(tmp_path).refused("help xyzzy").hint == "Type help for all of them."
    assert Table(tmp_path).refused("help re").kind == "ambiguous"


@pytest.mark.parametrize("situation", SITUATIONS)
def test_ten_words_that_fit_come_first(situation: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    before = table.desk.campaign.turns
    if SITUATIONS[situation]:
        table.done(*SITUATIONS[situation])
    report = table.read(HelpReport, "help")
    words = [line.word for line in report.fitting]
    assert len(words) == len(set(words)) == MAX_FITTING
    fit = {line.partition(" ")[0] for line in TONIGHT[situation]}
    assert len(fit & set(words)) >= min(len(fit), MAX_FITTING - 1) or situation == "exploration"
    turns = table.desk.campaign.turns
    assert report.turn_type == (turns[-1].type if turns else None)
    assert before or report.turn_number is None
    assert {line.word for line in report.words} == {word.name for word in WORDS}


def test_what_is_open_comes_before_all_else(tmp_path: Path) -> None:
    table = Table(tmp_path)
    report = table.read(HelpReport, "talk ysolde", "event! =2", "help")
    assert [line.word for line in report.fitting][:5] == [
        "rest",
        "press-on",
        "done",
        "next",
        "talk",
    ]
    assert report.place == "The Drowned Chapel"
    assert report.open == ("rest or press-on", "done", "talk ysolde")


def test_a_talk_with_somebody_the_players_have_not_met_is_the_guides(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("npc ysolde met no", "secret talk ysolde", "as caller")
    report = table.read(HelpReport, "help")
    assert "talk" not in {line.word for line in report.fitting}
    assert not any("ysolde" in line for line in report.open)


FILLED_IN = {
    "[ACTION…]": "",
    "[TEXT…]": "",
    "[SORT]": "",
    "ACTION…": "search",
    "TEXT…": "a bell",
    "FROM TO ITEM": "wim bree torch",
    "log N": "log 5",
    "ERRANT ITEM": "bree torch",
    "ITEM": "bree torch",
    "ERRANT": "bree",
    "NPC": "ysolde",
    "NAME": "ysolde",
    "CATEGORY": "banal",
    "PLACE": "chapel",
    "GOOD": "rope",
    "TYPE": "initiative",
    "up|down": "up",
    "±N": "+1",
    "DICE|TABLE": "2d6",
}


def read_usage(table: Table, usage: str) -> str:
    """Read a usage with its blanks filled in, as a form does. Returns the name of its word."""
    for blank, filled in FILLED_IN.items():
        usage = usage.replace(blank, filled)
    line = parse_typed_line(usage)
    assert line is not None
    word, line, _, _ = resolve_word_of_line(line, table.desk.campaign, whole=True)
    context = table.desk.build_completion_context()
    word.read(line.arguments, context._replace(word=word.name, arguments=line.arguments))
    return word.name


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_fits_a_situation_is_typed_so(situation: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    if SITUATIONS[situation]:
        table.done(*SITUATIONS[situation])
    for usage in TONIGHT[situation]:
        read_usage(table, usage)


def test_every_situation_and_every_players_seat_has_its_words() -> None:
    assert set(TONIGHT) == set(SITUATIONS)
    assert {"guide", *WORK} == set(SEATS)


@pytest.mark.parametrize("seat", sorted(WORK))
def test_the_words_of_a_seats_work_are_its_own_and_are_typed_so(seat: Seat, tmp_path: Path) -> None:
    table = Table(tmp_path)
    for usage in WORK[seat]:
        assert may_seat_type_line_so_begun(Seats(), seat, read_usage(table, usage))


@pytest.mark.parametrize("seat", sorted(WORK))
def test_help_at_a_players_seat_begins_with_its_own_words(seat: Seat, tmp_path: Path) -> None:
    report = told(tmp_path, "help", seat)
    words = [line.word for line in report.fitting]
    assert words[0] in list_seat_words(Seats(), seat)
    assert all(may_seat_type_line_so_begun(Seats(), seat, word) for word in words)
    assert len(words) <= MAX_FITTING
    assert report.requestable
    assert not any(may_seat_type_word(Seats(), seat, word) for word in report.requestable)
    assert not {*report.requestable} & {*words, *GUIDE_WORDS}


def test_help_at_a_seat_has_what_the_campaign_gives_to_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    book = tmp_path / "my-greenmire" / "campaign.toml"
    text = book.read_text(encoding="utf-8")
    book.write_text(f'{text}\n[seats]\nmapper = ["light"]\n', encoding="utf-8")
    report = table.read(HelpReport, "note the mapper has the lamp", "as mapper", "help")
    assert "light" in [line.word for line in report.fitting]
    assert "light" not in report.requestable


def test_help_words_lists_every_word_and_nothing_that_fits_now(tmp_path: Path) -> None:
    report = told(tmp_path, "help words")
    assert {line.word for line in report.words} == {word.name for word in WORDS}
    assert report.fitting == ()


@pytest.mark.parametrize(
    ("typed", "page"), [(name, page) for page, names in TOPICS.items() for name in names]
)
def test_what_people_call_a_page_finds_it(typed: str, page: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert not WORDS.find_candidates(typed, whole=True)
    assert typed not in SUBJECTS
    assert table.done(f"help {typed}").report == table.done(f"help {page}").report


@pytest.mark.parametrize(
    ("typed", "page", "lines"),
    [(each.called[0], each.page, each.lines) for each in load_help_pages().elsewhere],
)
def test_what_has_no_page_is_told_of_with_lines_that_work(
    typed: str, page: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    table = Table(tmp_path)
    report = table.read(HelpReport, f"help {typed}")
    assert (report.subject or report.words[0].word) == page
    assert all(line in report.about for line in lines)
    table.done(*lines)


@pytest.mark.parametrize("typed", ["hunt", "hire", "lost", "forage", "weather", "loot", "money"])
def test_what_help_tells_of_is_no_slip_of_a_word(typed: str, tmp_path: Path) -> None:
    assert Table(tmp_path).refused(typed).hint == f"Try: help {typed}"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("lihgt", "light"), ("statsu", "status"), ("effct", "effect"), ("stat", "status")],
)
def test_a_slip_or_a_beginning_is_asked_about(typed: str, meant: str, tmp_path: Path) -> None:
    assert Table(tmp_path).refused(typed).hint == f"Did you mean {meant}?"


@pytest.mark.parametrize("typed", ["hurl", "booze", "throne", "pipe"])
def test_another_word_is_no_slip(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.refused(typed).hint == "Type help for all the words."
    assert table.refused(f"help {typed}").hint == "Type help for all of them."


def test_no_name_is_that_of_two_pages() -> None:
    names = [name for found in TOPICS.values() for name in found]
    names += [name for each in load_help_pages().elsewhere for name in each.called]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("fight", "fight"),
        ("camp", "sleep"),
        ("night", "nights"),
        ("money", "market"),
        ("shop", "market"),
        ("light", "light"),
        ("pack", "packs"),
        ("talk", "talk"),
        ("dice", "dice"),
        ("time", "turns"),
        ("encounter", "encounter"),
        ("downtime", "downtime"),
    ],
)
def test_what_a_table_asks_after_has_a_page(typed: str, page: str, tmp_path: Path) -> None:
    report = told(tmp_path, f"help {typed}")
    assert (report.subject or report.words[0].word) == page


@pytest.mark.parametrize("asked", ["status", "line", "bottom line"])
def test_what_stands_in_the_bottom_line_is_explained_in_one_place(
    asked: str, tmp_path: Path
) -> None:
    report = Table(tmp_path).read(HelpReport, f"help {asked}")
    (page,) = report.words
    for short in (
        *("d3", "Expl", "Init", "Trav", "Down", "no Turn", "!", "DARK", "no light", "and 2 more"),
        *("done?", "dies in", "HP", "…", "Sup", "over", "next 2D6 low", "event", "undo"),
    ):
        assert short in page.summary
