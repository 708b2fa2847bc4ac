"""A line of several sentences, each of which is done or told by itself: `second watch, ondine and
wim. something rustles in the reeds`."""

import re
from collections.abc import Callable

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.phrase_meanings import (
    TEXTS,
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.commands.spoken_lines.stories_without_deeds import tells_of_scene
from companion.commands.spoken_lines.told_clauses import read_told_line
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
from companion.grammar.phrases.clauses.words_of_doubt import (
    CHANGING,
    DOUBTING,
    POINTING,
    STILL_OPEN,
    UNREAL,
)
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_ENDS = re.compile(r"(?<=[^\W\d_][.!;])\s+(?:(?:and|but|so|then) )?")
_WORDS = re.compile(r"[\w'’]+")
_MOST_SENTENCES = 4
_TAKING_BACK = frozenset(["undo", "redo", "ignore", "becomes", "block"])
_ANSWERING = frozenset(["yes", "no", "y", "n"])
_LIKEWISE = frozenset(["too", "also", "likewise", "well", "either", "both", "each", "instead"])
_JOINING = frozenset(["and", "or", "from", "to", "with", "for", "by", "of", "than", "as"])
_NOTE, _NEXT = "note", "next"
_BEGINNING = frozenset(["next", "n", "they", "we", "off", "on", "back", "everyone"])
"""Words by which the Company goes on, and a Turn begins."""


def split_into_sentences(
    typed: str, split: Callable[[str], tuple[str, ...]], make_context: MakeContext
) -> tuple[str, ...]:
    """A line for each sentence that does something, and a note of each that only tells a story;
    nothing for one sentence, for a line that is understood as a whole, and where a sentence is
    neither, or may take another back."""
    sentences = [each.strip(" .!;") for each in _ENDS.split(typed.strip())]
    context = make_context_for_unparsed_line(make_context)
    is_several = 1 < len(sentences) <= _MOST_SENTENCES and all(sentences)
    if not (is_several and context.is_guide) or "?" in typed or '"' in typed:
        return ()
    begins = typed.split()[0].casefold().strip(".,!;")
    is_turn = sentences[0].casefold() == _NEXT  # what is declared in it is no story
    if (
        is_turn
        or begins in TEXTS
        or begins in _ANSWERING
        or find_meaning_of_clause(typed, make_context)
    ):
        return ()
    is_supposed = read_told_line(typed, make_context, alone=True) is None
    if is_supposed or any(_goes_on(each) for each in sentences[1:]):
        return ()
    lines, deeds = list[str](), 0
    for sentence in sentences:
        done = _list_deeds(sentence, split, make_context)
        if not done and not _is_story(sentence, context, is_behind=bool(deeds)):
            return ()
        lines += done or [f"{_NOTE} {sentence}"]
        deeds += bool(done)
    return tuple(lines) if deeds else ()


def _goes_on(sentence: str) -> bool:
    """True for what goes on with the sentence before, as `bree too` and `from the altar`."""
    words = _WORDS.findall(sentence.casefold())
    return not words or words[-1] in _LIKEWISE or words[0] in _JOINING


def _list_deeds(
    sentence: str, split: Callable[[str], tuple[str, ...]], make_context: MakeContext
) -> list[str]:
    """The lines of what a sentence does; nothing for what would only be kept as a text, for what
    takes back another, and for what is not understood."""
    lines = split(sentence)
    meanings = [find_meaning_of_clause(each, make_context) for each in lines]
    words = [each.line.word if each else "" for each in meanings]
    if not all(words) or not _TAKING_BACK.isdisjoint(words):
        return []
    begins = lines[0].split()[0].casefold()
    is_text = len(lines) == 1 and words[0] in TEXTS and begins not in TEXTS
    is_turn = words[0] == _NEXT and begins not in _BEGINNING  # `corvin sings` begins none
    return [] if is_text or is_turn else [*lines]


def _is_story(sentence: str, context: Context, *, is_behind: bool) -> bool:
    """True for what is told of the scene alone; behind a deed not for what is told of whoever or
    whatever that was of, as `the charm protects him`, which may undo it."""
    words = _WORDS.findall(sentence.casefold())
    tokens = tokenize_short_line(sentence, context)
    is_told = is_neither_asked_nor_denied(tokens, build_vocabulary(context))
    is_of_deed = is_behind and not POINTING.isdisjoint(words)
    is_plain = is_told and (CHANGING | DOUBTING | UNREAL | STILL_OPEN).isdisjoint(words)
    return is_plain and not is_of_deed and tells_of_scene(sentence, context)
