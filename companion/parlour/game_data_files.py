"""The data files of a game: `parlour/<game>/*.toml` in the Guide's tables, else those shipped."""

from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, ValidationError

from companion.archive.toml.file_shapes import make_price_or_creature_layout
from companion.archive.toml.statements import make_value_problem
from companion.archive.toml.struct_misfits import find_struct_misfits
from companion.archive.toml_loading import load_toml_file
from companion.campaign.plain_data_encoding import decode_value
from companion.refusal import Broken

S = TypeVar("S", bound=Struct)
FOLDER = "parlour"


def read_data_file(folders: Iterable[Path], game: str, name: str, kind: type[S]) -> S:
    """The first `parlour/<game>/<name>.toml` that lies in one of these folders. Raises Broken with
    everything that is wrong with it."""
    places = [folder / FOLDER / game / f"{name}.toml" for folder in folders]
    path = next((place for place in places if place.is_file()), places[-1])
    file = f"tables/{FOLDER}/{game}/{name}.toml"
    text, data = load_toml_file(path, file, partial(make_price_or_creature_layout, kind))
    try:
        return decode_value(data, kind)
    except (ValidationError, OverflowError):
        wrong = find_struct_misfits(data, kind)
        raise Broken([make_value_problem(file, text, e.path, e.message) for e in wrong]) from None


def require_unique(
    game: str, name: str, key: str, named: Iterable[Any], get: Callable[[Any], object]
) -> None:
    """Raises Broken for two things of one file that share an id or a name."""
    seen: set[object] = set()
    for each in named:
        value = get(each)
        if value in seen:
            file = f"tables/{FOLDER}/{game}/{name}.toml"
            raise Broken([make_value_problem(file, "", (key,), f"{value!r} is there twice")])
        seen.add(value)


def compute_data_fingerprint(folders: Iterable[Path], games: Iterable[str]) -> str:
    """A short text that changes with any data file of these: a saved game names it."""
    digest = sha256()
    for game in games:
        places = [folder / FOLDER / game for folder in folders]
        for name in sorted({path.name for place in places for path in place.glob("*.toml")}):
            path = next(place / name for place in places if (place / name).is_file())
            digest.update(f"{game}/{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def read_rules_page(folders: Iterable[Path], game: str) -> str:
    """The rules of a game as Markdown: the Guide's page, or the one shipped."""
    places = [folder / FOLDER / game / "rules.md" for folder in folders]
    return next((path for path in places if path.is_file()), places[-1]).read_text("utf-8")
