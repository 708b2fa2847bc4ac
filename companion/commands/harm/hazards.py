"""Answers `hazard`: harm from falls, fire and a held breath."""

from math import prod

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import record_action, require_unsurprised
from companion.campaign.fights.harm import apply_harm
from companion.commands.dice_for_handlers import make_harm_face_source
from companion.commands.handler_result import Ruling
from companion.commands.harm.direct_damage import build_harm_report
from companion.errant.company import Company, Errant, list_members_present
from companion.errant.happenings import Happenings
from companion.errant.harm.harm import Harm
from companion.errant.harm.harm_happenings import BreathHeld, Burning
from companion.errant.harm.hazards import (
    FEET_A_STEP,
    count_breath_turns,
    divide_fall_damage,
    list_fall_dice,
    roll_faces,
)
from companion.errant.names_to_type import quote_typed_name
from companion.errant.turns.timers import Effect, EffectKind
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    require_errant_or_retainer,
    require_present_and_able_errant,
    require_present_errant,
)
from companion.refusal import Impossible
from companion.values_with_ids import make_free_slug, replace_by_id


def roll_fall(context: Context, errant: Errant, feet: int, catchers: Company | None) -> Ruling:
    """Roll the damage of a fall; whoever catches them takes an equal share."""
    require_present_errant(errant, forced=None if errant.is_dead else context.is_forced)
    caught_by = catchers or ()
    for each in caught_by:
        if each.id == errant.id:
            raise Impossible(
                f"{errant.name} cannot catch themselves.",
                typed=quote_typed_name(errant),
                instead=[
                    quote_typed_name(e)
                    for e in list_members_present(context.campaign.errants)
                    if e != errant
                ],
            )
        require_present_and_able_errant(each, forced=context.is_forced)
    sides = list_fall_dice(feet)
    if not sides:
        raise Impossible(
            f"A fall of {feet} feet does no damage.", f"It does from {FEET_A_STEP} feet on."
        )
    campaign, happened = context.campaign, tuple[Happenings, ...]()
    with make_harm_face_source(context) as dice:
        faces = roll_faces(sides, dice)
        share = divide_fall_damage(prod(faces), 1 + len(caught_by))
        harm = Harm(share, "physical", f"a fall of {feet} feet")
        for each in (errant, *caught_by):
            campaign, befell = apply_harm(campaign, campaign.get_errant(each.id), harm, dice)
            happened = (*happened, befell)
    report = build_harm_report(
        campaign,
        "fall",
        errant,
        tuple(each for befell in happened for each in befell),
        faces,
        " × ".join(f"d{each}" for each in sides),
        entered=context.faces is not None,
    )
    return Ruling(campaign, report, outcome=str(prod(faces)))


def set_errant_on_fire(context: Context, errant: Errant) -> Ruling:
    """Set somebody on fire: D6 of damage as this Turn ends, and a die more with each Turn after."""
    campaign = _begin_hazard(context, errant, "burning", "on fire", 1)
    report = build_harm_report(campaign, "fire", errant, (Burning(errant.id, 1),))
    return Ruling(campaign, report)


def fight_fire_on_errant(context: Context, errant: Errant, count: int | None) -> Ruling:
    """Spend so many actions on somebody's fire: each takes a die away."""
    burning = _require_hazard(context, errant, "burning", "is not on fire", "fire")
    require_unsurprised(context.campaign, errant, forced=context.is_forced)
    left = max(0, (burning.turns or 0) - (count or 1))
    effects = context.campaign.book.effects
    if left:
        effects = replace_by_id(effects, replace(burning, turns=left))
    else:
        effects = tuple(each for each in effects if each.id != burning.id)
    campaign = context.campaign.with_effects(effects)
    for _ in range(min(count or 1, 2)):
        campaign = record_action(campaign, errant.id, "other")
    report = build_harm_report(campaign, "out", errant, (Burning(errant.id, left),))
    return Ruling(campaign, report)


def begin_holding_breath(context: Context, errant: Errant) -> Ruling:
    """Somebody is without air, and holds their breath as long as they can."""
    held = count_breath_turns(errant.phys)
    campaign = _begin_hazard(context, errant, "breath", "without air", held)
    report = build_harm_report(campaign, "breath", errant, (BreathHeld(errant.id, held),))
    return Ruling(campaign, report)


def end_holding_breath(context: Context, errant: Errant) -> Ruling:
    """Let somebody breathe again who held their breath."""
    held = _require_hazard(context, errant, "breath", "has air", "breath")
    left = tuple(each for each in context.campaign.book.effects if each.id != held.id)
    campaign = context.campaign.with_effects(left)
    return Ruling(campaign, build_harm_report(campaign, "air", errant, ()))


def _begin_hazard(
    context: Context, errant: Errant, kind: EffectKind, name: str, turns: int
) -> Campaign:
    """The campaign with fire or water on somebody. Raises Impossible if it is on them already."""
    require_present_errant(errant, forced=None if errant.is_dead else context.is_forced)
    require_errant_or_retainer(errant, "has no such figures")
    effects = context.campaign.book.effects
    if any(each.kind == kind and each.errant == errant.id for each in effects):
        way = "out" if kind == "burning" else "air"
        raise Impossible(
            f"{errant.name} is {name} already.", f"Try: hazard {quote_typed_name(errant)} {way}"
        )
    made = Effect(
        id=make_free_slug(name, {each.id for each in effects}),
        name=name,
        kind=kind,
        errant=errant.id,
        turns=turns,
    )
    return context.campaign.with_effects((*effects, made))


def _require_hazard(
    context: Context, errant: Errant, kind: EffectKind, otherwise: str, way: str
) -> Effect:
    for each in context.campaign.book.effects:
        if each.kind == kind and each.errant == errant.id:
            return each
    raise Impossible(f"{errant.name} {otherwise}.", f"Try: hazard {quote_typed_name(errant)} {way}")
