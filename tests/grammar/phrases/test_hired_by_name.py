"""Who joins by name and trade is paid for by whoever hires them, and a word that may be no name is
asked about."""

from pathlib import Path

import pytest

from companion.line_runner import run_deeds_of_line
from tests.commands.table import Table

IN_A_VILLAGE = ("done", "out", "done", "at Reedmarket")


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("bree hires a porter, jory", ("buy bree porter", "errant add Jory retainer")),
        ("bree hires a porter, Pip, for the month", ("buy bree porter", "errant add Pip retainer")),
        ("bree hires a porter called jory", ("buy bree porter", "errant add Jory retainer")),
        ("bree hires a porter called tom", ("buy bree porter", "errant add Tom retainer")),
        ("bree hires a porter named rose", ("buy bree porter", "errant add Rose retainer")),
        ("bree hires a porter, Will", ("buy bree porter", "errant add Will retainer")),
        ("bree hires mags as a porter", ("buy bree porter", "errant add Mags retainer")),
        ("bree hires a porter, wim", ("bree hires a porter, wim",)),
        ("bree hires a porter called wim", ("bree hires a porter called wim",)),
        ("bree hires a porter called nobody", ("bree hires a porter called nobody",)),
        ("bree hires a porter, Again", ("bree hires a porter, Again",)),
        ("wim takes on work as a porter", ("wim takes on work as a porter",)),
        ("ondine takes on wim as a porter", ("ondine takes on wim as a porter",)),
        ("bree hires a zork, jory", ("bree hires a zork, jory",)),
        ("bree hires a torch, jory", ("bree hires a torch, jory",)),
        ("bree hires a porter, tomorrow", ("bree hires a porter, tomorrow",)),
    ],
)
def test_who_is_hired_is_paid_for(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*IN_A_VILLAGE)
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "corvin hires him as a guide",
        "bree hires that as a guide",
        "who hires tom as a porter",
        "pike hires tom as a guard",
        "wim takes on shifts as guard",
    ],
)
def test_nobody_joins_without_a_name_or_for_somebody_else(tmp_path: Path, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*IN_A_VILLAGE)
    assert table.refused(typed).kind == "ambiguous"


@pytest.mark.parametrize("said", ["fast", "again", "cheap", "tomorrow", "wim"])
def test_what_may_be_no_name_is_asked_about(said: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*IN_A_VILLAGE)
    refused = table.say(f"bree hires a porter, {said}").refusal
    assert refused is not None
    assert refused.kind == "ambiguous"
    assert "buy bree porter" in refused.hint


def test_nobody_joins_for_a_payment_that_was_refused(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*IN_A_VILLAGE)
    before = [each.name for each in table.desk.campaign.errants]
    done = run_deeds_of_line(table.desk, "wim hires pip as porter", table.desk.run)
    assert done.left == ("errant add Pip retainer",)
    assert [each.name for each in table.desk.campaign.errants] == before


def test_whoever_is_hired_without_a_name_is_paid_for_and_joins_by_one(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*IN_A_VILLAGE)
    reply = table.done("corvin hires a labourer for the month, bree pays")
    assert reply.meant == "buy bree labourer"
    assert [each.line for each in reply.untaken] == ["errant add Hob retainer"]
