"""The refusal of a line that is not understood: what of it is not, and what can be typed instead.

Only a line of its own parts is offered; else words that look at what it speaks of, a page of help,
and what keeps it as it was said: `declare` and `note`. Nothing that is offered does what nobody
spoke of.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import dropwhile, groupby
from typing import NamedTuple

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import (
    find_hypothetical_word,
    is_question_with_do,
)
from companion.grammar.phrases.people.archetype_synonyms import refuse_ambiguous_archetype
from companion.grammar.phrases.phrasebook.amounts import parse_amount
from companion.grammar.phrases.phrasebook.misspellings import correct_question_word
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import SMALL_WORDS, Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    index_command_hints_by_verb,
    index_first_words_by_inflected_form,
    list_words_of_all_ways,
)
from companion.grammar.phrases.phrasebook.word_forms import (
    list_action_verb_forms,
    list_company_words,
    list_inflected_transitive_verbs,
    list_suffering_verb_forms,
)
from companion.grammar.phrases.questions.help_topics import (
    find_help_page,
    list_read_only_lines_for_page,
)
from companion.grammar.phrases.sentences.noun_phrases import Part, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.ways_of_saying.outcome_detection import (
    cannot_be_declared,
    drop_interjections,
    is_report_of_finished_deed,
    may_be_outcome,
    names_being_or_carried_thing,
)
from companion.grammar.phrases.ways_of_saying.suggested_lines import (
    DEMONSTRATIVES,
    drop_lines_not_meant,
    find_positions_after_articles,
    lacks_needed_npc,
    list_suggested_lines,
    list_words_without_deed,
)
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line
from companion.refusal import Unknown, join_choices, join_words
from companion.text_cleaning import quote_name

_FEW_WORDS, _MOST_UNKNOWN = 2, 2
_MISTYPED = "Did you mean"
_DOERS = frozenset(["i", "let's", "we'll", "i'll"])
_AUXILIARY = frozenset(["do", "does", "did", "can", "could", "will", "would", "have", "may"])
_BEING = frozenset(
    ["is", "are", "was", "were", "has", "have", "had", "isn't", "aren't", "gets", "get", "feels"]
)
_TELLING = {"something", "someone", "somebody", "everything", "nothing", "there", "it", "they"}
_TOLD_OF = frozenset(["person", "npc", "creature", "faction", "place", "effect"])
"""What the Guide tells of."""
_OF_NO_DEED = {"coins", "dice", "dv", "faces", "span", "attribute", "turns", "season", "result"}
"""What is counted, and declared nowhere."""
_DIE, _OF_DIE = "die", ("event", "damage", "hit")
_ROLLED = re.compile(r"(?i)\bdie\b[^,;]* \d|\b\d+ on (?:the|my|our) die\b")
"""How it is told what a die shows."""
_SIGNS = ".!?;, "
_CONTRACTED = re.compile(r"(\w+?)'?(?:s|re|ve|ll|d|m)")
_DECLARE, _DONE = "declare", "done"
_LOOK = "To look: "
_READ = "To read about it: "
_KEEP = "To write it down: "


def build_not_understood_refusal(typed: str, context: Context, *, hint: str) -> Unknown | None:
    """The refusal of a line of several words that is not understood; None where its first word may
    be one of the companion's, mistyped. `hint` is what would be said of the first word alone.
    Raises Ambiguous for a name that may be several people's."""
    tokens = tokenize_short_line(typed, context)
    typed = typed.rstrip(_SIGNS) + "?" * ("?" in typed[-2:])
    is_slip = bool(tokens) and tokens[0].word.removesuffix("s") not in WORDS
    if len(typed.split()) < _FEW_WORDS or (is_slip and hint.startswith(_MISTYPED)):
        return None
    if not tokens:
        keep = f"{_KEEP}note {typed}" if context.is_guide else "Type help for all the words."
        return Unknown("I do not understand a line as long as that.", keep)
    refuse_ambiguous_archetype(typed, tokens, context.campaign, context.read_goods())
    line = _Line(typed, tokens, build_vocabulary(context), context)
    denied = find_hypothetical_word(tokens, line.vocabulary)
    if denied and not line.is_question:
        keep = _join_hint(line.hint_at_help_page(), f"{_KEEP}note {typed}")
        hint = f"Try: {_DONE} {line.outcome}" if line.is_outcome else keep
        return Unknown(f"With «{denied}» in a line nothing is done.", hint)
    unknown = join_words([f"«{each}»" for each in line.list_unknown_words()[:_MOST_UNKNOWN]], "or")
    if line.is_question:
        others = f", and do not know {unknown}" if unknown else ""
        looks = list_read_only_lines_for_page(line.choose_help_page(), line.parts, context)
        look = f"{_LOOK}{join_choices(looks)}" if looks else ""
        if made := line.list_npc_creation_lines():
            look = f"To make them: {join_choices(made)}"
        message = f"I do not understand that question{others}."
        return Unknown(message, _join_hint(look, line.hint_at_help_page()))
    message = f"I do not know {unknown}." if unknown else ""
    message = message or f"I do not know what is meant by «{typed}»."
    return Unknown(message, _hint_at_statement(line, hint))


def _hint_at_statement(line: "_Line", hint: str) -> str:
    """What can be typed for a line that tells or asks for something."""
    is_denied = any(token.word in load_phrases().denials for token in line.tokens)
    own: list[str] = []
    if not is_denied:
        near = line.similar_command_words
        own = list_suggested_lines(line.tokens, line.vocabulary, line.context, near)
    own = drop_lines_not_meant(own, line.typed)
    outcome = [f"{_DONE} {line.outcome}"] if line.is_outcome else []
    if outcome and not names_being_or_carried_thing(line.parts):
        own = []  # `the bolt gives way` puts out no bolts
    outcome = [] if own else outcome
    lines = own or outcome or line.list_npc_creation_lines()
    if line.is_deed and not (is_denied or (outcome and is_report_of_finished_deed(line.tokens))):
        other = hint.partition("Try: ")[2]
        is_said = other.partition(" ")[0] in line.typed.casefold().split()
        is_declared = is_said or bool(own) or not cannot_be_declared(*line[1:])
        lines += [other if is_said else f"{_DECLARE} {line.typed}"] if is_declared else []
    keeps = not lines and (is_denied or line.is_told_by_guide)
    return _join_hint(
        f"Try: {join_choices(lines)}" if lines else "",
        "" if own or outcome else line.hint_at_help_page(),
        f"{_KEEP}note {line.typed}" if keeps else "",
    )


def _join_hint(*sentences: str) -> str:
    return ". ".join(filter(None, sentences))


class _Line(NamedTuple):
    """A line that is not understood."""

    typed: str
    tokens: Sequence[Token]
    vocabulary: Vocabulary
    context: Context

    @property
    def parts(self) -> list[Part]:
        """What it names."""
        return split_into_parts(self.tokens, frozenset(), self.vocabulary)

    @property
    def similar_command_words(self) -> list[str]:
        """The words of the companion that are near to a verb of it: after an article stands a
        noun."""
        said = [token for at, token in enumerate(self.tokens) if self._is_near_command(at)]
        return [index_command_hints_by_verb()[token.word] for token in said]

    def _is_near_command(self, at: int) -> bool:
        token = self.tokens[at]
        is_noun = at in find_positions_after_articles(self.tokens) or self._befalls_owned(at)
        before = self.tokens[at - 1].word if at else ""
        is_noun = is_noun or before in _OF_DIE or bool(self.vocabulary.find_singular(before))
        is_noun = is_noun or (token.word == _DIE and _ROLLED.search(self.typed) is not None)
        return not token.is_quoted and not is_noun and token.word in index_command_hints_by_verb()

    def _befalls_owned(self, at: int) -> bool:
        """True for the verb of `wim's torch is dying`: that is no harm of Wim's."""
        before = [each for each in self._words[:at] if each not in load_phrases().passive]
        return any(each.endswith("'s") for each in before[-2:-1])

    @property
    def is_question(self) -> bool:
        """True for a line that asks, and does not ask for anything to be done."""
        phrases = load_phrases()
        first, second, *_ = (*dropwhile(phrases.interjections.__contains__, self._words), "", "")
        has_subject = second in phrases.subjects or self.vocabulary.names_person(second)
        asked = "" if self.vocabulary.names_person(first) else correct_question_word(first)
        begun = {first, _drop_contraction(first), asked}
        asks = not begun.isdisjoint(phrases.questions)
        asks = asks or is_question_with_do(self.typed, self.context)
        return asks or self.typed.endswith("?") or (first in _AUXILIARY and has_subject)

    @property
    def is_deed(self) -> bool:
        """True where somebody of the Company does something that the companion counts nowhere."""
        first, second, *_ = (*self._words, "", "")
        is_member = self.vocabulary.names_member(first)
        counts = any(not _OF_NO_DEED.isdisjoint(part.meanings) for part in self.parts)
        own = (
            {*filter(WORDS.__contains__, self._words)}
            - list_action_verb_forms()
            - list_words_without_deed()
        )
        is_own = bool(own - {*load_phrases().moves, *load_phrases().mishaps})
        is_done = second not in _BEING | {"meant"} and not counts and not is_own
        return (is_member or first in _DOERS | list_company_words()) and is_done

    @property
    def is_outcome(self) -> bool:
        """True where it may be what came of what was declared, as `it's nine feet deep`."""
        return may_be_outcome(*self[1:])

    @property
    def outcome(self) -> str:
        """The line without what is said before an outcome, as `the rope holds` for `ok, the rope
        holds`."""
        return drop_interjections(self.typed)

    @property
    def is_told_by_guide(self) -> bool:
        """True where the Guide tells something."""
        first, phrases = self._words[0], load_phrases()
        begun = {*phrases.articles, *phrases.subjects, *DEMONSTRATIVES, *_TELLING}
        find_meanings = self.vocabulary.find_meanings
        kinds = {**find_meanings(first), **find_meanings(_drop_contraction(first))}
        tells = bool({first, _drop_contraction(first)} & begun) or first.isdecimal()
        tells = tells or not _TOLD_OF.isdisjoint(kinds)
        return tells and self.context.is_guide

    @property
    def _words(self) -> list[str]:
        return [token.word for token in self.tokens]

    def choose_help_page(self) -> str:
        """The page of help about what it speaks of."""
        others = [token for at, token in enumerate(self.tokens) if not self._is_near_command(at)]
        if self.similar_command_words:
            return self.similar_command_words[0]
        named = self.parts, self.vocabulary, self.context
        return find_help_page(others, *named, is_question=self.is_question) if others else ""

    def hint_at_help_page(self) -> str:
        """The way to that page, or to all of them."""
        page = self.choose_help_page()
        return f"{_READ}help {page}" if page else "To see all the words: help"

    def list_unknown_words(self) -> list[str]:
        """The words that nobody knows, those that stand together as one."""
        groups = groupby(enumerate(self.tokens), lambda each: self._is_unknown(each[0]))
        return [join_typed_words(token for _, token in each) for is_one, each in groups if is_one]

    def list_npc_creation_lines(self) -> list[str]:
        """The line that makes an NPC of whom nobody knows and something is done with."""
        folk = [word for word in self._words if word in load_phrases().groups["folk"]]
        unknown = self.list_unknown_words() or folk
        is_new = self.context.is_guide and len(unknown) == 1
        is_new = is_new and lacks_needed_npc(self.tokens, self.vocabulary)
        return [f"npc {quote_name(unknown[0])}"] if is_new else []

    def _is_unknown(self, at: int) -> bool:
        token = self.tokens[at]
        bare = token.word.removesuffix("'s")
        stems = {token.word, bare, _drop_contraction(token.word), bare.removesuffix("s")}
        is_named = any((stem,) in self.vocabulary.names for stem in stems)
        is_small = not stems.isdisjoint(_list_known_words())
        is_known = is_named or is_small or any(map(self.vocabulary.is_known, (token.word, bare)))
        return not (
            token.is_quoted
            or is_known
            or parse_amount(self._words[at : at + 2])
            or not bare.isalpha()
        )


def _drop_contraction(word: str) -> str:
    """`who` of `whos`, and `they` of `theyre`; the word itself if it is no such."""
    found = _CONTRACTED.fullmatch(word)
    return found[1] if found else word


@cache
def _list_known_words() -> frozenset[str]:
    """Words that mean something in a line, and are in no list of names."""
    phrases = load_phrases()
    return frozenset(
        list_words_without_deed()
        | list_action_verb_forms()
        | list_inflected_transitive_verbs()
        | list_suffering_verb_forms()
        | list_words_of_all_ways()
        | index_first_words_by_inflected_form().keys()
        | {
            *phrases.materials,
            *SMALL_WORDS,
            *phrases.treasures,
            *phrases.food,
            *phrases.manners,
            *index_command_hints_by_verb(),
        }
    )
