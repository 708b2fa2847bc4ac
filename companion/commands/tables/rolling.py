"""Dice and tables at the prompt: roll."""

from typing import TYPE_CHECKING

from msgspec import convert

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import is_secret_table
from companion.campaign.tables import gather_facts, list_drawn_rows, set_drawn_rows
from companion.commands.context import WORDS, Ruling
from companion.commands.tables.table_request import (
    TableRequest,
    find_table_typos,
    parse_table_request,
)
from companion.dice.expressions import looks_like_dice
from companion.dice.faces import HandFaces
from companion.dice.parser import parse
from companion.grammar.arguments import take_faces
from companion.grammar.context import Context
from companion.refusal import Malformed
from companion.reports import Report
from companion.reports.tables import RollReport, RollsReport

if TYPE_CHECKING:
    from companion.dice.notation import Notation


@WORDS.command(
    "roll",
    subject="dice",
    usage="roll DICE|TABLE [+N|-N] [FACT=VALUE…] [xN] [=FACES]",
    short=("r",),
    completes=("table", "of a table…"),
)
def handle_roll(context: Context) -> Ruling:
    """Roll dice or on a table. A roll on a table that only the Guide may know, such as whom one may
    meet at a place, is left out of the players' log."""
    entered, arguments = take_faces(context.arguments)
    typed = " ".join(arguments)
    if not typed:
        raise Malformed("Roll what?", "Try: roll 2d6, or roll marsh-encounters")
    if looks_like_dice(typed):
        rolls = roll_dice(context, parse(typed), entered)
        return Ruling(context.campaign, combine_rolls(rolls), outcome=summarize_rolls(rolls))
    asked = parse_table_request(context, arguments)
    campaign, rolls = roll_table(context, asked, entered)
    return Ruling(
        campaign,
        combine_rolls(rolls),
        outcome=summarize_rolls(rolls),
        secret=is_secret_table(campaign, asked.table.name, guide=context.seat == "guide"),
        warnings=find_table_typos(asked.table, asked.given_facts),
    )


# The engine is imported by the two functions that roll: most words roll nothing.


def roll_dice(
    context: Context, notation: "Notation", entered: tuple[int, ...] | None
) -> tuple[RollReport, ...]:
    """Roll dice as often as their notation says."""
    from companion.dice.rolls import roll
    from companion.randomtables.results import encode_roll

    dice, once = context.get_dice("dice", entered), notation._replace(times=1)
    data = [encode_roll(roll(once, dice), context.seed) for _ in range(notation.times)]
    if isinstance(dice, HandFaces):
        dice.finish()
    return convert(data, tuple[RollReport, ...])


def roll_table(
    context: Context, asked: TableRequest, entered: tuple[int, ...] | None, *, deck: bool = False
) -> tuple[Campaign, tuple[RollReport, ...]]:
    """Roll on a table, or with `deck` draw from it until it is used up. What is drawn from any deck
    stays out of it. Faces typed by hand cover the table's own dice; the companion may roll what the
    texts of its rows need."""
    from companion.randomtables.draw import draw_from
    from companion.randomtables.results import encode_draw

    stream, campaign = context.get_dice("table"), context.campaign
    dice = stream if entered is None else HandFaces(entered, then=stream)
    facts, out = {**gather_facts(campaign), **asked.given_facts}, list_drawn_rows(campaign)
    data = []
    for _ in range(asked.times):
        drawn = draw_from(
            asked.table,
            dice,
            find=context.find_table,
            facts=facts,
            modifier=asked.modifier,
            out=out,
            deck=deck,
        )
        out = drawn.out
        data.append(encode_draw(drawn, context.seed))
        if deck and drawn.row is None:
            break
    if isinstance(dice, HandFaces):
        dice.finish()
    return set_drawn_rows(campaign, out), convert(data, tuple[RollReport, ...])


_SENTENCE_ENDS = (".", "!", "?", "…", "»", "”", '"')


def combine_rolls(rolls: tuple[RollReport, ...]) -> Report:
    """One roll as it is, several as one Report."""
    first = rolls[0]
    if len(rolls) == 1:
        return first
    return RollsReport(notation=first.notation, table=first.table, rolls=rolls)


def summarize_rolls(rolls: tuple[RollReport, ...]) -> str:
    """The outcome for the log."""
    if rolls[0].text is None:
        return ", ".join(map(_summarize_roll, rolls))
    *texts, last = (roll.text or "" for roll in rolls)
    ended = (text if text.endswith(_SENTENCE_ENDS) else f"{text}," for text in texts)
    return " ".join([*ended, last])


def _summarize_roll(roll: RollReport) -> str:
    return str(roll.total) if roll.success is None else "yes" if roll.success else "no"
