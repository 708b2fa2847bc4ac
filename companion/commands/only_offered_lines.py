"""What becomes of a line that is not understood, where its refusal would offer one line alone."""

from companion.commands.dispatch import MakeContext, Refused, resolve_word_of_line
from companion.commands.phrase_meanings import Meaning, make_context_for_unread_line
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import WHO, Malformed, Refusal

_TRY, _EITHER = "Try: ", ", or "
_ABSORBING = ("give", "g")
"""Words that take whatever follows for the name of a thing."""


def find_offered_outcome(typed: str, hint: str, make_context: MakeContext) -> Meaning | None:
    """`done the door is open` for what is told of a scene while one action waits for its outcome,
    where nothing else would be offered; None for any other line."""
    outcome = f"done {typed}"
    line = parse_typed_line(outcome)
    if hint != f"{_TRY}{outcome}" or line is None:
        return None
    from companion.grammar.phrases.turns.told_outcomes import (
        is_told_of_scene,  # measured: few lines need it
    )

    is_told = is_told_of_scene(typed, make_context_for_unread_line(make_context))
    return Meaning(line, outcome) if is_told else None


def ask_what_offered_line_lacks(hint: str, make_context: MakeContext) -> Refused | None:
    """The question who is meant, where the only line of a hint would be answered by it."""
    line = parse_typed_line(hint.removeprefix(_TRY)) if hint.startswith(_TRY) else None
    if line is None or _EITHER in hint or line.word in _ABSORBING:
        return None
    try:
        resolved = resolve_word_of_line(line, make_context(line).campaign, whole=True)
        resolved.word.read(resolved.line.arguments, make_context(resolved.line))
    except Malformed as refusal:
        return Refused(refusal) if refusal.message == WHO else None
    except Refusal:
        return None
    return None
