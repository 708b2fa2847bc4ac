"""Answers `at`, `sign` and `known`: where the Company is, how far it is to places, which places are
known, and the signs of encounters."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import (
    is_known_site,
    list_known_sites,
    list_sites_for_seat,
    mark_sites_known,
)
from companion.campaign.turns.event_die import find_waiting_sign
from companion.commands.handler_result import Ruling
from companion.commands.status import build_encounter_sign_lines
from companion.errant.names_to_type import quote_typed_name
from companion.errant.turns.event_die import find_event_die_result
from companion.errant.world import Settlement, Sign, Site, count_hexes_between
from companion.grammar.argument_kinds.places import NOTE_SIGN, SIGNS, require_guide_seat
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.status import KnownPlacesReport
from companion.reports.turns import DistanceReport, PlaceReport, SignReport
from companion.values_with_ids import make_free_slug, replace_by_id


def go_to_place(context: Context, place: Site | Settlement) -> Ruling:
    """Play the open Turn at another place. Raises Impossible where no Turn is open and, unless it
    is forced, in a fight."""
    campaign = context.campaign
    if not campaign.turns:
        name = quote_typed_name(place)
        way = f"zoom travel at {name}, or zoom downtime at {name}"
        raise Impossible("No Turn is open.", f"Try: {way}")
    if campaign.book.combatants:
        context.refuse_unforced("A fight goes on, and nobody goes elsewhere.", "Try: out")
    turn = replace(campaign.innermost_turn, place=place.id)
    report = PlaceReport(place=place.id, name=place.name)
    return Ruling(campaign.with_innermost_turn(turn), report)


def show_encounter_signs(context: Context) -> SignReport:
    """Report the signs of encounters that have yet to come."""
    require_guide_seat(context, SIGNS, NOTE_SIGN)
    signs = build_encounter_sign_lines(context.campaign, context.campaign.world.signs)
    return SignReport(step="listed", signs=signs)


def end_encounter_signs(context: Context, place: Site | Settlement | None) -> Ruling:
    """The signs of a place, or of this one, wait no longer."""
    require_guide_seat(context, SIGNS, NOTE_SIGN)
    campaign, signs = context.campaign, context.campaign.world.signs
    place_id = place.id if place else campaign.innermost_turn.place
    ended = tuple(sign for sign in signs if sign.place == place_id)
    if not ended:
        raise Impossible("No sign waits there.", "Type sign to see them.")
    left = tuple(sign for sign in signs if sign not in ended)
    report = SignReport(step="ended", signs=build_encounter_sign_lines(campaign, ended))
    return Ruling(campaign.with_signs(left), report)


def foretell_encounter(context: Context, encounter: str) -> Ruling:
    """Say whom the sign foretells that waits in this Turn type and place; a new one if none does.
    Raises Impossible in Initiative Turns and, unless forced, for one that foretells somebody."""
    require_guide_seat(context, SIGNS, NOTE_SIGN)
    campaign, turn = context.campaign, context.campaign.innermost_turn
    find_event_die_result(turn.type, 1)
    waiting, signs = find_waiting_sign(campaign, turn.type, turn.place), campaign.world.signs
    if waiting is not None and waiting.encounter:
        context.refuse_unforced(f"The sign here foretells this: {waiting.encounter.rstrip('.')}.")
    sign = Sign(
        id=waiting.id if waiting else make_free_slug("sign", {each.id for each in signs}),
        turn_type=turn.type,
        place=turn.place,
        encounter=encounter,
    )
    after = replace_by_id(signs, sign) if waiting else (*signs, sign)
    report = SignReport(step="foretold", signs=build_encounter_sign_lines(campaign, (sign,)))
    return Ruling(campaign.with_signs(after), report)


def show_known_places(context: Context) -> KnownPlacesReport:
    """Report the places that the players know of."""
    known = list_known_sites(context.campaign)
    unknown = tuple(site for site in context.campaign.world.sites if site not in known)
    return _build_known_places_report(known, unknown)


def set_place_known(context: Context, place: Site | Settlement, is_known: bool) -> Ruling:
    """Say of a place whether the players know of it."""
    if is_known and context.is_secret:
        raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
    campaign = mark_sites_known(context.campaign, place.id, known=is_known)
    if is_known:
        return Ruling(campaign, _build_known_places_report((place,), ()))
    if is_known_site(campaign, place.id):
        raise Impossible(
            f"The players see {place.name}.",
            "The Company is there, has bought or sought something there, or has a stash there.",
        )
    return Ruling(campaign, _build_known_places_report((), (place,)), secret=True)


def _build_known_places_report(
    known: tuple[Site | Settlement, ...], unknown: tuple[Site | Settlement, ...]
) -> KnownPlacesReport:
    return KnownPlacesReport(
        known=tuple(site.name for site in known), unknown=tuple(site.name for site in unknown)
    )


def go_or_measure_distance(context: Context, place: Site | Settlement) -> Ruling | DistanceReport:
    """Play the open Turn at another place, or only say how far it is."""
    return (
        measure_hex_distance(context, place) if context.is_asking else go_to_place(context, place)
    )


def measure_hex_distance(context: Context, place: Site | Settlement) -> DistanceReport:
    """How many hexes it is in a straight line from where the Company is. Raises Impossible where
    that is no place this seat knows, or the same."""
    here = _find_company_hex_place(context.campaign, guide=context.is_guide)
    if here is None:
        raise Impossible("The Company is at no place with a name.", "To see the places: known")
    if here.id == place.id:
        raise Impossible(f"The Company is at {place.name}.", "To see the places: known")
    without = next((each.name for each in (here, place) if each.hex is None), "")
    hexes = None
    if here.hex is not None and place.hex is not None:
        hexes = count_hexes_between(here.hex, place.hex)
    return DistanceReport(place.name, here.name, hexes, without)


def _find_company_hex_place(campaign: Campaign, *, guide: bool) -> Site | Settlement | None:
    """Where the Company is: the place of the innermost Turn that has a hex, or else its place."""
    sites = {site.id: site for site in list_sites_for_seat(campaign, guide=guide)}
    found = [sites[t.place] for t in reversed(campaign.turns) if t.place in sites]
    return next((site for site in found if site.hex is not None), found[0] if found else None)
