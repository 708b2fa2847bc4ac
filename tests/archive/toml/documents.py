"""TOML files as people write them: comments, odd spacing, hexadecimal numbers, any line ending."""

from hypothesis import strategies as st

KEYS = ("id", "name", "day", "hour", "burn", "note", "faces", "streams")

VALUES = st.sampled_from(
    [
        "3",
        "0x3",
        "1_000",
        "+7",
        "0.5",
        "5e-1",
        "inf",
        "true",
        '"torch"',
        "'a # literal'",
        r'"say \"hi\" # \u00e9"',
        '""',
        "2026-11-21",
        "1979-05-27 07:32:00",
        '"""\n[clock]\nday = "9" # no comment\n[[items]]\n"""',
        "'''\n# no comment '' '''",
        '"""two quotes \\""""""',
        "[]",
        "[1, 2, 3]",
        "[ 1,2 , 3, ]",
        "[\n  1, # one\n  2,\n  # below\n  3\n]",
        "[\n  [1, 2], # pair\n  [3], ]",
        '["a", "]"]',
        "{}",
        "{ event = 3, table = 2 }",
        '{event=3,"a key" = [1, 2]}',
        "{ event = [ 1, # inside\n 2 ] }",
    ]
)
_REMARKS = st.integers(0, 999).map(lambda number: f"# remark {number} = [x]")
_INLINE = (
    *(
        "",
        " ",
        ",burn=0x3",
        ', note = "x" ',
        ', "day" = 1, # noon\n  hour = 2',
        "\n",
        ", faces=[1]",
    ),
    *(", streams.event = 3", ', note = "}", burn = 1, # [\n'),
)
_APART = (", ", ",", ",\n  ", ", # next\n  ", " # this\n,\n")
_LOOSE = st.lists(
    st.one_of(st.sampled_from(["", "", "\n", "\n\n", "  \n"]), _REMARKS.map("{}\n".format)),
    max_size=3,
).map("".join)


@st.composite
def _key_line(draw: st.DrawFn, key: str) -> str:
    indent = draw(st.sampled_from(["", "", "  ", "\t"]))
    written = draw(st.sampled_from([key, key, key, f'"{key}"', f"'{key}'"]))
    equals = draw(st.sampled_from([" = ", " = ", "=", "  =\t"]))
    after = draw(st.one_of(st.sampled_from(["", "  "]), _REMARKS.map("  {}".format)))
    return f"{indent}{written}{equals}{draw(VALUES)}{after}\n"


@st.composite
def _body(draw: st.DrawFn, keys: tuple[str, ...] = KEYS[1:]) -> str:
    names = draw(st.lists(st.sampled_from(keys), unique=True, max_size=4))
    return "".join(draw(_LOOSE) + draw(_key_line(name)) for name in names) + draw(_LOOSE)


@st.composite
def _block(draw: st.DrawFn, name: str) -> str:
    header = draw(st.sampled_from(["[[items]]", "[[ items ]]", "  [[items]]", "[[items]]  # kept"]))
    own = f'id = "{name}"\n' if name else ""
    sub = draw(st.sampled_from(["", "", "[items.sub]\ndeep = 1\n", "\n# sub\n[[items.subs]]\n"]))
    return f"{header}\n{own}{draw(_body())}{sub}{draw(_LOOSE)}"


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A file with keys, up to two tables and an array of tables, as blocks or inline."""
    text = draw(_LOOSE) + draw(_body(("schema", "name", "note", "faces")))
    headers = draw(st.lists(st.sampled_from(["[clock]", "[rules]"]), unique=True))
    tables = [f"{header}\n{draw(_body())}" for header in headers]
    names = draw(st.lists(st.sampled_from(["torch", "rope", "torch-2", ""]), unique=True))
    parts = tables + [draw(_block(name)) for name in names]
    way = draw(st.sampled_from(["in order", "in order", "mixed", "inline"]))
    if way == "mixed":
        parts = draw(st.permutations(parts))
    elif way == "inline":
        parts = tables
        listed = ""
        for name in names:
            own = f'id = "{name}"' if name else ""
            more = draw(st.sampled_from(_INLINE)) if name else ""
            listed += f"{draw(st.sampled_from(_APART)) if listed else ''}{{{own}{more}}}"
        listed += draw(st.sampled_from(["", "", "\n", ", # last\n"])) if names else ""
        text += draw(st.sampled_from([f"items = [{listed}]\n", f"items = [\n {listed}\n]  # in\n"]))
        if "[clock]" not in headers:
            text += draw(st.sampled_from(["clock.day = 3 # dotted\n", "clock = { day = 0x3 }\n"]))
    text += "".join(draw(_LOOSE) + part for part in parts)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    if draw(st.booleans()):
        text = text.removesuffix("\n").removesuffix("\r")
    return draw(st.sampled_from(["", "\ufeff"])) + text
