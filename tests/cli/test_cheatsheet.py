"""The cheat sheet from the shell."""

import pytest

from companion.cli.reference import render_cheatsheet
from tests.cli.calling import companion


@pytest.mark.parametrize("form", ["markdown", "plain"])
def test_the_cheat_sheet_is_printed_as_it_is(form: str) -> None:
    sheet = render_cheatsheet(markdown=form == "markdown")
    assert companion("cheatsheet", "--format", form) == (0, sheet, "")


def test_the_cheat_sheet_is_plain_unless_it_is_asked_for_otherwise() -> None:
    assert companion("cheatsheet") == companion("cheatsheet", "--format", "plain")
