"""Foes whose nerve breaks in a fight, as `they lose heart` and `their nerve breaks, two run`: who
runs leaves it, and where nobody is said to, it is asked. Who runs and is followed is chased."""

from collections.abc import Iterator, Sequence

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_numbers_still_standing
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.phrases.fights.foes.casualties import LEAVING, ListFightLines
from companion.grammar.phrases.fights.foes.fighters import find_only_foe
from companion.grammar.phrases.phrasebook.phrases_file import (
    Words,
    compile_named_pattern,
    load_phrases,
)
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms, list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous

_WAYS = ("into", "down", "up", "out through", "out", "off into", "away into", "back into")
"""What stands between a verb of flight and the place by which somebody is out of a fight."""
_FLEEING = ("flee", "bolt", "escape", "scarper", "scamper", "hightail", "scram", "scatter")
_MOVING = ("run", "retreat", "withdraw")
"""Verbs of flight; and those by which somebody may only move, but for whoever runs off."""
_TOWARDS = ("for", "towards", "toward")
_ANOTHER = ("the", "other", "1")
_KILLED = [[whom, *off] for whom in ("it", "him", "her") for off in ([], ["off"])]
"""Whom somebody kills, or finishes off."""
_THEY, _HAD_ENOUGH = "they", ("have", "enough")


def list_wavering_lines(tokens: Sequence[Token], list_others: ListFightLines) -> Iterator[Words]:
    """The lines by which they leave the fight. `list_others` raises Ambiguous where it is not said
    that they do."""
    said = compile_named_pattern("nerve breaks").fullmatch(" ".join(token.word for token in tokens))
    if said is None:
        return
    who = (said["owner"] or said["who"] or _THEY).split()
    then = (said["then"] or "").split()
    if then[:1] and then[0] in list_verb_group_forms("flee"):
        then = [*who, *then]
    lines = list_others([Token(word, word) for word in then or (*who, *_HAD_ENOUGH)])
    yield from (line for line in lines if line[0].startswith(LEAVING))


def is_way_out_of_fight(verb: str, said: Sequence[str]) -> bool:
    """True for what is `said` after a verb of flight where that is a way out of the fight: `down
    stair` after `bolts`, `off into dark` after `runs`."""
    *whither, last = said or ("",)
    way, groups = " ".join(whither), load_phrases().groups
    if verb in list_verb_forms(_MOVING):
        is_hidden = way == "into" and last in groups["hiding_places"]
        return is_hidden or (way == "off into" and _is_way_out(last))
    is_gone = way == "through" and last in groups["openings"]
    return (is_gone or (way in _WAYS and _is_way_out(last))) and verb in list_verb_forms(_FLEEING)


def ask_whether_runner_left(said: Sequence[str], name: str) -> None:
    """Raises Ambiguous for what is `said` after a verb of flight where it is a way out that is not
    reached yet, as `for stair`: they are gone, or on their way, which needs no line."""
    *whither, last = said or ("",)
    if " ".join(whither) in _TOWARDS and _is_way_out(last):
        message = "Have they left the fight? If they are on their way, it needs no line."
        raise Ambiguous(message, f"Try: fight drop {name}")


def _is_way_out(place: str) -> bool:
    groups = load_phrases().groups
    return any(place in groups[each] for each in ("openings", "hiding_places", "other_ways_out"))


def name_fleeing_foe(tokens: Sequence[Token], campaign: Campaign) -> list[Token]:
    """The words of `it flees` with the name of the only foe, or of `the other one` where several of
    a group stand; nothing for any other words."""
    foe = find_only_foe(campaign)
    words = [token.word for token in tokens[:2]]
    if foe is None or words[:1] != ["it"] or words[-1] not in list_verb_group_forms("flee"):
        return []
    if len(list_numbers_still_standing(campaign, foe)) > 1:
        return [*(Token(word, word) for word in _ANOTHER), *tokens[1:]]
    return [Token(foe.name.casefold(), foe.name), *tokens[1:]]


def list_lines_killing_only_foe(
    tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[Words]:
    """The line of `wim kills it` and `wim finishes it off`, where only one foe stands."""
    words = [token.word for token in tokens]
    is_told = words[2:] in _KILLED and vocabulary.names_member(words[0])
    if not is_told or words[1] not in list_verb_group_forms("kill"):
        return
    foe = find_only_foe(campaign)
    standing = list_numbers_still_standing(campaign, foe) if foe else ()
    if foe and len(standing) == 1:
        number = [] if foe.count < 2 else [f"{standing[0]}"]
        yield (" ".join(("fight down", quote_typed_name(foe), *number)),)


def ask_whether_they_left(who: Npc, many: int, campaign: Campaign) -> None:
    """Raises Ambiguous for `two goblins left`: two went, or two are still there."""
    standing, name = list_numbers_still_standing(campaign, who), quote_typed_name(who)
    gone = " ".join(("fight drop", name, *map(str, standing[-many:])))
    stay = " ".join(("fight drop", name, *map(str, standing[many:])))
    message = "That may mean two things: they left the fight, or they are who is still there."
    raise Ambiguous(message, f"Try: {gone}, or {stay if standing[many:] else 'fight'}")


def list_pursuit_lines(tokens: Sequence[Token], campaign: Campaign) -> Iterator[Words]:
    """The chase of `they run, we go after them`, and of `give chase`, where one foe or one group of
    them stands; `chase` alone asks whom."""
    foe, said = find_only_foe(campaign), " ".join(token.word for token in tokens)
    if foe and said != "chase" and compile_named_pattern("runs and is followed").fullmatch(said):
        yield (f"chase {quote_typed_name(foe)}",)
