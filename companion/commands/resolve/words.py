"""The word that a typed line means."""

from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Handler
from companion.grammar.line import Line, is_dice, make_roll_line, quote_name, read_line
from companion.grammar.names import find_exact_errant
from companion.grammar.registry import Word
from companion.refusal import Malformed, Unknown

SECRET_WORD = "secret"


class ResolvedLine(NamedTuple):
    """A word, and the line that says it: with the word's full name, and without `secret` before it.
    `guide_only` says that the line is the Guide's secret, with that prefix or without."""

    word: Word[Handler]
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


def _resolve_word(line: Line, campaign: Campaign, *, whole: bool) -> tuple[Word[Handler], Line]:
    """The first word of a line; `+4h` belongs to the clock, and dice without a word are rolled."""
    if line.word[0] in "+-" and line.word[1:2].isdigit():
        line = line._replace(word="clock", arguments=(line.word, *line.arguments))
    elif is_dice(line.word):
        line = make_roll_line(line)
    try:
        word = WORDS.find_word(line.word, whole=whole)
    except Unknown as refusal:
        if way := _put_word_first(line, campaign):
            raise Unknown(refusal.message, f"The word comes first. Try: {way}") from None
        raise
    return word, line._replace(word=word.name)


def _put_word_first(line: Line, campaign: Campaign) -> str:
    """A line that begins with an Errant, with its word first; "" for any other."""
    errant = find_exact_errant(campaign, line.word)
    if errant is None:
        return ""
    first, _, rest = line.rest.partition(" ")
    words = WORDS.find_candidates(first.casefold()) if first else [WORDS.find_word("slots")]
    word, rest = (words[0].name, rest) if len(words) == 1 else ("declare", line.rest)
    return f"{word} {quote_name(errant.id)} {rest}".rstrip()
