"""The files of a campaign: which part of it lies in which file, and what holds for each kind.

Reading, writing, diffs, secrecy, copies and repair ask this table. A new kind of file is a field of
`Campaign`, its Struct and a row here.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from companion.campaign.campaign import Book, Campaign, World
from companion.campaign.plain_data_encoding import get_attribute_names
from companion.errant.company import Errant


class FileKind(NamedTuple):
    """A row: the files that hold one field of the campaign."""

    root: str
    """The first name in the path of a change. The file is `<root>.toml`, or for a folder
    `<root>/<id>.toml`; `Campaign` has a field with this key."""
    struct: type[Struct]
    """What one file holds. In a folder it has an `id`, which is the file's name."""
    is_folder: bool = False
    noun: str = ""
    """What a file of a folder holds, with its article."""
    is_required: bool = False
    """No campaign is without it. Without a file of another kind, its part is the empty one."""
    has_secrets: bool = False
    """Some of it is for the Guide alone, so nothing of it is quoted if the text is spoilt."""
    has_named_blocks: bool = False
    """Other files name the blocks of this one by their ids."""
    often_changed: tuple[str, ...] = ()
    """Keys that words change again and again. A new file has them with blank lines around: git
    merges two people's changes only where a line stands between them."""


FILE_KINDS = {
    kind.root: kind
    for kind in (
        FileKind("campaign", Book, is_required=True),
        FileKind(
            "errants",
            Errant,
            is_folder=True,
            noun="an Errant",
            often_changed=("exhaustion", "supply"),
        ),
        FileKind("world", World, has_secrets=True, has_named_blocks=True),
    )
}
"""Every kind by its root, in the order of the fields of `Campaign`."""
_UNKNOWN_NAME = "?"


def list_top_file_names() -> list[str]:
    """The files that lie in the campaign's folder itself."""
    return [f"{kind.root}.toml" for kind in FILE_KINDS.values() if not kind.is_folder]


def list_required_file_names() -> list[str]:
    """The files that no campaign is without."""
    return [f"{kind.root}.toml" for kind in FILE_KINDS.values() if kind.is_required]


def list_block_folder_names() -> list[str]:
    """The folders with a file for each block."""
    return [kind.root for kind in FILE_KINDS.values() if kind.is_folder]


def get_file_kind(file: str) -> FileKind:
    """The kind of a file by its name, as `errants/bree.toml`. Raises KeyError if it is none."""
    folder, slash, name = file.rpartition("/")
    kind = FILE_KINDS[folder if slash else name.removesuffix(".toml")]
    if not name.endswith(".toml") or kind.is_folder != bool(slash):
        raise KeyError(file)
    return kind


def is_campaign_file_name(file: str) -> bool:
    """True for the name of a file that a campaign can have."""
    try:
        kind = get_file_kind(file)
    except KeyError:
        return False
    return not kind.is_folder or not (file.startswith(f"{kind.root}/.") or "\0" in file)


def get_file_stem(file: str) -> str:
    """The name of a file without its folder and its ending: in a folder, the id of its block."""
    return file.rpartition("/")[2].removesuffix(".toml")


def split_change_path(path: str) -> tuple[str, list[str]]:
    """The file that a change's path leads to, and the way to it inside."""
    root, *rest = path.split("/")
    if root in FILE_KINDS and FILE_KINDS[root].is_folder:
        return f"{root}/{rest[0]}.toml", rest[1:]
    return f"{root}.toml", rest


def is_path_of_named_block(path: str) -> bool:
    """True for the path of a whole Errant, or of another block that other files may name."""
    kind = FILE_KINDS.get(path.partition("/")[0])
    depth = path.count("/")
    return kind is not None and (
        (kind.is_folder and depth == 1) or (kind.has_named_blocks and depth == 2)
    )


def get_part_in_file(campaign: Campaign, file: str) -> Struct | None:
    """The part of a campaign that a file holds; None for a file of a folder that is not there."""
    kind = get_file_kind(file)
    part: Any = getattr(campaign, get_attribute_names(type(campaign))[kind.root])
    if kind.is_folder:
        return next((block for block in part if block.id == get_file_stem(file)), None)
    return part  # type: ignore[no-any-return]


def assemble_campaign(parts: Mapping[str, Struct]) -> Campaign:
    """The campaign with these parts, by the names of their files. Where a file is missing, its
    part is empty; a required one has the name «?»."""
    found: dict[str, list[Any]] = {root: [] for root in FILE_KINDS}
    for file, part in parts.items():
        found[get_file_kind(file).root].append(part)
    values: dict[str, Any] = {}
    for root, attribute in get_attribute_names(Campaign).items():
        kind: Any = FILE_KINDS[root]
        if kind.is_folder:
            values[attribute] = tuple(sorted(found[root], key=lambda block: block.id))
        elif found[root]:
            values[attribute] = found[root][0]
        elif kind.is_required:
            values[attribute] = kind.struct(name=_UNKNOWN_NAME)
        else:
            values[attribute] = kind.struct()
    return Campaign(**values)
