"""Answers `hp`: shows how hurt everybody or one is, and sets HP by hand."""

from msgspec.structs import replace

from companion.campaign.fights.harm import build_unknown_hp_refusal, require_known_hp
from companion.commands.handler_result import Ruling
from companion.commands.harm.direct_damage import require_victim_here_and_alive
from companion.commands.harm.hp_and_wounds_for_reports import (
    build_company_hp_lines,
    build_errant_hp_line,
    build_npc_hp_line,
)
from companion.errant.harm.dying import end_dying
from companion.errant.harm.harm import (
    choose_struck_member,
    find_current_hp,
    find_max_hp,
    is_beaten,
    list_group_hp,
    set_current_hp,
    set_group_hp,
)
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.harm import Victim
from companion.grammar.context import Context
from companion.grammar.option_and_number_parsing import Setting
from companion.refusal import Impossible
from companion.reports.harm import HpReport


def show_everybodys_hp(context: Context) -> HpReport:
    """Report HP and wounds of the Company, and of NPCs that have HP."""
    campaign = context.campaign
    return HpReport(
        errants=build_company_hp_lines(campaign, hurt_only=False),
        npcs=tuple(
            build_npc_hp_line(campaign, npc)
            for npc in campaign.world.npcs
            if npc.hp_max is not None
        ),
    )


def show_hp_of_one(context: Context, victim: Victim) -> HpReport:
    """Report the HP and wounds of one Errant or NPC."""
    if isinstance(victim.who, Npc):
        line = build_npc_hp_line(context.campaign, victim.who)
        return HpReport(errants=(), npc=victim.who.name, npcs=(line,))
    return HpReport(errants=(build_errant_hp_line(context.campaign, victim.who),))


def set_hp(context: Context, victim: Victim, hp: Setting) -> Ruling:
    """Set or change HP by hand: nothing else comes of it, but above 0 nobody is dying."""
    who = victim.who
    if isinstance(who, Npc):
        return _set_npc_hp(context, who, victim.number, hp)
    if who.is_dead:
        require_victim_here_and_alive(context, who)
    if not (who.is_person or who.kind == "animal"):
        require_known_hp(who)
    campaign = context.campaign
    effects = campaign.book.effects
    before = find_current_hp(who, effects)
    wanted = max(0, before + hp.number if hp.is_change else hp.number)
    if who.is_person:
        most = find_max_hp(who, effects)
        if wanted > most:
            context.refuse_unforced(
                f"{who.name} can have {most} HP at most.", f"Try: hp {quote_typed_name(who)} {most}"
            )
            wanted = most
    after = set_current_hp(who, wanted)
    if wanted > 0:
        effects, _ = end_dying(effects, who.id)
    campaign = campaign.with_errant(after).with_effects(effects)
    return Ruling(campaign, HpReport(errants=(build_errant_hp_line(campaign, after),)))


def _set_npc_hp(context: Context, npc: Npc, number: int, hp: Setting) -> Ruling:
    """The HP of one of a group, or where none is numbered of all of them, and the most they have if
    nobody had said it."""
    heads = list_group_hp(npc)
    if npc.hp_max is None and (hp.is_change or not hp.number):
        raise build_unknown_hp_refusal(npc)
    if npc.hp_max is None or (not number and not hp.is_change and hp.number):
        most = max(npc.hp_max or 0, hp.number)
        full = hp.number == most
        many = max(npc.count, 1)
        after = replace(npc, hp_max=most, hp=() if full else (hp.number,) * many)
    elif not number and not hp.is_change:
        after = set_group_hp(npc, (0,) * len(heads))
    else:
        if not number and is_beaten(npc) and len(heads) > 1:
            way = f"Try: hp {quote_typed_name(npc)} 1 {max(1, hp.number)}"
            raise Impossible(f"{npc.name} are beaten: say which of them has HP again.", way)
        try:
            at = (number or (1 if is_beaten(npc) else choose_struck_member(npc))) - 1
            before = heads[at]
        except IndexError:
            raise Impossible(
                f"{npc.name} {number} is none of them.", "They are numbered from 1 on."
            ) from None
        now = max(0, min(npc.hp_max, before + hp.number if hp.is_change else hp.number))
        after = set_group_hp(npc, (*heads[:at], now, *heads[at + 1 :]))
    campaign = context.campaign.with_npc(after)
    line = build_npc_hp_line(campaign, after)
    return Ruling(campaign, HpReport(errants=(), npc=after.name, npcs=(line,)), secret=True)
