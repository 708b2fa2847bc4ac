"""What others did meanwhile, as it is told above the prompt."""

import pytest

from companion.campaign.changes import Change, RevertedValue
from companion.errant.happenings import SupplyLost, UsedUp
from companion.errant.harm.harm_happenings import HpChanged, PutOutOfAction
from companion.reports import filter_report_for_seat
from companion.reports.journal import (
    ExternalChangesReport,
    ExternalSecret,
    ExternalTalk,
    ExternalWord,
)
from companion.view.record.log import render_external_changes


def told(word: ExternalWord, *, secretly: bool = False) -> str:
    """The one line that tells of a word."""
    words, hidden = ((), (word,)) if secretly else ((word,), ())
    (line,) = render_external_changes(ExternalChangesReport(words, hidden, (), ()), str)
    return line


@pytest.mark.parametrize(
    ("of", "line"),
    [
        ((), "Meanwhile, the Guide: «undo» (25)"),
        (("burn",), "Meanwhile, the Guide: «undo» of «burn» (25)"),
        (("burn", "event"), "Meanwhile, the Guide: «undo» of «burn» and «event» (25)"),
        (("a", "b", "c", "d"), "Meanwhile, the Guide: «undo» of «a», «b», «c» and 1 more (25)"),
        (tuple("abcdefgh"), "Meanwhile, the Guide: «undo» of «a», «b», «c» and 5 more (25)"),
    ],
)
def test_an_undo_of_others_says_which_words_it_took_back(of: tuple[str, ...], line: str) -> None:
    assert told(ExternalWord("guide", "undo", 25, of)) == line


def test_a_seat_and_what_is_secret_are_named_as_of_any_other_word() -> None:
    assert told(ExternalWord("quartermaster", "redo", 7, ("burn",))) == (
        "Meanwhile, the quartermaster: «redo» of «burn» (7)"
    )
    assert told(ExternalWord("guide", "secret undo", 7, ("burn",)), secretly=True) == (
        "Secret: Meanwhile, the Guide: «secret undo» of «burn» (7)"
    )


def test_the_outcome_of_the_dice_is_told_with_the_line() -> None:
    word = ExternalWord("timekeeper", "next! sneak", 12, (), "3 burn")
    assert told(word) == "Meanwhile, the timekeeper: «next! sneak» → Event Die 3, burn (12)"


def test_what_a_result_means_and_what_waits_is_told_below_the_word() -> None:
    def render(word: ExternalWord, *, guide: bool = False) -> list[str]:
        report = filter_report_for_seat(ExternalChangesReport((word,), (), (), ()), guide=guide)
        assert isinstance(report, ExternalChangesReport)
        return list(render_external_changes(report, str.title))[1:]

    rest = ExternalWord("timekeeper", "n", 12, (), "2 rest", waits="rest")
    assert render(rest) == ["  It waits for rest or press-on."]
    effect = ExternalWord("timekeeper", "n", 12, (), "4 local_effect")
    assert render(effect) == ["  Something of this place happens; a timer of the site may advance."]
    met = ExternalWord("timekeeper", "n", 12, (), "1 encounter", waits="encounter")
    assert render(met) == ["  It waits for the Guide, who says whom they meet."]
    assert render(met, guide=True) == [], "the Guide has a line of their own"


def test_a_text_that_was_told_and_is_taken_back_is_no_longer_told() -> None:
    word = ExternalWord("guide", "undo", 12, ("tell",), is_step=True, told=("A pike glides by",))
    report = ExternalChangesReport((word,), (), (), ())
    assert list(render_external_changes(report, str.title)) == [
        "Meanwhile, the Guide: «undo» of «tell» (12)",
        "  No longer told: A pike glides by.",
    ]


def test_however_long_the_words_were_the_line_stays_short() -> None:
    lines = tuple(f"note {letter * 5_000}" for letter in "abc")
    assert len(told(ExternalWord("guide", "undo x3", 7, lines))) < 200


def test_what_the_word_used_up_is_told_below_it() -> None:
    happened = (UsedUp("bree", "torch-2", "torch", 2), SupplyLost("wim", 1, 0, "want of light"))
    word = ExternalWord("timekeeper", "n", 12, (), "3 burn", happened)
    report = ExternalChangesReport((word,), (), (), ())
    assert list(render_external_changes(report, str.title)) == [
        "Meanwhile, the timekeeper: «n» → Event Die 3, burn (12)",
        "  Used up and gone: Bree's torch.",
        "  Wim loses 1 Supply for want of light, 0 left.",
    ]


def test_what_an_undo_gave_back_is_told_below_it_the_guides_part_as_secret() -> None:
    torch = RevertedValue("wim", "torch", "burn", 1, 2)
    word = ExternalWord("guide", "undo", 12, ("burn",), restored=(torch,), is_step=True)
    pike = ExternalSecret(12, (RevertedValue("", "Old Pike", "disposition", 9, 0),))
    report = ExternalChangesReport((word,), (), (), (), restored=(pike,))
    assert list(render_external_changes(report, str.title)) == [
        "Meanwhile, the Guide: «undo» of «burn» (12)",
        "Back as before: Wim's torch at Burn 2.",
        "Secret: back as before: Old Pike's disposition not rolled.",
    ]
    again = ExternalWord("guide", "redo", 13, ("burn",), restored=(torch,), is_redo=True)
    report = ExternalChangesReport((again,), (), (), ())
    assert list(render_external_changes(report, str.title))[1] == (
        "Again as after it: Wim's torch at Burn 2."
    )


def test_harm_and_an_exchange_are_told_in_sentences() -> None:
    happened = (HpChanged("wim", 10, 0, 10, 14), HpChanged("bree", 3, 5, 13), PutOutOfAction("wim"))
    word = ExternalWord("timekeeper", "hurt wim 14", 12, happened=happened)
    report = ExternalChangesReport((word,), (), (), ())
    assert list(render_external_changes(report, str.title)) == [
        "Meanwhile, the timekeeper: «hurt wim 14» (12)",
        "  Wim takes 14 damage: HP 0 of 10.",
        "  Bree regains 2 HP: 5 of 13.",
        "  Out of action: Wim.",
    ]
    talk = ExternalWord("timekeeper", "talk harl banal", 13, outcome="banal small_talk ondine")
    assert told(talk, secretly=True) == (
        "Secret: Meanwhile, the timekeeper: «talk harl banal» → small talk (13)"
    )


@pytest.mark.parametrize(
    ("talk", "text"),
    [
        (ExternalTalk("guide", 2, "Old Pike"), "the Guide: the reaction of Old Pike"),
        (ExternalTalk("caller", 2, "Pike", "begins"), "the caller: the talk with Pike begins"),
        (ExternalTalk("guide", 2, "Pike", "ends"), "the Guide: the talk with Pike ends"),
        (
            ExternalTalk("guide", 2, "Pike", "giving pleased wim", ended=True),
            "the Guide: the talk with Pike → Wim pleased them; they would have no more of it",
        ),
        (
            ExternalTalk("guide", 2, "Pike", "banal small_talk wim", step="undo"),
            "the Guide took back: the talk with Pike → small talk",
        ),
        (
            ExternalTalk("guide", 2, "Pike", "begins", step="redo"),
            "the Guide did again: the talk with Pike begins",
        ),
    ],
)
def test_what_players_hear_of_a_talk_is_told_without_its_line(
    talk: ExternalTalk, text: str
) -> None:
    words = (ExternalWord("guide", "note a", 1), ExternalWord("guide", "note b", 3))
    report = ExternalChangesReport(words, (), (), (), talks=(talk,))
    assert list(render_external_changes(report, str.title)) == [
        "Meanwhile, the Guide: «note a» (1)",
        f"Meanwhile, {text}",
        "Meanwhile, the Guide: «note b» (3)",
    ]


BREE = RevertedValue("bree", "", "purse", 0, 5)
CLOCK = RevertedValue("", "", "clock", 0, 173_400)


@pytest.mark.parametrize(
    ("files", "edited", "text"),
    [
        (("errants/bree.toml",), (BREE,), "Bree's purse at 5 pennies"),
        (("errants/bree.toml",), (), "Bree's file"),
        (("campaign.toml",), (CLOCK,), "the clock at day 3, 00:10"),
        (("campaign.toml", "errants/wim.toml", "world.toml"), (), None),
        (
            ("errants/bree.toml", "errants/wim.toml", "world.toml"),
            (BREE,),
            "Bree's purse at 5 pennies, Wim's file and the file of the world",
        ),
    ],
)
def test_a_hand_edit_is_told_by_what_it_changed(
    files: tuple[str, ...], edited: tuple[RevertedValue, ...], text: str | None
) -> None:
    text = text or "the file of the campaign, Wim's file and the file of the world"
    report = ExternalChangesReport((), (), files, (), edited=edited)
    assert list(render_external_changes(report, str.title)) == [f"Changed by hand: {text}."]


def test_the_guide_is_told_the_files_too_and_each_value() -> None:
    changes = (Change("errants/bree/pennies", 40, 41),)
    report = ExternalChangesReport((), (), ("errants/bree.toml",), changes, edited=(BREE,))
    assert list(render_external_changes(report, str.title)) == [
        "Changed by hand (errants/bree.toml): Bree's purse at 5 pennies.",
        "  bree pennies: 40 to 41",
    ]
    changes = (Change("world/npcs/pike/disposition", 4, 5),)
    report = ExternalChangesReport((), (), ("world.toml",), changes)
    assert list(render_external_changes(report, str.title)) == [
        "Changed by hand (world.toml).",
        "  npcs pike disposition: 4 to 5",
    ]
