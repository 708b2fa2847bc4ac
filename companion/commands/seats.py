"""Who speaks, who hears, and how it is shown: as, secret, brief, full, tutorial.

These words change nothing in the campaign; the prompt does what their Reports say.
"""

from companion.commands.reports import FormReport, SeatReport, TutorialReport
from companion.commands.sitting import SEATS, WORDS, Ruling, Sitting
from companion.refusal import Malformed, Unknown, did_you_mean, listed
from companion.words.options import nothing_more
from companion.words.registry import always

SECRETLY = "secret"


@WORDS.command(
    "as",
    subject="seats",
    usage="as SEAT",
    summary="Who types from now on: the journal says so, and for any seat but the Guide's what is "
    "secret is not shown.",
    examples=("as quartermaster", "as guide"),
    reads=always,
    aside=True,
    completes=("seat",),
)
def as_word(sitting: Sitting) -> Ruling:
    """Another seat at the same prompt."""
    if not sitting.arguments:
        raise Malformed("As whom?", f"Try: as {listed(SEATS, 'or')}")
    typed = "-".join(sitting.arguments).casefold()
    for seat in SEATS:
        if seat == typed:
            return Ruling(sitting.campaign, SeatReport(seat=seat))
    hint = did_you_mean(typed, SEATS) or f"Try: as {listed(SEATS, 'or')}"
    raise Unknown(f"There is no seat «{typed}».", hint)


@WORDS.command(
    SECRETLY,
    subject="seats",
    usage="secret WORD…",
    summary="Any word whose line is for the Guide alone: it stays out of the prompt's history and "
    "of what players see of the log, recap and export. What it changes can be seen, "
    "so nothing is declared or begun with it.",
    examples=("secret note the ferryman lies", "secret roll 2d6"),
    completes=("line",),
    secret=always,
)
def secret_word(sitting: Sitting) -> Ruling:
    """The desk runs what follows; alone it says nothing."""
    raise Malformed("Nothing follows «secret».", f"Try: secret note {sitting.rest}".rstrip())


@WORDS.command(
    "brief",
    subject="seats",
    usage="brief",
    summary="Answers in few lines from now on: what happened, without how and what next.",
    examples=("brief",),
    reads=always,
    aside=True,
)
def brief_word(sitting: Sitting) -> Ruling:
    """The compact form."""
    nothing_more("brief", sitting.arguments)
    return Ruling(sitting.campaign, FormReport(form="brief"))


@WORDS.command(
    "full",
    subject="seats",
    usage="full",
    summary="Answers in full from now on.",
    examples=("full",),
    reads=always,
    aside=True,
)
def full_word(sitting: Sitting) -> Ruling:
    """The full form."""
    nothing_more("full", sitting.arguments)
    return Ruling(sitting.campaign, FormReport(form="full"))


@WORDS.command(
    "tutorial",
    subject="seats",
    usage="tutorial",
    summary="A first evening in a dozen lines, played on a copy of the sample and taken back.",
    examples=("tutorial",),
    reads=always,
    aside=True,
)
def tutorial_word(sitting: Sitting) -> Ruling:
    """The prompt plays it."""
    nothing_more("tutorial", sitting.arguments)
    return Ruling(sitting.campaign, TutorialReport())
