"""What players of Version 4 owe, one thing after the other: mana to recover, gain, lose and pay,
creatures that fall. What leaves no choice is done; else somebody says which."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import draw_card, take_card
from companion.parlour.game import Event, Events, Move
from companion.parlour.games.version_4.data import CREATURE, TREASURE, Gift
from companion.parlour.games.version_4.event_records import (
    CoinsChanged,
    CreatureJoined,
    CreatureLeft,
    ManaChanged,
    TreasureTaken,
)
from companion.parlour.games.version_4.mana import (
    count_mana,
    gain_mana,
    list_losable_colours,
    lose_mana,
    measure_mana_worth,
    recover_mana,
    replace_player,
    spend_mana,
)
from companion.parlour.games.version_4.state import Player, State, Todo


def list_gift_tasks(
    state: State, seat: int, gift: Gift, own: str | None = None
) -> tuple[Todo, ...]:
    """What a gift comes to for a player, in order; `own` is the colour of its tile or guardian."""
    found = [
        Todo("coins", seat, gift.coins),
        Todo("recover", seat, gift.recover),
        Todo("gain", seat, gift.gain),
        Todo("gain", seat, gift.own, own or ""),
        *(Todo("gain", seat, getattr(gift, c), c) for c in state.data.figures.colours),
        *(Todo("treasure", seat, 1) for _ in range(gift.treasure)),
        *(Todo("creature", seat, 1) for _ in range(gift.creature)),
    ]
    return tuple(each for each in found if each.number)


def add_owed_tasks(state: State, *todo: Todo) -> State:
    """The table with more to be done after what is owed already."""
    return replace(state, todo=(*state.todo, *todo))


def list_moves_of_task(state: State) -> tuple[Move, ...]:
    """The ways to do what is owed first."""
    owed = state.todo[0]
    player, colours = state.players[owed.seat], state.data.figures.colours
    if owed.kind in ("fall", "dismiss"):
        words = state.data.typed_words_by_creature
        return tuple((owed.kind, words[each]) for each in player.army)
    if owed.kind == "toll":
        return ("mana",), ("coins",)
    word = "pay" if owed.kind == "worth" else str(owed.kind)
    moves: list[Move] = [
        (word, colours[at]) for at in _list_sufficient_colours(state, owed, player)
    ]
    if owed.may_burn and player.ability == "burn":
        burnt = list_losable_colours(player, _list_allowed_colours(state, owed))
        moves += [("burn", colours[at]) for at in burnt]
    return tuple(moves)


def _list_allowed_colours(state: State, owed: Todo) -> tuple[int, ...]:
    if owed.colour and owed.kind != "worth":
        return (state.data.colour_positions[owed.colour],)
    return tuple(range(len(state.data.figures.colours)))


def _list_sufficient_colours(state: State, owed: Todo, player: Player) -> list[int]:
    """The colours of which one token will do."""
    allowed = _list_allowed_colours(state, owed)
    if owed.kind == "gain":
        return list(allowed)
    if owed.kind == "lose":
        return list_losable_colours(player, allowed)
    found = [at for at in allowed if _count_available_tokens(owed, player, at)]
    can_pay = sum(player.ready[at] for at in found) >= owed.number
    return found if can_pay or owed.kind != "pay" else []


def apply_move_of_task(state: State, move: Move) -> tuple[State, Events]:
    """Do one part of what is owed first, as it was chosen."""
    owed, rest = state.todo[0], state.todo[1:]
    if move[0] in ("fall", "dismiss"):
        creature = next(
            each
            for each in state.players[owed.seat].army
            if state.data.typed_words_by_creature[each] == move[1]
        )
        return _drop_creature(state, owed, creature)
    if move[0] == "mana":
        pay = Todo("pay", owed.seat, owed.number, may_burn=True)
        return replace(state, todo=(pay, *rest)), ()
    if move[0] == "coins":
        return replace(state, todo=(Todo("coins", owed.seat, -owed.coins), *rest)), ()
    at = state.data.colour_positions[move[1]]
    if move[0] == "burn":
        player = lose_mana(state.players[owed.seat], at)
        state = replace_player(replace(state, todo=rest), owed.seat, player)
        return state, (ManaChanged(owed.seat, "burns", 1, move[1]),)
    state, number = _change_mana_tokens(state, owed, at, 1)
    left = replace(owed, number=owed.number - number, may_burn=False)
    todo = (left, *rest) if left.number > 0 else rest
    return replace(state, todo=todo), (_make_mana_event(state, owed, at, 1),)


def _change_mana_tokens(state: State, owed: Todo, at: int, tokens: int) -> tuple[State, int]:
    """Recover, gain, lose or spend tokens of a colour; how much of what is owed that is."""
    player, done = state.players[owed.seat], tokens
    match owed.kind:
        case "recover":
            player = recover_mana(player, at, tokens)
        case "gain":
            player = gain_mana(player, at, tokens)
        case "lose":
            for _ in range(tokens):
                player = lose_mana(player, at)
        case _:
            player = spend_mana(player, at, tokens)
    if owed.kind == "worth" and at == state.data.colour_positions[owed.colour]:
        done = tokens * state.data.figures.match_worth
    return replace_player(state, owed.seat, player), done


_HOW = {"recover": "recovers", "gain": "gains", "lose": "loses", "pay": "spends", "worth": "spends"}


def _make_mana_event(state: State, owed: Todo, at: int, tokens: int) -> ManaChanged:
    colour = state.data.figures.colours[at]
    return ManaChanged(owed.seat, _HOW[owed.kind], tokens, colour)  # type: ignore[arg-type]


def settle_forced_tasks(state: State, dice: Faces) -> tuple[State, Events]:
    """Do all that leaves no choice, up to the first thing that does."""
    events: Events = ()
    while state.todo:
        settled = _settle_first_owed_task(state, dice)
        if settled is None:
            break
        state, more = settled
        events = (*events, *more)
    return state, events


def _settle_first_owed_task(state: State, dice: Faces) -> tuple[State, Events] | None:
    """The table with what is owed first done, or nearer to it; None if somebody must choose."""
    owed = state.todo[0]
    state_after = replace(state, todo=state.todo[1:])
    if owed.number <= 0 and owed.kind not in ("coins", "lose_over", "dismiss_over"):
        return state_after, ()
    player = state.players[owed.seat]
    match owed.kind:
        case "coins":
            coins = max(-player.coins, owed.number)
            after = replace_player(
                state_after, owed.seat, replace(player, coins=player.coins + coins)
            )
            return after, (CoinsChanged(owed.seat, coins),) if coins else ()
        case "treasure":
            return _take_treasure_card(state_after, owed.seat, dice)
        case "creature":
            return add_next_creature_to_army(state_after, owed.seat, dice)
        case "lose_over":
            over = count_mana(player) > owed.number
            todo = (Todo("lose", owed.seat, 1),) if over else ()
            return replace(state_after, todo=(*todo, *state_after.todo)), ()
        case "dismiss_over":
            over = len(player.army) > owed.number
            todo = (Todo("dismiss", owed.seat, 1),) if over else ()
            return replace(state_after, todo=(*todo, *state_after.todo)), ()
        case "toll":
            can_pay = sum(player.ready) >= owed.number
            can_burn = player.ability == "burn" and count_mana(player)
            if can_pay or can_burn:
                return None
            fine = Todo("coins", owed.seat, -owed.coins)
            return replace(state_after, todo=(fine, *state_after.todo)), ()
        case "fall" | "dismiss":
            return _settle_owed_creatures(state, owed)
    return _settle_owed_mana(state, owed)


def _settle_owed_creatures(state: State, owed: Todo) -> tuple[State, Events] | None:
    army = state.players[owed.seat].army
    if not army:
        return replace(state, todo=state.todo[1:]), ()
    if owed.number < len(army):
        return None
    return _drop_creature(state, owed, army[0])


def _drop_creature(state: State, owed: Todo, creature: int) -> tuple[State, Events]:
    """A creature leaves an army, as what is owed first says. For one that falls a Necromancer
    recovers 1 black, and gains 1 if it was the last."""
    player = state.players[owed.seat]
    army = tuple(each for each in player.army if each != creature)
    fell, own = owed.kind == "fall", list[Todo]()
    if fell and player.ability == "harvest" and player.colour is not None:
        own = [Todo("recover", owed.seat, 1, player.colour)]
        own += [] if army else [Todo("gain", owed.seat, 1, player.colour)]
    state = replace(
        replace_player(state, owed.seat, replace(player, army=army)),
        creature_discards=(*state.creature_discards, creature),
        todo=(*own, replace(owed, number=owed.number - 1), *state.todo[1:]),
    )
    return state, (CreatureLeft(owed.seat, creature, "fell" if fell else "dismissed"),)


def _settle_owed_mana(state: State, owed: Todo) -> tuple[State, Events] | None:
    """Mana that can only be of one colour, or that is all there is."""
    player = state.players[owed.seat]
    options = _list_sufficient_colours(state, owed, player)
    rest = state.todo[1:]
    if owed.may_burn and player.ability == "burn" and count_mana(player):
        return None
    if not options:
        return replace(state, todo=rest), ()
    if owed.kind != "gain" and _needs_all_tokens(state, owed, player, options):
        use = {at: _count_available_tokens(owed, player, at) for at in options}
    elif len(options) > 1:
        return None
    else:
        use = {options[0]: owed.number if owed.kind != "worth" else 1}
        if owed.kind != "gain":
            available = _count_available_tokens(owed, player, options[0])
            use = {options[0]: min(use[options[0]], available)}
    events: list[Event] = []
    done = 0
    for at, tokens in use.items():
        state, part = _change_mana_tokens(state, owed, at, tokens)
        done += part
        events.append(_make_mana_event(state, owed, at, tokens))
    left = replace(owed, number=owed.number - done, may_burn=False)
    return replace(state, todo=(left, *rest) if left.number > 0 else rest), tuple(events)


def _count_available_tokens(owed: Todo, player: Player, at: int) -> int:
    if owed.kind == "recover":
        return player.spent[at]
    if owed.kind == "lose":
        return player.ready[at] + player.spent[at]
    return player.ready[at]


def _needs_all_tokens(state: State, owed: Todo, player: Player, options: list[int]) -> bool:
    """True if all that would do is needed, so that there is nothing to choose."""
    if owed.kind == "worth":
        worth = measure_mana_worth(state.data, player, owed.colour)
        least = min(
            state.data.figures.match_worth if at == state.data.colour_positions[owed.colour] else 1
            for at in options
        )
        return worth - least < owed.number
    if owed.kind == "lose":
        return count_mana(player) <= owed.number
    return sum(_count_available_tokens(owed, player, at) for at in options) <= owed.number


def _take_treasure_card(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The next treasure card, while there are any: a relic is kept, any other gives at once."""
    if not state.treasure_pile:
        return state, ()
    card, pile = take_card(state.treasure_pile, dice, TREASURE)
    state = replace(state, treasure_pile=pile)
    treasure = state.data.treasures_by_id[card]
    taken = (TreasureTaken(seat, card),)
    if treasure.kept:
        player = state.players[seat]
        return replace_player(state, seat, replace(player, relics=(*player.relics, card))), taken
    state = replace(state, treasure_discards=(*state.treasure_discards, card))
    return replace(state, todo=(*list_gift_tasks(state, seat, treasure.get), *state.todo)), taken


def add_next_creature_to_army(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The next creature joins an army, if there is one."""
    found, pile, discards = draw_card(state.creature_pile, state.creature_discards, dice, CREATURE)
    if found is None:
        return state, ()
    state = replace(state, creature_pile=pile, creature_discards=discards)
    player = state.players[seat]
    state = replace_player(state, seat, replace(player, army=(*player.army, found)))
    return state, (CreatureJoined(seat, found),)
