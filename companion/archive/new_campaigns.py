"""New campaigns: copied from another, or with the first text of every file, written to be read and
edited."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, get_args

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.disk.atomic_writes import make_write_error, write_folder_in_one_step
from companion.archive.disk.dot_companion_folder import GIT_FILES
from companion.archive.file_texts_and_change_stamps import (
    make_whole_file_problem,
    read_campaign_file_texts,
    require_texts_readable_once_written,
)
from companion.archive.rescue.backup_copies import read_own_table_files
from companion.archive.table_files import Shelf
from companion.archive.toml.document import parse_toml_document
from companion.archive.toml.key_edits import set_key
from companion.archive.toml.value_rendering_and_edits import render_value
from companion.campaign.file_layout import list_block_folder_names
from companion.errant.company import Company, Errant
from companion.refusal import Broken, Impossible, Malformed, Unknown, join_words
from companion.text_cleaning import clean_text, clip_text
from companion.values_with_ids import make_free_slug, make_slug

StartType = Literal["travel", "exploration", "downtime"]
"""The types of Turn a campaign may begin with: Initiative Turns come up inside others."""
START_TYPES: tuple[StartType, ...] = get_args(StartType)
MAX_NAME_LENGTH = 100
MAX_QUOTED = 40
"""Characters of the typed text that are quoted in a sentence."""
_ATTRIBUTE_VALUES = frozenset(map(str, range(1, 101)))
"""Attributes an Errant may begin with: nobody sets out dead."""


def parse_campaign_name(typed: str) -> str:
    """The name of a new campaign. Raises Malformed for no name, one that is too long, and one that
    gives its folder no name."""
    name = _parse_optional_name(typed)
    if not name:
        raise Malformed("A campaign needs a name.", "Try: The Salt Road")
    if make_slug(f"0{name}") == "0":
        raise Malformed(
            f"«{name}» has no letter (a to z) and no digit to call its folder by.",
            "Try: The Salt Road",
        )
    return name


def _parse_optional_name(typed: str) -> str:
    """A name in one line, or nothing. Raises Malformed for one that is too long."""
    name = " ".join(clean_text(typed).split())
    if len(name) > MAX_NAME_LENGTH:
        raise Malformed(
            f"«{clip_text(name, MAX_QUOTED)}» has {len(name):,} characters.",
            f"A name has at most {MAX_NAME_LENGTH}.",
        )
    return name


def parse_new_errants(typed: Iterable[str], beside: Company = ()) -> Company:
    """The Errants `beside` these, and one from each text: `Bree`, or `Bree 13 9 8 12` (phys, skill,
    mind and pres). Raises Malformed for other numbers, Impossible for an Attribute that no Errant
    begins with or a name that comes twice."""
    company = {errant.id: errant for errant in beside}
    for words in typed:
        errant = _parse_errant_of_company(words, set(company))
        if any(errant.name.casefold() == known.name.casefold() for known in company.values()):
            raise Impossible(f"{errant.name} is named twice.", "Give each a name of their own.")
        company[errant.id] = errant
    return tuple(company.values())


def _parse_errant_of_company(typed: str, taken: set[str]) -> Errant:
    """An Errant from `Bree`, or `Bree 13 9 8 12` (their Attributes)."""
    words = clean_text(typed).replace('"', " ").split()
    names = [word for word in words if not word.lstrip("+-").isdecimal()]
    numbers = words[len(names) :]
    name = _parse_optional_name(" ".join(names))
    if not name or words[: len(names)] != names or len(numbers) not in (0, 4):
        raise Malformed(
            f"«{clip_text(' '.join(words), MAX_QUOTED)}» is not a name, or a name and four "
            "numbers.",
            "Try: Bree 13 9 8 12 (phys, skill, mind, pres)",
        )
    if not all(word in _ATTRIBUTE_VALUES for word in numbers):
        given = clip_text(join_words(numbers), MAX_QUOTED)
        raise Impossible(f"{name} cannot have the Attributes {given}.", "Each is 1 to 100.")
    phys, skill, mind, pres = map(int, numbers or ["10"] * 4)
    errant_id = make_free_slug(name, taken)
    return Errant(id=errant_id, name=name, phys=phys, skill=skill, mind=mind, pres=pres)


def parse_first_turn_type(typed: str) -> StartType:
    """The type of Turn whose name begins so. Raises Unknown if there is none."""
    fits = [each for each in START_TYPES if typed and each.startswith(typed.casefold())]
    if len(fits) == 1:
        return fits[0]
    raise Unknown(
        f"No campaign begins with «{clip_text(typed, MAX_QUOTED)}» Turns.",
        f"Try: {join_words(START_TYPES, 'or')}",
    )


def require_free_campaign_folder(folder: Path) -> None:
    """Raises Impossible if a campaign has this folder already."""
    if folder.exists():
        raise Impossible(f"There is a campaign «{folder.name}» already.", "Choose another name.")


def copy_campaign(campaign: Path, to: Path, name: str | None = None) -> Path:
    """Copy a campaign with its tables and without its journal; the copy is no sample. Raises
    Impossible if there is one already, Broken if it does not load or a table of its own cannot be
    read. Half a copy is never left."""
    require_free_campaign_folder(to)
    texts, _ = read_campaign_file_texts(campaign)
    parse_campaign(texts)
    book = set_key(parse_toml_document(texts["campaign.toml"]), (), "sample", None, ()).document
    if name is not None:
        book = set_key(book, (), "name", name, ("schema", "name")).document
    tables = read_own_table_files(campaign)
    shelf = Shelf(campaign / "tables", campaign, "tables")
    files = [f"tables/{table}.toml" for table, path in shelf.find_table_files() if path.is_file()]
    if lost := [file for file in files if file not in tables]:
        raise Broken(make_whole_file_problem(file, "it cannot be read") for file in lost)
    return write_new_campaign(to, {**texts, "campaign.toml": book.text}, tables)


def write_new_campaign(
    to: Path, texts: Mapping[str, str], tables: Mapping[str, bytes] | None = None
) -> Path:
    """Make a campaign's folder with these files and tables. Raises DiskError."""
    require_texts_readable_once_written(texts)
    files = {file: text.encode() for file, text in texts.items()}
    try:
        write_folder_in_one_step(
            to, {**files, **(tables or {}), **GIT_FILES}, list_block_folder_names()
        )
    except OSError as error:
        raise make_write_error(error) from error
    return to


def render_files_of_new_campaign(
    name: str, company: Company = (), begins: StartType | None = None
) -> dict[str, str]:
    """The files of a new campaign, by their names."""
    book = _BOOK_TEMPLATE.format(name=render_value(name))
    if begins is not None:
        book += _TURN_TEMPLATE.format(type=begins, title=begins.capitalize())
    texts = {"campaign.toml": book, "world.toml": _WORLD_TEMPLATE}
    for errant in company:
        text = _ERRANT_TEMPLATE.format(errant=errant, name=render_value(errant.name))
        texts[f"errants/{errant.id}.toml"] = text
    return texts


_BOOK_TEMPLATE = """\
schema = 1
name = {name}

# House rules stand under [rules]; every key has a default. See docs/campaigns.md.
[rules]
refill = "ask"          # what is used up: ask, always, never
done = "asked"          # what came of an action: asked before the next Turn, or assumed

[clock]
now = "day 1 08:00"
"""
_TURN_TEMPLATE = """
# {title} Turns are open; the first begins with the first next.
[[turns]]
id = "{type}"
type = "{type}"
began = "day 1 08:00"
"""
_WORLD_TEMPLATE = """\
schema = 1

# Settlements lie on axial hex coordinates, for example:
# [[settlements]]
# id = "reedmarket"
# name = "Reedmarket"
# type = "town"
# hex = [0, 0]
# known = true          # the players have heard of it; else they do once they come there
"""
_ERRANT_TEMPLATE = """\
# {errant.name}, as they set out. Change anything here in any editor, even while you play.
schema = 1
name = {name}
player = ""
phys = {errant.phys}
skill = {errant.skill}
mind = {errant.mind}
pres = {errant.pres}

exhaustion = 0

supply = 0

pennies = 0
shillings = 0
guilders = 0

# What they carry, a block for each thing. Known gear (torch, rations, lantern, oil, rope …) has
# its own size and uses; for anything else say how many slots it fills.
# [[items]]
# name = "torch"
# count = 3
#
# [[items]]
# name = "spear"
# slots = 1
# place = "hand"
"""
