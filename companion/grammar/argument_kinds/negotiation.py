"""What is said or done in a Negotiation, in a line: `harl giving by corvin dv 4`."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.errant.negotiation import CATEGORIES
from companion.errant.world import Npc
from companion.grammar.argument_kind import (
    Completion,
    Kind,
    LineSoFar,
    Words,
    WrongFormError,
    complete_fixed_words,
)
from companion.grammar.argument_kinds.npcs_and_factions import (
    NPCS,
    PERSONS,
    find_npc,
    is_name_of_known_npc,
    take_npc_name,
)
from companion.grammar.argument_kinds.terms_of_checks import STAKES_WORDS
from companion.grammar.context import Context
from companion.grammar.option_and_number_parsing import (
    Arguments,
    find_begun_word,
    take_dice_faces,
    take_signed_numbers,
)
from companion.refusal import Impossible, Malformed, Unknown, find_similar_words, join_words

_STEPS = ("end", "again", "patience", "base")
_KEYWORDS = (*CATEGORIES, *_STEPS)
_MODIFIERS = (Completion("+1", "they like it more"), Completion("-1", "they like it less"))
_SPEAKER = {"by": "who speaks"}
_CATEGORIES = {
    "giving": "gifts, compliments",
    "taking": "asking for something",
    "convincing": "another view, a lie",
}
_FITTING = {
    "banal": _SPEAKER,
    **{each: {**STAKES_WORDS, **_SPEAKER} for each in _CATEGORIES},
    "base": STAKES_WORDS,
}
"""What the menu offers after an exchange, or another step."""
_EXCHANGES = {
    "banal": "small talk, no Check",
    **_CATEGORIES,
    "bribe": "the Guide says what it does",
    "base": "what a category begins with",
    "patience": "worn down by hand",
    "end": "it is over",
    "again": "from the beginning",
}


class TalkRequest(NamedTuple):
    """An NPC, a category of exchange or another step ("" for none), and what goes with it."""

    npc: Npc
    step: str
    rest: Arguments


class EndRequest(NamedTuple):
    """An NPC with whom a Negotiation is to end, and why."""

    npc: Npc
    why: str


def _read_talk_request(words: Words, so_far: LineSoFar) -> TalkRequest:
    name, step, rest = _split_npc_name_and_step(so_far.context, words)
    return TalkRequest(find_npc(so_far.context, name), step, rest)


def _read_negotiation_end(words: Words, so_far: LineSoFar) -> EndRequest:
    """`NPC end [WHY]`; anything else is of another form."""
    if words[0].casefold() in _KEYWORDS:
        raise WrongFormError
    name, step, rest = _split_npc_name_and_step(so_far.context, words)
    if step != "end":
        raise WrongFormError
    if take_dice_faces(rest)[0] is not None:
        raise Impossible("No die is rolled for «end».", "Leave the face out.")
    return EndRequest(find_npc(so_far.context, name), " ".join(rest))


def _split_npc_name_and_step(context: Context, words: Words) -> tuple[str, str, Words]:
    """The NPC's name, a category or another step, or the beginning of one, and the rest; without a
    step, the modifiers of a Reaction Roll. Raises Malformed without a name, Unknown for a category
    that is none."""
    first = words[0].casefold()
    if first in _KEYWORDS:
        raise Malformed(f"To whom? They come before «{first}».", f"Try: talk ysolde {first}")
    for at, word in enumerate(words):
        if at and word.casefold() in _KEYWORDS:
            return " ".join(words[:at]), word.casefold(), words[at + 1 :]
    name, rest = take_npc_name(context, words)
    signed, others = take_signed_numbers(rest)
    if others and is_name_of_known_npc(context, name):
        if step := find_begun_word(others[0], _KEYWORDS):
            at = rest.index(others[0])
            return name, step, (*rest[:at], *rest[at + 1 :])
        near = find_similar_words(others[0], CATEGORIES) or find_similar_words(others[0], _STEPS)
        message = f"«{others[0]}» is no kind of exchange."
        if near:
            raise Unknown(message, typed=others[0], instead=near)
        known = f"They are {join_words(CATEGORIES)}."
        raise Unknown(message, known, typed=" ".join(others), instead=CATEGORIES[:1])
    return (name, "", rest) if len(signed) == len(rest) else (" ".join(words), "", ())


def _complete_talk(so_far: LineSoFar) -> Iterable[Completion]:
    """An NPC, what is said or done, and what goes with that."""
    if not so_far.before:
        return NPCS.list_completions(so_far)
    said = so_far.casefolded_words_before[1:]
    if not said:
        return complete_fixed_words(_EXCHANGES)(so_far._replace(before=()))
    if said[-1] == "by":
        return PERSONS.list_completions(so_far)
    if said[0] in ("bribe", "patience"):
        return () if any(word[:1] in "+-" for word in said) else _MODIFIERS
    fitting = _CATEGORIES if said == ("base",) else _FITTING.get(said[0], {})
    return () if said[-1] == "dv" else complete_fixed_words(fitting)(so_far._replace(before=said))


_USAGE = (
    "NPC CATEGORY [by ERRANT] [dv N] [shaky|risky|dire] [weak|fair|strong] "
    "[NAME ±N]… | talk NPC bribe ±N | talk NPC base CATEGORY [dv N] [shaky|risky|dire] "
    "[weak|fair|strong] | talk NPC base CATEGORY none | talk NPC patience ±N "
    "| talk NPC again | talk NPC [±N]"
)

KINDS: dict[str, Kind[Any]] = {
    "TALK": Kind.make_rest_of_line(
        "talk", _USAGE, "Talk to whom?", _read_talk_request, _complete_talk
    ),
    "TALK-END": Kind.make_rest_of_line(
        "end", "NPC end [WHY]", "Talk to whom?", _read_negotiation_end, is_sure=True
    ),
}
