"""An answer of every kind there is: what the examples of all words are answered at the sample; the
first of each word, and few others, while somebody works."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.reports.journal import ExportReport
from companion.reports.reply import Reply
from companion.view.record.export import render_export_report
from companion.view.reply import render_reply
from companion.view.screen.reply_drawing import draw_reply
from companion.view.shared_wording import NameLookup, make_name_lookup
from tests.commands.table import Table
from tests.commands.test_registry import EXAMPLES, table_for
from tests.rounds import are_slow_tests_played, pick_part

REFUSED = ("lihgt", "becomes 7", "declare", "give", "zoom downtime", "drop bree moon")


class Answered(NamedTuple):
    """What was typed, what it was answered, and how people are called then."""

    typed: str
    reply: Reply
    called: NameLookup


@cache
def answers() -> tuple[Answered, ...]:
    """Examples, each played once, and some lines that are refused."""
    found = []
    for typed in [*_list_examples(), *REFUSED]:
        with TemporaryDirectory() as folder:
            table = table_for(typed, Path(folder))
            reply = table.say(typed)
            found.append(Answered(typed, reply, make_name_lookup(table.desk.campaign)))
    return tuple(found)


def _list_examples() -> list[str]:
    if are_slow_tests_played():
        return [example for _, example in EXAMPLES]
    first = dict(reversed(EXAMPLES))
    others = [example for word, example in EXAMPLES if first[word] != example]
    return [*first.values(), *pick_part(others, 9)]


def lines(table: Table, *typed: str, guide: bool = True) -> list[str]:
    """What people read of the last of these lines, but for the way back."""
    reply = table.done(*typed)
    shown = render_reply(reply, make_name_lookup(table.desk.campaign), guide=guide)
    return [str(line) for line in shown if not line.startswith("undo takes")]


def panel(table: Table, *typed: str, guide: bool = True, width: int = 80) -> list[str]:
    """What is drawn for the last of these lines, but for the way back."""
    reply = table.done(*typed)
    shown = draw_reply(
        reply,
        make_name_lookup(table.desk.campaign),
        guide=guide,
        form="full",
        width=width,
        plain=False,
    )
    return [line.plain for line in shown if not line.plain.startswith("undo takes")]


def encode_export(report: ExportReport) -> str:
    """An exported document as one text."""
    return "".join(f"{line}\n" for line in render_export_report(report, str))
