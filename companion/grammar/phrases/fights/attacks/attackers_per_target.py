"""Reads how many of a group attack whom, in a line of several attacks: `3 on ondine, 2 on bree`.

Bare numbers may be so many of a group, or those of it with these numbers: all of a line are read in
one way.
"""

from collections.abc import Sequence
from itertools import groupby

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_numbers_still_standing, list_numbers_yet_to_attack
from companion.errant.attacks.attacks import list_usual_ways_npc_attacks, parse_npc_attacks
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.phrases.fights.foes.fighters import AND, find_only_foe_group
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous, Malformed, join_words
from companion.text_cleaning import quote_name

_ON = ("on", "at", "vs", "against")
_VERBS = ("hit", "press")


def add_group_name_to_shares(tokens: Sequence[Token], campaign: Campaign) -> tuple[Token, ...]:
    """The words with `3 goblins on` for `3 on` where so many can attack still, or else with
    `goblins 3 on` where these stand and differ. Any other line, and one with a single share, stays
    as it is. Raises Ambiguous where neither can be meant."""
    foe = find_only_foe_group(campaign)
    begun = _find_positions_of_share_numbers(tokens) if foe else []
    if foe is None or len(begun) < 2:
        return tuple(tokens)
    name = tuple(Token(word, word) for word in foe.name.casefold().split())
    are_counts = _are_numbers_counts([tokens[at] for at in begun], foe, campaign)
    found: list[Token] = []
    for at, token in enumerate(tokens):
        if at not in begun:
            found.append(token)
        elif not are_counts:
            found += (*name, token)
        else:
            named = name if token.word != "1" else (*name[:-1], _make_name_singular(name[-1]))
            found += (token, *named)
    return tuple(found)


def _make_name_singular(name: Token) -> Token:
    return Token(singularise_name(name.word), singularise_name(name.typed))


def _find_positions_of_share_numbers(tokens: Sequence[Token]) -> list[int]:
    """Where the number of each share stands; none where some are named by their numbers."""
    found: list[int] = []
    at = 0
    for is_separator, clause in groupby(tokens, lambda token: token.word in (*AND, "while")):
        said = list(clause)
        if not is_separator and said[0].word.isdecimal():
            is_listed = (
                at > 1 and tokens[at - 2].word.isdecimal()
            )  # as in `goblins 1 and 2 on bree`
            if is_listed or len(said) < 2 or not _begins_attack(said[1].word):
                return []
            found.append(at)
        at += len(said)
    return found


def _begins_attack(word: str) -> bool:
    """True for `on` and `attack`; not for `attacks`, by which one does it."""
    groups = load_phrases().groups
    verbs = (verb for verb in _VERBS if word in list_verb_group_forms(verb))
    return word in _ON or any(word in groups[verb] for verb in verbs)


def _are_numbers_counts(numbers: Sequence[Token], foe: Npc, campaign: Campaign) -> bool:
    """True for so many, False for those with these numbers. Raises Ambiguous where it is
    neither."""
    said = [int(each.word) for each in numbers]
    ready, standing = (
        list_numbers_yet_to_attack(campaign, foe),
        list_numbers_still_standing(campaign, foe),
    )
    if sum(said) <= len(ready) or not all(each.typed.isdecimal() for each in numbers):
        return True
    if len({*said}) == len(said) and {*said} <= {*standing}:
        return False
    those = join_words([*map(str, standing)])
    why = f"Of {quote_name(foe.name)} {len(ready)} can attack still, and {those} stand."
    raise Ambiguous(why, "Say so many, as «2 goblins on bree», or who, as «goblins 2 on bree».")


def count_usual_rolls(npc: Npc) -> int:
    """The Attack Rolls of one action of one of a group."""
    try:
        usual = list_usual_ways_npc_attacks(parse_npc_attacks(npc.attacks))
    except Malformed:
        return 1
    return max(1, sum(each.rolls for each in usual if each.dice))
