"""A blow of a fight told in any words: whoever is struck, the HP, and what becomes of them. The
goblins have 6 HP each."""

from pathlib import Path

import pytest

from companion.errant.harm.harm import list_group_hp
from tests.commands.table import Table

FIGHT = ("done", "fight goblin x3 surprise none")


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = Table(tmp_path_factory.mktemp("fight"), whole_words=False)
    table.done(*FIGHT)
    return table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("bree frobs goblin 1, five damage", ("hurt goblins 1 5",)),
        ("goblin 1 frobs bree for 3 hp", ("hurt bree 3",)),
        ("g1 gets bree for 3", ("hurt bree 3",)),
        ("the second goblin frobs wim, 7 damage", ("hurt wim 7",)),
        ("the second rakes wim, 7", ("hurt wim 7",)),
        ("g3 bites Ondine's arm for two", ("hurt ondine 2",)),
        ("goblin 2 jabs ondine in her left leg, 3", ("hurt ondine 3",)),
        ("wim stabs g1 for 3 and it squeals", ("hurt goblins 1 3",)),
        ("wim stabs g1 for 3 and it drops", ("hurt goblins 1 3", "fight down goblins 1")),
        ("wim stabs g1 for 3, it's dead", ("hurt goblins 1 3", "fight down goblins 1")),
        ("wim stabs g1 for 3, down it goes", ("hurt goblins 1 3", "fight down goblins 1")),
        ("wim stabs g1 for 6, killing it", ("hurt goblins 1 6",)),
        (
            "Corvin's staff gets the first goblin for three, and it drops",
            ("hurt goblins 1 3", "fight down goblins 1"),
        ),
        (
            "wim shoots twice, 3 on the first and 5 on the third",
            ("hurt goblins 1 3", "hurt goblins 3 5"),
        ),
        (
            "3 damage to g1, 4 to g2 and 2 to g3",
            ("hurt goblins 1 3", "hurt goblins 2 4", "hurt goblins 3 2"),
        ),
        ("goblin 1 claws bree for 6, she blocks it", ("block bree mail 1", "hurt bree 6")),
        ("goblin 1 claws bree for 6, she blocks", ("block bree mail 1", "hurt bree 6")),
        ("goblin 1 hits bree for 6, bree blocks 2", ("block bree mail 2", "hurt bree 6")),
        ("goblin 1 hits bree for d6, she blocks 2", ("hurt bree d6 blocks 2 mail",)),
        ("goblin 2 swings at bree for 2, mail takes one", ("block bree mail 1", "hurt bree 2")),
        (
            "the first one hits bree for 5, she uses two blocks",
            ("block bree mail 2", "hurt bree 5"),
        ),
        ("bree misses goblin 1, it hits back for 2", ("bree misses goblin 1", "hurt bree 2")),
        (
            "wim shoots goblin 2 for 3 but it bites back, two",
            ("wim shoots goblin 2 for 3", "hurt wim 2"),
        ),
        ("bree kills goblin 1 with her hammer, 8", ("hurt goblins 1 8",)),
        ("wim kills goblin 2 for 3", ("hurt goblins 2 3", "fight down goblins 2")),
        ("the other two miss, next round", ("the other two miss", "next")),
        ("goblin 2 misses bree. new round", ("goblin 2 misses bree", "next")),
        ("goblins 1 and 2 both stab wim, 2 each", ("hurt wim 2", "hurt wim 2")),
        ("two hit bree for 3 each", ("hurt bree 3", "hurt bree 3")),
        ("two of them hit bree for 3 each", ("hurt bree 3", "hurt bree 3")),
        ("bree hits goblin 1 for 3, next round", ("bree hits goblin 1 for 3", "next")),
        ("two runs, the rest sink back into the reeds, fight's over", ("the fight is over",)),
        ("bree takes 6 from goblin 3 but blocks it", ("block bree mail 1", "hurt bree 6")),
        (
            "goblin 2 stabs bree for 5, she blocks it with the mail",
            ("block bree mail 1", "hurt bree 5"),
        ),
        ("bree takes 6, mail blocks two", ("block bree mail 2", "hurt bree 6")),
        ("goblins 2 and 3 both go for ondine, 3 damage each", ("hurt ondine 3", "hurt ondine 3")),
        ("bree takes 6, 2 blocked", ("block bree mail 2", "hurt bree 6")),
        ("bree takes 4, her mail takes one", ("block bree mail 1", "hurt bree 4")),
        ("bree takes 4 damage, armour soaks 2", ("block bree mail 2", "hurt bree 4")),
        ("the first one grabs wim, 3 damage", ("hurt wim 3",)),
        ("the first one drags wim down, 3 damage", ("hurt wim 3",)),
        ("goblin 1 throws wim to the ground, 3 damage", ("hurt wim 3",)),
        ("goblin 1 lunges at wim for 4", ("hurt wim 4",)),
        ("the last one stabs wim for 5", ("hurt wim 5",)),
        ("bree hits g1 and g3, 7 each", ("hurt goblins 1 7", "hurt goblins 3 7")),
        ("goblins 1 and 2 take 3 damage each", ("hurt goblins 1 3", "hurt goblins 2 3")),
        (
            "bree sweeps and hits them all for 2",
            ("hurt goblins 1 2", "hurt goblins 2 2", "hurt goblins 3 2"),
        ),
        ("all three take 2", ("hurt goblins 1 2", "hurt goblins 2 2", "hurt goblins 3 2")),
        ("each goblin takes 2", ("hurt goblins 1 2", "hurt goblins 2 2", "hurt goblins 3 2")),
        ("round two, our side goes", ("next", "order company")),
        ("new round, bree hits goblin 1 for 3", ("next", "bree hits goblin 1 for 3")),
        ("last one stabs ondine for 4 she goes down", ("hurt ondine 4",)),  # HP 5 are left
        ("g2 bites bree 3 and she falls", ("hurt bree 3",)),
        ("g1 hits wim for 2 and hes still up", ("hurt wim 2",)),
        ("wim takes 6, hes out", ("hurt wim 6",)),
        ("corvin 5 dmg from g1, bleeding badly", ("hurt corvin 5",)),
        ("ondine takes d6, ouch", ("hurt ondine d6",)),
        ("bree hits g2 for 5, kills it", ("hurt goblins 2 5", "fight down goblins 2")),
        ("bree 7 on g3 kills it", ("hurt goblins 3 7",)),
        ("second goblin goes for wim, d6+1", ("hurt wim d6+1",)),
        ("they gang up on bree: 3, 2 and 4", ("bree takes 3", "bree takes 2", "bree takes 4")),
        ("next, goblins", ("next", "order others")),
        ("ondine burns g3 for 5 with the lamp", ("hurt goblins 3 5",)),
        ("corvin whacks 1 for 4 with his staff", ("hurt goblins 1 4",)),
        ("last one misses. bree swings at g1", ("last one misses", "bree swings at goblins 1")),
    ],
)
def test_whoever_is_struck_loses_hp(fight: Table, typed: str, lines: tuple[str, ...]) -> None:
    assert fight.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "bree frobs corvin for 3",  # on the same side
        "bree frobs the goblins for 3",  # which of them?
        "bree frobs goblin 1 for 3 rounds",
        "bree ignores goblin 1 for 3",
        "goblin 1 robs bree for 3",
        "bree hit for 4, kills it",  # she struck
        "next goblin",  # of the same Turn
        "wim 5 dmg, kills it",
        "bree hits goblin 1 with wim for 3",
        "goblin 1 hits bree for 3, goblins 2 and 3 attack wim, one hits for 4",
        "bree takes 3 and dies",  # of 3 HP nobody dies who has more
        "bree 7 on goblin 3",
        "wim takes 3, he blocks it",  # who wears nothing that blocks
        "goblin 2 fears wim, 3",
        "wim strikes a deal with goblin 2 for 3",
        "wim shoots past goblin 2, 3",
        "wim's shield deflects goblin 2 for 3",
        "wim hits goblin 1 for 2d6+9, killing it",
        "wim hits goblin 1 for 3, it is done",
        "wim hires goblin 2 for 5",
        "wim hopes to hit goblin 2 for 3",
        "wim's arrow misses goblin 2 for 3",
        "wim's miracle heals goblin 2 for 3",
        "bree opens the second for 4",
        "bree drinks the second, 4",
        "goblin 2 surrenders to wim for 4",
        "goblin 1 hits bree for d6, ondine blocks 3",
        "wim hits goblin 2 for 3 and is killed",
        "wim hits goblin 2 for 3, she is down",
        "bree hits goblin 2, 18 and it dies",
        "wim hits goblin 2 for 3, it slips away",
        "bree pays goblin 1 for 3",
        "two goblins frob wim for 3",
        "goblins 1 and 2 frob wim for 3",
        "3 to g1 and a torch to bree",
        "goblin 1 lets go of bree, 2",
        "bree leaves goblin 1 for 2",
        "bree does not frob goblin 1 for 3",
        "does bree frob goblin 1 for 3?",
        "bree would frob goblin 1 for 3",
        "goblin 1 rakes wim for 3 and he dies",  # with HP left
        "wim frobs goblin 1 for 3 and falls over",
        "wim takes 5, blocks it",  # who wears no armour
        "bree takes 6, her mail takes it",  # is all of it stopped?
        "bree takes 4 from the chest, her mail takes one",
        "bree takes 3 off wim, blocks",
        "both goblins take 3",  # of three
        "all three goblins hit bree for 6",  # in all, or each?
        "one breaks wim's lamp, fight's over",
        "wim shoots goblin 2, next round",
        "bree hits both goblins for 2 each",
        "wim grabs goblin 1, 3 hp",
        "nobody runs, the fight's over",
        "the last runs, bree loots 3 shillings, fight's over",
        "bree takes 5, her shield takes it",  # which she has not
        "bree takes 5, corvin blocks it",
        "the first one grabs wim for 3",
        "bree grabs corvin, 3 damage",
        "bree hits goblins 1 and 7, 2 each",
        "all four take 2",
        "round three, our side goes",
        "goblin 1 frobs wim in",
        "bree frobs goblin 1,",
    ],
)
def test_what_may_be_no_blow_is_left_as_it_stands(fight: Table, typed: str) -> None:
    assert fight.desk.split_line_into_commands(typed) == (typed,)


def test_what_else_is_done_is_done_too(fight: Table) -> None:
    lines = fight.desk.split_line_into_commands("wim drops torch and hits goblin 2 for 3")
    assert lines == ("wim drops torch", "wim hits goblin 2 for 3")


def test_nobody_is_struck_where_nobody_fights(tmp_path: Path) -> None:
    typed = "bree hammers goblin 1 for five"
    assert Table(tmp_path, whole_words=False).desk.split_line_into_commands(typed) == (typed,)


def test_what_the_blow_alone_brings_down_is_down_once(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*FIGHT)
    table.done(*table.desk.split_line_into_commands("wim stabs g2 for 6 and it dies"))
    (goblins,) = (npc for npc in table.desk.campaign.world.npcs if npc.id == "goblins")
    assert list_group_hp(goblins) == (6, 0, 6)


def test_both_are_not_all_where_one_alone_still_stands(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*FIGHT, "fight down goblins 2", "fight down goblins 3")
    refusal = table.say("both dead").refusal
    assert refusal is not None
    assert refusal.hint == "Try: fight down goblins 1"
