"""Random tables at the shell: tables list, tables show, tables check."""

from typing import Annotated

import typer

from companion.cli.app import app
from companion.cli.exit_status import BROKEN, DONE
from companion.cli.options import (
    CallOptions,
    CampaignOption,
    CampaignsFolder,
    FormOption,
    TablesFolder,
    complete_table,
    require_format,
)
from companion.cli.output import open_answer

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
    from companion.cli.table_catalog import TABLE_COLUMNS, render_table_list

    with open_answer(form, TABLE_COLUMNS) as output:
        options = CallOptions(None, None, campaign, campaigns, tables)
        output.write(render_table_list(subject, options, form))


@tables_app.command("show")
def show(
    table: Annotated[str, typer.Argument(help="A table's name.", autocompletion=complete_table)],
    form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Tell a table as it is written, row by row."""
    from companion.cli.table_catalog import render_table

    require_format(form, "text", "json")
    with open_answer("text", ()) as output:
        options = CallOptions(None, None, campaign, campaigns, tables)
        output.write(render_table(table, options, form))


@tables_app.command("check")
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
    from companion.cli.table_catalog import PROBLEM_COLUMNS, validate_tables

    with open_answer(form, PROBLEM_COLUMNS) as output:
        options = CallOptions(None, None, campaign, campaigns, tables)
        found = validate_tables(what or (), options)
        if form != "text":
            output.write(found.encode_problems(form))
        elif found.problems:
            raise found.make_refusal()
        else:
            output.write([found.describe()])
    raise typer.Exit(BROKEN if found.problems else DONE)
