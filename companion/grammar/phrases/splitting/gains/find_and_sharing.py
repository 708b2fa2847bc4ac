"""A find of which the coins are shared out in the same line: `wim finds 120p and a dagger, split
the coin 4 ways`."""

import re

from companion.errant.company import list_members_present
from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import find_first_reading
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member

_SHARED = re.compile(
    r"(?i)(?P<find>(?P<who>[a-z][\w'’-]*) (?:finds?|found|gets|got|loots|pockets|earns) .*?\d.*?)"
    r"(?:[,;.]|,? and) (?:(?:and|then|so) )*"
    r"(?:they |we |all |everyone )?(?:split|share|divide|divvy)s?(?: up| out)?"
    r" (?P<what>it|them|the (?:coins?|money|cash|silver|gold|pennies|pence|shillings))"
    r"(?: up| out)?"
    r"(?:,? (?:evenly|equally|fairly|between (?:them|us|everyone)(?: all)?|(?P<ways>\d+) ways))*"
    r"[.!]?"
)
"""What somebody finds, and that its coins are dealt out."""
_ONLY_COINS = re.compile(r"coins \S+ \+(?P<sum>\d+ \w+)")
_COINS_AND_THINGS = re.compile(
    r"(?P<give>give \S+ )(?P<sum>\d+ \w+), (?P<things>(?!.*\d (?:pennies|shillings|guilders)\b).+)"
)
_ANYTHING = ("it", "them")
"""How what is found is called, be it coins or not."""


def split_find_and_sharing(typed: str, context: Context) -> tuple[str, ...]:
    """The line of the things that are found, and that by which the coins are dealt out; nothing for
    any other line, and for so many shares as there are not people here."""
    said = _SHARED.fullmatch(write_numbers_in_digits(typed.strip()))
    if said is None or find_member(said["who"], context.campaign) is None:
        return ()
    people = [each for each in list_members_present(context.campaign.errants) if each.is_person]
    if said["ways"] is not None and int(said["ways"]) != len(people):
        return ()
    found = find_first_reading(said["find"], context)
    if coins := _ONLY_COINS.fullmatch(found):
        return (f"coins split {coins['sum']}",)
    both = _COINS_AND_THINGS.fullmatch(found)
    if both is None or said["what"].casefold() in _ANYTHING:
        return ()
    return (f"{both['give']}{both['things']}", f"coins split {both['sum']}")
