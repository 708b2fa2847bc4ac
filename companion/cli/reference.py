"""The cheat sheet: one page to print and keep beside the dice, written from the registry and from
the tables of the rules."""

from typing import Literal, NamedTuple

from companion.commands.context import Handler
from companion.commands.help import list_words_by_subject, load_pages
from companion.errant.event_die import EVENT_TABLES
from companion.errant.items import GEAR_KINDS, LIGHT_SOURCE_KINDS, GearKind
from companion.errant.light import compute_light_diameter
from companion.errant.turns import TURN_LENGTHS, TURN_TYPES
from companion.grammar.registry import Word

WIDTH = 80
"""Columns of the plain page, which has at most 66 lines."""
OMITTED_WORDS = frozenset(
    {"tutorial", "shuffle", "season", "outfit", "stash", "faction", "bond", "court", "known"}
)
"""Words that the cheat sheet leaves out."""
Rows = tuple[tuple[str, ...], ...]


class Part(NamedTuple):
    """A part of the page: its title and rows; `heads` makes them a table. What is typed stands
    between backticks."""

    title: str
    rows: Rows
    heads: tuple[str, ...] = ()


def render_cheatsheet(form: Literal["markdown", "plain"]) -> str:
    """The page, as Markdown or as plain text of at most 66 lines of 80 characters."""
    parts = (
        _make_turn_part(),
        _make_event_die_part(),
        _make_by_hand_part(),
        _make_rules_part(),
        _make_record_part(),
        _make_words_part(),
    )
    shown = _render_markdown if form == "markdown" else _render_plain
    return shown("Errant at the table", parts)


def _make_turn_part() -> Part:
    lengths = ", ".join(f"{kind} {TURN_LENGTHS[kind]}" for kind in TURN_TYPES)
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


def _make_event_die_part() -> Part:
    rows = (
        (str(face), *(results[face - 1].replace("_", " ") for results in EVENT_TABLES.values()))
        for face in range(1, 7)
    )
    return Part("Event Die", tuple(rows), ("Face", *(kind.capitalize() for kind in EVENT_TABLES)))


def _make_by_hand_part() -> Part:
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


def _make_rules_part() -> Part:
    return Part(
        "Packs and light",
        (
            (
                "Sizes",
                " · ".join(
                    _describe_kind(kind) for kind in GEAR_KINDS.values() if _can_wear_down(kind)
                ),
            ),
            (
                "Encumbrance",
                "4 with all slots full, 1 more a slot; over 4 a negative die, at 8 no acting",
            ),
            ("Light", "Burn as many as members: bright; under half: dim; none: darkness"),
            ("Reach", f"{_describe_reach()}; {compute_light_diameter(1)} less for each Burn lost"),
            ("Supply", "refills what is at 0, for 1 a quarter slot"),
            ("Forcing", "`!` after the word, where the Guide may: `next!`, `event!`"),
        ),
    )


def _make_record_part() -> Part:
    return Part(
        "Back, and written down",
        tuple(
            (
                name.capitalize(),
                " · ".join(f"`{line}`" for line in load_pages().words[name].examples),
            )
            for name in ("undo", "note", "log")
        ),
    )


def _describe_reach() -> str:
    """How many feet across each light source lights when it is fresh."""
    full = {
        name: GEAR_KINDS[name].burn or GEAR_KINDS["oil"].depletion or 0
        for name in LIGHT_SOURCE_KINDS
    }
    return (
        ", ".join(f"{name} {compute_light_diameter(burn)} feet" for name, burn in full.items())
        + " across"
    )


def _can_wear_down(kind: GearKind) -> bool:
    return kind.burn is not None or kind.depletion is not None


def _describe_kind(kind: GearKind) -> str:
    size = {0.25: "¼", 0.5: "½"}.get(kind.slots, f"{kind.slots:g}")
    left = f"Burn {kind.burn}" if kind.burn is not None else f"Depletion {kind.depletion}"
    return f"{kind.name} {size}, {left}"


def _make_words_part() -> Part:
    shown = [word for word in list_words_by_subject() if word.name not in OMITTED_WORDS]
    return Part(
        "Every word (and its short form)",
        tuple(
            (
                subject.capitalize(),
                " · ".join(_render_word(w) for w in shown if w.subject == subject),
            )
            for subject in load_pages().subjects
        ),
    )


def _render_word(word: Word[Handler]) -> str:
    example = load_pages().words[word.name].examples[0]
    return f"`{example}`{f' ({word.short_forms[0]})' if word.short_forms else ''}"


def _render_markdown(title: str, parts: tuple[Part, ...]) -> str:
    lines = [f"# {title}"]
    for part in parts:
        lines += ["", f"## {part.title}", ""]
        if part.heads:
            lines += [_render_table_row(part.heads), _render_table_row(("---",) * len(part.heads))]
            lines += map(_render_table_row, part.rows)
        else:
            lines += [f"- **{first}**: {rest}" for first, rest in part.rows]
    return "\n".join(lines) + "\n"


def _render_table_row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


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


_HEAD = """# Every word

Written from the registry by `python -m companion.cli.reference`; do not edit it by hand.

A line is one word and what follows it. The Errant comes first, and may be left out where only one
can be meant. Names are found by any part of them, case-blind; a name with a space stands in
quotes. `!` right after a word forces what the Guide may overrule (`event!`, `next!`). Every roll
takes `=` and what was rolled by hand. At the prompt a beginning that only one word has will do;
scripts use whole words or the short forms given here. Lines that begin with `#` are comments.
"""


def render_commands_page() -> str:
    """All the words in Markdown, by subject, and the list of short forms."""
    lines, subject = [_HEAD, _render_short_forms()], ""
    pages = load_pages()
    for word in list_words_by_subject():
        page = pages.words[word.name]
        if word.subject != subject:
            subject = word.subject
            lines.append(f"## {subject.capitalize()}\n\n{pages.subjects[subject].description}\n")
        lines.append(f"### {word.name}\n")
        lines.append(f"`{word.usage}`\n")
        short = _render_short(word.short_forms)
        lines.append(f"{page.summary}{short}\n")
        lines.append("```\n" + "\n".join(page.examples) + "\n```\n")
    return "\n".join(lines).rstrip() + "\n"


def _render_short_forms() -> str:
    rows = [
        f"| {', '.join(f'`{form}`' for form in word.short_forms)} | {word.name} |"
        for word in list_words_by_subject()
        if word.short_forms
    ]
    return "\n".join(["## Short forms\n", "| typed | means |", "| --- | --- |", *rows, ""])


def _render_short(forms: tuple[str, ...]) -> str:
    return " Short: " + ", ".join(f"`{form}`" for form in forms) + "." if forms else ""


if __name__ == "__main__":
    print(render_commands_page(), end="")
