"""What there is to tell of a campaign's files is told once, and says what it is."""

from pathlib import Path

import pytest

from companion.archive.file_warnings import Warnings
from companion.archive.journal.journal_folder import PendingEntries
from companion.campaign.changes import PlainData
from companion.campaign.record.file_and_journal_reconciliation import MergeConflict
from companion.refusal import Problem
from tests.desk.a_desk import a_desk, greenmire, said

ONE = "journal/2026-11-21-k3f9.toml"
NAME = "2026-11-21-k3f9.toml"
BROKEN = Problem(ONE, 7, "", "an entry was changed by hand")
UNREADABLE = Problem(ONE, 0, "", "it cannot be read (Permission denied)")


def pending(
    lengths: dict[str, int], *problems: Problem, torn: tuple[str, ...] = ()
) -> PendingEntries:
    return PendingEntries((), lengths, torn, problems)


def told(warnings: Warnings, found: PendingEntries) -> tuple[str, ...]:
    warnings.add_journal_warnings(found)
    return warnings.take_all_warnings()


def test_a_problem_of_the_journal_is_told_once_however_the_journal_grows() -> None:
    warnings = Warnings()
    assert told(warnings, pending({"own.toml": 10}, UNREADABLE)) == (str(UNREADABLE),)
    for length in (20, 30, 40):
        assert told(warnings, pending({"own.toml": length}, UNREADABLE)) == ()


def test_another_problem_is_told_and_the_first_not_again() -> None:
    warnings = Warnings()
    told(warnings, pending({NAME: 10}, BROKEN))
    second = BROKEN._replace(line=12)
    assert told(warnings, pending({NAME: 20}, BROKEN, second)) == (str(second),)


@pytest.mark.parametrize(
    ("problem", "present", "mended"),
    [(UNREADABLE, {}, {NAME: 10}), (BROKEN, {NAME: 10}, {}), (BROKEN, {NAME: 10}, {NAME: 8})],
)
def test_a_problem_that_went_away_is_told_when_it_comes_back(
    problem: Problem, present: dict[str, int], mended: dict[str, int]
) -> None:
    warnings = Warnings()
    assert told(warnings, pending(present, problem)) == (str(problem),)
    assert told(warnings, pending(mended)) == ()
    assert told(warnings, pending(present, problem)) == (str(problem),)


def test_a_problem_in_what_was_not_read_again_is_still_there() -> None:
    """Of a session file that is known, only what is new is read."""
    warnings = Warnings()
    told(warnings, pending({NAME: 10}, BROKEN))
    assert told(warnings, pending({NAME: 10, "own.toml": 5})) == ()
    assert told(warnings, pending({NAME: 14})) == ()
    assert told(warnings, pending({NAME: 14}, BROKEN)) == ()


def test_a_torn_end_is_told_once_and_another_of_the_same_file_again() -> None:
    warnings = Warnings()
    never = (f"The last entry of {ONE} was never finished; it is set aside.",)
    assert told(warnings, pending({NAME: 10, "own.toml": 5}, torn=(NAME,))) == never
    assert told(warnings, pending({NAME: 10, "own.toml": 9}, torn=(NAME,))) == ()
    assert told(warnings, pending({NAME: 30, "own.toml": 9}, torn=(NAME,))) == never


def test_a_folder_among_the_sessions_is_told_once_whatever_is_played(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    one, other = a_desk(folder, seed=None), a_desk(folder, seed=None)
    said(one, "supply wim +1")
    (folder / "journal" / "notes.toml").mkdir()
    heard: list[str] = []
    for number in range(3):
        heard += said(other, f"note other {number}").warnings
        heard += said(one, f"note one {number}").warnings
    assert len(heard) == 2
    assert all(sentence.startswith("journal/notes.toml: ") for sentence in heard)


def crossed(path: str, ours: PlainData, theirs: PlainData, now: PlainData) -> tuple[str, ...]:
    warnings = Warnings()
    warnings.add_merge_conflict_warning(
        MergeConflict(path, ours, theirs, now, "4tzt-52", "declare wim sing")
    )
    return warnings.take_all_warnings()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3, "3"),
        (None, "gone"),
        ("", "nothing"),
        ("winter", "winter"),
        ({"wim": "sing", "bree": "dance"}, "wim: sing, bree: dance"),
        ({"name": "rope", "slots": 0.5}, "rope"),
        ({"type": "travel", "watch": ["wim", "bree"]}, "type: travel, watch: wim, bree"),
        (["wim", "bree"], "wim, bree"),
        ({}, "nothing"),
        ([], "nothing"),
        ({"wim": "sing " * 20}, "wim: sing sing sing sing sing sing sing…"),
        ({"wim": "sing\x1b[31m red"}, "wim: sing red"),
    ],
)
def test_what_two_evenings_changed_is_told_by_what_it_holds(value: PlainData, shown: str) -> None:
    path = "campaign/turns/exploration/declared"
    (sentence,) = crossed(path, value, "other", value)
    assert sentence == (
        f"Two evenings changed {path}: {shown} here, other in 4tzt-52 («declare wim sing»). "
        f"It is {shown} now; look whether that is right."
    )


def test_a_secret_in_what_two_evenings_changed_is_not_told() -> None:
    (sentence,) = crossed("campaign/effects/bless", {"note": "it lies"}, {"kind": "miracle"}, None)
    assert "lies" not in sentence
    assert "kind: miracle" in sentence
    (sentence,) = crossed("world/npcs/ysolde/wants", "the bell", "gold", "gold")
    assert sentence == "Two evenings changed world/npcs/ysolde/wants. Look whether it is right."


@pytest.mark.parametrize(
    "path",
    [
        "errants/wim/supply",
        "errants/wim/exhaustion",
        "errants/wim/pennies",
        "errants/wim/shillings",
        "errants/wim/guilders",
        "errants/wim/items/torch/count",
        "errants/wim/items/torch/burn",
        "errants/wim/items/oil/depletion",
        "campaign/effects/bless/depletion",
    ],
)
def test_a_sum_that_two_evenings_made_the_same_is_told(path: str) -> None:
    assert len(crossed(path, 3, 3, 3)) == 1


def test_a_thing_that_two_evenings_gave_alike_is_told() -> None:
    torches: PlainData = {"name": "torch", "count": 2}
    assert len(crossed("errants/wim/items/torch", torches, torches, torches)) == 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("campaign/clock/now", "day 1 09:00"),
        ("campaign/clock/travel_turns", 2),
        ("campaign/turns/exploration/face", 3),
        ("campaign/turns/exploration/number", 3),
        ("campaign/turns/exploration/declared", {"wim": "sing"}),
        ("campaign/turns/travel", {"type": "travel"}),
        ("campaign/every/burn", {"turns": 6, "type": "exploration", "word": "burn"}),
        ("campaign/every/burn/passed", 2),
        ("errants/wim/items/torch/lit", True),
        ("errants/wim/phys", 9),
        ("errants/aldous", {"name": "Aldous"}),
    ],
)
def test_what_two_evenings_made_the_same_and_nobody_counts_is_not_told(
    path: str, value: PlainData
) -> None:
    assert crossed(path, value, value, value) == ()
    assert len(crossed(path, value, None, value)) == 1


def test_what_two_evenings_changed_is_told_once() -> None:
    warnings = Warnings()
    for _ in range(2):
        warnings.add_merge_conflict_warning(
            MergeConflict("errants/wim/supply", 3, 3, 3, "bbbb-1", "supply")
        )
    assert len(warnings.take_all_warnings()) == 1
    warnings.add_merge_conflict_warning(
        MergeConflict("errants/wim/supply", 3, 3, 3, "bbbb-1", "supply")
    )
    assert warnings.take_all_warnings() == ()
