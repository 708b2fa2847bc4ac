"""Shares out among the Company the coins that one of them got by the last line: `split that`, `we
split it four ways`; and hands some of them to another, as `corvin pockets 23 of that`."""

import re
from itertools import islice

from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.errant.company import list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.journalled_lines import parse_line_of_entry
from companion.grammar.phrases.corrections.corrected_last_line import LastLine, find_doer
from companion.grammar.phrases.phrasebook.amounts import index_coin_names
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.splitting.line_splitting import split_line_into_deeds

_SHARED = re.compile(
    r"(?i)(?:(?:and|then|now|so|ok)[, ]+)*(?:(?:they|we|everyone|everybody|all)(?: all)? )?"
    r"(?:splits?|shares?|divides?|divv(?:y|ies)) "
    r"(?:that|it|this|(?:the|those|these) (?:coins|money|cash|find|(?P<metal>silver|gold))"
    r"|(?:(?:the|those|these|his|her) |(?=\d+ ?[a-z]+ (?:\d+ ways|between|among)))"
    r"(?P<sum>\d+) ?(?P<coin>[a-z]+))"
    r"(?: up| out)?(?:,? (?:evenly|equally))?"
    r"(?: (?:(?P<ways>\d+)|all) ways"
    r"| (?:between|among|amongst) (?:us|them|everyone|all)(?: all| (?P<heads>\d+))?)?"
)
_PARTED = re.compile(
    r"(?i)(?:(?:and|then|now|so|ok)[, ]+)*(?P<who>[a-z][\w-]*) "
    r"(?:takes|gets|pockets|has|keeps|grabs) "
    r"(?P<many>\d+|half) of (?:that|it)"
)
"""How another takes part of the sum."""
_SUMS = (
    re.compile(r"sell \S+ .+? (?:for )?(?P<sum>\d+) (?P<coin>penn(?:y|ies)|shillings?|guilders?)"),
    re.compile(r"coins \S+ \+(?P<sum>\d+) (?P<coin>penn(?:y|ies)|shillings?|guilders?)"),
    re.compile(r"give \S+ (?P<sum>\d+) (?P<coin>penn(?:y|ies)|shillings?|guilders?)(?:, .+)?"),
)
"""Lines by which one of the Company gets a sum."""

_NAMED_SUM = re.compile(r"(?i)\b(?:the|those|these) \d")
_HANDING_ON, _MOST_ENTRIES = ("pass", "coins"), 12


def list_lines_sharing_last_sum(said: str, last: LastLine, context: Context) -> tuple[str, ...]:
    """The lines by which whoever got a sum hands each of the others their share; nothing for any
    other line, and where it is to go other than as many ways as there are members here."""
    shared, parted = _SHARED.fullmatch(said), _PARTED.fullmatch(said)
    got = next((found for each in _SUMS if (found := each.fullmatch(last.said))), None)
    doer = _find_who_got_sum(last, context) if (shared or parted) and got else ""
    if not (got and doer):
        return ()
    if parted:
        return _list_lines_handing_part_on(parted, doer, got, context)
    if not shared:
        return ()
    is_other_sum = shared["sum"] and not _is_same_sum(shared, got)
    is_other_coin = shared["metal"] and not _is_same_coin(shared["metal"], got["coin"])
    if is_other_sum or is_other_coin:
        return ()
    return _list_lines_sharing_with_all(shared, doer, got, context)


def list_lines_sharing_earlier_sum(said: str, context: Context) -> tuple[str, ...]:
    """The lines by which whoever got a sum some lines ago hands each of the others their share,
    where it is named, as `split the 60p`; nothing where coins were handed on since."""
    shared = _SHARED.fullmatch(said)
    if shared is None or not shared["sum"] or not _NAMED_SUM.search(said):
        return ()
    for entry, stands in islice(flag_entries_not_undone(context.read_entries()), _MOST_ENTRIES):
        line = parse_line_of_entry(entry) if stands and entry.kind == "word" else None
        if line is None or line.is_secret:
            continue
        text = f"{line.line.word} {line.line.rest}"
        got = next((found for each in _SUMS if (found := each.fullmatch(text))), None)
        if got and _is_same_sum(shared, got):
            doer = find_member(line.line.arguments[0], context.campaign)
            return _list_lines_sharing_with_all(shared, doer.id, got, context) if doer else ()
        if line.line.word in _HANDING_ON:
            return ()
    return ()


def _list_lines_sharing_with_all(
    shared: re.Match[str], doer: str, got: re.Match[str], context: Context
) -> tuple[str, ...]:
    """The lines by which each of the others gets their share; nothing where it is to go other than
    as many ways as there are members here."""
    ways = shared["ways"] or shared["heads"]
    if ways and int(ways) != len(list_members_present(context.campaign.errants)):
        return ()
    return split_line_into_deeds(f"{doer} splits {got['sum']} {got['coin']} with everyone", context)


def _find_who_got_sum(last: LastLine, context: Context) -> str:
    """The id of who got it: named in the line, or the only one whose purse it filled."""
    before = {each.id: each.purse.worth for each in last.before.errants}
    richer = [
        each.id
        for each in context.campaign.errants
        if each.purse.worth > before.get(each.id, each.purse.worth)
    ]
    only = richer[0] if len(richer) == 1 else ""
    return find_doer(last, build_vocabulary(context)) or only


def _is_same_sum(named: re.Match[str], got: re.Match[str]) -> bool:
    """True for `40 shillings` of who got 40 shillings by the last line."""
    return named["sum"] == got["sum"] and _is_same_coin(named["coin"], got["coin"])


def _is_same_coin(named: str, got: str) -> bool:
    """True for `silver` and `shillings`."""
    coins = index_coin_names()
    coin = coins.get(named.casefold())
    return coin is not None and coin == coins.get(got.casefold())


def _list_lines_handing_part_on(
    parted: re.Match[str], doer: str, got: re.Match[str], context: Context
) -> tuple[str, ...]:
    """The line by which another gets some of the coins; nothing for nobody else of the Company, and
    for as many as there were, or more."""
    taker = find_member(parted["who"], context.campaign)
    many = int(got["sum"]) // 2 if parted["many"] == "half" else int(parted["many"])
    if taker is None or taker.id == doer or not 0 < many < int(got["sum"]):
        return ()
    return (f"pass {doer} {quote_typed_name(taker)} {many} {got['coin']}",)
