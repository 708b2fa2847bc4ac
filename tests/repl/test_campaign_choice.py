"""The question which campaign to open, and the names that find one."""

import shlex
from pathlib import Path
from shutil import rmtree

import pytest

from companion.archive.shelves import Shelves
from companion.archive.summary import CampaignSummary
from companion.refusal import Ambiguous, Impossible, Unknown
from companion.repl.campaign_choice import (
    choose_campaign,
    list_choices,
    parse_choice,
    render_choices,
    resolve_campaign,
)
from tests.desk.a_desk import a_desk, said
from tests.repl.conftest import Typed

MIRE = CampaignSummary("mire", "The Salt Mire", "day 3 13:20")
SALT = CampaignSummary("salt-road", "The Long Road", "day 1 08:00")
BROKEN = CampaignSummary("wrecked", problems=2)
SAMPLE = CampaignSummary("greenmire", "The Greenmire", "day 3 13:20", sample=True)
SHELVES = Shelves()
OFFERED = list_choices([MIRE, SALT, BROKEN, SAMPLE], SHELVES)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("", "mire"),
        ("1", "mire"),
        ("2", "salt-road"),
        ("5", "new"),
        ("mire", "mire"),
        ("ROAD", "salt-road"),
        ("long", "salt-road"),
        ("green", "greenmire"),
        ("new", "new"),
        ("n", "new"),
    ],
)
def test_a_campaign_is_chosen_by_enter_number_or_part_of_a_name(said: str, name: str) -> None:
    assert parse_choice(said, OFFERED).name == name


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("0", Unknown),
        ("6", Unknown),
        ("-1", Unknown),
        ("9" * 900, Unknown),
        ("atlantis", Unknown),
        ("salt", Ambiguous),
        ("wrecked", Impossible),
        ("3", Impossible),
    ],
)
def test_an_unknown_ambiguous_or_broken_choice_is_refused(
    said: str, kind: type[Unknown | Ambiguous | Impossible]
) -> None:
    if said == "salt":
        with pytest.raises(Ambiguous):
            parse_choice(said, list_choices([MIRE._replace(name="salt-mire"), SALT], SHELVES))
        return
    with pytest.raises(kind):
        parse_choice(said, OFFERED)


def test_a_number_beyond_the_choices_may_be_a_name() -> None:
    assert (
        parse_choice("1632", list_choices([MIRE, SALT._replace(name="1632")], SHELVES)).name
        == "1632"
    )


def test_the_tutorial_is_a_choice_without_an_own_campaign() -> None:
    assert [offer.name for offer in list_choices([SAMPLE], SHELVES)] == [
        "greenmire",
        "tutorial",
        "new",
    ]
    assert "tutorial" not in [offer.name for offer in OFFERED]


def test_enter_takes_the_first_that_opens() -> None:
    assert parse_choice("", list_choices([BROKEN, SAMPLE], SHELVES)).name == "greenmire"
    assert parse_choice("", list_choices([], SHELVES)).name == "tutorial"


def test_enter_begins_no_campaign_where_a_broken_one_is() -> None:
    with pytest.raises(Impossible, match="«wrecked» cannot be opened") as refused:
        parse_choice("", list_choices([BROKEN, BROKEN._replace(name="ruined")], SHELVES))
    assert "companion check wrecked" in refused.value.hint


def test_enter_is_asked_again_if_all_campaigns_are_broken(
    typed: Typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelves = Shelves(tmp_path)
    shelves.open("greenmire")
    (tmp_path / "my-greenmire" / "world.toml").write_text("schema = [")
    left = typed("", "", "new", "Mire", "", "", "")
    assert choose_campaign(shelves, lambda: None) == "mire"
    assert list(left) == []
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("Which? A number or any part of a name. «my-greenmire» cannot be opened") == 2
    assert "Enter for" not in told.partition("What is it called?")[0]
    assert shelves.render_shell_command("check", "my-greenmire") in told


@pytest.mark.parametrize("folder", ["kept", "my campaigns"])
def test_the_command_that_checks_a_broken_campaign_can_be_typed(
    folder: str, tmp_path: Path
) -> None:
    shelves = Shelves(tmp_path / folder)
    offered = list_choices([BROKEN], shelves)
    typed = shlex.split(offered[0].description.partition(": ")[2])
    assert typed == ["companion", "check", "wrecked", "--campaigns", str(tmp_path / folder)]
    with pytest.raises(Impossible) as refused:
        parse_choice("wrecked", offered)
    assert offered[0].description in refused.value.hint


def test_each_choice_has_number_name_and_description() -> None:
    lines = render_choices(OFFERED, 80)
    assert lines == [
        "  1  mire       The Salt Mire, day 3 13:20",
        "  2  salt-road  The Long Road, day 1 08:00",
        "  3  wrecked    broken, 2 problems: companion check wrecked",
        "  4  greenmire  The Greenmire, a sample: opens as your copy my-greenmire",
        "  5  new        begin a campaign of your own",
    ]


@pytest.mark.parametrize("width", [20, 40, 80])
def test_the_choices_fit_the_terminal(width: int) -> None:
    campaigns = [MIRE._replace(title="Long " * 30), SAMPLE, *[SALT] * 10]
    for line in render_choices(list_choices(campaigns, SHELVES), width):
        assert len(line) <= width


def test_a_campaign_is_played_by_any_part_of_its_name(tmp_path: Path) -> None:
    shelves = Shelves(tmp_path)
    for name in ("The Salt Road", "The Salt Mire", "Mire"):
        shelves.create_campaign(name)
    assert resolve_campaign("road", shelves) == "the-salt-road"
    assert resolve_campaign("MIRE", shelves) == "mire"
    assert resolve_campaign("the-salt-mire", shelves) == "the-salt-mire"
    assert resolve_campaign("atlantis", shelves) == "atlantis"
    with pytest.raises(Ambiguous, match="the-salt-mire or the-salt-road|the-salt-road or"):
        resolve_campaign("salt", shelves)


def test_a_lost_campaign_with_copies_is_not_taken_for_another(tmp_path: Path) -> None:
    shelves = Shelves(tmp_path)
    shelves.create_campaign("Salt Mire")
    said(a_desk(shelves.create_campaign("Mire")), "note the abbess lies")
    rmtree(tmp_path / "mire")
    assert resolve_campaign("mire", shelves) == "mire"
    with pytest.raises(Unknown, match="no campaign «mire»"):
        shelves.require_folder("mire")
    assert resolve_campaign("salt", shelves) == "salt-mire"
