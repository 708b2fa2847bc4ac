"""Phrases that say who is down in a fight: `goblin 1 dies`, `kill 3`, `wim kills the second`; and
that it is over with what became of the foes: `they all fled, it's over`."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby

from companion.errant.typed_names import format_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import Words
from companion.grammar.phrases.fights.fighters import AND, FighterReader, Group, list_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_lines import list_whole_phrases

_BEING = ("is", "are", "gets", "get", "was", "were", "has", "have", "been", "goes", "go", "all")
_DOWN = ("dead", "down", "killed", "slain", "out", "dying", "unconscious")
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
_BESIDES = ("over", "down", "to", "dead", "now", "off", "too", "all", "both", "and")
_OUT = "out"
_ENDED = ("fight down ", "fight drop ")
"""Lines of what the end of a fight says anyway."""
_SMALL = ("so", "then", "but")

ListLines = Callable[[Sequence[Token]], Iterator[Words]]


def list_down_lines(reader: FighterReader, group: Group) -> Iterator[Words]:
    """The line by which foes are down, `goblins 1 and 2 die`, or are brought down by somebody."""
    begun = reader.at
    if isinstance(group.who, Npc):
        is_down = (reader.skip(_BEING) and reader.word in _DOWN) or reader.word in _DEAD
        is_over = reader.word in list_forms("die") and not reader.word.endswith("ing")
        if is_down or is_over:
            reader.at += 1
            reader.skip(_BESIDES)
            if _CROSSED_OFF.issuperset(reader.words[reader.at :]):
                reader.at = len(reader.tokens)
            if not group.numbers and reader.skip((",",)):  # `that goblin is dead, number 3`
                named = reader.read_group()
                group = named if named and named.who.id == group.who.id else group
            if reader.at == len(reader.tokens):
                yield (_write_fall(reader, group),)
    reader.at = begun
    yield from list_kill_lines(reader)


def list_kill_lines(reader: FighterReader) -> Iterator[Words]:
    """The same after the verb, as `kill goblins 1 and 2`."""
    if reader.word not in list_forms("kill"):
        return
    reader.at += 1
    reader.skip(_BESIDES)
    foe = reader.find_only_group() if reader.word.isdigit() else None
    numbers = reader.read_numbers(foe) if foe else None
    group = Group(foe, numbers) if foe and numbers else reader.read_group()
    if group and isinstance(group.who, Npc):
        reader.skip(_BESIDES)
        if reader.at == len(reader.tokens):
            yield (_write_fall(reader, group),)


def _write_fall(reader: FighterReader, group: Group) -> str:
    """The line for all of a group, or for those who are numbered. Raises Ambiguous for `the goblin
    is dead` and `two are dead` where more of them stand."""
    if isinstance(group.who, Npc) and not (group.numbers or group.is_rest):
        reader.ask_which(group.who, "fight down {}", group.many or 1)
    return " ".join(("fight down", format_name(group.who), *map(str, group.numbers)))


def list_ends(tokens: Sequence[Token], context: Context, list_lines: ListLines) -> Iterator[Words]:
    """The line that ends a fight, of which the other clauses say that foes are down, or gone."""
    parted = groupby(tokens, lambda token: token.word in AND)
    clauses = [[t for t in said if t.word not in _SMALL] for is_mark, said in parted if not is_mark]
    if len(clauses) < 2:
        return
    ends = [_OUT in list_whole_phrases(clause, context) for clause in clauses]
    others = [clause for clause, is_end in zip(clauses, ends, strict=True) if not is_end]
    if any(ends) and all(_tells_end(clause, list_lines) for clause in others):
        yield (_OUT,)


def _tells_end(clause: Sequence[Token], list_lines: ListLines) -> bool:
    lines = [*chain.from_iterable(list_lines(clause))]
    return bool(lines) and lines[0].startswith(_ENDED)
