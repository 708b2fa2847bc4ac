"""An evening as a story: each Turn as it was left."""

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import World
from companion.campaign.record.recap import find_evening
from companion.campaign.record.story import StoryLine, build_story_of_evening
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.turns.turns import make_next_turn, set_event_die_face
from companion.errant.world import Sign, Site
from tests.campaign.played import Played, declared, done, next_turn, said
from tests.making import campaign, errant, turn


@pytest.fixture
def played() -> Played:
    """Bree and Wim in their first Exploration Turn."""
    return Played(campaign(errant("Bree"), errant("Wim"), turns=(turn(),)))


def told(played: Played) -> list[tuple[str, str, str]]:
    """The story of the newest evening: what, who, text."""
    return [(p.step, p.who, p.text) for p in passages(played)]


def passages(played: Played) -> tuple[StoryLine, ...]:
    """The story of the newest evening."""
    return build_story_of_evening(find_evening(played.campaign, played.backwards(), 1), said)


def test_the_story_is_actions_their_outcome_and_notes_in_order(played: Played) -> None:
    declared(played, "company", "search the nave")
    declared(played, "bree", "keep the door")
    played.note("it is cold")
    done(played, "they found a key")
    assert told(played) == [
        ("action", "company", "search the nave"),
        ("action", "bree", "keep the door"),
        ("note", "", "it is cold"),
        ("outcome", "", "they found a key"),
    ]


def test_the_same_action_in_the_next_turn_is_told_again(played: Played) -> None:
    for _ in range(2):
        declared(played, "company", "dig")
        done(played, "")
        next_turn(played)
    assert told(played) == [("action", "company", "dig")] * 2


def test_an_action_of_the_evening_before_is_told_with_its_outcome(played: Played) -> None:
    declared(played, "company", "dig")
    played.another_day()
    done(played, "a coffin")
    assert told(played) == [("action", "company", "dig"), ("outcome", "", "a coffin")]


def test_an_action_of_the_evening_before_is_told_as_its_turn_began(played: Played) -> None:
    declared(played, "company", "dig")
    played.another_day()
    began = played.campaign.turns[-1].began
    later = Moment(began.seconds + 600)
    played.word(played.campaign.with_clock(now=later), "+10m")
    done(played, "a coffin")
    assert [(p.day, p.time) for p in passages(played)] == [
        (began.day, began.time),
        (later.day, later.time),
    ]


def test_an_errant_who_leaves_settles_no_action(played: Played) -> None:
    declared(played, "wim", "sing")
    empty = replace(played.campaign.turns[0], declared={})
    left = played.campaign.with_turns((empty,)).with_company((errant("Bree"),))
    played.word(left, "errant remove wim")
    assert told(played) == [("action", "wim", "sing")]


@pytest.mark.parametrize("secret", [False, True])
def test_an_outcome_is_what_follows_the_word(secret: bool, played: Played) -> None:
    declared(played, "company", "ask the ferryman")
    done(played, "he lied", secret=secret)
    assert [(p.text, p.secret) for p in passages(played)] == [
        ("ask the ferryman", False),
        ("he lied", secret),
    ]


def test_a_settled_action_declared_again_is_told_again(played: Played) -> None:
    for outcome in ("a coffin", "nothing more"):
        declared(played, "company", "dig")
        done(played, outcome)
    assert [text for _, _, text in told(played)] == ["dig", "a coffin", "dig", "nothing more"]


def change_turn(played: Played, line: str, **fields: object) -> None:
    """A word that changes this of the open Turn."""
    changed = replace(played.campaign.turns[-1], **fields)
    played.word(played.campaign.with_turns((*played.campaign.turns[:-1], changed)), line)


def rests(played: Played) -> None:
    """The Event Die asks for a Rest, and the Company Rests."""
    change_turn(played, "event", face=2, rolled=1, choice="rest")
    change_turn(played, "rest", choice="", resting=True, declared={})


def test_what_a_rest_took_the_place_of_is_told_as_forgone(played: Played) -> None:
    declared(played, "company", "creep on")
    declared(played, "bree", "keep watch")
    rests(played)
    next_turn(played)
    declared(played, "company", "creep on")
    assert told(played) == [
        ("forgone", "company", "creep on"),
        ("forgone", "bree", "keep watch"),
        ("action", "company", "creep on"),
    ]


def test_an_action_of_the_evening_before_is_forgone_for_a_rest(played: Played) -> None:
    declared(played, "company", "creep on")
    played.another_day()
    rests(played)
    assert told(played) == [("forgone", "company", "creep on")]


def test_a_rest_that_is_taken_back_with_its_die_was_none(played: Played) -> None:
    declared(played, "company", "creep on")
    rests(played)
    before = {"company": "creep on"}
    change_turn(played, "ignore", ignored=True, rolled=2, resting=False, declared=before)
    done(played, "a door")
    assert told(played) == [("action", "company", "creep on"), ("outcome", "", "a door")]


def test_who_presses_on_forgoes_nothing(played: Played) -> None:
    declared(played, "company", "creep on")
    change_turn(played, "event", face=2, rolled=1, choice="rest")
    change_turn(played, "press-on", choice="")
    assert told(played) == [("action", "company", "creep on")]


def test_a_rest_by_choice_is_told_and_what_was_declared_beside_it(played: Played) -> None:
    declared(played, "wim", "sing")
    change_turn(played, "rest", resting=True)
    assert told(played) == [("action", "wim", "sing"), ("rest", "company", "")]


def test_a_night_is_told_once_with_those_who_kept_watch_in_the_end(played: Played) -> None:
    change_turn(played, "sleep", resting=True, asleep=True)
    change_turn(played, "watch bree", watch=("bree",))
    played.note("an owl")
    assert [(p.step, p.watch) for p in passages(played)] == [("night", ("bree",)), ("note", ())]


def test_each_turn_of_a_night_is_told(played: Played) -> None:
    for watch in ("bree", "wim"):
        change_turn(played, "sleep", resting=True, asleep=True, watch=(watch,))
        next_turn(played)
    assert [p.watch for p in passages(played)] == [("bree",), ("wim",)]


def rolled(played: Played, outcome: str, **more: object) -> None:
    played.word(played.campaign, "roll treasure", outcome=outcome, **more)


def encountered(played: Played, outcome: str, line: str = "roll beasts") -> None:
    """A roll of who may be met at some place: a secret of the Guide's."""
    played.word(played.campaign, line, outcome=outcome, secret=True)


def told_of(played: Played, line: str = "react wolves") -> None:
    """A word after which everybody knows whom they met."""
    played.word(played.campaign.remove_unsettled_encounter(), line)


def openly(played: Played) -> list[tuple[str, str]]:
    """What of the story may be read aloud."""
    return [(p.step, p.text) for p in passages(played) if not p.secret]


def secretly(played: Played) -> list[tuple[str, str]]:
    """What of it the Guide alone reads."""
    return [(p.step, p.text) for p in passages(played) if p.secret]


@pytest.mark.parametrize("line", ["react wolves", "talk wolves barter", "tell"])
def test_whom_they_met_is_the_guides_until_it_is_told(line: str, played: Played) -> None:
    next_turn(played, 1)
    encountered(played, "2 wolves")
    assert openly(played) == [("encounter", "")]
    assert secretly(played) == [("encounter", "2 wolves")]
    played.word(played.campaign, f"secret {line}", secret=True)
    next_turn(played, 6)
    assert openly(played) == [("encounter", "")]
    told_of(played, line)
    assert openly(played) == [("encounter", "2 wolves")]
    assert not secretly(played)


def test_the_guides_own_words_are_what_is_told(played: Played) -> None:
    next_turn(played, 1)
    encountered(played, "2 wolves, one of them a priest")
    played.word(played.campaign, "tell 2 wolves", note="2 wolves")
    assert told(played) == [("encounter", "", "2 wolves")]


def test_an_encounter_that_no_table_gave_is_told_in_the_guides_words(played: Played) -> None:
    next_turn(played, 1)
    played.word(played.campaign, "tell 2 wolves", note="2 wolves")
    assert told(played) == [("encounter", "", "2 wolves")]


def test_a_rumour_that_is_told_is_public(played: Played) -> None:
    played.word(played.campaign, "roll rumours", outcome="a bell rings", secret=True)
    played.word(played.campaign, "tell", note="a bell rings")
    assert openly(played) == [("rolled", "a bell rings")]


def test_the_encounter_of_a_die_is_public_once_told_and_any_other_secret(played: Played) -> None:
    encountered(played, "a wind")
    next_turn(played, 1)
    rolled(played, "a silver ring")
    encountered(played, "2 wolves")
    encountered(played, "2 more")
    told_of(played)
    next_turn(played, 4)
    rolled(played, "a smell")
    played.note("over")
    assert openly(played) == [
        ("rolled", "a silver ring"),
        ("encounter", "2 wolves"),
        ("rolled", "a smell"),
        ("note", "over"),
    ]
    assert secretly(played) == [("rolled", "a wind"), ("rolled", "2 more")]


@pytest.mark.parametrize("line", ["encounter", "encounter =4", "roll encounters"])
def test_the_word_for_an_encounter_says_whom_they_met(line: str, played: Played) -> None:
    next_turn(played, 1)
    encountered(played, "2 wolves", line)
    encountered(played, "2 more", line)
    told_of(played)
    assert openly(played) == [("encounter", "2 wolves")]
    assert secretly(played) == [("rolled", "2 more")]


def test_whom_they_meet_may_be_rolled_once_they_fight(played: Played) -> None:
    next_turn(played, 1)
    fight = turn("initiative")
    fighting = played.campaign.with_turns((*played.campaign.turns, fight))
    played.word(fighting.remove_unsettled_encounter(), "zoom initiative")
    encountered(played, "2 wolves")
    assert openly(played) == [("encounter", "2 wolves")]


@pytest.mark.parametrize("left", [{"ignored": True}, {"face": 6}])
def test_whom_a_die_that_does_not_stand_asked_for_nobody_met(
    left: dict[str, object], played: Played
) -> None:
    next_turn(played, 1)
    encountered(played, "2 wolves")
    change_turn(played, "ignore", rolled=2, **left)
    played.note("over")
    assert openly(played) == [("note", "over")]
    assert secretly(played) == [("rolled", "2 wolves")]


@pytest.mark.parametrize("left", [{"ignored": True}, {"face": 6}])
def test_the_roll_for_a_replaced_local_effect_is_secret(
    left: dict[str, object], played: Played
) -> None:
    next_turn(played, 4)
    rolled(played, "a fog")
    change_turn(played, "ignore", rolled=2, **left)
    rolled(played, "a ring")
    assert openly(played) == [("rolled", "a ring")]
    assert secretly(played) == [("rolled", "a fog")]


@pytest.mark.parametrize("outcome", ["7", "-3", ""])
def test_what_dice_come_to_is_no_story(outcome: str, played: Played) -> None:
    next_turn(played, 1)
    rolled(played, outcome)
    encountered(played, "2 wolves")
    told_of(played)
    assert told(played) == [("encounter", "", "2 wolves")]


def test_what_is_said_secretly_is_never_whom_they_met(played: Played) -> None:
    next_turn(played, 1)
    played.word(played.campaign, "secret roll traps", outcome="a pit", secret=True)
    encountered(played, "2 wolves")
    told_of(played)
    assert secretly(played) == [("rolled", "a pit")]
    assert openly(played) == [("encounter", "2 wolves")]


def a_sign_waits(encounter: str = "a bear") -> Played:
    """Bree in her first Exploration Turn, and a sign waiting."""
    sign = Sign(id="sign", turn_type="exploration", encounter=encounter)
    world = World(signs=(sign,))
    return Played(campaign(errant("Bree"), turns=(turn(),), world=world))


def comes_true(played: Played, face: int = 1) -> None:
    """The next Turn, its die, and the sign gone."""
    begun = set_event_die_face(make_next_turn(played.campaign.turns[-1], played.campaign.now), face)
    after = played.campaign.with_turns((begun,)).with_signs(())
    played.word(after.add_unsettled_encounter() if face == 1 else after, "next")


def test_a_sign_that_comes_true_is_whom_they_met() -> None:
    played = a_sign_waits()
    comes_true(played)
    encountered(played, "2 wolves")
    told_of(played)
    rolled(played, "a ring")
    assert openly(played) == [("encounter", "a bear"), ("rolled", "a ring")]
    assert secretly(played) == [("rolled", "2 wolves")]


def test_a_sign_that_named_nobody_leaves_it_to_the_table() -> None:
    played = a_sign_waits(encounter="")
    comes_true(played)
    encountered(played, "2 wolves")
    told_of(played)
    assert told(played) == [("encounter", "", "2 wolves")]


def test_a_sign_that_waits_again_has_not_come_true() -> None:
    played = a_sign_waits()
    signs = played.campaign.world.signs
    comes_true(played)
    ignored = replace(played.campaign.turns[-1], ignored=True, rolled=2)
    played.word(played.campaign.with_turns((ignored,)).with_signs(signs), "ignore")
    assert told(played) == []


def test_a_sign_that_was_tracked_down_is_no_encounter() -> None:
    played = a_sign_waits()
    next_turn(played, 1)
    played.word(played.campaign.with_signs(()), "sign end")
    assert told(played) == []


def test_what_was_declared_anew_is_told_once(played: Played) -> None:
    declared(played, "bree", "serch the altar")
    declared(played, "wim", "sing")
    declared(played, "bree", "search the altar")
    assert told(played) == [("action", "wim", "sing"), ("action", "bree", "search the altar")]


def test_who_changes_their_mind_twice_does_what_they_said_last(played: Played) -> None:
    for action in ("dig", "climb", "dig"):
        declared(played, "bree", action)
    done(played, "a coffin")
    assert told(played) == [("action", "bree", "dig"), ("outcome", "", "a coffin")]


def test_an_action_settled_before_another_was_declared_is_done(played: Played) -> None:
    declared(played, "bree", "dig")
    done(played, "a coffin")
    declared(played, "bree", "climb")
    declared(played, "bree", "run")
    assert [text for _, _, text in told(played)] == ["dig", "a coffin", "run"]


def test_an_outcome_says_which_action_it_settles(played: Played) -> None:
    declared(played, "company", "search")
    declared(played, "bree", "listen")
    rolled(played, "a ring")
    done(played, "it is hers")
    *_, action, _, outcome = passages(played)
    assert action.text == "listen"
    assert outcome.of == action.number


@pytest.mark.parametrize("line", ["roll 2d6 >= 7", "roll =3,4 2d6 >= 7", "roll 3d6 x2"])
def test_dice_with_words_or_rolled_several_times_are_no_story(line: str, played: Played) -> None:
    next_turn(played, 1)
    played.word(played.campaign, line, outcome="yes, 12")
    assert told(played) == []


def test_an_oracle_that_says_yes_is_one(played: Played) -> None:
    played.word(played.campaign, "roll oracle", outcome="yes")
    played.note("over")
    assert told(played)[0] == ("rolled", "", "yes")


def test_what_was_drawn_from_a_deck_is_told_like_what_was_rolled(played: Played) -> None:
    played.word(played.campaign, "draw treasure", outcome="a ring")
    played.note("over")
    assert openly(played)[0] == ("rolled", "a ring")


@pytest.mark.parametrize(
    "line", ["roll gossip", "draw fen/gossip x2", "draw =3 rumours", "roll season=winter gossip"]
)
def test_a_rumour_is_never_whom_they_met(line: str) -> None:
    fen = Site(id="fen", name="The fen", encounters="fen/beasts", rumours="fen/gossip")
    played = Played(campaign(errant("Bree"), turns=(turn(),), world=World(places=(fen,))))
    next_turn(played, 1)
    played.word(played.campaign, line, outcome="a bell rings", secret=True)
    encountered(played, "2 wolves")
    told_of(played)
    assert openly(played) == [("encounter", "2 wolves")]
    assert secretly(played) == [("rolled", "a bell rings")]
