"""Wraps the lines of a rules page or a table to the width of the paper."""

import re
from textwrap import wrap

_LABEL = re.compile(r"\d+\. | +\S+(?: \S+)* {2,}")
"""What stands before an item of a list: its number, or what is typed, in a column."""
_NARROW = 4


def wrap_page(page: str, width: int) -> list[str]:
    """The lines of a page, its paragraphs broken anew where they are broader than the paper."""
    if max(map(len, page.splitlines()), default=0) <= width:
        return page.splitlines()
    lines: list[str] = []
    for part, indent in _split_page_into_parts(page):
        indent = indent if indent < width // 2 else _NARROW
        lines += wrap(part, width, subsequent_indent=" " * indent, break_on_hyphens=False) or [""]
    return lines


def wrap_long_lines(lines: list[str], width: int) -> list[str]:
    """The lines, long ones in several: broken between words, the rest further in."""
    return [part for line in lines for part in _wrap_line(line, width)]


def _wrap_line(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    text = line.lstrip()
    indent = " " * (len(line) - len(text))
    return wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}    ")


def _split_page_into_parts(page: str) -> list[tuple[str, int]]:
    """Headings, empty lines, paragraphs and items, each with the indent of its later lines."""
    parts: list[tuple[str, int]] = []
    is_open = False
    for line in page.splitlines():
        label = _LABEL.match(line)
        indent = label.end() if label else len(line) - len(line.lstrip())
        if is_open and line and not label and not line.isupper() and parts[-1][1] == indent:
            parts[-1] = (f"{parts[-1][0]} {line.strip()}", indent)
            continue
        parts.append((line, indent))
        is_open = bool(line) and not line.isupper()
    return parts
