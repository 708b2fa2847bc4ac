"""What odds are answered at the prompt, told with the same bars as at the shell."""

from collections.abc import Iterator

from companion.commands import reports as r
from companion.randomtables.chances import Chance, Chances, Drawing, Referenced
from companion.view.happened import Called
from companion.view.odds_lines import odds_lines
from companion.view.told import Told

ANYWHERE = 40
"""So wide are lines that nobody said the width of."""


def odds(report: r.OddsReport, _called: Called) -> list[str]:
    """Odds as lines that fit everywhere."""
    return list(odds_within(report, ANYWHERE, ascii_only=False))


def odds_within(report: r.OddsReport, width: int, *, ascii_only: bool) -> Iterator[str]:
    """Odds as lines of at most `width` columns, as the seat may see them."""
    asked = (report, *report.others)
    told = [_chances(each) for each in asked if each.outcomes is not None]
    if any(each.table is not None for each in told):
        yield Told("For you alone:", "secret")
    yield from odds_lines(told, width, ascii_only=ascii_only)
    for each in asked:
        if each.outcomes is None:
            yield f"What is in {each.table} is for the Guide alone."


def _chances(report: r.OddsReport) -> Chances:
    return Chances(
        report.notation,
        report.table,
        _outcomes(report.outcomes or ()),
        report.remainder,
        report.remainder_exact,
        report.depth,
        report.mean,
        report.mean_exact,
        report.compares,
        report.modifier,
        tuple(
            Referenced(
                each.table,
                tuple(Drawing(draw.table, draw.row, draw.written) for draw in each.draws),
                _outcomes(each.outcomes),
            )
            for each in report.references or ()
        ),
    )


def _outcomes(outcomes: tuple[r.OutcomeLine, ...]) -> tuple[Chance, ...]:
    return tuple([Chance(o.outcome, o.probability, o.exact, o.row, o.roll) for o in outcomes])
