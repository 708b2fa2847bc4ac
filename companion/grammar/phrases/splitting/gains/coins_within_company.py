"""Splits what the Company does with its own coins into what each hands another: a swap, `bree swaps
2 shillings for wim's 12p`; half of a purse; `bree gives everyone 2 shillings`, `bree shares out
40p`.
"""

import re
from collections.abc import Callable

from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.coin import Purse, split_purse
from companion.grammar.argument_kinds.packs.coins import (
    COINS_BY_NAME,
    format_coins,
    make_purse_of_coin,
)
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member

_NAME = r"[a-z][\w-]*"
_GIVING = r"(?:gives?|gave|hands?|handed|pass(?:es)?|passed|lends?|lent|slips?|pays?|paid)"
_HALF = r"half (?:of )?(?:his|her|their) (?P<what>[a-z]+)"
_SUM = r"\d+ ?[a-z]+(?:(?: and)? \d+ ?[a-z]+)*"
_EVERYBODY = (
    r"(?:every(?:one|body)(?: else)?|each of (?:us|them|the others)|all the others|the others)"
)
_APIECE = r"(?: each| apiece)?"
_SWAPPED = re.compile(
    rf"(?i)(?P<giver>{_NAME}) (?:swaps?|swapped|trades?|traded|exchanges?|exchanged|changes?) "
    rf"(?:(?:his|her|their) )?(?P<given>{_SUM}) for (?P<taker>{_NAME})['’]s (?P<taken>{_SUM})[.!]?"
)
_HALVED = re.compile(rf"(?i)(?P<giver>{_NAME}) {_GIVING} (?:over )?(?P<taker>{_NAME}) {_HALF}[.!]?")
_HALVED_TO = re.compile(
    rf"(?i)(?P<giver>{_NAME}) {_GIVING} (?:over )?{_HALF} (?:over )?to (?P<taker>{_NAME})[.!]?"
)
_DEALT = re.compile(rf"(?i)(?P<giver>{_NAME}) {_GIVING} {_EVERYBODY} (?P<sum>{_SUM}){_APIECE}[.!]?")
_DEALT_TO = re.compile(
    rf"(?i)(?P<giver>{_NAME}) {_GIVING} (?P<sum>{_SUM}){_APIECE} to {_EVERYBODY}[.!]?"
)
_SHARED_OUT = re.compile(
    rf"(?i)(?:(?:they|we) )?(?:split|share|divide)s?(?: up| out)? (?P<giver>{_NAME})['’]s "
    rf"(?:(?P<sum>{_SUM}?)|(?P<what>[a-z]+))(?: (?P<ways>\d+) ways| evenly| equally"
    r"| (?:between|among|amongst|with) (?:everyone|everybody|us|them|all|the)"
    r"(?: (?P<heads>\d+))?(?: of (?:us|them))?)[.!]?"
)
_SHARING_SUM = re.compile(
    rf"(?i)(?P<giver>{_NAME}) (?:split|share|divide|deal|divvie)s?(?: up| out)? (?:the |those )?"
    rf"(?P<sum>{_SUM}?)(?: up| out)?(?: (?P<ways>\d+) ways|,? evenly|,? equally)?"
    r"(?: (?:(?P<to>to|between|among|amongst) the others"
    r"|(?:between|among|amongst|with|to) (?:everyone|everybody|us|them|all|the others|the))"
    r"(?: all| of (?:us|them)| (?P<heads>\d+)(?: of (?:us|them))?)?)?[.!]?"
)
_COIN = re.compile(r"(?i)(\d+) ?([a-z]+)")
_ALL_COINS = frozenset(["coins", "money", "purse", "cash", "coin", "coinage"])
_Hand = Callable[[re.Match[str], Errant, Context], tuple[str, ...]]


def split_coins_within_company(typed: str, context: Context) -> tuple[str, ...]:
    """What each of the Company hands another, a line each; nothing for any other line, and where
    somebody has not so many coins."""
    written = write_numbers_in_digits(typed.strip())
    for pattern, list_handovers in _HANDOVERS.items():
        said = pattern.fullmatch(written)
        giver = find_member(said["giver"], context.campaign) if said else None
        if said and giver and (lines := list_handovers(said, giver, context)):
            return lines
    return ()


def _hand_both_over(said: re.Match[str], giver: Errant, context: Context) -> tuple[str, ...]:
    taker = find_member(said["taker"], context.campaign)
    given, taken = _read_sum(said["given"]), _read_sum(said["taken"])
    if taker is None or taker is giver or not (given and taken):
        return ()
    if given.worth > giver.purse.worth or taken.worth > taker.purse.worth:
        return ()
    return (_write_handover(giver, taker, given), _write_handover(taker, giver, taken))


def _hand_half_over(said: re.Match[str], giver: Errant, context: Context) -> tuple[str, ...]:
    """Half of what somebody has: they keep the odd coin."""
    taker = find_member(said["taker"], context.campaign)
    half = split_purse(_pick_coins(giver, said["what"]), 2)[1]
    if taker is None or taker is giver or not half.worth:
        return ()
    return (_write_handover(giver, taker, half),)


def _deal_out(said: re.Match[str], giver: Errant, context: Context) -> tuple[str, ...]:
    others = _list_others(giver, context)
    share = _read_sum(said["sum"])
    return _hand_each(giver, others, share) if share else ()


def _share_purse_out(said: re.Match[str], giver: Errant, context: Context) -> tuple[str, ...]:
    others = _list_others(giver, context)
    heads = len(others) + 1
    shared = _read_sum(said["sum"]) if said["sum"] else _pick_coins(giver, said["what"])
    ways = int(said["ways"] or said["heads"] or heads)
    if shared is None or ways != heads or shared.worth > giver.purse.worth:
        return ()
    return _hand_each(giver, others, split_purse(shared, heads)[-1])


def _share_sum_out(said: re.Match[str], giver: Errant, context: Context) -> tuple[str, ...]:
    others, shared = _list_others(giver, context), _read_sum(said["sum"])
    heads = len(others) + (not said["to"])  # what is dealt to the others is theirs alone
    ways = int(said["ways"] or said["heads"] or heads)
    is_theirs = shared is not None and shared.worth <= giver.purse.worth
    if shared is None or not is_theirs or ways != heads:
        return ()
    return _hand_each(giver, others, split_purse(shared, heads)[-1])


_HANDOVERS: dict[re.Pattern[str], _Hand] = {
    _SWAPPED: _hand_both_over,
    _HALVED: _hand_half_over,
    _HALVED_TO: _hand_half_over,
    _DEALT: _deal_out,
    _DEALT_TO: _deal_out,
    _SHARED_OUT: _share_purse_out,
    _SHARING_SUM: _share_sum_out,
}
"""How each is said, and what changes hands by it."""


def _list_others(giver: Errant, context: Context) -> list[Errant]:
    """The people of the Company who are here, but for one."""
    here = list_members_present(context.campaign.errants)
    return [each for each in here if each.is_person and each is not giver]


def _hand_each(giver: Errant, others: list[Errant], share: Purse) -> tuple[str, ...]:
    """The same for each of the others; nothing where that is more than somebody has."""
    has_enough = share.worth * len(others) <= giver.purse.worth
    lines = tuple(_write_handover(giver, each, share) for each in others)
    return lines if has_enough and share.worth else ()


def _pick_coins(giver: Errant, what: str) -> Purse:
    """All the coins that somebody has, or those of one kind; none for what is no coin."""
    what = what.casefold()
    if what in _ALL_COINS:
        return giver.purse
    coin = COINS_BY_NAME.get(what, "")
    return Purse()._replace(**{coin: giver.purse._asdict()[coin]}) if coin else Purse()


def _read_sum(said: str) -> Purse | None:
    """A sum in coins; None where something else is counted in it."""
    parts = _COIN.findall(said)
    if not all(coin.casefold() in COINS_BY_NAME for _, coin in parts):
        return None
    total = Purse()
    for many, coin in parts:
        total = total.add(make_purse_of_coin(int(many), coin))
    return total


def _write_handover(giver: Errant, taker: Errant, coins: Purse) -> str:
    counted = [format_coins(many, coin) for coin, many in coins._asdict().items() if many]
    return f"pass {quote_typed_name(giver)} {quote_typed_name(taker)} {' '.join(counted[::-1])}"
