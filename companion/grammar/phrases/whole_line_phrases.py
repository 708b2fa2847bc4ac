"""Phrases that are a whole line, as `let's go on` for `next`; and the words of a line, without what
people say around them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, dropwhile

from companion.campaign.campaign import Campaign, World
from companion.errant.company import Company
from companion.errant.goods import Goods
from companion.errant.packs.items import Item
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.group_name_shorthand import write_group_name_in_full
from companion.grammar.phrases.people.archetype_synonyms import replace_archetypes_by_names
from companion.grammar.phrases.phrasebook.normalized_spelling import (
    respell,
    write_numbers_in_digits,
)
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    index_lines_by_whole_phrase,
    index_refused_phrases,
    list_deed_verb_forms,
    parse_line_pattern,
    simplify_phrase,
)
from companion.grammar.phrases.phrasebook.word_forms import is_past_verb_form
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words, read_tokens
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied
from companion.grammar.phrases.ways_of_saying.pattern_filling import fill_pattern
from companion.refusal import Impossible
from companion.values_with_ids import cache_result_of_last_rows

_MAX_TOKENS = 24
_GIVE = "give"
"""A word that takes any others for a thing's name."""
_MAX_CHARACTERS = 200
_DOERS = ("we", "they", "i", "we're", "they're", "i'm", "you")
_OF_DOERS = ("attack", "turn")
_WHO, _ALL_OF_THEM = "WHO", ("we", "they", "everyone", "everybody", "nobody")
_AGAIN, _FEW = ("again", "anew"), 2
"""What a whole phrase may end with that says nothing more."""
_TELLING = 4
"""So many words in, the verb tells that a sentence is in the past."""
_DOING = re.compile(
    r"(?i)(?P<before>(?:\w+,? )*?)(?P<who>\w+)['’]s (?P<rest>(?P<doing>\w+ing)\b ?(?P<after>\w*).*)"
)
_LIGHTING = re.compile(r"(?i)\b(?:light|kindle|strike)s?\b")
_TAKING = ("taking", "getting", "suffering")
_OWNED = ("his", "her", "their", "my", "our")
_PARTING = {("done", after) for after in ("with", "talking", "speaking", "chatting", "negotiating")}
"""Words that after one of these are what somebody does: `they turn and run` is no `turn`."""


def tokenize_short_line(typed: str, context: Context) -> list[Token]:
    """The words of a line that is short enough to be said."""
    if len(typed) > _MAX_CHARACTERS:
        return []
    return [*_tokenize_line(typed, context.campaign, context.read_goods())]


@cache_result_of_last_rows
def _tokenize_line(typed: str, campaign: Campaign, goods: Goods) -> list[Token]:
    """The words of a line as they are read; none for a line too long."""
    names = _list_company_names_with_numbers(campaign.errants) | _list_listed_names_with_numbers(
        campaign.world, goods
    )
    tokens = read_tokens(replace_turns_of_speech(typed), campaign.book.synonyms, names)
    if len(tokens) > _MAX_TOKENS:
        return []
    owned = _list_owned_names(campaign.world, goods)
    owners = _index_possessives(tuple((each.id, each.name) for each in campaign.errants), owned)
    tokens = [
        token._replace(word=owners[token.word]) if token.word in owners else token
        for token in tokens
    ]
    tokens = replace_archetypes_by_names(tokens, campaign, goods)
    return write_group_name_in_full(tokens, campaign) if campaign.book.combatants else tokens


@lru_cache(maxsize=4)
def _index_possessives(
    people: tuple[tuple[str, str], ...], places: tuple[str, ...]
) -> dict[str, str]:
    """The possessive of each name as it is typed in haste, as `wims` for `wim's`; and each word of
    a place's or a thing's name without its apostrophe."""
    names = {word for slug, name in people for word in (slug, *split_name_into_words(name)[:1])}
    owned = {
        word for place in places for word in split_name_into_words(place) if word.endswith("'s")
    }
    owned |= {f"{name}'s" for name in names if f"{name}s" not in names}
    return {word.replace("'", ""): word for word in owned}


@cache_result_of_last_rows
def _list_owned_names(world: World, goods: Goods) -> tuple[str, ...]:
    """The names of places and things with a possessive in them, as «Sallow's End»."""
    return tuple(each.name for each in (*world.sites, *goods) if "'s" in each.name)


def _list_company_names_with_numbers(company: Company) -> frozenset[str]:
    """The names of Errants, and of what they carry, with a number word in them, as «Two»."""
    carried = _list_item_names_with_numbers(*(errant.items for errant in company))
    return carried | _select_names_with_numbers(each.name for each in company)


@cache_result_of_last_rows
def _list_item_names_with_numbers(*packs: tuple[Item, ...]) -> frozenset[str]:
    return _select_names_with_numbers(item.name for item in chain.from_iterable(packs))


@cache_result_of_last_rows
def _list_listed_names_with_numbers(world: World, goods: Goods) -> frozenset[str]:
    """The names of places and of listed things with a number word in them."""
    return _select_names_with_numbers([each.name for each in (*world.sites, *goods)])


def _select_names_with_numbers(names: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(_has_number_word, {*names}))


@lru_cache(maxsize=4096)
def _has_number_word(name: str) -> bool:
    return not load_phrases().numbers.keys().isdisjoint(split_name_into_words(name))


def list_whole_phrase_lines(tokens: Sequence[Token], context: Context) -> Iterator[str]:
    """The line of a whole phrase, with or without what people say before they come to it."""
    idioms, command = _find_whole_phrases(tuple(tokens))
    for idiom in idioms:
        if line := fill_pattern(parse_line_pattern(idiom), (), Implied((), context)):
            yield line
    if command:
        yield command


@lru_cache(maxsize=4)  # one line is asked for them three times
def _find_whole_phrases(tokens: tuple[Token, ...]) -> tuple[tuple[str, ...], str]:
    """The patterns of the lines that these words mean as a whole phrase, and the line in the
    companion's own words that is left without what is said before it; "" for none."""
    bare = [token for token in drop_articles(tokens) if token.word != ","]
    opened = drop_openers_and_closers(bare)
    idioms: list[str] = []
    for words in (bare, opened, _drop_word_again(opened)):
        said_plainly = " ".join(simplify_phrase(token.word for token in words))
        idiom = "" if said_plainly in WORDS else index_lines_by_whole_phrase().get(said_plainly)
        if words is bare:
            idiom = index_lines_by_whole_phrase().get(f"={said_plainly}", idiom)
        idioms += [idiom] if idiom else []
    said = opened if len(opened) == 1 else _drop_first_openers(bare)  # `fine, rest then`
    is_command = len(said) < len(bare) and bool(said) and said[0].word in WORDS
    is_command = is_command and said[0].word != _GIVE
    return tuple(idioms), join_typed_words(said) if is_command else ""


def refuse_whole_phrase(tokens: Sequence[Token], vocabulary: Vocabulary) -> None:
    """Raises Impossible for a whole phrase that no line does, as `prices go up`; one that begins
    with `WHO` is said of anybody of the Company, or of all of them."""
    bare = [token for token in drop_articles(tokens) if token.word != ","]
    for words in (bare, drop_openers_and_closers(bare)):
        said = simplify_phrase(token.word for token in words)
        first = said[0] if said else ""
        who = first if first and vocabulary.names_member(first) else ""
        who = who or ("all" if first in _ALL_OF_THEM else "")
        for each in (said, [_WHO, *said[1:]]) if who else (said,):
            if refused := index_refused_phrases().get(" ".join(each)):
                raise Impossible(refused.why, refused.hint.replace(_WHO, who))


def refuse_line_by_pattern(typed: str) -> None:
    """Raises Impossible for a line in which a pattern of what no line does is found."""
    said = write_numbers_in_digits(typed.strip(" .!?"))
    for refused in load_phrases().refusals:
        found = re.fullmatch(refused.find, said, re.IGNORECASE) if refused.find else None
        if found:
            raise Impossible(refused.why, found.expand(refused.hint))


def drop_articles(tokens: Sequence[Token]) -> list[Token]:
    """The words without `a`, `the` and their like."""
    return [token for token in tokens if token.word not in load_phrases().articles]


def drop_openers_and_closers(tokens: Sequence[Token]) -> list[Token]:
    """The words without what people say before and after what they mean."""
    words = _drop_first_openers(tokens)
    while words and words[-1].word in load_phrases().closers:
        words.pop()
    return words


def _drop_word_again(tokens: Sequence[Token]) -> list[Token]:
    """The words of `shuffle the rumours again` but for the last; nothing for a line without it, and
    for one that is no more than one word longer."""
    return [*tokens[:-1]] if len(tokens) > _FEW and tokens[-1].word in _AGAIN else []


def _drop_first_openers(tokens: Sequence[Token]) -> list[Token]:
    """The words from the first that says something on; all of them where who does it is said
    before a word that would be another's, as `they attack wim`."""
    openers = load_phrases().openers
    words = list(dropwhile(lambda token: token.word in openers, tokens))
    first, second, *_ = (*(token.word for token in words[:2]), "", "")
    is_own = (first in _OF_DOERS and second not in ("", ",")) or (first, second) in _PARTING
    before = {token.word for token in tokens[: len(tokens) - len(words)]}
    return list(tokens) if is_own and not before.isdisjoint(_DOERS) else words


def replace_turns_of_speech(typed: str) -> str:
    """A line rewritten by every row `[[turn]]`, for a turn of speech, of respellings.toml: with
    `next round` for `nxt rnd`, `sleep` for `rest till morning`, and many more of every sort."""
    return respell(typed, "turn")


def expand_contracted_is(typed: str) -> str:
    """A line with `bree is climbing up` for `bree's climbing up`; a `climbing rope` is a thing."""
    said = _DOING.fullmatch(typed)
    doing, after = (said["doing"].casefold(), said["after"].casefold()) if said else ("", "")
    is_deed = doing in list_deed_verb_forms() and doing not in load_phrases().actions
    is_amount = after[:1].isdecimal() or after in load_phrases().numbers
    is_deed = is_deed or (is_amount and doing in _TAKING)
    if said is None or not is_deed or not (is_amount or after in _list_words_after_deeds()):
        return typed
    is_first = all(word in load_phrases().openers for word in said["before"].casefold().split())
    return f"{said['before']}{said['who']} is {said['rest']}" if is_first else typed


def drop_remark_on_dying_light(typed: str) -> str:
    """A line without what is told of a light that is nearly burnt, before another is lit: `wim
    light a new one` for `wim's torch is dying, light a new one`."""
    said = compile_named_pattern("light dying").fullmatch(typed)
    if said is None or "?" in typed or not _LIGHTING.search(said["then"]):
        return typed
    sort = _SORT_OF_LIGHT.search(typed[: said.start("then")])
    then = _NEW_ONE.sub(f"another {sort[0]}", said["then"]) if sort else said["then"]
    who = said["who"] if said["doer"] or said["verb"] else ""
    return f"{who} {then}" if who else then


_SORT_OF_LIGHT = re.compile(r"(?i)\b(?:torch|lantern|candle|lamp)\b")
_NEW_ONE = re.compile(r"(?i)\b(?:a (?:new|fresh) one|another one|another)(?=[.!]?$)")


@cache
def _list_words_after_deeds() -> frozenset[str]:
    """What may follow the word for what somebody is doing; "" for nothing."""
    links = chain.from_iterable(load_phrases().links.values())
    return frozenset(["", *_OWNED, *load_phrases().articles, *links])


def sounds_like_outcome(said: str) -> bool:
    """True for what came of a deed, as `they found a key` and `nothing there`."""
    words = said.casefold().split()[:_TELLING]
    return words[:1] == ["no"] or "nothing" in words or any(map(is_past_verb_form, words))


def asks_whether_daylight(typed: str) -> bool:
    """True for `is it daylight`: what is kept is told, and nothing rolled."""
    return compile_named_pattern("day asked").fullmatch(typed.strip()) is not None
