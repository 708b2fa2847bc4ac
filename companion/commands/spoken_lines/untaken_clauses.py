"""Finds the clauses of a line that was done which by themselves would do something else, as `refill
all` of `done, they find some oil, refill all`, which is kept in the words of the outcome."""

import re
from collections.abc import Iterator
from itertools import islice

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import find_company_settlement
from companion.commands.dispatch import MakeContext, is_line_read_only, resolve_word_of_line
from companion.commands.spoken_lines.phrase_meanings import TEXTS, make_context_for_unparsed_line
from companion.commands.spoken_lines.told_clauses import (
    ToldClause,
    find_clause_meaning,
    list_told_clauses,
)
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import WHO, Refusal
from companion.reports.reply import UntakenClause

_KEEPING = frozenset([*TEXTS, "next", "turn"])
"""Words that keep whatever is told, in its own words."""
_NO_TEXT = re.compile(r"(?:next|turn) (?:sleep|rest|eat)\b[^,;.]*$")
"""Turns in which something is done that is kept in no words."""
_OF_OTHERS = frozenset(
    [
        *("hurt", "heal", "exhaust", "effect", "eat", "light", "snuff", "refill"),
        *("rest", "out", "sleep", "drop", "press-on", "clock"),
    ]
)
"""Words of what is seldom said of a line that does another thing, and not meant."""
_WEATHER = "roll weather"
"""What is told of the weather need not be rolled, as `still raining`."""
_GAINS = ("give ", "coins ", "supply ")
"""Lines of what somebody gets, who may be named in another clause than the thing."""
_EAT, _GAINING = "eat", ("buy ", "give ", "pass ")
_WATCH, _JOINING = "watch ", "whoever is hired joins by a name"
_MOST_OFFERED = 2
_TRY = "Try: "
_OUTCOME = "done"


def list_untaken_clauses(
    said: str, done: str, make_context: MakeContext
) -> tuple[UntakenClause, ...]:
    """The clauses of what was `said` that would do something else than the line that was `done`,
    each with its line; nothing of a line that asks or supposes."""
    line = parse_typed_line(done)
    if line is None:
        return ()
    word = resolve_word_of_line(line, make_context(line).campaign).word.name
    if not _keeps_text(f"{word} {line.rest}"):
        found = _list_other_deeds(said, done, make_context)
    else:
        found = _list_deeds_in_text(line.rest, word, make_context)
    return tuple(islice(found, _MOST_OFFERED))


def _list_deeds_in_text(text: str, word: str, make_context: MakeContext) -> Iterator[UntakenClause]:
    """The clauses of a text that this word keeps, but for the deed itself that it declares."""
    whole = ToldClause(text, tuple(text.casefold().split()), text, False)
    if word == _OUTCOME and len(whole.words) > 1:
        line = _find_line_of_clause(whole, make_context)
        if line.startswith(_GAINS):  # `they find 20p, wim takes it`
            yield UntakenClause(text, line)
            return
    for clause in list_told_clauses(text, make_context, alone=word == _OUTCOME):
        if word == _OUTCOME or not text.startswith(clause.said):
            line = _find_line_of_clause(clause, make_context)
            anybodys = "" if line else _find_line_of_finder(clause.line, make_context)
            if (line or anybodys) and line != _WEATHER and not _keeps_text(line):
                yield UntakenClause(clause.said, line or anybodys, asks_who=not line)


def _list_other_deeds(said: str, done: str, make_context: MakeContext) -> Iterator[UntakenClause]:
    """The clauses of a line that did one thing, which tell of another, and of somebody or something
    else."""
    from companion.grammar.phrases.people.hired_by_name import list_joining_lines  # measured
    from companion.grammar.phrases.turns.ordered_watches import read_ordered_watches  # as above

    campaign = make_context_for_unparsed_line(make_context).campaign
    watches = read_ordered_watches(said, campaign) if _WATCH in done else None
    if watches:
        yield UntakenClause(watches.later_said, f"next sleep watch {watches.later}")
        return
    for line in list_joining_lines(done, said, make_context_for_unparsed_line(make_context)):
        yield UntakenClause(_JOINING, line)
    for clause in list_told_clauses(said, make_context):
        line = _find_line_of_clause(clause, make_context)
        first = line.partition(" ")[0]
        is_same = done.partition(" ")[0] == first
        is_bought = first == _EAT and done.startswith(_GAINING)  # `rations for all, bree pays`
        if first in _OF_OTHERS and not (is_same or is_bought) and not _is_told_in(line, done):
            yield UntakenClause(clause.said, line)


def _keeps_text(line: str) -> bool:
    """True for a line that keeps what is told, in its own words."""
    return line.partition(" ")[0] in _KEEPING and not _NO_TEXT.match(line)


def _is_told_in(line: str, done: str) -> bool:
    """True if a line has no words, but for its first, that the line that was done has not."""
    words = {word.removesuffix("s") for word in re.findall(r"\w+", done.casefold())}
    said = re.findall(r"\w+", line.casefold())[1:]
    return all(word.removesuffix("s") in words for word in said)


def _find_line_of_clause(clause: ToldClause, make_context: MakeContext) -> str:
    """The line that would do what a clause says; "" for a clause that does nothing."""
    try:
        meaning = find_clause_meaning(clause, make_context)
        if meaning is None:
            return ""
        context = make_context(meaning.line)
        word = resolve_word_of_line(meaning.line, context.campaign).word
        is_there = meaning.text.casefold() in _list_lines_of_place(context.campaign)
        is_idle = is_line_read_only(word, context) or is_there
        return "" if is_idle else meaning.text
    except Refusal:
        return ""


def _list_lines_of_place(campaign: Campaign) -> tuple[str, ...]:
    """The lines that say where the Company is: they change nothing."""
    settlement = find_company_settlement(campaign)
    return (f"at {campaign.place_here}", f"at {settlement.id}" if settlement else "")


def _find_line_of_finder(said: str, make_context: MakeContext) -> str:
    """The line by which somebody gets what is told to be found; "" for any other clause."""
    from companion.grammar.phrases.splitting.gains.told_finds import offer_find  # as above

    refusal = offer_find(said, make_context_for_unparsed_line(make_context))
    is_asked = refusal is not None and refusal.message == WHO
    return refusal.hint.removeprefix(_TRY) if refusal and is_asked else ""
