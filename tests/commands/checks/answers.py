"""Checks at a table: what a line of one is answered."""

from companion.reports.checks import CheckReport
from tests.commands.table import Table


def roll_check(table: Table, *lines: str) -> CheckReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, CheckReport)
    return report
