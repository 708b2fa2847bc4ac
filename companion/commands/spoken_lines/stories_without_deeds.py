"""What is told of a scene, and is no deed: `night falls`, `wim moans about his fever`; and what
befalls several by it, as `the ceiling comes down, all take d6`."""

import re
from collections.abc import Callable

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.phrase_meanings import (
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.commands.spoken_lines.told_clauses import SPEAKING, read_told_line
from companion.grammar.command_words import list_command_words
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.words_of_doubt import CHANGING, DOUBTING, SUPPOSING, UNREAL
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_FEWEST_WORDS, _SHORT = 2, 3
_WORDS = re.compile(r"[\w'’]+")
_OF_DEEDS = frozenset(["person", "everyone", "npc", "creature", "carried", "coins", "dice"])
"""What a clause speaks of that may tell of a deed."""
_SCENE_AND_MORE = re.compile(
    r"(?P<scene>[^?]+)(?P<sign>[,;.!])+ (?:(?:and|so) )?"
    r"(?P<more>[^,;.!?]+|[^;.!?]+ and [^;.!?]+)[.!]?"
)
_COMPANY = ("everyone", "everybody")
"""Who is of the Company in a fight, too."""
_BEFALLING = frozenset(["hurt", "save", "check", "exhaust"])
"""Words of what may befall several by what is told of a scene."""


def split_scene_and_what_befalls_several(
    typed: str, split: Callable[[str], tuple[str, ...]], make_context: MakeContext
) -> tuple[str, ...]:
    """A note of the scene, and a line for each whom something befalls, as of `the ceiling comes
    down, all take d6`; the line as it is where that is only supposed, or may be said of foes, and
    nothing for any other line."""
    said = _SCENE_AND_MORE.fullmatch(typed.strip())
    context = make_context_for_unparsed_line(make_context)
    if said is None or not context.is_guide:
        return ()
    scene = said["scene"].strip()
    if SPEAKING.search(scene) or read_told_line(typed, make_context, alone=True) is None:
        return ()  # `rumour says there's gas`, `if the roof falls`
    words = _WORDS.findall(scene.casefold())
    is_called_out = said["sign"] == "!" and scene.casefold() in load_phrases().groups["traps"]
    if not (is_called_out or tells_of_scene(scene, context)):
        return ()
    others = _WORDS.findall(said["more"].casefold())
    is_of_foes = bool(context.campaign.book.combatants) and others[0] not in _COMPANY
    is_open = not (CHANGING | UNREAL).isdisjoint(words) or not DOUBTING.isdisjoint(others)
    lines = split(said["more"])
    meanings = [find_meaning_of_clause(each, make_context) for each in lines]
    if not lines[1:] or any(not each or each.line.word not in _BEFALLING for each in meanings):
        return ()
    if is_of_foes or is_open or words[0] in SUPPOSING:
        return (typed,)  # no other way to take it apart is right either
    return (f"note {scene}", *lines)


def tells_story(said: str, context: Context) -> bool:
    """True for one clause that names no command, counts nothing and speaks of nothing but people,
    or of the scene alone."""
    is_of_people = _list_subjects(said, context) <= {"person"}
    is_counted = any(map(str.isdecimal, said))
    is_plain = not (is_counted or "," in said) and not _may_be_command(said)
    return is_plain and (is_of_people or tells_of_scene(said, context))


def tells_of_scene(said: str, context: Context) -> bool:
    """True for what is told of nobody and of nothing that is carried, as `the stair has collapsed,
    20 feet to the other side`, and names no command."""
    is_of_scene = _OF_DEEDS.isdisjoint(_list_subjects(said, context))
    return is_of_scene and not _may_be_command(said)


def _list_subjects(said: str, context: Context) -> frozenset[str]:
    """The kinds of what is spoken of: `person`, `carried`."""
    tokens = tokenize_short_line(said, context)
    parts = split_into_parts(tokens, frozenset(), build_vocabulary(context))
    return frozenset(each for part in parts for each in part.meanings)


def _may_be_command(said: str) -> bool:
    words = _WORDS.findall(said.casefold())
    verbs = {word.removesuffix("s") for word in words if len(word) > _SHORT}
    return len(words) < _FEWEST_WORDS or not verbs.isdisjoint(list_command_words())
