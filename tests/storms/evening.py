"""One evening of a dozen words that touches everything the archive writes, and what must be so of
its folder whatever happened to the disk meanwhile."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.campaign_storage import Archive
from companion.archive.rescue.backup_copies import Copies
from companion.campaign.campaign import Campaign
from companion.campaign.changes import PlainData
from companion.campaign.plain_data_encoding import encode_value
from companion.desk import Desk
from companion.reports.reply import Reply
from tests.desk.a_desk import a_desk, on_disk, state_files
from tests.storms.disk import Disk
from tests.storms.played import played_by, standing
from tests.storms.replay import Written, dice_only_go_on, journal_of, replayed

BY_HAND = "by hand"
NEXT_DAY = "the next day"
EVENING = (
    "supply wim +1",
    "exhaust all +1",
    "undo",
    "redo",
    "errant add Hob",
    "give hob torch x2",
    BY_HAND,
    "note the bell rings under the water",
    "roll 2d6",
    "errant remove hob",
    NEXT_DAY,
    "roll 2d6",
    "next! search =6",
    "supply bree +1",
    "undo",
)
"""A word over one file, over several, back and forward, a file that comes and one that goes, an
edit by hand, a note, dice; and a second day, which begins a session of its own."""

FILE, PENNIES, HAND_COMMENT = "errants/bree.toml", 41, b" # found one"
"""What the edit by hand changes, to how many pennies, and what it says behind them."""


class Answer(NamedTuple):
    """What a step was answered: the entry it made, if it was a word and done; whether it may have
    been done although it was refused."""

    line: str
    ok: bool
    entry: str | None
    doubtful: bool = False

    @classmethod
    def of(cls, reply: Reply) -> "Answer":
        """The short of a Reply, which must be no failure of ours."""
        assert reply.error is None, f"«{reply.line}»: {reply.error}"
        doubtful = reply.refusal is not None and "may hold this even so" in reply.refusal.message
        return cls(reply.line, reply.ok, reply.entry, doubtful)


@contextmanager
def the_day(days: int, random: Random) -> Iterator[None]:
    """So many days after the first, and a machine whose chance can be had again."""
    strftime = time.strftime

    def on_the_day(form: str, at: time.struct_time | None = None) -> str:
        day = at if at is not None else time.localtime(1_800_000_000 + days * 86_400)
        return strftime(form, day)

    with ExitStack() as patches:
        patches.enter_context(patch.object(time, "strftime", on_the_day))
        patches.enter_context(patch.object(os, "urandom", random.randbytes))
        yield


class Evening:
    """The evening played, step by step, in one campaign's folder on this disk."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder = folder
        self._disk = disk
        self._days = 0
        self._random = Random(0)
        self.desk = self._sit_down()

    def time(self) -> AbstractContextManager[None]:
        """The evening's own time and chance."""
        return the_day(self._days, self._random)

    def _sit_down(self) -> Desk:
        with self.time(), self._disk.on():
            return a_desk(self.folder, seed=None)

    def play(self, step: str) -> Answer:
        """One step; what is no word is done, and makes no entry."""
        if step == BY_HAND:
            edited = edited_by_hand((self.folder / FILE).read_bytes())
            self._disk.written_by_another(f"{self.folder.name}/{FILE}", edited)
            return Answer(step, True, None)
        if step == NEXT_DAY:
            self._days += 1
            self.desk = self._sit_down()
            return Answer(step, True, None)
        with self.time(), self._disk.on():
            reply = self.desk.run(step)
        assert reply is not None
        return Answer.of(reply)


def edited_by_hand(text: bytes) -> bytes:
    """The file after the edit by hand."""
    assert b"\npennies = 40\n" in text
    return text.replace(b"\npennies = 40\n", b"\npennies = %d%s\n" % (PENNIES, HAND_COMMENT))


def nothing_is_lost(
    folder: Path, start: Campaign, answers: Sequence[Answer], *, under_way: str = ""
) -> None:
    """What was answered is in the journal, in its order, and nothing else, but for the word that
    was `under_way` and what is doubtful; every file reads; the campaign is what the journal says,
    twice over, and what a person wrote."""
    entries = journal_of(folder).entries
    all_are_there(entries, answers, under_way=under_way)
    dice_only_go_on(entries)
    on_disk(folder)
    opened = Archive(folder).campaign
    if any(answer.line == BY_HAND for answer in answers) and not any_edit(entries):
        same(opened.get_errant("bree").pennies, PENNIES, "what was edited by hand")
        opened = with_pennies(opened, start.get_errant("bree").pennies)
    is_as_journalled(opened, start, entries)


def all_are_there(entries: Sequence[Written], answers: Sequence[Answer], *, under_way: str) -> None:
    """Every answer with an entry is journalled, in its order, and no more than may be."""
    numbers = [entry.number for entry in entries]
    assert numbers == list(range(1, len(entries) + 1)), f"numbers: {numbers}"
    words = [(entry.name, entry.line) for entry in entries if entry.kind != "edit"]
    for answer in answers:
        if answer.entry is not None:
            here = words[:1] == [(answer.entry, answer.line)]
            assert here, f"«{answer.line}» ({answer.entry}) is lost; there is {words[:1]}"
            words.pop(0)
        elif answer.doubtful and words and words[0][1] == answer.line:
            words.pop(0)
    never_answered = [line for _, line in words]
    assert never_answered in ([], [under_way]), f"done, but never answered: {words}"


def any_edit(entries: Sequence[Written]) -> bool:
    """Whether the edit by hand is in the journal."""
    return any(entry.kind == "edit" for entry in entries)


def is_as_journalled(campaign: Campaign, start: Campaign, entries: Sequence[Written]) -> None:
    """The campaign is what the entries make of its beginning, by the values they hold and by the
    words they were."""
    same(campaign, replayed(start, entries), "opened anew, against the journal")
    same(standing(campaign), played_by(standing(start), entries).now, "against the plain model")


def same(found: object, wanted: object, what: str) -> None:
    """Two values are one, or what differs is told."""
    if found == wanted:
        return
    as_found, as_wanted = encode_value(found), encode_value(wanted)
    differing = list(differences(as_found, as_wanted)) if as_found != as_wanted else [repr(found)]
    raise AssertionError(f"{what}: {'; '.join(differing[:6])}")


def differences(found: PlainData, wanted: PlainData, path: str = "") -> Iterator[str]:
    """Where two values part."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted({*found, *wanted}):
            yield from differences(found.get(key), wanted.get(key), f"{path}/{key}")
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for at, (one, other) in enumerate(zip(found, wanted, strict=True)):
            yield from differences(one, other, f"{path}/{at}")
    elif found != wanted:
        yield f"{path} is {found!r}, not {wanted!r}"


def with_pennies(campaign: Campaign, pennies: int) -> Campaign:
    """The campaign with other pennies where the edit by hand put its own."""
    return replace(
        campaign,
        errants=tuple(
            replace(errant, pennies=pennies) if errant.id == "bree" else errant
            for errant in campaign.errants
        ),
    )


def play_goes_on(desk: Desk, start: Campaign, answers: Sequence[Answer]) -> None:
    """The next words are done, the files and the journal hold them, and so they do what was edited
    by hand; before the first word that was done, an edit is no event but how it begins."""
    folder = desk.archive.folder
    for line in ("supply wim +1", "undo", "note done"):
        reply = desk.run(line)
        assert reply is not None
        assert reply.ok, f"«{line}»: {reply.refusal or reply.error}"
    campaign = desk.campaign
    same(on_disk(folder), campaign, "the files, against what was answered")
    same(Archive(folder).campaign, campaign, "opened anew, against what was answered")
    read = journal_of(folder)
    assert not read.torn, f"torn: {read.torn}"
    lines = [
        answer.line for answer in answers if answer.entry is not None or answer.line == BY_HAND
    ]
    if lines[:1] == [BY_HAND] and not any_edit(read.entries):
        campaign = with_pennies(campaign, start.get_errant("bree").pennies)
    is_as_journalled(campaign, start, read.entries)


def all_taken_back(desk: Desk, start: Campaign, first: Mapping[str, bytes]) -> None:
    """Every word that stands is taken back, after which there is nothing more to undo, and the
    files are to the byte what they were at first."""
    folder = desk.archive.folder
    wanted = _but_for_the_comment(first, folder)
    number = played_by(standing(start), journal_of(folder).entries).to_undo
    for line, done in ((f"undo x{number}", True), ("undo", False)):
        reply = desk.run(line)
        assert reply is not None
        assert reply.ok is done, f"«{line}»: {reply.refusal or reply.error or reply.report}"
    found = state_files(folder)
    differing = [name for name in {**wanted, **found} if found.get(name) != wanted.get(name)]
    assert not differing, f"all taken back, and yet not what they were: {differing}"


def _but_for_the_comment(first: Mapping[str, bytes], folder: Path) -> Mapping[str, bytes]:
    """The first files, and in them what undo leaves of the edit by hand: its comment; and its
    number too, where it came before the first word that was done, and is no event."""
    if HAND_COMMENT not in (folder / FILE).read_bytes():
        return first
    was, edited = b"\npennies = 40", edited_by_hand(first[FILE])
    if any_edit(journal_of(folder).entries):
        edited = edited.replace(b"\npennies = %d" % PENNIES, was)
    return {**first, FILE: edited}


def copies_are_whole(folder: Path, *, of_every_session: bool = False) -> None:
    """Every copy of the campaign reads; and there is one from before each session's first word."""
    copies = Copies(folder)
    names = [copy.name for copy in copies.list_copies()]
    for name in names:
        parse_campaign(copies.read_texts_of(name))
    if of_every_session:
        sessions = {path.stem for path in (folder / "journal").glob("*.toml")}
        assert sessions <= {*names}, f"no copy from before {sessions - {*names}}"


def left_over(folder: Path) -> list[str]:
    """What writers that were stopped have left behind, anywhere in the folder or its copies."""
    places = (folder, Copies(folder).place)
    return sorted(str(path) for place in places for path in place.rglob(".*.companion-*"))
