"""Dice and tables at the prompt: roll. The engines are imported when something is rolled."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.decks import out_of, with_out
from companion.campaign.facts import KNOWN, facts
from companion.campaign.place_tables import table_of_the_place
from companion.campaign.secrecy import tells_secrets
from companion.commands.reports import RollReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.dice.faces import ByHand, Faces
from companion.refusal import Impossible, Malformed, Unknown, did_you_mean, listed
from companion.words.options import Arguments, take_faces, take_signed, take_times

if TYPE_CHECKING:
    from companion.dice.notation import Notation
    from companion.randomtables.table import Table


@WORDS.command(
    "roll",
    subject="dice",
    usage="roll DICE|TABLE [+N|-N] [FACT=VALUE…] [xN] [=FACES]",
    summary="Roll dice, or on a table; every face is kept and shown. `encounters`, `effects`, "
    "`rumours` and `weather` are the tables of the place you are at. A table knows season, "
    "terrain, Settlement Type and time of day; `season=winter` says otherwise this once. Dice need "
    "no word: `2d6+1` alone is rolled.",
    examples=(
        "roll 2d6+1",
        "roll 4d6kh3 x6",
        "roll d8 enhance 1",
        "roll 2d6 =3,5",
        "roll marsh-encounters",
        "roll greenmire/weather season=winter",
    ),
    short=("r",),
    completes=("table", "of a table…"),
)
def roll_word(sitting: Sitting) -> Ruling:
    """Roll dice or a table. Who may be met at a place, and what may be true of it, is the Guide's
    to tell: such a roll stays out of what players see of the log."""
    from companion.commands.rolled import outcome, told_together
    from companion.dice.grammar import looks_like_dice, parse

    entered, arguments = take_faces(sitting.arguments)
    typed = " ".join(arguments)
    if not typed:
        raise Malformed("Roll what?", "Try: roll 2d6, or roll marsh-encounters")
    if looks_like_dice(typed):
        rolls = dice_rolled(sitting, parse(typed), entered)
        return Ruling(sitting.campaign, told_together(rolls), outcome=outcome(rolls))
    from companion.commands.slips import slips

    asked = asked_of_a_table(sitting, arguments)
    campaign, rolls = table_rolled(sitting, asked, entered)
    secret = tells_secrets(campaign, asked.table.name, guide=sitting.seat == "guide")
    return Ruling(
        campaign,
        told_together(rolls),
        outcome=outcome(rolls),
        secret=secret,
        warnings=slips(asked.table, asked.given),
    )


def dice_rolled(
    sitting: Sitting, notation: "Notation", entered: tuple[int, ...] | None
) -> tuple[RollReport, ...]:
    """Dice rolled as often as their notation says."""
    from companion.commands.rolled import report_of
    from companion.dice.rolls import roll
    from companion.randomtables.rolled import of_dice

    dice, once = sitting.faces("dice", entered), notation._replace(times=1)
    rolls = [report_of(of_dice(roll(once, dice)), sitting.seed) for _ in range(notation.times)]
    _finished(dice)
    return tuple(rolls)


class Asked(NamedTuple):
    """What is asked of a table: what is added to its roll, what shall hold beside what the campaign
    knows, and how many times."""

    table: "Table"
    modifier: int
    given: Mapping[str, str]
    times: int


def asked_of_a_table(sitting: Sitting, arguments: Arguments) -> Asked:
    """`TABLE [+N|-N] [FACT=VALUE…] [xN]`."""
    from companion.dice.notation import MOST_NUMBER, MOST_TIMES

    times, arguments = take_times(arguments)
    given, arguments = take_facts(arguments)
    signed, arguments = take_signed(arguments)
    if not arguments:
        raise Malformed("On which table?", "Try: roll marsh-encounters +1")
    try:
        table = sitting.tables(table_meant(sitting, " ".join(arguments)))
    except Unknown as refusal:
        from companion.commands.slips import unknown_table

        raise unknown_table(sitting, arguments, refusal) from None
    modifier = sum(signed)
    if abs(modifier) > MOST_NUMBER:
        raise Impossible(f"{modifier:+} is too much.", f"Add {MOST_NUMBER:,} at most.")
    if times is not None and times > MOST_TIMES:
        raise Impossible(f"x{times} is too often.", f"At most x{MOST_TIMES}.")
    return Asked(table, modifier, given, times or 1)


def take_facts(arguments: Arguments) -> tuple[dict[str, str], Arguments]:
    """`season=winter`: what shall hold for once, case-blind. Unknown for what no table asks."""
    found: dict[str, str] = {}
    left: list[str] = []
    for argument in arguments:
        fact, sign, value = argument.casefold().partition("=")
        if not sign:
            left.append(argument)
            continue
        if fact not in KNOWN:
            hint = did_you_mean(fact, KNOWN) or f"They ask {listed(KNOWN, 'or')}."
            raise Unknown(f"No table asks «{fact}».", hint)
        if not value or (KNOWN[fact] and value not in KNOWN[fact]):
            hint = f"It is {listed(KNOWN[fact], 'or')}." if KNOWN[fact] else f"Try: {fact}=winter"
            raise Unknown(f"«{value}» is no {fact} that a table asks.", hint)
        found[fact] = value
    return found, tuple(left)


def table_meant(sitting: Sitting, typed: str) -> str:
    """The whole name of the table that is meant: one of the place where the innermost Turn is
    played, else of that of an outer one; or one by its name."""
    from companion.randomtables.names import table_named

    of_the_place = table_of_the_place(sitting.campaign, typed)
    return of_the_place or table_named(typed, sitting.table_names())


def table_rolled(
    sitting: Sitting, asked: Asked, entered: tuple[int, ...] | None, *, deck: bool = False
) -> tuple[Campaign, tuple[RollReport, ...]]:
    """A table rolled on as often as is asked, or with `deck` drawn from, until it is used up; what
    was drawn from any deck on the way stays out of it. By hand: the dice of the table itself; what
    its text rolls may be left to the companion."""
    from companion.commands.rolled import report_of
    from companion.randomtables.draw import draw
    from companion.randomtables.rolled import of_table

    stream, campaign = sitting.faces("table"), sitting.campaign
    dice = stream if entered is None else ByHand(entered, then=stream)
    holds, out = {**facts(campaign), **asked.given}, out_of(campaign)
    rolls: list[RollReport] = []
    for _ in range(asked.times):
        drawn = draw(
            asked.table,
            dice,
            find=sitting.tables,
            facts=holds,
            modifier=asked.modifier,
            out=out,
            deck=deck,
        )
        out = drawn.out
        rolls.append(report_of(of_table(drawn), sitting.seed))
        if deck and drawn.row is None:
            break
    _finished(dice)
    return with_out(campaign, out), tuple(rolls)


def _finished(dice: Faces) -> None:
    if isinstance(dice, ByHand):
        dice.finish()
