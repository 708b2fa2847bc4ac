"""The desk: a typed line in, a Reply out. The only place that commits.

The handler of the line's word makes a Ruling; the desk journals what differs and writes it. A
refusal changes nothing. Any other exception is a bug of ours and is caught here too: the campaign
stays as it was, and the traceback goes to a log file.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from companion.archive.disk.atomic import make_write_error
from companion.archive.disk.own_folder import log_failure
from companion.archive.shelves import Shelves, add_repair_hint
from companion.archive.store import Archive
from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, draft_entry
from companion.campaign.diff import InapplicableChange, apply_changes, diff_campaigns
from companion.campaign.news import NewsItem, list_news
from companion.campaign.secrecy import is_for_guide, list_touched_unknown_paths
from companion.campaign.validate import find_invalid_values
from companion.commands import dispatch, meaning
from companion.commands.context import Ruling, StillOpen
from companion.commands.dispatch import FORCING, SECRET_WORD, ResolvedLine, Stops
from companion.commands.meaning import Refused
from companion.grammar.context import Context
from companion.grammar.line import Line, clip_line, read_line, suggest_lines
from companion.grammar.words import WORDS
from companion.refusal import Impossible, Refusal
from companion.reports.reply import RefusalDetails, Reply

if TYPE_CHECKING:
    from companion.campaign.sharing import Sharing
    from companion.commands.suggest import Suggestion
    from companion.reports.seats import ScreenReport
    from companion.reports.status import StatusReport

_LONGEST_COMPLETED = 300
"""The characters of a line that has a menu."""
_SEVERAL = re.compile(r"(?i)[,;]| then |\b(?:heal|hurt|hp|hit points|damage)")
"""What a line has that may be taken apart outside a fight."""


class _UnheardStep(NamedTuple):
    """What others did at once: the campaign before and after, and the last entry at each time."""

    before: Campaign
    after: Campaign
    last: int
    newest: int


class Desk:
    """One open campaign, and the seat whose lines are run. Scripts type `whole_words`. A desk that
    `keeps_to_seat` refuses what is not this seat's work, and never changes its seat."""

    def __init__(
        self,
        archive: Archive,
        shelves: Shelves,
        *,
        seat: Seat = "guide",
        whole_words: bool = False,
        keeps_to_seat: bool = False,
    ) -> None:
        self.archive = archive
        self.shelves = shelves
        self.tables = shelves.open_tables(archive.folder)
        self.seat: Seat = seat
        self._opening_seat: Seat = seat
        self._whole_words = whole_words
        self.keeps_to_seat = keeps_to_seat
        self._stops = Stops()
        self._told_guide: tuple[str, str, int] | None = None
        self._last_glance_failure = ""
        self._listens = False  # whether anybody asks what others did
        self._unheard: list[_UnheardStep] = []
        self._last_valid_campaign: Campaign | None = None  # every value in it was validated

    @property
    def is_loose(self) -> bool:
        """True if lines are read as people talk; scripts type whole words in their order."""
        return not self._whole_words

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return self.archive.campaign

    def suggest(self, text: str) -> "list[Suggestion]":
        """The words that could end this text; none for a long one, which is no line of words. Never
        raises."""
        if len(text) > _LONGEST_COMPLETED:
            return []
        from companion.commands.suggest import suggest  # measured: no script needs it

        try:
            found = suggest(text, self.build_completion_context())
            if not self.keeps_to_seat or " " in text.lstrip():
                return found
            from companion.grammar.seats import has_lines  # only where seats are kept

            seats, seat = self.campaign.book.seats, self.seat
            return [each for each in found if has_lines(seats, seat, each.text)]
        except Exception:  # a bug of ours must not get between a person and their line
            self.log_failure(text[:200], "completing ")
            return []

    def build_completion_context(self) -> Context:
        """What is known while a line is being typed; broken tables of goods and of
        creatures list nothing."""
        context = self._build_context(Line("", False, (), ""))
        return context._replace(
            read_goods=lambda: self.tables.read_goods()[0],
            read_creatures=lambda: self.tables.read_creatures()[0],
        )

    def build_status(self) -> "StatusReport":
        """The whole table at a glance, for the bottom line."""
        from companion.commands.status import build_status_report  # as for `suggest`

        return build_status_report(self._build_context(Line("status", False, (), "")))

    def build_screen(self) -> "ScreenReport":
        """What the player screen shows, for everybody's eyes at whichever seat this is. It knows
        what `find_external_changes` has found last."""
        from companion.commands.screen import build_screen_report  # as for `suggest`

        return build_screen_report(self._build_context(Line("status", False, (), "")))

    def find_external_changes(self) -> Reply | None:
        """What others did and nobody heard of yet: entries of other prompts and scripts, hand
        edits; None for nothing new. Never raises; the same failure is told once."""
        previous, self._listens = self._last_glance_failure, True
        try:
            reply, failure = self._reply_to_external_changes(), ""
        except OSError:  # another process is writing: the next glance finds it complete
            return None
        except Refusal as refusal:
            failure = str(refusal)
            reply = self._build_refusal("", refusal) if failure != previous else None
        except Exception:  # a bug of ours must not end the evening
            failure = self.log_failure("", "glance")
            reply = Reply(line="", ok=False, error=failure) if failure != previous else None
        if previous and not failure:
            from companion.reports.record import ExternalChangesReport  # as for `suggest`

            mended = ExternalChangesReport(words=(), secretly=(), files=(), edits=(), mended=True)
            reply = replace(reply or Reply(line="", ok=True), report=mended)
        self._last_glance_failure = failure
        return reply

    def _reply_to_external_changes(self) -> Reply | None:
        self._refresh_archive(write=False)
        nothing = _UnheardStep(self.campaign, self.campaign, 0, 0)
        before, after, last, newest = self._unheard.pop(0) if self._unheard else nothing
        changes = diff_campaigns(before, after) if after is not before else ()
        entries = self.archive.read_entries_after(last)[::-1] if newest > last else ()
        entries = tuple(entry for entry in entries if entry.number <= newest)
        unknown = list_touched_unknown_paths(before, after, changes)
        from companion.commands.record.journal import find_external_changes  # as for `suggest`

        seen = find_external_changes(
            entries,
            changes,
            self.archive.read_entries,
            after,
            self.tables.list_names,
            seat=self.seat,
            unknown=unknown,
        )
        if any(entry.takes_back for entry in entries):
            from companion.campaign.step_news import list_news_of_entries  # as for `suggest`

            heard = list_news_of_entries(before, after, entries[::-1])
        else:
            heard = list_news(before, after)
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

    def split_line(self, typed: str) -> tuple[str, ...]:
        """A line for each deed of a line in which several do something in a fight, for each of
        several whose HP change, and for the end of a Turn and the next one; any other line as it
        is. Never raises."""
        fights = bool(self.campaign.book.combatants)
        if self._whole_words or not (fights or _SEVERAL.search(typed)):
            return (typed,)
        from companion.grammar.phrases.several import split_deeds, split_turns  # as for `suggest`

        try:
            context = self.build_completion_context()
            return split_turns(typed, context) or split_deeds(typed, context) or (typed,)
        except Exception:  # a bug of ours must not get between a person and their line
            self.log_failure(typed[:200], "splitting ")
            return (typed,)

    @property
    def refused_attack(self) -> str:
        """The last attack that was refused, if nothing was done since; "" for none."""
        return self._stops.refused

    def recall_refused(self, attack: str) -> None:
        """Let `3 instead` mend this attack, which was refused in a line of several deeds."""
        self._stops = self._stops._replace(refused=attack)

    def run(self, typed: str) -> Reply | None:
        """Do what a line says; None for an empty line or a comment. Never raises."""
        if typed.strip() == FORCING and self._stops.forced and self.is_loose:
            reply = self.run(self._stops.forced)
            return reply and replace(reply, line=FORCING, meant=reply.meant or reply.line)
        try:
            line = read_line(typed)
        except Refusal as refusal:
            return self._build_refusal(clip_line(typed), refusal)
        if line is None:
            return None
        self.tables.forget_files()
        text = f"{line.word}{'!' if line.forced else ''} {line.rest}".strip()
        if not self._whole_words and line.word not in WORDS and text.casefold() == typed.casefold():
            text = typed  # the case of a new name
        try:
            answer = meaning.answer_strictly if self._whole_words else meaning.answer_generously
            outcome = answer(text, line, self._try_line, self._build_context)
            return outcome if isinstance(outcome, Reply) else self._build_refusal(text, *outcome)
        except Refusal as refusal:
            return self._build_refusal(text, refusal)
        except OSError as error:
            return self._build_refusal(text, make_write_error(error))
        except Exception:  # a bug of ours must not end the evening
            failure = f"{self.log_failure(text)} Nothing was changed."
            return Reply(line=text, ok=False, error=failure)

    def _try_line(self, text: str, line: Line, typed: str = "") -> Reply | Refused:
        """The answer to a line, or its refusal. `typed` is what was typed in its place."""
        resolved = None
        try:
            resolved = dispatch.resolve_line(line, self.campaign, whole=self._whole_words)
            repeated, resolved = self._stops.repeat_line(text, resolved)
            if repeated != text and self.is_loose:
                typed = typed or text
            text = repeated
            return self._answer_line(text, resolved, typed)
        except Refusal as refusal:
            return Refused(refusal, resolved, text if typed else None)

    def _answer_line(self, text: str, resolved: ResolvedLine, typed: str) -> Reply:
        word, line = resolved.word, resolved.line
        if self.keeps_to_seat:
            self._require_own_work(resolved, text)
        if word.needs_no_campaign:
            return self._execute_line(text, resolved, typed)()
        if self.archive.dry_run or dispatch.is_read_only(word, self._build_context(line)):
            self._refresh_archive(write=False)
            if self.archive.dry_run or dispatch.is_read_only(word, self._build_context(line)):
                return self._execute_line(text, resolved, typed)()
        if self.campaign.book.sample:
            raise Impossible(
                f"«{self.campaign.book.name}» is a sample and is never written.",
                "Play your own copy: companion new NAME",
            )
        with self.archive.lock():
            self._refresh_archive(write=True)
            build_reply = self._execute_line(text, resolved, typed)
        return build_reply()  # others need not wait for it

    def _require_own_work(self, resolved: ResolvedLine, text: str) -> None:
        """Raises Impossible for a line that is not this seat's to type, before anything is
        written."""
        from companion.archive.sharing import read_orders  # only where seats are kept
        from companion.commands.seats import require_own_work

        if not resolved.word.needs_no_campaign:
            self._refresh_archive(write=False)
        order = read_orders(self.archive.folder).get(self.seat)
        muted, context = bool(order and order.is_muted), self._build_context(resolved.line)
        require_own_work(resolved, context, text, muted=muted)

    def _refresh_archive(self, *, write: bool) -> None:
        """Take in what others did, and keep it for whoever asks."""
        before, last = self.campaign, self.archive.session.last_number
        with add_repair_hint(self.archive.folder, self.shelves):
            self.archive.refresh(write=write)
        after, newest = self.campaign, self.archive.session.last_number
        if not self._listens or (after is before and newest == last):
            return
        if self._unheard and self._unheard[-1].after is before:
            before, _, last, _ = self._unheard.pop()
        self._unheard.append(_UnheardStep(before, after, last, newest))

    def _execute_line(self, text: str, resolved: ResolvedLine, typed: str) -> Callable[[], Reply]:
        """Run the handler and commit its Ruling; if that fails, no die has fallen. Returns what
        builds the Reply, without the lock."""
        before, streams = self.campaign, self.archive.session.streams
        positions = streams.positions
        try:
            context = self._build_context(resolved.line, secretly=resolved.guide_only)
            ruling = dispatch.answer_line(resolved.word, context)
            if ruling.granted is not None:
                typed = f"{resolved.word.name} {resolved.line.rest}".rstrip()
                text, context = ruling.granted
            ruling = ruling.remember_places(before).remove_used_up(before)
            ruling = ruling.settle_encounter(context).remind_of_morale(context)
            changes = ruling.collect_changes(before)
            self._require_valid(before, changes, ruling)
            rolled = streams.positions != positions
            entry = None
            if changes or rolled or ruling.note or ruling.outcome or ruling.undone_entries:
                draft = draft_entry(
                    ruling.kind,
                    text,
                    changes,
                    seat=context.seat,
                    takes_back=ruling.undone_entries,
                    note=ruling.note,
                    outcome=ruling.outcome,
                    secret=resolved.guide_only or ruling.secret,
                    typed=typed,
                )
                with add_repair_hint(self.archive.folder, self.shelves):
                    entry = self.archive.commit(draft, ruling.campaign)
            if ruling.orders is not None and not self.archive.dry_run:
                from companion.archive.sharing import write_orders  # only where seats are kept

                write_orders(self.archive.folder, ruling.orders)
            if ruling.report.new_seat is not None:
                self._change_seat(ruling.report.new_seat)
        except BaseException:
            streams.reset(positions)
            raise
        self._stops = self._stops.follow_done(before, ruling.campaign)
        return lambda: Reply(
            line=typed or text,
            ok=True,
            meant=text if typed else None,
            entry=entry.name if entry is not None and not self.archive.dry_run else None,
            report=ruling.report,
            changes=changes,
            unknown_paths=list_touched_unknown_paths(before, ruling.campaign, changes),
            has_secret_prefix=resolved.has_secret_prefix,
            guide_only=entry is not None and is_for_guide(entry),
            undoes_public=ruling.undoes_public,
            granted_to=context.seat if ruling.granted is not None else None,
            news=(*ruling.news, *_list_news_of(ruling, before, changes)),
            warnings=(*ruling.warnings, *self._collect_warnings()),
        )

    def _require_valid(self, before: Campaign, changes: tuple[Change, ...], ruling: Ruling) -> None:
        """Raises Impossible for changes whose files would not load again."""
        try:
            apply_changes(before, changes)
        except InapplicableChange as error:
            beyond = error.misfit or "it is more than can be kept"
            why = f"{error.path} cannot be that: {beyond}."
            raise Impossible(why, "To see how things stand: status") from error
        after = ruling.campaign
        for file, _, message in find_invalid_values(after, known=self._last_valid_campaign):
            if ruling.kind in ("undo", "redo"):
                why = "What came later would make no sense without it."
                raise Impossible(why, "Try: undo, once for each, newest first.")
            why = f"That would leave {file} impossible: {message}."
            raise Impossible(why, "To see how things stand: status")
        self._last_valid_campaign = after

    def _collect_warnings(self) -> tuple[str, ...]:
        """The warnings about the files. At a player's seat they are kept for the Guide."""
        if self.seat == "guide":
            return self.archive.take_warnings()
        self.archive.keep_warnings_for_guide()
        return ()

    def _change_seat(self, seat: Seat) -> None:
        """Change the seat; a desk that was opened for a player never becomes the Guide's."""
        if seat == "guide" != self._opening_seat:
            raise Impossible(
                f"This was opened for the {self._opening_seat}; the Guide's seat is not here.",
                "The Guide opens it without --as.",
            )
        self.seat = seat

    def _build_context(self, line: Line, *, secretly: bool = False) -> Context:
        may_force = not self.keeps_to_seat or self.seat == "guide"
        return Context(
            campaign=self.campaign,
            seat=self.seat,
            word=line.word,
            is_secret=secretly,
            arguments=line.arguments,
            rest=line.rest,
            is_forced=line.forced and may_force,
            goes_on=line.forced,
            refused=self._stops.refused,
            stop_message=self._stops.find_message(line.word, self.campaign),
            streams=self.archive.session.streams,
            seed=self.archive.session.seed,
            find_table=self.tables.load_table,
            list_tables=self._list_tables,
            read_table=self.tables.inspect_table,
            read_goods=self.tables.load_goods,
            read_creatures=self.tables.load_creatures,
            read_entries=self.archive.read_entries,
            read_sharing=self._read_sharing,
        )

    def _list_tables(self) -> tuple[str, ...]:
        """The names of the tables that this seat may know of."""
        if self.seat == "guide":
            return self.tables.list_names()
        return self.tables.list_public_names()

    def _read_sharing(self) -> "Sharing":
        from companion.archive.sharing import read_sharing  # only where seats are kept

        return read_sharing(self.archive.folder)

    def _build_refusal(
        self,
        text: str,
        refusal: Refusal,
        resolved: ResolvedLine | None = None,
        meant: str | None = None,
    ) -> Reply:
        hint = refusal.hint
        self._stops = self._stops.follow_refusal(meant or text, refusal, resolved, self.campaign)
        secretly = f"{SECRET_WORD} " if resolved and resolved.has_secret_prefix else ""
        if resolved and refusal.instead:
            lines = suggest_lines(resolved.line, refusal.typed, refusal.instead, secretly)
            kept = "" if lines and hint.startswith("Try: ") else hint
            hint = f"{kept} {lines}".strip()
        if resolved and isinstance(refusal, StillOpen):
            self._tell_guide(refusal.for_guide)
        elif resolved and refusal.overrulable and "!" not in hint:
            forced = f"{secretly}{resolved.line.word}! {resolved.line.rest}"
            stop = "." if hint and hint[-1] not in ".?" else ""
            way = "Or force it:"
            if self.keeps_to_seat and self.seat != "guide":
                way = "Or ask the Guide: request"
            elif self.is_loose:
                self._stops, forced = self._stops._replace(forced=forced), FORCING
            hint = f"{hint}{stop} {way} {forced}".strip()
        return Reply(
            line=text,
            ok=False,
            meant=meant,
            refusal=RefusalDetails(
                refusal.kind, refusal.message, hint, refusal.problems, refusal.list_all
            ),
            warnings=self._collect_warnings(),
        )

    def _tell_guide(self, text: str) -> None:
        """Tell the Guide at another prompt that this seat waits for them, once a Turn."""
        turns = self.campaign.turns
        about = (text, turns[-1].type, turns[-1].number) if turns else (text, "", 0)
        if text and about != self._told_guide:
            self._told_guide = about
            self.archive.warn(text)

    def log_failure(self, typed: str, doing: str = "") -> str:
        """Log the exception being handled, with what was typed if that can hold no secret. Return a
        sentence about it."""
        try:
            safe = dispatch.is_free_of_secrets(typed, self.campaign)
        except Exception:  # what broke may break here again
            safe = False
        line = typed if safe else f"{typed.partition(' ')[0]} …"
        return log_failure(self.archive.folder, doing + line, quoting=self.seat == "guide")


def _list_news_of(
    ruling: Ruling, before: Campaign, changes: tuple[Change, ...]
) -> tuple[NewsItem, ...]:
    """What everybody should hear of a Ruling."""
    if ruling.kind in ("undo", "redo"):
        from companion.campaign.step_news import list_step_news  # measured: no other word needs it

        return list_step_news(before, ruling.campaign, ruling.kind)
    return list_news(before, ruling.campaign, changes)
