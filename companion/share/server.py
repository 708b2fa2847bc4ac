"""The server: where it listens, what the Guide is told of it, and how it ends."""

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NamedTuple

import segno
import uvicorn

from companion.archive.disk.own_folder import log_failure
from companion.archive.shelves import Shelves
from companion.refusal import Impossible
from companion.share.connections import make_protocol
from companion.share.guard import Guard, is_own_host
from companion.share.links import SCREEN, SEATS, Links, Place, open_links
from companion.share.pages import Pages
from companion.share.table import SharedTable

DEFAULT_PORT = 7337
HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
_MAX_HEADER_BYTES = 16 * 1024
_BACKLOG = 64
_SECONDS_TO_END = 3


class ShareCall(NamedTuple):
    """What `companion share` was asked: for the whole house (`lan`) or this computer, at which port
    (0 for any), whether links are kept, and whether there is a player screen."""

    name: str
    lan: bool = False
    port: int = DEFAULT_PORT
    keep_links: bool = False
    screen: bool = False


class TableServer(uvicorn.Server):
    """A server that lets go of its listeners as it is told to stop."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], None]) -> None:
        super().__init__(config)
        self._close = close

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: what was asked is answered, nothing new is."""
        self._close()
        super().handle_exit(sig, frame)


def open_socket(call: ShareCall) -> socket.socket:
    """The socket that the server listens on. Raises Impossible if it cannot."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((EVERYWHERE if call.lan else HERE, call.port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or "no such port"
        raise Impossible(
            f"Nothing can be shared at port {call.port}: {why}.", "Try another: --port 0"
        ) from error
    return listening


def find_lan_address() -> str:
    """The address of this computer in the house; its own alone where there is no network. Nothing
    is sent: the system is asked which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(("192.0.2.1", 9))
        return str(asking.getsockname()[0])
    return HERE


def render_links(call: ShareCall, links: Links, address: str, port: int) -> str:
    """The links with their QR codes, as the Guide shows them round."""
    lines = []
    for place, token in links.tokens.items():
        url = f"http://{address}:{port}/s/{token}"
        lines.append(f"{place}: {url}")
        if call.lan and place not in ("guide", SCREEN):
            lines.append(render_qr_code(url))
    return "\n".join(lines)


def render_qr_code(url: str) -> str:
    """A QR code in half blocks, dark on light whatever the colours of the terminal."""
    from io import StringIO

    out = StringIO()
    segno.make(url, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def list_places(call: ShareCall) -> tuple[Place, ...]:
    """The places that get a link."""
    return (*SEATS, SCREEN) if call.screen else SEATS


def serve_table(call: ShareCall, shelves: Shelves, announce: Callable[[str], None]) -> None:
    """Share a campaign until Ctrl-C. `announce` prints a line for the Guide. Raises what opening it
    raises, and Impossible where nothing can be shared."""
    archive = shelves.open(call.name)
    if archive.campaign.book.sample:
        raise Impossible("A sample is never written.", "Share your own copy.")
    folder, title = archive.folder, archive.campaign.book.name
    listening = open_socket(call)
    port = int(listening.getsockname()[1])
    try:
        links = open_links(folder, list_places(call), keep=call.keep_links)
    except OSError as error:
        listening.close()
        raise Impossible(f"The links cannot be kept: {error.strerror}.") from error
    address = find_lan_address() if call.lan else HERE
    names = {"localhost"}
    if call.lan:
        own = socket.gethostname().casefold()
        names |= {own, f"{own.partition('.')[0]}.local"}
    table = SharedTable(folder.name, shelves, announce)
    pages = Pages(table, links, title, port)
    app = Guard(
        pages.make_app(),
        is_own_host=lambda host: is_own_host(host, port, names),
        log_failure=lambda what: log_failure(folder, what, quoting=False),
    )
    announce(f"{title} is shared at http://{address}:{port}. Ctrl-C ends it.")
    announce(render_links(call, links, address, port))
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(app, table, listening))
    announce("The table is closed. Everything is on disk.")


async def _serve(app: Guard, table: SharedTable, listening: socket.socket) -> None:
    config = uvicorn.Config(
        app,
        http=make_protocol(),
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
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    server = TableServer(config, table.close)
    try:
        await server.serve(sockets=[listening])
    finally:
        await table.finish()
