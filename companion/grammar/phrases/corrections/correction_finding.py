"""Corrects what was done last: `no, wim`, `only 2` and `wait, she rolled an 8` take the last line
back and have it done as it was meant.

What is clearly said of the last line counts; an answer, an exclamation or a number of something
else must not undo anything.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.secrecy import may_seat_see_entry
from companion.campaign.undo_and_redo import pair_entries_with_campaigns
from companion.campaign.undoable_entries import find_undoable_entry
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.journalled_lines import JournalledLine, parse_line_of_entry
from companion.grammar.phrases.corrections.checks_tried_again import (
    drop_faces,
    is_doer,
    write_check_tried_again,
)
from companion.grammar.phrases.corrections.corrected_doer import (
    list_lines_done_by_another,
    write_line_of_only_watchers,
)
from companion.grammar.phrases.corrections.corrected_last_line import (
    LastLine,
    SpokenCorrection,
    find_doer,
    list_corrected_lines,
    write_line_for_another_doer,
)
from companion.grammar.phrases.corrections.facts_of_last_gift import write_last_gift_with_fact
from companion.grammar.phrases.corrections.follow_ups_to_last_gift import (
    write_line_for_another_taker,
    write_line_using_last_gift,
    write_line_with_added_thing,
    write_lines_handing_on_last_gift,
)
from companion.grammar.phrases.corrections.last_sum_shared_out import (
    list_lines_sharing_earlier_sum,
    list_lines_sharing_last_sum,
)
from companion.grammar.phrases.corrections.restated_last_line import (
    list_restated_lines,
    names_what_is_taken_back,
)
from companion.grammar.phrases.fights.foes.group_name_shorthand import (
    replace_letters_by_group_names,
)
from companion.grammar.phrases.phrasebook.normalized_spelling import (
    write_correction_plainly,
    write_numbers_in_digits,
)
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Refusal

UNDO = "undo"
_MAY_CORRECT = re.compile(
    r"(?i)(?:no|nope|nah|not|wait|hang|hold|sorry|oops|whoops|actually|correction|wrong|i meant?"
    r"|scrap|scratch|my mistake|my bad|take back|cancel|undo|ah|oh|argh"
    r"|drop|forget|that|it|should|and|plus|also|make|only|just|to|for|event"
    r"|so do(?:es)?|so did|(?:the )?same|ditto|(?:i|we) (?:mis)?read"
    r"|(?:(?:the|that|her|his) )?(?:event )?(?:die|dice|roll))\b"
    r"|.*\b(?:actually|only|keeps?|again|each|once more|another|back|minds?|it|them|one|1"
    r"|worth|slots?|weighs)\b"
    r"|(?:.*\b)?(?:split|share|divide|divvy)\b"
    r"|.*\bof (?:that|those)\b|.*\b(?:too|as well|likewise|the same)\b|.* to \w+ and \w+ to "
    r"|.*\b(?:not|instead|after all|i meant?|rolled|rather than)\b"
    r"|(?:leave|keep|let) (?:it|that|them|the)\b|.*\b(?:tries|has a (?:go|try)|steps in)\b"
)
"""What a correction may begin with, or hold: any other line is not looked at."""
_ONLY_AFTER = re.compile(r"(?i)\bfor (just|only) (?=\d)")
"""`that was for just 4` is `that was just 4`."""
_BEGINNING_TURNS = ("next", "event")
_GIVING_AWAY = ("sell", "pass", "drop", "stash", "let-go")
_SNUFF = "snuff"
_TAKING = ("give", "buy", "pass")
_LEFT = re.compile(
    r"(?i)(?:no|nope|wait|hang on|hold on|actually|on second thought)[,.:;! ]+leave (?:it|that)"
    r"(?: there| here| after all)?"
)
"""How it is said that a thing is not taken after all."""
_RESTING, _PRESSING_ON = "rest", "press-on"
_TESTS = ("check", "save")
_FACE = re.compile(r"\d+(?= (?:success|failure))")
"""The die of a Check, as its outcome is journalled."""
_ROLLING = (
    *("check", "save", "talk", "attack", "seek"),
    "react",
    "morale",
    "roll",
    "bond",
    "court",
    "fate",
    "encounter",
)
"""Words whose dice may have been told wrongly."""
_DICE, _ONE = ("die", "dice", "d20", "d6", "roll"), ("he", "she")
_POINTING = ("it", "that", "this", "they")
_ROLLED = "="


class Correction(NamedTuple):
    """The lines that correct the last one, and the campaign in which the last of them must be
    possible: that before the last one, where it is taken back. One that only does more takes
    nothing back, and may be refused."""

    lines: tuple[str, ...]
    before: Campaign
    is_more: bool = False


def find_correction(typed: str, context: Context) -> Correction | None:
    """`undo` and the last line as it was meant, which stands alone where the last one left nothing
    to take back; `becomes 5` for the Event Die of a Turn that just began; the last line once more
    for `she tries again`, with another thing for `and a rope`, or of another for `bree too`; what
    `undo` took back as it was meant. None for a line that corrects nothing, or not clearly one
    thing."""
    if "?" in typed or not _MAY_CORRECT.match(typed):
        return None
    last = _find_last_line(context)
    if last is None:
        return None
    typed = write_correction_plainly(write_numbers_in_digits(typed.strip(" .!")), last.said)
    said = _ONLY_AFTER.sub(r"\1 ", typed)
    said = replace_letters_by_group_names(said, context.campaign)
    if shared_out := list_lines_sharing_earlier_sum(said, context):
        return Correction(shared_out, context.campaign, is_more=True)
    vocabulary = build_vocabulary(context)
    if watched := write_line_of_only_watchers(said, last, vocabulary, context.campaign):
        return Correction((watched,), context.campaign, is_more=True)
    if last.word in _BEGINNING_TURNS:
        die = compile_named_pattern("event die corrected").fullmatch(said)
        face = next(filter(None, die.groups()), "") if die else ""
        corrected = f"becomes {face}" if last.has_content else f"{drop_faces(last.said)} ={face}"
        return Correction((corrected,), context.campaign) if face else None
    if told := write_last_gift_with_fact(said, last):
        return Correction((UNDO, told) if last.has_content else (told,), last.before)
    if added := write_line_with_added_thing(said, last, vocabulary):
        return Correction((added,), context.campaign, is_more=True)
    if used := write_line_using_last_gift(said, last, vocabulary):
        return Correction((used,), context.campaign, is_more=True)
    if taken := write_line_for_another_taker(said, last, vocabulary):
        return Correction((taken,), context.campaign, is_more=True)
    shared = write_lines_handing_on_last_gift(said, last, vocabulary)
    if shared := shared or list_lines_sharing_last_sum(said, last, context):
        return Correction(tuple(shared), context.campaign, is_more=True)
    if repeated := write_line_for_another_doer(said, last, vocabulary):
        return Correction((repeated,), context.campaign, is_more=True)
    if _is_kept_after_all(said, last, vocabulary) or names_what_is_taken_back(
        said, last, vocabulary
    ):
        return Correction((UNDO,), context.campaign)
    if chosen := _find_other_choice(said, last):
        return Correction((UNDO, chosen), last.before)
    if tried := write_check_tried_again(said, last, vocabulary, context.campaign):
        return Correction((tried,), context.campaign)
    every = _list_lines(said, last, vocabulary, context)
    parsable = (line for line in every if line != last.said and _is_parsable(line, last, context))
    line = next(parsable, "")
    if not line:
        return None
    line = last.keep_face(line)
    return Correction((UNDO, line) if last.has_content else (line,), last.before)


def _find_last_line(context: Context) -> LastLine | None:
    """The newest entry that this seat may know of, where it is a word of this seat and what `undo`
    would take back, or leaves nothing that could be."""
    for entry, before, _ in pair_entries_with_campaigns(context.campaign, context.read_entries()):
        if entry.seat != context.seat and not may_seat_see_entry(entry, context.seat):
            continue
        if (
            entry.kind == UNDO
            and entry.seat == context.seat
            and (context.is_guide or not entry.secret)
        ):
            return _find_line_taken_back(entry, context)
        found = parse_line_of_entry(entry)
        undone = find_undoable_entry(context.read_entries(), context.seat)
        is_last = not entry.has_content or (undone is not None and undone.name == entry.name)
        if found is None or not (_is_own_open_word(entry, found, context) and is_last):
            return None
        face = _FACE.match(entry.outcome) if found.line.word in _TESTS else None
        shown = face[0] if face else ""
        return LastLine(entry.line, found.line.word, before, entry.has_content, shown)
    return None


def _find_line_taken_back(undone: Entry, context: Context) -> LastLine | None:
    """The only line that an undo took back, of this seat: as it stands, nothing of it is left."""
    names = undone.takes_back
    entries = context.read_entries() if len(names) == 1 else ()
    for entry in entries:
        if entry.name != names[0]:
            continue
        found = parse_line_of_entry(entry)
        if found is None or not _is_own_open_word(entry, found, context):
            return None
        return LastLine(entry.line, found.line.word, context.campaign, has_content=False)
    return None


def _is_own_open_word(entry: Entry, said: JournalledLine, context: Context) -> bool:
    """True for a word of this seat that was not said in secret. What the Guide alone may read, as a
    Negotiation, is no secret of that kind."""
    is_secret = said.is_secret or (entry.secret and not context.is_guide)
    return entry.kind == "word" and entry.seat == context.seat and not is_secret


def _is_parsable(said: str, last: LastLine, context: Context) -> bool:
    """True for a line that a form reads in the campaign before the last line."""
    line = parse_typed_line(said)
    if line is None:
        return False
    before = context._replace(
        campaign=last.before, word=line.word, arguments=line.arguments, rest=line.rest
    )
    try:
        return bool(WORDS.find_word(line.word).read(line.arguments, before))
    except Refusal:
        return False


def _list_lines(
    said: str, last: LastLine, vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """What the last line may have been meant as, the likeliest first."""
    faces = compile_named_pattern("faces corrected").fullmatch(said)
    if faces and last.word in _ROLLING:
        yield from _list_lines_with_faces(faces, last, vocabulary)
    meant = compile_named_pattern("correction").fullmatch(said)
    if meant:
        yield from list_corrected_lines(
            SpokenCorrection.from_match(meant), last, vocabulary, context.campaign
        )
    yield from list_restated_lines(said, last, context)
    yield from list_lines_done_by_another(said, last, vocabulary, context.campaign)


def _is_kept_after_all(said: str, last: LastLine, vocabulary: Vocabulary) -> bool:
    """True for `she keeps it`, said of whoever gave it away; and of the very thing, if one is; for
    `no, keep it`; for `no, leave it` of what was taken; and for `leave it burning` of a
    light that was put out."""
    is_lit = last.word == _SNUFF and compile_named_pattern("kept lit").fullmatch(said)
    by_all = compile_named_pattern("kept by all").fullmatch(said)
    is_left = last.word in _TAKING and _LEFT.fullmatch(said)
    is_kept = by_all and not by_all["left"] and last.word in _GIVING_AWAY
    if (is_lit or is_left or is_kept) and last.has_content:
        return True
    kept = compile_named_pattern("kept after all").fullmatch(said)
    if not kept or last.word not in _GIVING_AWAY or not last.has_content:
        return False
    thing = kept["thing"]
    is_of_it = not thing or thing.casefold() in last.said.casefold().split()
    return is_of_it and is_doer(kept["who"], last, vocabulary)


def _find_other_choice(said: str, last: LastLine) -> str:
    """`press-on` where the Company presses on after all, and `rest` where it does rest; "" for
    anything else."""
    chosen = compile_named_pattern("rested or not after all").fullmatch(said)
    if not chosen or last.word not in (_RESTING, _PRESSING_ON):
        return ""
    meant = _RESTING if chosen["rest"] else _PRESSING_ON
    return meant if meant != last.word else ""


def _list_lines_with_faces(
    said: re.Match[str], last: LastLine, vocabulary: Vocabulary
) -> Iterator[str]:
    """The last line with these faces of its dice, `she rolled an 8`; nothing where it is said of
    somebody else's, or of another number of the line, as `it was 8`."""
    who, old = (said["who"] or "").casefold(), said["old"]
    is_rolled = said["rolled"] is not None
    is_of_doer = is_doer(who, last, vocabulary) if find_doer(last, vocabulary) else who in _ONE
    is_pointed = who in _POINTING and not (is_rolled and find_doer(last, vocabulary))
    if not (is_of_doer or is_pointed or who in ("", *_DICE)):
        return
    words = drop_faces(last.said).split()
    numbers = {word.lstrip("+-x") for word in words if word.lstrip("+-x").isdecimal()}
    is_die = is_rolled or bool(said["article"]) or who in _DICE or last.word in _TESTS
    is_of_number = old in numbers if old else not is_die and bool(numbers)
    if not is_of_number:
        faces = ",".join(filter(None, (said["first"], said["second"])))
        yield f"{' '.join(words)} {_ROLLED}{faces}"
