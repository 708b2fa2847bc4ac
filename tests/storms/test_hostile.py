"""A short round of hostile lines, files and tables, and that whatever leaks would be found.

`python -m tests.storms.hostile 10000` is the whole.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from companion.archive import campaign_parsing
from companion.archive.file_texts_and_change_stamps import MAX_BYTES
from companion.cli.output import FORMATS
from companion.desk import Desk
from companion.reports.reply import Reply
from tests.desk.a_desk import NAME, greenmire
from tests.storms.hostile import files, lines, places, storm, tables, toml
from tests.storms.hostile.shell import at_full_speed, call
from tests.storms.hostile.storm import Storm
from tests.storms.hostile.texts import ESCAPES, HIDDEN, obeyed

pytestmark = pytest.mark.slow

SEED = "short"
Monkey = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _at_full_speed() -> Iterator[None]:
    with at_full_speed():
        yield


@pytest.mark.parametrize(
    ("play", "inputs"),
    [(lines.play, 100), (files.play, 16), (tables.play, 16)],
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


RED = "\x1b[31m\x9b31m\u202ered"


def a_line(played: Storm, folder: Path) -> None:
    """Typed at the desk, and told again."""
    played.chance("line", 0)
    table = lines.Table(played, folder)
    for number in range(4):  # as a script in text, or in JSON
        table.say(f"note {RED} {number}", Random(number))
    table.say(f'errant edit bree name "{RED}"', Random(1))


def a_file(played: Storm, folder: Path) -> None:
    """A name in a file, looked at and played at the shell."""
    played.chance("file", 0)
    bree = folder / "errants" / "bree.toml"
    bree.write_text(bree.read_text().replace('name = "Bree', f"name = {toml.quoted(RED)[:-1]}", 1))
    files.called(played, folder, Random(1))


def a_table(played: Storm, folder: Path) -> None:
    """A text in a table, rolled at the shell in one form and another."""
    mine = folder / "tables" / "mine"
    mine.mkdir(parents=True)
    text = f'schema = 1\ntitle = "Moods"\n[[rows]]\ntext = {toml.quoted(RED)}\n'
    (mine / "moods.toml").write_text(text)
    played.chance("table", 0)
    at = ("--campaign", folder.name, "--campaigns", str(folder.parent))
    for form in FORMATS:
        call(played, "roll", "--format", form, *at, "mine/moods")


PLANTED: dict[str, tuple[Callable[[Storm, Path], None], tuple[str, ...], str]] = {
    "a line that is printed as typed": (
        a_line,
        ("grammar.typed_line", "view.shared_wording"),
        "script",
    ),
    "a line that is in JSON as typed": (a_line, ("grammar.typed_line", "view.reply"), "JSON"),
    "a line that is in the bottom line": (
        a_line,
        ("grammar.typed_line", "archive.toml_loading", "view.screen.bottom_line"),
        "bottom line",
    ),
    "a line that is remembered as typed": (
        a_line,
        ("grammar.typed_line", "repl.line_editor", "archive.disk.dot_companion_folder"),
        "history",
    ),
    "a file's text that is printed": (
        a_file,
        ("archive.toml_loading", "view.shared_wording"),
        "companion run",
    ),
    "a table's text that is printed": (
        a_table,
        ("randomtables.table_file_values", "cli.rolling.rolls_and_odds"),
        "companion roll",
    ),
    "a table's text in JSON": (
        a_table,
        ("randomtables.table_file_values", "cli.output"),
        "companion roll",
    ),
}
"""What says something hostile, the walls that stand before it, one behind the other, and where it
is seen once they are taken down."""


@pytest.mark.parametrize("leak", PLANTED)
def test_a_text_that_is_printed_as_it_is_would_be_found(
    leak: str, tmp_path: Path, monkeypatch: Monkey
) -> None:
    says, walls, where = PLANTED[leak]
    sound, leaking = Storm(SEED), Storm(SEED)
    says(sound, greenmire(tmp_path / "sound"))
    assert sound.finds == [], sound.report()
    campaign_parsing._make_caching_file_parser.cache_clear()
    for wall in walls:
        for name in ("clean_text", "escape_json"):
            monkeypatch.setattr(f"companion.{wall}.{name}", as_it_is, raising=False)
    says(leaking, greenmire(tmp_path / "leaking"))
    campaign_parsing._make_caching_file_parser.cache_clear()
    assert [f for f in leaking.finds if f.step.startswith(where) and f.what.startswith("prints")]


@pytest.mark.parametrize("hides", ["nothing", "odd campaigns"])
def test_a_campaign_that_hides_others_would_be_found(
    hides: str, tmp_path: Path, monkeypatch: Monkey
) -> None:
    if hides == "odd campaigns":
        monkeypatch.setattr(
            "companion.archive.data_folders.is_campaign_folder",
            lambda folder: (folder / "campaign.toml").is_file(),
        )
    played = Storm(SEED)
    played.chance("file", 0)
    files.list_beside_odd(played, greenmire(tmp_path).parent, Random(1))
    assert bool(played.finds) == (hides == "odd campaigns"), played.report()


def test_a_bug_of_ours_would_be_found(monkeypatch: Monkey) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("companion.commands.handler_result.list_news_of_changes", broken)
    played = Storm(SEED)
    lines.play(played, range(2))
    assert any("ZeroDivisionError" in find.what for find in played.finds)


def test_a_refused_line_that_changed_a_file_would_be_found(
    tmp_path: Path, monkeypatch: Monkey
) -> None:
    table = lines.Table(Storm(SEED), greenmire(tmp_path))
    table.say("no-such-word", Random(1))
    assert table.storm.finds == []
    refuses = Desk._build_refusal

    def writes(desk: Desk, *arguments: object, **more: object) -> Reply:
        with (desk.archive.folder / "world.toml").open("a", encoding="utf-8") as world:
            world.write("# refused\n")
        return refuses(desk, *arguments, **more)  # type: ignore[arg-type]  # passed on as they come

    monkeypatch.setattr(Desk, "_build_refusal", writes)
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
    monkeypatch.setattr(
        "companion.archive.file_texts_and_change_stamps.leads_out_of_folder_by_link",
        lambda *_: False,
    )
    files.called(followed, folder, Random(1))
    assert "something outside was touched" in {find.step for find in followed.finds}
    assert folder.name == NAME


def test_a_word_that_wrote_what_cannot_be_read_would_be_found(
    tmp_path: Path, monkeypatch: Monkey
) -> None:
    shelf = tmp_path / "campaigns"
    bree = greenmire(shelf) / "errants" / "bree.toml"
    text = re.sub(r"(?m)^supply = \d+", "supply = 9", bree.read_text())
    bree.write_text(f"#{'x' * (MAX_BYTES - len(text.encode()) - 2)}\n{text}")
    leaky = Path(copytree(tmp_path, tmp_path.with_name("leaky"))) / "campaigns" / NAME
    sound, leaking = Storm(SEED), Storm(SEED)
    sound.chance("size", 1)
    files.called(sound, bree.parents[1], Random(1))
    assert sound.finds == [], sound.report()
    for door in ("campaign_storage", "known_state_on_disk"):
        monkeypatch.setattr(
            f"companion.archive.{door}.require_texts_readable_once_written", lambda _texts: None
        )
    leaking.chance("size", 1)
    files.called(leaking, leaky, Random(1))
    assert "a word wrote what cannot be read" in {find.step for find in leaking.finds}


def _copied(source: Path, to: Path) -> None:
    to.write_bytes(source.read_bytes())
