"""Decks at the shell: a fresh one for each run, or those of a campaign."""

from collections.abc import Iterable, Iterator

from companion.cli.options import CallOptions
from companion.cli.output import CSV_FORMATS, encode_csv_row
from companion.cli.request import DrawRequest
from companion.cli.rolls import encode_faces, make_draw_renderer
from companion.cli.table_catalog import encode_structs
from companion.desk import Desk
from companion.dice.faces import Faces, HandFaces
from companion.grammar.line import quote_name
from companion.randomtables.draw import draw_from
from companion.randomtables.live_rows import fold_facts, require_enough, weigh_live_rows
from companion.randomtables.table import CardsOut, Table
from companion.refusal import Broken, Impossible, Refusal
from companion.reports import Report
from companion.reports.reply import Reply
from companion.reports.tables import DeckReport, RollReport
from companion.view.reply import render_reply
from companion.view.wording import make_name_lookup


def draw_rows(asked: DrawRequest, options: CallOptions, form: str) -> Iterable[str]:
    """So many rows of a table, as pieces. The fallback comes last if there are too few rows.
    Raises Impossible if there are too few and no fallback."""
    table, times = _require_deck(asked.table, options), asked.times
    require_enough(table, times, options.facts, {})
    stream = options.open_stream("table")
    if asked.entered is None:
        return _draw_from_fresh_deck(table, times, options, form, stream)
    by_hand = HandFaces(asked.entered, then=stream)
    pieces = list(_draw_from_fresh_deck(table, times, options, form, by_hand))
    by_hand.finish()
    return pieces


def shuffle_rows(typed: str, options: CallOptions, form: str) -> Iterator[str]:
    """All rows of a table in a shuffled order."""
    table = _require_deck(typed, options)
    return _draw_from_fresh_deck(
        table, _count_cards(table, options), options, form, options.open_stream("table")
    )


def _require_deck(typed: str, options: CallOptions) -> Table:
    """A table to draw from. Raises Impossible if it has dice."""
    table = options.resolve_table(typed)
    if table.dice is not None:
        raise Impossible(
            f"«{table.name}» is rolled with {table.dice}, and none of its rows is ever used up.",
            f"Try: companion roll {table.name}",
        )
    return table


def _count_cards(table: Table, options: CallOptions) -> int:
    """How many cards there are now."""
    return sum(weight for _, weight in weigh_live_rows(table, fold_facts(options.facts), {}))


def _draw_from_fresh_deck(
    table: Table, times: int, options: CallOptions, form: str, faces: Faces
) -> Iterator[str]:
    tell = make_draw_renderer(form, options.seed)
    out: CardsOut = {}
    for _ in range(times):
        one = draw_from(
            table, faces, find=options.find_table, facts=options.facts, out=out, deck=True
        )
        out = one.out
        yield tell(one)
        if one.row is None:
            return


def run_deck_word(
    word: str, typed: str, options: CallOptions, form: str, *more: str
) -> Iterable[str]:
    """Run `draw` or `shuffle` in a campaign. The answer is that of the prompt in text, else the
    rolls, or the Report if nothing was drawn, as pieces. Raises the refusal of the word."""
    archive = options.shelves.open(options.campaign or "", seed=options.explicit_seed)
    desk = Desk(archive, options.shelves, whole_words=True)
    facts = [quote_name(f"{fact}={value}") for fact, value in options.explicit_facts.items()]
    reply = desk.run(" ".join([word, quote_name(typed), *facts, *more]))
    if reply is None or reply.report is None:
        raise _make_refusal(reply)
    if form == "text":
        return render_reply(reply, make_name_lookup(desk.campaign), guide=True)
    return _encode_report(reply.report, form)


def _make_refusal(reply: Reply | None) -> Refusal:
    """The refusal of a word without an answer."""
    if reply is None or reply.refusal is None:
        return Refusal(reply.error if reply and reply.error else "Nothing was said.")
    refused = reply.refusal
    if refused.problems:
        broken = Broken(refused.problems)
        broken.hint, broken.list_all = refused.hint, refused.list_all
        return broken
    return Refusal(refused.message, refused.hint)


def _encode_report(report: Report, form: str) -> Iterable[str]:
    rolls = report.rolls if isinstance(report, DeckReport) else ()
    if form in CSV_FORMATS:
        return (_encode_roll_row(roll, form) for roll in rolls)
    return encode_structs(rolls or (report,), form)


def _encode_roll_row(roll: RollReport, form: str) -> str:
    fell = encode_faces(roll.faces, roll.kept)
    return encode_csv_row((roll.notation, roll.table, roll.row, roll.total, roll.text, *fell), form)
