"""Answers `wound` and `tend`: wounds by hand, treating them, and whoever is at death's door."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import record_action, require_unsurprised
from companion.campaign.fights.harm import can_take_wounds, kill_errant
from companion.commands.dice_for_handlers import make_harm_face_source
from companion.commands.handler_result import Ruling
from companion.commands.harm.direct_damage import HEALERS_KIT, build_harm_report
from companion.commands.harm.hp_and_wounds_for_reports import (
    build_company_hp_lines,
    build_errant_hp_line,
)
from companion.commands.packs.transfers import require_item_in_reach
from companion.errant.company import Errant, list_members_present
from companion.errant.happenings import Depleted, Happenings
from companion.errant.harm.dying import end_dying, list_dying_effects
from companion.errant.harm.wounds import (
    FIRST_DEADLY_ROW,
    FIRST_ROW_BEYOND,
    apply_wound_row,
    can_bear_wound,
    find_wound_row,
    get_wound_row,
    is_lost_body_part,
    list_wounds,
)
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.depletion import use_item
from companion.errant.packs.items import Item
from companion.errant.packs.stacks import find_most_used_item
from companion.errant.turns.timers import Effect, HarmKind
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    require_errant_or_retainer,
    require_present_and_able_errant,
    require_present_errant,
)
from companion.refusal import Impossible, join_words
from companion.reports.harm import HpReport


def show_everybody_hurt(context: Context) -> HpReport:
    """Report everybody who is hurt, with HP and wounds."""
    return HpReport(errants=build_company_hp_lines(context.campaign, hurt_only=True))


def show_wounds_of_errant(context: Context, errant: Errant) -> HpReport:
    """Report the HP and wounds of one Errant."""
    return HpReport(errants=(build_errant_hp_line(context.campaign, errant),))


def inflict_wound_by_hand(
    context: Context, errant: Errant, row: int, kind: HarmKind | None, side: str | None
) -> Ruling:
    """A wound by hand: what its row does, and no HP lost."""
    campaign, harm_kind = context.campaign, kind or "physical"
    require_errant_or_retainer(errant, "bears no wounds")
    require_present_errant(errant, forced=None if errant.is_dead else context.is_forced)
    if not can_take_wounds(campaign, errant):
        context.refuse_unforced(f"{errant.name} is a Retainer: at 0 HP they are beaten.")
    if row >= FIRST_DEADLY_ROW:
        campaign, happened = kill_errant(campaign, errant, is_beyond=row >= FIRST_ROW_BEYOND)
        return Ruling(campaign, build_harm_report(campaign, "wounded", errant, happened))
    effects = campaign.book.effects
    limb = get_wound_row(row, harm_kind).limb
    if side and limb is None:
        raise Impossible(
            "That wound is neither left nor right.",
            f"Try: wound {quote_typed_name(errant)} {row} {harm_kind}",
        )
    if not can_bear_wound(effects, errant.id, row, harm_kind, side):
        other = find_wound_row(
            effects, errant.id, row, harm_kind, campaign.book.rules.wounds.repeat
        )
        way = (
            f"Try: wound {quote_typed_name(errant)} {other} {harm_kind}"
            if other
            else "Then it is no wound."
        )
        context.refuse_unforced(f"{errant.name} bears that wound already.", way)
    with make_harm_face_source(context) as dice:
        errant, effects, happened = apply_wound_row(
            errant,
            effects,
            row,
            harm_kind,
            dice,
            campaign.turns,
            part=f"{side} {limb}" if side else "",
        )
    campaign = campaign.with_errant(errant).with_effects(effects)
    return Ruling(campaign, build_harm_report(campaign, "wounded", errant, happened))


def tend_dying_errant(context: Context, errant: Errant, tender: Errant | None) -> Ruling:
    """Use a healer's kit on somebody at death's door: they live, and have no more HP for it."""
    if errant.kind in ("stash", "vehicle"):
        raise Impossible(f"{errant.name} is nobody to be tended.", "Who there is: company")
    require_present_errant(errant, forced=None if errant.is_dead else context.is_forced)
    dying = [e for e in list_dying_effects(context.campaign.book.effects) if e.errant == errant.id]
    if not dying:
        raise Impossible(
            f"{errant.name} is not on death's door.",
            f"For HP after a night's Rest: heal {quote_typed_name(errant)} night",
        )
    if all(each.sure for each in dying):
        context.refuse_unforced(f"Nothing helps {errant.name}: the reaper has them.")
    campaign, used = use_healers_kit(context, errant, tender)
    effects, ended = end_dying(campaign.book.effects, errant.id)
    if context.is_forced and not ended:
        ids = {each.id for each in dying}
        effects = tuple(each for each in effects if each.id not in ids)
    campaign = campaign.with_effects(effects)
    report = build_harm_report(campaign, "tended", errant, (*used, *ended))
    return Ruling(campaign, report)


def use_healers_kit(
    context: Context, patient: Errant, tender: Errant | None
) -> tuple[Campaign, Happenings]:
    """Use a healer's kit once: that of whoever tends, else of anybody who can, else the patient's
    own. Raises Impossible without one."""
    campaign = context.campaign
    if tender is not None:
        require_present_and_able_errant(tender, forced=context.is_forced)
    holder, kit = _find_healers_kit(context, patient, tender)
    by = tender or _find_tender(context, holder)
    if context.word == "tend":
        require_unsurprised(campaign, by, forced=context.is_forced)
    if context.word == "tend" and not holder.out_of_action:  # else somebody looks for it
        kit = require_item_in_reach(context, holder, kit)
    after, happened = use_item(holder, kit.id, campaign.book.rules.refill)
    used = tuple(
        replace(each, by=by.id) if isinstance(each, Depleted) else each for each in happened
    )
    return record_action(campaign.with_errant(after), by.id, "other"), used


def _find_tender(context: Context, holder: Errant) -> Errant:
    """Who uses a kit that somebody has: they, or if they are out of action another who is not.
    Raises Impossible, unless it is forced, where everybody else is."""
    if not holder.out_of_action:
        return holder
    for other in list_members_present(context.campaign.errants):
        if not other.out_of_action and other.is_person and not other.is_dead:
            return other
    context.refuse_unforced(f"Nobody here can tend {holder.name}: all are out of action.")
    return holder


def _find_healers_kit(
    context: Context, patient: Errant, tender: Errant | None
) -> tuple[Errant, Item]:
    members = list_members_present(context.campaign.errants)
    others = (each for each in members if each.id != patient.id and not each.out_of_action)
    for holder in (tender, patient) if tender else (*others, patient):
        if (kit := find_most_used_item(holder, HEALERS_KIT)) is not None:
            return holder, kit
    receiver = tender or next((e for e in members if e.id != patient.id), patient)
    way = f"Try: give {quote_typed_name(receiver)} healer's kit"
    if context.word == "tend":
        way = f"For magic that heals: heal {quote_typed_name(patient)} d6"
    if tender is None:
        raise Impossible("Nobody here has a healer's kit with a use left.", way)
    if holders := [e for e in members if find_most_used_item(e, HEALERS_KIT) is not None]:
        way = f"Try: tend {quote_typed_name(patient)} by {quote_typed_name(holders[0])}"
    raise Impossible(f"{tender.name} has no healer's kit with a use left.", way)


def _note_treatment(context: Context, errant: Errant) -> Campaign:
    """The campaign in which a physician has treated somebody in this Turn. Raises Impossible for
    the second time, unless it is forced."""
    campaign = context.campaign
    turn = campaign.turns[-1]
    if errant.id in turn.treated:
        message = (
            f"A physician has treated {errant.name} in this Turn: one wound or disease a Turn."
        )
        context.refuse_unforced(message, "Try: next.")
        return campaign
    treated = replace(turn, treated=(*turn.treated, errant.id))
    return campaign.with_innermost_turn(treated)


def treat_wound_or_disease(context: Context, errant: Errant, wound: Effect | None) -> Ruling:
    """A physician treats one wound or disease in a Downtime Turn; parts that are lost stay lost."""
    campaign = context.campaign
    effects = campaign.book.effects
    found = list_wounds(effects, errant.id)
    found += tuple(e for e in effects if e.errant == errant.id and e.kind == "disease")
    if not found:
        why = f"{errant.name} has no wound and no disease."
        raise Impossible(why, "To see who is hurt: company")
    curable = [each for each in found if not is_lost_body_part(each)]
    if wound is None:
        if len(curable) > 1:
            ways = [
                f"tend {quote_typed_name(errant)} physician {quote_typed_name(each)}"
                for each in curable
            ]
            raise Impossible(
                "A physician treats one wound in a Downtime Turn.", f"Try: {join_words(ways, 'or')}"
            )
        wound = curable[0] if curable else found[0]
    if is_lost_body_part(wound):
        context.refuse_unforced(
            f"No physician gives that back: {wound.name}.",
            f"To end it all the same: effect end {quote_typed_name(wound)}",
        )
    if not campaign.turns or campaign.turns[-1].type != "downtime":
        context.refuse_unforced("A physician takes a Downtime Turn.", "Try: zoom downtime")
    else:
        campaign = _note_treatment(context, errant)
    left = tuple(each for each in effects if each.id != wound.id)
    campaign = campaign.with_effects(left)
    report = build_harm_report(campaign, "treated", errant, (), wound=wound.name)
    return Ruling(campaign, report)
