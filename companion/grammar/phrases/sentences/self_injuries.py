"""What somebody does to themselves by the way, as `ondine twisted her ankle`: an effect with a
name, and no action; with the HP that are lost by it two lines. And how somebody falls, as `wim goes
down`: by how much is asked."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb
from companion.refusal import Ambiguous

_FALLEN = re.compile(
    r"(?i)(?P<who>[a-z][\w-]*?)(?:['’]s| is)? (?:now )?"
    r"(?:drops|goes down|falls unconscious|passes out|collapses"
    r"|(?:at )?death['’]?s door|unconscious|out cold|down)(?: now)?"
)
_LIGHT = ("graz", "scrap", "bruis")
"""How verbs of hurts begin that do not last."""
_SAME = ("hurt", "cut")
"""Verbs whose past is the same."""


def list_injury_effect_lines(typed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The line of the effect. Raises Ambiguous where more is told, as how long it lasts, and where
    the hurt may be another's, as of `wim breaks his arm`."""
    injury = _read_injury(typed, vocabulary)
    if injury is None:
        return
    if injury.is_own and not (injury.harm or injury.more):
        yield injury.line
        return
    why = f"«{typed.strip()}» may be a hurt that lasts, as an effect, or a loss of HP."
    if injury.harm:
        why = f"«{typed.strip()}» is a loss of HP and a hurt that lasts: two lines."
        raise Ambiguous(why, f"Try: hurt {injury.who} {injury.harm}. Then: {injury.line}")
    raise Ambiguous(why, f"Try: {injury.line}, or hurt {injury.who} 1")


def split_injury_and_hp_loss(typed: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The loss of HP and the effect of `wim twists his ankle, 2 damage`; nothing for any other
    line."""
    injury = _read_injury(typed, vocabulary)
    if injury is None or not injury.harm or injury.more or not injury.is_own:
        return ()
    return (f"hurt {injury.who} {injury.harm}", injury.line)


class _Injury(NamedTuple):
    """Whose it is, the line of its effect, what is told `more`, so many HP lost, and whether it is
    surely their own."""

    who: str
    line: str
    more: str
    harm: str
    is_own: bool


def _read_injury(typed: str, vocabulary: Vocabulary) -> _Injury | None:
    """Who hurts a part of themselves, as in `bree twists her ankle`; None for any other line."""
    text = write_numbers_in_digits(typed.strip(" .!"))
    said = compile_named_pattern("injury").fullmatch(text)
    if said is None or not vocabulary.names_person(said["who"].casefold()):
        return None
    if said["harm"] and said["verb"].casefold().startswith(_LIGHT):
        return None  # the loss of HP is all of it
    who, part, own = said["who"], said["part"].casefold(), (said["own"] or "").casefold()
    line = f'effect add "{_find_past_participle(said["verb"].casefold())} {part}" on {who}'
    return _Injury(who, line, said["more"], said["harm"] or "", bool(own))


def _find_past_participle(verb: str) -> str:
    """`twisted` of `twists`, and `broken` of `broke`."""
    for plain, forms in load_phrases().irregular.items():
        if verb in (*inflect_verb(plain), *forms):
            return forms[-1]
    stem = verb.removesuffix("ed") if verb.endswith("ed") else verb.removesuffix("s")
    return stem if stem in _SAME else f"{stem.rstrip('e')}ed"


def refuse_fall_without_harm(typed: str, vocabulary: Vocabulary, context: Context) -> None:
    """Raises Ambiguous for `wim drops` and `wim is at death's door`: what it took is not said."""
    said = _FALLEN.fullmatch(typed.strip(" .!"))
    who = vocabulary.find_member(said["who"].casefold()) if said else ""
    if who and any(each.id == who and each.is_person for each in context.campaign.errants):
        message = "What it took is not said; at 0 HP somebody is at death's door."
        raise Ambiguous(message, f"Try: hp {who} 0")
