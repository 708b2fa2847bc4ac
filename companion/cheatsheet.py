"""The cheat sheet: one page to print and keep beside the dice, written from the registry and from
the tables of the rules."""

from typing import Literal, NamedTuple

from companion.commands import WORDS
from companion.commands.sitting import Handler
from companion.commands.subjects import SUBJECTS, by_subject
from companion.errant.event_die import TABLES
from companion.errant.items import KINDS, LIGHT_SOURCES, Kind
from companion.errant.light import diameter
from companion.errant.turns import LENGTHS, TURN_TYPES
from companion.words.registry import Word

WIDTH = 80
"""Columns of the plain page; it has no more than 66 lines."""
LEFT_OUT = frozenset(
    {"tutorial", "shuffle", "season", "outfit", "stash", "faction", "bond", "court", "known"}
)
"""Words that nobody needs beside the dice."""
Rows = tuple[tuple[str, ...], ...]


class Part(NamedTuple):
    """A part of the page: its title, and rows of what is told; `heads` makes them a table. What
    is typed stands between backticks."""

    title: str
    rows: Rows
    heads: tuple[str, ...] = ()


def cheatsheet(form: Literal["markdown", "plain"]) -> str:
    """The page, as Markdown or as plain text of at most 66 lines of 80 characters."""
    parts = (_turn(), _event_die(), _by_hand(), _rules(), _kept(), _words())
    shown = _markdown if form == "markdown" else _plain
    return shown("Errant at the table", parts)


def _turn() -> Part:
    lengths = ", ".join(f"{kind} {LENGTHS[kind]}" for kind in TURN_TYPES)
    return Part(
        "A Turn",
        (
            ("Go on", "`next ACTION` closes the Turn, begins the next, declares and rolls"),
            ("Outcome", "`done` notes what came of it; what is open stops `next` once"),
            ("Choices", "`rest` or `press-on`; for what is at 0: `refill` or `let-go`"),
            ("In and out", f"`zoom TYPE at PLACE` and `out`: {lengths}"),
            ("A night", "`sleep watch ERRANT ERRANT`, twice; nobody on watch makes a 5 a 1"),
        ),
    )


def _event_die() -> Part:
    rows = (
        (str(face), *(results[face - 1].replace("_", " ") for results in TABLES.values()))
        for face in range(1, 7)
    )
    return Part("Event Die", tuple(rows), ("Face", *(kind.capitalize() for kind in TABLES)))


def _by_hand() -> Part:
    return Part(
        "Dice by hand",
        (
            ("What to roll", "`event ?` tells, and the bottom line: 2D6 low keeps the lowest"),
            ("What it showed", "`next =5` the face that counts; `next =2,5` all of them"),
            ("A die more", "`next -1` or `next +1`; Encumbrance over 4 and Rest add their own"),
            ("Otherwise", "`ignore` it, or it `becomes 4`; every roll takes `=` and its faces"),
            ("On a table", "`roll TABLE`, as in `roll marsh-encounters`; Tab names the tables"),
        ),
    )


def _rules() -> Part:
    return Part(
        "Packs and light",
        (
            ("Sizes", " · ".join(_kind(kind) for kind in KINDS.values() if _wears_down(kind))),
            (
                "Encumbrance",
                "4 with all slots full, 1 more a slot; over 4 a negative die, at 8 no acting",
            ),
            ("Light", "Burn as many as members: bright; under half: dim; none: darkness"),
            ("Reach", f"{_reach()}; {diameter(1)} less for each Burn lost"),
            ("Supply", "refills what is at 0, for 1 a quarter slot"),
            ("Forcing", "`!` after the word, where the Guide may: `next!`, `event!`"),
        ),
    )


def _kept() -> Part:
    return Part(
        "Back, and written down",
        tuple(
            (name.capitalize(), " · ".join(f"`{line}`" for line in WORDS.find(name).examples))
            for name in ("undo", "note", "log")
        ),
    )


def _reach() -> str:
    """How many feet across each light source lights when it is fresh."""
    full = {name: KINDS[name].burn or KINDS["oil"].depletion or 0 for name in LIGHT_SOURCES}
    return ", ".join(f"{name} {diameter(burn)} feet" for name, burn in full.items()) + " across"


def _wears_down(kind: Kind) -> bool:
    return kind.burn is not None or kind.depletion is not None


def _kind(kind: Kind) -> str:
    size = {0.25: "¼", 0.5: "½"}.get(kind.slots, f"{kind.slots:g}")
    left = f"Burn {kind.burn}" if kind.burn is not None else f"Depletion {kind.depletion}"
    return f"{kind.name} {size}, {left}"


def _words() -> Part:
    shown = [word for word in by_subject() if word.name not in LEFT_OUT]
    return Part(
        "Every word (and its short form)",
        tuple(
            (subject.capitalize(), " · ".join(_word(w) for w in shown if w.subject == subject))
            for subject in SUBJECTS
        ),
    )


def _word(word: Word[Handler]) -> str:
    return f"`{word.examples[0]}`{f' ({word.short[0]})' if word.short else ''}"


def _markdown(title: str, parts: tuple[Part, ...]) -> str:
    lines = [f"# {title}"]
    for part in parts:
        lines += ["", f"## {part.title}", ""]
        if part.heads:
            lines += [_table_row(part.heads), _table_row(("---",) * len(part.heads))]
            lines += map(_table_row, part.rows)
        else:
            lines += [f"- **{first}**: {rest}" for first, rest in part.rows]
    return "\n".join(lines) + "\n"


def _table_row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(title: str, parts: tuple[Part, ...]) -> str:
    lines = [title]
    for part in parts:
        lines += ["", part.title.upper()]
        rows = (part.heads, *part.rows) if part.heads else part.rows
        wide = [max(map(len, column)) + 2 for column in list(zip(*rows, strict=True))[:-1]]
        for row in rows:
            first = "".join(f"{cell:{width}}" for cell, width in zip(row, wide, strict=False))
            lines += _wrapped(first, row[-1].replace("`", ""))
    return "\n".join(lines) + "\n"


def _wrapped(first: str, rest: str) -> list[str]:
    """A row in lines that fit, each under the first; broken between what it lists, if it does."""
    joint = " · " if " · " in rest else " "
    lines: list[str] = []
    for piece in rest.split(joint):
        if lines and len(f"{lines[-1]}{joint}{piece}") <= WIDTH:
            lines[-1] += f"{joint}{piece}"
        else:
            lines.append(f"{' ' * len(first) if lines else first}{piece}")
    return lines
