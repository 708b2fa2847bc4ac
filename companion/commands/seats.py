"""Who types, who reads, and how much, at the prompt: as, brief, full, tutorial.

These words do not change the campaign: the desk or the prompt does what their Reports say.
"""

from companion.commands.context import Ruling
from companion.grammar.context import Context
from companion.reports.status import Seat, SeatReport, TutorialReport, VerbosityReport


def change_seat(context: Context, seat: Seat) -> Ruling:
    """Change the seat."""
    return Ruling(context.campaign, SeatReport(seat=seat))


def shorten_answers(context: Context) -> Ruling:
    """Short answers from now on."""
    return Ruling(context.campaign, VerbosityReport(form="brief"))


def lengthen_answers(context: Context) -> Ruling:
    """Full answers from now on."""
    return Ruling(context.campaign, VerbosityReport(form="full"))


def start_tutorial(context: Context) -> Ruling:
    """The prompt plays the tutorial."""
    return Ruling(context.campaign, TutorialReport())
