"""Who does what in a declared action of several: `bree and wim search, corvin guards`."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.grammar.argument_kind import Words
from companion.grammar.name_matching import find_exact_errant
from companion.refusal import Malformed, join_words

AND, _PAUSES = ("and", "then", "&"), (",", ";")
"""What stands between what one does and what another does."""
_EPITHETS = ("old", "young", "big", "little", "sister", "brother", "father", "mother")
"""Words of a name that begin the names of others, too: `, old jory` is not the mule Old Tansy."""


def split_action_by_actors(words: Words, campaign: Campaign) -> Iterator[Words]:
    """What each does of whom a line tells: `bree sings, wim rests and ondine prays` is three. After
    a comma a name begins anew that is no list's; without one, only what somebody does."""
    begun = 0
    for at in range(1, len(words) - 1):
        joined = words[at - 1].casefold() in AND
        clause, verb = words[begun : at - joined], words[at + 1].casefold()
        if not clause or find_exact_errant(campaign, words[at]) is None:
            continue
        is_apart = clause[-1].endswith(_PAUSES) and verb not in AND
        is_deed = joined and re.fullmatch(r"[^\W\d]+[^\Ws]s[,;.]?", verb) is not None
        clause = (*clause[:-1], clause[-1].rstrip("".join(_PAUSES)))
        is_apart = is_apart and words[at].casefold() not in _EPITHETS
        is_name = not clause[1:] and find_exact_errant(campaign, clause[0]) is not None
        if (is_apart or is_deed) and not is_name:
            yield clause
            begun = at
    yield words[begun:]


def repeat_action_for_actors(clause: Words, campaign: Campaign) -> Iterator[Words]:
    """What each of those does who are listed first: `bree and wim search` is two actions. Raises
    Malformed for a list of names alone."""
    people: list[str] = []
    at, is_joined = 0, True
    while at < len(clause):
        name = clause[at].rstrip("".join(_PAUSES))
        if name and clause[at].casefold() not in AND:
            if not is_joined or find_exact_errant(campaign, name) is None:
                break
            people.append(name)
        is_joined = name != clause[at] or clause[at].casefold() in AND
        at += 1
    is_listed = bool(people[1:]) and any(word.casefold() in AND for word in clause[:at])
    if not is_listed or (is_joined and clause[at:]):  # `bree, wim sings` is what all of them do
        yield clause
    elif not clause[at:]:
        names = join_words(people, "and")
        raise Malformed(f"What do {names} do?", f"Try: declare {names} search the nave")
    else:
        yield from ((name, *clause[at:]) for name in people)
