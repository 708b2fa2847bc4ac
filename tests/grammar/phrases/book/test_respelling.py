"""Every row of respellings.toml rewrites its own example, without the help of the others."""

import re
from typing import get_args

import pytest

from companion.grammar.phrases.book.respelling import Kind, Respelling, load_respellings

ROWS = [
    pytest.param(row, id=f"{kind}-{number}-{row.said}")
    for kind in get_args(Kind)
    for number, row in enumerate(load_respellings().list_rows(kind), 1)
]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_alone_rewrites_its_example(row: Respelling) -> None:
    assert re.sub(row.find, row.write, row.said, flags=re.IGNORECASE) == row.read
    assert row.said != row.read
