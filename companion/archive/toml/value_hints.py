"""What is wrong with one value that cannot be read, in plain words, with the line as it would be
right."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import tomli

from companion.archive.toml.layouts import ValueKind
from companion.text import clean_text, clip_text

_PLAIN_MESSAGES = (
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
    meant = (plainly for begins, plainly in _PLAIN_MESSAGES if said.startswith(begins))
    plainly = next(meant, "this cannot be read")
    return f"{plainly} (column {error.colno}; TOML: {clean_text(said).lower()})"


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


_MAX_SHOWN = 40
_CURLY = "“”„‟«»‹›‘’‚‛″′`´"
"""Quotes that a word processor or a phone writes, and what looks like them."""
_TRUE = ("yes", "on", "y", "true", "ja", "wahr", "oui")
_FALSE = ("no", "off", "n", "false", "nein", "falsch", "non")
_NOTHING = ("none", "null", "nil", "undefined", "nothing", "n/a", "-", "?")
_FLAG_WORDS = ("true", "false", "yes", "no", "on", "off")
"""Words that can only mean true or false, whatever the key."""
_RANGE = re.compile(r"-?[0-9]+\s*(?:[-–]\s*-?[0-9]+|[+–-])")
_LEADING_ZERO = re.compile(r"([+-]?)0([0-9][0-9_]*)")
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?:[,.'’ \u00a0\u202f][0-9]{3})+")
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
_NO_DIGIT_BEFORE = re.compile(r"([+-]?)\.([0-9]+)")
_NO_DIGIT_BEHIND = re.compile(r"([+-]?[0-9]+)\.")
_FRACTION = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")
_AND_MORE = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?|true|false)[ \t]+(\S.*)")
_AND_A_KEY = re.compile(r"[,;]?[ \t]*[A-Za-z][A-Za-z0-9_-]*[ \t]*=(?!=)")
_A_KEY = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z][A-Za-z0-9_-]*+[ \t]*+=(?!=)")
_TEXT = {'"': re.compile(r'"((?:[^"\\]++|\\.)*+)"'), "'": re.compile(r"'([^']*)'")}
_INSIDE_HINTS = {
    '"': 'write \\" for a " inside it',
    "'": "with a ' inside, write it between two \"",
}
_KEY_BEFORE = re.compile(r"([A-Za-z0-9_-]+)[ \t]*=[ \t]*$")
_MAX_BEFORE = 100
"""Characters before a value in brackets in which its key is looked for."""
_BACKSLASH_MESSAGE = (
    "a \\ in a text between \" is special; write two of them (\\\\), or the text between two '"
)
_CURLY_QUOTES_MESSAGE = 'stands in straight quotes (")'
_INVISIBLE = re.compile(
    "[\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff\x00-\x08\x0b-\x1f\x7f]"
)
NO_END_MESSAGE = "a text is not closed on its line; write {} at its end"


class ValueContext(NamedTuple):
    """Where a value stands: its key as it was written, what that wants, and whether the value is
    not to be shown."""

    key: str
    kind: ValueKind
    is_hidden: bool

    def render_text_line(self, written: str) -> str:
        """The line with this as a text."""
        shown = clip_text(clean_text(written).replace("\\", "\\\\").replace('"', '\\"'), _MAX_SHOWN)
        return f'{self.key} = "{"…" if self.is_hidden else shown}"'

    def render_line(self, written: str) -> str:
        """The line with this value."""
        return (
            f"{self.key} = {'…' if self.is_hidden else clip_text(clean_text(written), _MAX_SHOWN)}"
        )

    def render_list_line(self, written: str) -> str:
        """The line with this as a list of what stands between commas."""
        several = [each.strip(f" \t\"'(){_CURLY}") for each in written.split(",")]
        numbers = all(each.lstrip("+-").isdigit() for each in several)
        inner = ", ".join(each if numbers else f'"{each}"' for each in several)
        return f"{self.key} = […, …]" if self.is_hidden else self.render_line(f"[{inner}]")


def explain_value(place: ValueContext, written: str) -> str:
    """What is wrong with a value on one line, from behind its `=` to the end of the line; nothing
    where that is not known."""
    written = written.strip()
    if not written or written.startswith("#"):
        example = place.render_text_line("…") if place.kind == "text" else f"{place.key} = …"
        return f"nothing stands after {place.key} =; write {example} or delete the line"
    if written[0] in "=>":
        return f"one = is enough; write {place.render_line(written.lstrip('=> '))}"
    if written[0] in "\"'":
        return _explain_quoted(place, written)
    bare = written.partition(" #")[0].strip()
    return next(_explain_unquoted(place, bare), "")


def _explain_quoted(place: ValueContext, written: str) -> str:
    """What is wrong with a text that begins with its quote."""
    quote = written[0]
    found = _TEXT[quote].match(written)
    if found is None:
        bare = written.rstrip()
        if bare[-1] in _CURLY:
            return (
                f"a text {_CURLY_QUOTES_MESSAGE} at both ends; write "
                f"{place.render_text_line(bare[1:-1])}"
            )
        if quote == '"' and bare.endswith('\\"'):
            return _BACKSLASH_MESSAGE
        return NO_END_MESSAGE.format(quote)
    rest = written[found.end() :].strip()
    if not rest or rest.startswith("#"):
        if quote == '"' and "\\" in found[1]:
            return _BACKSLASH_MESSAGE
        return "an invisible or control character stands in this text; type it again"
    if _AND_A_KEY.match(rest):
        return "two keys stand on one line; give each a line of its own"
    if rest.strip(",;. ") == "" or rest[0] == ",":
        return _explain_more_behind(place, written, found[0], rest)
    if not found[1] and rest.endswith(quote):
        return (
            f"one {quote} on each side is enough; write {place.render_text_line(rest.strip(quote))}"
        )
    if quote in rest:
        return f"the text ends at its second {quote}; {_INSIDE_HINTS[quote]}"
    return "something stands behind the text; write it inside the quotes, or # before it"


def _explain_more_behind(place: ValueContext, written: str, first: str, rest: str) -> str:
    """What is wrong with a text that a comma or the like follows."""
    if rest.strip(",;. "):
        return f"several stand in a list; write {place.render_list_line(written)}"
    return f"delete the {rest[0]} at the end; write {place.render_line(first)}"


def _explain_unquoted(place: ValueContext, bare: str) -> Iterator[str]:
    """What may be wrong with a value that begins with no quote, the likeliest first."""
    inner = bare.strip(f"{_CURLY}\"' ")
    if _A_KEY.search(bare.partition(" ")[2]) and bare[0] not in _CURLY:
        yield "two keys stand on one line; give each a line of its own"
    if place.kind == "list" and bare[0] not in "[{":
        yield f"a list stands in brackets; write {place.render_list_line(bare)}"
    if bare[0] in _CURLY and place.kind not in ("number", "flag"):
        yield f"a text {_CURLY_QUOTES_MESSAGE}; write {place.render_text_line(inner)}"
    if place.kind != "text":
        yield from _explain_word(place, inner)
        yield from _explain_number(place, inner)
    if place.kind == "flag":
        yield f"true or false is wanted here; write {place.key} = true"
    if place.kind == "number":
        yield f"a number is wanted here, in digits; for example {place.key} = 3"
    what = "a range" if place.key == "roll" and _RANGE.fullmatch(inner) else "a text"
    said = inner if bare[0] in _CURLY or bare.count('"') % 2 else bare
    yield f"{what} stands in quotes; write {place.render_text_line(said)}"


def _explain_word(place: ValueContext, word: str) -> Iterator[str]:
    folded = word.rstrip(".,;").lower()
    if folded in _FLAG_WORDS or (place.kind == "flag" and folded in (*_TRUE, *_FALSE)):
        meant = "true" if folded in _TRUE else "false"
        yield f"yes and no are written true and false; write {place.render_line(meant)}"
    if folded in _NOTHING:
        yield f"there is no word for nothing; delete the line, or write a value after {place.key} ="


def _explain_number(place: ValueContext, said: str) -> Iterator[str]:
    bare = said.rstrip(",; ")
    if bare != said and is_value(bare):
        yield f"delete the {said[len(bare)]} at the end; write {place.render_line(bare)}"
    if found := _LEADING_ZERO.fullmatch(bare):
        digits = found[2].lstrip("0_") or "0"
        yield f"a number begins with no 0; write {place.render_line(found[1] + digits)}"
    if _THOUSANDS.fullmatch(bare):
        digits = re.sub(r"[^0-9+-]", "", bare)
        yield f"a number is written without marks between; write {place.render_line(digits)}"
    if _DECIMAL_COMMA.fullmatch(bare):
        yield f"a fraction has a point; write {place.render_line(bare.replace(',', '.'))}"
    if found := _NO_DIGIT_BEFORE.fullmatch(bare):
        whole = f"{found[1]}0.{found[2]}"
        yield f"a digit stands before the point; write {place.render_line(whole)}"
    if found := _NO_DIGIT_BEHIND.fullmatch(bare):
        yield f"a digit stands behind the point; write {place.render_line(found[1])}"
    if (found := _FRACTION.fullmatch(bare)) and int(found[2]):
        decimal = f"{int(found[1]) / int(found[2]):g}"
        yield f"a fraction is written with a point; write {place.render_line(decimal)}"
    if place.kind and (found := _AND_MORE.fullmatch(bare)):
        yield (
            f"something stands behind the value; write {place.render_line(found[1])}, "
            "and # before the rest if it is a remark"
        )
    if place.kind == "number" and is_value(bare):  # it stood in curly quotes
        yield f"a number stands without quotes; write {place.render_line(bare)}"


def is_value(written: str) -> bool:
    """True for what would be a value, by itself on its line."""
    return bool(written) and "\n" not in written and is_valid_line(f"v = {written}")


def is_valid_line(line: str) -> bool:
    """True for a line that reads by itself."""
    return find_syntax_error(line) is None


def explain_invisible(line: str) -> str:
    """What is wrong with a line that would read without what nobody sees in it."""
    found = _INVISIBLE.search(line)
    if not found or not is_valid_line(_INVISIBLE.sub(" ", line).strip()):
        return ""
    return f"an invisible character (U+{ord(found[0]):04X}) stands in this line; type it again"


def explain_after_bracket(rest: str) -> str:
    """What is wrong with what stands behind a value in brackets, on the line where they close."""
    if not rest:
        return "a blank that is no space stands behind the closing bracket; delete it"
    if rest[0] in "]}":
        return f"one {rest[0]} is too much; delete it"
    if _AND_A_KEY.match(rest):
        return "two keys stand on one line; give each a line of its own"
    if rest[0] in ",;":
        return f"delete the {rest[0]} at the end of the line"
    return "nothing but a # remark stands behind the closing bracket"


def explain_in_brackets(place: ValueContext, chunk: str, at: int) -> str:
    """What is wrong in a list or table in brackets, which cannot be read from offset `at` on."""
    rest = chunk[at:].partition("\n")[0].strip()
    line = chunk[chunk.rfind("\n", 0, at) + 1 :].partition("\n")[0]
    if any(letter in _CURLY for letter in rest[:1]) and rest:
        return f"every text in it {_CURLY_QUOTES_MESSAGE}".replace("stands", "must stand")
    if not rest:
        return "it is not closed; write its last bracket"
    if rest[0] == ",":
        return "a comma is too much; delete one"
    if rest[0] in ":;" or rest.startswith("=>"):
        wanted = ", between two values" if rest[0] == ";" else "= between key and value"
        return f"write {wanted}, not {rest[0]}"
    if line.count('"') % 2 and "'" not in line:
        return 'a " is missing: every text in it has one on each side'
    if rest[0] == "}" and chunk.rfind("{", 0, at) > chunk.rfind("[", 0, at):
        return "between { and } stand keys with their values; a list stands between [ and ]"
    if rest[0] in "]})":
        opened = "[" if rest[0] == "}" else "{" if rest[0] == "]" else "[ or {"
        return f"the {rest[0]} closes nothing; what {opened} opened is closed by its like"
    if rest[0] in "\"'[{" or rest[0].isdigit() or rest[0] in "+-":
        return "a comma is missing between two of its values"
    word = re.split(r"[,\]}\s#]", rest)[0]
    if key := _KEY_BEFORE.search(chunk[max(0, at - _MAX_BEFORE) : at]):
        inner = place._replace(kind="", key=key[1])
        return explain_value(inner, re.split(r"[,\]}#]", rest)[0])
    if word.lower() in _FLAG_WORDS:
        return "yes and no are written true and false, with small letters"
    if chunk[:at].rstrip()[-1:] in "[,":
        return "every text in it stands in quotes"
    return "a comma is missing between two of its values"
