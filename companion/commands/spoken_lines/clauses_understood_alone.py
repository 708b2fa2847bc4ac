"""Takes apart a line that means nothing as a whole, and of which each clause means something by
itself: `they take a breather and eat something`. Where one does not, the other is offered."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from companion.commands.dispatch import MakeContext, is_line_read_only, resolve_word_of_line
from companion.commands.spoken_lines.doubtful_gifts import GIVING
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
_LAST_QUESTION = re.compile(
    r"[,;.!] (?:and |so )?(?:is|are|how|what|who|where|which|does|do|did)\b[^,;.!]+\?$",
    re.IGNORECASE,
)
_ASKING = r"(?:is|are|how|what|who|where|which|did|does|do|has|have|whos|whats)"
_DEED_AND_QUESTION = re.compile(
    rf"(?i)(?P<deed>[^?]+?)(?:[.;!] (?:and |so )?(?P<said>{_ASKING}\b[^.;!]+)"
    rf"|, (?:and |so )?(?P<asked>{_ASKING}\b[^.;!,]+\?))"
)
"""A deed, and what is asked then."""
_MOST_CUTS, _MOST_PLACES, _MOST_SPLITS = 3, 5, 24
_COUNTING = frozenset(
    [
        *("hurt", "heal", "wound", "save", "check", "exhaust", "effect", "hp", "morale"),
        *("give", "pass", "drop", "move", "stash", "fetch", "leave", "use", "break", "repair"),
        *("light", "snuff", "refill", "coins", "buy", "sell", "eat", "supply"),
        *("sleep", "watch", "out", "react", "event", "encounter"),
        *("rest", "press-on", "let-go"),
        *("company", "slots", "status", "timers", "price", "wares", "log", "fight", "tend"),
    ]
)
"""Words of what a clause may do, or show, beside another."""
_OUT, _NEXT, _REST, _NEXT_REST = "out", "next", "rest", "next rest"
_ONCE = frozenset(["rest", "eat", "sleep", "out"])
"""Words of what is done once, though it may be told twice."""
_LAST = frozenset(["done"])
"""Words of what is only said last."""
_AFTER_LEAVING = frozenset(["declare", "next"])
"""Words of what is done where the Company has left a place."""
_OFFERED = _COUNTING - {"event", "encounter", "buy", "sell"}
"""What is offered of a line that is refused; not that of which the rest may tell a number or a
price."""
_SPEAKING = re.compile(
    r"(?i)\b(?:says?|shouts?|yells?|calls?|asks?|tells?|orders?|whispers?|wants?|begs?|demands?)\b"
)
"""What is said by somebody, and need not be done."""
_KEEPING = frozenset(["declare", "next", "note", "done"])
"""Words that keep whatever is told."""
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
_SUPPOSING = frozenset(["if", "when", "should", "would", "could", "may", "will", "wants", "says"])
_FEWEST_WORDS = 2


def _split_deed_and_question(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """A deed that is understood, and the question behind it, which is answered by itself; nothing
    for a line that is done as a whole."""
    found = _DEED_AND_QUESTION.fullmatch(typed)
    meaning = find_meaning_of_clause(found["deed"], make_context) if found else None
    if found is None or meaning is None or meaning.line.word in _KEEPING - {_NEXT}:
        return ()
    if found["said"] and not find_meaning_of_clause(found["said"], make_context):
        return ()
    whole = find_meaning_of_clause(typed, make_context)
    if whole and not (_only_looks(whole, make_context) and not _only_looks(meaning, make_context)):
        return ()
    return (found["deed"], found["said"] or found["asked"])


def _only_looks(meaning: Meaning, make_context: MakeContext) -> bool:
    context = make_context(meaning.line)
    return is_line_read_only(resolve_word_of_line(meaning.line, context.campaign).word, context)


class PartlyUnderstood(NamedTuple):
    """A line of which one clause is understood: what that means, and the rest as it is said."""

    meaning: str
    rest: str


def split_into_understood_clauses(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """A line for each clause, where all of them do or show something; none for a line that is
    understood as a whole, for one that asks or denies, and where a clause would be lost."""
    if asked := _split_deed_and_question(typed.strip(), make_context):
        return asked
    told = _read_told_line(typed.strip(), make_context)
    is_one_line = told is None or told.begins_with_command_word or _ends_in_tag(told.text)
    if told is None or is_one_line or find_meaning_of_clause(told.text, told.make_context):
        return ()
    for pieces in islice(_list_pieces(told.text, told.places), _MOST_SPLITS):
        clauses = _name_doers(pieces, told.vocabulary)
        if _are_all_understood(clauses, told.make_context):
            return tuple(clause.line for clause in clauses)
    return ()


def find_understood_clause(typed: str, make_context: MakeContext) -> PartlyUnderstood | None:
    """The only clause of a refused line that does or shows something by itself, and what stands
    before or after it; None where there is none, or where the line asks or denies."""
    told = _read_told_line(typed.strip(), make_context)
    if told is None or "?" in typed or _SPEAKING.search(typed) or len(told.places) > _MOST_CUTS:
        return None
    for cut in told.places:
        pieces = [told.text[: cut.start()].strip(), told.text[cut.end() :].strip()]
        clauses = _name_doers(pieces, told.vocabulary)
        is_of_another = not _IT.isdisjoint(clauses[1].words)  # `wim drops a torch, bree grabs it`
        if is_of_another or any(map(_may_be_part_of_another, clauses)):
            continue
        meanings = [find_clause_meaning(clause, told.make_context) for clause in clauses]
        meanings = [each and (None if each.line.word in _KEEPING else each) for each in meanings]
        understood = [each for each in meanings if each and name_deed_word(each) in _OFFERED]
        if any(clause.words[0] in GIVING for clause in clauses):  # which takes anything for a thing
            continue
        if len(understood) == 1 and meanings.count(None) == 1:
            return PartlyUnderstood(understood[0].text, pieces[meanings.index(None)])
    return None


class _ToldLine(NamedTuple):
    """A line of several clauses that neither asks nor denies, and where they may be cut."""

    text: str
    places: tuple[re.Match[str], ...]
    begins_with_command_word: bool
    vocabulary: "Vocabulary"
    make_context: MakeContext


def _read_told_line(
    typed: str, make_context: MakeContext, *, alone: bool = False, may_deny: bool = False
) -> _ToldLine | None:
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

    return _ToldLine(typed, places, tokens[0].word in WORDS, vocabulary, make_with_tables)


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
    told = _read_told_line(typed.strip(), make_context, alone=alone, may_deny=True)
    if told is None or "?" in typed or _SPEAKING.search(typed):
        return []
    ends = [*(cut.start() for cut in told.places), None]
    begins = [0, *(cut.end() for cut in told.places)]
    pieces = [told.text[a:b].strip() for a, b in zip(begins, ends, strict=True)]
    clauses = _name_doers([each for each in pieces if each], told.vocabulary)
    lone = [len(each.words) == 1 and each.is_named for each in clauses]  # `wim and bree find 20p`
    return [
        each
        for each, is_second in zip(clauses, (False, *lone), strict=False)
        if each.words and not is_second and not _may_be_part_of_another(each)
    ]


def _name_doers(pieces: Sequence[str], vocabulary: "Vocabulary") -> list[ToldClause]:
    """These clauses, each with who does it: whoever is named, or was named before."""
    clauses, doer = list[ToldClause](), ""
    for piece in pieces:
        words = tuple(re.findall(r"[\w'’]+", piece.casefold()))
        name = re.sub(r"['’]s$", "", words[0]) if words else ""
        is_named = vocabulary.names_person(name)
        is_whole = not clauses or is_named or piece.endswith("?")
        line = piece if is_whole else _name_doer(piece, words, doer)
        clauses.append(ToldClause(piece, words, line, is_named))
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


def _are_all_understood(clauses: Sequence[ToldClause], make_context: MakeContext) -> bool:
    """True if each of these clauses does or shows something by itself, ends nothing that another
    begins, and tells nothing anew that another did."""
    words_done = list[str]()
    for at, clause in enumerate(clauses, 1):
        is_of_another = at > 1 and clause.is_named and not _IT.isdisjoint(clause.words[1:])
        if is_of_another or _may_be_part_of_another(clause):
            return False  # `bree drops a torch, wim lights it`
        allowed = _COUNTING | (_LAST if at == len(clauses) else frozenset())
        allowed |= _AFTER_LEAVING if words_done == [_OUT] else frozenset()
        meaning = find_clause_meaning(clause, make_context)
        word = name_deed_word(meaning) if meaning else ""
        is_again = word in words_done and (word in _ONCE or not clause.is_named)
        is_left_by_one = word == _OUT and clause.words[0] not in _OF_ALL
        if word not in allowed or is_again or is_left_by_one:
            return False
        words_done.append(word)
    return True


def _may_be_part_of_another(clause: ToldClause) -> bool:
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
    if meaning is None or "worth" in clause.words:
        return None
    second = clause.words[1]
    is_listed = second in load_phrases().articles or second.isdecimal()
    return None if is_listed and meaning.line.word in _LISTED else meaning


def name_deed_word(meaning: Meaning) -> str:
    """The companion's word for what is done."""
    return _REST if meaning.text == _NEXT_REST else meaning.line.word
