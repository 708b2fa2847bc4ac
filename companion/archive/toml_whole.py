"""A whole TOML file, written new."""

from collections.abc import Collection, Mapping, Sequence

from companion.archive.toml_values import rendered_key, rendered_pair
from companion.campaign.changes import Plain


def render_file(
    values: Mapping[str, Plain], order: Sequence[str], apart: Collection[str] = ()
) -> str:
    """A whole new file: plain keys, then tables, then arrays of tables, each in `order` (keys not
    in it last), a blank line between; None values are left out. Plain keys that are `apart` have a
    blank line before and after them."""
    rank = {key: number for number, key in enumerate(order)}
    keys = sorted(values, key=lambda key: rank.get(key, len(rank)))
    plain: list[str] = [""]
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
            if key in apart:
                plain += ["", ""]
            plain[-2 if key in apart else -1] += rendered_pair(key, value) + "\n"
    return "\n".join([*filter(None, plain), *tables, *blocks])


def _paragraph(header: str, values: Mapping[str, Plain]) -> str:
    lines = [rendered_pair(key, value) for key, value in values.items() if value is not None]
    return "".join(f"{line}\n" for line in (header, *lines))
