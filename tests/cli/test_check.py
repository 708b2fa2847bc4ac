"""`companion check` at the shell: what is wrong, what --repair would do, and what it did."""

import shlex
from pathlib import Path

import pytest

from tests.cli.calling import companion, folder_bytes


@pytest.fixture
def mire(tmp_path: Path) -> Path:
    """A campaign with one evening behind it."""
    companion("new", "Fen", "--from", "greenmire")
    assert companion("run", "fen", typed="supply wim +1\nsupply wim +1\n").status == 0
    return tmp_path / "kept" / "fen"


def get_session_path(mire: Path) -> Path:
    (path,) = (mire / "journal").glob("*.toml")
    return path


def tear_end(mire: Path) -> bytes:
    data = get_session_path(mire).read_bytes() + b"\n[[entry]]\nsession ="
    get_session_path(mire).write_bytes(data)
    return data


def spoil_entry(mire: Path) -> bytes:
    """An entry that says something else than it did."""
    data = get_session_path(mire).read_bytes().replace(b'"supply wim +1"', b'"supply wim +9"', 1)
    get_session_path(mire).write_bytes(data)
    return data


def test_what_is_well_says_so_and_is_left_alone(mire: Path) -> None:
    before = folder_bytes(mire)
    for arguments in (["check", "fen"], ["check", "fen", "--repair"]):
        call = companion(*arguments)
        assert call == (0, "fen: everything reads well.\n", "")
    assert folder_bytes(mire) == before


def test_each_problem_is_told_with_what_repair_would_do(mire: Path, tmp_path: Path) -> None:
    spoil_entry(mire)
    before = folder_bytes(tmp_path)
    call = companion("check", "fen", "--campaigns", str(mire.parent))
    assert call.status == 3
    assert call.out == ""
    problem, repair, how, copies = call.err.splitlines()
    assert problem.startswith(f"journal/{get_session_path(mire).name}:")
    assert problem.endswith("is missing or wrong; it is skipped")
    assert repair == "  With --repair: set aside."
    assert folder_bytes(tmp_path) == before
    typed = shlex.split(how.partition(": ")[2])
    assert typed[:4] == ["companion", "check", "fen", "--repair"]
    assert companion(*shlex.split(copies.partition(": ")[2])[1:]).status == 0
    assert companion(*typed[1:]).status == 0
    assert companion("check", "fen").status == 0


def test_a_repair_tells_each_thing_and_where_it_was_put(mire: Path) -> None:
    data = spoil_entry(mire)
    call = companion("check", "fen", "--repair")
    assert call.status == 0
    assert call.err == ""
    told, now, kept, well = call.out.splitlines()
    assert "is missing or wrong" in told
    assert now == "  Now set aside."
    assert kept.startswith("The files as they were, with all that was edited in them")
    place = Path(kept.rpartition(" ")[2])
    assert (place / "journal" / get_session_path(mire).name).read_bytes() == data
    assert well == "fen: everything reads well."


def test_what_a_person_must_do_is_left_with_status_3(mire: Path) -> None:
    spoil_entry(mire)
    (mire / "errants" / "hob.toml").write_text("schema = 1\nphsy = 3\n")
    assert companion("check", "fen").status == 3
    call = companion("check", "fen", "--repair")
    assert call.status == 3
    assert "hob.toml" in call.err
    assert "Mend it in an editor." in call.err
    assert "left" in call.err
    (mire / "errants" / "hob.toml").unlink()
    assert companion("check", "fen", "--repair").status == 0
    assert companion("check", "fen").status == 0


def test_what_the_next_word_mends_is_told_and_nothing_is_wrong(mire: Path) -> None:
    tear_end(mire)
    (mire / "errants" / ".bree.toml.0a1b2c3d.companion-tmp").write_bytes(b"half")
    (mire / ".companion" / "applied").write_bytes(b"{")
    before = folder_bytes(mire)
    call = companion("check", "fen")
    assert (call.status, call.err) == (0, "")
    *told, well = call.out.splitlines()
    assert len(told) == 6
    assert told[1::2] == ["  The next word mends this."] * 3
    assert well == "fen: everything else reads well."
    assert folder_bytes(mire) == before
    assert companion("run", "fen", typed="supply wim +1\n").status == 0
    assert companion("check", "fen").out == "fen: everything reads well.\n"


def test_a_repair_mends_at_once_what_the_next_word_would(mire: Path) -> None:
    tear_end(mire)
    call = companion("check", "fen", "--repair")
    assert (call.status, call.err) == (0, "")
    assert "  Now set aside." in call.out.splitlines()
    assert companion("check", "fen").out == "fen: everything reads well.\n"


def test_a_folder_that_lost_its_campaign_toml_is_examined_all_the_same(mire: Path) -> None:
    (mire / "campaign.toml").unlink()
    assert companion("play", "fen").status == 1
    call = companion("check", "fen")
    assert call.status == 3
    assert "campaign.toml" in call.err
    assert companion("check", "fen", "--repair").status == 0
    assert companion("run", "fen", typed="undo\n").status == 0


def test_a_sample_is_never_repaired(tmp_path: Path) -> None:
    companion("new", "Fen", "--from", "greenmire")
    mire = tmp_path / "kept" / "fen"
    book = mire / "campaign.toml"
    book.write_text(book.read_text().replace("schema = 1", "schema = 1\nsample = true", 1))
    (mire / "world.toml").write_text("schema = [")
    before = folder_bytes(tmp_path)
    call = companion("check", "fen", "--repair")
    assert call.status == 1
    assert "never written" in call.err
    assert folder_bytes(tmp_path) == before


def test_where_only_copies_are_left_the_refusal_names_restore(mire: Path, tmp_path: Path) -> None:
    mire.rename(tmp_path / "moved")
    for command in ("check", "play", "run", "export"):
        call = companion(command, "fen")
        assert call.status == 1
        assert call.err.strip().endswith("There are copies of it: companion restore fen")


def test_nothing_that_is_told_moves_the_cursor(mire: Path) -> None:
    (mire / "journal" / "2026-01-01-\x1b[31m.toml").write_bytes(b"\x1b[2J")
    (mire / "errants" / "\x1b[31m.toml").write_bytes(b"\x1b[2J = 1")
    (mire / "errants" / ".\x1b[31m.toml.0a1b2c3d.companion-tmp").write_bytes(b"")
    for arguments in (["check", "fen"], ["check", "fen", "--repair"]):
        call = companion(*arguments)
        assert call.status == 3
        assert "\x1b" not in call.err + call.out


def test_what_to_do_is_told_once_for_all_that_is_wrong_in_a_file(mire: Path) -> None:
    (mire / "errants" / "hob.toml").write_text("schema = 1\nname = Hob\naway = yes\nphys 3\n")
    call = companion("check", "fen")
    assert call.err.count("errants/hob.toml:") == 3
    assert call.err.count("Mend it in an editor.") == 1


@pytest.mark.parametrize(
    ("mendable", "others", "said"),
    [
        (0, 1, "One problem. Nothing was changed."),
        (0, 2, "2 problems. Nothing was changed."),
        (1, 0, "One problem, which --repair mends: companion check fen --repair"),
        (2, 0, "2 problems, which --repair mends: companion check fen --repair"),
        (1, 1, "2 problems, one of which --repair mends: companion check fen --repair"),
        (2, 1, "3 problems, 2 of which --repair mends: companion check fen --repair"),
    ],
)
def test_how_many_problems_a_repair_mends(
    mire: Path, mendable: int, others: int, said: str
) -> None:
    assert companion("run", "fen", typed="supply wim +1\n").status == 0  # stays whole
    path = get_session_path(mire)
    path.write_bytes(path.read_bytes().replace(b'line = "', b'line = "x', mendable))
    keys = "".join(f"odd{number} = 1\n" for number in range(others))
    (mire / "errants" / "hob.toml").write_text(f'{keys}name = "Hob"\n')
    assert said in companion("check", "fen").err.splitlines()


def test_thousands_of_problems_are_counted_with_a_comma(mire: Path) -> None:
    keys = "".join(f"odd{number} = 1\n" for number in range(1_200))
    (mire / "errants" / "hob.toml").write_text(f'{keys}name = "Hob"\n')
    assert "1,200 problems. Nothing was changed." in companion("check", "fen").err
    assert "1,200 problems left." in companion("check", "fen", "--repair").err
