"""The decks of a campaign: which rows of which tables have been drawn and not put back."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.campaign.campaign import Campaign, Deck
from companion.text import free_slug


def out_of(campaign: Campaign) -> Mapping[str, tuple[int, ...]]:
    """By the name of each table drawn from, the numbers of the rows that are out of its deck."""
    return {deck.table: deck.drawn for deck in campaign.campaign.decks}


def with_out(campaign: Campaign, out: Mapping[str, tuple[int, ...]]) -> Campaign:
    """The campaign with these rows out of these decks; a deck with none out is whole again, and
    no more kept. What is not in `out` stays as it was."""
    drawn = {**out_of(campaign), **out}
    taken = {deck.id for deck in campaign.campaign.decks}
    decks: list[Deck] = []
    for deck in campaign.campaign.decks:
        rows = drawn.pop(deck.table, ())
        if rows:
            decks.append(deck if rows == deck.drawn else replace(deck, drawn=rows))
    for table, rows in drawn.items():
        if rows:
            decks.append(Deck(id=free_slug(table, taken), table=table, drawn=rows))
            taken.add(decks[-1].id)
    if tuple(decks) == campaign.campaign.decks:
        return campaign
    return campaign.with_decks(tuple(decks))
