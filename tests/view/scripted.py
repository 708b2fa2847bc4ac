"""Reports as a script reads them."""

import json
from typing import TypeAlias

from companion.view.reply import encode_reply
from tests.commands.table import Table

Json: TypeAlias = dict[str, object]


def told(table: Table, *lines: str, guide: bool = True) -> Json:
    """The report of the last of these lines, as a script reads it."""
    answer = json.loads(encode_reply(table.done(*lines), guide=guide))
    assert isinstance(answer["report"], dict)
    return answer["report"]


def only(report: Json, *fields: str) -> Json:
    """These fields, all of which must be there."""
    return {field: report[field] for field in fields}


def assert_fields(report: Json, **values: object) -> None:
    """These fields are there, with these values."""
    assert only(report, *values) == values
