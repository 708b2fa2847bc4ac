"""Takes apart a line that means nothing as a whole, and of which each clause means something by
itself: `they take a breather and eat something`."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.phrase_meanings import (
    find_meaning_of_misread_phrase,
    list_meanings_of_refused_line,
    make_context_for_unread_line,
)
from companion.commands.spoken_lines.readable_lines import Meaning, select_readable_lines
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Refusal

_BETWEEN = re.compile(
    r"\s*[,;]\s*(?:(?:and|but|then|so)\s+)*|[.!?]\s+(?:(?:and|but|then|so)\s+)*|\s+-\s+"
    r"|\s+(?:and|but)\s+(?:then\s+|so\s+)?|\s+then\s+",
    re.IGNORECASE,
)
_LAST_QUESTION = re.compile(
    r"[,;.!] (?:and |so )?(?:is|are|how|what|who|where|which|does|do|did)\b[^,;.!]+\?$",
    re.IGNORECASE,
)
_MOST_CUTS, _MOST_PLACES, _MOST_SPLITS = 3, 5, 24
_COUNTING = frozenset(
    [
        *("hurt", "heal", "wound", "save", "check", "exhaust", "effect", "hp", "morale"),
        *("give", "pass", "drop", "move", "stash", "fetch", "leave", "use", "break", "repair"),
        *("light", "snuff", "refill", "coins", "buy", "sell", "eat", "supply", "carry", "load"),
        *("sleep", "watch", "out", "react", "event", "encounter"),
        *("rest", "press-on", "let-go"),
        *("company", "slots", "status", "timers", "price", "wares", "log", "fight", "tend"),
    ]
)
"""Words of what a clause may do, or show, beside another."""
_OUT, _REST, _NEXT_REST = "out", "rest", "next rest"
_ONCE = frozenset(["rest", "eat", "sleep", "out"])
"""Words of what is done once, though it may be told twice."""
_LAST = frozenset(["done"])
"""Words of what is only said last."""
_AFTER_LEAVING = frozenset(["declare", "next"])
"""Words of what is done where the Company has left a place."""
_LISTED = frozenset(["give", "coins", "buy"])
"""Words of what somebody gets: a verb must say so, as `ondine a rope` may end what is bought."""
_LIKEWISE = frozenset(["too", "also", "likewise", "well", "either", "both", "each", "instead"])
_LEADING = frozenset(
    ["before", "after", "when", "while", "if", "until", "till", "as", "once", "so"]
)
_IT = frozenset(["it", "them", "him", "one", "that"])
_OF_THAT = frozenset(["it", "it's", "it’s", "that", "that's", "that’s", "this", "these", "those"])
_OF_ONE, _OF_ALL = frozenset(["he", "she"]), frozenset(["we", "they", "let's"])
"""Who does something: whoever did what was said before, or the Company."""
_FEWEST_WORDS = 2


def split_into_understood_clauses(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """A line for each clause, where all of them do or show something; none for a line that is
    understood as a whole, for one that asks or denies, and where a clause would be lost."""
    # Measured: no strict script needs it.
    from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
    from companion.grammar.phrases.clauses.story_clauses import list_unsure_words
    from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
    from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

    typed = typed.strip()
    places = [*_BETWEEN.finditer(typed.rstrip(" .!?"))]
    if not 0 < len(places) <= _MOST_PLACES:
        return ()
    context = make_context_for_unread_line(make_context)
    tokens = tokenize_short_line(typed, context)
    is_told = is_neither_asked_nor_denied(tokens, build_vocabulary(context))
    if not is_told or not list_unsure_words().isdisjoint(token.word for token in tokens):
        return ()
    goods, creatures = context.read_goods, context.read_creatures

    def make_with_tables(line: Line) -> Context:  # changed tables are looked for once
        return make_context(line)._replace(read_goods=goods, read_creatures=creatures)

    if tokens[0].word in WORDS or _ends_in_tag(typed) or _find_meaning(typed, make_with_tables):
        return ()
    for pieces in islice(_list_pieces(typed, places), _MOST_SPLITS):
        if lines := _read_pieces(pieces, make_with_tables, context):
            return lines
    return ()


def _ends_in_tag(typed: str) -> bool:
    """True for `bree loses 3 hp, right?`: it is asked, and no question of its own follows."""
    return typed.endswith("?") and not _LAST_QUESTION.search(typed)


def _list_pieces(typed: str, places: Sequence[re.Match[str]]) -> Iterator[list[str]]:
    """The clauses of a line, cut at one of these places, and then at more of them."""
    for number in range(1, min(_MOST_CUTS, len(places)) + 1):
        for cuts in combinations(places, number):
            begins, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), None]
            pieces = [typed[a:b].strip() for a, b in zip(begins, ends, strict=True)]
            if all(pieces):
                yield pieces


def _read_pieces(
    pieces: Sequence[str], make_context: MakeContext, context: Context
) -> tuple[str, ...]:
    """The lines of these clauses, each with who does it; none where one of them is not understood,
    may end what another begins, or tells anew what another did."""
    from companion.grammar.phrases.phrasebook.vocabulary_building import (
        build_vocabulary,  # measured, as above
    )

    vocabulary, doer, done = build_vocabulary(context), "", list[str]()
    words_done = list[str]()
    for at, piece in enumerate(pieces, 1):
        words = re.findall(r"[\w'’]+", piece.casefold())
        is_part = len(words) < _FEWEST_WORDS or words[0].isdecimal() or words[-1] in _LIKEWISE
        if is_part or words[0] in _LEADING | _OF_THAT:
            return ()
        name = re.sub(r"['’]s$", "", words[0])
        is_named = vocabulary.names_person(name)
        if done and is_named and not _IT.isdisjoint(words[1:]):
            return ()  # `bree drops a torch, wim lights it`
        line = piece if at == 1 or piece.endswith("?") else _name_doer(piece, words, doer, is_named)
        allowed = _COUNTING | (_LAST if at == len(pieces) else frozenset())
        allowed |= _AFTER_LEAVING if words_done == [_OUT] else frozenset()
        word = _read_clause(line, words, allowed, make_context) if line else ""
        is_again = word in words_done and (word in _ONCE or not is_named)
        if not word or is_again or (word == _OUT and words[0] not in _OF_ALL):
            return ()
        done.append(line)
        words_done.append(word)
        doer = name if is_named else doer
    return tuple(done)


def _name_doer(piece: str, words: Sequence[str], doer: str, is_named: bool) -> str:
    """A clause with who did what was said before it, where it begins with a verb or a pronoun; ""
    where nobody did."""
    if words[0] in _OF_ONE:
        return f"{doer}{piece[len(words[0]) :]}" if doer else ""
    if is_named or not words[0].endswith("s") or words[0].endswith(("'s", "’s")):
        return piece
    return f"{doer} {piece}" if doer else ""


def _read_clause(
    line: str, words: Sequence[str], allowed: frozenset[str], make_context: MakeContext
) -> str:
    """The word of a line that does or shows something by itself, if it is `allowed`; "" for any
    other."""
    from companion.grammar.phrases.phrasebook.phrases_file import load_phrases  # measured, as above

    meaning = _find_meaning(line, make_context)
    if meaning is None or "worth" in words:
        return ""
    word, second = _REST if meaning.text == _NEXT_REST else meaning.line.word, words[1]
    is_list = word in _LISTED and (second in load_phrases().articles or second.isdecimal())
    return word if word in allowed and not is_list else ""


def _find_meaning(text: str, make_context: MakeContext) -> Meaning | None:
    """What these words mean by themselves; None for nothing, and for what is asked back."""
    try:
        if (line := parse_typed_line(text)) is None:
            return None
        if misread := find_meaning_of_misread_phrase(text, line, make_context):
            return misread
        strict = select_readable_lines(iter([text] if line.word in WORDS else []), make_context)
        spoken = list_meanings_of_refused_line(text, line, make_context)
        return next(strict, None) or next(spoken, None)
    except Refusal:
        return None
