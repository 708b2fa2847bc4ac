"""No number of an id is read in packs with several stacks of the same thing: in refusals and hints,
stops, status, menus, answers and in what a line was understood as. `tests/hints.py` types what is
hinted."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from companion.reports.reply import Reply
from companion.view.reply import render_reply
from companion.view.screen.bottom_line import render_bottom_line_as_text
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table
from tests.commands.test_completion import completed
from tests.internal_ids import find_internal_ids
from tests.rounds import WHOLE, are_slow_tests_played

WORDS = ("refill", "let-go", "light", "snuff", "use", "drop", "move", "stash", "pass", "fetch")
PACKS: dict[str, tuple[str, ...]] = {
    "torches": ("light bree torch", "burn", "give bree torch x2", "light bree torch"),
    "burnt out": ("light bree torch", "burn", "burn", "give bree torch hand"),
    "rations at 0": ("use ondine rations", "use ondine rations", "use bree rations"),
    "spears": ("give bree masterwork spear", "give bree spear hand", "give bree spear"),
    "oil": ("give ondine oil", "use ondine oil", "use ondine oil", "use ondine oil"),
    "sacks": ("give bree sack x1", "move bree torch in sack", "give bree sack x1 hand"),
    "mail": ("give bree coif worn", "give bree mail hand", "block bree 2 mail"),
    "ammunition": ("use wim arrows", "give wim arrows", "use wim arrows", "use wim arrows"),
}
PEOPLE = ("", "bree ", "ondine ", "wim ")
THINGS = ("", "torch", "torches", "rations", "oil", "lantern", "sack", "mail", "arrows", "torhc")


def _list_texts(table: Table, reply: Reply) -> Iterator[str]:
    """All that a person reads of an answer."""
    campaign = table.desk.campaign
    yield from map(str, render_reply(reply, make_name_lookup(campaign), guide=True))
    yield from filter(None, (reply.meant,))
    if reply.refusal is not None:
        yield from (reply.refusal.message, reply.refusal.hint)


def _set_up(table: Table, lines: tuple[str, ...]) -> None:
    table.done(*lines)


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("pack", PACKS)
def test_no_answer_and_no_refusal_names_a_number_of_the_file(
    pack: str, word: str, tmp_path: Path
) -> None:
    _set_up(Table(tmp_path), PACKS[pack])
    table = Table(tmp_path, whole_words=False, dry_run=True)
    to = {"move": " handy", "pass": " wim", "stash": ""}.get(word, "")
    turn = WORDS.index(word) + list(PACKS).index(pack)
    each = 1 if WHOLE else 2 if are_slow_tests_played() else 9
    for (at, who), (number, thing) in product(enumerate(PEOPLE), enumerate(THINGS)):
        if (turn + at + number) % each:
            continue  # of each thing in each pack some of the four are asked
        line = f"{word} {who}{thing}{to if thing else ''}".strip()
        if not thing and who and word == "pass":
            line = f"{word} {who}wim torch"
        reply = table.say(line)
        ids = find_internal_ids(table.desk.campaign)
        for text in _list_texts(table, reply):
            assert not [each for each in ids if each.search(text)], (line, text)
        if reply.entry:
            table.done("undo")


@pytest.mark.parametrize("pack", PACKS)
def test_no_menu_stop_or_status_names_a_number_of_the_file(pack: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    _set_up(table, PACKS[pack])
    ids = find_internal_ids(table.desk.campaign)
    replies = [table.say(line) for line in ("status", "company", "slots", "timers", "next", "log")]
    texts = [text for reply in replies for text in _list_texts(table, reply)]
    name_of = make_name_lookup(table.desk.campaign)
    texts += [
        render_bottom_line_as_text(table.desk.build_status(), name_of, each) for each in (40, 120)
    ]
    for word in (*WORDS, "quality", "repair", "block", "attack", "leave", "sell", "fuel"):
        for who in ("", "bree ", "ondine ", "wim "):
            texts += completed(table, f"{word} {who}")
    for text in texts:
        assert not [each for each in ids if each.search(text)], text


@pytest.mark.parametrize("word", ["drop", "move", "pass"])
@pytest.mark.parametrize("pack", PACKS)
def test_what_the_menu_names_is_taken_and_is_that_thing(
    pack: str, word: str, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    _set_up(table, PACKS[pack])
    to = " hand" if word == "move" else ""
    for who in ("bree", "ondine", "wim"):
        for each in completed(table, f"{word} {who}{' tansy' if word == 'pass' else ''} "):
            reply = table.say(f"{each}{to}")
            assert reply.ok or reply.refusal is None or reply.refusal.kind == "impossible", each
            if reply.entry:
                table.done("undo")


def test_of_two_that_differ_in_nothing_either_does(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("use ondine rations", "use ondine rations")
    assert "refill or let-go ondine rations (2 of them)" in table.desk.build_status().open
    table.done("refill")
    assert "refill or let-go ondine rations" in table.desk.build_status().open
