"""A repair while others write, read and copy."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.disk import compare_and_swap
from companion.archive.rescue.repair import diagnose_campaign, repair_campaign
from companion.refusal import Impossible
from tests.archive.rescue.spoiling import repair_folder
from tests.desk.a_desk import a_desk, greenmire, said

pytestmark = pytest.mark.slow

PROMPTS = """
import sys
from itertools import count
from pathlib import Path
from tests.desk.a_desk import a_desk, said
for number in count():
    said(a_desk(Path(sys.argv[1]), seed=str(number)), "supply bree +1", "undo")
    print(number, flush=True)
"""


def test_a_campaign_is_repaired_beside_prompts_that_come_and_go(folder: Path) -> None:
    book = folder / "campaign.toml"
    book.write_text(book.read_text().replace("schema = 1", "schema = 1\ncopies = 1", 1))
    with subprocess.Popen(
        [sys.executable, "-c", PROMPTS, str(folder)], stdout=subprocess.PIPE
    ) as prompts:
        assert prompts.stdout is not None
        prompts.stdout.readline()
        try:
            for _ in range(15):
                repair = repair_folder(folder)
                assert [each for each in repair.remaining if not each.is_transient] == []
            assert prompts.poll() is None
        finally:
            prompts.kill()


def test_what_is_saved_while_a_file_is_mended_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = greenmire(tmp_path / "shelf")
    said(a_desk(folder), "supply bree +1")
    world = folder / "world.toml"
    good = world.read_text()
    world.write_text(f"{good}broken = [")
    exchange = compare_and_swap.exchange_file_names

    def save_and_exchange(one: Path, other: Path) -> None:
        monkeypatch.setattr(compare_and_swap, "exchange_file_names", exchange)
        world.write_text(f"{good}# by hand\n")
        exchange(one, other)

    monkeypatch.setattr(compare_and_swap, "exchange_file_names", save_and_exchange)
    with pytest.raises(Impossible):
        repair_campaign(folder, CampaignFolders(folder.parent))
    assert world.read_text() == f"{good}# by hand\n"
    assert diagnose_campaign(folder, CampaignFolders(folder.parent)) == ()
