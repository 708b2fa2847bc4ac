"""What a refusal says to try can be typed as it stands: the lines of help and of people, broken in
five ways, in five states of the sample campaign. `tests/hints.py` types the hints."""

import tomllib
from pathlib import Path

import pytest

from companion.desk import Desk
from companion.grammar.help_pages_file import load_help_pages
from tests.commands.table import Table
from tests.hints import copy_desk, list_hinted_lines
from tests.rounds import LONG, pick_part

STATES: dict[str, tuple[str, ...]] = {
    "exploring": (),
    "rolled": ("next! search =1",),
    "fighting": ("zoom initiative",),
    "travelling": ("done", "out", "next! =6"),
    "nowhere": ("out!", "out!"),
}
PHRASES = sorted((Path(__file__).parents[1] / "phrases").glob("*.toml"))


def _break_line(line: str, way: int) -> str:
    """A line with a word dropped, doubled, misspelt, in the wrong place, or too many."""
    word, *rest = line.split(" ")
    if not rest or way == 4:
        return f"{line} zzz"
    last = rest[-1]
    broken = (
        rest[:-1],
        [*rest, last],
        [*rest[:-1], f"{last[:-1]}q{last[-1:]}"],
        [last, *rest[:-1]],
    )[way]
    return " ".join((word, *broken))


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("whole_words", [True, False], ids=["script", "prompt"])
def test_the_hint_for_a_broken_line_works(state: str, whole_words: bool, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=whole_words)
    table.done(*STATES[state]) if STATES[state] else None
    examples = [line for page in load_help_pages().words.values() for line in page.examples]
    for number, line in pick_part(list(enumerate(examples)), 1):
        turn = number + list(STATES).index(state)
        if (
            whole_words or turn % (2 if LONG else 4) == 0
        ):  # the prompt looks long for what was meant
            copy_desk(table.desk).run(_break_line(line, turn % 5))


@pytest.mark.slow
@pytest.mark.parametrize("file", PHRASES, ids=lambda file: file.stem)
def test_the_hint_for_a_phrase_in_a_script_works(file: Path, tmp_path: Path) -> None:
    table = Table(tmp_path)
    desks: dict[tuple[str, ...], Desk] = {}
    for phrase in pick_part(tomllib.loads(file.read_text(encoding="utf-8"))["phrase"], 2):
        given = tuple(phrase.get("given", ()))
        if given not in desks:
            desks[given] = copy_desk(table.desk)
            for line in given:
                desks[given].run(line)
        copy_desk(desks[given]).run(phrase["say"])


GUIDES = (
    *(
        "sign",
        "sign end",
        "sign end chapel",
        "sign the tithe collectors",
        "tell",
        "tell six riders",
    ),
    *(
        "known causeway",
        "known chapel no",
        "npc new Odo",
        "npc ?",
        "npc ysolde name Odo",
        "npc Odo",
    ),
    *("faction new Eels", "settlement Saltford town", "undo 2", "encounter", "at causeway"),
)


@pytest.mark.parametrize("line", GUIDES)
def test_where_a_word_is_the_guides_a_player_is_told_what_they_can_type(
    line: str, tmp_path: Path
) -> None:
    """At a prompt that was opened for a player, who cannot sit down as the Guide."""
    guide, player = Table(tmp_path), Table(tmp_path, seat="timekeeper")
    guide.done("done", "npc pike threat 2", "sign an old friend", "next =1")
    player.desk.take_in_external_changes()
    refusal = player.refused(line)
    hinted = list(list_hinted_lines(line, refusal))
    assert hinted
    for each in hinted:
        player.done(each)
