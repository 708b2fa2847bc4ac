"""Splits what tells that a journey ends, as `they get there by evening`, into where the Company is
now and what came of it."""

from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import compile_named_pattern

_JOURNEY = "travel to "


def split_arrival(typed: str, context: Context) -> tuple[str, ...]:
    """`at reedmarket` and `done they get there` while the journey there is the one action that
    waits; nothing for any other line."""
    campaign = context.campaign
    if len(campaign.open_matters.unresolved_actions) != 1 or not context.is_guide:
        return ()
    said = typed.strip(" .!")
    declared = [*campaign.innermost_turn.declared.values()] if campaign.turns else []
    action = declared[0] if len(declared) == 1 else ""
    is_journey = action.casefold().startswith(_JOURNEY)
    if not is_journey or not compile_named_pattern("journey ended").fullmatch(said):
        return ()
    return f"at {action[len(_JOURNEY) :]}", f"done {said}"
