"""A line that a refusal offers is taken by `yes`, or by its number, until another is answered."""

from pathlib import Path

import pytest

from companion.desk.lines_offered_by_refusals import (
    find_accepted_line,
    list_numbers_of_offers,
    parse_lines_offered_in_hint,
)
from companion.refusal import Ambiguous
from companion.reports.reply import RefusalDetails
from tests.commands.table import Table
from tests.hints import list_hinted_lines

TWO = ("eat bree", "eat corvin")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(
    "hint",
    [
        "",
        "To see all the words: help",
        "Try: eat all",
        "Try: eat bree, or eat corvin",
        "Try: slots bree, eat bree, or eat corvin. To read about it: help eat",
        "Try: buy bree torch x2, rope, or buy wim torch x2, rope",
        "Try: eat bree, or deplete when everybody eats",
        "Try: undo, once for each, newest first.",
        "Try: hurt goblin 1 3, or all goblins take 3",
        'Try: npc "Old Pike" wants eels. Or force it: !',
        "Try: event! =4, or d! dig",
        "They are four; a name with a space stands in quotes. Try: errant wim phys 3",
    ],
)
def test_what_is_offered_is_what_the_tests_type(hint: str) -> None:
    tries = RefusalDetails("unknown", "", hint[hint.find("Try: ") :] if "Try: " in hint else "")
    hinted = [each for each in list_hinted_lines("", tries) if each not in ("!", "help eat")]
    assert list(parse_lines_offered_in_hint(hint, hint)) == hinted


def test_a_text_keeps_its_commas() -> None:
    hint = "Try: attack ondine on eels 2, or declare ondine hits eel 2, roll it for me"
    assert parse_lines_offered_in_hint("ondine hits eel 2, roll it for me", hint) == (
        "attack ondine on eels 2",
        "declare ondine hits eel 2, roll it for me",
    )


@pytest.mark.parametrize("typed", ["yes", "Y", "yes please", "yep", " yes. ", "do that", "1"])
def test_the_only_line_is_taken(typed: str) -> None:
    assert find_accepted_line(typed, TWO[:1]) == "eat bree"


@pytest.mark.parametrize(
    ("typed", "place"),
    [("1", 0), ("the first", 0), ("2", 1), ("second", 1), ("the second one", 1), ("two", 1)],
)
def test_one_of_several_is_taken_by_its_place(typed: str, place: int) -> None:
    assert find_accepted_line(typed, TWO) == TWO[place]


@pytest.mark.parametrize(
    ("typed", "offered", "place"),
    [
        ("coins", ("roll treasure/coins", "roll treasure/trinkets"), 0),
        ("light", ("price heavy crossbow", "price light crossbow"), 1),
    ],
)
def test_a_word_of_one_offer_takes_it_though_it_is_a_word_of_the_companion(
    typed: str, offered: tuple[str, ...], place: int
) -> None:
    assert find_accepted_line(typed, offered) == offered[place]


@pytest.mark.parametrize("typed", ["undo", "next"])
def test_the_first_word_of_an_offer_is_that_word(typed: str) -> None:
    assert find_accepted_line(typed, ("undo", "next go back")) is None


@pytest.mark.parametrize("typed", ["3", "0", "no", "ok", "", "yes and no", "the last", "eat bree"])
def test_no_other_line_takes_anything(typed: str) -> None:
    assert find_accepted_line(typed, TWO) is None
    assert find_accepted_line("yes", ()) is None


@pytest.mark.parametrize(
    ("typed", "taken"),
    [("2", "attack bree on goblins 2"), ("3", "attack bree on goblins 3"), ("1", None)],
)
def test_a_number_of_a_foe_is_theirs(typed: str, taken: str | None) -> None:
    offered = ("attack bree on goblins 2", "attack bree on goblins 3")
    assert find_accepted_line(typed, offered) == taken


@pytest.mark.parametrize(
    ("typed", "place"), [("2", 0), ("3", 1), ("4", 2), ("the third", 1), ("1", None)]
)
def test_an_amount_in_each_line_is_no_number_of_one(typed: str, place: int | None) -> None:
    offered = ("hurt skeleton 2 4", "hurt skeleton 3 4", "hurt skeleton 4 4")
    assert list_numbers_of_offers(offered) == ("2", "3", "4")
    assert find_accepted_line(typed, offered) == (None if place is None else offered[place])


@pytest.mark.parametrize(
    "offered",
    [
        ("hurt bree 2",),
        ("hurt bree 2", "hurt wim 2"),
        ("hurt bree 2", "hurt bree 4"),  # only how much
        ("hurt bree 2", "hurt bree d6"),
        ("hurt bree 2", "hurt bree 3 =4"),
        ("hurt goblins 1 2", "hurt goblins 2 1"),
    ],
)
def test_lines_that_differ_otherwise_have_no_numbers(offered: tuple[str, ...]) -> None:
    assert list_numbers_of_offers(offered) == ()


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("who goes first", "Try: fight goblin x4"),
        ("secret", "Try: secret note the ferryman lies"),
        ("arrived", "Try: at PLACE"),
        ("exhaust", "Try: exhaust ERRANT +1"),
    ],
)
def test_an_example_is_no_offer(typed: str, hint: str) -> None:
    assert parse_lines_offered_in_hint(typed, hint) == ()


def test_yes_to_several_asks_which() -> None:
    with pytest.raises(Ambiguous) as asked:
        find_accepted_line("yes", TWO)
    assert parse_lines_offered_in_hint("eat", asked.value.hint) == TWO


def test_yes_does_what_was_offered(table: Table) -> None:
    assert table.refused("coins +30").hint == "Try: coins bree +30"
    reply = table.say("yes")
    assert reply.ok
    assert (reply.line, reply.meant) == ("yes", "coins bree +30")
    (entry, *_) = table.desk.archive.read_entries()
    assert entry.line == "coins bree +30"


@pytest.mark.parametrize("typed", ["yes", "ok, yes go on", "go ahead", "sure, do it"])
def test_yes_goes_on_where_something_open_has_stopped_a_line(typed: str, table: Table) -> None:
    table.say("next! search the stair =3,6")
    assert table.refused("next listen at the door").kind == "open"
    assert table.done(typed).meant == "next listen at the door"


def test_yes_makes_the_creatures_that_are_offered_to_be_made(table: Table) -> None:
    table.refused("two ghouls attack")
    assert table.done("yes").meant == "npc new ghouls count 2 hp 6 attacks weapon d6 morale 7"
    assert table.find_npc("ghouls").count == 2


def test_a_number_may_follow_yes(table: Table) -> None:
    table.done("next! =3,6")
    assert table.refused("event").hint.startswith("Try: next, becomes 4, or event!")
    assert table.refused("yes").kind == "ambiguous"
    assert table.say("2").meant == "becomes 4"


def test_an_offer_ends_with_the_next_answer(table: Table) -> None:
    table.refused("coins +30")
    table.done("slots bree")
    assert table.refused("2").kind == "unknown"
    table.refused("coins +30")
    table.refused("xyzzy")
    before = table.desk.campaign
    table.say("yes")
    assert table.desk.campaign is before


def test_yes_grants_what_is_asked_for(table: Table) -> None:
    table.done("as quartermaster", "request next! listen", "as guide")
    table.refused("coins +30")
    table.say("yes")
    assert not table.desk.campaign.book.requests


def test_a_script_is_offered_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.refused("coins +30")
    assert table.desk.offered_lines == ()
    assert table.refused("yes").kind == "unknown"


def test_a_line_of_signs_is_none_to_take(table: Table) -> None:
    assert parse_lines_offered_in_hint("seek =,", "Try: =,") == ()
    table.refused("seek =,")


SHIELDS = ('buy bree "small shield"', 'buy bree "large shield"')


@pytest.mark.parametrize(
    ("typed", "offered", "taken"),
    [
        ("small", SHIELDS, SHIELDS[0]),
        ("the large one", SHIELDS, SHIELDS[1]),
        ("corvin", ("sell bree rations all", "sell corvin rations all"), "sell corvin rations all"),
        ("shield", SHIELDS, None),
        ("buy", SHIELDS, None),
        ("status", SHIELDS, None),
        ("a lantern", SHIELDS, None),
        ("small", SHIELDS[:1], None),
    ],
)
def test_a_line_is_taken_by_what_tells_it_from_the_others(
    typed: str, offered: tuple[str, ...], taken: str | None
) -> None:
    assert find_accepted_line(typed, offered) == taken


@pytest.mark.parametrize(("typed", "place"), [("1", 0), ("2", 1), ("3", 2), ("the second", 1)])
def test_a_place_is_none_of_the_numbers_in_lines_that_differ(typed: str, place: int) -> None:
    bribes = ("talk ysolde bribe +1 by bree", "talk ysolde bribe 0 by bree", "coins bree -5s")
    assert find_accepted_line(typed, bribes) == bribes[place]


@pytest.mark.parametrize(
    "typed", ["with the hammer", "use the bell hammer", "the hammer", "no, the hammer"]
)
def test_the_only_line_is_taken_by_what_it_is_done_with(typed: str, table: Table) -> None:
    table.done("done", "fight goblin x3 surprise none", "order company")
    assert not table.say("bree swings her axe at goblin 1").ok
    reply = table.say(typed)
    assert reply.ok
    assert reply.meant == 'attack bree on goblins 1 with "bell hammer"'


@pytest.mark.parametrize(
    ("typed", "who"),
    [
        ("ondine", "ondine"),
        ("ondine takes them", "ondine"),
        ("wim carries it", "wim"),
        ("corvin does", "corvin"),
        ("yes", "bree"),
    ],
)
def test_a_name_answers_the_question_who(typed: str, who: str, table: Table) -> None:
    asked = table.say("they find 12 shillings")
    assert asked.refusal is not None
    assert asked.refusal.message == "Who?"
    assert table.say(typed).meant == f"coins {who} +12 shillings"


def test_a_name_is_no_answer_where_nobody_was_asked_for(table: Table) -> None:
    table.done("done", "fight goblin x3 surprise none", "order company")
    assert not table.say("bree swings her axe at goblin 1").ok
    assert table.say("wim").meant == "slots wim"


def test_what_was_offered_in_other_words_is_taken_too(table: Table) -> None:
    """`they search the bodies` has no word of the lines that it may mean."""
    table.done("done", "fight goblin x1 surprise none", "fight down goblin", "out")
    refusal = table.refused("they search the bodies")
    assert refusal.hint == "Try: roll treasure/coins, or roll treasure/trinkets"
    assert table.say("1").meant == "roll treasure/coins"


def test_an_end_in_other_words_is_taken_by_yes(table: Table) -> None:
    table.done("done", "npc new choristers count 8", "talk choristers")
    assert "talk choristers end" in table.refused("they say goodbye and move on").hint
    assert table.say("yes").ok


def test_no_after_a_stop_offers_nothing(table: Table) -> None:
    """What `no` was offered could be taken by a later `yes`."""
    assert table.refused("next").kind == "open"
    table.refused("no")
    assert not table.desk.offered_lines
    assert not table.say("yes").ok


def test_what_is_found_with_coins_is_not_lost_where_it_is_asked_who(table: Table) -> None:
    refusal = table.refused("they find 40 pennies and a silver ring")
    assert refusal.hint == 'Try: give bree 40 pennies, "silver ring"'


def test_what_is_given_behind_a_comma_is_no_line_of_its_own() -> None:
    hint = "Try: talk pike giving by bree, a ration +4, or talk pike giving by bree, a ration -2"
    assert parse_lines_offered_in_hint("talk pike giving by bree, a ration", hint) == (
        "talk pike giving by bree, a ration +4",
        "talk pike giving by bree, a ration -2",
    )
