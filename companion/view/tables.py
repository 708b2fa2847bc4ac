"""Dice, tables and decks as plain lines."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from companion.refusal import join_words
from companion.reports.tables import (
    DeckReport,
    ProblemLine,
    RollReport,
    RollsReport,
    RowLine,
    TableLine,
    TablesReport,
)
from companion.view.report import render_report
from companion.view.wording import NameLookup, StyledLine, end_sentence

MAX_LINES = 20
"""More rolls of dice than this are on one line."""


@render_report.register
def render_roll(report: RollReport, _called: NameLookup) -> list[str]:
    """A roll of dice or on a table, with its faces."""
    if report.text is None:
        said = f"{describe_dice(report)}: {describe_total(report)}."
        return [StyledLine(said, "result"), *_render_labels(report), *_render_faces(report)]
    total = "" if report.total is None else f" {report.total}"
    if len(set(report.columns.values())) > 1:
        columns = [f"  {name}: {end_sentence(text)}" for name, text in report.columns.items()]
        lines = [f"{report.table}{total}, by {join_words(report.columns)}:", *columns]
    else:
        lines = [f"{report.table}{total}: {end_sentence(report.text)}"]
    sign = [StyledLine(f"  Its sign: {end_sentence(report.sign)}", "detail")] if report.sign else []
    return [*(StyledLine(line, "result") for line in lines), *sign, *_render_faces(report)]


def describe_dice(report: RollReport) -> str:
    """The notation, with the dice that were rolled if steps changed them."""
    fell = f" ({join_words(dict.fromkeys(report.stepped))})" if report.stepped else ""
    return f"{report.notation}{fell}"


def describe_total(report: RollReport) -> str:
    """A total, or whether a comparison holds."""
    return str(report.total) if report.success is None else "yes" if report.success else "no"


def _render_labels(report: RollReport) -> list[str]:
    if not report.labels:
        return []
    return [f"  {', '.join(f'{each.label} {each.total}' for each in report.labels)}."]


def _render_faces(report: RollReport) -> list[str]:
    """The faces and the modifier, unless the line above says as much. A table shows its own dice
    only, but all if any were typed."""
    added = f", {report.modifier:+} on the total" if report.modifier else ""
    if report.entered:
        by_hand, rolled = (
            describe_faces(report, 0, report.by_hand),
            describe_faces(report, report.by_hand, None),
        )
        rest = f" Rolled: {rolled}." if rolled else ""
        return [StyledLine(f"  By hand: {by_hand}{added}.{rest}", "detail")]
    own = report.faces[: report.own]
    if (report.total is None or own in ((), (report.total,))) and not added:
        return []
    return [StyledLine(f"  Rolled: {describe_faces(report, 0, report.own)}{added}.", "detail")]


def describe_faces(report: RollReport, begin: int, end: int | None) -> str:
    """The faces from one place to another, those that do not count in parentheses."""
    kept = report.kept[begin:end]
    shown = format_faces(report.faces[begin:end], kept)
    return join_words(shown) if all(kept) else " ".join(shown)


def format_faces(faces: Sequence[int], kept: Sequence[bool]) -> list[str]:
    """Each face, in parentheses if it does not count."""
    each = zip(faces, kept, strict=True)
    return [str(face) if counts else f"({face})" for face, counts in each]


@render_report.register
def render_rolls(report: RollsReport, called: NameLookup) -> list[str]:
    """Several rolls of the same."""
    times = len(report.rolls)
    if report.table is not None:
        return [line for each in report.rolls for line in render_roll(each, called)]
    first = StyledLine(f"{describe_dice(report.rolls[0])}, {times} times:", "result")
    if times > MAX_LINES:
        lines = [f"  {', '.join(map(describe_total, report.rolls))}."]
    else:
        widest = max(len(describe_total(each)) for each in report.rolls)
        lines = [StyledLine(_describe_roll(each, widest), "detail") for each in report.rolls]
    held = [each.success for each in report.rolls if each.success is not None]
    return [first, *lines, *([f"Yes {sum(held)} of {times} times."] if held else [])]


def _describe_roll(report: RollReport, widest: int) -> str:
    shown = " ".join(format_faces(report.faces, report.kept))
    labels = "".join(f", {each.label} {each.total}" for each in report.labels)
    return f"  {describe_total(report):>{widest}}  {shown}{labels}".rstrip()


@render_report.register
def render_deck(report: DeckReport, called: NameLookup) -> list[str]:
    """A draw with the cards left, a shuffled deck, or the list of decks."""
    if report.step == "listed":
        lines = [
            f"  {d.table}: {d.drawn} drawn{'' if d.left is None else f', {d.left} left'}."
            for d in report.decks or ()
        ]
        if not lines:
            return ["The decks that are drawn from are for the Guide alone."]
        return ["Drawn from:", *lines, StyledLine("Type shuffle and the name of one.", "way")]
    if report.step == "shuffled":
        left = "" if report.left is None else f"; it has {report.left} again"
        line = f"Shuffled: {report.put_back} put back into {report.table}{left}."
        return [StyledLine(line, "headline")]
    lines = [line for each in report.rolls for line in render_roll(each, called)]
    if report.left == 0:
        way = f"None is left. To put all back, type shuffle {report.table_typed}"
        return [*lines, StyledLine(way, "way")]
    return [*lines, *([f"{report.left} left in the deck."] if report.left is not None else [])]


@render_report.register
def render_tables(report: TablesReport, _called: NameLookup) -> list[str]:
    """All tables, one of them, or their problems."""
    if report.step == "listed":
        return [*_render_table_list(report.tables)]
    if report.step == "shown":
        return [*_render_table(report)]
    count = sum(table.problems for table in report.tables)
    if report.problems is None:
        return ["Something is wrong; the Guide reads what." if count else "All of it reads well."]
    if not report.problems:
        one = f"{report.tables[0].table} reads well."
        return [one if len(report.tables) == 1 else f"All {len(report.tables)} tables read well."]
    return [StyledLine(_describe_problem(problem), "warning") for problem in report.problems]


def _describe_problem(problem: ProblemLine) -> str:
    place = f"{problem.file}:{problem.line}" if problem.line else problem.file
    return f"{place}: {f'{problem.key}: ' if problem.key else ''}{problem.message}"


def _render_table_list(found: tuple[TableLine, ...]) -> Iterator[str]:
    for subject, of_subject in groupby(found, lambda table: table.table.partition("/")[0]):
        yield StyledLine(f"{subject}:", "headline")
        for table in of_subject:
            name = table.table.partition("/")[2]
            if table.problems:
                yield StyledLine(f"  {name}: broken; type tables check {table.table}", "warning")
            else:
                yield f"  {name}: {table.title} ({_describe_kind(table)})."


def _describe_kind(table: TableLine) -> str:
    """The dice of a table, or the number of its rows."""
    rows = "1 row" if table.rows == 1 else f"{table.rows} rows"
    return table.dice or f"{'a deck of ' if table.deck else ''}{rows}"


def _render_table(report: TablesReport) -> Iterator[str]:
    (table,) = report.tables
    yield StyledLine(f"{table.table}: {table.title} ({_describe_kind(table)}).", "headline")
    if report.column:
        yield f"Its columns go by {report.column}."
    if report.rows is None:
        yield "What is in it is for the Guide alone."
        return
    yield StyledLine("For you alone:", "secret")
    lines = [
        f"{each.add:+} where {_describe_conditions(each.when)}." for each in report.modifiers or ()
    ]
    weighed = any(row.weight != 1 for row in report.rows)
    for row in report.rows:
        lines += _render_row(row, weighed=weighed)
    if report.fallback:
        lines.append(f"Else: {end_sentence(report.fallback)}")
    yield from (StyledLine(f"  {line}", "secret") for line in lines)


def _render_row(row: RowLine, *, weighed: bool) -> Iterator[str]:
    """A row with its roll, weight or number, and its sign."""
    number = row.roll or (f"×{row.weight}" if weighed else f"{row.number}.")
    where = f" (where {_describe_conditions(row.when)})" if row.when else ""
    if list(row.texts) == [""]:
        yield f"{number}{where} {end_sentence(row.texts[''])}"
    else:
        yield f"{number}{where}"
        yield from (f"  {column}: {end_sentence(text)}" for column, text in row.texts.items())
    if row.sign:
        yield f"  Sign: {end_sentence(row.sign)}"


def _describe_conditions(when: Mapping[str, tuple[str, ...]]) -> str:
    return join_words(f"{fact} is {join_words(values, 'or')}" for fact, values in when.items())
