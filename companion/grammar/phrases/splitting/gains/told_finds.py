"""What is told to be found: `in it: 2 guilders and a gold ring worth 300p, wim takes it all`. Who
takes it gets it in one line; where nobody is told to, it is asked who does."""

import re
from collections.abc import Iterator

from companion.campaign.places_known_to_players import find_company_settlement
from companion.errant.company import list_everyone_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.splitting.gains.find_lists import PLACE, parse_find, write_gift
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.refusal import WHO, Malformed, Refusal, Unknown

_NAME = r"[a-z][\w'’-]*"
_FIND = (
    r"(?:also |then )?(?:finds?|found|spots?|spotted|discovers?|discovered|digs? up|dug up"
    r"|turns? up|turned up|uncovers?|uncovered|recovers?|recovered|comes? across|came across)"
)
_TAKE = (
    r"(?:gets?|got|takes?|took|pockets?|pocketed|grabs?|grabbed|bags?|bagged|keeps?|kept"
    r"|snatche[sd]|carries|steals?|stole|pinche[sd]|pries out|prises out|fishes out"
    r"|picks? (?:it |them )?up|picked (?:it |them )?up|pulls? out|pulled out|loots?"
    r"|looted|nabs?|claims?)"
)
_IT = (
    r"(?:it all|all of (?:it|them|that)|all that|it|them(?: both| all)?|that|those"
    r"|both(?: of them)?|everything|the (?:whole )?lot)"
)
_WHERE = (
    r"(?:in(?:side)?(?: (?:it|there|(?:the )?[a-z]+))?"
    r"|(?:on|off|under|behind) (?:him|her|it|them|the [a-z]+)"
    r"|(?:the )?(?:loot|treasure|haul|hoard))"
)
_HAVING = (
    r"(?P<whose>the [a-z]+|they|he|she|it) "
    r"(?:carried|had|has|have|held|holds|were carrying|was carrying)"
)
_TAKER = rf"(?:[,.;:]| and) (?:and |so )?(?P<who>{_NAME}) (?:{_TAKE}|{_FIND}|has|holds) {_IT}"
_MAY_BE_FIND = re.compile(rf"(?i)\b(?:{_TAKE}|{_FIND})\b|\ball\b")
_TAKEN = tuple(
    re.compile(rf"(?i){each}[.!]?")
    for each in (
        rf"(?:{PLACE},? )?(?:{_NAME} {_FIND}|there(?:['’]s| is| are)) "
        rf"(?P<list>.+?)(?: {PLACE}| there)?{_TAKER}",
        rf"(?:{_WHERE}(?:: ?| is | are |, | )|{_HAVING} (?:on (?:him|her|it|them) )?)"
        rf"(?P<list>\d.+?|an? .+?|(?<=: )[a-z].+?)(?P<on> on (?:him|her|it|them))?{_TAKER}",
        rf"(?P<list>\d.+?|an? .+?)(?: on (?:him|her|it|them|em))?{_TAKER}",
        rf"{_WHERE}(?:: ?| is | are |, )(?P<list>.+?)[,.;:] (?:and )?(?:it['’]s )?all "
        rf"(?:for )?(?P<who>{_NAME}?)(?:['’]s)?",
    )
)
"""How it is told who takes what was found."""
_FOUND = re.compile(
    rf"(?i)(?:{PLACE},? )?(?:(?P<who>{_NAME}) (?:{_FIND}|{_TAKE})|{_FIND}):? (?P<list>.+?)"
    rf"(?: {PLACE}| there| here)?[.!]?"
)
"""How it is told who finds something, or that it is found."""
_LYING = re.compile(
    rf"(?i)(?:there(?:['’]s| is| are) (?P<list>.+?) {PLACE}|{_WHERE}: ?(?P<things>.+?))[.!]?"
)
"""How it is told that something lies there."""
_OWN = re.compile(
    r"(?i)\bfrom (?:his|her|its|their|[a-z]+['’]s"
    r"|the (?:stash|cache|mule|cart|pack|company|party|shop|market|stall))\b"
    r"|\b(?:keeps|kept) (?:the|his|her|their)\b"
)
"""What somebody has already, or a shop."""
_OPENED = re.compile(
    r"(?i)^(?:the |an? )?(?:it|chest|box|coffer|casket|case|crate|cupboard|drawer|sack|bag|purse"
    r"|barrel|jar|urn|tomb|coffin|sarcophagus|safe|trunk|lid)"
    r"(?:(?:['’]s| is)(?: now)? open| opens(?: up)?| (?:comes|springs|creaks|pops) (?:open|off)"
    r"| holds| contains)"
    r"(?:(?:[:,;]| and)(?: inside(?: (?:is|are))?:?)?|(?<=holds)|(?<=contains)) (?=\d|an? )"
)
"""What opens, before what is found in it: `the chest is open: 20p and a ring`."""
_INSIDE = re.compile(r"(?i) (?:inside|in there)(?=[.!]?$)")
_WORTH = re.compile(r"(?i)\bworth\b|\bvalued\b")
_SHOP = re.compile(r"(?i)\b(?:market|shops?|stalls?|stores?|smith|traders?|merchants?|for sale)\b")
_PRICED = re.compile(r"(?i)\b\d+ ?[a-z]+\b")
_BEINGS, _DEAD = frozenset(["creature", "npc", "group"]), ("dead", "corpse", "body", "remains")
_WE = ("we", "they", "you", "everyone")


def list_told_find_lines(typed: str, context: Context) -> Iterator[str]:
    """The line that gives a find to whoever is told to take it, or to have found coins beside
    things, or a thing of a known worth; nothing for any other line."""
    if not _MAY_BE_FIND.search(typed) or not (said := _read(typed)):
        return
    vocabulary = build_vocabulary(context)
    if _may_be_bought(said, context):
        return
    for pattern in _TAKEN:
        taken = pattern.fullmatch(said)
        if not (taken and find_member(taken["who"], context.campaign)):
            continue
        find = parse_find(taken["list"], vocabulary)
        if find and find.is_known and _is_of_nobody_here(taken, vocabulary):
            yield write_gift(taken["who"], find)
            return
    found = _FOUND.fullmatch(said)
    find = parse_find(found["list"], vocabulary) if found else None
    is_one = find is not None and (find.is_mixed or find.is_valued) and find.is_known
    is_in_purse = bool(found and find and not find.things and not found["list"][:1].isdecimal())
    if (
        found
        and find
        and (is_one or is_in_purse)
        and find_member(found["who"] or "", context.campaign)
    ):
        yield write_gift(found["who"], find)


def offer_find(typed: str, context: Context) -> Refusal | None:
    """The question who gets what is told to be found, or the line of a thing that is on no price
    list, for whoever is told to have it; None for any other line."""
    said = _read(typed)
    found = (_FOUND.fullmatch(said) or _LYING.fullmatch(said)) if said else None
    told = found.groupdict() if found else {}
    listed, who = told.get("list") or told.get("things") or "", told.get("who") or ""
    find = parse_find(listed, build_vocabulary(context)) if listed else None
    if find is None or not find.is_known or _may_be_bought(said, context):
        return None
    if find_member(who, context.campaign):
        why = f"I do not know what is meant by «{typed}»."
        return Unknown(why, f"Try: {write_gift(who, find)}")
    present = list_everyone_present(context.campaign.errants)
    if not present or (who and who.casefold() not in _WE):
        return None
    if context.campaign.open_matters.unresolved_actions and not (find.coins or find.is_valued):
        return None  # it is what came of the action
    return Malformed(WHO, f"Try: {write_gift(quote_typed_name(present[0]), find)}")


def _read(typed: str) -> str:
    """The line with its numbers in digits; "" for one that asks, denies or supposes."""
    written = write_numbers_in_digits(typed.strip())
    opened = _OPENED.sub("in it: ", written)
    written = written if opened == written else _INSIDE.sub("", opened)
    phrases = load_phrases()
    unsure = {*phrases.hypothetical, *phrases.denials, *phrases.negations}
    is_told = "?" not in written and unsure.isdisjoint(written.casefold().split())
    return written if is_told else ""


def _may_be_bought(said: str, context: Context) -> bool:
    """True for what one of the Company has already, and at a Settlement or in a talk for a sum that
    may be a price."""
    if _OWN.search(said):
        return True
    campaign = context.campaign
    is_market = bool(find_company_settlement(campaign)) or any(
        npc.is_in_negotiation for npc in campaign.world.npcs
    )
    is_priced = bool(_PRICED.search(said) or _SHOP.search(said))
    return is_market and not _WORTH.search(said) and is_priced


def _is_of_nobody_here(taken: re.Match[str], vocabulary: Vocabulary) -> bool:
    """True where nobody of the Company has it, and no shop, as `the goblins had 4 shillings`;
    `they` may be the Company."""
    told = taken.groupdict()
    whose = (told.get("whose") or "").casefold()
    noun = singularise_name(whose.removeprefix("the "))
    if noun == whose:  # a pronoun, or a place with `in` and the like
        return not whose or bool(told["on"])
    groups, meanings = load_phrases().groups, vocabulary.find_meanings(noun)
    is_being = not _BEINGS.isdisjoint(meanings)
    return is_being or noun in (*groups["loot"], *groups["fixtures"], *_DEAD)
