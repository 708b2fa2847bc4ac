"""Lines that are read whole by one pattern each: a chance, a fall that is caught, somebody hired, a
new effect, a find with its worth, who holds a thing, or does from now on, who is tended and heals,
and what is agreed on and who pays it."""

import re
from collections.abc import Iterator

from companion.errant.company import list_members_present
from companion.errant.goods import find_listed_good
from companion.errant.names_in_typed_lines import quote_typed_name
from companion.grammar.argument_kinds.packs.coins import format_coins
from companion.grammar.argument_kinds.packs.item_names import match_carried_items
from companion.grammar.context import Context
from companion.grammar.name_matching import match_things_by_name
from companion.grammar.phrases.phrasebook.amounts import index_coin_names
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import split_name_into_words
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.refusal import Unknown
from companion.text_cleaning import quote_name

_HIRED = re.compile(
    r"(?i)(?:[\w']+(?:'ve|’ve| have| has)? )?(?:hire|recruit|employ)(?:s|d|ed)? "
    r"(?:(?:an? |the )?(?P<trade>[\w-]+)"
    r"(?: (?:called|named)|,? (?:by the )?name (?:of|is)|,) (?P<name>[a-z]+)"
    r"(?:'s (?:his|her) name)?"
    r"|(?P<first>(?!out\b|on\b)[a-z]+) as (?:an? |our |the )?(?P<as>[\w-]+))[.!]?"
)
"""Somebody hired by name and trade, as `a porter called Pip` and `wat as torchbearer`."""
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
_HELD = re.compile(
    r"(?i)(?:who|any(?:one|body))(?:['’]s| is| still)*"
    r"(?: has| have| got| carries| carrying| holds| holding| lugging| lugs| hauling| hauls)+ "
    r"(?:any |an? |the |some |our )*(?P<thing>[\w'’ -]+?)(?: left| with us)?\??"
)
"""Who has a thing, as `who has a healer's kit`."""
_VALUABLE = re.compile(
    r"(?i)(?P<who>[\w-]+) (?:finds|found|pockets|takes|gets|grabs|loots|picks up|pulls out|steals|"
    r"pinches|pries out|prises out|digs up|fishes out) (?:an?|one|the) "
    r"(?P<thing>[a-z][a-z'’ -]*?)(?: (?:in|under|behind|on|inside) the [a-z' -]+?)?,?"
    r"(?: (?:it['’]?s|that['’]?s|which is))? worth (?:about |around |some |maybe )?"
    r"(?P<worth>\d+ ?(?:p|pence|penny|pennies|s|shillings?|g|guilders?)?)(?: or so)?"
    r"(?:,? and|,)?(?: (?P<bearer>[\w-]+) (?:carries|takes|gets|has|pockets|keeps|bags) it)?[.!]?"
)
"""A find with what it is worth, as `corvin finds a cup worth 30`, and who takes it."""
_BEARS_NOW = re.compile(
    r"(?i)(?P<who>[\w-]+) (?:carries|has|holds|keeps|is carrying) "
    r"(?:the |(?P<owner>[\w-]+)['’]s )(?!(?:lead|edge|floor|watch) (?:now|from))"
    r"(?P<thing>[a-z][a-z'’ -]*?) (?:now|from now on|from here on)[.!]?"
)
"""Who carries another's thing from now on, as `corvin carries bree's hammer now`; `the lead` and
`the floor` are nobody's."""
_TENDED = re.compile(
    r"(?i)(?P<who>[\w-]+) (?:patches up|patches|tends(?: to)?|bandages|binds up|treats|sees to) "
    r"(?P<whom>[\w-]+)(?:['’]s wounds?)?(?:(?:,? and|,) (?:he |she )?(?:heals?|restores?)|:)"
    r" (?:him |her |them )?(?:for |\+)?(?P<many>\d{1,2})(?: hp)?[.!]?"
)
"""Who is tended, and what heals of them, as `corvin patches up ondine, heals 2`."""
_AGREED = re.compile(
    r"(?i)(?:(?:ok|okay|so|and|right),? )*"
    r"(?:it['’]?s a )?(?:deal|agreed|settled)(?: at| on| for|,|:) "
    r"(?P<many>\d+) ?(?P<coin>p|s|g|pence|penn(?:y|ies)|shillings?|guilders?)?[,:;] (?:and )?"
    r"(?P<who>[\w-]+) (?:pays?|coughs up)(?: it| up| him| her| them)?[.!]?"
)
"""A price that is agreed on, and who pays it; pennies in a Negotiation, where no coin is named."""
_THEMSELVES = ("himself", "herself", "themselves")
_NOT_OF_FINDS = {"from", "off", "to", "for", "with", "and", "or", "if", "by"}
"""What is got from somebody is no new thing."""
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


def list_valuable_find_lines(typed: str) -> Iterator[str]:
    """The line of a thing that somebody finds, for who takes it, and of which is said what it is
    worth: pennies, where no coin is named."""
    said = _VALUABLE.fullmatch(write_numbers_in_digits(typed.strip()))
    if said and _NOT_OF_FINDS.isdisjoint(said["thing"].casefold().split()):
        worth = f"{said['worth']} pennies" if said["worth"].isdecimal() else said["worth"]
        who = said["bearer"] or said["who"]
        yield f"give {who} {quote_name(said['thing'])} worth {worth}"


def list_new_bearer_lines(typed: str, context: Context) -> Iterator[str]:
    """The line by which a thing changes hands that one other of the Company carries."""
    said = _BEARS_NOW.fullmatch(typed.strip())
    members = list_members_present(context.campaign.errants)
    takers = match_things_by_name(said["who"], members) if said else []
    if said is None or len(takers) != 1:
        return
    owner, named = (said["owner"] or "").casefold(), {*said["thing"].casefold().split()}
    owners = [each for each in members if owner in ("", each.id)]
    carriers = [
        each
        for each in owners
        for item in match_carried_items(each, said["thing"])
        if named <= {*split_name_into_words(item.name)}
    ]
    if len(carriers) == 1 and carriers != takers:
        giver, taker = quote_typed_name(carriers[0]), quote_typed_name(takers[0])
        yield f"pass {giver} {taker} {said['thing']}"


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


def list_hiring_lines(typed: str) -> Iterator[str]:
    """The line by which somebody joins whose name and trade are said."""
    said = _HIRED.fullmatch(typed.strip())
    trade, name = (said["trade"] or said["as"], said["name"] or said["first"]) if said else ("", "")
    if trade.casefold() in load_phrases().trades and name.casefold() not in load_phrases().trades:
        yield f"errant add {name[:1].upper()}{name[1:]} retainer"


def list_new_effect_lines(typed: str) -> Iterator[str]:
    """The line of a new effect that is described after a colon."""
    if said := _NEW_EFFECT.fullmatch(typed.strip(" .!")):
        on_whom = f" on {said['who']}" if said["who"] else ""
        yield f"effect add {quote_name(said['text'])} {said['nature'].casefold()}{on_whom}"


def list_item_holder_lines(typed: str, context: Context) -> Iterator[str]:
    """Who carries something that anybody has, or that has a price; and who there is, where one of
    them is asked for."""
    if not (asked := _HELD.fullmatch(typed.strip())):
        return
    thing = asked["thing"].replace("’", "'")
    if build_vocabulary(context).names_person(thing.casefold()):
        yield "company"  # `who has the mule`: it is one of them
        return
    is_held = any(match_carried_items(errant, thing) for errant in context.campaign.errants)
    if is_held or find_listed_good(thing, context.read_goods()):
        yield f"company {thing}"
