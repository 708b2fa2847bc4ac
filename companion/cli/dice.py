"""Dice and tables at the shell: roll, odds, draw, shuffle."""

import sys
from typing import Annotated

import typer

from companion.cli.app import DiceCommand, app
from companion.cli.exit_status import exit_with_wrong_usage
from companion.cli.options import (
    CallOptions,
    CampaignOption,
    CampaignsFolder,
    FactsOption,
    FormOption,
    SeedOption,
    TablesFolder,
    complete_table,
)
from companion.cli.output import FORMATS, open_answer

MAX_TIMES = 1_000_000_000
EXPRESSION_HELP = "Dice like 2d6+1, or a table; several are each answered. - or a pipe: one a line."
Expressions = Annotated[
    list[str] | None,
    typer.Argument(help=EXPRESSION_HELP, show_default=False, autocompletion=complete_table),
]
TableName = Annotated[
    list[str],
    typer.Argument(metavar="TABLE", help="A table's name.", autocompletion=complete_table),
]
Times = Annotated[int, typer.Option("-n", min=1, max=MAX_TIMES, help="How often.")]


def _require_arguments(arguments: list[str] | None, word: str) -> list[str]:
    """The arguments of a call; empty if they are to be read from standard input."""
    if not arguments and (sys.stdin is None or sys.stdin.isatty()):
        exit_with_wrong_usage(f"What? Try: companion {word} 2d6")
    return [each.removeprefix(" ") if each[:2] == " -" else each for each in arguments or ()]


@app.command("roll", cls=DiceCommand)
def roll(
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
    from companion.cli.request import answer_requests
    from companion.cli.rolls import ROLL_COLUMNS, answer_rolls

    arguments = _require_arguments(what, "roll")
    with open_answer(form, ROLL_COLUMNS) as output:
        options = CallOptions(seed, facts, campaign, campaigns, tables)
        answer_requests(arguments, output, lambda e: answer_rolls(e, times, options, form))


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
    from companion.cli.odds import ODDS_COLUMNS, answer_odds
    from companion.cli.request import answer_requests

    arguments = _require_arguments(what, "odds")
    with open_answer(form, ODDS_COLUMNS) as output:
        options = CallOptions(None, facts, campaign, campaigns, tables)
        answer_requests(arguments, output, lambda e: answer_odds(e, options, form))


@app.command("draw")
def draw(
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
    from companion.cli.decks import draw_rows, run_deck_word
    from companion.cli.request import parse_draw_request
    from companion.cli.rolls import ROLL_COLUMNS

    with open_answer(form, ROLL_COLUMNS) as output:
        asked = parse_draw_request(table, times)
        given = [*(facts or ()), *asked.typed_facts]
        options = CallOptions(seed, given, campaign, campaigns, tables)
        if campaign is None:
            output.write(draw_rows(asked, options, form))
        else:
            more = asked.extra_arguments
            output.write(run_deck_word("draw", asked.table, options, form, *more))


@app.command("shuffle")
def shuffle(
    table: TableName,
    seed: SeedOption = None,
    form: FormOption = "text",
    facts: FactsOption = None,
    campaign: CampaignOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Print a whole table in a shuffled order; or, of a campaign, put back what was drawn."""
    from companion.cli.decks import run_deck_word, shuffle_rows
    from companion.cli.request import require_one_table
    from companion.cli.rolls import ROLL_COLUMNS

    forms = FORMATS if campaign is None else ("text", "json", "jsonl")
    with open_answer(form, ROLL_COLUMNS, forms) as output:
        name = require_one_table(table, "shuffle")
        options = CallOptions(seed, facts, campaign, campaigns, tables)
        if campaign is None:
            output.write(shuffle_rows(name, options, form))
        else:
            output.write(run_deck_word("shuffle", name, options, form))
