"""Odds at the prompt, exact for dice and for each row of a table."""

from msgspec import convert
from msgspec.structs import replace

from companion.campaign.tables import gather_facts, list_drawn_rows
from companion.commands.context import WORDS, Ruling
from companion.commands.tables.table_request import find_table_typos, parse_table_request
from companion.dice.expressions import looks_like_dice, split_expressions
from companion.dice.parser import parse
from companion.grammar.context import Context
from companion.grammar.registry import match_all
from companion.refusal import Malformed
from companion.reports.tables import OddsReport, TableOddsReport


@WORDS.command(
    "odds",
    subject="dice",
    usage="odds DICE|TABLE [+N|-N] [FACT=VALUE…] [vs DICE|TABLE…]",
    reads=match_all,
    completes=("table", "of a table…"),
)
def handle_odds(context: Context) -> Ruling:
    """The odds of each expression; the first Report holds the others."""
    expressions = split_expressions(context.arguments)
    if not expressions:
        raise Malformed("The odds of what?", "Try: odds 2d6, or odds 3d6kl1 vs d6")
    warnings: list[str] = []
    first, *others = [_compute_odds(context, each, warnings) for each in expressions]
    report = replace(first, others=tuple(others))
    return Ruling(context.campaign, report, warnings=tuple(warnings))


def _compute_odds(context: Context, expression: str, warnings: list[str]) -> OddsReport:
    """The odds of dice, or of a table here and now. Adds what may be a slip to `warnings`."""
    # Only this word works out odds.
    from companion.randomtables.odds import compute_table_chances
    from companion.randomtables.results import compute_dice_chances, encode_chances

    if looks_like_dice(expression):
        return convert(encode_chances(compute_dice_chances(parse(expression))), OddsReport)
    asked = parse_table_request(context, tuple(expression.split()))
    warnings += find_table_typos(asked.table, asked.given_facts)
    chances = compute_table_chances(
        asked.table,
        find=context.find_table,
        facts={**gather_facts(context.campaign), **asked.given_facts},
        modifier=asked.modifier,
        out=list_drawn_rows(context.campaign),
    )
    return convert(encode_chances(chances), TableOddsReport)
