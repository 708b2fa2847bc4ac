"""The word that a line means, who answers it, and whether it is for the Guide alone."""

from importlib import import_module
from typing import Literal, NamedTuple

from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import has_unknown_name
from companion.commands.context import Ruling
from companion.errant.naming import type_name
from companion.grammar.context import ROLLING_FIELDS, Context
from companion.grammar.line import Line, is_dice, make_roll_line, read_line
from companion.grammar.names import find_exact_errant
from companion.grammar.registry import Word
from companion.grammar.words import WORDS
from companion.refusal import Malformed, Refusal, Unknown
from companion.reports import Report
from companion.reports.reply import Reply

SECRET_WORD = "secret"


class ResolvedLine(NamedTuple):
    """A word, and the line that says it: with the word's full name, and without `secret` before it.
    `guide_only` says that the line is the Guide's secret, with that prefix or without."""

    word: Word
    line: Line
    has_secret_prefix: bool
    guide_only: bool


def resolve_line(line: Line, campaign: Campaign, *, whole: bool = False) -> ResolvedLine:
    """The word that a line means; with `whole` not by a beginning of it. Raises Unknown, Ambiguous,
    or Malformed where nothing follows `secret`."""
    word, line = _resolve_word(line, campaign, whole=whole)
    if word.name != SECRET_WORD:
        return ResolvedLine(word, line, False, word.is_guide_only(line.arguments))
    inner = read_line(line.rest)
    if inner is None or inner.word == SECRET_WORD:
        raise Malformed("Nothing follows «secret».", "Try: secret note the ferryman lies")
    inner = inner._replace(forced=inner.forced or line.forced)
    return ResolvedLine(*_resolve_word(inner, campaign, whole=whole), True, True)


def _resolve_word(line: Line, campaign: Campaign, *, whole: bool) -> tuple[Word, Line]:
    """The first word of a line; `+4h` belongs to the clock, and dice without a word are rolled."""
    if line.word[0] in "+-" and line.word[1:2].isdigit():
        line = line._replace(word="clock", arguments=(line.word, *line.arguments))
    elif is_dice(line.word):
        line = make_roll_line(line)
    try:
        word = WORDS.find_word(line.word, whole=whole)
    except Unknown as refusal:
        if way := _suggest_word_first(line, campaign):
            raise Unknown(refusal.message, f"The word comes first. Try: {way}") from None
        raise
    return word, line._replace(word=word.name)


def _suggest_word_first(line: Line, campaign: Campaign) -> str:
    """A line that begins with an Errant, with its word first; "" for any other."""
    errant = find_exact_errant(campaign, line.word)
    if errant is None:
        return ""
    first, _, rest = line.rest.partition(" ")
    words = WORDS.find_candidates(first.casefold()) if first else [WORDS.find_word("slots")]
    words = [word for word in words if any(form.parts for form in word.forms)]
    word, rest = (words[0].name, rest) if len(words) == 1 else ("declare", line.rest)
    return f"{word} {type_name(errant)} {rest}".rstrip()


def is_read_only(word: Word, context: Context) -> bool:
    """True for a line that changes nothing, or cannot be read as it stands."""
    try:
        form, values = word.read(context.arguments, context)
    except Refusal:
        return True
    return form.is_read_only(values)


def answer_line(word: Word, context: Context) -> Ruling:
    """What a word does, by the handler that its form names: a Ruling, or the Report alone of one
    that changes nothing. Raises a Refusal of the grammar or of the game."""
    form, values = word.read(context.arguments, context)
    rolled = {name: values.pop(name) for name in ROLLING_FIELDS if name in values}
    context = context._replace(**rolled)
    module, _, function = form.handler.partition(":")
    handler = getattr(import_module(f"companion.commands.{module}"), function)
    answer: Ruling | Report = handler(context, **values)
    return answer if isinstance(answer, Ruling) else Ruling(context.campaign, answer)


Privacy = Literal["open", "secret", "unknown"]
_REVEALING_SUBJECTS = {"people", "checks", "dice", "fights"}
"""Subjects with words whose lines may be for the Guide alone, by what they find or write."""


def _resolve_typed(typed: str, campaign: Campaign) -> ResolvedLine | None:
    try:
        line = read_line(typed)
        return resolve_line(line, campaign) if line else None
    except Refusal:
        return None


def classify_line(typed: str, campaign: Campaign) -> Privacy:
    """What the words of a line say about it; `unknown` for a line without a word."""
    resolved = _resolve_typed(typed, campaign)
    if resolved is None:
        return "unknown"
    return "secret" if resolved.guide_only else "open"


def classify_answered_line(
    typed: str, reply: Reply | None, campaign: Campaign, seat: Seat
) -> Privacy:
    """What a line turned out to be once it was answered: what it was understood as counts. A
    refused line is `unknown`, and so is one that only asks after somebody the players do not
    know."""
    meant = (reply and reply.meant) or typed
    privacy = classify_line(meant, campaign)
    if privacy != "open":
        return privacy
    if reply is None or not reply.ok:
        return "unknown"
    if seat != "guide":
        return "open"
    if reply.guide_only:
        return "secret"
    said = meant.split()[1:] if meant == typed else [*typed.split(), *meant.split()[1:]]
    asks = reply.entry is None and has_unknown_name(campaign, said)
    return "unknown" if asks else "open"


def is_free_of_secrets(typed: str, campaign: Campaign) -> bool:
    """True for a line that holds nothing for the Guide alone, whatever its answer is."""
    if not typed.strip():
        return True
    resolved = _resolve_typed(typed, campaign)
    if resolved is None or resolved.guide_only:
        return False
    word = resolved.word
    may_tell = word.subject in _REVEALING_SUBJECTS or word.name == "errant"
    return not may_tell and not has_unknown_name(campaign, resolved.line.arguments)
