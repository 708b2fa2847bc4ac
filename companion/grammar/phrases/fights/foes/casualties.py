"""Phrases that say who is down in a fight: `goblin 1 dies`, `kill 3`, `wim kills the second`; and
that it is over with what became of the foes: `they all fled, it's over`."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_combatants, list_numbers_still_standing
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.fights.attacks.weapons import POSSESSIVES
from companion.grammar.phrases.fights.foes.fighters import AND, FOES, FighterReader, Group
from companion.grammar.phrases.fights.foes.group_name_shorthand import names_one_by_group_name
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import list_whole_phrase_lines
from companion.refusal import Ambiguous

_BEING = ("is", "are", "gets", "get", "was", "were", "has", "have", "been", "goes", "go", "all")
_IS = (*_BEING, "as", "stone", "knocked")
_DOWN = ("dead", "down", "killed", "slain", "out", "dying", "unconscious", "finished")
_DEAD = ("dead", "slain", "killed", "down")
_CROSSED_OFF = {
    ",",
    "and",
    "cross",
    "strike",
    "tick",
    "take",
    "mark",
    "it",
    "him",
    "her",
    "them",
    "off",
    "list",
}
"""What is done with a foe who is dead, and needs no other line."""
_BESIDES = ("over", "down", "to", "dead", "now", "off", "too", "all", "both", "and", "cold")
_WE, _WHOM = ("we", "he", "she", "they", "i"), ("it", "him", "her", "them", "his", "its", "their")
_MOST_OF_PART, _NO_PARTS = 2, {"and", "with", "for", "not"}
"""How many words name where a blow fell, as `throat` and `head off`; and what stands in no such."""
_OUT = "out"
_ENDS = {_OUT, "done"}
_NOBODY_LEFT = re.compile(
    r"(?:there (?:is|are) )?no(?: more)? (?P<who>\w+)(?: left| standing)*"
    r"|(?:nobody|none)(?: of them)?(?: is| are)? (?:left|standing)(?: standing)?"
    r"|(?:that|it|those)(?: is| are| was|'s) (?:the )?(?:last|all|lot) of (?:the )?(?P<whom>\w+)"
)
_LAID = ("down", "away", "up", "on", "in", "to", "the", "floor", "ground", "air", *POSSESSIVES)
"""How arms are laid down."""
_FEWEST_OF_GROUP = 2
LEAVING = ("fight down ", "fight drop ")
"""Lines by which foes are out of the fight: its end says so anyway."""
_SMALL = ("so", "then", "but")

ListFightLines = Callable[[Sequence[Token]], Iterator[Words]]


def list_fight_down_lines(reader: FighterReader, group: Group) -> Iterator[Words]:
    """The line by which foes are down, `goblins 1 and 2 die`, or are brought down by somebody."""
    begun = reader.at
    if isinstance(group.who, Npc):
        is_down = (reader.skip(_IS) and reader.word in _DOWN) or reader.word in _DEAD
        is_over = reader.word in list_verb_group_forms("die") and not reader.word.endswith("ing")
        if is_down or is_over:
            reader.at += 1
            reader.skip(_BESIDES)
            if _CROSSED_OFF.issuperset(reader.words[reader.at :]):
                reader.at = len(reader.tokens)
            if not group.numbers and reader.skip((",",)):  # `that goblin is dead, number 3`
                named = reader.read_group()
                group = named if named and named.who.id == group.who.id else group
            if group.numbers and _tells_who_killed(reader):
                reader.at = len(reader.tokens)
            if reader.at == len(reader.tokens):
                yield (_write_line_of_fall(reader, group),)
    reader.at = begun
    yield from read_kill_as_fight_down(reader)


def _tells_who_killed(reader: FighterReader) -> bool:
    """True for who brought them down, told after it: `, wim cut its throat`, `, bree got it`."""
    mark, who, verb, whom, *part = (*reader.words[reader.at :], "", "", "", "")
    is_told = mark == "," and (reader.vocabulary.names_person(who) or who in _WE)
    is_blow = (
        verb in {*list_verb_group_forms("kill"), *list_verb_group_forms("hit"), "got"}
        and whom in _WHOM
    )
    told = [word for word in part if word]
    is_plain = len(told) <= _MOST_OF_PART and all(map(str.isalpha, told))
    return is_told and is_blow and is_plain and _NO_PARTS.isdisjoint(told)


def read_kill_as_fight_down(reader: FighterReader) -> Iterator[Words]:
    """The line `fight down …` for fighters named after a verb of killing: `kill goblins 1 and
    2`."""
    if reader.word not in list_verb_group_forms("kill"):
        return
    reader.at += 1
    reader.skip(_BESIDES)
    is_number = reader.at < len(reader.tokens) and reader.tokens[reader.at].typed[:1].isdecimal()
    foe = reader.find_only_group() if is_number else None  # `kills one` names no number
    numbers = reader.read_numbers(foe) if foe else None
    group = Group(foe, numbers) if foe and numbers else reader.read_group()
    if group and isinstance(group.who, Npc):
        reader.skip(_BESIDES)
        if reader.at == len(reader.tokens):
            yield (_write_line_of_fall(reader, group),)


def _write_line_of_fall(reader: FighterReader, group: Group) -> str:
    """The line for all of a group, or for those who are numbered. Raises Ambiguous for `the goblin
    is dead` and `two are dead` where more of them stand."""
    who, is_rest = group.who, group.is_rest
    standing = list_numbers_still_standing(reader.campaign, who) if isinstance(who, Npc) else ()
    if "both" in reader.words and not group.numbers and len(standing) == 1:
        line = f"fight down {quote_typed_name(who)} {standing[0]}"
        raise Ambiguous("Only one of them still stands.", f"Try: {line}")
    if isinstance(who, Npc) and "both" in reader.words and not group.numbers:
        reader.ask_which_one(who, "fight down {}", _FEWEST_OF_GROUP)
    if isinstance(who, Npc) and is_rest and names_one_by_group_name(reader.words, who):
        is_rest = count_group_members(who) < _FEWEST_OF_GROUP
    if isinstance(who, Npc) and not (group.numbers or is_rest):
        reader.ask_which_one(who, "fight down {}", group.many or 1)
    return " ".join(("fight down", quote_typed_name(who), *map(str, group.numbers)))


def list_fight_end_lines(
    tokens: Sequence[Token], context: Context, list_lines: ListFightLines
) -> Iterator[Words]:
    """The line that ends a fight, of which the other clauses say that foes are down, or gone; and
    the line of foes who give up, of whom a clause says that they lay down their arms."""
    parted = groupby(tokens, lambda token: token.word in AND)
    clauses = [[t for t in said if t.word not in _SMALL] for is_mark, said in parted if not is_mark]
    if len(clauses) < 2:
        return
    laid = [_count_subject_of_laying(clause) for clause in clauses]
    given_up = [said for said, at in zip(clauses, laid, strict=True) if at is None]
    if len(given_up) == 1:
        yield from _list_surrenders(given_up[0], clauses, laid, list_lines)
    whole = [{*list_whole_phrase_lines(clause, context)} for clause in clauses]
    others = [said for said, lines in zip(clauses, whole, strict=True) if not lines & _ENDS]
    nobody = all(_says_nobody_left(said, context.campaign) for said in others)
    is_over = any(_OUT in lines for lines in whole)
    if len(others) < len(clauses) and (
        (others and nobody)
        or (is_over and all(_means_leaving_fight(said, list_lines) for said in others))
    ):
        yield (_OUT,)


def _count_subject_of_laying(clause: Sequence[Token]) -> int | None:
    """How many words name who lays down arms, as in `they throw down their spears` and `spears on
    the floor`; None for any other clause."""
    groups = load_phrases().groups
    words = [token.word for token in clause]
    laying = {*list_verb_group_forms("laying"), *groups["arms"], *_LAID}
    at = next((at for at, word in enumerate(words) if word in laying), len(words))
    is_laid = at < 3 and laying.issuperset(words[at:]) and len(words) > at + 1
    return at if is_laid and not {*groups["arms"]}.isdisjoint(words) else None


def _list_surrenders(
    given_up: list[Token],
    clauses: Sequence[list[Token]],
    laid: Sequence[int | None],
    list_lines: ListFightLines,
) -> Iterator[Words]:
    """The line of who gives up, named in that clause or in the one that lays down the arms."""
    named = (said[:at] for said, at in zip(clauses, laid, strict=True) if at)
    subject = next(named, []) if given_up[0].word in list_verb_group_forms("flee") else []
    lines = list_lines([*subject, *given_up])
    yield from (said for said in lines if said[0].startswith(LEAVING[1]))


def _says_nobody_left(clause: Sequence[Token], campaign: Campaign) -> bool:
    """True for `no more goblins` and `that is the last of them`, of those who are fought."""
    said = _NOBODY_LEFT.fullmatch(" ".join(token.word for token in clause))
    who = singularise_name(said["who"] or said["whom"] or "them") if said else ""
    foes = (foe.name.casefold() for each, foe in list_combatants(campaign) if each.side == "others")
    return bool(who) and (who in (*FOES, "foe", "enemy", "them") or any(who in foe for foe in foes))


def _means_leaving_fight(clause: Sequence[Token], list_lines: ListFightLines) -> bool:
    """True if the first line of a clause takes somebody out of the fight."""
    lines = [*chain.from_iterable(list_lines(clause))]
    return bool(lines) and lines[0].startswith(LEAVING)
