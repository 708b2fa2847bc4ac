"""How far it is to a place, in hexes, which changes nothing."""

import re
from pathlib import Path

from companion.reports.turns import DistanceReport
from companion.view.reply import render_reply
from tests.commands.table import Table


def test_the_way_between_two_places_is_counted_in_hexes(table: Table) -> None:
    reply = table.done("at reedmarket", "at sallow ?")
    assert isinstance(reply.report, DistanceReport)
    assert reply.report.hexes == 2  # from 0,0 to 1,1
    assert reply.changes == ()
    assert table.desk.campaign.place_here == "reedmarket"


def test_a_place_without_a_hex_is_told_so(table: Table) -> None:
    world = table.desk.archive.folder / "world.toml"
    before, name, after = world.read_text(encoding="utf-8").partition('name = "The Causeway"')
    after = re.sub(r"(?m)^hex = .*\n", "", after, count=1)
    world.write_text(f"{before}{name}{after}", encoding="utf-8")
    reply = table.done("at reedmarket", "at causeway ?")
    assert isinstance(reply.report, DistanceReport)
    assert reply.report.hexes is None
    assert reply.report.without_hex == "The Causeway"


def test_a_player_asks_only_after_places_that_they_know(tmp_path: Path) -> None:
    player = Table(tmp_path, seat="mapper")
    assert "no place" in player.refused("at causeway ?").message
    player.done("at reedmarket ?")


def test_the_distance_is_told_in_a_sentence(table: Table) -> None:
    reply = table.done("at reedmarket", "at sallow ?")
    assert render_reply(reply, str, guide=True) == [
        "Sallow's End is 2 hexes from Reedmarket, as the crow flies."
    ]
