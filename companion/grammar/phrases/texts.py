"""Phrases whose words are kept as they were typed: notes, and what somebody does."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile

from companion.errant.goods import find_listed_good
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.kinds.packs.item_matching import match_items
from companion.grammar.phrases.book.phrasebook import (
    inflect_verb,
    list_action_forms,
    load_phrases,
    respell_numbers,
)
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.sentence import list_skipped_words, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token, join_typed

_MOST_WORDS_OF_ACTION, _MOST_WORDS_OF_GERUND = 10, 3
_OF_NO_ACTION = frozenset(
    {"attribute", "carried", "coins", "dice", "dv", "faces"}
    | {"npc", "number", "span", "spot", "store", "times"}
)
"""What a line speaks of that declares no action."""
_WITH = "with"
_CALLED = ("called", "named")
_HIRED = re.compile(
    r"(?i)(?:[\w']+(?:'ve|’ve| have| has)? )?(?:hire|recruit|employ)(?:s|d|ed)? "
    r"(?:(?:an? |the )?(?P<trade>[\w-]+)(?: (?:called|named)|,) (?P<name>[a-z]+)"
    r"(?:'s (?:his|her) name)?|(?P<first>[a-z]+) as (?:an? |our |the )?(?P<as>[\w-]+))[.!]?"
)
"""Somebody hired by name and trade, as `a porter called Pip` and `wat as torchbearer`."""
_QUESTIONS = (
    "is it",
    "is the",
    "are the",
    "will the",
    "would the",
    "was the",
    "were the",
    "does the",
    "is anybody",
    "is anyone",
)
_ADDING = ("add", "make", "write", "take", "new", "a", "read", "last")
_LEADING = ("let's", "lets", "please", "so")
_UNSURE = frozenset(
    ["what", "who", "if", "whether", "not", "no", "doesn't", "don't", "didn't", "won't"]
)
_ASKING = ("can", "could", "should", "would", "will", "may")
_FEW_WORDS = 3
_OTHERS = ("them", "him", "her", "it")
_SEEMING = ("look", "feel", "smell", "sound", "taste")
_LOOKING = ("look", "looks", "check", "checks", "see", "listen", "listens", "test", "tests", "sees")
"""Before `if`, these say what is done."""
_OF_NO_MOVE = _OF_NO_ACTION | {"thing", "person"}


_OF_NO_PLAIN_DEED = _OF_NO_ACTION | {"thing", "creature", "effect"}
_MIN_VERB = 4


_FATE = (
    r"(?:ask (?:the )?(?:die of )?fate|let (?:fate|luck) decide|roll (?:the )?(?:die of )?fate|"
    r"(?:the )?(?:die of fate|fate die|oracle))"
)
_FACE = r"(?:,? ?(?:says|shows|gives)? ?=?(?P<face>[1-6]))?"
_CHANCE = re.compile(
    r"(?i)(?:ok,? |so,? )?(?:(?:there's|there is|it's|it is|say|roll|call it|\w+ (?:has|have)) )*"
    r"(?:an? |the )?(?:(?P<most>\d+)[- ]?in[- ]?(?P<sides>4|6|8|10|12|20|100)|(?P<percent>\d\d?)"
    r" ?(?:%|percent|per cent))(?P<chance> chance)?(?P<what>,? (?!chance)[^\d?]*)?[.!]?"
)
"""`2 in 6 they hear us`, or `a 30% chance`."""
_FATE_LAST = re.compile(rf"(?i)(?P<question>\w.*?)[?,:;.]+ (?:the )?{_FATE}{_FACE}")
_FATE_FIRST = re.compile(rf"(?i){_FATE}(?: (?:if|whether))?[:,]? (?P<question>[^\W\d].*?){_FACE}")
"""`is the door locked? ask fate`, and the other way round."""
_THING = re.compile(r"(?:an? |the )?(\w+(?: \w+)?)\?")
"""A thing that is asked for in no words, as `rope?`."""
_HELD = re.compile(
    r"(?i)(?:who|any(?:one|body))(?:['’]s| is| still)*"
    r"(?: has| have| got| carries| carrying| holds| holding| lugging| lugs| hauling| hauls)+ "
    r"(?:any |an? |the |some |our )*(?P<thing>[\w'’ -]+?)(?: left| with us)?\??"
)
"""Who has a thing, as `who has a healer's kit`."""
_INTENTION = re.compile(
    r"(?i)^([\w' ]+?),? (?:wants? to|will|shall|plans? to|(?:is|are) (?:going|about) to|"
    r"tries to|try to|means? to|intends? to|decides? to|would like to) (?=\w)"
)
_LIVING = re.compile(r" (?:in|from|living in|who lives in) (?=[A-Z])")
"""Where somebody lives, as `in Reedmarket`."""
_SAID_BEFORE = (["down"], ["it"], ["it", "down"], ["this"], ["this", "down"], ["that"])
"""What is to be written down, in words that are not here: `remember this`."""
_KEPT_SECRET = re.compile(
    r"(?i)(?:please )?(?:note|write|jot|log|record|remember|memo)\b[^:]{0,40}"
    r"\b(?:me|myself|private|privately|secret|secretly|eyes|only|guide|gm|dm)\b[^:]{0,20}: ?(\S.*)"
)
"""A note of which is said, before a colon, that it is for the Guide alone."""
_DECLARING = re.compile(
    r"(?i)([\w' -]+?),? (?:declares?|announces?)"
    r"(?::| that| to| (?:he|she|they|it)(?:'ll| will)?\b)* (?=\w)"
)
_INTENDING = ("plans", "plan", "intends", "intend", "means", "mean", "about")
_THIS_TURN = re.compile(r"(?i)^this (?:turn|round),? | this (?:turn|round)$")


def list_chances(typed: str) -> Iterator[str]:
    """The roll of a chance as people say it: `2 in 6` is a D6 that shows 2 at most."""
    said = _CHANCE.fullmatch(respell_numbers(typed.strip()))
    if said and (said["chance"] or not said["percent"]):
        sides = said["sides"] or "100"
        yield f"roll d{sides} <= {said['most'] or said['percent']}"


def list_hired(typed: str) -> Iterator[str]:
    """The line by which somebody joins whose name and trade are said."""
    said = _HIRED.fullmatch(typed.strip())
    trade, name = (said["trade"] or said["as"], said["name"] or said["first"]) if said else ("", "")
    if trade.casefold() in load_phrases().trades and name.casefold() not in load_phrases().trades:
        yield f"errant add {name[:1].upper()}{name[1:]} retainer"


def list_text_lines(typed: str) -> Iterator[str]:
    """The line of a text that is kept, as a note."""
    if asked := _FATE_LAST.fullmatch(typed) or _FATE_FIRST.fullmatch(typed):
        face = f" ={asked['face']}" if asked["face"] else ""
        yield f"fate {asked['question'].rstrip(' ?')}{face}"
        return
    if told := re.fullmatch(load_phrases().patterns["done last"], typed, re.IGNORECASE):
        yield f"done {told[1]}"
    if secret := _KEPT_SECRET.fullmatch(typed):
        yield f"note secret {secret[1]}"
        return
    spoken, articles = typed.split(), load_phrases().articles
    plain = [word.casefold().strip(":,") for word in spoken]
    begun = next((at for at, word in enumerate(plain) if word not in _LEADING), 0)
    places = [at for at, word in enumerate(plain) if word not in articles and at >= begun]
    said = [plain[at] for at in places]
    for line, way in _list_openings():
        end = len(way)
        if said[:end] == way and places[end:]:
            kept = spoken[places[end - 1] + 1 :]
            if kept[0].isdigit() and way[0] in WORDS and way[0] != line:
                continue  # `log 20 lines` is no note
            if [word.casefold() for word in kept] in _SAID_BEFORE:
                return
            if line == "tell" and kept[0].casefold() == "about":  # that makes it known
                return
            text = " ".join(_name_first(kept) if line.endswith(" new") else kept)
            yield f"{line} {_LIVING.sub(' at ', text) if line == 'npc new' else text}"
            return
    last = -2 if plain[-2:] == ["note", "that"] else -1
    if len(spoken) > 2 and plain[last] in ("note", "noted") and plain[0] not in (*WORDS, *_ADDING):
        yield f"note {' '.join(spoken[:last]).rstrip(' ,;.')}"


def _name_first(told: list[str]) -> list[str]:
    """The name of somebody new, and what they are as a note: `a smith called Dagna` and `Dagna, a
    smith` are `Dagna note a smith`."""
    plain = [word.casefold().strip(",") for word in told]
    called = next((at for at in range(len(told) - 1) if plain[at] in _CALLED), -1)
    name, what = told[called + 1 :], told[: max(called, 0)]
    for at, (word, after) in enumerate(pairwise(name), 1):
        if not what and word.endswith(",") and after.casefold() in load_phrases().articles:
            name, what = name[:at], name[at:]
    said = " ".join(name).rstrip(","), " ".join(what).rstrip(",")
    return list(said[:1]) if not what else [said[0], "note", said[1]]


@cache
def _list_openings() -> tuple[tuple[str, list[str]], ...]:
    """How a text is begun, with the word it is for: of each word the longest first."""
    return tuple(
        (line, way.split())
        for line, ways in load_phrases().openings.items()
        for way in sorted(ways, key=len, reverse=True)
    )


def list_declare_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[str]:
    """What somebody does is declared, as `we search the room`."""
    declared = _DECLARING.match(typed)
    if declared and vocabulary.is_person(declared[1].casefold()):
        yield f"declare {declared[1]} {typed[declared.end() :]}"
    typed = _name_doer_first(_name_people(typed, tokens, vocabulary), tokens, vocabulary)
    if len(tokens) > _MOST_WORDS_OF_ACTION:
        return
    is_said = bool(_THIS_TURN.search(typed))
    done = list(takewhile(lambda token: token.word != _WITH, tokens))
    parts = [] if is_said else split_into_parts(done, frozenset(), vocabulary)
    kinds = {kind for part in parts for kind in part.meanings}
    words = {token.word for token in tokens}
    looks = {after.word for before, after in pairwise(tokens) if before.word in _LOOKING}
    if not _UNSURE.isdisjoint(words - looks) or not load_phrases().records.isdisjoint(words):
        return
    last = tokens[-1].word
    if tokens[0].word in _ASKING and vocabulary.is_person(tokens[min(1, len(tokens) - 1)].word):
        return  # `can wim climb that`
    if len(tokens) == 1 and last in load_phrases().treasures:  # `map`: a thing
        return
    needs_more = last in _list_verbs(load_phrases().transacting)
    if needs_more and sum(each.word not in list_skipped_words() for each in tokens) < _FEW_WORDS:
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
        is_noun = is_noun or (bool(is_owned) and vocabulary.is_person(owner))  # `wim's watch`
        is_noun = is_noun or (at > 0 and tokens[at - 1].word in load_phrases().articles)
        after = {each.word for each in tokens[at + 1 : at + 2]}
        is_call = token.word in load_phrases().interjections  # `wait i did mean that`
        is_noun = is_noun or (is_call and not after.isdisjoint(load_phrases().subjects))
        is_alone = at > 0 or len(tokens) <= _MOST_WORDS_OF_GERUND
        is_action = _is_action(token.word, kinds, is_alone=is_alone)
        if not is_noun and (is_action or _is_unheard_of(tokens[: at + 1], kinds, vocabulary)):
            yield f"declare {_drop_openers(_say_plainly(typed))}"
            return
        name = (token.word.removesuffix("'s"),)
        is_person = "person" in vocabulary.names.get(name, {})
        if not is_person and token.word not in _list_leading_words():
            return


def _name_people(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """What was typed, with the names of those who were called otherwise, as `the mage`."""
    people = [token.typed.casefold() for token in tokens if vocabulary.is_person(token.word)]
    return typed if all(name in typed.casefold() for name in people) else join_typed(tokens)


def _name_doer_first(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """What somebody is told to do, with their name first: `forage, corvin`."""
    what, is_apart, name = typed.rstrip(" .!").rpartition(",")
    people = [token for token in tokens if vocabulary.is_person(token.word)]
    is_member = "person" in vocabulary.names.get((name.strip().casefold(),), {})
    return f"{name.strip()} {what}" if is_apart and is_member and len(people) == 1 else typed


def _say_plainly(typed: str) -> str:
    """What is done, of what somebody wants to do this Turn."""
    return _INTENTION.sub(r"\1 ", _THIS_TURN.sub("", typed))


def list_fate_lines(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[str]:
    """Fate is asked what the companion does not know, as `will the bridge hold`."""
    if asked := _THING.fullmatch(typed):
        yield f"price {asked[1]}"
    begun = " ".join(token.word for token in tokens[:2])
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    if begun in _QUESTIONS and not any(part.meanings for part in parts):
        yield f"fate {typed}"


def list_holder_lines(typed: str, context: Context) -> Iterator[str]:
    """Who carries something that anybody has, or that has a price."""
    if not (asked := _HELD.fullmatch(typed.strip())):
        return
    thing = asked["thing"].replace("’", "'")
    is_held = any(match_items(errant, thing) for errant in context.campaign.errants)
    if is_held or find_listed_good(thing, context.read_goods()):
        yield f"company {thing}"


def _is_action(word: str, kinds: set[str], *, is_alone: bool) -> bool:
    if word.endswith("ing") and not is_alone:
        return False
    is_action = word in list_action_forms() and kinds.isdisjoint(_OF_NO_ACTION)
    return is_action or (
        word in _list_verbs(load_phrases().moves) and kinds.isdisjoint(_OF_NO_MOVE)
    )


def _is_unheard_of(tokens: Sequence[Token], kinds: set[str], vocabulary: Vocabulary) -> bool:
    """True for a verb that means nothing to the companion and is no slip, as `yodels`, of somebody
    of the Company; where nothing is named that it keeps, it is what they do."""
    *before, verb = (token.word for token in tokens)
    is_theirs = any(vocabulary.is_person(word) for word in before)
    is_finite = verb.endswith("s") and not verb.endswith("'s") and len(verb) >= _MIN_VERB
    is_known = vocabulary.is_known(verb) or bool(vocabulary.correct_word(verb))
    is_known = is_known or verb in _INTENDING
    return is_theirs and is_finite and not is_known and kinds.isdisjoint(_OF_NO_PLAIN_DEED)


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
