"""What a line that is not understood is offered is about it: it holds a part of what was said and
nobody and no number that was not, or it only looks, tells where to read, or keeps what was said."""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.commands.dispatch import is_line_read_only, resolve_word_of_line
from companion.desk import Desk
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.typed_line import parse_typed_line
from companion.reports.reply import RefusalDetails
from tests.commands.table import Table
from tests.hints import copy_desk, list_hinted_lines
from tests.rounds import pick_part

FOLDER = Path(__file__).parent
STATES = tomllib.loads((FOLDER / "refused.toml").read_text(encoding="utf-8"))["state"]
PHRASES = sorted((FOLDER.parents[1] / "phrases").glob("*.toml"))
_KEEPING = ("help", "note", "declare")
_OF_TALK = ("I do not know", "I do not understand", "With «")
"""How a refusal begins that speaks of a line as people talk."""


def _say(folder: Path, *given: str) -> Desk:
    table = Table(folder, whole_words=False)
    for line in given:
        table.done(line)
    return table.desk


def _refuse(desk: Desk, typed: str) -> Iterator[tuple[Desk, RefusalDetails]]:
    """Every refusal of a line as people talk, each at a desk that stands where it was said."""
    desk = copy_desk(desk)
    for line in desk.split_line_into_commands(typed):
        before = copy_desk(desk)
        reply = desk.run(line)
        if reply is not None and reply.refusal and reply.refusal.message.startswith(_OF_TALK):
            yield before, reply.refusal


def _read_numbers(text: str) -> set[str]:
    numbers = load_phrases().numbers
    words = re.findall(r"[a-z]+|\d+", text.casefold())
    return {str(numbers.get(word, word)) for word in words if word in numbers or word.isdigit()}


def _require_own(desk: Desk, typed: str, line: str) -> None:
    """A line that would change something says nothing that was not typed."""
    read = parse_typed_line(line)
    assert read is not None
    if read.word in _KEEPING:
        return
    context = desk.build_completion_context()
    word, said, *_ = resolve_word_of_line(read, desk.campaign)
    said_context = context._replace(word=word.name, arguments=said.arguments, rest=said.rest)
    if is_line_read_only(word, said_context) or (line == "fight" and desk.campaign.book.combatants):
        return
    told = typed.casefold()
    for errant in desk.campaign.errants:
        assert errant.id not in line.split() or errant.id in told, (typed, line)
    assert _read_numbers(line) <= _read_numbers(typed), (typed, line)
    first, *things = re.findall(r"[a-z]{3,}", line.casefold())
    things = things or [first]  # `rest` says it all
    assert any(thing in told for thing in things) or _read_numbers(line), (typed, line)


def _require_all_own(desk: Desk, typed: str) -> None:
    for before, refusal in _refuse(desk, typed):
        assert refusal.hint, typed
        for line in list_hinted_lines(typed, refusal):
            _require_own(before, typed, line)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state["name"])
def test_what_a_new_table_is_offered_is_about_what_was_said(
    state: dict[str, list[str]], tmp_path: Path
) -> None:
    desk = _say(tmp_path, *state["given"])
    for line in state["lines"]:
        _require_all_own(desk, line)


@pytest.fixture(scope="module")
def say(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Desk]:
    """Desks at which lines have been said: as phrases are typed at copies, one for all that need
    the same."""

    @cache
    def say_once(*given: str) -> Desk:
        return _say(tmp_path_factory.mktemp("table"), *given)

    return say_once


@pytest.mark.parametrize("file", PHRASES, ids=lambda file: file.stem)
def test_what_a_refused_phrase_is_offered_is_about_what_was_said(
    file: Path, say: Callable[..., Desk]
) -> None:
    phrases = tomllib.loads(file.read_text(encoding="utf-8"))["phrase"]
    refused = [each for each in phrases if "means" not in each and "either" not in each]
    for phrase in pick_part(refused, 2, short=12):
        _require_all_own(say(*phrase.get("given", ())), phrase["say"])


def refuse(folder: Path, typed: str, *given: str) -> str:
    """What a line is answered with, message and hint."""
    refusal = Table(folder, whole_words=False).refused(*given, typed)
    return f"{refusal.message} {refusal.hint}"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("bree falls into a 20 foot gizmo", "Try: hazard bree fall 20, or declare"),
        ("wim kills harl", 'Try: attack wim on "Harl Dunn", or declare wim kills harl'),
        ("bree lights the gizmo", "Try: light bree, or declare bree lights the gizmo"),
        ("drop the gizmo", "To read about it: help drop"),
        ("pay the innkeeper 5 shillings", "Who? Try: coins bree -5 shillings"),
        ("reaction roll for the innkeeper", "Try: npc innkeeper"),
        ("wim bribes the bailiff with 5 pennies", "Try: npc bailiff"),
        ("react the sexton", "Try: npc sexton"),
        ("how does the sexton react", "Try: npc sexton"),
    ],
)
def test_a_line_is_offered_only_of_its_own_parts(typed: str, offered: str, tmp_path: Path) -> None:
    assert offered in refuse(tmp_path, typed)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("react", "Try: npc strangers"),
        ("how do they react", "Try: npc strangers"),
        ("react eels", "Try: npc eels"),
        ("the eels react", "Try: npc eels"),
        ("what do the eels think of them", "Try: npc eels"),
    ],
)
def test_whom_an_encounter_brings_is_made_before_they_react(
    typed: str, offered: str, tmp_path: Path
) -> None:
    assert offered in refuse(tmp_path, typed, "done", "next search =1")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("the crab dies", "To read about it: help hurt. To write it down: note the crab dies"),
        ("something zzz in the market", "help market. To write it down: note something"),
    ],
)
def test_what_is_told_can_be_written_down(typed: str, offered: str, tmp_path: Path) -> None:
    assert offered in refuse(tmp_path, typed, "done")


@pytest.mark.parametrize(
    "typed",
    [
        "stair is waist deep and slimy, bree found a ledge on the left",
        "bam, door's down, three ghouls in the vestry",
        "no sign of the monk, just a wet habit",
        "the bolt gives way, its dark behind",
        "bree gets her foot stuck in the grating",
        "two skeletons and a rusty helm",
    ],
)
def test_what_is_told_of_an_open_action_is_offered_as_its_outcome(
    typed: str, tmp_path: Path
) -> None:
    hint = Table(tmp_path, whole_words=False).refused(typed).hint
    assert hint == f"Try: done {typed}"


@pytest.mark.parametrize(
    "typed",
    [
        "corvin sells the lead saint for what he can get",
        "ondine lays hands on wim, he gets 3 back",
        "wim shoots the second for 5",
        "wim, frobnicate the altar",
        "drop the gizmo",
        "if the zzz holds they get across",
        "bree eats the zzz relic",
    ],
)
def test_a_deed_that_is_counted_is_offered_as_no_outcome(typed: str, tmp_path: Path) -> None:
    assert "done " not in Table(tmp_path, whole_words=False).refused(typed).hint


def test_the_die_that_was_rolled_harms_nobody(tmp_path: Path) -> None:
    assert "hurt" not in refuse(
        tmp_path, "corvin zzz the door in, next turn, the die was 6 i think"
    )


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("who zzz the prices", "To look: wares. To read about it: help market"),
        ("what does wim zzz in his bag", "To look: slots wim, or company."),
        ("why zzz the fever", "To look: effect, or timers. To read about it: help effects"),
        ("where does zzz zzz", "To see all the words: help"),
    ],
)
def test_a_question_is_answered_with_words_that_look(typed: str, told: str, tmp_path: Path) -> None:
    said = refuse(tmp_path, typed)
    assert said.startswith("I do not understand that question, and do not know «zzz")
    assert told in said


@pytest.mark.parametrize(
    "typed",
    [
        "if he zzz, bree takes 3 damage",
        "wim eats the zzz relic",
        "hypothetically bree takes 4 damage",
        "the last goblin takes 3 damage",
        "bree eats a ration and wim drops his torch",
        "curse on wim lifted",
        "next morning they leave",
        "bree throws away her gizmo",
        "bree hit for 3",
        "we give him 10 zzz pennies",
    ],
)
def test_a_line_that_says_more_than_it_is_not_shortened(typed: str, tmp_path: Path) -> None:
    lines = list_hinted_lines(typed, Table(tmp_path, whole_words=False).refused(typed))
    assert {line.split()[0] for line in lines} <= {"help", "note", "declare"}


def test_in_a_fight_a_question_looks_at_the_fight(tmp_path: Path) -> None:
    assert "To look: fight, or hp." in refuse(
        tmp_path, "whos winning this", "fight goblin x4 surprise none"
    )


@pytest.mark.parametrize(
    ("typed", "unknown"),
    [
        ("wims zzz is 4 feet long", "zzz"),
        ("hes zzz", "zzz"),
        ("4 goblins zzz them", "zzz"),
        ("whos zzz", "zzz"),
    ],
)
def test_the_word_that_nobody_knows_is_named(typed: str, unknown: str, tmp_path: Path) -> None:
    assert re.findall("«(.*?)»", refuse(tmp_path, typed)) == [unknown]


def test_a_player_is_not_told_to_write_what_the_guide_tells(tmp_path: Path) -> None:
    Table(tmp_path)
    player = Table(tmp_path, whole_words=False, seat="timekeeper")
    assert "note" not in player.refused("the crab dies").hint
