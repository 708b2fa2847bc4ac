"""The ids of a campaign that only its files need: those with a number, as `torch-2`."""

import re

from companion.campaign.campaign import Campaign


def find_internal_ids(campaign: Campaign) -> list[re.Pattern[str]]:
    """A pattern for each such id of a thing, of somebody, of a place or of an effect."""
    world = campaign.world
    named = (*campaign.errants, *world.npcs, *world.factions, *world.sites, *world.settlements)
    ids = {item.id for errant in campaign.errants for item in errant.items}
    ids |= {each.id for each in (*named, *campaign.book.effects)}
    return [
        re.compile(rf"(?<![\w-]){re.escape(each)}(?![\w-])")
        for each in ids
        if re.search(r"-\d+$", each)
    ]
