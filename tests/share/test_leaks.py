"""What is the Guide's comes near no player's page: whole evenings are played in two campaigns that
differ in nothing but secrets, and after each word what a player is sent is the same in both.

COMPANION_STORM=1 compares all of it after every word, which takes three minutes."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from shutil import copytree

import pytest
from starlette.testclient import TestClient

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.data_folders import get_shipped_folder
from companion.campaign.seat_presence_and_orders import Place
from companion.desk import Desk
from companion.reports.reply import Reply
from companion.share.panels import PANELS
from companion.share.seat_line_answers import SeatDesks
from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.desk.a_desk import a_desk, said
from tests.rounds import LONG, WHOLE
from tests.sample import copy_sample
from tests.sessions.test_sessions import EVENINGS, HERE
from tests.share.serving import NAME, Visit, open_campaign_folders, share

pytestmark = pytest.mark.slow

MARKS = ("QUAGGOTH", "BASILISK")
"""What stands in each secret of the one campaign, and of the other."""
_SECRETS = """
[[npcs]]
id = "crone"
name = "Crone {mark}"
place = "hollow"
note = "{mark}"

[[places]]
id = "hollow"
name = "Hollow of {mark}"
hex = [3, 1]

[[settlements]]
id = "hold"
name = "Hold of {mark}"
type = "village"
hex = [1, 2]

[[factions]]
id = "cult"
name = "Cult of {mark}"
"""
_OWN = re.compile(r'name="(?:token|nonce)" value="[^"]*"|(?:data-heard="|\?before=)[0-9a-f]+')
TOLD = {
    "chase": "the grave robbers, with tell",
    "delve": "the choristers, who are played out",
    "tables": "rumours, which are rolled openly",
}
"""Evenings in which something of a secret table is told to the players, and what. There a page has
of it what a player at a terminal has heard, and no more."""
BEGINNINGS = ("", "n", "talk ", "npc ", "react ", "at ", "zoom exploration at ", "price x in ")
BESIDE = (*(f"/{name}" for name in PANELS), *(f"/menu?line={each}" for each in BEGINNINGS))
"""The pages beside the table, and what the menu offers."""
ROUND = 1 if WHOLE else 4 if LONG else len(BESIDE) * 2
"""After so many words each of them was compared; all are after the last word."""


def write_campaign(folder: Path, mark: str) -> Path:
    """A copy of the sample with a mark in every secret, the tables of encounters among them."""
    copy_sample(folder)
    world = folder / "world.toml"
    text = world.read_text(encoding="utf-8")
    text = re.sub(r'^(note|wants) = "', rf'\1 = "{mark} ', text, flags=re.MULTILINE)
    world.write_text(text + _SECRETS.format(mark=mark), encoding="utf-8")
    own = folder / "tables" / "greenmire"
    copytree(get_shipped_folder("tables") / "greenmire", own)
    for path in own.glob("*.toml"):
        table = re.sub(r'(text|sign) = "', rf'\1 = "{mark} ', path.read_text(encoding="utf-8"))
        path.write_text(table, encoding="utf-8")
    return folder


class Campaign:
    """An evening that the Guide types, and players who look at their pages."""

    def __init__(self, campaigns: Path, mark: str, evening: str, stack: ExitStack) -> None:
        self.evening = evening
        write_campaign(campaigns / NAME, mark)
        campaign_folders = CampaignFolders(campaigns, get_shipped_folder("tables"))
        self.guide = Desk(
            campaign_folders.open_campaign(NAME, seed=evening), campaign_folders, whole_words=True
        )
        self._listener = Desk(campaign_folders.open_campaign(NAME), campaign_folders, seat="mapper")
        self._listener.take_in_external_changes()
        self.heard = ""
        opened = stack.enter_context(share(campaigns))
        client = stack.enter_context(
            TestClient(opened.app, base_url=f"http://127.0.0.1:{opened.port}")
        )
        places: tuple[Place, ...] = ("timekeeper", "screen")
        self.player, self.screen = (Visit(opened, client, place) for place in places)
        self._client, self._opened = client, opened

    def catch_up(self) -> None:
        """Let the players' desks hear what the Guide did."""
        portal = self._client.portal
        assert portal is not None
        self._hear(self._listener.take_in_external_changes())
        for visit in (self.player, self.screen):
            assert visit.place is not None
            portal.call(self._opened.table._tell_seat_of_changes, visit.place)

    def ask(self) -> str:
        """All that the player has heard, and what they are told who ask for it."""
        for line in ("log 30", "log notes", "recap"):
            self._hear(self._listener.run(line))
        return self.heard

    def _hear(self, reply: Reply | None) -> None:
        if reply is not None:
            names = make_name_lookup(self._listener.campaign)
            self.heard += "\n".join(render_reply(reply, names, guide=False))

    def list_pages(self, beside: Sequence[str]) -> Iterator[str]:
        """All that a player's browser is sent, without what differs in any two browsers; of the
        pages beside the table, and of what the menu offers, these."""
        for answer in (*self.player.get_texts("/", *beside), *self.screen.get_texts("/")):
            yield _OWN.sub("", answer)
        for feed in self._opened.table._feeds.values():
            yield "".join(event.html for event in feed.list_events_after(feed.last - 1) or ())


@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening_shows_a_player_nothing_of_what_is_secret(evening: str, tmp_path: Path) -> None:
    lines = (HERE / f"{evening}.txt").read_text(encoding="utf-8").splitlines()
    with ExitStack() as stack:
        one, other = (Campaign(tmp_path / mark, mark, evening, stack) for mark in MARKS)
        for campaign in (one, other):
            list(campaign.list_pages(()))
        for number, line in enumerate(lines, 1):
            replies = [campaign.guide.run(line) for campaign in (one, other)]
            if replies[0] is None:
                continue
            for campaign in (one, other):
                campaign.catch_up()
            beside = BESIDE if number == len(lines) else BESIDE[number % ROUND :: ROUND]
            pages = zip(*(each.list_pages(beside) for each in (one, other)), strict=True)
            for page, other_page in pages:
                assert page.replace(MARKS[0], "") == other_page.replace(MARKS[1], ""), line
                told = re.findall(rf"{MARKS[0]} [^<]{{,40}}", unescape(page))
                assert not told or evening in TOLD, line
                unheard = [each for each in told if each not in one.heard]
                assert not unheard or all(each in one.ask() for each in unheard), line


def test_the_screen_and_shared_pages_hear_no_seats_own_secret(tmp_path: Path) -> None:
    """Whoever typed a secret at a terminal reads their own line; the screen may not."""
    desks = SeatDesks(tmp_path / NAME, open_campaign_folders(tmp_path))
    screen, reader = desks.open("screen"), desks.open("mapper")._reader.desk
    screen.read_recent_journal()
    taker = a_desk(tmp_path / NAME)
    said(taker, "as note-taker")
    for line in ("secret note the key is in the well", "undo"):
        said(taker, line)
        heard = (screen.catch_up(), reader.take_in_external_changes())
        assert "the well" not in str(heard)
