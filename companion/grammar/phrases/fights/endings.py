"""A fight that is said to be over with what became of the foes: `they all fled, it's over`."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby

from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import Words
from companion.grammar.phrases.fights.fighters import AND
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_lines import list_whole_phrases

_OUT = "out"
_ENDED = ("fight down ", "fight drop ")
"""Lines of what the end of a fight says anyway."""
_SMALL = ("so", "then", "but")

ListLines = Callable[[Sequence[Token]], Iterator[Words]]


def list_ends(tokens: Sequence[Token], context: Context, list_lines: ListLines) -> Iterator[Words]:
    """The line that ends a fight, of which the other clauses say that foes are down, or gone."""
    parted = groupby(tokens, lambda token: token.word in AND)
    clauses = [[t for t in said if t.word not in _SMALL] for is_mark, said in parted if not is_mark]
    if len(clauses) < 2:
        return
    ends = [_OUT in list_whole_phrases(clause, context) for clause in clauses]
    others = [clause for clause, is_end in zip(clauses, ends, strict=True) if not is_end]
    if any(ends) and all(_tells_end(clause, list_lines) for clause in others):
        yield (_OUT,)


def _tells_end(clause: Sequence[Token], list_lines: ListLines) -> bool:
    lines = [*chain.from_iterable(list_lines(clause))]
    return bool(lines) and lines[0].startswith(_ENDED)
