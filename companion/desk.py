"""The desk: a typed line in, a Reply out. The only place that commits.

A line becomes words, the word's handler a Ruling; the desk journals what differs and writes it.
A refusal changes nothing; anything that is neither is a bug of ours, and is caught here too: the
campaign is untouched and the traceback goes to a log file.
"""

import time
from pathlib import Path
from traceback import format_exc

from msgspec.structs import replace

from companion.archive.archive import Archive, unwritable
from companion.archive.shelves import Shelves
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.check import impossibilities
from companion.campaign.diff import DoesNotApply, applied, diff
from companion.campaign.news import news
from companion.commands import WORDS
from companion.commands.looking import status_report
from companion.commands.reply import Refused, Reply
from companion.commands.reports import StatusReport
from companion.commands.sitting import Handler, Ruling, Seat, Sitting, Stopped
from companion.commands.suggest import suggest
from companion.refusal import Broken, Impossible, Refusal
from companion.words.line import Line, read_line
from companion.words.registry import Word


class Desk:
    """One campaign, open on the table. `whole_words` is for scripts: no beginnings of words."""

    def __init__(
        self,
        archive: Archive,
        shelves: Shelves,
        *,
        seat: Seat = "guide",
        whole_words: bool = False,
    ) -> None:
        self.archive = archive
        self.shelves = shelves
        self.seat: Seat = seat
        self._whole_words = whole_words
        self._stopped = ("", "")

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return self.archive.campaign

    def suggest(self, text: str) -> list[str]:
        """What could be typed where this text ends."""
        return suggest(text, self.campaign, self.shelves.table_names())

    def status(self) -> StatusReport:
        """The whole table at a glance, for what is always in sight."""
        return status_report(self._sitting(Line("status", False, (), "")))

    def run(self, typed: str) -> Reply | None:
        """Do what a line says; None for an empty line or a comment. Never raises."""
        try:
            line = read_line(typed)
        except Refusal as refusal:
            return self._refused(typed.strip()[:200], refusal)
        if line is None:
            return None
        text = f"{line.word}{'!' if line.forced else ''} {line.rest}".strip()
        try:
            return self._answered(text, line)
        except Refusal as refusal:
            return self._refused(text, refusal, line.word)
        except OSError as error:
            return self._refused(text, unwritable(error))
        except Exception:  # a bug of ours must not end the evening
            return Reply(line=text, ok=False, error=self._logged(text, format_exc()))

    def _answered(self, text: str, line: Line) -> Reply:
        word, line = self._word(line)
        if word.reads(line.arguments) or self.archive.dry_run:
            self.archive.refresh(write=False)
            return self._carried_out(text, line, word)
        if self.campaign.campaign.sample:
            raise Impossible(
                f"«{self.campaign.campaign.name}» is a sample and is never written.",
                "Play your own copy: companion new NAME",
            )
        with self.archive.lock():
            self.archive.refresh(write=True)
            return self._carried_out(text, line, word)

    def _word(self, line: Line) -> tuple[Word[Handler], Line]:
        """The word that is meant; `+4h` is the clock's."""
        if line.word[0] in "+-" and line.word[1:2].isdigit():
            line = line._replace(word="clock", arguments=(line.word, *line.arguments))
        return WORDS.find(line.word, whole=self._whole_words), line

    def _carried_out(self, text: str, line: Line, word: Word[Handler]) -> Reply:
        before = self.campaign
        streams = self.archive.streams
        stood = streams.positions
        try:
            ruling = word.handler(self._sitting(line))
            changes = _changes(before, ruling)
            _must_be_possible(before, changes, ruling.campaign)
            moved = streams.positions != stood
            entry = None
            if changes or moved:
                entry = self.archive.commit(
                    text,
                    after=ruling.campaign,
                    changes=changes,
                    seat=self.seat,
                    kind=ruling.kind,
                    takes_back=ruling.takes_back,
                )
        except BaseException:
            streams.reset(stood)
            raise
        self._stopped = ("", "")
        return Reply(
            line=text,
            ok=True,
            entry=entry.name if entry is not None and not self.archive.dry_run else None,
            report=ruling.report,
            changes=changes,
            news=news(before, ruling.campaign),
            warnings=self.archive.told(),
        )

    def _sitting(self, line: Line) -> Sitting:
        word, message = self._stopped
        return Sitting(
            campaign=self.campaign,
            arguments=line.arguments,
            rest=line.rest,
            forced=line.forced,
            stopped=message if word == line.word else "",
            streams=self.archive.streams,
            seed=self.archive.seed,
            tables=self.shelves.table,
            table_names=self.shelves.table_names,
            entries=self.archive.entries,
        )

    def _refused(self, text: str, refusal: Refusal, word: str = "") -> Reply:
        self._stopped = (word, refusal.message) if isinstance(refusal, Stopped) else ("", "")
        hint = refusal.hint
        if refusal.overrulable and not isinstance(refusal, Stopped) and "!" not in hint:
            hint = f"{hint} Or force it: {word}!".strip()
        return Reply(
            line=text,
            ok=False,
            refusal=Refused(
                refusal.kind,
                refusal.message,
                hint,
                refusal.problems if isinstance(refusal, Broken) else (),
            ),
            warnings=self.archive.told(),
        )

    def _logged(self, text: str, traceback: str) -> str:
        """A traceback put where it can be found; what to tell of it."""
        path = self.archive.folder / ".companion" / "errors.log"
        last = traceback.strip().splitlines()[-1]
        try:
            path.parent.mkdir(exist_ok=True)
            with path.open("a", encoding="utf-8") as log:
                log.write(f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {text}\n{traceback}\n")
        except OSError:
            return f"Something broke on our side ({last}). Nothing was changed."
        return f"Something broke on our side ({last}). Nothing was changed; see {_short(path)}."


def _must_be_possible(before: Campaign, changes: tuple[Change, ...], after: Campaign) -> None:
    """A word is never let through that would leave files which do not load again."""
    try:
        applied(before, changes)
    except DoesNotApply as error:
        raise Impossible(f"{error} cannot be that: it is more than can be kept.") from error
    for file, _, message in impossibilities(after):
        raise Impossible(f"That would leave {file} impossible: {message}.")


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])


def _changes(before: Campaign, ruling: Ruling) -> tuple[Change, ...]:
    """What a Ruling changes: what it takes back, what it does, what its Event Die did."""
    base = ruling.base if ruling.base is not None else before
    if ruling.effects_from is None:
        return (*ruling.taken_back, *diff(base, ruling.campaign))
    effects = diff(ruling.effects_from, ruling.campaign)
    return (
        *ruling.taken_back,
        *diff(base, ruling.effects_from),
        *(replace(change, effect=ruling.effect_of) for change in effects),
    )
