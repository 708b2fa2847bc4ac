"""Texts that nobody types by accident: what a terminal would obey, what hides, what is too much.

Also the judge of what comes out: `obeyed` knows nothing of how the companion cleans.
"""

import re
from random import Random
from unicodedata import category

ESCAPES = (
    "\x1b[31mred\x1b[0m",
    "\x1b[2J\x1b[H",
    "\x1b[1;1H\x1b[K",
    "\x1b[?1049h",
    "\x1b[6n",
    "\x1b[" + "9" * 500,
    "\x1b]0;title\x07",
    "\x1b]8;;file:///etc/passwd\x07link\x1b]8;;\x07",
    "\x1b]8;;http://bad.example\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]52;c;cm0gLXJmIH4=\x07",
    "\x1b]52;c;cm0gLXJmIH4=\x1b\\",
    "\x1b]52;c;never ended",
    "\x1bP+q544e\x1b\\",
    "\x1bPnever ended",
    "\x1bXsos\x1b\\",
    "\x1b^pm\x1b\\",
    "\x1b_apc\x1b\\",
    "\x1bc",
    "\x1b(0lqqk\x1b(B",
    "\x1b#8",
    "\x1b",
    "\x1b\x1b\x1b[31m",
    "\x1b\x1b[31m[31m",
    "\x9b31mred\x9b0m",
    "\x9d0;title\x9c",
    "\x90dcs\x9c",
    "\x85next line",
    "\x84\x88\x8d\x8e\x8f\x98\x9a\x9e\x9f",
    "bell\x07back\x08\x08\x08over",
    "carriage\rreturn",
    "down\x0bfeed\x0c",
    "\x0e\x0fshift",
    "delete\x7f\x7f",
    "nul\x00nul",
    "tab\tbed",
    "two\nlines",
    "".join(map(chr, range(32))),
    "".join(map(chr, range(0x80, 0xA0))),
)
OPENERS = (*(f"\x1b{letter}" for letter in ("", *"[]PX^_")), *"\x9b\x9d\x90\x98\x9e\x9f")
"""What begins an escape sequence, with one letter of a set of 256 or with two."""
HIDDEN = (
    "\u202egnp.exe",
    "\u202aa\u202bb\u202cc\u202dd",
    "\u2066a\u2067b\u2068c\u2069",
    "\u200e\u200f\u061c",
    "zero\u200bwidth\u200cjoin\u200ded\u2060\ufeff",
    "soft\u00adhyphen",
    "line\u2028and\u2029paragraph",
    "\U000e0001\U000e0041\U000e007f",
    "\ufff9a\ufffab\ufffb",
    "\u180e\u206a\u206f",
    "\U0001d173music\U0001d17a",
    "\U0001bca0\U0001bca3",
    "\U00013081\U00013430\U00013437",
    "Z" + "\u0353\u0301\u0489\u20dd" * 60,
    "\u0301",
    "\u0301" * 40,
    "a\u0300\u0301\u0302 e\u0301",
    "\u3164\u115f\u2800",
    "\u00a0\u3000\u2003",
    " ",
    "   ",
    "\ud800",
    "half \udc9b surrogate \udfff",
    "\ud83d\ude00",
    "\ufffe\uffff\U0010ffff",
    "\ue000private",
    "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "東京タワー" * 12,
    "ﷺ" * 20,
    "שלום عالم",
)
MARKUP = (
    "[/]",
    "[bold]",
    "[/bold]",
    "[red on blue]x[/]",
    "[link=file:///etc/passwd]x[/link]",
    "[@click=app.bell]x[/]",
    ":smile:",
    "<script>alert(1)</script>",
    "<b>&lt;&amp;",
    "<!--",
    "[x](javascript:alert(1))",
    "![x](http://bad.example/x.png)",
    "# heading",
    "- - nested",
    "1. one",
    "---",
    "| a | b |",
    "```",
    "> quoted",
    "$x$",
    "{npcs/names}",
    "{2d6}",
    "{n = 2d6}",
    "{n}",
    "{../../secret}",
    "{999999 of npcs/names}",
    "{}",
    "{{",
    "}",
    "{" * 40,
    "%s%s%n",
    "%(x)s",
    "{0}",
    "{0.__class__.__mro__}",
    "${HOME}",
    "$(touch pwned)",
    "`touch pwned`",
    "; touch pwned",
    "=cmd|' /C calc'!A0",
    "=1+1",
    "@SUM(1)",
    "+4h",
    "-1",
    '"""',
    "'''",
    '"',
    "'",
    "“open",
    "«open",
    'a"b"c',
    'x="y',
    "\\",
    "\\x1b[31m",
    "\\u001b[31m",
    "a = 1",
    "[[entry]]",
    'check = "00000000"',
    "# comment",
    "#",
)
NUMBERS = (
    "9" * 5_000,
    "-" + "9" * 5_000,
    "0" * 5_000 + "1",
    "-0",
    "+0",
    "-0.0",
    "1e999",
    "nan",
    "inf",
    "0x7f",
    "1_000",
    "١٢٣",
    "１２３",
    "²",
    "½",
    "Ⅷ",
    "9223372036854775808",
    "=" + "9" * 400,
    "=-1",
    "=٣",
    "x0",
    "x" + "9" * 400,
    "xx٣",
    "+" + "9" * 30 + "h",
    "-999999999999d",
    "9" * 400 + "d6",
    "2d" + "9" * 400,
    "9999d9999kh9999!",
    "(" * 300 + "d6" + ")" * 300,
    "+".join(["d6"] * 400),
    "d6" + "!" * 200,
)
NAMES = (
    "..",
    ".",
    "../../x",
    "../canary",
    "..\\..\\x",
    "/etc/passwd",
    "//host/share",
    "C:\\con",
    "c:evil",
    "~",
    "~root",
    "con",
    "nul",
    "aux.toml",
    "-rf",
    "--help",
    "-",
    "a/b",
    "a\\b",
    "a\0b",
    "．．／x",
    "\u2024\u2024\u2215x",
    "%2e%2e%2f",
    "ı",
    "İstanbul",
    "ΒREE",
    "ｂｒｅｅ",
    "ﬁ",
    "ß",
    "K" + "\u212a",
    "x" * 255,
    "x" * 5_000,
    ".hidden",
    "name.toml",
    "__proto__",
    "campaign",
    "company",
    "all",
    "nobody",
    "guide",
)
LONG = (
    "\x90" * 3_990,
    "\x9d\x98" * 1_900,
    "\x1b]\x9f" * 1_300,
    "\x90\x07\x9d" * 40_000,
    "a" + " " * 3_900 + "b",
    "1" + " " * 3_900 + "x",
    "{a" + " " * 3_900 + "b}",
    "x" * 100_000,
    "word " * 10_000,
    "\x1b[31m" * 2_000,
    "é" * 4_000,
    "a" * 1_999 + " " + "a" * 1_999,
    "(" * 3_900,
    "{" * 3_900,
    '"' * 3_899,
    "=" * 3_900,
    ",".join(["1"] * 1_900),
    "=" + "1," * 1_900,
    " " * 3_990,
    "\u0301" * 3_900,
    "-" * 3_900,
    "0" * 3_900,
    "/" * 3_900,
    "d" * 3_900,
    "".join(map(chr, range(0x4E00, 0x4E00 + 3_900))),
)
EVERY = ESCAPES + HIDDEN + MARKUP + NUMBERS + NAMES + LONG
_SHORT = tuple(text for text in EVERY if len(text) < 600)

VISIBLE = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
"""Format characters that are seen: signs that stand before a number."""
_PILE = re.compile("[\u0300-\u036f\u0489\u20d0-\u20f0]{9}")


def hostile(chance: Random, *, long: float = 0.04) -> str:
    """A hostile text: one of the known, or several run together; rarely one that is far too
    long."""
    if chance.random() < long:
        return chance.choice(LONG)
    some = [chance.choice(_SHORT) for _ in range(chance.choice((1, 1, 1, 2, 3)))]
    if chance.random() < 0.1:
        some.append("".join(chr(chance.randrange(0x110000)) for _ in range(8)))
    return chance.choice(("", " ", "x")).join(some)


def obeyed(text: str) -> str:
    """What of a text a terminal would obey, or a reader never see; nothing where all of it can be
    printed. Line breaks are no harm."""
    odd = {letter for letter in set(text) if letter != "\n" and _is_odd(letter)}
    pile = _PILE.search(text)
    return " ".join([*sorted(map(ascii, odd)), *(["a pile of marks"] if pile else [])])


def _is_odd(letter: str) -> bool:
    kind = category(letter)
    return kind in ("Cc", "Cs", "Zl", "Zp") or (kind == "Cf" and letter not in VISIBLE)
