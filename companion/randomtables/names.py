"""Names of tables: resolve, shorten and suggest them."""

import re
from collections.abc import Collection, Iterable, Sequence

from companion.dice.parser import looks_like_dice
from companion.refusal import Ambiguous, Unknown, find_similar, join_words, suggest_similar


def resolve_table_name(typed: str, names: Sequence[str]) -> str:
    """The whole name of a table; the folder may be left out. Raises Unknown with similar names,
    Ambiguous if several tables have the name."""
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
    """A hint with tables whose names without the folder are similar."""
    ends: dict[str, list[str]] = {}
    for name in names:
        ends.setdefault(name.rpartition("/")[2], []).append(name)
    meant = [name for end in find_similar(folded.rpartition("/")[2], ends) for name in ends[end]]
    return f"Did you mean {join_words(meant[:3], 'or')}?" if meant else ""


def list_subject_tables(typed: str, names: Sequence[str]) -> list[str]:
    """The tables of a subject, or all for an empty text. Raises Unknown with similar subjects."""
    subject = typed.casefold().strip("/")
    found = [name for name in names if not subject or name.startswith(f"{subject}/")]
    if not found:
        subjects = list(dict.fromkeys(name.partition("/")[0] for name in names))
        hint = suggest_similar(subject, subjects) or f"There are {join_words(subjects)}."
        raise Unknown(f"There are no tables about «{typed}».", hint)
    return found


def shorten_name(name: str, names: Iterable[str]) -> str:
    """The shortest name of a table that no other table shares."""
    short = name.rpartition("/")[2]
    others = (other for other in names if other != name)
    return name if any(f"/{other}".endswith(f"/{short}") for other in others) else short


_DRAWS = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9_-]*)\s*=\s*)?(?:(\S|\S.*?\S)\s+)??(different\s+)?(?:of\s+)?(\S+)",
    re.IGNORECASE,
)
_MOST = 3


def suggest_reference(body: str, names: Collection[str]) -> str:
    """A hint for the text of a brace that is right but for the whole name of a table: `Did you mean
    {2 of npcs/names}?` Empty if no table fits."""
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
        meant = [f"{{{before}{each}}}" for each in whole[:_MOST]]
        return f"Did you mean {join_words(meant, 'or')}?"
    if number and number.isdigit() and len(table) > 1 and not looks_like_dice(table):
        return f"Write {{{before}subject/table}}."
    return ""
