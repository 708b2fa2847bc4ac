"""The tables that come with the companion, and the pages that tell of them."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from companion.campaign.facts_and_decks_for_tables import KNOWN_FACTS
from companion.dice.face_sources import Streams
from companion.dice.parser import parse
from companion.randomtables.draw import draw_from
from companion.randomtables.draws_and_odds_encoding import Draw
from companion.randomtables.parser import read_table
from companion.randomtables.row_texts import (
    InlineDice,
    Insert,
    Recall,
    Reference,
    Text,
    list_inserts,
    render_text,
)
from companion.randomtables.table import Facts, Row, Table
from companion.randomtables.validation import find_problems
from companion.refusal import Problem

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "tables"
NAMES = sorted(
    path.relative_to(TABLES).with_suffix("").as_posix()
    for path in TABLES.rglob("*.toml")
    if path.parent.name not in ("goods", "creatures")
    and path.parent.parent == TABLES  # what lies deeper belongs to the games of the parlour
)
ENCOUNTERS = [name for name in NAMES if name.endswith("encounters")]
MAX_CHARACTERS = 180
"""docs/tables-shipped.md says so."""


def read(name: str) -> tuple[Table | None, tuple[Problem, ...]]:
    file = TABLES / f"{name}.toml"
    return read_table(name, tomllib.loads(file.read_text("utf-8")), file.name)


@cache
def shipped(name: str) -> Table:
    table, found = read(name)
    assert found == ()
    assert table is not None
    return table


def texts(row: Row) -> Iterator[Text]:
    yield from row.texts.values()
    if row.sign is not None:
        yield row.sign


def every_text() -> Iterator[tuple[str, Text]]:
    for name in NAMES:
        table = shipped(name)
        for row in table.rows:
            yield from ((name, text) for text in texts(row))
        if table.fallback is not None:
            yield name, table.fallback


def every_insert() -> Iterator[tuple[str, Insert]]:
    return ((name, insert) for name, text in every_text() for insert in list_inserts(text))


def reached(name: str) -> set[str]:
    """A table and every table that its rows lead to."""
    found = {name}
    waiting = [name]
    while waiting:
        here = waiting.pop()
        for row in shipped(here).rows:
            for text in texts(row):
                tables = {each.table for each in list_inserts(text) if isinstance(each, Reference)}
                waiting += tables - found
                found |= tables
    return found


def situations(name: str) -> Iterator[Facts]:
    """Every way things may stand, as far as the table or one it leads to asks after it: each fact
    unknown, one of the values asked for, or some other."""
    asked: dict[str, set[str]] = {}
    for table in map(shipped, sorted(reached(name))):
        if table.column_fact:
            asked.setdefault(table.column_fact, set()).update(table.columns)
        whens = [row.when for row in table.rows] + [each.when for each in table.modifiers]
        for fact, wanted in (pair for when in whens for pair in when.items()):
            asked.setdefault(fact, set()).update(wanted, KNOWN_FACTS[fact])
    choices = [[(fact, value) for value in ("", *sorted(asked[fact]))] for fact in sorted(asked)]
    for chosen in product(*choices):
        yield {fact: value for fact, value in chosen if value}


def draws(name: str, times: int) -> Iterator[Draw]:
    faces = Streams("read aloud").stream(name)
    for facts in situations(name):
        for _ in range(times):
            yield draw_from(shipped(name), faces, find=shipped, facts=facts)


def kinds(name: str) -> list[tuple[int, int, object]]:
    return [(*row.span, row.data["kind"]) for row in shipped(name).rows]


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_table_is_read_without_a_problem(name: str) -> None:
    table = shipped(name)
    assert table.name == name
    assert table.title


def test_nothing_is_wrong_between_the_shipped_tables_either() -> None:
    assert find_problems(NAMES, read, KNOWN_FACTS) == ()


def test_every_reference_leads_to_a_shipped_table() -> None:
    led_to = {insert.table for _, insert in every_insert() if isinstance(insert, Reference)}
    assert led_to
    assert led_to <= set(NAMES)


def test_no_two_rows_of_all_tables_say_the_same() -> None:
    said = [render_text(text) for _, text in every_text()]
    assert sorted(said) == sorted(set(said))


@pytest.mark.parametrize("name", NAMES)
def test_no_text_and_no_sign_is_too_long_to_be_read_aloud(name: str) -> None:
    long = [render_text(text) for row in shipped(name).rows for text in texts(row)]
    assert [text for text in long if len(text) > MAX_CHARACTERS] == []
    assert f"longer than {MAX_CHARACTERS} characters" in page("tables-shipped.md")


@pytest.mark.parametrize("name", NAMES)
def test_every_row_comes_up(name: str) -> None:
    waiting = {row.number for row in shipped(name).rows}
    for drawn in draws(name, 400):
        assert drawn.row is not None
        waiting.discard(drawn.row.number)
        if not waiting:
            break
    assert waiting == set()


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_can_be_read_aloud_however_things_stand(name: str) -> None:
    for drawn in draws(name, 20):
        for said in (drawn.text, drawn.sign):
            assert "{" not in said
            assert "}" not in said
            assert not re.search(r"[.,;:!?]{2}|\s[.,;:!?]|\s\s|^\s|\s$", said), said
            assert not re.search(r"\b1 [a-z]+s\b", said), said
            assert not re.search(r"\band[ ,.]*(and\b|$)", said), said
            assert not re.search(r"\b(a [aeio]|an [^aeiouhAEIOUH])", said), said
        assert drawn.text


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_every_encounter_has_a_sign_a_kind_and_how_many(name: str) -> None:
    for row in shipped(name).rows:
        assert row.sign
        assert not list(list_inserts(row.sign))
        assert row.data["kind"]
        rolled = {
            insert.name: insert.notation
            for insert in list_inserts(row.texts[""])
            if isinstance(insert, InlineDice)
        }
        number = parse(str(row.data["number"]))
        assert rolled.get("n", number) == number
        assert ("n" in rolled) == (number.lowest != number.highest)


def test_numbers_for_programs_are_dice_in_quotes() -> None:
    found = 0
    for row in (row for name in NAMES for row in shipped(name).rows):
        for key in {"number", "worth", "harm"} & set(row.data):
            assert isinstance(row.data[key], str)
            assert parse(str(row.data[key])).lowest >= 1
            found += 1
        dice = {
            insert.name: str(insert.notation)
            for text in row.texts.values()
            for insert in list_inserts(text)
            if isinstance(insert, InlineDice) and insert.name
        }
        for key in dice.keys() & row.data.keys():
            assert row.data[key] == dice[key]
    assert found > 50


def test_each_intimation_points_at_a_row_of_a_complication_or_trend_and_each_has_one() -> None:
    pointed = [
        (row.data["table"], row.data["hints"]) for row in shipped("settlements/intimations").rows
    ]
    assert pointed == [
        (name, row.data["kind"])
        for name in ("downtime/complications", "downtime/trends")
        for row in shipped(name).rows
    ]


@pytest.mark.parametrize("kind", KNOWN_FACTS["settlement"])
def test_every_settlement_type_has_encounters_and_somebody_to_meet_of_its_own(kind: str) -> None:
    rows = shipped("settlements/encounters").rows
    assert any(not row.when for row in rows)
    assert any(kind in row.when.get("settlement", ()) for row in rows)


def test_rumours_are_a_deck_of_true_and_false_with_a_word_for_when_it_is_dry() -> None:
    for name in ("greenmire/rumours", "settlements/rumours"):
        table = shipped(name)
        assert table.deck
        assert table.fallback
        assert {row.data["truth"] for row in table.rows} == {True, False}


def test_the_shipped_tables_show_all_that_a_table_can_do() -> None:
    tables = [shipped(name) for name in NAMES]
    rows = [row for table in tables for row in table.rows]
    found = [insert for _, insert in every_insert()]
    references = [insert for insert in found if isinstance(insert, Reference)]
    shown: Mapping[str, bool] = {
        "a range": any(row.span.low < row.span.high for row in rows),
        "a weight": any(row.weight > 1 for row in rows),
        "plain rows": any(t.dice is None and all(r.weight == 1 for r in t.rows) for t in tables),
        "columns by a fact": any(table.column_fact for table in tables),
        "dice in a text": any(isinstance(each, InlineDice) and not each.name for each in found),
        "dice remembered": any(isinstance(each, InlineDice) and each.name for each in found),
        "a value recalled": any(isinstance(each, Recall) for each in found),
        "a reference": any(each.number == 1 and not each.name for each in references),
        "a reference remembered": any(each.name for each in references),
        "a reference several times": any(each.number == 2 for each in references),
        "several that differ": any(each.different for each in references),
        "so many as dice say": any(not isinstance(each.number, int) for each in references),
        "a condition under dice": any(row.when and row.span.high for row in rows),
        "a condition without dice": any(row.when and not row.span.high for row in rows),
        "a deck": any(table.deck for table in tables),
        "a fallback": any(table.fallback for table in tables),
        "a modifier": any(table.modifiers for table in tables),
        "a sign": any(row.sign for row in rows),
        "data": any(row.data for row in rows),
    }
    assert [what for what, is_shown in shown.items() if not is_shown] == []


def test_every_table_the_sample_campaign_points_at_is_shipped() -> None:
    world = tomllib.loads((ROOT / "campaigns/greenmire/world.toml").read_text("utf-8"))
    pointed = [
        site[key]
        for site in world["settlements"] + world["places"]
        for key in ("encounters", "local_effects", "rumours", "weather")
        if key in site
    ]
    assert set(pointed) <= set(NAMES)
    by_itself = {name for name in NAMES if name.startswith("greenmire/")}
    assert by_itself - set(pointed) == {"greenmire/strangers"}


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_table_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    first_lines = (TABLES / f"{name}.toml").read_text("utf-8").partition("\n\nschema")[0]
    assert first_lines.startswith("# ")
    credit = first_lines.replace("\n# ", " ")
    of_the_game = re.search(rf"`{name}` \*\*E\*\*", page("tables-shipped.md"))
    if of_the_game:
        assert "Errant (Ava Islam, Kill Jester Publishing, CC BY-SA 4.0)" in credit
        assert "tables/LICENSE" in credit


def test_the_licence_names_the_source_and_links_to_the_terms() -> None:
    text = (TABLES / "LICENSE").read_text("utf-8")
    for needed in ("Errant", "Ava Islam", "Kill Jester Publishing", "CC BY-SA 4.0"):
        assert needed in text
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in text


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def test_the_page_on_the_shipped_tables_has_each_with_its_dice() -> None:
    told = re.findall(
        r"^\| `([a-z-]+/[a-z-]+)`(?: \*\*E\*\*)? \| (\S+) \|", page("tables-shipped.md"), re.M
    )
    assert sorted(told) == [
        (name, "-" if dice is None else str(dice))
        for name, dice in ((name, shipped(name).dice) for name in NAMES)
    ]


def test_the_page_on_the_shipped_tables_has_every_key_of_their_data() -> None:
    rows = re.findall(
        r"^\| (`[a-z`, ]+`) \|", page("tables-shipped.md").split("## What `data`")[1], re.M
    )
    told = {key for row in rows for key in re.findall(r"`([a-z]+)`", row)}
    assert told == {key for name in NAMES for row in shipped(name).rows for key in row.data}
