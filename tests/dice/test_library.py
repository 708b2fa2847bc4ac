import doctest
import pkgutil
import sys

import companion
import companion.dice
from companion.dice import odds, parser, rolls
from tests.imports import list_modules_after

MODULES = sorted(module.name for module in pkgutil.iter_modules(companion.dice.__path__))


def test_the_dice_need_the_standard_library_alone() -> None:
    names = list_modules_after(";".join(f"import companion.dice.{name}" for name in MODULES))
    assert {f"companion.dice.{name}" for name in MODULES} <= set(names)
    rooms = {name for name in names if name.startswith("companion.")}
    allowed = {"companion.dice", "companion.refusal", "companion.text_cleaning"}
    assert {room for room in rooms if not room.startswith("companion.dice.")} == allowed
    others = {name.partition(".")[0] for name in names} - {"companion", "__main__"}
    assert others <= sys.stdlib_module_names


def test_a_script_rolls_and_reckons_with_the_standard_library_alone() -> None:
    code = "from companion.dice import *; notation = parse('2d6'); "
    code += "roll(notation, Streams('a').stream('d'))"
    assert "companion.dice.rolls" in list_modules_after(f"{code}; compute_odds(parse('4d6kh3'))")


def test_the_dice_bring_nothing_heavy_along() -> None:
    names = list_modules_after("import companion.dice.parser, companion.dice.rolls")
    assert not {"dataclasses", "inspect", "typing_extensions", "random", "fractions"} & set(names)
    assert "companion.dice.odds" not in names


def test_the_faces_bring_nothing_of_the_other_dice_along() -> None:
    names = list_modules_after("import companion.dice.face_sources")
    assert [name for name in names if name.startswith("companion.dice.")] == [
        "companion.dice.face_sources"
    ]


def test_the_example_of_the_door_comes_out_as_written() -> None:
    found = doctest.testmod(companion.dice)
    assert found.attempted > 5
    assert found.failed == 0


def test_every_name_at_the_door_is_what_its_room_calls_so() -> None:
    assert companion.dice.parse is parser.parse
    assert companion.dice.roll is rolls.roll
    assert companion.dice.roll_many is rolls.roll_many
    assert companion.dice.compute_odds is odds.compute_odds
    for name in companion.dice.__all__:
        assert getattr(companion.dice, name) is not None


def test_no_name_at_the_door_is_called_as_a_room_is() -> None:
    assert not set(companion.dice.__all__) & set(MODULES)


def test_a_name_that_is_not_at_the_door_is_missed_as_everywhere() -> None:
    assert not hasattr(companion.dice, "dragon")
