"""Many connections and slow ones: bounded, and nobody at the table notices."""

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.archive.disk.dot_companion_folder import LOG_NAME, OWN_FOLDER
from companion.campaign.seat_presence_and_orders import Place
from companion.share import connection_limits, server_sent_events, shared_table
from companion.share.connection_limits import (
    MAX_CONNECTIONS,
    MAX_CONNECTIONS_BY_ADDRESS,
    ConnectionCounter,
)
from companion.share.request_guard import REFUSED
from tests.desk.a_desk import a_desk, said
from tests.share.serving import NAME, LiveTable, share, visit

pytestmark = pytest.mark.slow

PATIENCE = 10.0


@contextmanager
def connect(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        yield connection


def head(live: LiveTable, seat: Place) -> str:
    """What each request of a seat says first of all."""
    port = live.opened.port
    session = live.opened.links.make_session(seat)
    return f"Host: localhost:{port}\r\nCookie: companion-{port}={session}\r\n"


def wait_until_all_are_gone(live: LiveTable) -> None:
    give_up = monotonic() + PATIENCE
    while live.count_connections():
        assert monotonic() < give_up, "a socket is still there"
        sleep(0.02)


def is_cut_off(connection: socket.socket) -> bool:
    """True as soon as the other side has closed; False if that takes too long."""
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def connect_many(port: int, number: int, stack: ExitStack) -> list[socket.socket]:
    """So many connections from one address, which say nothing."""
    opened = [stack.enter_context(socket.socket()) for _ in range(number)]
    for each in opened:
        each.setblocking(False)
        each.connect_ex(("127.0.0.1", port))
    for each in opened:
        each.settimeout(PATIENCE)
    return opened


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere one address is this computer's own")
def test_a_thousand_connections_from_one_address_leave_room_for_the_others(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as live, ExitStack() as stack:
        phone = live.sit("timekeeper")
        with phone.listen() as heard:
            opened = connect_many(live.opened.port, 1_000, stack)
            assert is_cut_off(opened[MAX_CONNECTIONS_BY_ADDRESS])
            other = live.sit("mapper", "127.0.0.2")
            assert other.say("note still here")["ok"]
            assert any("still here" in str(event.data) for event in heard), "who listened goes on"
        for each in opened:
            each.close()
        give_up = monotonic() + PATIENCE
        while True:
            try:
                live.sit("caller")
                break
            except OSError:
                assert monotonic() < give_up
                sleep(0.05)


def test_addresses_are_counted_each_for_itself_and_together() -> None:
    counter = ConnectionCounter()
    assert all(counter.admit_connection("one") for _ in range(MAX_CONNECTIONS_BY_ADDRESS))
    assert not counter.admit_connection("one")
    assert counter.admit_connection("two")
    counter.release_connection("one")
    assert counter.admit_connection("one")
    admitted = sum(counter.admit_connection(str(each)) for each in range(1_000))
    assert admitted == MAX_CONNECTIONS - MAX_CONNECTIONS_BY_ADDRESS - 1
    for each in range(1_000):
        if str(each) in counter.by_address:
            counter.release_connection(str(each))
    counter.release_connection("two")
    assert set(counter.by_address) == {"one"}


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\n{head}X: ",
        "POST /say HTTP/1.1\r\n{head}Content-Length: 100\r\n\r\nline=",
    ],
)
def test_a_request_that_does_not_end_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: str
) -> None:
    monkeypatch.setattr(connection_limits, "SECONDS_TO_ASK", 0.3)
    with LiveTable(tmp_path) as live, connect(live.opened.port) as connection:
        connection.sendall(begun.format(head=head(live, "mapper")).encode())
        begun_at = monotonic()
        assert is_cut_off(connection)
        assert monotonic() - begun_at < PATIENCE / 2


def test_a_phone_that_drops_out_is_nothing_to_write_down(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as live:
        with connect(live.opened.port) as connection:
            request = (
                f"POST /say HTTP/1.1\r\n{head(live, 'mapper')}Content-Length: 100\r\n\r\nline="
            )
            connection.sendall(request.encode())
            sleep(0.2)
        wait_until_all_are_gone(live)
        live.sit("mapper")
    assert not (tmp_path / NAME / OWN_FOLDER / LOG_NAME).exists()


def test_a_page_that_listens_is_not_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "SECONDS_TO_ASK", 0.2)
    monkeypatch.setattr(server_sent_events, "BEAT_SECONDS", 0.1)
    with LiveTable(tmp_path) as live, live.sit("mapper").listen() as heard:
        kinds = [next(heard).kind for _ in range(6)]
        said(a_desk(tmp_path / NAME), "note after a while")
        assert any(event.kind == "answer" for event in heard)
    assert "beat" in kinds


@pytest.mark.parametrize(
    "begun", ["G", "POST /say HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\n"]
)
@pytest.mark.parametrize("at_once", [True, False])
def test_the_request_after_an_answered_one_is_cut_off_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: str, at_once: bool
) -> None:
    monkeypatch.setattr(connection_limits, "SECONDS_TO_ASK", 0.3)
    with LiveTable(tmp_path) as live, connect(live.opened.port) as connection:
        host = f"localhost:{live.opened.port}"
        whole = f"GET /nothing HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
        rest = begun.format(host=host).encode()
        connection.sendall(whole + rest if at_once else whole)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 403")
        if not at_once:
            connection.sendall(rest)
        begun_at = monotonic()
        while not is_cut_off(connection):
            assert monotonic() - begun_at < PATIENCE
        assert monotonic() - begun_at < 3.0, "uvicorn's own limit is 5 seconds"


def test_who_names_no_seat_leaves_room_for_those_who_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_STRANGERS", 4)
    with LiveTable(tmp_path) as live, ExitStack() as stack:
        phone = live.sit("timekeeper")
        opened = connect_many(live.opened.port, 6, stack)
        assert is_cut_off(opened[0])
        assert phone.say("note still here")["ok"]
        assert live.sit("mapper").say("note me too")["ok"]
        assert live.count_connections() == 2 + 3


def test_an_address_that_is_full_of_strangers_has_room_for_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS_BY_ADDRESS", 3)
    with LiveTable(tmp_path) as live, ExitStack() as stack:
        opened = connect_many(live.opened.port, 3, stack)
        while live.count_connections() < 3:
            sleep(0.01)
        phones = [live.sit("timekeeper") for _ in range(3)]
        assert all(map(is_cut_off, opened))
        with pytest.raises(OSError, match="reset|closed|aborted"):
            live.sit("mapper")
        assert all(phone.say("note still here")["ok"] for phone in phones)


@pytest.mark.parametrize(
    "asked", ["GET http://x/", "TRACE /", "FOO /packs", "POST /s/x", "DELETE /style.css", "GET x"]
)
def test_what_no_page_takes_looks_like_what_is_not_there(tmp_path: Path, asked: str) -> None:
    with LiveTable(tmp_path) as live, connect(live.opened.port) as connection:
        host = f"Host: localhost:{live.opened.port}\r\nConnection: close\r\n\r\n"
        connection.sendall(f"{asked} HTTP/1.1\r\n{host}".encode())
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 403")
    assert answer.endswith(REFUSED.encode())
    assert b"\r\nallow:" not in answer


def test_headers_without_end_are_refused(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as live, connect(live.opened.port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            for _ in range(200):
                connection.sendall(b"X-Long: " + b"x" * 1_000 + b"\r\n")
                sleep(0.001)


def test_a_reader_that_takes_nothing_is_let_go_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "SEND_SECONDS", 0.5)
    with LiveTable(tmp_path) as live, socket.socket() as connection:
        phone = live.sit("note-taker")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.connect(("127.0.0.1", live.opened.port))
        request = f"GET /events?after={phone.heard} HTTP/1.1\r\n{head(live, 'note-taker')}\r\n"
        connection.sendall(request.encode())
        longest = 0.0
        for number in range(60):
            begun = monotonic()
            assert phone.say(f"note {number} " + "so much to tell " * 200)["ok"]
            longest = max(longest, monotonic() - begun)
        give_up = monotonic() + PATIENCE
        while live.opened.table.list_presences():
            phone.say("note more " + "x" * 3_900)
            assert monotonic() < give_up, "it is still waited for"
    assert longest < 2.0


@pytest.mark.parametrize("asked", ["/events?after=x", "/"])
def test_who_never_reads_loses_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setattr(connection_limits, "SECONDS_TO_READ", 0.3)
    monkeypatch.setattr(server_sent_events, "SEND_SECONDS", 0.1)
    monkeypatch.setattr(server_sent_events, "encode_server_sent_event", lambda *_: b"x" * 1_000_000)
    with LiveTable(tmp_path) as live, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.connect(("127.0.0.1", live.opened.port))
        request = f"GET {asked} HTTP/1.1\r\n{head(live, 'note-taker')}\r\n"
        connection.sendall(request.encode() * (1 if "events" in asked else 30))
        connection.settimeout(PATIENCE)
        assert connection.recv(1, socket.MSG_PEEK), "it is answered"
        assert live.count_connections() == 1
        wait_until_all_are_gone(live)


def test_a_seat_has_so_many_pages_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_table, "MAX_STREAMS", 3)
    with LiveTable(tmp_path) as live, ExitStack() as stack:
        phones = [live.sit("mapper") for _ in range(4)]
        for phone in phones[:3]:
            next(stack.enter_context(phone.listen()))
        with pytest.raises(AssertionError, match="429"):
            stack.enter_context(phones[3].listen())
        next(stack.enter_context(live.sit("caller").listen()))


def test_a_seat_that_says_too_much_at_once_is_told_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_table, "MAX_WAITING", 0)
    with LiveTable(tmp_path) as live, pytest.raises(ValueError, match="Expecting value"):
        live.sit("mapper").say("note x")


def test_a_seat_that_asks_for_pages_without_end_waits_and_the_others_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper", "caller") as (mapper, caller):
        mapper.get("/")
        monkeypatch.setitem(opened.table._waiting, "mapper", shared_table.MAX_WAITING)
        for path in ("/packs", "/menu?line=n"):
            assert mapper.get(path).status_code == 429
        assert mapper.post({**mapper.read_fields(), "line": "note x"}).status_code == 429
        assert caller.get("/packs").status_code == 200


def test_a_stream_is_asked_for_by_get_alone(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        assert mapper.request("HEAD", "/events").status_code == 405
        assert mapper.request("POST", "/events").status_code == 405
        assert mapper.request("HEAD", "/").status_code == 200
