"""Asks back about coins that are told with more than a line of them says: a thing that is paid for,
so much for each of them, change that does not come out even."""

import re
from collections.abc import Sequence
from typing import NoReturn

from companion.errant.company import list_members_present
from companion.errant.goods import find_listed_good
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.coin import PENNIES_A_GUILDER, PENNIES_A_SHILLING
from companion.grammar.context import Context
from companion.grammar.phrases.sentences.noun_phrases import Part
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.refusal import Ambiguous

_PAID = re.compile(r'coins (?P<who>\w+|".+?") -(?P<coins>\d+ \w+)')
_APIECE = re.compile(
    r"\b(?:a|per|for each|for every) (?:head|person)\b|\bfor each(?: of (?:them|us|you|the \w+))?$"
    r"|\b(?:each|apiece)$"
)
"""How it is said that so much is paid for each."""
_CHANGED = re.compile(r"coins \S+ -(?P<paid>\d+) (?P<of>\w+) \+(?P<got>\d+) (?P<to>\w+)")
_PASSED = re.compile(r"pass \S+ \S+ \d+ \w+")
_AGREED = re.compile(r'buy (\S+|".+?") (.+) for (\d.*)')
_WORTH = {"p": 1, "s": PENNIES_A_SHILLING, "g": PENNIES_A_GUILDER}
"""What a coin is worth in pennies, by its first letter."""
_EVERYONE, _SUPPLY = "everyone", "supply"


def refuse_ambiguous_coins(
    lines: Sequence[str], parts: Sequence[Part], tokens: Sequence[Token], context: Context
) -> None:
    """Raises Ambiguous for one line of coins that says less than was said, or something else."""
    if len(lines) == 1:
        _refuse_agreed_price(lines[0])
        _refuse_paid_thing(lines[0], parts, context)
        _refuse_paid_animal(lines[0], parts)
        _refuse_paid_for_each(lines[0], tokens, context)
        _refuse_uneven_change(lines[0])


def _refuse_agreed_price(line: str) -> None:
    """Raises Ambiguous for `wim buys a torch for 3 pence`: what is bought costs what is listed."""
    if agreed := _AGREED.fullmatch(line):
        who, what, coins = agreed.groups()
        if what.split()[0] == _SUPPLY:
            message = "Supply is bought by how many, and costs what it does here."
            hint = f"To see what one costs: price supply. For six of it: buy {who} supply x6"
            raise Ambiguous(message, hint)
        _refuse_with_two_lines(who, re.sub(r"(\d+)", r"-\1", coins), who, what)


def _refuse_paid_thing(line: str, parts: Sequence[Part], context: Context) -> None:
    """Raises Ambiguous for `bree pays 5p for a rope`, by which nobody would get the rope."""
    paid = _PAID.fullmatch(line)
    things = [part for part in parts if part.link == "for" and "thing" in part.meanings]
    if paid is None or len(things) != 1 or not things[0].typed:
        return
    thing = things[0].meanings["thing"].strip('"')
    good = find_listed_good(thing, context.read_goods())
    if good is None or good.sort != "thing" or not (good.slots or good.depletion):
        return
    members = list_members_present(context.campaign.errants)
    is_all = paid["who"] == _EVERYONE
    taker = quote_typed_name(members[0]) if is_all and members else paid["who"]
    times = f" x{things[0].times}" if things[0].times.isdecimal() else ""
    _refuse_with_two_lines(
        paid["who"], f"-{paid['coins']}", taker, f"{things[0].meanings['thing']}{times}"
    )


def _refuse_paid_animal(line: str, parts: Sequence[Part]) -> None:
    """Raises Ambiguous for `bree pays 5p for a mule`: it is not the mule that gets the coins."""
    if _PASSED.fullmatch(line) and any(p.link == "for" and "bearer" in p.meanings for p in parts):
        message = "An animal, or a cart, is paid to whoever sells it."
        raise Ambiguous(message, "To see prices: wares animals. To read how: help buy")


def _refuse_with_two_lines(payer: str, coins: str, taker: str, thing: str) -> NoReturn:
    """Raises Ambiguous with the line of the coins, and that of the thing."""
    message = "What is bought costs what is listed; a price of your own is two lines."
    raise Ambiguous(message, f"Try: coins {payer} {coins}. Then: give {taker} {thing}")


def _refuse_paid_for_each(line: str, tokens: Sequence[Token], context: Context) -> None:
    """Raises Ambiguous for `bree pays 3p a head`: for all of them, or each for themselves."""
    paid = _PAID.fullmatch(line)
    said = join_typed_words(tokens).casefold().strip(" .!")
    if paid is None or paid["who"] == _EVERYONE or not _APIECE.search(said):
        return
    number, _, coin = paid["coins"].partition(" ")
    whole = int(number) * len(list_members_present(context.campaign.errants))
    lines = (f"coins {paid['who']} -{whole} {coin}", f"coins {_EVERYONE} -{paid['coins']}")
    raise Ambiguous(
        f"«{join_typed_words(tokens)}» may mean two things.", f"Try: {', or '.join(lines)}"
    )


def _refuse_uneven_change(line: str) -> None:
    """Raises Ambiguous for `bree changes 12 pence to a shilling`, by which she would lose two."""
    changed = _CHANGED.fullmatch(line)
    if changed is None:
        return
    before, after = (_WORTH[changed[each][0]] for each in ("of", "to"))
    paid, got = int(changed["paid"]) * before, int(changed["got"]) * after
    if paid == got:
        return
    what = f"{changed['paid']} {changed['of']}"
    message = f"{what} are not worth {changed['got']} {changed['to']}."
    even = line.replace(f"-{what}", f"-{got // before} {changed['of']}")
    is_even = got % before == 0 and got < paid
    raise Ambiguous(message, f"Try: {', or '.join([*[even] * is_even, line])}")
