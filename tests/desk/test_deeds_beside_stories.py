"""Where a line at the Guide's seat tells a story and one thing that is understood, that thing is
done, and the story is named, with the line that writes it down."""

from pathlib import Path

import pytest

from companion.view.reply import render_reply
from tests.commands.table import Table

SEARCH = ("done", "next search the vestry =3")
IN_A_FIGHT = ("done", "fight goblin x3 surprise none")


@pytest.mark.parametrize(
    ("given", "typed", "meant", "told"),
    [
        (("done",), "nope. darts, wim takes d6", "hurt wim d6", "nope. darts"),
        (
            ("done",),
            "path's gone under, wim checks skill dv 8 to find another",
            "check wim skill dv 8",
            "path's gone under",
        ),
        (IN_A_FIGHT, "hob surrenders, end the fight", "out", "hob surrenders"),
        # It befalls the only one of the Company whom the story names.
        (
            ("done",),
            "click! blade swings out at bree, she saves skill",
            "save bree skill",
            "click! blade swings out at bree",
        ),
        (("done",), "a dart hits bree, save phys", "save bree phys", "a dart hits bree"),
        (
            ("done",),
            "the floor gives way under wim, he takes d6",
            "hurt wim d6",
            "the floor gives way under wim",
        ),
        (("done",), "dart flies at bree, she takes 2", "hurt bree 2", "dart flies at bree"),
        (("done",), "spikes! bree takes 5", "hurt bree 5", "spikes"),
    ],
)
def test_a_deed_beside_a_story_is_done_and_the_story_is_named(
    given: tuple[str, ...], typed: str, meant: str, told: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    if given:
        table.say(*given)
    reply = table.done(typed)
    assert reply.meant == meant
    assert [(each.said, each.line) for each in reply.untaken] == [(told, f"note {told}")]
    shown = render_reply(reply, str, guide=True)
    assert f"Only told: «{told}». To write it down: note {told}" in shown
    assert table.done("yes").meant == f"note {told}"


@pytest.mark.parametrize(
    ("given", "typed"),
    [
        # The rest may change what is done, or do something that is not understood.
        (IN_A_FIGHT, "wim takes 3, the armour blocks the rest"),
        ((), "snuff the torch, no the lantern"),
        ((), "bree lights a torch, no candle"),
        (("done",), "goblins attack, wim lights a candle"),
        (("done",), "bree finds 20 pennies, a florb"),
        (("done",), "wim eats a ration, climb check"),
        ((), "put out wims torch, all but ondines"),
        (("done",), "wim takes d6, ondine zorks"),
        (("done",), "forget the outcome, corvin eats"),
        (("done",), "hours pass, wim lights a candle"),
        # It comes behind the deed, or is of somebody who may change it.
        (("done",), "wim takes d6, pike takes the blow"),
        (("done",), "wim loses 3 hp, gone by morning"),
        (("done",), "wim eats, pike pays"),
        (("done",), "bree lights a torch, bad idea"),
        (("done",), "pike gets in the way, wim checks phys dv 2"),
        (("done", "talk Old Pike"), "pike shrugs, bree lights a torch"),
        # It takes the deed back, or says that it is not so.
        (("done",), "wrong trap, wim takes d6"),
        (("done",), "the trap was disarmed, wim takes d6"),
        (("done",), "a test, wim loses 3 hp"),
        (("done",), "we flee, bree loses 3 hp"),
        (("done",), "the door stuck, they leave"),
        # It may be found, or be of two.
        (("done",), "the chest has arrows in it, bree takes 5"),
        (("done",), "arrows on the floor, bree takes 10"),
        (("done",), "arrows! bree takes 10"),
        (("done",), "the deal collapses, bree takes 10"),
        (("done",), "the purse bursts, wim takes 10"),
        (("done",), "arrows for sale! wim takes 10"),
        (("done",), "the fire is out! bree takes 20"),
        (("done",), "the merchant hits on bree, she takes 5"),
        (("done",), "the crowd bursts out laughing, wim takes 5"),
        (("done",), "the bird flies off, bree takes 6"),
        (("done",), "the merchant smiles at bree, she takes 5"),
        (("done",), "arrow flies past bree, wim takes 3"),
        (("done",), "the blade misses bree, she takes 2"),
        # It is told with a question, or by somebody.
        (("done",), "nope. darts, wim takes d6?"),
        (("done",), "darts everywhere, pike says wim takes d6"),
    ],
)
def test_nothing_is_done_where_the_rest_may_change_it(
    given: tuple[str, ...], typed: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    if given:
        table.say(*given)
    table.refused(typed)


def test_a_player_is_told_of_nothing_that_was_not_done(tmp_path: Path) -> None:
    table = Table(tmp_path, seat="timekeeper", whole_words=False)
    assert table.refused("nope. darts, wim takes d6").kind == "unknown"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (
            "they wade down into the crypt, wim in front with the torch",
            "next wade down into the crypt, wim in front with the torch",
        ),
        (
            "they climb the stair, corvin leads the mule",
            "next climb the stair, corvin leads the mule",
        ),
    ],
)
def test_the_next_action_keeps_all_that_is_told_of_it(
    typed: str, meant: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    assert table.done(typed).meant == meant


@pytest.mark.parametrize(
    "typed",
    [
        "hang on, the dog needs to go out",
        "we sleep, the door is barred",
        "they go on, pike grumbling",
    ],
)
def test_what_is_no_action_of_theirs_begins_no_turn(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    table.refused(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "bree tries to jump the gap, 2 damage",
        "wim zorks him, 3 damage",
        "sta! bree 1 torch",
        "nice shot bree! 4 damage",
        "the goblin takes wim's sword, 3 damage",
        "the priest prays over bree, 3 damage",
    ],
)
def test_harm_without_a_victim_is_of_nobody_who_acts(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    table.refused(typed)
