"""Lines as people say them, each with the line of the companion that means it: none is taken for
something else."""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.commands.dispatch import resolve_word_of_line
from companion.desk import Desk
from companion.grammar.typed_line import parse_typed_line
from tests.commands.table import Table
from tests.internal_ids import find_internal_ids
from tests.rounds import are_slow_tests_played, pick_part

FILES = sorted(Path(__file__).parent.glob("*.toml"))
RUN = Desk.run
"""Before tests type the hints of what is refused."""
Meaning = tuple[bool, str, dict[str, object]]
OpenDesk: TypeAlias = Callable[..., Desk]


class Written(BaseException):
    """What would have been journalled."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.line)
        self.entry = entry


def understand(desk: Desk, typed: str) -> tuple[str, ...]:
    """The lines as which this one is understood: none if it is refused, two if it is asked about.
    Nothing is written."""

    def stop(draft: Entry, _campaign: Campaign) -> Entry:
        raise Written(draft)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk.archive, "commit", stop)
        patch.setattr(desk, "_stops", desk._stops._replace(line=None))
        patch.setattr(desk, "seat", desk.seat)
        try:
            reply = RUN(desk, typed)
        except Written as written:
            return (written.entry.line,)
    assert reply is not None
    assert reply.error is None, (typed, reply.error)
    if reply.meant or reply.ok or (reply.refusal and reply.refusal.kind == "open"):
        return (reply.meant or typed,)
    if reply.refusal and "may mean two things" in reply.refusal.message:
        return tuple(reply.refusal.hint.removeprefix("Try: ").split(", or "))
    return ()


def use_ids(desk: Desk, canonical: str) -> str:
    """A line with the id of each NPC in the place of a part of it."""
    for npc in desk.campaign.world.npcs:
        canonical = canonical.replace(f'"{npc.name}"', npc.id)
    for npc in desk.campaign.world.npcs:
        parts = "|".join(part for part in npc.id.split("-") if len(part) > 3)
        canonical = re.sub(rf"(?<![\w-])({parts})(?![\w-])", npc.id, canonical)
    return canonical


def read_values(desk: Desk, canonical: str, *, whole: bool = True) -> Meaning:
    """The word, the handler and the values that a form reads out of a line."""
    line = parse_typed_line(use_ids(desk, canonical))
    assert line is not None
    word, line, _, guide_only = resolve_word_of_line(line, desk.campaign, whole=whole)
    context = desk.build_completion_context()
    form, values = word.read(
        line.arguments, context._replace(word=line.word, arguments=line.arguments, rest=line.rest)
    )
    return guide_only, form.handler, values


@pytest.fixture(scope="module")
def open_desk(tmp_path_factory: pytest.TempPathFactory) -> OpenDesk:
    """A desk at which what a phrase needs has been said: as nothing is written at any, the same
    for all that need the same."""

    @cache
    def open_one(*given: str) -> Desk:
        table = Table(tmp_path_factory.mktemp("table"), whole_words=False)
        table.say(*given) if given else None
        return table.desk

    return open_one


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_phrase_is_taken_as_meant_or_refused(file: Path, open_desk: OpenDesk) -> None:
    refused = []
    phrases = tomllib.loads(file.read_text(encoding="utf-8"))["phrase"]
    if not are_slow_tests_played():  # .ci/run tries them all
        phrases = pick_part(phrases, 2, short=15)
    for phrase in phrases:
        desk = open_desk(*phrase.get("given", ()))
        typed, meant = phrase["say"], phrase.get("either") or list_meant(phrase)
        understood = understand(desk, typed)
        ids = [each for each in find_internal_ids(desk.campaign) if not each.search(typed)]
        shown = [line for line in understood if any(each.search(line) for each in ids)]
        assert not shown, (typed, shown)
        values = [read_values(desk, line) for line in meant]
        taken = [read_values(desk, line, whole=line != typed) for line in understood]
        assert not taken or any(each in values for each in taken), (typed, meant, understood)
        if not taken and meant and "refused" not in phrase:
            refused.append(typed)
    assert not refused


def list_meant(phrase: Mapping[str, str]) -> list[str]:
    """The line that a phrase means; none for one that must not be taken for anything."""
    return [phrase["means"]] if "means" in phrase else []
