"""A table by its name, the folder left out where only one is called so."""

import re
from collections.abc import Collection, Iterable, Sequence

from companion.dice.parser import looks_like_dice
from companion.refusal import Ambiguous, Unknown, find_similar, join_words, suggest_similar


def resolve_table_name(typed: str, names: Sequence[str]) -> str:
    """The whole name of the table that is meant. Unknown with what is near; Ambiguous with the
    names where several are called so."""
    folded = typed.casefold().strip("/")
    if folded in names:
        return folded
    found = [name for name in names if name.endswith(f"/{folded}")]
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(f"«{typed}» may be {join_words(found, 'or')}.", "Type its whole name.")
    hint = suggest_similar(folded, names) or _suggest_by_end(folded, names)
    raise Unknown(f"There is no table «{typed}».", hint or "Type tables to see which there are.")


def _suggest_by_end(folded: str, names: Sequence[str]) -> str:
    """A hint that names a table which is called so without its folder, but for a slip."""
    ends: dict[str, list[str]] = {}
    for name in names:
        ends.setdefault(name.rpartition("/")[2], []).append(name)
    meant = [name for end in find_similar(folded.rpartition("/")[2], ends) for name in ends[end]]
    return f"Did you mean {join_words(meant[:3], 'or')}?" if meant else ""


def list_subject_tables(typed: str, names: Sequence[str]) -> list[str]:
    """The tables of a subject, or all of them where none is typed. Unknown with what is near."""
    subject = typed.casefold().strip("/")
    found = [name for name in names if not subject or name.startswith(f"{subject}/")]
    if not found:
        subjects = list(dict.fromkeys(name.partition("/")[0] for name in names))
        hint = suggest_similar(subject, subjects) or f"There are {join_words(subjects)}."
        raise Unknown(f"There are no tables about «{typed}».", hint)
    return found


def shorten_name(name: str, names: Iterable[str]) -> str:
    """The shortest name that means this table among all of them."""
    short = name.rpartition("/")[2]
    others = (other for other in names if other != name)
    return name if any(f"/{other}".endswith(f"/{short}") for other in others) else short


_DRAWS = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9_-]*)\s*=\s*)?(?:(\S|\S.*?\S)\s+)??(different\s+)?(?:of\s+)?(\S+)",
    re.IGNORECASE,
)
_MOST = 3


def suggest_reference(body: str, names: Collection[str]) -> str:
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
        return (
            f"Did you mean {join_words([f'{{{before}{each}}}' for each in whole[:_MOST]], 'or')}?"
        )
    if number and number.isdigit() and len(table) > 1 and not looks_like_dice(table):
        return f"Write {{{before}subject/table}}."
    return ""
