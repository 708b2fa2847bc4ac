"""Campaigns that have been played, ways to spoil them, and what a repair makes of each."""

from collections.abc import Callable, Iterable
from pathlib import Path

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.journal.journal_folder import Journal
from companion.archive.rescue.journal_repair_plan import Finding
from companion.archive.rescue.repair import RepairOutcome, diagnose_campaign, repair_campaign
from tests.cli.calling import folder_bytes
from tests.desk.a_desk import a_desk, greenmire, said

Break = Callable[[Path], None]


def play_evenings(shelf: Path) -> Path:
    """A campaign that has been played: two sessions, the second of four words."""
    folder = greenmire(shelf)
    said(a_desk(folder, seed="one"), "supply bree +1")
    said(a_desk(folder, seed="two"), "supply wim +1", "exhaust all +1", "supply wim +1", "undo")
    return folder


def diagnose(folder: Path) -> tuple[Finding, ...]:
    return diagnose_campaign(folder, CampaignFolders(folder.parent))


def repair_folder(folder: Path) -> RepairOutcome:
    return repair_campaign(folder, CampaignFolders(folder.parent))


def get_session_path(folder: Path) -> Path:
    """The file of the longer session."""
    return max((folder / "journal").glob("*.toml"), key=lambda path: path.stat().st_size)


def list_lines(folder: Path) -> list[str]:
    return [entry.line for entry in Journal(folder).read_backwards()]


def read_shelf(folder: Path) -> dict[str, bytes]:
    """Every file of the campaigns and their copies, what locks leave aside."""
    ours = folder_bytes(folder.parent)
    return {name: data for name, data in ours.items() if not name.endswith(("/lock", "/queue"))}


def render_findings(findings: Iterable[Finding]) -> str:
    return "\n".join(str(finding.problem) for finding in findings)


def tear_end(folder: Path) -> None:
    get_session_path(folder).write_bytes(get_session_path(folder).read_bytes()[:-7])


def begin_block(folder: Path) -> None:
    get_session_path(folder).write_bytes(get_session_path(folder).read_bytes() + b"\n[[ent")


def spoil_checksum(folder: Path) -> None:
    data = get_session_path(folder).read_bytes()
    get_session_path(folder).write_bytes(data.replace(b'"exhaust all +1"', b'"exhaust all +9"', 1))


def spoil_header(folder: Path) -> None:
    data = get_session_path(folder).read_bytes()
    get_session_path(folder).write_bytes(data.replace(b"session = ", b"session : ", 1))


def cut_header(folder: Path) -> None:
    data = get_session_path(folder).read_bytes()
    get_session_path(folder).write_bytes(data[data.index(b"[[entry]]") :])


def insert_prose(folder: Path) -> None:
    data = get_session_path(folder).read_bytes()
    second = data.index(b"\n[[entry]]", data.index(b"\n[[entry]]") + 1)
    get_session_path(folder).write_bytes(data[:second] + b"remember the bell!\n" + data[second:])


def repeat_entry(folder: Path) -> None:
    data = get_session_path(folder).read_bytes()
    get_session_path(folder).write_bytes(data + data[data.rindex(b"\n[[entry]]") :])


def copy_session(folder: Path) -> None:
    path = get_session_path(folder)
    path.with_name(f"{path.stem} (copy).toml").write_bytes(path.read_bytes())


def spoil_toml(folder: Path) -> None:
    (folder / "world.toml").write_text("schema = [")


def spoil_encoding(folder: Path) -> None:
    (folder / "errants" / "bree.toml").write_bytes(b"# \xff\n" + b'schema = 1\nname = "B"\n')


def write_impossible_value(folder: Path) -> None:
    path = folder / "errants" / "wim.toml"
    path.write_text(path.read_text().replace("burn = 1", "burn = 9"))


def empty_book(folder: Path) -> None:
    (folder / "campaign.toml").write_bytes(b"")


def remove_files(folder: Path) -> None:
    (folder / "errants" / "corvin.toml").unlink()
    (folder / "campaign.toml").unlink()


def cut_checkpoint(folder: Path) -> None:
    mark = folder / ".companion" / "applied"
    mark.write_bytes(mark.read_bytes()[:-20])


def leave_temp_file(folder: Path) -> None:
    (folder / "errants" / ".bree.toml.0a1b2c3d.companion-tmp").write_bytes(b"half")
