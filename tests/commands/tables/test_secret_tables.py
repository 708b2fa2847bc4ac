"""A table that says `secret = true`: no player is told that it is there, nor what it gives."""

from pathlib import Path

import pytest

from companion.campaign.secrecy import is_entry_for_guide_alone
from companion.view.reply import encode_reply
from tests.commands.table import Table

TRAITOR = """\
schema = 1
title = "Why Bree is the traitor"
{secret}
[[rows]]
text = "for gold"
"""


def open_seats(campaigns: Path, secret: str = "secret = true") -> tuple[Table, Table]:
    """The Guide and a player, with a table of the campaign's own."""
    guide = Table(campaigns)
    folder = campaigns / "my-greenmire" / "tables" / "plot"
    folder.mkdir(parents=True)
    (folder / "traitor.toml").write_text(TRAITOR.format(secret=secret), encoding="utf-8")
    return guide, Table(campaigns, seat="mapper")


LINES = (
    *("tables", "tables list", "tables plot", "tables list plot", "tables show plot/traitor"),
    *("tables check", "tables check plot", "tables check plot/traitor", "tables show traitor"),
    *("roll traitor", "roll plot/traitor", "odds traitor", "draw traitor", "shuffle traitor"),
    *("roll traito", "tables show plot/x", "roll x", "tables traitor", "odds plot/traito"),
)


@pytest.mark.parametrize("line", LINES)
def test_a_secret_table_is_answered_as_one_that_is_not_there(line: str, tmp_path: Path) -> None:
    _, player = open_seats(tmp_path / "with")
    _, other = open_seats(tmp_path / "without")
    (tmp_path / "without/my-greenmire/tables/plot/traitor.toml").unlink()
    answers = [encode_reply(each.say(line), guide=False) for each in (player, other)]
    assert answers[0] == answers[1]
    assert "Why Bree" not in answers[0]
    for begun in ("roll ", "roll tr", "tables show ", "tables ", "odds plot", "draw tra", line):
        assert player.desk.suggest_completions(begun) == other.desk.suggest_completions(begun)


def test_the_guide_rolls_on_it_and_nobody_hears(tmp_path: Path) -> None:
    guide, player = open_seats(tmp_path)
    assert "Why Bree" in encode_reply(guide.done("tables plot"), guide=True)
    for line in ("roll traitor", "draw traitor", "shuffle traitor"):
        guide.done(line)
        assert is_entry_for_guide_alone(next(guide.desk.archive.read_entries()))
        heard = player.desk.take_in_external_changes()
        assert heard is None or "traitor" not in encode_reply(heard, guide=False)
    assert "traitor" not in encode_reply(player.done("log"), guide=False)
    guide.done("tell traitor 1")
    heard = player.desk.take_in_external_changes()
    assert heard is not None
    assert "for gold" in encode_reply(heard, guide=False), "until it is told"


@pytest.mark.parametrize(
    ("secret", "is_listed"),
    [
        *(("", True), ("secret = false", True), ("# no secret = true", True)),
        *(("secret = true # yes", False), ('secret = "yes"', False), ("secret = tru", False)),
        ('deck = true\n"secret" = true', False),
    ],
)
def test_what_a_file_says_of_itself(secret: str, *, is_listed: bool, tmp_path: Path) -> None:
    """One that cannot be read and may say so counts as secret."""
    _, player = open_seats(tmp_path, secret)
    assert ("plot" in encode_reply(player.done("tables"), guide=False)) == is_listed


def test_what_a_file_says_holds_from_the_next_line_on(tmp_path: Path) -> None:
    _, player = open_seats(tmp_path, "")
    path = tmp_path / "my-greenmire/tables/plot/traitor.toml"
    assert "traitor" in encode_reply(player.done("tables"), guide=False)
    path.write_text(TRAITOR.format(secret="secret = true"), encoding="utf-8")
    assert "traitor" not in encode_reply(player.done("tables"), guide=False)
    path.write_text(TRAITOR.format(secret="secret = false"), encoding="utf-8")
    assert "traitor" in encode_reply(player.done("tables"), guide=False)


def test_a_secret_table_of_a_known_place_is_rolled_on_and_not_named(tmp_path: Path) -> None:
    _, player = open_seats(tmp_path)
    world = tmp_path / "my-greenmire" / "world.toml"
    text = world.read_text(encoding="utf-8").replace(
        '"greenmire/chapel-encounters"', '"plot/traitor"'
    )
    assert "plot/traitor" in text
    world.write_text(text, encoding="utf-8")
    player.desk.take_in_external_changes()
    said = encode_reply(player.done("roll encounters"), guide=False)
    assert "traitor" not in said
    assert "gold" not in said
