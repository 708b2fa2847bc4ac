"""The options of several commands."""

from pathlib import Path
from typing import Annotated

import typer


def complete_campaign_name(ctx: typer.Context) -> list[str]:
    """The campaigns that a shell offers after Tab."""
    from companion.cli.shell_completion import list_campaign_names

    return list_campaign_names(ctx.params)


def complete_table_name(ctx: typer.Context, incomplete: str) -> list[str]:
    """The tables that a shell offers after Tab."""
    from companion.cli.shell_completion import list_table_names

    return list_table_names(ctx.params, incomplete)


CampaignName = Annotated[
    str, typer.Argument(help="A campaign's name.", autocompletion=complete_campaign_name)
]
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
CampaignOption = Annotated[
    str | None,
    typer.Option(
        "--campaign",
        help="With its tables, and what holds in it.",
        autocompletion=complete_campaign_name,
    ),
]
