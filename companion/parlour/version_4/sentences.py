"""Version 4 in sentences: what happened, what a move is, what a hex gives."""

from companion.parlour.game import Event, Move, Result
from companion.parlour.version_4 import events as v
from companion.parlour.version_4.board import list_explorations
from companion.parlour.version_4.crawl import count_strength, get_guardian
from companion.parlour.version_4.figures import (
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
from companion.parlour.version_4.mana import measure_worth
from companion.parlour.version_4.moving import count_toll, name_offer
from companion.parlour.version_4.rules import count_renown
from companion.parlour.version_4.values import Hex, Player, State, Todo
from companion.refusal import join_words
from companion.text import make_slug

Names = tuple[str, ...]


def describe_event(state: State, event: Event, names: Names) -> str:
    """An event in a sentence; "" for what needs none."""
    data, seat = state.data, getattr(event, "seat", 0)
    who = names[seat] if seat >= 0 else "Nobody"
    match event:
        case v.ClassTaken():
            return f"{who} is the {event.name}."
        case v.TokenReturned():
            return f"{who}'s token comes back from {event.hex}."
        case v.ManaChanged():
            return f"{who} {event.how} {event.number} {event.colour}."
        case v.CoinsChanged():
            does = "gets" if event.number > 0 else "pays"
            return f"{who} {does} {count(abs(event.number), 'coin')}."
        case v.EventDrawn():
            card = data.event[event.card]
            return f"{who}'s turn: {card.name}: {_describe_card(card, who)}."
        case v.CreatureShown():
            creature = data.creature[event.creature]
            return (
                f"For sale: {creature.name}, {creature.colour}, {creature.alignment}, "
                f"strength {creature.strength}, at least {creature.ask}."
            )
        case v.Bid():
            return f"{who} bids {event.number}."
        case v.Passed():
            return f"{who} passes."
        case v.CreatureJoined():
            return f"{data.creature[event.creature].name} joins {who}."
        case v.CreatureLeft():
            how = {"unsold": "goes unsold", "fell": f"of {who} falls", "dismissed": f"leaves {who}"}
            return f"{data.creature[event.creature].name} {how[event.how]}."
        case v.Moved():
            return f"{who} goes to {event.hex}."
        case v.TokenPlaced():
            return f"{who} places a token on {event.hex}."
        case v.OfferUsed():
            return f"{who} uses {event.name}."
        case v.Explored():
            tile = data.tile[event.tile]
            return f"{who} explores {tile.feature.name} and {tile.dungeon.name}."
        case v.Surveyed():
            return f"{who} surveys: a new layout."
        case v.Idle():
            return f"Nothing can be explored from {event.hex}: {who}'s turn is over."
        case v.Fought():
            return _describe_fight(state, event)
        case v.Emptied():
            return f"{who} wins: the dungeon of {event.hex} is emptied."
        case v.Beaten():
            return f"{who} is beaten by {data.guardian[event.guardian].name}."
        case v.TreasureTaken():
            treasure = data.treasure[event.treasure]
            return f"{who} takes treasure: {treasure.name} ({_describe_treasure(treasure)})."
        case v.RoundBegan():
            return f"Round {event.round} of {data.figures.rounds} begins."
        case v.GameOver():
            return ""
    raise NotImplementedError(type(event))


def count(number: int, one: str, more: str = "") -> str:
    """`1 coin`, `2 coins`."""
    return f"{number} {one if number == 1 else more or f'{one}s'}"


def _describe_fight(state: State, event: v.Fought) -> str:
    guardian = state.data.guardian[event.guardian]
    rolled = ", ".join(map(str, event.faces))
    lacking = f"; a worth of {event.lacking} more would win" if event.lacking else ""
    return (
        f"{guardian.name} ({guardian.colour}) rolls {rolled}: {event.guardian_total} against "
        f"{event.own_total}{lacking}."
    )


def _describe_card(card: EventCard, mover: str = "whose turn it is") -> str:
    """What an event card does, also to the one whose turn it is."""
    parts = ["a creature is for sale"] if card.auction else []
    parts += [_describe_step_of_card(step, mover) for step in card.steps]
    if card.moves:
        more = "longer" if card.moves > 0 else "shorter"
        parts.append(f"the Move is {count(abs(card.moves), 'hex', 'hexes')} {more}")
    return "; ".join(parts) or "nothing happens"


def _describe_step_of_card(step: EventStep, mover: str) -> str:
    parts = [f"recovers {n} {_name_colour(c)}" for c, n in step.recover.items()]
    parts += [f"gains {n} {_name_colour(c)}" for c, n in step.gain.items()]
    parts += [f"gets {count(step.coins, 'coin')}"] if step.coins else []
    parts += [
        f"spends {n} mana or loses {count(step.or_coins, 'coin')}" for n in step.spend.values()
    ]
    if step.dismiss_over is not None:
        parts.append(f"dismisses one of more than {step.dismiss_over} creatures")
    if step.lose_over is not None:
        parts.append(f"loses 1 of more than {step.lose_over} mana")
    return f"{mover if step.who == 'you' else 'each'} {join_words(parts)}"


def _name_colour(colour: str) -> str:
    return "mana" if colour == "any" else colour


def _describe_treasure(treasure: Treasure) -> str:
    """What a treasure card is good for."""
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


def describe_result(state: State, result: Result, names: Names) -> str:
    """Who won and why."""
    target = state.data.figures.solo_target
    winners = join_words([names[seat] for seat in result.winners])
    if len(names) == 1:
        return (
            f"{winners} wins with {target} renown."
            if winners
            else (f"The game is lost: alone, {target} renown would win.")
        )
    verb = "wins" if len(result.winners) == 1 else "win together"
    return f"{winners} {verb} by renown after the last round."


def describe_move(state: State, move: Move) -> str:
    """A few words about a legal move, for the menu."""
    match move[0]:
        case "class":
            return _describe_class(state, move[1])
        case "go":
            at = next(n for n, each in enumerate(state.hexes) if each.word == move[1])
            return _describe_step(state, at, marks=len(move) > 2)
        case "use":
            here = state.hexes[state.players[state.seats[state.turn]].at]
            offer = next(each for each in here.offers if name_offer(state, each) == move[1])
            return describe_offer(offer, here)
        case "explore":
            tile = state.data.tile[int(move[1])]
            return f"{tile.feature.name} and {tile.dungeon.name}, {tile.colour}"
        case "crawl":
            return _describe_crawl(state)
        case "spend":
            return f"a worth of {state.lacking}, and win"
        case "fall" | "dismiss":
            words = state.data.creature_words
            creature = next(i for i, word in words.items() if word == move[1])
            return f"strength {state.data.creature[creature].strength}"
    return _MEANINGS.get(move[0], "")


def describe_choice(state: State, names: Names) -> str:
    """What is asked of whoever must choose."""
    if state.todo:
        return _describe_owed(state.todo[0], state)
    if state.auction is not None:
        auction = state.auction
        creature = state.data.creature[auction.creature]
        high = f"{names[auction.leader]} bids {auction.high}" if auction.high else "no bid yet"
        return f"{creature.name}, {creature.colour}, strength {creature.strength}: {high}. Bid?"
    player = state.players[state.seats[state.turn]]
    match state.phase:
        case "class":
            return "which class are you?"
        case "move":
            left = state.steps_left
            here = state.hexes[player.at].name
            return f"Move from {here}, {left} step{'s' * (left != 1)} left."
        case "fight":
            return f"a worth of {state.lacking} in mana wins the fight. Spend it?"
    return (
        f"adventure on {state.hexes[player.at].name}. layout shows the tiles that can be laid, and "
        "map the places for them."
    )


def _describe_owed(owed: Todo, state: State) -> str:
    what = f"{owed.number} {owed.colour}".rstrip()
    match owed.kind:
        case "recover" | "gain" | "lose" | "pay":
            several = f" Several in a line: {owed.kind} red red." if owed.number > 1 else ""
            return f"{owed.kind} {what} mana: which?{several}"
        case "worth":
            double = state.data.figures.match_worth
            again = f"pay {owed.colour} {owed.colour}"
            return (
                f"pay a worth of {owed.number} in mana: {owed.colour} counts {double}, others 1; "
                f"several in a line: {again}."
            )
        case "toll":
            return f"pay {owed.number} mana or {count(owed.coins, 'coin')}?"
        case "fall" | "dismiss":
            falls = "falls" if owed.kind == "fall" else "is dismissed"
            return f"which creature {falls}?"
    return "choose."


_MEANINGS = {
    "bid": "in mana",
    "pass": "no more bids",
    "stop": "end the Move",
    "survey": "a treasure card, and a new layout",
    "done": "end the turn",
    "yield": "lose the fight",
    "pay": "one token",
    "burn": "lose one for the whole price",
    "mana": "spend 2 mana",
    "coins": "lose 2 coins",
}


def _describe_crawl(state: State) -> str:
    """The guardian of the dungeon here, against whoever would meet it."""
    player = state.players[state.seats[state.turn]]
    guardian = get_guardian(state, player.at)
    own = f"against your {count_strength(state, player)}"
    if guardian is None:
        levels = join_words([_describe_level(each) for each in state.data.levels], "or")
        return f"an unknown guardian, {levels}, {own} and {sum(player.ready)} mana"
    worth = measure_worth(state.data, player, guardian.colour)
    return f"{describe_guardian(state, guardian)}, {own} and mana worth {worth}"


def _describe_level(level: Level) -> str:
    return f"{level.strength}+{level.dice}d6"


def describe_guardian(state: State, guardian: Guardian) -> str:
    """`Kraken, blue, 8+2d6`."""
    level = state.data.level[guardian.level]
    return f"{guardian.name}, {guardian.colour}, {_describe_level(level)}"


def _describe_class(state: State, word: str) -> str:
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


def _describe_step(state: State, at: int, *, marks: bool) -> str:
    here = state.hexes[at]
    parts = []
    if marks:
        seat = state.seats[state.turn]
        toll = count_toll(state, seat, at)
        parts = [f"costs {toll} mana"] if toll else []
        if here.kind in _WHEN:
            parts.append(_describe_token(here))
    else:
        parts = [here.kind] if here.kind in ("town", "enter", "dungeon") else []
        if state.dungeons[at] >= 0:
            guardian = get_guardian(state, at)
            parts = [f"dungeon, {guardian.name} waits" if guardian else "dungeon, not entered yet"]
        ability = state.players[state.seats[state.turn]].ability
        parts += ["land to explore"] if any(list_explorations(state, at, ability)) else []
    return ", ".join(parts)


_WHEN = {
    "token": "a token there: {}",
    "removal": "a token there, when it comes back in Rest: {}",
    "once": "a token there, which stays for good: {}",
}


def _describe_token(place: Hex | Feature) -> str:
    """What a travel token on a hex brings."""
    return _WHEN[place.kind].format(describe_gift(place.get))


def describe_feature(state: State, tile: Tile) -> str:
    """What the feature of a tile gives, and its colour."""
    feature = tile.feature
    if feature.kind in _WHEN:
        return f"{tile.colour}; {_describe_token(feature)}"
    if feature.kind == "town":
        return f"{tile.colour}; a town: {', '.join(each.name for each in state.data.town_offers)}"
    offers = (_describe_terms(each, tile.colour) for each in feature.offers)
    return f"{tile.colour}; who enters can have {join_words(offers, 'or')}"


def list_things(state: State, names: Names) -> dict[str, str]:
    """What can be looked up: hexes, tiles of the layout, creatures, guardians, cards and offers."""
    data = state.data
    things = {each.word: _describe_place(state, at, names) for at, each in enumerate(state.hexes)}
    for number in state.layout:
        tile = data.tile[number]
        things[make_slug(tile.feature.name)] = (
            f"{tile.feature.name}, on tile {number}: {describe_feature(state, tile)}."
        )
    for creature in data.creatures:
        things[make_slug(creature.name)] = (
            f"{creature.name}: a {creature.colour}, {creature.alignment} creature of strength "
            f"{creature.strength}; bids begin at {creature.ask}."
        )
    for guardian in data.guardians:
        gives = describe_gift(data.level[guardian.level].get, guardian.colour)
        told = describe_guardian(state, guardian)
        things[make_slug(guardian.name)] = f"{told}; beaten, it gives {gives}."
    for card in data.events:
        things[make_slug(card.name)] = f"{card.name}: {_describe_card(card)}."
    for treasure in data.treasures:
        things[make_slug(treasure.name)] = f"{treasure.name}: {_describe_treasure(treasure)}."
    for offer in (*data.town_offers, *data.citadel_offers):
        things[make_slug(offer.name)] = f"{offer.name}: {_describe_terms(offer, 'its colour')}."
    for each in data.classes:
        things[make_slug(each.name)] = (
            f"{each.name}: {_describe_class(state, make_slug(each.name))}."
        )
    things |= {
        name.casefold(): _describe_player(state, seat, names) for seat, name in enumerate(names)
    }
    return things


def _describe_player(state: State, seat: int, names: Names) -> str:
    player: Player = state.players[seat]
    return (
        f"{names[seat]}: {player.class_name or 'no class yet'}, on {state.hexes[player.at].name}, "
        f"strength {count_strength(state, player)}, renown {count_renown(state, player)}."
    )


def _describe_terms(offer: Offer, own: str) -> str:
    price = _describe_price(offer.pay)
    return f"{describe_gift(offer.get, own)}{f' for {price}' if price else ''}"


def _describe_place(state: State, at: int, names: Names) -> str:
    """A laid hex: what it gives, who is there, and where one can go from it."""
    here = state.hexes[at]
    if here.kind in _WHEN:
        parts = [_describe_token(here)]
    elif here.offers:
        own = here.colour or ""
        parts = [f"{each.name or 'offer'}: {_describe_terms(each, own)}" for each in here.offers]
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


def describe_offer(offer: Offer, here: Hex) -> str:
    """What an offer costs and gives."""
    price = _describe_price(offer.pay)
    return f"{f'{price}: ' if price else ''}{describe_gift(offer.get, here.colour or '')}"


def _describe_price(price: Price) -> str:
    parts = [count(price.coins, "coin")] if price.coins else []
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
    parts += [count(gift.coins, "coin")] if gift.coins else []
    parts += [count(gift.treasure, "treasure card")] if gift.treasure else []
    parts += ["a creature"] if gift.creature else []
    return join_words(parts) or "nothing"
