"""Guards the server: what every request must be, whoever sends it, and what every answer says to a
browser.

A request names one of our own addresses, so that no page from elsewhere reaches us by a name of its
own. One that changes something comes from our own page, is short, and holds that page's token. What
is refused is told nothing but that.
"""

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from ipaddress import ip_address
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 8 * 1024
_MAX_BODY_AS_WRITTEN = 3 * MAX_BODY_BYTES
WRONG_TOKENS = 10
WAIT_SECONDS = 60.0
_MAX_ADDRESSES = 2_000
_MAX_COOKIES = 32
"""Old cookies of an address that are known as such."""
_MAX_FIELDS = 10
_COOKIE_LENGTH = 64
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::([0-9]{1,5}))?")

REFUSED = "Nothing is here without the link of a seat. Ask your Guide for one.\n"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class _WrongTokens(NamedTuple):
    """When a minute began for an address, how many wrong tokens it sent since, and the old cookies
    among them."""

    since: float
    number: int
    cookies: frozenset[str] = frozenset()


class TokenAttempts:
    """Wrong tokens, by the address that sends them, or by the seat whose cookie comes with them:
    after ten in a minute it waits a minute. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, _WrongTokens] = OrderedDict()

    def must_wait(self, address: str) -> bool:
        """True for an address that has sent too many."""
        found = self._wrong.get(address)
        if found is None:
            return False
        if self._clock() - found.since > WAIT_SECONDS:
            del self._wrong[address]
            return False
        return found.number >= WRONG_TOKENS

    def count_wrong_token(self, address: str, token: str, *, is_cookie: bool = False) -> None:
        """Count a wrong token. An old cookie that comes again is no new guess: several phones may
        share an address, and ask again with theirs by turns."""
        digest = sha256(token.encode(errors="replace")).hexdigest()
        found = self._wrong.pop(address, _WrongTokens(self._clock(), 0))
        if not (is_cookie and digest in found.cookies):
            number = found.number + 1
            since = self._clock() if number == WRONG_TOKENS else found.since
            is_kept = is_cookie and len(found.cookies) < _MAX_COOKIES
            found = _WrongTokens(since, number, found.cookies | ({digest} if is_kept else set()))
        self._wrong[address] = found
        while len(self._wrong) > _MAX_ADDRESSES:
            self._wrong.popitem(last=False)


def get_request_address(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else "?"


def get_cookie(request: Request, name: str) -> str:
    """A cookie of ours; "" for none, and for what is too long to be one."""
    value = request.cookies.get(name, "")
    return value if len(value) <= _COOKIE_LENGTH else ""


def is_own_host(host: str, port: int, names: Iterable[str]) -> bool:
    """True for a Host header that names this server: by an address, which no foreign name can stand
    for, or by one of its `names`."""
    found = _HOST.fullmatch(host)
    if found is None or int(found[2] or 80) != port:
        return False
    name = found[1].strip("[]").casefold().rstrip(".")
    if name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_request_from_own_page(headers: Mapping[str, str]) -> bool:
    """True for a request that one of our own pages sends. Every browser says where a form comes
    from."""
    return headers.get("origin", "") == f"http://{headers.get('host', '')}"


def is_request_from_foreign_page(headers: Mapping[str, str]) -> bool:
    """True for a request that a page of somebody else's sends, as far as it says so. To a browser
    another port of our own computer is the same site: our cookie comes along from there."""
    own = f"http://{headers.get('host', '')}"
    referrer = headers.get("referer", "")
    is_own_page = referrer in ("", own) or referrer.startswith(f"{own}/")
    is_own_script = headers.get("origin", own) == own
    is_own_site = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return not (is_own_page and is_own_script and is_own_site)


Opening: TypeAlias = Literal["navigation", "unknown", "embedded"]
"""How a link is opened: as somebody goes to a page; by a client that does not say, which may be a
script in a page of somebody else's; or as a part of such a page."""


def classify_link_opening(headers: Mapping[str, str]) -> Opening:
    """How the link is opened that a request asks for. Over plain HTTP a browser says what it wants
    in `Accept` alone; no browser says from where somebody goes to a page in `Origin`."""
    mode, target = (headers.get(f"sec-fetch-{name}") for name in ("mode", "dest"))
    if "origin" in headers or mode not in (None, "navigate") or target not in (None, "document"):
        return "embedded"
    accepted = headers.get("accept", "").strip()
    if mode == "navigate" or "text/html" in accepted:
        return "navigation"
    return "unknown" if accepted in ("", "*/*") else "embedded"


def parse_form_fields(body: bytes) -> dict[str, str] | None:
    """The fields of a form, the first of each name; None for what no form of ours sends."""
    try:
        fields = parse_qs(body.decode(), max_num_fields=_MAX_FIELDS)
    except (UnicodeDecodeError, ValueError):
        return None
    return {name: values[0] for name, values in fields.items()}


async def read_form_body(request: Request) -> bytes | None:
    """The body of a form; None for one that is too long. A form writes a byte of a letter that is
    not English as three, as `%C3`: they count as one."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:12]) > _MAX_BODY_AS_WRITTEN:
        return None
    body, escapes = bytearray(), 0
    async for piece in request.stream():
        body += piece
        escapes += piece.count(b"%")
        if len(body) > _MAX_BODY_AS_WRITTEN or len(body) - 2 * escapes > MAX_BODY_BYTES:
            return None
    return bytes(body)


def make_refusal_response(status: int = 403) -> Response:
    """A refusal, the same for what is there and what is not."""
    headers = {"Retry-After": str(int(WAIT_SECONDS))} if status == 429 else None
    return PlainTextResponse(REFUSED, status, headers)


def build_too_long_line_response() -> Response:
    """The answer to a seat that says too much in one line."""
    return PlainTextResponse("That is too long for one line.\n", 413)


def build_too_many_requests_response(method: str) -> Response:
    """The answer to a seat that asks for too much at once. A page that is looked at comes again by
    itself."""
    headers = {"Retry-After": "1", **({"Refresh": "1"} if method == "GET" else {})}
    return PlainTextResponse("Too much at once: wait a moment.\n", 429, headers)


class Guard:
    """Looks at each request before the app does, and puts our headers on each answer. A bug in the
    app is logged by `log_failure`, and its answer says no more than that."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        is_own_host: Callable[[str], bool],
        log_failure: Callable[[str], object],
    ) -> None:
        self._app = app
        self._is_own_host = is_own_host
        self._log_failure = log_failure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                names = {name.lower() for name, _ in message.get("headers", ())}
                ours = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                extra = [each for each in ours if each[0] not in names]
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
            await send(message)

        headers = dict(scope["headers"])
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        is_plain = len(hosts) == 1 and self._is_own_host(headers[b"host"].decode("latin-1"))
        if not is_plain:
            await make_refusal_response(400)(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, receive, send_guarded)
        except ClientDisconnect:  # a phone that is out of reach is nothing to write down
            return
        except Exception:  # a bug of ours must not end the evening, nor tell anything
            self._log_failure(f"{scope['method']} a page")
            if not begun:
                response = PlainTextResponse("Something broke on our side.\n", 500)
                await response(scope, receive, send_guarded)
