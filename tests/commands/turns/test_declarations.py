"""What is declared in one line: what each of them does, and a Rest that is one of theirs alone."""

import pytest

from companion.reports.requests_and_sharing import RequestReport
from companion.reports.turns import DeclarationReport
from tests.commands.table import Table

COMPANY = "company"


@pytest.fixture
def table(table: Table) -> Table:
    table.done("done")
    return table


@pytest.mark.parametrize("before", ["declare", "next!"])
@pytest.mark.parametrize(
    ("line", "declared"),
    [
        (
            "bree carouses, wim rests, ondine tends the sick",
            {"bree": "carouses", "wim": "rests", "ondine": "tends the sick"},
        ),
        ("bree sings; wim digs", {"bree": "sings", "wim": "digs"}),
        (
            "bree sings, wim digs and corvin prays",
            {"bree": "sings", "wim": "digs", "corvin": "prays"},
        ),
        ("bree sings, and wim digs.", {"bree": "sings", "wim": "digs."}),
        ("search the altar, wim keeps watch", {COMPANY: "search the altar", "wim": "keeps watch"}),
        ("bree talks to wim, corvin, ondine", {"bree": "talks to wim, corvin, ondine"}),
        (
            "bree talks to wim, corvin and ondine of it",
            {"bree": "talks to wim, corvin and ondine of it"},
        ),
        ("bree asks wim and corvin to dig", {"bree": "asks wim and corvin to dig"}),
        ("bree sings, then dances", {"bree": "sings, then dances"}),
        ("bree, wim sings", {COMPANY: "bree, wim sings"}),
        (
            "Bree and Wim search, Corvin guards",
            {"bree": "search", "wim": "search", "corvin": "guards"},
        ),
        ("bree, wim and corvin climb", {"bree": "climb", "wim": "climb", "corvin": "climb"}),
        ("bree and the ferryman row", {COMPANY: "bree and the ferryman row"}),
        ('"bree waits"', {COMPANY: "bree waits"}),
        ('bree shouts "who goes there" twice', {"bree": 'shouts "who goes there" twice'}),
    ],
)
def test_each_has_their_own_of_what_a_line_declares(
    table: Table, before: str, line: str, declared: dict[str, str]
) -> None:
    table.done(f"{before} {line}")
    turn = table.desk.campaign.innermost_turn
    found = {(COMPANY if who not in ID else who): text for who, text in turn.declared.items()}
    assert found == declared


ID = ("bree", "wim", "corvin", "ondine")


def test_names_alone_declare_nothing(table: Table) -> None:
    refusal = table.refused("declare bree and wim")
    assert refusal.hint == "Try: declare bree and wim search the nave"


def test_a_line_of_several_is_taken_back_at_once(table: Table) -> None:
    before = table.desk.campaign
    table.done("declare bree sings, wim digs", "undo")
    assert table.desk.campaign == before


def test_who_can_do_nothing_declares_nothing_beside_others(table: Table) -> None:
    table.done("exhaust bree +8")
    before = table.desk.campaign.innermost_turn
    assert "Bree" in table.refused("declare wim digs, bree sings").message
    assert table.desk.campaign.innermost_turn == before


def test_what_one_of_them_is_asked_to_do_is_not_the_companys(table: Table) -> None:
    table.done("declare search", "as mapper")
    assert table.read(RequestReport, "request bree rests").request.line == "declare bree rests"
    assert table.read(RequestReport, "request rest").request.line == "rest"


def test_what_is_declared_instead_is_told_with_what_it_replaces(table: Table) -> None:
    table.done("declare search the nave", "declare bree listens")
    report = table.done("declare climb the stair").report
    assert isinstance(report, DeclarationReport)
    assert report.replaced
    assert [(each.who, each.action) for each in report.replaced] == [(COMPANY, "search the nave")]
    report = table.done("declare climb the stair").report
    assert isinstance(report, DeclarationReport)
    assert not report.replaced
