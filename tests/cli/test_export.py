"""`companion export`: a document on standard output, nothing written, no secret for players."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.reports.journal import ExportReport
from tests.cli.calling import companion, folder_bytes
from tests.desk.a_desk import a_desk, said
from tests.view.replies import encode_export

MARK = "QUAGGOTH"
SECRETS = f"""
note secret the {MARK} lies
secret note {MARK}
secret roll 2d6
errant edit bree note "{MARK} too"
errant add Pim note {MARK}
note secret taken back {MARK}
undo
note the bell has no clapper
"""
SIGN = f"""
[[signs]]
id = "a-sign"
turn_type = "travel"
place = "greenmire"
encounter = "{MARK}"
table = "{MARK}"

[[npcs]]
id = "hidden"
name = "{MARK}"
disposition = 3
wants = "{MARK}"
note = "{MARK}"
"""


def mended(path: Path, old: str, new: str) -> None:
    """A file edited by hand."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def mire(tmp_path: Path) -> Path:
    """A campaign with a mark in everything that only the Guide may see."""
    assert companion("new", "Mire", "--from", "greenmire").status == 0
    folder = tmp_path / "kept" / "mire"
    world, book = folder / "world.toml", folder / "campaign.toml"
    mended(world, "schema = 1\n", f'schema = 1\nnote = "{MARK}"\n')
    for key in ("wants", "encounters", "local_effects"):
        mended(world, f'{key} = "', f'{key} = "{MARK}')
    mended(world, "The reeve", MARK)
    world.write_text(world.read_text(encoding="utf-8") + SIGN, encoding="utf-8")
    mended(book, "schema = 1\n", f'schema = 1\nnote = "{MARK}"\n')
    mended(book, "untreated", MARK)
    played = companion("run", "mire", "--keep-going", typed=SECRETS)
    assert played.out.count(MARK) > 4
    return folder


@pytest.mark.parametrize("form", ["markdown", "json"])
@pytest.mark.parametrize("seat", ["caller", "mapper", "note-taker", "quartermaster", "timekeeper"])
def test_the_players_version_holds_nothing_secret(form: str, seat: str, mire: Path) -> None:
    before = folder_bytes(mire)
    guides = companion("export", "mire", "--format", form)
    players = companion("export", "mire", "--format", form, "--as", seat)
    assert guides.status == players.status == 0, (guides, players)
    assert guides.out.count(MARK) >= 14
    assert MARK not in players.out
    assert "the bell has no clapper" in players.out
    assert "Bree Tanner" in players.out
    assert folder_bytes(mire) == before
    if form == "json":
        assert json.loads(guides.out)["schema"] == json.loads(players.out)["schema"] == 1


@pytest.mark.usefixtures("mire")
def test_players_are_shown_nothing_secret_at_the_prompt_either() -> None:
    words = "export\nexport json\nlog 100\nlog notes\nrecap\n"
    for form in ("text", "jsonl"):
        arguments = ("run", "mire", "--format", form, "--dry-run", "--keep-going")
        assert MARK in companion(*arguments, typed=words).out
        assert MARK not in companion(*arguments, "--as", "caller", typed=words).out


def test_an_edit_by_hand_is_no_part_of_the_players_log(mire: Path) -> None:
    mended(mire / "errants" / "wim.toml", "Ade", "Ada")
    companion("run", "mire", typed="supply wim +1\n")
    of_guide = companion("export", "mire", "--format", "json")
    assert "edited by hand: errants/wim.toml" in of_guide.out
    players = companion("export", "mire", "--format", "json", "--players")
    assert json.loads(players.out)["entries"]
    assert "edited by hand" not in players.out


@pytest.mark.parametrize(
    "ways", [["players"], ["--as", "players"], ["--players", "--as", "guide"], ["--as", "mapper"]]
)
def test_the_players_version_is_had_in_whatever_way_it_is_asked_for(
    ways: list[str], mire: Path
) -> None:
    assert mire.exists()
    players = companion("export", "mire", "--players")
    assert players.status == 0
    assert companion("export", "mire", *ways) == players
    assert MARK not in players.out


def test_a_version_that_there_is_not_is_told_what_to_type() -> None:
    call = companion("export", "greenmire", "for-players")
    assert (call.status, call.out) == (2, "")
    assert "companion export greenmire --players" in call.err


def test_the_sample_is_exported_without_a_copy_of_it(tmp_path: Path) -> None:
    call = companion("export", "greenmire")
    assert call.out.startswith("# The Greenmire\n")
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["export", "nowhere"], 1),
        (["export"], 2),
        (["export", "greenmire", "--format", "pdf"], 2),
        (["export", "greenmire", "--as", "king"], 2),
    ],
)
def test_what_cannot_be_exported_is_said_on_standard_error(
    arguments: list[str], status: int
) -> None:
    call = companion(*arguments)
    assert (call.status, call.out) == (status, "")
    assert call.err


def test_a_broken_campaign_is_told_of_by_file_and_line(mire: Path) -> None:
    mended(mire / "errants" / "wim.toml", "phys = ", "phys = -")
    call = companion("export", "mire")
    assert call.status == 3
    assert "errants/wim.toml" in call.err


EVENINGS = """
next search the vestry =6
note the bell has no clapper
done nothing but dust
next! =1
roll 2d6
note secret the ferryman lies
undo
undo
redo
"""


@pytest.mark.parametrize("words", ["export", "export players", "export json"])
def test_what_is_written_as_it_is_read_is_the_document_of_the_prompt(
    words: str, mire: Path
) -> None:
    for seed in ("one", "two", "three"):
        companion("run", "mire", "--seed", seed, "--keep-going", typed=EVENINGS)
    assert len(list((mire / "journal").iterdir())) == 4
    report = said(a_desk(mire, dry_run=True), words).report
    assert isinstance(report, ExportReport)
    options = {"export json": ["--format", "json"]}.get(words, words.split()[1:])
    assert companion("export", "mire", *options).out == encode_export(report)


def test_a_bug_in_an_export_is_told_and_kept(mire: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("companion.cli.campaign_document.build_slots_reports", broken)
    call = companion("export", "mire")
    assert (call.status, call.out) == (1, "")
    assert "Traceback" not in call.err
    assert [path for path in (mire / ".companion").iterdir() if b"ZeroDiv" in path.read_bytes()]


@pytest.mark.parametrize("form", ["markdown", "json"])
def test_an_export_nobody_reads_to_its_end_ends_quietly(form: str, mire: Path) -> None:
    note = f"note {'the bell has no clapper ' * 40}\n"
    companion("run", "mire", "--seed", "long", typed=note * 200)
    command = [sys.executable, "-m", "companion", "export", "mire", "--format", form]
    with subprocess.Popen(
        [*command, "--campaigns", str(mire.parent)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
