"""The desk: a typed line in, a Reply out. The only place that commits.

The handler of the line's word makes a Ruling; the desk journals what differs and writes it. A
refusal changes nothing. Any other exception is a bug of ours and is caught here too: the campaign
stays as it was, and the traceback goes to a log file.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from companion.archive.campaign_folders import add_repair_hints_to_refusals
from companion.archive.disk.atomic_writes import make_write_error
from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, make_entry_to_journal
from companion.campaign.invalid_campaign_values import find_invalid_values
from companion.campaign.places_known_to_players import list_paths_of_touched_unknown_sites
from companion.campaign.secrecy import is_entry_for_guide_alone
from companion.commands import dispatch
from companion.commands.dispatch import FORCING, Refused, ResolvedLine
from companion.commands.handler_result import Ruling
from companion.desk.open_campaign_base import LONGEST_TALK, BaseDesk
from companion.grammar.command_words import WORDS, is_command_word_alone
from companion.grammar.typed_line import (
    Line,
    clip_unreadable_line,
    parse_typed_line,
    strip_terminal_controls,
)
from companion.refusal import Impossible, Malformed, Refusal, Unknown
from companion.reports.reply import Reply


class _Tried(NamedTuple):
    """What came of a line: its text, and the answer or the refusal."""

    text: str
    outcome: Reply | Refused


def _was_refused_as_unreadable(tried: _Tried | None) -> bool:
    """True for a line that cannot be read as it stands; not for a reason of the game."""
    return (
        tried is not None
        and isinstance(tried.outcome, Refused)
        and isinstance(tried.outcome.refusal, Unknown | Malformed)
    )


class Desk(BaseDesk):
    """One open campaign, and the seat whose lines are run."""

    def run(self, typed: str) -> Reply | None:
        """Do what a line says; None for an empty line or a comment. Never raises."""
        self.tables.forget_files()
        if typed.strip() == FORCING and self._stops.forced and self.reads_everyday_speech:
            reply = self.run(self._stops.forced)
            return reply and replace(reply, line=FORCING, meant=reply.meant or reply.line)
        try:
            return self._offer_untaken_clauses(self._answer_typed(typed))
        except Refusal as refusal:
            return self._build_refusal(clip_unreadable_line(typed), refusal)
        except OSError as error:
            return self._build_refusal(clip_unreadable_line(typed), make_write_error(error))
        except Exception:  # a bug of ours must not end the evening
            failure = f"{self.log_failure(clip_unreadable_line(typed))} Nothing was changed."
            return Reply(line=clip_unreadable_line(typed), ok=False, error=failure)

    def _answer_typed(self, typed: str) -> Reply | None:
        """The answer to the line that an offer stands for, or to a line without what is said by the
        way; where that cannot be read, to the whole."""
        if self.reads_everyday_speech:  # else it is told as it was typed
            typed = strip_terminal_controls(typed)
        if chosen := self.find_offered_line(typed):
            others, self._stops = self._stops.take_offered_line(chosen)
            reply = self._build_reply_of_outcome(typed, chosen, self._try_line_as_it_stands(chosen))
            if others and reply and reply.ok:
                self._stops = self._stops._replace(offered=others)
            return reply
        before, after = self.list_line_versions(typed.strip())
        unread = dict[str, _Tried | None]()
        for said in before:
            if not _was_refused_as_unreadable(tried := self._try_line_as_it_stands(said)):
                return self._build_reply_of_outcome(typed, said, tried)
            unread[said] = tried
        whole = self._try_line_as_it_stands(typed)
        if not _was_refused_as_unreadable(whole):
            return self._build_reply_of_outcome(typed, typed, whole)
        for said in after:
            tried = self._try_line_as_it_stands(said)
            if tried and isinstance(tried.outcome, Reply):
                return self._build_reply_of_outcome(typed, said, tried)
        plainest = next(iter(unread), typed)  # it is refused for what was meant, not for its slips
        return self._build_reply_of_outcome(typed, plainest, unread.get(plainest, whole))

    def _try_line_as_it_stands(self, said: str) -> _Tried | None:
        """What comes of a line as it stands; None for an empty one. Raises Refusal for one that is
        no line."""
        line = parse_typed_line(said)
        if line is None:
            return None
        text = f"{line.word}{'!' if line.forced else ''} {line.rest}".strip()
        if not self._whole_words and line.word not in WORDS and text.casefold() == said.casefold():
            text = said  # the case of a new name
        try:
            return _Tried(text, self._answer_everyday_speech(text, line))
        except Refusal as refusal:
            return _Tried(text, Refused(refusal))

    def _build_reply_of_outcome(self, typed: str, said: str, tried: _Tried | None) -> Reply | None:
        """The Reply to a line of which this came, where it may have been `said` otherwise."""
        if tried is None:
            return None
        text, outcome = tried
        if isinstance(outcome, Reply):
            reply = outcome
        else:
            refused = self._build_refusal(text, outcome.refusal, outcome.resolved, outcome.meant)
            reply = replace(refused, shown=outcome.shown)
        if said == typed:
            return reply
        is_meant = reply.ok or said.partition(" ")[0] in WORDS
        return replace(reply, line=typed, meant=reply.meant or (said if is_meant else None))

    def _offer_untaken_clauses(self, reply: Reply | None) -> Reply | None:
        """The answer to a line, with what it told and did not do, and a line for each, which `yes`
        takes; at the Guide's seat alone. Never raises."""
        if reply is None or not reply.ok or self._whole_words or self.seat != "guide":
            return reply
        if len(reply.line) > LONGEST_TALK or is_command_word_alone(reply.line):
            return reply
        from companion.desk.everyday_speech import add_untaken_clauses  # measured, as above

        try:
            reply = add_untaken_clauses(reply, self._build_context)
        except Exception:  # a bug of ours must not hide what was done
            self.log_failure(clip_unreadable_line(reply.line), "looking through ")
        self._stops = self._stops.offer_untaken_clauses(reply.untaken)
        return reply

    def _answer_everyday_speech(self, text: str, line: Line) -> Reply | Refused:
        """The answer to a line as people talk; to a script's as it is typed: where it begins with
        no word of the companion's, the refusal names the line that was meant."""
        if not self._whole_words:
            if is_command_word_alone(text):  # as the prompt opens, before the phrasebook is read
                outcome = self._try_line(text, line)
                if isinstance(outcome, Reply):
                    return outcome
            from companion.commands.spoken_lines.refused_lines_tried_as_phrases import (
                answer_line_leniently,  # measured: no script needs it
            )

            return answer_line_leniently(text, line, self._try_line, self._build_context)
        outcome = self._try_line(text, line)
        if not isinstance(outcome, Refused) or outcome.resolved is not None or not line.rest:
            return outcome
        from companion.commands.spoken_lines.explained_refusals import (
            name_meaning_in_refusal,  # measured: few lines need it
        )

        return name_meaning_in_refusal(outcome, text, line, self._build_context)

    def _try_line(self, text: str, line: Line, typed: str = "") -> Reply | Refused:
        """The answer to a line, or its refusal. `typed` is what was typed in its place."""
        resolved = None
        try:
            resolved = dispatch.resolve_word_of_line(line, self.campaign, whole=self._whole_words)
            repeated, resolved = self._stops.restore_stopped_line(text, resolved)
            if repeated != text and self.reads_everyday_speech:
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
        if self.archive.dry_run or dispatch.is_line_read_only(word, self._build_context(line)):
            self._refresh_archive(write=False)
            if self.archive.dry_run or dispatch.is_line_read_only(word, self._build_context(line)):
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
        # Only where seats are kept.
        from companion.archive.seat_presence_and_guide_order_files import read_guide_orders
        from companion.commands.seat_permissions_and_guide_orders import (
            require_line_allowed_for_seat,
        )

        if not resolved.word.needs_no_campaign:
            self._refresh_archive(write=False)
        order = read_guide_orders(self.archive.folder).get(self.seat)
        muted, context = bool(order and order.is_muted), self._build_context(resolved.line)
        require_line_allowed_for_seat(resolved, context, text, muted=muted)

    def _execute_line(self, text: str, resolved: ResolvedLine, typed: str) -> Callable[[], Reply]:
        """Run the handler and commit its Ruling; if that fails, no die has fallen. Returns what
        builds the Reply, without the lock."""
        before, streams = self.campaign, self.archive.session.streams
        positions = streams.positions
        try:
            context = self._build_context(resolved.line, secretly=resolved.guide_only)
            ruling = dispatch.call_handler_of_word(resolved.word, context)
            if ruling.granted is not None:
                typed = f"{resolved.word.name} {resolved.line.rest}".rstrip()
                text, context = ruling.granted
            ruling = ruling.mark_visited_sites_known(before).remove_empty_items_without_supply(
                before
            )
            ruling = ruling.remove_unsettled_encounter(context).remind_of_morale(context)
            changes = ruling.collect_changes(before)
            self._require_valid(before, changes, ruling)
            rolled = streams.positions != positions
            entry = None
            if changes or rolled or ruling.note or ruling.outcome or ruling.undone_entries:
                draft = make_entry_to_journal(
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
                with add_repair_hints_to_refusals(self.archive.folder, self.campaign_folders):
                    entry = self.archive.commit(draft, ruling.campaign)
            if ruling.orders is not None and not self.archive.dry_run:
                from companion.archive.seat_presence_and_guide_order_files import (
                    write_guide_orders,  # only where seats are kept
                )

                write_guide_orders(self.archive.folder, ruling.orders)
            if ruling.report.new_seat is not None:
                self._change_seat(ruling.report.new_seat)
        except BaseException:
            streams.move_to_positions(positions)
            raise
        self._stops = self._stops.update_after_success(text, before, ruling.campaign)
        return lambda: Reply(
            line=typed or text,
            ok=True,
            meant=text if typed else None,
            entry=entry.name if entry is not None and not self.archive.dry_run else None,
            report=ruling.report,
            changes=changes,
            unknown_paths=list_paths_of_touched_unknown_sites(before, ruling.campaign, changes),
            has_secret_prefix=resolved.has_secret_prefix,
            guide_only=entry is not None and is_entry_for_guide_alone(entry),
            undoes_public=ruling.undoes_public,
            granted_to=context.seat if ruling.granted is not None else None,
            news=(*ruling.news, *ruling.list_news_of_changes(before, changes)),
            warnings=(*ruling.warnings, *self._collect_warnings()),
        )

    def _require_valid(self, before: Campaign, changes: tuple[Change, ...], ruling: Ruling) -> None:
        """Raises Impossible for changes whose files would not load again."""
        if changes:
            # Only a word that changes something.
            from companion.campaign.diff import require_applicable_changes

            require_applicable_changes(before, changes)
        after = ruling.campaign
        for file, _, message in find_invalid_values(after, known=self._last_valid_campaign):
            if ruling.kind in ("undo", "redo"):
                why = "What came later would make no sense without it."
                raise Impossible(why, "Try: undo, once for each, newest first.")
            why = f"That would leave {file} impossible: {message}."
            raise Impossible(why, "To see how things stand: status")
        self._last_valid_campaign = after

    def _change_seat(self, seat: Seat) -> None:
        """Change the seat; a desk that was opened for a player never becomes the Guide's."""
        if seat == "guide" != self._opening_seat:
            raise Impossible(
                f"This was opened for the {self._opening_seat}; the Guide's seat is not here.",
                "The Guide opens it without --as.",
            )
        self.seat = seat
