"""A question behind the words of an action or of its outcome: `done with the chapel, how far is
reedmarket?`."""

import re

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.phrase_meanings import TEXTS, find_meaning_of_clause
from companion.commands.spoken_lines.told_clauses import SPEAKING

_TEXT_AND_QUESTION = re.compile(
    r"(?i)(?P<text>[^?]{4,}?)[,;.!]+ (?:(?:and|so|but|then|now),? )*"
    r"(?P<question>(?:how (?:far|much|many|long|do|does|did|is|are)|what(?:['’]s| is| are| do| does"
    r"| time)|who(?:['’]s| is| are| has| carries)|where(?:['’]s| is| are)|which|when|is|are|does|do"
    r"|did|has|have|any|anyone|anybody)\b[^,;?]*\??)"
)
_OF_MINDS = re.compile(
    r"(?i)\b(?:wonders?|thinks?|knows?|learns?|finds? out|sees?|checks?|guess(?:es)?|tries|try"
    r"|discuss(?:es)?|argues?|listens?|writes?|reads?|questions?)\b"
)
"""Words behind which the question is a part of what is told."""
_RELATIVE = re.compile(r"(?i)(?:which|when)\b")
_HOW = re.compile(r"(?i)how do(?:es)? (?:he|she|they|it) ")
_KEEPING = frozenset(["done", "declare", "next", "n", "turn"])
"""Words of an action and its outcome; a note is kept as it was typed."""


def split_text_and_question(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """What is declared or what came of it, and the question behind it; nothing for a question that
    somebody asks in the story, and for a line that keeps no text."""
    said = _TEXT_AND_QUESTION.fullmatch(typed.strip())
    if said is None or SPEAKING.search(said["text"]) or _OF_MINDS.search(said["text"]):
        return ()
    first = said["text"].split()[0].casefold().strip(":,")
    if first not in _KEEPING:
        return ()
    question = said["question"]
    if _RELATIVE.match(question) and not question.endswith("?"):
        return ()  # `done bree found a scroll, which burns`
    is_asked = question.endswith("?") or _HOW.match(question) is not None
    is_asked = is_asked or _is_understood(question, make_context)
    return (said["text"], question) if is_asked else ()


def _is_understood(question: str, make_context: MakeContext) -> bool:
    meaning = find_meaning_of_clause(f"{question}?", make_context)
    return meaning is not None and meaning.line.word not in TEXTS
