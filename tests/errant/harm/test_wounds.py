"""The four wound tables, every row, and what takes the place of a wound that is borne already
(procedures 1.12)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces
from companion.errant.attacks.statuses import count_down_effect
from companion.errant.company import Errant
from companion.errant.harm.harm import Harm, suffer_harm
from companion.errant.harm.harm_happenings import Dying, WoundTaken
from companion.errant.harm.wounds import (
    apply_wound_row,
    can_bear_wound,
    describe_wound_row,
    find_wound_row,
    is_lost_body_part,
    list_handicaps,
    list_wounds,
)
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.turns.timers import Effects, HarmKind
from companion.errant.turns.turns import Turn

BREE = Errant(id="bree", name="Bree", phys=13, renown=2)
FIGHT = (Turn(id="initiative", type="initiative", number=3, begun=True, began=Moment(0)),)

# harm, row: the wound that stays, what it hinders, how fast it kills (Turns, sure), Exhaustion, a
# state that passes with its Turns (None: Depletion 1), out of action
DD, SLOW, CR = ("initiative", False), ("exploration", False), ("initiative", True)
ROWS: list[
    tuple[HarmKind, int, str, str, tuple[str, bool] | None, int, tuple[str, int | None], bool]
]
NO_STATE = ("", None)
ROWS = [
    ("physical", 1, "bleeding within", "", SLOW, 0, NO_STATE, False),
    ("physical", 2, "left leg mangled", "cannot run", None, 0, NO_STATE, False),
    ("physical", 3, "left arm useless", "holds nothing in that arm", None, 0, NO_STATE, False),
    ("physical", 4, "deadly wound", "", DD, 0, NO_STATE, False),
    ("physical", 5, "left leg destroyed", "cannot run", DD, 0, NO_STATE, False),
    ("physical", 6, "left arm destroyed", "holds nothing in that arm", DD, 0, NO_STATE, False),
    ("physical", 7, "head wound", "brain trauma", DD, 0, NO_STATE, False),
    ("shock", 1, "", "", None, 0, ("stunned", 1), False),
    ("shock", 2, "", "", None, 0, ("unconscious", None), False),
    ("shock", 3, "", "", None, 1, ("unconscious", 9), False),
    ("shock", 4, "deadly shock", "", DD, 1, NO_STATE, False),
    ("shock", 5, "brain trauma", "", DD, 0, NO_STATE, False),
    ("shock", 6, "brain trauma", "", DD, 0, ("unconscious", None), False),
    ("shock", 7, "mortal shock", "", CR, 0, NO_STATE, False),
    ("burn", 1, "left eye gone", "sees with one eye", None, 0, NO_STATE, False),
    ("burn", 2, "mouth ruined", "no speech, no Sorcery, no Miracle", None, 0, NO_STATE, False),
    ("burn", 3, "face ruined", "", None, 0, NO_STATE, False),
    ("burn", 4, "fingers gone", "", None, 0, NO_STATE, False),
    ("burn", 5, "deadly burns", "", DD, 1, NO_STATE, False),
    ("burn", 6, "deaf", "hears, smells and tastes nothing", DD, 0, NO_STATE, False),
    ("burn", 7, "deadly burns", "", DD, 1, NO_STATE, False),
    ("toxic", 1, "", "", None, 1, NO_STATE, False),
    ("toxic", 2, "poisoned body", "HP halved", None, 0, NO_STATE, False),
    ("toxic", 3, "poisoned blood", "HP cannot be recovered", None, 0, NO_STATE, False),
    ("toxic", 4, "deadly poison", "", SLOW, 0, NO_STATE, False),
    ("toxic", 5, "deadly poison", "", SLOW, 1, NO_STATE, False),
    ("toxic", 6, "deadly poison", "", DD, 0, NO_STATE, False),
    ("toxic", 7, "paralysed", "cannot move", DD, 0, NO_STATE, False),
    *((harm, 8, "mortal wound", "", CR, 0, NO_STATE, False) for harm in ("physical", "shock")),
    *((harm, 8, "mortal wound", "", CR, 0, NO_STATE, False) for harm in ("burn", "toxic")),
    *((harm, 9, "mortal wound", "", CR, 0, NO_STATE, True) for harm in ("physical", "shock")),
    *((harm, 9, "mortal wound", "", CR, 0, NO_STATE, True) for harm in ("burn", "toxic")),
]


def wound(
    row: int, harm: HarmKind = "physical", effects: Effects = (), faces: tuple[int, ...] = ()
) -> tuple[Errant, Effects]:
    errant, effects, _ = apply_wound_row(BREE, effects, row, harm, LoadedFaces(faces), FIGHT)
    return errant, effects


@pytest.mark.parametrize(
    ("harm", "row", "name", "handicap", "dying", "exhaustion", "state", "is_out"), ROWS
)
def test_every_row_does_what_its_table_says(
    harm: HarmKind,
    row: int,
    name: str,
    handicap: str,
    dying: tuple[str, bool] | None,
    exhaustion: int,
    state: tuple[str, int | None],
    is_out: bool,
) -> None:
    errant, effects = wound(row, harm, faces=(9,) if (harm, row) == ("shock", 3) else ())
    assert [e.name for e in effects if e.kind == "wound"] == ([name] if name else [])
    assert list_handicaps(effects, "bree") == ([handicap] if handicap else [])
    counted = [(e.turn_type, e.sure) for e in effects if e.kind == "dying"]
    assert counted == ([dying] if dying else [])
    assert all(e.turns == 2 for e in effects if e.kind == "dying")
    assert errant.exhaustion == exhaustion
    assert [(e.name, e.turns) for e in effects if e.kind == "condition"] == (
        [state] if state[0] else []
    )
    assert errant.out_of_action is is_out


def test_second_leg_is_the_other_one_and_nobody_walks() -> None:
    effects = wound(2, effects=wound(2)[1])[1]
    assert [e.part for e in list_wounds(effects, "bree")] == ["left leg", "right leg"]
    assert list_handicaps(effects, "bree") == ["cannot walk"]


def test_third_leg_is_the_row_above() -> None:
    effects = wound(2, effects=wound(2)[1])[1]
    assert find_wound_row(effects, "bree", 2, "physical") == 1


def test_bleeding_twice_is_no_wound() -> None:
    assert find_wound_row(wound(1)[1], "bree", 1, "physical") == 0


def test_house_rule_worse_takes_the_next_row_down() -> None:
    effects = wound(4)[1]
    assert find_wound_row(effects, "bree", 4, "physical", "worse") == 5
    assert find_wound_row(effects, "bree", 4, "physical") == 3


def test_mangled_leg_can_be_destroyed_but_a_destroyed_one_not_mangled() -> None:
    effects = wound(5, effects=wound(2)[1])[1]
    assert [e.name for e in list_wounds(effects, "bree")] == ["left leg destroyed"]
    effects = wound(5, effects=effects)[1]
    assert [e.part for e in list_wounds(effects, "bree")] == ["left leg", "right leg"]
    assert find_wound_row(effects, "bree", 2, "physical") == 1


def test_destroyed_parts_stay_lost() -> None:
    lost = [
        name
        for harm, row, name, *_ in ROWS
        for e in wound(row, harm, faces=(9,) if (harm, row) == ("shock", 3) else ())[1]
        if is_lost_body_part(e)
    ]
    assert lost == ["left leg destroyed", "left arm destroyed", "left eye gone", "fingers gone"]


@pytest.mark.parametrize("row", range(10, 16))
def test_deadly_rows_befall_anybody_again(row: int) -> None:
    assert find_wound_row(wound(9)[1], "bree", row, "physical") == row


def test_death_after_death_is_counted_once_and_the_shorter_stands() -> None:
    effects = wound(4, effects=wound(1)[1])[1]
    (dying,) = (e for e in effects if e.kind == "dying")
    assert (dying.turn_type, dying.turns, dying.began) == ("initiative", 2, True)
    effects = wound(1, effects=wound(4)[1])[1]
    (dying,) = (e for e in effects if e.kind == "dying")
    assert dying.turn_type == "initiative"


def test_reaper_counts_beside_deaths_door() -> None:
    effects = wound(8, effects=wound(4)[1])[1]
    assert [e.sure for e in effects if e.kind == "dying"] == [False, True]


HARMS: list[HarmKind] = ["physical", "shock", "burn", "toxic"]


@given(st.lists(st.tuples(st.sampled_from(HARMS), st.integers(1, 9)), max_size=30))
def test_nobody_bears_a_wound_twice_beside_a_naive_count(hits: list[tuple[HarmKind, int]]) -> None:
    """Legs, arms and eyes are lost once each, all else once, by a second way to count them."""
    limbs = {("physical", 2): "leg", ("physical", 5): "leg", ("burn", 1): "eye"}
    limbs |= {("physical", 3): "arm", ("physical", 6): "arm"}
    lost = {("physical", 5), ("physical", 6), ("burn", 1)}
    borne: set[tuple[str, int]] = set()
    whole, mangled = {"leg": 2, "arm": 2, "eye": 2}, {"leg": 0, "arm": 0, "eye": 0}
    effects: Effects = ()

    def can(harm: str, row: int) -> bool:
        limb = limbs.get((harm, row))
        if limb is None:
            return (harm, row) not in borne
        return bool(whole[limb] or ((harm, row) in lost and mangled[limb]))

    for harm, beyond in hits:
        row = beyond
        while row and not can(harm, row):
            row -= 1
        assert find_wound_row(effects, "bree", beyond, harm) == row
        if not row:
            continue
        _, effects = wound(row, harm, effects, (9,) if (harm, row) == ("shock", 3) else ())
        if limb := limbs.get((harm, row)):
            if (harm, row) not in lost:
                whole[limb], mangled[limb] = whole[limb] - 1, mangled[limb] + 1
            elif mangled[limb]:
                mangled[limb] -= 1
            else:
                whole[limb] -= 1
        elif (harm, row) != ("toxic", 1):
            borne.add((harm, row))


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("row", range(10, 20))
def test_rows_10_to_15_are_dead_and_16_and_more_beyond_revival(row: int, harm: HarmKind) -> None:
    """1.12, R37: row 15 is printed in both of the last bands, and is «dead»."""
    assert describe_wound_row(row, harm) == ("dead" if row <= 15 else "dead beyond revival")
    done = suffer_harm(replace(BREE, hp=0), (), Harm(row, harm), LoadedFaces(()), FIGHT)
    assert (done.deadly_row, done.effects) == (row, ())


@pytest.mark.parametrize(
    ("harm", "row", "handicap"),
    [
        ("physical", 2, "cannot walk"),
        ("physical", 3, "can hold nothing"),
        ("physical", 5, "cannot walk"),
        ("physical", 6, "can hold nothing"),
        ("burn", 1, "is blind"),
    ],
)
def test_both_of_a_limb_hinder_more_than_one(harm: HarmKind, row: int, handicap: str) -> None:
    """1.12, R39: limbs and eyes can be hurt twice, once each."""
    effects = wound(row, harm, wound(row, harm)[1])[1]
    assert list_handicaps(effects, "bree") == [handicap]
    if row != 5 or harm != "physical":
        return
    assert not can_bear_wound(effects, "bree", 5, "physical"), "both legs are destroyed"


@pytest.mark.parametrize("row", [2, 6])
def test_unconscious_without_turns_has_depletion_1(row: int) -> None:
    """1.12, shock, rows 2 and 6."""
    (state,) = (e for e in wound(row, "shock")[1] if e.kind == "condition")
    assert (state.depletion, state.turns) == (1, None)


def test_a_wound_and_a_state_of_one_row_are_both_told() -> None:
    """1.12, shock, row 6: unconscious, brain trauma and death's door, announced in one line."""
    _, _, happened = apply_wound_row(BREE, (), 6, "shock", LoadedFaces(()), FIGHT)
    (told,) = (each for each in happened if isinstance(each, WoundTaken))
    assert (told.name, told.state, told.turns) == ("brain trauma", "unconscious", None)
    _, _, happened = apply_wound_row(BREE, (), 3, "shock", LoadedFaces((9,)), FIGHT)
    (told,) = (each for each in happened if isinstance(each, WoundTaken))
    assert (told.name, told.state, told.turns) == ("", "unconscious", 9)


def test_a_second_deaths_door_is_told_with_the_turns_that_are_left() -> None:
    """1.13, R42: the shorter count stands; of Renown 2, one Turn later, one Turn is left."""
    effects = wound(4)[1]
    (dying,) = (each for each in effects if each.kind == "dying")
    for _ in range(2):
        later = count_down_effect(dying, 1, is_own=True)
        assert later is not None
        dying = later
    effects = tuple(dying if each.kind == "dying" else each for each in effects)
    _, effects, happened = apply_wound_row(BREE, effects, 5, "physical", LoadedFaces(()), FIGHT)
    (told,) = (each for each in happened if isinstance(each, Dying))
    assert (told.turns, told.turn_type) == (0, "initiative"), "as this Turn ends"
    assert [each.turns for each in effects if each.kind == "dying"] == [1]
