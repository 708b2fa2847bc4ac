"""Reads a line that tells the last one anew, as it was meant: `no, the third took 5`, `oops, bree
lost 3`, `no wait, corvin takes the finger instead`; and one that names what is taken back, as `take
back bree's blow`. A line that may as well go on with what happens is none of these."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from companion.grammar.context import Context
from companion.grammar.phrases.corrections.corrected_last_line import (
    MEASURED,
    LastLine,
    find_doer,
    find_person_of_word,
)
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Refusal

_STRONG = r"no|nope|nah|correction|my mistake|my bad|i meant"
_WEAK = r"sorry|oops|whoops"
_BESIDE_STRONG = r"wait|hang on|hold on|actually|sorry|oops"
_RESTATED = re.compile(
    rf"(?i)(?P<call>(?P<strong>(?:{_STRONG})[,:;]? +(?:(?:{_BESIDE_STRONG})[,:;]? +)?)?"
    rf"(?:(?:{_WEAK})[,.:;!]* +)*)"
    r"(?P<said>\w[\w' -]*?)(?:,? (?:and )?(?:not|instead of|rather than) (?P<denied>[\w' -]+))?"
    r"(?P<instead>,? instead|,? after all)?"
)
_ONLY = re.compile(r"(?i) only\b")
_MORE = frozenset(
    [
        *("more", "another", "again", "also", "too", "else", "other", "still", "well", "rest"),
        *("oh", "from", "this", "time"),
    ]
)
"""Words of what is done besides, or has a cause of its own."""
_HANDLING = frozenset(["pass", "give", "drop", "stash", "move"])
"""Words of which one may have been meant for another."""
_MOST_READINGS = 8
_TEXTS = ("declare", "next", "note", "done")
_HURT, _ATTACK = "hurt", "attack"
_HURT_ONE_OF_GROUP = re.compile(r"hurt (?P<group>\"[^\"]+\"|\S+) \d+ .+")
_ONE_OF_GROUP = re.compile(r"(?i)the (?P<which>\w+) (?P<how>(?:took|takes|got|gets|had|lost) .+)")
_TAKEN_BACK = re.compile(
    r"(?i)(?:take back|cancel) (?:the |that |(?P<who>\w+)['’]s )(?P<what>[a-z]+)"
    r"(?:, (?:he|she|it|they|that|we) (?:was|were|is|are|had|did|has|wasn.?t|weren.?t|didn.?t"
    r"|hadn.?t|isn.?t)\b[^?,\d]*)?"
)
"""What is taken back, and why."""
_BLOWS = ("blow", "hit", "stab", "attack", "shot", "swing", "damage", "bite")
_NUMBER = re.compile(r"[+-]?x?(\d+)")


def list_restated_lines(typed: str, last: LastLine, context: Context) -> Iterator[str]:
    """What a line means that tells what the last one did, in one point otherwise: after `no`, or
    where it denies that point, in any; after `oops` and with `only` in how much it was. With
    `instead` what was handled may have been handled otherwise."""
    said = _RESTATED.fullmatch(typed)
    if said is None or not _MORE.isdisjoint(re.findall(r"\w+", typed.casefold())):
        return
    text = _ONLY.sub("", said["said"])
    is_only = text != said["said"]
    if not (said["call"] or said["denied"] or is_only):
        return
    for line in _list_readings(_name_group(text, last), last, context):
        read = parse_typed_line(line)
        word = read.word if read else ""
        if said["instead"] and {word, last.word} <= _HANDLING:
            yield line
        if word == last.word and _is_restated(line, last, said, is_only=is_only):
            yield line


def _is_restated(line: str, last: LastLine, said: re.Match[str], *, is_only: bool) -> bool:
    """True for a line that differs from the last one in the one point that was said wrongly."""
    new, old = line.casefold().split(), last.said.casefold().split()
    places = [at for at, pair in enumerate(zip(new, old, strict=False)) if pair[0] != pair[1]]
    if len(new) != len(old) or len(places) != 1:
        return False
    (at,) = places
    if _read_sign(new[at]) != _read_sign(old[at]):
        return False  # what is lost takes back nothing that was got
    if said["denied"]:
        return old[at].lstrip("+-x") in said["denied"].casefold().split()
    numbers = [place for place, word in enumerate(old) if _NUMBER.fullmatch(word)]
    is_amount = last.word in MEASURED and numbers[-1:] == [at]
    if is_only:
        return is_amount and _read_number(new[at]) < _read_number(old[at])
    return bool(said["strong"]) or is_amount


def _read_sign(word: str) -> str:
    return word[:1] if word[:1] in ("+", "-") else ""


def _read_number(word: str) -> int:
    found = _NUMBER.fullmatch(word)
    return int(found[1]) if found else 0


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
    hit` after a blow, if nobody else does it."""
    said = _TAKEN_BACK.fullmatch(typed)
    if said is None or not last.has_content or last.word in _TEXTS:
        return False
    what, who = said["what"].casefold(), find_person_of_word(said["who"] or "", vocabulary)
    if said["who"] and (not who or find_doer(last, vocabulary) not in ("", who)):
        return False
    is_blow = what in _BLOWS and last.word in (_HURT, _ATTACK)
    is_thing = not find_person_of_word(what, vocabulary) and what in _list_words(last.said)
    return is_blow or is_thing


def _list_words(said: str) -> Sequence[str]:
    """The words of a line after the companion's own."""
    return re.findall(r"\w+", said.casefold())[1:]
