"""What somebody does, which is declared in their own words: `we search the room`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import dropwhile, pairwise, takewhile

from companion.campaign.campaign import Campaign
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary, find_treasure_name
from companion.grammar.phrases.book.vocabulary_building import build_vocabulary
from companion.grammar.phrases.book.word_forms import (
    inflect_verb,
    is_past_verb_form,
    list_action_verb_forms,
    list_company_words,
)
from companion.grammar.phrases.sentences.sentence_parts import list_stop_words, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
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
_UNSURE = frozenset(
    ["what", "who", "if", "whether", "not", "no", "doesn't", "don't", "didn't", "won't"]
)
_ASKING = ("can", "could", "should", "would", "will", "may")
_SPENDING = "spend"
_FEW_WORDS = 3
_OTHERS = ("them", "him", "her", "it")
_SEEMING = ("look", "feel", "smell", "sound", "taste")
_LOOKING = ("look", "looks", "check", "checks", "see", "listen", "listens", "test", "tests", "sees")
"""Before `if`, these say what is done."""
_POSSESSIVES = frozenset(["his", "her", "their", "my", "our"])
_FROM_PACK = re.compile(
    r"\b(?:from|out of) (?:the|his|her|their|my) (?:pack|bag|backpack|belt|purse|pouch|pocket)s?\b"
)
_OF_NO_MOVE = _OF_NO_ACTION | {"thing", "person"}
_OF_NO_PLAIN_DEED = _OF_NO_ACTION | {"thing", "creature", "effect"}
_MIN_VERB = 4
_INTENTION = re.compile(
    r"(?i)^([\w' ]+?),? (?:wants? to|will|shall|plans? to|(?:is|are) (?:going|about) to|"
    r"tries to|try to|means? to|intends? to|decides? to|would like to) (?:be (?=\w+ing\b))?(?=\w)"
)
_DECLARING = re.compile(
    r"(?i)([\w' -]+?),? (?:declares?|announces?)"
    r"(?::| that| to| (?:he|she|they|it)(?:'ll| will)?\b)* (?=\w)"
)
_INTENDING = ("plans", "plan", "intends", "intend", "means", "mean", "about")
_TENDING = ("tend", "nurse", "treat", "care")
_HAVING = ("has", "have", "had")
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
_IS = re.compile(r"^(\w+)['’]s (?!nose\b|head\b)")
_THIS_TURN = re.compile(r"(?i)^this (?:turn|round),? | this (?:turn|round)$")


def list_declaration_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[str]:
    """What somebody does is declared, as `we search the room`."""
    if denied := _NOT_DONE.search(typed):
        typed = typed[: denied.start()]
        at = next(at for at, token in enumerate(tokens) if token.word == "not")
        tokens = [*dropwhile(lambda token: token.word == ",", reversed(tokens[:at]))][::-1]
        if not tokens:
            return
    declared = _DECLARING.match(typed)
    if declared and vocabulary.names_person(declared[1].casefold()):
        yield f"declare {declared[1]} {typed[declared.end() :]}"
    typed = _name_doer_first(_name_people(typed, tokens, vocabulary), tokens, vocabulary)
    if len(tokens) > _MOST_WORDS_OF_ACTION or _NEXT_TURN.search(typed):
        return
    asked = find_trailing_question_position(tokens)
    if asked and tokens[asked].word == "how":  # `wim jumps, how likely`
        return
    is_said = bool(_THIS_TURN.search(typed))
    done = list(takewhile(lambda token: token.word != _WITH, tokens))
    parts = [] if is_said else split_into_parts(done, frozenset(), vocabulary)
    kinds = {kind for part in parts for kind in part.meanings}
    words = {token.word for token in tokens}
    looks = {after.word for before, after in pairwise(tokens) if before.word in _LOOKING}
    if not _UNSURE.isdisjoint(words - looks) or not load_phrases().records.isdisjoint(words):
        return
    if is_said and any(vocabulary.names_person(token.word) for token in tokens[:_FEW_WORDS]):
        yield f"declare {_drop_openers(_say_plainly(typed))}"
        return
    last = tokens[-1].word
    if _tends_ailment(tokens, kinds, vocabulary):
        yield f"declare {typed}"
        return
    if _unpacks(tokens) or _hides_thing(tokens, vocabulary):
        return
    if tokens[0].word in _ASKING and vocabulary.names_person(tokens[min(1, len(tokens) - 1)].word):
        return  # `can wim climb that`
    if len(tokens) == 1 and last in load_phrases().treasures:  # `map`: a thing
        return
    needs_more = last in _list_verbs(load_phrases().transacting)
    if needs_more and sum(each.word not in list_stop_words() for each in tokens) < _FEW_WORDS:
        return
    if (
        tokens[-2:-1]
        and tokens[-2].word in _list_verbs(_SEEMING)
        and last not in load_phrases().whereabouts
    ):
        return  # `they look friendly`
    follows = {token.word for token in tokens[1:2]}
    if tokens[0].word == "check" and follows.isdisjoint(load_phrases().articles):
        return
    for at, token in enumerate(tokens):
        is_noun = [each.word for each in tokens[at + 1 : at + 2]] == ["of"]
        owner, is_owned, _ = tokens[at - 1].word.rpartition("'s") if at else ("", "", "")
        is_noun = is_noun or (bool(is_owned) and vocabulary.names_person(owner))  # `wim's watch`
        is_noun = is_noun or (at > 0 and tokens[at - 1].word in load_phrases().articles)
        if at and tokens[at - 1].word in load_phrases().passive and is_past_verb_form(token.word):
            return  # `the mule is washed away` befalls it
        after = {each.word for each in tokens[at + 1 : at + 2]}
        is_call = token.word in load_phrases().interjections  # `wait i did mean that`
        is_noun = is_noun or (is_call and not after.isdisjoint(load_phrases().subjects))
        is_alone = at > 0 or len(tokens) <= _MOST_WORDS_OF_GERUND
        is_action = _is_action(token.word, kinds, is_alone=is_alone)
        if not is_noun and (is_action or _is_unheard_of(tokens[: at + 1], kinds, vocabulary)):
            _refuse_question_after(typed)
            is_over = is_past_verb_form(token.word) and any(t.word in _HAVING for t in tokens[:at])
            yield f"done {typed}" if is_over else f"declare {_drop_openers(_say_plainly(typed))}"
            return
        name = (token.word.removesuffix("'s"),)
        is_person = "person" in vocabulary.names.get(name, {})
        if not is_person and token.word not in _list_leading_words():
            return


def _refuse_question_after(typed: str) -> None:
    """Raises Ambiguous for `we search the altar, is there anything`: the question is no deed."""
    if said := _ASKED_AFTER.fullmatch(typed):
        message = f"«{said['question']}» asks something beside a deed: each is a line of its own."
        raise Ambiguous(message, f"Try: declare {said['deed']}")


def list_downtime_declaration_lines(
    typed: str, vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """What somebody does in a Downtime Turn is declared, as `wim spends the month in bed`."""
    patterns = load_phrases().patterns
    if first := re.fullmatch(patterns["month first"], typed.strip(" .!"), re.IGNORECASE):
        typed = first["deed"] or f"{first['owner']} {first['work']}"
    said = first or re.fullmatch(patterns["month"], typed.strip(), re.IGNORECASE)
    is_open = bool(campaign.turns) and campaign.innermost_turn.type == "downtime"
    denying = _UNSURE | load_phrases().denials
    if said and is_open and "?" not in typed and not denying & {*typed.casefold().split()}:
        who = (said["who"] or typed.split()[0]).casefold()
        if vocabulary.names_person(who) or who in list_company_words():
            yield f"declare {_drop_openers(_say_plainly(typed))}"


def list_downtime_work_lines(
    typed: str, tokens: Sequence[Token], context: Context
) -> Iterator[str]:
    """What one of the Company earns by or asks about in a Downtime Turn is declared: `wim works at
    the docks`. Nothing of it is counted but by a line of its own."""
    turns = context.campaign.turns
    if not turns or turns[-1].type != "downtime":
        return
    said = re.fullmatch(load_phrases().patterns["month work"], typed.strip(), re.IGNORECASE)
    who = said["who"].casefold() if said and tokens else ""
    if who and (build_vocabulary(context).names_person(who) or who in list_company_words()):
        deed = _IS.sub(r"\1 is ", typed.strip())
        yield f"declare {_drop_openers(_say_plainly(deed))}"


def list_time_spent_lines(typed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """What somebody spends a Turn with is declared, as `we spend the morning foraging`; in the
    next, if that is said."""
    if _SPENDING not in typed.casefold():
        return
    said = re.fullmatch(load_phrases().patterns["turn spent"], typed.strip(" .!"), re.IGNORECASE)
    if said is None or _UNSURE & {*typed.casefold().split()}:
        return
    who = said["who"].casefold()
    is_all = all(word in load_phrases().openers for word in who.split())
    if is_all or vocabulary.names_person(who):
        deed = said["deed"] if is_all else f"{said['who']} {said['deed']}"
        yield f"{'next' if said['next'] else 'declare'} {deed}"


def _name_people(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """What was typed, with the names of those who were called otherwise, as `the mage`."""
    people = [token.typed.casefold() for token in tokens if vocabulary.names_person(token.word)]
    return typed if all(name in typed.casefold() for name in people) else join_typed_words(tokens)


def _name_doer_first(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """What somebody is told to do, with their name first: `forage, corvin`."""
    what, is_apart, name = typed.rstrip(" .!").rpartition(",")
    people = [token for token in tokens if vocabulary.names_person(token.word)]
    is_member = "person" in vocabulary.names.get((name.strip().casefold(),), {})
    return f"{name.strip()} {what}" if is_apart and is_member and len(people) == 1 else typed


def _say_plainly(typed: str) -> str:
    """What is done, of what somebody wants to do this Turn."""
    typed = _INSTEAD.sub("", _THIS_TURN.sub("", _CALLING.sub("", typed)))
    return _INTENTION.sub(r"\1 ", typed)


def _is_action(word: str, kinds: set[str], *, is_alone: bool) -> bool:
    if word.endswith("ing") and not is_alone:
        return False
    is_action = word in list_action_verb_forms() and kinds.isdisjoint(_OF_NO_ACTION)
    return is_action or (
        word in _list_verbs(load_phrases().moves) and kinds.isdisjoint(_OF_NO_MOVE)
    )


def _is_unheard_of(tokens: Sequence[Token], kinds: set[str], vocabulary: Vocabulary) -> bool:
    """True for a verb that means nothing to the companion and is no slip, as `yodels`, of somebody
    of the Company; where nothing is named that it keeps, it is what they do."""
    *before, verb = (token.word for token in tokens)
    is_theirs = any(vocabulary.names_person(word) for word in before)
    is_finite = verb.endswith("s") and not verb.endswith("'s") and len(verb) >= _MIN_VERB
    is_known = vocabulary.is_known(verb) or bool(vocabulary.correct_word(verb))
    is_known = is_known or verb in _INTENDING or verb in _list_verbs(load_phrases().planning)
    return is_theirs and is_finite and not is_known and kinds.isdisjoint(_OF_NO_PLAIN_DEED)


def _tends_ailment(tokens: Sequence[Token], kinds: set[str], vocabulary: Vocabulary) -> bool:
    """True for `ondine tends wim's ague`: an illness is cured by time, or a physician."""
    is_theirs = vocabulary.names_person(tokens[0].word)
    verbs = {token.word for token in tokens[1:_FEW_WORDS]}
    return is_theirs and "effect" in kinds and not _list_verbs(_TENDING).isdisjoint(verbs)


def _unpacks(tokens: Sequence[Token]) -> bool:
    """True for `digs out his potion`: whoever has none fetches none."""
    unpacking = _list_verbs(load_phrases().groups["unpack"])
    words = [token.word for token in tokens]
    places = [at for at, word in enumerate(words) if word in unpacking]
    after = words[places[0] + 1 :] if places else []
    is_owned = not _POSSESSIVES.isdisjoint(after[:2])
    from_pack = bool(_FROM_PACK.search(" ".join(after)))
    return (is_owned and "out" in (after[:1] + after[-1:])) or from_pack


def _hides_thing(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for `hide the chest under the bushes`: what nobody has is left nowhere."""
    words = [token.word for token in tokens]
    hiding = _list_verbs(load_phrases().groups["hiding"])
    at = next((at for at, word in enumerate(words) if word in hiding), len(words))
    after = words[at + 1 : at + _FEW_WORDS + 1]
    thing = next((word for word in after if word not in list_stop_words()), "")
    is_named = bool(vocabulary.names.get((thing,)))  # hides the mule
    is_thing = bool(find_treasure_name(thing) or vocabulary.find_singular(thing))
    return thing in load_phrases().groups["loot"] or (is_thing and not is_named)


@cache
def _list_verbs(verbs: tuple[str, ...]) -> frozenset[str]:
    return frozenset(form for verb in verbs for form in inflect_verb(verb))


@cache
def _list_leading_words() -> frozenset[str]:
    """The words that may stand before an action."""
    phrases = load_phrases()
    return frozenset(
        {*phrases.openers, *phrases.fillers, ",", "and", "all", "of", "together", *_INTENDING}
    )


def _drop_openers(typed: str) -> str:
    """What was typed without what people say before they come to it."""
    spoken, openers = typed.split(), load_phrases().openers
    actions = _list_verbs(load_phrases().actions)
    while len(spoken) > 1 and spoken[1] != "of":
        first = spoken[0].casefold().strip(",:")
        if first not in openers or first in actions or spoken[1].casefold() in _OTHERS:
            break
        del spoken[0]
    return " ".join([spoken[0].strip(":"), *spoken[1:]])
