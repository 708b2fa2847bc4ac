"""Phrases by which each of several does the same with what they have: `bree and wim each drop a
torch`, `everyone drops their packs`; and all lights that are put out at once."""

import re
from collections.abc import Sequence
from itertools import pairwise

from companion.errant.company import list_members_present
from companion.errant.names_to_type import make_typed_item_name, quote_typed_name
from companion.errant.packs.light import measure_light
from companion.errant.singulars import singularise_name
from companion.grammar.context import Context
from companion.grammar.name_matching import find_only_match
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_company_words
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.refusal import Ambiguous, Refusal
from companion.text_cleaning import quote_name

_MAY_BE_EACH = re.compile(
    r"(?i)\b(?:each|apiece|both|all|their|our|every(?:one|body))\b"
    r"|\band\b.* (?:light|lit|snuff|douse)\b.* (?:torch|lantern|candle)"
)
_APIECE = ("each", "apiece")
_EACH = (*_APIECE, "both", "all")
_ALL = ("all", "they")
_THEY = "they"
"""A word that may mean those who fight or are met."""
_OF_ALL = ("of", "them")
_THEIRS = ("their", "our", "its")
_OWN_WORDS = ("drop", "stash", "light", "snuff", "move", "use", "fetch", "refill")
"""Words of what somebody does with what they have."""
_OF_NAMED = (*_OWN_WORDS, "give", "coins", "buy", "pass", "eat", "exhaust", "supply")
"""Words of deeds of people who are named. What everybody gets has a line of its own."""
_FEWEST = 2
_BOTH = re.compile(r"(?i)\bboth\b")
_FOR_DAYLIGHT = re.compile(
    r"(?i),? (?:(?:now|as|since) )?(?:it['’]?s|it is) (?:day|daylight|light|morning)"
    r"(?: now| again)?$"
)
_EXCEPT = re.compile(
    r"(?i),? (?:except|but|all but|save|apart from)(?: for)? (?P<who>\w+?)(?:['’]s)?$"
)
"""Whose lights go on burning."""
_SORT = re.compile(r"(?i)\b(torch|lantern|candle)(?:es|s)?\b")
_LIGHTING = ("light", "lights", "lit", "snuff", "snuffs", "douse", "douses")
"""Verbs of what is done with one light at a time."""
_JOINTS, _OWNERS, _OF_LIGHTS = ("and", ","), ("his", "her", "their", "our"), ("snuff", "light")


def may_be_deed_of_each(typed: str) -> bool:
    """True for a line that may say of each of several what they do."""
    return _MAY_BE_EACH.search(typed) is not None


def split_deed_of_each(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each who does the same; nothing for any other line."""
    book = context.campaign.book
    if tokens[0].word == _THEY and (book.combatants or book.met.npc):
        return ()
    if tokens[0].word in load_phrases().articles and tokens[1:2]:
        tokens = tokens[1:]
    people, end = _read_doers(tokens, vocabulary, context)
    said = [token for token in tokens[end:] if token.word not in _APIECE]
    words = {token.word for token in tokens}
    is_all = tokens[0].word in list_company_words().union(_ALL)
    is_each = not words.isdisjoint((*_EACH, *_THEIRS)) or tokens[0].word.startswith("every")
    lights = bool(said) and said[0].word in _LIGHTING and _SORT.search(said[-1].word) is not None
    if len(people) < _FEWEST or not said or not (is_each or lights):
        return ()
    if lights and said[-1].word.endswith("s"):  # each lights one
        one = singularise_name(said[-1].word)
        said = [*said[:-1], Token(one, one)]
    lines = tuple(join_typed_words([Token(each.casefold(), each), *said]) for each in people)
    own = _OWN_WORDS if is_all else _OF_NAMED
    is_own = all(find_only_command_word(line, context) in own for line in lines)
    return lines if is_own else ()


def _read_doers(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[list[str], int]:
    """Who is named at the beginning of a line, and where what they do begins."""
    members = {
        each.id: quote_typed_name(each) for each in list_members_present(context.campaign.errants)
    }
    end = 0
    every = list_company_words().union(_ALL)
    if tokens[0].word in every:
        while end < len(tokens) and tokens[end].word in every.union(_OF_ALL):
            end += 1
        return [*members.values()], end
    people: list[str] = []
    while end < len(tokens):
        found = vocabulary.find_member(tokens[end].word)
        if found in members:
            people.append(members[found])
        elif tokens[end].word not in ("and", ",", *_EACH):
            break
        end += 1
    return people, end


def find_only_command_word(line: str, context: Context) -> str:
    """The word of the one line that this means, or by which it is asked back; "" for several, and
    for none."""
    try:
        reading = next(iter(list_command_readings(line, context)), ())
    except Ambiguous as refusal:
        return refusal.hint.removeprefix("Try: ").partition(" ")[0]
    except Refusal:
        return ""
    return reading[0].split()[0] if len(reading) == 1 else ""


def split_snuffing_of_all_lights(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each light of those here, where all of them are put out, or all of one sort;
    but for those of one who is excepted."""
    typed = _FOR_DAYLIGHT.sub("", typed.strip(" .!"))
    spared = _EXCEPT.search(typed)
    kept = find_only_match(spared["who"], context.campaign.errants) if spared else None
    said = typed[: spared.start()] if spared and kept else typed
    if not compile_named_pattern("all lights out").fullmatch(said.strip(" .!")):
        return ()
    lit = measure_light(context.campaign.errants).sources
    holders = ((context.campaign.get_errant(each.errant), each.item) for each in lit)
    named = ((who, who.get_item(item_id)) for who, item_id in holders)
    sort = _SORT.search(typed)
    lines = tuple(
        f"snuff {quote_typed_name(who)} {quote_name(make_typed_item_name(who, item))}"
        for who, item in named
        if who is not kept and (sort is None or sort[1].casefold() in item.name.casefold())
    )
    return () if _BOTH.search(typed) and len(lines) != _FEWEST else lines


def split_listed_lights(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each of `put out the torch and wim's lantern`; nothing for any other line."""
    ends = [at for at, token in enumerate(tokens) if token.word in _JOINTS]
    is_out = tokens[-1].word == "out"
    last = len(tokens) - is_out
    chunks = [tokens[a + 1 : b] for a, b in pairwise([-1, *ends, last])]
    begun = next(
        (at for at in range(1, len(chunks[0])) if _begins_name_of_thing(chunks[0][at], vocabulary)),
        0,
    )
    others = [chunk for chunk in chunks[1:] if chunk]
    if (
        not begun
        or not others
        or not all(_begins_name_of_thing(each[0], vocabulary) for each in others)
    ):
        return ()
    end = tokens[last:]
    first = tokens[:begun]
    lines = tuple(join_typed_words([*first, *each, *end]) for each in (chunks[0][begun:], *others))
    words = {find_only_command_word(line, context) for line in lines}
    return lines if len(words) == 1 and words <= {*_OF_LIGHTS} else ()


def _begins_name_of_thing(token: Token, vocabulary: Vocabulary) -> bool:
    """True for `the`, `her` and `wim's`, and for the name of a thing."""
    is_owner = token.word in (*load_phrases().articles, *_OWNERS) or token.word.endswith("'s")
    is_owner = is_owner or vocabulary.names_member(token.word.removesuffix("s"))  # `wims torch`
    return is_owner or "thing" in vocabulary.find_meanings(token.word)
