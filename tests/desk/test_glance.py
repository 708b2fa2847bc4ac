"""What others do to a campaign is seen from an open desk, once."""

from pathlib import Path

import pytest

from companion.campaign.news_of_changes import BecameKnown, BecameUnknown, LightChanged, LightDied
from companion.desk import Desk
from companion.errant.harm.harm_happenings import NpcHurt
from companion.reports import filter_report_for_seat
from companion.reports.journal import ExternalChangesReport, UndoReport
from companion.reports.reply import Reply
from companion.view.reply import encode_reply
from tests.commands.table import Table


def seen(table: Table) -> tuple[Reply, ExternalChangesReport]:
    """What a glance shows, which must be something, and nothing the second time."""
    reply = table.desk.take_in_external_changes()
    assert reply is not None
    assert isinstance(reply.report, ExternalChangesReport)
    assert table.desk.take_in_external_changes() is None
    return reply, reply.report


def bree(table: Table) -> Path:
    """Bree's file."""
    return table.desk.archive.folder / "errants" / "bree.toml"


def test_where_nobody_did_anything_there_is_nothing_to_see(table: Table) -> None:
    assert table.desk.take_in_external_changes() is None
    table.done("burn", "undo")
    assert table.desk.take_in_external_changes() is None


def test_the_word_of_another_is_seen_with_its_seat_and_its_news(table: Table, other: Table) -> None:
    other.done("burn")
    reply, report = seen(table)
    assert [(word.seat, word.line) for word in report.words] == [("timekeeper", "burn")]
    assert report.files == ()
    assert reply.news
    assert table.desk.campaign == other.desk.campaign


EVENTS = [("next! creep on =1", "1 encounter"), ("next! creep on =4", "4 local_effect")]


@pytest.mark.parametrize(("line", "outcome"), EVENTS)
def test_the_outcome_of_anothers_event_die_is_told_and_the_table_to_the_guide(
    line: str, outcome: str, table: Table, other: Table, tmp_path: Path
) -> None:
    player = Table(tmp_path, seat="caller")
    other.done(line)
    _, report = seen(table)
    assert [word.outcome for word in report.words] == [outcome]
    assert [each.table[:7] for each in report.results or ()] == ["chapel-"]
    _, report = seen(player)
    assert [word.outcome for word in report.words] == [outcome]
    assert not report.results


def test_the_sign_that_another_drew_is_the_guides_until_it_comes_true(
    table: Table, other: Table, tmp_path: Path
) -> None:
    player = Table(tmp_path, seat="caller")
    other.done("next! creep on =5")
    (sign,) = other.desk.campaign.world.signs
    for line in ("note it drips", "next! creep on =1"):
        other.done(line)
        _, report = seen(table)
        assert [each.foretold for each in report.results or ()] == [sign.encounter]
        reply, _ = seen(player)
        assert sign.encounter not in encode_reply(reply, guide=False)


def test_a_secret_word_is_seen_by_the_guide_alone(table: Table, other: Table) -> None:
    other.done("secret supply wim +1")
    _, report = seen(table)
    assert report.words == ()
    assert [word.line for word in report.secretly] == ["secret supply wim +1"]
    assert not filter_report_for_seat(report, guide=False).secretly


@pytest.mark.parametrize(
    "line", ["note secret Ysolde rang the bell", "secret supply wim +1", "errant edit wim note spy"]
)
def test_a_player_hears_nothing_of_a_secret_word(line: str, table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    assert player.desk.take_in_external_changes() is None
    table.done(line)
    assert player.desk.take_in_external_changes() is None


def test_what_another_took_back_is_told_with_its_lines(table: Table, other: Table) -> None:
    other.done("burn", "supply wim +1")
    seen(table)
    other.done("undo x2")
    _, report = seen(table)
    assert [word.of for word in report.words] == [("supply wim +1", "burn")]
    other.done("redo")
    _, report = seen(table)
    assert [word.of for word in report.words] == [("supply wim +1", "burn")]


def test_a_word_and_its_undo_since_the_last_look_are_told_together(
    table: Table, tmp_path: Path
) -> None:
    Table(tmp_path).done("note secret Ysolde lies", "burn", "undo", "undo")
    _, report = seen(table)
    assert [(word.line, word.of) for word in report.words] == [("burn", ()), ("undo", ("burn",))]
    assert [(word.line, word.of) for word in report.secretly] == [
        ("note secret Ysolde lies", ()),
        ("undo", ("note secret Ysolde lies",)),
    ]


@pytest.mark.parametrize("line", ["note secret Ysolde lies", "errant edit wim note spy"])
def test_a_player_does_not_hear_which_secret_word_was_taken_back(
    line: str, table: Table, tmp_path: Path
) -> None:
    table.done("burn", line)
    player = Table(tmp_path, seat="caller")
    table.done("undo x2")
    _, report = seen(player)
    assert [(word.line, word.of) for word in report.words] == [("undo x2", ("burn",))]


def test_an_undo_of_others_is_told_with_what_it_gave_back_and_no_old_news(
    table: Table, other: Table
) -> None:
    """A torch that was one Burn from dying before the Burn is not told of again."""
    other.done("burn")
    seen(table)
    for line in ("undo", "redo", "undo 2"):
        answer = other.done(line)
        reply, report = seen(table)
        assert isinstance(answer.report, UndoReport)
        assert [word.restored for word in report.words] == [answer.report.restored]
        assert [type(each) for each in reply.news] == [LightChanged]
        assert reply.news == answer.news


def test_a_light_that_an_undo_has_put_out_does_not_die(table: Table, other: Table) -> None:
    other.done("light bree torch", "light bree torch")
    seen(table)
    other.done("undo")
    reply, report = seen(table)
    assert not [each for each in reply.news if isinstance(each, LightDied)]
    assert ("bree", "torch", "lit", 1) in [
        (r.errant, r.name, r.what, r.before) for word in report.words for r in word.restored
    ]


def test_a_word_beside_an_undo_is_told_with_its_own_news(table: Table, other: Table) -> None:
    other.done("supply wim +1", "undo", "burn")
    reply, _ = seen(table)
    assert LightDied in [type(each) for each in reply.news]
    other.done("undo", "note it drips")
    reply, _ = seen(table)
    assert [type(each) for each in reply.news] == [LightChanged]


@pytest.mark.parametrize("line", ["react old-pike =4,4", "talk old-pike", "npc old-pike met yes"])
def test_who_was_met_by_a_word_taken_back_is_unknown_again(
    line: str, table: Table, tmp_path: Path
) -> None:
    player = Table(tmp_path, seat="caller")
    player.desk.take_in_external_changes()
    table.done(line)
    reply = player.desk.take_in_external_changes()
    assert reply is not None
    assert BecameKnown("Old Pike") in reply.news
    for step, news in (("undo", BecameUnknown), ("redo", BecameKnown)):
        assert news("Old Pike") in table.done(step).news
        reply = player.desk.take_in_external_changes()
        assert reply is not None
        assert reply.news == (news("Old Pike"),)
        assert "disposition" not in encode_reply(reply, guide=False)
    table.done("undo", "npc old-pike note asleep", "undo")
    player.desk.take_in_external_changes()
    table.done(line, "undo")
    reply = player.desk.take_in_external_changes()
    assert reply is None or not reply.news, "the players never heard the name"


def test_what_an_npc_thinks_after_an_undo_is_told_to_the_guides_other_prompt_alone(
    table: Table, tmp_path: Path
) -> None:
    guide, player = Table(tmp_path), Table(tmp_path, seat="caller")
    table.done("react harl =6,6", "hp harl 6", "hurt harl 3")
    for each in (guide, player):
        each.desk.take_in_external_changes()
    table.done("undo x3")
    _, report = seen(guide)
    assert [r.what for each in report.restored or () for r in each.restored] == ["disposition"]
    reply = player.desk.take_in_external_changes()
    assert reply is None or "disposition" not in encode_reply(reply, guide=False)


def test_an_undo_of_long_ago_is_looked_for_no_further_than_is_quick(
    table: Table, other: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.commands.record.changes_by_others.MAX_ENTRIES_READ", 3)
    other.done("burn", *["supply wim +1"] * 3)
    seen(table)
    other.done("undo 2")
    _, report = seen(table)
    assert [(word.line, word.of) for word in report.words] == [("undo 2", ())]


def test_an_edit_that_is_put_back_is_seen_too(table: Table) -> None:
    path = bree(table)
    whole = path.read_text()
    path.write_text(whole.replace("supply = 7", "supply = 12"))
    seen(table)
    path.write_text(whole)
    _, report = seen(table)
    assert [(c.path, c.before, c.after) for c in report.edits] == [("errants/bree/supply", 12, 7)]
    table.done("supply bree +1")
    assert table.desk.campaign.get_errant("bree").supply == 8


def test_an_edit_that_another_journals_is_not_told_again(table: Table, other: Table) -> None:
    path = bree(table)
    path.write_text(path.read_text().replace("supply = 7", "supply = 12"))
    seen(table)
    other.done("supply wim +1")
    _, report = seen(table)
    assert [word.line for word in report.words] == ["supply wim +1"]
    assert report.files == ()


def test_edits_before_and_after_the_word_of_another_are_no_conflict(
    table: Table, other: Table
) -> None:
    path = bree(table)
    for before, after in ((7, 6), (6, 5)):
        path.write_text(path.read_text().replace(f"supply = {before}", f"supply = {after}"))
        seen(table)
        other.done("exhaust wim +1")
        seen(table)
    assert table.done("exhaust wim -1").warnings == ()
    assert table.desk.campaign.get_errant("bree").supply == 5


def test_where_nothing_is_new_nothing_is_read(
    table: Table, other: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    other.done("burn")
    seen(table)

    def fails(*_arguments: object) -> object:
        raise AssertionError("the files were read")

    monkeypatch.setattr("companion.archive.known_state_on_disk.read_campaign_file_texts", fails)
    assert table.desk.take_in_external_changes() is None


def test_what_there_is_to_tell_waits_while_a_file_is_broken(table: Table) -> None:
    path = bree(table)
    whole = path.read_text()
    path.write_text(whole + "\nsupply = [")
    assert table.desk.take_in_external_changes() is not None
    (journal,) = (table.desk.archive.folder / "journal").glob("*.toml")
    with journal.open("a") as torn:
        torn.write('\n[[entry]]\nsession = "x"\n')
    assert table.desk.take_in_external_changes() is None
    path.write_text(whole)
    reply = table.desk.take_in_external_changes()
    assert reply is not None
    assert any("never finished" in warning for warning in reply.warnings)


def test_an_edit_by_hand_is_seen_with_what_it_changed(table: Table) -> None:
    path = bree(table)
    path.write_text(path.read_text().replace("supply = 7", "supply = 12"))
    _, report = seen(table)
    assert report.files == ("errants/bree.toml",)
    assert [(c.path, c.before, c.after) for c in report.edits] == [("errants/bree/supply", 7, 12)]


def test_a_word_and_an_edit_together_are_told_apart(table: Table, other: Table) -> None:
    other.done("supply wim +1")
    path = bree(table)
    path.write_text(path.read_text().replace("supply = 7", "supply = 12"))
    _, report = seen(table)
    assert [word.line for word in report.words] == ["supply wim +1"]
    assert [change.path for change in report.edits] == ["errants/bree/supply"]


def test_a_file_that_breaks_is_told_once_and_that_it_reads_well_again(table: Table) -> None:
    path = bree(table)
    whole = path.read_text()
    path.write_text(whole + "\nsupply = [")
    reply = table.desk.take_in_external_changes()
    assert reply is not None
    assert reply.refusal is not None
    assert "bree.toml" in str(reply.refusal.problems[0])
    assert table.desk.take_in_external_changes() is None
    path.write_text(whole)
    _, report = seen(table)
    assert report.mended
    assert not report.words
    assert not report.files


def test_a_folder_that_vanishes_is_told_once_until_it_is_back(table: Table, tmp_path: Path) -> None:
    folder = table.desk.archive.folder
    folder.rename(tmp_path / "elsewhere")
    reply = table.desk.take_in_external_changes()
    assert reply is not None
    assert reply.refusal is not None
    assert reply.refusal.kind == "gone"
    assert table.desk.take_in_external_changes() is None
    for line in ("status", "supply bree +1", "note x", "undo"):
        assert table.refused(line).kind == "gone"
    assert not folder.exists()
    (tmp_path / "elsewhere").rename(folder)
    seen(table)
    table.done("supply bree +1")
    assert table.desk.campaign.get_errant("bree").supply == 8


def test_a_bug_of_ours_is_told_once_and_the_desk_stays_open(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_desk: Desk) -> None:
        raise IndexError("a bug of ours")

    monkeypatch.setattr(Desk, "_reply_to_external_changes", fails)
    reply = table.desk.take_in_external_changes()
    assert reply is not None
    assert reply.error is not None
    assert table.desk.take_in_external_changes() is None
    table.done("supply bree +1")


@pytest.mark.parametrize("line", ["light bree nothing", "supply wim +1", "status", "done"])
def test_what_another_did_as_a_line_came_in_is_told_with_its_answer(
    line: str, table: Table, other: Table
) -> None:
    assert table.desk.take_in_external_changes() is None
    other.done("burn")
    table.say(line)  # the two lines cross: nobody looked in between
    _, report = seen(table)
    assert [word.line for word in report.words] == ["burn"]


def test_what_two_others_did_around_a_word_is_told_in_two_parts(table: Table, other: Table) -> None:
    assert table.desk.take_in_external_changes() is None
    for line in ("burn", "exhaust wim +1"):
        other.done(line)
        table.done("supply wim +1")
    told = []
    while reply := table.desk.take_in_external_changes():
        assert isinstance(reply.report, ExternalChangesReport)
        told += [word.line for word in reply.report.words]
        assert not reply.report.edits
    assert told == ["burn", "exhaust wim +1"]


def test_harm_to_an_npc_tells_no_player_what_hp_it_had(table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    table.done("hp harl 4")
    player.desk.take_in_external_changes()
    table.done("hurt harl 9")
    reply, report = seen(player)
    (word,) = report.words
    assert word.happened == (NpcHurt("harl-dunn", "Harl Dunn", 0, 9, True, False),)
    assert '"npcs' not in encode_reply(reply, guide=False)


def edit(table: Table, file: str, old: str, new: str) -> None:
    """One line of a file of the campaign replaced in an editor."""
    path = table.campaign_folders.campaigns / "my-greenmire" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_what_differs_by_a_hand_edit_is_told_to_everybody(table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    for each in (table, player):
        each.desk.take_in_external_changes()
    edit(table, "errants/wim.toml", "phys = 10", "phys = 11")
    for each in (table, player):
        _, report = seen(each)
        assert [(value.errant, value.what, value.after) for value in report.edited] == [
            ("wim", "hp", 11),
            ("wim", "attribute", 11),
        ]


def test_a_hand_edit_beside_a_word_tells_what_the_edit_changed(
    table: Table, tmp_path: Path
) -> None:
    player = Table(tmp_path, seat="caller")
    player.desk.take_in_external_changes()
    table.done("supply wim +1")
    edit(table, "errants/bree.toml", "exhaustion = 1", "exhaustion = 3")
    table.done("supply ondine +1", "secret supply corvin +1")
    _, report = seen(player)
    assert [(each.errant, each.what, each.after) for each in report.edited] == [
        ("bree", "exhaustion", 3)
    ]


def test_of_a_hand_edit_of_secrets_players_hear_nothing(table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    player.desk.take_in_external_changes()
    edit(table, "world.toml", "disposition = 5", "disposition = 6")
    assert player.desk.take_in_external_changes() is None
    edit(table, "world.toml", "disposition = 6", "disposition = 5")
    edit(table, "errants/bree.toml", "exhaustion = 1", "exhaustion = 2")
    reply, report = seen(player)
    assert report.files == ("errants/bree.toml",)
    assert "disposition" not in encode_reply(reply, guide=False)
