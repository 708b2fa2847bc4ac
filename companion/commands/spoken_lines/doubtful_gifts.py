"""A thing that may not be new though it is given: whose it is, and whether there is such a one."""

import re

from companion.commands.dispatch import MakeContext, Refused
from companion.commands.spoken_lines.phrase_meanings import make_context_for_unparsed_line
from companion.errant.company import Errant, list_members_present
from companion.errant.goods import find_listed_good
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.packs.coins import is_sum_of_coins
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.name_matching import match_things_by_name
from companion.grammar.typed_line import Line
from companion.refusal import Ambiguous, Unknown, join_choices
from companion.text_cleaning import quote_name

GIVING = ("give", "g")
"""Words that take whatever follows for the name of a thing."""
_DEFINITE = ("the", "that", "this")
_LEADING = ("a", "an", "some", "the")
_BETWEEN_THINGS = re.compile(r",? and |, ?")
_THING = re.compile(
    r"((?:an?|some|the) )?(.*?)((?: (?:worth|slots|uses) .*| x\d+)?)", re.IGNORECASE
)
"""A thing of a list, with its article and what is said of it besides."""


def is_list_of_gifts(line: Line) -> bool:
    """True for a line that gives several things: what is unheard of among them must not be lost."""
    return line.word in GIVING and _BETWEEN_THINGS.search(line.rest) is not None


def find_refusal_of_doubtful_gift(line: Line, make_context: MakeContext) -> Refused | None:
    """The refusal of what one of the Company has already, as `give wim bree's torch`, of what is
    for somebody else, and of what nobody has heard of, as `give wim a hug`."""
    who, *what = line.arguments
    if refused := _refuse_gift_to_npc(line.arguments, make_context):
        return refused
    if owner := _find_owner(what, make_context):
        why = f"What {owner.name} has is passed on, and not given anew."
        forced = f"give! {quote_name(who)} {quote_name(' '.join(what))}"
        carried = f"What they carry: slots {quote_typed_name(owner)}"
        return Refused(Unknown(why, f"{carried}. For a new thing of that name: {forced}"))
    goods = make_context_for_unparsed_line(make_context).read_goods()
    if (
        not what
        or what[0].casefold() not in _LEADING
        or find_listed_good(" ".join(what[1:]), goods)
    ):
        return None
    unheard, written = list[str](), list[str]()
    pieces = _BETWEEN_THINGS.split(" ".join(what))
    for article, thing, beside in (
        said.groups("") for said in map(_THING.fullmatch, pieces) if said
    ):
        is_led = bool(article) and not is_sum_of_coins(tuple(thing.split()))
        is_unheard = is_led and not find_listed_good(thing, goods)
        unheard += [thing] * is_unheard
        written.append(f'"{thing}"{beside}' if is_unheard else f"{article}{thing}{beside}")
    if not unheard:
        return None
    why = f"«{unheard[0]}» is in no pack and no price table."
    new = f"give {quote_name(who)} {', '.join(written)}"
    return Refused(Unknown(why, f"For a thing of your own: {new}"))


def _refuse_gift_to_npc(said: tuple[str, ...], make_context: MakeContext) -> Refused | None:
    """The refusal of `give old pike the ring`, where an Errant begins with the first word: an NPC
    has no pack, and whoever hands it over drops it."""
    campaign = make_context_for_unparsed_line(make_context).campaign
    words = [word.casefold() for word in said]
    named = {npc.name: npc.name.casefold().split() for npc in campaign.world.npcs}
    name = next((n for n, w in named.items() if len(w) > 1 and words[: len(w)] == w), "")
    if not name:
        return None
    thing = " ".join(word for word in said[len(named[name]) :] if word not in _LEADING)
    members = list_members_present(campaign.errants)
    carriers = [each for each in members if thing and match_carried_items(each, thing)]
    lines = [f"drop {quote_typed_name(each)} {quote_name(thing)}" for each in carriers]
    hint = f"Try: {join_choices(lines)}" if lines else "To see who carries what: company"
    return Refused(Unknown(f"{name} is nobody of the Company. Who of it hands it over?", hint))


def _find_owner(what: list[str], make_context: MakeContext) -> Errant | None:
    """Who of the Company has a thing that is called theirs, as `two of bree's torches`."""
    owners = [word.casefold().replace("’", "'") for word in what[:-1]]
    errants = list_members_present(make_context(Line("", False, (), "")).campaign.errants)
    return next((each for each in errants if f"{each.id}'s" in owners), None)


def ask_whether_gift_is_new_or_carried(line: Line, make_context: MakeContext) -> Refused | None:
    """The question whose it is, for `give wim a torch` of a player where others carry torches; and
    for `give wim the torch` of the Guide, where torches are sold as well."""
    who, *what = line.arguments
    context = make_context(line)
    number = what[0].casefold()
    is_counted = number.isdecimal() or number in ("a", "an", "some", *_DEFINITE)
    thing = " ".join(what[is_counted:])
    is_new = context.is_guide and not (
        number in _DEFINITE and find_listed_good(thing, context.read_goods())
    )
    if is_new or "from" in what:
        return None
    takers = match_things_by_name(who, context.campaign.errants)
    carriers = [
        each
        for each in list_members_present(context.campaign.errants)
        if len(takers) == 1 and each not in takers and thing and match_carried_items(each, thing)
    ]
    if not carriers:
        return None
    count = f" x{number}" if number.isdecimal() and number != "1" else ""
    taker, thing = quote_typed_name(takers[0]), f"{quote_name(thing)}{count}"
    lines = [f"pass {quote_typed_name(each)} {taker} {thing}" for each in carriers]
    either = ", or ".join([*lines, f"give! {taker} {thing}"])
    message = f"«{line.word} {line.rest}» may mean two things."
    return Refused(Ambiguous(message, f"Try: {either}"))
