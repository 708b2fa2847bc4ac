"""Asks who does it, or who gets it, after a line that leaves that out, as `buy a lantern` and `bree
hands over a torch`."""

import re
from collections.abc import Iterator
from contextlib import suppress

from companion.errant.company import list_everyone_present
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.story_clauses import SUBJECT_PRONOUNS
from companion.grammar.phrases.misread_handovers import list_handing_verb_forms
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import join_typed_words
from companion.grammar.phrases.ways_of_saying.suggested_lines import is_typable_line
from companion.grammar.phrases.ways_of_saying.way_matching import count_leading_question_words
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line
from companion.refusal import WHO, Malformed, Refusal, join_choices

_SPEAKERS = ("i", "we", "somebody", "someone")
"""Players speak so of their Errants, or of any of them; which it is, nobody knows."""
_THEY, _BUY, _FIND = "they", "buy", "find"
"""Who buys or finds something is one of the Company, and `they` are no others."""
_MOST_WORDS = 8
_MOST_TRIED = 4
"""So many people are tried: the first of them may lack what is used up or sold."""
_TEXTS = re.compile(r"(?:declare|done|note|tell|fate|next|log|request|secret|as)\b")
"""Words that take whatever follows as it stands."""
_AWAY = ("over", "away", "out", "along", "on")
"""Small words of handing, as `over` of `hand it over`: they name nobody."""
_US = re.compile(r"(?i)(?<=\w) us\b")
"""Of whom one gets it."""
_AIMED = ("toss", "throw")
"""What is thrown may be meant for nobody."""
_TO_WHOM = "To whom?"
_PASSING = re.compile(r"pass \S+ \S+ \S")
"""Who passes what to whom."""
_GONE = ("away", "past", "off")
"""Who slips away hands nothing over."""


def ask_for_receiver(typed: str, context: Context) -> Malformed | None:
    """The question «To whom?», with a line for each of the Company who may get what is handed; None
    for a line that names who gets it, asks, or hands nothing that is carried."""
    tokens = tokenize_short_line(_US.sub("", typed, count=1), context)
    words = [token.word for token in tokens if token.word not in _AWAY]
    handing = list_handing_verb_forms().difference(*map(inflect_verb, _AIMED))
    begins = [at for at, word in enumerate(words[:2]) if word in handing]
    slips = begins and words[begins[0]].startswith("slip")
    if slips and not {*_GONE}.isdisjoint(token.word for token in tokens):
        return None
    if "?" in typed or not begins or not begins[0] + 1 < len(words) <= _MOST_WORDS:
        return None
    handed = " ".join(words)
    lines = []
    for errant in list_everyone_present(context.campaign.errants):
        with suppress(Refusal):  # who carries none hands none
            for read in list_command_readings(f"{handed} to {errant.id}", context):
                line = read[0] if len(read) == 1 else ""
                if _PASSING.match(line) and is_typable_line(line, context):
                    lines.append(line)
                    break
    return Malformed(_TO_WHOM, f"Try: {join_choices(lines[:_MOST_TRIED])}") if lines else None


def ask_for_doer(typed: str, context: Context) -> Malformed | None:
    """The question «Who?», with a line for one of the Company; None for a line that names anybody,
    asks, or would not be understood of somebody either."""
    tokens = tokenize_short_line(typed, context)
    words = [token.word for token in tokens]
    getting = {
        *inflect_verb(_BUY),
        *(inflect_verb(_FIND) if any(map(str.isdecimal, words)) else ()),
    }
    gets = words[:1] == [_THEY] and not getting.isdisjoint(words[1:2])
    if words[:1] and (words[0] in _SPEAKERS or gets):
        tokens, words = tokens[1:], words[1:]
    phrases = load_phrases()
    kept = {
        *phrases.pronouns,
        *SUBJECT_PRONOUNS,
        *phrases.denials,
        *phrases.negations,
        *phrases.hypothetical,
    }
    is_asked = "?" in typed or count_leading_question_words(tokens)
    if is_asked or not 1 < len(words) <= _MOST_WORDS or not kept.isdisjoint(words):
        return None
    vocabulary = build_vocabulary(context)
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    bearers = {each for names in phrases.bearers.values() for each in names}
    bought = bearers if words[0] in inflect_verb(_BUY) else set[str]()  # `buy a mule`: a new one
    is_named = any("person" in part.meanings and part.typed not in bought for part in parts)
    is_named = is_named or vocabulary.names_member(typed.split()[0].casefold())
    if not parts or is_named or "npc" in parts[0].meanings:
        return None
    line = next(_list_lines_with_doer(join_typed_words(tokens), context), "")
    return Malformed(WHO, f"Try: {line}") if line else None


def _list_lines_with_doer(typed: str, context: Context) -> Iterator[str]:
    """The first line for each of the Company of whom the rest would be understood."""
    for errant in list_everyone_present(context.campaign.errants)[:_MOST_TRIED]:
        with suppress(Refusal):  # who has no bow shoots at nobody
            for lines in list_command_readings(f"{errant.id} {typed}", context):
                is_told = all(
                    errant.id in line.split() and not _TEXTS.match(line) for line in lines
                )
                if is_told and all(is_typable_line(line, context) for line in lines):
                    yield ", or ".join(lines)
                    break
