"""Places at the prompt: at, sign, known."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import is_known_site, list_known_sites, make_known
from companion.commands.context import Ruling
from companion.errant.world import Settlement, Sign, Site
from companion.grammar.context import Context
from companion.grammar.kinds.places import find_place_name, require_guide
from companion.grammar.line import quote_name
from companion.refusal import Impossible
from companion.reports.status import KnownPlacesReport
from companion.reports.turns import PlaceReport, SignLine, SignReport


def build_sign_lines(campaign: Campaign, signs: tuple[Sign, ...]) -> tuple[SignLine, ...]:
    """Signs for a Report."""
    return tuple(
        SignLine(
            sign.turn_type,
            sign.place,
            sign.encounter,
            find_place_name(campaign, sign.place),
            sign.clue,
            sign.row,
        )
        for sign in signs
    )


def go_to_place(context: Context, place: Site | Settlement) -> Ruling:
    """Play the open Turn at another place."""
    campaign = context.campaign
    if not campaign.turns:
        way = f"zoom travel at {quote_name(place.id)}, or zoom downtime at {quote_name(place.id)}"
        raise Impossible("No Turn is open.", f"Try: {way}")
    turn = replace(campaign.innermost_turn, place=place.id)
    report = PlaceReport(place=place.id, name=place.name)
    return Ruling(campaign.with_innermost_turn(turn), report)


def show_signs(context: Context) -> Ruling:
    """The signs that wait."""
    require_guide(context, "The signs that wait are for the Guide alone.", "Try: as guide")
    signs = build_sign_lines(context.campaign, context.campaign.world.signs)
    return Ruling(context.campaign, SignReport(step="listed", signs=signs))


def end_signs(context: Context, place: Site | Settlement | None) -> Ruling:
    """The signs of a place, or of this one, wait no longer."""
    require_guide(context, "The signs that wait are for the Guide alone.", "Try: as guide")
    campaign, signs = context.campaign, context.campaign.world.signs
    place_id = place.id if place else campaign.innermost_turn.place
    ended = tuple(sign for sign in signs if sign.place == place_id)
    if not ended:
        raise Impossible("No sign waits there.", "Type sign to see them.")
    left = tuple(sign for sign in signs if sign not in ended)
    report = SignReport(step="ended", signs=build_sign_lines(campaign, ended))
    return Ruling(campaign.with_signs(left), report)


def show_known_places(context: Context) -> Ruling:
    """The places the players know of."""
    known = list_known_sites(context.campaign)
    unknown = tuple(site for site in context.campaign.world.sites if site not in known)
    return Ruling(context.campaign, _build_known_report(known, unknown))


def set_known(context: Context, place: Site | Settlement, is_known: bool) -> Ruling:
    """Say of a place whether the players know of it."""
    if is_known and context.is_secret:
        raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
    campaign = make_known(context.campaign, place.id, known=is_known)
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
