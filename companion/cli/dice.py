"""Dice and tables at the shell: roll, odds, draw, shuffle."""

import sys
from typing import Annotated

import typer

from companion.cli.app import DiceCommand, app
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
OneTable = Annotated[list[str], typer.Argument(metavar="TABLE", help="A table's name.")]
Times = Annotated[int, typer.Option("-n", min=1, max=MOST_TIMES, help="How often.")]


def _asked(arguments: list[str] | None, word: str) -> list[str]:
    """What a call asks for; nothing where it is to be read from standard input."""
    if not arguments and (sys.stdin is None or sys.stdin.isatty()):
        wrong_usage(f"What? Try: companion {word} 2d6")
    return [each.removeprefix(" ") if each[:2] == " -" else each for each in arguments or ()]


@app.command("roll", cls=DiceCommand)
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
    """Roll dice, or on a table. After either, =3,5 is what fell where you rolled by hand."""
    from companion.shell.answering import answer
    from companion.shell.forms import FORMS
    from companion.shell.given import Given
    from companion.shell.rolling import COLUMNS, rolled

    arguments = _asked(what, "roll")
    check_form(form, *FORMS)
    with refusals_told():
        given = Given(seed, chosen_facts(holds), campaign, campaigns, tables)
        answer(arguments, form, COLUMNS, lambda asked: rolled(asked, times, given, form))


@app.command("odds", cls=DiceCommand)
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
        answer(arguments, form, COLUMNS, lambda asked: odds_of(asked, given, form))


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
    from companion.shell.one_table import to_draw
    from companion.shell.rolling import COLUMNS

    check_form(form, *FORMS)
    with refusals_told(), sheet(form, COLUMNS) as paper:
        asked = to_draw(table, times)
        given = Given(
            seed, chosen_facts([*(holds or ()), *asked.holds]), campaign, campaigns, tables
        )
        if campaign is None:
            from companion.shell.decks import drawn

            paper.write(drawn(asked, given, form))
        else:
            from companion.shell.at_the_desk import said

            paper.write(said("draw", asked.table, given, form, *asked.more))


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
    from companion.shell.one_table import one_table
    from companion.shell.rolling import COLUMNS

    check_form(form, *(FORMS if campaign is None else ("text", "json", "jsonl")))
    with refusals_told(), sheet(form, COLUMNS) as paper:
        typed = one_table(table, "shuffle")
        given = Given(seed, chosen_facts(holds), campaign, campaigns, tables)
        if campaign is None:
            from companion.shell.decks import shuffled

            paper.write(shuffled(typed, given, form))
        else:
            from companion.shell.at_the_desk import said

            paper.write(said("shuffle", typed, given, form))
