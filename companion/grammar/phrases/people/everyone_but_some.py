"""Names those who are meant where some are left out: `corvin, ondine and wim eat` for `everyone
but bree eats`."""

import re

from companion.errant.company import list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.name_matching import find_only_match

_EVERYONE = r"(?:(?:they |we )?all(?: of (?:them|us))?|every(?:one|body))"
_BUT = r",? (?:but|except|bar|apart from|other than)(?: for)? "
_WHO = r"(?P<who>[a-z-]+(?:(?:, and |, | and )[a-z-]+)*?)"
_LEFT_OUT_FIRST = re.compile(rf"(?i){_EVERYONE}{_BUT}{_WHO}(?= (?!and\b)\w|[.!]?$)")
_LEFT_OUT_LAST = re.compile(rf"(?i)(?P<all>{_EVERYONE}) (?P<deed>[^?]+?){_BUT}{_WHO}[.!]?")
_GOODS = re.compile(
    rf"(?i)(?P<verb>give|buy) {_EVERYONE}{_BUT}{_WHO} (?P<goods>(?!and\b)(?:an?|\d+) [^?]+?)"
    r"(?: each| apiece)?[.!]?"
)
_SHARE = re.compile(
    r"(?i) (?:gets?|got|gains?|earns?|pays?|paid|loses?|lost|spends?|spent|drops?|buys?|bought"
    r"|takes?|took) (?!.*\b(?:each|apiece)\b)[^,;.?!]*\b(?:\d|an?\b)[^,;.?!]*"
)
"""What each of them gets or loses, where the line does not say so."""
_LEADING = re.compile(r"(?i)^(?:(?:ok|okay|so|and|then|now),? )+")
_IN_ALL = re.compile(
    r"(?i)\b(?:in (?:total|all)|between (?:them|us)|together|altogether"
    r"|to (?:split|share|save)|a total of|shared|split|divided|evenly)\b"
)
_NAMES = re.compile(r", and |, | and ")


def split_goods_for_everyone_but_some(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each who gets what `give everyone but bree a torch` says; nothing for any other
    line."""
    said = _GOODS.fullmatch(typed.strip())
    others = _list_others(said["who"], context) if said else []
    return tuple(f"{said['verb']} {each} {said['goods']}" for each in others) if said else ()


def name_everyone_but_some(typed: str, context: Context) -> tuple[str, ...]:
    """What the line says with the names of all others who are here, where some of the Company are
    left out: as it stands, and with `each` where they get or lose something; nothing for any other
    line."""
    typed = _LEADING.sub("", typed.strip())
    if _IN_ALL.search(typed):
        return ()  # which is one sum, and not one for each
    all_but, after = _LEFT_OUT_LAST.fullmatch(typed), ""
    if all_but:
        after = f" {all_but['deed']}"
    elif all_but := _LEFT_OUT_FIRST.match(typed):
        after = typed[all_but.end() :]
    named = _name_others(all_but["who"], context) if all_but else ""
    if not named:
        return ()
    is_share = " " in named and _SHARE.fullmatch(after.rstrip(" .!"))
    each = (f"{named}{after.rstrip(' .!')} each",) if is_share else ()
    return (f"{named}{after}", *each)


def _name_others(left_out: str, context: Context) -> str:
    """Whoever is here and is not left out, as people list them; "" for nobody."""
    *most, last = _list_others(left_out, context) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _list_others(left_out: str, context: Context) -> list[str]:
    """Whoever is here and is not left out; nobody where one who is left out is nobody here."""
    people = [each for each in list_members_present(context.campaign.errants) if each.is_person]
    absent = [find_only_match(each, people) for each in _NAMES.split(left_out)]
    others = [quote_typed_name(each) for each in people if each not in absent]
    return [] if None in absent else others
