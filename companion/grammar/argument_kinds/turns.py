"""Turns and their types, the Event Die and the clock in a line."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from companion.campaign.facts_and_decks_for_tables import SEASONS
from companion.errant.turns.event_die import EVENT_TABLES
from companion.errant.turns.moments_and_spans import Span
from companion.errant.turns.turns import TURN_TYPES, TurnType
from companion.grammar.argument_kind import (
    Completion,
    Kind,
    LineSoFar,
    Words,
    WrongFormError,
    complete_single_word,
)
from companion.grammar.option_and_number_parsing import (
    parse_whole_number,
    take_dice_faces,
    take_signed_numbers,
)
from companion.refusal import Impossible, Malformed, Unknown, find_similar_words
from companion.text_cleaning import clip_text

MAX_SEASON_LENGTH = 60
_LENGTHS: dict[TurnType, str] = {
    "downtime": "a month each",
    "travel": "4 hours each",
    "exploration": "10 minutes each",
    "initiative": "10 seconds each",
}
_LENGTH_IN_WORDS = re.compile(
    r"(?i)for (?P<number>\d{1,4}) (?P<unit>[mhd])(?:in(?:ute)?s?|ours?|rs?|ays?)"
)
_SPANS = {"10m": "ten minutes, for example", "4h": "four hours", "1d": "a day"}


def parse_turn_type(typed: str) -> TurnType:
    """A Turn type by its name or the beginning of it. Raises Unknown."""
    found: list[TurnType] = [t for t in TURN_TYPES if typed and t.startswith(typed.casefold())]
    if len(found) != 1:
        way = "Try: out" if typed.casefold() == "out" else ""
        ways = () if way else find_similar_words(typed, TURN_TYPES) or TURN_TYPES
        raise Unknown(f"There is no type of Turn «{typed}».", way, typed=typed, instead=ways)
    return found[0]


def _take_type_without_open_turn(words: Words, so_far: LineSoFar) -> tuple[TurnType, Words]:
    """A Turn type where no Turn is open; any other word begins an action."""
    if not so_far.campaign.turns:
        with suppress(Unknown):
            return parse_turn_type(words[0]), words[1:]
    raise WrongFormError


def _complete_first_types(so_far: LineSoFar) -> Iterable[Completion]:
    return () if so_far.campaign.turns else _complete_inner_types(so_far)


def _complete_inner_types(so_far: LineSoFar) -> Iterator[Completion]:
    turns = so_far.campaign.turns
    begin = TURN_TYPES.index(turns[-1].type) + 1 if turns else 0
    return (Completion(kind, _LENGTHS[kind]) for kind in TURN_TYPES[begin:])


def _take_length_after_for(words: Words) -> tuple[Span | None, Words]:
    """The length of time in `for 1h`, and in `for 1 hour` after an action, or None; any other `for`
    belongs to the action."""
    end = next((at for at, word in enumerate(words) if word[:1] in "=+-"), len(words))
    action = end - 3
    if action > 0 and (said := _LENGTH_IN_WORDS.fullmatch(" ".join(words[action:end]))):
        return Span.parse(said["number"] + said["unit"].casefold()), words[:action] + words[end:]
    for at, (word, length) in enumerate(pairwise(words)):
        if word.casefold() == "for" and re.fullmatch(r"\d{1,9}[smhd]\S*", length.casefold()):
            return Span.parse(length), words[:at] + words[at + 2 :]
    return None, words


def _take_clock_change(words: Words, so_far: LineSoFar) -> tuple[Span, Words]:
    """How far the clock moves: `+4h`, `-30m`, or `+2t` for Turns of the open type."""
    typed, examples = "".join(words).casefold(), "Try: +4h, -30m, +1d or +2t"
    if not typed:
        raise Malformed("How far shall the clock move?", examples)
    if typed[0] not in "+-":
        raise Malformed(f"«{typed}» does not say how far.", examples)
    if turns := re.fullmatch(r"(\d{1,6})t", typed[1:]):
        turn, rules = so_far.campaign.innermost_turn, so_far.campaign.book.rules
        length = turn.span or rules.get_turn_length(turn.type)
        seconds = parse_whole_number(turns[1]) * length.seconds
    else:
        seconds = Span.parse(typed[1:]).seconds
    return Span(-seconds if typed[0] == "-" else seconds), ()


def complete_clock_spans(so_far: LineSoFar) -> Iterator[Completion]:
    """Examples of how far the clock can be moved by hand, on or, after a `-`, back."""
    sign = "-" if so_far.begun.startswith("-") else "+"
    for length, description in _SPANS.items():
        yield Completion(f"{sign}{length}", description)
    if so_far.campaign.turns:
        yield Completion(f"{sign}2t", "two Turns of the open type")


def _read_season(text: str, _so_far: LineSoFar) -> str:
    """The season of this name, or the only known one that begins so."""
    begun = [season for season in SEASONS if len(text) > 2 and season.startswith(text.casefold())]
    season = begun[0] if len(begun) == 1 else text.casefold()
    if not 0 < len(season) <= MAX_SEASON_LENGTH:
        hint = f"Its name has at most {MAX_SEASON_LENGTH} characters."
        raise Impossible(f"«{clip_text(season, 20)}» is no season.", hint)
    return season


def _parse_face(typed: str) -> int:
    return parse_whole_number(typed.lstrip("="), what="face of a die")


def _complete_faces(so_far: LineSoFar) -> Iterable[Completion]:
    """The faces this Turn's Event Die could show instead."""
    turn = so_far.campaign.turns[-1] if so_far.campaign.turns else None
    if turn is None or turn.face is None:
        return
    for face, result in enumerate(EVENT_TABLES[turn.type], 1):
        if face != turn.face or turn.ignored:
            yield Completion(str(face), result.replace("_", " "))


def _take_faces_after_equals_sign(words: Words) -> tuple[tuple[int, ...] | None, Words]:
    """Faces after a `=`. Raises Malformed for a face without it."""
    faces, left = take_dice_faces(words)
    if faces is None and len(left) == 1 and left[0].isdecimal():
        raise Malformed(f"«{left[0]}» is nothing the Event Die knows.", f"Try: event ={left[0]}")
    return faces, left


TURN_TYPE = Kind.make_word(
    "turn_type", "TYPE", "Zoom to which type of Turn?", parse_turn_type, _complete_inner_types
)
KINDS: dict[str, Kind[Any]] = {
    "TYPE": TURN_TYPE,
    "FIRST-TYPE": replace(
        TURN_TYPE, take=_take_type_without_open_turn, complete=_complete_first_types
    ),
    "LENGTH": Kind.make_kind_found_anywhere("length", "for LENGTH", _take_length_after_for),
    "SPAN": Kind("span", "SPAN", "", _take_clock_change, complete_clock_spans, "end"),
    "SEASON": Kind.make_text(
        "season", "NAME", "Which season?", _read_season, complete_single_word(lambda _: SEASONS)
    ),
    "FACE": Kind.make_word(
        "face", "FACE", "Becomes which face?", _parse_face, _complete_faces, "4"
    ),
    "±DICE": Kind.make_kind_found_anywhere("extra_dice", "±N", take_signed_numbers),
    "=FACES-OF-EVENT": Kind.make_kind_found_anywhere(
        "faces", "=FACES", _take_faces_after_equals_sign
    ),
    "table=FACES": Kind.make_kind_found_anywhere(
        "table_faces", "table=FACES", partial(take_dice_faces, sign="table=")
    ),
    "WHICH-DICE": Kind.make_flag("is_asking", {"?": "what to roll by hand"}),
}
