"""Asks back about a line of which something is not said: how many, at what price, which watch."""

import re
from collections.abc import Sequence

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant, list_everyone_present, list_members_present
from companion.errant.goods import find_listed_good
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import Way
from companion.grammar.phrases.sentences.counts_joined_to_things import merge_counts_into_parts
from companion.grammar.phrases.sentences.noun_phrases import Part
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.refusal import Ambiguous
from companion.text_cleaning import quote_name

_NEW = "give "
_LIGHTING = ("snuff ", "light ")
_WORDLESS, _OWNING = frozenset(["=~"]), ("give ", "coins ")
_ALL = "all"
_CONSUMING = "~CONSUME"
_PAID = re.compile(
    r"\b(?:he|she|it|they|someone|somebody) (?:\w+ly |just |then )?(?:pays?|paid) (?P<who>\w+)"
)
_LOST = re.compile(r"coins (?P<who>\S+) -(?P<coins>.+)")
_BOUGHT = re.compile(r'(?P<one>(?:buy \S+|price) (?P<thing>[\w" -]+?)) x\d+')
_WATCHING, _SLEEPING = "watch ", "sleep "
_TONIGHT = ("tonight", "tonite", "night")
_THEN = "then"
_FIRST_WATCHES = frozenset(["first", "1st"])
_LATER_WATCHES = frozenset(["second", "2nd", "third", "3rd", "last", "later", "late", "next"])
_PASSED = ("~CARRIER", "WHO", "TO", "BEARER", "THING…", "SPOT")
_OTHER = frozenset(["another", "other", "new", "fresh", "second", "spare"])
_IN_HAND = re.compile(r"(?:move|fetch) (?P<who>\S+) (?P<what>.+?)(?: hand)?")
_FEW_WORDS = 3
_RIDDEN = ("animal", "vehicle")
_JOINING = re.compile(r"errant add .* retainer")


def refuse_possession_without_deed(
    way: Way,
    lines: Sequence[str],
    parts: Sequence[Part],
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
) -> None:
    """Raises Ambiguous for `bree's 2 torches`: it is told who has them, and not what is done."""
    owners = (token for token in tokens if token.word.endswith("'s"))
    is_given = lines[-1].startswith(_OWNING) and " -" not in lines[-1]
    is_told = is_given and _WORDLESS.issuperset(way.words) and not any(p.sign for p in parts)
    if is_told and any(vocabulary.names_person(owner.word) for owner in owners):
        message = f"«{join_typed_words(tokens)}» tells what somebody has, and not what is done."
        raise Ambiguous(message, f"Try: {lines[-1]}, or slots {lines[-1].split()[1]}")


def refuse_unclear_payer(lines: Sequence[str], tokens: Sequence[Token]) -> None:
    """Raises Ambiguous for `he pays bree 2 shillings`, where it is not known who pays her."""
    paid = _PAID.search(" ".join(token.word for token in tokens))
    lost = _LOST.fullmatch(lines[0]) if len(lines) == 1 else None
    if paid and lost and paid["who"] == lost["who"]:
        gained = f"coins {lost['who']} +{lost['coins']}"
        raise Ambiguous(f"Who pays {lost['who']} is not said.", f"Try: {gained}")


def refuse_several_lights(lines: Sequence[str], parts: Sequence[Part], context: Context) -> None:
    """Raises Ambiguous for `snuff the torches` where several are lit: a line is for one."""
    counted = merge_counts_into_parts(parts)
    named = [part for part in counted if "thing" in part.meanings and _is_plural(part)]
    is_any = len(lines) == 1 and lines[0].startswith(_LIGHTING)
    if not is_any or len(named) != 1:
        return
    snuffs = lines[0].startswith(_LIGHTING[0])
    people = {part.meanings["person"] for part in parts if "person" in part.meanings}
    thing = named[0].meanings["thing"]
    found = [
        (errant, item)
        for errant in context.campaign.errants
        if errant.is_present and (errant.id in people or not people)
        for item in match_carried_items(errant, thing)
        if item.lit == snuffs and item.burn != 0
    ]
    if sum(item.count for _, item in found) > 1:
        word = lines[0].split()[0]
        examples = dict.fromkeys(
            f"{word} {quote_typed_name(errant)} {thing}" for errant, _ in found
        )
        message = f"«{named[0].typed_whole}» are several: each is a line of its own."
        raise Ambiguous(message, f"Try: {', or '.join(examples)}")


def refuse_nameless_hireling(lines: Sequence[str], parts: Sequence[Part]) -> None:
    """Raises Ambiguous for `hire a porter`: whoever joins has a name, and a month of one without
    is bought as a thing is."""
    if len(lines) != 1 or not _JOINING.fullmatch(lines[0]):
        return
    payers = [part.meanings["person"] for part in parts if "person" in part.meanings]
    for part in parts:
        words = part.typed.casefold().split()
        is_trade = bool(words) and words[-1] in load_phrases().trades
        if part.meanings.keys() <= {"thing"} and (part.has_article or is_trade):
            named = part.meanings.get("thing", "")
            paid = f"To pay for one: buy {payers[0]} {named}" if named and payers else ""
            how = paid or "To see prices: wares retainers"
            hint = f"{how}. To read how they join by name: help errant"
            raise Ambiguous(f"«{part.typed_whole}» is no name.", hint)


def refuse_uncounted_finds(lines: Sequence[str], parts: Sequence[Part]) -> None:
    """Raises Ambiguous for `wim finds silver rings`: how many there are is not said."""
    line = next((each for each in lines if each.startswith(_NEW)), "")
    named = [part for part in merge_counts_into_parts(parts) if "thing" in part.meanings]
    if line and len(named) == 1 and _is_plural(named[0]):
        raise Ambiguous(f"How many {named[0].typed}?", f"Try: {line} x2")


def refuse_later_watch(lines: Sequence[str], tokens: Sequence[Token], context: Context) -> None:
    """Raises Ambiguous for `wim second watch` in the first Turn of a night, or before it: whoever
    keeps the first watch would be replaced."""
    words = {token.word for token in tokens}
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    told = lines[0].removeprefix(_SLEEPING) if len(lines) == 1 else ""
    if _THEN in words and told.startswith(_WATCHING):
        message = "A night is two Turns: those who watch one after another share one, or not."
        raise Ambiguous(message, f"Try: {lines[0]}")
    is_later = not words.isdisjoint(_LATER_WATCHES) and words.isdisjoint(_FIRST_WATCHES)
    lines = [line.removeprefix(_SLEEPING) for line in lines]
    if turn is None or not is_later or not all(line.startswith(_WATCHING) for line in lines):
        return
    if any(member.slept for member in list_members_present(context.campaign.errants)):
        return  # this is the second half
    named = lines[0].removeprefix(_WATCHING)
    first = " ".join(each for each in turn.watch if each not in named.split())
    message = "A night is two Turns: who keeps the later watch is named in the second."
    both, then = f"{_WATCHING}{first} {named}".replace("  ", " "), f"next sleep {_WATCHING}{named}"
    raise Ambiguous(message, f"Try: {both}, or {then}")


def refuse_tonights_watch(lines: Sequence[str], tokens: Sequence[Token], context: Context) -> None:
    """Raises Ambiguous for `bree keeps watch tonight` and `takes first watch` of a Travel Turn
    awake: she watches in it, or in the next, asleep."""
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    words = {token.word for token in tokens}
    is_tonight = not words.isdisjoint((*_TONIGHT, *_FIRST_WATCHES))
    is_awake = turn is not None and turn.type == "travel" and not turn.asleep
    if is_tonight and is_awake and len(lines) == 1 and lines[0].startswith(_WATCHING):
        message = f"«{join_typed_words(tokens)}» may mean two things."
        raise Ambiguous(message, f"Try: next sleep {lines[0]}, or {lines[0]}")


def refuse_pieces_sold_by_lot(lines: Sequence[str], context: Context) -> None:
    """Raises Ambiguous for `wim buys 12 arrows`, which are sold by the lot that is called so."""
    said = _BOUGHT.fullmatch(lines[0]) if len(lines) == 1 else None
    if said is None:
        return
    thing = said["thing"].strip('"')
    good = find_listed_good(thing, context.read_goods())
    if good and good.depletion and thing in good.also and thing.endswith("s"):
        message = f"«{thing}» is one lot of {good.name} ({good.depletion} uses), however many."
        raise Ambiguous(message, f"Try: {said['one']}, or {lines[0]}")


def refuse_handover_of_uncarried_thing(
    way: Way, parts: Sequence[Part], tokens: Sequence[Token], context: Context
) -> None:
    """Raises Ambiguous for `load the tent onto tansy` where nobody here carries a tent."""
    places = [each.places for patterns in way.patterns for each in patterns]
    is_passed = bool(way.words) and any("~CARRIER" in each for each in places)
    is_passed = is_passed and all(set(_PASSED).issuperset(each) for each in places)
    things = [part.meanings["thing"] for part in parts if "thing" in part.meanings]
    if not is_passed or len(things) != 1 or len(tokens) < _FEW_WORDS:
        return
    thing, members = things[0].strip('"'), context.campaign.errants
    others = [part for part in parts if part.meanings.keys() <= {"thing", "carried"}]
    is_known = len(parts) == len(others) + 1 and bool(parts)
    if is_known and not any(
        match_carried_items(each, thing) for each in members if each.is_present
    ):
        message = f"Nobody here carries «{thing}»."
        raise Ambiguous(message, "To see who carries what: company")


def refuse_missing_second_item(
    lines: Sequence[str], tokens: Sequence[Token], context: Context
) -> None:
    """Raises Ambiguous for `wim gets another torch out of his pack` where he has but the one in his
    hand."""
    is_other = not _OTHER.isdisjoint(token.word for token in tokens)
    taken = _IN_HAND.fullmatch(lines[0]) if is_other and len(lines) == 1 else None
    who = next((e for e in context.campaign.errants if taken and e.id == taken["who"]), None)
    if taken is None or who is None:
        return
    thing = taken["what"].strip('"')
    found = match_carried_items(who, thing)
    if found and all(item.place == "hand" for item in found):
        message = f"{who.name} has no other «{thing}»."
        raise Ambiguous(message, f"What they carry: slots {quote_typed_name(who)}")


def refuse_unclear_rider(lines: Sequence[str], context: Context) -> None:
    """Raises Ambiguous for `get down from the mule` where nobody rides it, or several do."""
    for each in context.campaign.errants:
        if each.kind in _RIDDEN and [*lines] == [f"ride {each.id} off"]:
            riders = [who for who in context.campaign.errants if who.rides == each.id]
            message = f"Several ride {each.name}." if riders else f"Nobody rides {each.name}."
            ways = [f"ride {quote_typed_name(who)} off" for who in riders]
            hint = f"Try: {', or '.join(ways)}" if ways else "To see who rides: company"
            raise Ambiguous(message, hint)


def refuse_missing_consumable(way: Way, parts: Sequence[Part], context: Context) -> None:
    """Raises Ambiguous for `corvin drinks a potion` where Corvin has none: it is not only told."""
    if way.patterns[0][0].pieces[0].place != _CONSUMING:
        return
    things = [part.meanings["thing"] for part in parts if "thing" in part.meanings]
    people = [part.meanings["person"] for part in parts if "person" in part.meanings]
    who = [each for each in context.campaign.errants if each.id in people]
    thing = things[0].strip('"') if len(things) == 1 else ""
    if thing in load_phrases().groups["fixtures"]:  # `bree goes down the ladder`
        return
    if thing and len(who) == 1 and not match_carried_items(who[0], thing):
        message = f"{who[0].name} carries no «{thing}»."
        look = f"What they carry: slots {quote_typed_name(who[0])}"
        raise Ambiguous(message, _suggest_owner(context.campaign, who[0], thing) or look)


def _is_plural(part: Part) -> bool:
    """True for several of a thing, without their number."""
    thing = part.meanings["thing"].strip('"')
    is_many = part.typed.casefold().endswith("s") and not thing.endswith("s")
    return is_many and part.times in ("", _ALL)


def _suggest_owner(campaign: Campaign, errant: Errant, typed: str) -> str:
    """How another of those here, who carries such a thing, hands it to this one; "" where nobody
    does."""
    owners = (
        each for each in list_everyone_present(campaign.errants) if match_carried_items(each, typed)
    )
    owner = next(owners, None)
    if owner is None:
        return ""
    passed = f"pass {quote_typed_name(owner)} {quote_typed_name(errant)} {quote_name(typed)}"
    return f"{owner.name} does. Try: {passed}"
