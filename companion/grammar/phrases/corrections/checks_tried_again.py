"""A Check or another roll that is tried once more, as `she tries again, dv 4`, or by another, as
`wim tries instead`: the last line again, with what is said anew."""

import re

from companion.campaign.campaign import Campaign
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.phrases.corrections.corrected_last_line import (
    LastLine,
    find_doer,
    find_person_of_word,
)
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary

_TRYING = ("check", "save", "talk", "attack", "seek")
_CHECKS = ("check", "save")
_DV = re.compile(r" dv \S+")
_BY_ANOTHER = re.compile(
    r"(?i)(?:(?:ok|so|then|now|well),? )*(?P<who>[\w-]+)"
    r" (?:tries|try|has a (?:go|try)|gives it a (?:go|try)|goes(?= instead))"
    r"(?P<instead> instead| now| next| too| as well| then)?"
    r"(?P<same>,? (?:the )?same(?: check| roll| dv| save)?)?"
)
_PLAIN = re.compile(r"(?:check|save) \S+ \S+(?: dv \d+)?")
"""A Check that nothing makes easier or harder: what does may be of the one who made it."""
_ONE = ("he", "she")


def write_check_tried_again(
    said: str, last: LastLine, vocabulary: Vocabulary, campaign: Campaign
) -> str:
    """The last line once more, without the dice that were told of; "" for anything else, and for a
    DV where nothing was checked."""
    bare = drop_faces(last.said)
    tried = compile_named_pattern("tried again").fullmatch(said)
    if tried and last.word in _TRYING and is_doer(tried["who"] or "", last, vocabulary):
        dv = tried["dv"]
        if dv and last.word not in _CHECKS:
            return ""
        return f"{_DV.sub('', bare)} dv {dv}" if dv else bare
    other = _BY_ANOTHER.fullmatch(said) if last.word in _CHECKS else None
    who = find_person_of_word(other["who"], vocabulary) if other else ""
    doer = find_doer(last, vocabulary)
    if not (who and doer and who != doer and _PLAIN.fullmatch(bare)):
        return ""
    words = bare.split()
    named = [at for at, word in enumerate(words) if find_person_of_word(word, vocabulary)]
    if len(named) != 1:
        return ""
    words[named[0]] = quote_typed_name(campaign.get_errant(who))
    return " ".join(words)


def is_doer(who: str, last: LastLine, vocabulary: Vocabulary) -> bool:
    """True for the name of whoever of the Company does the last line, for `she`, and for nobody's
    name."""
    doer = find_doer(last, vocabulary)
    named = find_person_of_word(who, vocabulary)
    return bool(doer) and (who.casefold() in ("", *_ONE) or named == doer)


def drop_faces(line: str) -> str:
    """A line without the dice that were told with it."""
    return " ".join(word for word in line.split() if not word.startswith("="))
