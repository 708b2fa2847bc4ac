"""Nights, places and food at the prompt: sleep, watch, at, sign, plenty, eat."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.declaring import asleep, ensure_begun, lies_down, night_report, watchers
from companion.commands.names import find_errant, here_only, names_of
from companion.commands.places_meant import find_place
from companion.commands.reports import HappenedReport, PlaceReport, SignLine, SignReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.turns import place_name
from companion.errant.errants import here
from companion.errant.provisions import eat
from companion.errant.turns import innermost, with_innermost
from companion.errant.world import Sign
from companion.refusal import Impossible, Malformed
from companion.words.line import quoted
from companion.words.registry import alone, always


@WORDS.command(
    "sleep",
    subject="nights",
    usage="sleep [suitable|uncomfortable|open] [watch ERRANT…]",
    summary="The Company sleeps this Travel Turn; two of them are a night's Rest. With nobody on "
    "watch, or in an open camp, a 5 on the Event Die counts as a 1. Who kept watch keeps it in the "
    "second Turn too, unless you name others.",
    examples=("sleep", "sleep open", "sleep watch bree wim"),
    completes=("night…",),
)
def sleep_word(sitting: Sitting) -> Ruling:
    """This Travel Turn is slept through."""
    asleep(innermost(sitting.campaign.turns), forced=sitting.forced)
    campaign, _ = ensure_begun(sitting.campaign)
    campaign = lies_down(campaign, sitting.arguments, forced=sitting.forced)
    return Ruling(campaign, night_report(campaign))


@WORDS.command(
    "watch",
    subject="nights",
    usage="watch ERRANT [ERRANT…] | watch nobody",
    summary="Who keeps watch while the others sleep. One who watches a whole Turn alone gains 1 "
    "Exhaustion, two share it and gain none.",
    examples=("watch bree wim", "watch nobody"),
    short=("w",),
    completes=("watcher…",),
)
def watch_word(sitting: Sitting) -> Ruling:
    """Who keeps watch this Turn."""
    turn = innermost(sitting.campaign.turns)
    if turn.type != "travel":
        raise Impossible("Watch is kept in Travel Turns.", "Try: out until one is reached")
    watching = watchers(sitting.campaign, sitting.arguments)
    campaign, _ = ensure_begun(sitting.campaign)
    turn = replace(innermost(campaign.turns), watch=watching)
    campaign = campaign.with_turns(with_innermost(campaign.turns, turn))
    return Ruling(campaign, night_report(campaign))


@WORDS.command(
    "at",
    subject="nights",
    usage="at PLACE",
    summary="Where the open Turn is played: its own tables are pointed at, and its own signs wait "
    "there.",
    examples=("at chapel", 'at "the causeway"'),
    completes=("place",),
)
def at_word(sitting: Sitting) -> Ruling:
    """Move the Company to another place."""
    if not sitting.arguments:
        raise Malformed("At which place?", "Try: at chapel")
    place = find_place(sitting, " ".join(sitting.arguments), arriving=True)
    if not sitting.campaign.turns:
        way = f"zoom travel at {quoted(place.id)}, or zoom downtime at {quoted(place.id)}"
        raise Impossible("No Turn is open.", f"Try: {way}")
    turn = innermost(sitting.campaign.turns)
    moved = with_innermost(sitting.campaign.turns, replace(turn, place=place.id))
    campaign = sitting.campaign.with_turns(moved)
    return Ruling(campaign, PlaceReport(place=place.id, name=place.name))


@WORDS.command(
    "sign",
    subject="nights",
    usage="sign | sign end [PLACE]",
    summary="The signs that wait, for the Guide alone. The Company tracked one down, or has left "
    "its place for good? End it.",
    examples=("sign", "sign end", "sign end chapel"),
    reads=alone,
    secret=always,
    completes=("end", "place"),
)
def sign_word(sitting: Sitting) -> Ruling:
    """List the signs that wait, or end one."""
    if sitting.seat != "guide":
        raise Impossible("The signs that wait are for the Guide alone.", "Try: as guide")
    campaign, signs = sitting.campaign, sitting.campaign.world.signs
    if not sitting.arguments:
        return Ruling(campaign, SignReport(step="listed", signs=sign_lines(campaign, signs)))
    if sitting.arguments[0].casefold() != "end":
        raise Malformed(f"«sign {sitting.rest}» says nothing of a sign.", "Try: sign end")
    typed = " ".join(sitting.arguments[1:])
    place = find_place(sitting, typed).id if typed else innermost(campaign.turns).place
    ended = tuple(sign for sign in signs if sign.place == place)
    if not ended:
        raise Impossible("No sign waits there.", "Type sign to see them.")
    left = tuple(sign for sign in signs if sign not in ended)
    report = SignReport(step="ended", signs=sign_lines(campaign, ended))
    return Ruling(campaign.with_signs(left), report)


def sign_lines(campaign: Campaign, signs: tuple[Sign, ...]) -> tuple[SignLine, ...]:
    """Signs as a Report has them."""
    return tuple(
        SignLine(
            sign.turn_type,
            sign.place,
            sign.encounter,
            place_name(campaign, sign.place),
            sign.clue,
            sign.row,
        )
        for sign in signs
    )


@WORDS.command(
    "plenty",
    subject="nights",
    usage="plenty on|off",
    summary="Whether food is plentiful here: then a result of Deplete costs every member 1 Supply "
    "instead of rations.",
    examples=("plenty on", "plenty off"),
    completes=("on or off",),
)
def plenty_word(sitting: Sitting) -> Ruling:
    """Food is plentiful, or no longer."""
    words = {"on": True, "off": False}
    typed = " ".join(sitting.arguments).casefold()
    if typed not in words:
        raise Malformed("Is food plentiful here?", "Try: plenty on, or plenty off")
    campaign = sitting.campaign.with_clock(plentiful_food=words[typed])
    return Ruling(campaign, HappenedReport(word=f"plenty {typed}", happened=()))


@WORDS.command(
    "eat",
    subject="nights",
    usage="eat [ERRANT…]",
    summary="Someone eats a day's food now, from their own pack, another's, or 1 Supply, and "
    "starves no longer. Alone: all who starve, as far as the food goes.",
    examples=("eat bree", "eat bree wim"),
    completes=("here…",),
)
def eat_word(sitting: Sitting) -> Ruling:
    """A meal that no Event Die asked for."""
    campaign = sitting.campaign
    names = names_of(sitting.arguments)
    if sitting.arguments and not names:
        raise Malformed("Who eats?", "Try: eat bree, or eat alone for all who starve")
    named = [here_only(find_errant(campaign, typed)) for typed in names]
    eating = named or [e for e in here(campaign.errants) if e.starving is not None]
    if not eating:
        raise Impossible("Nobody starves.", "Try: eat bree, or deplete when everybody eats")
    company, happened = eat(
        campaign.errants, [e.id for e in eating], campaign.campaign.rules.refill
    )
    return Ruling(campaign.with_company(company), HappenedReport(word="eat", happened=happened))
