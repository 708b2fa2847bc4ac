"""The questions for a new campaign."""

import shlex
from pathlib import Path

import pytest

from companion.archive.new_campaigns import parse_errants
from companion.archive.shelves import Shelves
from companion.refusal import Malformed
from companion.repl.new_campaign import ask_new_campaign, describe_next_steps, parse_yes_no
from tests.repl.conftest import Typed


@pytest.mark.parametrize("who", [["Bree 13 9 8 12, Wim"], ["Bree 13 9 8 12", "Wim"]])
def test_a_new_campaign_is_made_from_the_answers(
    who: list[str], typed: Typed, tmp_path: Path
) -> None:
    left = typed("The Salt Road", "", *who, "", "tra")
    folder = ask_new_campaign(Shelves(tmp_path))
    assert list(left) == []
    assert folder == tmp_path / "the-salt-road"
    made = Shelves(tmp_path).open("the-salt-road").campaign
    assert made.book.name == "The Salt Road"
    assert [(e.name, e.phys) for e in made.errants] == [("Bree", 13), ("Wim", 10)]
    assert [turn.type for turn in made.turns] == ["travel"]


def test_enter_alone_leaves_everything_for_later(typed: Typed, tmp_path: Path) -> None:
    typed("Mire", "", "", "")
    ask_new_campaign(Shelves(tmp_path))
    made = Shelves(tmp_path).open("mire").campaign
    assert (made.errants, made.turns) == ((), ())


@pytest.mark.parametrize("said", ["copy", "s", "greenmire", "Green"])
def test_a_copy_of_the_sample_is_asked_nothing_more(
    said: str, typed: Typed, tmp_path: Path
) -> None:
    left = typed("Mire", said, "not read")
    ask_new_campaign(Shelves(tmp_path))
    assert list(left) == ["not read"]
    made = Shelves(tmp_path).open("mire").campaign
    assert len(made.errants) == 5
    assert not made.book.sample


def test_what_is_given_already_is_not_asked(typed: Typed, tmp_path: Path) -> None:
    left = typed("Mire", "")
    ask_new_campaign(Shelves(tmp_path), company=parse_errants(["Bree"]))
    assert list(left) == []
    left = typed("Marsh")
    ask_new_campaign(Shelves(tmp_path), sample="greenmire")
    assert list(left) == []


def test_bad_answers_are_asked_again_and_a_name_that_is_taken_too(
    typed: Typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Shelves(tmp_path).create_campaign("Mire")
    said = ["", "mire", "Marsh", "atlantis", "empty", "Bree 13", "Bree", "bree", "", "initiative"]
    typed(*said, "t")
    assert ask_new_campaign(Shelves(tmp_path)).name == "marsh"
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
            ask_new_campaign(Shelves(tmp_path))
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_the_path_of_a_new_campaign_stays_on_one_line(columns: int, tmp_path: Path) -> None:
    shelves = Shelves(tmp_path / "my campaigns")
    company = parse_errants(["Hild", "Bree", "Ondine of the Long Marsh"])
    folder = shelves.create_campaign("The Salt Road", company=company)
    lines = describe_next_steps(folder, shelves, columns)
    whole = [str(folder), "errants/hild.toml", "errants/ondine-of-the-long-marsh.toml"]
    for path in whole:
        assert any(path in line for line in lines), path
    words = ("companion", "play", "the-salt-road", "--campaigns", str(shelves.campaigns))
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
