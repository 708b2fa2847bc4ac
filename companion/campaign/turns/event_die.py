"""Applies a result of the Event Die to a campaign: Burn, Deplete, complications, trends and signs
(Core Procedures, Event Die)."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.facts_and_decks_for_tables import (
    find_site_of_turn,
    gather_table_facts,
    list_rows_out_of_decks,
    set_rows_out_of_decks,
)
from companion.campaign.invalid_campaign_values import MAX_NAME_CHARACTERS
from companion.dice.face_sources import Faces
from companion.errant.happenings import EffectBegan, Happenings
from companion.errant.packs.depletion import burn_lights
from companion.errant.turns.event_die import EventResult
from companion.errant.turns.food import deplete_provisions
from companion.errant.turns.timers import Effect, apply_deplete_to_effects, expire_effects
from companion.errant.turns.turns import Turn, TurnType
from companion.errant.world import Sign
from companion.refusal import Broken, Refusal
from companion.text_cleaning import clip_text
from companion.values_with_ids import make_free_slug

if TYPE_CHECKING:
    from companion.randomtables.draws_and_odds_encoding import Draw
    from companion.randomtables.table import FindTable

COMPLICATIONS_TABLE = "downtime/complications"
TRENDS_TABLE = "downtime/trends"


class ResultEffects(NamedTuple):
    """What a result did. `table_name` is the table the Guide may roll on, or that was drawn from;
    `sign` was drawn, still waits or came true, and is secret; `drawn` is the row of a complication
    or trend; `draw_failure` says why no row could be drawn."""

    campaign: Campaign
    happened: Happenings = ()
    table_name: str = ""
    sign: Sign | None = None
    drawn: "Draw | None" = None
    draw_failure: str = ""


def burn_down_lights_and_effects(campaign: Campaign) -> tuple[Campaign, Happenings]:
    """Result 3 of an Exploration Turn: light burns, effects run down and end."""
    company, burned = burn_lights(campaign.errants, campaign.book.rules.refill)
    effects, ran = apply_deplete_to_effects(campaign.book.effects, "exploration")
    return campaign.with_company(company).with_effects(effects), (*burned, *ran)


def deplete_provisions_and_effects(campaign: Campaign) -> tuple[Campaign, Happenings]:
    """Result 3 of a Travel Turn: everybody eats, effects run down and end."""
    book = campaign.book
    company, eaten = deplete_provisions(
        campaign.errants, book.clock.now, book.rules.refill, plentiful=book.clock.plentiful_food
    )
    effects, ran = apply_deplete_to_effects(book.effects, "travel")
    return campaign.with_company(company).with_effects(effects), (*eaten, *ran)


def apply_event_die_result(
    campaign: Campaign, result: EventResult, dice: Faces, tables: "FindTable"
) -> ResultEffects:
    """Apply a result in the innermost Turn; `dice` are those for drawing from tables."""
    turn = campaign.innermost_turn
    sign = find_waiting_sign(campaign, turn.type, turn.place)
    table = find_table_for_result(campaign, result)
    match result:
        case "rest" if turn.resting or turn.asleep:  # no choice to make, but the extra die comes
            return ResultEffects(add_negative_die_for_rest(campaign))
        case "rest":
            return ResultEffects(campaign.with_innermost_turn(replace(turn, choice="rest")))
        case "deplete":
            return ResultEffects(*deplete_provisions_and_effects(campaign))
        case "burn":
            return ResultEffects(*burn_down_lights_and_effects(campaign))
        case "local_effect":
            return ResultEffects(campaign, table_name=table)
        case "encounter":
            left = tuple(each for each in campaign.world.signs if each is not sign)
            return ResultEffects(campaign.with_signs(left), table_name=table, sign=sign)
        case "encounter_sign" if sign is not None:
            return ResultEffects(campaign, table_name=table, sign=sign)
        case "encounter_sign":
            return _draw_sign(campaign, turn, table, dice, tables)
        case "complication":
            return _begin_drawn_effect(campaign, "complication", COMPLICATIONS_TABLE, dice, tables)
        case "trend":
            return _begin_drawn_effect(campaign, "trend", TRENDS_TABLE, dice, tables)
        case "expiration":
            effects, ended = expire_effects(campaign.book.effects)
            return ResultEffects(campaign.with_effects(effects), ended)
        case "intimation":
            return ResultEffects(campaign, table_name=table)
        case _:
            return ResultEffects(campaign)


def find_table_for_result(campaign: Campaign, result: str) -> str:
    """The table of this place that says more of a result; "" for none."""
    site = find_site_of_turn(campaign, campaign.innermost_turn)
    if site is None:
        return ""
    match result:
        case "local_effect":
            return site.local_effects
        case "intimation":
            return site.rumours or site.encounters
        case "encounter" | "encounter_sign":
            return site.encounters
        case _:
            return ""


def add_negative_die_for_rest(campaign: Campaign) -> Campaign:
    """A Rest: the next Travel or Exploration Event Die has one more negative die, once."""
    return campaign.with_clock(rest_dice=1)


def find_waiting_sign(campaign: Campaign, turn_type: TurnType, place: str) -> Sign | None:
    """The sign that waits for this Turn type at this place."""
    signs = campaign.world.signs
    return next((s for s in signs if s.turn_type == turn_type and s.place == place), None)


def _draw_sign(
    campaign: Campaign, turn: Turn, table: str, dice: Faces, tables: "FindTable"
) -> ResultEffects:
    """A new sign that waits for its encounter, drawn from a table if there is one."""
    drawn, undrawn = _draw_table_row(campaign, table, dice, tables) if table else (None, "")
    if drawn is not None:
        campaign = set_rows_out_of_decks(campaign, drawn.out)
    signs = campaign.world.signs
    sign = Sign(
        id=make_free_slug("sign", {s.id for s in signs}),
        turn_type=turn.type,
        place=turn.place,
        encounter=drawn.text if drawn else "",
        clue=drawn.sign if drawn else "",
        table=table,
        row=drawn.row.number if drawn and drawn.row else 0,
    )
    campaign = campaign.with_signs((*signs, sign))
    return ResultEffects(campaign, table_name=table, sign=sign, draw_failure=undrawn)


def _draw_table_row(
    campaign: Campaign, table: str, dice: Faces, tables: "FindTable"
) -> "tuple[Draw | None, str]":
    """A row of a table, or None and why not: a table that is missing, broken or used up does not
    stop the Event Die. Raises Refusal if faces rolled by hand for it do not fit."""
    # Few results draw from a table, and all would pay for its import.
    from companion.randomtables.draw import draw_from

    try:
        given, out = gather_table_facts(campaign), list_rows_out_of_decks(campaign)
        return draw_from(tables(table), dice, find=tables, facts=given, out=out), ""
    except Refusal as refusal:
        if dice.entered:
            raise
        return None, refusal.message if isinstance(refusal, Broken) else str(refusal)


def _begin_drawn_effect(
    campaign: Campaign,
    kind: Literal["complication", "trend"],
    table: str,
    dice: Faces,
    tables: "FindTable",
) -> ResultEffects:
    """Draw a complication or trend from its table and let its effect begin."""
    drawn, undrawn = _draw_table_row(campaign, table, dice, tables)
    if drawn is None:
        return ResultEffects(campaign, table_name=table, draw_failure=undrawn)
    effects = campaign.book.effects
    effect = Effect(
        id=make_free_slug(str(drawn.data.get("kind", kind)), {e.id for e in effects}),
        name=clip_text(drawn.text, MAX_NAME_CHARACTERS),
        kind=kind,
    )
    may_last = bool(drawn.data.get("lasting", False))
    began = EffectBegan(effect.id, effect.name, effect.kind, may_last)
    campaign = set_rows_out_of_decks(campaign.with_effects((*effects, effect)), drawn.out)
    return ResultEffects(campaign, (began,), table_name=table, drawn=drawn)
