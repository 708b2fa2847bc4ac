"""Foes whose nerve breaks in a fight, as `they lose heart` and `their nerve breaks, two run`: who
runs leaves it, and where nobody is said to, it is asked. Who runs and is followed is chased."""

from collections.abc import Iterator, Sequence

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_numbers_still_standing
from companion.errant.names_in_typed_lines import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.phrases.fights.casualties import LEAVING, ListFightLines
from companion.grammar.phrases.fights.fighters import find_only_foe
from companion.grammar.phrases.phrasebook.phrases_file import Words, compile_named_pattern
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous

_ANOTHER = ("the", "other", "1")
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
