"""What was rolled, as Reports have it; imported when something is."""

from companion.commands.reports import Report, RollLabel, RollReport, RollsReport
from companion.randomtables.rolled import Rolled

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


def report_of(rolled: Rolled, seed: str) -> RollReport:
    """One roll as a Report has it."""
    labels = tuple([RollLabel(*label) for label in rolled.labels])
    return RollReport(**{**rolled._asdict(), "labels": labels}, seed=seed)
