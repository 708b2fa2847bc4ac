"""What is wrong with a line that is neither a key with its value nor a header, in plain words."""

import re

from companion.archive.toml.layouts import Layout
from companion.archive.toml.lines import KeyPath
from companion.archive.toml.value_hints import ValueContext, is_value
from companion.text import clip_text, make_slug

_MAX_SHOWN = 40
_BARE = r"[A-Za-z0-9_-]+"
_MARK = re.compile(r"(?:<{7}|\|{7}|={7}|>{7})(?: .*)?")
_REMARK = re.compile(r"//|;|--|/\*|%|<!--")
_BULLET = re.compile(r"[-*•]\s+\S")
_COLON = re.compile(rf"({_BARE})\s*(:=|:|=>|->)\s*(.*)")
_KEY_ALONE = re.compile(_BARE)
_NO_EQUALS = re.compile(rf"({_BARE})\s+(\S.*)")
_NO_WORDS = re.compile(r"[\"'\[\]{}#]")
_HEADER_LIKE = re.compile(rf"[\[({{]*\s*({_BARE}(?:\s*\.\s*{_BARE})*)\s*[\])}}]+")
_OPEN_HEADER = re.compile(rf"[\[({{]+\s*({_BARE}(?:\s*\.\s*{_BARE})*)\s*")
_SPACED_HEADER = re.compile(r"\[\[?([^\[\]#]+)\]\]?")
_PROSE_MESSAGE = "this is neither key = value nor a [header]; write # before it if it is a remark"


def is_prose(message: str) -> bool:
    """True for the message about a line that looks like nothing a file has: of several in a row
    one is enough."""
    return message == _PROSE_MESSAGE


def parse_header_name(line: str) -> str:
    """The name in a line that was meant as a header, whatever its brackets; "" for other lines."""
    bare = line.partition("#")[0].strip()
    found = _HEADER_LIKE.fullmatch(bare) or _OPEN_HEADER.fullmatch(bare)
    return "".join(found[1].split()) if found else ""


def correct_header(name: str, line: str, layout: Layout) -> str:
    """The header as it would be right: of a block where the file has such blocks, or where the line
    has two brackets on one side."""
    if name in layout.blocks:
        return f"[[{name}]]"
    if name in layout.tables or name.partition(".")[0] in layout.tables:
        return f"[{name}]"
    return f"[[{name}]]" if "[[" in line or "]]" in line else f"[{name}]"


def explain_header(line: str, layout: Layout) -> tuple[str, str]:
    """The name that was meant in a line that begins with a bracket, "" for none, and what is wrong
    with the line."""
    if name := parse_header_name(line):
        write = correct_header(name, line, layout)
        return name, f"a bracket of this header is missing or too much; write {write}"
    bare = line.partition(" #")[0].strip()
    if not bare.strip("[] "):
        return "", "a header has a name in its brackets"
    if spaced := _SPACED_HEADER.fullmatch(bare):
        name = re.sub(r"[^A-Za-z0-9_.-]+", "_", spaced[1].strip("\"'“” "))
        write = correct_header(name, line, layout)
        return name, f"the name in a header is one word; write {write}"
    header, bracket, _ = bare.rpartition("]")
    if bracket and (name := parse_header_name(f"{header}]")):
        write = correct_header(name, line, layout)
        return name, f"nothing but a # remark stands behind {write}"
    return "", "a list stands here without a key; see whether a line above has a ] too many"


def explain_line(line: str, path: KeyPath, layout: Layout) -> tuple[KeyPath, str]:
    """What is wrong with a line without `key =` at its beginning, and the path of the key that was
    meant, if one was; `path` is that of the table around it."""
    if _MARK.fullmatch(line):
        return (), "a mark of a conflict was left here; delete the line"
    if _REMARK.match(line):
        return (), "a remark begins with #; write # at its beginning"
    if line.startswith("="):
        return (), "no key stands before the =; write one, or delete the line"
    if (found := _COLON.fullmatch(line)) and _can_be_shown(found[1], path, layout):
        said = f"= stands between key and value, not {found[2]}"
        return (*path, found[1]), f"{said}; write {_render_pair(found[1], found[3], path, layout)}"
    if line[0] in "])}":
        return (), f"this {line[0]} closes nothing; delete it, or see the line that opened it"
    words, equals, value = line.partition("=")
    if equals and not _NO_WORDS.search(words):
        return (), _explain_key_of_words(words, value, path, layout)
    if _BULLET.match(line):
        return (), 'a list stands behind its key, in brackets: key = ["…", "…"]'
    if line[0] in "\"'“”":
        return (), "a text stands here without a key; see whether the line above is closed"
    if _KEY_ALONE.fullmatch(line) and _can_be_shown(line, path, layout):
        if line in layout.blocks or line in layout.tables:
            return (), f"a header stands in brackets; write {correct_header(line, line, layout)}"
        said = f"neither = nor a value stands after {clip_text(line, _MAX_SHOWN)}; write it as"
        return (*path, line), f"{said} {clip_text(line, _MAX_SHOWN)} = …, or delete it"
    if (found := _NO_EQUALS.fullmatch(line)) and (
        _is_known(found[1], layout)
        or (is_value(found[2]) and _can_be_shown(found[1], path, layout))
    ):
        pair = _render_pair(found[1], found[2], path, layout)
        return (*path, found[1]), f"a = is missing; write {pair}"
    return (), _PROSE_MESSAGE


def _is_known(key: str, layout: Layout) -> bool:
    return key in layout.blocks or key in layout.tables or key in layout.key_kinds


def _can_be_shown(key: str, path: KeyPath, layout: Layout) -> bool:
    """False for a word that no file has as a key, where it may be part of a secret."""
    return _is_known(key, layout) or not layout.is_hidden((*path, key))


def _explain_key_of_words(words: str, value: str, path: KeyPath, layout: Layout) -> str:
    """What is wrong with a key that no key can be."""
    key = make_slug(words).replace("-", "_")
    said = "a key is one word of plain letters, digits, - and _"
    if not _can_be_shown(key, path, layout):
        return said
    return f"{said}; write {_render_pair(clip_text(key, _MAX_SHOWN), value, path, layout)}"


def _render_pair(key: str, written: str, path: KeyPath, layout: Layout) -> str:
    """The line with its `=`; the value only where it may be shown, a text in its quotes."""
    bare = written.strip()
    place = ValueContext(key, layout.key_kinds.get(key, ""), layout.is_hidden((*path, key)))
    if is_value(bare):
        return place.render_line(bare)
    return place.render_text_line(bare) if bare and not set(bare) & set("\"'[{") else f"{key} = …"
