"""Lines that tell first and ask at their end, as `bree on foot, how far this turn`."""

from collections.abc import Iterator, Sequence

from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import Words, load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.help_topics import is_look
from companion.grammar.phrases.sentences.tokens import Token, join_typed
from companion.grammar.phrases.stories import ListLines, list_own_lines

_IF = ("if", "when", "suppose", "supposing", "say", "were")
_OF_NO_DEED = {"declare", "ride"}
"""Words by which it is told where somebody is, as `bree on foot`."""


def list_lines_asked_last(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> Iterator[Words]:
    """The lines of a question with what it asks first, where they change nothing; none where what
    is told before is done by another word: `bree takes a torch, how many are left`."""
    ends = [at for at, token in enumerate(tokens) if token.word == ","]
    end = ends[-1] if ends else 0
    told, asked = tokens[:end], tokens[end + 1 :]
    words = [token.word for token in told if token.word not in load_phrases().interjections]
    if not (words and asked) or _find_bare(asked[0]) not in load_phrases().question_words:
        return
    moved = (*asked, *told)
    own = () if words[0] in _IF else list_own_lines(told, vocabulary, context, list_lines)
    done = {line.split()[0] for line in own} - _OF_NO_DEED
    for lines in list_lines(join_typed(moved), moved, vocabulary, context):
        if all(is_look(each, context) and done <= {each.split()[0]} for each in lines):
            yield lines


def _find_bare(token: Token) -> str:
    return token.word.removesuffix("'s")
