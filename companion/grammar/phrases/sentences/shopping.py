"""Things that somebody gets in a shop are bought: `corvin picks up three torches at the market`."""

import re
from collections.abc import Sequence
from functools import cache

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import find_company_settlement
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_way_of_saying
from companion.grammar.phrases.sentences.tokens import Token

_SEEKING = "seek "
_WHERE = ("at", "in", "from", "off", "by")
_BUYS = Token("buys", "buys")
_DESCRIBING = ("this", "that", "local", "town", "village", "nearest")
_LONGEST = 2
_PAYING = frozenset(["pays", "paid", "paying", "pay"])
_WHILE = frozenset(["is", "will", "for", "it", "them", "that"])

_PRICE = "price"
_BOUGHT_ONE = re.compile(
    r"(?i)(?:(?P<who>[\w-]+) (?:buys?|purchases?|wants to buy)|how much (?:is|are|for|does))"
    r" (?:an? |some )?(?P<thing>[a-z][a-z'’-]*(?: (?!cost)[a-z'’-]+)?)(?: cost)?"
)
"""One thing of a name that is bought, or whose price is asked."""
_NO_GOODS = frozenset(
    ["it", "that", "this", "them", "one", "all", "everything", "for", "and", "or", "the", "left"]
)


def find_shop_word_positions(tokens: Sequence[Token], vocabulary: Vocabulary) -> range:
    """The places of the words that name a shop, as `from the local merchant`; an empty range for
    none, or for a shop that somebody is called by."""
    for at, token in enumerate(tokens):
        if token.word not in _WHERE:
            continue
        begun = at + 1
        while begun < len(tokens) and tokens[begun].word in _list_describing_words():
            begun += 1
        for length in range(_LONGEST, 0, -1):
            named = tuple(each.word for each in tokens[begun : begun + length])
            if named in _list_shop_names() and named not in vocabulary.names:
                return range(at, begun + length)
    return range(0)


def is_seek_without_market(line: str, campaign: Campaign) -> bool:
    """True for `seek` where there is no market: `they look for the bell` is a deed there."""
    return line.startswith(_SEEKING) and find_company_settlement(campaign) is None


def replace_getting_by_buying(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The words with `buys` for what somebody does in a shop to get something, or where another
    pays for it, and without the shop; none for any other line."""
    shop = find_shop_word_positions(tokens, vocabulary)
    said = [token for at, token in enumerate(tokens) if at not in shop]
    is_bought = bool(shop) or _names_payer(tokens, vocabulary)
    words = tuple(token.word for token in said) if is_bought else ()
    for at in reversed(range(len(words))):
        for way in _list_phrases_for_shopping():
            if words[at : at + len(way)] == way:
                return [*said[:at], _BUYS, *said[at + len(way) :]]
    return []


def _names_payer(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a line at the end of which somebody of the Company pays: `…, bree's paying`."""
    words = [token.word for token in tokens]
    commas = [at for at, word in enumerate(words) if word in (",", "and", "but")]
    said = words[commas[-1] + 1 :] if commas else []
    payer = said[0].removesuffix("'s") if said else ""
    pays = [word for word in said[1:] if word not in _WHILE]
    return vocabulary.names_person(payer) and len(pays) == 1 and pays[0] in _PAYING


@cache
def _list_shop_names() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(name.split()) for name in load_phrases().groups["shop"])


@cache
def _list_describing_words() -> frozenset[str]:
    return frozenset({*load_phrases().articles, *_DESCRIBING})


@cache
def _list_phrases_for_shopping() -> tuple[tuple[str, ...], ...]:
    """What people say for buying in a shop, in every form, the longest first."""
    ways = (
        way for each in load_phrases().groups["shopping"] for way in inflect_way_of_saying(each)
    )
    return tuple(sorted(ways, key=len, reverse=True))


def refuse_unlisted_good(typed: str, vocabulary: Vocabulary, context: Context) -> None:
    """Raises Unknown, as `price` does, for `bree buys a florb` and `how much is a florb`, where no
    table lists such a thing."""
    said = _BOUGHT_ONE.fullmatch(typed.strip(" .!?"))
    if said is None or (said["who"] and not vocabulary.names_member(said["who"].casefold())):
        return
    words = said["thing"].casefold().split()
    if not any(map(vocabulary.is_known, words)) and _NO_GOODS.isdisjoint(words):
        price = context._replace(word=_PRICE, arguments=(*words,), rest=said["thing"])
        WORDS.find_word(_PRICE).read(price.arguments, price)
