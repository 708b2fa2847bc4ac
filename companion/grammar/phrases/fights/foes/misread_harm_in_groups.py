"""Lines of harm to a group that fights which are not what was said: one without the number that was
typed, as for `goblin 2 staggers back, 3 damage`, and one for all where each was meant."""

import re
from collections.abc import Collection, Iterator

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_combatants, list_numbers_still_standing
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.phrases.fights.foes.fighters import says_each_of_group

_HARMING = "hurt "


def misreads_harm_of_each_as_of_one(line: str, said: Collection[str], campaign: Campaign) -> bool:
    """True for harm of one of a group that fights, where it was told of each of it."""
    if not line.startswith(_HARMING) or not says_each_of_group(said):
        return False
    groups = (
        who
        for who in _list_fighting_groups(campaign)
        if len(list_numbers_still_standing(campaign, who)) > 1
    )
    return any(_match_harm_of_group(line, who) for who in groups)


def restore_typed_victim_number(line: str, typed: str, campaign: Campaign) -> str:
    """A line of harm with the number of the one of a group of whom it is told; "" where several
    are named by their numbers."""
    for who in _list_fighting_groups(campaign) if line.startswith(_HARMING) else ():
        if not (harm := _match_harm_of_group(line, who)):
            continue
        name = who.name.casefold()
        called = (
            rf"\b(?:{re.escape(name)}|{re.escape(singularise_name(name))}) (?:#|number )?(\d+)\b"
        )
        named = [*re.finditer(called, typed.casefold())]
        if not named or not re.search(r"\d", typed[named[-1].end() :]):
            continue  # `hurt goblins 3`
        numbers = {int(each[1]) for each in named}
        is_one = len(numbers) == 1 and max(numbers) <= count_group_members(who)
        return f"{_HARMING}{quote_typed_name(who)} {named[0][1]} {harm[1]}" if is_one else ""
    return line


def _match_harm_of_group(line: str, who: Npc) -> re.Match[str] | None:
    """How much of a line that says of nobody of a group in particular that they are hurt."""
    return re.fullmatch(rf"hurt {re.escape(quote_typed_name(who))} (\S*\d\S*(?: \D+)?)", line)


def _list_fighting_groups(campaign: Campaign) -> Iterator[Npc]:
    """The groups that fight."""
    for _, who in list_combatants(campaign):
        if isinstance(who, Npc) and count_group_members(who) > 1:
            yield who
