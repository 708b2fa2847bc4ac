"""One verb by which each of several gets, gives, sells or suffers something of their own: `ondine
gives bree 2 torches, wim one and corvin the rope`, `corvin takes the rope, bree the torches`."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied
from companion.refusal import Ambiguous, Refusal

_NAME = r"[a-z][\w'’-]*"
_GIVING = re.compile(
    rf"(?i)(?P<who>{_NAME}) (?P<verb>gives?|gave|hands?|passes|slips|lends|pays?|paid|buys?|bought)"
    r" (?P<list>[^?;.!]+)[.!]?"
)
_NEW = re.compile(r"(?i)(?P<verb>give|buy) (?P<list>[^?;.!]+)[.!]?")
_DOING = re.compile(
    rf"(?i)(?P<who>{_NAME}) (?P<verb>takes|took|gets|got|grabs|buys|bought|sells|sold|pays|paid)"
    r" (?P<list>[^?;.!]+)[.!]?"
)
_CLAUSES = re.compile(r",? and |, ")
_THINGS = re.compile(
    r"(?i)(?:an?|the|some|his|her|their|another|\d+|\d+ ?[psg])\b"
    r"(?!.*\b(?:damage|dmg|hp|xp|exhaustion|block|blocks|too|each|apiece)\b).*"
)
"""What changes hands, and not what befalls somebody."""
_HARM = re.compile(
    rf"(?i){_NAME} takes \d+ (?:damage|dmg)"
    rf"(?:(?:,? and|,) {_NAME} (?:takes )?\d+(?: damage| dmg)?)+[.!]?"
)
_NAME_AND_NUMBER = re.compile(rf"(?i)({_NAME}) (?:takes )?(\d+)")
_SO_MANY = re.compile(r"(?i)\d+|another|an?|the other")
_TO_WHOM = re.compile(
    rf"(?i)(?P<many>an?|the|\d+) (?P<noun>[a-z][a-z' -]*?) (?:to|(?P<for>for)) (?P<who>{_NAME})"
)
"""What goes to whom, as `the amulet to wim`."""
_LIKEWISE = re.compile(r"(?i)too|as well|also|the same|likewise")
_COUNTED = re.compile(r"(?i)(?:an?|the|some|his|her|their|\d+) (?P<noun>[a-z][a-z' -]*)")
_COINS = re.compile(r"(?i)(?:p|pence|penny|pennies|s|silver|shillings?|g|gold|guilders?|supply)\b")
_TRY = "Try: "
_GIFTS = {"give": ("give", "coins"), "buy": ("buy",)}
_GIVEN, _BOUGHT, _SOLD = ("pass",), ("buy",), ("sell",)
_TAKEN = ("give", "pass", "coins")
_BY_VERB = {
    **dict.fromkeys(("buy", "buys", "bought"), _BOUGHT),
    **dict.fromkeys(("sells", "sold"), _SOLD),
    **dict.fromkeys(("takes", "took", "gets", "got", "grabs"), _TAKEN),
    **dict.fromkeys(("pays", "paid"), ("coins",)),
}
"""Words of what each does, by the verb; all others give what they have."""


class _Share(NamedTuple):
    """Whose it is, as it is typed, and what."""

    who: str
    what: str


def split_each_their_own(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each of two or more; nothing for any other line, for who is not of the Company,
    and where one of the lines would not be of the same kind as the others."""
    written = write_numbers_in_digits(typed.strip())
    if handed := _list_handed_lines(written, context):
        return handed
    if said := _NEW.fullmatch(written):
        begun, allowed = said["verb"].casefold(), _GIFTS[said["verb"].casefold()]
        return _write_lines(f"{begun} {{who}} {{what}}", said["list"], allowed, context)
    if said := _GIVING.fullmatch(written):
        allowed = _BOUGHT if said["verb"].casefold().startswith("b") else _GIVEN
        giver = find_member(said["who"], context.campaign)
        pattern = f"{said['who']} {said['verb']} {{who}} {{what}}"
        are_carried = giver is not None and (
            allowed is _BOUGHT or _carries_all(giver, said["list"], context)
        )
        if are_carried and (lines := _write_lines(pattern, said["list"], allowed, context)):
            return lines
    if _HARM.fullmatch(written):
        harmed = _NAME_AND_NUMBER.findall(written)
        lines = tuple(f"{who} takes {many} damage" for who, many in harmed)
        return lines if all(find_member(who, context.campaign) for who, _ in harmed) else ()
    said = _DOING.fullmatch(written)
    if said is None:
        return ()
    allowed = _BY_VERB[said["verb"].casefold()]
    pattern = f"{{who}} {said['verb']} {{what}}"
    return _write_lines(pattern, f"{said['who']} {said['list']}", allowed, context)


def _list_handed_lines(written: str, context: Context) -> tuple[str, ...]:
    """The lines of `one potion to bree and the amulet to wim`, of things that only one of the
    others has; nothing for any other line."""
    clauses = [_TO_WHOM.fullmatch(each) for each in _CLAUSES.split(written.rstrip(" .!"))]
    if Implied((), context)["MARKET"] and any(said and said["for"] for said in clauses):
        return ()  # a list of what is to be bought
    lines = list[str]()
    for said in clauses:
        taker = find_member(said["who"], context.campaign) if said else None
        others = list_members_present(context.campaign.errants)
        givers = [e for e in others if said and match_carried_items(e, said["noun"])]
        if said is None or taker is None or len(givers) != 1 or taker in givers:
            return ()
        what = f"{said['many']} {said['noun']}"
        lines.append(f"{quote_typed_name(givers[0])} gives {quote_typed_name(taker)} {what}")
    are_passed = all(_may_only_be(each, _GIVEN, context) for each in lines)
    return tuple(lines) if are_passed and len(lines) > 1 else ()


def _carries_all(giver: Errant, listed: str, context: Context) -> bool:
    """True where whoever gives has each thing: what nobody has is asked about as a whole."""
    things = (_COUNTED.fullmatch(share.what) for share in _read_shares(listed, context))
    nouns = [each["noun"] for each in things if each]
    return all(_COINS.match(noun) or match_carried_items(giver, noun) for noun in nouns)


def _write_lines(
    pattern: str, listed: str, allowed: Sequence[str], context: Context
) -> tuple[str, ...]:
    lines = tuple(
        pattern.format(who=share.who, what=share.what) for share in _read_shares(listed, context)
    )
    are_alike = all(_may_only_be(each, allowed, context) for each in lines)
    return lines if are_alike and len(lines) > 1 else ()


def _may_only_be(line: str, allowed: Sequence[str], context: Context) -> bool:
    """True for a line that means one of these words, or is asked back as one of two of them."""
    try:
        readings = next(iter(list_command_readings(line, context)), ())
    except Ambiguous as refusal:
        readings = tuple(refusal.hint.removeprefix(_TRY).split(", or "))
    except Refusal:
        return False
    return bool(readings) and all(each.partition(" ")[0] in allowed for each in readings)


def _read_shares(listed: str, context: Context) -> list[_Share]:
    """Who gets what, as `bree 2 torches, wim one and corvin the rope` lists it; none where somebody
    is named twice, or gets nothing that may change hands."""
    shares = list[_Share]()
    for clause in _CLAUSES.split(listed):
        name, _, what = clause.partition(" ")
        member = find_member(name, context.campaign)
        if member is not None:
            shares.append(_Share(quote_typed_name(member), what))
        elif shares:
            shares[-1] = _Share(shares[-1].who, f"{shares[-1].what} and {clause}")
        else:
            return []
    if len({each.who for each in shares}) < len(shares):
        return []
    named = _name_what_is_left_out(shares)
    return named if all(_THINGS.fullmatch(each.what) for each in named) else []


def _name_what_is_left_out(shares: Sequence[_Share]) -> list[_Share]:
    """The shares with the thing of the one before where only a number is said, as `wim one`."""
    named, noun = list[_Share](), ""
    for who, what in shares:
        if named and _LIKEWISE.fullmatch(what):
            what = named[-1].what
        if noun and _SO_MANY.fullmatch(what):
            many = what if what.isdecimal() else "1"
            what = f"{many} {singularise_name(noun) if many == '1' else noun}"
        named.append(_Share(who, what))
        counted = _COUNTED.fullmatch(what)
        noun = counted["noun"] if counted else noun
    return named
