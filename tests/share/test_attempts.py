"""Wrong tokens that are no guesses: those of old phones, and of pages from elsewhere."""

from pathlib import Path
from typing import Any

import pytest

from companion.campaign.seat_presence_and_orders import Place
from companion.share import request_guard
from companion.share.request_guard import REFUSED, TokenAttempts
from companion.share.seat_links import Links
from tests.share.serving import Visit, share, visit


def test_old_phones_at_one_address_are_no_guessers() -> None:
    now = 0.0
    attempts = TokenAttempts(lambda: now)
    for each in range(100):
        attempts.count_wrong_token("house", f"the cookie of phone {each % 3}", is_cookie=True)
    assert not attempts.must_wait("house")
    for each in range(7):
        attempts.count_wrong_token("house", f"a guess {each}")
    assert attempts.must_wait("house"), "each cookie was counted once"


def test_so_many_cookies_of_an_address_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_guard, "WRONG_TOKENS", 1_000)
    attempts = TokenAttempts(lambda: 0.0)
    for each in range(200):
        attempts.count_wrong_token("guesser", str(each), is_cookie=True)
    assert len(attempts._wrong["guesser"].cookies) == request_guard._MAX_COOKIES


PICTURE = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
PAGE = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
OF_A_PICTURE = {
    "plain HTTP in a house": {"accept": PICTURE, "referer": "http://evil.example/"},
    "plain HTTP without a referrer": {"accept": PICTURE},
    "this computer": {
        "accept": PICTURE,
        "sec-fetch-dest": "image",
        "sec-fetch-mode": "no-cors",
        "sec-fetch-site": "cross-site",
    },
    "a style": {"accept": "text/css,*/*;q=0.1"},
    "a film": {"accept": "video/webm,video/*;q=0.9,*/*;q=0.5"},
}
"""What browsers say of a picture or the like in somebody else's page: a cookie of ours never comes
with it."""
OF_A_FRAME = {"accept": PAGE, "upgrade-insecure-requests": "1"}
"""A frame in somebody else's page says over plain HTTP what a page says that is gone to."""


def ask_without_cookie(seat: Visit, path: str, headers: dict[str, str]) -> Any:
    return seat.request("GET", path, headers={"cookie": "other=1", **headers})


@pytest.mark.parametrize("case", OF_A_PICTURE)
def test_a_picture_elsewhere_is_no_guess_and_is_told_nothing(tmp_path: Path, case: str) -> None:
    with share(tmp_path) as opened, visit(opened, "caller") as (caller,):
        right = opened.links.tokens["mapper"]
        for number in range(30):
            token = right if number % 3 == 0 else f"wrong-{number}"
            answer = ask_without_cookie(caller, f"/s/{token}", OF_A_PICTURE[case])
            assert (answer.status_code, answer.text) == (403, REFUSED)
            assert "set-cookie" not in answer.headers
        opening = ask_without_cookie(caller, f"/s/{right}", {"accept": PAGE})
        assert opening.status_code == 200, "who sits down there does not wait"


@pytest.mark.parametrize("headers", [OF_A_FRAME, {}], ids=["frames", "another client"])
def test_a_seat_never_waits_for_what_else_its_address_sends(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    with share(tmp_path) as opened, visit(opened, "caller") as (caller,):
        fields = caller.read_fields()
        for number in range(15):
            ask_without_cookie(caller, f"/s/wrong-{number}", headers)
        right = opened.links.tokens["caller"]
        assert ask_without_cookie(caller, f"/s/{right}", headers).status_code == 429
        for path in ("/", "/packs", "/menu?line=n"):
            assert caller.get(path).status_code == 200
        assert caller.post({**fields, "line": "note still here"}).status_code == 303
        assert caller.get(f"/s/{right}", accept=PAGE).status_code == 200, "nor to come again"


def test_a_seat_that_sat_down_before_a_restart_does_not_wait_either(tmp_path: Path) -> None:
    for _ in range(2):
        with share(tmp_path, keep_links=True) as opened, visit(opened, "caller") as (caller,):
            for number in range(15):
                ask_without_cookie(caller, f"/s/wrong-{number}", OF_A_FRAME)
            assert caller.get("/").status_code == 200


OF_A_SCRIPT = {
    "a script": {"accept": "*/*", "referer": "http://evil.example/"},
    "a script without a referrer": {"accept": "*/*"},
    "an old client": {"accept": ""},
}
"""What a browser says of a script elsewhere, or of what one fetches, and what a client says that is
no browser: over plain HTTP nobody can tell them apart."""


@pytest.mark.parametrize("case", OF_A_SCRIPT)
def test_a_script_elsewhere_lets_nobody_wait_who_opens_a_link(tmp_path: Path, case: str) -> None:
    with share(tmp_path) as opened, visit(opened, "caller") as (caller,):
        right = opened.links.tokens["mapper"]
        codes = [
            ask_without_cookie(caller, f"/s/wrong-{number}", OF_A_SCRIPT[case]).status_code
            for number in range(30)
        ]
        assert codes == [403] * 10 + [429] * 20, "it is held to ten guesses too"
        for headers in OF_A_SCRIPT.values():
            assert ask_without_cookie(caller, f"/s/{right}", headers).status_code == 429
        assert ask_without_cookie(caller, f"/s/{right}", {"accept": PAGE}).status_code == 200
        wrong = {"cookie": f"companion-{opened.port}=last-weeks", "accept": PAGE}
        assert caller.request("GET", "/", headers=wrong).status_code == 403, "nor an old phone"


def test_who_guesses_in_all_ways_is_held_to_twenty_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []
    find_place = Links.find_place

    def find(links: Links, token: str) -> Place | None:
        looked_at.append(token)
        return find_place(links, token)

    monkeypatch.setattr(Links, "find_place", find)
    navigation = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    ways = (
        *(*OF_A_SCRIPT.values(), *OF_A_PICTURE.values()),
        *({"accept": PAGE}, navigation, {**navigation, "accept": "*/*"}, OF_A_FRAME),
        *({"accept": PAGE, "origin": "http://evil.example"}, {"accept": PAGE, "origin": "null"}),
        *({"sec-fetch-mode": mode} for mode in ("cors", "no-cors", "websocket", "x")),
    )
    with share(tmp_path) as opened, visit(opened, "caller") as (caller,):
        for way in ways:
            for number in range(12):
                ask_without_cookie(caller, f"/s/wrong-{number}", way)
        assert len(looked_at) == 20
        right = opened.links.tokens["mapper"]
        for way in ways:
            assert ask_without_cookie(caller, f"/s/{right}", way).status_code in (403, 429)


def test_what_a_browser_calls_a_navigation_is_one(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "caller") as (caller,):
        link = f"/s/{opened.links.tokens['mapper']}"
        told = {"accept": "*/*", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
        for number in range(20):
            ask_without_cookie(caller, f"/s/wrong-{number}", {"accept": "*/*"})
        assert ask_without_cookie(caller, link, told).status_code == 200
        fetched = {"accept": PAGE, "sec-fetch-mode": "no-cors"}
        assert ask_without_cookie(caller, link, fetched).status_code == 403


def test_a_seat_guesses_no_other_seats_link(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "caller", "mapper") as (caller, mapper):
        codes = [caller.get(f"/s/guess-{number}", accept=PAGE).status_code for number in range(12)]
        assert codes == [403] * 10 + [429] * 2
        link = f"/s/{opened.links.tokens['guide']}"
        assert caller.get(link, accept=PAGE).status_code == 429, "right or wrong"
        assert mapper.get(link, accept=PAGE).status_code == 200
        assert ask_without_cookie(caller, link, OF_A_FRAME).status_code == 200
        assert caller.get("/").status_code == 200


def test_a_picture_in_another_page_makes_no_address_wait(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "caller") as (caller,):
        right = opened.links.tokens["mapper"]
        for kind in ("image", "empty", "iframe", "script"):
            for token in ("1", "2", "3", right):
                answer = caller.get(f"/s/{token}", **{"sec-fetch-dest": kind})
                assert (answer.status_code, answer.text) == (403, REFUSED), "right or wrong"
                assert "set-cookie" not in answer.headers
        assert caller.get(f"/s/{right}", **{"sec-fetch-dest": "document"}).status_code == 200
