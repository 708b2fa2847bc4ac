"""Random tables at the shell: tables list, tables show, tables check."""

from typing import Annotated

import typer

from companion.cli.app import app
from companion.cli.exit_status import BROKEN, DONE, report_refusals
from companion.cli.options import (
    CampaignOption,
    CampaignsFolder,
    FormOption,
    TablesFolder,
    complete_table,
    require_format,
)

tables_app = typer.Typer(
    invoke_without_command=True, help="List, show or check random tables; alone, list them."
)
app.add_typer(tables_app, name="tables")


@tables_app.callback()
def list_by_default(context: typer.Context) -> None:
    """List, show or check random tables; alone, list them."""
    if context.invoked_subcommand is None:
        list_tables()


@tables_app.command("list")
def list_tables(
    subject: Annotated[str, typer.Argument(help="Only those of a subject.")] = "",
    form: FormOption = "text",
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Name the tables there are."""
    from companion.cli.options import CallOptions
    from companion.cli.output import FORMATS, open_output
    from companion.cli.table_catalog import TABLE_COLUMNS, render_table_list

    require_format(form, *FORMATS)
    with report_refusals(), open_output(form, TABLE_COLUMNS) as paper:
        paper.write(
            render_table_list(subject, CallOptions(None, {}, campaign, campaigns, tables), form)
        )


@tables_app.command()
def show(
    table: Annotated[str, typer.Argument(help="A table's name.", autocompletion=complete_table)],
    form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Tell a table as it is written, row by row."""
    from companion.cli.options import CallOptions
    from companion.cli.table_catalog import render_table

    require_format(form, "text", "json")
    with report_refusals():
        for line in render_table(table, CallOptions(None, {}, campaign, campaigns, tables), form):
            typer.echo(line)


@tables_app.command()
def check(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TABLE|SUBJECT|FILE|FOLDER]...",
            help="What to check; all that are found without it.",
            autocompletion=complete_table,
        ),
    ] = None,
    form: FormOption = "text",
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Find every mistake in tables and price tables, with file and line."""
    from companion.cli.options import CallOptions
    from companion.cli.output import FORMATS, open_output
    from companion.cli.table_catalog import PROBLEM_COLUMNS, validate_tables

    require_format(form, *FORMATS)
    with report_refusals():
        found = validate_tables(what or (), CallOptions(None, {}, campaign, campaigns, tables))
        if form != "text":
            with open_output(form, PROBLEM_COLUMNS) as paper:
                paper.write(found.encode_problems(form))
            raise typer.Exit(BROKEN if found.problems else DONE)
        if found.problems:
            raise found.make_refusal()
        typer.echo(found.describe())
