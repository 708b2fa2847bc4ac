"""The files of a campaign read: text into values, with every problem named by file, line and key.

What a person left out is filled in (ids, the figures of known gear); what they got wrong is
never guessed at.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
import tomli
from msgspec import Struct

from companion.archive.rescue.conflicts import find_conflicts
from companion.archive.rescue.duplicates import find_duplicates, make_plain_name
from companion.archive.schema import migrate_text
from companion.campaign.campaign import Campaign
from companion.campaign.encoding import (
    decode,
    describe_misfit,
    get_block_types,
    get_field_infos,
    is_struct,
)
from companion.campaign.files import assemble_campaign, get_file_kind, get_stem, list_required_files
from companion.campaign.secrecy import list_secret_keys
from companion.campaign.validate import find_invalid_values
from companion.errant.items import GEAR_KINDS, recognise_gear
from companion.refusal import Broken, Problem, join_words, suggest_similar
from companion.text import clean_text, clip_text, make_free_slug

KeyPath = tuple[str | int, ...]
Misfit: TypeAlias = tuple[KeyPath, str]
RawData = dict[str, Any]  # what tomllib gives, before it is checked
Texts = Mapping[str, str]
_UNKNOWN_KEY = "unknown key"
_MAX_BITS = 10_000
_MAX_REMEMBERED_TEXTS = 4
_MAX_STEM_BYTES = 200
"""Bytes of a file's name without `.toml`. A disk takes 255, and the name of the new file that is
written beside it is longer."""
_MAX_COMPARED = 100
"""Unknown keys of one table that are compared with the known ones, which is slow; a table with more
is of something else."""
_MAX_LISTED_LENGTH = 240
"""Characters of the keys that are listed where none is near an unknown one."""


class _Part(NamedTuple):
    """One file read: its value as far as it goes (None where there is nothing to go by), and what
    is wrong with it."""

    value: Struct | None
    misfits: tuple[Misfit, ...] = ()
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
        if file in parts and (whole or not _is_beside_misfit(path, parts[file].misfits)):
            problems.append(
                Problem(file, find_line(texts[file], path), render_key_path(path), message)
            )
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


def _is_beside_misfit(path: KeyPath, wrong: Iterable[Misfit]) -> bool:
    """Whether a value in the same block does not fit its place: the one may follow from it."""
    return any(
        not message.startswith(_UNKNOWN_KEY) and each[: len(path) - 1] == path[:-1]
        for each, message in wrong
    )


def read_part(file: str, text: str | None) -> Struct | None:
    """One file by itself, as it would load; None where it is not there or does not load."""
    if text is None:
        return None
    part = _read_file(file, text)
    return None if part.problems else part.value


def read_block(file: str, array: str, data: RawData) -> Struct | None:
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
        data = clean_data(tomli.loads(new.removeprefix("\ufeff")))
    except tomli.TOMLDecodeError as error:
        from companion.archive.toml.layouts import make_campaign_layout  # as in `line_of`
        from companion.archive.toml.load import find_typo_problems

        layout = make_campaign_layout(get_file_kind(file), render_key_path)
        return _Part(None, (), find_typo_problems(error, new, clean_text(file), layout))
    except RecursionError:
        message = "it is nested too deeply to be read"
        return _Part(None, (), (Problem(clean_text(file), 0, "", message),))
    except ValueError:
        message = "a number in it has thousands of digits"
        return _Part(None, (), (Problem(clean_text(file), 0, "", message),))
    kind = get_file_kind(file).struct
    assert isinstance(data, dict)
    wrong = list(fill_in_defaults(data, kind, file))
    try:
        if not wrong:
            return _Part(decode(data, kind))
    except (msgspec.ValidationError, OverflowError):
        pass
    wrong = list(dict.fromkeys((*wrong, *find_misfits(data, kind))))
    problems = (
        Problem(clean_text(file), find_line(text, path), render_key_path(path), message)
        for path, message in wrong
    )
    return _Part(_drop_misfits(data, kind, wrong), tuple(wrong), tuple(problems))


def _drop_misfits(data: RawData, kind: type[Struct], wrong: Iterable[Misfit]) -> Struct | None:
    """A file's value without what does not fit in it, a name for what has none; None where that is
    not enough."""
    for path, message in wrong:
        place: Any = data
        for key in path if message == _describe_missing_key("name") else path[:-1]:
            place = place[key]
        if message == _describe_missing_key("name") or path[-1:] == ("name",):
            place["name"] = "?"
        elif path and isinstance(place, dict) and path[-1] != "id":
            place.pop(path[-1], None)
    try:
        return decode(data, kind)
    except (msgspec.ValidationError, OverflowError):
        return None


def _describe_missing_key(key: str) -> str:
    return f"«{key}» is missing; write {key} = … on a line of its own"


def clean_data(value: object) -> object:
    """Plain data with every text in it fit for a terminal. ValueError for a number so long that
    Python would not even say it; RecursionError for what is nested too deeply."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_text(key): clean_data(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [clean_data(inner) for inner in value]
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        raise ValueError(value.bit_length())
    return value


def fill_in_defaults(data: RawData, kind: type[Struct], file: str) -> Iterator[tuple[KeyPath, str]]:
    """Ids given where they are absent and gear known by its kind; what is wrong with the ids."""
    files = get_file_kind(file)
    if kind is files.struct and files.is_folder:
        stem = get_stem(file)
        hint = f"rename it to {files.root}/{make_plain_name(stem)}.toml"
        if not all(letter.isalnum() or letter in "-_" for letter in stem):
            yield (), f"{files.noun}'s file is named in letters, digits and hyphens; {hint}"
        elif len(os.fsencode(stem)) > _MAX_STEM_BYTES:
            yield (), f"the name of {files.noun}'s file has too many letters; {hint}"
        if data.setdefault("id", stem) != stem:
            yield ("id",), f"the id must be «{stem}», as the file is called"
    for name in get_block_types(kind):
        array = data.get(name)
        if not isinstance(array, list) or not all(isinstance(block, dict) for block in array):
            continue
        taken, tried = set[str](), dict[str, int]()
        for at, block in enumerate(array):
            if "id" in block:
                yield from _validate_id(block["id"], taken, (name, at, "id"))
                taken.add(str(block["id"]))
        for block in array:
            if name == "items":
                _fill_in_gear(block)
            if "id" not in block:
                block["id"] = make_free_slug(_choose_title(block), taken, tried)
                taken.add(block["id"])


def _validate_id(value: object, taken: set[str], path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    if not isinstance(value, str) or not value or not set(value) <= _ID_LETTERS:
        yield path, f"an id is lower case letters, digits and hyphens, not {value!r}"
    elif value in taken:
        yield path, f"the id «{value}» is taken by another one in this file"


_ID_LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789-_")


def _choose_title(block: RawData) -> str:
    for key in ("kind", "name", "word", "type", "turn_type"):
        if isinstance(block.get(key), str) and block[key]:
            return str(block[key])
    return "x"


def _fill_in_gear(item: RawData) -> None:
    """The figures of a known kind of gear where a person left them out; «Torches (6)» are six."""
    name = item.get("name")
    known, count = recognise_gear(name) if isinstance(name, str) else ("", 1)
    item.setdefault("kind", known)
    item.setdefault("count", count if item["kind"] == known else 1)
    kind = GEAR_KINDS.get(item["kind"]) if isinstance(item["kind"], str) else None
    item.setdefault("slots", kind.slots if kind is not None else 1.0)
    if kind is not None:
        for uses, full in (("burn", kind.burn), ("depletion", kind.depletion)):
            if full is not None:
                item.setdefault(uses, item.get(f"{uses}_max", full))
    for uses in ("burn", "depletion"):
        if type(item.get(uses)) is int:
            full = getattr(kind, uses) if kind is not None else None
            item.setdefault(f"{uses}_max", max(item[uses], full or 0))


def find_misfits(
    data: object, kind: type[Struct], at: KeyPath = (), around: type[Struct] | None = None
) -> list[tuple[KeyPath, str]]:
    """Everything in plain data that does not fit a struct: unknown keys with a near one, wrong
    types, values out of range, what is missing. `around` is the struct of the whole file where the
    data are a part of it."""
    from companion.archive.toml import type_mismatches as mistyped

    if not isinstance(data, dict):
        return [(at, mistyped.explain_unfit_table(_get_last_name(at), data))]
    infos, arrays = get_field_infos(kind), get_block_types(kind)
    unknown, name = [key for key in data if key not in infos], _get_last_name(at)
    found: list[tuple[KeyPath, str]] = [
        ((*at, key), _describe_unknown_key(key, kind, around, name, compare=number < _MAX_COMPARED))
        for number, key in enumerate(unknown)
    ]
    for name, info in infos.items():
        path = (*at, name)
        if name not in data:
            if info.required:
                found.append((at, _describe_missing_key(name)))
        elif name in arrays:
            found += _find_block_misfits(data[name], arrays[name], path, around or kind)
        elif is_struct(info.type):
            found += find_misfits(data[name], info.type, path, around or kind)
        else:
            try:
                decode(data[name], info.type)
            except (msgspec.ValidationError, OverflowError) as error:
                hidden = name in list_secret_keys()
                said = (
                    _describe_choices(data[name], info.type, name)
                    or describe_misfit(data[name], info.type, quote=not hidden)
                    or mistyped.explain_mismatch(data[name], info.type, name, hidden=hidden)
                )
                found.append((path, said or _describe_validation(str(error), name, data[name])))
    return found


@lru_cache(maxsize=256)
def _describe_unknown_key(
    key: str, kind: type[Struct], around: type[Struct] | None, name: str, *, compare: bool
) -> str:
    """The message for an unknown key in the part called `name`, which names the near ones if it is
    to `compare`; the same slip may stand in thousands of blocks."""
    if around is not None and key in get_field_infos(around):
        header = f"[[{name}]]" if name in get_block_types(around) else f"[{name}]"
        first = "the first " if name in get_block_types(around) else ""
        return f"{_UNKNOWN_KEY} below {header}; move it above {first}{header}"
    inside = [
        f"[[{name}]]"
        for name, block in get_block_types(kind).items()
        if key in get_field_infos(block)
    ]
    if inside:
        return f"{_UNKNOWN_KEY} here; it belongs below {join_words(inside, 'or')}"
    if not compare:
        return _UNKNOWN_KEY
    known = join_words(get_field_infos(kind))
    hint = suggest_similar(key, get_field_infos(kind)).lower()
    if not hint and len(known) <= _MAX_LISTED_LENGTH:
        hint = f"known here are {known}"
    return f"{_UNKNOWN_KEY}{f'; {hint}' if hint else ''}"


def _get_last_name(path: KeyPath) -> str:
    """The name of the table or block that a path leads to."""
    return next((key for key in reversed(path) if isinstance(key, str)), "")


def _find_block_misfits(
    data: object, kind: type[Struct], path: KeyPath, around: type[Struct]
) -> list[tuple[KeyPath, str]]:
    from companion.archive.toml import type_mismatches as mistyped

    name = str(path[-1])
    if not isinstance(data, list):
        return [(path, mistyped.explain_unfit_blocks(name, data))]
    return [
        problem
        for at, block in enumerate(data)
        for problem in (
            find_misfits(block, kind, (*path, at), around)
            if isinstance(block, dict)
            else [((*path, at), mistyped.explain_unfit_blocks(name, block if at else data))]
        )
    ]


def _describe_choices(value: object, kind: object, key: str) -> str:
    """What is said of a text that is none of the few it can be, by itself or in a list of which
    each has its kind; nothing of any other."""
    if isinstance(value, list) and isinstance(kind, type) and issubclass(kind, tuple):
        inside = zip(value, get_type_hints(kind).values(), strict=False)
        return next(filter(None, (_describe_choices(each, of, key) for each, of in inside)), "")
    if get_origin(kind) is not Literal or value in get_args(kind):
        return ""
    if not isinstance(get_args(kind)[0], str):
        return ""
    given = "" if key in list_secret_keys() else f", not {clip_text(repr(value), 60)}"
    return f"it is {join_words([str(each) for each in get_args(kind)], 'or')}{given}"


def _describe_validation(message: str, key: str, value: object) -> str:
    """What the validation says, in words and with what was given, unless that is secret."""
    if message.startswith("«"):  # what was given is quoted
        return "it cannot be read" if key in list_secret_keys() else message.partition(" - at ")[0]
    said = message.partition(" - at ")[0].replace("`", "")
    for typed_name, plainly in (
        ("int", "a whole number"),
        ("float", "a number"),
        ("str", "text"),
        ("bool", "true or false"),
        ("array", "a list"),
        ("object", "a table"),
        ("null", "nothing"),
    ):
        said = said.replace(f"Expected {typed_name}", f"expected {plainly}")
        said = said.replace(f"got {typed_name}", f"got {plainly}")
        said = said.replace(f"| {typed_name}", f"or {plainly}")
    said = said.replace("expected a list of length ", "wants so many values in its list: ")
    if key in list_secret_keys():
        return f"{said[:1].lower()}{said[1:]}"
    return f"{said[:1].lower()}{said[1:]} ({clip_text(repr(value), 60)})"


def find_line(text: str, path: KeyPath) -> int:
    """The line a key stands on, or that of the table it is missing from; 0 for neither."""
    from companion.archive.toml.lines import find_key_lines  # only a problem pays for its import

    lines = find_key_lines(text)
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 1 if text else 0


def render_key_path(path: KeyPath) -> str:
    """A key as people name it: `items[3].burn`, counted from 1."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).lstrip(".")
