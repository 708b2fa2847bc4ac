"""The desk: a typed line in, a Reply out. The only place that commits.

A line becomes words, the word's handler a Ruling; the desk journals what differs and writes it.
A refusal changes nothing; anything that is neither is a bug of ours, and is caught here too: the
campaign is untouched and the traceback goes to a log file.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from companion.archive.archive import Archive
from companion.archive.cure import cure_named
from companion.archive.failures import log_failure
from companion.archive.shelves import Shelves
from companion.archive.unwritable import unwritable
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, draft
from companion.campaign.check import impossibilities
from companion.campaign.diff import DoesNotApply, applied, diff
from companion.campaign.news import news
from companion.campaign.places_known import remember_places, unknown_paths
from companion.campaign.secrecy import for_the_guide, names_unknown
from companion.commands.looking import status_report
from companion.commands.meant import word_meant
from companion.commands.outside import meanwhile
from companion.commands.reply import Refused, Reply
from companion.commands.reports import OutsideReport, Seat, SeatReport, StatusReport
from companion.commands.seats import SECRETLY
from companion.commands.sitting import Handler, Ruling, Sitting, Stopped
from companion.refusal import Broken, Impossible, Malformed, Refusal
from companion.words.line import Line, excerpt, is_dice, read_line, rolled
from companion.words.registry import Word

if TYPE_CHECKING:
    from companion.commands.suggest import Suggestion


Privacy = Literal["open", "secret", "unknown"]
_MAY_TELL = {"people", "checks", "dice"}
"""Subjects of words whose lines may be for the Guide alone, by what they find or write."""


class _Stopped(NamedTuple):
    """A line that was stopped once, why, and whether it is for the Guide alone."""

    line: Line
    message: str
    secret: bool


class _Done(NamedTuple):
    """What a word has done: the campaign before it, what was ruled, and what came of it."""

    before: Campaign
    ruling: Ruling
    changes: tuple[Change, ...]
    entry: Entry | None


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
        self.tables = shelves.of(archive.folder)
        self.seat: Seat = seat
        self._opened_as: Seat = seat
        self._whole_words = whole_words
        self._stopped: _Stopped | None = None
        self._wrong_outside = ""
        self._possible: Campaign | None = None
        """The newest campaign in which everything was looked at and can be."""

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return self.archive.campaign

    def suggest(self, text: str) -> "list[Suggestion]":
        """What could be typed where this text ends."""
        from companion.commands.suggest import suggest  # a script pays for none of it

        try:
            guide, tables = self.seat == "guide", self.tables.names()
            return suggest(
                text,
                self.campaign,
                tables,
                self.archive.entries,
                guide=guide,
                goods=self.tables.listed_goods,
            )
        except Exception:  # a bug of ours must not get between a person and their line
            self.log_failure(text[:200], "completing ")
            return []

    def status(self) -> StatusReport:
        """The whole table at a glance, for what is always in sight."""
        return status_report(self._sitting(Line("status", False, (), "")))

    def glance(self) -> Reply | None:
        """What others did since the last word: entries of other prompts and scripts, edits by
        hand; None where there is nothing new. Never raises; what is wrong is told once."""
        try:
            told = self._meanwhile()
        except OSError:  # caught in the middle of another's writing; the next glance will see
            return None
        except Refusal as refusal:
            return None if self._told_before(str(refusal)) else self._refused("", refusal)
        except Exception:  # as in `run`
            wrong = self.log_failure("", "glance")
            return None if self._told_before(wrong) else Reply(line="", ok=False, error=wrong)
        was_wrong, self._wrong_outside = self._wrong_outside, ""
        if not was_wrong:
            return told
        mended = OutsideReport(words=(), secretly=(), files=(), edits=(), mended=True)
        return replace(told, report=mended) if told else Reply(line="", ok=True, report=mended)

    def _told_before(self, wrong: str) -> bool:
        """Whether what is wrong outside was told at the last glance too."""
        before, self._wrong_outside = self._wrong_outside, wrong
        return wrong == before

    def _meanwhile(self) -> Reply | None:
        before, last = self.campaign, self.archive.last
        self._look(write=False)
        changes = diff(before, self.campaign) if self.campaign is not before else ()
        entries = self.archive.since(last) if self.archive.last > last else ()
        guide = self.seat == "guide"
        unknown = _unknown(before, self.campaign, changes)
        seen = meanwhile(entries[::-1], changes, self.archive.entries, guide=guide, unknown=unknown)
        heard = news(before, self.campaign)
        warnings = self._warnings()
        if not (seen or heard or warnings):
            return None
        return Reply(
            line="",
            ok=True,
            report=seen.report,
            changes=seen.changes,
            unknown=unknown,
            news=heard,
            warnings=warnings,
        )

    def run(self, typed: str) -> Reply | None:
        """Do what a line says; None for an empty line or a comment. Never raises."""
        try:
            line = read_line(typed)
        except Refusal as refusal:
            return self._refused(excerpt(typed), refusal)
        if line is None:
            return None
        self.tables.look_again()
        text, said, secretly, secret = _text(line), line, "", False
        try:
            word, line, secret = self._meant(line)
            secretly = "" if line is said else f"{SECRETLY} "
            line = line._replace(word=word.name)
            repeated = line.rest.casefold() in ("", "again")  # as the hint has it, word for word
            if self._stopped and repeated and self._stopped.line.word == word.name:
                line = self._stopped.line._replace(forced=line.forced)
                secret = secret or self._stopped.secret
                text = _text(said._replace(rest=line.rest))
            reply = self._answered(text, word, line, secret)
            return replace(reply, secretly=True) if secretly else reply
        except Refusal as refusal:
            return self._refused(text, refusal, line, secretly, secret=secret)
        except OSError as error:
            return self._refused(text, unwritable(error))
        except Exception:  # a bug of ours must not end the evening
            return Reply(
                line=text, ok=False, error=f"{self.log_failure(text)} Nothing was changed."
            )

    def privacy(self, typed: str) -> Privacy:
        """Whether a line is for the Guide alone; `unknown` where no word says what it is."""
        try:
            line = read_line(typed)
            if line is None:
                return "unknown"
            return "secret" if self._meant(line)[2] else "open"
        except Refusal:
            return "unknown"

    def tells_nothing_secret(self, typed: str) -> bool:
        """True for a line that can hold nothing for the Guide alone, whatever is answered to it."""
        try:
            line = read_line(typed)
            if line is None:
                return not typed.strip()
            word, line, secret = self._meant(line)
        except Refusal:
            return False
        may_tell = word.subject in _MAY_TELL or word.name == "errant"
        return not (secret or may_tell or names_unknown(self.campaign, line.arguments))

    def _meant(self, line: Line) -> tuple[Word[Handler], Line, bool]:
        """The word that a line means, the line without `secret` before it, and whether it is for
        the Guide alone."""
        word, line = self._word(line)
        if word.name != SECRETLY:
            return word, line, word.secret(line.arguments)
        inner = _said_secretly(line)
        word, inner = self._word(inner._replace(forced=inner.forced or line.forced))
        return word, inner, True

    def _answered(self, text: str, word: Word[Handler], line: Line, secret: bool) -> Reply:
        if word.aside:
            return self._told(text, self._carried_out(text, line, word, secret))
        if word.reads(line.arguments) or self.archive.dry_run:
            self._look(write=False)
            return self._told(text, self._carried_out(text, line, word, secret))
        if self.campaign.campaign.sample:
            raise Impossible(
                f"«{self.campaign.campaign.name}» is a sample and is never written.",
                "Play your own copy: companion new NAME",
            )
        with self.archive.lock():
            self._look(write=True)
            done = self._carried_out(text, line, word, secret)
        return self._told(text, done)  # others need not wait for it

    def _look(self, *, write: bool) -> None:
        """Take in what others have written. Broken with the way to mend it."""
        with cure_named(self.archive.folder, self.shelves):
            self.archive.refresh(write=write)

    def _word(self, line: Line) -> tuple[Word[Handler], Line]:
        """The word that is meant; `+4h` is the clock's, and dice without a word are rolled."""
        if line.word[0] in "+-" and line.word[1:2].isdigit():
            line = line._replace(word="clock", arguments=(line.word, *line.arguments))
        elif is_dice(line.word):
            line = rolled(line)
        return word_meant(line, self.campaign, whole=self._whole_words), line

    def _carried_out(self, text: str, line: Line, word: Word[Handler], secret: bool) -> _Done:
        before = self.campaign
        streams = self.archive.streams
        stood = streams.positions
        try:
            ruling = _with_places_known(before, word.handler(self._sitting(line, secretly=secret)))
            changes = _changes(before, ruling)
            self._must_be_possible(before, changes, ruling.campaign)
            moved = streams.positions != stood
            entry = None
            if changes or moved or ruling.note or ruling.outcome or ruling.takes_back:
                said = draft(
                    ruling.kind,
                    text,
                    changes,
                    seat=self.seat,
                    takes_back=ruling.takes_back,
                    note=ruling.note,
                    outcome=ruling.outcome,
                    secret=secret or ruling.secret,
                )
                with cure_named(self.archive.folder, self.shelves):
                    entry = self.archive.commit(said, ruling.campaign)
            if isinstance(ruling.report, SeatReport):
                self._sit(ruling.report.seat)
        except BaseException:
            streams.reset(stood)
            raise
        self._stopped = None
        return _Done(before, ruling, changes, entry)

    def _must_be_possible(
        self, before: Campaign, changes: tuple[Change, ...], after: Campaign
    ) -> None:
        """A word is never let through that would leave files which do not load again."""
        try:
            applied(before, changes)
        except DoesNotApply as error:
            beyond = error.misfit or "it is more than can be kept"
            raise Impossible(f"{error.path} cannot be that: {beyond}.") from error
        for file, _, message in impossibilities(after, known=self._possible):
            raise Impossible(f"That would leave {file} impossible: {message}.")
        self._possible = after

    def _told(self, text: str, done: _Done) -> Reply:
        entry = done.entry
        return Reply(
            line=text,
            ok=True,
            entry=entry.name if entry is not None and not self.archive.dry_run else None,
            report=done.ruling.report,
            changes=done.changes,
            unknown=_unknown(done.before, done.ruling.campaign, done.changes),
            guides=entry is not None and for_the_guide(entry),
            news=news(done.before, done.ruling.campaign, done.changes),
            warnings=(*done.ruling.warnings, *self._warnings()),
        )

    def _warnings(self) -> tuple[str, ...]:
        """What there is to tell of the files. At a player's seat it is kept for the Guide."""
        if self.seat == "guide":
            return self.archive.told()
        self.archive.keep_for_the_guide()
        return ()

    def _sit(self, seat: Seat) -> None:
        """Another seat at the same desk; a desk opened for a player never becomes the Guide's."""
        if seat == "guide" != self._opened_as:
            raise Impossible(
                f"This was opened for the {self._opened_as}; the Guide's seat is not here.",
                "The Guide opens it without --as.",
            )
        self.seat = seat

    def _sitting(self, line: Line, *, secretly: bool = False) -> Sitting:
        stopped, message, _ = self._stopped or (None, "", False)
        return Sitting(
            campaign=self.campaign,
            seat=self.seat,
            word=line.word,
            secretly=secretly,
            arguments=line.arguments,
            rest=line.rest,
            forced=line.forced,
            stopped=message if stopped and stopped.word == line.word else "",
            streams=self.archive.streams,
            seed=self.archive.seed,
            tables=self.tables.table,
            table_names=self.tables.names,
            read_table=self.tables.looked_through,
            goods=self.tables.goods,
            entries=self.archive.entries,
        )

    def _refused(
        self,
        text: str,
        refusal: Refusal,
        line: Line | None = None,
        secretly: str = "",
        *,
        secret: bool = False,
    ) -> Reply:
        """What a refusal answers to a line; `secretly` is `secret ` where that came before it."""
        hint = refusal.hint
        broken = refusal if isinstance(refusal, Broken) else None
        if line and isinstance(refusal, Stopped):
            self._stopped = _Stopped(line, refusal.message, secret)
        elif line and refusal.overrulable and "!" not in hint:
            hint = f"{hint} Or force it: {secretly}{line.word}! {line.rest}".strip()
        return Reply(
            line=text,
            ok=False,
            refusal=Refused(
                refusal.kind,
                refusal.message,
                hint,
                broken.problems if broken else (),
                broken.list_all if broken else "",
            ),
            warnings=self._warnings(),
        )

    def log_failure(self, typed: str, doing: str = "") -> str:
        """The exception being handled put where it can be found, with what was typed where that can
        hold no secret; what to tell of it."""
        try:
            safe = self.tells_nothing_secret(typed)
        except Exception:  # what broke may break here again
            safe = False
        said = typed if safe else f"{typed.partition(' ')[0]} …"
        return log_failure(self.archive.folder, doing + said, quoting=self.seat == "guide")


def _with_places_known(before: Campaign, ruling: Ruling) -> Ruling:
    """The Ruling of a word after which the players know of every place it brings the Company to.
    What an undo takes back, and a redo does again, holds that already."""
    if ruling.kind != "word":
        return ruling
    effects_from = ruling.effects_from
    return ruling._replace(
        campaign=remember_places(before, ruling.campaign),
        effects_from=effects_from and remember_places(before, effects_from),
    )


def _unknown(before: Campaign, after: Campaign, changes: Iterable[Change]) -> frozenset[str]:
    """The paths of places the players know nothing of, where a change may lie under one."""
    if not any(
        change.path.startswith(("world/places/", "world/settlements/")) for change in changes
    ):
        return frozenset()
    return unknown_paths(before, after)


def _text(line: Line) -> str:
    """A line as the journal keeps it."""
    return f"{line.word}{'!' if line.forced else ''} {line.rest}".strip()


def _said_secretly(line: Line) -> Line:
    """The line after `secret`. Malformed where there is none, or `secret` again."""
    inner = read_line(line.rest)
    if inner is None or inner.word == SECRETLY:
        raise Malformed("Nothing follows «secret».", "Try: secret note the ferryman lies")
    return inner


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
