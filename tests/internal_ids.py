"""The ids of a campaign that only its files need: those with a hyphen, as `torch-2` or `harl-dunn`,
that is in no name."""

import re

from companion.campaign.campaign import Campaign


def find_internal_ids(campaign: Campaign) -> list[re.Pattern[str]]:
    """A pattern for each such id of a thing, of somebody, of a place or of an effect."""
    world = campaign.world
    named = (*campaign.errants, *world.npcs, *world.factions, *world.sites, *world.settlements)
    items = (item for errant in campaign.errants for item in errant.items)
    things = (*items, *named, *campaign.book.effects)
    names = "\n".join(each.name for each in things).casefold()
    return [
        re.compile(rf"(?<![\w-]){re.escape(each)}(?![\w-])")
        for each in {each.id for each in things}
        if "-" in each and each not in names
    ]
