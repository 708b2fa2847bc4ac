"""A TOML file that a person wrote: what it says, or why it cannot be read."""

from pathlib import Path
from typing import Any, NamedTuple

import tomli

from companion.archive.texts import MOST_BYTES, TOO_LONG, describe_size, endless
from companion.refusal import Problem


class Said(NamedTuple):
    """The text of a file, and the data it says."""

    text: str
    data: dict[str, Any]


def said_by(path: Path, file: str) -> Said | Problem:
    """What a file says; or what is wrong with it, under the name `file`."""
    try:
        if not path.is_file():
            return Problem(file, 0, "", "it is no file")
        if (size := path.stat().st_size) > MOST_BYTES:
            return Problem(file, 0, "", describe_size(size))
        text = path.read_bytes().decode("utf-8-sig")
        if (number := endless(text)) is not None:
            return Problem(file, text.count("\n", 0, number) + 1, "", TOO_LONG)
        return Said(text, tomli.loads(text))
    except OSError as error:
        return Problem(file, 0, "", f"it cannot be read ({error.strerror})")
    except UnicodeDecodeError as error:
        return Problem(file, 0, "", f"byte {error.start + 1} is not UTF-8")
    except tomli.TOMLDecodeError as error:
        from companion.archive.toml_slips import slip  # only a file that is no TOML pays for it

        message, line = slip(error, text)
        return Problem(file, line, "", message)
    except RecursionError:
        return Problem(file, 0, "", "it is nested too deeply to be read")
    except ValueError:
        return Problem(file, 0, "", TOO_LONG)
