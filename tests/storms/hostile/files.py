"""Hostile files: a campaign's folder spoiled, then looked at, played and exported at the shell."""

from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory

from tests.desk.a_desk import NAME, a_desk, all_files, greenmire, said
from tests.storms.hostile import places, toml
from tests.storms.hostile.shell import call
from tests.storms.hostile.storm import Storm, Watch
from tests.storms.hostile.texts import NAMES, hostile

KIND = "file"
_PLAYED = (
    "note the bell is cracked",
    "next! search the nave =3",
    "give wim idol",
    "note secret eels",
    "draw greenmire/rumours =2",
)
_READ = ("status", "company", "log 30", "recap", "export json", "timers", "undo", "tables")
WATCH = Watch()


def play(storm: Storm, numbers: range) -> None:
    """Spoil a campaign so often, each time another copy, and call the companion on it."""
    with TemporaryDirectory(prefix="hostile-") as place:
        good = greenmire(Path(place) / "campaigns")
        said(a_desk(good), *_PLAYED)
        for number in numbers:
            chance = storm.chance(KIND, number)
            with TemporaryDirectory(prefix="hostile-") as here:
                folder = Path(here) / "campaigns" / NAME
                copytree(good, folder)
                _spoil(folder, chance)
                called(storm, folder, chance)


def _spoil(folder: Path, chance: Random) -> None:
    kind = chance.random()
    if kind < 0.7:
        files = all_files(folder)
        if chance.random() < 0.15:
            files = {n: d for n, d in files.items() if n.startswith("journal")}
        name, data = toml.one_spoiled(files, chance)
        (folder / name).write_bytes(data)
    elif kind < 0.75:
        name = chance.choice((".companion/applied", ".companion/typed-guide"))
        path = folder / name
        path.write_bytes(toml.spoiled(path.read_bytes() if path.exists() else b"next\n", chance))
    else:
        for _ in range(chance.choice((1, 1, 2, 4))):
            places.put(folder, chance)
    if chance.random() < 0.4:
        with suppress(OSError):
            (folder / ".companion" / "applied").unlink()


def called(storm: Storm, folder: Path, chance: Random) -> None:
    """Call the companion on a campaign's folder: looked at, played dry, exported, written to."""
    campaigns = folder.parent
    outside = places.outside_of(campaigns)
    held, canaries = _bytes(folder), places.held(outside)
    at = ("--campaigns", str(campaigns))
    with WATCH.watching() as touched:
        status = call(storm, "check", NAME, *at)
        call(storm, "list", *at)
        storm.never("looking changed a file", _bytes(folder) != held and "check or list")
        script = "\n".join(_READ)
        form = chance.choice(("text", "jsonl"))
        call(storm, "run", NAME, "--keep-going", "--dry-run", "--format", form, *at, typed=script)
        storm.never("a dry run changed a file", _bytes(folder) != held and "run --dry-run")
        call(storm, "export", NAME, *at, *chance.choice(((), ("--players",), ("--format", "json"))))
        storm.never("export changed a file", _bytes(folder) != held and "export")
        wrote = call(storm, "run", NAME, "--format", form, *at, typed="supply bree +1\n")
        if wrote == 3:
            storm.never("what is broken was written to", _bytes(folder) != held and status)
        call(storm, "run", NAME, *at, typed="note after\nundo\n")
        _called_otherwise(storm, chance, at)
    storm.never("something outside was touched", among(touched, outside))
    storm.never("something outside was changed", places.held(outside) != canaries)


def _called_otherwise(storm: Storm, chance: Random, at: tuple[str, ...]) -> None:
    """A campaign asked for by a name that is none."""
    paths = ("../outside", f"./{NAME}", f"{NAME}/../{NAME}", "outside", f"{NAME}/", f" {NAME}")
    name = chance.choice((hostile(chance, long=0), chance.choice((*NAMES, *paths))))
    word = chance.choice(("check", "export", "run", "restore", "new"))
    call(storm, word, *at, "--", name.replace("\0", "?"))


def among(touched: list[str], outside: Path) -> str:
    return next((path for path in touched if str(outside) in path), "")


def _bytes(folder: Path) -> dict[str, bytes]:
    """Every file that is a person's or the journal's; the lock and the like aside."""
    return {
        str(path): path.read_bytes() if path.is_file() else b"-"
        for path in folder.rglob("*")
        if ".companion" not in path.parts and not path.is_symlink()
    }
