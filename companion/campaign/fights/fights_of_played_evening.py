"""The fights of an evening, read from its entries: with whom, for how long, and what came of
them."""

from collections.abc import Iterator

from msgspec import Struct

from companion.campaign.campaign import Campaign
from companion.campaign.record.recap import Evening
from companion.errant.company import Errant
from companion.errant.harm.harm import find_current_hp, list_group_hp
from companion.errant.harm.wounds import list_wounds
from companion.errant.turns.turns import Turn
from companion.errant.world import Npc
from companion.values_with_ids import pair_changed_values


class FoughtFoe(Struct, frozen=True):
    """An NPC, or a group, and how many of it were beaten."""

    name: str
    beaten: int


class FoughtErrant(Struct, frozen=True):
    """What a fight cost one of the Company: HP, falls to 0, wounds, their life."""

    errant: str
    lost: int
    falls: int
    wounds: tuple[str, ...]
    died: bool


class FoughtLine(Struct, frozen=True):
    """A fight: when it began, how many Initiative Turns it took, and how it went for each side."""

    day: int
    time: str
    turns: int
    foes: tuple[FoughtFoe, ...]
    company: tuple[FoughtErrant, ...]


def list_fights_of_evening(evening: Evening) -> tuple[FoughtLine, ...]:
    """The fights of an evening in their order: Initiative Turns in which somebody of the others
    took part, or one of the Company was harmed. The last may go on yet."""
    found: list[FoughtLine | None] = []
    began: Campaign | None = None
    foes: dict[str, None] = {}
    for _, before, after in evening:
        was, now = _find_initiative_turn(before), _find_initiative_turn(after)
        if now is not None and began is None:
            began, foes = (before if was is None else evening[0].before), {}
        foes |= {each.id: None for each in after.book.combatants if each.side == "others"}
        if began is not None and was is not None and now is None:
            found.append(_build_fought_line(began, after, was.number, foes))
            began = None
    last = evening[-1].after
    if began is not None and (turn := _find_initiative_turn(last)) is not None:
        found.append(_build_fought_line(began, last, turn.number, foes))
    return tuple(line for line in found if line is not None)


def _find_initiative_turn(campaign: Campaign) -> Turn | None:
    turn = campaign.turns[-1] if campaign.turns else None
    return turn if turn is not None and turn.type == "initiative" else None


def _build_fought_line(
    before: Campaign, after: Campaign, turns: int, fought: dict[str, None]
) -> FoughtLine | None:
    """The fight between these two; None if nobody took part in it and nobody was harmed."""
    foes = tuple(_list_foes_of_fight(before, after, fought))
    company = tuple(_list_harmed_errants(before, after))
    if not foes and not company:
        return None
    return FoughtLine(before.now.day, before.now.time, turns, foes, company)


def _list_foes_of_fight(
    before: Campaign, after: Campaign, fought: dict[str, None]
) -> Iterator[FoughtFoe]:
    """Those who fought, and those who were harmed; only whom the players have met."""
    were = {npc.id: npc for npc in before.world.npcs}
    for npc in after.world.npcs:
        was = were.get(npc.id)
        beaten = _count_beaten_of_group(npc) - (_count_beaten_of_group(was) if was else 0)
        is_harmed = npc.hp != (was.hp if was else ())
        if npc.met and (npc.id in fought or is_harmed):
            yield FoughtFoe(npc.name, max(0, beaten))


def _count_beaten_of_group(npc: Npc) -> int:
    return sum(hp == 0 for hp in list_group_hp(npc))


def _list_harmed_errants(before: Campaign, after: Campaign) -> Iterator[FoughtErrant]:
    for was, now in pair_changed_values(before.errants, after.errants):
        if was is None or now is None:
            continue
        wounds = tuple(
            each.name
            for each in list_wounds(after.book.effects, now.id)
            if each not in before.book.effects
        )
        lost = _find_hp(before, was) - _find_hp(after, now)
        falls, died = now.at_zero - was.at_zero, now.is_dead and not was.is_dead
        if lost > 0 or falls > 0 or wounds or died:
            yield FoughtErrant(now.id, max(0, lost), max(0, falls), wounds, died)


def _find_hp(campaign: Campaign, errant: Errant) -> int:
    return find_current_hp(errant, campaign.book.effects)
