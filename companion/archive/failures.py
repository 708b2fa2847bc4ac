"""What broke on our side, put where it can be found: `.companion/errors.log` of a campaign."""

import time
from pathlib import Path
from traceback import format_exc

from companion.archive.own_folder import PLACE, added
from companion.text import clean, clipped

LOG = "errors.log"
_MOST_OF_A_LINE = 400
"""An error may quote all of a file."""


def log_failure(folder: Path, text: str, *, quoting: bool = True) -> str:
    """Add the exception being handled, and what was typed; a sentence that says where it is, and,
    `quoting`, what it was. What is written can be shown on a terminal, whatever it quotes."""
    traceback = [_line(line) for line in format_exc().strip().splitlines()]
    what = f" ({clipped(traceback[-1], _MOST_OF_A_LINE // 2)})" if quoting else ""
    lines = [f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {_line(text)}", *traceback, ""]
    try:
        added(folder, LOG, "".join(f"{line}\n" for line in lines))
    except OSError:
        return f"Something broke on our side{what}."
    return f"Something broke on our side{what}; see {folder.name}/{PLACE}/{LOG}."


def _line(text: str) -> str:
    return clipped(clean(text), _MOST_OF_A_LINE)
