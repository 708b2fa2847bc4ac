"""Finishes the line before with what is said next: `corvin buys one` after a price was asked,
`ondine pays for it` and `he gets 5 pennies for it` after a purchase or a sale was refused."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import dropwhile

from companion.errant.company import list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.packs.coins import format_coins
from companion.grammar.context import Context
from companion.grammar.name_matching import match_things_by_name
from companion.grammar.phrases.phrasebook.amounts import index_coin_names
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.tokens import Token

_LINE_TO_FINISH = re.compile(r"(?P<word>price|buy|sell)!? (?P<rest>[^?]+?) ?\??")
_BUYING = re.compile(
    r"(?:(?P<who>\w+) )?(?:will )?(?:(?:buys?|purchases?|wants?) (?P<many>\d+)"
    r"|(?:buys?|gets?|takes?|wants?|purchases?) (?P<one>one|1|it|that|them))"
    r"(?: of (?:them|those|these))?(?: for (?P<bearer>\w+))?(?: then| please)*"
)
_PAYING = re.compile(
    r"(?:let |have |then |ok |, )*(?P<who>\w+) (?:will )?pays?"
    r"(?: for (?:it|that|them|this|him|her)|(?: for)? (?:the|that) (?P<thing>[a-z]+))?"
    r"(?: then| please| instead)*"
)
_HAGGLING = (
    r"(?:\w+ )?(?:haggles?|bargains?)(?: hard| well| a bit)?(?: ,)?(?: and)? (?:(?:he|she|they) )?"
    r"(?:gets?|makes?|sells? (?:it|them)|up|settles?)(?: (?:to|for|on|at))? "
)
_AGREEING = r"(?:they|we|the two) (?:agree|settle|shake)(?: hands)? (?:on|at|for) "
_BUYING_IT = (
    r"(?P<buyer>(?:the )?(?!(?:we|you|i|each|everyone)\b)\w+) (?:pays?|gives?)"
    r"(?: (?:him|her|them|us))? (?=.* for )"
)
_SELLING = (
    r"(?:(?:he|she|they|it|(?:the |his |her )?(?P<seller>\w+)) )?"
    r"(?:gets?|fetche?s?|takes?(?= \d+ ?[a-z])|makes?|sells? (?:it|them)|goe?s?|brings?) "
)
_FETCHING = re.compile(
    r"(?!(?:never|nobody|no|not|rarely|we pay) )"
    rf"(?:{_HAGGLING}|{_AGREEING}|{_BUYING_IT}|{_SELLING})?"
    r"(?:for )?(?P<number>\d+)(?: ?(?P<coin>[a-z]+))?(?: for (?:it|that|them|this))?(?: then)?"
)
"""What a thing fetches, in the words of who sells it, who buys it, or of both."""
_PENNIES, _NO_COINS = "pennies", ("for", "damage", "hp", "harm")
_SALE_END, _PAYER = re.compile(r" for \d.*$"), re.compile(r" from \w+$")
_COUNT = re.compile(r" x\d+$")
_COMMA = ","
_INTERJECTIONS = ("ok", "okay", "right", "so", "then", "well", "yes", "good", _COMMA)
_Finish = Callable[[str, str, Vocabulary], str]
_AGREED = re.compile(
    r"(?i)(?:(?:ok|okay|so|and|right),? )*"
    r"(?:it['’]?s a )?(?:deal|agreed|settled)(?: at| on| for|,|:) "
    r"(?P<many>\d+) ?(?P<coin>p|s|g|pence|penn(?:y|ies)|shillings?|guilders?)?[,:;] (?:and )?"
    r"(?P<who>[\w-]+) (?:pays?|coughs up)(?: it| up| him| her| them)?[.!]?"
)
"""A price that is agreed on, and who pays it; pennies in a Negotiation, where no coin is named."""


def continue_previous_line(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> str:
    """The line before with what is said now; "" where nothing is unfinished, or this is no end of
    it."""
    unfinished = _LINE_TO_FINISH.fullmatch(context.unfinished)
    words = dropwhile(_INTERJECTIONS.__contains__, (token.word for token in tokens))
    said = " ".join(words) if tokens and tokens[0].word != "no" else ""
    return _FINISHES[unfinished["word"]](unfinished["rest"], said, vocabulary) if unfinished else ""


def _write_purchase_after_price(thing: str, said: str, vocabulary: Vocabulary) -> str:
    bought = _BUYING.fullmatch(said)
    who = vocabulary.find_member(bought["who"] or "") if bought else ""
    bearer = vocabulary.find_member(bought["bearer"] or "") if bought else ""
    if bought is None or not (who or bearer):
        return ""
    many = bought["many"] or ""
    count = f" x{many}" if many not in ("", "1") else ""
    if many or bought["one"] in ("one", "1"):
        thing = _COUNT.sub("", thing)
    payer = f" from {who}" if who and bearer else ""
    return f"buy {bearer or who} {thing}{count}{payer}"


def _add_payer_to_purchase(bought: str, said: str, vocabulary: Vocabulary) -> str:
    paid = _PAYING.fullmatch(said)
    payer = vocabulary.find_member(paid["who"] or "") if paid else ""
    if paid and paid["thing"] and paid["thing"] not in bought.casefold():
        return ""  # it was another thing that was refused
    return f"buy {_PAYER.sub('', bought)} from {payer}" if payer else ""


def _add_price_to_sale(sold: str, said: str, vocabulary: Vocabulary) -> str:
    fetched = _FETCHING.fullmatch(said)
    if fetched is None or fetched["coin"] in _NO_COINS:
        return ""
    buyer = vocabulary.find_member((fetched["buyer"] or "").split(" ")[-1])
    seller = fetched["seller"]
    is_thing = seller in sold.casefold().replace('"', "").split()[1:] if seller else False
    seller = None if is_thing else seller  # `chalice goes for 40p`
    is_other = seller and vocabulary.find_member(seller) != vocabulary.find_member(sold.split()[0])
    if buyer or is_other:
        return ""
    price = f"{fetched['number']} {fetched['coin'] or _PENNIES}"
    return f"sell {_SALE_END.sub('', sold)} for {price}"


_FINISHES: dict[str, _Finish] = {
    "price": _write_purchase_after_price,
    "buy": _add_payer_to_purchase,
    "sell": _add_price_to_sale,
}


def list_agreed_payment_lines(typed: str, context: Context) -> Iterator[str]:
    """The line by which one of the Company pays what was agreed on."""
    said = _AGREED.fullmatch(write_numbers_in_digits(typed.strip()))
    members = list_members_present(context.campaign.errants)
    payers = match_things_by_name(said["who"], members) if said else []
    is_talk = any(npc.is_in_negotiation for npc in context.campaign.world.npcs)
    if said and len(payers) == 1 and (said["coin"] or is_talk):
        coin = index_coin_names()[(said["coin"] or "p").casefold()].rpartition("|")[2]
        coins = format_coins(int(said["many"]), coin)
        yield f"coins {quote_typed_name(payers[0])} -{coins}"
