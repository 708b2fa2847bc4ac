"""A campaign begun with options: what is made, and what never is."""

from pathlib import Path

import pytest

from tests.cli.calling import companion, folder_bytes


@pytest.mark.parametrize("name", ["../x", "/etc/x", "..", "a/../../b", "x\x1b[31m", "\u202e"])
def test_a_new_campaign_never_leaves_its_shelf(name: str, tmp_path: Path) -> None:
    companion("new", "--", name)
    made = [p for p in tmp_path.rglob("*") if p.name == "campaign.toml"]
    assert all(p.parent.parent == tmp_path / "kept" for p in made)
    if made:
        assert companion("check", made[0].parent.name).status == 0


def test_new_makes_a_campaign_that_plays(tmp_path: Path) -> None:
    made = companion("new", "The Salt Road")
    assert made.status == 0
    assert "the-salt-road" in made.out
    typed = "errant add Ash phys 12\nzoom travel\nnext walk =6\nstatus\n"
    played = companion("run", "the-salt-road", typed=typed)
    assert played.status == 0, played
    assert "The Salt Road: day 1, 08:00" in played.out
    assert (tmp_path / "kept" / "the-salt-road" / "errants" / "ash.toml").is_file()


def test_new_never_writes_over_a_campaign(tmp_path: Path) -> None:
    assert companion("new", "Mire").status == 0
    before = folder_bytes(tmp_path)
    again = companion("new", "Mire")
    assert again.status == 1
    assert again.out == ""
    assert "There is a campaign «mire» already." in again.err
    assert folder_bytes(tmp_path) == before


def test_new_from_what_is_not_there_is_refused(tmp_path: Path) -> None:
    call = companion("new", "Mire", "--from", "greenmyre")
    assert call.status == 1
    assert "Did you mean greenmire?" in call.err
    assert not (tmp_path / "kept" / "mire").exists()


@pytest.mark.parametrize("text", ["x = [", 'schema = 1\nname = "Bad"\nnmae = 2\n', ""])
def test_new_from_what_is_broken_tells_the_problems_and_makes_nothing(
    text: str, tmp_path: Path
) -> None:
    (tmp_path / "kept" / "bad").mkdir(parents=True)
    (tmp_path / "kept" / "bad" / "campaign.toml").write_text(text, encoding="utf-8")
    call = companion("new", "Mire", "--from", "bad")
    assert call.status == 3
    assert "campaign.toml" in call.err
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["bad"]


def test_new_takes_who_plays_and_how_it_begins_as_options(tmp_path: Path) -> None:
    made = companion(
        "new", "Mire", "--errant", "Bree 13 9 8 12", "--errant", "Wim", "--start", "travel"
    )
    assert made.status == 0
    assert "companion play mire" in made.out
    assert "errants/bree.toml" in made.out
    assert companion("check", "mire").status == 0
    played = companion("run", "mire", typed="next walk =6\nslots bree\ncompany\n")
    assert played.status == 0, played
    assert "Travel Turn 1" in played.out
    assert "0 of 13 slots" in played.out
    for file in (tmp_path / "kept" / "mire").rglob("*.toml"):
        if file.parent.name != "journal":
            assert "schema = 1" in file.read_text(encoding="utf-8")


def test_a_start_is_what_zoom_would_open() -> None:
    companion("new", "Begun", "--start", "exploration")
    companion("new", "Zoomed")
    companion("run", "zoomed", typed="zoom exploration\n")
    turns = [
        companion("run", name, "--format", "jsonl", typed="status\n").objects[0]["report"]
        for name in ("begun", "zoomed")
    ]
    for report in turns:
        assert isinstance(report, dict)
        report.update(name="", undo=None)
    assert turns[0] == turns[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["", "--start", "travel"],
        ["\u202e"],
        ["M" * 200],
        ["Greenmire"],
        ["Mire", "--errant", "Bree 13"],
        ["Mire", "--errant", "Bree", "--errant", "bree"],
        ["Mire", "--start", "initiative"],
    ],
)
def test_what_cannot_be_begun_is_refused_and_nothing_is_made(
    arguments: list[str], tmp_path: Path
) -> None:
    call = companion("new", *arguments)
    assert call.status == 1
    assert call.out == ""
    assert call.err.count("\n") == 1
    assert not (tmp_path / "kept").exists()


def test_half_a_campaign_is_never_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes, _like: Path | None) -> None:
        if path.name == "wim.toml":
            raise OSError(28, "No space left on device")
        path.write_bytes(data)

    monkeypatch.setattr("companion.archive.disk.atomic_writes.write_temp_file", full)
    call = companion("new", "Mire", "--errant", "Bree", "--errant", "Wim")
    assert call.status == 1
    assert "No space left on device" in call.err
    assert list((tmp_path / "kept").iterdir()) == []
