"""Negotiations at the prompt: talk."""

from companion.campaign.campaign import Campaign
from companion.campaign.check import MOST_OF_A_NAME
from companion.commands.circumstances import circumstances
from companion.commands.dispositions import band, meeting
from companion.commands.exchanges import exchanged
from companion.commands.fields_typed import NOTHING
from companion.commands.npcs import bases, npc_report
from companion.commands.people_meant import (
    find_npc,
    is_npc,
    npc_named_first,
    npcs_known,
)
from companion.commands.reacting import reacted
from companion.commands.reports import (
    NegotiationReport,
    NegotiationStep,
    ReactionReport,
)
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.checks import Stakes
from companion.errant.negotiation import (
    CATEGORIES,
    CHECKED,
    PARTED,
    WORN_OUT,
    Checked,
    Negotiation,
    begun,
)
from companion.errant.world import MOST_PATIENCE, Npc
from companion.refusal import Impossible, Malformed, Unknown, did_you_mean, listed
from companion.words.options import Arguments, nothing_more, take_faces, take_flag, take_signed

_STEPS = ("end", "again", "patience", "base")
_SAID = (*CATEGORIES, *_STEPS)


def _only_asks(arguments: Arguments) -> bool:
    """Of the word alone, and of a chance; why a talk ended may well be «?»."""
    return not arguments or ("?" in arguments and "end" not in map(str.casefold, arguments))


@WORDS.command(
    "talk",
    subject="people",
    usage="talk NPC [±N] [=FACE,FACE] | talk NPC CATEGORY [by ERRANT] [dv N] [shaky|risky|dire] "
    "[weak|fair|strong] [NAME ±N]… [=FACE] [?] | talk NPC bribe ±N "
    "| talk NPC base CATEGORY [dv N] [shaky|risky|dire] [weak|fair|strong] "
    "| talk NPC base CATEGORY none | talk NPC patience ±N | talk NPC end [WHY] | talk NPC again "
    "| talk",
    summary="A Negotiation: they bear as many exchanges as their disposition is when it begins; "
    "past that each costs 2 of it. An exchange is banal (small talk); or giving (gifts, praise), "
    "taking (a request, a demand), convincing (another view, a lie), which take a Check of pres by "
    "whoever speaks, else the one with the most; or a bribe, of which you say what it does to "
    "disposition. base says what a category begins with for them; ? tells the chance. Why it ended "
    "is the Guide's to know. Alone, all Negotiations that go on.",
    examples=(
        "talk ysolde",
        "talk ysolde banal",
        "talk ysolde giving by corvin =12",
        "talk ysolde base giving dv 4 dire strong",
        "talk ysolde bribe +1",
        "talk ysolde patience -1",
        "talk ysolde end",
        "talk",
    ),
    reads=_only_asks,
    completes=("npc", "exchange", "of an exchange…"),
)
def talk_word(sitting: Sitting) -> Ruling:
    """Begin, go on with or end a Negotiation."""
    by_hand, arguments = take_faces(sitting.arguments)
    if not arguments:
        return _all_that_go_on(sitting)
    name, said, rest = _split(sitting, arguments)
    npc = find_npc(sitting, name)
    talk = npc.negotiation
    if by_hand is not None and said not in ("", "again", *CHECKED):
        raise Impossible(f"No die is rolled for «{said}».", "Leave the face out.")
    if said == "base":
        return _base(sitting.campaign, npc, rest)
    if said == "" and talk is not None and not (rest or by_hand or talk.ended):
        return Ruling(sitting.campaign, negotiation_report(sitting.campaign, npc, "stands"))
    if said == "again" or (said == "" and talk is None):
        return _begin(sitting, npc, rest, by_hand)
    talk = _must_go_on(sitting, npc, talk)
    if said == "":
        raise Impossible(
            f"The Negotiation with {npc.name} goes on: nothing is rolled anew.",
            f"Try: talk {npc.id} giving, or talk {npc.id} again",
        )
    if said == "end":
        return _end(sitting.campaign, npc, talk, " ".join(rest))
    if said == "patience":
        return _wear(sitting.campaign, npc, talk, rest)
    category = next(each for each in CATEGORIES if each == said)
    return exchanged(sitting, npc, talk, category, rest, by_hand)


def _split(sitting: Sitting, arguments: Arguments) -> tuple[str, str, Arguments]:
    """The NPC's name, what is said or done, and the rest: what is added to a Reaction Roll, where
    nothing is. Malformed where no name comes first, Unknown for a category that is none."""
    first = arguments[0].casefold()
    if first in _SAID:
        raise Malformed(f"To whom? They come before «{first}».", f"Try: talk ysolde {first}")
    for at, argument in enumerate(arguments):
        if at and argument.casefold() in _SAID:
            return " ".join(arguments[:at]), argument.casefold(), arguments[at + 1 :]
    name, rest = npc_named_first(sitting, arguments)
    signed, others = take_signed(rest)
    if others and is_npc(sitting, name):
        raise Unknown(
            f"«{others[0]}» is no kind of exchange.",
            f"{_near(others[0])} They are {listed(CATEGORIES)}.".strip(),
        )
    return (name, "", rest) if len(signed) == len(rest) else (" ".join(arguments), "", ())


def _all_that_go_on(sitting: Sitting) -> Ruling:
    """Everybody with whom a Negotiation goes on. Malformed where there is none."""
    going_on = tuple(npc for npc in npcs_known(sitting) if npc.in_negotiation)
    if not going_on:
        raise Malformed("No Negotiation goes on. Talk to whom?", "Try: talk ysolde")
    return Ruling(sitting.campaign, npc_report(sitting.campaign, "listed", going_on))


def _near(typed: str) -> str:
    return did_you_mean(typed, CATEGORIES) or did_you_mean(typed, _STEPS)


def _over(npc: Npc, talk: Negotiation, *, guide: bool) -> Impossible:
    """When and why it ended; what the Guide said of that, nobody else hears."""
    why = ": their patience was worn out" if talk.ended == WORN_OUT else ""
    if guide and not why:
        why = f": {talk.ended}"
    when = f" on {talk.ended_at}" if talk.ended_at is not None else ""
    return Impossible(
        f"The Negotiation with {npc.name} ended{when}{why}.", f"Try: talk {npc.id} again"
    )


def _must_go_on(sitting: Sitting, npc: Npc, talk: Negotiation | None) -> Negotiation:
    if talk is None:
        raise Impossible(f"{npc.name} is in no Negotiation.", f"Try: talk {npc.id}")
    if talk.ended:
        raise _over(npc, talk, guide=sitting.seat == "guide")
    return talk


def _begin(sitting: Sitting, npc: Npc, rest: Arguments, by_hand: tuple[int, ...] | None) -> Ruling:
    """With the last Reaction Roll, or one made now."""
    campaign, report = sitting.campaign, None
    signed, others = take_signed(rest)
    nothing_more(f"talk {npc.id} again", others)
    if npc.disposition is None:
        found = reacted(sitting, npc, signed, by_hand)
        campaign, npc, report = found.campaign, found.npc, found.report
    elif sitting.seat == "guide" and (signed or by_hand is not None):
        raise Impossible(
            f"The disposition of {npc.name} is known: nothing is rolled.",
            f"To roll anew: react! {npc.id}",
        )
    disposition = _disposition(npc)
    npc = meeting(sitting, npc.with_negotiation(begun(disposition), disposition))
    campaign = campaign.with_npc(npc)
    return Ruling(campaign, negotiation_report(campaign, npc, "began", report), outcome="begins")


def _disposition(npc: Npc) -> int:
    """The disposition of somebody with whom a Negotiation goes on: the files hold no other."""
    assert npc.disposition is not None
    return npc.disposition


def _end(campaign: Campaign, npc: Npc, talk: Negotiation, why: str) -> Ruling:
    if len(why) > MOST_OF_A_NAME:
        raise Malformed(f"Why it ended has {len(why)} characters.", f"At most {MOST_OF_A_NAME}.")
    said = f"{why}." if why in (WORN_OUT, PARTED) else why  # those mean that nobody ended it
    after = npc.with_negotiation(talk.closed(said or PARTED, campaign.now), _disposition(npc))
    campaign = campaign.with_npc(after)
    return Ruling(campaign, negotiation_report(campaign, after, "ended"), outcome="ends")


def _wear(campaign: Campaign, npc: Npc, talk: Negotiation, rest: Arguments) -> Ruling:
    signed, left = take_signed(rest)
    if left or not signed:
        raise Malformed("Patience by how much?", f"Try: talk {npc.id} patience -1")
    if abs(sum(signed)) > MOST_PATIENCE:
        raise Impossible(
            f"{sum(signed):+} is more than anybody bears.", f"At most {MOST_PATIENCE} exchanges."
        )
    after = npc.with_negotiation(talk.worn(-sum(signed)), _disposition(npc))
    campaign = campaign.with_npc(after)
    return Ruling(campaign, negotiation_report(campaign, after, "worn"))


def _base(campaign: Campaign, npc: Npc, rest: Arguments) -> Ruling:
    typed, left = take_flag(rest, *CHECKED)
    category: Checked | None = next((each for each in CHECKED if each == typed), None)
    if category is None:
        raise Malformed(
            "What begins so: giving, taking or convincing?",
            f"Try: talk {npc.id} base giving dv 4 dire strong",
        )
    if left and left[0].casefold() in NOTHING and len(left) == 1:
        after = npc.with_stakes(category, Stakes())
        campaign = campaign.with_npc(after)
        return Ruling(campaign, negotiation_report(campaign, after, "set"))
    under = circumstances(left)
    if not left:
        raise Malformed(
            f"What do {category} exchanges with {npc.name} begin with?",
            f"Try: talk {npc.id} base {category} dv 4 dire strong",
        )
    if under.circumstances:
        raise Malformed(
            "What exchanges begin with is a DV, not circumstances.",
            f"Try: talk {npc.id} base {category} dv 4",
        )
    after = npc.with_stakes(category, under.stakes(npc.stakes(category)))
    campaign = campaign.with_npc(after)
    return Ruling(campaign, negotiation_report(campaign, after, "set"))


def negotiation_report(
    campaign: Campaign,
    npc: Npc,
    step: NegotiationStep,
    reaction: ReactionReport | None = None,
) -> NegotiationReport:
    """How a Negotiation stands."""
    talk = npc.negotiation
    disposition = npc.disposition
    found = band(campaign, disposition) if disposition is not None else None
    return NegotiationReport(
        npc=npc.id,
        name=npc.name,
        step=step,
        disposition=disposition,
        band=found.name if found else None,
        dv_modifier=found.dv if found else 0,
        patience=talk.patience if talk else None,
        exchanges=talk.exchanges if talk else 0,
        exchanges_left=talk.left if talk else 0,
        banal=talk.banal if talk else "not_yet",
        ended=bool(talk and talk.ended),
        why_ended=talk.ended if talk else "",
        bases=bases(npc),
        reaction=reaction,
    )
