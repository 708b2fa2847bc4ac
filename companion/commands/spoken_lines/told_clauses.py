"""The clauses of a line as people talk, each with who does it, and what each means by itself."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.parsable_command_lines import Meaning
from companion.commands.spoken_lines.phrase_meanings import (
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.typed_line import Line

if TYPE_CHECKING:
    from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary

_BETWEEN = re.compile(
    r"\s*[,;]\s*(?:(?:and|but|then|so)\s+)*|[.!?]\s+(?:(?:and|but|then|so)\s+)*|\s+-\s+"
    r"|\s+(?:and|but)\s+(?:then\s+|so\s+)?|\s+then\s+",
    re.IGNORECASE,
)
_MOST_PLACES = 5
SPEAKING = re.compile(
    r"(?i)\b(?:says?|shouts?|yells?|calls?|asks?|tells?|orders?|whispers?|wants?|begs?|demands?)\b"
)
"""What is said by somebody, and need not be done."""
_LISTED = frozenset(["give", "coins", "buy"])
"""Words of what somebody gets: a verb must say so, as `ondine a rope` may end what is bought."""
_LIKEWISE = frozenset(["too", "also", "likewise", "well", "either", "both", "each", "instead"])
_LEADING = frozenset(
    ["before", "after", "when", "while", "if", "until", "till", "as", "once", "so"]
)
_OF_THAT = frozenset(["it", "it's", "it’s", "that", "that's", "that’s", "this", "these", "those"])
_OF_ONE = frozenset(["he", "she"])
"""Whoever did what was said before."""
OF_ALL = frozenset(["we", "they", "let's"])
"""The Company."""
_DONE_BY_ALL = frozenset(["leave", "rest", "eat", "sleep", "camp"])
"""What the Company may do, told in one word behind what it does."""
OF_IT = frozenset(["it", "them", "him", "one", "that"])
"""Words for what was named before."""
_TEST_ALONE = re.compile(
    r"(?i)(?:saves? (?:vs )?(?:phys|skill|mind|pres)|(?:phys|skill|mind|pres) saves?)\b.*"
)
"""A save of whoever was struck before it."""
_STRIKING = ("at", "on", "onto", "into", "over", "under")
"""What stands before whom something strikes, where no verb does."""
_SUPPOSING = frozenset(["if", "when", "should", "would", "could", "may", "will", "wants", "says"])
_WORTH, _FEWEST_WORDS = " worth ", 2
_REST, _NEXT_REST = "rest", "next rest"


class ToldLine(NamedTuple):
    """A line of several clauses that neither asks nor denies, and where they may be cut."""

    text: str
    places: tuple[re.Match[str], ...]
    begins_with_command_word: bool
    vocabulary: "Vocabulary"
    make_context: MakeContext


def read_told_line(
    typed: str, make_context: MakeContext, *, alone: bool = False, may_deny: bool = False
) -> ToldLine | None:
    """A line of several clauses, or of one where it may stand `alone`; None for one that asks or
    supposes something, and, but where it `may_deny`, for one that denies."""
    # Measured: no strict script needs it.
    from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
    from companion.grammar.phrases.clauses.story_clauses import list_unsure_words
    from companion.grammar.phrases.phrasebook.number_words import write_long_numbers_in_digits
    from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
    from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
    from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

    typed = write_long_numbers_in_digits(typed)  # `three hundred and twenty` is one number
    places = tuple(_BETWEEN.finditer(typed.rstrip(" .!?")))
    if not (places or alone) or len(places) > _MOST_PLACES:
        return None
    context = make_context_for_unparsed_line(make_context)
    tokens, vocabulary = tokenize_short_line(typed, context), build_vocabulary(context)
    is_told = may_deny or is_neither_asked_nor_denied(tokens, vocabulary)
    unsure = _SUPPOSING | load_phrases().hypothetical if may_deny else list_unsure_words()
    if not (tokens and is_told) or not unsure.isdisjoint(token.word for token in tokens):
        return None
    goods, creatures = context.read_goods, context.read_creatures

    def make_with_tables(line: Line) -> Context:  # changed tables are looked for once
        return make_context(line)._replace(read_goods=goods, read_creatures=creatures)

    return ToldLine(typed, places, tokens[0].word in WORDS, vocabulary, make_with_tables)


class ToldClause(NamedTuple):
    """A clause as it is said, with its words in small letters, and as a line with who does it, ""
    where that cannot be known."""

    said: str
    words: tuple[str, ...]
    line: str
    is_named: bool
    """Whether a name begins it."""


def list_told_clauses(
    typed: str, make_context: MakeContext, *, alone: bool = False
) -> list[ToldClause]:
    """The clauses of a line of several, each with who does it, or the only one where it may stand
    `alone`; none of a line that asks, or supposes something, and none that may go on with what
    another says."""
    told = read_told_line(typed.strip(), make_context, alone=alone, may_deny=True)
    if told is None or "?" in typed or SPEAKING.search(typed):
        return []
    ends = [*(cut.start() for cut in told.places), None]
    begins = [0, *(cut.end() for cut in told.places)]
    pieces = [told.text[a:b].strip() for a, b in zip(begins, ends, strict=True)]
    clauses = name_doers([each for each in pieces if each], told.vocabulary)
    lone = [len(each.words) == 1 and each.is_named for each in clauses]  # `wim and bree find 20p`
    return [
        each
        for each, is_second in zip(clauses, (False, *lone), strict=False)
        if each.words and not is_second and not may_be_part_of_another(each)
    ]


def name_doers(pieces: Sequence[str], vocabulary: "Vocabulary") -> list[ToldClause]:
    """These clauses, each with who does it: whoever is named, or was named before; and with the
    only one of the Company to whom something was told to happen, where more befalls them."""
    clauses, doer, mentioned = list[ToldClause](), "", set[str]()
    for piece in pieces:
        words = tuple(re.findall(r"[\w'’]+", piece.casefold()))
        name = re.sub(r"['’]s$", "", words[0]) if words else ""
        is_named = vocabulary.names_person(name)
        who = clauses[-1].words[0] if clauses and clauses[-1].words else ""
        if len(words) == 1 and words[0] in _DONE_BY_ALL and who in OF_ALL:
            piece, words = f"{who} {words[0]}", (who, *words)  # `they eat and leave`
        is_whole = not clauses or is_named or piece.endswith("?")
        victim = next(iter(mentioned)) if len(mentioned) == 1 else ""
        line = piece if is_whole else _name_doer(piece, words, doer or victim)
        if victim and not is_whole and (befallen := _name_victim(piece, victim)):
            line, words = befallen, tuple(befallen.split())
        clauses.append(ToldClause(piece, words, line, is_named))
        if not is_named:
            mentioned.update(_list_struck(words, vocabulary))
        is_of_two = any(vocabulary.names_person(word) for word in words[1:])  # who is `he` then?
        doer = "" if is_of_two else name if is_named else doer
    return clauses


def _name_doer(piece: str, words: Sequence[str], doer: str) -> str:
    """A clause with who did what was said before it, where it begins with a verb or a pronoun; ""
    where nobody did."""
    first = words[0] if words else ""
    if first in _OF_ONE:
        return f"{doer}{piece[len(first) :]}" if doer else ""
    if not first.endswith("s") or first.endswith(("'s", "’s")):
        return piece
    return f"{doer} {piece}" if doer else ""


def _list_struck(words: Sequence[str], vocabulary: "Vocabulary") -> list[str]:
    """Those of the Company whom a clause tells to be struck, as `a dart hits bree` and `a blade
    swings out at bree`; all of several, as it may be any of them."""
    from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms  # measured

    pairs = zip(("", *words), words, strict=False)
    named = [(before, word) for before, word in pairs if vocabulary.names_member(word)]
    before_one = {*_STRIKING, *list_verb_group_forms("hit")}
    is_struck = all(before in before_one for before, _ in named)
    return [word for _, word in named] if is_struck else []


def _name_victim(piece: str, victim: str) -> str:
    """`save phys` as a line of whoever was struck before it; "" for any other clause."""
    return f"{victim} {piece}" if _TEST_ALONE.fullmatch(piece) else ""


def may_be_part_of_another(clause: ToldClause) -> bool:
    """True for a clause that may go on with what another says, as `2 of them`, `wim too` and
    `before they sleep`."""
    words = clause.words
    is_short = len(words) < _FEWEST_WORDS or words[0].isdecimal()
    return is_short or words[-1] in _LIKEWISE or words[0] in _LEADING | _OF_THAT


def find_clause_meaning(clause: ToldClause, make_context: MakeContext) -> Meaning | None:
    """What a clause does or shows by itself; None for nothing, for what may only go on with a list,
    and for a price."""
    from companion.grammar.phrases.phrasebook.phrases_file import load_phrases  # measured, as above

    meaning = find_meaning_of_clause(clause.line, make_context) if clause.line else None
    if meaning is None or ("worth" in clause.words and _WORTH not in meaning.text):
        return None
    second = "".join(clause.words[1:2])
    is_listed = second in load_phrases().articles or second[:1].isdecimal()
    return None if is_listed and meaning.line.word in _LISTED else meaning


def name_deed_word(meaning: Meaning) -> str:
    """The companion's word for what is done."""
    return _REST if meaning.text == _NEXT_REST else meaning.line.word
