"""What Tab offers, asked of the pure function: no terminal, no desk but to run what is put in."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.campaign.campaign import Book, Campaign
from companion.commands import WORDS
from companion.commands.suggest import OFFERINGS, Suggestion, suggest
from companion.refusal import Malformed
from companion.words.line import read_line
from tests.commands.a_table import Table

EMPTY_TORCHES = ("light bree torch", "burn", "burn")
TRAVELLING = ("done", "out", "done", "turn")


def put_in(text: str, suggestion: Suggestion) -> str:
    """The text with a suggestion put in where the cursor stands, at its end."""
    return text[: len(text) - suggestion.begins] + suggestion.text


def suggestions(table: Table, text: str) -> list[Suggestion]:
    """What is suggested at this table."""
    return suggest(text, table.desk.campaign, table.shelves.table_names())


def completed(table: Table, text: str) -> list[str]:
    """The whole lines that the suggestions make of a text."""
    return [put_in(text, each) for each in suggestions(table, text)]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """One table for all that only asks."""
    return Table(tmp_path_factory.mktemp("campaigns"))


def test_every_kind_that_a_word_completes_is_known() -> None:
    for word in WORDS:
        if word.completes != ("line",):
            assert {kind.removesuffix("…") for kind in word.completes} <= set(OFFERINGS), word.name


def test_what_is_open_comes_first_then_next_then_the_words_in_their_order(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("next! =2")
    assert completed(table, "")[:3] == ["rest", "press-on", "next"]
    table.done("rest", *EMPTY_TORCHES, "declare search the nave")
    assert completed(table, "")[:4] == ["refill", "let-go", "done", "next"]
    table.done("refill all", "done")
    offered = completed(table, "")
    assert offered[0] == "next"
    assert offered[1:] == [word.name for word in WORDS if word.name != "next"]


def test_where_no_turn_is_open_one_is_opened_first() -> None:
    nothing = Campaign(campaign=Book(name="empty"))
    assert suggest("", nothing, ())[0].text == "zoom"
    assert suggest("next ", nothing, ()) == []
    assert [s.text for s in suggest("zoom ", nothing, ())] == [
        "downtime",
        "travel",
        "exploration",
        "initiative",
    ]


@pytest.mark.parametrize(
    ("text", "first"),
    [("n", "next"), ("N", "next"), ("u", "undo"), ("e", "event"), ("st", "status"), ("ok", "done")],
)
def test_a_short_form_means_its_word_before_any_other(text: str, first: str, table: Table) -> None:
    assert completed(table, text)[0] == first


def test_a_beginning_comes_before_an_inner_part(table: Table) -> None:
    assert completed(table, "on") == ["press-on", "done"]
    offered = completed(table, "re")
    assert offered[0] == "rest"
    first_inner = next(at for at, line in enumerate(offered) if not line.startswith("re"))
    assert all(not line.startswith("re") for line in offered[first_inner:])
    assert {"press-on", "secret"} <= set(offered[first_inner:])


def test_every_suggestion_of_a_word_says_what_it_does(table: Table) -> None:
    for each in suggestions(table, ""):
        assert each.says
        assert WORDS.find(each.text).summary.startswith(each.says)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("next!", ["next!"]),
        ("ZOOM ini", ["ZOOM initiative"]),
        ("slots OND", ["slots ondine"]),
        ("slots half", ["slots corvin"]),
        ("slots anner", ["slots bree"]),
        ("slots bree ", []),
        ("light tor", ["light bree torch"]),
        ("light cand", ["light candles"]),
        ("light wim ", ["light wim candles"]),
        ("light bree bed", []),
        ("snuff ", ["snuff lantern", "snuff wim torch", "snuff ondine", "snuff wim"]),
        ("use corvin ", ["use corvin rations"]),
        ("drop wim ten", []),
        ("drop saint of e", ["drop saint-of-eels"]),
        ("drop bree saint", ["drop bree saint-of-eels"]),
        ('drop bree "the saint of', ["drop bree saint-of-eels"]),
        ("drop bree “the saint of", ["drop bree saint-of-eels"]),
        ("give wim mess", ['give wim "mess kit"']),
        ("give wim mess k", ['give wim "mess kit"']),
        ("give wim arrow", ["give wim ammunition"]),
        ("give wim torch h", ["give wim torch hand", "give wim torch handy"]),
        ("give wim torch hand ", []),
        ("away ", ["away bree", "away corvin", "away ondine", "away wim"]),
        ("back ", ["back tansy"]),
        ("zoom ", ["zoom initiative"]),
        ("zoom initiative ", ["zoom initiative at"]),
        ("zoom initiative at cha", ["zoom initiative at drowned-chapel"]),
        ("zoom initiative at the cau", ["zoom initiative at causeway"]),
        ("at the drow", ["at drowned-chapel"]),
        ("at sall", ["at sallows-end"]),
        ("as no", ["as note-taker"]),
        ("sign ", ["sign end"]),
        ("sign end cause", ["sign end causeway"]),
        ("plenty ", ["plenty on", "plenty off"]),
        ("effect end ague", ["effect end fen-ague"]),
        ("effect add Bless mir", ["effect add Bless miracle"]),
        ("effect add Bless miracle 3 on br", ["effect add Bless miracle 3 on bree"]),
        ("every 6 expl", ["every 6 exploration"]),
        ("every 6 turns b", ["every 6 turns burn"]),
        ("errant ed", ["errant edit"]),
        ("errant edit bree sup", ["errant edit bree supply"]),
        ("errant edit bree supply ", []),
        ("errant edit bree supply 4 sup", []),
        ("errant add Hob ret", ["errant add Hob retainer"]),
        ("help pre", ["help press-on"]),
        ("help event d", ["help event die"]),
        ("undo ", ["undo to"]),
        ("export players ma", ["export players markdown"]),
        ("export json ", []),
        ("log n", ["log notes"]),
        ("note s", ["note secret"]),
        ("roll chapel-e", ["roll greenmire/chapel-effects", "roll greenmire/chapel-encounters"]),
        ("secret dro", ["secret drop"]),
        ("secret drop wim bow", ["secret drop wim short-bow"]),
        ("secret secret ", []),
        ("# sno", []),
        ("xyzzy b", []),
        ("quit ", []),
        ("+4h ", []),
        ("be b", []),
        ("drop wim\x1b[31m b", []),
    ],
)
def test_a_place_is_completed_with_what_it_can_mean(
    text: str, lines: list[str], table: Table
) -> None:
    offered = completed(table, text)
    assert offered[: len(lines)] == lines
    if not lines:
        assert offered == []


def test_the_menu_says_what_is_left_of_a_thing_and_whose_it_is(table: Table) -> None:
    (torch,) = suggestions(table, "light tor")
    assert torch == Suggestion("bree torch", 3, "3 of them, Burn 2 of 2, Bree Tanner")
    (oil,) = suggestions(table, "use flask")
    assert oil == Suggestion("oil", 5, "flask of oil, Depletion 3 of 4, Ondine")
    assert suggestions(table, "at cause")[0].says == "The Causeway"
    assert suggestions(table, "give wim candle")[0].says == "0.25 slots, Burn 1"


def test_who_is_here_comes_before_who_is_not(table: Table) -> None:
    offered = suggestions(table, "supply ")
    assert [each.text for each in offered] == ["bree", "corvin", "ondine", "wim", "tansy"]
    assert offered[-1].says == "Old Tansy, away"


def test_only_what_is_at_0_and_can_be_paid_is_refilled(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert completed(table, "refill ") == completed(table, "let-go ") == []
    table.done(*EMPTY_TORCHES)
    assert completed(table, "refill ")[:2] == ["refill torch-2", "refill wim torch"]
    assert completed(table, "refill al") == ["refill all"]
    table.done("supply bree -6")
    assert "refill torch-2" not in completed(table, "refill ")
    assert completed(table, "let-go ")[:2] == ["let-go torch-2", "let-go wim torch"]


def test_a_lantern_without_oil_is_not_offered_to_be_lit(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("snuff lantern")
    assert "light lantern" in completed(table, "light ")
    table.done("drop oil")
    assert "light lantern" not in completed(table, "light ")


def test_rest_and_sleep_are_offered_where_there_is_such_a_thing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    people = ["next bree", "next corvin", "next ondine", "next wim"]
    assert completed(table, "next ") == ["next rest", *people]
    table.done("done", "out")
    assert completed(table, "next ") == ["next rest", "next sleep", *people]
    assert completed(table, "next sleep ") == [
        "next sleep suitable",
        "next sleep uncomfortable",
        "next sleep open",
        "next sleep watch",
    ]
    assert completed(table, "next sleep open watch bree ") == [
        "next sleep open watch bree corvin",
        "next sleep open watch bree ondine",
        "next sleep open watch bree wim",
    ]
    table.done("zoom initiative")
    assert completed(table, "next ") == people


def test_watchers_are_named_one_after_another_and_each_once(table: Table) -> None:
    everybody = ["watch bree", "watch corvin", "watch ondine", "watch wim", "watch nobody"]
    assert completed(table, "watch ") == everybody
    assert completed(table, "watch bree Wim ") == ["watch bree Wim corvin", "watch bree Wim ondine"]
    assert completed(table, "watch nobody ") == []


def test_the_faces_that_the_die_could_show_instead_are_told_with_what_they_mean(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    assert completed(table, "becomes ") == []
    table.done("event =3")
    offered = suggestions(table, "becomes ")
    assert [each.text for each in offered] == ["1", "2", "4", "5", "6"]
    assert offered[3].says == "encounter sign"
    table.done("ignore")
    assert "becomes 3" in completed(table, "becomes ")


def test_nothing_secret_is_offered(tmp_path: Path) -> None:
    table = Table(tmp_path)
    before = {text: suggestions(table, text) for text in ("", "at ", "sign end ", "roll ")}
    table.done("event =5", "note secret the ferryman lies")
    (sign,) = table.desk.campaign.world.signs
    wants = [npc.wants for npc in table.desk.campaign.world.npcs]
    for word in WORDS:
        for step in ("", "end ", "bree ", "add X "):
            for each in suggestions(table, f"{word.name} {step}"):
                told = f"{each.text} {each.says}"
                assert sign.encounter not in told
                assert "ferryman" not in told
                assert not any(want in told for want in wants)
    assert suggestions(table, "sign end ") == before["sign end "], "where signs wait is secret"
    assert suggestions(table, "at ") == before["at "]


RUNNABLE = [
    ("slots ", ()),
    ("light ", ()),
    ("light wim ", ()),
    ("light torc", ()),
    ("snuff ", ()),
    ("leave ", ()),
    ("use ", ()),
    ("use ondine ", ()),
    ("drop ", ()),
    ("drop tansy ", ()),
    ('drop wim "short', ()),
    ("refill ", EMPTY_TORCHES),
    ("let-go ", EMPTY_TORCHES),
    ("refill bree ", EMPTY_TORCHES),
    ("give bree ", ()),
    ("give bree rope ", ()),
    ("away ", ()),
    ("back ", ()),
    ("zoom ", ()),
    ("zoom initiative at ", ()),
    ("at ", ()),
    ("becomes ", ("event =3",)),
    ("watch ", TRAVELLING),
    ("sleep ", TRAVELLING),
    ("next ", TRAVELLING),
    ("next sleep watch bree ", TRAVELLING),
    ("effect end ", ()),
    ("effect add Bless ", ()),
    ("effect add Bless miracle 2 on ", ()),
    ("every end ", ("every 6 turns burn", 'every 3 turns "the water rises"')),
    ("every 6 exploration turns ", ()),
    ("errant remove ", ()),
    ("plenty ", ()),
    ("as ", ()),
    ("roll ", ()),
    ("help ", ()),
    ("export ", ()),
    ("export players ", ()),
    ("log ", ()),
    ("eat ", ()),
    ("event ", ()),
]
STEPS = {"watch", "on", "all"}
"""What is put in only to be followed by a name; and `all`, which leaves nothing for the next."""


@pytest.mark.parametrize(("text", "before"), RUNNABLE, ids=[text for text, _ in RUNNABLE])
def test_what_is_put_in_can_be_run(text: str, before: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done(*before) if before else None
    lines = [each for each in completed(table, text) if each.split()[-1] not in STEPS]
    assert lines
    for line in lines:
        answered = table.say(line)
        assert answered.refusal is None or answered.refusal.message.startswith("Which of "), line
        if answered.changes:
            table.done("undo")


@pytest.mark.parametrize("field", ["phys", "pennies", "name", "note", "player"])
def test_a_field_that_is_offered_can_be_set(field: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert f"errant edit bree {field}" in completed(table, "errant edit bree ")
    table.done(f"errant edit bree {field} 7")


def test_alike_things_of_several_are_told_apart_by_whose_they_are(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("give corvin lamp", "give bree candle")
    offered = completed(table, "drop candl")
    assert offered == ["drop bree candle", "drop wim candles"]
    campaign = table.desk.campaign
    gone = campaign.with_errant(replace(campaign.errant("bree"), away=True))
    tables = table.shelves.table_names()
    assert [each.text for each in suggest("drop candl", gone, tables)] == ["candles"]


WRITTEN = st.lists(
    st.one_of(
        st.sampled_from([word.name for word in WORDS] + [s for word in WORDS for s in word.short]),
        st.sampled_from(["bree", "wim", "torch", "add", "end", "on", "at", "watch", "turns", "to"]),
        st.sampled_from(['"', "“the", "«", "!", "#", "=", "+4h", "²", "\xa0", "\u3000", "…", "İ"]),
        st.text(max_size=6),
    ),
    max_size=7,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(pieces=WRITTEN, space=st.sampled_from(["", " ", "  "]))
def test_whatever_is_typed_a_suggestion_keeps_what_stands_before_it_and_can_be_read(
    pieces: list[str], space: str, table: Table
) -> None:
    text = " ".join(pieces) + space
    for each in suggestions(table, text):
        assert 0 <= each.begins <= len(text)
        whole = put_in(text, each)
        line = read_line(whole)
        assert line is not None
        kept = read_line(text[: len(text) - each.begins])
        if kept is None:
            continue
        typed = (kept.word, *kept.arguments)
        assert (line.word, *line.arguments)[: len(typed)] == typed
        put = "".join(line.arguments[len(kept.arguments) :])
        assert put == re.sub(r'[ "]', "", each.text) or put == each.text.strip('"')


def test_a_line_longer_than_any_sentence_gets_no_longer(table: Table) -> None:
    for text in ("slots " + " " * 3_990, "x" * 5_000, "note " + "x" * 5_000):
        for whole in completed(table, text):
            try:
                read_line(whole)
            except Malformed:
                pytest.fail(f"«{whole[:20]}…» is too long")
