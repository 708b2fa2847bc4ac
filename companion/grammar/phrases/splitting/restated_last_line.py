"""Reads a line that tells the last one anew, as it was meant: `no, the third took 5`, `sorry, bree
lost 3`, `no wait, corvin takes the finger instead`; and one that names what is taken back, as `take
back bree's blow`."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.splitting.corrected_last_line import (
    MEASURED,
    LastLine,
    find_doer,
    find_person_of_word,
)
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Refusal

_STRONG = r"no|nope|nah|sorry|correction|my mistake|my bad|i meant?|i mean|wrong"
_WEAK = r"wait|oops|whoops|hang on|hold on|actually|ah|oh|argh"
_RESTATED = re.compile(
    rf"(?i)(?P<call>(?:(?:(?P<strong>{_STRONG})|{_WEAK})\b[,.:;!]* +)+)?"
    r"(?P<said>\w[\w' -]*?(?:, \w[\w' -]*?)?)"
    r"(?P<denied>,? (?:and )?(?:not|instead of|rather than) [\w' -]+)?"
    r"(?P<instead>,? instead|,? after all)?"
)
_ONLY = re.compile(r"(?i) (?:only|just)\b")
_MORE = frozenset(
    ["more", "another", "again", "also", "too", "else", "other", "still", "well", "rest"]
)
"""Words of what is done besides."""
_HANDLING = frozenset(["pass", "give", "drop", "stash", "move"])
"""Words of which one may have been meant for another."""
_MOST_READINGS = 8
_HURT, _ATTACK = "hurt", "attack"
_HURT_ONE_OF_GROUP = re.compile(r"hurt (?P<group>\"[^\"]+\"|\S+) \d+ .+")
_ONE_OF_GROUP = re.compile(r"(?i)the (?P<which>\w+) (?P<how>(?:took|takes|got|gets|had|lost) .+)")
_TAKEN_BACK = re.compile(
    r"(?i)(?:take back|undo|cancel|scrap) (?:the |that |(?P<who>\w+)['’]s )"
    r"(?P<what>\w+)(?:, [^?]+)?"
)
_BLOWS = ("blow", "hit", "stab", "attack", "shot", "swing", "strike", "damage", "bite")


def list_restated_lines(
    typed: str, last: LastLine, vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """What a line means that begins with `no` or `sorry`, or denies what was said, and tells what
    the last one did; nothing for what is done besides. After `oops`, which may be an exclamation,
    only of the same doer."""
    said = _RESTATED.fullmatch(typed)
    if said is None or not _MORE.isdisjoint(re.findall(r"\w+", typed.casefold())):
        return
    text = _ONLY.sub("", said["said"])
    is_less = text != said["said"] and last.word in MEASURED
    if not (said["call"] or said["denied"] or is_less):
        return
    is_any_doer = bool(said["strong"] or (said["denied"] and said["call"]))
    words = {last.word} | (_HANDLING if said["instead"] and last.word in _HANDLING else set())
    for line in _list_readings(_name_group(text, last), last, context):
        read = parse_typed_line(line)
        if read is None or read.word not in words:
            continue
        doer = find_doer(last._replace(said=line), vocabulary)
        if is_any_doer or doer == find_doer(last, vocabulary):
            yield line


def _list_readings(said: str, last: LastLine, context: Context) -> Iterator[str]:
    """What these words meant before the last line."""
    readings = list_command_readings(said, context._replace(campaign=last.before))
    try:
        yield from chain.from_iterable(islice(readings, _MOST_READINGS))
    except Refusal:
        return


def _name_group(said: str, last: LastLine) -> str:
    """`goblins 3 took 5` for `the third took 5`, after one of the goblins was hurt."""
    hurt, one = _HURT_ONE_OF_GROUP.fullmatch(last.said), _ONE_OF_GROUP.fullmatch(said)
    number = load_phrases().ordinals.get(one["which"].casefold()) if one else None
    return f"{hurt['group']} {number} {one['how']}" if hurt and one and number else said


def names_what_is_taken_back(typed: str, last: LastLine, vocabulary: Vocabulary) -> bool:
    """True for `take back the candle` where the last line speaks of one, and for `cancel bree's
    hit` after a blow."""
    said = _TAKEN_BACK.fullmatch(typed)
    if said is None or not last.has_content:
        return False
    what = said["what"].casefold()
    is_person = not said["who"] or bool(find_person_of_word(said["who"], vocabulary))
    is_blow = what in _BLOWS and last.word in (_HURT, _ATTACK)
    return is_person and (is_blow or what in last.said.casefold().split())
