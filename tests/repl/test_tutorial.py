"""The tutorial: it goes on whatever is typed, and in the end takes everything back."""

import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event
from time import monotonic
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.data_folders import get_shipped_folder
from companion.campaign.campaign import Campaign
from companion.desk import Desk
from companion.repl import tutorial
from companion.repl.tutorial import END_SIGNALS, load_tutorial_texts, play_tutorial
from companion.reports.reply import Reply
from tests.cli.calling import folder_bytes


class Answered(NamedTuple):
    """A line that was run, its answer, and the campaign after it."""

    line: str
    reply: Reply | None
    campaign: Campaign


class Listener:
    """A prompt whose keyboard is a list of lines; Ctrl-D when they are used up."""

    def __init__(self, desk: Desk, typed: Iterable[str]) -> None:
        self.desk = desk
        self.start = desk.campaign
        self.told: list[str] = []
        self.answered: list[Answered] = []
        self._typed = iter(typed)

    def read_line(self) -> str:
        for typed in self._typed:
            return typed
        raise EOFError

    def answer_line(self, typed: str) -> Reply | None:
        """What the desk makes of it; a bug in it is a bug here."""
        reply = self.desk.run(typed)
        assert reply is None or reply.error is None, reply
        self.answered.append(Answered(typed, reply, self.desk.campaign))
        return reply

    def print_text(self, text: str) -> None:
        """Keep what is said."""
        self.told.append(text)


def played(tmp_path: Path, typed: Iterable[str]) -> Listener:
    """The tutorial played with these lines."""
    prompts: list[Listener] = []

    def open_prompt(desk: Desk) -> Listener:
        prompts.append(Listener(desk, typed))
        return prompts[0]

    play_tutorial(CampaignFolders(tmp_path / "kept", get_shipped_folder("tables")), open_prompt)
    return prompts[0]


def lines_run(listener: Listener) -> list[str]:
    return [each.line for each in listener.answered]


STEPS = load_tutorial_texts().steps
CLOSING, EARLY_CLOSING = load_tutorial_texts().closing, load_tutorial_texts().early_closing
ASKED = [step.line for step in STEPS]
ENTERS = [""] * len(STEPS)


@pytest.mark.parametrize(
    "typed",
    [ENTERS, ASKED, [f"  {line.upper().replace(' ', '   ')} " for line in ASKED]],
    ids=["Enter alone", "as asked", "shouted"],
)
def test_it_plays_through_and_takes_everything_back(typed: list[str], tmp_path: Path) -> None:
    listener = played(tmp_path, typed)
    assert [line.casefold().split() for line in lines_run(listener)] == [
        line.split() for line in ASKED
    ]
    assert all(each.reply is not None and each.reply.ok for each in listener.answered)
    assert CLOSING in listener.told[-1]
    middle = listener.answered[5].campaign
    assert middle.now > listener.start.now
    assert listener.desk.campaign == listener.start


def test_the_explanations_are_true(tmp_path: Path) -> None:
    listener = played(tmp_path, ENTERS)
    after = {each.line: each.campaign for each in listener.answered}
    rested = after["rest"]
    assert rested.get_errant("bree").exhaustion == listener.start.get_errant("bree").exhaustion
    burnt = after["next climb the bell tower =3"]
    assert burnt.get_errant("wim").get_item("torch").burn == 0
    refilled = after["refill wim torch"].get_errant("wim")
    assert (refilled.supply, refilled.get_item("torch").lit) == (0, True)
    lit = after["light bree torch"].get_errant("bree")
    assert [item.lit for item in lit.items if item.kind == "torch"] == [False, True]
    fought = after["fight candle-crab x2 distance 10 surprise none"]
    assert [turn.type for turn in fought.turns] == ["travel", "exploration", "initiative"]
    ordered = after["order odd by bree =3,4"]
    assert ordered.book.fight.first == "company"
    crabs = after["attack bree on candle-crabs =5"].world.npcs[-1]
    assert (crabs.name, crabs.count, crabs.hp) == ("Candle-crabs", 1, (0, 2))


def test_free_text_may_be_typed_otherwise(tmp_path: Path) -> None:
    typed = list(ASKED)
    typed[1] = "done we swam"
    typed[2] = "n look behind the altar =2,5"
    typed[9] = "note salt on every step"
    listener = played(tmp_path, typed)
    assert lines_run(listener) == typed
    assert CLOSING in listener.told[-1]


@pytest.mark.parametrize(
    "typed", ["company", "done", "next search the vestry", "next =2,5", "rest! =2,5", "lihgt", "«"]
)
def test_another_line_is_run_and_the_step_asked_again(typed: str, tmp_path: Path) -> None:
    listener = played(tmp_path, ["", "", typed])
    assert lines_run(listener)[2:] == [typed]
    asks = [told for told in listener.told if "Type: next search the vestry =2,5" in told]
    assert len(asks) == 2
    assert asks[0].startswith("\n3 of ")
    assert asks[1] == "\nType: next search the vestry =2,5"


def test_skip_types_the_line_and_explains_nothing(tmp_path: Path) -> None:
    listener = played(tmp_path, ["skip"] * len(STEPS))
    assert lines_run(listener) == ASKED
    assert all(each.reply is not None and each.reply.ok for each in listener.answered)
    assert f"> {ASKED[1]}" in listener.told
    assert not any(step.explanation in told for step in STEPS for told in listener.told)
    assert listener.desk.campaign == listener.start
    assert CLOSING in listener.told[-1]


def test_skip_goes_on_past_a_line_that_is_refused(tmp_path: Path) -> None:
    spent = ["", "", "", "", "", "", "let-go wim torch"]
    for again in (["skip"], ["", "skip"], ["", "", "SKIP "]):
        listener = played(tmp_path / str(len(again)), [*spent, *again])
        refused = lines_run(listener).count("refill wim torch")
        assert refused == max(1, len(again) - 1)
        asked = [told for told in listener.told if "Type: light bree torch" in told]
        assert len(asked) == 1


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_whichever_step_is_skipped_enter_and_skip_lead_to_the_end(
    number: int, tmp_path: Path
) -> None:
    before = [""] * number
    rest = ["", "", "skip"] * len(STEPS)
    listener = played(tmp_path, [*before, "skip", *rest])
    assert CLOSING in listener.told[-1]


@pytest.mark.parametrize("typed", [["quit"], ["", "Q"], ["", "", "exit"], [], [""]])
def test_quit_and_ctrl_d_end_it(typed: list[str], tmp_path: Path) -> None:
    listener = played(tmp_path, typed)
    assert len(listener.answered) == typed.count("")
    assert EARLY_CLOSING in listener.told[-1]


def test_tutorial_typed_in_the_tutorial_does_nothing(tmp_path: Path) -> None:
    listener = played(tmp_path, ["tutorial", "# a thought"])
    assert listener.answered == []
    assert sum("Type: status" in told for told in listener.told) == 3


def test_pasted_lines_are_answered_one_after_the_other(tmp_path: Path) -> None:
    listener = played(tmp_path, ["\n".join([*ASKED, "supply bree +9"])])
    assert lines_run(listener) == ASKED
    assert CLOSING in listener.told[-1]


def test_pasted_lines_after_a_refused_one_are_not_run(tmp_path: Path) -> None:
    listener = played(tmp_path, ["company\nfrobnicate\n\nstatus\nsupply bree +9\n"])
    assert lines_run(listener) == ["company", "frobnicate"]
    assert "Not run: 2 lines after that." in listener.told


def test_an_empty_line_of_a_paste_types_nothing(tmp_path: Path) -> None:
    assert lines_run(played(tmp_path, ["company\n\ncompany\n"])) == ["company", "company"]


@pytest.mark.parametrize("ending", END_SIGNALS)
def test_a_terminal_that_is_closed_leaves_no_copy_behind(
    ending: signal.Signals, tmp_path: Path
) -> None:
    before = [signal.getsignal(each) for each in END_SIGNALS]
    prompts: list[Listener] = []

    def typed() -> Iterator[str]:
        yield ""
        signal.raise_signal(ending)
        yield "company"

    def open_prompt(desk: Desk) -> Listener:
        prompts.append(Listener(desk, typed()))
        return prompts[0]

    with pytest.raises(SystemExit) as left:
        play_tutorial(CampaignFolders(tmp_path / "kept", get_shipped_folder("tables")), open_prompt)
    assert left.value.code == 128 + ending
    assert lines_run(prompts[0]) == ["status"]
    assert not prompts[0].desk.archive.folder.exists()
    assert [signal.getsignal(each) for each in END_SIGNALS] == before


def test_an_exit_that_waits_for_what_never_comes_is_tried_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tutorial, "_MOST_SECONDS_OF_EXIT", 0.05)
    prompts: list[Listener] = []

    def typed() -> Iterator[str]:
        yield ""
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            Event().wait(20)  # as a loop does that closes, and whose thread does not end

    def open_prompt(desk: Desk) -> Listener:
        prompts.append(Listener(desk, typed()))
        return prompts[0]

    before, began = signal.getsignal(signal.SIGALRM), monotonic()
    with pytest.raises(SystemExit) as left:
        play_tutorial(CampaignFolders(tmp_path / "kept", get_shipped_folder("tables")), open_prompt)
    assert left.value.code == 128 + signal.SIGTERM
    assert monotonic() - began < 10
    assert not prompts[0].desk.archive.folder.exists()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == before


def test_nothing_of_theirs_is_touched_and_the_copy_goes_away(tmp_path: Path) -> None:
    campaign_folders = CampaignFolders(tmp_path / "kept")
    campaign_folders.create_campaign("Greenmire of Mine", "greenmire")
    before = folder_bytes(tmp_path)
    listener = played(tmp_path, ENTERS)
    assert folder_bytes(tmp_path) == before
    assert not listener.desk.archive.folder.exists()


SAID = st.sampled_from(
    ["", "skip", "undo", "redo", "next", "out!", "becomes 1", "errant remove wim", "undo to 0", "#"]
) | st.text(max_size=12)


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(SAID, max_size=8))
def test_whatever_is_typed_the_tutorial_can_go_on(tmp_path: Path, typed: list[str]) -> None:
    listener = played(tmp_path, [*typed, *["skip"] * len(STEPS)])
    assert CLOSING in listener.told[-1] or EARLY_CLOSING in listener.told[-1]


def test_an_instruction_is_short_and_names_the_line_to_type(tmp_path: Path) -> None:
    listener = played(tmp_path, ["skip"] * len(STEPS))
    told = [text.strip().split("\n") for text in listener.told if " of 14. " in text]
    assert len(told) == len(STEPS)
    for (said, line), step in zip(told, STEPS, strict=True):
        assert line == f"Type: {step.line}"
        assert len(said) <= 280
        assert step.explanation
