"""Version 4 in sentences: what happened, what a move is, what a hex gives."""

from companion.parlour.game import Event, Move
from companion.parlour.version_4 import events as v
from companion.parlour.version_4.crawl import get_guardian
from companion.parlour.version_4.figures import Gift, Offer, Price
from companion.parlour.version_4.moving import count_toll, name_offer
from companion.parlour.version_4.values import Hex, State, Todo
from companion.refusal import join_words

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
            return f"{who} {does} {_count(abs(event.number), 'coin')}."
        case v.EventDrawn():
            return f"{who}'s turn: {data.event[event.card].name}."
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
        case v.Fought():
            return _describe_fight(state, event)
        case v.Emptied():
            return f"{who} empties {event.hex}."
        case v.Beaten():
            return f"{who} is beaten by {data.guardian[event.guardian].name}."
        case v.TreasureTaken():
            return f"{who} takes treasure: {data.treasure[event.treasure].name}."
        case v.RoundBegan():
            return f"Round {event.round} of {data.figures.rounds} begins."
        case v.GameOver():
            return _describe_end(event, names)
    raise NotImplementedError(type(event))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _describe_fight(state: State, event: v.Fought) -> str:
    guardian = state.data.guardian[event.guardian]
    rolled = ", ".join(map(str, event.faces))
    lacking = f"; a worth of {event.lacking} more would win" if event.lacking else ""
    return (
        f"{guardian.name} ({guardian.colour}) rolls {rolled}: {event.guardian_total} against "
        f"{event.own_total}{lacking}."
    )


def _describe_end(event: v.GameOver, names: Names) -> str:
    renown = join_words([f"{name} {each}" for name, each in zip(names, event.renown, strict=True)])
    winners = join_words([names[seat] for seat in event.winners])
    if not winners:
        return f"The game is lost. Renown: {renown}."
    verb = "wins" if len(event.winners) == 1 else "win together"
    return f"{winners} {verb}. Renown: {renown}."


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
    return f"adventure on {state.hexes[player.at].name}. layout shows the tiles that can be laid."


def _describe_owed(owed: Todo, state: State) -> str:
    what = f"{owed.number} {owed.colour}".rstrip()
    match owed.kind:
        case "recover" | "gain" | "lose" | "pay":
            return f"{owed.kind} {what} mana: which?"
        case "worth":
            double = state.data.figures.match_worth
            return f"pay a worth of {owed.number}; {owed.colour} counts {double}."
        case "toll":
            return f"pay {owed.number} mana or {_count(owed.coins, 'coin')}?"
        case "fall" | "dismiss":
            falls = "falls" if owed.kind == "fall" else "is dismissed"
            return f"which creature {falls}?"
    return "choose."


_MEANINGS = {
    "bid": "in mana",
    "pass": "no more bids",
    "stop": "end the Move",
    "crawl": "meet the guardian",
    "survey": "a treasure card, and a new layout",
    "done": "end the turn",
    "yield": "lose the fight",
    "pay": "one token",
    "burn": "lose one for the whole price",
    "mana": "spend 2 mana",
    "coins": "lose 2 coins",
}


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
        if here.kind in ("token", "removal", "once"):
            when = {"token": "now", "removal": "in Rest", "once": "now, for good"}[here.kind]
            parts.append(f"{when}: {describe_gift(here.get)}")
    else:
        parts = [here.kind] if here.kind in ("town", "enter", "dungeon") else []
        if state.dungeons[at] >= 0:
            guardian = get_guardian(state, at)
            parts = [f"dungeon, {guardian.name} waits" if guardian else "dungeon, not entered yet"]
    return ", ".join(parts)


def describe_offer(offer: Offer, here: Hex) -> str:
    """What an offer costs and gives."""
    price = _describe_price(offer.pay)
    return f"{f'{price}: ' if price else ''}{describe_gift(offer.get, here.colour or '')}"


def _describe_price(price: Price) -> str:
    parts = [_count(price.coins, "coin")] if price.coins else []
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
    parts += [_count(gift.coins, "coin")] if gift.coins else []
    parts += [_count(gift.treasure, "treasure card")] if gift.treasure else []
    parts += ["a creature"] if gift.creature else []
    return join_words(parts) or "nothing"
