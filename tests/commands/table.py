"""A table to play at: a desk with a fresh copy of the sample campaign, and words said to it."""

from pathlib import Path
from typing import TypeVar

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.data_folders import get_shipped_folder
from companion.audience import Seat
from companion.desk import Desk
from companion.errant.company import Errant
from companion.errant.world import Npc
from companion.reports import Report
from companion.reports.reply import RefusalDetails, Reply
from tests.sample import copy_sample

R = TypeVar("R", bound=Report)


class Table:
    """The Company as the sample has it: in the Drowned Chapel, in Exploration Turn 8."""

    def __init__(
        self,
        campaigns: Path,
        *,
        seat: Seat = "guide",
        dry_run: bool = False,
        whole_words: bool = True,
    ) -> None:
        self.campaign_folders = CampaignFolders(campaigns, get_shipped_folder("tables"))
        if not (campaigns / "my-greenmire").exists():
            copy_sample(campaigns / "my-greenmire")
        archive = self.campaign_folders.open_campaign("my-greenmire", seed="table", dry_run=dry_run)
        self.desk = Desk(archive, self.campaign_folders, seat=seat, whole_words=whole_words)

    def say(self, *lines: str) -> Reply:
        """Type these lines; the answer to the last."""
        reply = None
        for line in lines:
            reply = self.desk.run(line)
            assert reply is not None, line
            assert reply.error is None, (line, reply.error)
        assert reply is not None
        return reply

    def done(self, *lines: str) -> Reply:
        """Type these lines, none of which may be refused; the answer to the last."""
        for line in lines:
            reply = self.say(line)
            assert reply.ok, (line, reply.refusal)
        return reply

    def read(self, kind: type[R], *lines: str) -> R:
        """Type these lines, none of which may be refused; the Report of the last, of this kind."""
        report = self.done(*lines).report
        assert isinstance(report, kind), report
        return report

    def get_errant(self, errant_id: str) -> Errant:
        return self.desk.campaign.get_errant(errant_id)

    def find_npc(self, npc_id: str) -> Npc:
        return next(each for each in self.desk.campaign.world.npcs if each.id == npc_id)

    def refused(self, *lines: str) -> RefusalDetails:
        """Type these lines; why the last was refused, which must have changed nothing."""
        self.done(*lines[:-1]) if lines[1:] else None
        before = self.desk.campaign
        reply = self.say(lines[-1])
        assert not reply.ok, lines[-1]
        assert reply.refusal is not None
        assert self.desk.campaign == before
        assert reply.entry is None
        return reply.refusal
