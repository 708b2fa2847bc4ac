"""The links of the seats: a token each, made anew at each start, or kept for the evening after.

Whoever has a seat's link sits there. A token is 22 letters from the operating system's own source,
and is compared in constant time with every token there is. Beside a kept one stands how often its
place had been sent away: what the Guide orders while nothing is shared holds at the next start.

What a browser keeps is a session: letters of its own, signed with a key that is kept beside the
link and ends with it. Whoever gets hold of one has not got the link.
"""

from collections.abc import Iterable
from contextlib import suppress
from hmac import compare_digest, digest
from pathlib import Path
from secrets import token_urlsafe
from typing import Literal, get_args

import msgspec

from companion.archive.disk.dot_companion_folder import (
    read_private_file,
    remove_private_file,
    write_private_file,
)
from companion.audience import Seat
from companion.campaign.seat_presence_and_orders import Order, Orders, Place

SCREEN: Literal["screen"] = "screen"
SEATS: tuple[Seat, ...] = get_args(Seat)
LINKS_FILE = "share-links"
_TOKEN_BYTES = 16
_MAX_FILE_BYTES = 4_096
_KEY_BYTES = 32
_MAX_TOKEN_LENGTH = 64
_MARK_LENGTH = 32
"""Letters of a signature: 128 bits."""


def make_link_token() -> str:
    """A new token: letters, digits, `-` and `_`, which nobody can guess."""
    return token_urlsafe(_TOKEN_BYTES)


def _make_random_key() -> str:
    return token_urlsafe(_KEY_BYTES)


class _KeptLink(msgspec.Struct, frozen=True):
    """A token, how often its place had been sent away when it was made, and the key with which its
    sessions are signed."""

    token: str
    sent_away: int = 0
    key: str = ""


class Links:
    """The token of each place at the table. Of those `kept` it takes the ones made since the
    `orders` last sent their place away."""

    def __init__(
        self,
        places: Iterable[Place],
        kept: dict[str, _KeptLink] | None = None,
        orders: Orders | None = None,
    ) -> None:
        kept, orders = kept or {}, orders or {}
        self.tokens: dict[Place, str] = {}
        self._keys: dict[Place, str] = {}
        self._sent_away: dict[Place, int] = {}
        for place in places:
            sent_away, found = orders.get(place, Order()).sent_away, kept.get(place)
            is_good = found is not None and found.sent_away == sent_away
            self.tokens[place] = found.token if found and is_good else make_link_token()
            self._keys[place] = (found.key if found and is_good else "") or _make_random_key()
            self._sent_away[place] = sent_away

    def find_place(self, token: str) -> Place | None:
        """The place that a token opens; None for a token of no place. Takes as long for any token,
        right or wrong."""
        given, found = token[:_MAX_TOKEN_LENGTH].encode(errors="replace"), None
        for place, known in self.tokens.items():
            if compare_digest(known.encode(), given):
                found = place
        return found

    def make_session(self, place: Place) -> str:
        """What a browser keeps that has opened the link of a place."""
        nonce = make_link_token()
        return f"{nonce}.{self._sign_for_place(place, f'session {nonce}')}"

    def find_place_of_session(self, session: str) -> Place | None:
        """The place that a session is of; None for one of no place, or of an old link. Takes as
        long for any, right or wrong."""
        nonce, _, given = session[:_MAX_TOKEN_LENGTH].partition(".")
        mark, found = given.encode(errors="replace"), None
        for place in self._keys:
            if compare_digest(self._sign_for_place(place, f"session {nonce}").encode(), mark):
                found = place
        return found

    def make_form_token(self, place: Place) -> str:
        """The token of the forms of a place, which only pages of its link can know."""
        return self._sign_for_place(place, "form")

    def is_form_token(self, place: Place, given: str) -> bool:
        """Compares in constant time."""
        return compare_digest(self.make_form_token(place).encode(), given.encode(errors="replace"))

    def _sign_for_place(self, place: Place, text: str) -> str:
        made = digest(self._keys[place].encode(), text.encode(errors="replace"), "sha256")
        return made.hex()[:_MARK_LENGTH]

    def renew_token(self, place: Place, sent_away: int) -> str:
        """A new token for a place that was sent away for the so-many-eth time: its old link and
        its sessions open nothing any more."""
        self._sent_away[place] = sent_away
        self.tokens[place], self._keys[place] = make_link_token(), _make_random_key()
        return self.tokens[place]

    def save_tokens(self, folder: Path) -> None:
        """Write the tokens for the evening after, for nobody else on this computer to read. Raises
        OSError."""
        kept = {
            place: _KeptLink(token, self._sent_away[place], self._keys[place])
            for place, token in self.tokens.items()
        }
        write_private_file(folder, LINKS_FILE, msgspec.json.encode(kept))


def load_or_make_links(
    folder: Path, places: Iterable[Place], orders: Orders, *, keep: bool
) -> Links:
    """The links of this evening. With `keep` they are those of the last one that kept them, but for
    whom the Guide has sent away since; without it kept ones are forgotten. Raises OSError if they
    cannot be kept."""
    if not keep:
        with suppress(OSError):
            remove_private_file(folder, LINKS_FILE)
        return Links(places)
    links = Links(places, _read_kept_links(folder), orders)
    links.save_tokens(folder)
    return links


def _read_kept_links(folder: Path) -> dict[str, _KeptLink]:
    """The links that were kept; none of a file that cannot be read, or holds anything else."""
    try:
        data = read_private_file(folder, LINKS_FILE, _MAX_FILE_BYTES)
        links = msgspec.json.decode(data, type=dict[str, _KeptLink])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
    shortest = len(make_link_token())
    return {
        place: link
        for place, link in links.items()
        if shortest <= len(link.token) <= _MAX_TOKEN_LENGTH and link.token.isascii()
    }
