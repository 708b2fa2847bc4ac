"""A line of several deeds is done deed by deed, by whoever it is typed."""

from pathlib import Path

from companion.line_runner import run_deeds_of_line
from companion.reports.reply import Reply
from tests.commands.table import Table


def test_each_deed_is_done_by_itself_until_one_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("fight goblin x6 distance 10 surprise none")
    said: list[str] = []

    def do_deed(deed: str) -> Reply | None:
        said.append(deed)
        return table.desk.run(deed)

    line = "bree hits 1 =3, corvin hits 4 =9, wim shoots 2 =4, corvin walks up"
    done = run_deeds_of_line(table.desk, line, do_deed)
    assert len(said) == 3
    assert done.reply is not None
    assert not done.reply.ok
    assert done.left == ("corvin walks up",)


def test_a_line_of_one_deed_is_done_as_it_is(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    done = run_deeds_of_line(table.desk, "note bree sings, wim digs", table.desk.run)
    assert done.left == ()
    assert done.reply is not None
    assert done.reply.line == "note bree sings, wim digs"


def test_the_deeds_that_changed_something_are_counted(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    before = table.desk.campaign
    done = run_deeds_of_line(table.desk, "everybody takes 1 damage", table.desk.run)
    assert done.changing == 4
    table.done(f"undo x{done.changing}")
    assert table.desk.campaign.errants == before.errants


def test_a_correction_counts_what_was_done_instead_alone(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("hurt bree 3")
    assert run_deeds_of_line(table.desk, "no, wim", table.desk.run).changing == 1


def test_a_number_answers_the_deed_that_was_refused_though_another_was_done_after_it(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("fight goblin x3 surprise none")
    run_deeds_of_line(table.desk, "bree brains another, 2 dmg. corvin misses", table.desk.run)
    assert table.desk.find_offered_line("2") == "hurt goblins 2 2"
