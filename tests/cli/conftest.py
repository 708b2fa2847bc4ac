"""Every call of the companion is made far from campaigns that are somebody's."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Away from any folder that holds campaigns, the data folder of whoever runs this included."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_CAMPAIGNS", str(tmp_path / "kept"))
    monkeypatch.setenv("COMPANION_TABLES", str(tmp_path / "tables"))
