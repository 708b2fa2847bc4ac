"""Of a list of people and things, however it is said, nobody and nothing falls away without a word:
all of it stands in the lines that are meant, or one of them is refused."""

import re
from itertools import pairwise

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.line_runner import run_deeds_of_line
from companion.reports.reply import Reply
from tests.hints import copy_desk
from tests.phrases.test_phrases import OpenDesk, open_desk
from tests.rounds import count_examples

__all__ = ["open_desk"]
NAMES = ("bree", "wim", "corvin", "ondine")
GOODS = (
    *("rope", "torch", "oil", "rations", "hammer", "prybar", "chalk", "mirror", "chisel"),
    *("silver ring", "block and tackle", "lantern", "florb"),
)
"""What a table of prices lists, and what nobody has heard of."""
OWN = ("torch", "rations", "bedroll", "hammer", "mail", "oil", "lantern", "florb", "arrows")
GETTING = ("gets", "takes", "finds", "picks up", "grabs", "get", "find", "gathers", "pockets")
DOING = (
    *("drops", "loses", "stows", "lights", "holds", "puts away", "uses", "stashes", "drop"),
    *("throws away", "leaves", "unpacks", "takes out", "lose"),
)
HANDING = ("gives", "hands", "passes", "tosses", "lends", "give", "offers")
COUNTED = (
    *("take {} damage", "suffer {} damage", "lose {} hp", "lose {} supply", "get {} shillings"),
    *("pay {} pennies", "find {} shillings", "get {} exhaustion", "use {} supply", "heal {}"),
    *("check phys dv {}", "roll skill, dv {}", "save with phys, dv {}", "throw away {} torches"),
    *("are hit for {}", "fall for {}", "need {} supply", "have {} torches", "eat {} rations"),
)
BEFORE = ("", "", "a ", "the ", "2 ", "some ", "another ", "this ", "a shiny ")
THEIRS = ("", "", "the ", "his ", "her ", "a ", "the old ", "that ")
KEPT = ("next ", "declare ", "note ", "done ")
"""Lines that keep all that was said."""
few = settings(
    max_examples=count_examples(900, 60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@st.composite
def lists(draw: st.DrawFn, of: tuple[str, ...], most: int, before: tuple[str, ...]) -> list[str]:
    """The list as it is said, and what is in it."""
    listed = draw(st.lists(st.sampled_from(of), min_size=1, max_size=most, unique=True))
    said = [draw(st.sampled_from(before)) + each for each in listed]
    signs = [draw(st.sampled_from([" and ", ", ", ", and "])) for _ in pairwise(said)]
    whole = said[0] + "".join(map(str.__add__, signs, said[1:]))
    return [whole, *listed]


@given(lists(NAMES, 2, ("",)), st.sampled_from(GETTING), lists(GOODS, 3, BEFORE))
@example(["wim and bree", "wim", "bree"], "get", ["florb and rope", "florb", "rope"])
@example(["bree", "bree"], "takes", ["the prybar, and a mirror", "prybar", "mirror"])
@example(["corvin", "corvin"], "gets", ["another chalk, a chisel", "chalk", "chisel"])
@example(["bree", "bree"], "finds", ["20 pennies, a florb", "20", "florb"])
@example(["bree, wim", "bree", "wim"], "gets", ["hammer", "hammer"])
@few
def test_what_somebody_gets(
    open_desk: OpenDesk, people: list[str], deed: str, things: list[str]
) -> None:
    assert_all_is_kept(open_desk, f"{people[0]} {deed} {things[0]}", people[1:], things[1:])


@given(lists(NAMES, 2, ("",)), st.sampled_from(DOING), lists(OWN, 3, THEIRS))
@example(["wim and bree", "wim", "bree"], "drop", ["a torch and rope", "torch", "rope"])
@example(["wim", "wim"], "drops", ["some florb, an oil", "florb", "oil"])
@example(["corvin", "corvin"], "loses", ["some rope, 2 oil", "rope", "oil"])
@example(["ondine", "ondine"], "throws away", ["rations, and some oil", "rations", "oil"])
@example(["bree", "bree"], "drops", ["her torch, this mirror", "torch", "mirror"])
@example(["bree", "bree"], "drops", ["her torch, the old mirrors", "torch", "mirrors"])
@few
def test_what_somebody_does_with_their_things(
    open_desk: OpenDesk, people: list[str], deed: str, things: list[str]
) -> None:
    assert_all_is_kept(open_desk, f"{people[0]} {deed} {things[0]}", people[1:], things[1:])


@given(st.permutations(NAMES), st.sampled_from(HANDING), lists(OWN, 3, THEIRS), st.booleans())
@example(("ondine", "corvin"), "lends", ["oil and rations", "oil", "rations"], True)
@example(("wim", "corvin"), "gives", ["a block and tackle", "block and tackle"], False)
@few
def test_what_somebody_hands_over(
    open_desk: OpenDesk, people: tuple[str, ...], deed: str, things: list[str], is_last: bool
) -> None:
    giver, taker, *_ = people
    said = f"{deed} {things[0]} to {taker}" if is_last else f"{deed} {taker} {things[0]}"
    assert_all_is_kept(open_desk, f"{giver} {said}", [giver, taker], things[1:])


@given(lists(NAMES, 3, ("",)), st.sampled_from(COUNTED), st.integers(2, 9))
@example(["wim, ondine", "wim", "ondine"], "suffer {} damage", 9)
@few
def test_what_befalls_several_by_number(
    open_desk: OpenDesk, people: list[str], deed: str, number: int
) -> None:
    typed = f"{people[0]} {deed.format(number)}"
    assert_all_is_kept(open_desk, typed, people[1:], [str(number)])


def assert_all_is_kept(
    open_desk: OpenDesk, typed: str, people: list[str], things: list[str]
) -> None:
    """Type a line at a prompt that writes nothing: all these people and things must stand in what
    is done, or left to be typed. What is refused is not lost."""
    desk = copy_desk(open_desk("done"))
    replies: list[Reply] = []

    def do(typed: str) -> Reply | None:
        if (reply := desk.run(typed)) is not None:
            replies.append(reply)
        return reply

    left = run_deeds_of_line(desk, typed, do).left
    done = [each.meant or each.line for each in replies]
    if not all(each.ok for each in replies) or any(line.startswith(KEPT) for line in done):
        return
    words = re.findall(r"[\w']+", " ".join((*done, *left)))
    is_eaten = any(line.startswith("eat ") for line in done)
    wanted = [*people, *(() if is_eaten else (each.split()[-1] for each in things))]
    assert not [each for each in wanted if not _stands_in(each, words)], (typed, done)


def _stands_in(word: str, words: list[str]) -> bool:
    return any(word in (each, f"{each}s") or each in (f"x{word}", f"{word}s") for each in words)
