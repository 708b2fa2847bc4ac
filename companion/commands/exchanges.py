"""One exchange of a Negotiation: who speaks, the Check, how it is taken, and what is left then."""

from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.commands.checking import check_report, told, without_question
from companion.commands.checks_asked import Asked, social
from companion.commands.circumstances import circumstances
from companion.commands.dispositions import band, meeting
from companion.commands.names import able_only, errant_called, errant_names, find_errant
from companion.commands.people_meant import take_named
from companion.commands.reports import ExchangeReport, Taken
from companion.commands.sitting import Ruling, Sitting
from companion.commands.typed_faces import dice_of_checks
from companion.errant.checks import CheckRoll, check
from companion.errant.errants import Errant, members
from companion.errant.negotiation import (
    Category,
    Checked,
    Exchange,
    Negotiation,
    exchange,
    outcome_of,
)
from companion.errant.slots import can_act
from companion.errant.world import Npc
from companion.refusal import Impossible, Malformed
from companion.words.options import Arguments, take_signed


class _Reply(NamedTuple):
    """How an exchange was taken: what it does to disposition, what that is called, and its Check,
    as it was asked for and as it fell, where it took one."""

    change: int
    result: Taken
    asked: Asked | None = None
    roll: CheckRoll | None = None


def exchanged(
    sitting: Sitting,
    npc: Npc,
    talk: Negotiation,
    category: Category,
    typed: Arguments,
    by_hand: tuple[int, ...] | None,
) -> Ruling:
    """An exchange with an NPC with whom a Negotiation goes on."""
    campaign = sitting.campaign
    typed, whether = without_question(typed)
    who, rest = take_named(typed, "by", campaign.errants, errant_names)
    if who is None and rest and errant_called(campaign, rest[0]) and not _signed(rest[1:2]):
        who, rest = rest[0], rest[1:]
    speaker = _speaker(sitting, who)
    if whether:
        return _chance(sitting, npc, category, speaker, rest, by_hand)
    if category == "banal":
        taken = _small_talk(npc, rest)
    elif category == "bribe":
        taken = _bribe(npc, rest)
    else:
        taken = _checked(sitting, npc, category, speaker, rest, by_hand)
    assert npc.disposition is not None  # the files hold no Negotiation without one
    done = exchange(talk, npc.disposition, category, taken.change, campaign.now)
    after = meeting(sitting, npc.with_negotiation(done.negotiation, done.after))
    report = _report(campaign, after, speaker, category, taken, done)
    outcome = f"{category} {taken.result} {speaker.id}"
    return Ruling(campaign.with_npc(after), report, outcome=outcome, secret=True)


def _speaker(sitting: Sitting, who: str | None) -> Errant:
    """Who speaks: whoever is named, else the one of those here with the most pres."""
    if who is not None:
        errant = find_errant(sitting.campaign, who)
        if not errant.is_person:
            raise Impossible(f"{errant.name} does not talk.", "Errants and Retainers do.")
        return able_only(errant, forced=sitting.forced)
    present = members(sitting.campaign.errants)
    able = [errant for errant in present if can_act(errant)]
    if not able:
        raise Impossible("Nobody of the Company is here to talk.", "See company, and back.")
    return max(able, key=lambda errant: errant.pres)


def _signed(arguments: Arguments) -> bool:
    """Whether what comes next is what something adds."""
    return bool(arguments) and arguments[0][:1] in "+-"


def _chance(
    sitting: Sitting,
    npc: Npc,
    category: Category,
    speaker: Errant,
    typed: Arguments,
    by_hand: tuple[int, ...] | None,
) -> Ruling:
    """How likely the Check of an exchange is to succeed. Impossible for one that takes none."""
    if category == "banal" or category == "bribe":
        raise Impossible(f"There is no Check in «{category}».", "Leave the ? out.")
    if by_hand is not None:
        raise Malformed("A chance is told without dice.", "Leave the ? or the face out.")
    it = _asked(sitting.campaign, npc, category, speaker, typed)
    return Ruling(sitting.campaign, check_report(it, None))


def _asked(
    campaign: Campaign, npc: Npc, category: Checked, speaker: Errant, typed: Arguments
) -> Asked:
    """The Check of pres that an exchange takes, at the DV this NPC has for the category and their
    disposition makes of it, and what was typed besides."""
    under = circumstances(typed)
    return Asked(
        errant=speaker.id,
        name=speaker.name,
        attribute="pres",
        target=speaker.pres,
        stakes=under.stakes(npc.stakes(category)),
        circumstances=(*social(campaign, npc), *under.circumstances),
        guides=True,
    )


def _small_talk(npc: Npc, rest: Arguments) -> _Reply:
    if rest:
        raise Malformed(
            "Small talk takes no Check and moves nothing.", f"Try: talk {npc.id} banal by bree"
        )
    return _Reply(0, "small_talk")


def _bribe(npc: Npc, rest: Arguments) -> _Reply:
    """What a bribe does to disposition, as the Guide says."""
    signed, left = take_signed(tuple("+0" if word == "0" else word for word in rest))
    if left or not signed:
        raise Malformed(
            "What does the bribe do to disposition? You say it.",
            f"Try: talk {npc.id} bribe +1, or -2, or 0 where they do not care",
        )
    change = sum(signed)
    return _Reply(change, "swayed" if change > 0 else "affronted" if change < 0 else "unmoved")


def _checked(
    sitting: Sitting,
    npc: Npc,
    category: Checked,
    speaker: Errant,
    typed: Arguments,
    by_hand: tuple[int, ...] | None,
) -> _Reply:
    """What comes of the Check."""
    it = _asked(sitting.campaign, npc, category, speaker, typed)
    with dice_of_checks(sitting, "talk", by_hand, [it.dv]) as dice:
        roll = check(it.target, it.dv, dice)
    change, result = outcome_of(
        category,
        success=roll.success,
        position=it.stakes.position,
        impact=it.stakes.impact,
        rules=sitting.campaign.campaign.rules.negotiation,
    )
    return _Reply(change, result, it, roll)


def _report(
    campaign: Campaign,
    npc: Npc,
    speaker: Errant,
    category: Category,
    taken: _Reply,
    done: Exchange,
) -> ExchangeReport:
    it, roll = taken.asked, taken.roll
    talk, now = done.negotiation, band(campaign, done.after)
    return ExchangeReport(
        npc=npc.id,
        name=npc.name,
        errant=speaker.id,
        category=category,
        position=it.stakes.position if it else None,
        impact=it.stakes.impact if it else None,
        dv=roll.dv if roll else None,
        base_dv=it.stakes.dv if it else None,
        target=roll.target if roll else None,
        faces=(roll.face,) if roll and roll.face is not None else (),
        entered=bool(roll and roll.entered),
        success=roll.success if roll else None,
        outcome=taken.result,
        circumstances=told(it.circumstances if it else ()),
        disposition_before=done.before,
        disposition_after=done.after,
        change=taken.change,
        cost=done.cost,
        band=now.name,
        band_before=band(campaign, done.before).name,
        dv_modifier=now.dv,
        exchanges=talk.exchanges,
        patience=talk.patience,
        exchanges_left=talk.left,
        banal=talk.banal,
        ended=bool(talk.ended),
    )
