"""The door: whatever is not a seat's own, or not from its own page, is refused and told nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.share import request_guard
from companion.share.request_guard import MAX_BODY_BYTES, REFUSED, TokenAttempts, is_own_host
from tests.share.serving import Visit, share, visit

PATHS = ("/", "/events", "/menu?line=n", "/packs", "/notes", "/screen", "/nothing", "/../campaign")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Visit, Visit, Visit]]:
    with share(tmp_path) as opened, visit(opened, "timekeeper", "quartermaster", "screen") as found:
        one, other, screen = found
        yield one, other, screen


def count_entries(visit: Visit) -> int:
    return len(
        list((visit.opened.table._desks._campaign_folders.open_campaign("mire")).read_entries())
    )


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("token", ["", "x", "A" * 22, "A" * 5_000, "é" * 20, "../../etc/passwd"])
def test_without_a_seats_token_all_paths_look_alike(
    table: tuple[Visit, Visit, Visit], path: str, token: str
) -> None:
    visit = table[0]
    cookie = f"companion-{visit.opened.port}={token}" if token else "other=1"
    answer = visit.request("GET", path, headers={"cookie": cookie.encode("utf-8")})
    assert (answer.status_code, answer.text) == (403, REFUSED)
    assert "Greenmire" not in answer.text


def test_the_link_of_a_seat_sets_a_cookie_that_no_script_and_no_other_site_gets(
    table: tuple[Visit, Visit, Visit],
) -> None:
    visit = table[0]
    token = visit.opened.links.tokens["timekeeper"]
    answer = visit.request("GET", f"/s/{token}", headers={"cookie": "a=b"})
    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 200, "a redirect would lose a strict cookie"
    assert 'http-equiv="refresh"' in answer.text
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert token not in answer.text
    assert token not in cookie


@pytest.mark.parametrize("path", ["/", "/packs", "/style.css", "/page.js", "/nothing", "/s/wrong"])
def test_every_answer_has_the_headers_that_keep_a_browser_safe(
    table: tuple[Visit, Visit, Visit], path: str
) -> None:
    headers = table[0].get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_no_page_has_a_script_or_a_style_in_line(table: tuple[Visit, Visit, Visit]) -> None:
    for path in ("/", "/packs", "/market", "/time", "/deeds", "/map", "/notes"):
        text = table[0].get(path).text
        assert "<style" not in text
        assert "style=" not in text
        assert " on" not in text.replace(" one", "").replace(" on ", "").split("<main")[0]
        assert text.count("<script") == text.count('<script src="/page.js" defer></script>') == 1


BAD_HEADERS = {
    "from elsewhere": {"origin": "http://evil.example"},
    "from a file": {"origin": "null"},
    "from another port": {"origin": "http://127.0.0.1:1"},
    "from nowhere": {"origin": ""},
    "over https": {"origin": "https://127.0.0.1"},
}


@pytest.mark.parametrize("case", BAD_HEADERS)
def test_a_line_that_is_not_from_our_own_page_is_refused(
    table: tuple[Visit, Visit, Visit], case: str
) -> None:
    visit = table[0]
    before = count_entries(visit)
    answer = visit.post({**visit.read_fields(), "line": "note stolen"}, **BAD_HEADERS[case])
    assert (answer.status_code, answer.text) == (403, REFUSED)
    assert count_entries(visit) == before


@pytest.mark.parametrize("token", ["", "0" * 32, "é", "x" * 1_000])
def test_a_line_without_the_token_of_its_form_is_refused(
    table: tuple[Visit, Visit, Visit], token: str
) -> None:
    visit = table[0]
    before = count_entries(visit)
    answer = visit.post({**visit.read_fields(), "token": token, "line": "note stolen"})
    assert answer.status_code == 403
    assert count_entries(visit) == before


def test_the_token_of_another_seats_form_is_refused(table: tuple[Visit, Visit, Visit]) -> None:
    one, other, screen = table
    fields = {**other.read_fields(), "line": "note stolen"}
    assert one.post(fields).status_code == 403
    assert screen.post(fields).status_code == 403
    assert other.post(fields).status_code == 303


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])
def test_a_line_is_taken_by_post_alone(table: tuple[Visit, Visit, Visit], method: str) -> None:
    visit = table[0]
    before = count_entries(visit)
    fields = {**visit.read_fields(), "line": "note stolen"}
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    answer = visit.request(method, f"/say?{query}", headers={"origin": visit.base})
    assert answer.status_code == 405
    assert count_entries(visit) == before


def test_a_body_over_8_kb_is_refused_before_it_is_read(table: tuple[Visit, Visit, Visit]) -> None:
    visit = table[0]
    fields = visit.read_fields()
    assert visit.post({**fields, "line": "note " + "x" * MAX_BODY_BYTES}).status_code == 413
    pieces = (b"line=" + b"x" * 1_000 for _ in range(1_000))
    headers = {"origin": visit.base, "content-type": "application/x-www-form-urlencoded"}
    answer = visit.request("POST", "/say", content=pieces, headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("letter", "number", "status"),
    [
        *(("x", 3_900, 303), ("é", 3_900, 303), ("я", 3_900, 303)),
        *(("漢", 2_600, 303), ("漢", 3_900, 413)),
    ],
)
def test_a_line_is_as_long_as_its_letters_and_not_as_a_form_writes_them(
    table: tuple[Visit, Visit, Visit], letter: str, number: int, status: int
) -> None:
    visit = table[0]
    answer = visit.post({**visit.read_fields(), "line": f"note {letter * number}"})
    assert answer.status_code == status
    assert count_entries(visit) == (status == 303)
    if status == 413:
        assert answer.text == "That is too long for one line.\n", "who sits is told why"


@pytest.mark.parametrize("body", [b"%" * 30_000, b"%25" * 9_000, b"%41%4" * 6_000])
def test_a_body_is_bounded_however_it_is_written(
    table: tuple[Visit, Visit, Visit], body: bytes
) -> None:
    visit = table[0]
    answer = visit.request("POST", "/say", content=body, headers={"origin": visit.base})
    assert answer.status_code == 413
    pieces = (body[at : at + 100] for at in range(0, len(body), 100))
    answer = visit.request("POST", "/say", content=pieces, headers={"origin": visit.base})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "body",
    [b"", b"\xff\xfe\x00", b"line", b"line=x&line=y", b"a=b&" * 1_000, b"nonce=" + b"n" * 500],
)
def test_a_body_that_is_no_form_of_ours_is_refused(
    table: tuple[Visit, Visit, Visit], body: bytes
) -> None:
    visit = table[0]
    before = count_entries(visit)
    answer = visit.request("POST", "/say", content=body, headers={"origin": visit.base})
    assert answer.status_code in (400, 403)
    assert count_entries(visit) == before


def test_a_line_over_the_prompts_limit_is_refused_as_at_the_prompt(
    table: tuple[Visit, Visit, Visit],
) -> None:
    visit = table[0]
    page = visit.say("note " + "x" * 4_100)
    assert "4,105 characters" in page
    assert "x" * 500 not in page


@pytest.mark.parametrize(
    "line", ["as guide", "as quartermaster", "known the causeway", "tell", "secret note x", "sign"]
)
def test_the_guides_words_are_refused_at_a_players_seat(
    table: tuple[Visit, Visit, Visit], line: str
) -> None:
    visit = table[0]
    before = count_entries(visit)
    assert 'class="mine refused"' in visit.say(line)
    assert count_entries(visit) == before
    assert visit.opened.table._desks.open("timekeeper").desk.seat == "timekeeper"


def test_another_seats_word_is_refused(table: tuple[Visit, Visit, Visit]) -> None:
    one, other, _ = table
    before = count_entries(one)
    assert 'class="mine refused"' in one.say("give bree rope")
    assert count_entries(one) == before
    assert 'class="mine"' in other.say("give bree rope")
    assert count_entries(one) == before + 1


def test_the_player_screen_takes_no_line_and_no_menu(table: tuple[Visit, Visit, Visit]) -> None:
    screen = table[2]
    assert "<form" not in screen.get("/").text
    for path in ("/menu?line=n", "/packs", "/notes"):
        assert screen.get(path).status_code in (403, 404)
    assert screen.post({"line": "next", "token": "x", "nonce": "x"}).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/static/page.js",
        "/../pyproject.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/packs/../guide",
        "/packs%00",
        "//etc/passwd",
        "/style.css/../../campaign.toml",
        "/s/../packs",
        "/.companion/share-links",
    ],
)
def test_no_path_leads_out(table: tuple[Visit, Visit, Visit], path: str) -> None:
    answer = table[0].get(path)
    assert answer.status_code in (200, 403, 404)
    for secret in ("root:", "[project]", table[0].opened.links.tokens["guide"], "schema = 1"):
        assert secret not in answer.text


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1:7337", True),
        ("localhost:7337", True),
        ("LOCALHOST:7337", True),
        ("192.168.1.5:7337", True),
        ("[::1]:7337", True),
        ("evil.example:7337", False),
        ("127.0.0.1", False),
        ("127.0.0.1:7338", False),
        ("127.0.0.1.evil.example:7337", False),
        ("localhost:7337@evil.example", False),
        ("", False),
        ("localhost:99999999", False),
    ],
)
def test_a_host_is_one_of_our_own_addresses(host: str, is_own: bool) -> None:
    assert is_own_host(host, 7337, {"localhost"}) == is_own


def test_a_name_of_somebody_elses_is_refused(table: tuple[Visit, Visit, Visit]) -> None:
    answer = table[0].get("/", host=f"evil.example:{table[0].opened.port}")
    assert (answer.status_code, answer.text) == (400, REFUSED)


def test_ten_wrong_tokens_a_minute_and_the_address_waits(table: tuple[Visit, Visit, Visit]) -> None:
    visit = table[0]
    right, page = visit.opened.links.tokens["mapper"], {"accept": "text/html"}
    assert visit.get("/").status_code == 200
    codes = [
        visit.request("GET", f"/s/wrong-{n}", headers={"cookie": "a=b", **page}).status_code
        for n in range(12)
    ]
    assert codes == [403] * 10 + [429] * 2
    answer = visit.request("GET", f"/s/{right}", headers={"cookie": "a=b", **page})
    assert answer.status_code == 429, "else the right one would be told apart"
    assert answer.headers["retry-after"] == "60"
    session = visit.opened.links.make_session("mapper")
    seated = {"cookie": f"companion-{visit.opened.port}={session}"}
    wrong = {"cookie": f"companion-{visit.opened.port}=wrong"}
    assert visit.request("GET", "/", headers=wrong).status_code == 429
    assert visit.request("GET", "/", headers=seated).status_code == 200, "a seat never waits"
    assert visit.get("/").status_code == 200


def test_an_address_waits_a_minute_and_an_old_phone_is_no_guesser() -> None:
    now = 0.0
    attempts = TokenAttempts(lambda: now)
    for _ in range(100):
        attempts.count_wrong_token("phone", "the cookie of last week", is_cookie=True)
    assert not attempts.must_wait("phone")
    for each in range(10):
        assert not attempts.must_wait("guesser")
        attempts.count_wrong_token("guesser", str(each), is_cookie=True)
    assert attempts.must_wait("guesser")
    assert not attempts.must_wait("another")
    now = 59.0
    assert attempts.must_wait("guesser")
    now = 61.0
    assert not attempts.must_wait("guesser")


def test_a_thousand_addresses_are_forgotten_again() -> None:
    attempts = TokenAttempts(lambda: 0.0)
    for each in range(request_guard._MAX_ADDRESSES * 2):
        attempts.count_wrong_token(str(each), "x")
    assert len(attempts._wrong) == request_guard._MAX_ADDRESSES


def test_a_bug_of_ours_says_nothing_of_itself(
    table: tuple[Visit, Visit, Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = table[0]
    visit.get("/")

    def break_down(*_: object) -> None:
        raise RuntimeError("Old Pike is at 1,0")

    monkeypatch.setattr("companion.share.web_routes.render_template", break_down)
    answer = visit.get("/")
    assert answer.status_code == 500
    assert "Pike" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["cache-control"] == "no-store"
