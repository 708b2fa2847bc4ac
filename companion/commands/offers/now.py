"""Which words can be typed as things stand: those that settle something only where it is open."""

from collections.abc import Callable

from companion.campaign.history import redo_last
from companion.commands.offers.offer import Scene
from companion.commands.turns.event_die import list_choices
from companion.refusal import Refusal


def can_be_typed(word: str, scene: Scene) -> bool:
    """Whether there is something now that this word could be about."""
    about = _ABOUT.get(word)
    return about is None or about(scene)


def _open(word: str) -> Callable[[Scene], bool]:
    return lambda scene: word in list_choices(scene.campaign)


def _rolled(scene: Scene) -> bool:
    turns = scene.campaign.turns
    return bool(turns) and turns[-1].face is not None


def _stands(scene: Scene) -> bool:
    return _rolled(scene) and not scene.campaign.turns[-1].ignored


def _taken_back(scene: Scene) -> bool:
    try:
        redo_last(scene.campaign, scene.entries(), guide=scene.guide)
    except Refusal:
        return False
    return True


_ABOUT: dict[str, Callable[[Scene], bool]] = {
    **{word: _open(word) for word in ("press-on", "refill", "let-go")},
    "ignore": _stands,
    "becomes": _rolled,
    "redo": _taken_back,
}
