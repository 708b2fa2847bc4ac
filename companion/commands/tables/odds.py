"""Odds at the prompt, exact for dice and for each row of a table."""

from typing import TYPE_CHECKING

from companion.campaign.tables import gather_facts, list_drawn_rows
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.tables.rolling import parse_table_request
from companion.grammar.registry import match_all
from companion.refusal import Malformed
from companion.reports.odds import (
    DrawingLine,
    OddsReport,
    OutcomeLine,
    ReferenceLine,
    TableOddsReport,
)

if TYPE_CHECKING:
    from companion.randomtables.chances import Chance, Chances


@WORDS.command(
    "odds",
    subject="dice",
    usage="odds DICE|TABLE [+N|-N] [FACT=VALUE…] [vs DICE|TABLE…]",
    reads=match_all,
    completes=("table", "of a table…"),
)
def handle_odds(context: Context) -> Ruling:
    """The odds of everything asked; the first with the others in it."""
    from companion.dice.expressions import split_expressions

    asked = split_expressions(context.arguments)
    if not asked:
        raise Malformed("The odds of what?", "Try: odds 2d6, or odds 3d6kl1 vs d6")
    warnings: list[str] = []
    first, *others = [_compute_chances(context, each, warnings) for each in asked]
    told = tuple(_build_report(each, ()) for each in others)
    return Ruling(context.campaign, _build_report(first, told), warnings=tuple(warnings))


def _compute_chances(context: Context, expression: str, warnings: list[str]) -> "Chances":
    """The odds of dice, or of a table as it is rolled on here and now; with what may be a slip
    added to the `warnings`."""
    from companion.commands.tables.table_request import find_table_typos
    from companion.dice.parser import looks_like_dice, parse
    from companion.randomtables.chances import compute_dice_chances, compute_table_chances

    if looks_like_dice(expression):
        return compute_dice_chances(parse(expression))
    asked = parse_table_request(context, tuple(expression.split()))
    warnings += find_table_typos(asked.table, asked.given_facts)
    return compute_table_chances(
        asked.table,
        find=context.find_table,
        facts={**gather_facts(context.campaign), **asked.given_facts},
        modifier=asked.modifier,
        out=list_drawn_rows(context.campaign),
    )


def _build_report(chances: "Chances", others: tuple[OddsReport, ...]) -> OddsReport:
    kind = OddsReport if chances.table is None else TableOddsReport
    return kind(
        notation=chances.notation,
        table=chances.table,
        outcomes=_build_lines(chances.outcomes),
        remainder=chances.remainder,
        remainder_exact=chances.remainder_exact,
        depth=chances.depth,
        mean=chances.mean,
        mean_exact=chances.mean_exact,
        compares=chances.compares,
        modifier=chances.modifier,
        references=tuple(
            ReferenceLine(
                each.table,
                tuple(DrawingLine(*draw) for draw in each.draws),
                _build_lines(each.outcomes),
            )
            for each in chances.references
        ),
        others=others,
    )


def _build_lines(outcomes: "tuple[Chance, ...]") -> tuple[OutcomeLine, ...]:
    return tuple([OutcomeLine(*outcome) for outcome in outcomes])
