"""An answer of every kind there is: what the examples of all words are answered at the sample."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.reports.reply import Reply
from companion.view.wording import NameLookup, make_name_lookup
from tests.commands.test_registry import EXAMPLES, table_for

REFUSED = ("lihgt", "becomes 7", "declare", "give", "zoom downtime", "drop bree moon")


class Answered(NamedTuple):
    """What was typed, what it was answered, and how people are called then."""

    typed: str
    reply: Reply
    called: NameLookup


@cache
def answers() -> tuple[Answered, ...]:
    """Every example, played once, and some lines that are refused."""
    found = []
    for typed in [*(example for _, example in EXAMPLES), *REFUSED]:
        with TemporaryDirectory() as folder:
            table = table_for(typed, Path(folder))
            reply = table.say(typed)
            found.append(Answered(typed, reply, make_name_lookup(table.desk.campaign)))
    return tuple(found)
