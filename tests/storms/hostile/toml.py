"""TOML files spoiled: the sample's own, with something in them that nobody writes."""

import re
from collections.abc import Callable, Mapping
from random import Random

from companion.archive.file_texts_and_change_stamps import MAX_BYTES
from companion.archive.journal import entry_blocks
from tests.storms.hostile.texts import hostile

_STRING = re.compile(r'"[^"\\\n]*"')
_SAID = re.compile(
    r"(?m)^((?:name|note|wants|player|season|title|text|sign) = )"
    r'"[^"\\\n]*"'
)
_VALUE = re.compile(r"(?m)(?<== )[^\n#]+")
_KEY = re.compile(r"(?m)^[a-z_]+(?= = )")
_VALUES = (
    "1",
    "-1",
    "0",
    "0.0",
    "-0.0",
    "nan",
    "inf",
    "-inf",
    "1e308",
    "9" * 400,
    "-" + "9" * 30,
    "0x" + "f" * 400,
    "0x" + "f" * 5_000,
    "9223372036854775808",
    "true",
    "1979-05-27",
    "1979-05-27T07:32:00Z",
    "9999-12-31T23:59:59+14:00",
    "07:32:00",
    '""',
    '"x"',
    "'''\n\x1b'''",
    '"""\\u001b[31m\n\n"""',
    "[]",
    "{}",
    "[[]]",
    "[[[[1]]]]",
    "{ a = { b = { c = 1 } } }",
    "[{}, {}]",
    "[1, 'a', 2.0]",
    '["' + '", "'.join("abc" * 200) + '"]',
    "[" * 100 + "]" * 100,
    "{a=" * 100 + "1" + "}" * 100,
)


def quoted(text: str) -> str:
    """A text as TOML writes it, whatever is in it."""
    return f'"{"".join(map(_letter, text))}"'


def _letter(letter: str) -> str:
    code = ord(letter)
    if 0xD800 <= code < 0xE000:
        return r"\uFFFD"
    if letter in '"\\' or code < 0x20 or 0x7F <= code < 0xA0:
        return f"\\u{code:04x}"
    return letter


def _strings(text: str, chance: Random) -> str:
    often = chance.choice((0.05, 0.3, 1.0))
    return _STRING.sub(
        lambda found: quoted(hostile(chance)) if chance.random() < often else found[0], text
    )


def _said(text: str, chance: Random) -> str:
    """Hostile names and notes: what a person may write as they like."""
    often = chance.choice((0.2, 1.0))
    return _SAID.sub(
        lambda found: found[1] + quoted(hostile(chance)) if chance.random() < often else found[0],
        text,
    )


def _one_string(text: str, chance: Random) -> str:
    found = chance.choice([*_STRING.finditer(text), None])
    if found is None:
        return text
    return text[: found.start()] + quoted(hostile(chance)) + text[found.end() :]


def _raw(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + hostile(chance) + text[at:]


def _types(text: str, chance: Random) -> str:
    often = chance.choice((0.03, 0.3, 1.0))
    return _VALUE.sub(
        lambda found: chance.choice(_VALUES) if chance.random() < often else found[0], text
    )


def _keys(text: str, chance: Random) -> str:
    often = chance.choice((0.03, 0.3, 1.0))
    return _KEY.sub(
        lambda found: quoted(hostile(chance)) if chance.random() < often else found[0], text
    )


def _more_keys(text: str, chance: Random) -> str:
    keys = "".join(f"{quoted(hostile(chance))} = 1\n" for _ in range(chance.choice((1, 30))))
    many = "".join(f"k{number} = {number}\n" for number in range(chance.choice((0, 0, 3_000))))
    return keys + many + text


def _cut(text: str, chance: Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _twice(text: str, chance: Random) -> str:
    begin = chance.randrange(len(text) + 1)
    return text + "\n" + text[begin : begin + chance.randrange(600)]


def _blocks(text: str, chance: Random) -> str:
    name = chance.choice(("items", "turns", "places", "npcs", "effects", "rows", "x"))
    block = chance.choice((f"\n[[{name}]]\n", f'\n[[{name}]]\nname = "x"\ntext = "x"\n'))
    return text + block * chance.choice((1, 2_000))


def _deep(text: str, chance: Random) -> str:
    deep = chance.choice((200, 100_000))
    return text + chance.choice(
        (
            f"\na = {'[' * deep}{']' * deep}\n",
            f"\na = {'{a=' * deep}1{'}' * deep}\n",
            f"\n{'a.' * deep}a = 1\n",
            f"\n[{'a.' * deep}a]\n",
            f"\n[[{'a.' * deep}a]]\n",
        )
    )


def filled(data: bytes, chance: Random) -> bytes:
    """A file as it was, and comments to about the size that is still read."""
    size = MAX_BYTES + chance.choice((-1_000, -100, -30, -1, 0, 1, 1_000_000))
    line = f"# {'x' * chance.choice((97, 9_997))}\n".encode()
    lines = line * max(0, (size - len(data)) // len(line) - 1)
    return b"%s#%s\n%s" % (lines, b"x" * (size - len(data) - len(lines) - 2), data)


def _empty(_text: str, chance: Random) -> str:
    little = ("", "\n", "\ufeff", "#", "schema = 1\n", "\0" * 400, "[", "=", "\ufeff" * 3)
    return chance.choice(little)


def _endings(text: str, chance: Random) -> str:
    return text.replace("\n", chance.choice(("\r\n", "\r", "\n\r", "\x85", "\u2028", "\x0b")))


TEXTS: tuple[Callable[[str, Random], str], ...] = (
    _said,
    _said,
    _said,
    _strings,
    _one_string,
    _raw,
    _types,
    _types,
    _keys,
    _more_keys,
    _cut,
    _twice,
    _blocks,
    _deep,
    _empty,
    _endings,
)


def _flipped(data: bytes, chance: Random) -> bytes:
    spoiled = bytearray(data)
    for _ in range(chance.choice((1, 1, 4, 40)) if spoiled else 0):
        spoiled[chance.randrange(len(spoiled))] ^= 1 << chance.randrange(8)
    return bytes(spoiled)


def _noise(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.choice((1, 40, 4_000))) + data[at:]


def _encoded(data: bytes, chance: Random) -> bytes:
    name = chance.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7"))
    return data.decode(errors="replace").encode(name)


def _latin(data: bytes, _chance: Random) -> bytes:
    return data.decode(errors="replace").replace("e", "é").encode("latin-1", errors="replace")


def _surrogates(data: bytes, _chance: Random) -> bytes:
    return data.replace(b'"\n', b'\xed\xa0\x80"\n', 1)


def _huge(data: bytes, chance: Random) -> bytes:
    kind = chance.random()
    if kind < 0.3:
        return data + b'\nx = "' + b"x" * 10_000_000 + b'"\n'
    if kind < 0.6:
        return data + b"#" * 10_000_000
    if kind < 0.8:
        return data + b"x" * 17_000_000
    return data + b"\n" * 10_000_000


BYTES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flipped,
    _flipped,
    _noise,
    _encoded,
    _latin,
    _surrogates,
)


def spoiled(data: bytes, chance: Random) -> bytes:
    """The bytes of a file with one or two things wrong with them."""
    for _ in range(chance.choice((1, 1, 2))):
        kind = chance.random()
        if kind < 0.7:
            text = data.decode(errors="replace")
            data = chance.choice(TEXTS)(text, chance).encode(errors="replace")
        elif kind < 0.99:
            data = chance.choice(BYTES)(data, chance)
        else:
            data = _huge(data, chance)
    return data


def all_said(text: str, chance: Random) -> str:
    """Hostile names and notes that a file may have: what is read, and shown."""
    return _SAID.sub(lambda found: found[1] + quoted(f"x{hostile(chance, long=0)[:300]}"), text)


_NUMBER = re.compile(r"(?m)^number = -?\d+$")
_ABSURD = (-(10**15), -1, 0, 2, 10**9 - 1, 10**9, 10**12, 10**15 - 1, 10**15, 2**63, 10**400)


def _numbers(text: str, chance: Random) -> str:
    """Numbers of entries that nobody ever came to, and some that are another's."""
    often = chance.choice((0.2, 1.0))
    return _NUMBER.sub(
        lambda found: f"number = {chance.choice(_ABSURD)}" if chance.random() < often else found[0],
        text,
    )


def resealed(data: bytes, chance: Random) -> bytes:
    """A session file whose entries somebody has rewritten, each with the checksum it then has."""
    head, *entries = data.split(b"\n[[entry]]\n")
    spoil = chance.choice((_strings, _strings, _one_string, _types, _keys, _numbers, _numbers))
    whole = [head]
    for entry in entries:
        text = spoil(entry.partition(b'\ncheck = "')[0].decode(), chance)
        block = f"[[entry]]\n{text}\n".encode(errors="replace")
        whole.append(block + f'check = "{entry_blocks.compute_block_checksum(block)}"\n'.encode())
    return b"\n".join(whole)


def one_spoiled(files: Mapping[str, bytes], chance: Random) -> tuple[str, bytes]:
    """One of these files, and what it holds once it is spoiled."""
    name = chance.choice(sorted(files))
    return name, spoiled(files[name], chance)
