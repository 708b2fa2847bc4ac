"""The hint of a refusal as it is shown at a seat: with the line corrected, and how it is forced or
asked of the Guide."""

from typing import NamedTuple

from companion.commands.dispatch import FORCING, ResolvedLine
from companion.grammar.command_words import SECRET_WORD
from companion.grammar.typed_line import build_corrected_lines_hint
from companion.refusal import Refusal, StillOpen


class ShownHint(NamedTuple):
    """A hint, and the line with `!` that a lone `!` stands for now, "" for none."""

    text: str
    forced: str = ""


def build_shown_hint(
    refusal: Refusal, resolved: ResolvedLine | None, *, is_typed: bool, is_player: bool
) -> ShownHint:
    """The hint of a refusal of this line; as it is for one that says no word. What may be overruled
    a script forces with its whole line, who types at a prompt with `!` alone, and a player asks the
    Guide for."""
    hint = refusal.hint
    if resolved is None:
        return ShownHint(hint)
    secretly = f"{SECRET_WORD} " if resolved.has_secret_prefix else ""
    if refusal.instead:
        lines = build_corrected_lines_hint(resolved.line, refusal.typed, refusal.instead, secretly)
        kept = "" if lines and hint.startswith("Try: ") else hint
        hint = f"{kept} {lines}".strip()
    if isinstance(refusal, StillOpen) or not refusal.overrulable or "!" in hint:
        return ShownHint(hint)
    forced = f"{secretly}{resolved.line.word}! {resolved.line.rest}"
    stop = "." if hint and hint[-1] not in ".?" else ""
    if is_player:
        return ShownHint(f"{hint}{stop} Or ask the Guide: request {forced}".strip())
    if is_typed:
        return ShownHint(f"{hint}{stop} Or force it: {FORCING}".strip(), forced)
    return ShownHint(f"{hint}{stop} Or force it: {forced}".strip())
