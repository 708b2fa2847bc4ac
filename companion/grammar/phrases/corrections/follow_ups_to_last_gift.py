"""Goes on with what was just given, bought or dropped: `and 3 supply` gives another thing in the
same way, and `wim lights it` or `she gives one to bree` is of the very thing."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Self

from companion.errant.singulars import singularise_name
from companion.grammar.phrases.corrections.corrected_last_line import (
    LastLine,
    find_person_of_word,
    is_name_of_thing,
)
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary

_ADDED = re.compile(
    r"(?i)(?:and|plus|also)[, ]+(?:also )?(?:(?P<many>\d+) |an? |the |his |her |their )"
    r"(?P<thing>[a-z][\w' -]*?)(?: (?:to|for) (?P<taker>\w+))?(?:,? (?:too|as well|also))?"
)
"""What is given, bought or dropped besides, as `and 3 supply`."""
_GIFT = re.compile(
    r"(?:(?P<pass>pass) (?P<giver>\w+)|(?P<word>give|buy|sell|drop|stash)) (?P<who>\w+)"
    r" (?P<thing>.+?)(?P<many> x\d+)?(?P<payer> from \w+)?"
)
_OF_IT = re.compile(
    r"(?i)(?P<who>\w+) (?P<verb>lights?|drops|stows|stashes|uses|sells|burns|snuffs|puts|passes"
    r"|gives|hands|eats|drinks|wears)"
    r" (?P<it>it|them|that|1(?: of (?:them|those|these))?)(?P<rest>(?: \w+){0,3})"
)
_TAKEN = re.compile(
    r"(?i)(?:(?:no|wait|sorry|oops|actually|hang on)[,:;]? )*(?P<who>\w+)"
    r" (?:takes|pockets|gets|grabs|keeps|holds|carries)"
    r" (?P<it>it|them|that)(?: instead| off (?:her|him)| from (?:her|him)| for now| though)?"
)
"""How another takes what somebody was just given."""
_NAMES = r"\w+(?:(?:,| and|, and) \w+)*"
_SHARED = re.compile(
    r"(?i)(?P<who>\w+) (?:gives|hands|passes) "
    rf"(?:(?P<each>\d+) each to (?:each of )?(?P<to>{_NAMES})"
    rf"|(?P<takers>{_NAMES}) (?P<apiece>\d+) each"
    r"|(?P<parts>\d+ (?:of them )?to \w+(?:(?:,| and|, and) \d+ to \w+)+))"
)
"""How somebody shares out the things that they were just given."""
_PART = re.compile(r"(\d+) (?:of them )?to (\w+)")
_AND = re.compile(r", and |, | and ")
_GETTING = ("pass", "give", "buy")
_SUPPLY, _BACK, _ALL = "supply", " back", "them"
_GIVES = ("passes", "gives", "hands")
_SENT = re.compile(r"(?i) (?:over )?to \w+")
_ONE_THING = re.compile(r"[^,\d]+")
_HE_OR_SHE = ("he", "she")


class _Gift(NamedTuple):
    """The last line, where something was given, bought or dropped by it: its word, who gave it if
    it was handed on, who has it now or had it, how it is written, how many, and who paid."""

    word: str
    giver: str
    who: str
    thing: str
    many: str
    payer: str

    @classmethod
    def from_line(cls, said: str) -> Self | None:
        found = _GIFT.fullmatch(said)
        if found is None:
            return None
        word = found["pass"] or found["word"]
        return cls(
            word,
            found["giver"] or "",
            found["who"],
            found["thing"],
            found["many"] or "",
            found["payer"] or "",
        )


def write_line_with_added_thing(said: str, last: LastLine, vocabulary: Vocabulary) -> str:
    """The last line once more with another thing in the place of what was given, bought or
    dropped, as for `and 3 supply` and `and a ration to ondine`; "" for anything else, and where
    several are meant and nobody says how many."""
    added, gift = _ADDED.fullmatch(said), _Gift.from_line(last.said)
    if added is None or gift is None:
        return ""
    thing, many = added["thing"].casefold(), added["many"] or ""
    is_several = singularise_name(thing) != thing or thing == _SUPPLY
    taker = find_person_of_word(added["taker"] or "", vocabulary)
    is_thing = thing == _SUPPLY or is_name_of_thing(thing, vocabulary)
    if not is_thing or (is_several and not many) or (added["taker"] and not taker):
        return ""
    parts = (gift.word, gift.giver, taker or gift.who, thing, f"x{many}" if many else "")
    return " ".join(filter(None, parts)) + gift.payer


def write_line_using_last_gift(said: str, last: LastLine, vocabulary: Vocabulary) -> str:
    """What somebody does with the thing that they were just given, as `wim lights it`, `he lights
    it` and `wim gives one to bree`; "" for anything else."""
    done, gift = _OF_IT.fullmatch(said), _Gift.from_line(last.said)
    if done is None or gift is None or gift.word not in _GETTING:
        return ""
    taker = _find_taker(done["who"], gift, vocabulary)
    if not taker:
        return ""
    count = gift.many if done["it"].casefold() == _ALL else ""
    if done["verb"].casefold() in _GIVES:
        receiver = gift.giver if done["rest"].casefold() == _BACK else ""
        if _SENT.fullmatch(done["rest"]):
            named = done["rest"].split()[-1]
            receiver = named if find_person_of_word(named, vocabulary) not in ("", taker) else ""
        return f"pass {gift.who} {receiver} {gift.thing}{count}" if receiver else ""
    return f"{gift.who} {done['verb']} {gift.thing}{count}{done['rest']}"


def write_lines_handing_on_last_gift(
    said: str, last: LastLine, vocabulary: Vocabulary
) -> Sequence[str]:
    """What somebody hands on to several of what they were just given, as `she gives 2 each to bree
    and wim` and `she gives 1 to bree and 2 to wim`; nothing for anything else, and where somebody
    gives to themselves."""
    shared, gift = _SHARED.fullmatch(said), _Gift.from_line(last.said)
    if shared is None or gift is None or gift.word not in _GETTING:
        return ()
    giver = _find_taker(shared["who"], gift, vocabulary)
    many = shared["each"] or shared["apiece"]
    names = _AND.split(shared["to"] or shared["takers"] or "")
    parts = [(many, name) for name in names] if many else _PART.findall(shared["parts"])
    takers = [find_person_of_word(name, vocabulary) for _, name in parts]
    if not (giver and all(takers)) or giver in takers:
        return ()
    return [f"pass {gift.who} {name} {gift.thing} x{count}" for count, name in parts]


def write_line_for_another_taker(said: str, last: LastLine, vocabulary: Vocabulary) -> str:
    """The line by which another takes what somebody was just given, as `corvin pockets it instead`;
    "" for anything else."""
    taken, gift = _TAKEN.fullmatch(said), _Gift.from_line(last.said)
    if taken is None or gift is None or gift.word not in _GETTING:
        return ""
    had = find_person_of_word(gift.who, vocabulary)
    taker = find_person_of_word(taken["who"], vocabulary)
    if not (had and taker) or had == taker or not _ONE_THING.fullmatch(gift.thing):
        return ""
    count = gift.many if taken["it"].casefold() == _ALL else ""
    return f"pass {gift.who} {taken['who']} {gift.thing}{count}"


def _find_taker(who: str, gift: _Gift, vocabulary: Vocabulary) -> str:
    """Who was given one thing, if it is they of whom `who` is said; "" otherwise."""
    taker = find_person_of_word(gift.who, vocabulary)
    is_taker = who.casefold() in _HE_OR_SHE or taker == find_person_of_word(who, vocabulary)
    return taker if is_taker and _ONE_THING.fullmatch(gift.thing) else ""
