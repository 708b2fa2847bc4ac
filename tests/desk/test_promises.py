"""What an answer says of who hears a line, and of the way back, is so: for every word at the
Guide's seat and at a player's, with `secret` before it and without."""

from pathlib import Path

import pytest

from companion.audience import Seat
from companion.campaign.secrecy import is_entry_for_guide_alone
from companion.grammar.command_words import WORDS
from companion.grammar.help_pages_file import load_help_pages
from companion.reports.journal import LogReport
from companion.reports.reply import Reply
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table
from tests.rounds import are_slow_tests_played, pick_part

EXAMPLES = [line for word in WORDS for line in load_help_pages().words[word.name].examples[:1]]


def ask(listener: Table) -> list[str]:
    """What another player can ask of the evening."""
    listener.desk.take_in_external_changes()
    return [encode_reply(listener.say(line), guide=False) for line in ("log 30", "recap", "npc")]


def hear_step(table: Table, listener: Table, step: str) -> Reply | None:
    """What another player hears of a step back or forward: nothing that is the Guide's alone, and
    no name but one that they had or have."""
    before = table.desk.campaign
    listener.desk.take_in_external_changes()
    table.done(step)
    reply = listener.desk.take_in_external_changes()
    heard = encode_reply(reply, guide=False) if reply is not None else ""
    known = {
        npc.name for each in (before, table.desk.campaign) for npc in each.world.npcs if npc.met
    }
    for npc in table.desk.campaign.world.npcs:
        assert npc.name in known or npc.name not in heard, step
    assert '"disposition"' not in heard, step
    return reply


def is_in_log(listener: Table, entry: str) -> bool:
    report = listener.read(LogReport, "log")
    return entry in [line.entry for line in report.entries]


@pytest.mark.parametrize("seat", ["guide", "timekeeper"])
def test_what_an_answer_says_of_who_hears_it_is_so(seat: Seat, tmp_path: Path) -> None:
    table, listener = Table(tmp_path, whole_words=False), Table(tmp_path, seat="mapper")
    table.done("done", "npc pike met yes", f"as {seat}")
    promised, after = set(), ask(listener)
    lines = [each for line in pick_part(EXAMPLES, 1) for each in (line, f"secret {line}")]
    for line in lines:
        before, reply = after, table.say(line)
        if reply.entry is None or not reply.ok:
            continue
        meanwhile, after = listener.desk.take_in_external_changes(), ask(listener)
        shown = render_reply(reply, make_name_lookup(table.desk.campaign), guide=seat == "guide")
        said = "\n".join(shown)
        entry = next(each for each in table.desk.archive.read_entries() if each.name == reply.entry)
        secret, tag = is_entry_for_guide_alone(entry), reply.report.tag if reply.report else ""
        assert is_in_log(listener, entry.name) != secret, line
        if "Nobody else hears of it" in said or "oted for the Guide alone" in said:
            promised.add("nothing")
            assert (meanwhile, after) == (None, before), line
        if "Nobody else hears" in said:
            assert secret, line
        if seat != "guide" and tag in ("roll", "rolls", "deck", "encounter_roll"):
            assert secret == (tag == "encounter_roll" or line.startswith("secret")), line
        if f"undo takes it back ({entry.number})" in said:
            promised.add("way back")
            for step in (f"undo {entry.number}", "redo"):
                heard = hear_step(table, listener, step)
                assert heard is None or "Nobody else hears of it" not in said, line
            after = ask(listener)
    kinds = {"nothing", "way back"} if are_slow_tests_played() else {"way back"}
    assert promised >= kinds, "else nothing was tested"
