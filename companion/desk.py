"""The desk: a typed line in, a Reply out. The only place that commits.

A line becomes words, the word's handler a Ruling; the desk journals what differs and writes it.
A refusal changes nothing; anything that is neither is a bug of ours, and is caught here too: the
campaign is untouched and the traceback goes to a log file.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from companion.archive.disk.own_folder import log_failure
from companion.archive.disk_errors import make_write_error
from companion.archive.shelves import Shelves, add_repair_hint
from companion.archive.store import Archive
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, draft_entry
from companion.campaign.diff import InapplicableChange, apply_changes, diff_campaigns
from companion.campaign.news import list_news
from companion.campaign.secrecy import (
    has_unknown_name,
    is_for_guide,
    list_unknown_paths,
    remember_places,
)
from companion.campaign.validate import find_invalid_values
from companion.commands.context import Context, Handler, Ruling, StillOpen, resolve_word
from companion.commands.record.external_changes import find_external_changes
from companion.commands.seats import SECRET_WORD
from companion.commands.status import build_status_report
from companion.grammar.line import Line, clip_line, is_dice, make_roll_line, read_line
from companion.grammar.registry import Word
from companion.refusal import Broken, Impossible, Malformed, Refusal
from companion.reports.record import ExternalChangesReport
from companion.reports.reply import RefusalDetails, Reply
from companion.reports.status import Seat, SeatReport, StatusReport

if TYPE_CHECKING:
    from companion.commands.suggest import Suggestion


Privacy = Literal["open", "secret", "unknown"]
_REVEALING_SUBJECTS = {"people", "checks", "dice"}
"""Subjects of words whose lines may be for the Guide alone, by what they find or write."""


class _StoppedLine(NamedTuple):
    """A line that was stopped once, why, and whether it is for the Guide alone."""

    line: Line
    message: str
    secret: bool


class _Execution(NamedTuple):
    """What a word has done: the campaign before it, what was ruled, and what came of it."""

    before: Campaign
    ruling: Ruling
    changes: tuple[Change, ...]
    entry: Entry | None


class Desk:
    """One campaign, open on the table. `whole_words` is for scripts: no beginnings of words."""

    def __init__(
        self, archive: Archive, shelves: Shelves, *, seat: Seat = "guide", whole_words: bool = False
    ) -> None:
        self.archive = archive
        self.shelves = shelves
        self.tables = shelves.open_tables(archive.folder)
        self.seat: Seat = seat
        self._opening_seat: Seat = seat
        self._whole_words = whole_words
        self._stopped_line: _StoppedLine | None = None
        self._last_glance_error = ""
        self._last_valid_campaign: Campaign | None = None
        """The newest campaign in which everything was looked at and can be."""

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return self.archive.campaign

    def suggest(self, text: str) -> "list[Suggestion]":
        """What could be typed where this text ends."""
        from companion.commands.suggest import suggest  # a script pays for none of it

        try:
            guide, tables = self.seat == "guide", self.tables.list_names()
            return suggest(
                text,
                self.campaign,
                tables,
                self.archive.read_entries,
                guide=guide,
                goods=self.tables.load_readable_goods,
            )
        except Exception:  # a bug of ours must not get between a person and their line
            self.log_failure(text[:200], "completing ")
            return []

    def build_status(self) -> StatusReport:
        """The whole table at a glance, for what is always in sight."""
        return build_status_report(self._build_context(Line("status", False, (), "")))

    def find_external_changes(self) -> Reply | None:
        """What others did since the last word: entries of other prompts and scripts, edits by
        hand; None where there is nothing new. Never raises; what is wrong is told once."""
        try:
            told = self._reply_to_external_changes()
        except OSError:  # caught in the middle of another's writing; the next glance will see
            return None
        except Refusal as refusal:
            return (
                None if self._is_repeated_error(str(refusal)) else self._build_refusal("", refusal)
            )
        except Exception:  # as in `run`
            wrong = self.log_failure("", "glance")
            return None if self._is_repeated_error(wrong) else Reply(line="", ok=False, error=wrong)
        was_wrong, self._last_glance_error = self._last_glance_error, ""
        if not was_wrong:
            return told
        mended = ExternalChangesReport(words=(), secretly=(), files=(), edits=(), mended=True)
        return replace(told, report=mended) if told else Reply(line="", ok=True, report=mended)

    def _is_repeated_error(self, wrong: str) -> bool:
        """Whether what is wrong outside was told at the last glance too."""
        before, self._last_glance_error = self._last_glance_error, wrong
        return wrong == before

    def _reply_to_external_changes(self) -> Reply | None:
        before, last = self.campaign, self.archive.session.last_number
        self._refresh_archive(write=False)
        changes = diff_campaigns(before, self.campaign) if self.campaign is not before else ()
        entries = (
            self.archive.read_entries_after(last) if self.archive.session.last_number > last else ()
        )
        guide = self.seat == "guide"
        unknown = _find_unknown_paths(before, self.campaign, changes)
        seen = find_external_changes(
            entries[::-1], changes, self.archive.read_entries, guide=guide, unknown=unknown
        )
        heard = list_news(before, self.campaign)
        warnings = self._collect_warnings()
        if not (seen or heard or warnings):
            return None
        return Reply(
            line="",
            ok=True,
            report=seen.report,
            changes=seen.changes,
            unknown_paths=unknown,
            news=heard,
            warnings=warnings,
        )

    def run(self, typed: str) -> Reply | None:
        """Do what a line says; None for an empty line or a comment. Never raises."""
        try:
            line = read_line(typed)
        except Refusal as refusal:
            return self._build_refusal(clip_line(typed), refusal)
        if line is None:
            return None
        self.tables.forget_files()
        text, said, secretly, secret = _format_line(line), line, "", False
        try:
            word, line, secret = self._resolve_word(line)
            secretly = "" if line is said else f"{SECRET_WORD} "
            line = line._replace(word=word.name)
            repeated = line.rest.casefold() in ("", "again")  # as the hint has it, word for word
            if self._stopped_line and repeated and self._stopped_line.line.word == word.name:
                line = self._stopped_line.line._replace(forced=line.forced)
                secret = secret or self._stopped_line.secret
                text = _format_line(said._replace(rest=line.rest))
            reply = self._answer_line(text, word, line, secret)
            return replace(reply, has_secret_prefix=True) if secretly else reply
        except Refusal as refusal:
            return self._build_refusal(text, refusal, line, secretly, secret=secret)
        except OSError as error:
            return self._build_refusal(text, make_write_error(error))
        except Exception:  # a bug of ours must not end the evening
            return Reply(
                line=text, ok=False, error=f"{self.log_failure(text)} Nothing was changed."
            )

    def classify_privacy(self, typed: str) -> Privacy:
        """Whether a line is for the Guide alone; `unknown` where no word says what it is."""
        try:
            line = read_line(typed)
            if line is None:
                return "unknown"
            return "secret" if self._resolve_word(line)[2] else "open"
        except Refusal:
            return "unknown"

    def is_free_of_secrets(self, typed: str) -> bool:
        """True for a line that can hold nothing for the Guide alone, whatever is answered to it."""
        try:
            line = read_line(typed)
            if line is None:
                return not typed.strip()
            word, line, secret = self._resolve_word(line)
        except Refusal:
            return False
        may_tell = word.subject in _REVEALING_SUBJECTS or word.name == "errant"
        return not (secret or may_tell or has_unknown_name(self.campaign, line.arguments))

    def _resolve_word(self, line: Line) -> tuple[Word[Handler], Line, bool]:
        """The word that a line means, the line without `secret` before it, and whether it is for
        the Guide alone."""
        word, line = self._find_word(line)
        if word.name != SECRET_WORD:
            return word, line, word.is_secret(line.arguments)
        inner = _parse_secret_line(line)
        word, inner = self._find_word(inner._replace(forced=inner.forced or line.forced))
        return word, inner, True

    def _answer_line(self, text: str, word: Word[Handler], line: Line, secret: bool) -> Reply:
        if word.needs_no_campaign:
            return self._build_reply(text, self._execute_line(text, line, word, secret))
        if word.is_read_only(line.arguments) or self.archive.dry_run:
            self._refresh_archive(write=False)
            return self._build_reply(text, self._execute_line(text, line, word, secret))
        if self.campaign.book.sample:
            raise Impossible(
                f"«{self.campaign.book.name}» is a sample and is never written.",
                "Play your own copy: companion new NAME",
            )
        with self.archive.lock():
            self._refresh_archive(write=True)
            done = self._execute_line(text, line, word, secret)
        return self._build_reply(text, done)  # others need not wait for it

    def _refresh_archive(self, *, write: bool) -> None:
        """Take in what others have written. Broken with the way to mend it."""
        with add_repair_hint(self.archive.folder, self.shelves):
            self.archive.refresh(write=write)

    def _find_word(self, line: Line) -> tuple[Word[Handler], Line]:
        """The word that is meant; `+4h` is the clock's, and dice without a word are rolled."""
        if line.word[0] in "+-" and line.word[1:2].isdigit():
            line = line._replace(word="clock", arguments=(line.word, *line.arguments))
        elif is_dice(line.word):
            line = make_roll_line(line)
        return resolve_word(line, self.campaign, whole=self._whole_words), line

    def _execute_line(self, text: str, line: Line, word: Word[Handler], secret: bool) -> _Execution:
        before = self.campaign
        streams = self.archive.session.streams
        stood = streams.positions
        try:
            ruling = _reveal_places(
                before, word.handler(self._build_context(line, secretly=secret))
            )
            changes = _collect_changes(before, ruling)
            self._require_valid(before, changes, ruling.campaign)
            moved = streams.positions != stood
            entry = None
            if changes or moved or ruling.note or ruling.outcome or ruling.undone_entries:
                said = draft_entry(
                    ruling.kind,
                    text,
                    changes,
                    seat=self.seat,
                    takes_back=ruling.undone_entries,
                    note=ruling.note,
                    outcome=ruling.outcome,
                    secret=secret or ruling.secret,
                )
                with add_repair_hint(self.archive.folder, self.shelves):
                    entry = self.archive.commit(said, ruling.campaign)
            if isinstance(ruling.report, SeatReport):
                self._change_seat(ruling.report.seat)
        except BaseException:
            streams.reset(stood)
            raise
        self._stopped_line = None
        return _Execution(before, ruling, changes, entry)

    def _require_valid(
        self, before: Campaign, changes: tuple[Change, ...], after: Campaign
    ) -> None:
        """A word is never let through that would leave files which do not load again."""
        try:
            apply_changes(before, changes)
        except InapplicableChange as error:
            beyond = error.misfit or "it is more than can be kept"
            raise Impossible(f"{error.path} cannot be that: {beyond}.") from error
        for file, _, message in find_invalid_values(after, known=self._last_valid_campaign):
            raise Impossible(f"That would leave {file} impossible: {message}.")
        self._last_valid_campaign = after

    def _build_reply(self, text: str, done: _Execution) -> Reply:
        entry = done.entry
        return Reply(
            line=text,
            ok=True,
            entry=entry.name if entry is not None and not self.archive.dry_run else None,
            report=done.ruling.report,
            changes=done.changes,
            unknown_paths=_find_unknown_paths(done.before, done.ruling.campaign, done.changes),
            guide_only=entry is not None and is_for_guide(entry),
            news=list_news(done.before, done.ruling.campaign, done.changes),
            warnings=(*done.ruling.warnings, *self._collect_warnings()),
        )

    def _collect_warnings(self) -> tuple[str, ...]:
        """What there is to tell of the files. At a player's seat it is kept for the Guide."""
        if self.seat == "guide":
            return self.archive.take_warnings()
        self.archive.keep_warnings_for_guide()
        return ()

    def _change_seat(self, seat: Seat) -> None:
        """Another seat at the same desk; a desk opened for a player never becomes the Guide's."""
        if seat == "guide" != self._opening_seat:
            raise Impossible(
                f"This was opened for the {self._opening_seat}; the Guide's seat is not here.",
                "The Guide opens it without --as.",
            )
        self.seat = seat

    def _build_context(self, line: Line, *, secretly: bool = False) -> Context:
        stopped, message, _ = self._stopped_line or (None, "", False)
        return Context(
            campaign=self.campaign,
            seat=self.seat,
            word=line.word,
            is_secret=secretly,
            arguments=line.arguments,
            rest=line.rest,
            is_forced=line.forced,
            stop_message=message if stopped and stopped.word == line.word else "",
            streams=self.archive.session.streams,
            seed=self.archive.session.seed,
            find_table=self.tables.load_table,
            list_tables=self.tables.list_names,
            read_table=self.tables.inspect_table,
            read_goods=self.tables.load_goods,
            read_entries=self.archive.read_entries,
        )

    def _build_refusal(
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
        if line and isinstance(refusal, StillOpen):
            self._stopped_line = _StoppedLine(line, refusal.message, secret)
        elif line and refusal.overrulable and "!" not in hint:
            hint = f"{hint} Or force it: {secretly}{line.word}! {line.rest}".strip()
        return Reply(
            line=text,
            ok=False,
            refusal=RefusalDetails(
                refusal.kind,
                refusal.message,
                hint,
                broken.problems if broken else (),
                broken.list_all if broken else "",
            ),
            warnings=self._collect_warnings(),
        )

    def log_failure(self, typed: str, doing: str = "") -> str:
        """The exception being handled put where it can be found, with what was typed where that can
        hold no secret; what to tell of it."""
        try:
            safe = self.is_free_of_secrets(typed)
        except Exception:  # what broke may break here again
            safe = False
        said = typed if safe else f"{typed.partition(' ')[0]} …"
        return log_failure(self.archive.folder, doing + said, quoting=self.seat == "guide")


def _reveal_places(before: Campaign, ruling: Ruling) -> Ruling:
    """The Ruling of a word after which the players know of every place it brings the Company to.
    What an undo takes back, and a redo does again, holds that already."""
    if ruling.kind != "word":
        return ruling
    effects_from = ruling.before_effects
    return ruling._replace(
        campaign=remember_places(before, ruling.campaign),
        before_effects=effects_from and remember_places(before, effects_from),
    )


def _find_unknown_paths(
    before: Campaign, after: Campaign, changes: Iterable[Change]
) -> frozenset[str]:
    """The paths of places the players know nothing of, where a change may lie under one."""
    if not any(
        change.path.startswith(("world/places/", "world/settlements/")) for change in changes
    ):
        return frozenset()
    return list_unknown_paths(before, after)


def _format_line(line: Line) -> str:
    """A line as the journal keeps it."""
    return f"{line.word}{'!' if line.forced else ''} {line.rest}".strip()


def _parse_secret_line(line: Line) -> Line:
    """The line after `secret`. Malformed where there is none, or `secret` again."""
    inner = read_line(line.rest)
    if inner is None or inner.word == SECRET_WORD:
        raise Malformed("Nothing follows «secret».", "Try: secret note the ferryman lies")
    return inner


def _collect_changes(before: Campaign, ruling: Ruling) -> tuple[Change, ...]:
    """What a Ruling changes: what it takes back, what it does, what its Event Die did."""
    base = ruling.base if ruling.base is not None else before
    if ruling.before_effects is None:
        return (*ruling.undone_changes, *diff_campaigns(base, ruling.campaign))
    effects = diff_campaigns(ruling.before_effects, ruling.campaign)
    return (
        *ruling.undone_changes,
        *diff_campaigns(base, ruling.before_effects),
        *(replace(change, effect=ruling.effects_turn_type) for change in effects),
    )
