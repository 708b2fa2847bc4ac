"""Reading a line takes 2 ms and no more, in a Company with 200 things and a world of 200 NPCs: as
it is typed for a script, and as people talk."""

from itertools import cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.commands import dispatch
from companion.commands.spoken_lines import phrase_meanings
from companion.grammar.context import Context
from companion.grammar.typed_line import Line, parse_typed_line
from tests.benchmarks.conftest import desk_on

MOST_SECONDS = 0.002
NPCS = 200
STRICT = ("drop errant-3 thing-7", "supply errant-1 +2", "react npc-150 +1", "status")
TALK = (
    "errant-3 drops a torch",
    "how much supply has errant-1",
    "give errant-2's torch to errant-4",
    "roll a reaction for npc 150",
    "take that back",
    "errant-1 gets 5 silver and 3 pennies",
)


@pytest.fixture
def peopled(big: Path) -> Path:
    npcs = (f'[[npcs]]\nid = "npc-{n}"\nname = "Npc {n}"\nmet = true\n' for n in range(NPCS))
    (big / "world.toml").write_text("schema = 1\n\n" + "\n".join(npcs))
    return big


def test_a_line_as_scripts_type_it(benchmark: BenchmarkFixture, peopled: Path) -> None:
    desk, lines = desk_on(peopled), cycle(STRICT)
    context = desk.build_completion_context()

    def read() -> None:
        line = parse_typed_line(next(lines))
        assert line is not None
        word, line, *_ = dispatch.resolve_word_of_line(line, desk.campaign)
        word.read(line.arguments, context._replace(word=line.word, arguments=line.arguments))

    benchmark.pedantic(read, rounds=200, warmup_rounds=8)
    if benchmark.stats:
        assert benchmark.stats.stats.median <= MOST_SECONDS


@pytest.mark.parametrize("talk", TALK)
def test_a_line_as_people_talk(benchmark: BenchmarkFixture, peopled: Path, talk: str) -> None:
    desk = desk_on(peopled)
    context, line = desk.build_completion_context(), parse_typed_line(talk)
    assert line is not None
    goods, creatures = context.read_goods(), context.read_creatures()
    context = context._replace(  # a line looks once for changed tables
        read_goods=lambda: goods, read_creatures=lambda: creatures
    )

    def make_context(line: Line) -> Context:
        return context._replace(word=line.word, arguments=line.arguments, rest=line.rest)

    def read(typed: str = talk, line: Line = line) -> None:
        assert phrase_meanings.find_meaning_of_misread_phrase(typed, line, make_context) or next(
            phrase_meanings.list_meanings_of_refused_line(typed, line, make_context)
        )

    others = [(each, said) for each in TALK if each != talk and (said := parse_typed_line(each))]

    def read_others() -> None:  # what is kept of one line serves no other
        for each, said in others:
            read(each, said)

    benchmark.pedantic(read, setup=read_others, rounds=100, warmup_rounds=3)
    if benchmark.stats:
        assert benchmark.stats.stats.median <= MOST_SECONDS
