"""Splits a line into clauses, and finds the one that says what is done."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, groupby, pairwise
from typing import TypeAlias

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrasebook import (
    Words,
    inflect_verb,
    list_negations,
    list_verbs,
    list_way_words,
    load_phrases,
)
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.sentence import (
    index_links,
    list_skipped_words,
    split_into_parts,
)
from companion.grammar.phrases.sentences.tokens import Token, join_typed
from companion.grammar.phrases.whole_lines import list_whole_phrases

_PARTICLES = ("on", "out", "off", "up", "down", "back", "now", "here", "there")
_OF_STORIES = {"person", "npc"}
_MOST_CLAUSES, _TWO = 4, 2
_FINDING = ("find", "loot", "earn", "win", "steal", "gain", "receive", "discover")
_DOERS = ("we", "they", "he", "she", "i")
_LEADING = (",", "and", "that", "if", "as", "than", "let", "what", "who", "how", "where", "when")
_WE = ("we", "i", "let's")
_BEING = ("are", "were", "have", "had", "need", "want", "must", "will", "do", "did", "can", "could")
_IT = ("it", "them")
_NAMING = ("call", "calls", "called", "name", "names", "named")
"""Verbs after which a name is given: that is no story, as in `buys a mule and calls it Daisy`."""
_TOLD = ("declare ", "note ", "effect end ", "hazard ")
_CORRECTING = ("ignore", "undo", "redo")
"""Lines that take something back: people say why."""
_REMARKS = (["it", "is"], ["that", "is"], ["it", "was"])

ListLines: TypeAlias = Callable[[str, Sequence[Token], Vocabulary, Context], Iterator[Words]]
"""Lists the lines that words may mean."""


def list_clauses(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> Iterator[tuple[Token, ...]]:
    """Each clause of a line whose other clauses only tell something, as `she is hungry`; who is
    named there does what is said without a name."""
    yield from _list_deeds(tokens, vocabulary, context, list_lines)
    separated = _separate_clauses(tokens)
    clauses = [list(said) for is_end, said in groupby(separated, _ends_clause) if not is_end]
    if not 1 < len(clauses) <= _MOST_CLAUSES:
        return
    idioms = [next(list_whole_phrases(clause, context), None) for clause in clauses]
    is_twice = bool(idioms[0]) and len(set(idioms)) == 1  # `we keep going, no rest`
    if is_twice or (
        idioms[0] in _CORRECTING
        and all(_is_excuse(each, vocabulary, context, list_lines) for each in clauses[1:])
    ):
        yield tuple(clauses[0])
    yield from _name_it(clauses, vocabulary, context, list_lines)
    people = [_list_people(clause, vocabulary) for clause in clauses]
    skipped = list_skipped_words()
    for at, clause in enumerate(clauses):
        others = clauses[:at] + clauses[at + 1 :]
        named = list(
            dict.fromkeys(name for each in people[:at] + people[at + 1 :] for name in each)
        )
        if not set(named) <= set(people[at]) if people[at] else len(named) > 1:
            continue
        later = [e for e in clauses[at + 1 :] if not (_is_remark(e) or _tells_meanwhile(e))]
        after = {token.word for each in later for token in each}
        says_more = not (after - skipped).isdisjoint(list_way_words())
        if not says_more and all(
            _is_story(each, vocabulary, context, list_lines) for each in others
        ):
            if _is_only_sum(clause, vocabulary) and not _tells_find(others):
                continue
            subject = [Token(name, name) for name in named[:1] if not people[at]]
            yield (*subject, *clause)


def _is_only_sum(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for coins and nothing else: it is not said whether somebody gets or pays them."""
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    return all("coins" in part.meanings and not part.sign for part in parts)


def _tells_find(clauses: Sequence[Sequence[Token]]) -> bool:
    forms = {form for verb in _FINDING for form in inflect_verb(verb)}
    return any(token.word in forms for clause in clauses for token in clause)


def _name_it(
    clauses: Sequence[Sequence[Token]],
    vocabulary: Vocabulary,
    context: Context,
    list_lines: ListLines,
) -> Iterator[tuple[Token, ...]]:
    """What comes of a thing of which only a story was told before: of `wim's torch got wet, it is
    out` that Wim's torch is out."""
    told, then = clauses[0], clauses[-1]
    if len(clauses) > _TWO or then[0].word not in _IT:
        return
    parts = split_into_parts(told, frozenset(), vocabulary)
    owners = [part.meanings["person"] for part in parts if "person" in part.meanings]
    things = [part.meanings["thing"] for part in parts if "carried" in part.meanings]
    if len(things) == 1 and _is_mishap(told, vocabulary, context, list_lines):
        words = [*owners[:1], *things[0].split()]
        yield (*(Token(word, word) for word in words), *then[1:])


def _is_excuse(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> bool:
    """True for words that name nothing and nobody, and mean no line, as `makes no sense here`."""
    if any(part.meanings for part in split_into_parts(tokens, frozenset(), vocabulary)):
        return False
    lines = chain.from_iterable(list_lines(join_typed(tokens), tokens, vocabulary, context))
    return not any(line[0] in "+-" or line.split()[0] in WORDS for line in lines)


def _separate_clauses(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words with a comma where who does something is named anew: `push on we do not rest`."""
    found: list[Token] = []
    for token in tokens:
        before = found[-1].word if found else ","
        is_begun = token.word in _DOERS and len(found) > 1 and before not in _LEADING
        is_led = before in index_links() or before in list_skipped_words()
        is_begun = is_begun and (before in _PARTICLES or not is_led)
        found += (Token(",", ","), token) if is_begun else (token,)
    return found


def _list_deeds(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> Iterator[tuple[Token, ...]]:
    """What somebody does before or after `and`, where the other half only tells what befalls them:
    `corvin slips and takes 2 damage`, `bree takes 3 damage and falls over`."""
    verbs = list_verbs()
    ends = [at for at, (a, b) in enumerate(pairwise(tokens)) if a.word == "and" and b.word in verbs]
    begun = next((at for at, token in enumerate(tokens) if at and token.word in verbs), 0)
    if len(ends) != 1 or not 0 < begun < ends[0] or tokens[0].word in WORDS:
        return
    subject, first = tokens[:begun], tuple(tokens[: ends[0]])
    if not any(part.meanings for part in split_into_parts(subject, frozenset(), vocabulary)):
        return
    second = (*subject, *tokens[ends[0] + 1 :])
    if tokens[begun].word in _list_takings() and any(token.word in _IT for token in second):
        things = split_into_parts(tokens[begun + 1 : ends[0]], frozenset(), vocabulary)
        named = [part.meanings["thing"] for part in things if "thing" in part.meanings]
        for name in named[:1]:  # `gets her torch out and lights it`
            words = [Token(word, word) for word in name.split()]
            yield tuple(chain.from_iterable(words if t.word in _IT else (t,) for t in second))
            return
    for told, done in ((first, second), (second, first)):
        if _is_mishap(told, vocabulary, context, list_lines):
            yield done
            return


@cache
def _list_takings() -> frozenset[str]:
    """Every form of the verbs by which somebody takes a thing to do something with it."""
    return frozenset(
        form for verb in load_phrases().groups["unpack"] for form in inflect_verb(verb)
    )


def _is_mishap(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> bool:
    """True for words of which nothing is counted, and that mean no line but a declared action."""
    words = {token.word for token in tokens}
    if any(word.isdigit() for word in words) or not list_negations().isdisjoint(words):
        return False
    if not words.isdisjoint(_NAMING) or (
        not words.isdisjoint(_IT) and not words.isdisjoint(list_way_words())
    ):  # what is done with a thing is no mishap
        return False
    lines = chain.from_iterable(list_lines(join_typed(tokens), tokens, vocabulary, context))
    return not any(
        line[0] in "+-" or (line.split()[0] in WORDS and not line.startswith(_TOLD))
        for line in lines
    )


def _ends_clause(token: Token) -> bool:
    return token.word in (",", *load_phrases().conjunctions)


def _list_people(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[str]:
    names = [vocabulary.names.get((re.sub(r"'s?$", "", token.word),), {}) for token in tokens]
    return [name.get("person") or name["npc"] for name in names if name.keys() & _OF_STORIES]


def _is_remark(tokens: Sequence[Token]) -> bool:
    """True for what tells how things are, as `it is dark`."""
    return [token.word for token in tokens[:2]] in _REMARKS


def _tells_meanwhile(tokens: Sequence[Token]) -> bool:
    """True for what somebody does while they do something else, as `visiting his mum`."""
    return tokens[0].word.endswith("ing")


def _is_story(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> bool:
    """True for words that mean nothing for the companion, but tell of somebody."""
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    is_plain = all(set(part.meanings) <= _OF_STORIES for part in parts)
    words = {token.word for token in tokens}
    if not is_plain or not list_negations().isdisjoint(words) or not words.isdisjoint(_NAMING):
        return False
    if tokens[0].word in _WE and len(tokens) > 1 and tokens[1].word not in _BEING:
        return False  # a deed that nobody understood is not passed over
    begins_so = tokens[0].word in (*load_phrases().subjects, *load_phrases().articles)
    begins_so = begins_so or _tells_meanwhile(tokens)
    if not begins_so and not _list_people(tokens, vocabulary):
        return False
    if _is_remark(tokens) or (len(tokens) == 1 and _list_people(tokens, vocabulary)):
        return True
    lines = chain.from_iterable(list_lines(join_typed(tokens), tokens, vocabulary, context))
    return not any(line[0] in "+-" or line.split()[0] in WORDS for line in lines)
