"""Lists of things are given whole or not at all; a slip is asked about, and what is new is said to
be new."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.happenings import Unlisted
from companion.refusal import find_names_likely_meant
from companion.reports.packs import CoinsReport, ItemReport
from companion.view.reply import render_reply
from tests.commands.table import Table
from tests.rounds import rounds


def count_things(table: Table, who: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for item in table.get_errant(who).items:
        found[item.name] += item.count
    return found


def give(table: Table, line: str, who: str = "bree") -> dict[str, int]:
    """What a line puts into a pack."""
    before = count_things(table, who)
    table.done(line)
    return dict(count_things(table, who) - before)


@pytest.mark.parametrize(
    ("line", "given", "worth"),
    [
        ('give bree "silver ring", 30 pennies', {"silver ring": 1}, 30),
        ("give bree 5s, torch x2, 3p", {"torch": 2}, 53),
        ("give bree 5s and silver cup", {"silver cup": 1}, 50),
        ("give bree torch and 1 guilder 2 shillings", {"torch": 1}, 120),
        ("give bree corvin ring, 2p", {"corvin ring": 1}, 2),
    ],
)
def test_coins_that_are_found_with_things_go_into_the_purse(
    table: Table, line: str, given: dict[str, int], worth: int
) -> None:
    had = table.get_errant("bree").purse.worth
    assert give(table, line) == given
    assert table.get_errant("bree").purse.worth == had + worth
    table.done("undo")
    assert table.get_errant("bree").purse.worth == had


@pytest.mark.parametrize("line", ["give bree torch, 999999999 pennies", "give bree torch, -3p"])
def test_coins_that_no_purse_holds_are_not_given(table: Table, line: str) -> None:
    assert table.refused(line).kind in ("impossible", "malformed")


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("give bree lantern, oil x2", {"lantern": 1, "oil": 2}),
        ("give bree 2 torches and a-bell slots 1", {"torch": 2, "a-bell": 1}),
        ("give bree rope, 3 oil, and torch x2 handy", {"rope": 1, "oil": 3, "torch": 2}),
        ('give bree "lantern, cracked"', {"lantern, cracked": 1}),
        ('give bree "lantern, cracked", oil', {"lantern, cracked": 1, "oil": 1}),
        ("give bree block and tackle, rope", {"block and tackle": 1, "rope": 1}),
        ("give bree hammer and chisel", {"hammer": 1, "chisel": 1}),
        ('give bree "hammer and chisel"', {"hammer and chisel": 1}),
        ("give bree torch,", {"torch": 1}),
    ],
)
def test_each_thing_of_a_list_is_given(table: Table, line: str, given: dict[str, int]) -> None:
    table.done('give wim "a-bell" slots 1') if "a-bell" in line else None
    assert give(table, line) == given


def test_each_thing_of_a_list_has_its_own_uses_and_slots(table: Table) -> None:
    table.done('give wim oil uses 2, "silver idol" slots 2, dagger masterwork x2 handy')
    things = {item.name: item for item in table.get_errant("wim").items}
    assert (things["oil"].depletion, things["silver idol"].slots) == (2, 2.0)
    assert (things["dagger"].quality, things["dagger"].count) == ("masterwork", 2)
    assert {things[name].place for name in ("oil", "silver idol", "dagger")} == {"handy"}


@pytest.mark.parametrize(
    ("said", "pennies"),
    [
        ("worth 40", 40),
        ("worth 40p", 40),
        ("worth 3 shillings", 30),
        ("worth 1 guilder 5 shillings hand", 150),
    ],
)
def test_what_a_thing_is_worth_is_kept(table: Table, said: str, pennies: int) -> None:
    report = table.read(ItemReport, f'give wim "silver cup" {said}')
    assert (report.name, report.worth) == ("silver cup", pennies)
    kept = next(item for item in table.get_errant("wim").items if item.name == "silver cup")
    assert kept.worth == pennies


def test_worth_needs_a_number(table: Table) -> None:
    assert table.refused('give wim "silver cup" worth').kind == "malformed"
    table.done("give wim letter worth reading")
    assert "letter worth reading" in [item.name for item in table.get_errant("wim").items]


def test_a_list_is_told_as_one_word(table: Table) -> None:
    report = table.read(ItemReport, "give wim torch, lantern, torch x2")
    assert (report.name, report.quantity, report.slots) == ("torch", 3, 2.5)
    assert [(each.name, each.quantity) for each in report.others] == [("lantern", 1)]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("give wim torch, mule", "buy wim mule"),
        ("give wim torch handy, oil", "give wim torch handy"),
        ("give wim torch, bree oil", "give bree oil"),
        ("give wim salt and vinegar and 5p", "salt, vinegar, 5p"),
        ("give bree wim torch", "give wim torch"),
        ("give old wim a torch", "give wim a torch"),
        ("give wim torch, oil x0", "x1"),
        ("give wim ,", "give wim torch"),
        ("give wim -5s", "coins wim -5s"),
        ("give wim nails and tacks", 'give wim nails, tacks, or give wim "nails and tacks"'),
        ("give wim oil, 2 nails and tacks hand", 'give wim oil, "nails and tacks" x2 hand'),
        ("give wim nails and tacks slots 0.5", 'give wim "nails and tacks" slots 0.5'),
    ],
)
def test_a_list_with_something_wrong_is_refused_whole(table: Table, line: str, hint: str) -> None:
    assert hint in table.refused(line).hint


def test_a_slip_in_what_is_listed_is_asked_about(table: Table) -> None:
    refused = table.refused("give bree torhc x2, lantern")
    assert refused.kind == "ambiguous"
    assert refused.message == "«torhc» is listed nowhere. Did you mean torch?"
    assert refused.hint.startswith(
        "Try: give bree torch x2, lantern. Or force it: give! bree torhc"
    )
    assert give(table, "give! bree torhc x2") == {"torhc": 2}
    assert give(table, "give bree torhc x2") == {"torhc": 2}, "it is carried now"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("give wim long  sword x2", "give wim longsword x2"),
        ('give wim "tor ch", oil', "give wim torch, oil"),
        ("give corvin corvin, oil", "give corvin corvine, oil"),
    ],
)
def test_the_line_as_it_was_meant_is_shown_whole(table: Table, line: str, meant: str) -> None:
    table.done("give wim corvine slots 1")
    assert f"Try: {meant}. Or" in table.refused(line).hint


def test_a_slip_in_what_is_carried_is_asked_about_too(table: Table) -> None:
    table.done('give bree "strange idol" slots 2')
    assert 'give wim "strange idol"' in table.refused("give wim starnge idol").hint
    assert give(table, "give wim strange idols", "wim") == {"strange idols": 1}


@pytest.mark.parametrize("line", ["give wim strange idol x2", "give! wim strange idol x2"])
def test_what_nobody_lists_is_said_to_be_new(table: Table, line: str) -> None:
    reply = table.done(line)
    assert isinstance(reply.report, ItemReport)
    assert reply.report.happened == (Unlisted("wim", "strange idol", 1.0),)
    assert "New here: «strange idol», 1 slot." in render_reply(reply, str, guide=True)


@pytest.mark.parametrize("line", ["give wim torch", "give wim lamp", 'give wim "idol" slots 2'])
def test_what_is_listed_or_has_its_size_said_is_not_said_to_be_new(table: Table, line: str) -> None:
    assert table.read(ItemReport, line).happened == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("torhc", "torch"),
        ("TORHC", "torch"),
        ("bedrol", "bedroll"),
        ("tinderboks", "tinderbox"),
        ("long sword", "longsword"),
        ("mess kti", "mess kit"),
        ("lantorn", "lantern"),
    ],
)
def test_a_slip_of_the_hand_is_near_what_was_meant(typed: str, meant: str) -> None:
    assert find_names_likely_meant(typed, ("rope", meant, "candle")) == [meant]


@pytest.mark.parametrize(
    ("typed", "other"),
    [
        ("rope ladder", "rope"),
        ("robe", "rope"),
        ("pike", "pipe"),
        ("adder", "ladder"),
        ("key 1", "key 2"),
        ("silver bell", "silver ball"),
        ("torch", "torch"),
        ("", "torch"),
    ],
)
def test_another_thing_is_no_slip(typed: str, other: str) -> None:
    assert not find_names_likely_meant(typed, (other,))


@pytest.mark.parametrize(
    ("line", "pennies"),
    [
        ("give bree 5s", 50),
        ("give bree 5 shillings", 50),
        ("give bree 1g, 2s and 3p", 123),
        ("coins bree 12s", 120),
        ("coins bree +5s 3p", 53),
        ("coins bree -2s", -20),
        ("coins bree 1g2s", 120),
        ("pass bree wim 5s", -50),
        ("pass bree wim 1s5p", -15),
        ("pass bree wim 1 shilling and 5 pennies", -15),
        ("drop bree 2s", -20),
    ],
)
def test_coins_have_short_forms(table: Table, line: str, pennies: int) -> None:
    assert table.read(CoinsReport, line).changed_pennies == pennies


def test_a_sale_for_shillings(table: Table) -> None:
    before = table.get_errant("bree").purse.worth
    table.done("at reedmarket", "sell bree torch for 1g 5s")
    assert table.get_errant("bree").purse.worth == before + 150


def test_a_number_without_its_sign_after_a_minus_is_asked_about(table: Table) -> None:
    hint = table.refused("coins bree -2s 3p").hint
    assert hint == "Try: coins bree -2 s -3 p or coins bree -2 s +3 p"
    table.done("coins bree -2 s -3 p", "coins bree -2 s +3 p")


def test_a_thing_whose_name_ends_in_a_letter_is_no_coin(table: Table) -> None:
    assert give(table, "give bree plan s") == {"plan s": 1}
    table.done("drop bree plan s")


NAMES = st.sampled_from(
    ("torch", "oil", "mess kit", '"lantern, cracked"', "block and tackle", "rope", '"odd idol"')
)
THINGS = st.lists(st.tuples(NAMES, st.integers(1, 9)), min_size=1, max_size=5)


@rounds(40, short=8)
@given(THINGS, st.sampled_from((", ", " and ", ", and ")))
def test_every_thing_of_any_list_is_carried_afterwards_or_none_is(
    things: list[tuple[str, int]], joint: str
) -> None:
    line = f"give wim {joint.join(f'{name} x{number}' for name, number in things)}"
    wanted: Counter[str] = Counter()
    for name, number in things:
        wanted[name.strip('"')] += number
    with TemporaryDirectory() as shelf:
        table = Table(Path(shelf))
        before = count_things(table, "wim")
        reply = table.say(line)
        after = count_things(table, "wim")
        assert after - before == (wanted if reply.ok else Counter()), line
        assert reply.ok or reply.refusal is not None
        if reply.ok:
            table.done(f"drop {line.removeprefix('give ')}")
            assert count_things(table, "wim") == before


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("give bree torch 3", {"torch": 3}),
        ("give bree torch 3, rope", {"torch": 3, "rope": 1}),
        ("give bree torch, rope 2", {"torch": 1, "rope": 2}),
        ('give bree "torch 3"', {"torch 3": 1}),
        ("give bree room 3 key slots 1", {"room 3 key": 1}),
    ],
)
def test_a_number_behind_a_listed_thing_is_how_many(
    line: str, given: dict[str, int], tmp_path: Path
) -> None:
    assert give(Table(tmp_path), line) == given


def test_none_of_a_thing_is_not_given(tmp_path: Path) -> None:
    assert Table(tmp_path).refused("give bree torch 0").kind == "malformed"
