"""Renders the invitations that the Guide shows round: the address of the table, a link for each
seat, and its QR code."""

import os
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

import segno

from companion.campaign.seat_presence_and_orders import Place
from companion.share.seat_links import SCREEN, Links

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
_FAR_AWAY = ("192.0.2.1", 9)
"""An address that nobody has: the system is asked which way it would go there."""
_NO_QR_CODE = ("guide", SCREEN)
"""Places that sit at this computer."""
_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def find_lan_address() -> str:
    """The address of this computer in the house; its own alone where there is no network. Nothing
    is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(_FAR_AWAY)
        return str(asking.getsockname()[0])
    return HERE


def list_own_host_names(*, lan: bool) -> frozenset[str]:
    """The names by which a browser may reach this computer, beside its addresses."""
    if not lan:
        return frozenset({"localhost"})
    own = socket.gethostname().casefold()
    return frozenset({"localhost", own, f"{own.partition('.')[0]}.local"})


def render_invitations(
    links: Links, base: str, places: Iterable[Place] | None = None, *, lan: bool
) -> list[str]:
    """A link for each of these places, or for all; for phones with its QR code. The Guide's shows
    all that is secret: it is one of this computer, from which it goes over no network."""
    lines = []
    away = urlsplit(base).hostname or HERE
    for place in links.tokens if places is None else places:
        is_here = place == "guide" and away != HERE
        url = f"{base.replace(away, HERE, 1) if is_here else base}/s/{links.tokens[place]}"
        lines.append(f"{place}: {url}")
        if is_here:
            lines.append(f"  (for this computer; on another one with {away} in place of {HERE})")
        if lan and place not in _NO_QR_CODE:
            lines += render_qr_code(url, coloured=can_terminal_show_colours())
    return lines


def render_qr_code(url: str, *, coloured: bool) -> list[str]:
    """A QR code, two of its rows in one line. `coloured` it is black on white, as every phone reads
    it; else the light squares are drawn, for a terminal that is dark."""
    rows = [list(row) for row in segno.make(url, error="l", micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    drawn = [[bool(each) == coloured for each in row] for row in rows]
    begin, end = ("\x1b[30;107m", "\x1b[0m") if coloured else ("", "")
    return [
        begin + "".join(_BLOCKS[each] for each in zip(upper, lower, strict=True)) + end
        for upper, lower in zip(drawn[::2], drawn[1::2], strict=True)
    ]


def can_terminal_show_colours() -> bool:
    """True for a terminal that is not asked to do without them."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
