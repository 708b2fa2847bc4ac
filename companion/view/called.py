"""How people are called in what is said of them."""

from collections import Counter

from companion.campaign.campaign import Campaign
from companion.view.happened import Called

_TITLES = {
    *("abbess", "abbot", "big", "brother", "captain", "dame", "father", "king", "lady", "little"),
    *("lord", "master", "mother", "old", "queen", "saint", "sir", "sister", "stash", "the"),
    "young",
}
"""First words by which alone nobody is called."""


def called_in(campaign: Campaign) -> Called:
    """Names by id, as people at a table use them: «Wim» for Wim the Lesser, unless another of the
    Company would be called so too. Someone who is gone is called by their id."""
    short = {errant.id: _short(errant.name, errant.id) for errant in campaign.errants}
    times = Counter(map(str.casefold, short.values()))
    names = {
        errant.id: short[errant.id] if times[short[errant.id].casefold()] == 1 else errant.name
        for errant in campaign.errants
    }
    return lambda errant_id: names.get(errant_id, errant_id)


def _short(name: str, errant_id: str) -> str:
    """The word of a name that its id is, else its first word, unless that is only a title."""
    words = name.replace(",", " ").split()
    for word in words:
        if word.casefold() == errant_id:
            return word
    return words[0] if words and words[0].casefold() not in _TITLES else name
