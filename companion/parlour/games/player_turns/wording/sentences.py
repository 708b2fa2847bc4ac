"""Heroes, Cities and Mines in sentences: what happened, and what a move is."""

from companion.parlour.common_rules_and_sentences import describe_winners, format_count
from companion.parlour.game import Event, Move, Names, Result
from companion.parlour.games.player_turns import event_records as v
from companion.parlour.games.player_turns.purses_items_and_table_rolls import count_coins
from companion.parlour.games.player_turns.rules import get_actor
from companion.parlour.games.player_turns.state import Battle, State
from companion.parlour.games.player_turns.wording.descriptions import (
    describe_building_price,
    describe_defence_of_named_city,
    describe_guardians,
    describe_item,
    describe_tile,
)
from companion.refusal import join_words


def describe_event(state: State, event: Event, names: Names) -> str:
    """An event in a sentence; "" for what another sentence tells."""
    seat = getattr(event, "seat", 0)
    who, hero = names[seat], getattr(event, "hero", "")
    match event:
        case v.DayBegan():
            return f"Day {event.day} of {state.data.figures.days} begins."
        case v.Income():
            if event.why == v.CACHE:
                return ""
            does = "gets" if event.coins >= 0 else "pays"
            return f"{who} {does} {format_count(abs(event.coins), 'coin')} ({event.why})."
        case v.Built():
            return f"{who} builds {_add_article(event.what)} at {event.city}."
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
            return f"{event.number or 'Nobody'} {'joins' if event.number < 2 else 'join'} {hero}."
        case v.ItemTaken():
            how = {"found": "finds", "took": "takes", "stored": "stores"}[event.how]
            return f"{hero} {how} {describe_item(state, event.item)}."
        case v.Captured():
            return f"{who} has the mine at {event.tile}."
        case v.Besieged():
            return f"{hero} breaks the Ramparts of {event.city}."
        case v.Exchanged():
            does = "musters" if event.mustered > 0 else "leaves"
            return f"{hero} {does} {abs(event.mustered)}."
        case v.BattleRound():
            return _describe_round(event)
        case v.BattleEnded():
            if event.gave_up:
                return f"{hero} gives up."
            return f"{hero} {'wins' if event.won else 'loses'} the Battle."
        case v.Fainted():
            left = format_count(event.army, "Mercenary", "Mercenaries")
            return f"{hero} fainted: {left} left, no Item."
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
            if event.passed:
                return f"The vote passes: Items are made by {event.ruleset} now."
            return f"The vote for {event.ruleset} fails: Items stay made by {event.stays}."
        case v.GameOver():
            return ""
    raise NotImplementedError(type(event))


def _add_article(what: str) -> str:
    return what if what == "ramparts" else f"the {what}"


def _describe_meeting(event: v.Met) -> str:
    match event.result:
        case "small" | "large":
            return (
                f"{event.hero} opens a {event.result} cache: {format_count(event.number, 'coin')}."
            )
        case "guardians":
            return f"{format_count(event.number, 'Guardian')} at the mine."
        case "bribe":
            return f"Up to {event.number} would join {event.hero} for coins."
        case "defect":
            return f"Up to {event.number} would join {event.hero} for nothing."
    return f"{event.hero} meets {format_count(event.number, 'Monster')} who fight."


def _describe_alliance(event: v.Allied, names: Names) -> str:
    one, other = names[event.seat], names[event.other]
    return {
        "asks": f"{one} proposes an alliance to {other}.",
        "agrees": f"{one} agrees: allied with {other}.",
        "declines": f"{one} declines {other}'s alliance.",
        "parts": f"{one} parts from {other} at the next Daybreak.",
    }[event.how]


def _describe_round(event: v.BattleRound) -> str:
    fell = f" {join_words(event.fell)} {'falls' if len(event.fell) == 1 else 'fall'}."
    return (
        f"Round {event.round}: {event.attack} against {event.defence}; {event.hero}'s side loses "
        f"{event.attack_lost} and has {event.attack_left} left, the other loses "
        f"{event.defence_lost} and has {event.defence_left} left.{fell if event.fell else ''}"
    )


def describe_result(_state: State, result: Result, names: Names) -> str:
    """A sentence that says who won Heroes, Cities and Mines, and why."""
    why = "the last with a City" if result.why == "conquest" else "by renown after the last Day"
    return f"{describe_winners(result, names)}, {why}."


def describe_move(state: State, move: Move) -> str:
    """A few words about a legal move of Heroes, Cities and Mines, for the menu."""
    prices = state.data.figures.prices
    match move[0]:
        case "recruit":
            return format_count(int(move[1]) * prices.recruit, "coin")
        case "hire":
            return f"a Hero, {format_count(prices.hero, 'coin')}"
        case "build":
            return describe_building_price(state, move[1])
        case "hero":
            hero = next(each for each in state.heroes if each.typed_name == move[1])
            return f"at {state.data.format_tile_coordinates(hero.tile)}, army {hero.army}"
        case "join":
            price = int(move[1]) * state.join_price
            return format_count(price, "coin") if state.join_price else "for nothing"
        case "n" | "e" | "s" | "w" | "ne" | "se" | "sw" | "nw":
            steps = dict(state.data.steps_from_tiles[state.heroes[state.hero].tile])
            return describe_tile(state, steps[move[0]])
        case "capture":
            return f"the mine here; {describe_guardians(state)}"
        case "besiege" | "storm":
            return f"{_MEANINGS[move[0]]}; {describe_defence_of_named_city(state, move[1])}"
        case "muster" | "leave":
            return "Recruits" if move[0] == "muster" else "Mercenaries"
    return _MEANINGS.get(move[0], "")


def describe_choice(state: State, names: Names) -> str:
    """A sentence that asks the player of Heroes, Cities and Mines who must move for a decision."""
    seat = get_actor(state)
    coins = format_count(count_coins(state, seat), "coin")
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
            where = state.data.format_tile_coordinates(hero.tile)
            return f"{hero.name} at {where}, army {hero.army}, {state.left} to go."
        case "join":
            price = f"{format_count(state.join_price, 'coin')} each, you have {coins}"
            return f"how many join? {price if state.join_price else 'For nothing'}."
        case "battle" if state.battle is not None:
            return _describe_battle(state, state.battle)
        case "answer":
            return f"{names[state.proposal[0]]} proposes an alliance. Agree?"
    return f"a vote: shall Items be made by {state.ballot}, no longer by {state.ruleset}?"


def _describe_battle(state: State, battle: Battle) -> str:
    """What stands on both sides between rounds."""
    name = state.heroes[battle.attacker].name
    own = [] if battle.fallen else [name]
    own += [f"an army of {battle.army}"] if battle.army else []
    theirs = [state.heroes[at].name for at in battle.defenders if at not in battle.down]
    theirs += [state.cities[battle.target].name] if battle.city_stands else []
    what = {"monsters": "Monster", "guardians": "Guardian"}.get(battle.kind, "other")
    theirs += [format_count(battle.troops, what)] if battle.troops else []
    fallen = f" ({name} has fallen)" if battle.fallen else ""
    return (
        f"round {battle.round}: {join_words(own)}{fallen} against {join_words(theirs)}. Fight on?"
    )


_MEANINGS = {
    "roll": "d10+10 to go",
    "besiege": "break its Ramparts; ends the Hero's turn",
    "end": "this Hero is done",
    "done": "that is all",
    "fight": "another round",
    "give": "the Hero dies, the Army scatters",
    "engage": "a Battle",
    "storm": "a Battle for the City at once",
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
