"""Somebody who is hired: by name and trade, as `bree hires a porter called Pip`, or for a month's
pay alone, as `bree hires a porter`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.errant.goods import find_listed_good
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.misspellings import is_english_word
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied
from companion.refusal import Ambiguous

_HIRED = re.compile(
    r"(?i)(?:(?P<who>[\w']+?)(?:'ve|’ve| have| has)? )??"
    r"(?:(?:hire|recruit|employ|engage)(?:s|d|ed)?|takes? on) "
    r"(?:(?:an? |the )?(?P<trade>[\w-]+)"
    r"(?P<sign> (?:called|named)|,? (?:called|named|by the name of|(?:by the )?name (?:of|is))|,)"
    r" (?P<name>[a-z]+)(?P<after>'s (?:his|her) name)?"
    r"|(?P<first>(?!out\b|on\b)[a-z]+) as (?:an? |our |the )?(?P<as>[\w-]+))"
    r"(?:,? for (?:a|the|one|this) month)?[.!]?"
)
"""`hires a porter called Pip`, `hires a porter, Pip` and `hires Wat as torchbearer`."""
_NAMELESS = re.compile(
    r"(?i)(?P<who>[\w']+) (?:hires?|hired|takes? on|employs?) (?:an?|one) (?P<trade>[\w-]+)"
    r"(?: here)?(?: for (?:a|the|one|this) month)?"
    r"(?:,? (?:and )?(?P<payer>[\w']+) pays(?: (?:him|her|them|for (?:it|him|her)))?)?[.!]?"
)
_COMMA = ","
_NO_NAMES = frozenset(
    [
        *("nobody", "noone", "somebody", "someone", "anybody", "maybe", "himself", "herself"),
        *("him", "her", "them", "it", "one", "another", "the", "work", "no", "not", "never"),
        *("me", "you", "us", "that", "this", "who", "whom", "shifts"),
    ]
)
"""Words that name nobody who hires or is hired."""
_WORKING = frozenset(["work"])
"""What somebody takes on, and is nobody: `wim takes on work as a porter`."""
_OF_COMPANY, _JOINING_AS_SHOWN = ("they", "we", "i"), "errant add Hob retainer"
_ADVERBS = frozenset(["again", "cheap", "today", "tonight", "tomorrow", "now", "fast", "please"])


class Hiring(NamedTuple):
    """Who hires, or ""; the trade of whoever joins, their name, and whether that may be another
    word, as it may be in `bree hires a porter, fast`."""

    who: str
    trade: str
    name: str
    is_doubtful: bool


def split_hire_by_name(typed: str, context: Context) -> tuple[str, ...]:
    """What one of the Company pays for whom they hire, and the line by which that one joins;
    nothing for any other line."""
    hiring = _read_hiring(typed, context)
    payer = find_member(hiring.who, context.campaign) if hiring else None
    if hiring is None or payer is None or hiring.is_doubtful:
        return ()
    if find_listed_good(hiring.trade, context.read_goods()) is None:
        return ()
    paid = f"buy {quote_typed_name(payer)} {hiring.trade}"
    return (paid, _write_joining(hiring))


def list_hiring_lines(typed: str, context: Context) -> Iterator[str]:
    """The line by which somebody joins for whom nobody is said to pay. Raises Ambiguous for what
    may be no name."""
    hiring = _read_hiring(typed, context)
    if hiring is None:
        _refuse_hire_of_nobody(typed, context)
        yield from _list_nameless_hire_lines(typed, context)
        return
    payer = find_member(hiring.who, context.campaign)
    if hiring.is_doubtful:
        paid = f"To pay for one: buy {quote_typed_name(payer)} {hiring.trade}. " if payer else ""
        message = f"«{hiring.name}» may be a name or not."
        raise Ambiguous(message, f"{paid}As a name: {_write_joining(hiring)}")
    yield _write_joining(hiring)


def _refuse_hire_of_nobody(typed: str, context: Context) -> None:
    """Raises Ambiguous for `corvin hires him as a guide`, which names nobody, and for a hire by
    somebody who is not of the Company."""
    said = _HIRED.fullmatch(typed.strip())
    if said is None or (said["name"] or said["first"]).casefold() in _WORKING:
        return
    trade = (said["trade"] or said["as"]).casefold()
    who = (said["who"] or "").casefold()
    is_ours = not who or who in _OF_COMPANY or find_member(who, context.campaign)
    names_nobody = (said["name"] or said["first"]).casefold() in _NO_NAMES
    if trade in load_phrases().trades and (names_nobody or not is_ours):
        message = "Whoever joins has a name, and is hired by one of the Company."
        raise Ambiguous(message, f"Try: {_JOINING_AS_SHOWN}")


def list_joining_lines(done: str, said: str, context: Context) -> Iterator[str]:
    """The line by which somebody joins who was hired without a name, behind what was paid."""
    if done in _list_nameless_hire_lines(said, context):
        yield _JOINING_AS_SHOWN


def _list_nameless_hire_lines(typed: str, context: Context) -> Iterator[str]:
    """The line by which somebody of the Company pays whom they hire, in a Settlement."""
    said = _NAMELESS.fullmatch(typed.strip())
    if said is None or not Implied((), context)["MARKET"]:
        return
    is_ours = find_member(said["who"], context.campaign) or said["who"].casefold() in _OF_COMPANY
    payer = find_member(said["payer"] or said["who"], context.campaign)
    trade = said["trade"].casefold()
    is_trade = trade in load_phrases().trades and find_listed_good(trade, context.read_goods())
    if is_ours and payer and is_trade:
        yield f"buy {quote_typed_name(payer)} {trade}"


def _read_hiring(typed: str, context: Context) -> Hiring | None:
    said = _HIRED.fullmatch(typed.strip())
    if said is None:
        return None
    trade, name = said["trade"] or said["as"], said["name"] or said["first"]
    trades = load_phrases().trades
    who = (said["who"] or "").casefold()
    is_ours = not who or who in _OF_COMPANY or find_member(who, context.campaign)
    if name.casefold() in _NO_NAMES or not is_ours:
        return None
    is_member = find_member(name, context.campaign) is not None and said["sign"] != _COMMA
    if is_member or trade.casefold() not in trades or name.casefold() in trades:
        return None
    is_known = bool(build_vocabulary(context).find_meanings(name.casefold()))
    is_word = is_known or (name.islower() and is_english_word(name)) or name.casefold() in _ADVERBS
    is_bare = said["sign"] == _COMMA and not said["after"]
    return Hiring(said["who"] or "", trade.casefold(), name, is_bare and is_word)


def _write_joining(hiring: Hiring) -> str:
    return f"errant add {hiring.name[:1].upper()}{hiring.name[1:]} retainer"
