"""Random tables at the shell: tables list, tables show, tables check."""

from typing import Annotated

import typer

from companion.cli.app import app
from companion.cli.options import (
    CampaignsFolder,
    FormOption,
    OfCampaign,
    TablesFolder,
    check_form,
)
from companion.leaving import BROKEN, DONE, refusals_told

tables_app = typer.Typer(
    invoke_without_command=True, help="List, show or check random tables; alone, list them."
)
app.add_typer(tables_app, name="tables")


@tables_app.callback()
def tables_alone(context: typer.Context) -> None:
    """List, show or check random tables; alone, list them."""
    if context.invoked_subcommand is None:
        list_tables()


@tables_app.command("list")
def list_tables(
    subject: Annotated[str, typer.Argument(help="Only those of a subject.")] = "",
    form: FormOption = "text",
    campaign: OfCampaign = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Name the tables there are."""
    from companion.shell.forms import FORMS, sheet
    from companion.shell.given import Given
    from companion.shell.tables import COLUMNS, listed_tables

    check_form(form, *FORMS)
    with refusals_told(), sheet(form, COLUMNS) as paper:
        paper.write(listed_tables(subject, Given(None, {}, campaign, campaigns, tables), form))


@tables_app.command()
def show(
    table: Annotated[str, typer.Argument(help="A table's name.")],
    form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    campaign: OfCampaign = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Tell a table as it is written, row by row."""
    from companion.shell.given import Given
    from companion.shell.tables import shown_table

    check_form(form, "text", "json")
    with refusals_told():
        for line in shown_table(table, Given(None, {}, campaign, campaigns, tables), form):
            typer.echo(line)


@tables_app.command()
def check(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TABLE|SUBJECT|FILE|FOLDER]...",
            help="What to check; all that are found without it.",
        ),
    ] = None,
    form: FormOption = "text",
    campaign: OfCampaign = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Find every mistake in tables and price tables, with file and line."""
    from companion.shell.checking import COLUMNS, checked
    from companion.shell.forms import FORMS, sheet
    from companion.shell.given import Given

    check_form(form, *FORMS)
    with refusals_told():
        found = checked(what or (), Given(None, {}, campaign, campaigns, tables))
        if form != "text":
            with sheet(form, COLUMNS) as paper:
                paper.write(found.pieces(form))
            raise typer.Exit(BROKEN if found.problems else DONE)
        if found.problems:
            raise found.broken()
        typer.echo(found.told())
