"""What came of a declared action, in words that are kept: `it's about nine feet deep`; and what is
done next rather than that."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    inflect_verb,
    is_past_verb_form,
    list_mishap_verb_forms,
)
from companion.grammar.phrases.turns.action_declarations import list_declaration_lines
from companion.grammar.phrases.verbatim_text import contains_counted_amount
from companion.grammar.phrases.ways_of_saying.outcome_detection import (
    drop_interjections,
    is_befalling_verb,
    is_report_of_finished_deed,
)
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line
from companion.refusal import Ambiguous

_SETTLED = ("outcome measured", "dealt with")
_RESULTS = ("outcome measured", "outcome")
_DECLARE, _FEW_WORDS = "declare ", 2
_CALLED_DONE = re.compile(
    r"(?i)(?:(?:the|that|their|our|his|her) )?(?P<what>[a-z' -]+?)(?:['’]s| is)? (?:all |now )*"
    r"(?:done|finished|cleared|explored|over(?: with)?)"
    r"(?:, (?:and )?(?:we|they)(?:['’]re| are) (?:done|finished|through)(?: in)?(?: here| there)?"
    r"|[:,;] *(?P<told>.+))?"
)
_BOTH_DONE = re.compile(r"(?i)(?:ok,? |and |so )?both (?:of them )?(?:are )?(?:done|finished)[.!]?")
_FINISHED = re.compile(
    r"(?i)(?:(?:the|that|their|our) )?(?P<what>\w+?)(?:['’]?s| is| are| has been)?"
    r"(?: all| now| fully)* (?P<verb>\w+ed)(?: now| then| too)?"
)
"""What was done to something, as `the vestry is searched`."""
_TURN_SPENT = re.compile(
    r"(?i)(?P<told>(?!if\b|not\b|.*\b(?:says?|said|asks?|thinks?)\b).+?)[,;:.] (?:and |so )?"
    r"(?:that['’]?s (?:this|the|that|our|a|the whole) turn (?:gone|spent|used up|wasted)"
    r"|there goes (?:this|the|that|our) turn)[.!]?"
)
"""What is told, and that the Turn is spent by it."""
_RESULT = re.compile(
    r"(?i)(?:nothing|no|none|empty|it|there|the|an?|some|only|just|not)\b"
    r"|(?:they|we|he|she) (?:find|found|finds|see|saw|sees|hear|heard|hears|got|notice|noticed"
    r"|discover|discovered|spot|spotted)\b"
)
"""How it is told what came of a deed, and not what is done next."""


def list_outcome_lines_by_pattern(
    typed: str, vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """The line of what came of a declared action, as `it's about nine feet deep`; nothing where
    none is declared of which it could be, and of what somebody carries."""
    if not (campaign.turns and campaign.innermost_turn.declared):
        return
    for told in filter(None, (compile_named_pattern(e).fullmatch(typed) for e in _SETTLED)):
        noun = (told["noun"] or "").casefold()
        if noun not in vocabulary.carried and "npc" not in vocabulary.find_meanings(noun):
            yield f"done {typed}"
    if _BOTH_DONE.fullmatch(typed.strip()) and len(campaign.innermost_turn.declared) == 2:
        yield "done"
    deeds = campaign.innermost_turn.declared.values()
    declared = [word.casefold() for deed in deeds for word in deed.split()[:1]]
    begun = re.split(r"\W", typed.casefold(), maxsplit=1)[0]
    if is_past_verb_form(begun) and any(begun in inflect_verb(verb) for verb in declared):
        yield f"done {typed}"  # `explored, nothing but a voice`
    if settled := write_end_of_named_deed(typed, campaign):
        yield settled
        return
    if spent := _TURN_SPENT.fullmatch(typed):
        yield f"done {spent['told']}"
    if result := _find_told_result(typed, campaign):
        yield f"done {result}"
    before = compile_named_pattern("done before").fullmatch(typed)
    noun = before["noun"].casefold() if before else ""
    is_known = noun in vocabulary.carried or bool(vocabulary.find_meanings(noun))
    is_known = is_known or noun in load_phrases().interjections
    if before and not (is_known or contains_counted_amount(typed)):
        yield f"done {before['what']}: {before['outcome']}"


def write_end_of_named_deed(typed: str, campaign: Campaign) -> str:
    """The line that settles the declared action where it is called done by a word of it, or by who
    does it: `the search is over: nothing there`, `wim's done`, `the vestry is searched`. "" for
    anything else, and where what follows counts something or is done next."""
    called = _CALLED_DONE.fullmatch(typed.strip(" .!"))
    declared = campaign.innermost_turn.declared
    words = " ".join(declared.values()).casefold().split()
    verbs = {form for verb in words[:1] for form in inflect_verb(verb)}
    if called is None:
        finished = _FINISHED.fullmatch(typed.strip(" .!"))
        done, what = finished.group("verb", "what") if finished else ("", "")
        is_same = done.casefold() in verbs - {*words[:1]} and what.casefold() in words
        return "done" if is_same else ""
    what, told = set(called["what"].casefold().split()), called["told"] or ""
    names_being_or_carried_thing = len(declared) == 1 and what <= {*declared}
    names_deed = names_being_or_carried_thing or what <= verbs
    if told and (contains_counted_amount(told) or not _RESULT.match(told)):
        return ""
    if not (names_deed or (what <= verbs.union(words) and not told)):
        return ""  # `stair's done: it drops` keeps the stair in its text
    return f"done {told}".strip()


def _find_told_result(typed: str, campaign: Campaign) -> str:
    """What is told of the declared action after it is said once more: `it's about two feet deep` of
    `they sound the stair, it's about two feet deep`; "" for any other line."""
    deed, _, told = typed.partition(",")
    words = deed.casefold().split()
    is_told = any(compile_named_pattern(e).fullmatch(told.strip()) for e in _RESULTS)
    declared = " ".join(campaign.innermost_turn.declared.values()).casefold().split()
    same = {form for verb in declared[:1] for form in (verb, *inflect_verb(verb))}
    is_same = not same.isdisjoint(words[:_FEW_WORDS]) and words[-1] in declared
    return told.strip() if is_told and is_same else ""


def refuse_unclear_outcome_or_deed(said: str, context: Context) -> None:
    """Raises Ambiguous for what somebody does in the present, said after `ok` while an action waits
    for its outcome: `they go down the stair` may be that, or what is done next."""
    said, vocabulary = drop_interjections(said), build_vocabulary(context)
    tokens = tokenize_short_line(said, context)
    if not (tokens[1:] and context.campaign.open_matters.unresolved_actions):
        return
    first, *words = (token.word for token in tokens)
    is_doer = first in load_phrases().subjects or vocabulary.names_person(first)
    is_told = (
        is_befalling_verb(words[0])
        or words[0] in list_mishap_verb_forms()
        or is_report_of_finished_deed(tokens)
    )
    if not is_doer or is_told:
        return
    deed = next(list_declaration_lines(said, tokens, vocabulary), "")
    if deed.startswith(_DECLARE):
        raise Ambiguous(
            f"«{said}» may be what came of it, or what is done next.",
            f"Try: done {said}, or next {deed.removeprefix(_DECLARE)}",
        )
