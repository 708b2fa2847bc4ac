"""The first texts of a campaign: who plays, how it begins, and that it loads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.new_campaigns import (
    START_TYPES,
    StartType,
    parse_campaign_name,
    parse_first_turn_type,
    parse_new_errants,
    render_files_of_new_campaign,
)
from companion.refusal import Impossible, Malformed, Refusal, Unknown


def test_a_name_alone_is_an_errant_with_attributes_of_10() -> None:
    (bree,) = parse_new_errants(["Bree Tanner"])
    assert (bree.id, bree.name) == ("bree-tanner", "Bree Tanner")
    assert (bree.phys, bree.skill, bree.mind, bree.pres) == (10, 10, 10, 10)


def test_four_numbers_after_a_name_are_phys_skill_mind_and_pres() -> None:
    (bree,) = parse_new_errants(['  "Bree   Tanner" 13 9 8 12 '])
    assert bree.name == "Bree Tanner"
    assert (bree.phys, bree.skill, bree.mind, bree.pres) == (13, 9, 8, 12)


def test_names_that_sound_alike_get_files_of_their_own() -> None:
    assert [e.id for e in parse_new_errants(["Zoë", "Zoe"])] == ["zoe", "zoe-2"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Bree 13", Malformed),
        ("Bree 13 9 8", Malformed),
        ("Bree 13 9 8 12 4", Malformed),
        ("13 9 8 12", Malformed),
        ("Bree 13 9 Tanner 8 12", Malformed),
        ("", Malformed),
        ("\x1b[31m", Malformed),
        ("B" * 101, Malformed),
        ("Bree 0 9 8 12", Impossible),
        ("Bree 13 -9 8 12", Impossible),
        ("Bree 13 9 8 101", Impossible),
        (f"Bree 13 9 8 {'9' * 5000}", Impossible),
        ("Bree ١٣ 9 8 12", Impossible),
    ],
)
def test_what_is_no_errant_is_refused_in_one_sentence(said: str, kind: type[Refusal]) -> None:
    with pytest.raises(kind) as refused:
        parse_new_errants([said])
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("said", ["..", "/", "*", "'", "…", "Болото", "\u0301", "  -  "])
def test_a_campaign_needs_a_letter_or_a_digit_to_call_its_folder_by(said: str) -> None:
    with pytest.raises(Malformed, match="no letter .a to z. and no digit") as refused:
        parse_campaign_name(said)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("said", ["x", "X!", "0", "...7", "Zoë", "\xdf x", "½"])
def test_one_letter_or_digit_is_enough_for_a_campaign(said: str) -> None:
    assert parse_campaign_name(said) == said


def test_an_errant_may_be_called_in_any_letters() -> None:
    (zoya,) = parse_new_errants(["Зоя"])
    assert (zoya.id, zoya.name) == ("x", "Зоя")


def test_nobody_is_named_twice() -> None:
    with pytest.raises(Impossible, match="bree is named twice"):
        parse_new_errants(["Bree", "bree"])


@pytest.mark.parametrize(("said", "meant"), [("t", "travel"), ("Down", "downtime")])
def test_a_beginning_of_a_turn_type_is_enough(said: str, meant: str) -> None:
    assert parse_first_turn_type(said) == meant


@pytest.mark.parametrize("said", ["initiative", "", "travels", "x" * 500])
def test_no_campaign_begins_with_any_other_turn(said: str) -> None:
    with pytest.raises(Unknown, match="travel, exploration or downtime"):
        parse_first_turn_type(said)


@given(
    st.text(max_size=120),
    st.lists(st.text(max_size=40), max_size=4),
    st.none() | st.sampled_from(START_TYPES),
)
def test_whatever_they_are_called_the_files_load_as_it_was_said(
    said: str, names: list[str], begins: StartType | None
) -> None:
    try:
        name, company = parse_campaign_name(said), parse_new_errants(names)
    except Refusal:
        return
    campaign = parse_campaign(render_files_of_new_campaign(name, company, begins))
    assert campaign.book.name == name
    assert campaign.errants == tuple(sorted(company, key=lambda e: e.id))
    assert [turn.type for turn in campaign.turns] == ([begins] if begins else [])


def test_every_file_says_which_schema_it_is_in() -> None:
    for text in render_files_of_new_campaign(
        "Mire", parse_new_errants(["Bree"]), "travel"
    ).values():
        assert "schema = 1" in text.splitlines()[:2]
