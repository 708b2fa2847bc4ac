"""Errantry in sentences: what happened, what a move is, what an item does."""

from companion.parlour.errantry import events as v
from companion.parlour.errantry.combat import count_monster_dice, count_strength
from companion.parlour.errantry.figures import RESOURCES, Effect, Resources, TileHex
from companion.parlour.errantry.riding import count_toll
from companion.parlour.errantry.rules import get_actor
from companion.parlour.errantry.values import Hex, State
from companion.parlour.game import Event, Move
from companion.refusal import join_words

Names = tuple[str, ...]


def format_resources(resources: Resources) -> str:
    """`2 gold and 1 silk`; "nothing" for none."""
    found = [(getattr(resources, name), name) for name in RESOURCES]
    single = [(n, name.removesuffix("s") if n == 1 else name) for n, name in found if n]
    return join_words([f"{number} {name}" for number, name in single]) or "nothing"


def describe_item(state: State, item: int) -> str:
    ware = state.data.ware[item]
    does = [
        f"{text} {number:+d}"
        for text, number in (
            ("strength", ware.strength),
            ("steps", ware.moves),
            ("recovers", ware.rest_recovers),
            ("monsters' dice", -ware.fewer_dice),
            ("tolls", -ware.toll_off),
        )
        if number
    ]
    does += {"": [], "open": ["crosses an open side"], "any": ["crosses any side"]}[ware.cross]
    does += ["keeps treasure"] if ware.keeps_treasure else []
    return f"{ware.name}: {', '.join(does)}; costs {format_resources(ware.cost)}"


def describe_move(state: State, move: Move) -> str:
    """A few words about a legal move, for the menu."""
    match move[0]:
        case "lay":
            pair = state.data.tile[int(move[1])].hexes
            return f"{pair[0].name} and {pair[1].name}"
        case "go":
            at = next(n for n, each in enumerate(state.hexes) if each.word == move[1])
            return _describe_step(state, at, marks=len(move) > 2)
        case "spend":
            return f"{state.need} mana, and win"
        case "buy":
            item = next(i for i, word in state.data.ware_words.items() if word == move[1])
            return describe_item(state, item).partition(": ")[2]
    return _MEANINGS.get(move[0], "")


def describe_choice(state: State, _names: Names) -> str:
    """What is asked of whoever must move."""
    seat, figures = get_actor(state), state.data.figures
    hero = state.heroes[seat]
    match state.phase:
        case "lay":
            return (
                "lay a tile (tiles shows them): its number, where its first hex lies, and on which "
                "side of that the second."
            )
        case "stand":
            return "where does your hero begin?"
        case "order":
            return f"which place in the order of day {state.day}?"
        case "rest":
            return "Rest. Tokens lie on hexes that pay at home: take any back?"
        case "move":
            left = state.steps_left
            return f"Move from {state.hexes[hero.at].name}, {left} step{'s' * (left != 1)} left."
        case "challenge":
            monster = state.data.monster[state.monsters[hero.at]]
            return (
                f"{monster.name} {monster.strength}+{count_monster_dice(state, hero, monster)}d6 "
                f"against your {count_strength(state, hero)} and {hero.ready} mana. Fight?"
            )
        case "combat":
            return f"{state.need} mana of your {hero.ready} wins the combat. Spend it?"
    left = figures.buys - state.purchases
    return f"the market, {left} more to buy. You have {format_resources(hero.resources)}."


_MEANINGS = {
    "stand": "begin here",
    "place": "in today's order",
    "take": "your token back, for nothing",
    "rested": "go on",
    "stop": "end the Move here",
    "fight": "challenge the monster",
    "leave": "leave it alone",
    "yield": "lose the combat",
    "sell": "to the marketplace",
    "done": "end the turn",
}


def _describe_step(state: State, at: int, *, marks: bool) -> str:
    here = state.hexes[at]
    parts = list(describe_hex(here)) if marks else []
    if marks and (toll := count_toll(state, get_actor(state), at)):
        parts.insert(0, f"costs {toll} mana")
    if state.monsters[at]:
        monster = state.data.monster[state.monsters[at]]
        parts.append(f"{monster.name} {monster.strength}+{monster.dice}d6")
    return ", ".join(parts)


def describe_hex(here: Hex | TileHex) -> list[str]:
    """What a token on a hex is good for."""
    found = [f"strength +{here.strength}"] if here.strength else []
    for when, effect in (("now", here.mark), ("at rest", here.rest), ("at home", here.errand)):
        if effect is not None:
            found.append(f"{when}: {_describe_effect(effect)}")
    return found


def _describe_effect(effect: Effect) -> str:
    mana = [
        f"{word} {number}"
        for word, number in (
            ("recover", effect.recover),
            ("gain", effect.gain),
            ("lose", effect.lose),
        )
        if number
    ]
    resources = Resources(effect.gold, effect.silk, effect.gems)
    return join_words([*mana, *([format_resources(resources)] if resources else [])])


def describe_event(state: State, event: Event, names: Names) -> str:
    """An event in a sentence."""
    data, seat = state.data, getattr(event, "seat", 0)
    who = names[seat]
    match event:
        case v.Laid():
            return f"{who} lays {event.hexes[0]} and {event.hexes[1]}."
        case v.Stood():
            return f"{who} begins on {event.hex}."
        case v.DayBegan():
            return f"Day {event.day} begins."
        case v.PlaceTaken():
            return f"{who} takes place {event.place}."
        case v.TokenReturned():
            return f"{who}'s token comes back from {event.hex}."
        case v.Mana():
            return f"{who} {join_words(_list_mana_changes(event))} mana."
        case v.Got():
            return f"{who} gets {format_resources(event.resources)}."
        case v.Moved():
            return f"{who} goes to {event.hex}."
        case v.TokenPlaced():
            paid = f" for {event.paid} mana" if event.paid else ""
            return f"{who} places a token on {event.hex}{paid}."
        case v.ErrandEnded():
            return f"{who}'s errand is over."
        case v.Fought():
            return _describe_fight(state, event)
        case v.Won():
            return _describe_victory(state, event, who)
        case v.Lost():
            lost = f", and loses {event.trophies} trophies" if event.trophies else ""
            monster = data.monster[event.monster].name
            return f"{who} is beaten by {monster}{lost}, and is back in the Citadel."
        case v.Bought():
            return f"{who} buys {data.ware[event.item].name}."
        case v.Sold():
            price = format_resources(event.resources)
            return f"{who} sells {data.ware[event.item].name} for {price}."
        case v.Dealt():
            return f"{data.ware[event.item].name} is on offer now."
        case v.MonsterAppeared():
            return f"{data.monster[event.monster].name} appears on {event.hex}."
        case v.GameOver():
            return _describe_end(event, names)
    raise NotImplementedError(type(event))


def _list_mana_changes(event: v.Mana) -> list[str]:
    changes = [f"recovers {event.recovered}"] if event.recovered else []
    if event.gained:
        changes.append(f"gains {event.gained}" if event.gained > 0 else f"loses {-event.gained}")
    return changes


def _describe_fight(state: State, event: v.Fought) -> str:
    monster = state.data.monster[event.monster].name
    rolled = ", ".join(map(str, event.faces))
    lacking = f"; {event.need} mana more would win" if event.need else ""
    return f"{monster} rolls {rolled}: {event.monster_total} against {event.hero_total}{lacking}."


def _describe_victory(state: State, event: v.Won, who: str) -> str:
    found = [format_resources(state.data.treasure[card].resources) for card in event.treasures]
    paid = f" with {event.paid} mana" if event.paid else ""
    treasure = f", and takes treasure: {'; '.join(found)}" if found else ""
    return f"{who} beats {state.data.monster[event.monster].name}{paid}{treasure}."


def _describe_end(event: v.GameOver, names: Names) -> str:
    winners = join_words([names[seat] for seat in event.winners])
    if not winners:
        return "The calendar has run out: the game is lost."
    verb = "wins" if len(event.winners) == 1 else "win together"
    why = "three trophies from one errand" if event.why == "trophies" else "by the calendar"
    return f"{winners} {verb}: {why}."
