"""Turns and their types, actions, spans of time, nights and effects in a line."""

from collections.abc import Iterator
from typing import Any

from companion.campaign.tables import SEASONS
from companion.grammar.forms import Completion, Kind, Scene, Words
from companion.refusal import Impossible
from companion.text import clip_text

MAX_SEASON_LENGTH = 60


def _take_season(words: Words, _scene: Scene) -> tuple[str, Words]:
    season = " ".join(words).casefold()
    if len(season) > MAX_SEASON_LENGTH:
        hint = f"Its name has at most {MAX_SEASON_LENGTH} characters."
        raise Impossible(f"«{clip_text(season, 20)}» is no season.", hint)
    return season, ()


def _complete_seasons(scene: Scene) -> Iterator[Completion]:
    return map(Completion, () if scene.before else SEASONS)


KINDS: dict[str, Kind[Any]] = {
    "SEASON": Kind("season", "NAME", "Which season?", _take_season, _complete_seasons, "rest")
}
