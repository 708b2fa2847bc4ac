"""Tells which lines may be meant: what is only so, supposed or intended changes nothing."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.sentences.tokens import Token

_CHANCES = ("check ", "save ")
_ENDING = ("quit", "errant remove", "npc remove", "faction remove")
_CLOSING = ("out",)
_OF_ANOTHER = ("he", "she", "he's", "she's")
"""Whoever leaves so is not the Company."""
_NEW = ("give ",)
_RETURNING = ("again", "back")
"""Words of what somebody had before: it is not given anew."""
_OLD = (*_RETURNING, "his", "her", "their", "my", "our")
"""Words of what somebody had before, in a line in which nobody gives: who takes `her pack` had
it."""
_GETTING = ("get", "gets", "got", "grabs", "picks", "fetches", "fetch", "grab", "pick")
_LETTING = ("let", "let's")
"""Before `have`, these say that somebody gets it."""
_FINDING, _IT = ("there", "find", "finds", "found"), ("it", "them")
_PERFECT = ("has", "have", "had")
_HARMING = ("hurt ", "attack ", "hazard ", "wound ", "fight ", "effect add ")
"""Words of what happens to somebody: not for what they intend."""
_ADDING = ("coins ", "supply ", "exhaust ", "give ", "drop ", "pass ")
_HOLDING = ("company ", "slots ")
"""What is held, of which `will the rope hold` asks nothing."""
_LOOKING = ("slots ",)
"""What is answered where no more than a name is said."""
_BUYING = "buy "
_EXCHANGE = re.compile(r'talk (?:"[^"]+"|\S+) (?:convincing|giving|taking)\b.*')
"""An exchange of a negotiation, as it is rolled for."""
_ASKING_SUCCESS = re.compile(r"(?i)(?:will|would) \w+ (?:make|pass|manage|succeed)\b")
"""How it is asked whether somebody will manage a Check."""
_ASKING_CHANCE = re.compile(
    r"(?i)^(?:(?:and|so|but|ok),? )*"
    r"(?:(?:what(?:['’]s| is| are) )?(?:the |his |her |their |\w+['’]s )?(?:odds|chances?)\b"
    r"|what if\b|how likely\b|would (?!you\b|like\b)\w)"
    r"|[,;:.] (?:what(?:['’]s| is| are) )?(?:the |his |her |their )?"
    r"(?:odds|chances?|how likely)[?.!]*$"
)
"""How it is asked what the chance of something is, before it or after it."""
_GIVEN_COINS = re.compile(r"give \S+ \d+ (?:penn(?:y|ies)|shillings?|guilders?)\b")


def list_said_words(tokens: Sequence[Token]) -> set[str]:
    """The words of a line, without those that tell no state, as `has` in `has dropped`, and in
    `there is a purse, wim has it`."""
    is_found = not {*_FINDING}.isdisjoint(token.word for token in tokens)
    return {
        token.word
        for token, after in zip_longest(tokens, tokens[1:])
        if not (after and _says_no_state(token.word, after.word))
        and not (is_found and after and token.word == "has" and after.word in _IT)
    }


@cache
def _list_past_participles() -> frozenset[str]:
    """Forms of verbs of what has been done, as `sold`, which `has` may stand before."""
    irregular = load_phrases().irregular.values()
    return frozenset(form for forms in irregular for form in forms) - {"got", "had"}


def _says_no_state(word: str, after: str) -> bool:
    """True for `has` before what has been done, for `wants to`, and for `going for` somebody."""
    is_perfect = word in _PERFECT and (after in _list_past_participles() or after.endswith("ed"))
    is_aimed = (word, after) == ("going", "for")
    return is_perfect or is_aimed or (word in load_phrases().having and after == "to")


def may_be_meant_as_fact(line: str, said: set[str], *, is_mended: bool) -> bool:
    """False for a line that changes something where it was told how things might be, or are; and
    for one that ends or takes back something, of which a word was mended."""
    if is_mended and (line in _CLOSING or line.startswith(_ENDING)):
        return False
    if line in _CLOSING and not said.isdisjoint(_OF_ANOTHER):
        return False
    if line in _CLOSING and "leave" in said and not said.isdisjoint(load_phrases().pronouns):
        return False
    phrases = load_phrases()
    if "will" in said and line.startswith(_HOLDING):
        return False
    if line.startswith(_LOOKING) and not said.isdisjoint(phrases.doing):
        return not said.isdisjoint((*phrases.questions, *phrases.requests))
    if line.startswith(_NEW) and not said.isdisjoint(_RETURNING if "give" in said else _OLD):
        return False
    if "worth" in said and _GIVEN_COINS.match(line):
        return False  # a chalice worth 50p is no chalice and 50p
    words = line.split()
    if words[-1:] == ["or"] or (words[:1] == ["pass"] and words[1:2] == words[2:3]):
        return False
    if line.startswith(_BUYING) and not said.isdisjoint((*phrases.having, *_GETTING)):
        # `bree wants her torch` is no purchase
        return " from " in line or said.isdisjoint((*_OLD, "the"))
    if line.startswith(_HARMING) and not said.isdisjoint(load_phrases().intending):
        return line.endswith(" ?")
    has_more = bool(said & {"more", *_LETTING}) and said.isdisjoint({*phrases.having} - {*_PERFECT})
    return has_more or said.isdisjoint(phrases.having) or not line.startswith(_ADDING)


_ASKED_AND_ROLLED = re.compile(
    r"(?i)\bdo(?:es)? \w+ (?:notice|hear|see|spot|smell)\b[^?]*\?,? (?:dv|hard|easy)\b[^?]*$"
)
"""How it is asked what somebody notices, for a Check that is rolled at once."""


def write_chance_as_question(line: str, typed: str) -> str:
    """A Check, a save or an exchange of a negotiation that is asked about is not rolled: its chance
    is told."""
    if " =" in line or line.endswith("?"):
        return line
    is_asked = "?" in typed and not _ASKED_AND_ROLLED.search(typed)
    asks = is_asked or _ASKING_SUCCESS.match(typed) is not None
    is_roll = asks and line.startswith(_CHANCES)
    is_talk = _EXCHANGE.fullmatch(line) is not None and _ASKING_CHANCE.search(typed) is not None
    return f"{line} ?" if is_roll or is_talk else line
