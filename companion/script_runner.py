"""A script: lines in, one answer a line out, as text or as JSON."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from companion.desk import Desk
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup


class Answer(NamedTuple):
    """The answer to one line, ready to print, and its exit status: 0, 1 or 3."""

    text: str
    status: int


def run_script(
    desk: Desk, lines: Iterable[str], *, as_json: bool, keep_going: bool
) -> Iterator[Answer]:
    """Answer each line in turn, up to the first refusal unless it is to keep going."""
    for line in chain.from_iterable(map(desk.split_line_into_commands, lines)):
        reply = desk.run(line)
        if reply is None:
            continue
        guide = desk.seat == "guide"
        status = 0 if reply.ok else 3 if reply.refusal and reply.refusal.problems else 1
        if as_json:
            yield Answer(
                encode_reply(reply, guide=guide, loose=desk.reads_everyday_speech) + "\n", status
            )
        else:
            shown = render_reply(reply, make_name_lookup(desk.campaign), guide=guide)
            yield Answer("\n".join([f"> {reply.line}", *shown]) + "\n\n", status)
        if reply.is_quit or (status and not keep_going):
            return
