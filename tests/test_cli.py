"""The shell's door: what comes out, with which exit status, and what is never written."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from companion.cli import app

FIELDS = {
    "schema",
    "line",
    "ok",
    "entry",
    "report",
    "changes",
    "news",
    "warnings",
    "refusal",
    "error",
}
EVENING = "status\ndone\nnext search =3\n# a comment\n\nlight\nevent\nundo\n"
MARK = "QUAGGOTH"


class Call(NamedTuple):
    """What a call of the companion came to."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, object]]:
        """Standard output as one JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Away from any folder that holds campaigns, the data folder of whoever runs this included."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_CAMPAIGNS", str(tmp_path / "kept"))
    monkeypatch.setenv("COMPANION_TABLES", str(tmp_path / "tables"))


def companion(*arguments: str, typed: str = "") -> Call:
    """Call `companion` with these arguments and this on its standard input."""
    result = CliRunner().invoke(app, arguments, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Call(result.exit_code, result.stdout, result.stderr)


def folder_bytes(folder: Path) -> dict[str, bytes]:
    """Every file under a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_every_line_is_answered_with_one_object_that_has_every_field() -> None:
    call = companion(
        "run", "greenmire", "--format", "jsonl", "--keep-going", "--seed", "7", typed=EVENING
    )
    assert [o["line"] for o in call.objects] == [
        "status",
        "done",
        "next search =3",
        "light",
        "event",
        "undo",
    ]
    for answer in call.objects:
        assert set(answer) == FIELDS
        assert answer["schema"] == 1
        assert answer["error"] is None
        assert answer["ok"] == (answer["refusal"] is None) == (answer["report"] is not None)
    assert call.status == 1
    assert call.err == ""


def test_entry_is_null_for_a_word_that_only_reads_and_for_a_refusal() -> None:
    reading = ["status", "light", "slots bree", "company", "log", "help", "event ?", "effect"]
    typed = "\n".join([*reading, "every", "press-on", "slots nobody", "done"])
    call = companion("run", "greenmire", "--format", "jsonl", "--keep-going", typed=typed)
    entries = [answer["entry"] for answer in call.objects]
    assert entries[:-1] == [None] * (len(reading) + 3)
    assert isinstance(entries[-1], str)


def test_a_change_has_its_path_before_and_after() -> None:
    (answer,) = companion("run", "greenmire", "--format", "jsonl", typed="supply bree +2").objects
    assert answer["changes"] == [{"path": "errants/bree/supply", "before": 6, "after": 8}]


def test_a_refusal_has_its_kind_message_and_hint() -> None:
    (answer,) = companion("run", "greenmire", "--format", "jsonl", typed="lihgt").objects
    assert answer["refusal"] == {
        "kind": "unknown",
        "message": "There is no word «lihgt».",
        "hint": "Did you mean light?",
        "problems": [],
    }


def test_the_first_refusal_ends_a_script_unless_it_is_to_keep_going() -> None:
    typed = "status\npress-on\nlight\n"
    stopped = companion("run", "greenmire", typed=typed)
    went_on = companion("run", "greenmire", "--keep-going", typed=typed)
    assert (stopped.status, went_on.status) == (1, 1)
    assert "> light" not in stopped.out
    assert "> light" in went_on.out
    assert companion("run", "greenmire", typed="status\nlight\n").status == 0


def test_quit_ends_a_script() -> None:
    call = companion("run", "greenmire", typed="quit\nlihgt\n")
    assert call.status == 0
    assert "lihgt" not in call.out


def test_a_file_and_standard_input_are_answered_alike(tmp_path: Path) -> None:
    (tmp_path / "evening.txt").write_text(EVENING, encoding="utf-8")
    calls = [
        companion("run", "greenmire", source, "--keep-going", "--seed", "9", "--campaigns", where)
        if source != "-"
        else companion(
            "run", "greenmire", "--keep-going", "--seed", "9", "--campaigns", where, typed=EVENING
        )
        for source, where in (("evening.txt", "one"), ("-", "two"))
    ]
    assert calls[0] == calls[1]
    assert calls[0].out


def test_the_same_seed_script_and_folder_give_the_same_bytes() -> None:
    typed = "done\nnext\nnext\nroll 2d6\nrest\nnext! go on\nundo\nundo\nredo\nlog 3\n"
    arguments = ("run", "greenmire", "--format", "jsonl", "--keep-going", "--seed", "seven")
    once = companion(*arguments, "--campaigns", "one", typed=typed)
    again = companion(*arguments, "--campaigns", "two", typed=typed)
    other = companion(*arguments[:-1], "eight", "--campaigns", "three", typed=typed)
    assert once == again
    assert once != other


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_dry_run_answers_and_writes_nothing(form: str, tmp_path: Path) -> None:
    assert companion("new", "Mire", "--from", "greenmire").status == 0
    kept = tmp_path / "kept"
    before = folder_bytes(kept)
    arguments = ("run", "mire", "--keep-going", "--seed", "7", "--format", form)
    dry = companion(*arguments, "--dry-run", typed=EVENING)
    assert folder_bytes(kept) == before
    wet = companion(*arguments, typed=EVENING)
    assert folder_bytes(kept) != before
    assert dry.status == wet.status
    if form == "jsonl":
        assert [a["entry"] for a in dry.objects] == [None] * 6
        reports = [
            [a["report"] for a in call.objects if a["line"] != "undo"] for call in (dry, wet)
        ]
        assert reports[0] == reports[1]


def test_a_dry_run_of_the_sample_makes_no_copy_of_it(tmp_path: Path) -> None:
    assert companion("run", "greenmire", "--dry-run", typed="done\n").status == 0
    assert not (tmp_path / "kept").exists()


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
        "at causeway",
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
            elif report["kind"] == "log":
                assert report["entries"] is None
            assert isinstance(answer["changes"], list)
            assert not [c for c in answer["changes"] if "/signs/" in c["path"]]


def test_a_player_is_told_whose_the_journal_is() -> None:
    call = companion("run", "greenmire", "--as", "caller", typed="done\nlog\n")
    assert "The journal is for the Guide alone." in call.out


def test_scripts_take_whole_words_and_short_forms_only() -> None:
    beginning = companion("run", "greenmire", typed="stat\n")
    assert beginning.status == 1
    assert "There is no word «stat»." in beginning.out
    assert companion("run", "greenmire", typed="s bree\nn!\nu\n?\n").status == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "greenmire", "--format", "xml"],
        ["run", "greenmire", "--as", "king"],
        ["run", "greenmire", "no-such-file.txt"],
        ["run", "greenmire", "."],
        ["run"],
        ["run", "greenmire", "--louder"],
        ["roll"],
        ["roll", "2d6", "-n", "0"],
        ["roll", "2d6", "--format", "xml"],
        ["dance"],
    ],
)
def test_wrong_usage_is_told_on_standard_error_with_status_2(arguments: list[str]) -> None:
    call = companion(*arguments)
    assert call.status == 2
    assert call.out == ""
    assert call.err


PATHS = ["../x", "..", ".", "/etc", "a/b", "", " ", "x\x1b[31m", "a\nb", "-x" * 40, "ünder", ".git"]


@pytest.mark.parametrize("name", PATHS)
def test_a_campaigns_name_is_no_path(name: str, tmp_path: Path) -> None:
    for command in ("run", "check"):
        call = companion(command, "--", name)
        assert call.status == 1
        assert call.out == ""
        assert "\x1b" not in call.err
        assert call.err.count("\n") == 1
    assert not (tmp_path / "kept").exists()


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


def test_list_names_the_sample_and_the_guides_own() -> None:
    companion("new", "Mire")
    call = companion("list")
    assert call.status == 0
    assert [line.split()[0] for line in call.out.splitlines()] == ["greenmire", "mire"]


def test_check_tells_every_problem_with_its_file_line_and_key(tmp_path: Path) -> None:
    companion("new", "Mire", "--from", "greenmire")
    assert companion("check", "mire").status == 0
    bree = tmp_path / "kept" / "mire" / "errants" / "bree.toml"
    text = bree.read_text(encoding="utf-8").replace("phys = 13", 'phys = "strong"')
    bree.write_text(text.replace("supply = 6", "suply = 6"), encoding="utf-8")
    line = 1 + text.splitlines().index('phys = "strong"')
    call = companion("check", "mire")
    assert call.status == 3
    assert call.out == ""
    assert f"errants/bree.toml:{line}: " in call.err
    assert "phys" in call.err
    assert "suply" in call.err


def test_a_broken_file_stops_a_run_with_status_3_and_nothing_is_written(tmp_path: Path) -> None:
    companion("new", "Mire", "--from", "greenmire")
    (tmp_path / "kept" / "mire" / "world.toml").write_text("schema = [", encoding="utf-8")
    before = folder_bytes(tmp_path)
    call = companion("run", "mire", "--format", "jsonl", typed="done\n")
    assert call.status == 3
    assert call.out == ""
    assert "world.toml" in call.err
    assert folder_bytes(tmp_path) == before


def test_nothing_but_the_answer_is_on_standard_output_and_no_escapes_when_piped(
    tmp_path: Path,
) -> None:
    companion("new", "Mire", "--from", "greenmire")
    wim = tmp_path / "kept" / "mire" / "errants" / "wim.toml"
    text = wim.read_text(encoding="utf-8").replace(
        "Wim the Lesser", "Wim\\u001b[31m the\\u202e Red"
    )
    wim.write_text(text, encoding="utf-8")
    typed = "company\ndone\nnext =3\nlog\nhelp\nlihgt\x1b[2J\n"
    done = subprocess.run(
        [sys.executable, "-m", "companion", "run", "mire", "--keep-going"],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "FORCE_COLOR": "1",
            "PYTHONPATH": str(Path(__file__).parents[1]),
            "PYTHONUTF8": "1",
        },
    )
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout.startswith("> company\n")
    assert "Wim the Red" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_roll_from_the_shell_has_every_field_of_the_contract(form: str) -> None:
    call = companion("roll", "2d6+1", "-n", "3", "--seed", "5", "--format", form)
    assert call.status == 0
    rolls: list[dict[str, object]] = json.loads(call.out) if form == "json" else call.objects
    assert len(rolls) == 3
    for rolled in rolls:
        assert rolled["kind"] == "roll"
        assert rolled["notation"] == "2d6+1"
        assert rolled["table"] is None
        assert rolled["text"] is None
        faces = rolled["faces"]
        assert isinstance(faces, list)
        assert rolled["total"] == sum(faces) + 1
        assert rolled["entered"] is False
        assert rolled["seed"] == "5"
    assert call == companion("roll", "2d6+1", "-n", "3", "--seed", "5", "--format", form)


def test_a_table_is_rolled_on_by_name() -> None:
    call = companion("roll", "marsh-encounters", "--seed", "5", "--format", "jsonl")
    (rolled,) = call.objects
    assert rolled["table"] == "greenmire/marsh-encounters"
    assert rolled["faces"] == [rolled["total"]]
    assert rolled["text"]
    assert companion("roll", "marsh-encounters", "--seed", "5").out == f"{rolled['text']}\n"


@pytest.mark.parametrize("what", ["2d", "1000000d6", "nothing/like-it", "../tables", "d0", "\x1b"])
def test_what_cannot_be_rolled_is_refused(what: str) -> None:
    call = companion("roll", "--", what)
    assert call.status == 1
    assert call.out == ""
    assert "\x1b" not in call.err
