"""The floors of the house: who may import whom. Every import counts, those inside functions and
those for type checking alone too."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import HOUSE, list_files, name_room, read_source, read_text

GROUND = {"audience", "refusal", "values_with_ids", "text_cleaning"}
LOWER = GROUND | {"dice", "errant", "randomtables", "campaign"}
DESK = LOWER | {"grammar", "reports", "archive", "commands"}
ROOF = DESK | {"desk", "view"}
FLOORS: dict[str, set[str]] = {
    "audience": set(),
    "values_with_ids": set(),
    "text_cleaning": set(),
    "refusal": {"text_cleaning"},
    "grammar": LOWER | {"reports"},
    "dice": GROUND,
    "errant": GROUND | {"dice"},
    "randomtables": GROUND | {"dice"},
    "campaign": LOWER - {"campaign"},
    "archive": LOWER,
    "reports": LOWER,
    "commands": LOWER | {"grammar", "reports"},
    "view": LOWER | {"reports"},
    "desk": DESK,
    "parlour": GROUND | {"dice", "campaign", "archive"},
    "line_runner": ROOF,
    "script_runner": ROOF,
    "repl": ROOF | {"line_runner", "script_runner", "parlour"},
    "share": ROOF | {"line_runner"},
    "cli": ROOF | {"line_runner", "repl", "script_runner", "parlour", "share"},
    "__main__": {"cli"},
    "__init__": set(),
}
"""Which rooms (or which modules of a room) each may import, its own aside."""


def test_nothing_imports_from_a_floor_above() -> None:
    assert len([*list_files()]) > 300
    for path in list_files():
        room = name_room(path)
        assert room in FLOORS, f"{room} stands on no floor: give it one in this test and the design"
        allowed = {room, *FLOORS[room]}
        for module in read_source(path).imports:
            fits = any(module == known or module.startswith(f"{known}.") for known in allowed)
            assert fits, f"{path.relative_to(HOUSE)} may not import companion.{module}"


def test_the_reading_of_imports_misses_none() -> None:
    source = """
import companion.desk
from companion import archive
from companion.campaign import changes as c
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from companion.errant.packs.items import Item
def inside():
    from companion.view.reply import signed
    from companion.commands import WORDS, context
"""
    assert sorted(read_text(source).imports) == [
        "archive",
        "campaign.changes",
        "commands.WORDS",
        "commands.context",
        "desk",
        "errant.packs.items",
        "view.reply",
    ]


def modules_after(arguments: list[str], typed: str = "") -> set[str]:
    """Which modules are loaded after the companion was called in a fresh Python."""
    code = f"""
import json, sys
sys.argv = {["companion", *arguments]!r}
from companion.__main__ import answer_call
try:
    answer_call()
except SystemExit as left:
    assert not left.code, left.code
sys.stderr.write(json.dumps(sorted(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        cwd=HOUSE.parent,
    )
    return set(json.loads(done.stderr))


@pytest.mark.parametrize("asked", ["2d6", "marsh-encounters"])
def test_a_plain_roll_pays_for_no_prompt_and_no_files(asked: str) -> None:
    heavy = {"prompt_toolkit", "tomlkit", "rich", "filelock", "companion.desk", "companion.repl"}
    loaded = modules_after(["roll", asked])
    assert "companion.cli.rolling.rolls_and_odds" in loaded
    assert not loaded & heavy


@pytest.mark.parametrize("word", ["roll", "odds"])
def test_dice_pay_for_no_tables_and_no_reports(word: str) -> None:
    loaded = modules_after([word, "4d6kh3"])
    assert "companion.dice.parser" in loaded
    assert not loaded & {"msgspec", "tomli", "companion.archive", "companion.commands"}
    assert not loaded & {"companion.randomtables.table", "fractions", "decimal"}


def test_a_plain_roll_pays_for_no_completion() -> None:
    loaded = modules_after(["roll", "2d6"])
    unused = {"companion.cli.shell_completion", "importlib.metadata", "shlex", "platformdirs"}
    assert not loaded & {*unused, "companion.archive"}


LIBRARIES = ("dice", "randomtables")
"""The rooms that anybody may use as a library."""


def test_the_libraries_need_the_standard_library_alone() -> None:
    rooms = [path for path in list_files() if name_room(path) in LIBRARIES]
    names = [".".join(path.relative_to(HOUSE.parent).with_suffix("").parts) for path in rooms]
    code = f"""
import importlib, json, sys
sys.path.insert(0, {str(HOUSE.parent)!r})
for name in {names!r}:
    importlib.import_module(name.removesuffix(".__init__"))
print(json.dumps(sorted(sys.modules)))
"""
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert {name.removesuffix(".__init__") for name in names} <= loaded
    for module in loaded:
        room = ".".join(module.split(".")[:2])
        ours = {"companion", *(f"companion.{name}" for name in (*LIBRARIES, *GROUND))}
        assert room in ours or module.split(".")[0] in {*sys.stdlib_module_names, "__main__"}


MOST_MODULES = 90
"""Of the house, for a scripted word that reads."""


@pytest.mark.parametrize("word", ["status", "slots bree"])
def test_a_scripted_word_loads_what_it_needs(tmp_path: Path, word: str) -> None:
    call = ["run", "greenmire", "--campaigns", str(tmp_path)]
    modules_after(call, "status\n")  # it copies the sample
    loaded = modules_after(call, f"{word}\n")
    assert "companion.desk" in loaded
    assert not loaded & {"prompt_toolkit", "tomlkit", "rich", "typer", "inspect", "shutil"}
    assert not loaded & {
        "companion.randomtables.table",
        "companion.grammar.argument_kinds.npcs_and_factions",
    }
    ours = [name for name in loaded if name.split(".")[0] == "companion"]
    assert len(ours) <= MOST_MODULES, sorted(ours)


def test_a_word_alone_reads_no_phrasebook(tmp_path: Path) -> None:
    """The prompt opens with `status`, and a second of waiting is long."""
    call = ["run", "greenmire", "--loose", "--campaigns", str(tmp_path)]
    phrasebook = "companion.grammar.phrases.phrasebook.phrases_file"
    assert phrasebook not in modules_after(call, "status\n")
    assert phrasebook in modules_after(call, "how are we\n")


SERVING = ("companion.share", "starlette", "uvicorn", "jinja2", "segno", "anyio", "h11")


@pytest.mark.parametrize(
    "call",
    [["roll", "2d6"], ["run", "greenmire", "--campaigns", "{folder}"], ["--help"]],
    ids=lambda c: c[0],
)
def test_nothing_of_the_server_is_loaded_by_other_calls(tmp_path: Path, call: list[str]) -> None:
    arguments = [each.format(folder=tmp_path) for each in call]
    loaded = modules_after(arguments, "status\n")
    assert not [name for name in loaded if name.startswith(SERVING)]


@pytest.mark.parametrize(
    "call",
    [
        ["roll", "2d6"],
        ["run", "greenmire", "--campaigns", "{folder}"],
        ["play", "greenmire", "--campaigns", "{folder}"],
    ],
    ids=lambda c: c[0],
)
def test_nothing_of_the_parlour_is_loaded_by_other_calls(tmp_path: Path, call: list[str]) -> None:
    arguments = [each.format(folder=tmp_path) for each in call]
    loaded = modules_after(arguments, "status\n")
    assert not [name for name in loaded if "parlour" in name or "board_game" in name]
