"""The hexes around one, drawn in characters: Settlements as letters, levels of prices as digits.

A row of hexes is a row of text; each next row stands half a hex to the right, as r grows.
"""

from string import ascii_uppercase

from companion.commands import reports as r
from companion.errant.hexes import MAP_REACH, distance, within
from companion.view.told import Told


def hex_map(report: r.InflationReport) -> list[str]:
    """The map, and below it what its letters are."""
    assert report.middle is not None
    q0, r0 = report.middle
    near = [each for each in report.settlements if distance(each.hex, report.middle) <= MAP_REACH]
    lettered = dict(zip(ascii_uppercase, near, strict=False))
    signs = {place: str(level) for place, level in report.levels}
    signs |= {each.hex: letter for letter, each in lettered.items()}
    shown = [place for place in signs if distance(place, report.middle) <= MAP_REACH]
    reach = max((distance(place, report.middle) for place in shown), default=0) + 1
    rows: dict[int, dict[int, str]] = {}
    for (q, r_), _ in within((q0, r0), min(reach, MAP_REACH)):
        rows.setdefault(r_, {})[2 * (q - q0) + (r_ - r0)] = signs.get((q, r_), "·")
    left = min(min(row) for row in rows.values())
    lines = [
        "".join(rows[r_].get(x, " ") for x in range(left, max(rows[r_]) + 1)) for r_ in sorted(rows)
    ]
    return [*lines, *(_legend(letter, each) for letter, each in lettered.items())]


def _legend(letter: str, line: r.InflationLine) -> Told:
    level = line.inflation_level
    prices = f"× {line.multiplier}, level {level}" if level else "as listed"
    q, r_ = line.hex
    return Told(
        f"{letter}  {line.settlement_name} ({line.settlement_type}, {q} {r_}): prices {prices}",
        "headline",
    )
