"""Random tables as a library: small, typed, and the standard library alone."""

import doctest
import pkgutil
import sys

import companion
import companion.randomtables
from companion.randomtables import draw, parser, row_texts, validation
from tests.imports import list_modules_after

MODULES = sorted(module.name for module in pkgutil.iter_modules(companion.randomtables.__path__))
ROOM = "companion.randomtables"


def test_every_room_of_the_tables_needs_the_standard_library_alone() -> None:
    names = list_modules_after(";".join(f"import {ROOM}.{name}" for name in MODULES))
    assert {f"{ROOM}.{name}" for name in MODULES} <= set(names)
    rooms = {name for name in names if name.startswith("companion.")}
    allowed = (
        "companion.randomtables",
        "companion.dice",
        "companion.refusal",
        "companion.text_cleaning",
    )
    assert all(room.startswith(allowed) for room in rooms)
    others = {name.partition(".")[0] for name in names} - {"companion", "__main__"}
    assert others <= sys.stdlib_module_names


def test_a_script_reads_and_draws_with_the_standard_library_alone() -> None:
    code = "from companion.dice import Streams; from companion.randomtables import *; "
    code += "t, _ = read_table('t', {'schema': 1, 'title': 'T', 'rows': [{'text': '{2d6}'}]}, 'f');"
    code += "draw_from(t, Streams('a').stream('table')); compute_table_odds(t)"
    names = list_modules_after(code)
    assert f"{ROOM}.draw" in names
    assert not {"dataclasses", "inspect", "typing_extensions", "fractions"} & set(names)


def test_drawing_from_a_table_that_is_read_needs_no_odds_and_no_check() -> None:
    names = list_modules_after(f"import {ROOM}.draw, {ROOM}.table")
    assert not {
        f"{ROOM}.odds",
        f"{ROOM}.validation",
        f"{ROOM}.parser",
        "companion.dice.odds",
    } & set(names)


def test_the_examples_come_out_as_written() -> None:
    found = doctest.testmod(companion.randomtables)
    assert found.attempted > 5
    assert found.failed == 0
    inside = doctest.testmod(row_texts)
    assert (inside.attempted, inside.failed) == (1, 0)


def test_every_name_at_the_door_is_what_its_room_calls_so() -> None:
    assert companion.randomtables.draw_from is draw.draw_from
    assert companion.randomtables.map_draws is draw.map_draws
    assert companion.randomtables.find_problems is validation.find_problems
    assert companion.randomtables.read_table is parser.read_table
    for name in companion.randomtables.__all__:
        assert getattr(companion.randomtables, name) is not None


def test_no_name_at_the_door_is_called_as_a_room_is() -> None:
    assert not set(companion.randomtables.__all__) & set(MODULES)


def test_a_name_that_is_not_at_the_door_is_missed_as_everywhere() -> None:
    assert not hasattr(companion.randomtables, "dragon")
