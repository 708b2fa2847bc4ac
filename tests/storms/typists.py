"""What somebody at a prompt types whose sums can be checked, and what the campaign must then be."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from msgspec.structs import replace

from companion.archive.campaign_storage import Archive
from companion.audience import Seat
from companion.campaign.campaign import Campaign
from tests.desk.a_desk import on_disk
from tests.storms.plain_journal import Said, read_journal

PURSES = {"guide": "pennies", "timekeeper": "shillings", "quartermaster": "guilders"}
"""The one coin that only this seat counts, so that it can always take its own counting back."""
PEBBLE = "pebble"
DICE = "dice"
"""The stream that the word `roll` takes its faces from."""


class Typist:
    """One who types at a seat, each line of which changes something and none of which is refused,
    whatever the others do meanwhile: nothing is taken that this one did not give before."""

    def __init__(self, seat: Seat, errants: tuple[str, ...], before: Campaign) -> None:
        self.seat = seat
        self.purse = PURSES[seat]
        self.lines: list[str] = []
        self.entries: list[str] = []
        self.faces: dict[str, tuple[int, ...]] = {}
        self.supply: Counter[str] = Counter()
        self.exhaustion: Counter[str] = Counter()
        self.pebbles: Counter[str] = Counter()
        self.coins = {
            who: [("", int(getattr(before.get_errant(who), self.purse)))] for who in errants
        }
        self._errants = errants
        self._random = Random(seat)

    def next_line(self) -> str:
        """What is typed next; it counts once it is `done`."""
        who, number = self._random.choice(self._errants), len(self.lines)
        match self._random.randrange(7):
            case 0:
                return f"supply {who} {self._step(self.supply[who], most=9)}"
            case 1:
                return f"exhaust {who} {self._step(self.exhaustion[who], most=2)}"
            case 2 if self._step(self.pebbles[who], most=9) == "+1":
                return f"give {who} {PEBBLE}"
            case 2:
                return f"drop {who} {PEBBLE}"
            case 3:
                return f"note {self.seat} saw {number} eels"
            case 4:
                return f"roll {self._random.randint(1, 4)}d6"
            case 5 if len(self.coins[who]) > 1:
                return f"undo {self.coins[who][-1][0]}"
            case _:
                return f"errant edit {who} {self.purse} {1_000 + number}"

    def _step(self, given: int, *, most: int) -> str:
        if 0 < given < most:
            return self._random.choice(("+1", "-1"))
        return "-1" if given else "+1"

    def done(self, line: str, entry: str, faces: tuple[int, ...] = ()) -> None:
        """A line that was answered, or that the journal has."""
        self.lines.append(line)
        self.entries.append(entry)
        match line.split():
            case ["supply", who, amount]:
                self.supply[who] += int(amount)
            case ["exhaust", who, amount]:
                self.exhaustion[who] += int(amount)
            case ["give", who, _]:
                self.pebbles[who] += 1
            case ["drop", who, _]:
                self.pebbles[who] -= 1
            case ["errant", "edit", who, _, value]:
                self.coins[who].append((entry, int(value)))
            case ["undo", name]:
                for counted in self.coins.values():
                    if counted[-1][0] == name:
                        counted.pop()
            case ["roll", _] if faces:
                self.faces[entry] = faces


def wrong_with(
    folder: Path, before: Campaign, already: int, typists: Iterable[Typist]
) -> Iterator[str]:
    """Whatever is not as these typists left it, who began when the journal had so many entries."""
    typists = tuple(typists)
    entries, seeds = read_journal(folder)
    numbers = [entry.number for entry in entries]
    if numbers != list(range(1, already + sum(len(t.lines) for t in typists) + 1)):
        yield f"the {len(numbers)} entries are not numbered one after another"
    for typist in typists:
        own = [entry for entry in entries[already:] if entry.seat == typist.seat]
        if [entry.line for entry in own] != typist.lines:
            yield f"the journal has not what the {typist.seat} typed"
        if [entry.name for entry in own] != typist.entries:
            yield f"entries of the {typist.seat} are not named as they were answered"
        notes = [entry.line for entry in own if entry.note]
        if notes != [line for line in typist.lines if line.startswith("note ")]:
            yield f"a note of the {typist.seat} is not there"
    faces = {name: thrown for typist in typists for name, thrown in typist.faces.items()}
    yield from _wrong_dice(entries, seeds, faces)
    after = on_disk(folder)
    if Archive(folder).campaign != after:
        yield "the campaign as it opens is not that of its files"
    yield from _wrong_sums(folder, before, typists)
    if _but_for_sums(after) != _but_for_sums(before):
        yield "something is changed that nobody typed at"


def _wrong_dice(
    entries: Iterable[Said], seeds: dict[str, str], faces: dict[str, tuple[int, ...]]
) -> Iterator[str]:
    """Faces that are not the next ones of their session's dice: given twice, or passed over."""
    dice = {session: Random(f"{seed}/{DICE}") for session, seed in seeds.items()}
    given: Counter[str] = Counter()
    for entry in entries:
        stands, stood = entry.streams.get(DICE, 0), given[entry.session]
        random = dice[entry.session].random
        expected = tuple(int(random() * 6) + 1 for _ in range(stands - stood))
        if stands < stood or expected != faces.get(entry.name, expected):
            yield f"{entry.name} did not roll the next dice of its session"
        if entry.line.startswith("roll ") != (stands > stood):
            yield f"{entry.name} moved the dice by {stands - stood}"
        given[entry.session] = stands


def _but_for_sums(campaign: Campaign) -> Campaign:
    """The campaign without what the typists count."""
    nothing = dict.fromkeys(("supply", "exhaustion", *PURSES.values()), 0)
    return campaign.with_company(
        tuple(
            replace(errant, items=tuple(i for i in errant.items if i.name != PEBBLE), **nothing)
            for errant in campaign.errants
        )
    )


def _wrong_sums(folder: Path, before: Campaign, typists: tuple[Typist, ...]) -> Iterator[str]:
    """What the files say is read as any reader of TOML has it."""
    for was in before.errants:
        who = was.id
        now = tomllib.loads((folder / "errants" / f"{who}.toml").read_text())
        expected = {
            "supply": was.supply + sum(t.supply[who] for t in typists),
            "exhaustion": was.exhaustion + sum(t.exhaustion[who] for t in typists),
            "pebbles": sum(t.pebbles[who] for t in typists),
            **{t.purse: t.coins[who][-1][1] for t in typists if who in t.coins},
        }
        pebbles = sum(item.get("count", 1) for item in now["items"] if item["name"] == PEBBLE)
        for what, value in expected.items():
            found = pebbles if what == "pebbles" else now.get(what, 0)
            if found != value:
                yield f"{who} has {found} {what}, not {value}"
