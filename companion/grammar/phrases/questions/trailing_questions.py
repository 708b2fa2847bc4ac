"""Lines that tell first and ask at their end, as `bree on foot, how far this turn`."""

from collections.abc import Iterator, Sequence

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.story_clauses import ListLines, list_command_lines_of_clause
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.questions.help_topics import is_read_only_line
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.ways_of_saying.way_matching import find_trailing_question_position

_IF = ("if", "when", "suppose", "supposing", "say", "were")
_OF_NO_DEED = {"declare", "ride"}
"""Words by which it is told where somebody is, as `bree on foot`."""


def list_trailing_question_lines(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> Iterator[Words]:
    """The lines of a question with what it asks first, where they change nothing; none where what
    is told before is done by another word: `bree takes a torch, how many are left`."""
    at = find_trailing_question_position(tokens)
    told = tokens[: max(at - 1, 0)]
    words = [each.word for each in told if each.word not in (",", *load_phrases().interjections)]
    if not words or (words[0] in WORDS and words[0] not in _IF):
        return
    moved = (*tokens[at:], *told)
    own = (
        ()
        if words[0] in _IF
        else list_command_lines_of_clause(told, vocabulary, context, list_lines)
    )
    done = {each.split()[0] for each in own if not is_read_only_line(each, context)} - _OF_NO_DEED
    for lines in list_lines(join_typed_words(moved), moved, vocabulary, context):
        is_asked = all(is_read_only_line(each, context) for each in lines)
        if is_asked and (not done or all(_asks_chance_of_deed(each, done) for each in lines)):
            yield lines


def _asks_chance_of_deed(line: str, done: set[str]) -> bool:
    """True for the chance of the deed that is told, as `check bree phys ?`."""
    return line.endswith(" ?") and done == {line.split()[0]}
