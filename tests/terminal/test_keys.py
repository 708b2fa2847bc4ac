"""How many keys a Turn costs: what docs/performance.md says, counted and played."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.campaign.campaign import Campaign
from companion.desk import Desk
from tests.desk.a_desk import a_desk, greenmire, said
from tests.terminal.a_terminal import Terminal, a_campaign

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
SEED = "night"
"""Of an evening on which no die that falls here leaves anything open."""
_ROW = re.compile(r"\| (?P<what>[^|]+) \| (?P<typed>`[^|]+`) \| (?P<keys>\d+) \|")


class Situation(NamedTuple):
    """What was typed before, and what must be so once the keys are pressed."""

    before: tuple[str, ...]
    so: Callable[[Campaign], bool]


def _turn(turn_type: str, number: int, declared: str = "") -> Callable[[Campaign], bool]:
    """The innermost Turn is this one, with this action of the Company's or of an Errant's."""

    def so(campaign: Campaign) -> bool:
        turn = campaign.book.turns[-1]
        there = not declared or declared in turn.declared.values()
        return (turn.type, turn.number) == (turn_type, number) and there

    return so


def _exhaustion(errant: str, points: int) -> Callable[[Campaign], bool]:
    return lambda campaign: campaign.get_errant(errant).exhaustion == points


def _lit(campaign: Campaign) -> bool:
    return any(
        item.id == "torch" and item.lit and item.burn == 2
        for item in campaign.get_errant("wim").items
    )


OUTSIDE = ("done", "out", "done")
SITUATIONS = {
    "an Exploration Turn, nothing open": Situation(("done",), _turn("exploration", 9)),
    "the same, with an action still open that is left so": Situation((), _turn("exploration", 9)),
    "an Exploration Turn, its die rolled by hand": Situation(("done",), _turn("exploration", 9)),
    "a Travel Turn with an action": Situation(OUTSIDE, _turn("travel", 10, "wade on")),
    "an Initiative Turn": Situation(("done", "zoom initiative", "next"), _turn("initiative", 2)),
    "a Downtime Turn, and what one Errant does": Situation(
        (*OUTSIDE, "out", "zoom! downtime"), _turn("downtime", 2, "drinks")
    ),
    "a night's sleep, and the morning": Situation(OUTSIDE, _exhaustion("bree", 0)),
    "a result of Rest: to Rest": Situation(
        ("done", "next =2,2"), lambda campaign: campaign.book.turns[-1].resting
    ),
    "a result of Rest: to press on": Situation(("done", "next =2,2"), _exhaustion("bree", 2)),
    "a result of Burn: to refill what is used up": Situation(("done", "next =3,3"), _lit),
    "a step back": Situation(("done", "next =6,6"), _turn("exploration", 8)),
}


def written() -> dict[str, tuple[list[str], int]]:
    """The table of the page: what is typed, a line each, and how many keys it says that is."""
    table = PAGE.read_text(encoding="utf-8").split("## Keys\n")[1].split("\n## ")[0]
    return {
        row["what"]: (re.findall(r"`([^`]+)`", row["typed"]), int(row["keys"]))
        for row in _ROW.finditer(table)
    }


def test_the_page_has_every_kind_of_turn() -> None:
    assert list(written()) == list(SITUATIONS)


@pytest.mark.parametrize("what", SITUATIONS)
def test_the_keys_written_down_are_all_it_takes(what: str, tmp_path: Path) -> None:
    lines, keys = written()[what]
    assert keys == sum(len(line) + len("⏎") for line in lines)
    scripted = a_desk(greenmire(tmp_path), seed=SEED)
    for line in SITUATIONS[what].before:
        said(scripted, line)
    assert not SITUATIONS[what].so(scripted.campaign)
    desk = Desk(
        scripted.archive, scripted.campaign_folders
    )  # at the prompt beginnings of words will do
    said(desk, *lines)
    assert SITUATIONS[what].so(desk.campaign)


def test_a_turn_with_nothing_special_is_at_most_two_keys_and_enter() -> None:
    keys = written()
    assert keys["an Exploration Turn, nothing open"][1] <= 2
    assert keys["the same, with an action still open that is left so"][1] <= 3


def test_those_keys_are_enough_on_a_terminal(tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    with Terminal(folder.parent, "--seed", SEED) as terminal:
        for number, line in ((9, "n! =6"), (10, "n")):
            for key in line:
                terminal.put(key)
            terminal.enter()
            assert re.search(rf"\b{number}\b", terminal.bottom())
