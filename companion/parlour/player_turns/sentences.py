"""Heroes, Cities and Mines in sentences: what happened, and what a move is."""

from companion.parlour.game import Event, Move
from companion.parlour.player_turns import events as v
from companion.parlour.player_turns.rules import get_actor
from companion.parlour.player_turns.table import count_coins, find_city, name_item
from companion.parlour.player_turns.values import State
from companion.refusal import join_words

Names = tuple[str, ...]


def describe_event(state: State, event: Event, names: Names) -> str:
    """An event in a sentence; "" for what another sentence tells."""
    seat = getattr(event, "seat", 0)
    who, hero = names[seat], getattr(event, "hero", "")
    match event:
        case v.DayBegan():
            return f"Day {event.day} of {state.data.figures.days} begins."
        case v.Income():
            does = "gets" if event.coins >= 0 else "pays"
            return f"{who} {does} {_count(abs(event.coins), 'coin')} ({event.why})."
        case v.Built():
            return f"{who} builds {_article(event.what)} at {event.city}."
        case v.Recruited():
            return f"{who} recruits {event.number} at {event.city}."
        case v.Hired():
            return f"{event.hero} enters {who}'s service at {event.city}."
        case v.Arrived():
            return f"A new {event.kind} at {event.tile}."
        case v.Rolled():
            return f"{hero} can go {event.movement}."
        case v.Stepped():
            return f"{hero} goes to {event.tile}, {event.left} left."
        case v.Met():
            return _describe_meeting(event)
        case v.Joined():
            return f"{event.number} join {hero}."
        case v.ItemTaken():
            how = {"found": "finds", "took": "takes", "stored": "stores"}[event.how]
            rarity = state.data.items.rarities[event.item.rarity - 1].casefold()
            return f"{hero} {how} {name_item(state, event.item)} ({rarity})."
        case v.Captured():
            return f"{who} has the mine at {event.tile}."
        case v.Besieged():
            return f"{hero} breaks the Ramparts of {event.city}."
        case v.Exchanged():
            does = "musters" if event.mustered > 0 else "leaves"
            return f"{hero} {does} {abs(event.mustered)}."
        case v.BattleRound():
            return (
                f"Round {event.round}: {event.attack} against {event.defence}; "
                f"{hero}'s side loses {event.attack_lost}, the other {event.defence_lost}."
            )
        case v.BattleEnded():
            if event.gave_up:
                return f"{hero} gives up."
            return f"{hero} {'wins' if event.won else 'loses'} the Battle."
        case v.Fainted():
            return (
                f"{hero} fainted: {_count(event.army, 'Mercenary', 'Mercenaries')} left, no Item."
            )
        case v.Died():
            leaves = ", and a Monster is left" if event.leaves_monster else ""
            return f"{hero} dies{leaves}."
        case v.CityTaken():
            return f"{who} takes {event.city}!"
        case v.PlayerOut():
            return f"{who} has no City left, and is out."
        case v.Allied():
            return _describe_alliance(event, names)
        case v.Voted():
            return f"{who} votes {'yes' if event.yes else 'no'}."
        case v.VoteEnded():
            return f"The vote {'passes' if event.passed else 'fails'}: Items by {event.ruleset}."
        case v.GameOver():
            return _describe_end(event, names)
    raise NotImplementedError(type(event))


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or f'{one}s'}"


def _article(what: str) -> str:
    return what if what == "ramparts" else f"the {what}"


def _describe_meeting(event: v.Met) -> str:
    match event.result:
        case "small" | "large":
            return f"{event.hero} opens a {event.result} cache: {_count(event.number, 'coin')}."
        case "guardians":
            return f"{_count(event.number, 'Guardian')} at the mine."
        case "bribe":
            return f"Up to {event.number} would join {event.hero} for coins."
        case "defect":
            return f"Up to {event.number} would join {event.hero} for nothing."
    return f"{event.hero} meets {_count(event.number, 'Monster')} who fight."


def _describe_alliance(event: v.Allied, names: Names) -> str:
    one, other = names[event.seat], names[event.other]
    return {
        "asks": f"{one} proposes an alliance to {other}.",
        "agrees": f"{one} agrees: allied with {other}.",
        "declines": f"{one} declines {other}'s alliance.",
        "parts": f"{one} parts from {other} at the next Daybreak.",
    }[event.how]


def _describe_end(event: v.GameOver, names: Names) -> str:
    renown = join_words([f"{name} {each}" for name, each in zip(names, event.renown, strict=True)])
    winners = join_words([names[seat] for seat in event.winners])
    verb = "wins" if len(event.winners) == 1 else "win together"
    why = "the last with a City" if event.why == "conquest" else "by renown"
    return f"{winners} {verb}, {why}. Renown: {renown}."


def describe_move(state: State, move: Move) -> str:
    """A few words about a legal move, for the menu."""
    prices = state.data.figures.prices
    match move[0]:
        case "recruit":
            return f"{int(move[1]) * prices.recruit} coins"
        case "hire":
            return f"a Hero, {prices.hero} coins"
        case "build":
            return _describe_building(state, move[1])
        case "hero":
            hero = next(each for each in state.heroes if each.word == move[1])
            return f"at {state.data.name_tile(hero.tile)}, army {hero.army}"
        case "join":
            return f"{int(move[1]) * state.join_price} coins" if state.join_price else "for nothing"
        case "n" | "e" | "s" | "w" | "ne" | "se" | "sw" | "nw":
            steps = dict(state.data.steps[state.heroes[state.hero].tile])
            return describe_tile(state, steps[move[0]])
        case "muster" | "leave":
            return "Recruits" if move[0] == "muster" else "Mercenaries"
    return _MEANINGS.get(move[0], "")


def describe_choice(state: State, names: Names) -> str:
    """What is asked of whoever must decide."""
    seat = get_actor(state)
    coins = _count(count_coins(state, seat), "coin")
    match state.phase:
        case "unpaid":
            return f"wages for {state.unpaid} of your Heroes are lacking: who goes?"
        case "orders":
            return f"orders for Day {state.day}. You have {coins}."
        case "hero":
            return "which Hero goes?"
        case "begin":
            return f"{state.heroes[state.hero].name} rolls to go, or besieges."
        case "act":
            hero = state.heroes[state.hero]
            where = state.data.name_tile(hero.tile)
            return f"{hero.name} at {where}, army {hero.army}, {state.left} to go."
        case "join":
            price = f"{_count(state.join_price, 'coin')} each, you have {coins}"
            return f"how many join? {price if state.join_price else 'For nothing'}."
        case "battle" if state.battle is not None:
            battle = state.battle
            hero = state.heroes[battle.attacker]
            return f"round {battle.round}: army {hero.army} against {battle.troops}. Fight on?"
        case "answer":
            return f"{names[state.proposal[0]]} proposes an alliance. Agree?"
    return f"Items made by {state.ballot}?"


def _describe_building(state: State, what: str) -> str:
    if what == "ramparts":
        return f"{state.data.figures.prices.ramparts} coins"
    tier = next(each for each in state.data.figures.tiers if each.name.casefold() == what)
    return f"{tier.price} coins, {tier.income} a Day"


_MEANINGS = {
    "roll": "d10+10 to go",
    "besiege": "break its Ramparts; ends the Hero's turn",
    "end": "this Hero is done",
    "done": "that is all",
    "fight": "another round",
    "give": "the Hero dies, the Army scatters",
    "engage": "a Battle",
    "capture": "the mine here",
    "storm": "a Battle for the City",
    "pick": "1 to go",
    "take": "out of the Armory",
    "store": "into the Armory",
    "unpaid": "dies",
    "ally": "propose an alliance to this player",
    "part": "from the next Daybreak on",
    "vote": "how Items are made",
    "yes": "",
    "no": "",
}


def describe_tile(state: State, tile: int) -> str:
    """What stands on a Tile."""
    parts = [_count(state.monsters[tile], "Monster")] if state.monsters[tile] else []
    parts += [each.name for each in state.heroes if each.tile == tile]
    at = find_city(state, tile)
    parts += [state.cities[at].name] if at >= 0 else []
    parts += [_count(state.caches[tile], "cache")] if state.caches[tile] else []
    items = state.finds[tile] + sum(at == tile for at, _ in state.dropped)
    parts += [_count(items, "Item")] if items else []
    parts += ["a mine"] if any(at == tile for at, _ in state.mines) else []
    return join_words(parts)
