"""A script of typed lines: what is answered, in which form, with which exit status."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import companion, folder_bytes

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


def test_scripts_take_whole_words_and_short_forms_only() -> None:
    beginning = companion("run", "greenmire", typed="stat\n")
    assert beginning.status == 1
    assert "There is no word «stat»." in beginning.out
    assert companion("run", "greenmire", typed="s bree\nn!\nu\n?\n").status == 0


def test_a_broken_file_stops_a_run_with_status_3_and_writes_nothing(tmp_path: Path) -> None:
    companion("new", "Mire", "--from", "greenmire")
    (tmp_path / "kept" / "mire" / "world.toml").write_text("schema = [", encoding="utf-8")
    before = folder_bytes(tmp_path)
    call = companion("run", "mire", "--format", "jsonl", typed="done\n")
    assert call.status == 3
    assert call.out == ""
    assert "world.toml" in call.err
    assert folder_bytes(tmp_path) == before


def test_piped_output_is_the_answer_alone_without_escapes(tmp_path: Path) -> None:
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
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "PYTHONUTF8": "1",
        },
    )
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout.startswith("> company\n")
    assert "Wim the Red" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
