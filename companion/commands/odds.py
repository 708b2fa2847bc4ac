"""Odds at the prompt, exact for dice and for each row of a table."""

from typing import TYPE_CHECKING

from companion.campaign.decks import out_of
from companion.campaign.facts import facts
from companion.commands.reports import (
    DrawingLine,
    OddsReport,
    OutcomeLine,
    ReferencedLine,
    TableOddsReport,
)
from companion.commands.rolling import asked_of_a_table
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.refusal import Malformed
from companion.words.registry import always

if TYPE_CHECKING:
    from companion.randomtables.chances import Chance, Chances


@WORDS.command(
    "odds",
    subject="dice",
    usage="odds DICE|TABLE [+N|-N] [FACT=VALUE…] [vs DICE|TABLE…]",
    summary="How likely each total of dice is, or each row of a table as things stand: exact, and "
    "several side by side. A die is reckoned to explode 10 times at most, and what is beyond is "
    "told. What is in a table is for the Guide alone.",
    examples=("odds 4d6kh3", "odds 3d6kl1 vs d6", "odds 2d6+1 >= 7", "odds marsh-encounters"),
    reads=always,
    completes=("table", "of a table…"),
)
def odds_word(sitting: Sitting) -> Ruling:
    """The odds of everything asked; the first with the others in it."""
    from companion.dice.expressions import one_by_one

    asked = one_by_one(sitting.arguments)
    if not asked:
        raise Malformed("The odds of what?", "Try: odds 2d6, or odds 3d6kl1 vs d6")
    warnings: list[str] = []
    first, *others = [_chances(sitting, each, warnings) for each in asked]
    told = tuple(_report(each, ()) for each in others)
    return Ruling(sitting.campaign, _report(first, told), warnings=tuple(warnings))


def _chances(sitting: Sitting, expression: str, warnings: list[str]) -> "Chances":
    """The odds of dice, or of a table as it is rolled on here and now; with what may be a slip
    added to the `warnings`."""
    from companion.commands.slips import slips
    from companion.dice.grammar import looks_like_dice, parse
    from companion.randomtables.chances import dice_chances, table_chances

    if looks_like_dice(expression):
        return dice_chances(parse(expression))
    asked = asked_of_a_table(sitting, tuple(expression.split()))
    warnings += slips(asked.table, asked.given)
    return table_chances(
        asked.table,
        find=sitting.tables,
        facts={**facts(sitting.campaign), **asked.given},
        modifier=asked.modifier,
        out=out_of(sitting.campaign),
    )


def _report(chances: "Chances", others: tuple[OddsReport, ...]) -> OddsReport:
    kind = OddsReport if chances.table is None else TableOddsReport
    return kind(
        notation=chances.notation,
        table=chances.table,
        outcomes=_lines(chances.outcomes),
        remainder=chances.remainder,
        remainder_exact=chances.remainder_exact,
        depth=chances.depth,
        mean=chances.mean,
        mean_exact=chances.mean_exact,
        compares=chances.compares,
        modifier=chances.modifier,
        references=tuple(
            ReferencedLine(
                each.table, tuple(DrawingLine(*draw) for draw in each.draws), _lines(each.outcomes)
            )
            for each in chances.references
        ),
        others=others,
    )


def _lines(outcomes: "tuple[Chance, ...]") -> tuple[OutcomeLine, ...]:
    return tuple([OutcomeLine(*outcome) for outcome in outcomes])
