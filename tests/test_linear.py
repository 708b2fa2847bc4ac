"""What reads the texts of people and files takes a time that grows with their length, not with its
square: each is given what its pattern could try in many ways."""

from collections.abc import Callable
from functools import partial

import pytest
import tomli

from companion.archive.file_texts_and_change_stamps import find_offset_of_huge_number
from companion.archive.journal.entry_blocks import (
    find_offset_of_torn_end,
    has_conflict_markers,
    has_only_comments,
    split_conflict_sides,
)
from companion.archive.migrations import read_schema_version
from companion.archive.rescue.merge_marks_and_conflicted_copies import find_merge_conflicts
from companion.archive.toml.file_shapes import make_random_table_layout
from companion.archive.toml.syntax_errors import find_syntax_errors
from companion.cli.rolling.roll_and_draw_requests import quote_hint_for_shell
from companion.errant.packs.items import parse_gear_kind_and_count
from companion.grammar.phrases.phrasebook.dropped_lead_ins_and_adverbs import (
    drop_last_adverb,
    drop_lead_ins,
)
from companion.grammar.typed_line import clip_unreadable_line, tokenize
from companion.randomtables.row_texts import parse_text, suggest_reference
from companion.randomtables.table import Span, parse_total_span
from companion.refusal import Refusal
from companion.view.screen.styled_rows import make_line_row
from companion.view.shared_wording import DetailLine
from tests.quick import is_quick

MANY = 20_000
BLANKS = " " * MANY


def read_slip(text: str) -> None:
    """What is wrong with a text on its lines."""
    with pytest.raises(tomli.TOMLDecodeError) as raised:
        tomli.loads(text)
    find_syntax_errors(raised.value, text, make_random_table_layout(str))


def read_roll(text: str) -> None:
    """The totals a row names; this names none."""
    with pytest.raises(Refusal):
        parse_total_span(text, Span(2, 12))


def in_bytes(do: Callable[[bytes], object]) -> Callable[[str], object]:
    """The same of a journal's bytes."""
    return lambda text: do(text.encode())


def loose(data: bytes) -> bool:
    return has_only_comments(data, 0, len(data))


READERS: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "an item's name": (
        parse_gear_kind_and_count,
        (f"a{BLANKS}b", f"1{BLANKS}b", "a " * MANY, "(1)" * MANY, "x 1" * MANY + "x 11111111"),
    ),
    "a roll of a table": (read_roll, (f"1{BLANKS}x", f"{BLANKS}x", f"1 -{BLANKS}x")),
    "a text of a table": (
        parse_text,
        (
            "{" * MANY,
            "{a" * MANY,
            "}a" * MANY,
            "{{a" * 5 * MANY,
            f"{{a{BLANKS}b}}",
            "{" + "a " * MANY + "}",
            "{" + "a of " * MANY + "}",
            f"{{a{BLANKS}different of b}}",
        ),
    ),
    "what a text may have meant": (
        partial(suggest_reference, names=("npcs/names",)),
        (f"a{BLANKS}b c", "a " * MANY + "\n", "a different " * MANY, f"a ={BLANKS}b c"),
    ),
    "a line that is no TOML": (
        read_slip,
        (f"text = a{BLANKS}b", "text = " + "a " * MANY, f"{BLANKS}text =", f"text{BLANKS}= a"),
    ),
    "blanks on a line that is no TOML": (
        read_slip,
        (
            f"a{BLANKS}x",
            f"a b{BLANKS}]",
            f"- {BLANKS}x",
            f"a: {BLANKS}x",
            f"[[{BLANKS}x",
            f'[[{BLANKS}"',
            f"[a{BLANKS}b] x",
            f"a{chr(0xA0) * MANY}x = 1",
            "a = [\n" + BLANKS + "\nb",
        ),
    ),
    "quotes on lines that are no TOML": (
        read_slip,
        tuple(
            begins + quote * MANY + ends
            for begins in ("a = ", 'a = "', "a = [", 'a = ["', "a = { b = ", '"', 'a = """')
            for quote in ('\\"', '"', "'", "\\", '\\""', "\"'", '"\n', 'a = """\n', "a = '\n")
            for ends in ("x", "\nz = \n")
        ),
    ),
    "numbers that are no TOML": (
        read_slip,
        (f"weight = {'0' * MANY}x", f"roll = {'0' * MANY}]", f"a = {'0,' * MANY}x"),
    ),
    "headers that are no TOML": (
        read_slip,
        (
            "[" * MANY,
            "[[" + "a" * MANY + " ",
            "x\n[" + ".".join("a" * MANY) + "]\n" + "k = 1\n" * 1_000,
            "x\n" + "[[a]]\n" * MANY,
            "x\n" + "[a]\n" * MANY,
            "[a b]\n" * MANY,
        ),
    ),
    "a file's numbers": (
        find_offset_of_huge_number,
        ("=" * MANY, "= " * MANY, f"={BLANKS}", ("," + "1" * 4_299) * 50, ", +" * MANY),
    ),
    "a file's schema": (read_schema_version, ("#\n" * MANY, BLANKS, " \n" * MANY + "schema = ")),
    "a file's conflicts": (
        partial(find_merge_conflicts, "world.toml"),
        ("<" * MANY, "<<<<<<< a\n" * MANY, "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n" * 2_000),
    ),
    "what is between entries": (in_bytes(loose), ("#\n " * MANY + "x", "#" * MANY + "\nx")),
    "the end of a journal": (
        in_bytes(find_offset_of_torn_end),
        ("\n[" * MANY, "\n[[entry]]" * MANY),
    ),
    "a journal's marks": (in_bytes(has_conflict_markers), ("<" * MANY, "<<<<<<< \r" * MANY)),
    "a journal's sides": (in_bytes(split_conflict_sides), ("<<<<<<< a\n" * MANY,)),
    "a line of dice": (
        lambda text: make_line_row(DetailLine(text)),
        ("1" * MANY, "(" + "1" * MANY, "(1" * MANY, "1" * MANY + ")", "1 " * MANY),
    ),
    "a typed line": (tokenize, ("«" * MANY, 'a="' * MANY, "“x ”«" * MANY)),
    "a line's last adverb": (drop_last_adverb, ("c" + " " * MANY + "a", "a already" * MANY)),
    "a line's calls": (drop_lead_ins, ("and " * MANY + "x", "ok" + " " * MANY, "and,,," * MANY)),
    "a line too long": (clip_unreadable_line, ("\x90" * 50 * MANY,)),
    "a hint": (quote_hint_for_shell, ("Try: " + "<" * MANY + "\n\n",)),
}


@pytest.mark.parametrize("reader", READERS)
def test_the_time_to_read_a_text_grows_with_its_length_alone(reader: str) -> None:
    read, texts = READERS[reader]
    slow = [text[:20] + "…" + text[-20:] for text in texts if not is_quick(read, text)]
    assert slow == []
