"""The fight that goes on in a campaign: its combatants, their ledger, its end."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign, World
from companion.campaign.fights.fights import (
    begin_fight_turn,
    explain_excess_action,
    find_combatant,
    list_combatants,
    record_action,
    record_granted_action,
)
from companion.campaign.turns.turns import begin_next_turn, close_inner_turn, nest_inner_turn
from companion.errant.company import Errant
from companion.errant.fights import Combatant, Fight
from companion.errant.happenings import FightOver
from companion.errant.world import Npc
from tests.making import campaign, effect, errant

GOBLINS = Npc(id="goblins", name="Goblins", count=6)
ROSTER = (
    Combatant(id="bree", side="company"),
    Combatant(id="goblins", npc=True, side="others"),
    Combatant(id="gone", npc=True, side="others"),
)


def fighting(bree: Errant | None = None) -> Campaign:
    """Bree against six goblins, in the first Initiative Turn."""
    made = campaign(bree or errant(), errant("Wim"), world=World(npcs=(GOBLINS,)))
    made = made.with_fight(Fight(distance=40, first="company", surprised="others"), ROSTER)
    return begin_next_turn(nest_inner_turn(made, "initiative"))[0]


def test_those_who_are_gone_fight_no_longer() -> None:
    assert [each.who.id for each in list_combatants(fighting())] == ["bree", "goblins"]


def test_what_somebody_does_is_noted_until_the_turn_ends() -> None:
    after = record_action(record_granted_action(fighting(), "goblins"), "bree", "attack")
    bree, goblins = (find_combatant(after, who) for who in ("bree", "goblins"))
    assert bree is not None
    assert goblins is not None
    assert (bree.taken, bree.attacked, goblins.granted) == (1, 1, 1)
    assert explain_excess_action(after, "bree", "cast") == "twice"
    assert explain_excess_action(after, "goblins", "attack") == ""
    later, _ = begin_next_turn(after)
    assert later.book.combatants == ROSTER


def test_nothing_is_noted_of_those_who_do_not_fight() -> None:
    before = fighting()
    assert record_action(before, "wim", "attack") is before
    assert record_granted_action(before, "wim") is before
    assert explain_excess_action(before, "wim", "attack") == ""


def test_a_turn_keeps_ground_and_distance_alone() -> None:
    assert fighting().book.fight == Fight(distance=40)


def test_a_group_has_as_many_actions_as_heads() -> None:
    after = fighting()
    for _ in range(6):
        assert explain_excess_action(after, "goblins", "attack") == ""
        after = record_action(after, "goblins", "attack")
    assert explain_excess_action(after, "goblins", "attack") == "twice"


def test_after_the_fight_who_was_out_of_action_acts_again_with_0_hp() -> None:
    outside, _, happened = close_inner_turn(fighting(errant(hp=0, out_of_action=True)))
    bree = outside.get_errant("bree")
    assert (bree.out_of_action, bree.hp) == (False, 0)
    assert happened == (FightOver(("bree",), ()),)
    assert outside.book.combatants == ()
    assert outside.book.fight == Fight()


def test_the_end_names_those_still_in_danger() -> None:
    dying = fighting().with_effects((replace(effect("dying", "dying"), errant="bree"),))
    assert close_inner_turn(dying)[2] == (FightOver((), (("bree", "dying"),)),)


def test_initiative_turns_without_a_fight_stay_as_they_were() -> None:
    plain = begin_next_turn(nest_inner_turn(campaign(errant()), "initiative"))[0]
    assert begin_fight_turn(plain) is plain
    assert close_inner_turn(plain)[2] == ()
