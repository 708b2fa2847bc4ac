"""What came of a declared action, in words that are kept: `it's about nine feet deep`; and what is
done next rather than that."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.campaign.campaign import Campaign
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.vocabulary_building import build_vocabulary
from companion.grammar.phrases.book.word_forms import inflect_verb, is_past_verb_form
from companion.grammar.phrases.sentences.sentence_parts import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.turns.action_declarations import list_declaration_lines
from companion.grammar.phrases.verbatim_text import tells_amount
from companion.grammar.phrases.ways_of_saying.outcome_detection import (
    drop_interjections,
    is_befalling_verb,
    may_be_outcome,
    tells_finished_deed,
)
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line
from companion.refusal import Ambiguous

_SETTLED = ("outcome measured", "dealt with")
_RESULTS = ("outcome measured", "outcome")
_DECLARE, _FEW_WORDS = "declare ", 2
_NOTHING = re.compile(
    r"(?:nothing|nobody|no (?:sign|trace|answer|reply|echo|sound|way (?:through|in|out|up|down|past"
    r"|across|around|round|over|on|forward)))(?!,)\b.*"
)
_NOT_OF_DEEDS = frozenset(
    ["so", "yet", "rolled", "rolls", "surprised", "declared", "declare", "i", "you"]
)
"""Words of the table itself, in a line that tells of nothing."""
_FEW_LETTERS, _OBJECT_WORDS = 3, 5
_RESULT = re.compile(
    r"(?:(?:they|he|she|we) makes? it|it (?:holds|breaks|gives|opens|works|drops|falls|leads|ends"
    r"|turns|fits|moves|stays|fails|snaps))\b"
)
_ARRIVING = re.compile(
    r"(?:we|they)(?: have)?(?: all| just| finally)? (?:are (?:there|across|through|inside)|arrived?"
    r"|got there|ma[dk]e it(?: (?!a\b|an\b|two\b)[a-z ]+)?"
    r"|(?:get|got|made|covered|came|went) (?:\w+ )?(?:hex|hexes|miles?|leagues?)(?: \w+)?)"
    r"(?: now| at last| safely)?"
)
"""The Company comes to where it was going."""
_MORE_THAN_OUTCOMES = frozenset(["creature", "npc", "effect", "person", "faction"])
"""What is named in a line that tells more than an outcome: who comes, or what befalls somebody."""
_THINGS = frozenset(["thing", "carried"])


def list_measured_outcome_lines(
    typed: str, vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """The line of what came of a declared action, as `it's about nine feet deep`; nothing where
    none is declared of which it could be, and of what somebody carries."""
    if not (campaign.turns and campaign.innermost_turn.declared):
        return
    patterns, names = load_phrases().patterns, vocabulary.names
    for told in filter(None, (re.fullmatch(patterns[e], typed, re.IGNORECASE) for e in _SETTLED)):
        noun = (told["noun"] or "").casefold()
        if noun not in vocabulary.carried and "npc" not in names.get((noun,), {}):
            yield f"done {typed}"
    declared = [deed.split()[0].casefold() for deed in campaign.innermost_turn.declared.values()]
    begun = re.split(r"\W", typed.casefold(), maxsplit=1)[0]
    if is_past_verb_form(begun) and any(begun in inflect_verb(verb) for verb in declared):
        yield f"done {typed}"  # `explored, nothing but a voice`
    if result := _find_told_result(typed, campaign):
        yield f"done {result}"
    before = re.fullmatch(patterns["done before"], typed, re.IGNORECASE)
    noun = before["noun"].casefold() if before else ""
    is_known = noun in vocabulary.carried or (noun,) in names
    is_known = is_known or noun in load_phrases().interjections
    if before and not (is_known or tells_amount(typed)):
        yield f"done {before['what']}: {before['outcome']}"


def _find_told_result(typed: str, campaign: Campaign) -> str:
    """What is told of the declared action after it is said once more: `it's about two feet deep` of
    `they sound the stair, it's about two feet deep`; "" for any other line."""
    deed, _, told = typed.partition(",")
    patterns, words = load_phrases().patterns, deed.casefold().split()
    is_told = any(re.fullmatch(patterns[e], told.strip(), re.IGNORECASE) for e in _RESULTS)
    declared = " ".join(campaign.innermost_turn.declared.values()).casefold().split()
    same = {form for verb in declared[:1] for form in (verb, *inflect_verb(verb))}
    is_same = not same.isdisjoint(words[:_FEW_WORDS]) and words[-1] in declared
    return told.strip() if is_told and is_same else ""


def list_told_outcome_lines(
    said: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The line of what came of the one declared action, in any words: `nothing else there`, `they
    make it halfway`, and `the lock breaks` of a lock that is declared. Nothing for a line that
    names people, foes or things, counts anything, or goes on with what is done next."""
    open_actions = context.campaign.open_matters.unresolved_actions
    if len(open_actions) != 1 or context.campaign.book.combatants or not context.is_guide:
        return
    if _ARRIVING.fullmatch(" ".join(token.word for token in tokens)):
        yield f"done {said}"
    if not may_be_outcome(tokens, vocabulary, context):
        return
    meanings = {
        each for p in split_into_parts(tokens, frozenset(), vocabulary) for each in p.meanings
    }
    words = [token.word for token in tokens if token.word not in load_phrases().articles]
    told = drop_interjections(" ".join(words))
    first, second, *others = (*told.split(), "", "")
    known = {*WORDS, *load_phrases().groups["tired"]}
    after = {word for comma, word in pairwise(told.split()) if comma == ","}
    is_more = not after.isdisjoint({*load_phrases().subjects, *WORDS})
    is_more = is_more or not known.isdisjoint([second, *others[:1]])
    if is_more or not _MORE_THAN_OUTCOMES.isdisjoint(meanings):
        return
    declared = " ".join(context.campaign.innermost_turn.declared.values()).casefold().split()
    is_counted = not {*load_phrases().treasures, "supply", "gold", "silver"}.isdisjoint(words)
    begun = split_into_parts(tokens[:_OBJECT_WORDS], frozenset(), vocabulary)
    is_counted = is_counted or any(not _THINGS.isdisjoint(part.meanings) for part in begun)
    is_counted = is_counted or any(map(str.isdigit, words))
    is_result = first in load_phrases().subjects and is_befalling_verb(second) and not is_counted
    later = {word for before, word in pairwise(words) if before not in load_phrases().passive}
    is_other = not later.isdisjoint({*WORDS, *load_phrases().subjects})
    is_other = is_other or not _NOT_OF_DEEDS.isdisjoint(words)
    is_nothing = _NOTHING.match(told) and not (is_counted or is_other)
    is_of_deed = first in declared and len(first) > _FEW_LETTERS and second.endswith("s")
    if is_nothing or is_result or is_of_deed or _RESULT.match(told):
        yield f"done {drop_interjections(said)}"


def refuse_unclear_outcome_or_deed(said: str, context: Context) -> None:
    """Raises Ambiguous for what somebody does in the present, said after `ok` while an action waits
    for its outcome: `they go down the stair` may be that, or what is done next."""
    said, vocabulary = drop_interjections(said), build_vocabulary(context)
    tokens = tokenize_short_line(said, context)
    if not (tokens[1:] and context.campaign.open_matters.unresolved_actions):
        return
    first, *words = (token.word for token in tokens)
    is_doer = first in load_phrases().subjects or vocabulary.names_person(first)
    befallen = {form for verb in load_phrases().mishaps for form in inflect_verb(verb)}
    is_told = is_befalling_verb(words[0]) or words[0] in befallen or tells_finished_deed(tokens)
    if not is_doer or is_told:
        return
    deed = next(list_declaration_lines(said, tokens, vocabulary), "")
    if deed.startswith(_DECLARE):
        raise Ambiguous(
            f"«{said}» may be what came of it, or what is done next.",
            f"Try: done {said}, or next {deed.removeprefix(_DECLARE)}",
        )
