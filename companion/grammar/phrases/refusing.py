"""What is said of a line that is not understood: what of it is not, and a line that works."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from companion.grammar.context import Context
from companion.grammar.phrases.denials import find_denial
from companion.grammar.phrases.finding import find_ways
from companion.grammar.phrases.sentence import list_skipped_words, take_apart
from companion.grammar.phrases.tokens import Token
from companion.grammar.phrases.vocabulary import Vocabulary, build_vocabulary
from companion.grammar.phrases.ways import index_hints, load_phrases
from companion.grammar.phrases.whole import list_tokens
from companion.grammar.words import WORDS
from companion.refusal import Unknown, join_words

_FEW_WORDS = 2
_CLOSING = ("out", "quit", "undo")
"""Words that no hint names for a line that nobody understands: they end or take back something."""
_DEMONSTRATIVES = ("this", "that", "these", "those")


def refuse_line(typed: str, context: Context, *, hint: str) -> Unknown | None:
    """The refusal of a line of several words that is not understood; None where its first word may
    be one of the companion's, mistyped. `hint` is what would be said of the first word alone."""
    tokens = list_tokens(typed, context)
    vocabulary = build_vocabulary(context)
    near = [(index_hints()[token.word], at) for at, token in enumerate(tokens) if _is_near(token)]
    if len(tokens) < _FEW_WORDS or not (near or _begins_known(tokens[0], vocabulary)):
        return None
    if denied := find_denial(tokens, vocabulary):
        return Unknown(f"With «{denied}» in a line nothing is done.", f"Try: note {typed}")
    if any(token.word in load_phrases().denials for token in tokens):
        return Unknown(f"I do not know what is meant by «{typed}».", f"Try: note {typed}")
    word, said = _find_nearest_word(tokens, vocabulary)
    word = "" if word in _CLOSING and tokens[0].word != word else word
    if near:
        word, said = near[0][0], frozenset({near[0][1]})
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
    return Unknown(message, _join_hint([*_list_examples(word, context)], hint))


def _find_nearest_word(
    tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[str, frozenset[int]]:
    """The word of the companion that a line says, or else that of the first way in it, and where
    they stand; "" for none. After an article or `this` stands a noun, and no way."""
    if tokens[0].word in WORDS:
        return tokens[0].word, frozenset({0})
    leading = {*load_phrases().articles, *_DEMONSTRATIVES}
    nouns = {at for at, (before, _) in enumerate(pairwise(tokens), 1) if before.word in leading}
    for way, said in find_ways(tokens, vocabulary):
        is_skipped = list_skipped_words().issuperset(tokens[at].word for at in said)
        if not is_skipped and nouns.isdisjoint(said):
            return way.patterns[0][0].pieces[0].before, said
    return "", frozenset()


def _is_near(token: Token) -> bool:
    return not token.is_quoted and token.word in index_hints()


def _begins_known(token: Token, vocabulary: Vocabulary) -> bool:
    return vocabulary.is_known(token.word.removesuffix("'s"))


def _list_examples(word: str, context: Context) -> Iterator[str]:
    """A line with a word of the companion's."""
    forms = WORDS.find_word(word).forms if word in WORDS else ()
    yield from islice(filter(None, (form.make_example(word, context) for form in forms)), 1)


def _join_hint(lines: Sequence[str], hint: str) -> str:
    """The lines to try, before those of another hint."""
    other = hint.partition("Try: ")[2]
    found = [*lines, *filter(None, [other])]
    return f"Try: {join_words(found, 'or')}" if found else "Type help for all the words."
