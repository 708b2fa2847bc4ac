"""What a result of the Event Die does, at once, item by item (Core Procedures, Event Die)."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.dice.faces import Faces
from companion.errant.depletion import burn_all
from companion.errant.effects import Effect, expire, run_down
from companion.errant.event_die import Result
from companion.errant.happenings import Began, Happenings
from companion.errant.provisions import deplete_provisions
from companion.errant.turns import Turn, TurnType, innermost, with_innermost
from companion.errant.world import Settlement, Sign, Site
from companion.refusal import Refusal
from companion.text import free_slug

if TYPE_CHECKING:
    from companion.randomtables.draw import Draw
    from companion.randomtables.table import Table

COMPLICATIONS = "downtime/complications"
TRENDS = "downtime/trends"
FindTable: TypeAlias = "Callable[[str], Table]"


class Effects(NamedTuple):
    """What a result did. `pointer` names the table of the place for what the Guide may roll;
    `sign` is the encounter that a sign names or that a sign foretold, secret; `drawn` is the row
    of a complication or trend."""

    campaign: Campaign
    happened: Happenings = ()
    pointer: str = ""
    sign: str | None = None
    drawn: "Draw | None" = None


def site_of(campaign: Campaign, turn: Turn) -> Site | Settlement | None:
    """The place or Settlement a Turn is played at; None where none is named."""
    return next((site for site in campaign.world.sites if site.id == turn.place), None)


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


def took_effect(campaign: Campaign, result: Result, dice: Faces, tables: FindTable) -> Effects:
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
        return _began(campaign, "complication", _drawn(COMPLICATIONS, dice, tables))
    if result == "trend":
        return _began(campaign, "trend", _drawn(TRENDS, dice, tables))
    if result == "expiration":
        effects, ended = expire(campaign.campaign.effects)
        return Effects(campaign.with_effects(effects), ended)
    if result == "intimation":
        return Effects(campaign, pointer=site.encounters if site else "")
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
    return Effects(campaign.with_signs(left), (), pointer, sign.encounter)


def _sign(
    campaign: Campaign, turn: Turn, site: Site | Settlement | None, dice: Faces, tables: FindTable
) -> Effects:
    pointer = site.encounters if site else ""
    sign = sign_at(campaign, turn.type, turn.place)
    if sign is not None:
        return Effects(campaign, pointer=pointer, sign=sign.encounter)
    drawn = None
    with suppress(Refusal):  # a table that is not there must not stop the die; check tells of it
        drawn = _drawn(pointer, dice, tables) if pointer else None
    signs = campaign.world.signs
    sign = Sign(
        id=free_slug("sign", {s.id for s in signs}),
        turn_type=turn.type,
        place=turn.place,
        encounter=drawn.text if drawn else "",
        table=pointer,
    )
    return Effects(campaign.with_signs((*signs, sign)), pointer=pointer, sign=sign.encounter)


def _drawn(table: str, dice: Faces, tables: FindTable) -> "Draw":
    from companion.randomtables.draw import draw  # few results draw, and all would pay for it

    return draw(tables(table), dice)


def _began(campaign: Campaign, kind: str, drawn: "Draw") -> Effects:
    effects = campaign.campaign.effects
    row = drawn.row.data
    effect = Effect(
        id=free_slug(str(row.get("kind", kind)), {e.id for e in effects}),
        name=drawn.text,
        kind="complication" if kind == "complication" else "trend",
        lasting=bool(row.get("lasting", False)),
    )
    began = Began(effect.id, effect.name, effect.kind, effect.lasting)
    return Effects(
        campaign.with_effects((*effects, effect)), (began,), pointer=drawn.table.name, drawn=drawn
    )
