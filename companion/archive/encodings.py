"""The bytes of a file that a person saved as text, which is to be UTF-8."""

import codecs

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ENOUGH = 1_000
"""Bytes from which it is seen what a file is."""
_SAVE_AS = "save it as UTF-8 in your editor (Save as, Encoding)"


class EncodingError(ValueError):
    """A file is saved in another encoding; the message says in which, and what to do. `line` is
    that of the first letter that shows it, from 1; 0 where all do."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def decode_text(data: bytes) -> str:
    """The text of these bytes in UTF-8, its byte order mark included. Raises EncodingError."""
    beginning = data[:_ENOUGH]
    if beginning.startswith(_UTF_16) or _is_every_other_byte_zero(beginning):
        raise EncodingError(f"it is saved as UTF-16, not as UTF-8; {_SAVE_AS}", 0)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte {error.start + 1} is not UTF-8"
        if b"\0" not in beginning:
            what += "; the file is saved in an older encoding, such as Windows-1252 (ANSI)"
        raise EncodingError(f"{what}: {_SAVE_AS}", line) from None


def _is_every_other_byte_zero(data: bytes) -> bool:
    """True for text in UTF-16 without its mark, most of whose letters are plain ones."""
    halves = data[::2], data[1::2]
    zeros = sorted(half.count(0) for half in halves)
    return zeros[0] * 10 < len(halves[1]) and zeros[1] * 10 > len(halves[1]) * 7
