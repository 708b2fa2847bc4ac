"""The files of a campaign read: text into values, with every problem named by file, line and key.

What a person left out is filled in (ids, the figures of known gear); what they got wrong is
never guessed at.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from companion.archive.defaults import fill_in_defaults
from companion.archive.rescue.conflicts import find_conflicts
from companion.archive.rescue.duplicates import find_duplicates
from companion.archive.schema import migrate_text
from companion.archive.toml.lines import KeyPath, make_problem, render_key_path
from companion.archive.toml.load import clean_data, parse_file
from companion.campaign.campaign import Campaign
from companion.campaign.encoding import decode, get_block_types
from companion.campaign.files import assemble_campaign, get_file_kind, list_required_files
from companion.campaign.validate import find_invalid_values
from companion.refusal import Broken, Problem
from companion.text import clean_text

if TYPE_CHECKING:
    from companion.archive.toml.layouts import Layout
    from companion.archive.toml.misfits import Misfit

Texts = Mapping[str, str]
_MAX_REMEMBERED_TEXTS = 4


class _Part(NamedTuple):
    """One file read: its value as far as it goes (None where there is nothing to go by), and what
    is wrong with it."""

    value: Struct | None
    misfits: "tuple[Misfit, ...]" = ()
    problems: tuple[Problem, ...] = ()


def read_campaign(texts: Texts) -> Campaign:
    """A campaign from the texts of its files. Raises Broken with every problem there is: where a
    value does not fit its place, what cannot be is still looked for in all the others."""
    copied = find_duplicates(texts)
    parts = {file: _read_file(file, texts[file]) for file in sorted(texts) if file not in copied}
    problems = [problem for part in parts.values() for problem in part.problems]
    problems += [Problem(clean_text(file), 0, "", message) for file, message in copied.items()]
    missing = [file for file in list_required_files() if file not in texts]
    problems = [Problem(file, 0, "", "there is no such file") for file in missing] + problems
    whole = not problems
    read = {file: part.value for file, part in parts.items() if part.value is not None}
    campaign = assemble_campaign(read)
    known = not any(_has_unknown_names(part) for part in parts.values())
    for file, path, message in find_invalid_values(campaign, references=known):
        if file in parts and (whole or not _is_beside_misfit(path, parts[file])):
            problems.append(make_problem(file, texts[file], path, message))
    if problems:
        order = sorted(texts)
        raise Broken(sorted(problems, key=lambda p: (_rank_file(p.file, order), p.line)))
    return campaign


def _has_unknown_names(part: _Part) -> bool:
    """Whether names of Errants and places may be missing from what was read of a file."""
    return part.value is None or any(
        path[0] in get_block_types(type(part.value)) for path, _ in part.misfits if len(path) == 1
    )


def _rank_file(file: str, order: list[str]) -> int:
    return order.index(file) if file in order else -1


def _is_beside_misfit(path: KeyPath, part: _Part) -> bool:
    """Whether a value in the same block does not fit its place: the one may follow from it."""
    from companion.archive.toml.misfits import UNKNOWN_KEY  # as in `_parse_file`

    return any(
        not message.startswith(UNKNOWN_KEY) and each[: len(path) - 1] == path[:-1]
        for each, message in part.misfits
    )


def read_part(file: str, text: str | None) -> Struct | None:
    """One file by itself, as it would load; None where it is not there or does not load."""
    if text is None:
        return None
    part = _read_file(file, text)
    return None if part.problems else part.value


def read_block(file: str, array: str, data: dict[str, Any]) -> Struct | None:
    """One block of an array by itself, as it would load among others; None where its id is not
    written, or it does not load."""
    kind = get_file_kind(file).struct
    try:
        part = {array: [clean_data(data)]}
        if "id" not in data or any(fill_in_defaults(part, kind, file)):
            return None
        return decode(part[array][0], get_block_types(kind)[array])
    except (msgspec.ValidationError, OverflowError, ValueError, RecursionError):
        return None


def _read_file(file: str, text: str) -> _Part:
    """A file read as it stands: where two people's evenings differ in it, nothing else is said of
    it; where it is of an older schema it is read as it will be, and its own lines are named."""
    if differing := find_conflicts(file, text):
        return _Part(None, (), differing)
    try:
        return _make_reader(file)(text, migrate_text(file, text))
    except Broken as broken:
        return _Part(None, (), broken.problems)


@lru_cache(maxsize=10_000)
def _make_reader(file: str) -> Callable[[str, str], _Part]:
    """Read a file of this name, and remember its last few texts: what was read is frozen, and a
    word reads files that it did not change. Each file is remembered by itself, for one after the
    other would push out all of them where there are many."""
    return lru_cache(maxsize=_MAX_REMEMBERED_TEXTS)(partial(_parse_file, file))


def _parse_file(file: str, text: str, new: str) -> _Part:
    """A file read; `new` is its text in this companion's schema."""
    try:
        data = parse_file(new, clean_text(file), partial(_make_layout, file))
    except Broken as broken:
        return _Part(None, (), broken.problems)
    kind = get_file_kind(file).struct
    wrong = list(fill_in_defaults(data, kind, file))
    try:
        if not wrong:
            return _Part(decode(data, kind))
    except (msgspec.ValidationError, OverflowError):
        pass
    from companion.archive.toml.misfits import drop_misfits, find_misfits  # only a problem pays

    wrong = list(dict.fromkeys((*wrong, *find_misfits(data, kind))))
    problems = [make_problem(file, text, path, message) for path, message in wrong]
    return _Part(drop_misfits(data, kind, wrong), tuple(wrong), tuple(problems))


def _make_layout(file: str) -> "Layout":
    from companion.archive.toml.layouts import make_campaign_layout  # as in `_parse_file`

    return make_campaign_layout(get_file_kind(file), render_key_path)
