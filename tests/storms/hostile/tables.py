"""Hostile tables: a table of the Guide's own spoiled, then checked, shown, rolled on and drawn
from, at the shell and at the desk."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.desk.a_desk import NAME, greenmire
from tests.storms.hostile import places
from tests.storms.hostile.files import WATCH, among
from tests.storms.hostile.shell import call
from tests.storms.hostile.storm import Storm
from tests.storms.hostile.texts import hostile
from tests.storms.hostile.toml import quoted, spoiled

KIND = "table"
_DICE = "mine/omens"
_GOOD = (
    'schema = 1\ntitle = "Omens"\ndice = "2d6"\n'
    '[[rows]]\nroll = "7-"\ntext = "{d4} herons"\nsign = "a cry"\n'
    '[[rows]]\nroll = "8+"\ntext = "a bittern, {mine/moods}"\ndata = { loud = true }\n',
    'schema = 1\ntitle = "Moods"\n[[rows]]\ntext = "hungry"\nweight = 2\n'
    '[[rows]]\ntext = { winter = "asleep", summer = "{n = 2d6} awake, {n}" }\n'
    '[[rows]]\ntext = "cold"\nwhen = { season = "winter" }\n',
)
_REFERENCES = (
    "../../outside/mine/omens",
    "../campaign",
    "/etc/passwd",
    "mine/omens",
    "mine/../mine/moods",
    "999 of mine/omens",
    "1000 of mine/moods",
    "99999999 of mine/omens",
    "2 different of mine/moods",
    "mine/moods/x",
    "MINE/omens",
    "mine/not-there",
    "-/-",
    "d6 of mine/omens",
    "x = mine/omens",
)


def play(storm: Storm, numbers: range) -> None:
    """Spoil a table so often, and call the companion on it."""
    with TemporaryDirectory(prefix="hostile-") as place:
        folder = greenmire(Path(place) / "campaigns")
        outside = places.outside_of(folder.parent)
        canaries = places.held(outside)
        mine = folder / "tables" / "mine"
        mine.mkdir(parents=True)
        for number in numbers:
            chance = storm.chance(KIND, number)
            for name, text in zip(("omens", "moods"), _GOOD, strict=True):
                (mine / f"{name}.toml").write_bytes(_spoiled(text, chance))
            called(storm, folder, outside, chance)
            storm.never("something outside was changed", places.held(outside) != canaries)


def _spoiled(good: str, chance: Random) -> bytes:
    kind = chance.random()
    if kind < 0.4:
        return spoiled(good.encode(), chance)
    if kind < 0.6:
        return _referring(chance).encode(errors="replace")
    if kind < 0.7:
        return _deep(chance).encode()
    return good.encode()


def _referring(chance: Random) -> str:
    """A table whose texts draw from where there is nothing to draw from."""
    texts = [f"{hostile(chance, long=0)}{{{chance.choice(_REFERENCES)}}}" for _ in range(3)]
    if chance.random() < 0.5:
        texts = [f"{{{chance.choice(_REFERENCES)}}}" * chance.choice((1, 3)) for _ in range(3)]
    rows = "".join(f"[[rows]]\ntext = {quoted(text)}\n" for text in texts)
    return f"schema = 1\ntitle = {quoted(hostile(chance, long=0))}\n{rows}"


def _deep(chance: Random) -> str:
    """A table that leads back to itself, or to more than anybody can read."""
    inner = chance.choice(
        (
            "{mine/omens}{mine/moods}" * 40,
            "{3 of mine/moods}" * 300,
            "{mine/moods}",
            "{d20 of mine/omens}",
            "{1000 of npcs/names}" * 5,
            "{100d100}" * 200,
            "{x = 2d6}{x}" * 100,
        )
    )
    return f'schema = 1\ntitle = "Deep"\n[[rows]]\ntext = "{inner}"\n[[rows]]\ntext = "so"\n'


def called(storm: Storm, folder: Path, outside: Path, chance: Random) -> None:
    """Call the companion on a campaign's tables, by names that are theirs and by others."""
    at = ("--campaigns", str(folder.parent))
    of = ("--campaign", NAME, *at)
    form = chance.choice(("text", "json", "jsonl", "csv"))
    name = chance.choice((_DICE, "mine/moods", "omens", hostile(chance, long=0)))
    name = name.encode(errors="replace").decode().replace("\0", "?")
    with WATCH.watching() as touched:
        call(storm, "tables", "check", "--format", form, *of)
        call(storm, "tables", "list", "--format", form, *of)
        call(storm, "tables", "show", *of, "--", name)
        call(storm, "roll", "-n", "3", "--format", form, *of, "--", name)
        call(storm, "odds", "--format", form, *of, "--", name)
        call(storm, "draw", "--format", form, *of, "--", "mine/moods")
        if chance.random() < 0.3:
            call(storm, "tables", "check", "--", str(folder / "tables"))
        words = (f'roll "{name}" x3', f"odds {name}", "draw mine/moods", "tables check", "tables")
        run = ("run", NAME, "--keep-going", "--dry-run", "--format")
        call(storm, *run, chance.choice(("text", "jsonl")), *at, typed="\n".join(words))
    storm.never("something outside was touched", among(touched, outside))
