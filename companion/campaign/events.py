"""What a result of the Event Die does, at once, item by item (Core Procedures, Event Die)."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.check import MOST_OF_A_NAME
from companion.campaign.decks import out_of, with_out
from companion.campaign.facts import facts, site_of
from companion.dice.faces import Faces
from companion.errant.depletion import burn_all
from companion.errant.effects import Effect, expire, run_down
from companion.errant.event_die import Result
from companion.errant.happenings import Began, Happenings
from companion.errant.provisions import deplete_provisions
from companion.errant.turns import Turn, TurnType, innermost, with_innermost
from companion.errant.world import Settlement, Sign, Site
from companion.refusal import Broken, Refusal
from companion.text import clipped, free_slug

if TYPE_CHECKING:
    from companion.randomtables.draw import Draw
    from companion.randomtables.table import FindTable

COMPLICATIONS = "downtime/complications"
TRENDS = "downtime/trends"


class Effects(NamedTuple):
    """What a result did. `pointer` names the table of the place for what the Guide may roll, or
    the one that was drawn from; `sign` is the sign that was drawn, goes on waiting or came true,
    secret; `drawn` is the row of a complication or trend, and `undrawn` says why a table that
    should have been drawn from was not."""

    campaign: Campaign
    happened: Happenings = ()
    pointer: str = ""
    sign: Sign | None = None
    drawn: "Draw | None" = None
    undrawn: str = ""


def burn(campaign: Campaign) -> tuple[Campaign, Happenings]:
    """Result 3 of an Exploration Turn: light burns, effects run down and end."""
    company, burned = burn_all(campaign.errants, campaign.campaign.rules.refill)
    effects, ran = run_down(campaign.campaign.effects, "exploration")
    return campaign.with_company(company).with_effects(effects), (*burned, *ran)


def deplete(campaign: Campaign) -> tuple[Campaign, Happenings]:
    """Result 3 of a Travel Turn: everybody eats, effects run down and end."""
    book = campaign.campaign
    company, eaten = deplete_provisions(
        campaign.errants, book.clock.now, book.rules.refill, plentiful=book.clock.plentiful_food
    )
    effects, ran = run_down(book.effects, "travel")
    return campaign.with_company(company).with_effects(effects), (*eaten, *ran)


def took_effect(campaign: Campaign, result: Result, dice: Faces, tables: "FindTable") -> Effects:
    """What a result does to the campaign in the innermost Turn; `dice` are the table's."""
    turn = innermost(campaign.turns)
    site = site_of(campaign, turn)
    if result == "rest":
        return _rest(campaign, turn)
    if result == "deplete":
        return Effects(*deplete(campaign))
    if result == "burn":
        return Effects(*burn(campaign))
    if result == "local_effect":
        return Effects(campaign, pointer=site.local_effects if site else "")
    if result == "encounter":
        return _encounter(campaign, turn, site)
    if result == "encounter_sign":
        return _sign(campaign, turn, site, dice, tables)
    if result == "complication":
        return _began(campaign, "complication", COMPLICATIONS, dice, tables)
    if result == "trend":
        return _began(campaign, "trend", TRENDS, dice, tables)
    if result == "expiration":
        effects, ended = expire(campaign.campaign.effects)
        return Effects(campaign.with_effects(effects), ended)
    if result == "intimation":
        return Effects(campaign, pointer=site.rumours or site.encounters if site else "")
    return Effects(campaign)


def _rest(campaign: Campaign, turn: Turn) -> Effects:
    """A Company already Resting is asked nothing, but the extra die still comes."""
    if turn.resting or turn.asleep:
        return Effects(rest_die_added(campaign))
    asked = replace(turn, choice="rest")
    return Effects(campaign.with_turns(with_innermost(campaign.turns, asked)))


def rest_die_added(campaign: Campaign) -> Campaign:
    """A Rest: the next Travel or Exploration Event Die has one more negative die, once."""
    return campaign.with_clock(rest_dice=1)


def sign_at(campaign: Campaign, turn_type: TurnType, place: str) -> Sign | None:
    """The sign that waits for this Turn type at this place."""
    signs = campaign.world.signs
    return next((s for s in signs if s.turn_type == turn_type and s.place == place), None)


def _encounter(campaign: Campaign, turn: Turn, site: Site | Settlement | None) -> Effects:
    sign = sign_at(campaign, turn.type, turn.place)
    pointer = site.encounters if site else ""
    if sign is None:
        return Effects(campaign, pointer=pointer)
    left = tuple(s for s in campaign.world.signs if s.id != sign.id)
    return Effects(campaign.with_signs(left), (), pointer, sign)


def _sign(
    campaign: Campaign, turn: Turn, site: Site | Settlement | None, dice: Faces, tables: "FindTable"
) -> Effects:
    pointer = site.encounters if site else ""
    sign = sign_at(campaign, turn.type, turn.place)
    if sign is not None:
        return Effects(campaign, pointer=pointer, sign=sign)
    drawn, undrawn = _drawn(campaign, pointer, dice, tables) if pointer else (None, "")
    if drawn is not None:
        campaign = with_out(campaign, drawn.out)
    signs = campaign.world.signs
    sign = Sign(
        id=free_slug("sign", {s.id for s in signs}),
        turn_type=turn.type,
        place=turn.place,
        encounter=drawn.text if drawn else "",
        clue=drawn.sign if drawn else "",
        table=pointer,
        row=drawn.row.number if drawn and drawn.row else 0,
    )
    return Effects(campaign.with_signs((*signs, sign)), pointer=pointer, sign=sign, undrawn=undrawn)


def _drawn(
    campaign: Campaign, table: str, dice: Faces, tables: "FindTable"
) -> "tuple[Draw | None, str]":
    """What a table gives, or None and why not: one that is missing, broken or used up must not
    stop the die. What was rolled by hand for it and is no use does."""
    from companion.randomtables.draw import draw  # few results draw, and all would pay for it

    try:
        given, out = facts(campaign), out_of(campaign)
        return draw(tables(table), dice, find=tables, facts=given, out=out), ""
    except Refusal as refusal:
        if dice.entered:
            raise
        return None, refusal.message if isinstance(refusal, Broken) else str(refusal)


def _began(
    campaign: Campaign,
    kind: Literal["complication", "trend"],
    table: str,
    dice: Faces,
    tables: "FindTable",
) -> Effects:
    drawn, undrawn = _drawn(campaign, table, dice, tables)
    if drawn is None:
        return Effects(campaign, pointer=table, undrawn=undrawn)
    effects = campaign.campaign.effects
    effect = Effect(
        id=free_slug(str(drawn.data.get("kind", kind)), {e.id for e in effects}),
        name=clipped(drawn.text, MOST_OF_A_NAME),
        kind=kind,
        lasting=bool(drawn.data.get("lasting", False)),
    )
    began = Began(effect.id, effect.name, effect.kind, effect.lasting)
    campaign = with_out(campaign.with_effects((*effects, effect)), drawn.out)
    return Effects(campaign, (began,), pointer=table, drawn=drawn)
