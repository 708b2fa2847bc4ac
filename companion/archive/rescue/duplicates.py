"""Copies that a file manager or a disk in the cloud left beside a file: `Copy of bree.toml`,
`bree (1).toml`."""

import re
from collections.abc import Collection, Mapping

from companion.campaign.files import get_stem, list_folders
from companion.text import make_slug

_COPY_PREFIX = r"(?i)(?:another )?(?:copy|kopie|copie)(?: \([0-9]+\))? (?:of|von|de) (.+)"
_COPY_SUFFIX = (
    r"(?i)(.+?)(?:~| ?\([^()]*\)| - (?:copy|kopie|copie)| (?:copy|kopie|copie)| [0-9]+"
    r"|[. ](?:bak|backup|old|orig|save|tmp)|\.sync-conflict-.*)"
)
"""Compiled when a file is oddly named, not before."""
_MAX_AFFIXES = 3
"""`bree copy 2 (1)` is a copy of a copy of a copy."""
_MAX_NAME_LENGTH = 255
"""Characters of a name that any disk holds."""


def find_original(stem: str, stems: Collection[str]) -> str:
    """The name, without its ending, of the file that one of this name is a copy of; "" where it is
    none of `stems`."""
    if stem.replace("-", "").replace("_", "").isalnum():
        return ""
    for _ in range(_MAX_AFFIXES):
        before, stem = stem, _strip_copy_affix(stem)
        if stem == before:
            return ""
        for meant in (stem, make_slug(stem)):
            if meant in stems:
                return meant
    return ""


def make_plain_name(stem: str) -> str:
    """A file's name without what a file manager added, in letters, digits and hyphens."""
    for _ in range(_MAX_AFFIXES):
        stem = _strip_copy_affix(stem)
    return make_slug(stem)


def _strip_copy_affix(stem: str) -> str:
    """A name without what one copying added; the same where nothing did."""
    stem = stem[:_MAX_NAME_LENGTH]
    found = re.fullmatch(_COPY_PREFIX, stem) or re.fullmatch(_COPY_SUFFIX, stem)
    return found[1].strip() if found else stem


def find_duplicates(texts: Mapping[str, str]) -> dict[str, str]:
    """The files in folders that are copies of others, each with what it is and what to do."""
    found = {}
    for folder in list_folders():
        stems = {get_stem(file): file for file in texts if file.startswith(f"{folder}/")}
        for stem, file in stems.items():
            if original := find_original(stem, stems):
                copied = stems[original]
                found[file] = _explain_duplicate(texts[file], texts[copied], copied)
    return found


def _explain_duplicate(text: str, other: str, original: str) -> str:
    if text == other:
        return f"it is a copy of {original} and holds the same; delete it"
    lines = zip(text.split("\n"), other.split("\n"), strict=False)
    same = next((at for at, (one, two) in enumerate(lines) if one != two), None)
    first = min(text.count("\n"), other.count("\n")) + 1 if same is None else same + 1
    return (
        f"it is a copy of {original}, and differs from line {first} on; keep what is right in "
        f"{original} and move this one out of {original.partition('/')[0]}/"
    )
