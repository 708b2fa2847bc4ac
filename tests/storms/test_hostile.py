"""A short round of hostile lines, files and tables, and that whatever leaks would be found.

`python -m tests.storms.hostile 10000` is the whole.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from companion.commands.reply import Reply
from companion.desk import Desk
from tests.desk.a_desk import NAME, greenmire
from tests.storms.hostile import files, lines, places, storm, tables
from tests.storms.hostile.storm import Storm
from tests.storms.hostile.texts import ESCAPES, HIDDEN, obeyed

SEED = "short"
Monkey = pytest.MonkeyPatch


@pytest.mark.parametrize(
    ("play", "inputs"),
    [(lines.play, 120), (files.play, 20), (tables.play, 16)],
    ids=("lines", "files", "tables"),
)
def test_nothing_hostile_is_obeyed_breaks_anything_or_takes_long(
    play: Callable[[Storm, range], None], inputs: int
) -> None:
    played = Storm(SEED)
    play(played, range(inputs))
    assert played.finds == [], played.report()
    assert played.inputs == inputs
    assert played.printed > 10_000


@pytest.mark.parametrize("text", ESCAPES)
def test_what_a_terminal_obeys_is_known_when_it_is_seen(text: str) -> None:
    if text != "two\nlines":
        assert obeyed(f"plain {text} plain")


def test_what_hides_is_known_too_and_what_is_only_strange_is_not() -> None:
    assert {text for text in HIDDEN if not obeyed(text)} >= {
        "東京タワー" * 12,
        "שלום عالم",
        "\u0301",
    }
    assert obeyed("\u202egnp.exe")
    assert obeyed("x\u200b")
    assert obeyed("\ud800")
    assert obeyed("Z" + "\u0301" * 20)
    assert not obeyed("Zürich, naïve, ½ «ok» – 東京\n")


def as_it_is(text: str) -> str:
    """What somebody might put where a text should be cleaned."""
    return text


PLANTED: dict[str, tuple[Callable[[Storm, range], None], tuple[str, ...]]] = {
    "a line that is printed as typed": (lines.play, ("words.line", "view.told")),
    "a line that is in JSON as typed": (lines.play, ("words.line", "view.reply")),
    "a line that is in the bottom line": (lines.play, ("words.line", "view.bottom_line")),
    "a line that is remembered as typed": (
        lines.play,
        ("words.line", "repl.history", "archive.typed"),
    ),
    "a file's text that is printed": (files.play, ("archive.reading", "view.told")),
    "a table's text that is printed": (tables.play, ("randomtables.values", "shell.rolling")),
    "a table's text in JSON": (tables.play, ("randomtables.values", "shell.forms")),
}
"""Where a text is not cleaned: both walls are taken down that stand before it."""


@pytest.mark.parametrize("leak", PLANTED)
def test_a_text_that_is_printed_as_it_is_would_be_found(leak: str, monkeypatch: Monkey) -> None:
    play, walls = PLANTED[leak]
    for wall in walls:
        monkeypatch.setattr(f"companion.{wall}.clean", as_it_is)
    played = Storm(SEED)
    for begin in range(0, 240, 12):
        play(played, range(begin, begin + 12))
        if any(find.what.startswith("prints") for find in played.finds):
            return
    pytest.fail(played.report())


def test_a_bug_of_ours_would_be_found(monkeypatch: Monkey) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("companion.desk.news", broken)
    played = Storm(SEED)
    lines.play(played, range(2))
    assert any("ZeroDivisionError" in find.what for find in played.finds)


def test_a_refused_line_that_changed_a_file_would_be_found(
    tmp_path: Path, monkeypatch: Monkey
) -> None:
    table = lines.Table(Storm(SEED), greenmire(tmp_path))
    table.say("no-such-word", Random(1))
    assert table.storm.finds == []
    refuses = Desk._refused

    def writes(desk: Desk, *arguments: object) -> Reply:
        with (desk.archive.folder / "world.toml").open("a", encoding="utf-8") as world:
            world.write("# refused\n")
        return refuses(desk, *arguments)  # type: ignore[arg-type]  # passed on as they come

    monkeypatch.setattr(Desk, "_refused", writes)
    table.say("no-such-word", Random(1))
    assert {find.step for find in table.storm.finds} == {"a refused line changed a file"}


def test_a_step_that_takes_too_long_would_be_found(monkeypatch: Monkey) -> None:
    monkeypatch.setattr(storm, "LONGEST", 0.01)
    played = Storm(SEED)
    played.step("count", lambda: sum(range(2_000_000)))
    assert [find.step for find in played.finds] == ["count"]


def test_a_step_that_waits_for_ever_is_ended_and_would_be_found(
    tmp_path: Path, monkeypatch: Monkey
) -> None:
    import os

    monkeypatch.setattr(storm, "WAITS", 0.1)
    os.mkfifo(tmp_path / "pipe")
    played = Storm(SEED)
    assert played.step("read", (tmp_path / "pipe").read_bytes) is None
    assert "still waiting" in played.finds[0].what


@pytest.mark.parametrize("link", ["errants/bree.toml", "world.toml", "errants"])
def test_a_link_that_was_followed_would_be_found(
    link: str, tmp_path: Path, monkeypatch: Monkey
) -> None:
    folder = greenmire(tmp_path / "campaigns")
    outside = places.outside_of(folder.parent)
    held = folder / link
    (copytree if held.is_dir() else _copied)(held, outside / "led")
    places.take_away(held)
    held.symlink_to(outside / "led")
    refused, followed = Storm(SEED), Storm(SEED)
    refused.chance("link", 1)
    files.called(refused, folder, Random(1))
    assert refused.finds == [], refused.report()
    monkeypatch.setattr("companion.archive.texts.leads_out", lambda *_: False)
    files.called(followed, folder, Random(1))
    assert "something outside was touched" in {find.step for find in followed.finds}
    assert folder.name == NAME


def _copied(source: Path, to: Path) -> None:
    to.write_bytes(source.read_bytes())
