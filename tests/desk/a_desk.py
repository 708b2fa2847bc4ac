"""A desk over a copy of the Greenmire, and what can be seen of its folder."""

from pathlib import Path
from shutil import copytree

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_parsing import parse_campaign
from companion.archive.campaign_storage import Archive
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.archive.journal.checkpoint import Checkpoint, read_checkpoint
from companion.campaign.campaign import Campaign
from companion.desk import Desk
from companion.reports.journal import ExternalChangesReport
from companion.reports.reply import Reply
from tests.sample import copy_sample

NAME = "mire"


def greenmire(shelf: Path) -> Path:
    """A copy of the sample that is one no longer, in a folder of its own."""
    return copy_sample(shelf / NAME)


def cloned(folder: Path, to: Path) -> Path:
    """The same folder a second time, the journal and the mark with it."""
    return Path(copytree(folder, to))


def a_desk(folder: Path, *, seed: str | None = "test", dry_run: bool = False) -> Desk:
    """A desk as the shell would open it."""
    campaign_folders = CampaignFolders(folder.parent)
    return Desk(Archive(folder, seed=seed, dry_run=dry_run), campaign_folders, whole_words=True)


def said(desk: Desk, *lines: str) -> Reply:
    """The answer to the last of these lines, every one of which must be done."""
    replies = [answered(desk, line) for line in lines]
    for reply in replies:
        assert reply.ok, (reply.line, reply.refusal, reply.error)
    return replies[-1]


def refused(desk: Desk, line: str, kind: str = "impossible") -> str:
    """Why a line is refused."""
    reply = answered(desk, line)
    assert reply.refusal is not None, (line, reply.error, reply.report)
    assert reply.refusal.kind == kind, reply.refusal
    return f"{reply.refusal.message} {reply.refusal.hint}".strip()


def answered(desk: Desk, line: str) -> Reply:
    """The answer to one line that is neither empty nor a comment; nothing may break on our side."""
    reply = desk.run(line)
    assert reply is not None
    assert reply.error is None, reply.error
    return reply


def heard(desk: Desk) -> ExternalChangesReport:
    """What others did meanwhile, which must be something."""
    reply = desk.take_in_external_changes()
    assert reply is not None
    assert isinstance(reply.report, ExternalChangesReport)
    return reply.report


def applied(folder: Path) -> Checkpoint:
    """The checkpoint of the last word, which must be there."""
    known = read_checkpoint(folder)
    assert known is not None
    return known


def on_disk(folder: Path) -> Campaign:
    """What the files hold, read without the journal or the mark."""
    return parse_campaign(read_campaign_file_texts(folder)[0])


def state_files(folder: Path) -> dict[str, bytes]:
    """The bytes of every file that is part of the campaign."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*.toml"))
        if path.parent.name != "journal"
    }


def all_files(folder: Path) -> dict[str, bytes]:
    """The bytes of the campaign's files and of its journal."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*.toml*"))}
