"""What can be offered in one place of a line, and which of it fits what is begun there."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.secrecy import list_sites_for_seat
from companion.errant.goods import Goods
from companion.errant.world import Settlement, Site


class Offer(NamedTuple):
    """Something that can stand in a place: `text` as it must be typed, what the menu `says` of
    it, and the `names` it is found by (none: its text)."""

    text: str
    says: str = ""
    names: tuple[str, ...] = ()


class Scene(NamedTuple):
    """What is known where something is offered: the campaign, the names of its tables, its journal
    (newest first), whether it is the Guide who types, and the goods of the price tables; the
    arguments `before` the place, and what is `begun` in it, case-blind."""

    campaign: Campaign
    tables: tuple[str, ...]
    entries: Callable[[], Iterator[Entry]]
    guide: bool
    goods: Callable[[], Goods] = tuple
    before: tuple[str, ...] = ()
    begun: str = ""

    @property
    def sites(self) -> tuple[Site | Settlement, ...]:
        """The places and Settlements that may be offered at this seat."""
        return list_sites_for_seat(self.campaign, guide=self.guide)

    @property
    def folded(self) -> tuple[str, ...]:
        """The arguments before the place, case-blind."""
        return tuple(word.casefold() for word in self.before)


Offering: TypeAlias = Callable[[Scene], Iterable[Offer]]
"""All that can stand in a place, in the order a table needs it."""


def make_fixed_offering(**said: str) -> Offering:
    """The same words wherever they stand, each once, with what it says."""
    offers = [Offer(word, says) for word, says in said.items()]
    return lambda scene: [offer for offer in offers if offer.text not in scene.folded]


def filter_offers(folded: str, offers: Iterable[Offer]) -> list[Offer]:
    """The offers with what is begun in a name of theirs: first those that begin so, then those
    with a word that does, then the rest; all of them where nothing is begun."""
    if not folded:
        return list(offers)
    ranks: tuple[list[Offer], ...] = ([], [], [], [])
    for offer in offers:
        names = offer.names or (offer.text,)
        ranks[min([_rank(folded, name.casefold()) for name in names])].append(offer)
    return [offer for rank in ranks[:-1] for offer in rank]


def _rank(folded: str, name: str) -> int:
    at = name.find(folded)
    if at <= 0:
        return 3 if at else 0
    return 1 if any(f"{sign}{folded}" in name for sign in " -/") else 2
