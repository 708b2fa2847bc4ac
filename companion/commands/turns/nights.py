"""Nights, places and food at the prompt: sleep, watch, at, sign, plenty, eat."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import is_known_site, list_known_sites, make_known
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.resolve.fields import parse_yes_or_no
from companion.commands.resolve.names import find_errant, require_present, split_names
from companion.commands.resolve.places import find_place
from companion.commands.turns.declarations import (
    build_night_report,
    ensure_turn_begun,
    parse_watchers,
    set_asleep,
    start_sleep,
)
from companion.commands.turns.turns import find_place_name
from companion.errant.errants import list_present
from companion.errant.provisions import eat_meals
from companion.errant.turns import get_innermost_turn, replace_innermost_turn
from companion.errant.world import Settlement, Sign, Site
from companion.grammar.line import quote_name
from companion.grammar.registry import has_no_arguments, match_all
from companion.refusal import Impossible, Malformed
from companion.reports.status import KnownPlacesReport
from companion.reports.turns import HappeningsReport, PlaceReport, SignLine, SignReport


@WORDS.command(
    "sleep",
    subject="nights",
    usage="sleep [suitable|uncomfortable|open] [watch ERRANT…]",
    completes=("night…",),
)
def handle_sleep(context: Context) -> Ruling:
    """This Travel Turn is slept through."""
    set_asleep(get_innermost_turn(context.campaign.turns), forced=context.is_forced)
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = start_sleep(campaign, context.arguments, forced=context.is_forced)
    return Ruling(campaign, build_night_report(campaign))


@WORDS.command(
    "watch",
    subject="nights",
    usage="watch ERRANT [ERRANT…] | watch nobody",
    short=("w",),
    completes=("watcher…",),
)
def handle_watch(context: Context) -> Ruling:
    """Who keeps watch this Turn."""
    turn = get_innermost_turn(context.campaign.turns)
    if turn.type != "travel":
        raise Impossible("Watch is kept in Travel Turns.", "Try: out until one is reached")
    watching = parse_watchers(context.campaign, context.arguments)
    campaign, _ = ensure_turn_begun(context.campaign)
    turn = replace(get_innermost_turn(campaign.turns), watch=watching)
    campaign = campaign.with_turns(replace_innermost_turn(campaign.turns, turn))
    return Ruling(campaign, build_night_report(campaign))


@WORDS.command("at", subject="nights", usage="at PLACE", completes=("place",))
def handle_at(context: Context) -> Ruling:
    """Move the Company to another place."""
    if not context.arguments:
        raise Malformed("At which place?", "Try: at chapel")
    place = find_place(context, " ".join(context.arguments), arriving=True)
    if not context.campaign.turns:
        way = f"zoom travel at {quote_name(place.id)}, or zoom downtime at {quote_name(place.id)}"
        raise Impossible("No Turn is open.", f"Try: {way}")
    turn = get_innermost_turn(context.campaign.turns)
    moved = replace_innermost_turn(context.campaign.turns, replace(turn, place=place.id))
    campaign = context.campaign.with_turns(moved)
    return Ruling(campaign, PlaceReport(place=place.id, name=place.name))


@WORDS.command(
    "sign",
    subject="nights",
    usage="sign | sign end [PLACE]",
    reads=has_no_arguments,
    secret=match_all,
    completes=("end", "place"),
)
def handle_sign(context: Context) -> Ruling:
    """List the signs that wait, or end one."""
    if context.seat != "guide":
        raise Impossible("The signs that wait are for the Guide alone.", "Try: as guide")
    campaign, signs = context.campaign, context.campaign.world.signs
    if not context.arguments:
        return Ruling(campaign, SignReport(step="listed", signs=build_sign_lines(campaign, signs)))
    if context.arguments[0].casefold() != "end":
        raise Malformed(f"«sign {context.rest}» says nothing of a sign.", "Try: sign end")
    typed = " ".join(context.arguments[1:])
    place = find_place(context, typed).id if typed else get_innermost_turn(campaign.turns).place
    ended = tuple(sign for sign in signs if sign.place == place)
    if not ended:
        raise Impossible("No sign waits there.", "Type sign to see them.")
    left = tuple(sign for sign in signs if sign not in ended)
    report = SignReport(step="ended", signs=build_sign_lines(campaign, ended))
    return Ruling(campaign.with_signs(left), report)


def build_sign_lines(campaign: Campaign, signs: tuple[Sign, ...]) -> tuple[SignLine, ...]:
    """Signs as a Report has them."""
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


@WORDS.command("plenty", subject="nights", usage="plenty on|off", completes=("on or off",))
def handle_plenty(context: Context) -> Ruling:
    """Food is plentiful, or no longer."""
    words = {"on": True, "off": False}
    typed = " ".join(context.arguments).casefold()
    if typed not in words:
        raise Malformed("Is food plentiful here?", "Try: plenty on, or plenty off")
    campaign = context.campaign.with_clock(plentiful_food=words[typed])
    return Ruling(campaign, HappeningsReport(word=f"plenty {typed}", happened=()))


@WORDS.command("eat", subject="nights", usage="eat [ERRANT…]", completes=("here…",))
def handle_eat(context: Context) -> Ruling:
    """A meal that no Event Die asked for."""
    campaign = context.campaign
    names = split_names(context.arguments)
    if context.arguments and not names:
        raise Malformed("Who eats?", "Try: eat bree, or eat alone for all who starve")
    named = [require_present(find_errant(campaign, typed)) for typed in names]
    eating = named or [e for e in list_present(campaign.errants) if e.starving is not None]
    if not eating:
        raise Impossible("Nobody starves.", "Try: eat bree, or deplete when everybody eats")
    company, happened = eat_meals(
        campaign.errants, [e.id for e in eating], campaign.book.rules.refill
    )
    return Ruling(campaign.with_company(company), HappeningsReport(word="eat", happened=happened))


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
        return Ruling(campaign, _build_report(known, unknown))
    if context.seat != "guide":
        raise Impossible("What the players know of is the Guide's to say.", "Try: known")
    *name, last = context.arguments
    said = bool(name) and last.casefold() in ("yes", "no")
    heard = parse_yes_or_no("known", last) if said else True
    site = find_place(context, " ".join(name if said else context.arguments))
    if heard and context.is_secret:
        raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
    campaign = make_known(campaign, site.id, known=heard)
    if not heard:
        _require_out_of_sight(campaign, site)
    report = _build_report((site,), ()) if heard else _build_report((), (site,))
    return Ruling(campaign, report, secret=not heard)


def _require_out_of_sight(campaign: Campaign, site: Site | Settlement) -> None:
    """That nothing else shows the players a site. Raises Impossible."""
    if is_known_site(campaign, site.id):
        raise Impossible(
            f"The players see {site.name}.",
            "The Company is there, has bought or sought something there, or has a stash there.",
        )


def _build_report(
    known: tuple[Site | Settlement, ...], unknown: tuple[Site | Settlement, ...]
) -> KnownPlacesReport:
    return KnownPlacesReport(
        known=tuple(site.name for site in known), unknown=tuple(site.name for site in unknown)
    )
