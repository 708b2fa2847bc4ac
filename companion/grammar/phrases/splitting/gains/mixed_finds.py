"""Splits a find of several kinds, `wim takes 14 pennies, a jade ring worth 60 and 3 torches` or `in
it: 2 guilders and a gold ring worth 300p, wim takes it all`, into its coins, each thing of a known
worth, and the other things."""

import re
from typing import NamedTuple

from companion.errant.singulars import singularise_name
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.amounts import index_coin_names
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word
from companion.text_cleaning import quote_name

_NAME = r"[a-z][\w'’-]*"
_FINDING = (
    r"(?:gets?|got|finds?|found|takes?|took|pockets?|pocketed|grabs?|grabbed|loots?|looted|bags?"
    r"|bagged|picks? up|picked up|turns? up|turned up|digs? up|dug up|pulls? out|pulled out)"
)
_ALL_OF_IT = (
    r"(?:both|them both|it all|everything|all of it|all of that|the lot|the whole lot|all that)"
)
_IT = rf"(?:{_ALL_OF_IT}|it|them|that|those)"
_WHERE = (
    r"(?:in(?:side)?(?: (?:it|there|the [a-z]+))?"
    r"|(?:on|off|under|behind) (?:him|her|it|them|the [a-z]+)"
    r"|(?:the )?(?:loot|treasure|haul|hoard))"
)
_HAVING = (
    r"(?P<whose>the [a-z]+|they|he|she|it) "
    r"(?:carried|had|has|have|held|holds|were carrying|was carrying)"
)
_FINDS = tuple(
    re.compile(rf"(?i){each}[.!]?")
    for each in (
        rf"(?P<who>{_NAME}) {_FINDING}:? (?P<list>.+?)"
        r"(?: (?:from|in|under|on|behind|off) (?:it|them|the [a-z]+))?",
        r"(?:we|they) (?:find|found) (?P<list>.+?)"
        r"(?: (?:(?:in|under|on|behind) (?:it|the [a-z]+)|there))?"
        rf"[,.;:] (?:and )?(?P<who>{_NAME}) {_FINDING} {_ALL_OF_IT}",
        r"(?:(?:we|they) (?:find|found)|there(?:['’]s| is)) (?P<list>(?:an?|one|the) [^,]+? worth "
        r"[^,]+?)(?: (?:in|under|on|behind) (?:it|the [a-z]+)| there)?"
        rf"(?:[,.;:]| and) (?:and )?(?P<who>{_NAME}) {_FINDING} it(?P<alone>)",
        rf"(?:{_WHERE}(?:: ?| is | are |, ))?(?P<list>\d.+?|an? .+?)[,.;:]? "
        rf"(?:and )?(?P<who>{_NAME}) {_FINDING} {_ALL_OF_IT}",
        rf"(?:{_WHERE}(?:: ?| is | are |, | )|{_HAVING} (?:on (?:him|her|it|them) )?)"
        rf"(?P<list>\d.+?|an? .+?)(?P<on> on (?:him|her|it|them))?(?P<told>)[,.;:] "
        rf"(?:and )?(?P<who>{_NAME}) {_FINDING} {_IT}",
        rf"{_WHERE}(?:: ?| is | are |, )(?P<list>.+?)[,.;:] (?:and )?(?:it['’]s )?all "
        rf"(?:for )?(?P<who>{_NAME}?)(?:['’]s)?",
    )
)
"""How a list of finds is told, and who has them."""
_BETWEEN = re.compile(r"(?i), and |,? and |, |; ")
_COINS = re.compile(r"(?i)\d+ ?[a-z]+(?: \d+ ?[a-z]+)*")
_COIN = re.compile(r"(?i)\d+ ?([a-z]+)")
_VALUABLE = re.compile(
    r"(?i)(?:an?|one|1) (?P<thing>[a-z'’-]+"
    r"(?: (?!(?:and|or|not|both|each|all)\b)[a-z'’-]+){0,2}?)"
    r",? (?:that['’]?s |which is )?"
    r"worth (?:about |around |some )?(?P<worth>\d+)(?: ?(?P<coin>[a-z]+))?"
)
_BEINGS, _DEAD = frozenset(["creature", "npc", "group"]), ("dead", "corpse", "body", "remains")
_PENNIES, _WORTH = "pennies", "worth"
_GIVE = "give"


class _Finds(NamedTuple):
    """The parts of a list of finds, by their kind."""

    coins: list[str]
    valuables: list[tuple[str, str]]
    things: list[str]

    @property
    def is_mixed(self) -> bool:
        """Whether there is something worth so much, and something else beside it; or coins beside
        things."""
        kinds = bool(self.coins) + bool(self.things) + len(self.valuables)
        return kinds > 1


def split_mixed_find(typed: str, context: Context) -> tuple[str, ...]:
    """A line for the coins, one for each thing of which it is told what it is worth, and one for
    all other things; nothing for any other line, and where one of them is not understood."""
    written = write_numbers_in_digits(typed.strip())
    unsure = load_phrases().hypothetical | load_phrases().denials
    if not unsure.isdisjoint(written.casefold().split()):
        return ()
    for find in _FINDS:
        said = find.fullmatch(written)
        if not said or not find_member(said["who"], context.campaign):
            continue
        parts = _BETWEEN.split(said["list"])
        if any(find_member(word, context.campaign) for part in parts for word in part.split()):
            continue  # another has it
        finds = _sort_finds(parts)
        is_alone = said.groupdict().get("alone") is not None  # it is one thing of a known worth
        if finds is None or not (finds.is_mixed or is_alone or _is_of_nobody_here(said, context)):
            continue
        who = said["who"]
        others = f"{who} gets {', '.join(finds.things)}" if finds.things else ""
        if others and find_only_command_word(others, context) != _GIVE:
            continue
        lines = [f"{who} gets {' and '.join(finds.coins)}"] if finds.coins else []
        lines += [f"give {who} {quote_name(name)} worth {worth}" for name, worth in finds.valuables]
        return (*lines, others) if others else tuple(lines)
    return ()


def _is_of_nobody_here(said: re.Match[str], context: Context) -> bool:
    """True for what a place, a dead foe or somebody whom it is found on has, as `the goblins had 4
    shillings`; `they` may be the Company, and a shop gives nothing."""
    told = said.groupdict()
    if told.get("told") is None:
        return False
    whose = (told.get("whose") or "").casefold()
    noun = singularise_name(whose.removeprefix("the "))
    if noun == whose:  # a pronoun, or a place with `in` and the like
        return not whose or bool(told["on"])
    groups, meanings = load_phrases().groups, build_vocabulary(context).find_meanings(noun)
    is_being = not _BEINGS.isdisjoint(meanings)
    return is_being or noun in (*groups["loot"], *groups["fixtures"], *_DEAD)


def _sort_finds(parts: list[str]) -> _Finds | None:
    """Each part of a list of finds by its kind; None where one is worth what is no coin."""
    finds, coins = _Finds([], [], []), index_coin_names()
    for part in parts:
        is_counted = _COINS.fullmatch(part) is not None
        if is_counted and all(each.casefold() in coins for each in _COIN.findall(part)):
            finds.coins.append(part)
        elif valued := _VALUABLE.fullmatch(part):
            coin = valued["coin"] or _PENNIES
            is_bearer = valued["thing"].casefold().split()[-1] in _list_bearers()
            if coin.casefold() not in coins or is_bearer:
                return None
            finds.valuables.append((valued["thing"], f"{valued['worth']} {coin}"))
        elif _WORTH in part.split():
            return None
        else:
            finds.things.append(part)
    return finds


def _list_bearers() -> set[str]:
    """What carries things and is no thing: mules, carts."""
    return {each for names in load_phrases().bearers.values() for each in names}
