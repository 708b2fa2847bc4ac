"""The routes: the link of a seat, the table, the pages beside it, lines in and events out.

Every route but the style and the script asks for the cookie of a seat's link first, so that what is
there and what is not look alike to everybody else.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from secrets import token_hex
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from companion.campaign.seat_presence_and_orders import Place
from companion.grammar.typed_line import MAX_CHARACTERS
from companion.share.connection_limits import note_whether_connection_has_seat
from companion.share.html_rendering import ROOM, get_templates, render_template
from companion.share.one_thread_work_queue import SentAway
from companion.share.panels import PANELS
from companion.share.request_guard import (
    TokenAttempts,
    build_too_long_line_response,
    build_too_many_requests_response,
    classify_link_opening,
    get_cookie,
    get_request_address,
    is_request_from_foreign_page,
    is_request_from_own_page,
    make_refusal_response,
    parse_form_fields,
    read_form_body,
)
from companion.share.seat_feed import Feed
from companion.share.seat_links import SCREEN, Links
from companion.share.server_sent_events import EventStream
from companion.share.shared_table import SharedTable, TooManyRequests
from companion.text_cleaning import clean_text

_MAX_NONCE_LENGTH = 64
_MAX_ASKED_LENGTH = 80
_MENU_ROWS = 40
_MAX_AGE = 30 * 24 * 3600
"""Seconds that a browser keeps a seat: as long as a campaign may rest between two evenings."""


class Visitor(NamedTuple):
    """Who asks: the place where they sit, and the session that says so."""

    place: Place
    session: str


class Pages:
    """The pages of one shared table. `title` is the campaign's name."""

    def __init__(self, table: SharedTable, links: Links, title: str, port: int) -> None:
        self._table = table
        self._links = links
        self._title = title
        self._cookie = f"companion-{port}"
        self._attempts = TokenAttempts()

    def make_app(self) -> Starlette:
        get_templates()
        routes = [
            Route("/s/{token}", self.take_seat),
            Route("/style.css", _make_file_answer("style.css", "text/css")),
            Route("/page.js", _make_file_answer("page.js", "text/javascript")),
            self._make_route("/", self.show_table),
            self._make_route("/events", self.stream_events, "GET"),
            self._make_route("/menu", self.suggest_completions),
            self._make_route("/say", self.say, "POST"),
            self._make_route("/{anything:path}", self.show_panel),
        ]
        return Starlette(routes=routes, exception_handlers={404: _refuse, 405: _refuse})

    def _make_route(
        self, path: str, answer: Callable[[Request, Visitor], Awaitable[Response]], *taken: str
    ) -> Route:
        """A route for who has a seat, by GET and HEAD, or by the methods that are `taken`."""

        async def answer_only_seated(request: Request) -> Response:
            visitor = self._find_visitor(request)
            if isinstance(visitor, Response):
                return visitor
            if request.method not in (taken or ("GET", "HEAD")):
                return make_refusal_response(405)
            if path != "/" and is_request_from_foreign_page(request.headers):
                return make_refusal_response()
            try:
                return await answer(request, visitor)
            except TooManyRequests:
                return build_too_many_requests_response(request.method)
            except SentAway:
                return make_refusal_response()

        methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]
        return Route(path, answer_only_seated, methods=methods)

    def _is_seated(self, visitor: Visitor) -> bool:
        """False once the Guide has sent them away."""
        self._table.send_away_as_ordered()
        return self._links.find_place_of_session(visitor.session) == visitor.place

    def _find_visitor(self, request: Request) -> Visitor | Response:
        """Who asks, by their cookie; the refusal for nobody. A right cookie never waits: a page
        from elsewhere can send wrong tokens from a phone's own address, but no cookie with them."""
        self._table.send_away_as_ordered()
        session, address = get_cookie(request, self._cookie), get_request_address(request)
        place = self._links.find_place_of_session(session) if session else None
        note_whether_connection_has_seat(request.scope, is_seated=place is not None)
        if place is not None:
            return Visitor(place, session)
        if self._attempts.must_wait(address):
            return make_refusal_response(429)
        if session:
            self._attempts.count_wrong_token(address, session, is_cookie=True)
        return make_refusal_response()

    async def take_seat(self, request: Request) -> Response:
        """The link of a seat: sets the cookie, and moves on by itself. A redirect would not do, for
        a browser that comes from a chat sends no strict cookie along with it."""
        opening = classify_link_opening(request.headers)
        if opening == "embedded":
            # A picture in somebody else's page: not looked at, and no guess.
            return make_refusal_response()
        self._table.send_away_as_ordered()
        sender = guesser = self._name_guesser(request)
        if opening == "unknown":  # it is counted apart: nobody waits for it who opens a link
            guesser = f"{sender}, no page"
        if self._attempts.must_wait(sender) or self._attempts.must_wait(guesser):
            return make_refusal_response(429)
        token = str(request.path_params["token"])
        place = self._links.find_place(token)
        if place is None:
            self._attempts.count_wrong_token(guesser, token)
            return make_refusal_response()
        html = render_template("welcome.html", title=self._title, place=place)
        response = HTMLResponse(html)
        response.set_cookie(
            self._cookie,
            self._links.make_session(place),
            max_age=_MAX_AGE,
            httponly=True,
            samesite="strict",
            path="/",
        )
        return response

    def _name_guesser(self, request: Request) -> str:
        """Whose guess a link would be: the seat's whose cookie comes with it, else the address's,
        where pages from elsewhere may guess too."""
        place = self._links.find_place_of_session(get_cookie(request, self._cookie))
        return f"seat {place}" if place is not None else get_request_address(request)

    async def show_table(self, request: Request, visitor: Visitor) -> Response:
        """The table, with what its seat heard last, or `before` a number, and where a line is
        typed; what was heard alone for the script that asks so."""
        place, is_seated = visitor.place, partial(self._is_seated, visitor)
        feed = await self._table.open_feed(place)
        before = feed.parse_event_id(request.query_params.get("before", ""))
        events = feed.list_newest_events(before)
        heard = {
            "events": events,
            "earlier": feed.find_id_to_page_back_from(events),
            "before": before,
        }
        if request.headers.get("x-part"):
            return HTMLResponse(render_template("_heard.html", **heard))
        line = clean_text(request.query_params.get("line", "")[:MAX_CHARACTERS])
        work = await self._table.list_work_buttons(place, is_seated)
        menu = await self._list_menu_entries(visitor, line) if line and place != SCREEN else []
        template = "screen.html" if place == SCREEN else "table.html"
        return self._render(
            template,
            visitor,
            feed,
            line=line,
            menu=menu,
            work=work,
            is_repeated=bool(request.query_params.get("again")),
            **heard,
        )

    async def show_panel(self, request: Request, visitor: Visitor) -> Response:
        """A page beside the table; without the rest of the page for the script that asks so."""
        panel = PANELS.get(request.url.path.removeprefix("/"))
        if panel is None or visitor.place == SCREEN:
            return make_refusal_response(404)
        asked = clean_text(request.query_params.get("for", ""))[:_MAX_ASKED_LENGTH].strip()
        part = await self._table.render_panel(
            visitor.place, panel, asked, partial(self._is_seated, visitor)
        )
        if request.headers.get("x-part"):
            return HTMLResponse(part)
        feed = await self._table.open_feed(visitor.place)
        return self._render(
            "panel.html",
            visitor,
            feed,
            panel=panel,
            part=part,
            asked=asked,
            max_asked=_MAX_ASKED_LENGTH,
        )

    def _render(self, template: str, visitor: Visitor, feed: Feed, **values: object) -> Response:
        html: Markup = render_template(
            template,
            title=self._title,
            place=visitor.place,
            panels=sorted(PANELS.values(), key=lambda each: each.place != visitor.place),
            form_token=self._links.make_form_token(visitor.place),
            make_nonce=lambda: f"{feed.life}.{token_hex(8)}",
            max_characters=MAX_CHARACTERS,
            feed=feed,
            **values,
        )
        return HTMLResponse(html)

    async def stream_events(self, request: Request, visitor: Visitor) -> Response:
        """What the seat hears from now on, or since the page last heard."""
        feed = await self._table.open_feed(visitor.place)
        place, address = visitor.place, get_request_address(request)
        if not self._is_seated(visitor):
            return make_refusal_response()
        if not self._table.begin_stream(place, address):
            return make_refusal_response(429)
        after = request.headers.get("last-event-id") or request.query_params.get("after", "")
        shown = request.query_params.get("state", "")
        version = int(shown) if shown.isdecimal() and len(shown) < 10 else 0
        return EventStream(self._table, feed, place, address, after=after, version=version)

    async def suggest_completions(self, request: Request, visitor: Visitor) -> Response:
        """What could end a text: the prompt's own menu."""
        if visitor.place == SCREEN:
            return make_refusal_response(404)
        line = request.query_params.get("line", "")
        return JSONResponse(await self._list_menu_entries(visitor, line))

    async def _list_menu_entries(self, visitor: Visitor, line: str) -> list[dict[str, str]]:
        if len(line) > MAX_CHARACTERS:
            return []
        found = await self._table.suggest_completions(
            visitor.place, line, partial(self._is_seated, visitor)
        )
        return [
            {"text": text, "line": line[: len(line) - replaced] + text, "about": about}
            for text, replaced, about in found[:_MENU_ROWS]
        ]

    async def say(self, request: Request, visitor: Visitor) -> Response:
        """Run a line, and go back to the page; a script gets the number up to which to listen."""
        body = await read_form_body(request)
        if body is None:
            return build_too_long_line_response()
        fields = parse_form_fields(body)
        if fields is None:
            return make_refusal_response(400)
        line, nonce, token = (fields.get(name, "") for name in ("line", "nonce", "token"))
        is_ours = is_request_from_own_page(request.headers) and self._links.is_form_token(
            visitor.place, token
        )
        if visitor.place == SCREEN or not is_ours:
            return make_refusal_response()
        if not nonce or len(nonce) > _MAX_NONCE_LENGTH:
            return make_refusal_response(400)
        feed = await self._table.open_feed(visitor.place)
        wants_json = "application/json" in request.headers.get("accept", "")
        if nonce.partition(".")[0] != feed.life:  # of before a restart: it may have been done
            if wants_json:
                return JSONResponse({"restarted": True}, 409)
            return RedirectResponse(f"/?again=1&line={quote(line)}", 303)
        answered = await self._table.say(
            visitor.place, line, nonce, partial(self._is_seated, visitor)
        )
        if wants_json:
            heard = feed.format_event_id(answered.number)
            return JSONResponse({"ok": answered.ok, "heard": heard})
        return RedirectResponse("/#end", 303)


async def _refuse(_request: Request, _error: Exception) -> Response:
    """What no route takes looks like what is not there."""
    return make_refusal_response()


def _make_file_answer(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    """A file of ours that holds nothing of the campaign."""
    content = (ROOM / "static" / name).read_bytes()

    async def serve_file(_request: Request) -> Response:
        return Response(content, media_type=kind)

    return serve_file
