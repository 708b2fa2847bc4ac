"""What a browser keeps of a seat: a value that opens the seat and is not its link."""

from pathlib import Path

import pytest

from companion.share.seat_links import LINKS_FILE, SEATS, Links
from tests.desk.a_desk import a_desk, said
from tests.share.serving import NAME, Visit, share, visit

PAGES = ("/", "/packs", "/menu?line=n")


def open_link(seat: Visit, token: str) -> str:
    """What a browser without a cookie is given for a link."""
    answer = seat.request("GET", f"/s/{token}", headers={"cookie": "a=b"})
    assert answer.status_code == 200
    name, _, value = str(answer.headers["set-cookie"]).partition(";")[0].partition("=")
    assert name == f"companion-{seat.opened.port}"
    return value


def use_cookie(seat: Visit, value: str) -> int:
    """How a browser with this cookie is answered."""
    cookie = {"cookie": f"companion-{seat.opened.port}={value}"}
    found = {seat.request("GET", path, headers=cookie).status_code for path in PAGES}
    assert len(found) == 1
    return int(found.pop())


def test_a_cookie_is_no_link_and_a_link_is_no_cookie(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        token = opened.links.tokens["mapper"]
        one, other = open_link(mapper, token), open_link(mapper, token)
        assert one != other, "each browser has its own"
        assert token not in one
        assert use_cookie(mapper, one) == use_cookie(mapper, other) == 200
        assert use_cookie(mapper, token) == 403
        answer = mapper.request("GET", f"/s/{one}", headers={"cookie": "a=b"})
        assert answer.status_code == 403


def test_a_session_opens_its_place_and_no_other() -> None:
    links = Links(SEATS)
    for place in links.tokens:
        session = links.make_session(place)
        assert links.find_place_of_session(session) == place
        nonce, _, mark = session.partition(".")
        wrong = (session[:-1], f"{session}x", session.swapcase(), nonce, mark, f".{mark}", "", "é")
        for each in (*wrong, f"{nonce}.", f"x{session}", ".", f"{mark}.{nonce}"):
            assert links.find_place_of_session(each) is None
    assert Links(SEATS).find_place_of_session(session) is None


@pytest.mark.parametrize("keep_links", [True, False])
def test_a_phone_comes_back_after_a_restart_if_links_are_kept(
    tmp_path: Path, *, keep_links: bool
) -> None:
    with share(tmp_path, keep_links=keep_links) as opened, visit(opened, "mapper") as (mapper,):
        session = open_link(mapper, opened.links.tokens["mapper"])
    kept = tmp_path / NAME / ".companion" / LINKS_FILE
    assert not keep_links or session not in kept.read_text()
    with share(tmp_path, keep_links=keep_links) as opened, visit(opened, "mapper") as (mapper,):
        assert use_cookie(mapper, session) == (200 if keep_links else 403)


def test_a_session_ends_when_its_seat_is_sent_away(tmp_path: Path) -> None:
    with share(tmp_path, keep_links=True) as opened, visit(opened, "mapper", "caller") as phones:
        sessions = [open_link(each, opened.links.tokens[each.place or "guide"]) for each in phones]
        said(a_desk(tmp_path / NAME), "seat send-away mapper")
        assert [use_cookie(phones[0], each) for each in sessions] == [403, 200]
        new = open_link(phones[0], opened.links.tokens["mapper"])
        assert use_cookie(phones[0], new) == 200
    said(a_desk(tmp_path / NAME), "seat send-away mapper")
    with share(tmp_path, keep_links=True) as opened, visit(opened, "mapper") as (mapper,):
        assert [use_cookie(mapper, each) for each in (*sessions, new)] == [403, 200, 403]


def test_a_second_tab_that_opens_the_link_leaves_the_first_one_its_form(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        fields = mapper.read_fields()
        session = open_link(mapper, opened.links.tokens["mapper"])
        mapper.cookie = f"companion-{opened.port}={session}"
        assert mapper.post({**fields, "line": "note by the first tab"}).status_code == 303
    assert [entry.line for entry in a_desk(tmp_path / NAME).archive.read_entries()] == [
        "note by the first tab"
    ]


def test_a_page_of_before_a_restart_is_asked_to_look_and_not_sent_away(tmp_path: Path) -> None:
    with share(tmp_path, keep_links=True) as opened, visit(opened, "mapper") as (mapper,):
        fields = {**mapper.read_fields(), "line": "note the bell"}
        session = open_link(mapper, opened.links.tokens["mapper"])
    with share(tmp_path, keep_links=True) as opened, visit(opened, "mapper") as (mapper,):
        mapper.cookie = f"companion-{opened.port}={session}"
        answer = mapper.post(fields)
        assert answer.status_code == 303
        assert "again=1" in answer.headers["location"]
    assert not list(a_desk(tmp_path / NAME).archive.read_entries())


OWN = "http://{host}"
FOREIGN = {
    "another site": {"origin": "http://evil.example"},
    "a file": {"origin": "null"},
    "another port of this computer": {"origin": "http://127.0.0.1:1"},
    "a page of another site": {"referer": "http://evil.example/kittens"},
    "a page at another port": {"referer": "http://127.0.0.1:1/notes"},
    "a name that begins as ours": {"referer": OWN + ".evil.example/"},
    "no address": {"referer": "about:blank"},
    "what a browser says": {"sec-fetch-site": "cross-site"},
    "what a browser says of a port": {"sec-fetch-site": "same-site", "referer": OWN + "/"},
}
OURS = {
    "a script": {"referer": OWN + "/", "sec-fetch-site": "same-origin"},
    "a script that says its origin": {"origin": OWN},
    "a page beside": {"referer": OWN + "/packs?for=x"},
    "an address that was typed": {"sec-fetch-site": "none"},
    "an old browser": {},
    "only the origin": {"referer": OWN},
}


def ask_all(seat: Visit, headers: dict[str, str]) -> set[int]:
    host = f"127.0.0.1:{seat.opened.port}"
    told = {name: value.format(host=host) for name, value in headers.items()}
    return {seat.get(path, **told).status_code for path in ("/menu?line=n", "/packs", "/nothing")}


@pytest.mark.parametrize("case", FOREIGN)
def test_a_foreign_page_is_refused_what_a_seat_reads(tmp_path: Path, case: str) -> None:
    """A page at another port of the same computer is the same site: its requests bring the
    cookie."""
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        assert ask_all(mapper, FOREIGN[case]) == {403}
        told = {k: v.format(host=f"127.0.0.1:{opened.port}") for k, v in FOREIGN[case].items()}
        assert mapper.get("/events", **told).status_code == 403
        assert not opened.table.list_presences()
        assert mapper.get("/").status_code == 200


@pytest.mark.parametrize("case", OURS)
def test_our_own_pages_and_who_types_an_address_are_let_in(tmp_path: Path, case: str) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        assert ask_all(mapper, OURS[case]) == {200, 404}
