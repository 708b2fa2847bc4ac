"""A find of which the coins are shared out in the same line: `wim finds 120p and a dagger, split
the coin 4 ways`."""

import re

from companion.errant.company import list_members_present
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word

_SHARED = re.compile(
    r"(?i)(?P<find>(?P<who>[a-z][\w'’-]*) (?:finds?|found|gets|got|loots|pockets|earns) .*?\d.*?)"
    r"(?:[,;.]|,? and) (?:(?:and|then|so) )*"
    r"(?:they |we |all |everyone )?(?:split|share|divide|divvy)s?(?: up| out)?"
    r" (?:it|them|the (?:coins?|money|cash|silver|gold|pennies|pence|shillings))(?: up| out)?"
    r"(?:,? (?:evenly|equally|fairly|between (?:them|us|everyone)(?: all)?|(?P<ways>\d+) ways))*"
    r"[.!]?"
)
"""What somebody finds, and that its coins are dealt out."""
_GETTING = ("give", "coins")
_SHARING = "split the coins"


def split_find_and_sharing(typed: str, context: Context) -> tuple[str, ...]:
    """The line of the find, and that by which its coins are shared; nothing for any other line, and
    for so many shares as there are not people here."""
    said = _SHARED.fullmatch(write_numbers_in_digits(typed.strip()))
    if said is None or find_member(said["who"], context.campaign) is None:
        return ()
    people = [each for each in list_members_present(context.campaign.errants) if each.is_person]
    is_all = said["ways"] is None or int(said["ways"]) == len(people)
    is_find = find_only_command_word(said["find"], context) in _GETTING
    return (said["find"], _SHARING) if is_all and is_find else ()
