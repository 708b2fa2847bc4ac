"""Places at the prompt: at, sign, known."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import is_known_site, list_known_sites, make_known
from companion.commands.context import WORDS, Ruling
from companion.commands.resolve.fields import parse_yes_or_no
from companion.errant.world import Settlement, Sign, Site
from companion.grammar.context import Context
from companion.grammar.kinds.places import find_place, find_place_name
from companion.grammar.line import quote_name
from companion.grammar.registry import has_no_arguments, match_all
from companion.refusal import Impossible, Malformed
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


@WORDS.command("at", subject="nights", usage="at PLACE", completes=("place",))
def handle_at(context: Context) -> Ruling:
    """Play the open Turn at another place."""
    if not context.arguments:
        raise Malformed("At which place?", "Try: at chapel")
    campaign = context.campaign
    place = find_place(context, " ".join(context.arguments), arriving=True)
    if not campaign.turns:
        way = f"zoom travel at {quote_name(place.id)}, or zoom downtime at {quote_name(place.id)}"
        raise Impossible("No Turn is open.", f"Try: {way}")
    turn = replace(campaign.innermost_turn, place=place.id)
    report = PlaceReport(place=place.id, name=place.name)
    return Ruling(campaign.with_innermost_turn(turn), report)


@WORDS.command(
    "sign",
    subject="nights",
    usage="sign | sign end [PLACE]",
    reads=has_no_arguments,
    secret=match_all,
    completes=("end", "place"),
)
def handle_sign(context: Context) -> Ruling:
    """List the signs that wait, or end those of a place."""
    if context.seat != "guide":
        raise Impossible("The signs that wait are for the Guide alone.", "Try: as guide")
    campaign, signs = context.campaign, context.campaign.world.signs
    if not context.arguments:
        return Ruling(campaign, SignReport(step="listed", signs=build_sign_lines(campaign, signs)))
    if context.arguments[0].casefold() != "end":
        raise Malformed(f"«sign {context.rest}» says nothing of a sign.", "Try: sign end")
    typed = " ".join(context.arguments[1:])
    place = find_place(context, typed).id if typed else campaign.innermost_turn.place
    ended = tuple(sign for sign in signs if sign.place == place)
    if not ended:
        raise Impossible("No sign waits there.", "Type sign to see them.")
    left = tuple(sign for sign in signs if sign not in ended)
    report = SignReport(step="ended", signs=build_sign_lines(campaign, ended))
    return Ruling(campaign.with_signs(left), report)


@WORDS.command(
    "known",
    subject="nights",
    usage="known [PLACE [yes|no]]",
    reads=has_no_arguments,
    completes=("place", "whether known"),
)
def handle_known(context: Context) -> Ruling:
    """List the places the players know of, or say of one whether they do."""
    campaign = context.campaign
    if not context.arguments:
        known = list_known_sites(campaign)
        unknown = tuple(site for site in campaign.world.sites if site not in known)
        return Ruling(campaign, _build_known_report(known, unknown))
    if context.seat != "guide":
        raise Impossible("What the players know of is the Guide's to say.", "Try: known")
    *name, last = context.arguments
    has_answer = bool(name) and last.casefold() in ("yes", "no")
    known_now = parse_yes_or_no("known", last) if has_answer else True
    site = find_place(context, " ".join(name if has_answer else context.arguments))
    if known_now and context.is_secret:
        raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
    campaign = make_known(campaign, site.id, known=known_now)
    if known_now:
        return Ruling(campaign, _build_known_report((site,), ()))
    if is_known_site(campaign, site.id):
        raise Impossible(
            f"The players see {site.name}.",
            "The Company is there, has bought or sought something there, or has a stash there.",
        )
    return Ruling(campaign, _build_known_report((), (site,)), secret=True)


def _build_known_report(
    known: tuple[Site | Settlement, ...], unknown: tuple[Site | Settlement, ...]
) -> KnownPlacesReport:
    return KnownPlacesReport(
        known=tuple(site.name for site in known), unknown=tuple(site.name for site in unknown)
    )
