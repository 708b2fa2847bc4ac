"""`draw` and `shuffle` said at a campaign's desk: its journal has them, and its decks keep what was
drawn."""

from collections.abc import Iterable

from companion.archive.cure import open_campaign
from companion.commands.reply import Reply
from companion.commands.reports import DeckReport, Report, RollReport
from companion.desk import Desk
from companion.refusal import Broken, Refusal
from companion.shell.forms import CSV, csv_row
from companion.shell.given import Given
from companion.shell.rolling import in_blanks
from companion.shell.tables import struct_pieces
from companion.view.called import called_in
from companion.view.reply import reply_lines
from companion.words.line import quoted


def said(word: str, typed: str, given: Given, form: str, *more: str) -> Iterable[str]:
    """What the word answers, told of this table: in text as at the prompt, else the rolls of what
    was drawn, or the Report where nothing was, as pieces of that form.

    Raises what the word was refused with.
    """
    archive = open_campaign(given.campaign or "", given.shelves, seed=given.chosen_seed)
    desk = Desk(archive, given.shelves, whole_words=True)
    holds = [quoted(f"{fact}={value}") for fact, value in given.said.items()]
    reply = desk.run(" ".join([word, quoted(typed), *holds, *more]))
    if reply is None or reply.report is None:
        raise _refused(reply)
    if form == "text":
        return reply_lines(reply, called_in(desk.campaign), guide=True)
    return _pieces(reply.report, form)


def _refused(reply: Reply | None) -> Refusal:
    """Why there is nothing to tell."""
    if reply is None or reply.refusal is None:
        return Refusal(reply.error if reply and reply.error else "Nothing was said.")
    refused = reply.refusal
    if refused.problems:
        broken = Broken(refused.problems)
        broken.hint, broken.list_all = refused.hint, refused.list_all
        return broken
    return Refusal(refused.message, refused.hint)


def _pieces(report: Report, form: str) -> Iterable[str]:
    rolls = report.rolls if isinstance(report, DeckReport) else ()
    if form in CSV:
        return (_row(roll, form) for roll in rolls)
    return struct_pieces(rolls or (report,), form)


def _row(roll: RollReport, form: str) -> str:
    fell = in_blanks(roll.faces, roll.kept)
    return csv_row((roll.notation, roll.table, roll.row, roll.total, roll.text, *fell), form)
