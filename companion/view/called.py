"""How people are called in what is said of them."""

from companion.campaign.campaign import Campaign
from companion.view.happened import Called


def called_in(campaign: Campaign) -> Called:
    """Names by id; someone who is gone is called by their id."""
    names = {errant.id: errant.name for errant in campaign.errants}
    return lambda errant_id: names.get(errant_id, errant_id)
