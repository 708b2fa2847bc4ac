"""The server: what it is put together from, where it listens, and how it ends."""

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread
from types import FrameType
from typing import NamedTuple

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.disk.dot_companion_folder import log_failure
from companion.archive.seat_presence_and_guide_order_files import (
    mark_campaign_shared,
    read_guide_orders,
)
from companion.campaign.seat_presence_and_orders import Place
from companion.refusal import Impossible
from companion.share.connection_limits import make_protocol_class
from companion.share.invitations import (
    EVERYWHERE,
    HERE,
    find_lan_address,
    list_own_host_names,
    render_invitations,
)
from companion.share.request_guard import Guard, is_own_host
from companion.share.seat_links import SCREEN, SEATS, Links, load_or_make_links
from companion.share.shared_table import Doorkeeper, SharedTable
from companion.share.web_routes import Pages
from companion.text_cleaning import clean_text

DEFAULT_PORT = 7337
_MAX_HEADER_BYTES = 16 * 1024
_BACKLOG = 64
_SEND_BUFFER_BYTES = 64 * 1024
"""What the system keeps of what a slow reader has not taken yet, for each connection."""
_SECONDS_TO_END = 3
_SECONDS_TO_TELL = 0.5
_KILLED_BY_SIGNAL = 128
"""What a shell adds to the number of the signal that ended a process."""


class ShareCall(NamedTuple):
    """What `companion share` was asked: for the whole house (`lan`) or this computer, at which port
    (0 for any), whether links are kept, and whether there is a player screen."""

    name: str
    lan: bool = False
    port: int = DEFAULT_PORT
    keep_links: bool = False
    screen: bool = False


class OpenTable(NamedTuple):
    """A table that can be served: its app, its links, the socket, the campaign's title, its
    address, and what closes it."""

    app: Guard
    table: SharedTable
    links: Links
    listening: socket.socket
    title: str
    base: str
    closing: ExitStack

    @property
    def port(self) -> int:
        return int(self.listening.getsockname()[1])


class TableServer(uvicorn.Server):
    """A server that lets go of its listeners as it is told to stop. `announce` prints a line for
    the Guide."""

    def __init__(self, opened: OpenTable, announce: Callable[[str], None]) -> None:
        super().__init__(
            uvicorn.Config(
                opened.app,
                http=make_protocol_class(),
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=_BACKLOG,
                h11_max_incomplete_event_size=_MAX_HEADER_BYTES,
                timeout_graceful_shutdown=_SECONDS_TO_END,
            )
        )
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
        self._opened = opened
        self._announce = announce

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: what was asked is answered, nothing new is. Told again, end at once: each answer
        was on disk before it was given, and the system takes back the locks."""
        del frame
        if self.should_exit:
            self._print_to_host("Ended at once. What was answered is on disk.")
            os._exit(_KILLED_BY_SIGNAL + sig)
        self.should_exit = True
        self._opened.table.close()
        if self._opened.table.has_lines_being_answered:
            self._print_to_host("A line is still being answered. Ctrl-C again ends at once.")

    def _print_to_host(self, text: str) -> None:
        """Print a line, if the window takes it: nothing waits for one that was stopped, or that is
        printing the line that was interrupted."""

        def announce() -> None:
            with suppress(OSError, ValueError):
                self._announce(text)

        telling = Thread(target=announce, daemon=True)
        telling.start()
        telling.join(_SECONDS_TO_TELL)

    async def serve_table(self) -> None:
        """Serve until told to stop, and finish what is being answered."""
        try:
            for place in self._opened.links.tokens:  # so that a file that breaks later hinders none
                await self._opened.table.open_feed(place)
            await self.serve(sockets=[self._opened.listening])
        finally:
            await self._opened.table.finish()


def open_socket(call: ShareCall) -> socket.socket:
    """The socket that the server listens on. Raises Impossible if it cannot."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    try:
        listening.bind((EVERYWHERE if call.lan else HERE, call.port))
        listening.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or "there is no such port"
        raise Impossible(
            f"Nothing can be shared at port {call.port}: {why}.", "Try: --port 0"
        ) from error
    return listening


def open_shared_campaign(
    call: ShareCall, campaign_folders: CampaignFolders, announce: Callable[[str], None]
) -> OpenTable:
    """Open a campaign to be shared. Raises what opening it raises, and Impossible where nothing can
    be shared or its links cannot be kept."""
    archive = campaign_folders.open_campaign(call.name)
    folder, title = archive.folder, clean_text(archive.campaign.book.name)
    listening = open_socket(call)
    port, names = int(listening.getsockname()[1]), list_own_host_names(lan=call.lan)
    base = f"http://{find_lan_address() if call.lan else HERE}:{port}"
    places = (*SEATS, SCREEN) if call.screen else SEATS
    with ExitStack() as closing:
        closing.callback(listening.close)
        try:
            write_present = closing.enter_context(mark_campaign_shared(folder, base))
            orders = read_guide_orders(folder)
            links = load_or_make_links(folder, places, orders, keep=call.keep_links)
        except OSError as error:
            raise Impossible(f"The campaign cannot be shared: {error.strerror}.") from error

        def renew_link_of_place(place: Place, sent_away: int) -> None:
            if place not in links.tokens:
                return
            links.renew_token(place, sent_away)
            try:
                if call.keep_links:
                    links.save_tokens(folder)
            except OSError as error:
                tell_host(
                    f"The links cannot be kept for the next evening: {error.strerror or error}."
                )
            tell_host(f"The {place} was sent away. A new link:")
            for line in render_invitations(links, base, (place,), lan=call.lan):
                tell_host(line)

        def tell_host(text: str) -> None:
            with suppress(OSError, ValueError):  # a window that is closed ends nobody's evening
                announce(text)

        table = SharedTable(
            folder,
            campaign_folders,
            Doorkeeper(tell_host, renew_link_of_place, write_present),
            orders,
        )
        app = Guard(
            Pages(table, links, title, port).make_app(),
            is_own_host=lambda host: is_own_host(host, port, names),
            log_failure=lambda what: log_failure(folder, what, quoting=False),
        )
        return OpenTable(app, table, links, listening, title, base, closing.pop_all())


@contextmanager
def handle_signals(server: TableServer) -> Iterator[None]:
    """Ctrl-C and a kill are the server's, from before it listens until its last line is done."""
    before = {each: signal.signal(each, server.handle_exit) for each in HANDLED_SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def serve_table(
    call: ShareCall, campaign_folders: CampaignFolders, announce: Callable[[str], None]
) -> None:
    """Share a campaign until Ctrl-C. `announce` prints a line for the Guide. Raises what
    `open_shared_campaign` does."""
    opened = open_shared_campaign(call, campaign_folders, announce)
    server = TableServer(opened, announce)
    with opened.closing, handle_signals(server):
        announce(f"{opened.title} is shared at {opened.base}. Ctrl-C ends it.")
        for line in render_invitations(opened.links, opened.base, lan=call.lan):
            announce(line)
        asyncio.run(server.serve_table())
    announce("The table is closed. Everything is on disk.")
