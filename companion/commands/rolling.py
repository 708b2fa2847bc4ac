"""Dice and tables at the prompt: roll. The engines are imported when something is rolled."""

from typing import TYPE_CHECKING

from companion.commands.reports import RollReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.dice.faces import ByHand, Faces
from companion.refusal import Malformed
from companion.words.options import take_faces

if TYPE_CHECKING:
    from companion.randomtables.table import Table


def roll_dice(notation: str, faces: Faces, seed: str) -> RollReport:
    """Dice rolled, as a Report has them."""
    from companion.dice.notation import parse
    from companion.dice.rolls import roll

    rolled = roll(parse(notation), faces)
    return RollReport(
        notation=str(rolled.notation),
        table=None,
        total=rolled.total,
        text=None,
        faces=rolled.faces,
        kept=rolled.kept,
        entered=rolled.entered,
        seed=seed,
    )


def roll_table(table: "Table", faces: Faces, seed: str) -> RollReport:
    """A table rolled on, as a Report has it."""
    from companion.randomtables.draw import draw

    drawn = draw(table, faces)
    return RollReport(
        notation=str(table.dice),
        table=table.name,
        total=drawn.total,
        text=drawn.text,
        faces=drawn.faces,
        kept=(True,) * len(drawn.faces),
        entered=drawn.entered,
        seed=seed,
    )


@WORDS.command(
    "roll",
    subject="dice",
    usage="roll DICE|TABLE [=FACES]",
    summary="Roll dice or on a table. Every face is kept and shown.",
    examples=("roll 2d6+1", "roll 4d6kh3", "roll marsh-encounters", "roll 2d6 =3,5"),
    short=("r",),
    completes=("table",),
)
def roll_word(sitting: Sitting) -> Ruling:
    """Roll dice or a table. Who may be met at a place is the Guide's to tell: such a roll stays out
    of what players see of the log."""
    from companion.dice.notation import looks_like_dice
    from companion.randomtables.names import table_named

    entered, arguments = take_faces(sitting.arguments)
    typed = " ".join(arguments)
    if not typed:
        raise Malformed("Roll what?", "Try: roll 2d6, or roll marsh-encounters")
    by_hand = ByHand(entered) if entered is not None else None
    if looks_like_dice(typed):
        report = roll_dice(typed, by_hand or sitting.faces("dice"), sitting.seed)
    else:
        table = sitting.tables(table_named(typed, sitting.table_names()))
        report = roll_table(table, by_hand or sitting.faces("table"), sitting.seed)
    if by_hand is not None:
        by_hand.finish()
    return Ruling(
        sitting.campaign,
        report,
        outcome=report.text or str(report.total),
        secret=any(site.encounters == report.table for site in sitting.campaign.world.sites),
    )
