"""What several carry is shown for each of them."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("what do bree and wim carry", ("slots bree", "slots wim")),
        (
            "what have corvin, wim and ondine got on them?",
            ("slots corvin", "slots wim", "slots ondine"),
        ),
        (
            "who's got what in their hands",
            ("slots bree", "slots corvin", "slots ondine", "slots wim"),
        ),
        (
            "show me what everyone carries",
            ("slots bree", "slots corvin", "slots ondine", "slots wim"),
        ),
        ("what are bree and wim", ("what are bree and wim",)),
        ("what do bree and harl carry", ("what do bree and harl carry",)),
        ("what does everyone carry", ("what does everyone carry",)),
    ],
)
def test_each_is_asked_for(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    assert table.desk.split_line_into_commands(typed) == lines
