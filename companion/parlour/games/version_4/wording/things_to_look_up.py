"""What can be looked up in Version 4, each in a sentence."""

from companion.parlour.game import Names
from companion.parlour.games.version_4.dungeon_combat import (
    count_strength_without_mana,
    get_guardian,
)
from companion.parlour.games.version_4.renown import count_renown
from companion.parlour.games.version_4.state import Player, State
from companion.parlour.games.version_4.wording.descriptions import (
    TOKEN_BRINGS,
    describe_class,
    describe_event_card,
    describe_feature,
    describe_gift,
    describe_guardian,
    describe_offer_terms,
    describe_treasure,
    describe_what_token_brings,
)
from companion.refusal import join_words
from companion.values_with_ids import make_slug


def describe_things_to_look_up(state: State, names: Names) -> dict[str, str]:
    """What can be looked up: hexes, tiles of the layout, creatures, guardians, cards and offers."""
    data = state.data
    things = {
        each.typed_name: _describe_hex(state, at, names) for at, each in enumerate(state.hexes)
    }
    for number in state.layout:
        tile = data.tiles_by_id[number]
        things[make_slug(tile.feature.name)] = (
            f"{tile.feature.name}, on tile {number}: {describe_feature(state, tile)}."
        )
    for creature in data.creatures:
        things[make_slug(creature.name)] = (
            f"{creature.name}: a {creature.colour}, {creature.alignment} creature of strength "
            f"{creature.strength}; bids begin at {creature.ask}."
        )
    for guardian in data.guardians:
        gives = describe_gift(data.levels_by_id[guardian.level].get, guardian.colour)
        told = describe_guardian(state, guardian)
        things[make_slug(guardian.name)] = f"{told}; beaten, it gives {gives}."
    for card in data.events:
        things[make_slug(card.name)] = f"{card.name}: {describe_event_card(card)}."
    for treasure in data.treasures:
        things[make_slug(treasure.name)] = f"{treasure.name}: {describe_treasure(treasure)}."
    for offer in (*data.town_offers, *data.citadel_offers):
        things[make_slug(offer.name)] = (
            f"{offer.name}: {describe_offer_terms(offer, 'its colour')}."
        )
    for each in data.classes:
        things[make_slug(each.name)] = (
            f"{each.name}: {describe_class(state, make_slug(each.name))}."
        )
    things |= {
        name.casefold(): _describe_player(state, seat, names) for seat, name in enumerate(names)
    }
    return things


def _describe_player(state: State, seat: int, names: Names) -> str:
    player: Player = state.players[seat]
    return (
        f"{names[seat]}: {player.class_name or 'no class yet'}, on {state.hexes[player.at].name}, "
        f"strength {count_strength_without_mana(state, player)}, "
        f"renown {count_renown(state, player)}."
    )


def _describe_hex(state: State, at: int, names: Names) -> str:
    """A laid hex: what it gives, who is there, and where one can go from it."""
    here = state.hexes[at]
    if here.kind in TOKEN_BRINGS:
        parts = [describe_what_token_brings(here)]
    elif here.offers:
        own = here.colour or ""
        parts = [
            f"{each.name or 'offer'}: {describe_offer_terms(each, own)}" for each in here.offers
        ]
    elif state.dungeons[at] >= 0:
        guardian = get_guardian(state, at)
        waits = describe_guardian(state, guardian) if guardian else "not entered yet"
        parts = [f"a dungeon, {waits}"]
    else:
        parts = ["a dungeon that is empty"]
    parts += [f"{names[n]} is there" for n, each in enumerate(state.players) if each.at == at]
    parts += [f"{names[n]}'s token" for n, each in enumerate(state.players) if at in each.tokens]
    ground = {"f": "forest", "m": "mountains", "w": "water"}
    ways = []
    for other, letters in here.beside:
        lies = dict.fromkeys(ground[letter] for letter in letters if letter in ground)
        over = f" over {join_words(lies)}" if lies else ""
        ways.append(f"{state.hexes[other].name}{over}")
    colour = f", {here.colour}" if here.colour else ""
    return f"{here.name}{colour}: {'; '.join(parts)}. Beside it: {', '.join(ways) or 'nothing'}."
