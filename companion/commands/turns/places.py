"""Places and their signs at the prompt: at, sign, known."""

from msgspec.structs import replace

from companion.campaign.event_die import find_sign
from companion.campaign.known_places import is_known_site, list_known_sites, mark_known
from companion.commands.context import Ruling
from companion.commands.status import build_sign_lines
from companion.errant.event_die import find_result
from companion.errant.naming import type_name
from companion.errant.world import Settlement, Sign, Site
from companion.grammar.context import Context
from companion.grammar.kinds.places import NOTE_SIGN, SIGNS, require_guide
from companion.refusal import Impossible
from companion.reports.status import KnownPlacesReport
from companion.reports.turns import PlaceReport, SignReport
from companion.rows import replace_block
from companion.text import make_free_slug


def go_to_place(context: Context, place: Site | Settlement) -> Ruling:
    """Play the open Turn at another place."""
    campaign = context.campaign
    if not campaign.turns:
        way = f"zoom travel at {type_name(place)}, or zoom downtime at {type_name(place)}"
        raise Impossible("No Turn is open.", f"Try: {way}")
    turn = replace(campaign.innermost_turn, place=place.id)
    report = PlaceReport(place=place.id, name=place.name)
    return Ruling(campaign.with_innermost_turn(turn), report)


def show_signs(context: Context) -> SignReport:
    """The signs that wait."""
    require_guide(context, SIGNS, NOTE_SIGN)
    signs = build_sign_lines(context.campaign, context.campaign.world.signs)
    return SignReport(step="listed", signs=signs)


def end_signs(context: Context, place: Site | Settlement | None) -> Ruling:
    """The signs of a place, or of this one, wait no longer."""
    require_guide(context, SIGNS, NOTE_SIGN)
    campaign, signs = context.campaign, context.campaign.world.signs
    place_id = place.id if place else campaign.innermost_turn.place
    ended = tuple(sign for sign in signs if sign.place == place_id)
    if not ended:
        raise Impossible("No sign waits there.", "Type sign to see them.")
    left = tuple(sign for sign in signs if sign not in ended)
    report = SignReport(step="ended", signs=build_sign_lines(campaign, ended))
    return Ruling(campaign.with_signs(left), report)


def foretell_encounter(context: Context, encounter: str) -> Ruling:
    """Say whom the sign foretells that waits in this Turn type and place; a new one if none does.
    Raises Impossible in Initiative Turns and, unless forced, for one that foretells somebody."""
    require_guide(context, SIGNS, NOTE_SIGN)
    campaign, turn = context.campaign, context.campaign.innermost_turn
    find_result(turn.type, 1)
    waiting, signs = find_sign(campaign, turn.type, turn.place), campaign.world.signs
    if waiting is not None and waiting.encounter:
        context.refuse_unforced(f"The sign here foretells this: {waiting.encounter.rstrip('.')}.")
    sign = Sign(
        id=waiting.id if waiting else make_free_slug("sign", {each.id for each in signs}),
        turn_type=turn.type,
        place=turn.place,
        encounter=encounter,
    )
    after = replace_block(signs, sign) if waiting else (*signs, sign)
    report = SignReport(step="foretold", signs=build_sign_lines(campaign, (sign,)))
    return Ruling(campaign.with_signs(after), report)


def show_known_places(context: Context) -> KnownPlacesReport:
    """The places the players know of."""
    known = list_known_sites(context.campaign)
    unknown = tuple(site for site in context.campaign.world.sites if site not in known)
    return _build_known_report(known, unknown)


def set_known(context: Context, place: Site | Settlement, is_known: bool) -> Ruling:
    """Say of a place whether the players know of it."""
    if is_known and context.is_secret:
        raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
    campaign = mark_known(context.campaign, place.id, known=is_known)
    if is_known:
        return Ruling(campaign, _build_known_report((place,), ()))
    if is_known_site(campaign, place.id):
        raise Impossible(
            f"The players see {place.name}.",
            "The Company is there, has bought or sought something there, or has a stash there.",
        )
    return Ruling(campaign, _build_known_report((), (place,)), secret=True)


def _build_known_report(
    known: tuple[Site | Settlement, ...], unknown: tuple[Site | Settlement, ...]
) -> KnownPlacesReport:
    return KnownPlacesReport(
        known=tuple(site.name for site in known), unknown=tuple(site.name for site in unknown)
    )
