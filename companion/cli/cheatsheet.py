"""The cheat sheet: one page to print and keep beside the dice, written from the registry and from
the tables of the rules."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.commands.help import list_words_by_subject
from companion.errant.event_die import EVENT_TABLES
from companion.errant.items import GEAR_KINDS, LIGHT_SOURCE_KINDS, GearKind
from companion.errant.light import compute_light_diameter
from companion.errant.turns import TURN_LENGTHS, TURN_TYPES
from companion.grammar.pages import load_pages

WIDTH = 80
"""Columns of the plain page, which has at most 66 lines."""
OMITTED_WORDS = frozenset(
    {"tutorial", "shuffle", "season", "outfit", "stash", "faction", "bond", "court", "known"}
)
"""Words that the cheat sheet leaves out."""


class Part(NamedTuple):
    """A part of the page: its title and rows; `heads` makes them a table. What is typed stands
    between backticks."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()


def render_cheatsheet(*, markdown: bool) -> str:
    """The page, as Markdown or as plain text of at most 66 lines of 80 characters."""
    render = _render_markdown if markdown else _render_plain
    return render("Errant at the table", _build_parts())


def _build_parts() -> tuple[Part, ...]:
    lengths = ", ".join(f"{kind} {TURN_LENGTHS[kind]}" for kind in TURN_TYPES)
    wearing = [kind for kind in GEAR_KINDS.values() if kind.burn is not None or kind.depletion]
    pages = load_pages()
    return (
        Part(
            "A Turn",
            (
                ("Go on", "`next ACTION` closes the Turn, begins the next, declares and rolls"),
                ("Outcome", "`done` notes what came of it; what is open stops `next` once"),
                ("Choices", "`rest` or `press-on`; for what is at 0: `refill` or `let-go`"),
                ("In and out", f"`zoom TYPE at PLACE` and `out`: {lengths}"),
                ("A night", "`sleep watch ERRANT ERRANT`, twice; nobody on watch makes a 5 a 1"),
            ),
        ),
        Part(
            "Event Die",
            tuple(
                (
                    str(face),
                    *(results[face - 1].replace("_", " ") for results in EVENT_TABLES.values()),
                )
                for face in range(1, 7)
            ),
            ("Face", *(kind.capitalize() for kind in EVENT_TABLES)),
        ),
        Part(
            "Dice by hand",
            (
                ("What to roll", "`event ?` tells, and the bottom line: 2D6 low keeps the lowest"),
                ("What it showed", "`next =5` the face that counts; `next =2,5` all of them"),
                ("A die more", "`next -1` or `next +1`; Encumbrance over 4 and Rest add their own"),
                ("Otherwise", "`ignore` it, or it `becomes 4`; every roll takes `=` and its faces"),
                ("On a table", "`roll TABLE`, as in `roll marsh-encounters`; Tab names the tables"),
            ),
        ),
        Part(
            "Packs and light",
            (
                ("Sizes", " · ".join(map(_describe_kind, wearing))),
                (
                    "Encumbrance",
                    "4 with all slots full, 1 more a slot; over 4 a negative die, at 8 no acting",
                ),
                ("Light", "Burn as many as members: bright; under half: dim; none: darkness"),
                (
                    "Reach",
                    f"{_describe_reach()}; {compute_light_diameter(1)} less for each Burn lost",
                ),
                ("Supply", "refills what is at 0, for 1 a quarter slot"),
                ("Forcing", "`!` after the word, where the Guide may: `next!`, `event!`"),
            ),
        ),
        Part(
            "Back, and written down",
            tuple(
                (name.capitalize(), " · ".join(f"`{line}`" for line in pages.words[name].examples))
                for name in ("undo", "note", "log")
            ),
        ),
        Part(
            "Every word (and its short form)",
            tuple(
                (subject.capitalize(), " · ".join(_list_words(subject)))
                for subject in pages.subjects
            ),
        ),
    )


def _describe_reach() -> str:
    """How many feet across each light source lights when it is fresh."""
    burns = {
        name: GEAR_KINDS[name].burn or GEAR_KINDS["oil"].depletion or 0
        for name in LIGHT_SOURCE_KINDS
    }
    reaches = (f"{name} {compute_light_diameter(burn)} feet" for name, burn in burns.items())
    return f"{', '.join(reaches)} across"


def _describe_kind(kind: GearKind) -> str:
    size = {0.25: "¼", 0.5: "½"}.get(kind.slots, f"{kind.slots:g}")
    left = f"Burn {kind.burn}" if kind.burn is not None else f"Depletion {kind.depletion}"
    return f"{kind.name} {size}, {left}"


def _list_words(subject: str) -> Iterator[str]:
    """The words of a subject, each as an example with its short form."""
    for word in list_words_by_subject():
        if word.subject == subject and word.name not in OMITTED_WORDS:
            short = f" ({word.short_forms[0]})" if word.short_forms else ""
            yield f"`{load_pages().words[word.name].examples[0]}`{short}"


def _render_markdown(title: str, parts: tuple[Part, ...]) -> str:
    lines = [f"# {title}"]
    for part in parts:
        lines += ["", f"## {part.title}", ""]
        if part.heads:
            rows = (part.heads, ("---",) * len(part.heads), *part.rows)
            lines += [f"| {' | '.join(row)} |" for row in rows]
        else:
            lines += [f"- **{first}**: {rest}" for first, rest in part.rows]
    return "\n".join(lines) + "\n"


def _render_plain(title: str, parts: tuple[Part, ...]) -> str:
    lines = [title]
    for part in parts:
        lines += ["", part.title.upper()]
        rows = (part.heads, *part.rows) if part.heads else part.rows
        wide = [max(map(len, column)) + 2 for column in list(zip(*rows, strict=True))[:-1]]
        for row in rows:
            first = "".join(f"{cell:{width}}" for cell, width in zip(row, wide, strict=False))
            lines += _wrap_row(first, row[-1].replace("`", ""))
    return "\n".join(lines) + "\n"


def _wrap_row(first: str, rest: str) -> list[str]:
    """A row as lines that fit, the others indented below the first; a list is broken between its
    items."""
    joint = " · " if " · " in rest else " "
    lines: list[str] = []
    for piece in rest.split(joint):
        if lines and len(f"{lines[-1]}{joint}{piece}") <= WIDTH:
            lines[-1] += f"{joint}{piece}"
        else:
            lines.append(f"{' ' * len(first) if lines else first}{piece}")
    return lines
