"""What stands in a line and is not meant: `right, so` and `thanks`, and slips of the fingers."""

import re
from functools import cache

from companion.grammar.command_words import WORDS, list_command_words
from companion.grammar.phrases.phrasebook.dropped_lead_ins_and_adverbs import (
    drop_last_adverb,
    drop_lead_ins,
)
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.message_spellings_and_titles import write_shorthand_in_full

_FEWEST = 2
"""So many words must be left: what is shorter may be an answer."""
_FEWEST_AFTER = 3
_MAX_CHARACTERS = 200
_MARKS = (
    (r"\s+", " "),
    (r"(?<= )#(?=\d)", ""),
    (r" & ", " and "),
    (r"(?<=[\w?!)]) ?(?:\.{2,}|…)$", ""),
    (r"\?{2,}$", "?"),
    (r"\?+ go[.!]?$", ""),
    (r"(?<=\w);(?= )", ","),
    (r"^(\w+ .*\w) [-–—](?= [^\W\d])", r"\1,"),
)
"""Marks that are written otherwise, and how."""
_DASHED = re.compile(r"^(\w[\w-]*!?) +[-–—] +(?=[^\W\d])")
"""A dash between a word of the companion's and what follows it."""
_SLIPPED = re.compile(r"(?<![\w'’-])[a-z]{5,}(?![\w-]|['’][^s])")
"""Words that may be slips: a capital begins a name that nobody may have heard yet."""
_ASKED = re.compile(r"(?i)^(?:can|could|would|will) you (?:please )?(?=\w+ .*\w$)")
"""What is asked so, without a question mark, is to be done."""
_CORRECTING = re.compile(
    r"(?i)(?:actually|no|sorry|wait)\b.* (?:die|dice|roll|event) (?:was|is|said|showed|should)\b"
)
"""What corrects a die that fell: `actually the die was a 5` is no die told anew."""
_OK_WORDS = ("ok", "okay", "k")
"""Words of the companion's, for `done`, that people begin any line with."""
_ENDING = re.compile(r"(?<=[\w?)])(?: *\.|!+)$")
_SEE = "see"
"""What begins a sentence, and never `seed`."""


def drop_asides(typed: str) -> str:
    """A line without what is said by the way, as it would have been typed: `bree drops a torch` for
    `right, bree drops a torch, please.`; without capitals where there are no other letters. A line
    that begins with a word of the companion's ends with whatever it is to keep. A long line stays
    as it is."""
    text = typed.strip()
    if len(text) > _MAX_CHARACTERS:
        return text
    if text.partition(" ")[0].rstrip("!").casefold() in list_command_words():
        text = _DASHED.sub(r"\1 ", text)
    if not (begins_with_command_word(text) or _may_keep_text(text)):
        text = _tidy_punctuation(text)
    if text.isupper() and len(text.split()) > _FEWEST and not _may_keep_end(text):
        text = text.casefold()
    rest = text
    while not _CORRECTING.match(rest) and (said := _compile_leading_asides().match(rest)):
        rest = rest[said.end() :]
    text = rest if len(rest.split()) >= _FEWEST else text
    text = _ASKED.sub("", text)
    return text if _may_keep_end(text) else drop_closing_remark(text)


def drop_ok(text: str) -> str:
    """A line without the `ok` that it begins with, where no action waits that it could settle:
    `bree takes 3` for `ok bree takes 3`. `ok` and a word alone stay as they are."""
    first, _, rest = text.strip().partition(" ")
    is_ok = first.casefold().rstrip(",") in _OK_WORDS
    return rest.strip() if is_ok and len(rest.split()) >= _FEWEST else text


def correct_typing_slips(text: str, vocabulary: Vocabulary) -> str:
    """A line with what was surely meant for each slip of the fingers, and for what is shortened as
    in messages: `bree drops a torch` for `bree drops a torhc`. A text or a name that is kept stays
    as it was typed."""
    if len(text) > _MAX_CHARACTERS or '"' in text:
        return text
    keeping = load_phrases().keeping
    text = text if _may_keep_text(text) else _tidy_punctuation(text)
    words = re.finditer(r"[\w'’]+", text)
    kept = next((found.start() for found in words if found[0].casefold() in keeping), len(text))
    mended = _SLIPPED.sub(
        lambda found: vocabulary.mend_sure_slip(found[0]) or found[0], text[:kept]
    )
    return write_shorthand_in_full(mended, vocabulary) + text[kept:]


def begins_with_command_word(text: str) -> bool:
    """True for a line that begins with a word of the companion's, or as one does: it names things,
    and writes its text, as it likes."""
    first = text.partition(" ")[0].rstrip("!:").casefold()
    is_begun = len(first) > 2 and first != _SEE and bool(WORDS.find_candidates(first))
    return first in list_command_words() or is_begun


def _may_keep_end(text: str) -> bool:
    """True where the end may be a part of what is kept, as in a note."""
    is_word = text.partition(" ")[0].casefold() in list_command_words()
    return not text or is_word or _may_keep_text(text)


def _may_keep_text(text: str) -> bool:
    """True for a line with words that are kept as they are, or may be."""
    words = re.findall(r"[\w'’]+", text.casefold())
    return '"' in text or not load_phrases().keeping.isdisjoint(words)


def _tidy_punctuation(text: str) -> str:
    """A line with single spaces, and with the marks that tell its words apart as most type them:
    `goblin 2 falls, next` for `goblin #2 falls - next…`."""
    for written, plain in _MARKS:
        text = re.sub(written, plain, text)
    return text


def drop_closing_remark(text: str) -> str:
    """A line without what is said by the way at its end, and without its full stop."""
    said = _compile_trailing_asides().search(text)
    rest = _ENDING.sub("", text[: said.start()] if said else text)
    return rest if len(rest.split()) >= _FEWEST_AFTER else text


def list_lines_without_lead_ins(text: str) -> list[str]:
    """What a line that nothing else reads may say: without the lead-in it begins with (`and`) and
    without the adverb at its end, as `already`. None for a line whose end may be kept."""
    if _may_keep_end(text) and text.partition(" ")[0].casefold().rstrip(",") not in _OK_WORDS:
        return []
    led = drop_lead_ins(text)
    versions = dict.fromkeys((led, drop_last_adverb(text), drop_last_adverb(led)))
    tried = [each for each in versions if each != text]
    return [each for each in tried if len(each.split()) >= _FEWEST and not _may_keep_text(each)]


@cache
def _compile_leading_asides() -> re.Pattern[str]:
    """Asides that end with a comma need one: `right, we go` and `right hand`."""
    asides = sorted(load_phrases().asides_before, key=len, reverse=True)
    listed = "|".join(
        f"{re.escape(each[:-1])}[,.!:]+" if each.endswith(",") else f"{re.escape(each)}[,.!:]*"
        for each in asides
    )
    return re.compile(rf"(?i)(?:{listed})\s+")


@cache
def _compile_trailing_asides() -> re.Pattern[str]:
    """Asides that begin with a comma need one: `hurry, lads` and `hire lads`."""
    listed = "|".join(map(re.escape, load_phrases().asides_after)).replace(r",\ ", r"(?<=,\ )")
    return re.compile(rf"(?i)(?:,? +(?:{listed}))+[.!]*$")
