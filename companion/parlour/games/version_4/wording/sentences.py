"""Version 4 in sentences: what happened, what is asked, what a move is."""

from companion.parlour.common_rules_and_sentences import (
    describe_winners,
    find_word_position,
    format_count,
)
from companion.parlour.game import Event, Move, Names, Result
from companion.parlour.games.version_4 import event_records as v
from companion.parlour.games.version_4.board import list_tile_placements
from companion.parlour.games.version_4.dungeon_combat import (
    count_strength_without_mana,
    get_guardian,
)
from companion.parlour.games.version_4.mana import measure_mana_worth
from companion.parlour.games.version_4.rest_and_move import count_toll, get_typed_offer_name
from companion.parlour.games.version_4.state import State, Todo
from companion.parlour.games.version_4.wording.descriptions import (
    TOKEN_BRINGS,
    describe_class,
    describe_event_card,
    describe_guardian,
    describe_level_strength,
    describe_offer,
    describe_treasure,
    describe_what_token_brings,
)
from companion.refusal import join_words


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
            return f"{who} {does} {format_count(abs(event.number), 'coin')}."
        case v.EventDrawn():
            card = data.events_by_id[event.card]
            return f"{who}'s turn: {card.name}: {describe_event_card(card, who)}."
        case v.CreatureShown():
            creature = data.creatures_by_id[event.creature]
            return (
                f"For sale: {creature.name}, {creature.colour}, {creature.alignment}, "
                f"strength {creature.strength}, at least {creature.ask}."
            )
        case v.Bid():
            return f"{who} bids {event.number}."
        case v.Passed():
            lacks = f": a bid needs {event.needs}, their ready mana is worth {event.has}"
            return f"{who} passes{lacks if event.needs else ''}."
        case v.CreatureJoined():
            return f"{data.creatures_by_id[event.creature].name} joins {who}."
        case v.CreatureLeft():
            how = {
                "unsold": "goes unsold",
                "fell": f"falls and leaves {who}",
                "dismissed": f"leaves {who}",
            }
            return f"{data.creatures_by_id[event.creature].name} {how[event.how]}."
        case v.Moved():
            return f"{who} goes to {event.hex}."
        case v.TokenPlaced():
            return f"{who} places a token on {event.hex}."
        case v.OfferUsed():
            return f"{who} uses {event.name}."
        case v.Explored():
            tile = data.tiles_by_id[event.tile]
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
            return f"{who} is beaten by {data.guardians_by_id[event.guardian].name}."
        case v.TreasureTaken():
            treasure = data.treasures_by_id[event.treasure]
            return f"{who} takes treasure: {treasure.name} ({describe_treasure(treasure)})."
        case v.RoundBegan():
            return f"Round {event.round} of {data.figures.rounds} begins."
        case v.GameOver():
            return ""
    raise NotImplementedError(type(event))


def _describe_fight(state: State, event: v.Fought) -> str:
    guardian = state.data.guardians_by_id[event.guardian]
    rolled = ", ".join(map(str, event.faces))
    lacking = f"; a worth of {event.lacking} more would win" if event.lacking else ""
    return (
        f"{guardian.name} ({guardian.colour}) rolls {rolled}: {event.guardian_total} against "
        f"{event.own_total}{lacking}."
    )


def describe_result(state: State, result: Result, names: Names) -> str:
    """A sentence that says who won Version 4, and why."""
    target = state.data.figures.solo_target
    wins = describe_winners(result, names)
    if not wins:
        return f"The game is lost: alone, {target} renown would win."
    if len(names) == 1:
        return f"{wins} with {target} renown."
    return f"{wins} by renown after the last round."


def describe_move(state: State, move: Move) -> str:
    """A few words about a legal move of Version 4, for the menu."""
    match move[0]:
        case "class":
            return describe_class(state, move[1])
        case "go":
            at = find_word_position(state.hexes, move[1])
            return _describe_hex_of_step(state, at, marks=len(move) > 2)
        case "use":
            here = state.hexes[state.players[state.seats[state.turn]].at]
            offer = next(
                each for each in here.offers if get_typed_offer_name(state, each) == move[1]
            )
            return describe_offer(offer, here)
        case "explore":
            tile = state.data.tiles_by_id[int(move[1])]
            return f"{tile.feature.name} and {tile.dungeon.name}, {tile.colour}"
        case "crawl":
            return _describe_guardian_here(state)
        case "spend":
            return f"a worth of {state.lacking}, and win"
        case "fall" | "dismiss":
            words = state.data.typed_words_by_creature
            creature = next(i for i, word in words.items() if word == move[1])
            return f"strength {state.data.creatures_by_id[creature].strength}"
    return _MEANINGS.get(move[0], "")


def describe_choice(state: State, names: Names) -> str:
    """A sentence that asks the player of Version 4 who must move for a decision."""
    if state.todo:
        return _describe_owed_task(state.todo[0], state)
    if state.auction is not None:
        auction = state.auction
        creature = state.data.creatures_by_id[auction.creature]
        high = f"{names[auction.leader]} bids {auction.high}" if auction.high else "no bid yet"
        return f"{creature.name}, {creature.colour}, strength {creature.strength}: {high}. Bid?"
    player = state.players[state.seats[state.turn]]
    match state.phase:
        case "class":
            return "which class are you?"
        case "move":
            here = state.hexes[player.at].name
            return f"Move from {here}, {format_count(state.steps_left, 'step')} left."
        case "fight":
            return f"a worth of {state.lacking} in mana wins the fight. Spend it?"
    return (
        f"adventure on {state.hexes[player.at].name}. layout shows the tiles that can be laid, and "
        "map the places for them."
    )


def _describe_owed_task(owed: Todo, state: State) -> str:
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
            return f"pay {owed.number} mana or {format_count(owed.coins, 'coin')}?"
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


def _describe_guardian_here(state: State) -> str:
    """The guardian of the dungeon here, against whoever would meet it."""
    player = state.players[state.seats[state.turn]]
    guardian = get_guardian(state, player.at)
    own = f"against your {count_strength_without_mana(state, player)}"
    if guardian is None:
        levels = join_words([describe_level_strength(each) for each in state.data.levels], "or")
        return f"an unknown guardian, {levels}, {own} and {sum(player.ready)} mana"
    worth = measure_mana_worth(state.data, player, guardian.colour)
    return f"{describe_guardian(state, guardian)}, {own} and mana worth {worth}"


def _describe_hex_of_step(state: State, at: int, *, marks: bool) -> str:
    here = state.hexes[at]
    parts = []
    if marks:
        seat = state.seats[state.turn]
        toll = count_toll(state, seat, at)
        parts = [f"costs {toll} mana"] if toll else []
        if here.kind in TOKEN_BRINGS:
            parts.append(describe_what_token_brings(here))
    else:
        parts = [here.kind] if here.kind in ("town", "enter", "dungeon") else []
        if state.dungeons[at] >= 0:
            guardian = get_guardian(state, at)
            parts = [f"dungeon, {guardian.name} waits" if guardian else "dungeon, not entered yet"]
        ability = state.players[state.seats[state.turn]].ability
        parts += ["land to explore"] if any(list_tile_placements(state, at, ability)) else []
    return ", ".join(parts)
