"""Which part of a campaign lies in which file."""

import pytest

from companion.campaign.file_layout import (
    get_part_in_file,
    is_campaign_file_name,
    is_path_of_named_block,
    split_change_path,
)
from tests.making import campaign, errant


@pytest.mark.parametrize("file", ["campaign.toml", "world.toml", "errants/bree.toml"])
def test_these_are_files_of_a_campaign(file: str) -> None:
    assert is_campaign_file_name(file)


@pytest.mark.parametrize(
    "file",
    [
        "/campaign.toml",
        "./world.toml",
        "errants.toml",
        "errants/.bree.toml",
        "errants/../x.toml",
        "errants//bree.toml",
        "errants/a/bree.toml",
        "errants/b\0.toml",
        "world/x.toml",
        "campaign",
        "journal/x.toml",
        "",
    ],
)
def test_no_other_name_is_a_file_of_a_campaign(file: str) -> None:
    assert not is_campaign_file_name(file)


def test_a_path_leads_to_a_file_and_into_it() -> None:
    assert split_change_path("campaign/clock/now") == ("campaign.toml", ["clock", "now"])
    assert split_change_path("errants/bree/supply") == ("errants/bree.toml", ["supply"])
    assert split_change_path("errants/bree") == ("errants/bree.toml", [])


def test_errants_and_blocks_of_the_world_are_named_by_others() -> None:
    assert is_path_of_named_block("errants/bree")
    assert is_path_of_named_block("world/npcs/ysolde")
    assert not is_path_of_named_block("errants/bree/items/torch")
    assert not is_path_of_named_block("campaign/turns/travel")


def test_the_part_in_a_file_is_found() -> None:
    bree = errant("Bree")
    made = campaign(bree)
    assert get_part_in_file(made, "errants/bree.toml") is bree
    assert get_part_in_file(made, "errants/wim.toml") is None
    assert get_part_in_file(made, "world.toml") is made.world
