"""Renders Reports on dice, odds, random tables and decks as plain lines."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import astuple

from companion.refusal import Problem, join_words
from companion.reports import rolls_and_random_tables as reports
from companion.reports.rolls_and_random_tables import RollReport
from companion.view import shared_wording as w
from companion.view.odds import DEFAULT_WIDTH, render_odds_as_bars
from companion.view.reply import render_report

MAX_LINES = 20
"""More rolls of dice than this are on one line."""


@render_report.register
def render_roll_report(report: RollReport, _name_of: w.NameLookup) -> w.Lines:
    """A roll of dice or on a table, with its faces."""
    if report.text is None:
        yield w.ResultLine(f"{_describe_dice(report)}: {report.total_or_answer}.")
        if report.labels:
            yield f"  {', '.join(f'{each.label} {each.total}' for each in report.labels)}."
    else:
        total = "" if report.total is None else f" {report.total}"
        if len(set(report.columns.values())) > 1:
            yield w.ResultLine(f"{report.table}{total}, by {join_words(report.columns)}:")
            for name, text in report.columns.items():
                yield w.ResultLine(f"  {name}: {w.end_with_full_stop(text)}")
        else:
            yield w.ResultLine(f"{report.table}{total}: {w.end_with_full_stop(report.text)}")
        if report.sign:
            yield w.DetailLine(f"  Its sign: {w.end_with_full_stop(report.sign)}")
    yield from _render_faces_and_modifier(report)


def _describe_dice(report: RollReport) -> str:
    """The notation, with the dice that were rolled if steps changed them."""
    dice = f" ({join_words(dict.fromkeys(report.stepped))})" if report.stepped else ""
    return f"{report.notation}{dice}"


def _render_faces_and_modifier(report: RollReport) -> Iterator[str]:
    """The faces and the modifier, unless the line above says as much. A table shows its own dice
    only, but all if any were typed."""
    added = f", {report.modifier:+} on the total" if report.modifier else ""
    own = report.faces[: report.own]
    if report.entered:
        rolled = _describe_faces(report, report.by_hand, None)
        rest = f" Rolled: {rolled}." if rolled else ""
        yield w.DetailLine(f"  By hand: {_describe_faces(report, 0, report.by_hand)}{added}.{rest}")
    elif added or (report.total is not None and own not in ((), (report.total,))):
        yield w.DetailLine(f"  Rolled: {_describe_faces(report, 0, report.own)}{added}.")


def _describe_faces(report: RollReport, begin: int, end: int | None) -> str:
    """The faces from one place to another, those that do not count in parentheses."""
    kept = report.kept[begin:end]
    shown = format_dice_faces(report.faces[begin:end], kept)
    return join_words(shown) if all(kept) else " ".join(shown)


def format_dice_faces(faces: Sequence[int], kept: Sequence[bool]) -> list[str]:
    """Each face, in parentheses if it does not count."""
    each = zip(faces, kept, strict=True)
    return [str(face) if counts else f"({face})" for face, counts in each]


@render_report.register
def _render_encounter_roll(report: reports.EncounterRollReport, _name_of: w.NameLookup) -> w.Lines:
    yield w.ResultLine(f"{report.table}: the Guide knows what came.")


@render_report.register
def _render_rolls(report: reports.RollsReport, name_of: w.NameLookup) -> w.Lines:
    times = len(report.rolls)
    if report.table is not None:
        return [line for each in report.rolls for line in render_roll_report(each, name_of)]
    totals = [each.total_or_answer for each in report.rolls]
    lines: list[str] = [f"  {', '.join(totals)}."]
    if times <= MAX_LINES:
        widest = max(map(len, totals))
        lines = [
            w.DetailLine(_describe_one_of_several_rolls(each, widest)) for each in report.rolls
        ]
    successes = [each.success for each in report.rolls if each.success is not None]
    lines += [f"Yes {sum(successes)} of {times} times."] if successes else []
    return [w.ResultLine(f"{_describe_dice(report.rolls[0])}, {times} times:"), *lines]


def _describe_one_of_several_rolls(report: RollReport, widest: int) -> str:
    shown = " ".join(format_dice_faces(report.faces, report.kept))
    labels = "".join(f", {each.label} {each.total}" for each in report.labels)
    return f"  {report.total_or_answer:>{widest}}  {shown}{labels}".rstrip()


@render_report.register
def render_odds_report(
    report: reports.OddsReport,
    _name_of: w.NameLookup,
    width: int = DEFAULT_WIDTH,
    *,
    ascii_only: bool = False,
) -> w.Lines:
    """Odds as lines of at most `width` columns; what a seat may not see is left out."""
    all_odds = (report, *report.others)
    visible = [each for each in all_odds if each.outcomes is not None]
    if any(each.table is not None for each in visible):
        yield w.SecretLine("For you alone:")
    yield from render_odds_as_bars(visible, width, ascii_only=ascii_only)
    for each in all_odds:
        if each.outcomes is None:
            yield f"What is in {each.table} is for the Guide alone."


@render_report.register
def _render_deck(report: reports.DeckReport, name_of: w.NameLookup) -> w.Lines:
    """A draw with the cards left, a shuffled deck, or the list of decks."""
    if report.step == "listed":
        lines = [
            f"  {d.table}: {d.drawn} drawn{'' if d.left is None else f', {d.left} left'}."
            for d in report.decks or ()
        ]
        if not lines:
            return ["The decks that are drawn from are for the Guide alone."]
        return ["Drawn from:", *lines, w.HintLine("Type shuffle and the name of one.")]
    if report.step == "shuffled":
        left = "" if report.left is None else f"; it has {report.left} again"
        return [w.Headline(f"Shuffled: {report.put_back} put back into {report.table}{left}.")]
    lines = [line for each in report.rolls for line in render_roll_report(each, name_of)]
    if report.left == 0:
        hint = f"None is left. To put all back, type shuffle {report.table_typed}"
        return [*lines, w.HintLine(hint)]
    return [*lines, *([f"{report.left} left in the deck."] if report.left is not None else [])]


@render_report.register
def _render_tables(report: reports.TablesReport, _name_of: w.NameLookup) -> w.Lines:
    if report.step == "listed":
        return _render_table_list(report.tables)
    if report.step == "shown":
        return _render_whole_table(report)
    count = sum(table.problems for table in report.tables)
    if report.problems is None:
        return ["Something is wrong; the Guide reads what." if count else "All of it reads well."]
    if not report.problems:
        one = f"{report.tables[0].table} reads well."
        return [one if len(report.tables) == 1 else f"All {len(report.tables)} tables read well."]
    return [w.WarningLine(str(Problem(*astuple(problem)))) for problem in report.problems]


def _render_table_list(found: tuple[reports.TableLine, ...]) -> Iterator[str]:
    for subject, of_subject in groupby(found, lambda table: table.table.partition("/")[0]):
        yield w.Headline(f"{subject}:")
        for table in of_subject:
            name = table.table.partition("/")[2]
            if table.problems:
                yield w.WarningLine(f"  {name}: broken; type tables check {table.table}")
            else:
                yield f"  {name}: {table.title} ({_describe_dice_or_row_count(table)})."


def _describe_dice_or_row_count(table: reports.TableLine) -> str:
    """The dice of a table, or the number of its rows."""
    return table.dice or f"{'a deck of ' if table.deck else ''}{w.format_count(table.rows, 'row')}"


def _render_whole_table(report: reports.TablesReport) -> Iterator[str]:
    (table,) = report.tables
    yield w.Headline(f"{table.table}: {table.title} ({_describe_dice_or_row_count(table)}).")
    if report.column:
        yield f"Its columns go by {report.column}."
    if report.rows is None:
        yield "What is in it is for the Guide alone."
        return
    yield w.SecretLine("For you alone:")
    lines = [
        f"{each.add:+} where {_describe_conditions(each.when)}." for each in report.modifiers or ()
    ]
    weighed = any(row.weight != 1 for row in report.rows)
    for row in report.rows:
        lines += _render_table_row(row, weighed=weighed)
    if report.fallback:
        lines.append(f"Else: {w.end_with_full_stop(report.fallback)}")
    yield from (w.SecretLine(f"  {line}") for line in lines)


def _render_table_row(row: reports.RowLine, *, weighed: bool) -> Iterator[str]:
    """A row with its roll, weight or number, and its sign."""
    number = row.roll or (f"×{row.weight}" if weighed else f"{row.number}.")
    where = f" (where {_describe_conditions(row.when)})" if row.when else ""
    if list(row.texts) == [""]:
        yield f"{number}{where} {w.end_with_full_stop(row.texts[''])}"
    else:
        yield f"{number}{where}"
        yield from (
            f"  {column}: {w.end_with_full_stop(text)}" for column, text in row.texts.items()
        )
    if row.sign:
        yield f"  Sign: {w.end_with_full_stop(row.sign)}"


def _describe_conditions(when: Mapping[str, tuple[str, ...]]) -> str:
    return join_words(f"{fact} is {join_words(values, 'or')}" for fact, values in when.items())
