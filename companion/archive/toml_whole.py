"""A whole TOML file, written new."""

from collections.abc import Mapping, Sequence

from companion.archive.toml_values import rendered_key, rendered_pair
from companion.campaign.changes import Plain


def render_file(values: Mapping[str, Plain], order: Sequence[str]) -> str:
    """A whole new file: plain keys, then tables, then arrays of tables, each in `order` (keys not
    in it last), a blank line between; None values are left out."""
    rank = {key: number for number, key in enumerate(order)}
    keys = sorted(values, key=lambda key: rank.get(key, len(rank)))
    plain: list[str] = []
    tables: list[str] = []
    blocks: list[str] = []
    for key in keys:
        value = values[key]
        if isinstance(value, dict):
            tables.append(_paragraph(f"[{rendered_key(key)}]", value))
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            header = f"[[{rendered_key(key)}]]"
            blocks += [_paragraph(header, each) for each in value if isinstance(each, dict)]
        elif value is not None:
            plain.append(rendered_pair(key, value) + "\n")
    return "\n".join([*(["".join(plain)] if plain else []), *tables, *blocks])


def _paragraph(header: str, values: Mapping[str, Plain]) -> str:
    lines = [rendered_pair(key, value) for key, value in values.items() if value is not None]
    return "".join(f"{line}\n" for line in (header, *lines))
