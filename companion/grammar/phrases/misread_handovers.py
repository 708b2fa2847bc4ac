"""What a line means besides: coins that are an exchange as well, a thing that others pass on."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from companion.errant.company import list_members_present
from companion.errant.goods import find_listed_good
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.name_matching import match_things_by_name
from companion.grammar.phrases.phrasebook.vocabulary import split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied

_PAID = re.compile(r"(?:coins (?=\S+ -\d)|drop )(\S+)")
_PRONOUNS = ("him", "her", "them")
_GIVEN = re.compile(r"give (?P<who>\S+) (?P<thing>[\w' -]+)")
_DEFINITE, _TO = ("the", "that", "this"), "to"
_HANDING = ("give", "hand", "offer", "slip", "lend", "loan", "pass", "toss", "throw", "pay")

_TO_HAND = re.compile(r"move .* hand")
_HANDED_OVER = re.compile(
    r"(?i)(?:\w+ )?hand(?:s|ed|(?= (?:over|out|an?|the|h[ie][rsm]|me|us|them|\d+) ))\b"
)
"""How a thing is handed to somebody, which puts it in nobody's own hand."""
_DROPPED = re.compile(r"drop (?:(?P<who>\w+) )?(?P<thing>[\w'-]+)")
_AWAY = frozenset(
    [
        *("away", "rid", "discard", "discards", "bin", "bins", "ditch", "ditches"),
        *("toss", "tosses", "chuck", "chucks", "dead", "spent", "empty", "burnt", "burned"),
    ]
)
"""Words by which something is thrown away for good, or that tell that it is used up."""
_DROPPING = re.compile(r"drop (\S+) ")
_THROWN_TO = (
    r"(?i)(?:toss|throw|chuck|lob|sling|fling) {} (?:an?|the|one|his|her|my|your|some|\d+) \w"
)
"""How a thing is thrown to somebody, who drops nothing by that."""
_BEARS_NOW = re.compile(
    r"(?i)(?P<who>[\w-]+) (?:carries|has|holds|keeps|is carrying) "
    r"(?:the |(?P<owner>[\w-]+)['’]s )(?!(?:lead|edge|floor|watch) (?:now|from))"
    r"(?P<thing>[a-z][a-z'’ -]*?) (?:now|from now on|from here on)[.!]?"
)
"""Who carries another's thing from now on, as `corvin carries bree's hammer now`; `the lead` and
`the floor` are nobody's."""


def add_negotiation_exchange(
    lines: Sequence[str], tokens: Sequence[Token], context: Context
) -> Sequence[str]:
    """The lines of `wim gives him 10 pennies` in a Negotiation: coins, or an exchange of giving;
    and of a thing that he gives."""
    paid = _PAID.match(lines[0]) if len(lines) == 1 else None
    words = {token.word for token in tokens}
    if not paid or words.isdisjoint(list_handing_verb_forms()):
        return lines
    talking = Implied((), context)["TALKING"]
    is_told = bool(talking) and not words.isdisjoint((*_PRONOUNS, *talking.split("-")))
    return (*lines, f"talk {talking} giving by {paid[1]}") if is_told else lines


def replace_giving_by_passing(
    lines: Sequence[str], tokens: Sequence[Token], context: Context
) -> Sequence[str]:
    """The lines by which the thing of its own that another carries changes hands, where it would be
    given anew: `corvin takes the statue` makes no second statue."""
    new = _GIVEN.fullmatch(lines[0]) if len(lines) == 1 else None
    thing = new["thing"] if new else ""
    words = [token.word for token in tokens]
    said = next((at for at, word in enumerate(words) if word and word in thing.split()), -1)
    is_bare = said == 0 and _TO in words  # `saint to corvin`
    if not new or not (is_bare or (said > 0 and words[said - 1] in _DEFINITE)):
        return lines
    members = list_members_present(context.campaign.errants)
    carriers = [e for e in members if e.id != new["who"] and match_carried_items(e, thing)]
    passed = [f"pass {quote_typed_name(each)} {new['who']} {thing}" for each in carriers]
    is_sold = find_listed_good(thing, context.read_goods()) is not None  # there are others
    return [*passed, *lines] if is_sold else passed or lines


def replace_dropping_by_letting_go(
    lines: Sequence[str], tokens: Sequence[Token], context: Context
) -> Sequence[str]:
    """The line by which a thing at 0 is let go, where `throw the torch away` would drop another's
    that is good, or leave it open."""
    dropped = _DROPPED.fullmatch(lines[0]) if len(lines) == 1 else None
    is_away = not _AWAY.isdisjoint(token.word for token in tokens)
    if dropped is None or not is_away:
        return lines
    empty = [
        (errant, item)
        for errant in list_members_present(context.campaign.errants)
        if dropped["who"] in (None, quote_typed_name(errant))
        for item in match_carried_items(errant, dropped["thing"])
        if item.uses_left == 0
    ]
    if len(empty) != 1:
        return lines
    (owner, _), thing = empty[0], dropped["thing"]
    return (f"let-go {quote_typed_name(owner)} {thing}",)


@cache
def list_handing_verb_forms() -> frozenset[str]:
    """Every form of the verbs by which somebody hands a thing to somebody else."""
    return list_verb_forms(_HANDING)


def is_misread_handover(line: str, typed: str) -> bool:
    """True for `bree hands over a torch`, which takes it in no hand of hers, and for `toss wim a
    torch`, by which Wim drops none."""
    dropped = _DROPPING.match(line)
    is_handed = _TO_HAND.fullmatch(line) is not None and _HANDED_OVER.match(typed) is not None
    return is_handed or bool(dropped and re.match(_THROWN_TO.format(re.escape(dropped[1])), typed))


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
