"""Options that several commands have, and what is said to one that cannot be."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.leaving import wrong_usage

if TYPE_CHECKING:
    from companion.commands.reports import Seat

CampaignsFolder = Annotated[
    Path | None, typer.Option("--campaigns", help="The folder campaigns are kept in.")
]
TablesFolder = Annotated[
    Path | None, typer.Option("--tables", help="A folder with tables of your own.")
]
SeedOption = Annotated[str | None, typer.Option("--seed", help="Dice of this run's own.")]
PlainOption = Annotated[
    bool, typer.Option("--plain", help="Words only: no boxes, no gauges, no colour.")
]
SeatOption = Annotated[str, typer.Option("--as", help="Whose seat: guide, timekeeper …")]
FormOption = Annotated[str, typer.Option("--format", help="text, json, jsonl, csv or csv-raw.")]
FactsOption = Annotated[
    list[str] | None,
    typer.Option("--with", help="What holds, as in season=winter. Again for more."),
]
OfCampaign = Annotated[
    str | None,
    typer.Option("--campaign", help="With its tables, and what holds in it."),
]


def check_form(given: str, *known: str) -> None:
    """Refuse a form that is none of these."""
    if given not in known:
        wrong_usage(f"--format is one of {', '.join(known)}, not «{given}».")


def chosen_seat(given: str) -> "Seat":
    """The seat that was asked for."""
    from companion.commands.sitting import SEATS

    seat = next((seat for seat in SEATS if seat == given), None)
    if seat is None:
        wrong_usage(f"--as is one of {', '.join(SEATS)}, not «{given}».")
    return seat


def chosen_facts(given: list[str] | None) -> dict[str, str]:
    """What holds, by name, as `--with season=winter` says it. Unknown for what no table asks."""
    if not given:
        return {}
    from companion.commands.rolling import take_facts

    found, left = take_facts(tuple(given))
    if left:
        wrong_usage(f"--with says what holds, as in season=winter, not «{left[0]}».")
    return found
