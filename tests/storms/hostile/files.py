"""Hostile files: a campaign's folder spoiled, then looked at, played and exported at the shell."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.campaign_summaries import list_campaign_summaries
from companion.refusal import Refusal
from tests.desk.a_desk import NAME, a_desk, all_files, greenmire, said
from tests.storms.hostile import places, toml
from tests.storms.hostile.shell import call, call_for_itself
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
                copytree(good.parent, folder.parent)
                _spoil(folder, chance)
                called(storm, folder, chance)


def _spoil(folder: Path, chance: Random) -> None:
    kind = chance.random()
    if kind < 0.2:
        for name, data in all_files(folder).items():
            (folder / name).write_bytes(_rewritten(name, data, chance))
    elif kind < 0.65:
        files = all_files(folder)
        if chance.random() < 0.15:
            files = {n: d for n, d in files.items() if n.startswith("journal")}
        name, data = toml.one_spoiled(files, chance)
        (folder / name).write_bytes(data)
    elif kind < 0.68:
        name = chance.choice(("campaign.toml", "world.toml", "errants/bree.toml"))
        (folder / name).write_bytes(toml.filled((folder / name).read_bytes(), chance))
    elif kind < 0.73:
        name = chance.choice((".companion/applied", ".companion/typed-guide"))
        path = folder / name
        path.write_bytes(toml.spoiled(path.read_bytes() if path.exists() else b"next\n", chance))
    else:
        for _ in range(chance.choice((1, 1, 2, 4))):
            places.put(folder, chance)
    with suppress(OSError):
        mark = folder / ".companion" / "applied"
        if chance.random() < 0.3:
            mark.unlink()
        elif chance.random() < 0.2 and mark.is_file() and not mark.is_symlink():
            mark.write_bytes(_leading_out(mark.read_bytes(), chance))


def _rewritten(name: str, data: bytes, chance: Random) -> bytes:
    """A file that reads as well as before, and says hostile things."""
    if name.startswith("journal"):
        return toml.resealed(data, chance)
    return toml.all_said(data.decode(), chance).encode()


def _leading_out(mark: bytes, chance: Random) -> bytes:
    """A mark that knows of files where none of a campaign's can be."""
    with suppress(ValueError, KeyError, TypeError):
        held = json.loads(mark)
        name = chance.choice(
            (*NAMES, "../../outside/new.toml", "errants/../../../outside/new.toml")
        )
        held["texts"][name] = held["texts"]["errants/bree.toml"].replace('id = "bree"', "")
        held["journal"][name] = chance.choice((0, 10**9))
        return json.dumps(held).encode()
    return mark


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
        elif wrote == 0:
            again = call(storm, "run", NAME, "--dry-run", *at, typed="status\n")
            storm.never("a word wrote what cannot be read", again != 0 and f"status {again}")
        call(storm, "run", NAME, "--keep-going", *at, typed="note after\nerrant add Eve\nundo\n")
        _is_found_again(storm, folder)
        _called_otherwise(storm, chance, at)
        if chance.random() < 0.2:
            list_beside_odd(storm, campaigns, chance)
        if chance.random() < 0.4:
            _mended(storm, campaigns, chance, at)
        if chance.random() < 0.03:
            _called_for_itself(storm, chance, at)
    storm.never("something outside was touched", among(touched, outside))
    storm.never("something outside was changed", places.held(outside) != canaries)


def _is_found_again(storm: Storm, folder: Path) -> None:
    """A word that is answered is in the journal at once, and at a new start, the newest of all;
    one that is refused is not. Each is of a process of its own."""
    with suppress(Refusal, OSError):
        desk = a_desk(folder, seed=None)
        reply = desk.run("note found again")
        if reply is None or not reply.ok:
            return
        for entries in (desk.archive.read_entries(), Archive(folder).read_entries()):
            newest = next(iter(entries), None)
            lost = newest is None or (newest.name, newest.note) != (reply.entry, "found again")
            storm.never("an answered word is not found again", lost and str(newest)[:300])


def _called_otherwise(storm: Storm, chance: Random, at: tuple[str, ...]) -> None:
    """A campaign asked for by a name that is none."""
    paths = ("../outside", f"./{NAME}", f"{NAME}/../{NAME}", "outside", f"{NAME}/", f" {NAME}")
    name = chance.choice((hostile(chance, long=0), chance.choice((*NAMES, *paths))))
    word = chance.choice(("check", "export", "run", "restore", "new"))
    call(storm, word, *at, "--", name.replace("\0", "?"))


def _mended(storm: Storm, campaigns: Path, chance: Random, at: tuple[str, ...]) -> None:
    """A campaign repaired and brought back from a copy, in one order or the other."""
    copies = sorted((campaigns / ".copies" / NAME).glob("[0-9]*"))
    words = [("check", "--repair", NAME), ("restore", NAME)]
    words += [("restore", NAME, copy.name) for copy in copies[:1]]
    for word in chance.sample(words, len(words)):
        call(storm, *word, *at)


def list_beside_odd(storm: Storm, campaigns: Path, chance: Random) -> None:
    """List a good campaign, and others whose campaign.toml is no file."""
    thing = chance.choice(places.ODD_BOOKS)
    odd = f"odd-{thing}"
    places.make_odd_book(campaigns / odd, thing)
    (campaigns / "good").mkdir(exist_ok=True)
    (campaigns / "good" / "campaign.toml").write_bytes(places.GOOD_BOOK)
    problems = storm.step("summaries", lambda: _problems_by_name(campaigns)) or {}
    storm.never("a good campaign is not listed as one", problems.get("good") != 0 and problems)
    storm.never("an odd campaign is not listed as broken", not problems.get(odd) and thing)
    at = ("--campaigns", str(campaigns))
    storm.never("list hides what is good", call(storm, "list", *at) != 0 and thing)
    call(storm, chance.choice(("check", "export", "run", "play")), odd, *at)


def _problems_by_name(campaigns: Path) -> dict[str, int]:
    return {
        each.name: each.problems for each in list_campaign_summaries(CampaignFolders(campaigns))
    }


def _called_for_itself(storm: Storm, chance: Random, at: tuple[str, ...]) -> None:
    """The same in processes of their own, which take bytes that are no text."""
    typed = toml.spoiled("\n".join(_READ).encode(), chance)[:100_000]
    call_for_itself(storm, "check", NAME, *at)
    call_for_itself(storm, "run", "--keep-going", "--dry-run", *at, NAME, typed=typed)
    name = hostile(chance, long=0).encode(errors="surrogatepass").replace(b"\0", b"\xff")
    call_for_itself(storm, chance.choice(("check", "export", "new")), *at, "--", name)


def among(touched: list[str], outside: Path) -> str:
    return next((path for path in touched if str(outside) in path), "")


def _bytes(folder: Path) -> dict[str, bytes]:
    """Every file that is a person's or the journal's; the lock and the like aside."""
    return {
        str(path): path.read_bytes() if path.is_file() else b"-"
        for path in folder.rglob("*")
        if ".companion" not in path.parts and not path.is_symlink()
    }
