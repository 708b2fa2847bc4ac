"""Files that a hand has spoilt, of each of the three kinds that a Guide writes, and what is told of
them."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.archive.table_files import Shelf, Tables
from companion.refusal import Broken, Problem


class Kind(NamedTuple):
    """A kind of file: where it lies, how it begins, how its blocks are called, how a key of the
    first of them is told, and keys of it by what they want."""

    file: str
    begins: str
    block: str
    key: str
    keys: Mapping[str, str]

    @property
    def head(self) -> str:
        """Five lines that are right, the last of them in a first block."""
        inside = "text" if self.block == "rows" else "name"
        return f'{self.begins}\n[[{self.block}]]\n{inside} = "a first"\n'


CAMPAIGN = Kind(
    "errants/bree.toml",
    'schema = 1\nname = "Bree"\n',
    "items",
    "items[1].{}",
    {"TEXT": "kind", "NUMBER": "burn", "FLAG": "lit", "BLOCK": "items"},
)
PRICES = Kind(
    "tables/goods/mine.toml",
    'schema = 1\ntitle = "Mine"\n',
    "goods",
    "goods[1].{}",
    {"TEXT": "per", "NUMBER": "price", "FLAG": "least", "BLOCK": "goods"},
)
TABLE = Kind(
    "tables/mire/omens.toml",
    'schema = 1\ntitle = "Omens"\n',
    "rows",
    "row 1, {}",
    {"TEXT": "sign", "NUMBER": "weight", "FLAG": "deck", "BLOCK": "rows"},
)
KINDS = (CAMPAIGN, PRICES, TABLE)


def problems_in_file(folder: Path, kind: Kind, written: str | bytes) -> tuple[Problem, ...]:
    """What is told of a file that holds this."""
    path = folder / kind.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written.encode() if isinstance(written, str) else written)
    tables = Tables(Shelf(folder / "tables", folder / "tables", "tables"))
    if kind is TABLE:
        return tables.read_table("mire/omens")[1]
    if kind is PRICES:
        return tables.read_goods()[1]
    (folder / "campaign.toml").write_text('schema = 1\nname = "Mire"\n')
    try:
        parse_campaign(read_campaign_file_texts(folder)[0])
    except Broken as broken:
        return broken.problems
    return ()
