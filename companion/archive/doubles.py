"""Copies that a file manager or a disk in the cloud left beside a file: `Copy of bree.toml`,
`bree (1).toml`."""

import re
from collections.abc import Collection, Mapping

from companion.text import slug

_BEFORE = r"(?i)(?:another )?(?:copy|kopie|copie)(?: \([0-9]+\))? (?:of|von|de) (.+)"
_BEHIND = (
    r"(?i)(.+?)(?:~| ?\([^()]*\)| - (?:copy|kopie|copie)| (?:copy|kopie|copie)| [0-9]+"
    r"|[. ](?:bak|backup|old|orig|save|tmp)|\.sync-conflict-.*)"
)
"""Compiled when a file is oddly named, not before."""
_MOST_MARKS = 3
"""`bree copy 2 (1)` is a copy of a copy of a copy."""
_LONGEST = 255
"""Characters of a name that any disk holds."""


def original_of(stem: str, stems: Collection[str]) -> str:
    """The name, without its ending, of the file that one of this name is a copy of; "" where it is
    none of `stems`."""
    if stem.replace("-", "").replace("_", "").isalnum():
        return ""
    for _ in range(_MOST_MARKS):
        before, stem = stem, _without_a_mark(stem)
        if stem == before:
            return ""
        for meant in (stem, slug(stem)):
            if meant in stems:
                return meant
    return ""


def plain_name(stem: str) -> str:
    """A file's name without what a file manager added, in letters, digits and hyphens."""
    for _ in range(_MOST_MARKS):
        stem = _without_a_mark(stem)
    return slug(stem)


def _without_a_mark(stem: str) -> str:
    """A name without what one copying added; the same where nothing did."""
    stem = stem[:_LONGEST]
    found = re.fullmatch(_BEFORE, stem) or re.fullmatch(_BEHIND, stem)
    return found[1].strip() if found else stem


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
