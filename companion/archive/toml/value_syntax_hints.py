"""Hints for values that are not TOML, as a text without quotes: patterns of common mistakes, each
with a message in plain words and the line as it would be right."""

import re
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

import tomli

from companion.archive.toml.file_shapes import ValueKind
from companion.archive.toml.statements import is_value
from companion.text_cleaning import clean_text, clip_text

Slips: TypeAlias = Mapping[str, str]
"""Messages by the pattern of all that is written; the first that fits is told. In a message `{1}`
is a group of the pattern, `{key}` the key, and `{value:…}` the line as it would be right, made of
the groups: with a value, a `text`, a `list` of what stands between commas, a `flag` for a word, the
`digits` alone, or a `fraction` as a number."""

_MAX_SHOWN = 40
_MAX_BEFORE = 100
"""Characters before a value in brackets that are looked at."""
_PLACEHOLDER = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_CURLY = "“”„‟«»‹›‘’‚‛″′`´"
"""Quotes that a word processor or a phone writes, and what looks like them."""
_INVISIBLE = re.compile(
    "[\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff\x00-\x08\x0b-\x1f\x7f]"
)
_KEY = r"[A-Za-z][A-Za-z0-9_-]*+[ \t]*+=(?!=)"
_NEXT_KEY = rf"[,;]?[ \t]*+{_KEY}"
_TEXT = r"""(?:(")((?:[^"\\]++|\\.)*+)"|(')([^']*)')[ \t]*+"""
"""A text between two quotes."""
_TRUE = "yes|on|y|true|ja|wahr|oui"
_FALSE = "no|off|n|false|nein|falsch|non"
_TWO_KEYS = "two keys stand on one line; give each a line of its own"
_FLAGS = "yes and no are written true and false"
_BACKSLASH = (
    "a \\ in a text between \" is special; write two of them (\\\\), or the text between two '"
)
NOT_CLOSED = "a text is not closed on its line"
"""How the message begins for a quote that has no second one on its line."""

_QUOTED: Slips = {
    r'"(?=[^"]*\\)(?:[^"\\]++|\\.)*+"[ \t]*(?:#.*)?': _BACKSLASH,
    rf"{_TEXT}(?:#.*)?": "an invisible or control character stands in this text; type it again",
    rf"{_TEXT}{_NEXT_KEY}.*": _TWO_KEYS,
    rf"({_TEXT})([,;.])[,;. ]*": r"delete the {6} at the end; write {value:\1}",
    rf"{_TEXT},.*": r"several stand in a list; write {list:\g<0>}",
    r"""(["'])\1(.*)\1\1""": r"one {1} on each side is enough; write {text:\2}",
    rf'(?="){_TEXT}.*".*': 'the text ends at its second "; write \\" for a " inside it',
    rf"(?='){_TEXT}.*'.*": (
        "the text ends at its second '; with a ' inside, write it between two \""
    ),
    rf"{_TEXT}.*": "something stands behind the text; write it inside the quotes, or # before it",
    rf"[\"'](.*)[{_CURLY}]": (
        r'a text stands in straight quotes (") at both ends; write {text:\1}'
    ),
    r'".*\\"': _BACKSLASH,
    r"""(["']).*""": f"{NOT_CLOSED}; write {{1}} at its end",
}
_UNQUOTED: Mapping[str, Slips] = {
    "text": {r"(?:#.*)?": "nothing stands after {key} =; write {text:…} or delete the line"},
    "number flag list other": {
        r"(?:#.*)?": "nothing stands after {key} =; write {key} = … or delete the line"
    },
    "text number flag list other": {
        r"[=>][=> ]*(.*)": r"one = is enough; write {value:\1}",
        rf"(?![{_CURLY}])\S*[ \t].*(?<![A-Za-z0-9_-]){_KEY}.*": _TWO_KEYS,
    },
    "list": {r"(?![\[{]).*": r"a list stands in brackets; write {list:\g<0>}"},
}
_WORDS: Mapping[str, Slips] = {
    "number flag list other": {
        r"(true|false|yes|no|on|off)\.*": rf"{_FLAGS}; write {{flag:\1}}",
        r"(?:none|null|nil|undefined|nothing|n/a|-|\?)\.*": (
            "there is no word for nothing; delete the line, or write a value after {key} ="
        ),
        r"([+-]?)(?:0[0_]*+([1-9][0-9_]*)|0+(0))": (
            r"a number begins with no 0; write {value:\1\2\3}"
        ),
        r"[+-]?[0-9]{1,3}(?:[,.'’ \u00a0\u202f][0-9]{3})+": (
            r"a number is written without marks between; write {digits:\g<0>}"
        ),
        r"([+-]?[0-9]+),([0-9]+)": r"a fraction has a point; write {value:\1.\2}",
        r"([+-]?)\.([0-9]+)": r"a digit stands before the point; write {value:\g<1>0.\2}",
        r"([+-]?[0-9]+)\.": r"a digit stands behind the point; write {value:\1}",
        r"[0-9]{1,4}/0{0,3}[1-9][0-9]{0,3}": (
            r"a fraction is written with a point; write {fraction:\g<0>}"
        ),
    },
    "number flag list": {
        r"([+-]?[0-9]+(?:\.[0-9]+)?|true|false)[ \t]+\S.*": (
            r"something stands behind the value; write {value:\1}, "
            "and # before the rest if it is a remark"
        )
    },
    "flag": {
        rf"({_TRUE}|{_FALSE})\.*": rf"{_FLAGS}; write {{flag:\1}}",
        ".*": "true or false is wanted here; write {key} = true",
    },
    "number": {
        r"[+-]?[0-9]+(?:\.[0-9]+)?": r"a number stands without quotes; write {value:\g<0>}",
        ".*": "a number is wanted here, in digits; for example {key} = 3",
    },
    "text": {
        r"-?[0-9]+\s*(?:[-–]\s*-?[0-9]+|[+–-])": r"a range stands in quotes; write {text:\g<0>}"
    },
}
"""What a value without quotes may be meant as."""
BEHIND: Slips = {
    "": "a blank that is no space stands behind the closing bracket; delete it",
    r"([\]}]).*": "one {1} is too much; delete it",
    rf"{_NEXT_KEY}.*": _TWO_KEYS,
    r"([,;]).*": "delete the {1} at the end of the line",
    ".*": "nothing but a # remark stands behind the closing bracket",
}
"""What stands behind a value in brackets, on the line where they close."""
_INSIDE: Slips = {
    rf".*\0[{_CURLY}].*": 'every text in it must stand in straight quotes (")',
    r".*\0": "it is not closed; write its last bracket",
    r".*\0,.*": "a comma is too much; delete one",
    r".*\0;.*": "write , between two values, not ;",
    r".*\0([:=]).*": "write = between key and value, not {1}",
    r"""[^"']*"(?:[^"']*"[^"']*")*[^"']*""": (
        'a " is missing: every text in it has one on each side'
    ),
    r".*\{[^\[{]*\0\}.*": (
        "between { and } stand keys with their values; a list stands between [ and ]"
    ),
    r".*\0\].*": "the ] closes nothing; what { opened is closed by its like",
    r".*\0\}.*": "the } closes nothing; what [ opened is closed by its like",
    r".*\0\).*": "the ) closes nothing; what [ or { opened is closed by its like",
    r""".*\0["'\[{0-9+-].*""": "a comma is missing between two of its values",
    r".*\0(?:true|false|yes|no|on|off)(?:[,\]}\s#].*)?": f"{_FLAGS}, with small letters",
    r".*[\[,]\s*\0.*": "every text in it stands in quotes",
    ".*": "a comma is missing between two of its values",
}
"""A line of a value in brackets, with a zero byte where it cannot be read any more."""


class ValueContext(NamedTuple):
    """Where a value stands: its key as it was written, what that wants, and whether the value is
    not to be shown."""

    key: str
    kind: ValueKind
    is_hidden: bool

    def render_corrected_line(self, written: str, style: str = "value") -> str:
        """The line as it would be right with this value; see `Slips` for the styles."""
        match style:
            case "list":
                several = [each.strip(f" \t\"'(){_CURLY}") for each in written.split(",")]
                if not all(each.lstrip("+-").isdecimal() for each in several):
                    several = [f'"{each}"' for each in several]
                written = f"[{', '.join(several)}]"
            case "text":
                written = written.replace("\\", "\\\\").replace('"', '\\"')
            case "flag":
                written = "true" if written.lower() in _TRUE.split("|") else "false"
            case "digits":
                written = re.sub(r"[^0-9+-]", "", written)
            case "fraction":
                above, _, below = written.partition("/")
                written = f"{int(above) / int(below):g}"
        shown = clip_text(clean_text(written), _MAX_SHOWN)
        if self.is_hidden:
            shown = "[…, …]" if style == "list" else "…"
        return f'{self.key} = "{shown}"' if style == "text" else f"{self.key} = {shown}"

    def explain_first_slip(self, slips: Slips, written: str) -> str:
        """The message for the first of these slips that a value shows; "" where it shows none."""
        for pattern, message in slips.items():
            if found := re.fullmatch(pattern, written, re.IGNORECASE | re.DOTALL):
                return _PLACEHOLDER.sub(partial(self._fill_in_placeholder, found), message)
        return ""

    def _fill_in_placeholder(self, found: re.Match[str], placeholder: re.Match[str]) -> str:
        name, template = placeholder.groups()
        if template is not None:
            return self.render_corrected_line(found.expand(template), name)
        return self.key if name == "key" else found[int(name)]

    def explain_first_slip_of_kind(self, slips: Mapping[str, Slips], written: str) -> str:
        """The message for the first slip that a value shows for what its key wants."""
        wanted = self.kind or "other"
        messages = (
            self.explain_first_slip(slips[wants], written)
            for wants in slips
            if wanted in wants.split()
        )
        return next(filter(None, messages), "")


def explain_value_syntax(context: ValueContext, written: str) -> str:
    """What is wrong with a value on one line, from behind its `=` to the end of the line."""
    written = written.strip()
    if written[:1] in ('"', "'"):
        return context.explain_first_slip(_QUOTED, written)
    bare = written if written[:1] == "#" else written.partition(" #")[0].strip()
    if slip := context.explain_first_slip_of_kind(_UNQUOTED, bare):
        return slip
    inner, is_curly = bare.strip(f"{_CURLY}\"' "), bare[0] in _CURLY
    write = context.render_corrected_line(
        inner if is_curly or bare.count('"') % 2 else bare, "text"
    )
    if is_curly and context.kind not in ("number", "flag"):
        return f'a text stands in straight quotes ("); write {write}'
    value = inner.rstrip(",; ")
    if value != inner and context.kind != "text" and is_value(value):
        corrected = context.render_corrected_line(value)
        return f"delete the {inner[len(value)]} at the end; write {corrected}"
    return (
        context.explain_first_slip_of_kind(_WORDS, value)
        or f"a text stands in quotes; write {write}"
    )


def explain_bracket_syntax(context: ValueContext, chunk: str, at: int) -> str:
    """What is wrong in a list or table in brackets, which cannot be read from offset `at` on."""
    before = chunk[max(0, at - _MAX_BEFORE) : at]
    rest = chunk[at:].partition("\n")[0].strip()
    begins_word = rest and rest[0] not in f"{_CURLY},:;=\"'[{{]}})+-0123456789"
    if begins_word and (key := re.search(r"([A-Za-z0-9_-]+)[ \t]*=[ \t]*\Z", before)):
        inner = context._replace(kind="", key=key[1])
        return explain_value_syntax(inner, re.split(r"[,\]}#]", rest)[0])
    line = before if before.rstrip()[-1:] in ("[", ",") else before.rpartition("\n")[2]
    return context.explain_first_slip(_INSIDE, f"{line}\0{rest}")


def explain_invisible_characters(line: str) -> str:
    """What is wrong with a line that would read without what nobody sees in it; "" for another."""
    found = _INVISIBLE.search(line)
    if not found or find_syntax_error(_INVISIBLE.sub(" ", line).strip()):
        return ""
    return f"an invisible character (U+{ord(found[0]):04X}) stands in this line; type it again"


_PLAIN_MESSAGES = (
    ("Invalid statement", "a line begins with a key, a [header] or a #, not with this"),
    ("Expected newline", "nothing can stand here any more; a remark begins with #"),
    ("Found invalid character", "an invisible or control character stands here; delete it"),
    ("Illegal character", "an invisible or control character stands here; delete it"),
    ("Cannot declare", "this header stands here a second time, or its name is a key already"),
    ("Cannot mutate", "what this adds to was written whole already, in { } or [ ]"),
    ("Cannot redefine", "what this adds to is a table of its own already, further up"),
    ("Cannot overwrite", "this is given a value a second time; delete one of the two"),
    ("Expected ']'", "the header is not closed; see that its brackets are as many on both sides"),
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


def explain_toml_error(error: tomli.TOMLDecodeError) -> str:
    """What the library could not read, with the column it says it of, and in brackets its own
    words: a Guide may want to look those up."""
    message = str(error.msg)
    found = (plain for begins, plain in _PLAIN_MESSAGES if message.startswith(begins))
    plain = next(found, "this cannot be read")
    return f"{plain} (column {error.colno}; TOML: {clean_text(message).lower()})"


def find_syntax_error(text: str) -> tomli.TOMLDecodeError | None:
    """Why a text cannot be read by itself; None also for what is told of the whole file: a number
    of thousands of digits, nesting without an end."""
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        return error
    except (ValueError, RecursionError):
        pass
    return None
