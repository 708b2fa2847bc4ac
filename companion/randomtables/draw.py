"""Draws from a table: roll its dice, find the row, and resolve its text.

A row's text may roll dice and draw from other tables; all of that is one result. Values remembered
in a result hold for the whole of it. Too many tables deep, too many draws or too many characters
are refused.
"""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeVar

from companion.dice.dice_of_one_kind import Dice
from companion.dice.face_sources import Faces, HandFaces, LoadedFaces
from companion.dice.notation_tree import Notation
from companion.dice.rolls import Roll, map_rolls, roll
from companion.randomtables.draws_and_odds_encoding import Draw
from companion.randomtables.possible_rows import (
    CurrentTables,
    get_row_number,
    make_empty_deck_refusal,
    sum_modifiers,
)
from companion.randomtables.row_texts import (
    MAX_REFERENCES,
    InlineDice,
    Insert,
    Recall,
    Reference,
    Text,
    join_text_columns,
    list_inserts,
)
from companion.randomtables.table import (
    NO_CARDS_OUT,
    NO_DATA,
    NO_FACTS,
    CardsOut,
    Facts,
    FindTable,
    Row,
    Table,
    refuse_every_table,
)
from companion.refusal import Impossible, join_words

MAX_DEPTH = 20
MAX_CHARACTERS = 10_000
MAX_AGAIN = 100
"""A `different` draw rolls a row it had before again so often, and then takes the next row."""

NONE_TEXT = "none"
"""The text if dice say to draw nothing."""


def draw_from(
    table: Table,
    faces: Faces,
    *,
    find: FindTable = refuse_every_table,
    facts: Facts = NO_FACTS,
    modifier: int = 0,
    out: CardsOut = NO_CARDS_OUT,
    deck: bool = False,
) -> Draw:
    """Draw from a table once. References are looked up with `find`, conditions with `facts`; cards
    that are `out` of a deck do not come. With `deck` any table without dice is a deck.

    Raises Impossible if typed faces do not fit the dice, if neither a row nor a fallback is left,
    or if the result is too long; and whatever `find` raises.
    """
    return DrawState(faces, find, CurrentTables(facts, out)).draw(
        table, modifier=modifier, deck=deck
    )


class DrawState:
    """The state that a result shares with its inner draws."""

    def __init__(self, faces: Faces, find: FindTable, current_tables: CurrentTables) -> None:
        self._source = faces
        self._hand = faces if isinstance(faces, HandFaces) else None
        self._find = find
        self._current_tables = current_tables
        self._values: dict[str, int | str] = {}
        self._faces: list[int] = []
        self._kept: list[bool] = []
        self._path: list[str] = []
        self._draws = 0
        self._characters = 0

    def draw(
        self,
        table: Table,
        *,
        modifier: int = 0,
        deck: bool = False,
        without: AbstractSet[int] = frozenset(),
    ) -> Draw:
        """Draw once, but none of the rows `without` (0 is the fallback)."""
        self._count_draw_from_table(table)
        began = len(self._faces)
        used = self._hand.used_count if self._hand else 0
        total: int | None = None
        if table.dice is None:
            row = self._draw_by_weight(table, modifier, deck or table.deck, without)
        elif deck:
            message = f"«{table.name}» is rolled with {table.dice}; a deck is a table without dice."
            raise Impossible(message, f"Try: roll {table.name}")
        else:
            modifier += sum_modifiers(table, self._current_tables.facts)
            row, total = self._roll_row(table, table.dice, modifier, without)
        own = len(self._faces) - began
        inner: list[Draw] = []
        text, columns = self._render_row(table, row, inner)
        sign = self._resolve_text(row.sign or (), inner) if row else ""
        self._path.pop()
        by_hand = self._hand.used_count - used if self._hand else 0
        return Draw(
            table,
            total,
            modifier,
            tuple(self._faces[began:]),
            tuple(self._kept[began:]),
            by_hand > 0,
            row,
            text,
            columns,
            sign,
            row.data if row else NO_DATA,
            self._values,
            tuple(inner),
            dict(self._current_tables.out),
            own,
            by_hand,
        )

    def _count_draw_from_table(self, table: Table) -> None:
        self._path.append(table.name)
        if len(self._path) > MAX_DEPTH:
            path = " → ".join(self._path[-3:])
            message = f"«{self._path[0]}» leads to tables more than {MAX_DEPTH} deep: {path} …"
            raise Impossible(message, "Let one of them be told without the next.")
        self._draws += 1
        if self._draws > MAX_REFERENCES + 1:
            often = f"draws from other tables more than {MAX_REFERENCES:,} times"
            raise Impossible(f"«{self._path[0]}» {often}.", "Let it draw fewer.")

    def _roll_row(
        self, table: Table, dice: Notation, modifier: int, without: AbstractSet[int]
    ) -> tuple[Row | None, int]:
        """The row and total of a roll. Rows `without` are rolled again, in the end passed over."""
        answers = self._current_tables.get_rows_by_total(table)
        for _ in range(MAX_AGAIN):
            began = len(self._kept)
            total = self._roll_dice(dice).total + modifier
            row = answers.find_row_of_total(total)
            if get_row_number(row) not in without:
                return row, total
            self._kept[began:] = [False] * (len(self._kept) - began)
        can = self._current_tables.list_possible_row_numbers(table)
        after = can.index(get_row_number(row))
        number = next(n for n in can[after:] + can[:after] if n not in without)
        return (table.rows[number - 1] if number else None), total

    def _draw_by_weight(
        self, table: Table, modifier: int, deck: bool, without: AbstractSet[int]
    ) -> Row | None:
        """Draw a row by weight, from an urn or off a deck; None if none is left."""
        if modifier:
            message = f"«{table.name}» has no dice that {modifier:+} could be added to."
            raise Impossible(message, "Roll on it without a modifier.")
        urn = self._current_tables.get_weighted_rows(table, deck=deck)
        if without:
            urn = urn.exclude_rows(without)
        if not urn.sides:
            if table.fallback is not None:
                return None
            raise make_empty_deck_refusal(table.name, deck=deck)
        row = urn.pick_row(self._roll_dice(Notation(Dice(1, urn.sides))).total)
        if deck:
            self._current_tables.take_card(table, row.number)
        return row

    def _roll_dice(self, dice: Notation) -> Roll:
        rolled = roll(dice, self._source)
        self._faces += rolled.faces
        self._kept += rolled.kept
        return rolled

    def _render_row(
        self, table: Table, row: Row | None, inner: list[Draw]
    ) -> tuple[str, Mapping[str, str]]:
        """The text of a row and its columns, as far as they are told."""
        if row is None:
            return self._resolve_text(table.fallback or (), inner), {}
        fact = self._current_tables.facts.get(table.column_fact)
        chosen = [column for column in table.columns if column.casefold() == fact]
        shown = chosen or table.columns
        if "" in row.texts:
            text = self._resolve_text(row.texts[""], inner)
            return text, dict.fromkeys(shown, text)
        columns = {column: self._resolve_text(row.texts[column], inner) for column in shown}
        if chosen:
            return columns[chosen[0]], columns
        return join_text_columns(columns), columns

    def _resolve_text(self, text: Text, inner: list[Draw]) -> str:
        return "".join([self._resolve_piece_of_text(piece, inner) for piece in text])

    def _resolve_piece_of_text(self, piece: str | Insert, inner: list[Draw]) -> str:
        """The text of dice, a reference or a recall in braces."""
        match piece:
            case str():
                return self._require_length_within_limit(piece)
            case Recall(name):
                return self._require_length_within_limit(str(self._values.get(name, piece)))
            case InlineDice(notation, name):
                total = self._roll_dice(notation).total
                if name:
                    self._values[name] = total
                return self._require_length_within_limit(str(total))
            case Reference(name=name):
                text = self._draw_reference(piece, inner)
                if name:
                    self._values[name] = text
                return text

    def _draw_reference(self, reference: Reference, inner: list[Draw]) -> str:
        """The texts of all draws of a reference, listed as in a sentence."""
        table = self._find(reference.table)
        number = reference.number
        times = number if isinstance(number, int) else self._roll_dice(number).total
        came: set[int] = set()
        texts = []
        for _ in range(times):
            if came and not self._current_tables.can_draw_row_besides(came, table):
                break
            drawn = self.draw(table, without=came)
            if reference.different:
                came.add(get_row_number(drawn.row))
            inner.append(drawn)
            texts.append(drawn.text)
        text = join_words(texts) if texts else NONE_TEXT
        return self._require_length_within_limit(text, already_counted=sum(map(len, texts)))

    def _require_length_within_limit(self, text: str, already_counted: int = 0) -> str:
        self._characters += len(text) - already_counted
        if self._characters > MAX_CHARACTERS:
            message = f"What «{self._path[0]}» tells is longer than {MAX_CHARACTERS:,} characters."
            raise Impossible(message, "Let it draw fewer, or write shorter rows.")
        return text


Output = TypeVar("Output")


def map_draws(
    table: Table,
    faces: Faces,
    times: int,
    render: Callable[[Draw], Output],
    *,
    find: FindTable = refuse_every_table,
    facts: Facts = NO_FACTS,
    modifier: int = 0,
) -> Iterator[Output]:
    """The result of `render` for each of many draws, the same that `draw_from` would give one
    by one; a deck loses what is drawn. Equal draws may share one result, so `render` has to be a
    pure function.

    Raises what `draw_from` raises, at the draw that causes it.
    """
    current_tables = CurrentTables(facts, {})

    def draw(source: Faces) -> Draw:
        return DrawState(source, find, current_tables).draw(table, modifier=modifier)

    def render_roll_as_draw(rolled: Roll) -> Output:
        by_hand = len(rolled.faces) if rolled.entered else 0
        drawn = draw(LoadedFaces(rolled.faces))
        return render(drawn._replace(entered=rolled.entered, by_hand=by_hand))

    dice = _find_single_roll(table, current_tables)
    if dice is None:
        return (render(draw(faces)) for _ in range(times))
    return map_rolls(dice, faces, times, render_roll_as_draw)


def _find_single_roll(table: Table, current_tables: CurrentTables) -> Notation | None:
    """The roll that alone decides a draw; None if decks or texts roll too."""
    texts = [text for row in table.rows for text in (*row.texts.values(), row.sign or ())]
    if table.deck or any(any(list_inserts(text)) for text in (*texts, table.fallback or ())):
        return None
    if table.dice is not None:
        return table.dice
    sides = current_tables.get_weighted_rows(table).sides
    return Notation(Dice(1, sides)) if sides else None
