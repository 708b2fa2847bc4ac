"""What the TOML library says of a text it cannot read, in plain words."""

import tomli

from companion.text import clean

_PLAINLY = (
    ("Invalid statement", "a line begins with a key, a [header] or a #, not with this"),
    ("Expected newline", "nothing can stand here any more; a remark begins with #"),
    ("Found invalid character", "an invisible or control character stands here; delete it"),
    ("Illegal character", "an invisible or control character stands here; delete it"),
    ("Cannot declare", "this header stands here a second time, or its name is a key already"),
    ("Cannot mutate", "what this adds to was written whole already, in { } or [ ]"),
    ("Cannot redefine", "what this adds to is a table of its own already, further up"),
    ("Cannot overwrite", "this is given a value a second time; delete one of the two"),
    ("Expected ']", "the header is not closed; see that its brackets are as many on both sides"),
    ("Expected '='", "a = is missing between key and value"),
    ("Invalid initial character", "a key is one word of plain letters, digits, - and _"),
    ("Unclosed array", "a list is not closed here, or a comma is missing; it ends with ]"),
    ("Unclosed inline table", "what { opened is not closed here, or a comma is missing"),
    ("Duplicate inline table key", "a key stands twice between { and }; delete one"),
    ("Unescaped", 'a \\ in a text between " is special; write \\\\ for one'),
    ("Invalid hex", 'a \\u in a text between " wants four digits; write \\\\u for the letters'),
    ("Escaped character", 'a \\u in a text between " names no letter; write \\\\u for the letters'),
    ("Unterminated string", "a text is not closed; write its quote at its end"),
    ("Expected", "a text is not closed; write its quote at its end"),
    ("Invalid date", "there is no such day or time"),
    ("Invalid value", "this is no value; a text stands in quotes"),
)
"""How what the library says begins, and what that means to somebody who never heard of it."""


def explain_error(error: tomli.TOMLDecodeError) -> str:
    """What the library could not read, with the column it says it of, and in brackets its own
    words: a Guide may want to look those up."""
    said = str(error.msg)
    meant = (plainly for begins, plainly in _PLAINLY if said.startswith(begins))
    plainly = next(meant, "this cannot be read")
    return f"{plainly} (column {error.colno}; TOML: {clean(said).lower()})"


def error_of(text: str) -> tomli.TOMLDecodeError | None:
    """Why a text cannot be read by itself; None also for what is told of the whole file: a number
    of thousands of digits, nesting without an end."""
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        return error
    except (ValueError, RecursionError):
        pass
    return None
