"""What is for the Guide alone reaches nobody else through the door."""

from pathlib import Path

import pytest

from tests.cli.calling import companion

MARK = "QUAGGOTH"


def _with_secrets(tmp_path: Path) -> None:
    """A campaign with a mark in everything that only the Guide may see."""
    assert companion("new", "Mire", "--from", "greenmire").status == 0
    world = tmp_path / "kept" / "mire" / "world.toml"
    text = world.read_text(encoding="utf-8")
    text = text.replace('wants = "', f'wants = "{MARK} ')
    text = text.replace('note = "', f'note = "{MARK} ')
    text = text.replace("schema = 1\n", f'schema = 1\nnote = "{MARK}"\n', 1)
    for turn_type, place in (("exploration", "drowned-chapel"), ("travel", "greenmire")):
        text += f"""
[[signs]]
id = "{turn_type}-sign"
turn_type = "{turn_type}"
place = "{place}"
encounter = "{MARK} itself"
"""
    world.write_text(text, encoding="utf-8")
    wim = tmp_path / "kept" / "mire" / "errants" / "wim.toml"
    text = wim.read_text(encoding="utf-8").replace('player = "Ade"', f'note = "{MARK}"')
    wim.write_text(text, encoding="utf-8")
    book = tmp_path / "kept" / "mire" / "campaign.toml"
    text = book.read_text(encoding="utf-8").replace("untreated since day 2", MARK)
    book.write_text(text, encoding="utf-8")


SECRET_EVENING = "\n".join(
    [
        "status",
        "done",
        "next =5",
        "undo",
        "redo",
        "next =1",
        "undo",
        "effect end fen",
        "undo",
        "effect",
        "errant remove wim",
        "undo",
        "out!",
        "done",
        "at reedmarket",
        "undo",
        "log 100",
        "status",
        "company",
        "slots wim",
    ]
)


@pytest.mark.parametrize("form", ["text", "jsonl"])
@pytest.mark.parametrize("seat", ["timekeeper", "quartermaster", "caller", "mapper", "note-taker"])
def test_what_is_secret_reaches_no_seat_but_the_guides(
    form: str, seat: str, tmp_path: Path
) -> None:
    _with_secrets(tmp_path)
    arguments = ("run", "mire", "--format", form, "--dry-run", "--seed", "7")
    guides = companion(*arguments, typed=SECRET_EVENING)
    players = companion(*arguments, "--as", seat, typed=SECRET_EVENING)
    assert guides.status == players.status == 0, (guides, players)
    assert MARK in guides.out
    assert MARK not in players.out
    assert "[secret]" not in players.out
    if form == "jsonl":
        for answer in players.objects:
            report = answer["report"]
            assert isinstance(report, dict)
            if report["kind"] == "status":
                assert report["signs"] is None
            elif report["kind"] == "event":
                assert report["foretold"] is None
                assert report["table"] is None
            assert isinstance(answer["changes"], list)
            assert not [c for c in answer["changes"] if "/signs/" in c["path"]]


def test_a_players_log_tells_what_was_said_aloud_and_nothing_secret() -> None:
    companion("run", "greenmire", typed=f"done they swam\nsecret note {MARK}\n")
    guides = companion("run", "greenmire", typed="log\n")
    players = companion("run", "greenmire", "--as", "caller", typed="log\n")
    assert MARK in guides.out
    assert "done they swam" in players.out
    assert MARK not in players.out


@pytest.mark.parametrize("word", ["run", "play"])
def test_a_broken_campaign_is_quoted_to_the_guide_alone(word: str, tmp_path: Path) -> None:
    _with_secrets(tmp_path)
    world = tmp_path / "kept" / "mire" / "world.toml"
    text = world.read_text(encoding="utf-8")
    world.write_text(text + f'[[npcs]]\nname = "Odo"\nplace = "{MARK}"\n', encoding="utf-8")
    call = companion(word, "mire", "--as", "caller", typed="status")
    assert call.status == 3
    assert MARK not in call.out + call.err
    assert "Ask the Guide" in call.err
    assert MARK in companion(word, "mire", typed="status").err
