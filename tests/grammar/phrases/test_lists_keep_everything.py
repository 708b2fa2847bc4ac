"""Of a list of people and things, however it is said, nobody and nothing falls away without a word:
all of it stands in the line that is meant, or the line is refused."""

from itertools import pairwise

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.line_runner import run_deeds_of_line
from companion.reports.reply import Reply
from tests.hints import copy_desk
from tests.phrases.test_phrases import OpenDesk, open_desk, understand
from tests.rounds import count_examples

__all__ = ["open_desk"]
NAMES = ("bree", "wim", "corvin", "ondine")
THINGS = (
    *("rope", "torch", "oil", "rations", "hammer", "florb", "crowbar", "chalk", "mirror"),
    *("silver ring", "block and tackle", "chisel", "lantern"),
)
DEEDS = (
    *("gets", "drops", "takes", "finds", "loses", "buys", "stows", "lights", "carries", "holds"),
    *("picks up", "puts away", "grabs", "uses", "stashes", "throws away", "sells", "unpacks"),
    *("get", "drop", "take", "find", "lose", "buy", "need", "wants", "gathers", "leaves"),
)
HANDING = ("gives", "hands", "passes", "tosses", "lends", "give", "offers")
BEFORE = ("", "", "a ", "the ", "2 ", "his ", "some ", "her ", "another ")
KEPT = ("next ", "declare ", "note ", "done ")
"""Lines that keep all that was said."""
few = settings(
    max_examples=count_examples(900, 60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def join_list(each: list[str], signs: list[str]) -> str:
    return each[0] + "".join(f"{sign}{one}" for sign, one in zip(signs, each[1:], strict=False))


@st.composite
def lists(draw: st.DrawFn, of: tuple[str, ...], most: int, before: tuple[str, ...]) -> list[str]:
    """The list as it is said, and what is in it."""
    listed = draw(st.lists(st.sampled_from(of), min_size=1, max_size=most, unique=True))
    said = [draw(st.sampled_from(before)) + each for each in listed]
    signs = [draw(st.sampled_from([" and ", ", ", ", and "])) for _ in pairwise(said)]
    return [join_list(said, signs), *listed]


@given(lists(NAMES, 2, ("",)), st.sampled_from(DEEDS), lists(THINGS, 3, BEFORE))
@example(["wim and bree", "wim", "bree"], "drop", ["a torch and rope", "torch", "rope"])
@example(["wim", "wim"], "drops", ["some florb, an oil", "florb", "oil"])
@example(["bree", "bree"], "takes", ["the crowbar, and a mirror", "crowbar", "mirror"])
@example(["corvin", "corvin"], "loses", ["some crowbar, 2 rope", "crowbar", "rope"])
@example(["ondine", "ondine"], "throws away", ["rations, and some mirror", "rations", "mirror"])
@few
def test_what_somebody_does_with_a_list(
    open_desk: OpenDesk, people: list[str], deed: str, things: list[str]
) -> None:
    assert_all_is_kept(open_desk, f"{people[0]} {deed} {things[0]}", people[1:], things[1:])


@given(st.permutations(NAMES), st.sampled_from(HANDING), lists(THINGS, 3, BEFORE), st.booleans())
@example(("corvin", "ondine"), "lends", ["oil and rations", "oil", "rations"], True)
@example(("wim", "corvin"), "gives", ["a block and tackle", "block and tackle"], False)
@few
def test_what_somebody_hands_over(
    open_desk: OpenDesk, people: tuple[str, ...], deed: str, things: list[str], is_last: bool
) -> None:
    giver, taker, *_ = people
    said = f"{deed} {things[0]} to {taker}" if is_last else f"{deed} {taker} {things[0]}"
    assert_all_is_kept(open_desk, f"{giver} {said}", [giver, taker], things[1:])


COUNTED = (
    *("take {} damage", "suffer {} damage", "lose {} hp", "lose {} supply", "get {} shillings"),
    *("pay {} pennies", "find {} shillings", "get {} exhaustion", "use {} supply", "heal {}"),
    *("check phys dv {}", "roll skill, dv {}", "save with phys, dv {}", "throw away {} torches"),
    *("are hit for {}", "fall for {}", "need {} supply", "have {} torches", "eat {} rations"),
)


@given(lists(NAMES, 3, ("",)), st.sampled_from(COUNTED), st.integers(2, 9))
@example(["wim, ondine", "wim", "ondine"], "suffer {} damage", 9)
@few
def test_what_befalls_several_by_number(
    open_desk: OpenDesk, people: list[str], deed: str, number: int
) -> None:
    desk = copy_desk(open_desk("done"))
    replies: list[Reply] = []

    def do(typed: str) -> Reply | None:
        if (reply := desk.run(typed)) is not None:
            replies.append(reply)
        return reply

    typed = f"{people[0]} {deed.format(number)}"
    left = run_deeds_of_line(desk, typed, do).left
    done = [each.meant or each.line for each in replies]
    if not all(each.ok for each in replies) or any(line.startswith(KEPT) for line in done):
        return
    meant = " ".join((*done, *left))
    assert not [each for each in (*people[1:], str(number)) if each not in meant], (typed, done)


def assert_all_is_kept(
    open_desk: OpenDesk, typed: str, people: list[str], things: list[str]
) -> None:
    understood = understand(open_desk("done"), typed)
    if len(understood) != 1 or understood[0].startswith(KEPT):
        return
    (line,) = understood
    is_eaten = line.startswith("eat ")
    lost = [each for each in people if each not in line]
    lost += [each for each in things if not is_eaten and each.split()[-1] not in line]
    assert not lost, (typed, line)
