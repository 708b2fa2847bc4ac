"""Who types, who reads, and how much, at the prompt: as, secret, brief, full, tutorial.

These words do not change the campaign: the desk or the prompt does what their Reports say.
"""

from typing import Literal

from companion.commands.context import WORDS, Ruling
from companion.commands.resolve.words import SECRET_WORD
from companion.grammar.context import SEATS, Context
from companion.grammar.registry import match_all
from companion.refusal import Malformed, Unknown, join_words, suggest_similar
from companion.reports.status import SeatReport, TutorialReport, VerbosityReport


@WORDS.command(
    "as", subject="seats", usage="as SEAT", reads=match_all, aside=True, completes=("seat",)
)
def handle_as(context: Context) -> Ruling:
    """Change the seat."""
    if not context.arguments:
        raise Malformed("As whom?", f"Try: as {join_words(SEATS, 'or')}")
    typed = "-".join(context.arguments).casefold()
    for seat in SEATS:
        if seat == typed:
            return Ruling(context.campaign, SeatReport(seat=seat))
    hint = suggest_similar(typed, SEATS) or f"Try: as {join_words(SEATS, 'or')}"
    raise Unknown(f"There is no seat «{typed}».", hint)


@WORDS.command(
    SECRET_WORD, subject="seats", usage="secret WORD…", completes=("line",), secret=match_all
)
def handle_secret(context: Context) -> Ruling:
    """Refused: `resolve_line` takes `secret` off every line that has a word after it."""
    raise Malformed("Nothing follows «secret».", f"Try: secret note {context.rest}".rstrip())


@WORDS.command("brief", subject="seats", usage="brief", reads=match_all, aside=True)
@WORDS.command("full", subject="seats", usage="full", reads=match_all, aside=True)
def handle_verbosity(context: Context) -> Ruling:
    """Short or full answers from now on."""
    form: Literal["brief", "full"] = "brief" if context.word == "brief" else "full"
    return Ruling(context.campaign, VerbosityReport(form=form))


@WORDS.command("tutorial", subject="seats", usage="tutorial", reads=match_all, aside=True)
def handle_tutorial(context: Context) -> Ruling:
    """The prompt plays the tutorial."""
    return Ruling(context.campaign, TutorialReport())
