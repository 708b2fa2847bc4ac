"""The commands for dice and tables at the shell: roll, odds, draw, shuffle; tables list, show and
check."""

import sys
from typing import Annotated

import typer

from companion.cli.app import DiceCommand, app
from companion.cli.output import (
    BROKEN,
    DONE,
    FORMATS,
    exit_with_wrong_usage,
    open_answer_output,
    require_known_format,
)
from companion.cli.rolling.resolved_options import CallOptions
from companion.cli.shared_options import (
    CampaignOption,
    CampaignsFolder,
    FactsOption,
    FormOption,
    SeedOption,
    TablesFolder,
    complete_table_name,
)

MAX_TIMES = 1_000_000_000
EXPRESSION_HELP = "Dice like 2d6+1, or a table; several are each answered. - or a pipe: one a line."
Expressions = Annotated[
    list[str] | None,
    typer.Argument(help=EXPRESSION_HELP, show_default=False, autocompletion=complete_table_name),
]
TableName = Annotated[
    list[str],
    typer.Argument(metavar="TABLE", help="A table's name.", autocompletion=complete_table_name),
]
Times = Annotated[int, typer.Option("-n", min=1, max=MAX_TIMES, help="How often.")]


def _require_arguments_or_stdin(arguments: list[str] | None, word: str) -> list[str]:
    """The arguments of a call; empty if they are to be read from standard input."""
    if not arguments and (sys.stdin is None or sys.stdin.isatty()):
        exit_with_wrong_usage(f"What? Try: companion {word} 2d6")
    return [each.removeprefix(" ") if each[:2] == " -" else each for each in arguments or ()]


@app.command("roll", cls=DiceCommand)
def roll_dice_or_table_at_shell(
    what: Expressions = None,
    times: Times = 1,
    seed: SeedOption = None,
    form: FormOption = "text",
    facts: FactsOption = None,
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Roll dice, or on a table. After either, =3,5 is what fell where you rolled by hand."""
    from companion.cli.rolling.roll_and_draw_requests import answer_arguments_or_input_lines
    from companion.cli.rolling.rolls_and_odds import ROLL_COLUMNS, answer_rolls

    arguments = _require_arguments_or_stdin(what, "roll")
    with open_answer_output(form, ROLL_COLUMNS) as output:
        options = CallOptions(seed, facts, campaign, campaigns, tables)
        answer_arguments_or_input_lines(
            arguments, output, lambda e: answer_rolls(e, times, options, form)
        )


@app.command("odds", cls=DiceCommand)
def show_odds(
    what: Expressions = None,
    form: FormOption = "text",
    facts: FactsOption = None,
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Tell how likely everything is that dice, or a table, can come to; several are compared."""
    from companion.cli.rolling.roll_and_draw_requests import answer_arguments_or_input_lines
    from companion.cli.rolling.rolls_and_odds import ODDS_COLUMNS, answer_odds

    arguments = _require_arguments_or_stdin(what, "odds")
    with open_answer_output(form, ODDS_COLUMNS) as output:
        options = CallOptions(None, facts, campaign, campaigns, tables)
        answer_arguments_or_input_lines(arguments, output, lambda e: answer_odds(e, options, form))


@app.command("draw")
def draw_from_table_at_shell(
    table: TableName,
    times: Times = 1,
    seed: SeedOption = None,
    form: FormOption = "text",
    facts: FactsOption = None,
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Draw from a table without dice, no row twice: from a fresh deck, or a campaign's own."""
    from companion.cli.rolling.random_table_answers import (
        draw_random_rows,
        run_draw_or_shuffle_in_campaign,
    )
    from companion.cli.rolling.roll_and_draw_requests import parse_draw_request
    from companion.cli.rolling.rolls_and_odds import ROLL_COLUMNS

    with open_answer_output(form, ROLL_COLUMNS) as output:
        request = parse_draw_request(table, times)
        given = [*(facts or ()), *request.typed_facts]
        options = CallOptions(seed, given, campaign, campaigns, tables)
        if campaign is None:
            output.write(draw_random_rows(request, options, form))
        else:
            more = request.extra_arguments
            output.write(
                run_draw_or_shuffle_in_campaign("draw", request.table, options, form, *more)
            )


@app.command("shuffle")
def shuffle_table_at_shell(
    table: TableName,
    seed: SeedOption = None,
    form: FormOption = "text",
    facts: FactsOption = None,
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Print a whole table in a shuffled order; or, of a campaign, put back what was drawn."""
    from companion.cli.rolling.random_table_answers import (
        run_draw_or_shuffle_in_campaign,
        shuffle_table_rows,
    )
    from companion.cli.rolling.roll_and_draw_requests import require_one_table_name
    from companion.cli.rolling.rolls_and_odds import ROLL_COLUMNS

    forms = FORMATS if campaign is None else ("text", "json", "jsonl")
    with open_answer_output(form, ROLL_COLUMNS, forms) as output:
        name = require_one_table_name(table, "shuffle")
        options = CallOptions(seed, facts, campaign, campaigns, tables)
        if campaign is None:
            output.write(shuffle_table_rows(name, options, form))
        else:
            output.write(run_draw_or_shuffle_in_campaign("shuffle", name, options, form))


tables_app = typer.Typer(invoke_without_command=True)
app.add_typer(tables_app, name="tables")


@tables_app.callback()
def list_tables_without_subcommand(context: typer.Context) -> None:
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
    from companion.cli.rolling.random_table_answers import TABLE_COLUMNS, render_table_list

    with open_answer_output(form, TABLE_COLUMNS) as output:
        options = CallOptions(None, None, campaign, campaigns, tables)
        output.write(render_table_list(subject, options, form))


@tables_app.command("show")
def show_written_table(
    table: Annotated[
        str, typer.Argument(help="A table's name.", autocompletion=complete_table_name)
    ],
    form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Tell a table as it is written, row by row."""
    from companion.cli.rolling.random_table_answers import render_written_table

    require_known_format(form, "text", "json")
    with open_answer_output("text") as output:
        options = CallOptions(None, None, campaign, campaigns, tables)
        output.write(render_written_table(table, options, form))


@tables_app.command("check")
def check_tables_and_prices(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TABLE|SUBJECT|FILE|FOLDER]...",
            help="What to check; all that are found without it.",
            autocompletion=complete_table_name,
        ),
    ] = None,
    form: FormOption = "text",
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Find every mistake in tables and price tables, with file and line."""
    from companion.cli.rolling.random_table_answers import PROBLEM_COLUMNS, validate_tables

    with open_answer_output(form, PROBLEM_COLUMNS) as output:
        options = CallOptions(None, None, campaign, campaigns, tables)
        found = validate_tables(what or (), options)
        output.write(found.render(form))
    raise typer.Exit(BROKEN if found.problems else DONE)
