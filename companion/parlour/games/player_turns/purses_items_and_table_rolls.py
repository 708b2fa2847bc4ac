"""What the rules of Heroes, Cities and Mines share: tables, purses, Items, the death of Heroes."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import take_card
from companion.parlour.common_rules_and_sentences import replace_element
from companion.parlour.game import Events
from companion.parlour.games.player_turns.data import ITEM, Row, parse_dice_pool
from companion.parlour.games.player_turns.event_records import Died
from companion.parlour.games.player_turns.state import City, Hero, Item, State

P_FACES, P_STEP = 10, 10


def roll_table_row(rows: Sequence[Row], dice: Faces) -> Row:
    """A row of a table by the P die: a D10 read in tens."""
    face = dice.face(P_FACES) * P_STEP
    return next(row for row in rows if row.roll[0] <= face <= row.roll[1])


def roll_quantity_of_row(row: Row, dice: Faces) -> int:
    """The number of things that a row of a table brings, rolled."""
    return parse_dice_pool(row.number).roll(dice)


def replace_hero(state: State, at: int, hero: Hero) -> State:
    """The table with this Hero in a place of the row of Heroes."""
    return replace(state, heroes=replace_element(state.heroes, at, hero))


def replace_city(state: State, at: int, city: City) -> State:
    """The table with this City in a place of the row of Cities."""
    return replace(state, cities=replace_element(state.cities, at, city))


def add_tokens_on_tile(tokens: tuple[int, ...], tile: int, by: int) -> tuple[int, ...]:
    """So many tokens more, or below 0 fewer, on a Tile."""
    return replace_element(tokens, tile, tokens[tile] + by)


def find_city_number_on_tile(state: State, tile: int) -> int:
    """The number of the City on a Tile; -1 for none."""
    return next((at for at, city in enumerate(state.cities) if city.tile == tile), -1)


def list_own_city_numbers(state: State, seat: int) -> list[int]:
    """The Cities of a player, the first taken first."""
    own = (at for at, city in enumerate(state.cities) if city.owner == seat)
    return sorted(own, key=lambda at: state.cities[at].since)


def list_own_hero_numbers(state: State, seat: int) -> list[int]:
    """The numbers of a player's Heroes in the row of all Heroes."""
    return [at for at, hero in enumerate(state.heroes) if hero.owner == seat]


def count_coins(state: State, seat: int) -> int:
    """All coins of a player, in the Purses of all their Cities."""
    return sum(city.purse for city in state.cities if city.owner == seat)


def add_coins(state: State, seat: int, coins: int) -> State:
    """Coins into the main Purse; or, below 0, out of it and then the others in their order."""
    for at in list_own_city_numbers(state, seat):
        city = state.cities[at]
        if coins >= 0:
            return replace_city(state, at, replace(city, purse=city.purse + coins))
        paid = min(city.purse, -coins)
        state = replace_city(state, at, replace(city, purse=city.purse - paid))
        coins += paid
    return state


def are_allied(state: State, one: int, other: int) -> bool:
    """True for two players in an alliance, and for a player and themself."""
    return one == other or (min(one, other), max(one, other)) in state.allies


def find_mine_number_on_tile(state: State, tile: int) -> int:
    """The number of the Mine on a Tile; -1 for none."""
    return next((at for at, mine in enumerate(state.mines) if mine[0] == tile), -1)


def give_mine_to_seat(state: State, at: int, seat: int) -> State:
    """The table with a Mine owned by this player."""
    tile = state.mines[at][0]
    return replace(state, mines=replace_element(state.mines, at, (tile, seat)))


def choose_battle_items(items: Sequence[Item]) -> list[Item]:
    """The Items that count in a Battle: of each type the one of highest rarity."""
    best: dict[str, Item] = {}
    for item in items:
        if item.type not in best or item.rarity > best[item.type].rarity:
            best[item.type] = item
    return [best[kind] for kind in ("main-hand", "off-hand", "amulet") if kind in best]


def drop_items(state: State, tile: int, items: tuple[Item, ...]) -> State:
    """Items left on a Tile; on that of a City they go into its Armory."""
    at = find_city_number_on_tile(state, tile)
    if at < 0:
        return replace(state, dropped=(*state.dropped, *((tile, item) for item in items)))
    city = state.cities[at]
    return replace_city(state, at, replace(city, armory=(*city.armory, *items)))


def kill_hero(state: State, at: int, tile: int) -> tuple[State, Events]:
    """A Hero dies on a Tile: Items are dropped, and an Army still alive becomes one Monster."""
    hero = state.heroes[at]
    state = drop_items(state, tile, hero.items)
    if hero.army:
        state = replace(state, monsters=add_tokens_on_tile(state.monsters, tile, 1))
    heroes = (*state.heroes[:at], *state.heroes[at + 1 :])
    active = state.hero
    active = -1 if active == at else active - (active > at)
    return replace(state, heroes=heroes, hero=active), (Died(hero.name, bool(hero.army)),)


def make_found_item(state: State, dice: Faces) -> tuple[State, Item]:
    """A found Item by the ruleset in force: the top card with its dice, or dice alone."""
    figures, items = state.data.figures, state.data.items
    if state.ruleset == "cards" and state.deck:
        card_id, deck = take_card(state.deck, dice, ITEM)
        card = items.cards[card_id]
        total = parse_dice_pool(card.dice).roll(dice)
        rarity = sum(total >= least for least in items.rare_from)
        state = replace(state, deck=deck)
        return state, Item(card.type, max(1, rarity), card_id)
    kind = roll_table_row(figures.types, dice).result
    rarity = 1
    while (
        rarity < len(items.rarities) and roll_table_row(figures.upgrades, dice).result == "success"
    ):
        rarity += 1
    return state, Item(kind, rarity)  # type: ignore[arg-type]  # the file says one of the types


def get_item_name(state: State, item: Item) -> str:
    """A card's own name, or its rarity and type."""
    items = state.data.items
    if item.card >= 0:
        return items.cards[item.card].name
    return f"{items.rarities[item.rarity - 1]} {item.type.replace('-', ' ')}"
