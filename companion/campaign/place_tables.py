"""The tables of the place where the Company is, by the words they are called there."""

from companion.campaign.campaign import Campaign
from companion.campaign.facts import site_of

OF_THE_PLACE = ("encounters", "effects", "rumours", "weather")
"""Words for the tables of the place where the open Turn is played, or of the region around it."""


def table_of_the_place(campaign: Campaign, word: str) -> str:
    """The whole name of the table that a word means at the place where the innermost Turn is
    played, else at that of an outer one; empty for other words, and where no place has one."""
    folded = word.casefold()
    if folded not in OF_THE_PLACE:
        return ""
    key = "local_effects" if folded == "effects" else folded
    sites = (site_of(campaign, turn) for turn in reversed(campaign.turns))
    tables = (str(getattr(site, key)) for site in sites if site is not None)
    return next(filter(None, tables), "")
