"""Takes apart a line that means nothing as a whole, and of which each clause means something by
itself: `they take a breather and eat something`; and a deed with a question behind it, as `they
rest. what time is it`."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from companion.commands.dispatch import MakeContext, is_line_read_only, resolve_word_of_line
from companion.commands.spoken_lines.parsable_command_lines import Meaning
from companion.commands.spoken_lines.phrase_meanings import TEXTS, find_meaning_of_clause
from companion.commands.spoken_lines.told_clauses import (
    OF_ALL,
    OF_IT,
    ToldClause,
    find_clause_meaning,
    may_be_part_of_another,
    name_deed_word,
    name_doers,
    read_told_line,
)

_LAST_QUESTION = re.compile(
    r"[,;.!] (?:and |so )?(?:is|are|how|what|who|where|which|does|do|did)\b[^,;.!]+\?$",
    re.IGNORECASE,
)
_MOST_CUTS, _MOST_SPLITS = 3, 24
_FIRM = re.compile(r"(?i)\s*[.;]|.*\bthen\b")
"""Where a line is cut that begins with a word of the companion's, and may be a list."""
COUNTING = frozenset(
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
_OUT, _EXHAUST, _PRESS_ON = "out", "exhaust", "press-on"
_ONCE = frozenset(["rest", "eat", "sleep", "out"])
"""Words of what is done once, though it may be told twice."""
_LAST = frozenset(["done"])
"""Words of what is only said last."""
_AFTER_LEAVING = frozenset(["declare", "next"])
"""Words of what is done where the Company has left a place."""
_OF_ONE = frozenset(["he", "she", "it"])
_ASKING = r"(?:is|are|how|what|who|where|which|did|does|do|has|have|whos|whats)"
_DEED_AND_QUESTION = re.compile(
    rf"(?i)(?P<deed>[^?]+?)(?:[.;!] (?:and |so )?(?P<said>{_ASKING}\b[^.;!]+)"
    rf"|, (?:and |so )?(?P<asked>{_ASKING}\b[^.;!,]+\?))"
)
"""A deed, and what is asked then."""
_TWO_QUESTIONS = re.compile(
    rf"(?i)(?:ok |so )?(?P<first>{_ASKING}\b[^?,;.]+?)\??(?:,? and|[,;.?])"
    rf" (?P<second>{_ASKING}\b[^?]+)\??"
)
_OF_NAMED = re.compile(r"(?i)\b(?:he|she|they|him|her|his|them|their)\b")
"""Words by which a question goes on with what the one before names."""
_KEEPING = frozenset(TEXTS) - {"fate"}
"""Words that keep whatever is told, and what is asked with it."""


def split_into_understood_clauses(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """A line for each clause, where all of them do or show something; none for a line that is
    understood as a whole, for one that asks or denies, and where a clause would be lost."""
    if asked := _split_two_questions(typed.strip(), make_context):
        return asked
    if asked := _split_deed_and_question(typed.strip(), make_context):
        return asked
    told = read_told_line(typed.strip(), make_context)
    if told is None or _ends_in_tag(told.text):
        return ()
    places = [
        cut for cut in told.places if _FIRM.match(cut[0]) or not told.begins_with_command_word
    ]
    if not places or find_meaning_of_clause(told.text, told.make_context):
        return ()
    for pieces in islice(_list_pieces(told.text, places), _MOST_SPLITS):
        clauses = name_doers(pieces, told.vocabulary)
        if _are_all_understood(clauses, told.make_context):
            return tuple(clause.line for clause in clauses)
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


def _are_all_understood(clauses: Sequence[ToldClause], make_context: MakeContext) -> bool:
    """True if each of these clauses does or shows something by itself, ends nothing that another
    begins, and tells nothing anew that another did."""
    if not all(clause.words for clause in clauses):
        return False  # signs alone are no clause
    words_done, doer = list[str](), clauses[0].words[0]
    for at, clause in enumerate(clauses, 1):
        is_of_another = at > 1 and clause.is_named and not OF_IT.isdisjoint(clause.words[1:])
        if is_of_another or may_be_part_of_another(clause):
            return False  # `bree drops a torch, wim lights it`
        allowed = COUNTING | (_LAST if at == len(clauses) else frozenset())
        allowed |= _AFTER_LEAVING if words_done == [_OUT] else frozenset()
        meaning = find_clause_meaning(clause, make_context)
        word = name_deed_word(meaning) if meaning else ""
        is_again = word in words_done and (word in _ONCE or not clause.is_named)
        leaver = clause.words[0] if clause.is_named or clause.words[0] in _OF_ONE else doer
        is_left_by_one = word == _OUT and OF_ALL.isdisjoint((leaver, clause.words[0]))
        is_tired_twice = word == _EXHAUST and _PRESS_ON in words_done  # it tires them by itself
        if word not in allowed or is_again or is_left_by_one or is_tired_twice:
            return False
        words_done.append(word)
    return True


def _split_two_questions(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """Both questions of `how far is the chapel and what day is it`; nothing for any other line, and
    where they are answered alike."""
    said = _TWO_QUESTIONS.fullmatch(typed)
    is_of_first = said is not None and _OF_NAMED.search(said["second"]) is not None
    asked = (said["first"], said["second"]) if said and not is_of_first else ()
    meanings = [find_meaning_of_clause(each, make_context) for each in asked]
    shown = {each.text for each in meanings if each and only_looks(each, make_context)}
    return asked if len(shown) == len(meanings) else ()


def _split_deed_and_question(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """A deed that is understood, and the question behind it, which is answered by itself; nothing
    for a line that is done as a whole."""
    found = _DEED_AND_QUESTION.fullmatch(typed)
    meaning = find_meaning_of_clause(found["deed"], make_context) if found else None
    if found is None or meaning is None or meaning.line.word in _KEEPING:
        return ()
    if found["said"] and not find_meaning_of_clause(found["said"], make_context):
        return ()
    whole = find_meaning_of_clause(typed, make_context)
    if whole and not (only_looks(whole, make_context) and not only_looks(meaning, make_context)):
        return ()
    return (found["deed"], found["said"] or found["asked"])


def only_looks(meaning: Meaning, make_context: MakeContext) -> bool:
    """True for what shows something and changes nothing."""
    context = make_context(meaning.line)
    return is_line_read_only(resolve_word_of_line(meaning.line, context.campaign).word, context)
