"""Dice and tables at the prompt: roll. The engines are imported when something is rolled."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import is_secret_table
from companion.campaign.tables import (
    KNOWN_FACTS,
    find_place_table,
    gather_facts,
    list_drawn_rows,
    set_drawn_rows,
)
from companion.commands.context import WORDS, Context, Ruling
from companion.dice.faces import Faces, HandFaces
from companion.grammar.arguments import Arguments, take_faces, take_signed, take_times
from companion.randomtables.results import RollResult
from companion.refusal import Impossible, Malformed, Unknown, join_words, suggest_similar
from companion.reports import Report
from companion.reports.tables import RollLabel, RollReport, RollsReport

if TYPE_CHECKING:
    from companion.dice.notation import Notation
    from companion.randomtables.table import Table


@WORDS.command(
    "roll",
    subject="dice",
    usage="roll DICE|TABLE [+N|-N] [FACT=VALUE…] [xN] [=FACES]",
    short=("r",),
    completes=("table", "of a table…"),
)
def handle_roll(context: Context) -> Ruling:
    """Roll dice or a table. Who may be met at a place, and what may be true of it, is the Guide's
    to tell: such a roll stays out of what players see of the log."""
    from companion.commands.tables.rolling import combine_rolls, summarize_rolls
    from companion.dice.parser import looks_like_dice, parse

    entered, arguments = take_faces(context.arguments)
    typed = " ".join(arguments)
    if not typed:
        raise Malformed("Roll what?", "Try: roll 2d6, or roll marsh-encounters")
    if looks_like_dice(typed):
        rolls = roll_dice(context, parse(typed), entered)
        return Ruling(context.campaign, combine_rolls(rolls), outcome=summarize_rolls(rolls))
    from companion.commands.tables.table_request import find_table_typos

    asked = parse_table_request(context, arguments)
    campaign, rolls = roll_table(context, asked, entered)
    secret = is_secret_table(campaign, asked.table.name, guide=context.seat == "guide")
    return Ruling(
        campaign,
        combine_rolls(rolls),
        outcome=summarize_rolls(rolls),
        secret=secret,
        warnings=find_table_typos(asked.table, asked.given_facts),
    )


def roll_dice(
    context: Context, notation: "Notation", entered: tuple[int, ...] | None
) -> tuple[RollReport, ...]:
    """Dice rolled as often as their notation says."""
    from companion.commands.tables.rolling import build_roll_report
    from companion.dice.rolls import roll
    from companion.randomtables.results import make_dice_result

    dice, once = context.get_dice("dice", entered), notation._replace(times=1)
    rolls = [
        build_roll_report(make_dice_result(roll(once, dice)), context.seed)
        for _ in range(notation.times)
    ]
    _finish_dice(dice)
    return tuple(rolls)


class TableRequest(NamedTuple):
    """What is asked of a table: what is added to its roll, what shall hold beside what the campaign
    knows, and how many times."""

    table: "Table"
    modifier: int
    given_facts: Mapping[str, str]
    times: int


def parse_table_request(context: Context, arguments: Arguments) -> TableRequest:
    """`TABLE [+N|-N] [FACT=VALUE…] [xN]`."""
    from companion.dice.notation import MAX_NUMBER, MAX_TIMES

    times, arguments = take_times(arguments)
    given, arguments = take_facts(arguments)
    signed, arguments = take_signed(arguments)
    if not arguments:
        raise Malformed("On which table?", "Try: roll marsh-encounters +1")
    try:
        table = context.find_table(resolve_table_here(context, " ".join(arguments)))
    except Unknown as refusal:
        from companion.commands.tables.table_request import make_unknown_table

        raise make_unknown_table(context, arguments, refusal) from None
    modifier = sum(signed)
    if abs(modifier) > MAX_NUMBER:
        raise Impossible(f"{modifier:+} is too much.", f"Add {MAX_NUMBER:,} at most.")
    if times is not None and times > MAX_TIMES:
        raise Impossible(f"x{times} is too often.", f"At most x{MAX_TIMES}.")
    return TableRequest(table, modifier, given, times or 1)


def take_facts(arguments: Arguments) -> tuple[dict[str, str], Arguments]:
    """`season=winter`: what shall hold for once, case-blind. Unknown for what no table asks."""
    found: dict[str, str] = {}
    left: list[str] = []
    for argument in arguments:
        fact, sign, value = argument.casefold().partition("=")
        if not sign:
            left.append(argument)
            continue
        if fact not in KNOWN_FACTS:
            hint = (
                suggest_similar(fact, KNOWN_FACTS) or f"They ask {join_words(KNOWN_FACTS, 'or')}."
            )
            raise Unknown(f"No table asks «{fact}».", hint)
        if not value or (KNOWN_FACTS[fact] and value not in KNOWN_FACTS[fact]):
            hint = (
                f"It is {join_words(KNOWN_FACTS[fact], 'or')}."
                if KNOWN_FACTS[fact]
                else f"Try: {fact}=winter"
            )
            raise Unknown(f"«{value}» is no {fact} that a table asks.", hint)
        found[fact] = value
    return found, tuple(left)


def resolve_table_here(context: Context, typed: str) -> str:
    """The whole name of the table that is meant: one of the place where the innermost Turn is
    played, else of that of an outer one; or one by its name."""
    from companion.randomtables.names import resolve_table_name

    of_the_place = find_place_table(context.campaign, typed)
    return of_the_place or resolve_table_name(typed, context.list_tables())


def roll_table(
    context: Context, asked: TableRequest, entered: tuple[int, ...] | None, *, deck: bool = False
) -> tuple[Campaign, tuple[RollReport, ...]]:
    """A table rolled on as often as is asked, or with `deck` drawn from, until it is used up; what
    was drawn from any deck on the way stays out of it. By hand: the dice of the table itself; what
    its text rolls may be left to the companion."""
    from companion.commands.tables.rolling import build_roll_report
    from companion.randomtables.draw import draw_from
    from companion.randomtables.results import make_table_result

    stream, campaign = context.get_dice("table"), context.campaign
    dice = stream if entered is None else HandFaces(entered, then=stream)
    holds, out = {**gather_facts(campaign), **asked.given_facts}, list_drawn_rows(campaign)
    rolls: list[RollReport] = []
    for _ in range(asked.times):
        drawn = draw_from(
            asked.table,
            dice,
            find=context.find_table,
            facts=holds,
            modifier=asked.modifier,
            out=out,
            deck=deck,
        )
        out = drawn.out
        rolls.append(build_roll_report(make_table_result(drawn), context.seed))
        if deck and drawn.row is None:
            break
    _finish_dice(dice)
    return set_drawn_rows(campaign, out), tuple(rolls)


def _finish_dice(dice: Faces) -> None:
    if isinstance(dice, HandFaces):
        dice.finish()


_SENTENCE_ENDS = (".", "!", "?", "…", "»", "”", '"')


def combine_rolls(rolls: tuple[RollReport, ...]) -> Report:
    """One roll as it is, several as one Report."""
    first = rolls[0]
    if len(rolls) == 1:
        return first
    return RollsReport(notation=first.notation, table=first.table, rolls=rolls)


def summarize_rolls(rolls: tuple[RollReport, ...]) -> str:
    """What came of it, for the log."""
    if rolls[0].text is None:
        return ", ".join(map(_summarize_roll, rolls))
    *texts, last = (roll.text or "" for roll in rolls)
    ended = (text if text.endswith(_SENTENCE_ENDS) else f"{text}," for text in texts)
    return " ".join([*ended, last])


def _summarize_roll(roll: RollReport) -> str:
    return str(roll.total) if roll.success is None else "yes" if roll.success else "no"


def build_roll_report(rolled: RollResult, seed: str) -> RollReport:
    """One roll as a Report has it."""
    labels = tuple([RollLabel(*label) for label in rolled.labels])
    return RollReport(**{**rolled._asdict(), "labels": labels}, seed=seed)
