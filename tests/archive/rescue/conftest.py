"""For the tests of what is wrong with a campaign that was played."""

from pathlib import Path
from shutil import copytree

import pytest

from tests.archive.rescue.spoiling import play_evenings


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two evenings, with their copies."""
    return play_evenings(tmp_path_factory.mktemp("played"))


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """The same for one test, with its copies."""
    return Path(copytree(played.parent, tmp_path / "shelf")) / played.name
