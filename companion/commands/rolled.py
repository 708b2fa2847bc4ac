"""What was rolled, as Reports have it; imported when something is."""

from collections.abc import Iterator

from companion.commands.reports import Report, RollLabel, RollReport, RollsReport
from companion.dice.notation import Comparison, Labelled
from companion.dice.rolls import Roll, Rolled
from companion.randomtables.draw import Draw

_STOPS = (".", "!", "?", "…", "»", "”", '"')


def told_together(rolls: tuple[RollReport, ...]) -> Report:
    """One roll as it is, several as one Report."""
    first = rolls[0]
    if len(rolls) == 1:
        return first
    return RollsReport(notation=first.notation, table=first.table, rolls=rolls)


def outcome(rolls: tuple[RollReport, ...]) -> str:
    """What came of it, for the log."""
    if rolls[0].text is None:
        return ", ".join(map(_in_short, rolls))
    *texts, last = (roll.text or "" for roll in rolls)
    ended = (text if text.endswith(_STOPS) else f"{text}," for text in texts)
    return " ".join([*ended, last])


def _in_short(roll: RollReport) -> str:
    return str(roll.total) if roll.success is None else "yes" if roll.success else "no"


def roll_report(rolled: Roll, seed: str) -> RollReport:
    """Dice as they fell."""
    return RollReport(
        notation=str(rolled.notation),
        table=None,
        total=rolled.total,
        text=None,
        faces=rolled.faces,
        kept=rolled.kept,
        entered=rolled.entered,
        seed=seed,
        row=None,
        columns={},
        values={},
        modifier=0,
        labels=tuple(_labels(rolled.rolled)),
        success=bool(rolled.total) if _compares(rolled.rolled) else None,
        sign=None,
        data={},
    )


def _labels(rolled: Rolled) -> Iterator[RollLabel]:
    """Every part that has a label, in the order written."""
    if isinstance(rolled.part, Labelled):
        yield RollLabel(rolled.part.label, rolled.total)
    for inner in rolled.inner:
        yield from _labels(inner)


def _compares(rolled: Rolled) -> bool:
    """Whether it is a comparison of totals, with a label or without."""
    if isinstance(rolled.part, Labelled):
        return _compares(rolled.inner[0])
    return isinstance(rolled.part, Comparison)


def draw_report(drawn: Draw, seed: str) -> RollReport:
    """What a table gave."""
    return RollReport(
        notation=None if drawn.table.dice is None else str(drawn.table.dice),
        table=drawn.table.name,
        total=drawn.total,
        text=drawn.text,
        faces=drawn.faces,
        kept=drawn.kept,
        entered=drawn.entered,
        seed=seed,
        row=drawn.row.number if drawn.row else None,
        columns=dict(drawn.columns),
        values=dict(drawn.values),
        modifier=drawn.modifier,
        labels=(),
        success=None,
        sign=drawn.sign or None,
        data=dict(drawn.data),  # type: ignore[arg-type]  # what TOML gives, but for dates
    )
