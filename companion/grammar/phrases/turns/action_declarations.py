"""What somebody does, which is declared in their own words: `we search the room`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import dropwhile, pairwise, takewhile

from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, find_treasure_name
from companion.grammar.phrases.phrasebook.word_forms import (
    is_past_verb_form,
    list_action_verb_forms,
    list_stop_words,
    list_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.turns.spells import casts_spell
from companion.grammar.phrases.turns.unknown_verbs import INTENDING, is_unknown_verb
from companion.grammar.phrases.ways_of_saying.way_matching import find_trailing_question_position
from companion.refusal import Ambiguous

_MOST_WORDS_OF_ACTION = 10
_MOST_WORDS_OF_GERUND = 3
_OF_NO_ACTION = frozenset(
    {"attribute", "carried", "coins", "dice", "dv", "faces"}
    | {"npc", "number", "span", "spot", "store", "times"}
)
"""What a line speaks of that declares no action."""
_WITH = "with"
_SEARCHING = ("search", "hunt", "dig", "feel", "grope", "rummage", "poke", "scour", "fish", "dive")
_SOUGHT = "for"
UNSURE_WORDS = frozenset(
    ["what", "who", "if", "whether", "not", "no", "doesn't", "don't", "didn't", "won't"]
)
_ASKING = ("can", "could", "should", "would", "will", "may")
_FEW_WORDS = 3
_HIM_OR_IT = ("them", "him", "her", "it")
_SEEMING = ("look", "feel", "smell", "sound", "taste")
_LOOKING = ("look", "looks", "check", "checks", "see", "listen", "listens", "test", "tests", "sees")
"""Before `if`, these say what is done."""
_POSSESSIVES = frozenset(["his", "her", "their", "my", "our"])
_FROM_PACK = re.compile(
    r"\b(?:from|out of) (?:the|his|her|their|my) (?:pack|bag|backpack|belt|purse|pouch|pocket)s?\b"
)
_OF_NO_MOVE = _OF_NO_ACTION | {"thing", "person"}
_OF_NO_PLAIN_DEED = _OF_NO_ACTION | {"thing", "creature", "effect"}
"""What a verb that nobody knows is no deed with."""
_INTENTION = re.compile(
    r"(?i)^([\w' ]+?),? (?:wants? to|will|shall|plans? to|(?:is|are) (?:going|about) to|"
    r"tries to|try to|means? to|intends? to|decides? to|would like to) (?:be (?=\w+ing\b))?(?=\w)"
)
_DECLARING = re.compile(
    r"(?i)([\w' -]+?),? (?:declares?|announces?)"
    r"(?::| that| to| (?:he|she|they|it)(?:'ll| will)?\b)* (?=\w)"
)
_TENDING, _HAVING = ("tend", "nurse", "treat", "care"), ("has", "have", "had")
_NEXT_TURN = re.compile(r"(?i)\b(?:next|another|new|one more) (?:turn|leg|round)\b")
_ASKED_AFTER = re.compile(
    r"(?i)(?P<deed>\w+ .*?\w)[,;:.]+ (?:(?:and|so|but|then) )?"
    r"(?P<question>(?:do|does|did|is|are|was|were|can|could|will|would|has|have|should)"
    r" (?:he|she|it|they|we|i|you|there|that|this|any\w+|some\w+|the|an?)\b.*)"
)
_INSTEAD = re.compile(r"(?i)^instead,? (?!of\b)|,? instead[.!]?$")
_CALLING = re.compile(r"(?i)^(?:(?:(?:hang|hold) (?:on|up)|no|wait|nah|nope)[,;:.!]+ )+")
_NOT_DONE = re.compile(r"(?i),? (?:and )?not \w+ing\b(?! (?:to|a|an|any)\b)[^,;.?]*[.!]?$")
"""What somebody does not do, beside what they do: `they listen, not searching`."""
_THERE = ("there's ", "there is ", "there are ", "it is ")
_THIS_TURN = re.compile(r"(?i)^this (?:turn|round),? | this (?:turn|round)$")


def list_declaration_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[str]:
    """What somebody does is declared, as `we search the room`."""
    typed, tokens = _drop_denied_deed(typed, tokens)
    if not tokens:
        return
    declared = _DECLARING.match(typed)
    if declared and vocabulary.names_person(declared[1].casefold()):
        yield f"declare {declared[1]} {typed[declared.end() :]}"
    tried = compile_named_pattern("trying a thing").fullmatch(typed.strip(" .!"))
    if tried and vocabulary.names_person(tried["who"].casefold()):
        yield f"declare {typed}"
    typed = _move_doer_first(
        _replace_aliases_by_names(typed, tokens, vocabulary), tokens, vocabulary
    )
    if _tells_more_than_deed(typed, tokens) or _is_unsure_or_of_records(tokens):
        return
    if _THIS_TURN.search(typed) and any(
        vocabulary.names_person(token.word) for token in tokens[:_FEW_WORDS]
    ):
        yield f"declare {drop_openers(drop_intention_words(typed))}"
        return
    kinds = _list_kinds_named(typed, tokens, vocabulary)
    if _tends_ailment(tokens, kinds, vocabulary):
        yield f"declare {typed}"
    elif not _only_looks_like_deed(tokens, vocabulary):
        yield from _list_lines_by_verb(typed, tokens, kinds, vocabulary)


def _drop_denied_deed(typed: str, tokens: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    """A line and its words without what is not done: `they listen` of `they listen, not
    searching`."""
    denied = _NOT_DONE.search(typed)
    if denied is None:
        return typed, tokens
    at = next(at for at, token in enumerate(tokens) if token.word == "not")
    left = [*dropwhile(lambda token: token.word == ",", reversed(tokens[:at]))][::-1]
    return typed[: denied.start()], left


def _tells_more_than_deed(typed: str, tokens: Sequence[Token]) -> bool:
    """True for a line too long to be one deed, of the next Turn, or that asks `how likely`."""
    asked = find_trailing_question_position(tokens)
    asks_how = bool(asked) and tokens[asked].word == "how"  # `wim jumps, how likely`
    is_of_next_turn = _NEXT_TURN.search(typed) is not None
    return len(tokens) > _MOST_WORDS_OF_ACTION or is_of_next_turn or asks_how


def _is_unsure_or_of_records(tokens: Sequence[Token]) -> bool:
    """True where nobody says that it is done, or where something is written down."""
    words = {token.word for token in tokens}
    looks = {after.word for before, after in pairwise(tokens) if before.word in _LOOKING}
    return not UNSURE_WORDS.isdisjoint(words - looks) or not load_phrases().records.isdisjoint(
        words
    )


def _list_kinds_named(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> set[str]:
    """The kinds of what is named before `with`; none of what is of this Turn, or a spell's name."""
    if _THIS_TURN.search(typed) or casts_spell(tokens):
        return set()
    done = list(takewhile(lambda token: token.word != _WITH, tokens))
    done = done[: _find_start_of_sought(done)]
    parts = split_into_parts(done, frozenset(), vocabulary)
    return {kind for part in parts for kind in part.meanings}


def _find_start_of_sought(tokens: Sequence[Token]) -> int:
    """Where a line goes on with what is looked for, as `for the rope`: whoever looks for a thing
    does nothing with it. The line's end if it names no such."""
    words = [token.word for token in tokens]
    searches = [at for at, word in enumerate(words) if word in list_verb_forms(_SEARCHING)]
    small = {*load_phrases().articles, *_POSSESSIVES}
    for at in range(searches[0] + 1 if searches else len(words), len(words) - 1):
        if words[at] == _SOUGHT and tokens[at + 1].typed.casefold() in small:
            return at
    return len(words)


def _only_looks_like_deed(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for lines that only look like a deed, as `can wim climb that`, `map`, `they look
    friendly` and `there's scratching`."""
    if _gets_thing_out_of_pack(tokens) or _hides_thing(tokens, vocabulary):
        return True
    first, last, phrases = tokens[0].word, tokens[-1].word, load_phrases()
    second = tokens[1].word if tokens[1:] else first
    is_asked = first in _ASKING and vocabulary.names_person(second)
    if is_asked or f"{first} {second} ".startswith(_THERE):
        return True
    if len(tokens) == 1 and last in phrases.treasures:
        return True
    meant = sum(each.word not in list_stop_words() for each in tokens)
    if meant < _FEW_WORDS and last in list_verb_forms(phrases.transacting):
        return True
    seems = tokens[-2:-1] and tokens[-2].word in list_verb_forms(_SEEMING)
    if seems and last not in phrases.whereabouts:
        return True
    return first == "check" and (len(tokens) == 1 or second not in phrases.articles)


def _list_lines_by_verb(
    typed: str, tokens: Sequence[Token], kinds: set[str], vocabulary: Vocabulary
) -> Iterator[str]:
    """The line that declares a deed, by the first of its words that is its verb; nothing where
    another word than who does it comes before."""
    passive = load_phrases().passive
    for at, token in enumerate(tokens):
        if at and tokens[at - 1].word in passive and is_past_verb_form(token.word):
            return  # `the mule is washed away` befalls it
        is_alone = at > 0 or len(tokens) <= _MOST_WORDS_OF_GERUND
        is_action = _is_action_verb(token.word, kinds, is_alone=is_alone)
        is_plain = kinds.isdisjoint(_OF_NO_PLAIN_DEED)
        is_verb = is_action or (is_plain and is_unknown_verb(tokens, at, vocabulary))
        if is_verb and not _is_noun_at(at, tokens, vocabulary):
            _refuse_question_after(typed)
            before = {each.word for each in tokens[:at]}
            is_over = is_past_verb_form(token.word) and not before.isdisjoint(_HAVING)
            in_vain = compile_named_pattern("deed in vain").search(typed)
            is_over = is_over or (in_vain is not None and before.isdisjoint(_ASKING))
            deed = drop_openers(drop_intention_words(typed))
            yield f"done {typed}" if is_over else f"declare {deed}"
            return
        is_person = vocabulary.names_member(token.word.removesuffix("'s"))
        if not is_person and token.word not in _list_words_before_action():
            return


def _is_noun_at(at: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a verb that is a noun where it stands: `wim's watch`, `the search`, `march of`."""
    before = tokens[at - 1].word if at else ""
    after = tokens[at + 1].word if tokens[at + 1 :] else ""
    owner, is_owned, _ = before.rpartition("'s")
    is_owned_by_person = bool(is_owned) and vocabulary.names_person(owner)
    phrases = load_phrases()
    is_call = tokens[at].word in phrases.interjections  # `wait i did mean that`
    calls = is_call and after in phrases.subjects
    return after == "of" or is_owned_by_person or before in phrases.articles or calls


def _refuse_question_after(typed: str) -> None:
    """Raises Ambiguous for `we search the altar, is there anything`: the question is no deed."""
    if said := _ASKED_AFTER.fullmatch(typed):
        message = f"«{said['question']}» asks something beside a deed: each is a line of its own."
        raise Ambiguous(message, f"Try: declare {said['deed']}")


def _replace_aliases_by_names(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """What was typed, with the name of who does it where they were called otherwise: `the mage`."""
    people = [token.typed.casefold() for token in tokens if vocabulary.names_person(token.word)]
    return join_typed_words(tokens) if people and people[0] not in typed.casefold() else typed


def _move_doer_first(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """What somebody is told to do, with their name first: `forage, corvin`."""
    what, is_apart, name = typed.rstrip(" .!").rpartition(",")
    people = [token for token in tokens if vocabulary.names_person(token.word)]
    is_member = vocabulary.names_member(name.strip().casefold())
    return f"{name.strip()} {what}" if is_apart and is_member and len(people) == 1 else typed


def drop_intention_words(typed: str) -> str:
    """What is done, of what somebody wants to do this Turn."""
    typed = _INSTEAD.sub("", _THIS_TURN.sub("", _CALLING.sub("", typed)))
    return _INTENTION.sub(r"\1 ", typed)


def _is_action_verb(word: str, kinds: set[str], *, is_alone: bool) -> bool:
    """True for a verb that is an action of its own with what is named beside it."""
    if word.endswith("ing") and not is_alone:
        return False
    is_of_beings = word in list_verb_group_forms("done_to_beings")
    kinds = kinds - {"npc"} if is_of_beings else kinds
    kinds = kinds - {"carried"} if word in list_verb_group_forms("done_to_things") else kinds
    is_action = word in list_action_verb_forms() and kinds.isdisjoint(_OF_NO_ACTION)
    return is_action or (
        word in list_verb_forms(load_phrases().moves) and kinds.isdisjoint(_OF_NO_MOVE)
    )


def _tends_ailment(tokens: Sequence[Token], kinds: set[str], vocabulary: Vocabulary) -> bool:
    """True for `ondine tends wim's ague`: an illness is cured by time, or a physician."""
    is_theirs = vocabulary.names_person(tokens[0].word)
    verbs = {token.word for token in tokens[1:_FEW_WORDS]}
    return is_theirs and "effect" in kinds and not list_verb_forms(_TENDING).isdisjoint(verbs)


def _gets_thing_out_of_pack(tokens: Sequence[Token]) -> bool:
    """True for `digs out his potion`: whoever has none fetches none."""
    unpacking = list_verb_group_forms("unpack")
    words = [token.word for token in tokens]
    after = [*dropwhile(lambda word: word not in unpacking, words)][1:]
    is_owned = not _POSSESSIVES.isdisjoint(after[:2])
    from_pack = bool(_FROM_PACK.search(" ".join(after)))
    return (is_owned and "out" in (after[:1] + after[-1:])) or from_pack


def _hides_thing(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for `hide the chest under the bushes`: what nobody has is left nowhere."""
    words = [token.word for token in tokens]
    hiding = list_verb_group_forms("hiding")
    at = next((at for at, word in enumerate(words) if word in hiding), len(words))
    after = words[at + 1 : at + _FEW_WORDS + 1]
    thing = next((word for word in after if word not in list_stop_words()), "")
    is_named = bool(vocabulary.find_meanings(thing))  # hides the mule
    is_thing = bool(find_treasure_name(thing) or vocabulary.find_singular(thing))
    return thing in load_phrases().groups["loot"] or (is_thing and not is_named)


@cache
def _list_words_before_action() -> frozenset[str]:
    """The words that may stand before an action."""
    phrases = load_phrases()
    return frozenset(
        {*phrases.openers, *phrases.fillers, ",", "and", "all", "of", "together", *INTENDING}
    )


def drop_openers(typed: str) -> str:
    """What was typed without what people say before they come to it."""
    spoken, openers = typed.split(), load_phrases().openers
    actions = list_action_verb_forms()
    while len(spoken) > 1 and spoken[1] != "of":
        first = spoken[0].casefold().strip(",:")
        if first not in openers or first in actions or spoken[1].casefold() in _HIM_OR_IT:
            break
        del spoken[0]
    return " ".join([spoken[0].strip(":"), *spoken[1:]])
