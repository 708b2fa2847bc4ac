"""What the players know of the land, at the prompt: known."""

from companion.campaign.campaign import Campaign
from companion.campaign.places_known import is_known, known_sites, make_known
from companion.commands.fields_typed import yes_or_no
from companion.commands.places_meant import find_place
from companion.commands.reports import KnownPlacesReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.world import Settlement, Site
from companion.refusal import Impossible
from companion.words.registry import alone


@WORDS.command(
    "known",
    subject="nights",
    usage="known [PLACE [yes|no]]",
    summary="The players have heard of a place or a Settlement; no, they have not. The first word "
    "said openly that brings the Company there, or somebody they have met, does it by itself. "
    "Until then no player is told or offered its name. Alone, all the players know of.",
    examples=("known causeway", "known causeway no", "known"),
    reads=alone,
    completes=("place", "whether known"),
)
def known_word(sitting: Sitting) -> Ruling:
    """List the places the players know of, or say of one whether they do."""
    campaign = sitting.campaign
    if not sitting.arguments:
        known = known_sites(campaign)
        unknown = tuple(site for site in campaign.world.sites if site not in known)
        return Ruling(campaign, _report(known, unknown))
    if sitting.seat != "guide":
        raise Impossible("What the players know of is the Guide's to say.", "Try: known")
    *name, last = sitting.arguments
    said = bool(name) and last.casefold() in ("yes", "no")
    heard = yes_or_no("known", last) if said else True
    site = find_place(sitting, " ".join(name if said else sitting.arguments))
    if heard and sitting.secretly:
        raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
    campaign = make_known(campaign, site.id, known=heard)
    if not heard:
        _must_be_out_of_sight(campaign, site)
    report = _report((site,), ()) if heard else _report((), (site,))
    return Ruling(campaign, report, secret=not heard)


def _must_be_out_of_sight(campaign: Campaign, site: Site | Settlement) -> None:
    """That nothing else shows the players a site. Raises Impossible."""
    if is_known(campaign, site.id):
        raise Impossible(
            f"The players see {site.name}.",
            "The Company is there, has bought or sought something there, or has a stash there.",
        )


def _report(
    known: tuple[Site | Settlement, ...], unknown: tuple[Site | Settlement, ...]
) -> KnownPlacesReport:
    return KnownPlacesReport(
        known=tuple(site.name for site in known), unknown=tuple(site.name for site in unknown)
    )
