"""What is owned and left behind, at the prompt: stash, and what lies where."""

from companion.campaign.campaign import Campaign
from companion.commands.handing import handed, item_report, taken
from companion.commands.names import best, find_errant
from companion.commands.places_meant import find_place, site_names, sites_meant
from companion.commands.purses import is_coin_or_supply, pass_loose
from companion.commands.reports import StashesReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.slots import slots_report
from companion.errant.errants import Errant
from companion.refusal import Impossible, Malformed, listed
from companion.text import free_slug
from companion.words.options import Arguments
from companion.words.registry import alone


def place_here(campaign: Campaign) -> str:
    """Where the Company is: the id of the place of its innermost Turn; "" where it is nowhere."""
    return campaign.turns[-1].place if campaign.turns else ""


def called_there(campaign: Campaign, at: str) -> str:
    """How a place is called."""
    return next((site.name for site in campaign.world.sites if site.id == at), at)


def must_be_there(campaign: Campaign, holder: Errant, *, forced: bool) -> None:
    """That the Company is where a stash lies. Impossible otherwise; the Guide may overrule it."""
    known = any(site.id == holder.at for site in campaign.world.sites)
    if holder.kind != "stash" or forced or not known or holder.at == place_here(campaign):
        return
    there = called_there(campaign, holder.at)
    way = "at" if campaign.turns else "zoom downtime at"
    raise Impossible(
        f"{holder.name} is not here: it lies at {there}.", f"Try: {way} {there}.", overrulable=True
    )


def must_have_at_hand(campaign: Campaign, holder: Errant, *, forced: bool) -> None:
    """That what somebody has can be got at: they are not away, or it is their body, or a stash
    here. Impossible otherwise; the Guide may overrule it."""
    must_be_there(campaign, holder, forced=forced)
    if holder.away and not forced:
        raise Impossible(f"{holder.name} is away.", f"Try: back {holder.id}.", overrulable=True)


def left_in_the_stash(holder: Errant) -> tuple[str, ...]:
    """Coins and Supply that stay where a pack was stashed: nobody knows any more whose they are."""
    if holder.kind != "stash" or not (holder.coins or holder.supply):
        return ()
    lies = [f"{holder.coins} coins"] if holder.coins else []
    lies += [f"{holder.supply} Supply"] if holder.supply else []
    ways = [f"all {each.split()[1]}" for each in lies]
    there = f"{listed(lies)} {'lie' if len(lies) > 1 else 'are'} in the stash yet"
    return (f"{there}: pass {holder.id} NAME {ways[0]}.",)


def holder_named(campaign: Campaign, typed: str) -> Errant:
    """Whoever is named, or `stash`: the one where the Company is, or the only one."""
    stashes = [errant for errant in campaign.errants if errant.kind == "stash"]
    if typed.casefold() == "stash" and stashes:
        here = [stash for stash in stashes if stash.at == place_here(campaign)]
        if len(here or stashes) == 1:
            return (here or stashes)[0]
    return find_errant(campaign, typed)


@WORDS.command(
    "stash",
    subject="packs",
    usage="stash ERRANT ITEM [xN|all], ITEM… [at PLACE] | stash ERRANT N shillings|Supply | stash",
    summary="Leave a thing where the Company is, to be found again: pass takes it out. A backpack "
    "is left with all that is in it. Alone, say what lies where.",
    examples=(
        "stash bree bedroll",
        "stash wim backpack",
        "stash corvin rations at the old well",
        "stash bree 5 shillings",
        "stash",
    ),
    reads=alone,
    completes=("stashed…",),
)
def stash_word(sitting: Sitting) -> Ruling:
    """Leave something behind, or look at what lies where."""
    campaign = sitting.campaign
    if not sitting.arguments:
        stashes = [errant for errant in campaign.errants if errant.kind == "stash"]
        reports = tuple(slots_report(campaign.errants, stash) for stash in stashes)
        return Ruling(campaign, StashesReport(reports))
    at, rest = _where(sitting, sitting.arguments)
    if len(rest) > 1 and is_coin_or_supply(rest[1:]):
        giver = find_errant(campaign, rest[0])
        _must_not_lie_there(giver)
        must_have_at_hand(campaign, giver, forced=sitting.forced)
        campaign, stash = _stash_at(campaign, at)
        return pass_loose(campaign, giver, stash, rest[1:])
    out = taken(campaign, rest)
    _must_not_lie_there(out.errant)
    must_have_at_hand(campaign, out.errant, forced=sitting.forced)
    lit = next((each.items[0] for each in out.bundles if each.items[0].lit), None)
    if lit is not None:
        raise Impossible(
            f"{out.errant.name}'s {lit.name} is lit.",
            f"Put it out first, or let it burn there: leave {out.errant.id} {lit.name}",
        )
    campaign, stash = _stash_at(campaign.with_errant(out.errant), at)
    put = handed(stash, out.bundles)
    report = item_report(
        put.errant,
        put.item,
        out.number,
        "stashed",
        bundles=out.bundles,
        to=stash.id,
        of=out.errant.id,
    )
    return Ruling(campaign.with_errant(put.errant), report)


def _must_not_lie_there(giver: Errant) -> None:
    if giver.kind == "stash":
        raise Impossible(f"That lies in {giver.name} already.", f"Try: pass {giver.id} …")


def _where(sitting: Sitting, arguments: Arguments) -> tuple[str, Arguments]:
    """`at PLACE` at the end, or where the Company is. Malformed where that is nowhere, Impossible
    for another place than that, which the Guide may overrule."""
    campaign = sitting.campaign
    here = place_here(campaign)
    folded = [argument.casefold() for argument in arguments]
    if "at" in folded[1:]:
        cut = len(folded) - 1 - folded[::-1].index("at")
        typed = " ".join(arguments[cut + 1 :])
        if not typed:
            raise Malformed("Stash it where?", "A place of world.toml, or any other.")
        known = best(typed, sites_meant(sitting), site_names)
        at = find_place(sitting, typed).id if known else typed
        if known and here and at != here and not sitting.forced:
            raise Impossible(
                f"The Company is at {called_there(campaign, here)}, not at "
                f"{called_there(campaign, at)}.",
                f"Try: at {called_there(campaign, at)}.",
                overrulable=True,
            )
        return at, arguments[:cut]
    if not here:
        raise Malformed("Stash it where?", "The Company is at no place. Say where: at the old well")
    return here, arguments


def _stash_at(campaign: Campaign, at: str) -> tuple[Campaign, Errant]:
    """The stash that lies there; a new one where there is none."""
    for errant in campaign.errants:
        if errant.kind == "stash" and errant.at.casefold() == at.casefold():
            return campaign, errant
    taken_ids = {errant.id for errant in campaign.errants}
    stash = Errant(
        id=free_slug(f"stash {at}", taken_ids),
        name=f"Stash at {called_there(campaign, at)}",
        kind="stash",
        at=at,
    )
    company = tuple(sorted((*campaign.errants, stash), key=lambda errant: errant.id))
    return campaign.with_company(company), stash
