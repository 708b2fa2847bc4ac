"""The campaign that speed is measured on: 8 Errants of 25 items each."""

import os
from pathlib import Path

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.journal.entry_blocks import render_entry_block, render_session_header
from companion.campaign.changes import Change, Entry
from companion.desk import Desk

ERRANTS, ITEMS, ENTRIES = 8, 25, 20_000


def write_big_campaign(folder: Path) -> None:
    """8 Errants of 25 items each, a lit torch among them, an open Exploration Turn."""
    (folder / "errants").mkdir(parents=True)
    (folder / "campaign.toml").write_text(
        'schema = 1\nname = "Big"\n\n[clock]\nnow = "day 1 08:00"\n\n'
        '[[turns]]\nid = "exploration"\ntype = "exploration"\nnumber = 1\nbegun = true\n'
        "face = 6\n"
        'began = "day 1 08:00"\n'
    )
    (folder / "world.toml").write_text("schema = 1\n")
    for number in range(ERRANTS):
        lines = [f'schema = 1\nname = "Errant {number}"\nphys = 18\nsupply = 9\n']
        lines.append('[[items]]\nid = "torch"\nname = "torch"\nslots = 0.5\nburn = 2\nlit = true\n')
        lines += [
            f'[[items]]\nid = "thing-{each}"\nname = "thing {each}"\nslots = 0.25\n'
            for each in range(ITEMS - 1)
        ]
        (folder / "errants" / f"errant-{number}.toml").write_text("\n".join(lines))


def write_long_journal(folder: Path) -> None:
    """20,000 entries of two years' play behind the campaign."""
    (folder / "journal").mkdir()
    entries = "".join(
        render_entry_block(
            Entry(
                session="k3f9",
                number=number,
                kind="word",
                line="supply errant-1 +1",
                clock="day 1 08:00",
                changes=(Change("errants/errant-1/supply", number % 9, number % 9 + 1),),
            )
        )
        for number in range(1, ENTRIES + 1)
    )
    text = render_session_header("k3f9", "seed", "2026-01-01") + entries
    (folder / "journal" / "2026-01-01-k3f9.toml").write_text(text)
    os.sync()  # its megabytes must not wait for the first word's fsync


def desk_on(folder: Path) -> Desk:
    """A desk on a campaign, as the prompt has it."""
    return Desk(Archive(folder, seed="speed"), CampaignFolders(folder.parent))


@pytest.fixture
def big(tmp_path: Path) -> Path:
    """The campaign, with nothing behind it."""
    write_big_campaign(tmp_path / "big")
    return tmp_path / "big"


@pytest.fixture
def long_lived(big: Path) -> Path:
    """The same campaign with 20,000 entries behind it."""
    write_long_journal(big)
    return big
