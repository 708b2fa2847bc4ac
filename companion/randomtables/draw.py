"""Drawing from a table: roll its dice, find the row that answers, and tell its text.

A row's text may roll dice and draw from other tables; all of it together is one result. What is
remembered in a result holds for the whole of it, and there is an end to it: so many tables deep,
so many draws, so many characters, and past that it is refused.
"""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypeVar

from companion.dice import rolls as many
from companion.dice.dice import Dice
from companion.dice.faces import Faces, HandFaces, LoadedFaces
from companion.dice.notation import Notation
from companion.dice.rolls import Roll, roll
from companion.randomtables.live_rows import NO_FACTS, LiveTables, get_row_number, sum_modifiers
from companion.randomtables.table import (
    NO_DATA,
    CardsOut,
    Facts,
    FindTable,
    Row,
    Table,
    find_no_table,
)
from companion.randomtables.texts import (
    MAX_REFERENCES,
    InlineDice,
    Insert,
    Recall,
    Reference,
    Text,
    list_inserts,
)
from companion.refusal import Impossible, join_words

MAX_DEPTH = 20
MAX_CHARACTERS = 10_000
MAX_AGAIN = 100
"""How often a row that came already is rolled again before the next one is taken."""

NONE_TEXT = "none"
"""What is told where dice say that nothing is to be drawn."""

_NO_CARDS_OUT: CardsOut = {}
_ENDS = (".", "!", "?", "…", ")", "»", "”", '"')


class Draw(NamedTuple):
    """What came up.

    `total` is that of the table's dice with `modifier` in it, None without dice. `faces` are all
    in the order rolled: the table's own, then what its text rolls, depth first; `kept` says which
    of them counted. The first `own` of them are of the table's own dice, the first `by_hand` were
    typed by hand, and `entered` is true where any was. `row` is None where the fallback came.
    `text` has everything in it resolved; where several columns are told it is "spring: …; summer:
    …", and `columns` has each by its name. `values` are what was remembered in the whole result,
    `inner` the draws of its references, in order. `out` are the decks as they stand afterwards,
    those that were given and those drawn from.
    """

    table: Table
    total: int | None
    modifier: int
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    entered: bool
    row: Row | None
    text: str
    columns: Mapping[str, str]
    sign: str
    data: Mapping[str, object]
    values: Mapping[str, int | str]
    inner: tuple["Draw", ...]
    out: CardsOut
    own: int = 0
    by_hand: int = 0


def draw_from(
    table: Table,
    faces: Faces,
    *,
    find: FindTable = find_no_table,
    facts: Facts = NO_FACTS,
    modifier: int = 0,
    out: CardsOut = _NO_CARDS_OUT,
    deck: bool = False,
) -> Draw:
    """Draw from a table once, as things stand: its references are looked up with `find`, its
    conditions with `facts`, and what is `out` of a deck is not drawn from it. With `deck` any table
    without dice is a deck.

    Raises `Impossible` where faces are given and do not fit the dice, where no row is left and
    there is no fallback, and where there is no end to the result; and whatever `find` raises.
    """
    return DrawState(faces, find, LiveTables(facts, out)).draw(table, modifier=modifier, deck=deck)


class DrawState:
    """One result while it is told: all that its inner tables share."""

    def __init__(self, faces: Faces, find: FindTable, standing: LiveTables) -> None:
        self._source = faces
        self._hand = faces if isinstance(faces, HandFaces) else None
        self._find = find
        self._live_tables = standing
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
        """One draw of the result, which is none of the rows of these numbers (0: the fallback)."""
        self._enter_table(table)
        began = len(self._faces)
        used = self._hand.used_count if self._hand else 0
        total: int | None = None
        if table.dice is None:
            row = self._draw_by_weight(table, modifier, deck or table.deck, without)
        elif deck:
            raise Impossible(
                f"«{table.name}» is rolled with {table.dice}; a deck is a table without dice.",
                f"Try: roll {table.name}",
            )
        else:
            modifier += sum_modifiers(table, self._live_tables.facts)
            row, total = self._roll_row(table, table.dice, modifier, without)
        own = len(self._faces) - began
        inner: list[Draw] = []
        text, columns = self._render_row(table, row, inner)
        sign = self._resolve_text(row.sign or (), inner) if row is not None else ""
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
            row.data if row is not None else NO_DATA,
            self._values,
            tuple(inner),
            dict(self._live_tables.out),
            own,
            by_hand,
        )

    def _enter_table(self, table: Table) -> None:
        self._path.append(table.name)
        if len(self._path) > MAX_DEPTH:
            raise Impossible(
                f"«{self._path[0]}» leads to tables more than {MAX_DEPTH} deep: "
                f"{' → '.join(self._path[-3:])} …",
                "Let one of them be told without the next.",
            )
        self._draws += 1
        if self._draws > MAX_REFERENCES + 1:
            raise Impossible(
                f"«{self._path[0]}» draws from other tables more than {MAX_REFERENCES:,} times.",
                "Let it draw fewer.",
            )

    def _roll_row(
        self, table: Table, dice: Notation, modifier: int, without: AbstractSet[int]
    ) -> tuple[Row | None, int]:
        """The row for a roll of the table's dice; one that came already is rolled again, and in
        the end passed over."""
        answers = self._live_tables.get_answers(table)
        for _ in range(MAX_AGAIN):
            began = len(self._kept)
            total = self._roll_dice(dice).total + modifier
            row = answers.find_row(total)
            if get_row_number(row) not in without:
                return row, total
            self._kept[began:] = [False] * (len(self._kept) - began)
        can = self._live_tables.list_possible_rows(table)
        after = can.index(get_row_number(row))
        number = next(n for n in can[after:] + can[:after] if n not in without)
        return (table.rows[number - 1] if number else None), total

    def _draw_by_weight(
        self, table: Table, modifier: int, deck: bool, without: AbstractSet[int]
    ) -> Row | None:
        """A row by its weight, and out of the deck with it."""
        if modifier:
            raise Impossible(
                f"«{table.name}» has no dice that {modifier:+} could be added to.",
                "Roll on it without a modifier.",
            )
        urn = self._live_tables.get_urn(table, deck=deck)
        if without:
            urn = urn.exclude_rows(without)
        if not urn.sides:
            if table.fallback is not None:
                return None
            raise (
                _make_used_up_refusal(table.name) if deck else _make_none_holds_refusal(table.name)
            )
        row = urn.pick_row(self._roll_dice(Notation(Dice(1, urn.sides))).total)
        if deck:
            self._live_tables.take_card(table, row.number)
        return row

    def _roll_dice(self, dice: Notation) -> Roll:
        rolled = roll(dice, self._source)
        self._faces += rolled.faces
        self._kept += rolled.kept
        return rolled

    def _render_row(
        self, table: Table, row: Row | None, inner: list[Draw]
    ) -> tuple[str, Mapping[str, str]]:
        """The text of a row, and the columns that are told of it."""
        if row is None:
            return self._resolve_text(table.fallback or (), inner), {}
        fact = self._live_tables.facts.get(table.column_fact)
        chosen = [column for column in table.columns if column.casefold() == fact]
        told = chosen or table.columns
        if "" in row.texts:
            text = self._resolve_text(row.texts[""], inner)
            return text, dict.fromkeys(told, text)
        columns = {column: self._resolve_text(row.texts[column], inner) for column in told}
        if chosen:
            return columns[chosen[0]], columns
        return _join_columns(columns), columns

    def _resolve_text(self, text: Text, inner: list[Draw]) -> str:
        """A text with everything in it rolled, drawn and recalled, in reading order."""
        return "".join([self._resolve_piece(piece, inner) for piece in text])

    def _resolve_piece(self, piece: str | Insert, inner: list[Draw]) -> str:
        match piece:
            case str():
                return self._count_characters(piece)
            case Recall(name):
                return self._count_characters(str(self._values.get(name, piece)))
            case InlineDice(notation, name):
                total = self._roll_dice(notation).total
                if name:
                    self._values[name] = total
                return self._count_characters(str(total))
            case Reference(name=name):
                text = self._draw_reference(piece, inner)
                if name:
                    self._values[name] = text
                return text

    def _draw_reference(self, reference: Reference, inner: list[Draw]) -> str:
        """What so many draws tell, as a sentence lists it."""
        table = self._find(reference.table)
        number = reference.number
        times = number if isinstance(number, int) else self._roll_dice(number).total
        came: set[int] = set()
        texts = []
        for _ in range(times):
            if came and not self._live_tables.has_more_than(came, table):
                break
            drawn = self.draw(table, without=came)
            if reference.different:
                came.add(get_row_number(drawn.row))
            inner.append(drawn)
            texts.append(drawn.text)
        told = join_words(texts) if texts else NONE_TEXT
        self._count_characters(told, told_already=sum(map(len, texts)))
        return told

    def _count_characters(self, text: str, told_already: int = 0) -> str:
        self._characters += len(text) - told_already
        if self._characters > MAX_CHARACTERS:
            raise Impossible(
                f"What «{self._path[0]}» tells is longer than {MAX_CHARACTERS:,} characters.",
                "Let it draw fewer, or write shorter rows.",
            )
        return text


def _join_columns(columns: Mapping[str, str]) -> str:
    """Every column with its name; where one does not end as a sentence does, a semicolon parts it
    from the next."""
    told = [f"{column}: {text}" for column, text in columns.items()]
    ended = [text if text.endswith(_ENDS) else f"{text};" for text in told[:-1]]
    return " ".join([*ended, *told[-1:]])


def _make_used_up_refusal(name: str) -> Impossible:
    return Impossible(f"«{name}» has been drawn to the end.", f"Put it back with: shuffle {name}")


def _make_none_holds_refusal(name: str) -> Impossible:
    return Impossible(
        f"No row of «{name}» holds just now.", "Each has a condition; see its `when`."
    )


Output = TypeVar("Output")


def map_draws(
    table: Table,
    faces: Faces,
    times: int,
    tell: Callable[[Draw], Output],
    *,
    find: FindTable = find_no_table,
    facts: Facts = NO_FACTS,
    modifier: int = 0,
) -> Iterator[Output]:
    """So many draws, each as `tell` makes of it: the very same that `draw` would give one by one,
    a deck going on from each to the next. Equal draws may be told once and remembered, so `tell`
    is a pure function.

    Raises, when the draw comes to it, what `draw` raises.
    """
    standing = LiveTables(facts, {})

    def drawn(source: Faces) -> Draw:
        return DrawState(source, find, standing).draw(table, modifier=modifier)

    def answered(rolled: Roll) -> Output:
        by_hand = len(rolled.faces) if rolled.entered else 0
        told = drawn(LoadedFaces(rolled.faces))
        return tell(told._replace(entered=rolled.entered, by_hand=by_hand))

    dice = _find_single_roll(table, standing)
    if dice is None:
        return (tell(drawn(faces)) for _ in range(times))
    return many.map_rolls(dice, faces, times, answered)


def _find_single_roll(table: Table, standing: LiveTables) -> Notation | None:
    """The one roll that says all of a draw; None where decks or texts have a say too."""
    texts = [text for row in table.rows for text in (*row.texts.values(), row.sign or ())]
    if table.deck or any(any(list_inserts(text)) for text in (*texts, table.fallback or ())):
        return None
    if table.dice is not None:
        return table.dice
    sides = standing.get_urn(table).sides
    return Notation(Dice(1, sides)) if sides else None
