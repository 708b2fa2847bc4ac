"""Combat in Errantry: a hero's strength and mana against a monster's strength and dice."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import draw_card
from companion.parlour.common_rules_and_sentences import replace_element
from companion.parlour.game import Events
from companion.parlour.games.errantry.common_rules import (
    replace_hero,
    sort_treasure_cards,
    spend_mana,
    sum_item_figures,
)
from companion.parlour.games.errantry.data import TREASURE, Monster
from companion.parlour.games.errantry.event_records import Fought, Lost, Won
from companion.parlour.games.errantry.rest_and_move import exchange_treasures_for_resources
from companion.parlour.games.errantry.state import Hero, State

MONSTER_DIE = 6


def count_strength_without_mana(state: State, hero: Hero) -> int:
    """A hero's total before mana: their own strength, their items', and that of the hexes with
    their tokens."""
    marked = sum(state.hexes[at].strength for at in hero.tokens)
    return state.data.figures.strength + sum_item_figures(state, hero, "strength") + marked


def count_monster_dice(state: State, hero: Hero, monster: Monster) -> int:
    """How many dice a monster rolls against a hero: one at least."""
    return max(1, monster.dice - sum_item_figures(state, hero, "fewer_dice"))


def challenge_monster(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """Roll the monster's dice. A higher total wins at once; mana that is there can decide it; who
    lacks more has lost."""
    hero = state.heroes[seat]
    monster = state.data.monsters_by_id[state.monsters[hero.at]]
    faces = tuple(dice.face(MONSTER_DIE) for _ in range(count_monster_dice(state, hero, monster)))
    theirs, ours = monster.strength + sum(faces), count_strength_without_mana(state, hero)
    need = max(0, theirs - ours + (not state.data.figures.tie_wins))
    fought = Fought(seat, monster.id, faces, theirs, ours, need)
    if need and need <= hero.ready:
        return replace(state, phase="combat", need=need), (fought,)
    state, events = lose_combat(state, seat) if need else win_combat(state, seat, dice)
    return state, (fought, *events)


def win_combat(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The monster is a trophy, and the box of its level on the treasure board is the hero's; the
    board is filled again. Mana that was lacking is spent."""
    hero = spend_mana(state.heroes[seat], state.need)
    at, figures = hero.at, state.data.figures
    monster = state.data.monsters_by_id[state.monsters[at]]
    first = (monster.level - 1) * figures.box_cards
    box = state.board[first : first + figures.box_cards]
    hero = replace(hero, trophies=(*hero.trophies, monster.id), treasures=(*hero.treasures, *box))
    won = Won(seat, monster.id, box, state.need, held=len(hero.trophies))
    board = [each for each in state.board if each not in box]
    pile, discards = state.treasure_pile, state.treasure_discards
    while len(board) < figures.boxes * figures.box_cards:
        card, pile, discards = draw_card(pile, discards, dice, TREASURE)
        if card is None:
            break
        board.append(card)
    state = replace(
        replace_hero(state, seat, hero),
        monsters=replace_element(state.monsters, at, 0),
        board=sort_treasure_cards(state.data, tuple(board)),
        treasure_pile=pile,
        treasure_discards=discards,
        phase="move",
        need=0,
    )
    return state, (won,)


def lose_combat(state: State, seat: int) -> tuple[State, Events]:
    """Trophies and treasure are lost, all tokens come back, and the hero is in the Citadel; the
    monster stays. What an item keeps of the treasure becomes resources."""
    hero = state.heroes[seat]
    monster = state.monsters[hero.at]
    keeps = bool(sum_item_figures(state, hero, "keeps_treasure"))
    lost = () if keeps else hero.treasures
    tokens = tuple(state.hexes[at].name for at in hero.tokens)
    event = Lost(seat, monster, hero.trophies, lost, tokens)
    state = replace(
        state,
        monster_discards=(*state.monster_discards, *hero.trophies),
        treasure_discards=(*state.treasure_discards, *lost),
        phase="move",
        need=0,
    )
    hero = replace(hero, at=0, tokens=(), trophies=(), treasures=hero.treasures if keeps else ())
    state, more = exchange_treasures_for_resources(replace_hero(state, seat, hero), seat)
    return state, (event, *more)
