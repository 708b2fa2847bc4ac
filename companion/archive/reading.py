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

from companion.archive.conflicts import conflicts
from companion.archive.doubles import doubles, plain_name
from companion.archive.schema import brought_up
from companion.campaign.bounds import describe_misfit
from companion.campaign.campaign import Book, Campaign, World
from companion.campaign.check import impossibilities
from companion.campaign.plain import blocks, field_infos, is_struct, typed
from companion.campaign.secrecy import SECRET_KEYS
from companion.errant.errants import Errant
from companion.errant.items import KINDS, recognise
from companion.refusal import Broken, Problem, did_you_mean, listed
from companion.text import clean, clipped, free_slug

KeyPath = tuple[str | int, ...]
Wrong: TypeAlias = tuple[KeyPath, str]
Data = dict[str, Any]  # what tomllib gives, before it is checked
Texts = Mapping[str, str]
_UNKNOWN = "unknown key"
_MOST_BITS = 10_000
_TEXTS_OF_A_FILE = 4
_LONGEST_NAME = 200
"""Bytes of a file's name without `.toml`. A disk takes 255, and the name of the new file that is
written beside it is longer."""
_MOST_COMPARED = 100
"""Unknown keys of one table that are compared with the known ones, which is slow; a table with more
is of something else."""
_MOST_LISTED = 240
"""Characters of the keys that are listed where none is near an unknown one."""


def kind_of_file(file: str) -> type[Struct]:
    """Which part of a campaign a file holds."""
    if file == "campaign.toml":
        return Book
    return World if file == "world.toml" else Errant


class _Part(NamedTuple):
    """One file read: its value as far as it goes (None where there is nothing to go by), and what
    is wrong with it."""

    value: Struct | None
    wrong: tuple[Wrong, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_campaign(texts: Texts) -> Campaign:
    """A campaign from the texts of its files. Raises Broken with every problem there is: where a
    value does not fit its place, what cannot be is still looked for in all the others."""
    copied = doubles(texts)
    parts = {file: _read(file, texts[file]) for file in sorted(texts) if file not in copied}
    problems = [problem for part in parts.values() for problem in part.problems]
    problems += [Problem(clean(file), 0, "", message) for file, message in copied.items()]
    if "campaign.toml" not in texts:
        problems.insert(0, Problem("campaign.toml", 0, "", "there is no such file"))
    whole = not problems
    campaign = _assembled({file: part.value for file, part in parts.items()})
    known = not any(_in_the_dark(part) for part in parts.values())
    for file, path, message in impossibilities(campaign, references=known):
        if file in parts and (whole or not _beside(path, parts[file].wrong)):
            problems.append(Problem(file, line_of(texts[file], path), told(path), message))
    if problems:
        order = sorted(texts)
        raise Broken(sorted(problems, key=lambda p: (_rank(p.file, order), p.line)))
    return campaign


def _in_the_dark(part: _Part) -> bool:
    """Whether names of Errants and places may be missing from what was read of a file."""
    return part.value is None or any(
        path[0] in blocks(type(part.value)) for path, _ in part.wrong if len(path) == 1
    )


def _rank(file: str, order: list[str]) -> int:
    return order.index(file) if file in order else -1


def _beside(path: KeyPath, wrong: Iterable[Wrong]) -> bool:
    """Whether a value in the same block does not fit its place: the one may follow from it."""
    return any(
        not message.startswith(_UNKNOWN) and each[: len(path) - 1] == path[:-1]
        for each, message in wrong
    )


def read_part(file: str, text: str | None) -> Struct | None:
    """One file by itself, as it would load; None where it is not there or does not load."""
    if text is None:
        return None
    part = _read(file, text)
    return None if part.problems else part.value


def read_block(file: str, array: str, data: Data) -> Struct | None:
    """One block of an array by itself, as it would load among others; None where its id is not
    written, or it does not load."""
    kind = kind_of_file(file)
    try:
        part = {array: [cleaned(data)]}
        if "id" not in data or any(filled_in(part, kind, file)):
            return None
        return typed(part[array][0], blocks(kind)[array])
    except (msgspec.ValidationError, OverflowError, ValueError, RecursionError):
        return None


def part_of(campaign: Campaign, file: str) -> Struct | None:
    """The part of a campaign that a file holds; None for an Errant who is not there."""
    if file == "campaign.toml":
        return campaign.campaign
    if file == "world.toml":
        return campaign.world
    return next((e for e in campaign.errants if f"errants/{e.id}.toml" == file), None)


def _assembled(parts: Mapping[str, Struct | None]) -> Campaign:
    book, world = parts.get("campaign.toml"), parts.get("world.toml")
    errants = [part for part in parts.values() if isinstance(part, Errant)]
    return Campaign(
        campaign=book if isinstance(book, Book) else Book(name="?"),
        errants=tuple(sorted(errants, key=lambda e: e.id)),
        world=world if isinstance(world, World) else World(),
    )


def _read(file: str, text: str) -> _Part:
    """A file read as it stands: where two people's evenings differ in it, nothing else is said of
    it; where it is of an older schema it is read as it will be, and its own lines are named."""
    if differing := conflicts(file, text):
        return _Part(None, (), differing)
    try:
        return _reader_of(file)(text, brought_up(file, text))
    except Broken as broken:
        return _Part(None, (), broken.problems)


@lru_cache(maxsize=10_000)
def _reader_of(file: str) -> Callable[[str, str], _Part]:
    """Read a file of this name, and remember its last few texts: what was read is frozen, and a
    word reads files that it did not change. Each file is remembered by itself, for one after the
    other would push out all of them where there are many."""
    return lru_cache(maxsize=_TEXTS_OF_A_FILE)(partial(_read_so, file))


def _read_so(file: str, text: str, new: str) -> _Part:
    """A file read; `new` is its text in this companion's schema."""
    try:
        data = cleaned(tomli.loads(new.removeprefix("\ufeff")))
    except tomli.TOMLDecodeError as error:
        from companion.archive.toml_layouts import layout_of_campaign  # as in `line_of`
        from companion.archive.toml_slips import problems_of

        layout = layout_of_campaign(file, kind_of_file(file), told)
        return _Part(None, (), problems_of(error, new, clean(file), layout))
    except RecursionError:
        message = "it is nested too deeply to be read"
        return _Part(None, (), (Problem(clean(file), 0, "", message),))
    except ValueError:
        message = "a number in it has thousands of digits"
        return _Part(None, (), (Problem(clean(file), 0, "", message),))
    kind = kind_of_file(file)
    assert isinstance(data, dict)
    wrong = list(filled_in(data, kind, file))
    try:
        if not wrong:
            return _Part(typed(data, kind))
    except (msgspec.ValidationError, OverflowError):
        pass
    wrong = list(dict.fromkeys((*wrong, *problems_in(data, kind))))
    problems = (
        Problem(clean(file), line_of(text, path), told(path), message) for path, message in wrong
    )
    return _Part(_without(data, kind, wrong), tuple(wrong), tuple(problems))


def _without(data: Data, kind: type[Struct], wrong: Iterable[Wrong]) -> Struct | None:
    """A file's value without what does not fit in it, a name for what has none; None where that is
    not enough."""
    for path, message in wrong:
        place: Any = data
        for key in path if message == _missing("name") else path[:-1]:
            place = place[key]
        if message == _missing("name") or path[-1:] == ("name",):
            place["name"] = "?"
        elif path and isinstance(place, dict) and path[-1] != "id":
            place.pop(path[-1], None)
    try:
        return typed(data, kind)
    except (msgspec.ValidationError, OverflowError):
        return None


def _missing(key: str) -> str:
    return f"«{key}» is missing; write {key} = … on a line of its own"


def cleaned(value: object) -> object:
    """Plain data with every text in it fit for a terminal. ValueError for a number so long that
    Python would not even say it; RecursionError for what is nested too deeply."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(key): cleaned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [cleaned(inner) for inner in value]
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError(value.bit_length())
    return value


def filled_in(data: Data, kind: type[Struct], file: str) -> Iterator[tuple[KeyPath, str]]:
    """Ids given where they are absent and gear known by its kind; what is wrong with the ids."""
    if kind is Errant:
        stem = file.rpartition("/")[2].removesuffix(".toml")
        if not all(letter.isalnum() or letter in "-_" for letter in stem):
            yield (), f"an Errant's file is named in letters, digits and hyphens; {_rename(stem)}"
        elif len(os.fsencode(stem)) > _LONGEST_NAME:
            yield (), f"the name of an Errant's file has too many letters; {_rename(stem)}"
        if data.setdefault("id", stem) != stem:
            yield ("id",), f"the id must be «{stem}», as the file is called"
    for name in blocks(kind):
        array = data.get(name)
        if not isinstance(array, list) or not all(isinstance(block, dict) for block in array):
            continue
        taken, tried = set[str](), dict[str, int]()
        for at, block in enumerate(array):
            if "id" in block:
                yield from _wrong_id(block["id"], taken, (name, at, "id"))
                taken.add(str(block["id"]))
        for block in array:
            if name == "items":
                _know_gear(block)
            if "id" not in block:
                block["id"] = free_slug(_title(block), taken, tried)
                taken.add(block["id"])


def _rename(stem: str) -> str:
    return f"rename it to errants/{plain_name(stem)}.toml"


def _wrong_id(value: object, taken: set[str], path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    if not isinstance(value, str) or not value or not set(value) <= _ID_LETTERS:
        yield path, f"an id is lower case letters, digits and hyphens, not {value!r}"
    elif value in taken:
        yield path, f"the id «{value}» is taken by another one in this file"


_ID_LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789-_")


def _title(block: Data) -> str:
    for key in ("kind", "name", "word", "type", "turn_type"):
        if isinstance(block.get(key), str) and block[key]:
            return str(block[key])
    return "x"


def _know_gear(item: Data) -> None:
    """The figures of a known kind of gear where a person left them out; «Torches (6)» are six."""
    name = item.get("name")
    known, count = recognise(name) if isinstance(name, str) else ("", 1)
    item.setdefault("kind", known)
    item.setdefault("count", count if item["kind"] == known else 1)
    kind = KINDS.get(item["kind"]) if isinstance(item["kind"], str) else None
    item.setdefault("slots", kind.slots if kind is not None else 1.0)
    if kind is not None:
        for uses, full in (("burn", kind.burn), ("depletion", kind.depletion)):
            if full is not None:
                item.setdefault(uses, item.get(f"{uses}_max", full))
    for uses in ("burn", "depletion"):
        if type(item.get(uses)) is int:
            full = getattr(kind, uses) if kind is not None else None
            item.setdefault(f"{uses}_max", max(item[uses], full or 0))


def problems_in(
    data: object, kind: type[Struct], at: KeyPath = (), around: type[Struct] | None = None
) -> list[tuple[KeyPath, str]]:
    """Everything in plain data that does not fit a struct: unknown keys with a near one, wrong
    types, values out of range, what is missing. `around` is the struct of the whole file where the
    data are a part of it."""
    from companion.archive import mistyped  # as in `line_of`

    if not isinstance(data, dict):
        return [(at, mistyped.explain_unfit_table(_last_name(at), data))]
    infos, arrays = field_infos(kind), blocks(kind)
    unknown, name = [key for key in data if key not in infos], _last_name(at)
    found: list[tuple[KeyPath, str]] = [
        ((*at, key), _unknown(key, kind, around, name, compare=number < _MOST_COMPARED))
        for number, key in enumerate(unknown)
    ]
    for name, info in infos.items():
        path = (*at, name)
        if name not in data:
            if info.required:
                found.append((at, _missing(name)))
        elif name in arrays:
            found += _problems_in_blocks(data[name], arrays[name], path, around or kind)
        elif is_struct(info.type):
            found += problems_in(data[name], info.type, path, around or kind)
        else:
            try:
                typed(data[name], info.type)
            except (msgspec.ValidationError, OverflowError) as error:
                hidden = name in SECRET_KEYS
                said = (
                    _of_several(data[name], info.type, name)
                    or describe_misfit(data[name], info.type, quote=not hidden)
                    or mistyped.explain_mismatch(data[name], info.type, name, hidden=hidden)
                )
                found.append((path, said or _plainly(str(error), name, data[name])))
    return found


@lru_cache(maxsize=256)
def _unknown(
    key: str, kind: type[Struct], around: type[Struct] | None, name: str, *, compare: bool
) -> str:
    """The message for an unknown key in the part called `name`, which names the near ones if it is
    to `compare`; the same slip may stand in thousands of blocks."""
    if around is not None and key in field_infos(around):
        header = f"[[{name}]]" if name in blocks(around) else f"[{name}]"
        first = "the first " if name in blocks(around) else ""
        return f"{_UNKNOWN} below {header}; move it above {first}{header}"
    inside = [f"[[{name}]]" for name, block in blocks(kind).items() if key in field_infos(block)]
    if inside:
        return f"{_UNKNOWN} here; it belongs below {listed(inside, 'or')}"
    if not compare:
        return _UNKNOWN
    known = listed(field_infos(kind))
    hint = did_you_mean(key, field_infos(kind)).lower()
    if not hint and len(known) <= _MOST_LISTED:
        hint = f"known here are {known}"
    return f"{_UNKNOWN}{f'; {hint}' if hint else ''}"


def _last_name(path: KeyPath) -> str:
    """The name of the table or block that a path leads to."""
    return next((key for key in reversed(path) if isinstance(key, str)), "")


def _problems_in_blocks(
    data: object, kind: type[Struct], path: KeyPath, around: type[Struct]
) -> list[tuple[KeyPath, str]]:
    from companion.archive import mistyped  # as in `line_of`

    name = str(path[-1])
    if not isinstance(data, list):
        return [(path, mistyped.explain_unfit_blocks(name, data))]
    return [
        problem
        for at, block in enumerate(data)
        for problem in (
            problems_in(block, kind, (*path, at), around)
            if isinstance(block, dict)
            else [((*path, at), mistyped.explain_unfit_blocks(name, block if at else data))]
        )
    ]


def _of_several(value: object, kind: object, key: str) -> str:
    """What is said of a text that is none of the few it can be, by itself or in a list of which
    each has its kind; nothing of any other."""
    if isinstance(value, list) and isinstance(kind, type) and issubclass(kind, tuple):
        inside = zip(value, get_type_hints(kind).values(), strict=False)
        return next(filter(None, (_of_several(each, of, key) for each, of in inside)), "")
    if get_origin(kind) is not Literal or value in get_args(kind):
        return ""
    if not isinstance(get_args(kind)[0], str):
        return ""
    given = "" if key in SECRET_KEYS else f", not {clipped(repr(value), 60)}"
    return f"it is {listed([str(each) for each in get_args(kind)], 'or')}{given}"


def _plainly(message: str, key: str, value: object) -> str:
    """What the validation says, in words and with what was given, unless that is secret."""
    if message.startswith("«"):  # what was given is quoted
        return "it cannot be read" if key in SECRET_KEYS else message.partition(" - at ")[0]
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
    if key in SECRET_KEYS:
        return f"{said[:1].lower()}{said[1:]}"
    return f"{said[:1].lower()}{said[1:]} ({clipped(repr(value), 60)})"


def line_of(text: str, path: KeyPath) -> int:
    """The line a key stands on, or that of the table it is missing from; 0 for neither."""
    from companion.archive.toml_lines import key_lines  # only a problem pays for its import

    lines = key_lines(text)
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 1 if text else 0


def told(path: KeyPath) -> str:
    """A key as people name it: `items[3].burn`, counted from 1."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).lstrip(".")
