"""Lines that are read whole by one pattern each: a chance, a fall that is caught, a new effect, and
who is tended and heals."""

import re
from collections.abc import Iterator

from companion.errant.company import list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.name_matching import match_things_by_name
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.refusal import Unknown
from companion.text_cleaning import quote_name

_NEW_EFFECT = re.compile(
    r"(?i)(?:(?:a )?new|add (?:an? )?(?:new )?|begin (?:an? )?) ?"
    r"(?P<nature>arrangement|curse|condition)"
    r"(?: on (?P<who>[a-z]+))?: ?(?P<text>[^\W\d][^\d]*)"
)
"""Something new that holds, in words that are kept: `new arrangement: the smith owes us`."""
_CHANCE = re.compile(
    r"(?i)(?:ok,? |so,? )?(?:(?:there's|there is|it's|it is|say|roll|call it|\w+ (?:has|have)) )*"
    r"(?:an? |the )?(?:(?P<most>\d+)[- ]?in[- ]?(?P<sides>4|6|8|10|12|20|100)|(?P<percent>\d\d?)"
    r" ?(?:%|per ?cent)|even (?:chance|odds|money)|50[-/ ]?50(?! split| share))(?P<chance> chance)?"
    r"(?P<what>[,:]? (?!chance)[^\d?]*)?[.!?]?"
)
"""`2 in 6 they hear us`, or `a 30% chance`."""
_TENDED = re.compile(
    r"(?i)(?P<who>[\w-]+) (?:patches up|patches|tends(?: to)?|bandages|binds up|treats|sees to) "
    r"(?P<whom>[\w-]+)(?:['’]s wounds?)?(?:(?:,? and|,) (?:he |she )?(?:heals?|restores?)|:)"
    r" (?:him |her |them )?(?:for |\+)?(?P<many>\d{1,2})(?: hp)?[.!]?"
)
"""Who is tended, and what heals of them, as `corvin patches up ondine, heals 2`."""
_THEMSELVES = ("himself", "herself", "themselves")
_FALLS = ("fall caught", "caught fall")
"""Who falls is named first, or who catches them."""


def list_chance_roll_lines(typed: str) -> Iterator[str]:
    """The roll of a chance as people say it: `2 in 6` is a D6 that shows 2 at most."""
    said = _CHANCE.fullmatch(write_numbers_in_digits(typed.strip()))
    if said and (said["chance"] or not said["percent"]):
        sides = said["sides"] or "100"
        yield f"roll d{sides} <= {said['most'] or said['percent'] or 50}"


def list_caught_fall_lines(typed: str) -> Iterator[str]:
    """The line of a fall with who catches whom: `wim falls 20 feet, bree catches him`."""
    for pattern in map(compile_named_pattern, _FALLS):
        if said := pattern.fullmatch(write_numbers_in_digits(typed.strip(" .!"))):
            catchers = said["by"] or said.groupdict().get("catcher", "")
            by = ", ".join(re.split(r",? and |, ?", catchers))
            yield f"hazard {said['who']} fall {said['feet']} caught by {by}"


def list_tended_heal_lines(typed: str, context: Context) -> Iterator[str]:
    """The line of the HP that somebody gets back who is tended by one of the Company. Raises
    Unknown for anybody else who is tended."""
    said = _TENDED.fullmatch(write_numbers_in_digits(typed.strip()))
    members = list_members_present(context.campaign.errants)
    doers = match_things_by_name(said["who"], members) if said else []
    if said is None or len(doers) != 1:
        return
    is_own = said["whom"].casefold() in _THEMSELVES
    tended = doers if is_own else match_things_by_name(said["whom"], members)
    if len(tended) != 1:
        raise Unknown(f"There is no Errant «{said['whom']}» here.", "To see them all: company")
    yield f"heal {quote_typed_name(tended[0])} {said['many']}"


def list_new_effect_lines(typed: str) -> Iterator[str]:
    """The line of a new effect that is described after a colon."""
    if said := _NEW_EFFECT.fullmatch(typed.strip(" .!")):
        on_whom = f" on {said['who']}" if said["who"] else ""
        yield f"effect add {quote_name(said['text'])} {said['nature'].casefold()}{on_whom}"
