"""What is wrong with tables as they stand together, told before play."""

import tomllib
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.archive.toml.statements import find_key_lines
from companion.dice.face_sources import HandFaces, Streams
from companion.dice.odds import compute_odds
from companion.randomtables.draw import draw_from
from companion.randomtables.parser import parse_table_despite_problems, read_table
from companion.randomtables.table import Table
from companion.randomtables.validation import find_problems
from companion.refusal import Problem, Unknown
from tests.randomtables.making import data, make_finder, make_reader, make_table
from tests.randomtables.naive import every_facts
from tests.randomtables.tables import as_data, faces_for, with_dice
from tests.rounds import rounds

KNOWN = {"season": (), "time": ("dawn", "day", "dusk", "night"), "settlement": ("town", "city")}


def check(*tables: Table, among: tuple[Table, ...] = ()) -> list[str]:
    """What is wrong with these tables."""
    read = make_reader(*tables, *among)
    names = [table.name for table in tables]
    return [str(p) for p in find_problems(names, read, KNOWN, [table.name for table in among])]


def from_toml(**texts: str) -> list[str]:
    """What is wrong with tables in TOML, called `made/<keyword>`; each is given as far as it can
    be read."""

    def read(name: str) -> tuple[Table | None, tuple[Problem, ...]]:
        text = texts.get(name.removeprefix("made/"))
        if text is None:
            raise Unknown(f"There is no table «{name}».", "Did you mean made/a?")
        return parse_table_despite_problems(
            name, tomllib.loads(text), f"tables/{name}.toml", find_key_lines(text)
        )

    return [
        str(problem) for problem in find_problems([f"made/{name}" for name in texts], read, KNOWN)
    ]


def test_tables_with_nothing_wrong_have_no_problems() -> None:
    names = make_table("Odo", "Bryn", name="made/names")
    table = make_table(
        {"text": "{who = made/names} knows {d4 different of made/names}", "sign": "{who}"},
        {"text": "snow", "when": {"season": "winter", "time": ["dusk", "Night"]}},
        name="made/wants",
    )
    assert check(names, table) == []


HEAD = 'schema = 1\ntitle = "T"\n'


def test_every_problem_has_its_file_and_line() -> None:
    *found, last = from_toml(
        a=HEAD
        + '[[rows]]\ntext = """\nOne\n{made/nobody}"""\n[[rows]]\ntext = "{made/b}"\n'
        + 'when = { seasn = "x" }\n',
        b=HEAD + '[[rows]]\ntext = "{2d}"\n',
    )
    assert found == [
        "tables/made/a.toml:4: row 1, text: {made/nobody} leads nowhere: "
        "There is no table «made/nobody». Did you mean made/a?",
        "tables/made/a.toml:8: row 2, text: {made/b} leads nowhere: "
        "«made/b» has problems of its own",
        "tables/made/a.toml:9: row 2, when, seasn: asks after «seasn», which nobody knows. "
        "Did you mean season?",
    ]
    assert last.startswith("tables/made/b.toml:4: row 1, text: «2d» goes wrong at column 4: ")


def test_a_file_with_mistakes_of_its_own_is_looked_through_all_the_same() -> None:
    found = from_toml(
        a=HEAD
        + 'fallback = "{made/d}"\n[[rows]]\ntext = "{2d} {made/nobody}"\nweight = 0\n'
        + 'when = { seasn = "x", "A b" = "y", time = 3 }\n'
        + '[[rows]]\ntext = "{made/b}"\n',
        b="schema = 2\n" + HEAD.partition("\n")[2] + '[[rows]]\ntext = "{made/a} {who}"\n',
        c=HEAD + 'tiel = 1\n[[rows]]\ntext = "{n} {d4 of made/c}"\n',
    )
    assert [(told.partition(" ")[0], told.partition(": ")[2][:41]) for told in found] == [
        ("tables/made/a.toml:3:", "fallback: {made/d} leads nowhere: There i"),
        ("tables/made/a.toml:5:", "row 1, text: «2d» goes wrong at column 4:"),
        ("tables/made/a.toml:5:", "row 1, text: {made/nobody} leads nowhere:"),
        ("tables/made/a.toml:6:", "row 1, weight: is less than it can be; wr"),
        ("tables/made/a.toml:7:", "row 1, when, A b: is no name of a fact; w"),
        ("tables/made/a.toml:7:", "row 1, when, time: is a whole number, not"),
        ("tables/made/a.toml:7:", "row 1, when, seasn: asks after «seasn», w"),
        ("tables/made/a.toml:9:", "row 2, text: {made/b} leads nowhere: «mad"),
        ("tables/made/a.toml:9:", "row 2, text: goes round in a circle: made"),
        ("tables/made/b.toml:1:", "schema: is not 1, the only one this compa"),
        ("tables/made/b.toml:4:", "row 1, text: {made/a} leads nowhere: «mad"),
        ("tables/made/b.toml:4:", "row 1, text: {who} is told, but nothing r"),
        ("tables/made/c.toml:3:", "tiel: is not known. Did you mean title?"),
        ("tables/made/c.toml:5:", "row 1, text: {d4 of made/c} leads nowhere"),
        ("tables/made/c.toml:5:", "row 1, text: goes round in a circle: made"),
        ("tables/made/c.toml:5:", "row 1, text: {n} is told, but nothing rem"),
    ]


def test_a_value_is_no_mistake_where_what_should_remember_it_could_not_be_read() -> None:
    (found,) = from_toml(a=HEAD + '[[rows]]\ntext = "{n = 2d} and {n}"\n')
    assert "goes wrong at column 8" in found


ROLLED = HEAD + 'dice = "d6"\n[[rows]]\nroll = "1 - 4"\ntext = "a"\n[[rows]]\nroll = '


def test_a_row_of_a_table_with_dice_is_named_with_what_it_rolls() -> None:
    (found,) = from_toml(a=ROLLED + '"5+"\ntext = "{no/where}"\n')
    assert found.startswith("tables/made/a.toml:9: row 2 (roll 5+), text: {no/where} leads now")
    (found,) = from_toml(a=ROLLED + '"5+"\n')
    assert found == "tables/made/a.toml:7: row 2 (roll 5+), text: is missing"
    (found,) = from_toml(a=ROLLED + '"4-6"\ntext = "b"\n')
    assert found == (
        "tables/made/a.toml:8: row 2 (roll 4-6), roll: row 1 (roll 1-4) answers to 4 already"
    )
    (found,) = from_toml(a=ROLLED + '"x"\ntext = "b"\n')
    assert ":8: row 2, roll: «x» names no totals." in found


def test_a_table_that_is_not_there_is_a_problem() -> None:
    assert [str(problem) for problem in find_problems(["made/x"], make_reader(), KNOWN)] == [
        "made/x: There is no table «made/x»."
    ]


def test_circles_are_told_once_with_their_way_round() -> None:
    a = make_table("x", "{made/b}", name="made/a")
    b = make_table("{2 of made/c}", "{made/c} {made/c}", name="made/b")
    c = make_table("{made/a} and {made/d}", name="made/c")
    d = make_table("{made/d}", name="made/d")
    found = check(a, b, c, d)
    assert found == [
        "made/a.toml: row 2, text: goes round in a circle: made/a → made/b → made/c → made/a",
        "made/d.toml: row 1, text: goes round in a circle: made/d → made/d",
    ]


def test_what_a_table_draws_from_is_followed() -> None:
    inner = make_table("{made/inner}", name="made/inner")
    assert check(make_table("{made/inner}", name="made/outer"), among=(inner,)) == [
        "made/inner.toml: row 1, text: goes round in a circle: made/inner → made/inner"
    ]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"when": {"seasn": "winter"}}, "row 2, when, seasn: asks after «seasn», which nobody"),
        ({"when": {"time": "nigth"}}, "«nigth» is no time. Did you mean night?"),
        ({"when": {"time": ["day", "x"]}}, "«x» is no time. It is dawn, day, dusk or night."),
    ],
)
def test_conditions_that_nothing_known_fulfils_are_told(
    keys: Mapping[str, object], message: str
) -> None:
    (found,) = check(make_table("x", {"text": "y", **keys}))
    assert message in found
    modifier = {"add": 1, **keys}
    (found,) = check(make_table({"roll": "1-6", "text": "x"}, dice="d6", modifiers=[modifier]))
    assert message.removeprefix("row 2, ") in found
    assert "modifier 1, when" in found


def test_columns_that_nothing_known_chooses_are_told() -> None:
    rows = {"text": {"town": "x", "vilage": "y"}}
    assert check(make_table(rows)) == []
    assert check(make_table({"text": {"any": "x"}}, columns="season")) == []
    (found,) = check(make_table(rows, columns="settlement"))
    assert "columns: «vilage» is no settlement. It is town or city." in found
    (found,) = check(make_table(rows, columns="settlment"))
    assert "columns: asks after «settlment», which nobody knows. Did you mean settl" in found


@pytest.mark.parametrize(
    ("text", "other", "message"),
    [
        ("{4 different of made/o}", make_table("a", "b", "c"), "«made/table» has 3 rows"),
        ("{3 different of made/o}", make_table("a", "b", "c"), ""),
        ("{4 of made/o}", make_table("a", "b", "c"), ""),
        ("{4 of made/o}", make_table("a", {"text": "b", "weight": 2}, deck=True), "has 3 to draw"),
        ("{3 of made/o}", make_table("a", {"text": "b", "weight": 2}, deck=True), ""),
        ("{4 of made/o}", make_table("a", deck=True, fallback="x"), ""),
    ],
)
def test_more_than_there_is_to_draw_is_told(text: str, other: Table, message: str) -> None:
    other = other._replace(name="made/o")
    found = check(make_table(text, name="made/x"), other)
    assert len(found) == bool(message)
    if message:
        assert "asks for more than there is" in found[0]
        assert message.replace("made/table", "made/o") in found[0]


def test_results_without_an_end_are_told() -> None:
    chain = [make_table(f"{{made/t{n + 1}}}", name=f"made/t{n}") for n in range(20)]
    (found,) = check(*chain, make_table("end", name="made/t20"))
    assert "made/t0.toml: row 1, text: leads to tables 21 deep" in found
    assert check(*chain[:19], make_table("end", name="made/t19")) == []
    one = make_table("x", name="made/one")
    ten = make_table("{10 of made/one}", name="made/ten")
    (found,) = check(one, ten, make_table("short", "{99 of made/ten}", name="made/many"))
    assert "made/many.toml: row 2, text: may draw 1,089 times; at most 1,000 are drawn" in found
    assert check(one, ten, make_table("{d90 of made/ten}", name="made/many")) == []
    long = make_table("x" * 4_000, name="made/long")
    (found,) = check(
        long, make_table("{n = made/long}", "{n = made/long} {n} {n}", name="made/longer")
    )
    assert "made/longer.toml: row 2, text: may come to 12,0" in found
    assert check(long, make_table("{n = made/long} {n}", name="made/longer")) == []


def test_a_value_that_nothing_remembers_is_told_with_what_is_near() -> None:
    (found,) = check(make_table("x", "{who} and {whom = d6}, {whom}"))
    assert "row 2, text: {who} is told, but nothing remembers it before." in found
    (found,) = check(make_table("{naem} is {name = d6}"))
    assert "Write {naem = d6} before it." in found
    (found,) = check(make_table("{name = d6} is {naem}"))
    assert "Did you mean name?" in found


def test_each_column_and_each_row_remembers_for_itself_and_a_sign_after_its_text() -> None:
    assert len(check(make_table({"text": {"a": "{n = d6}", "b": "{n}"}}))) == 1
    assert len(check(make_table("{n = d6}", "{n}"))) == 1
    assert check(make_table({"text": {"a": "{n = d6}", "b": "x"}, "sign": "{n}"})) == []
    assert len(check(make_table({"text": "{n}", "sign": "{n = d6}"}))) == 1


def test_tables_drawn_from_before_or_around_may_remember_it() -> None:
    name = make_table("{who = d6}", name="made/name")
    want = make_table("{who} wants {what}", name="made/want")
    around = make_table("{what = d6}: {made/name}, {made/want}", name="made/around")
    assert check(name, around, want) == []
    assert check(want, among=(around, name)) == []
    assert len(check(want)) == 2
    assert check(make_table("{made/name}: {who}", name="made/x"), name) == []
    assert len(check(make_table("{who}: {made/name}", name="made/x"), name)) == 1


PIECES = {
    "made/a": [
        "{n = d4} {made/b}",
        "{n = d4}",
        "{who = made/b} {who}",
        "{2 of made/c}",
        "{30 of made/b}",
    ],
    "made/b": ["{made/c}", "{d4-1 of made/c}", "{2 different of made/c}", "{n}", "{40 of made/c}"],
    "made/c": ["plain", "{2d6}", "{n = d4} {n}", "{{}}", "{n}", "very " * 60],
}
WHEN: list[dict[str, object]] = [{}, {"season": "winter"}, {"time": ["day", "night"]}]


@st.composite
def shelves(draw: st.DrawFn) -> list[Table]:
    """Three tables that draw from each other; plain ones where reading finds something wrong."""
    found = []
    for name, pieces in PIECES.items():
        texts = st.lists(st.sampled_from(pieces), min_size=1, max_size=3).map(" ".join)
        if draw(st.booleans()):
            given_table = as_data(draw(with_dice()))
        else:
            rows = draw(st.lists(st.sampled_from(WHEN), min_size=1, max_size=3))
            entries = [{"text": "x", **({"when": when} if when else {})} for when in rows]
            given_table = data(*entries, deck=draw(st.booleans()))
        for row in given_table["rows"]:  # type: ignore[attr-defined]  # a list, as data says
            row["text"] = draw(texts | st.fixed_dictionaries({"winter": texts, "x": texts}))
        table, _ = read_table(name, {**given_table, "fallback": draw(texts)}, f"{name}.toml")
        found.append(table or make_table("plain", name=name))
    return found


@rounds(75, short=15)
@given(shelves())
def test_what_is_found_right_never_fails_to_draw(tables: list[Table]) -> None:
    if find_problems([table.name for table in tables], make_reader(*tables), KNOWN):
        return
    for table in tables:
        for facts in every_facts(table):
            for own in faces_of_every_total(table):
                stream = Streams("x").stream("table")
                faces = HandFaces(own, then=stream) if own else stream
                assert draw_from(table, faces, find=make_finder(*tables), facts=facts).text


def faces_of_every_total(table: Table) -> list[tuple[int, ...]]:
    """Faces for each total of a table's dice; several times none where it has no dice."""
    if table.dice is None:
        return [()] * 5
    return [faces_for(table, total) for total, _ in compute_odds(table.dice).weights]
