"""The Hero's Journey as people see it: the Stages, the rows of Encounters and the Heroes."""

from html import escape

from companion.parlour.common_rules_and_sentences import format_count
from companion.parlour.game import Draw, Names
from companion.parlour.games.heros_journey.data import LAST_STAGE
from companion.parlour.games.heros_journey.rules import get_actor
from companion.parlour.games.heros_journey.sentences import (
    describe_card,
    describe_stage_event,
    get_stage_name,
)
from companion.parlour.games.heros_journey.state import State
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    format_tokens,
    get_tokens_on_card,
)
from companion.parlour.hex_map_drawing import (
    PAPER,
    begin_svg,
    draw_svg_texts,
    measure_svg_text_height,
    wrap_svg_texts,
)
from companion.refusal import join_words

LETTERS = "ABCD"


def draw_table(state: State, names: Names, width: int) -> list[str]:
    """The round, the Stages, the rows and the Heroes."""
    whose = f", {names[state.seats[state.turn]]}'s turn" if state.todo and not state.is_over else ""
    lines = [f"Round {state.round}{whose}", "", *draw_stages(state, names, width), ""]
    lines += render_encounter_rows(state, names, width)
    return [*lines, "", *render_heroes(state, names, width)]


def draw_stages(state: State, _names: Names, _width: int) -> list[str]:
    """The line of Stages, with who is where."""
    lines = []
    for stage in range(1, LAST_STAGE + 1):
        here = "".join(LETTERS[n] for n, hero in enumerate(state.heroes) if hero.stage == stage)
        suits = _render_suits_of_stage(state, stage)
        lines.append(f"{stage:>2} {here:<4} {get_stage_name(state, stage)}{suits}".rstrip())
    return lines


def render_stages_with_events(state: State, names: Names, width: int) -> list[str]:
    """The line of Stages, with who is where and the Event on arrival."""
    lines = draw_stages(state, names, width)
    told = [describe_stage_event(state, stage) for stage in range(1, LAST_STAGE + 1)]
    return [f"{line}: {event}." for line, event in zip(lines, told, strict=True)]


def _render_suits_of_stage(state: State, stage: int) -> str:
    if stage in state.data.stage_cards:
        card = state.data.cards[state.data.stage_cards[stage]]
    elif stage == LAST_STAGE and state.ending_known:
        card = state.data.cards[state.endings[0]]
    else:
        return ""
    return f" ({', '.join(card.suits)})"


def render_encounter_rows(state: State, _names: Names, _width: int) -> list[str]:
    """The Encounters that can be travelled to, with their price and the tokens on them."""
    lines = []
    rows = ("Wanderer's", "Traveler's", "Seeker's")
    for row, (name, price) in enumerate(zip(rows, state.data.figures.travel.prices, strict=True)):
        cards = [deck[row] for deck in (state.mentor_row, state.place_row) if row < len(deck)]
        told = [_describe_encounter_card(state, card) for card in cards]
        lines.append(f"{name} ({price}): {'; '.join(told) or 'nobody'}")
    return lines


def _describe_encounter_card(state: State, card: int) -> str:
    lying = get_tokens_on_card(state, card)
    tokens = f" with {format_tokens(lying)}" if any(lying) else ""
    return f"{state.data.cards[card].name} {describe_card(state, card)}{tokens}"


def render_heroes(state: State, names: Names, _width: int) -> list[str]:
    """Lines that show every Hero of The Hero's Journey: tokens, and the cards in their company."""
    lines = []
    for seat, hero in enumerate(state.heroes):
        cards = [
            f"{state.data.cards[card].name} ({describe_card(state, card)})"
            for card in hero.encounter_cards
        ]
        lost = f" · {format_count(hero.lost, 'turn')} to lose" if hero.lost else ""
        tokens = format_tokens(hero.tokens)
        lines.append(f"{LETTERS[seat]} {names[seat]}: Stage {hero.stage} · {tokens}{lost}")
        if cards:
            lines.append(f"  with {join_words(cards)}")
    return lines


def render_secret_cards(state: State, names: Names, _width: int) -> list[str]:
    """What is the secret of whoever must move: their Challenge card and their Prophecy."""
    if not state.todo:
        return ["Nothing is secret any more."]
    seat = get_actor(state)
    hero = state.heroes[seat]
    known = [state.data.cards[card].name for card in hero.hand if card >= 0]
    lines = [f"{names[seat]} holds {join_words(known) or 'nothing'}."]
    if hero.prophecy >= 0:
        ending = state.data.cards[hero.prophecy].name
        lines.append(f"The Ending is {'' if hero.is_true else 'not '}{ending}.")
    return lines


def render_bank_tokens(state: State, _names: Names, _width: int) -> list[str]:
    """The tokens that the bank has left."""
    return [f"The bank: {format_tokens(state.bank)}."]


_BOX = 98


def draw_table_as_svg(state: State, names: Names) -> str:
    """The table as a picture: the line of Stages, and all else in words."""
    below = [*render_encounter_rows(state, names, 80), *render_bank_tokens(state, names, 80)]
    below += render_heroes(state, names, 80)
    wide, top, bottom = LAST_STAGE * _BOX + 8, 36, 130
    lines = wrap_svg_texts(below, wide)
    parts = begin_svg(0, 0, wide, bottom + measure_svg_text_height(lines), f"Round {state.round}")
    for stage in range(1, LAST_STAGE + 1):
        x = 4 + (stage - 1) * _BOX
        here = " ".join(LETTERS[n] for n, hero in enumerate(state.heroes) if hero.stage == stage)
        parts.append(
            f'<rect x="{x + 2}" y="{top}" width="{_BOX - 4}" height="{bottom - top}" rx="6" '
            f'fill="{PAPER}" stroke="#777"/>'
        )
        words = get_stage_name(state, stage).removeprefix("the ")
        suits = _render_suits_of_stage(state, stage).strip(" ()")
        for y, text, size in ((18, str(stage), 12), (34, words, 10), (52, suits, 11)):
            parts.append(
                f'<text x="{x + _BOX / 2}" y="{top + y}" font-size="{size}">{escape(text)}</text>'
            )
        parts.append(
            f'<text x="{x + _BOX / 2}" y="{top + 80}" font-size="15" font-weight="bold">'
            f"{here}</text>"
        )
    parts += draw_svg_texts(lines, 0, bottom)
    return "\n".join((*parts, "</svg>", ""))


LOOKS: dict[str, Draw] = {
    "stages": render_stages_with_events,
    "encounters": render_encounter_rows,
    "heroes": render_heroes,
    "secrets": render_secret_cards,
    "bank": render_bank_tokens,
}
