"""What was done last is corrected as people do it: by whom, how many, what instead, or which face
the die shows. The line is taken back and done as it was meant."""

from pathlib import Path

import pytest

from tests.commands.table import Table

UNDO = "undo"
FIGHT = ("done", "fight goblin x3 surprise none", "order company")
TOWN = ("done", "out", "at Reedmarket")


def split_after(folder: Path, before: tuple[str, ...], typed: str) -> tuple[str, ...]:
    """The lines into which one is split after those before it."""
    table = Table(folder, whole_words=False)
    table.done(*before)
    return table.desk.split_line_into_commands(typed)


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        ("hurt bree 3", "no, wim", "hurt wim 3"),
        ("hurt bree 3", "sorry, that was wim", "hurt wim 3"),
        ("hurt bree 3", "wim, not bree", "hurt wim 3"),
        ("hurt bree 3", "not bree, wim", "hurt wim 3"),
        ("hurt bree 3", "wrong one, it was wim", "hurt wim 3"),
        ("hurt bree 3", "no, 2", "hurt bree 2"),
        (
            "coins split 27 guilders 65 pennies",
            "no, it was 17 guilders",
            "coins split 17 guilders 65 pennies",
        ),
        (
            "coins split 27 guilders 65 pennies",
            "no, 75 pennies",
            "coins split 27 guilders 75 pennies",
        ),
        ("coins ondine +24", "oops, ondine should have got 42, not 24", "coins ondine +42"),
        ("coins bree +24", "no, ondine bags it, not bree", "coins ondine +24"),
        ("hurt bree 3", "make it 2", "hurt bree 2"),
        ("hurt bree 3", "only two", "hurt bree 2"),
        ("give bree rope x20", "no no just one rope", "give bree rope x1"),
        ("hurt bree 3", "i meant 2", "hurt bree 2"),
        ("hurt bree 3", "hang on, that was only 2 damage", "hurt bree 2"),
        ("hurt bree 3", "2, not 3", "hurt bree 2"),
        ("pass bree wim torch x2", "no, three", "pass bree wim torch x3"),
        ("pass bree wim torch x2", "no wait, just one", "pass bree wim torch x1"),
        ("pass bree wim torch x2", "to ondine", "pass bree ondine torch x2"),
        ("pass bree wim torch x2", "ondine, not wim", "pass bree ondine torch x2"),
        ("hurt bree 3", "not 3 but 4", "hurt bree 4"),
        ("hurt bree 3", "that should've been 2", "hurt bree 2"),
        ("drop bree torch", "no, wims torch", "drop wim torch"),
        ("drop bree torch", "make it two", "drop bree torch x2"),
        ("pass bree wim torch", "sorry, two torches i meant", "pass bree wim torch x2"),
        ("pass bree wim torch", "i meant two torches", "pass bree wim torch x2"),
        ("pass bree wim torch", "no, the rations", "pass bree wim rations"),
        ("coins bree +12 shillings", "no, ondine got it", "coins ondine +12 shillings"),
        ("coins bree +12 shillings", "oops, make that 15", "coins bree +15 shillings"),
    ],
)
def test_the_last_line_is_taken_back_and_done_as_it_was_meant(
    before: str, typed: str, meant: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, (before,), typed) == (UNDO, meant)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("no, goblin 2", "attack bree on goblins 2 with hammer"),
        ("the second one, not the first", "attack bree on goblins 2 with hammer"),
        ("not bree, corvin", "attack corvin on goblins 1"),
        ("wait, she rolled an 8", "attack bree on goblins 1 with hammer =8"),
    ],
)
def test_an_attack_is_corrected(typed: str, meant: str, tmp_path: Path) -> None:
    before = (*FIGHT, "attack bree on goblins 1 with hammer")
    assert split_after(tmp_path, before, typed) == (UNDO, meant)


@pytest.mark.parametrize(
    "typed",
    [
        *("no, it was goblin 2", "sorry, it was goblin 2 she smashed", "goblin 2, i meant"),
        *("it was goblin 2, not goblin 1", "no, goblin 2"),
    ],
)
def test_harm_goes_to_the_foe_who_was_meant(typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, (*FIGHT, "hurt goblins 1 2"), typed) == (UNDO, "hurt goblins 2 2")


@pytest.mark.parametrize(
    ("chosen", "typed", "meant"),
    [
        ("rest", "no wait, they press on after all", "press-on"),
        ("rest", "they press on instead", "press-on"),
        ("rest", "we push on after all", "press-on"),
        ("press-on", "no wait, they rest", "rest"),
        ("press-on", "actually they take a rest", "rest"),
        ("press-on", "they do rest after all", "rest"),
    ],
)
def test_whether_to_rest_is_decided_otherwise(
    chosen: str, typed: str, meant: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, ("done", "next =2", chosen), typed) == (UNDO, meant)


@pytest.mark.parametrize(
    ("chosen", "typed"),
    [
        *(("rest", "they press on"), ("rest", "oh go on"), ("rest", "hold on, carry on")),
        *(("press-on", "no wait, they press on"), ("press-on", "no rest")),
    ],
)
def test_who_says_nothing_else_decides_nothing_otherwise(
    chosen: str, typed: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, ("done", "next =2", chosen), typed) == (typed,)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wait, she rolled an 8", "check bree phys dv 4 =8"),
        ("the die says 8", "check bree phys dv 4 =8"),
        ("that was 13 not 12", "check bree phys dv 4 =13"),
        ("no, it was a 13", "check bree phys dv 4 =13"),
        ("no, dv 6", "check bree phys dv 6 =12"),
        ("i meant mind", "check bree mind dv 4 =12"),
        ("mind, not phys", "check bree mind dv 4 =12"),
        ("bree tries again", "check bree phys dv 4"),
        ("she has another go", "check bree phys dv 4"),
    ],
)
def test_a_check_left_nothing_to_take_back(typed: str, meant: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, ("check bree phys dv 4 =12",), typed) == (meant,)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wait, that was dv 2 not 6", "check bree phys dv 2"),
        ("i meant mind", "check bree mind dv 6"),
        ("no, wim", "check wim phys dv 6"),
    ],
)
def test_a_check_that_was_meant_otherwise_keeps_its_die(
    typed: str, meant: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("check bree phys dv 6")
    face, _, _ = next(table.desk.archive.read_entries()).outcome.partition(" ")
    assert table.desk.split_line_into_commands(typed) == (f"{meant} ={face}",)


@pytest.mark.parametrize(
    "typed",
    ["no, she keeps it", "bree keeps the hammer", "she changes her mind", "she wants it back"],
)
def test_what_was_sold_is_kept_after_all(typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, (*TOWN, "sell bree hammer"), typed) == (UNDO,)


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("hurt bree 3", "no torches left"),
        ("hurt bree 3", "no, nothing in it"),
        ("hurt bree 3", "not now, wim"),
        ("hurt bree 3", "just wim"),
        ("hurt bree 3", "wim, not ondine"),
        ("hurt bree 3", "that was close"),
        ("hurt bree 3", "no, wim?"),
        ("hurt bree 3", "bree takes 2 damage"),
        ("hurt bree 3", "she keeps it"),
        ("hurt bree 3", "wim tries again"),
        ("hurt bree 3", "that's 10 hp"),
        ("hurt bree 3", "it was wim they shot"),
        ("pass bree wim torch", "two torches"),
        ("hurt bree 3", "sorry, bree"),
        ("hurt wim 3", "sorry, bree"),
        ("hurt wim 3", "oh bree"),
        ("hurt bree 3", "that's ondine"),
        ("light bree torch", "oh, rations"),
        ("check bree phys dv 4 =12", "no, 8"),
        ("check bree phys dv 4 =12", "wim rolled an 8"),
        ("drop bree torch", "no torches"),
        ("drop bree torch", "wait, wim has it"),
        ("drop bree torch", "no, wim took it"),
        ("pass bree wim torch", "wim keeps it"),
        ("eat bree", "bree keeps the watch"),
        ("eat all", "they keep it"),
        ("coins bree +12 shillings", "bree keeps it"),
        ("coins bree +12 shillings", "that's 3 each"),
        ("coins bree +12 shillings", "that's 27"),
        ("pass bree wim torch x2", "no, bree and ondine"),
        ("note the stair is wet", "no, wim"),
        ("next! search =3", "no, wim"),
    ],
)
def test_what_says_something_else_corrects_nothing(before: str, typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, (before,), typed) == (typed,)


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ((*TOWN, "sell bree hammer"), "bree keeps the change"),
        ((*TOWN, "sell bree hammer"), "she keeps the rope"),
        ((*TOWN, "buy bree torch"), "bree keeps it"),
        ((*TOWN, "buy bree torch x2"), "that's 10"),
        ((*TOWN, "buy bree torch x2"), "that was 10"),
        ((*FIGHT, "attack bree on goblins 1 with hammer"), "only two goblins"),
        ((*FIGHT, "attack bree on goblins 2 with hammer"), "that's one"),
        ((*FIGHT, "attack bree on goblins 1 with hammer"), "it rolled a 4"),
        ((*FIGHT, "attack bree on goblins 1 with hammer"), "wait, she rolled a 25"),
        ((*FIGHT,), "no, they rolled a 4"),
        ((*FIGHT, "attack goblins 1 on bree"), "bree tries again"),
        ((*FIGHT, "attack goblins 1 on bree"), "bree rolled a 5"),
    ],
)
def test_a_price_a_total_or_the_dice_of_others_correct_nothing(
    before: tuple[str, ...], typed: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, before, typed) == (typed,)


def test_what_is_said_after_a_refusal_corrects_nothing_before_it(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("hurt bree 3")
    table.say("they find 12 shillings")
    assert table.desk.split_line_into_commands("it was wim") == ("it was wim",)
    table.done("hurt bree 3")
    table.say("drop bree torch x5")
    assert table.desk.split_line_into_commands("only 2") == ("only 2",)


def test_a_line_that_could_not_be_done_instead_undoes_nothing(tmp_path: Path) -> None:
    before = (*TOWN, "sell bree hammer")
    assert split_after(tmp_path, before, "no, wim") == ("no, wim",)
    dropped = ("light bree torch", "drop wim torch")
    assert split_after(tmp_path / "again", dropped, "no, corvin") == ("no, corvin",)


def test_whether_it_could_be_done_uses_up_no_die(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("check bree phys dv 4")
    positions = table.desk.archive.session.streams.positions
    assert table.desk.split_line_into_commands("bree tries again") == ("check bree phys dv 4",)
    assert table.desk.archive.session.streams.positions == positions


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        (("hurt bree 3",), "no, wim", "hurt wim 3"),
        (("hurt bree 3",), "make that 2", "hurt bree 2"),
        (("done", "next listen =4"), "no, 3", "next listen =3"),
    ],
)
def test_what_was_taken_back_already_is_done_as_it_was_meant(
    before: tuple[str, ...], typed: str, meant: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, (*before, UNDO), typed) == (meant,)


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("snuff wim torch", "oh no, leave it burning then"),
        ("snuff wim torch", "keep it lit"),
        ("drop bree torch", "wait, keep it"),
        ("pass bree wim torch", "no, leave it"),
        ("pass bree wim torch", "no, hang on to it"),
    ],
)
def test_what_is_kept_as_it_was_is_taken_back(before: str, typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, (before,), typed) == (UNDO,)


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("drop bree torch", "keep it"),
        ("drop bree torch", "no, leave it"),
        ("light bree torch", "no, leave it be"),
        ("give wim torch", "ah, leave them be"),
        ("drop bree torch", "leave it burning"),
        ("light bree torch", "keep it lit"),
        ("hurt bree 3", "no, keep it"),
    ],
)
def test_what_may_be_said_of_something_else_takes_nothing_back(
    before: str, typed: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, (before,), typed) == (typed,)


@pytest.mark.parametrize(
    "typed", ["no, corvin", "corvin, not ondine", "corvin does it, not ondine"]
)
def test_what_is_tried_in_a_talk_is_tried_by_another(typed: str, tmp_path: Path) -> None:
    before = ("done", "talk Old Pike", "talk pike taking by ondine =10")
    assert split_after(tmp_path, before, typed) == (UNDO, "talk pike taking by corvin =10")


def test_an_attack_is_made_with_something_else(tmp_path: Path) -> None:
    before = ("done", "fight gnoll x1 surprise none distance 5", "attack gnoll on wim =1,2")
    split = split_after(tmp_path, before, "no, with the bite")
    assert split == (UNDO, "attack gnoll on wim with bite")


def test_what_was_said_in_secret_is_not_corrected(tmp_path: Path) -> None:
    assert split_after(tmp_path, ("secret hurt bree 3",), "no, wim") == ("no, wim",)


def test_what_two_lines_did_is_not_corrected_once_taken_back(tmp_path: Path) -> None:
    before = ("hurt bree 3", "hurt wim 2", "undo x2")
    assert split_after(tmp_path, before, "no, ondine") == ("no, ondine",)


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        ("pass bree wim torch", "and 3 supply", "pass bree wim supply x3"),
        ("pass bree wim torch x2", "and a ration", "pass bree wim ration"),
        ("give wim rope", "plus two torches", "give wim torches x2"),
        ("pass bree wim torch", "and a ration to ondine", "pass bree ondine ration"),
        ("pass bree ondine 10 pennies", "and a torch", "pass bree ondine torch"),
        ("pass bree wim torch", "and a hammock", "and a hammock"),
        ("pass bree wim torch", "and a rope", "pass bree wim rope"),
    ],
)
def test_another_thing_goes_the_way_of_the_last(
    before: str, typed: str, meant: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, (before,), typed) == (meant,)


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        ("pass bree wim torch", "wim lights it", "wim lights torch"),
        ("pass bree wim torch", "he lights it", "wim lights torch"),
        ("pass bree wim torch x2", "wim drops them", "wim drops torch x2"),
        ("pass bree wim torch", "wim gives it back", "pass wim bree torch"),
        ("pass bree wim torch x2", "he gives them to ondine", "pass wim ondine torch x2"),
        ("give bree torch x2", "she hands one to corvin", "pass bree corvin torch"),
        ("give corvin rope", "corvin stows it", "corvin stows rope"),
        ("give bree ration x2", "she eats one", "bree eats ration"),
        ("give bree rope", "corvin pockets it instead", "pass bree corvin rope"),
        ("give bree torch x2", "corvin takes them", "pass bree corvin torch x2"),
        ("give bree rope", "bree keeps it", "bree keeps it"),
        ("give corvin rope", "corvin gives it back", "corvin gives it back"),
        ("give wim torch", "he passes it to her", "he passes it to her"),
        ("pass bree wim torch", "wim gives it to nobody", "wim gives it to nobody"),
        ("pass bree wim torch", "bree lights it", "bree lights it"),
        ("hurt wim 2", "wim lights it", "wim lights it"),
    ],
)
def test_it_is_what_somebody_was_just_given(
    before: str, typed: str, meant: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, (before,), typed) == (meant,)


@pytest.mark.parametrize(
    ("typed", "takers"),
    [
        ("she gives two each to bree and wim", ["bree torch x2", "wim torch x2"]),
        ("ondine gives bree and wim one each", ["bree torch x1", "wim torch x1"]),
        ("she gives one to bree and three to wim", ["bree torch x1", "wim torch x3"]),
    ],
)
def test_what_one_was_given_is_shared_out(typed: str, takers: list[str], tmp_path: Path) -> None:
    lines = tuple(f"pass ondine {each}" for each in takers)
    assert split_after(tmp_path, ("give ondine torch x6",), typed) == lines


@pytest.mark.parametrize(
    "typed", ["bree gives ondine and wim one each", "she gives two each to ondine and wim"]
)
def test_nobody_shares_out_what_another_was_given(typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, ("give ondine torch x6",), typed) == (typed,)


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        ("drop wim torch", "bree too", "drop bree torch"),
        ("hurt wim 3", "and ondine as well", "hurt ondine 3"),
        ("check wim phys dv 4 =5", "so does bree", "check bree phys dv 4"),
        ("supply wim -1", "same for corvin", "supply corvin -1"),
        ("hurt wim 3", "wim too", "wim too"),
        ("done", "bree too", "bree too"),
        ("hurt wim 3", "bree has too", "bree has too"),
        ("away wim", "bree too", "bree too"),
        ("pass bree wim torch", "corvin too", "corvin too"),
        ("note wim is late", "bree too", "bree too"),
    ],
)
def test_another_does_the_same(before: str, typed: str, meant: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, (before,), typed) == (meant,)


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("pass bree wim torch", "and wim"),
        ("pass bree wim torch", "and the door opens"),
        ("give wim rope", "and 5 damage"),
        ("pass bree wim torch", "and torches"),
        ("pass bree wim torch", "and some supply"),
        ("hurt bree 3", "and a torch"),
    ],
)
def test_what_is_no_other_thing_goes_no_way(before: str, typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, (before,), typed) == (typed,)


def test_no_earlier_event_die_is_changed_by_what_is_said_of_a_note(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "next listen =4", "note the well is dry")
    assert table.refused("make that 3").kind == "impossible"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("no wait it was a 5", "becomes 5"),
        ("sorry, 5", "becomes 5"),
        ("event die was a 4 actually", "becomes 4"),
        ("that was a 5, not a 3", "becomes 5"),
        ("sorry, that was a 5", "becomes 5"),
        ("wait that's a 5", "becomes 5"),
        ("oops, 5 not 3", "becomes 5"),
    ],
)
def test_the_event_die_that_just_fell_is_corrected(typed: str, meant: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, ("next! search =3",), typed) == (meant,)


@pytest.mark.parametrize("typed", ["it was a 5", "no, 7", "no, wim", "sorry, 5?"])
def test_what_is_no_correction_of_the_event_die(typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, ("next! search =3",), typed) == (typed,)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("no, 3", "hurt goblins 1 3"),
        ("actually it was only 3", "hurt goblins 1 3"),
        ("make that 3", "hurt goblins 1 3"),
        ("it was 3 really", "hurt goblins 1 3"),
        ("sorry 3", "hurt goblins 1 3"),
        ("my bad, 3 damage", "hurt goblins 1 3"),
        ("should be 3", "hurt goblins 1 3"),
        ("should've been 3", "hurt goblins 1 3"),
        ("only 3 got through", "hurt goblins 1 3"),
        ("no, the third took 5", "hurt goblins 3 5"),
        ("scrap that, 3", "hurt goblins 1 3"),
        ("that was for just 3, not 5", "hurt goblins 1 3"),
        ("i meant g3, not g1", "hurt goblins 3 5"),
        ("it was g3 not g1", "hurt goblins 3 5"),
        ("no, g2", "hurt goblins 2 5"),
    ],
)
def test_a_number_alone_is_of_the_harm_and_not_of_the_foe(
    typed: str, meant: str, tmp_path: Path
) -> None:
    assert split_after(tmp_path, (*FIGHT, "hurt goblins 1 5"), typed) == (UNDO, meant)


def test_so_much_on_somebody_is_how_much_they_had(tmp_path: Path) -> None:
    before = ("hurt ondine 2",)
    assert split_after(tmp_path, before, "make that 3 on ondine") == (UNDO, "hurt ondine 3")
