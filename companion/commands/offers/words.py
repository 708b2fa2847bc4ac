"""Words that can be typed now."""

from collections.abc import Callable

from companion.campaign.history import redo_last
from companion.commands.turns.event_die import list_choices
from companion.grammar.forms import Scene
from companion.refusal import Refusal


def can_be_typed(word: str, scene: Scene) -> bool:
    """True unless this word would settle something, and that is not open now."""
    if word in ("press-on", "refill", "let-go"):
        return word in list_choices(scene.campaign)
    has_object = _OBJECTS.get(word)
    return has_object is None or has_object(scene)


def _rolled(scene: Scene) -> bool:
    turns = scene.campaign.turns
    return bool(turns) and turns[-1].face is not None


def _stands(scene: Scene) -> bool:
    return _rolled(scene) and not scene.campaign.turns[-1].ignored


def _taken_back(scene: Scene) -> bool:
    try:
        redo_last(scene.campaign, scene.context.read_entries(), guide=scene.context.is_guide)
    except Refusal:
        return False
    return True


_OBJECTS: dict[str, Callable[[Scene], bool]] = {
    "ignore": _stands,
    "becomes": _rolled,
    "redo": _taken_back,
}
"""Says of a word whether there is something it could change."""
