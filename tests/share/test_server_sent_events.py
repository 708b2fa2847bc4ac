"""Events: a page hears all that its seat may hear, in order and once, whenever it comes back."""

from pathlib import Path

import pytest
from markupsafe import Markup

from companion.share import shared_table
from companion.share.seat_feed import MAX_EVENT_BYTES, MAX_EVENTS, Article, Feed
from tests.commands.table import Table
from tests.desk.a_desk import a_desk, said
from tests.share.serving import NAME, LiveTable, wait_for_answers, wait_for_text


def test_a_page_hears_its_own_answers_and_what_others_did(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        one, other = table.sit("timekeeper"), table.sit("quartermaster")
        with one.listen() as heard_by_one, other.listen() as heard_by_other:
            assert one.say("note the bell rings")["ok"]
            (own,) = wait_for_answers(heard_by_one, 1)
            (others,) = wait_for_answers(heard_by_other, 1)
    assert "the bell rings" in own.data["html"]
    assert "the bell rings" in others.data["html"]
    assert "timekeeper" in others.data["html"]
    assert 'class="mine"' in own.data["html"]
    assert 'class="theirs"' in others.data["html"]


def test_what_another_process_does_is_heard(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        phone = table.sit("mapper")
        with phone.listen() as heard:
            said(a_desk(tmp_path / NAME), "done", "next search the altar =4")
            assert wait_for_text(heard, "search the altar").name


def test_a_page_that_comes_back_has_missed_nothing_and_hears_nothing_twice(tmp_path: Path) -> None:
    lines = [f"note the bell rings {n} times" for n in range(10)]
    with LiveTable(tmp_path) as table:
        guide, phone = table.sit("guide"), table.sit("caller")
        with phone.listen() as heard:
            guide.say(lines[0])
            (first,) = wait_for_answers(heard, 1)
        for line in lines[1:]:
            guide.say(line)
        numbers, texts, name = [first.name], [first.data["html"]], first.name
        while lines[-1].removeprefix("note ") not in texts[-1]:  # one event may tell of several
            with phone.listen(name) as heard:
                (event,) = wait_for_answers(heard, 1)
            numbers.append(event.name)
            texts.append(event.data["html"])
            name = event.name
    assert len(set(numbers)) == len(numbers)
    for line in lines:
        assert "".join(texts).count(f"«{line}»") == 1


def test_the_state_follows_each_word(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        keeper, phone = table.sit("timekeeper"), table.sit("note-taker")
        with phone.listen() as heard:
            first = next(event for event in heard if event.kind == "state")
            keeper.say("+1h")
            second = next(event for event in heard if event.kind == "state")
    assert "13:20" in first.data["html"]
    assert "14:20" in second.data["html"]


def test_a_page_of_before_a_restart_is_loaded_anew(tmp_path: Path) -> None:
    with LiveTable(tmp_path, keep_links=True) as table:
        old = table.sit("timekeeper").heard
    with LiveTable(tmp_path, keep_links=True) as table:
        for name in (old, "", "x", "0-0", "-", f"{old}-1", "é-1", "0" * 10_000):
            with table.sit("timekeeper").listen(name) as heard:
                assert next(heard).kind == "reset", name


def test_a_table_that_closes_says_so(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        phone = table.sit("timekeeper")
        with phone.listen() as heard:
            next(heard)
            table.opened.table.is_closed = True
            phone.say("note the last word")
            kinds = [event.kind for event in heard]
    assert kinds[-1] == "closed"


def test_it_is_told_who_has_come_once(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        for _ in range(3):
            with table.sit("mapper").listen() as heard:
                next(heard)
        with table.sit("caller").listen() as heard:
            next(heard)
    assert [text.partition(" is")[0] for text in table.heard] == ["The mapper", "The caller"]


def test_a_line_that_is_sent_twice_is_run_once(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        phone = table.sit("note-taker")
        nonce = f"{phone.heard.partition('-')[0]}.once"
        answers = [phone.say("note only once", nonce) for _ in range(3)]
        assert answers[0] == answers[1] == answers[2]
        other_phone = table.sit("mapper")
        life = other_phone.heard.partition("-")[0]
        other_phone.say("note by another seat", f"{life}.once")
    lines = [entry.line for entry in a_desk(tmp_path / NAME).archive.read_entries()]
    assert lines == ["note by another seat", "note only once"]


def test_another_seats_answers_make_no_line_run_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_table, "_MAX_ANSWERS", 3)
    with LiveTable(tmp_path) as live:
        phone, other = live.sit("note-taker"), live.sit("mapper")
        nonce = f"{phone.heard.partition('-')[0]}.once"
        phone.say("note only once", nonce)
        for _ in range(6):
            other.say("status")
        phone.say("note only once", nonce)
        assert len(list(a_desk(tmp_path / NAME).archive.read_entries())) == 1
        assert len(live.opened.table._answers["mapper"]) == 3


def test_a_line_of_before_a_restart_is_not_run_again(tmp_path: Path) -> None:
    """Nobody can tell whether it was done: whoever sent it looks, and says it again."""
    with LiveTable(tmp_path, keep_links=True) as table:
        old = table.sit("note-taker")
        nonce = f"{old.heard.partition('-')[0]}.1"
        old.say("note the bell", nonce)
    with LiveTable(tmp_path, keep_links=True) as table:
        assert table.sit("note-taker").say("note the bell", nonce) == {"restarted": True}
    assert len(list(a_desk(tmp_path / NAME).archive.read_entries())) == 1


def test_the_menu_is_that_of_the_prompt(tmp_path: Path) -> None:
    prompt = Table(tmp_path / "other", seat="quartermaster", whole_words=False).desk
    with LiveTable(tmp_path) as table:
        phone = table.sit("quartermaster")
        for line in ("give b", "give bree lan", "light ondine ", "zz", "pass bree wim to"):
            found = [each["text"] for each in phone.get_json(f"/menu?line={line}")]
            assert found == [each.text for each in prompt.suggest_completions(line)][:40], line


def test_a_feed_keeps_a_bounded_evening() -> None:
    feed = Feed()
    for number in range(MAX_EVENTS * 3):
        feed.publish([Article(Markup(f"<p>{number}</p>"))], Markup(str(number)))
    assert feed.list_events_after(0) is None
    kept = feed.list_events_after(feed.last - MAX_EVENTS)
    assert kept is not None
    assert [event.number for event in kept] == list(
        range(feed.last - MAX_EVENTS + 1, feed.last + 1)
    )
    for _ in range(20):
        feed.publish([Article(Markup("x" * (MAX_EVENT_BYTES // 4)))], None)
    assert sum(len(article.html) for _, article in feed._events) <= MAX_EVENT_BYTES
    assert feed.list_events_after(feed.last) == []
    assert feed.list_events_after(feed.last + 1) is None


def test_a_page_is_loaded_with_little() -> None:
    feed = Feed()
    for _ in range(50):
        feed.publish([Article(Markup("x" * 3_000))], None)
    assert 1 <= len(feed.list_newest_events()) <= 10
    feed.publish([Article(Markup("x" * 100_000))], None)
    assert len(feed.list_newest_events()) == 1


def test_an_event_whose_words_are_all_taken_back_is_marked_until_they_are_done_again() -> None:
    feed = Feed()
    one, two, three = frozenset({1}), frozenset({2}), frozenset({1, 2})
    for name, entries in (("one", one), ("both", three), ("greeting", frozenset[int]())):
        feed.publish(
            [Article(Markup(f'<article class="theirs"><p>{name}</p></article>'), entries)], None
        )

    def list_marked() -> list[str]:
        pages = feed.list_newest_events(), feed.list_events_after(0) or []
        marked = [[each.html for each in page if "Taken back:" in each.html] for page in pages]
        assert marked[0] == marked[1]
        assert all('class="undone theirs"' in each for each in marked[0])
        return [each.partition("</p><p>")[2].partition("</p>")[0] for each in marked[0]]

    assert list_marked() == []
    feed.publish([Article(Markup("<article></article>"), takes_back=one)], None)
    assert list_marked() == ["one"]
    feed.publish([Article(Markup("<article></article>"), takes_back=two)], None)
    assert list_marked() == ["one", "both"]
    feed.publish([Article(Markup("<article></article>"), repeats=one)], None)
    assert list_marked() == []
