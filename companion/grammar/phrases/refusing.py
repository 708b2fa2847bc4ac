"""What is said of a line that is not understood: what of it is not, and a line that works."""

from collections.abc import Iterator, Sequence

from companion.grammar.context import Context
from companion.grammar.phrases.finding import find_ways
from companion.grammar.phrases.reading import find_denial
from companion.grammar.phrases.sentence import Token, list_skipped_words, take_apart
from companion.grammar.phrases.vocabulary import Vocabulary, build_vocabulary
from companion.grammar.phrases.ways import load_phrases
from companion.grammar.phrases.whole import list_tokens
from companion.grammar.words import WORDS
from companion.refusal import Unknown, join_words

_FEW_WORDS = 2


def refuse_line(typed: str, context: Context, *, hint: str) -> Unknown | None:
    """The refusal of a line of several words that is not understood; None where its first word may
    be one of the companion's, mistyped. `hint` is what would be said of the first word alone."""
    tokens = list_tokens(typed, context)
    vocabulary = build_vocabulary(context)
    if len(tokens) < _FEW_WORDS or not _begins_known(tokens[0], vocabulary):
        return None
    if denied := find_denial(tokens, vocabulary):
        return Unknown(f"With «{denied}» in a line nothing is done.", f"Try: note {typed}")
    if any(token.word in load_phrases().denials for token in tokens):
        return Unknown(f"I do not know what is meant by «{typed}».", f"Try: note {typed}")
    way, said = next(
        (
            (way, said)
            for way, said in find_ways(tokens, vocabulary)
            if not list_skipped_words().issuperset(tokens[at].word for at in said)
        ),
        (None, frozenset[int]()),
    )
    parts = take_apart(tokens, said, vocabulary)
    unknown = [part.typed for part in parts if not part.meanings]
    people = [part.meanings["person"] for part in parts if "person" in part.meanings]
    names = [each.name for each in context.campaign.errants if each.id in people[:1]]
    if not unknown:
        message = f"I do not know what is meant by «{typed}»."
    elif said or not names:
        message = f"I do not know «{unknown[0]}»."
    else:
        message = f"I do not know what «{unknown[0]}» is for {names[0]}."
    word = way.patterns[0][0].pieces[0].before if way else ""
    return Unknown(message, _join_hint([*_list_examples(word, context)], hint))


def _begins_known(token: Token, vocabulary: Vocabulary) -> bool:
    return vocabulary.is_known(token.word.removesuffix("'s"))


def _list_examples(word: str, context: Context) -> Iterator[str]:
    """A line with a word of the companion's."""
    forms = WORDS.find_word(word).forms if word in WORDS else ()
    yield from filter(None, (form.make_example(word, context) for form in forms[:1]))


def _join_hint(lines: Sequence[str], hint: str) -> str:
    """The lines to try, before those of another hint."""
    other = hint.partition("Try: ")[2]
    found = [*lines, *filter(None, [other])]
    return f"Try: {join_words(found, 'or')}" if found else "Type help for all the words."
