"""Attack Rolls in a campaign, beside a naive second reading of the rules; and the odds beside what
falls (procedures 1.6, 1.8, 1.9, 1.11)."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.campaign.campaign import Campaign, World
from companion.campaign.fights.attack_costs import apply_attack_costs, use_declared_blocks
from companion.campaign.fights.attacks import (
    Attack,
    PlannedRoll,
    harm_target,
    list_known_damage_steps,
    roll_attack,
)
from companion.campaign.fights.npc_specials_read_for_attacks import (
    find_special_text_for_attack,
    find_weapon_quality_lost_by_ones,
    list_gambit_dv_changes,
)
from companion.dice.face_sources import LoadedFaces, Streams
from companion.errant.attacks.attack_odds import compute_attack_odds, compute_damage_odds
from companion.errant.attacks.attacks import DamageDice
from companion.errant.attacks.statuses import Step
from companion.errant.attacks.weapons import Weapon, make_weapon
from companion.errant.company import Errant
from companion.errant.harm.harm import find_current_hp
from companion.errant.packs.items import Item, Quality
from companion.errant.world import Npc
from tests.making import campaign, effect, errant, item

LADDER = [1, 4, 6, 8, 10, 12, 20]
POINTS = {"shoddy": 1, "average": 2, "masterwork": 3}


def _find(who: Errant, item_id: str) -> Item | None:
    return next((each for each in who.items if each.id == item_id), None)


def _settle(before: Campaign, attack: Attack, faces: Sequence[int]) -> Campaign:
    """The campaign after the Attack Rolls, with 20 on every save."""
    dice = LoadedFaces((*faces, *[20] * 40))
    after = use_declared_blocks(before, attack)
    for roll in roll_attack(attack, dice):
        after, _ = apply_attack_costs(after, attack, tuple, roll)
        after, _ = harm_target(after, attack, roll.damage, dice)
    return after


@given(
    sides=st.sampled_from(LADDER[1:]),
    number=st.integers(1, 3),
    steps=st.integers(-3, 3),
    blocks=st.integers(0, 4),
    true_strike=st.booleans(),
    weapon_quality=st.sampled_from(["shoddy", "average", "masterwork"]),
    mail_quality=st.sampled_from(["shoddy", "average", "masterwork"]),
    weapon_class=st.sampled_from(["light", "medium", "heavy"]),
    arrows=st.integers(1, 2),
    hp=st.integers(52, 60),  # fewer are a death, which takes all they wear
    data=st.data(),
)
def test_what_follows_from_an_attack_roll_is_as_a_table_would_have_it(
    sides: int,
    number: int,
    steps: int,
    blocks: int,
    true_strike: bool,
    weapon_quality: Quality,
    mail_quality: Quality,
    weapon_class: str,
    arrows: int,
    hp: int,
    data: st.DataObject,
) -> None:
    bow = item("bow", weapon=weapon_class, quality=weapon_quality, place="hand", plus=0)
    mail = item("mail", blocks=8, quality=mail_quality, place="worn")
    archer = errant("Wim", bow, item("arrows", left=arrows), supply=40)
    target = errant("Bree", mail, phys=100, hp=hp)
    strikes = true_strike and weapon_quality == "masterwork"
    if strikes:
        archer = archer.with_item(item("bow", id="bow", weapon=weapon_class, place="hand", plus=1))
    weapon = make_weapon(archer.get_item("bow"), weapon_class)  # type: ignore[arg-type]
    attack = Attack(
        attacker=archer,
        weapon=weapon,
        rolls=(PlannedRoll("", DamageDice(number, sides)),),
        steps=(Step("it", steps),),
        target=target,
        piece=target.get_item("mail"),
        blocks=blocks,
        true_strikes=int(strikes),
    )
    at = min(6, max(0, LADDER.index(sides) + steps - blocks))  # a finger on the ladder
    die = LADDER[at]
    faces = data.draw(st.lists(st.integers(1, die), min_size=number, max_size=number))
    after = _settle(campaign(archer, target), attack, faces if die > 1 else [])
    shown = [die if strikes else 1 if die == 1 else face for face in faces]
    damage = sum(shown) + {"light": -1, "medium": 0, "heavy": 1}[weapon_class]
    damage = max(damage, 1)
    bree, wim = after.get_errant("bree"), after.get_errant("wim")
    assert find_current_hp(bree, ()) == max(0, min(hp, 100) - damage)
    ones = 0 if strikes else shown.count(1)
    left = POINTS[weapon_quality] - ones
    used = _find(wim, "bow")
    assert (used is None) == (left <= 0)
    if used is not None:
        assert used.quality_left == (left if ones else None)
        assert used.true_strikes == (0 if strikes else None)
    shot = die > 1 and not strikes and die in shown
    quiver = _find(wim, "ammunition")
    assert quiver is not None
    assert quiver.depletion == arrows - shot
    worn = POINTS[mail_quality] - shown.count(die)
    piece = _find(bree, "mail")
    assert (piece is None) == (worn <= 0)
    if piece is not None:
        assert (8 if piece.blocks is None else piece.blocks) == 8 - blocks
        assert piece.quality_left == (worn if die in shown else None)


@pytest.mark.parametrize(("hp", "phys", "number", "sides"), [(4, 13, 2, 6), (9, 10, 1, 8)])
def test_two_attack_rolls_fall_as_the_odds_say(hp: int, phys: int, number: int, sides: int) -> None:
    gnoll = Npc(id="gnoll", name="Gnoll")
    target = errant("Bree", phys=phys, hp=hp)
    dice = DamageDice(number, sides)
    attack = Attack(gnoll, None, (PlannedRoll("bite", dice),) * 2, target=target)
    stream, ends, times = Streams("odds").stream("attack"), Counter[str](), 3_000
    for _ in range(times):
        after = campaign(target, world=World(npcs=(gnoll,)))
        for roll in roll_attack(attack, stream):
            after, _ = harm_target(after, attack, roll.damage, stream)
        bree = after.get_errant("bree")
        ends["zero"] += bree.hp == 0
        ends["out"] += bree.out_of_action or bree.dead
        ends["wounded"] += bree.dead or any(each.kind == "wound" for each in after.book.effects)
    odds = compute_attack_odds(hp, phys, [compute_damage_odds(dice, 0)] * 2)
    assert abs(ends["zero"] / times - odds.at_zero) < 0.03
    assert ends["wounded"] / times <= float(sum(odds.rows.values())) + 0.03


def test_mail_blocks_from_8_to_7_and_a_true_strike_is_spent() -> None:
    sword = item("sword", weapon="heavy", plus=2)
    bree, wim = errant("Bree", sword), errant("Wim", item("mail", blocks=8, place="worn"))
    weapon = Weapon("sword", "heavy", item="sword")
    attack = Attack(
        bree,
        weapon,
        (PlannedRoll("", DamageDice(2, 6)),),
        target=wim,
        piece=wim.get_item("mail"),
        blocks=1,
        true_strikes=1,
    )
    after = _settle(campaign(bree, wim), attack, [1, 3])
    assert after.get_errant("bree").get_item("sword").true_strikes == 1
    assert _find(after.get_errant("wim"), "mail") is None  # two maxima


@pytest.mark.parametrize(
    ("rides", "ridden", "weapon", "steps"),
    [
        ("tansy", "", "medium", [1]),
        ("", "tansy", "heavy", [-1, 1]),
        ("tansy", "mule", "heavy", [1, -1, 1]),
        ("", "", "heavy", []),
    ],
)
def test_riders_are_known(rides: str, ridden: str, weapon: str, steps: list[int]) -> None:
    bree, wim = errant("Bree", rides=rides), errant("Wim", rides=ridden)
    attack = Attack(bree, Weapon("it", weapon), (), target=wim)  # type: ignore[arg-type]
    assert [each.steps for each in list_known_damage_steps(campaign(bree, wim), attack)] == steps


def test_statuses_on_either_side_are_known() -> None:
    bree, wim = errant("Bree"), errant("Wim")
    effects = (
        effect("Terrified", "condition", errant="bree", own_attacks=-2, foe="wim"),
        effect("Prone", "condition", errant="wim", against=1),
    )
    attack = Attack(bree, None, (), target=wim)
    known = list_known_damage_steps(campaign(bree, wim, effects=effects), attack)
    assert [(each.name, each.steps) for each in known] == [("Terrified", -2), ("Prone", 1)]
    alone = list_known_damage_steps(campaign(bree, wim, effects=effects), Attack(bree, None, ()))
    assert alone == ()


SPECIAL = (
    "Gambits +2 DV, own saves against gambits -2. An unblocked bite asks for a Morale roll. "
    "Failed: rabid. A 1 against it costs 2 Quality."
)


def test_a_special_in_these_words_counts() -> None:
    goblin, bree = Npc(id="g", name="Goblin", special=SPECIAL), errant("Bree")
    assert list_gambit_dv_changes(goblin, bree) == [("Goblin", 2)]
    assert list_gambit_dv_changes(bree, goblin) == [("Goblin", -2)]
    assert (
        find_weapon_quality_lost_by_ones(goblin),
        find_weapon_quality_lost_by_ones(bree),
        find_weapon_quality_lost_by_ones(None),
    ) == (2, 1, 1)


def test_of_a_special_is_told_what_the_attack_is_about() -> None:
    goblin, bree = Npc(id="g", name="Goblin", special=SPECIAL), errant("Bree")
    bite = Attack(goblin, None, (PlannedRoll("bite", DamageDice(1, 6)),), target=bree)
    club = bite._replace(rolls=(PlannedRoll("club", DamageDice(1, 6)),))
    assert find_special_text_for_attack(bite, 0).startswith("An unblocked bite")
    assert find_special_text_for_attack(club, 3).startswith("An unblocked bite")
    assert find_special_text_for_attack(club, 0) == ""
    assert find_special_text_for_attack(bite._replace(attacker=bree), 3) == ""


def test_a_remorhaz_costs_a_sword_2_quality() -> None:
    remorhaz = Npc(id="r", name="Remorhaz", special="A 1 against it costs 2 Quality.")
    bree = errant("Bree", item("sword", weapon="medium", quality="masterwork"))
    attack = Attack(
        bree,
        Weapon("sword", "medium", item="sword"),
        (PlannedRoll("", DamageDice(1, 8)),),
        target=remorhaz,
    )
    after = _settle(campaign(bree, world=World(npcs=(remorhaz,))), attack, [1])
    assert after.get_errant("bree").get_item("sword").quality_left == 1


def test_a_true_strike_goes_to_the_attack_roll_that_showed_least() -> None:
    bree = errant("Bree", item("sword", weapon="medium", plus=1))
    dice = (PlannedRoll("", DamageDice(1, 8)),) * 3
    attack = Attack(bree, Weapon("sword", "medium", item="sword"), dice, true_strikes=1)
    fallen = roll_attack(attack, LoadedFaces([5, 2, 7]))
    assert [roll.damage for roll in fallen] == [5, 8, 7]
