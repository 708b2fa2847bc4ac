"""A thing that may not be new though it is given: whose it is, and whether there is such a one."""

import re

from companion.commands.dispatch import MakeContext, Refused
from companion.commands.spoken_lines.phrase_meanings import make_context_for_unread_line
from companion.errant.company import Errant, list_members_present
from companion.errant.goods import find_listed_good
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.packs.item_names import match_carried_items
from companion.grammar.name_matching import match_things_by_name
from companion.grammar.typed_line import Line
from companion.refusal import Ambiguous, Unknown
from companion.text_cleaning import quote_name

GIVING = ("give", "g")
"""Words that take whatever follows for the name of a thing."""
_DEFINITE = ("the", "that", "this")
_LEADING = ("a", "an", "some", "the")
_AFTER_FIRST_THING = re.compile(r"((?:,| and| worth| slots| uses| x\d+)(?: .*|$))")
"""What stands behind the first thing of a list."""


def find_refusal_of_doubtful_gift(line: Line, make_context: MakeContext) -> Refused | None:
    """The refusal of what one of the Company has already, as `give wim bree's torch`, and of what
    nobody has heard of, as `give wim a hug`."""
    who, *what = line.arguments
    if owner := _find_owner(what, make_context):
        why = f"What {owner.name} has is passed on, and not given anew."
        forced = f"give! {quote_name(who)} {quote_name(' '.join(what))}"
        carried = f"What they carry: slots {quote_typed_name(owner)}"
        return Refused(Unknown(why, f"{carried}. For a new thing of that name: {forced}"))
    said = " ".join(what[1:]) if what and what[0].casefold() in _LEADING else ""
    thing, *others = _AFTER_FIRST_THING.split(said, maxsplit=1)
    if not thing or find_listed_good(
        thing, make_context_for_unread_line(make_context).read_goods()
    ):
        return None
    why = f"«{thing}» is in no pack and no price table."
    new = f'give {quote_name(who)} "{thing}"{"".join(others)}'
    return Refused(Unknown(why, f"For a thing of your own: {new}"))


def _find_owner(what: list[str], make_context: MakeContext) -> Errant | None:
    """Who of the Company has a thing that is called theirs, as `two of bree's torches`."""
    owners = [word.casefold().replace("’", "'") for word in what[:-1]]
    errants = list_members_present(make_context(Line("", False, (), "")).campaign.errants)
    return next((each for each in errants if f"{each.id}'s" in owners), None)


def ask_whether_to_pass_or_give(line: Line, make_context: MakeContext) -> Refused | None:
    """The question whose it is, for `give wim a torch` of a player where others carry torches; and
    for `give wim the torch` of the Guide, where torches are sold as well."""
    who, *what = line.arguments
    context = make_context(line)
    number = what[0].casefold()
    is_counted = number.isdigit() or number in ("a", "an", "some", *_DEFINITE)
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
    count = f" x{number}" if number.isdigit() and number != "1" else ""
    taker, thing = quote_typed_name(takers[0]), f"{quote_name(thing)}{count}"
    lines = [f"pass {quote_typed_name(each)} {taker} {thing}" for each in carriers]
    either = ", or ".join([*lines, f"give! {taker} {thing}"])
    message = f"«{line.word} {line.rest}» may mean two things."
    return Refused(Ambiguous(message, f"Try: {either}"))
