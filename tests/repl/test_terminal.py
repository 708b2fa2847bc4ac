"""Questions on the terminal, asked until the answer can be read."""

import pytest

from companion.refusal import Malformed
from companion.repl.terminal import ask_until_parsed, print_wrapped
from tests.repl.conftest import Typed


def even(said: str) -> int:
    """An even number. Malformed for any other."""
    if not said.isdecimal() or int(said) % 2:
        raise Malformed(f"«{said}» is not even.")
    return int(said)


def test_a_wrong_answer_is_refused_and_asked_again(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("3", "x" * 2_000, "\x1b[31mfive", " 4 ")
    assert ask_until_parsed("How many?", even) == 4
    told = capsys.readouterr().out.splitlines()
    assert told[::2] == ["How many?"] * 4
    assert told[1] == "«3» is not even."
    assert "2,000 characters" in told[3]
    assert told[5] == "«five» is not even."


@pytest.mark.parametrize("columns", ["12", "20", "40", "80"])
def test_texts_are_broken_between_words(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = "Empty, or a copy of the sample? Enter alone leaves it empty."
    print_wrapped(said)
    told = capsys.readouterr().out
    assert all(len(line) <= max(20, int(columns)) for line in told.splitlines())
    assert told.split() == said.split()


def test_quit_and_ctrl_d_leave_a_question(typed: Typed) -> None:
    typed("3")
    with pytest.raises(EOFError):
        ask_until_parsed("How many?", even)


def test_bytes_that_are_not_utf_8_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([b"\xff", b"4"])
    monkeypatch.setattr("builtins.input", lambda _question: next(answers).decode())
    assert ask_until_parsed("How many?", even) == 4
    assert "UTF-8" in capsys.readouterr().out
