"""The lines that the arrow keys recall, and those that stay on disk: nothing secret; and the looks
of the bottom line."""

import stat
from pathlib import Path

import pytest
from prompt_toolkit.styles import default_ui_style, merge_styles

from companion.campaign.secrecy import is_entry_for_guide_alone
from companion.repl.line_editor import _EDITOR_STYLE, PromptHistory
from tests.commands.table import Table

MARK = "quaggoth"
SECRET = (
    f"npc harl note {MARK}",
    f"npc harl wants {MARK}",
    f"npc {MARK}",
    "react harl =3,4",
    "talk harl giving =10",
    f"talk harl end {MARK}",
    "bond harl bree 9",
    "morale harl is 6",
    f'faction "The {MARK}" reputation 4',
    f"errant edit bree note {MARK}",
    "errant edit wim morale 5",
    f"secret note {MARK}",
    f"note secret {MARK}",
    f"secret settlement {MARK} town hex 4,0",
    "known reedmarket no",
    "roll chapel-encounters =2",
    "sign",
)
"""Lines that are done, and are the Guide's alone."""
REFUSED = (
    f"npc ysolda note {MARK}",
    f"npc harl notee {MARK}",
    f"nppc harl note {MARK}",
    f"pass bree {MARK} torch",
    f"secrte note {MARK}",
)
ASKED = ("npc pike", "npc", "inflation causeway", "known")
"""Lines that are answered and journalled nowhere, some of which name what players do not know."""


class Typing:
    """A table where each line is typed at a prompt: answered, then remembered."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder)
        self.history = self.opened()
        self.file = self.table.desk.archive.folder / ".companion" / "typed-guide"

    def opened(self) -> PromptHistory:
        """The history as a new prompt has it."""
        return PromptHistory(self.table.desk, self.table.desk.seat)

    def type(self, *lines: str) -> None:
        for line in lines:
            self.history.append_string(line)
            self.history.remember(line, self.table.desk.run(line))

    @property
    def kept(self) -> list[str]:
        """The lines on disk."""
        return self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []


@pytest.fixture
def typing(tmp_path: Path) -> Typing:
    """The Guide's prompt, where a Negotiation with Harl goes on."""
    typing = Typing(tmp_path)
    typing.table.done("talk harl")
    return typing


@pytest.mark.parametrize("line", SECRET)
def test_a_secret_line_is_neither_saved_nor_recalled(line: str, typing: Typing) -> None:
    typing.type("supply bree +1", line)
    assert typing.kept == ["supply bree +1"]
    assert line not in typing.history.get_strings()


@pytest.mark.parametrize("line", REFUSED)
def test_a_refused_line_is_recalled_and_not_saved(line: str, typing: Typing) -> None:
    typing.type("supply bree +1", line)
    assert typing.history.get_strings()[-1] == line
    assert typing.kept == ["supply bree +1"]
    assert MARK not in typing.file.read_text(encoding="utf-8")


def test_a_question_about_an_unknown_npc_is_not_saved(typing: Typing) -> None:
    typing.type(*ASKED, "npc harl", "price torch in reedmarket")
    assert typing.kept == ["npc", "known", "npc harl", "price torch in reedmarket"]


def test_every_saved_line_is_open_in_the_journal(typing: Typing) -> None:
    typing.type(*SECRET, *REFUSED, "secret next", "next again", "press-on", "done", "next =4")
    guides = [
        e.line for e in typing.table.desk.archive.read_entries() if is_entry_for_guide_alone(e)
    ]
    assert guides
    assert not set(typing.kept) & set(guides)


def test_a_player_recalls_their_own_lines(tmp_path: Path) -> None:
    typing = Typing(tmp_path)
    typing.table.done("as caller")
    typing.history = typing.opened()
    typing.type("react harl =3,4", "at nowhere")
    kept = (typing.file.parent / "typed-caller").read_text(encoding="utf-8")
    assert kept == "react harl =3,4\n"


def test_only_the_owner_can_read_the_history_and_the_error_log(
    typing: Typing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError(MARK)

    typing.type("supply bree +1")
    monkeypatch.setattr("companion.campaign.diff.diff_campaigns", broken)
    reply = typing.table.desk.run("npc harl note the ferryman lies")
    assert reply is not None
    assert MARK in (reply.error or "")
    log = typing.file.with_name("errors.log")
    assert "ferryman" not in log.read_text(encoding="utf-8")
    for file in (typing.file, log):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_failing_line_is_not_quoted_to_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError(MARK)

    player = Table(tmp_path, seat="caller")
    monkeypatch.setattr("companion.campaign.diff.diff_campaigns", broken)
    reply = player.desk.run("supply bree +1")
    assert reply is not None
    assert "errors.log" in (reply.error or "")
    assert MARK not in (reply.error or "")


def test_what_is_urgent_stands_out_of_the_reversed_bottom_line_by_more_than_weight() -> None:
    style = merge_styles([default_ui_style(), _EDITOR_STYLE])
    looks = {
        tone: style.get_attrs_for_style_str(f"class:bottom-toolbar class:bottom.{tone}")
        for tone in ("said", "detail", "headline", "news", "way", "warning")
    }
    assert [tone for tone, look in looks.items() if not look.reverse] == ["warning"]
    assert looks["warning"].bold
