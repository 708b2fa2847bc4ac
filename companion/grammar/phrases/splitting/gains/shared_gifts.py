"""Splits a gift of several things, or to several people, into one of each: `bree gives wim two
torches and 3 supply`, `corvin hands ondine and wim 2 rations each`."""

import re
from collections.abc import Sequence
from itertools import product

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.name_matching import find_only_match
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word

_NAME = r"[a-z][\w'’-]*"
_NAMES = rf"{_NAME}(?:(?:,| and|, and) {_NAME})*"
_GIVES = r"(?P<verb>gives?|hands?|passes|slips|lends)"
_GIFT = re.compile(
    rf"(?i)(?P<giver>{_NAME}) {_GIVES} (?P<takers>{_NAMES}?) (?P<each>each )?"
    r"(?P<gifts>(?:an? |\d+ |half |(?:his|her|their) ).*?)(?P<apiece>,? (?:each|apiece))?[.!]?"
)
"""Who gives whom what, as `bree gives wim and ondine a torch each`."""
_GIFT_LAST = re.compile(
    rf"(?i)(?P<giver>{_NAME}) {_GIVES} (?P<gifts>(?:an? |\d+ |half ).*?)"
    rf"(?P<apiece>,? (?:each|apiece))?(?P<each> each)? to (?:each of )?(?P<takers>{_NAMES})[.!]?"
)
"""The same with the thing first, as `bree gives a torch each to wim and ondine`."""
_STACK = r"(?P<many>an?|\d+|the|his|her|their) (?P<thing>[a-z][\w -]*?)"
_MORE = r"(?:,? and|,) (?:then )?"
_STACK_FIRST = re.compile(
    rf"(?i)(?P<giver>{_NAME}) {_GIVES} {_STACK} to (?P<first>{_NAME}){_MORE}"
    rf"(?P<more>another|an?|\d+|the)(?: more)?"
    rf"(?: (?P<other>(?!damage|hp\b|more\b)[a-z][\w -]*?))? to (?P<second>{_NAME})[.!]?"
)
_NEW_FOR_TWO = re.compile(
    rf"(?i)give (?P<many>\d+|an?) (?!xp\b|hp\b|damage\b|supply\b)(?P<thing>[a-z][\w -]*?)"
    rf" to (?P<first>{_NAME}){_MORE}(?P<more>another|an?|\d+)(?: more)? to (?P<second>{_NAME})[.!]?"
)
"""New things that two get, as `give 6 rations to wim and 4 to ondine`."""
_TAKERS_FIRST = re.compile(
    rf"(?i)(?P<giver>{_NAME}) {_GIVES} (?P<first>{_NAME}) {_STACK}{_MORE}"
    rf"(?P<second>{_NAME}) (?P<more>another|an?|\d+|the)(?: more)?"
    r"(?: (?P<other>(?!damage|hp\b|more\b)[a-z][\w -]*?))?[.!]?"
)
"""So many of a thing to one, and so many to another, as `2 candles to corvin and 1 to bree`; or of
another thing."""
_ONE_MORE = ("another", "a", "an")
_JOINT = re.compile(r"(?i)(?:,? and|,) (?=an? |\d|half |(?:his|her|their) )")
_AND = re.compile(r"(?:, and|,| and) ")
_ONE_EACH = re.compile(r"(?i)an? ")
_HALF_SUPPLY = re.compile(r"(?i)half (?:of )?(?:his|her|their) suppl(?:y|ies)")
_HALVED = r"(?P<what>supply|penny|pennies|shillings?|guilders?)"
_HALF_TAKEN = re.compile(
    rf"(?i)(?P<taker>{_NAME}) (?:gets|takes|has) half (?:of )?(?P<giver>{_NAME}?)['’]?s {_HALVED}"
    r"[.!]?"
)
_HALF_GOES = re.compile(
    rf"(?i)half (?:of )?(?P<giver>{_NAME}?)['’]?s {_HALVED} (?:goes|is|are|go)? ?(?:to|for)"
    rf" (?P<taker>{_NAME})[.!]?"
)
"""Half of what one has goes to another."""
_HALVES = {"guilder": "5 shillings", "shilling": "5 pennies"}
"""Half of one coin, in the next smaller ones."""
_PEOPLE = ("giver", "taker")
_COUNTED = re.compile(
    r"(?i).*(?:\b|(?<=\d))(?:p|pence|penny|pennies|s|silver|shillings?|g|gold|guilders?|suppl(?:y|ies))"
)
"""What is counted and is no thing: with things it makes no one line."""
_WORDS = ("pass", "give", "coins")
"""Words of what is given."""


def split_shared_gift(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each thing that is given and for each who gets it, where a form has no one line
    for them; nothing where several get a number of things and nobody says that each does."""
    if half := _write_half_share(typed.strip(), context.campaign):
        return (half,)
    written = write_numbers_in_digits(typed.strip())
    if new := _split_new_things_for_two(written, context.campaign):
        return new
    parted = _split_stack_for_two(written, context.campaign)
    if parted and all(find_only_command_word(each, context) == _WORDS[0] for each in parted):
        return parted
    said = _GIFT.fullmatch(written) or _GIFT_LAST.fullmatch(written)
    giver = find_member(said["giver"], context.campaign) if said else None
    if said is None or giver is None:
        return ()
    takers = [find_member(each, context.campaign) for each in _AND.split(said["takers"])]
    gifts = _JOINT.split(said["gifts"])
    is_said_each, is_counted = said["each"] or said["apiece"], any(map(_COUNTED.fullmatch, gifts))
    if takers[1:]:
        is_several = is_counted or any(gift[0].isdecimal() for gift in gifts)
        is_meant = is_several if is_said_each else all(map(_ONE_EACH.match, gifts))
    else:
        is_mixed = is_counted and not all(map(_COUNTED.fullmatch, gifts))
        is_meant = is_mixed or any(map(_HALF_SUPPLY.fullmatch, gifts))
    is_of_little = giver.supply < 2 and any(map(_HALF_SUPPLY.fullmatch, gifts))
    if not is_meant or is_of_little or not all(takers):
        return ()
    gifts = [_count_half_of_supply(each, giver) for each in gifts]
    begun = f"{quote_typed_name(giver)} {said['verb']}"
    return _write_lines(begun, giver, [each for each in takers if each], gifts, context)


def _write_lines(
    begun: str, giver: Errant, takers: Sequence[Errant], gifts: Sequence[str], context: Context
) -> tuple[str, ...]:
    """A line for each gift to each; nothing where one of them is no gift, or to the giver."""
    pairs = product(map(quote_typed_name, takers), gifts)
    lines = tuple(f"{begun} {taker} {gift}" for taker, gift in pairs)
    are_gifts = giver not in takers and all(
        find_only_command_word(line, context) in _WORDS for line in lines
    )
    return lines if are_gifts else ()


def _split_stack_for_two(written: str, campaign: Campaign) -> tuple[str, ...]:
    """A line for each of two who get so many of the same thing; nothing for any other line."""
    said = _STACK_FIRST.fullmatch(written) or _TAKERS_FIRST.fullmatch(written)
    if said is None:
        return ()
    giver, first, second = (
        find_member(said[each], campaign) for each in ("giver", "first", "second")
    )
    if not (giver and first and second) or first is second:
        return ()
    other = said.groupdict().get("other") or ""
    if other and not match_carried_items(giver, other):
        return ()  # new, or nobody's: it is asked about as a whole
    is_one_more = said["more"].casefold() in _ONE_MORE and not other
    more = "1" if is_one_more else said["more"]
    begun = f"{quote_typed_name(giver)} {said['verb']}"
    return (
        f"{begun} {quote_typed_name(first)} {said['many']} {said['thing']}",
        f"{begun} {quote_typed_name(second)} {more} {other or said['thing']}",
    )


def _split_new_things_for_two(written: str, campaign: Campaign) -> tuple[str, ...]:
    """A line for each of two who get so many of a new thing; nothing for any other line."""
    said = _NEW_FOR_TWO.fullmatch(written)
    takers = [find_member(said[each], campaign) if said else None for each in ("first", "second")]
    if said is None or None in takers or takers[0] is takers[1]:
        return ()
    more = "1" if said["more"].casefold() in _ONE_MORE else said["more"]
    lines = list[str]()
    for who, many in zip(takers, (said["many"], more), strict=True):
        thing = singularise_name(said["thing"]) if many == "1" else said["thing"]
        lines += [f"give {quote_typed_name(who)} {many} {thing}"] if who else []
    return tuple(lines)


def _write_half_share(typed: str, campaign: Campaign) -> str:
    """The line of `wim gets half of bree's supply`, counted; "" for anything else, and for half of
    nothing."""
    said = _HALF_TAKEN.fullmatch(typed) or _HALF_GOES.fullmatch(typed)
    giver, taker = (find_member(said[each], campaign) if said else None for each in _PEOPLE)
    if said is None or giver is None or taker is None or giver == taker:
        return ""
    what = said["what"].casefold().rstrip("s")
    counts = {
        "supply": giver.supply,
        "penny": giver.pennies,
        "pennie": giver.pennies,
        "shilling": giver.shillings,
        "guilder": giver.guilders,
    }
    share = f"{counts[what] // 2} {said['what']}" if counts[what] > 1 else _HALVES.get(what, "")
    if not counts[what] or not share:
        return ""
    return f"{quote_typed_name(giver)} gives {quote_typed_name(taker)} {share}"


def _count_half_of_supply(gift: str, giver: Errant) -> str:
    """`3 supply` for half of the Supply of who has 6 or 7; any other gift as it is."""
    return f"{giver.supply // 2} supply" if _HALF_SUPPLY.fullmatch(gift) else gift


def find_member(name: str, campaign: Campaign) -> Errant | None:
    """The only one of those here whom a name can mean."""
    return find_only_match(name, list_members_present(campaign.errants))
