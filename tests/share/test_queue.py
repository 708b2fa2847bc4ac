"""Who is next: every seat has its turn, whoever floods is sent away at once."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from companion.campaign.seat_presence_and_orders import Place
from companion.share import panels, seat_line_answers, shared_table
from companion.share.one_thread_work_queue import SentAway, WorkQueue
from companion.share.shared_table import SharedTable, TooManyRequests
from tests.desk.a_desk import a_desk, said
from tests.share.serving import NAME, Visit, share, visit


def run_in_order(*asked: tuple[Place, str, bool]) -> list[str]:
    """Names of work in the order in which it is done; each is asked for by a place, and is a look
    or a word. All of it waits for something that takes long."""
    done: list[str] = []

    async def ask() -> None:
        queue, go_on = WorkQueue(), Event()
        first = asyncio.ensure_future(queue.run(go_on.wait))
        await asyncio.sleep(0)
        rest = [
            asyncio.ensure_future(
                queue.run(lambda name=name: done.append(name), place, is_look=is_look)  # type: ignore[misc]
            )
            for place, name, is_look in asked
        ]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(first, *rest)
        await queue.finish()

    asyncio.run(ask())
    return done


def test_words_come_before_looks_and_each_seat_has_its_turn() -> None:
    flood = [("mapper", f"look {n}", True) for n in range(3)]
    words = [("mapper", f"word {n}", False) for n in range(2)]
    others = [("caller", "a look", True), ("caller", "a word", False)]
    assert run_in_order(*flood, *words, *others) == [  # type: ignore[arg-type]
        *("word 0", "a word", "word 1"),
        *("look 0", "a look", "look 1", "look 2"),
    ]


def test_words_without_end_leave_a_turn_to_looks() -> None:
    words = [("mapper", f"word {n}", False) for n in range(9)]
    done = run_in_order(*words, ("caller", "a look", True))  # type: ignore[arg-type]
    assert done.index("a look") <= 5


def test_what_waits_is_not_done_for_who_was_sent_away() -> None:
    async def ask() -> None:
        queue, go_on, done = WorkQueue(), Event(), []
        seated = [True]
        first = asyncio.ensure_future(queue.run(go_on.wait))
        second = asyncio.ensure_future(
            queue.run(lambda: done.append(1), "mapper", is_seated=lambda: seated[0])
        )
        await asyncio.sleep(0)
        seated[0] = False
        go_on.set()
        await first
        with pytest.raises(SentAway):
            await second
        assert not done

    asyncio.run(ask())


def test_who_floods_the_table_is_sent_away_at_once(tmp_path: Path) -> None:
    with share(tmp_path) as opened:
        asyncio.run(_send_away_a_flood(opened.table, lambda: _send_away(tmp_path)))


def _send_away(campaigns: Path) -> None:
    said(a_desk(campaigns / NAME), "seat send-away mapper")


async def _send_away_a_flood(shared: SharedTable, send_away: Callable[[], None]) -> None:
    feed, go_on = await shared.open_feed("mapper"), Event()
    blocked = asyncio.ensure_future(shared._queue.run(go_on.wait))
    await asyncio.sleep(0)
    send_away()
    try:
        async with asyncio.timeout(5):
            while not feed.sittings:
                await asyncio.sleep(0.02)
    finally:
        go_on.set()
        await blocked
        await shared.finish()


def test_a_word_that_waited_is_not_said_for_who_was_sent_away(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        fields = mapper.read_fields()
        order = opened.table.say

        async def send_away_first(*asked: object, **more: object) -> object:
            said(a_desk(tmp_path / NAME), "seat send-away mapper")
            return await order(*asked, **more)  # type: ignore[arg-type]

        opened.table.say = send_away_first  # type: ignore[assignment, method-assign]
        assert mapper.post({**fields, "line": "note after that"}).status_code == 403
    assert not list(a_desk(tmp_path / NAME).archive.read_entries())


def test_a_link_opens_nothing_from_the_order_on(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper", "caller") as (mapper, caller):
        link = f"/s/{opened.links.tokens['mapper']}"
        said(a_desk(tmp_path / NAME), "seat send-away mapper")
        assert caller.request("GET", link).status_code == 403
        assert mapper.get("/").status_code == 403


def test_a_seat_looks_at_three_things_at_a_time(tmp_path: Path) -> None:
    async def look(shared: SharedTable) -> None:
        await shared.open_feed("mapper")
        market = panels.PANELS["market"]
        several = [shared.render_panel("mapper", market, f"sort {n}") for n in range(4)]
        answers = await asyncio.gather(*several, return_exceptions=True)
        assert [isinstance(each, TooManyRequests) for each in answers] == [False] * 3 + [True]
        same = [shared.render_panel("mapper", market, "animals") for _ in range(8)]
        assert len(set(await asyncio.gather(*same))) == 1
        await shared.finish()

    assert shared_table.MAX_LOOKS == 3
    with share(tmp_path) as opened:
        asyncio.run(look(opened.table))


def test_a_page_that_is_refused_for_now_comes_again_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        fields = mapper.read_fields()
        monkeypatch.setitem(opened.table._looking, "mapper", shared_table.MAX_LOOKS)
        looked = mapper.get("/packs")
        assert looked.status_code == 429
        assert looked.headers["refresh"] == looked.headers["retry-after"] == "1"
        assert mapper.post({**fields, "line": "note x"}).status_code == 303, "words go on"
        monkeypatch.setitem(opened.table._waiting, "mapper", shared_table.MAX_WAITING)
        said_too_much = mapper.post({**fields, "nonce": fields["nonce"] + "1", "line": "note x"})
        assert said_too_much.status_code == 429
        assert "refresh" not in said_too_much.headers


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the notes were looked up for: "looked" each time."""
    found, notes = [], panels.PANELS["notes"]

    def show(viewer: panels.PanelViewer) -> object:
        found.append("looked")
        return notes.show(viewer)

    monkeypatch.setitem(panels.PANELS, "notes", notes._replace(show=show))  # type: ignore[arg-type]
    return found


def test_a_page_is_looked_up_once_for_all_players_until_something_changes(
    tmp_path: Path, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_line_answers, "KEPT_SECONDS", 1_000.0)
    places: tuple[Place, ...] = ("mapper", "caller", "note-taker")
    with share(tmp_path) as opened, visit(opened, *places, "guide") as visits:
        *players, guide = visits
        _get_notes(*players, *players)
        assert len(shown) == 1
        _get_notes(guide)
        assert len(shown) == 2, "the Guide's have secrets in them"
        guide.say("note the bell rings")
        assert all("the bell rings" in page for page in _get_notes(*players))
        assert len(shown) == 3
        monkeypatch.setattr(seat_line_answers, "KEPT_SECONDS", 0.0)
        _get_notes(*players)
        assert len(shown) == 6


def _get_notes(*visits: Visit) -> list[str]:
    return [each.get("/notes").text for each in visits]
