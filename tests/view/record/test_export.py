"""A campaign as a document: whole, readable, and harmless whatever people wrote."""

import json
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from companion.campaign.changes import PlainData
from companion.reports import filter_report_for_seat
from companion.reports.journal import ExportReport
from companion.text_cleaning import clean_text
from companion.view.record.export import escape_markdown, render_document_as_json
from tests.commands.table import Table
from tests.view.replies import encode_export

WILD = "# *Wild* _name_ | `x` <b>&amp;</b> [a](b) \\ 1. ~~no~~ $y$"


class Shown(HTMLParser):
    """The text that a page shows, and the tags that make it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.tags: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.tags.append(tag)


def rendered(markdown: str) -> Shown:
    """Markdown as a browser would show it."""
    return Shown(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown))


def export(table: Table, line: str = "export") -> ExportReport:
    return table.read(ExportReport, line)


@given(st.text(max_size=60) | st.text("*_`[]()<>|~#&!\\ab 1.-+$\n", max_size=30))
def test_what_a_person_wrote_is_shown_as_it_is(written: str) -> None:
    shown = rendered(f"- 12:00 {escape_markdown(written)}")
    assert set(shown.tags) <= {"ul", "li"}
    assert "".join(shown.said).split() == ["12:00", *clean_text(written).split()]


@given(
    st.text("-+*_=.)#>`~|: 12ax\t", min_size=1, max_size=12).filter(lambda t: bool(t.split())),
    st.sampled_from(["- {}", "# {}", "### {} (played by x)", "- 12:00 {}", "- {}, hex 1, 1"]),
)
@example("- nested", "- {}")
@example("1. first", "- {}")
@example("2) second", "- {}")
@example("---", "- {}")
@example("+", "- {}")
@example("`" * 3, "- {}")
def test_text_that_begins_a_line_is_escaped_as_markdown(written: str, line: str) -> None:
    shown = rendered(line.replace("{}", escape_markdown(written)))
    assert set(shown.tags) <= {"ul", "li", "h1", "h3"}
    assert len(shown.tags) <= 2
    whole = line.lstrip("-# ").replace("{}", " ".join(written.split()))
    assert "".join(shown.said).split() == whole.split()


@pytest.mark.parametrize(
    "written",
    ["<script>alert(1)</script>", "[x](javascript:alert(1))", "![x](http://x.example/x.png)"],
)
def test_what_a_person_wrote_is_never_a_link_a_picture_or_a_script(written: str) -> None:
    shown = rendered(f"- {escape_markdown(written)}")
    assert set(shown.tags) == {"ul", "li"}
    assert "".join(shown.said).strip() == written


@given(st.text(max_size=60))
def test_what_a_person_wrote_stays_in_its_line_and_its_cell(written: str) -> None:
    assert len(escape_markdown(written).splitlines()) <= 1
    shown = rendered(f"| a | b |\n|---|---|\n| x{escape_markdown(written)} | 2 |")
    assert shown.tags.count("td") == 2


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it, and some words said."""
    table = Table(tmp_path)
    table.done("done they swam", f"note {WILD}", "note secret eels")
    return table


@pytest.mark.parametrize(
    "line",
    [
        "# The Greenmire",
        "Day 3, 13:20, watch 4 of 6.",
        "- Travel Turn 9 at The Greenmire; the Company: explore the chapel on the island",
        "- Exploration Turn 8 at The Drowned Chapel",
        "### Bree Tanner (played by Mo)",
        "### Old Tansy (animal, away)",
        "- phys 13, skill 11, mind 8, pres 9, SPD 5",
        "- 15.5 of 13 Item Slots, Encumbrance 6 (pack off: 7, Encumbrance 2)",
        "- Exhaustion 1, Supply 6",
        "- Coins: 15 shillings, 40 pennies",
        "- Coins: 1 guilder",
        "| 3 × torch | 1.5 | 2 of 2 | pack |",
        "| flask of oil | 1 | 3 of 4 | pack |",
        "| hooded lantern | 1 |  | handy, lit |",
        "- Lamp of the Abbess on Ondine: miracle, Depletion 2",
        "### Evening 1, from day 3, 13:20",
        "- 13:10 The Company: sound the flooded stair with the pole. They swam.",
    ],
)
def test_everybody_may_read_how_things_stand(line: str, table: Table) -> None:
    for word in ("export", "export players"):
        assert line in encode_export(export(table, word)).splitlines()


def test_all_that_is_known_of_whom_they_met_is_in_the_guides_document(table: Table) -> None:
    table.done(
        "faction Wardens reputation 8 alignment L1 note eel *thieves*",
        "npc Goblins count 7 threat 1 morale 6 alignment C2 at 2,1 faction wardens note small",
        "talk goblins base taking dv 4 dire weak",
        "bond goblins bree 9",
        "talk goblins",
        "talk goblins banal",
        "npc Hermit place drowned-chapel",
        "react harl is 2",
        "talk harl",
        *["talk harl banal"] * 3,
        "talk ysolde",
        "talk ysolde end she leaves",
    )
    told = encode_export(export(table)).splitlines()
    assert (
        "- Goblins: 7 of them; hex 2, 1; of Wardens; C2; Threat 1; Morale 6; disposition 9; "
        "bond with Bree Tanner 9; taking at DV 4, dire, weak; "
        "in a Negotiation, 1 of 9 exchanges; small"
    ) in told
    assert "- Hermit: not met; at The Drowned Chapel" in told
    assert any("a Negotiation wore out their patience" in line for line in told)
    assert any("a Negotiation ended: she leaves" in line for line in told)
    assert "- Wardens: not met; L1; reputation 8; eel \\*thieves\\*" in told


@pytest.mark.parametrize(
    "line",
    [
        "## NPCs, for the Guide alone",
        "- Abbess Ysolde: at Sallow's End; disposition 9; wants the chapel bell, silenced",
        "- fen ague on Wim the Lesser: disease (Secret: untreated since day 2)",
        "- Reedmarket, town, hex 0, 0 (Secret: The reeve pays for proof, not for stories.)",
        "- Sallow's End, hamlet, hex 1, 1",
        "- The Drowned Chapel, hex 2, 1",
        "- The Causeway, hex 1, 0",
        "- 13:20 Secret: Noted: «eels»",
        "## Signs that wait, for the Guide alone",
    ],
)
def test_the_guide_reads_more_than_the_players(line: str, table: Table) -> None:
    table.done("event! =5")
    players = encode_export(export(table, "export players"))
    assert line in encode_export(export(table)).splitlines()
    assert line not in players.splitlines()
    assert "Secret" not in players
    assert "Guide" not in players


def test_players_learn_of_places_only_where_they_were_and_of_no_hex(table: Table) -> None:
    def players() -> tuple[list[str], str]:
        told = encode_export(export(table, "export players"))
        sites = told.partition("## Places")[2].partition("## The evenings")[0]
        return [line for line in sites.splitlines() if line.startswith("- ")], told

    settlements = ["- Reedmarket, town", "- Sallow's End, hamlet"]
    assert players()[0] == ["- The Greenmire", "- The Drowned Chapel", *settlements]
    table.done("at causeway", "note a broken bridge", "at chapel")
    assert players()[0][2] == "- The Causeway"
    assert "hex" not in players()[1]
    assert "hex" not in encode_export(export(table, "export players json"))
    assert "hex" in encode_export(export(table, "export json"))


def test_the_story_of_each_evening_is_told_and_not_what_was_typed(table: Table) -> None:
    table.done("n! corvin flees =1", "roll chapel-encounters =2", "roll 2d6", "supply bree +1")
    shown = rendered(encode_export(export(table))).said
    story = "".join(shown).partition("The evenings")[2]
    assert "Corvin Half-Hand: flees." in story
    assert "Encounter: A pale pike" in story
    assert "n!" not in story
    assert "supply" not in story
    assert "roll" not in story


def test_an_evening_without_a_word_for_players_is_not_told_to_them(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("note secret eels", "supply bree +1")
    assert "## The evenings" in encode_export(export(table))
    assert "## The evenings" not in encode_export(export(table, "export players"))


def test_a_sign_says_where_it_waits_and_of_what(table: Table) -> None:
    table.done("event! =5")
    (sign,) = table.desk.campaign.world.signs
    assert f"- Exploration, The Drowned Chapel: {escape_markdown(sign.encounter)}" in encode_export(
        export(table)
    )


def test_a_guides_document_on_a_players_screen_is_the_players(table: Table) -> None:
    report = filter_report_for_seat(export(table), guide=False)
    assert encode_export(report) == encode_export(export(table, "export players"))


def test_a_wild_note_is_shown_as_it_was_written(table: Table) -> None:
    assert WILD in "".join(rendered(encode_export(export(table))).said)


def test_what_was_taken_back_is_no_part_of_the_document(table: Table) -> None:
    before = encode_export(export(table))
    table.done("note forget this", "supply bree +3", "undo", "undo")
    assert encode_export(export(table)) == before


def test_the_json_holds_the_campaign_by_the_names_of_its_files(table: Table) -> None:
    document = json.loads(encode_export(export(table, "export json")))
    assert document["schema"] == 1
    assert document["campaign"]["clock"]["now"] == "day 3 13:20"
    assert {e["id"]: e["supply"] for e in document["errants"] if "supply" in e}["bree"] == 6
    assert [npc["id"] for npc in document["world"]["npcs"]] == ["ysolde", "harl-dunn", "old-pike"]
    assert [(n["note"], n["secret"]) for n in document["notes"]] == [(WILD, False), ("eels", True)]
    table.done("next =6")
    document = json.loads(encode_export(export(table, "export json")))
    assert [(e["line"], e["outcome"]) for e in document["entries"]] == [
        ("done they swam", ""),
        (f"note {WILD}", ""),
        ("note secret eels", ""),
        ("next =6", "6 free"),
    ]
    players = json.loads(encode_export(export(table, "export players json")))
    assert "npcs" not in players["world"]
    assert [n["note"] for n in players["notes"]] == [WILD]


def test_a_name_with_control_characters_breaks_no_json(table: Table) -> None:
    bree = table.desk.archive.folder / "errants" / "bree.toml"
    name = r"Bree\u2028\u0085\u009b31m\u202e \"Tanner\"\u001b[31m"
    bree.write_text(bree.read_text(encoding="utf-8").replace("Bree Tanner", name), encoding="utf-8")
    for word in ("export", "export json"):
        document = encode_export(export(table, word))
        assert all(clean_text(line) == line for line in document.split("\n"))
    names = [e["name"] for e in json.loads(document)["errants"]]
    assert "Tanner" in names[0]


def test_a_new_campaign_has_a_document_too(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.campaign_folders.create_campaign("Empty")
    archive = table.campaign_folders.open_campaign("empty")
    table.desk.archive = archive
    assert encode_export(export(table)).splitlines() == [
        "# Empty",
        "",
        "Day 1, 08:00, watch 3 of 6.",
        "",
        "- No Turn is open",
    ]


PLAIN: st.SearchStrategy[PlainData] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('aé\n\x1b"{}[],: ', max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner),
    max_leaves=6,
)


@given(
    st.dictionaries(st.text("abc", min_size=1, max_size=2), PLAIN, min_size=1, max_size=3),
    st.lists(st.dictionaries(st.text("ab", max_size=2), PLAIN, max_size=3), max_size=3),
    st.lists(st.dictionaries(st.text("ab", max_size=2), PLAIN, max_size=3), max_size=3),
)
def test_json_written_row_by_row_is_what_it_would_be_at_once(
    head: dict[str, PlainData], notes: list[PlainData], entries: list[PlainData]
) -> None:
    whole = msgspec.json.encode({**head, "notes": notes, "entries": entries})
    lines = msgspec.json.format(whole, indent=2).decode().split("\n")
    assert list(render_document_as_json(head, iter(notes), iter(entries))) == [
        clean_text(line) for line in lines
    ]
