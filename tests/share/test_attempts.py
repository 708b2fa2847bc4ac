"""Wrong tokens that are no guesses: those of old phones, and of pages from elsewhere."""

from pathlib import Path

import pytest

from companion.share import guard
from companion.share.guard import REFUSED, TokenAttempts
from tests.share.serving import share, visit


def test_old_phones_at_one_address_are_no_guessers() -> None:
    now = 0.0
    attempts = TokenAttempts(lambda: now)
    for each in range(100):
        attempts.count_wrong("house", f"the cookie of phone {each % 3}", is_cookie=True)
    assert not attempts.must_wait("house")
    for each in range(7):
        attempts.count_wrong("house", f"a guess {each}")
    assert attempts.must_wait("house"), "each cookie was counted once"


def test_so_many_cookies_of_an_address_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "WRONG_TOKENS", 1_000)
    attempts = TokenAttempts(lambda: 0.0)
    for each in range(200):
        attempts.count_wrong("guesser", str(each), is_cookie=True)
    assert len(attempts._wrong["guesser"].cookies) == guard._MAX_COOKIES


def test_a_picture_in_another_page_makes_no_address_wait(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "caller") as (caller,):
        right = opened.links.tokens["mapper"]
        for kind in ("image", "empty", "iframe", "script"):
            for token in ("1", "2", "3", right):
                answer = caller.get(f"/s/{token}", **{"sec-fetch-dest": kind})
                assert (answer.status_code, answer.text) == (403, REFUSED), "right or wrong"
                assert "set-cookie" not in answer.headers
        assert caller.get(f"/s/{right}", **{"sec-fetch-dest": "document"}).status_code == 200
