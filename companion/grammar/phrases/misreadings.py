"""Keeps lines from being misread: what somebody only tries, who climbs a stair, several lights, who
is hired without a name."""

import re
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_combatants, list_standing_numbers
from companion.errant.company import list_members
from companion.errant.goods import find_listed_good
from companion.errant.typed_names import format_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.kinds.packs.item_matching import match_items
from companion.grammar.phrases.book.phrasebook import (
    Way,
    inflect_verb,
    load_phrases,
    respell_numbers,
)
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.fights.fighters import says_each
from companion.grammar.phrases.sentences.sentence import Part, merge_counts
from companion.grammar.phrases.sentences.tokens import Token, join_typed
from companion.grammar.phrases.ways.implied import Implied
from companion.refusal import Ambiguous

_TRYING = re.compile(r"(?i)\b(?:tr(?:y|ies|ied|ying)|attempt(?:s|ed|ing)?|struggles?) to\b")
_RESTED = re.compile(
    r"(?i)\b(?:is|are|am|was|were|feels?|looks?|seems?|\w+['’](?:re|s))"
    r" (?:(?:all|now|fully|well|quite|both) )*(?:rested|refreshed)\b"
)
_RESTED_UNTIL = re.compile(
    r"(?i)\brest(?:s|ed|ing)?\b.*\b(?:(?:un)?till? (?:dawn|morning)|(?!4 |four )\w+ hours?)\b"
)
_OUTCOMES = ("effect add ", "hurt ", "wound ", "heal ", "ride ", "npc ", "bond ")
"""Words of what comes of a deed: whoever tries has not done it yet."""
_DISMOUNTING = re.compile(r"ride \S.* off")
_LIGHTING = ("snuff ", "light ")
_HARMING, _NEW = "hurt ", "give "
_BLOCKING = "block "
_GETTING = (_NEW, "buy ")
_PASSING = "pass "
_OF_HEALTH, _OF_LOADS = "hp ", "slots "
_SOLD = re.compile(r"(?i)\b(?:for|on) (?:sale|hire)\b")
_PRICED = re.compile(
    r"(?i)\bhow much (?:for\b|(?:is|are) (?:the|those|these|your) \w+s\b(?! \w)"
    r"|(?:\w+ ){0,2}an? (?!hit\b))"
)
"""How a price is asked: `how much is a mule` is no question about the mule that is here."""
_COUNTING = ("supply ", "coins ", "exhaust ", "give ", "drop ", "use ")
_LEFT = re.compile(
    r"(?i)\b(?:down|up|back) to (?:just |only |about |her |his |their |the )*(?:last )?\d"
    r"|\b(?:supply|supplies|exhaustion|fatigue) (?:is|are|now|stands) (?:now |at |only )*\d"
)
"""How it is told what somebody has now."""
_OF_TIMERS, _PAST = "timers", re.compile(r"(?i)\bdid\b")
_BUYING_ALONE = frozenset(["buy", "purchase", "order", "supply"])
_OF_WARES = "wares "
_FETCHED = re.compile(
    r"(?i)(?:what|how much)\b.*\b(?:get|make|ask|want)\b"
    r".* for (?:the|h[ie][sr]|their|our|my|\w+'s)\b"
)
_OF_COMPANY = ("armour", "company")
_OFFERED = re.compile(
    r"(?i)(?:what|which)\b(?!.*\b(?:left|suppl|food|ration))"
    r".*\bthey (?:have|got|stock|sell)\b"
)
_PAID = re.compile(r"coins (\S+) -\d")
_PRONOUNS = ("him", "her", "them")
_GIVEN = re.compile(r"give (?P<who>\S+) (?P<thing>[\w' -]+)")
_DEFINITE = ("the", "that", "this")
_HANDING = ("give", "hand", "offer", "slip", "lend", "loan", "pass", "toss", "throw", "pay")
_FEW_WORDS = 3
_CONSUMING = "~CONSUME"
_BOUGHT = re.compile(r'(?P<one>(?:buy \S+|price) (?P<thing>[\w" -]+?)) x\d+')
_WATCHING = "watch "
_TONIGHT = ("tonight", "tonite", "night")
_FIRST_WATCHES = frozenset(["first", "1st"])
_LATER_WATCHES = frozenset(["second", "2nd", "third", "3rd", "last", "later", "late", "next"])
_JOINING = re.compile(r"errant add .* retainer")


def is_only_tried(line: str, typed: str) -> bool:
    """True for what would come of a deed that somebody tries, as `ondine tries to charm him`."""
    return line.startswith(_OUTCOMES) and _TRYING.search(typed) is not None


def is_only_rested(line: str, typed: str) -> bool:
    """True for a Rest where it was told how somebody is, as `everybody is rested`, or how long one
    rests that the line leaves out, as `wim rests until dawn`."""
    told = _RESTED.search(typed) or (_RESTED_UNTIL.search(typed) and " until " not in line)
    return line.partition(" ")[0] in ("rest", "declare", "next") and bool(told)


def is_only_priced(line: str, typed: str) -> bool:
    """True for the HP of an animal where it was asked what such a one costs, and for what one
    carries where it was asked whether any is sold."""
    if line.startswith(_OF_LOADS):
        return _SOLD.search(typed) is not None
    return line.startswith(_OF_HEALTH) and _PRICED.search(typed) is not None


def is_only_left(line: str, typed: str) -> bool:
    """True for a loss or a gain where it was told what there is now: `bree is down to 6 supply`."""
    return line.startswith(_COUNTING) and _LEFT.search(respell_numbers(typed)) is not None


def is_past(line: str, typed: str) -> bool:
    """True for what runs out where it was asked what somebody did."""
    return line.startswith(_OF_TIMERS) and _PAST.search(typed) is not None


def is_only_offered(line: str, typed: str, context: Context) -> bool:
    """True for what the Company has where it was asked which things those of a market have, and for
    what is sold where it was asked what something of theirs fetches."""
    is_fetched = line.startswith(_OF_WARES) and _FETCHED.match(typed) is not None
    is_asked = line.startswith(_OF_COMPANY) and _OFFERED.match(typed) is not None
    return is_fetched or (is_asked and bool(Implied((), context)["MARKET"]))


def harms_one_of_all(line: str, said: Collection[str], campaign: Campaign) -> bool:
    """True for harm of one of a group that fights, where it was told of each of it."""
    if not line.startswith(_HARMING) or not says_each(said):
        return False
    groups = [who for _, who in list_combatants(campaign) if isinstance(who, Npc)]
    names = [format_name(who) for who in groups if len(list_standing_numbers(campaign, who)) > 1]
    return any(re.fullmatch(rf"hurt {re.escape(name)} \S*\d\S*(?: \D+)?", line) for name in names)


def blocks_with_other(line: str, campaign: Campaign) -> bool:
    """True for a Block of what is no armour, as of the torch in `bree takes that torch`."""
    who, _, thing = line.removeprefix(_BLOCKING).partition(" ")
    carriers = (each for each in campaign.errants if each.id == who)
    items = [item for each in carriers for item in match_items(each, thing)]
    return line.startswith(_BLOCKING) and bool(items) and all(e.blocks is None for e in items)


def count_blocks(line: str) -> str:
    """A line with so many Blocks of a piece, not so many pieces: `her mail takes 2 blocks`."""
    return re.sub(r" x(\d+)$", r" \1", line) if line.startswith(_BLOCKING) else line


def climbs_on_foot(way: Way, lines: Sequence[str], parts: Sequence[Part], context: Context) -> bool:
    """True for `corvin climbs down` where Corvin rides nothing: there is a stair, or a rope."""
    people = {part.meanings["person"] for part in parts if "person" in part.meanings}
    rides = any(each.rides for each in context.campaign.errants if each.id in people)
    is_down = way.words[-1:] == ("down",) and any(map(_DISMOUNTING.fullmatch, lines))
    return is_down and not rides


def goes_to_thing(lines: Sequence[str], parts: Sequence[Part]) -> bool:
    """True for `get corvin to the inn`, by which nobody gets an inn."""
    is_got = any(line.startswith(_GETTING) for line in lines)
    return is_got and any("thing" in part.meanings and part.link == "to" for part in parts)


def name_giver_first(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The words with whoever is spoken to first, as in `lend wim a torch, ondine`: it is hers."""
    *said, mark, last = tokens if len(tokens) > _FEW_WORDS else (Token("", ""),) * 2
    is_handed = bool(said) and said[0].word in _list_handing_forms()
    is_addressed = mark.word == "," and "person" in vocabulary.names.get((last.word,), {})
    has_taker = any(vocabulary.is_person(token.word) for token in said)
    is_list = any(token.word in (",", "and") for token in said)
    is_giver = is_handed and is_addressed and has_taker and not is_list
    return [last, *said] if is_giver else [*tokens]


def buys_apart(
    way: Way, lines: Sequence[str], parts: Sequence[Part], tokens: Sequence[Token]
) -> bool:
    """True for `bree buys 2 torches, ondine a rope`, where each of the two buys something, and for
    `ondine, bree buys a rope`, where one is only spoken to."""
    is_paid = any(line.startswith("buy ") and " from " in line for line in lines)
    if not is_paid or not _BUYING_ALONE.issuperset(way.words):
        return False
    people = [at for at, part in enumerate(parts) if "person" in part.meanings]
    thing = next((at for at, part in enumerate(parts) if "thing" in part.meanings), len(parts))
    is_told = people[:2] == [0, 1] and [token.word for token in tokens[1:2]] == [","]
    return is_told or any(at > thing and not parts[at].link for at in people)


def passes_between_joined(lines: Sequence[str], parts: Sequence[Part]) -> bool:
    """True for `bree and wim take off a pack`, by which neither gets anything of the other."""
    joined = any(
        after.joins
        and not after.link
        and "person" in before.meanings
        and "person" in after.meanings
        for before, after in pairwise(parts)
    )
    return joined and any(line.startswith(_PASSING) for line in lines)


def refuse_several_lights(lines: Sequence[str], parts: Sequence[Part], context: Context) -> None:
    """Raises Ambiguous for `snuff the torches` where several are lit: a line is for one."""
    named = [part for part in parts if "thing" in part.meanings and _is_plural(part)]
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
        for item in match_items(errant, thing)
        if item.lit == snuffs and item.burn != 0
    ]
    if sum(item.count for _, item in found) > 1:
        word = lines[0].split()[0]
        examples = dict.fromkeys(f"{word} {format_name(errant)} {thing}" for errant, _ in found)
        message = f"«{named[0].typed_whole}» are several: each is a line of its own."
        raise Ambiguous(message, f"Try: {', or '.join(examples)}")


def refuse_nameless(lines: Sequence[str], parts: Sequence[Part]) -> None:
    """Raises Ambiguous for `hire a porter`: whoever joins has a name, and what they cost is the
    Guide's to say."""
    if len(lines) != 1 or not _JOINING.fullmatch(lines[0]):
        return
    for part in parts:
        words = part.typed.casefold().split()
        is_trade = bool(words) and words[-1] in load_phrases().trades
        if part.meanings.keys() <= {"thing"} and (part.has_article or is_trade):
            message = f"«{part.typed_whole}» is no name, and what one costs is the Guide's to say."
            hint = "To see prices: wares retainers. To read how they join: help errant"
            raise Ambiguous(message, hint)


def refuse_agreed_price(lines: Sequence[str]) -> None:
    """Raises Ambiguous for `wim buys a torch for 3 pence`: what is bought costs what is listed."""
    agreed = (
        re.fullmatch(r"buy (\S+|\".+?\") (.+) for (\d.*)", lines[0]) if len(lines) == 1 else None
    )
    if agreed:
        who, what, coins = agreed.groups()
        message = "What is bought costs what is listed; a price of your own is two lines."
        price = re.sub(r"(\d+)", r"-\1", coins)
        raise Ambiguous(message, f"Try: coins {who} {price}. Then: give {who} {what}")


def refuse_uncounted(lines: Sequence[str], parts: Sequence[Part]) -> None:
    """Raises Ambiguous for `wim finds silver rings`: how many there are is not said."""
    line = next((each for each in lines if each.startswith(_NEW)), "")
    named = [part for part in merge_counts(parts) if "thing" in part.meanings]
    if line and len(named) == 1 and _is_plural(named[0]):
        raise Ambiguous(f"How many {named[0].typed}?", f"Try: {line} x2")


def refuse_later_watch(lines: Sequence[str], tokens: Sequence[Token], context: Context) -> None:
    """Raises Ambiguous for `wim second watch` in the first Turn of a night, or before it: whoever
    keeps the first watch would be replaced."""
    words = {token.word for token in tokens}
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    is_later = not words.isdisjoint(_LATER_WATCHES) and words.isdisjoint(_FIRST_WATCHES)
    if turn is None or not is_later or not all(line.startswith(_WATCHING) for line in lines):
        return
    if any(member.slept for member in list_members(context.campaign.errants)):
        return  # this is the second half
    named = lines[0].removeprefix(_WATCHING)
    first = " ".join(each for each in turn.watch if each not in named.split())
    message = "A night is two Turns: who keeps the later watch is named in the second."
    now, then = f"{_WATCHING}{first} {named}".replace("  ", " "), f"next sleep {_WATCHING}{named}"
    raise Ambiguous(message, f"Try: {now}, or {then}")


def refuse_tonights_watch(lines: Sequence[str], tokens: Sequence[Token], context: Context) -> None:
    """Raises Ambiguous for `bree and wim keep watch tonight` of a Travel Turn awake: they watch in
    it, or in the next, asleep."""
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    is_tonight = any(token.word in _TONIGHT for token in tokens)
    is_awake = turn is not None and turn.type == "travel" and not turn.asleep
    if is_tonight and is_awake and len(lines) == 1 and lines[0].startswith(_WATCHING):
        message = f"«{join_typed(tokens)}» may mean two things."
        raise Ambiguous(message, f"Try: next sleep {lines[0]}, or {lines[0]}")


def refuse_lot(lines: Sequence[str], context: Context) -> None:
    """Raises Ambiguous for `wim buys 12 arrows`, which are sold by the lot that is called so."""
    said = _BOUGHT.fullmatch(lines[0]) if len(lines) == 1 else None
    if said is None:
        return
    thing = said["thing"].strip('"')
    good = find_listed_good(thing, context.read_goods())
    if good and good.depletion and thing in good.also and thing.endswith("s"):
        message = f"«{thing}» is one lot of {good.name} ({good.depletion} uses), however many."
        raise Ambiguous(message, f"Try: {said['one']}, or {lines[0]}")


def refuse_missing(way: Way, parts: Sequence[Part], context: Context) -> None:
    """Raises Ambiguous for `corvin drinks a potion` where Corvin has none: it is not only told."""
    if way.patterns[0][0].pieces[0].place != _CONSUMING:
        return
    things = [part.meanings["thing"] for part in parts if "thing" in part.meanings]
    people = [part.meanings["person"] for part in parts if "person" in part.meanings]
    who = [each for each in context.campaign.errants if each.id in people]
    if len(who) == len(things) == 1 and not match_items(who[0], things[0].strip('"')):
        message = f"{who[0].name} carries no «{things[0]}»."
        raise Ambiguous(message, f"What they carry: slots {format_name(who[0])}")


def add_exchange(lines: Sequence[str], tokens: Sequence[Token], context: Context) -> Sequence[str]:
    """The lines of `wim gives him 10 pennies` in a Negotiation: coins, or an exchange of giving."""
    paid = _PAID.match(lines[0]) if len(lines) == 1 else None
    words = {token.word for token in tokens}
    if not paid or words.isdisjoint(_list_handing_forms()):
        return lines
    talking = Implied((), context)["TALKING"]
    is_told = bool(talking) and not words.isdisjoint((*_PRONOUNS, *talking.split("-")))
    return (*lines, f"talk {talking} giving by {paid[1]}") if is_told else lines


def pass_from_carriers(
    lines: Sequence[str], tokens: Sequence[Token], context: Context
) -> Sequence[str]:
    """The lines by which the thing of its own that another carries changes hands, where it would be
    given anew: `corvin takes the statue` makes no second statue."""
    new = _GIVEN.fullmatch(lines[0]) if len(lines) == 1 else None
    thing = new["thing"] if new else ""
    words = [token.word for token in tokens]
    said = next((at for at, word in enumerate(words) if word and word in thing.split()), 0)
    is_known = bool(said) and words[said - 1] in _DEFINITE
    if not new or not is_known:
        return lines
    carriers = [e for e in list_members(context.campaign.errants) if match_items(e, thing)]
    if any(each.id == new["who"] for each in carriers):
        return lines
    passed = [f"pass {format_name(each)} {new['who']} {thing}" for each in carriers]
    is_sold = find_listed_good(thing, context.read_goods()) is not None  # there are others
    return [*passed, *lines] if is_sold else passed or lines


@cache
def _list_handing_forms() -> frozenset[str]:
    return frozenset(form for verb in _HANDING for form in inflect_verb(verb))


def _is_plural(part: Part) -> bool:
    """True for several of a thing, without their number."""
    thing = part.meanings["thing"].strip('"')
    is_many = part.typed.casefold().endswith("s") and not thing.endswith("s")
    return is_many and not part.times
