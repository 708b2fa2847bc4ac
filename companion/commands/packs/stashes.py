"""Stashes at the prompt: stash."""

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Ruling
from companion.commands.packs.coin import is_coin_or_supply, pass_coins_or_supply
from companion.commands.packs.slots import build_slots_report
from companion.commands.packs.transfers import build_item_report, receive_items, take_items
from companion.errant.errants import Errant
from companion.grammar.arguments import Arguments
from companion.grammar.context import Context
from companion.grammar.kinds.places import (
    find_place,
    find_place_id_here,
    find_place_name,
    list_nameable_sites,
)
from companion.grammar.names import find_errant, match_names
from companion.grammar.registry import has_no_arguments
from companion.refusal import Impossible, Malformed, join_words
from companion.reports.packs import StashesReport
from companion.text import make_free_slug


def _list_stashes(campaign: Campaign) -> list[Errant]:
    return [errant for errant in campaign.errants if errant.kind == "stash"]


def require_stash_here(campaign: Campaign, holder: Errant, *, forced: bool) -> None:
    """Raises Impossible if the holder is a stash that lies elsewhere; the Guide may overrule it."""
    known = any(site.id == holder.at for site in campaign.world.sites)
    if holder.kind != "stash" or forced or not known or holder.at == find_place_id_here(campaign):
        return
    there = find_place_name(campaign, holder.at)
    way = "at" if campaign.turns else "zoom downtime at"
    raise Impossible(
        f"{holder.name} is not here: it lies at {there}.", f"Try: {way} {there}.", overrulable=True
    )


def require_at_hand(campaign: Campaign, holder: Errant, *, forced: bool) -> None:
    """Raises Impossible if what somebody has is out of reach, in a stash elsewhere or with someone
    who is away; the Guide may overrule it."""
    require_stash_here(campaign, holder, forced=forced)
    if holder.away and not forced:
        raise Impossible(f"{holder.name} is away.", f"Try: back {holder.id}.", overrulable=True)


def warn_left_in_stash(holder: Errant) -> tuple[str, ...]:
    """A warning about coins and Supply that are left in a stash: they do not come with its pack."""
    if holder.kind != "stash" or not (holder.coins or holder.supply):
        return ()
    lies = [f"{holder.coins} coins"] if holder.coins else []
    lies += [f"{holder.supply} Supply"] if holder.supply else []
    ways = [f"all {each.split()[1]}" for each in lies]
    there = f"{join_words(lies)} {'lie' if len(lies) > 1 else 'are'} in the stash yet"
    return (f"{there}: pass {holder.id} NAME {ways[0]}.",)


def find_holder(campaign: Campaign, typed: str) -> Errant:
    """The Errant of this name; for `stash` the one where the Company is, or the only one."""
    stashes = _list_stashes(campaign)
    if typed.casefold() == "stash":
        here = [stash for stash in stashes if stash.at == find_place_id_here(campaign)]
        if len(here or stashes) == 1:
            return (here or stashes)[0]
    return find_errant(campaign, typed)


@WORDS.command(
    "stash",
    subject="packs",
    usage="stash ERRANT ITEM [xN|all], ITEM… [at PLACE] | stash ERRANT N shillings|Supply | stash",
    reads=has_no_arguments,
    completes=("stashed…",),
)
def handle_stash(context: Context) -> Ruling:
    """Leave something behind, or list the stashes."""
    campaign = context.campaign
    if not context.arguments:
        stashes = _list_stashes(campaign)
        reports = tuple(build_slots_report(campaign.errants, stash) for stash in stashes)
        return Ruling(campaign, StashesReport(reports))
    at, rest = _take_stash_place(context, context.arguments)
    if len(rest) > 1 and is_coin_or_supply(rest[1:]):
        giver = find_errant(campaign, rest[0])
        _require_not_stashed(giver)
        require_at_hand(campaign, giver, forced=context.is_forced)
        campaign, stash = _find_or_make_stash(campaign, at)
        return pass_coins_or_supply(campaign, giver, stash, rest[1:])
    out = take_items(campaign, rest)
    _require_not_stashed(out.errant)
    require_at_hand(campaign, out.errant, forced=context.is_forced)
    lit = next((bundle.items[0] for bundle in out.bundles if bundle.items[0].lit), None)
    if lit is not None:
        raise Impossible(
            f"{out.errant.name}'s {lit.name} is lit.",
            f"Put it out first, or let it burn there: leave {out.errant.id} {lit.name}",
        )
    campaign, stash = _find_or_make_stash(campaign.with_errant(out.errant), at)
    put = receive_items(stash, out.bundles)
    report = build_item_report(
        put.errant,
        put.item,
        out.number,
        "stashed",
        bundles=out.bundles,
        to=stash.id,
        of=out.errant.id,
    )
    return Ruling(campaign.with_errant(put.errant), report)


def _require_not_stashed(giver: Errant) -> None:
    if giver.kind == "stash":
        raise Impossible(f"That lies in {giver.name} already.", f"Try: pass {giver.id} …")


def _take_stash_place(context: Context, arguments: Arguments) -> tuple[str, Arguments]:
    """The place in `… at PLACE`, or where the Company is, and the other arguments. Raises Malformed
    without a place, and Impossible if the Company is at another one, which the Guide may
    overrule."""
    campaign = context.campaign
    here = find_place_id_here(campaign)
    folded = [argument.casefold() for argument in arguments]
    if "at" in folded[1:]:
        cut = len(folded) - 1 - folded[::-1].index("at")
        typed = " ".join(arguments[cut + 1 :])
        if not typed:
            raise Malformed("Stash it where?", "A place of world.toml, or any other.")
        known = match_names(typed, list_nameable_sites(context))
        at = find_place(context, typed).id if known else typed
        if known and here and at != here and not context.is_forced:
            raise Impossible(
                f"The Company is at {find_place_name(campaign, here)}, not at "
                f"{find_place_name(campaign, at)}.",
                f"Try: at {find_place_name(campaign, at)}.",
                overrulable=True,
            )
        return at, arguments[:cut]
    if not here:
        raise Malformed("Stash it where?", "The Company is at no place. Say where: at the old well")
    return here, arguments


def _find_or_make_stash(campaign: Campaign, at: str) -> tuple[Campaign, Errant]:
    """The stash at a place, and the campaign with it: a new one if there is none."""
    for stash in _list_stashes(campaign):
        if stash.at.casefold() == at.casefold():
            return campaign, stash
    taken_ids = {errant.id for errant in campaign.errants}
    stash = Errant(
        id=make_free_slug(f"stash {at}", taken_ids),
        name=f"Stash at {find_place_name(campaign, at)}",
        kind="stash",
        at=at,
    )
    company = tuple(sorted((*campaign.errants, stash), key=lambda errant: errant.id))
    return campaign.with_company(company), stash
