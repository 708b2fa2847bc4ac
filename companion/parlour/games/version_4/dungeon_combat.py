"""Dungeons of Version 4: the combat with a guardian, and what is in them."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import draw_card
from companion.parlour.common_rules_and_sentences import replace_element
from companion.parlour.game import Events
from companion.parlour.games.version_4.data import GUARDIAN, Guardian
from companion.parlour.games.version_4.event_records import Beaten, Emptied, Fought
from companion.parlour.games.version_4.mana import measure_mana_worth, replace_player
from companion.parlour.games.version_4.owed_tasks import add_owed_tasks, list_gift_tasks
from companion.parlour.games.version_4.state import Player, State, Todo

GUARDIAN_DIE = 6


def count_strength_without_mana(state: State, player: Player) -> int:
    """A character's total before mana: their own, their army's and their relics'."""
    army = sum(state.data.creatures_by_id[each].strength for each in player.army)
    relics = sum(state.data.treasures_by_id[each].fight for each in player.relics)
    return state.data.figures.fight + army + relics


def get_guardian(state: State, at: int) -> Guardian | None:
    """The guardian of a dungeon that somebody has met."""
    known = state.dungeons[at]
    return state.data.guardians_by_id[known] if known > 0 else None


def crawl_dungeon(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """Meet the guardian: it rolls its dice. A higher total wins; mana that is worth enough can
    decide it; whoever lacks more has lost."""
    player = state.players[seat]
    state = _reveal_guardian(state, player.at, dice)
    guardian = get_guardian(state, player.at)
    if guardian is None:  # no guardian is left: the dungeon is empty
        return win_crawl(replace(state, faces=()), seat)
    level = state.data.levels_by_id[guardian.level]
    faces = tuple(dice.face(GUARDIAN_DIE) for _ in range(level.dice))
    theirs, ours = level.strength + sum(faces), count_strength_without_mana(state, player)
    lacking = max(0, theirs - ours + (not state.data.figures.tie_wins))
    fought = Fought(seat, guardian.id, faces, theirs, ours, lacking)
    state = replace(state, faces=faces, lacking=lacking)
    if lacking and lacking <= measure_mana_worth(state.data, player, guardian.colour):
        return replace(state, phase="fight"), (fought,)
    state, events = lose_crawl(state, seat) if lacking else win_crawl(state, seat)
    return state, (fought, *events)


def _reveal_guardian(state: State, at: int, dice: Faces) -> State:
    if state.dungeons[at] != 0:
        return state
    found, pile, discards = draw_card(state.guardian_pile, state.guardian_discards, dice, GUARDIAN)
    dungeons = replace_element(state.dungeons, at, found or 0)
    return replace(state, guardian_pile=pile, guardian_discards=discards, dungeons=dungeons)


def win_crawl(state: State, seat: int) -> tuple[State, Events]:
    """What was lacking is paid; a creature falls for each 6; the treasure and the marker are
    taken."""
    player = state.players[seat]
    at = player.at
    guardian = get_guardian(state, at)
    owed: list[Todo] = []
    if guardian is not None:
        level = state.data.levels_by_id[guardian.level]
        owed = [
            Todo("worth", seat, state.lacking, guardian.colour),
            Todo("fall", seat, _count_sixes_rolled(state)),
            *list_gift_tasks(state, seat, level.get, guardian.colour),
        ]
        state = replace(state, guardian_discards=(*state.guardian_discards, guardian.id))
    dungeons = replace_element(state.dungeons, at, -1)
    state = replace_player(state, seat, replace(player, markers=player.markers + 1))
    state = replace(state, dungeons=dungeons, faces=(), lacking=0, phase="end_turn")
    return add_owed_tasks(state, *owed), (Emptied(seat, state.hexes[at].name),)


def lose_crawl(state: State, seat: int) -> tuple[State, Events]:
    """A creature falls for each 6, but one at least; whoever has none loses 1 mana."""
    player = state.players[seat]
    falls = max(1, _count_sixes_rolled(state))
    owed = Todo("fall", seat, falls) if player.army else Todo("lose", seat, 1)
    guardian = state.dungeons[player.at]
    state = replace(state, faces=(), lacking=0, phase="end_turn")
    return add_owed_tasks(state, owed), (Beaten(seat, guardian),)


def _count_sixes_rolled(state: State) -> int:
    return sum(face == GUARDIAN_DIE for face in state.faces)
