"""What befell several is told in one sentence, and every fact of it is there."""

import re
from typing import TypeVar, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.campaign import news_of_changes as n
from companion.errant import happenings as h
from companion.errant.harm import harm_happenings as harm
from companion.errant.names_to_type import shorten_item_id
from companion.reports.turns import HappeningsReport
from companion.view.news_of_changes import render_news_of_changes
from companion.view.turns.happenings import render_happenings
from tests.commands.table import Table
from tests.view.replies import lines

S = TypeVar("S", bound=msgspec.Struct)


def kinds(base: type[S]) -> list[type[S]]:
    return [leaf for kind in base.__subclasses__() for leaf in kinds(kind) or [kind]]


def example(kind: type[S]) -> S:
    """One of this kind, its fields filled with what fits."""
    values: dict[object, object] = {str: "torch", int: 1, float: 0.5, bool: True}
    hints = get_type_hints(kind)
    known = {"level": "dim", "reason": "", "rested": ("torch",), "half_rested": (), "watching": ()}
    known |= {"sleepers": ("torch",), "recovered": ("torch",), "in_danger": (), "ended": ()}
    known |= {"errants": ("torch",), "turn_type": "travel"}
    if kind is n.LitAtNight:
        return kind(lights=(("torch", "torch"),))
    return kind(
        **{
            field: "dim"
            if field == "before" and hints[field] is not int
            else known.get(field, values.get(hints[field]))
            for field in kind.__struct_fields__
        }
    )


def test_every_kind_of_happening_is_one_that_words_tell_of() -> None:
    assert len(kinds(h.Happening)) > 10


@pytest.mark.parametrize("kind", kinds(h.Happening), ids=lambda kind: kind.__name__)
def test_what_befalls_someone_is_one_sentence(kind: type[h.Happening]) -> None:
    (line,) = render_happenings([example(kind)], str.capitalize)
    assert line[0].isupper()
    assert line.endswith(".")
    assert "torch" in line.casefold()


@pytest.mark.parametrize("kind", kinds(n.NewsItem), ids=lambda kind: kind.__name__)
def test_every_piece_of_news_is_one_sentence(kind: type[n.NewsItem]) -> None:
    line, *way = render_news_of_changes([example(kind)], str.capitalize)
    assert line[0].isupper()
    assert line.endswith(".")
    assert line.tone == "news"
    assert [told.tone for told in way] == (["way"] if kind is n.RanOut else [])


def told(*happened: h.Happening) -> list[str]:
    """What is said of these, where people's ids are their names."""
    return list(render_happenings(happened, str.capitalize))


def test_what_burns_is_told_in_one_sentence() -> None:
    lantern = h.Burned("ondine", "lantern", "lantern", 3, 2)
    torch = h.Burned("wim", "torch", "torch", 1, 0)
    assert told(torch) == ["Burn: Wim's torch 1 to 0."]
    assert told(lantern, torch) == ["Burn: Ondine's lantern 3 to 2, Wim's torch 1 to 0."]


def test_what_burns_twice_is_told_from_first_to_last() -> None:
    first, second = h.Burned("wim", "t", "torch", 2, 1), h.Burned("wim", "t", "torch", 1, 0)
    assert told(first, second) == ["Burn: Wim's torch 2 to 0."]


def test_like_things_of_one_errant_are_counted() -> None:
    candles = [h.Burned("wim", f"candle-{number}", "candle", 1, 0) for number in (1, 2)]
    assert told(*candles) == ["Burn: Wim's candle 1 to 0 (2 of them)."]


def test_who_eats_the_same_eats_in_one_sentence() -> None:
    assert told(
        h.Fed("bree", "bree", "rations"),
        h.Fed("corvin", "corvin", "rations"),
        h.Fed("wim", "bree", "rations"),
        h.Fed("tansy", "tansy", "feed"),
    ) == ["Bree and Corvin eat rations.", "Wim eats rations from Bree's pack.", "Tansy eats feed."]


def test_what_all_gain_is_told_once_and_what_each_has() -> None:
    assert told(h.Exhausted("bree", 1, 2), h.Exhausted("wim", 1, 3)) == [
        "Each gains 1 Exhaustion: Bree has 2 now and Wim 3."
    ]
    assert told(h.Exhausted("bree", 1, 2), h.Exhausted("wim", -1, 0)) == [
        "Bree gains 1 Exhaustion, 2 now.",
        "Wim loses 1 Exhaustion, 0 now.",
    ]


def test_who_kept_watch_alone_is_told_why_they_are_tired() -> None:
    assert told(h.Exhausted("wim", 1, 3, "kept watch alone")) == [
        "Wim kept watch alone and gains 1 Exhaustion, 3 now."
    ]


def test_supply_lost_again_and_again_is_added_up() -> None:
    lost = [h.SupplyLost("bree", 1, left) for left in (3, 2, 1)]
    assert told(*lost) == ["Bree loses 3 Supply, 1 left."]
    assert told(h.SupplyGained("bree", 2, 8)) == ["Bree gains 2 Supply, 8 now."]


@pytest.mark.parametrize("reason", ["want of light", "want of food", "food"])
def test_lost_supply_is_told_with_its_reason(reason: h.SupplyLossReason) -> None:
    bree, wim = h.SupplyLost("bree", 1, 2, reason), h.SupplyLost("wim", 1, 0, reason)
    assert told(bree) == [f"Bree loses 1 Supply for {reason}, 2 left."]
    assert told(bree, wim) == [f"Each loses 1 Supply for {reason}: Bree has 2 left and Wim 0."]


def test_what_a_refill_leaves_is_told_of_supply() -> None:
    assert told(h.Refilled("bree", "torch", "torch", 1, 3, 5)) == [
        "Refilled: Bree's torch to 3 for 1 Supply. Bree has 5 Supply left."
    ]


def test_what_each_loses_differently_is_one_sentence_too() -> None:
    assert told(
        h.SupplyLost("bree", 6, 0), h.SupplyLost("wim", 3, 1), h.SupplyLost("ondine", 4, 0)
    ) == ["Supply lost: Bree 6 (0 left), Wim 3 (1 left) and Ondine 4 (0 left)."]


def test_those_who_starve_and_those_who_lose_supply_are_told_apart() -> None:
    assert told(h.Starved("bree", 1, 3), h.SupplyLost("wim", 1, 0), h.Starved("corvin", 1, 1)) == [
        "Bree and Corvin starve. Each gains 1 Exhaustion: Bree has 3 now and Corvin 1. "
        "1 Exhaustion more each day until they eat.",
        "Wim loses 1 Supply, 0 left.",
    ]


def test_a_night_is_told_for_those_who_rest_and_those_who_do_not() -> None:
    assert told(h.Rested("bree", 1, 0), h.Rested("wim", 0, 2), h.Rested("ondine", 0, 0)) == [
        "Ondine has a night's Rest.",
        "Bree has a night's Rest and loses 1 Exhaustion, 0 now.",
        "Wim sleeps badly: Exhaustion 2 still.",
    ]
    assert told(h.Rested("bree", 0, 1), h.Rested("wim", 0, 2)) == [
        "Bree and Wim sleep badly. Exhaustion stays: Bree has 1 still and Wim 2."
    ]


def test_effects_that_run_down_or_end_are_told_in_one_sentence_each() -> None:
    assert told(
        h.EffectRanDown("a", "Lamp", 1),
        h.EffectEnded("b", "sea-cold."),
        h.EffectRanDown("c", "Sight", 2),
    ) == ["Runs down: Lamp to Depletion 1; Sight to 2.", "Ends: sea-cold."]


def test_a_reminder_due_several_times_is_told_once() -> None:
    drip, toll = h.ReminderDue("it drips"), h.ReminderDue("the bell tolls")
    assert told(drip, drip, toll, h.ReminderDue("it drips", 2)) == [
        "Due now: it drips (4 times).",
        "Due now: the bell tolls.",
    ]


_NAMES = st.sampled_from(["bree", "corvin", "ondine", "wim"])
_COUNTS = st.integers(1, 99)


@given(st.dictionaries(_NAMES, st.tuples(st.integers(1, 3), _COUNTS), min_size=1))
def test_everybody_and_every_number_is_told(gained: dict[str, tuple[int, int]]) -> None:
    happened = [h.Exhausted(who, by, now) for who, (by, now) in gained.items()]
    said = " ".join(told(*happened))
    for who, (by, now) in gained.items():
        name = who.capitalize()
        alone = rf"{name} (has )?(gains {by} Exhaustion, )?{now}\b"
        assert re.search(rf"{alone}|{name} {by} \({now} now\)", said)
        assert f"{by} Exhaustion" in said or f"{name} {by} (" in said


@given(st.lists(st.tuples(_NAMES, st.sampled_from(["rope", "oil"])), min_size=1))
def test_everything_used_up_is_counted(things: list[tuple[str, str]]) -> None:
    (line,) = told(*(h.UsedUp(who, str(at), name, 1) for at, (who, name) in enumerate(things)))
    for who, name in set(things):
        number = things.count((who, name))
        many = f" ({number} of them)" if number > 1 else ""
        assert f"{who.capitalize()}'s {name}{many}" in line


def news(*pieces: n.NewsItem) -> list[str]:
    """What everybody hears of these."""
    return [str(line) for line in render_news_of_changes(pieces, str.capitalize)]


def test_a_torch_that_goes_out_used_up_is_told_once() -> None:
    assert news(
        n.LightDied("wim", "torch-2", "torch"),
        n.LightChanged("darkness", "dim", 0),
        n.RanOut("wim", "torch-2", "torch"),
    ) == [
        "Wim's torch goes out, used up.",
        "It is dark now.",
        "Type refill wim torch, or let-go wim torch.",
    ]


def test_who_has_a_nights_rest_and_who_not_is_one_sentence() -> None:
    assert news(n.NightAhead(("corvin", "ondine"), ("bree",), ("wim",), False)) == [
        "A night's Rest: Corvin and Ondine as this Turn ends; Bree after one more Turn asleep; "
        "not Wim, who watches alone (1 Exhaustion)."
    ]


def test_several_lights_are_told_of_together() -> None:
    assert news(
        n.LightLow("bree", "torch", "torch"),
        n.LightLow("ondine", "lantern", "lantern"),
        n.LightDied("wim", "candle", "candle"),
        n.LightDied("wim", "candle-2", "candle"),
    ) == [
        "Bree's torch and Ondine's lantern are one Burn from dying.",
        "Wim's candle (2 of them) go out.",
    ]


def test_several_things_used_up_are_settled_together() -> None:
    assert news(n.RanOut("wim", "arrows", "arrows"), n.RanOut("bree", "oil", "flask of oil")) == [
        "Used up: Wim's arrows and Bree's flask of oil.",
        "Type refill all or let-go all, or name one.",
    ]


def test_what_waited_for_a_supply_that_is_gone_is_named() -> None:
    assert news(n.Unrefilled("wim", "torch", "torch"), n.Unrefilled("wim", "torch-2", "torch")) == [
        "Used up and gone for want of Supply: Wim's torch (2 of them)."
    ]


@pytest.mark.parametrize(
    ("item_id", "typed"),
    [("torch-2", "torch"), ("flask-of-oil", "flask-of-oil"), ("oil-12", "oil"), ("7", "7")],
)
def test_a_thing_is_typed_without_the_number_of_its_stack(item_id: str, typed: str) -> None:
    assert shorten_item_id(item_id) == typed


def test_coins_are_told_as_they_came(table: Table) -> None:
    assert lines(table, "coins bree +5000 pennies")[0] == "Bree gets: 5,000 pennies."
    assert lines(table, "coins bree +2 guilders -3 shillings")[0] == (
        "Bree gets: 1 guilder 7 shillings (+2 guilders -3 shillings)."
    )
    assert lines(table, "coins bree -1")[0] == "Bree gives out: 1 penny."


def test_supply_that_comes_is_not_reported_as_lost(table: Table) -> None:
    report = table.read(HappeningsReport, "supply all +4")
    assert {(type(each), getattr(each, "gained", 0)) for each in report.happened} == {
        (h.SupplyGained, 4)
    }


def test_fire_and_water_of_a_long_turn_are_added_up_for_each() -> None:
    hurts = [
        harm.Hurt("bree", 2, max(0, 8 - 2 * at), 13, "physical", "D6 of water")
        for at in range(1, 6)
    ]
    others = [harm.Hurt("wim", 1, 9, 10, "burn", "D6 of fire")]
    told = list(render_happenings([*hurts, *others], str.capitalize))
    assert told == [
        "Bree takes 10 damage of water in 5 Initiative Turns: HP 0 of 13.",
        "Wim takes 1 damage (D6 of fire): HP 9 of 10.",
    ]


def test_saves_of_a_long_turn_are_counted() -> None:
    saves = [harm.DeathSave("bree", 13, 2, face, False, face > 2) for face in (1, 5, 7, 9)]
    assert list(render_happenings(saves, str.capitalize)) == [
        "Saves with phys 13 at 0 HP: 3 of 4 made. Bree is out of action."
    ]
    assert list(render_happenings(saves[:2], str.capitalize)) == [
        "Save with phys 13 at DV 2: D20 1. Bree is out of action.",
        "Save with phys 13 at DV 2: D20 5. Bree is out of action already.",
    ]


def test_no_save_puts_somebody_who_is_out_of_action_back_on_their_feet() -> None:
    saves = [harm.DeathSave("bree", 13, 2, 9, False, True, was_out=True)] * 2
    assert (
        list(render_happenings(saves, str.capitalize))
        == ["Save with phys 13 at DV 2: D20 9. Bree is out of action already."] * 2
    )
    assert list(render_happenings(saves * 2, str.capitalize)) == [
        "Saves with phys 13 at 0 HP: 4 of 4 made. Bree is out of action already."
    ]


def test_of_a_breath_held_it_is_told_how_it_stands() -> None:
    held = [harm.BreathHeld("bree", 2), harm.BreathHeld("bree", 1)]
    (told,) = render_happenings(held, str.capitalize)
    assert told.startswith("Bree holds their breath for 1 Turn more")


def test_a_choice_that_was_dropped_and_a_name_that_is_unknown_again_are_told() -> None:
    assert news(n.ChoiceDropped("exploration", 9), n.BecameUnknown("Old Pike")) == [
        "Exploration Turn 9 is left with neither rest nor press-on.",
        "The players know of Old Pike no more.",
    ]
    (told,) = render_news_of_changes([n.BecameUnknown("Old Pike")], str.capitalize, guide=False)
    assert told == "Undone: that you know of Old Pike."
    assert news(n.LitAtNight((("wim", "torch"), ("bree", "torch")))) == [
        "Still lit as they sleep: Wim's torch and Bree's torch. Snuff it, or let it burn."
    ]
