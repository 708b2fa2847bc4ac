"""Dice and tables at the shell: roll, odds, draw, shuffle."""

import sys
from typing import Annotated

import typer

from companion.cli.app import app
from companion.cli.options import (
    CampaignsFolder,
    FactsOption,
    FormOption,
    OfCampaign,
    SeedOption,
    TablesFolder,
    check_form,
    chosen_facts,
)
from companion.leaving import refusals_told, wrong_usage

MOST_TIMES = 1_000_000_000
WHAT = "Dice like 2d6+1, or a table; several are each answered. - or a pipe: one a line."
What = Annotated[list[str] | None, typer.Argument(help=WHAT, show_default=False)]
OneTable = Annotated[str, typer.Argument(metavar="TABLE", help="A table's name.")]
Times = Annotated[int, typer.Option("-n", min=1, max=MOST_TIMES, help="How often.")]
MINUS_BEFORE_NUMBERS = {"ignore_unknown_options": True}
"""So that `event -2` is no option; what looks like one is refused in `_asked`."""


def _asked(arguments: list[str] | None, word: str) -> list[str]:
    """What a call asks for; nothing where it is to be read from standard input."""
    if not arguments and sys.stdin.isatty():
        wrong_usage(f"What? Try: companion {word} 2d6")
    for argument in arguments or ():
        if argument[:1] == "-" and argument[1:2] not in ("", " ", "(", *"0123456789", "d"):
            wrong_usage(f"There is no option «{argument}».")
    return arguments or []


@app.command("roll", context_settings=MINUS_BEFORE_NUMBERS)
def roll(
    what: What = None,
    times: Times = 1,
    seed: SeedOption = None,
    form: FormOption = "text",
    holds: FactsOption = None,
    campaign: OfCampaign = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Roll dice, or on a table."""
    from companion.shell.answering import answer
    from companion.shell.forms import FORMS
    from companion.shell.given import Given
    from companion.shell.rolling import COLUMNS, rolled

    arguments = _asked(what, "roll")
    check_form(form, *FORMS)
    with refusals_told():
        given = Given(seed, chosen_facts(holds), campaign, campaigns, tables)
        answer(
            arguments,
            given,
            form,
            COLUMNS,
            lambda asked: (piece for each in asked for piece in rolled(each, times, given, form)),
        )


@app.command("odds", context_settings=MINUS_BEFORE_NUMBERS)
def odds(
    what: What = None,
    form: FormOption = "text",
    holds: FactsOption = None,
    campaign: OfCampaign = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Tell how likely everything is that dice, or a table, can come to; several are compared."""
    from companion.shell.answering import answer
    from companion.shell.forms import FORMS
    from companion.shell.given import Given
    from companion.shell.odds import COLUMNS, odds_of

    arguments = _asked(what, "odds")
    check_form(form, *FORMS)
    with refusals_told():
        given = Given(None, chosen_facts(holds), campaign, campaigns, tables)
        answer(arguments, given, form, COLUMNS, lambda asked: odds_of(asked, given, form))


@app.command("draw")
def draw(
    table: OneTable,
    times: Times = 1,
    seed: SeedOption = None,
    form: FormOption = "text",
    holds: FactsOption = None,
    campaign: OfCampaign = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Draw from a table without dice, no row twice: from a fresh deck, or a campaign's own."""
    from companion.shell.forms import FORMS, sheet
    from companion.shell.given import Given
    from companion.shell.rolling import COLUMNS

    check_form(form, *FORMS)
    with refusals_told(), sheet(form, COLUMNS) as paper:
        given = Given(seed, chosen_facts(holds), campaign, campaigns, tables)
        if campaign is None:
            from companion.shell.decks import drawn

            paper.write(drawn(table, times, given, form))
        else:
            from companion.shell.at_the_desk import said

            paper.write(said("draw", table, given, form, f"x{times}"))


@app.command("shuffle")
def shuffle(
    table: OneTable,
    seed: SeedOption = None,
    form: FormOption = "text",
    holds: FactsOption = None,
    campaign: OfCampaign = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Print a whole table in a shuffled order; or, of a campaign, put back what was drawn."""
    from companion.shell.forms import FORMS, sheet
    from companion.shell.given import Given
    from companion.shell.rolling import COLUMNS

    check_form(form, *(FORMS if campaign is None else ("text", "json", "jsonl")))
    with refusals_told(), sheet(form, COLUMNS) as paper:
        given = Given(seed, chosen_facts(holds), campaign, campaigns, tables)
        if campaign is None:
            from companion.shell.decks import shuffled

            paper.write(shuffled(table, given, form))
        else:
            from companion.shell.at_the_desk import said

            paper.write(said("shuffle", table, given, form))
