"""Describes what cards, hexes, offers and classes of Version 4 give."""

from companion.parlour.common_rules_and_sentences import format_count
from companion.parlour.games.version_4.data import (
    EventCard,
    EventStep,
    Feature,
    Gift,
    Guardian,
    Level,
    Offer,
    Price,
    Tile,
    Treasure,
)
from companion.parlour.games.version_4.state import Hex, State
from companion.refusal import join_words


def describe_event_card(card: EventCard, mover: str = "whose turn it is") -> str:
    """What an event card does, also to the one whose turn it is."""
    parts = ["a creature is for sale"] if card.auction else []
    parts += [_describe_step_of_card(step, mover) for step in card.steps]
    if card.moves:
        more = "longer" if card.moves > 0 else "shorter"
        parts.append(f"the Move is {format_count(abs(card.moves), 'hex', 'hexes')} {more}")
    return "; ".join(parts) or "nothing happens"


def _describe_step_of_card(step: EventStep, mover: str) -> str:
    parts = [f"recovers {n} {_describe_colour(c)}" for c, n in step.recover.items()]
    parts += [f"gains {n} {_describe_colour(c)}" for c, n in step.gain.items()]
    parts += [f"gets {format_count(step.coins, 'coin')}"] if step.coins else []
    parts += [
        f"spends {n} mana or loses {format_count(step.or_coins, 'coin')}"
        for n in step.spend.values()
    ]
    if step.dismiss_over is not None:
        parts.append(f"dismisses one of more than {step.dismiss_over} creatures")
    if step.lose_over is not None:
        parts.append(f"loses 1 of more than {step.lose_over} mana")
    return f"{mover if step.who == 'you' else 'each'} {join_words(parts)}"


def _describe_colour(colour: str) -> str:
    return "mana" if colour == "any" else colour


def describe_treasure(treasure: Treasure) -> str:
    """What a relic does, or what a treasure gives at once."""
    if not treasure.kept:
        return describe_gift(treasure.get)
    does = [
        f"{text} +{number}"
        for text, number in (
            ("strength", treasure.fight),
            ("steps", treasure.moves),
            ("recovers in Rest", treasure.rest_recovers),
            ("renown", treasure.renown),
        )
        if number
    ]
    return join_words(does)


def describe_level_strength(level: Level) -> str:
    """The strength and the dice of a level of guardians."""
    return f"{level.strength}+{level.dice}d6"


def describe_guardian(state: State, guardian: Guardian) -> str:
    """A guardian with its colour, strength and dice: `Kraken, blue, 8+2d6`."""
    level = state.data.levels_by_id[guardian.level]
    return f"{guardian.name}, {guardian.colour}, {describe_level_strength(level)}"


def describe_class(state: State, word: str) -> str:
    """The mana and the ability of a class."""
    found = next(each for each in state.data.classes if each.name.casefold() == word)
    return f"{found.mana} {found.colour}, {_ABILITIES[found.ability]}"


_ABILITIES = {
    "match": "wins a good creature by matching the highest bid",
    "study": "recovers 2 in Rest",
    "harvest": "gets black mana for creatures that fall",
    "burn": "may lose 1 mana in place of a price",
    "forest": "crosses forest",
    "mountain": "crosses mountains",
}


TOKEN_BRINGS = {
    "token": "a token there: {}",
    "removal": "a token there, when it comes back in Rest: {}",
    "once": "a token there, which stays for good: {}",
}


def describe_what_token_brings(place: Hex | Feature) -> str:
    """What a travel token on a hex brings."""
    return TOKEN_BRINGS[place.kind].format(describe_gift(place.get))


def describe_feature(state: State, tile: Tile) -> str:
    """What the feature of a tile gives, and its colour."""
    feature = tile.feature
    if feature.kind in TOKEN_BRINGS:
        return f"{tile.colour}; {describe_what_token_brings(feature)}"
    if feature.kind == "town":
        return f"{tile.colour}; a town: {', '.join(each.name for each in state.data.town_offers)}"
    offers = (describe_offer_terms(each, tile.colour) for each in feature.offers)
    return f"{tile.colour}; who enters can have {join_words(offers, 'or')}"


def describe_offer_terms(offer: Offer, own: str) -> str:
    """What an offer gives, and for what price."""
    price = _describe_price(offer.pay)
    return f"{describe_gift(offer.get, own)}{f' for {price}' if price else ''}"


def describe_offer(offer: Offer, here: Hex) -> str:
    """The price of an offer of a hex, and what it gives."""
    price = _describe_price(offer.pay)
    return f"{f'{price}: ' if price else ''}{describe_gift(offer.get, here.colour or '')}"


def _describe_price(price: Price) -> str:
    parts = [format_count(price.coins, "coin")] if price.coins else []
    parts += [f"{price.any} mana"] if price.any else []
    parts += [f"{getattr(price, c)} {c}" for c in _COLOURS if getattr(price, c)]
    return join_words(parts)


_COLOURS = ("purple", "blue", "black", "red", "green", "gold")


def describe_gift(gift: Gift, own: str = "") -> str:
    """What a gift is: `recover 2 and 1 coin`."""
    parts = [f"recover {gift.recover}"] if gift.recover else []
    parts += [f"gain {gift.gain}"] if gift.gain else []
    parts += [f"gain {gift.own} {own}".rstrip()] if gift.own else []
    parts += [f"gain {getattr(gift, c)} {c}" for c in _COLOURS if getattr(gift, c)]
    parts += [format_count(gift.coins, "coin")] if gift.coins else []
    parts += [format_count(gift.treasure, "treasure card")] if gift.treasure else []
    parts += ["a creature"] if gift.creature else []
    return join_words(parts) or "nothing"
