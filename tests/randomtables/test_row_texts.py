"""What may stand in the braces of a text, how each mistake there is told, and what may have been
meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.parser import parse
from companion.randomtables.parser import read_table
from companion.randomtables.row_texts import (
    InlineDice,
    Recall,
    Reference,
    Text,
    list_inserts,
    parse_text,
    render_text,
)
from companion.randomtables.table import Table
from companion.randomtables.validation import find_problems
from companion.refusal import Problem
from tests.randomtables.making import data, make_table


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", ()),
        ("Rain", ("Rain",)),
        ("{2d6} goblins", (InlineDice(parse("2d6")), " goblins")),
        ("{ 2D6 + 1 }", (InlineDice(parse("2d6+1")),)),
        ("{n = 2d6}", (InlineDice(parse("2d6"), "n"),)),
        ("{n=2d6}, {n}", (InlineDice(parse("2d6"), "n"), ", ", Recall("n"))),
        ("{2d6 >= 7}", (InlineDice(parse("2d6 >= 7")),)),
        ("{d6 = 3}", (InlineDice(parse("d6 = 3")),)),
        ("{max(d6, d8)}", (InlineDice(parse("max(d6, d8)")),)),
        ("{2d6 [out of luck]}", (InlineDice(parse("2d6 [out of luck]")),)),
        ("{npcs/names}", (Reference("npcs/names"),)),
        ("{who = npcs/names}", (Reference("npcs/names", name="who"),)),
        ("{3 of npcs/names}", (Reference("npcs/names", 3),)),
        ("{d4+1 of npcs/names}", (Reference("npcs/names", parse("d4+1")),)),
        ("{2 different of npcs/names}", (Reference("npcs/names", 2, True),)),
        (
            "{two = d4  different  of a/b}",
            (Reference("a/b", parse("d4"), True, "two"),),
        ),
        ("{who}", (Recall("who"),)),
        ("{{2d6}}", ("{2d6}",)),
        ("a {{{d4}}} b", ("a {", InlineDice(parse("d4")), "} b")),
        ("{n}{n}", (Recall("n"), Recall("n"))),
    ],
)  # fmt: skip
def test_braces_hold_dice_tables_and_values_that_are_remembered(text: str, read: Text) -> None:
    assert parse_text(text) == (read, ())


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("of {2d", 4, "never closed"),
        ("2d6} of", 4, "closes nothing"),
        ("ab {} c", 4, "nothing stands between"),
        ("ab {  } c", 4, "nothing stands between"),
        ("{2d}", 4, "the number of sides should stand there"),
        ("a {n =  2d6+}", 13, "should stand there"),
        ("ab {0d6}", 5, "has no dice"),
        ("{99999d6}", 2, "at most 10,000"),
        ("{d6/2}", 4, "divided"),
        ("{4d6 x3}", 2, "one time"),
        ("{a b}", 2, "no dice, no table and no name"),
        ("{x y = 3}", 2, "no dice, no table and no name"),
        ("{n = who}", 6, "no dice and no table"),
        ("{n = }", 6, "nothing stands after"),
        ("{3 of names}", 7, "a table is written subject/table"),
        ("{of npcs/names}", 2, "how many"),
        ("{different of npcs/names}", 2, "how many"),
        ("{9999 of npcs/names}", 2, "1 to 1,000 may be drawn"),
        ("{99999999999999999999 of npcs/names}", 2, "1 to 1,000 may be drawn"),
        ("{0 of npcs/names}", 2, "1 to 1,000 may be drawn"),
        ("{d2000 of npcs/names}", 2, "1 to 1,000 may be drawn"),
        ("{many of npcs/names}", 2, "should stand there"),
        ("{ 2d of npcs/names}", 5, "sides"),
        (f"{{{'n' * 31} = d6}}", 2, "longer than 30"),
        (f"{{{'n' * 31}}}", 2, "no dice, no table and no name"),
        ("{n.__class__}", 2, "no dice, no table and no name"),
        ("{n!r:>{w}}", 1, "never closed"),
        ("{0}", 0, ""),
    ],
)
def test_each_mistake_names_its_column_in_the_text(text: str, column: int, message: str) -> None:
    _, mistakes = parse_text(text)
    if not column:
        assert mistakes == ()
        return
    assert f"goes wrong at column {column}: " in mistakes[0]
    assert message in mistakes[0]


def test_every_mistake_of_a_text_is_told() -> None:
    _, mistakes = parse_text("{2d} and {} and } and {n}")
    assert [mistake.partition("column ")[2].partition(":")[0] for mistake in mistakes] == [
        "4",
        "10",
        "17",
    ]


names = st.sampled_from(["n", "who", "Long-name_2"])
dice = st.sampled_from(["d6", "2d6+1", "max(d4, d6)", "d%"]).map(parse)
pieces = st.one_of(
    st.builds(InlineDice, dice, st.just("") | names),
    st.builds(Recall, names),
    st.builds(
        Reference,
        st.sampled_from(["npcs/names", "a/b-c"]),
        st.integers(1, 1000) | dice,
        st.booleans(),
        st.just("") | names,
    ),
    st.text("ab {}/=", min_size=1, max_size=5),
)


@given(st.lists(pieces, max_size=6))
def test_what_is_written_from_a_text_is_read_as_the_same_text(made: list[object]) -> None:
    source = "".join(
        piece.replace("{", "{{").replace("}", "}}") if isinstance(piece, str) else str(piece)
        for piece in made
    )
    text, mistakes = parse_text(source)
    assert mistakes == ()
    assert render_text(text) == "".join(map(str, made))
    assert list(list_inserts(text)) == [piece for piece in made if not isinstance(piece, str)]


@given(st.text("{}d26n=of /x+[]\x1b\u202e", max_size=30) | st.text(max_size=30))
def test_any_text_is_read_or_its_mistakes_are_told(source: str) -> None:
    text, mistakes = parse_text(source)
    assert all("goes wrong at column" in mistake for mistake in mistakes)
    if not mistakes:
        assert parse_text(source)[0] == text
    if "{" not in source and "}" not in source:
        assert render_text(text) == source


NAMES = ("b/birds", "made/names", "a/birds")


def hint_for(text: str) -> str:
    """What the only problem of a table with this text says, among tables of these names."""

    def read(name: str) -> tuple[Table | None, tuple[Problem, ...]]:
        if name in NAMES:
            return make_table("x", name=name), ()
        return read_table(name, data(text), f"{name}.toml", names=NAMES)

    (found,) = find_problems(["made/x"], read, {}, NAMES)
    return found.message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{names}", "Did you mean {made/names}?"),
        ("{Names}", "Did you mean {made/names}?"),
        ("{birds}", "Did you mean {a/birds} or {b/birds}?"),
        ("{2 of names}", "Did you mean {2 of made/names}?"),
        ("{3 names}", "Did you mean {3 of made/names}?"),
        ("{d4 names}", "Did you mean {d4 of made/names}?"),
        ("{3 made/names}", "Did you mean {3 of made/names}?"),
        ("{2 different names}", "Did you mean {2 different of made/names}?"),
        ("{two=2 different of names}", "Did you mean {two = 2 different of made/names}?"),
        ("{who = names}", "Did you mean {who = made/names}?"),
        ("{3 nobodies}", "Write {3 of subject/table}."),
        ("{nobodies}", "Write {nobodies = d6} before it."),
    ],
)
def test_a_table_that_is_written_without_its_subject_is_named_whole(text: str, hint: str) -> None:
    assert hint_for(text).endswith(hint)


@pytest.mark.parametrize("text", ["{2d6 nobodies}", "{2d}", "{d8 enhance}", "{3 d}"])
def test_dice_that_are_written_wrong_are_no_table(text: str) -> None:
    assert "subject/table" not in hint_for(text)
