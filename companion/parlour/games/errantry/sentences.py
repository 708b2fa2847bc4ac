"""Errantry in sentences: what happened, what a move is, what an item does."""

from companion.parlour.common_rules_and_sentences import (
    describe_winners,
    find_word_position,
    format_count,
)
from companion.parlour.game import Event, Move, Names, Result
from companion.parlour.games.errantry import event_records as v
from companion.parlour.games.errantry.combat import count_monster_dice, count_strength_without_mana
from companion.parlour.games.errantry.data import RESOURCES, Effect, Resources, TileHex
from companion.parlour.games.errantry.rest_and_move import count_toll
from companion.parlour.games.errantry.rules import get_actor
from companion.parlour.games.errantry.state import Hex, State
from companion.refusal import join_words
from companion.values_with_ids import make_slug


def format_resources(resources: Resources) -> str:
    """`2 gold and 1 silk`; "nothing" for none."""
    found = [(getattr(resources, name), name) for name in RESOURCES]
    single = [(n, name.removesuffix("s") if n == 1 else name) for n, name in found if n]
    return join_words([f"{number} {name}" for number, name in single]) or "nothing"


def describe_item(state: State, item: int) -> str:
    """An item, what it does for a hero, and its cost."""
    ware = state.data.wares_by_id[item]
    does = [
        f"{text} {number:+d}"
        for text, number in (
            ("strength", ware.strength),
            ("steps", ware.moves),
            ("recovers", ware.rest_recovers),
            ("tolls", -ware.toll_off),
        )
        if number
    ]
    if ware.fewer_dice:
        does.append(f"monsters roll {ware.fewer_dice} fewer of their dice, one at least")
    does += {"": [], "open": ["crosses an open side"], "any": ["crosses any side"]}[ware.cross]
    does += ["keeps treasure"] if ware.keeps_treasure else []
    return f"{ware.name}: {', '.join(does)}; costs {format_resources(ware.cost)}"


def describe_move(state: State, move: Move) -> str:
    """A few words about a legal move of Errantry, for the menu."""
    match move[0]:
        case "lay":
            pair = state.data.tiles_by_id[int(move[1])].hexes
            return f"{pair[0].name} and {pair[1].name}"
        case "go":
            at = find_word_position(state.hexes, move[1])
            return _describe_hex_of_step(state, at, marks=len(move) > 2)
        case "spend":
            return f"{state.need} mana, and win"
        case "buy":
            item = next(i for i, word in state.data.typed_words_by_ware.items() if word == move[1])
            return describe_item(state, item).partition(": ")[2]
    return _MEANINGS.get(move[0], "")


def describe_choice(state: State, _names: Names) -> str:
    """A sentence that asks the player of Errantry who must move for a decision."""
    seat, figures = get_actor(state), state.data.figures
    hero = state.heroes[seat]
    match state.phase:
        case "lay":
            return (
                "lay a tile (tiles shows them): its number, a place that map shows for its first "
                "hex, and on which side of that the second lies."
            )
        case "stand":
            return "where does your hero begin?"
        case "order":
            return f"which place in the order of day {state.day}?"
        case "rest":
            return (
                "Rest. Your tokens lie on hexes that pay at home: take any back, or go on (rested)?"
            )
        case "move":
            steps = format_count(state.steps_left, "step")
            held = len(hero.trophies)
            home = f" You hold {held} trophies: enter the Citadel, and you have won."
            return (
                f"Move from {state.hexes[hero.at].name}, {steps} left."
                f"{home if held >= figures.trophies_to_win else ''}"
            )
        case "challenge":
            monster = state.data.monsters_by_id[state.monsters[hero.at]]
            return (
                f"{monster.name} {monster.strength}+{count_monster_dice(state, hero, monster)}d6 "
                f"against your {count_strength_without_mana(state, hero)} and {hero.ready} mana. "
                "Fight?"
            )
        case "combat":
            return f"{state.need} mana of your {hero.ready} wins the combat. Spend it?"
    left = figures.buys - state.purchases
    return f"the market, {left} more to buy. You have {format_resources(hero.resources)}."


_MEANINGS = {
    "stand": "begin here",
    "place": "in today's order",
    "take": "your token back, for nothing",
    "rested": "leave them there, and go on",
    "stop": "end the Move here",
    "fight": "challenge the monster",
    "leave": "leave it alone",
    "yield": "lose the combat",
    "sell": "to the marketplace",
    "done": "end the turn",
}


def _describe_hex_of_step(state: State, at: int, *, marks: bool) -> str:
    here = state.hexes[at]
    parts = list(describe_what_tokens_bring_on_hex(here)) if marks else []
    if marks and (toll := count_toll(state, get_actor(state), at)):
        parts.insert(0, f"costs {toll} mana")
    if state.monsters[at]:
        monster = state.data.monsters_by_id[state.monsters[at]]
        parts.append(f"{monster.name} {monster.strength}+{monster.dice}d6")
    return ", ".join(parts)


def describe_what_tokens_bring_on_hex(here: Hex | TileHex) -> list[str]:
    """What a token on a hex is good for."""
    found = [f"strength +{here.strength}"] if here.strength else []
    for when, effect in (("now", here.mark), ("at rest", here.rest), ("at home", here.errand)):
        if effect is not None:
            found.append(f"{when}: {_describe_effect_of_item(effect)}")
    return found


def _describe_effect_of_item(effect: Effect) -> str:
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
    """An event of Errantry in a sentence."""
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
            return _describe_defeat(state, event, who)
        case v.Bought():
            return f"{who} buys {data.wares_by_id[event.item].name}."
        case v.Sold():
            price = format_resources(event.resources)
            return f"{who} sells {data.wares_by_id[event.item].name} for {price}."
        case v.Dealt():
            return f"{data.wares_by_id[event.item].name} is on offer now."
        case v.MonsterAppeared():
            return f"{data.monsters_by_id[event.monster].name} appears on {event.hex}."
        case v.GameOver():
            return ""
    raise NotImplementedError(type(event))


def _list_mana_changes(event: v.Mana) -> list[str]:
    changes = [f"recovers {event.recovered}"] if event.recovered else []
    if event.gained:
        changes.append(f"gains {event.gained}" if event.gained > 0 else f"loses {-event.gained}")
    return changes


def _describe_fight(state: State, event: v.Fought) -> str:
    monster = state.data.monsters_by_id[event.monster].name
    rolled = ", ".join(map(str, event.faces))
    lacking = f"; {event.need} mana more would win" if event.need else ""
    return f"{monster} rolls {rolled}: {event.monster_total} against {event.hero_total}{lacking}."


def _describe_victory(state: State, event: v.Won, who: str) -> str:
    found = _list_treasures(state, event.treasures)
    paid = f" with {event.paid} mana" if event.paid else ""
    treasure = f", and takes treasure: {found}" if found else ""
    wins = event.held >= state.data.figures.trophies_to_win
    home = f" {event.held} trophies: who enters the Citadel with them has won." if wins else ""
    return f"{who} beats {state.data.monsters_by_id[event.monster].name}{paid}{treasure}.{home}"


def _list_treasures(state: State, cards: tuple[int, ...]) -> str:
    """`a card of 1 gold and a card of 2 gold`."""
    return join_words(
        f"a card of {format_resources(state.data.treasures_by_id[card].resources)}"
        for card in cards
    )


def _describe_defeat(state: State, event: v.Lost, who: str) -> str:
    trophies = join_words(state.data.monsters_by_id[each].name for each in event.trophies)
    lost = [f"the trophies of {trophies}"] if trophies else []
    treasures = _list_treasures(state, event.treasures)
    lost += [f"treasure: {treasures}"] if treasures else []
    loses = f" and loses {join_words(lost)}" if lost else ""
    tokens = f" Tokens come back from {join_words(event.tokens)}." if event.tokens else ""
    monster = state.data.monsters_by_id[event.monster].name
    return f"{who} is beaten by {monster}{loses}, and is back in the Citadel.{tokens}"


def describe_result(state: State, result: Result, names: Names) -> str:
    """A sentence that says who won Errantry, and why."""
    figures = state.data.figures
    wins = describe_winners(result, names)
    if not wins:
        return f"Day {figures.last_day} is over without {figures.trophies_to_win} trophies: lost."
    if result.why == "trophies":
        return f"{wins}: at home with {figures.trophies_to_win} trophies of one errand."
    return f"Day {figures.last_day} is over. {wins}: by trophies, then mana, then worth."


def describe_things_to_look_up(state: State, names: Names) -> dict[str, str]:
    """What can be looked up: hexes, tiles in hand, monsters and items."""
    things = {
        each.typed_name: _describe_hex(state, at, names) for at, each in enumerate(state.hexes)
    }
    for tile in state.hand:
        for each in state.data.tiles_by_id[tile].hexes:
            what = ", ".join((each.terrain, *describe_what_tokens_bring_on_hex(each)))
            things[make_slug(each.name)] = f"{each.name}, on tile {tile}: {what}."
    for monster in state.data.monsters:
        things[make_slug(monster.name)] = (
            f"{monster.name}: a monster of level {monster.level}, {monster.strength}+"
            f"{monster.dice}d6, of the {monster.terrain}."
        )
    things |= {
        word: f"{describe_item(state, i)}." for i, word in state.data.typed_words_by_ware.items()
    }
    return things


def _describe_hex(state: State, at: int, names: Names) -> str:
    """A laid hex: what it is good for, who is there, and where its roads lead."""
    here = state.hexes[at]
    parts = [here.terrain] if here.terrain else ["where errands begin and end"]
    parts += describe_what_tokens_bring_on_hex(here) if at else []
    parts += ["nothing for a token"] if at and not describe_what_tokens_bring_on_hex(here) else []
    if state.monsters[at]:
        monster = state.data.monsters_by_id[state.monsters[at]]
        parts.append(f"{monster.name} {monster.strength}+{monster.dice}d6")
    parts += [f"{names[n]} is there" for n, hero in enumerate(state.heroes) if hero.at == at]
    parts += [f"{names[n]}'s token" for n, hero in enumerate(state.heroes) if at in hero.tokens]
    roads = join_words(state.hexes[each].name for each in here.roads)
    return f"{here.name}: {', '.join(parts)}; roads to {roads or 'nowhere'}."
