"""What may have been meant where a table stands in braces without its subject, or without `of`."""

import re
from collections.abc import Collection

from companion.dice.grammar import looks_like_dice
from companion.refusal import listed

_DRAWS = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9_-]*)\s*=\s*)?(?:(\S|\S.*?\S)\s+)??(different\s+)?(?:of\s+)?(\S+)",
    re.IGNORECASE,
)
_MOST = 3


def meant(body: str, names: Collection[str]) -> str:
    """A hint for what stands between two braces and is no mistake once it names a table whole,
    `Did you mean {2 of npcs/names}?`; nothing where no table is called so."""
    found = _DRAWS.fullmatch(body.strip())
    if found is None:
        return ""
    name, number, different, table = found.groups()
    folded = table.casefold()
    before = f"{name} = " if name else ""
    if number or different:
        before += f"{number or 2} {'different ' if different else ''}of "
    whole = sorted(each for each in names if each == folded or each.endswith(f"/{folded}"))
    if whole:
        return f"Did you mean {listed([f'{{{before}{each}}}' for each in whole[:_MOST]], 'or')}?"
    if number and number.isdigit() and len(table) > 1 and not looks_like_dice(table):
        return f"Write {{{before}subject/table}}."
    return ""
