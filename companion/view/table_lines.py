"""Dice, tables and decks as plain lines."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from companion.commands import reports as r
from companion.refusal import listed
from companion.view.happened import Called
from companion.view.told import Told, sentence

MOST_LINES = 20
"""More rolls of dice than this are told in one line."""


def roll(report: r.RollReport, _called: Called) -> list[str]:
    """Dice, or a row of a table, and how they fell."""
    if report.text is None:
        said = f"{rolled_with(report)}: {came_to(report)}."
        return [Told(said, "result"), *_labels(report), *_faces(report)]
    total = "" if report.total is None else f" {report.total}"
    if len(set(report.columns.values())) > 1:
        columns = [f"  {name}: {sentence(text)}" for name, text in report.columns.items()]
        lines = [f"{report.table}{total}, by {listed(report.columns)}:", *columns]
    else:
        lines = [f"{report.table}{total}: {sentence(report.text)}"]
    sign = [Told(f"  Its sign: {sentence(report.sign)}", "detail")] if report.sign else []
    return [*(Told(line, "result") for line in lines), *sign, *_faces(report)]


def rolled_with(report: r.RollReport) -> str:
    """The notation, and which dice fell where steps changed those that are written."""
    fell = f" ({listed(dict.fromkeys(report.stepped))})" if report.stepped else ""
    return f"{report.notation}{fell}"


def came_to(report: r.RollReport) -> str:
    """A total, or whether a comparison holds."""
    return str(report.total) if report.success is None else "yes" if report.success else "no"


def to_read_out(clue: str | None) -> list[str]:
    """What the Guide may read to the players of what is coming."""
    return [f"To read out: {sentence(clue)}"] if clue else []


def _labels(report: r.RollReport) -> list[str]:
    if not report.labels:
        return []
    return [f"  {', '.join(f'{each.label} {each.total}' for each in report.labels)}."]


def _faces(report: r.RollReport) -> list[str]:
    """How the dice fell, and what was added; nothing where the line above says as much. Of a table
    its own dice are told, and all of them where any was typed."""
    added = f", {report.modifier:+} on the total" if report.modifier else ""
    if report.entered:
        by_hand, rolled = faces(report, 0, report.by_hand), faces(report, report.by_hand, None)
        rest = f" Rolled: {rolled}." if rolled else ""
        return [Told(f"  By hand: {by_hand}{added}.{rest}", "detail")]
    own = report.faces[: report.own]
    if (report.total is None or own in ((), (report.total,))) and not added:
        return []
    return [Told(f"  Rolled: {faces(report, 0, report.own)}{added}.", "detail")]


def faces(report: r.RollReport, begin: int, end: int | None) -> str:
    """The faces from one place to another in the order rolled, those that do not count in
    parentheses."""
    kept = report.kept[begin:end]
    shown = marked(report.faces[begin:end], kept)
    return listed(shown) if all(kept) else " ".join(shown)


def marked(faces: Sequence[int], kept: Sequence[bool]) -> list[str]:
    """Every face, those that do not count in parentheses."""
    each = zip(faces, kept, strict=True)
    return [str(face) if counts else f"({face})" for face, counts in each]


def rolls(report: r.RollsReport, called: Called) -> list[str]:
    """The same over and over."""
    times = len(report.rolls)
    if report.table is not None:
        return [line for each in report.rolls for line in roll(each, called)]
    first = Told(f"{rolled_with(report.rolls[0])}, {times} times:", "result")
    if times > MOST_LINES:
        lines = [f"  {', '.join(map(came_to, report.rolls))}."]
    else:
        widest = max(len(came_to(each)) for each in report.rolls)
        lines = [Told(_one_of_many(each, widest), "detail") for each in report.rolls]
    held = [each.success for each in report.rolls if each.success is not None]
    return [first, *lines, *([f"Yes {sum(held)} of {times} times."] if held else [])]


def _one_of_many(report: r.RollReport, widest: int) -> str:
    shown = " ".join(marked(report.faces, report.kept))
    labels = "".join(f", {each.label} {each.total}" for each in report.labels)
    return f"  {came_to(report):>{widest}}  {shown}{labels}".rstrip()


def deck(report: r.DeckReport, called: Called) -> list[str]:
    """What was drawn and how many are left; a deck that is whole again; or all there are."""
    if report.step == "listed":
        lines = [
            f"  {d.table}: {d.drawn} drawn{'' if d.left is None else f', {d.left} left'}."
            for d in report.decks or ()
        ]
        if not lines:
            return ["The decks that are drawn from are for the Guide alone."]
        return ["Drawn from:", *lines, Told("Type shuffle and the name of one.", "way")]
    if report.step == "shuffled":
        left = "" if report.left is None else f"; it has {report.left} again"
        line = f"Shuffled: {report.put_back} put back into {report.table}{left}."
        return [Told(line, "headline")]
    lines = [line for each in report.rolls for line in roll(each, called)]
    if report.left == 0:
        way = f"None is left. To put all back, type shuffle {report.table_typed}"
        return [*lines, Told(way, "way")]
    return [*lines, *([f"{report.left} left in the deck."] if report.left is not None else [])]


def tables(report: r.TablesReport, _called: Called) -> list[str]:
    """The tables there are, one of them, or what is wrong with them."""
    if report.step == "listed":
        return [*_listed(report.tables)]
    if report.step == "shown":
        return [*_shown(report)]
    count = sum(table.problems for table in report.tables)
    if report.problems is None:
        return ["Something is wrong; the Guide reads what." if count else "All of it reads well."]
    if not report.problems:
        one = f"{report.tables[0].table} reads well."
        return [one if len(report.tables) == 1 else f"All {len(report.tables)} tables read well."]
    return [Told(_problem(problem), "warning") for problem in report.problems]


def _problem(problem: r.ProblemLine) -> str:
    place = f"{problem.file}:{problem.line}" if problem.line else problem.file
    return f"{place}: {f'{problem.key}: ' if problem.key else ''}{problem.message}"


def _listed(found: tuple[r.TableLine, ...]) -> Iterator[str]:
    for subject, of_subject in groupby(found, lambda table: table.table.partition("/")[0]):
        yield Told(f"{subject}:", "headline")
        for table in of_subject:
            name = table.table.partition("/")[2]
            if table.problems:
                yield Told(f"  {name}: broken; type tables check {table.table}", "warning")
            else:
                yield f"  {name}: {table.title} ({_kind(table)})."


def _kind(table: r.TableLine) -> str:
    """What is rolled, or how many rows there are to draw from."""
    rows = "1 row" if table.rows == 1 else f"{table.rows} rows"
    return table.dice or f"{'a deck of ' if table.deck else ''}{rows}"


def _shown(report: r.TablesReport) -> Iterator[str]:
    (table,) = report.tables
    yield Told(f"{table.table}: {table.title} ({_kind(table)}).", "headline")
    if report.column:
        yield f"Its columns go by {report.column}."
    if report.rows is None:
        yield "What is in it is for the Guide alone."
        return
    yield Told("For you alone:", "secret")
    lines = [f"{each.add:+} where {_when(each.when)}." for each in report.modifiers or ()]
    weighed = any(row.weight != 1 for row in report.rows)
    for row in report.rows:
        lines += _row(row, weighed=weighed)
    if report.fallback:
        lines.append(f"Else: {sentence(report.fallback)}")
    yield from (Told(f"  {line}", "secret") for line in lines)


def _row(row: r.RowLine, *, weighed: bool) -> Iterator[str]:
    """A row with the totals it answers to, or how many there are of it, and what goes with it."""
    number = row.roll or (f"×{row.weight}" if weighed else f"{row.number}.")
    where = f" (where {_when(row.when)})" if row.when else ""
    if list(row.texts) == [""]:
        yield f"{number}{where} {sentence(row.texts[''])}"
    else:
        yield f"{number}{where}"
        yield from (f"  {column}: {sentence(text)}" for column, text in row.texts.items())
    if row.sign:
        yield f"  Sign: {sentence(row.sign)}"


def _when(when: Mapping[str, tuple[str, ...]]) -> str:
    return listed(f"{fact} is {listed(values, 'or')}" for fact, values in when.items())


def season(report: r.SeasonReport, _called: Called) -> list[str]:
    """What season it is."""
    if not report.season:
        return ["No season is set.", Told("Type season and its name: season autumn", "way")]
    if report.before in ("", report.season):
        return [Told(f"It is {report.season}.", "headline")]
    return [Told(f"It is {report.season} now; it was {report.before}.", "headline")]
