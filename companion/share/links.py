"""The links of the seats: a token each, made anew at each start, or kept for the evening after.

Whoever has a seat's link sits there. A token is 22 letters from the operating system's own source,
and is compared in constant time with every token there is.
"""

from collections.abc import Iterable
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from typing import Literal, get_args

import msgspec

from companion.archive.disk.own_folder import read_file, remove_own_file, replace_own_file
from companion.audience import Seat
from companion.campaign.sharing import Place

SCREEN: Literal["screen"] = "screen"
SEATS: tuple[Seat, ...] = get_args(Seat)
LINKS_FILE = "share-links"
_TOKEN_BYTES = 16
_MAX_FILE_BYTES = 4_096
_MAX_TOKEN_LENGTH = 64


def make_token() -> str:
    """A new token: letters, digits, `-` and `_`, which nobody can guess."""
    return token_urlsafe(_TOKEN_BYTES)


class Links:
    """The token of each place at the table."""

    def __init__(self, places: Iterable[Place], kept: dict[str, str] | None = None) -> None:
        kept = kept or {}
        self.tokens: dict[Place, str] = {each: kept.get(each) or make_token() for each in places}

    def find_place(self, token: str) -> Place | None:
        """The place that a token opens; None for a token of no place. Takes as long for any token,
        right or wrong."""
        given, found = token[:_MAX_TOKEN_LENGTH].encode(errors="replace"), None
        for place, known in self.tokens.items():
            if compare_digest(known.encode(), given):
                found = place
        return found

    def renew(self, place: Place) -> str:
        """A new token for a place, whose old link opens nothing any more."""
        self.tokens[place] = make_token()
        return self.tokens[place]

    def keep(self, folder: Path) -> None:
        """Write the tokens for the evening after, for nobody else on this computer to read. Raises
        OSError."""
        replace_own_file(folder, LINKS_FILE, msgspec.json.encode(self.tokens))


def open_links(folder: Path, places: Iterable[Place], *, keep: bool) -> Links:
    """The links of this evening. With `keep` they are those of the last one that kept them; without
    it kept ones are forgotten. Raises OSError if they cannot be kept."""
    if not keep:
        with suppress(OSError):
            remove_own_file(folder, LINKS_FILE)
        return Links(places)
    links = Links(places, _read_kept_tokens(folder))
    links.keep(folder)
    return links


def _read_kept_tokens(folder: Path) -> dict[str, str]:
    """The tokens that were kept; none of a file that cannot be read, or holds anything else."""
    try:
        data = read_file(folder, LINKS_FILE, _MAX_FILE_BYTES)
        tokens = msgspec.json.decode(data, type=dict[str, str])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
    shortest = len(make_token())
    return {
        place: token
        for place, token in tokens.items()
        if shortest <= len(token) <= _MAX_TOKEN_LENGTH and token.isascii()
    }
