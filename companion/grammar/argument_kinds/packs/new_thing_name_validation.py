"""Validates the names of new things: a name may be a slip, want a size, or be no new thing in a
pack."""

import re
from contextlib import suppress

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant
from companion.errant.goods import Good, list_good_names, list_goods_with_name_ending
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.items import parse_gear_kind_and_count
from companion.errant.packs.stacks import name_single_item
from companion.errant.singulars import singularise_name
from companion.grammar.argument_kind import LineSoFar, Words
from companion.grammar.argument_kinds.packs.coins import ends_with_coins, find_misspelt_coin
from companion.grammar.argument_kinds.packs.goods import build_ambiguous_good_refusal
from companion.grammar.name_matching import find_exact_errant
from companion.refusal import (
    Ambiguous,
    Broken,
    Impossible,
    Malformed,
    find_names_likely_meant,
    join_words,
)
from companion.text_cleaning import quote_name

_POINTING = frozenset(["it", "this", "that", "these", "those", "them"])
_BESIDE_POINTING = frozenset(["a", "an", "one", "two", "some", "any", "all", "both", "few", "of"])
"""Words that name no thing, as in `one of those`."""


def list_goods_of_all_sizes(so_far: LineSoFar, name: str) -> list[str]:
    """The things whose name ends so, if the price tables have them in several sizes."""
    with suppress(Broken):
        sorts = list_goods_with_name_ending(name, so_far.context.read_goods())
        things = {each: good for each, good in sorts.items() if good.sort == "thing"}
        if len({good.slots for good in things.values()}) > 1:
            return list(things)
    return []


def refuse_name_of_several_sizes(so_far: LineSoFar, name: str) -> None:
    """Raises Ambiguous for a name that the price tables have in several sizes."""
    if sizes := list_goods_of_all_sizes(so_far, name):
        raise build_ambiguous_good_refusal(name, sizes, f"{quote_name(name)} slots 1")


def is_unheard_of_thing(so_far: LineSoFar, name: str) -> bool:
    """True for a thing of which nobody has heard. Raises Ambiguous if it may be a slip in the name
    of a thing that is known."""
    if parse_gear_kind_and_count(name)[0] or is_carried_by_anybody(so_far.campaign, name):
        return False
    goods: tuple[Good, ...] = ()
    with suppress(Broken):
        goods = so_far.context.read_goods()
    listed = [known for good in goods if good.sort == "thing" for known in list_good_names(good)]
    carried = [name_single_item(item) for each in so_far.campaign.errants for item in each.items]
    slips = [] if so_far.context.is_forced else find_names_likely_meant(name, (*listed, *carried))
    if slips:
        spaced, meant = r"\s+".join(map(re.escape, name.split())), quote_name(slips[0])
        named = re.compile(rf"""(?<=[\s,])"?{spaced}"?(?=[\s,]|$)""")
        line, found = named.subn(lambda _: meant, so_far.context.rest, count=1)
        line = line if found else f"{quote_typed_name(so_far.values['errant'])} {meant}"
        raise Ambiguous(
            f"«{name}» is listed nowhere. Did you mean {join_words(slips, 'or')}?",
            f"Try: give {line}",
            overrulable=True,
        )
    return True


def is_carried_by_anybody(campaign: Campaign, name: str) -> bool:
    """True if anybody carries a thing of exactly this name, in the singular or the plural."""
    folded = name.casefold()
    names = (folded, f"{folded}s", singularise_name(folded))
    return any(
        name_single_item(item).casefold() in names
        for errant in campaign.errants
        for item in errant.items
    )


def refuse_other_than_new_thing(campaign: Campaign, errant: Errant, words: Words) -> None:
    """Raises Impossible for coins, Supply, what comes out of another pack, and what somebody else
    shall have; Malformed for words that only point, as `one of those`."""
    folded = [word.casefold() for word in words]
    thing = f'To give a thing called so: give {quote_typed_name(errant)} "{" ".join(words)}"'
    if folded[-1] in _POINTING and _BESIDE_POINTING.issuperset(folded[:-1]):
        message = f"«{' '.join(words)}» names no thing."
        raise Malformed(message, f"Try: give {quote_typed_name(errant)} torch")
    if ends_with_coins(words):
        way = (
            f"Try: coins {quote_typed_name(errant)} +30. {thing}"
            if words[0][0].isdecimal()
            else thing
        )
        raise Impossible("Coins are kept in the purse.", way)
    if (coins := find_misspelt_coin(words[-1])) and not is_carried_by_anybody(
        campaign, " ".join(words)
    ):
        raise Impossible(f"Coins are kept in the purse. Did you mean {coins}?", thing)
    if folded[-1] == "supply":
        way = f"Try: supply {quote_typed_name(errant)} +2. {thing}"
        raise Impossible("Supply is no thing in a pack.", way)
    for between in ("from", "to"):
        other = find_exact_errant(campaign, words[-1])
        if between in folded[1:] and other is not None:
            thing = " ".join(words[: folded.index(between)])
            giver, taker = (other, errant) if between == "from" else (errant, other)
            raise Impossible(
                f"That is passed from {giver.name} to {taker.name}.",
                f"Try: pass {quote_typed_name(giver)} {quote_typed_name(taker)} {thing}",
            )
