"""What is wrong where a file is no TOML, of a campaign or of a table, in plain words where the slip
is a common one."""

import re

import tomli

from companion.archive.toml_lines import no_toml
from companion.text import clean, clipped

_LINE = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=\s*(.*?)\s*")
_RANGE = re.compile(r"-?[0-9]+\s*(?:[-–]\s*-?[0-9]+|[+–-])")
_OF_TEXT = ("title", "dice", "roll", "text", "sign", "fallback", "columns")
"""The keys of a table file whose values stand in quotes, or may. What a campaign file says may be a
secret, and none of its keys is here: a value is shown."""
_TO_THE_END = 'Expected "\'"'
_UNCLOSED = {
    "Illegal character '\\n'": '"',
    "Unterminated string": '"',
    "Found invalid character '\\n'": "'",
    _TO_THE_END: "'",
}
"""What the parser says of a text without its second quote, and which that is."""
_UNCLOSED_OF_THREE = {"Unterminated string": '"""', "Expected \"'''\"": "'''"}
_INSIDE = {
    '"': 'write \\" for a " inside it',
    "'": "with a ' inside, write it between two \"",
}
_MOST = 40


def slip(error: tomli.TOMLDecodeError, text: str) -> tuple[str, int]:
    """What is wrong in a text that cannot be read, and on which line, from 1: what the parser says
    where it is none of the common slips."""
    said, line = no_toml(error, text)
    reason = str(error).partition(" (at ")[0]
    three = _UNCLOSED_OF_THREE.get(reason)
    if three and text.count(three) % 2:
        began = text.count("\n", 0, text.rindex(three)) + 1
        return f"the {three} that opens here is never closed", began
    if reason == _TO_THE_END:
        line = text.count("\n", 0, text.rindex("'")) + 1
    if reason in _UNCLOSED:
        return f"a text is not closed on its line; write {_UNCLOSED[reason]} at its end", line
    found = _LINE.fullmatch(text.split("\n")[line - 1])
    return (found and _of_value(found[1], found[2])) or said, line


def _of_value(key: str, value: str) -> str:
    """What is wrong with a value that stands alone on its line; nothing where that is not known."""
    if key not in _OF_TEXT or value.startswith(('"""', "'''", "[", "{")):
        return ""
    if not value or value.startswith("#"):
        return f'nothing stands after {key} =; write {key} = "…"'
    if value[0] in _INSIDE:
        return f"the text ends at its second {value[0]}; {_INSIDE[value[0]]}"
    bare = value.partition(" #")[0].strip("“”„ ")
    shown = clipped(clean(bare).replace('"', '\\"'), _MOST)
    what = "a range" if key == "roll" and _RANGE.fullmatch(bare) else "a text"
    return f'{what} stands in quotes; write {key} = "{shown}"'
