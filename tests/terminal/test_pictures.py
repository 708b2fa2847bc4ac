"""The pictures of the page: drawn from a real run, by one command."""

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def test_the_pictures_are_drawn_and_hold_what_was_on_the_screen(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "tests.terminal.pictures", tmp_path],
        cwd=Path(__file__).parents[2],
        check=True,
    )
    drawn = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.svg")}
    told = {name: html.unescape(re.sub(r"<[^>]*>", "", svg)) for name, svg in drawn.items()}
    told = {name: text.replace("\xa0", " ") for name, text in told.items()}
    assert set(told) == {"turn", "table", "menu"}
    assert "next listen at the bronze door =3,5" in told["turn"]
    assert "Burn" in told["turn"]
    for name in ("Bree", "Corvin", "Ondine", "Wim"):
        assert name in told["table"]
    assert "> light " in told["menu"]
    assert "torch" in told["menu"]
    for svg in drawn.values():
        assert svg.startswith("<svg")
        assert "url(http" not in svg
