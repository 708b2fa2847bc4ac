"""Copies that a file manager or a disk in the cloud left beside a file: `Copy of bree.toml`,
`bree (1).toml`."""

import re
from collections.abc import Collection, Mapping

from companion.text import slug

_BEFORE = re.compile(r"(?:another )?(?:copy|kopie|copie)(?: \([0-9]+\))? (?:of|von|de) (.+)", re.I)
_BEHIND = re.compile(
    r"(.+?)(?:~| ?\([^()]*\)| - (?:copy|kopie|copie)| (?:copy|kopie|copie)| [0-9]+"
    r"|[. ](?:bak|backup|old|orig|save|tmp)|\.sync-conflict-.*)",
    re.I,
)
_MOST_MARKS = 3
"""`bree copy 2 (1)` is a copy of a copy of a copy."""
_LONGEST = 255
"""Characters of a name that any disk holds."""
_PLAIN = re.compile(r"[\w-]+")


def original_of(stem: str, stems: Collection[str]) -> str:
    """The name, without its ending, of the file that one of this name is a copy of; "" where it is
    none of `stems`."""
    if _PLAIN.fullmatch(stem) or len(stem) > _LONGEST:
        return ""
    for _ in range(_MOST_MARKS):
        found = _BEFORE.fullmatch(stem) or _BEHIND.fullmatch(stem)
        if found is None:
            return ""
        stem = found[1].strip()
        for meant in (stem, slug(stem)):
            if meant in stems:
                return meant
    return ""


def plain_name(stem: str) -> str:
    """A file's name without what a file manager added, in letters, digits and hyphens."""
    for _ in range(_MOST_MARKS):
        if found := _BEFORE.fullmatch(stem[:_LONGEST]) or _BEHIND.fullmatch(stem[:_LONGEST]):
            stem = found[1].strip()
    return slug(stem)


def doubles(texts: Mapping[str, str]) -> dict[str, str]:
    """The files of Errants that are copies of others, each with what it is and what to do."""
    stems = {_stem(file): file for file in texts if file.startswith("errants/")}
    found = {}
    for stem, file in stems.items():
        if original := original_of(stem, stems):
            found[file] = _explain_double(texts[file], texts[stems[original]], stems[original])
    return found


def _stem(file: str) -> str:
    return file.rpartition("/")[2].removesuffix(".toml")


def _explain_double(text: str, other: str, original: str) -> str:
    if text == other:
        return f"it is a copy of {original} and holds the same; delete it"
    lines = zip(text.split("\n"), other.split("\n"), strict=False)
    same = next((at for at, (one, two) in enumerate(lines) if one != two), None)
    first = min(text.count("\n"), other.count("\n")) + 1 if same is None else same + 1
    return (
        f"it is a copy of {original}, and differs from line {first} on; keep what is right in "
        f"{original} and move this one out of errants/"
    )
