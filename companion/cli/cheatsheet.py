"""The cheat sheet: one page to print and keep beside the dice. Its text is cheatsheet.md, which the
registry and the tables of the rules complete."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.commands.help_and_prompt_commands import list_command_words_by_subject
from companion.errant.packs.items import GEAR_KINDS, LIGHT_SOURCE_KINDS, GearKind
from companion.errant.packs.light import compute_light_diameter
from companion.errant.turns.event_die import EVENT_TABLES
from companion.errant.turns.turns import TURN_LENGTHS, TURN_TYPES
from companion.grammar.help_pages_file import load_help_pages

WIDTH = 80
"""Columns of the plain page, which has at most 66 lines."""
OMITTED_WORDS = {
    *("tutorial", "request", "deny", "seat", "shuffle", "season", "outfit", "stash", "faction"),
    *("bond", "court", "known", "downtime", "encounter", "leave", "plenty", "settlement", "break"),
    *("deflect", "hazard", "heal", "repair", "quality", "tend", "wound"),
}
"""Words that the cheat sheet leaves out."""


def render_cheatsheet(*, markdown: bool) -> str:
    """The page, as Markdown or as plain text of at most 66 lines of 80 characters."""
    wearing = [kind for kind in GEAR_KINDS.values() if kind.burn is not None or kind.depletion]
    page = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
    page = page.format(
        turn_lengths=", ".join(f"{kind} {TURN_LENGTHS[kind]}" for kind in TURN_TYPES),
        event_tables="\n".join(_render_event_tables()),
        gear=" · ".join(map(_describe_gear_kind, wearing)),
        reach=_describe_light_reach(),
        record="\n".join(
            _render_markdown_item(
                name, (f"`{line}`" for line in load_help_pages().words[name].examples)
            )
            for name in ("undo", "note", "log")
        ),
        words="\n".join(
            _render_markdown_item(name, _list_word_examples(name))
            for name in load_help_pages().subjects
        ),
    )
    return page if markdown else _render_plain_text(page)


def _render_event_tables() -> Iterator[str]:
    """A Markdown table: what each face means in each type of Turn."""
    yield f"| Face | {' | '.join(kind.capitalize() for kind in EVENT_TABLES)} |"
    yield f"| --- |{' --- |' * len(EVENT_TABLES)}"
    for face, results in enumerate(zip(*EVENT_TABLES.values(), strict=True), 1):
        yield f"| {face} | {' | '.join(results).replace('_', ' ')} |"


def _describe_gear_kind(kind: GearKind) -> str:
    size = {0.25: "¼", 0.5: "½"}.get(kind.slots, f"{kind.slots:g}")
    left = f"Burn {kind.burn}" if kind.burn is not None else f"Depletion {kind.depletion}"
    return f"{kind.name} {size}, {left}"


def _describe_light_reach() -> str:
    """How many feet across each light source lights when it is fresh."""
    oil = GEAR_KINDS["oil"].depletion or 0
    burns = {name: GEAR_KINDS[name].burn or oil for name in LIGHT_SOURCE_KINDS}
    reaches = (f"{name} {compute_light_diameter(burn)} feet" for name, burn in burns.items())
    return f"{', '.join(reaches)} across; {compute_light_diameter(1)} less for each Burn lost"


def _list_word_examples(subject: str) -> Iterator[str]:
    """The words of a subject, each as an example with its short form."""
    for word in list_command_words_by_subject():
        if word.subject == subject and word.name not in OMITTED_WORDS:
            short = f" ({word.short_forms[0]})" if word.short_forms else ""
            yield f"`{load_help_pages().words[word.name].examples[0]}`{short}"


def _render_markdown_item(name: str, lines: Iterable[str]) -> str:
    return f"- **{name.capitalize()}**: {' · '.join(lines)}"


def _render_plain_text(page: str) -> str:
    """The Markdown page as plain text: columns in place of lists and tables."""
    title, *parts = page.rstrip().split("\n\n## ")
    lines = [title.removeprefix("# ")]
    for part in parts:
        heading, *items = part.replace("`", "").splitlines()
        lines += ["", heading.upper()]
        rows = [
            _split_item_into_cells(item) for item in items if item and not item.startswith("| ---")
        ]
        wide = [max(map(len, column)) + 2 for column in list(zip(*rows, strict=True))[:-1]]
        for row in rows:
            first = "".join(f"{cell:{width}}" for cell, width in zip(row, wide, strict=False))
            lines += _wrap_row(first, row[-1])
    return "\n".join(lines) + "\n"


def _split_item_into_cells(item: str) -> list[str]:
    """The cells of a row: of a table, or the bold start of a list item and the rest."""
    if item.startswith("|"):
        return item.strip("| ").split(" | ")
    return item.removeprefix("- **").split("**: ", 1)


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
