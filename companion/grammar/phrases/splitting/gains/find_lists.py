"""A list of finds, coins and things in any words: `a silver candlestick 40p and 2 gold cups, 15p
each`; and the line that gives all of it to one."""

import re
from typing import NamedTuple

from companion.errant.singulars import singularise_name
from companion.grammar.phrases.phrasebook.amounts import format_coin_count, index_coin_names
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.text_cleaning import quote_name

_BETWEEN = re.compile(r"(?i)(, and |,? and |, |; | plus )")
_COINS = re.compile(r"(?i)\d+ ?[a-z]+(?: \d+ ?[a-z]+)*")
_COIN = re.compile(r"(?i)(?P<number>\d+) ?(?P<coin>[a-z]+)")
_WORTH = re.compile(
    r"(?i)[(]?(?P<said>(?:(?:it['’]?s|they['’]re|each|that['’]?s|which is) )?"
    r"(?:worth|valued at) )?(?:about |around |some |maybe )?(?P<number>\d+) ?(?P<coin>[a-z]*)"
    r"(?P<each> each| apiece| a piece)?(?: or so)?[)]?"
)
PLACE = (
    r"(?:in|inside|on|under|underneath|beneath|behind|among|at|by|near|from|off)"
    r" (?:(?:the|an?|his|her|its|their|one of the|one of) [a-z' -]+?|it|them|him|there|here)"
)
"""Where something is found."""
_THING = re.compile(
    r"(?i)(?P<many>an?|the|some|another|one|\d+) "
    r"(?P<name>[a-z'’-]+(?: (?:of (?:the |an? )?)?(?!(?:and|or|not|both|each|all|never|from|worth"
    r"|with|for|of|in|on|at|by|to|off|under|behind|inside|near)\b)[a-z'’-]+){0,4}?)"
    rf"(?: {PLACE})?(?:,? (?P<worth>(?:(?:that['’]?s |it['’]?s |which is )?(?:worth|valued at)"
    r"|[(]?\d).+))?"
)
_HOLDER = re.compile(
    r"(?i)(?:an?|the) (?:(?:small|little|old|big|wooden|leather|iron|heavy|locked) )?"
    r"(?:box|bag|sack|chest|pouch|purse|coffer|casket|case|crate|barrel|jar|urn|pot|satchel)"
    r" (?:with|of|containing|holding|full of) (?=an? |\d)"
)
"""What holds the finds, and is none."""
_LENGTH_OF = re.compile(r"(?i)\ban? (?:coil|length|hank|loop) of (?=[a-z])")
_KIT = re.compile(r"(?i)\b(healer|alchemist)s kit\b")
_PURSES = frozenset(["purse", "pouch", "bag", "box", "chest", "sack", "coffer", "lockbox"])
"""What coins are found in."""
_NO_THINGS = frozenset(
    [
        *("way", "path", "trail", "passage", "room", "track", "tracks", "sign", "signs", "exit"),
        *("nothing", "something", "anything", "corpse", "trap", "clue", "writing", "out", "up"),
        *("chance", "bonus", "turn", "rest", "breather", "breath", "look", "peek", "seat", "hold"),
        *("cold", "fever", "wound", "hit", "harm", "damage", "hp", "exhaustion", "xp", "blow"),
        *("time", "place", "spot", "shelter", "cover", "water", "hand", "lead", "idea", "grip"),
        *("one", "drink", "nap", "minute", "moment", "swing", "shot", "step", "round", "watch"),
        *("money", "coins", "coin", "gold", "silver", "loot", "treasure", "cash", "lot", "supply"),
    ]
)
"""What is found or taken and is nothing to carry, or is not counted."""
_BEINGS = frozenset(["creature", "npc", "group", "person", "place", "faction", "effect"])
_PENNIES, _MOST_UNCOUNTED = "pennies", 2


class FoundThing(NamedTuple):
    """So many of a thing, and what one is worth, as it is typed, "" where nobody says; whether it
    `is_known`, on a price list or as a treasure."""

    name: str
    times: int
    worth: str
    is_known: bool


class Find(NamedTuple):
    """The coins of a find, as they are typed, and its things."""

    coins: tuple[str, ...]
    things: tuple[FoundThing, ...]

    @property
    def is_valued(self) -> bool:
        """Whether it is told of a thing what it is worth."""
        return any(each.worth for each in self.things)

    @property
    def is_mixed(self) -> bool:
        """Whether there are coins beside things, or a thing of a known worth beside others."""
        are_both = bool(self.coins) and bool(self.things)
        return are_both or (self.is_valued and len(self.things) > 1)

    @property
    def is_known(self) -> bool:
        """Whether each of its things is one of which it is known that it can be carried."""
        return all(each.is_known for each in self.things)


def parse_find(listed: str, vocabulary: Vocabulary) -> Find | None:
    """The coins and things of a list; None where one of its parts is neither."""
    listed = _LENGTH_OF.sub("a ", _HOLDER.sub("", listed, count=1))
    listed = _KIT.sub(r"\1's kit", listed)
    first, *others = _BETWEEN.split(listed)
    coins, things = list[str](), list[FoundThing]()
    for joint, part in zip(("", *others[::2]), (first, *others[1::2]), strict=True):
        if things and joint.strip() == "," and _is_worth_of(things[-1], part, vocabulary):
            things[-1] = things[-1]._replace(worth=_read_worth(part))
        elif things and joint.strip() == "," and _is_purse_of(things[-1], part):
            things.pop()
            coins += _read_coins(part)
        elif _COINS.fullmatch(part) and (sums := _read_coins(part)):
            coins += sums
        elif thing := _parse_thing(part, vocabulary):
            things.append(thing)
        else:
            return None
    return Find(tuple(coins), tuple(things))


def _is_purse_of(thing: FoundThing, part: str) -> bool:
    """True for a sum behind a purse, as in `a purse, 5 shillings`: that is in it."""
    is_purse = thing.name.casefold().split()[-1] in _PURSES
    return is_purse and _COINS.fullmatch(part) is not None and bool(_read_coins(part))


def _read_coins(part: str) -> list[str]:
    """Each sum of these, as it is typed; none where one is of no coin."""
    sums = [_write_sum(found["number"], found["coin"]) for found in _COIN.finditer(part)]
    return sums if all(sums) else []


def _write_sum(number: str, coin: str) -> str:
    name = index_coin_names().get(coin.casefold())
    return format_coin_count(number, name) if name else ""


def _is_worth_of(thing: FoundThing, part: str, vocabulary: Vocabulary) -> bool:
    """True for `15p each` and `worth 40`, and for a sum behind what is on no price list."""
    said = _WORTH.fullmatch(part)
    is_told = said is not None and bool(said["said"] or said["each"])
    noun = thing.name.split()[-1].casefold()
    is_listed = bool(vocabulary.find_singular(noun)) or noun in _PURSES
    return bool(_read_worth(part)) and not thing.worth and (is_told or not is_listed)


def _read_worth(said: str) -> str:
    """What something is worth, as it is typed, pennies where no coin is said; "" for anything
    else."""
    found = _WORTH.fullmatch(said.strip())
    if found is None or not (found["coin"] or found["said"]):
        return ""
    return _write_sum(found["number"], found["coin"] or _PENNIES)


def _parse_thing(part: str, vocabulary: Vocabulary) -> FoundThing | None:
    """So many of a thing that can be carried; None for a being, a fixture and what is no thing."""
    is_counted = _THING.match(part) is not None
    said = _THING.fullmatch(part if is_counted else f"a {part}")
    is_long = said is not None and len(said["name"].split()) > _MOST_UNCOUNTED
    if said is None or (is_long and not is_counted):
        return None
    count = int(said["many"]) if said["many"].isdecimal() else 1
    one = singularise_name(said["name"]) if count > 1 else said["name"]
    listed = vocabulary.find_singular(one.casefold())
    noun = one.casefold().partition(" of ")[0].split()[-1]
    worth = _read_worth(said["worth"] or "")
    kinds = vocabulary.find_meanings(noun).keys() | vocabulary.find_meanings(*one.split()).keys()
    phrases = load_phrases()
    is_fixed = noun in phrases.groups["fixtures"] and noun not in phrases.groups["loot"]
    bearers = {each for names in phrases.bearers.values() for each in names}
    is_no_thing = noun in _NO_THINGS | bearers | index_coin_names().keys() or is_fixed
    if (said["worth"] and not worth) or is_no_thing or kinds & _BEINGS:
        return None
    is_known = bool(listed or worth or vocabulary.find_singular(noun)) or noun in phrases.treasures
    if not is_counted and (not is_known or singularise_name(one) != one):
        return None  # `rope` is one; how many are `torches`, and what is `nothing more`?
    return FoundThing(listed or one, count, worth, is_known)


def write_gift(who: str, find: Find) -> str:
    """The line that gives all of a find to one."""
    if not find.things:
        return f"coins {who} {' '.join(f'+{each}' for each in find.coins)}"
    parts = [" ".join(find.coins)] if find.coins else []
    for thing in find.things:
        times = f" x{thing.times}" if thing.times > 1 else ""
        worth = f" worth {thing.worth}" if thing.worth else ""
        parts.append(f"{quote_name(thing.name)}{times}{worth}")
    return f"give {who} {', '.join(parts)}"
