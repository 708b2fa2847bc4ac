"""The questions which campaign to open, and what a new one is; the names that find one."""

import shlex
from pathlib import Path
from shutil import rmtree

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_summaries import CampaignSummary
from companion.archive.new_campaigns import parse_new_errants
from companion.refusal import Ambiguous, Impossible, Malformed, Unknown
from companion.repl.campaign_questions import (
    ask_for_campaign,
    ask_for_new_campaign,
    describe_how_to_play_new_campaign,
    list_campaign_choices,
    parse_campaign_choice,
    parse_yes_no,
    render_campaign_choices,
    resolve_campaign_name,
)
from tests.desk.a_desk import a_desk, said
from tests.repl.conftest import Typed

MIRE = CampaignSummary("mire", "The Salt Mire", "day 3 13:20")
SALT = CampaignSummary("salt-road", "The Long Road", "day 1 08:00")
BROKEN = CampaignSummary("wrecked", problems=2)
SAMPLE = CampaignSummary("greenmire", "The Greenmire", "day 3 13:20", sample=True)
SHELVES = CampaignFolders()
OFFERED = list_campaign_choices([MIRE, SALT, BROKEN, SAMPLE], SHELVES)


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
    assert parse_campaign_choice(said, OFFERED).name == name


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
            parse_campaign_choice(
                said, list_campaign_choices([MIRE._replace(name="salt-mire"), SALT], SHELVES)
            )
        return
    with pytest.raises(kind):
        parse_campaign_choice(said, OFFERED)


def test_a_number_beyond_the_choices_may_be_a_name() -> None:
    assert (
        parse_campaign_choice(
            "1632", list_campaign_choices([MIRE, SALT._replace(name="1632")], SHELVES)
        ).name
        == "1632"
    )


def test_the_tutorial_is_a_choice_without_an_own_campaign() -> None:
    assert [offer.name for offer in list_campaign_choices([SAMPLE], SHELVES)] == [
        "greenmire",
        "tutorial",
        "new",
    ]
    assert "tutorial" not in [offer.name for offer in OFFERED]


def test_enter_takes_the_first_that_opens() -> None:
    assert (
        parse_campaign_choice("", list_campaign_choices([BROKEN, SAMPLE], SHELVES)).name
        == "greenmire"
    )
    assert parse_campaign_choice("", list_campaign_choices([], SHELVES)).name == "tutorial"


def test_enter_begins_no_campaign_where_a_broken_one_is() -> None:
    with pytest.raises(Impossible, match="«wrecked» cannot be opened") as refused:
        parse_campaign_choice(
            "", list_campaign_choices([BROKEN, BROKEN._replace(name="ruined")], SHELVES)
        )
    assert "companion check wrecked" in refused.value.hint


def test_enter_is_asked_again_if_all_campaigns_are_broken(
    typed: Typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign_folders = CampaignFolders(tmp_path)
    campaign_folders.open_campaign("greenmire")
    (tmp_path / "my-greenmire" / "world.toml").write_text("schema = [")
    left = typed("", "", "new", "Mire", "", "", "")
    assert ask_for_campaign(campaign_folders, lambda: None) == "mire"
    assert list(left) == []
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("Which? A number or any part of a name. «my-greenmire» cannot be opened") == 2
    assert "Enter for" not in told.partition("What is it called?")[0]
    assert campaign_folders.render_shell_command("check", "my-greenmire") in told


@pytest.mark.parametrize("folder", ["kept", "my campaigns"])
def test_the_command_that_checks_a_broken_campaign_can_be_typed(
    folder: str, tmp_path: Path
) -> None:
    campaign_folders = CampaignFolders(tmp_path / folder)
    offered = list_campaign_choices([BROKEN], campaign_folders)
    typed = shlex.split(offered[0].description.partition(": ")[2])
    assert typed == ["companion", "check", "wrecked", "--campaigns", str(tmp_path / folder)]
    with pytest.raises(Impossible) as refused:
        parse_campaign_choice("wrecked", offered)
    assert offered[0].description in refused.value.hint


def test_each_choice_has_number_name_and_description() -> None:
    lines = render_campaign_choices(OFFERED, 80)
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
    for line in render_campaign_choices(list_campaign_choices(campaigns, SHELVES), width):
        assert len(line) <= width


def test_a_campaign_is_played_by_any_part_of_its_name(tmp_path: Path) -> None:
    campaign_folders = CampaignFolders(tmp_path)
    for name in ("The Salt Road", "The Salt Mire", "Mire"):
        campaign_folders.create_campaign(name)
    assert resolve_campaign_name("road", campaign_folders) == "the-salt-road"
    assert resolve_campaign_name("MIRE", campaign_folders) == "mire"
    assert resolve_campaign_name("the-salt-mire", campaign_folders) == "the-salt-mire"
    assert resolve_campaign_name("atlantis", campaign_folders) == "atlantis"
    with pytest.raises(Ambiguous, match="the-salt-mire or the-salt-road|the-salt-road or"):
        resolve_campaign_name("salt", campaign_folders)


def test_a_lost_campaign_with_copies_is_not_taken_for_another(tmp_path: Path) -> None:
    campaign_folders = CampaignFolders(tmp_path)
    campaign_folders.create_campaign("Salt Mire")
    said(a_desk(campaign_folders.create_campaign("Mire")), "note the abbess lies")
    rmtree(tmp_path / "mire")
    assert resolve_campaign_name("mire", campaign_folders) == "mire"
    with pytest.raises(Unknown, match="no campaign «mire»"):
        campaign_folders.require_folder("mire")
    assert resolve_campaign_name("salt", campaign_folders) == "salt-mire"


@pytest.mark.parametrize("who", [["Bree 13 9 8 12, Wim"], ["Bree 13 9 8 12", "Wim"]])
def test_a_new_campaign_is_made_from_the_answers(
    who: list[str], typed: Typed, tmp_path: Path
) -> None:
    left = typed("The Salt Road", "", *who, "", "tra")
    folder = ask_for_new_campaign(CampaignFolders(tmp_path))
    assert list(left) == []
    assert folder == tmp_path / "the-salt-road"
    made = CampaignFolders(tmp_path).open_campaign("the-salt-road").campaign
    assert made.book.name == "The Salt Road"
    assert [(e.name, e.phys) for e in made.errants] == [("Bree", 13), ("Wim", 10)]
    assert [turn.type for turn in made.turns] == ["travel"]


def test_enter_alone_leaves_everything_for_later(typed: Typed, tmp_path: Path) -> None:
    typed("Mire", "", "", "")
    ask_for_new_campaign(CampaignFolders(tmp_path))
    made = CampaignFolders(tmp_path).open_campaign("mire").campaign
    assert (made.errants, made.turns) == ((), ())


@pytest.mark.parametrize("said", ["copy", "s", "greenmire", "Green"])
def test_a_copy_of_the_sample_is_asked_nothing_more(
    said: str, typed: Typed, tmp_path: Path
) -> None:
    left = typed("Mire", said, "not read")
    ask_for_new_campaign(CampaignFolders(tmp_path))
    assert list(left) == ["not read"]
    made = CampaignFolders(tmp_path).open_campaign("mire").campaign
    assert len(made.errants) == 5
    assert not made.book.sample


def test_what_is_given_already_is_not_asked(typed: Typed, tmp_path: Path) -> None:
    left = typed("Mire", "")
    ask_for_new_campaign(CampaignFolders(tmp_path), company=parse_new_errants(["Bree"]))
    assert list(left) == []
    left = typed("Marsh")
    ask_for_new_campaign(CampaignFolders(tmp_path), sample="greenmire")
    assert list(left) == []


def test_bad_answers_are_asked_again_and_a_name_that_is_taken_too(
    typed: Typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CampaignFolders(tmp_path).create_campaign("Mire")
    said = ["", "mire", "Marsh", "atlantis", "empty", "Bree 13", "Bree", "bree", "", "initiative"]
    typed(*said, "t")
    assert ask_for_new_campaign(CampaignFolders(tmp_path)).name == "marsh"
    told = " ".join(capsys.readouterr().out.split())
    assert "A campaign needs a name." in told
    assert "There is a campaign «mire» already." in told
    assert "There is no campaign «atlantis»." in told
    assert "«Bree 13» is not a name, or a name and four numbers." in told
    assert "bree is named twice." in told
    assert told.count("Who else? Enter alone when that is all.") == 2
    assert "No campaign begins with «initiative» Turns." in told


@pytest.mark.parametrize("answers", [0, 1, 2, 3, 4])
def test_leaving_before_the_last_answer_makes_nothing(
    answers: int, typed: Typed, tmp_path: Path
) -> None:
    for leaving in ([], ["quit"], ["Exit"], [" q "]):
        typed(*["Mire", "", "Bree", ""][:answers], *leaving)
        with pytest.raises(EOFError):
            ask_for_new_campaign(CampaignFolders(tmp_path))
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_the_path_of_a_new_campaign_stays_on_one_line(
    columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    campaign_folders = CampaignFolders(tmp_path / "my campaigns")
    company = parse_new_errants(["Hild", "Bree", "Ondine of the Long Marsh"])
    folder = campaign_folders.create_campaign("The Salt Road", company=company)
    lines = describe_how_to_play_new_campaign(folder, campaign_folders)
    whole = [str(folder), "errants/hild.toml", "errants/ondine-of-the-long-marsh.toml"]
    for path in whole:
        assert any(path in line for line in lines), path
    words = ("companion", "play", "the-salt-road", "--campaigns", str(campaign_folders.campaigns))
    (command,) = [line for line in lines if line.startswith("Play it: ")]
    assert tuple(shlex.split(command.removeprefix("Play it: "))) == words
    assert "\N{NO-BREAK SPACE}" not in "".join(lines)
    for line in lines:
        assert len(line) <= columns or line == command or any(path in line for path in whole)


def test_yes_is_enter_and_no_is_no() -> None:
    assert [parse_yes_no(said) for said in ("", "y", "YES", "n", "No")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    with pytest.raises(Malformed, match="«maybe»"):
        parse_yes_no("maybe")
