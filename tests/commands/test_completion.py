"""What Tab offers, asked of the pure function: no terminal, no desk but to run what is put in."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.campaign.campaign import Book, Campaign
from companion.commands.line_completion import Suggestion, complete_typed_line
from companion.grammar.command_words import WORDS
from companion.grammar.help_pages_file import load_help_pages
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Malformed
from tests.commands.table import Table

EMPTY_TORCHES = ("light bree torch", "burn", "burn")
TRAVELLING = ("done", "out", "done", "turn")


def put_in(text: str, suggestion: Suggestion) -> str:
    """The text with a suggestion put in where the cursor stands, at its end."""
    return text[: len(text) - suggestion.replaced_length] + suggestion.text


def suggestions(table: Table, text: str, *, campaign: Campaign | None = None) -> list[Suggestion]:
    """What is suggested at this table, or where the campaign stood otherwise."""
    context = table.desk.build_completion_context()
    return complete_typed_line(text, context._replace(campaign=campaign or context.campaign))


def completed(table: Table, text: str) -> list[str]:
    """The whole lines that the suggestions make of a text."""
    return [put_in(text, each) for each in suggestions(table, text)]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """One table for all that only asks."""
    return Table(tmp_path_factory.mktemp("campaigns"))


def test_what_is_open_comes_first_then_next_then_the_words_in_their_order(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("next! =2")
    assert completed(table, "")[:3] == ["rest", "press-on", "next"]
    table.done("rest", *EMPTY_TORCHES, "declare search the nave")
    assert completed(table, "")[:4] == ["refill", "let-go", "done", "next"]
    table.done("refill all", "done")
    offered = completed(table, "")
    assert offered[0] == "next"
    no_more = {"next", "press-on", "refill", "let-go", "redo", "request", "grant", "deny"}
    assert offered[1:] == [word for word in load_help_pages().words if word not in no_more]


@pytest.mark.parametrize("after", ["", "secret "])
def test_what_settles_something_is_offered_where_it_is_open_alone(
    after: str, tmp_path: Path
) -> None:
    for word, lines in (
        ("press-on", ("event! =2",)),
        ("ignore", ("event! =4",)),
        ("becomes", ("event! =4",)),
        ("redo", ("declare dig", "undo")),
        ("refill", EMPTY_TORCHES),
        ("let-go", EMPTY_TORCHES),
    ):
        table = Table(tmp_path / word)
        table.done("done", "turn")
        assert f"{after}{word}" not in completed(table, after)
        assert f"{after}{word}" not in completed(table, f"{after}{word[:3]}")
        table.done(*lines)
        assert f"{after}{word}" in completed(table, after)
    table = Table(tmp_path)
    table.done("event! =4", "ignore")
    assert f"{after}ignore" not in completed(table, after)
    assert f"{after}becomes" in completed(table, after)


def test_where_no_turn_is_open_one_is_opened_first(table: Table) -> None:
    nothing = Campaign(book=Book(name="empty"))
    assert suggestions(table, "", campaign=nothing)[0].text == "zoom"
    assert suggestions(table, "next ", campaign=nothing) == []
    assert [s.text for s in suggestions(table, "zoom ", campaign=nothing)] == [
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
    offered = completed(table, "re")
    assert offered[0] == "rest"
    first_inner = next(at for at, line in enumerate(offered) if not line.startswith("re"))
    assert all(not line.startswith("re") for line in offered[first_inner:])
    assert {"secret", "declare"} <= set(offered[first_inner:])


def test_every_suggestion_of_a_word_says_what_it_does(table: Table) -> None:
    for each in suggestions(table, ""):
        assert each.description
        assert load_help_pages().words[each.text].summary.startswith(each.description)


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
        ("drop saint of e", ['drop "saint of eels"']),
        ("drop bree saint", ['drop bree "saint of eels"']),
        ('drop bree "the saint of', ['drop bree "saint of eels"']),
        ("drop bree “the saint of", ['drop bree "saint of eels"']),
        ("give wim mess", ['give wim "mess kit"']),
        ("give wim mess k", ['give wim "mess kit"']),
        ("give wim arrow", ["give wim ammunition"]),
        ("give wim torch h", ["give wim torch hand", "give wim torch handy"]),
        ("give wim torch hand ", ["give wim torch hand slots", "give wim torch hand uses"]),
        ("away ", ["away bree", "away corvin", "away ondine", "away wim"]),
        ("back ", ["back tansy"]),
        ("zoom ", ["zoom initiative"]),
        ("zoom initiative ", ["zoom initiative at"]),
        ("zoom initiative at cha", ['zoom initiative at "Drowned Chapel"']),
        ("zoom initiative at the cau", ["zoom initiative at causeway"]),
        ("at the drow", ['at "Drowned Chapel"']),
        ("at sall", ['at "Sallow\'s End"']),
        ("as no", ["as note-taker"]),
        ("sign ", ["sign end"]),
        ("sign end cause", ["sign end causeway"]),
        ("plenty ", ["plenty on", "plenty off"]),
        ("effect end ague", ['effect end "fen ague"']),
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
        ("export json ", ["export json players"]),
        ("log n", ["log notes"]),
        ("note s", ["note secret"]),
        ("roll chapel-e", ["roll greenmire/chapel-effects", "roll greenmire/chapel-encounters"]),
        ("roll encou", ["roll encounters", "roll dungeon/encounters"]),
        ("roll greenmire/weather season=w", ["roll greenmire/weather season=winter"]),
        ("roll greenmire/weather winter", ["roll greenmire/weather season=winter"]),
        ("roll greenmire/weather ter", ["roll greenmire/weather terrain=marsh"]),
        ("roll greenmire/weather season=winter season", []),
        ("roll greenmire/weather x2 time=n", ["roll greenmire/weather x2 time=night"]),
        ("roll 2d6 ", []),
        ("draw greenmire/rum", ["draw greenmire/rumours"]),
        ("roll ", ["roll encounters", "roll effects"]),
        ("shuffle ", []),
        ("season ", ["season spring"]),
        ("season wi", ["season winter"]),
        ("season winter ", []),
        ("tables ", ["tables list", "tables show", "tables check"]),
        ("tables list n", ["tables list npcs"]),
        ("tables show marsh-e", ["tables show greenmire/marsh-effects"]),
        ("tables list npcs ", []),
        ("secret dro", ["secret drop"]),
        ("secret drop wim bow", ['secret drop wim "short bow"']),
        ("secret secret ", []),
        ("# sno", []),
        ("xyzzy b", []),
        ("quit ", []),
        ("+4h ", []),
        ("+", ["+10m", "+4h", "+1d", "+2t"]),
        ("-", ["-10m", "-4h", "-1d", "-2t"]),
        ("+4", ["+4h"]),
        ("secret +", ["secret +10m"]),
        ("clock ", ["clock +10m"]),
        ("clock -", ["clock -10m"]),
        ("every ", ["every 6 turns"]),
        ("supply bree ", ["supply bree +1", "supply bree -1"]),
        ("supply bree -", ["supply bree -1"]),
        ("supply nobody ", []),
        ("exhaust bree ", ["exhaust bree +1"]),
        ("exhaust all ", ["exhaust all +1"]),
        ("exhaust tansy ", []),
        ("watch ", []),
        ("sleep ", []),
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
    assert suggestions(table, "at cause")[0].description == "The Causeway"
    assert (
        suggestions(table, "give wim candle")[0].description == "1 p, Rarity 1, 0.25 slots, Burn 1"
    )


def test_who_is_here_comes_before_who_is_not(table: Table) -> None:
    offered = suggestions(table, "slots ")
    assert [each.text for each in offered] == ["bree", "corvin", "ondine", "wim", "tansy"]
    assert offered[-1].description == "Old Tansy, away"


def test_only_what_is_at_0_and_can_be_paid_is_refilled(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert completed(table, "refill ") == completed(table, "let-go ") == []
    table.done(*EMPTY_TORCHES)
    assert completed(table, "refill ")[:2] == ['refill bree "torch 0 left"', "refill wim torch"]
    assert completed(table, "refill al") == ["refill all"]
    table.done("supply bree -6")
    assert completed(table, "refill ")[:1] == ["refill wim torch"]
    assert completed(table, "let-go ")[:1] == ["let-go wim torch"]


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


def test_watchers_are_named_one_after_another_and_each_once(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done(*TRAVELLING)
    everybody = ["watch bree", "watch corvin", "watch ondine", "watch wim", "watch nobody"]
    assert completed(table, "watch ") == everybody
    assert completed(table, "watch bree Wim ") == ["watch bree Wim corvin", "watch bree Wim ondine"]
    assert completed(table, "watch nobody ") == []


def test_becomes_offers_the_other_faces_with_their_results(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "turn")
    assert completed(table, "becomes ") == []
    table.done("event =3")
    offered = suggestions(table, "becomes ")
    assert [each.text for each in offered] == ["1", "2", "4", "5", "6"]
    assert offered[3].description == "encounter sign"
    table.done("ignore")
    assert "becomes 3" in completed(table, "becomes ")


def test_nothing_secret_is_offered(tmp_path: Path) -> None:
    table = Table(tmp_path)
    before = {text: suggestions(table, text) for text in ("at ", "sign end ", "roll ")}
    table.done("event! =5", "note secret the ferryman lies")
    (sign,) = table.desk.campaign.world.signs
    wants = [npc.wants for npc in table.desk.campaign.world.npcs]
    for word in WORDS:
        for step in ("", "end ", "to ", "bree ", "add X "):
            for each in suggestions(table, f"{word.name} {step}"):
                told = f"{each.text} {each.description}"
                assert sign.encounter not in told
                assert "ferryman" not in told
                assert not any(want in told for want in wants)
    assert suggestions(table, "sign end ") == before["sign end "], "where signs wait is secret"
    assert suggestions(table, "at ") == before["at "]


def test_what_has_burnt_out_is_not_left_burning(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert "leave wim torch" in completed(table, "leave ")
    table.done(*EMPTY_TORCHES)
    assert completed(table, "leave ") == ["leave lantern", "leave ondine"]


def test_undo_offers_the_newest_entries_with_their_lines(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done(*(f"supply wim +{number}" for number in range(1, 13)))
    table.done("light bree torch", "note salt", "undo", "company")
    *offered, to = suggestions(table, "undo ")
    assert to.text == "to"
    assert [(each.text, each.description) for each in offered] == [
        ("13", "light bree torch"),
        ("12", "supply wim +12"),
    ], "the others have a later one standing on them"
    back = suggestions(table, "undo to ")
    assert [each.text for each in back] == [str(number) for number in range(12, 2, -1)]
    assert back[0].description == "supply wim +12"
    assert completed(table, "undo 1") == ["undo 13", "undo 12"]


def test_an_entry_whose_number_another_session_has_too_is_named_whole(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("supply wim +1", "supply bree +1")
    newest, oldest = table.desk.archive.read_entries()
    entries = [newest, replace(newest, session="zzzz", changes=()), oldest]
    context = table.desk.build_completion_context()
    offered = complete_typed_line("undo ", context._replace(read_entries=lambda: iter(entries)))
    assert [each.text for each in offered] == [newest.name, "1", "to"]


def test_what_is_the_guides_alone_to_take_back_is_offered_to_them_alone(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("supply wim +1", "supply bree +1", "note secret the ferryman lies", "light torch")
    assert ("3", "secret") in [
        (each.text, each.description) for each in suggestions(table, "undo ")
    ]
    assert completed(table, "undo to ") == ["undo to 3", "undo to 2", "undo to 1"]
    table.done("as caller")
    assert completed(table, "undo ") == ["undo 4", "undo 2", "undo 1", "undo to"]
    assert completed(table, "undo to ") == []
    for line in ("undo 4", "undo 2", "undo 1"):
        table.done(line)


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
    gone = campaign.with_errant(replace(campaign.get_errant("bree"), away=True))
    assert [each.text for each in suggestions(table, "drop candl", campaign=gone)] == ["candles"]


WRITTEN = st.lists(
    st.one_of(
        st.sampled_from(
            [word.name for word in WORDS] + [s for word in WORDS for s in word.short_forms]
        ),
        st.sampled_from(["bree", "wim", "torch", "add", "end", "on", "at", "watch", "turns", "to"]),
        st.sampled_from(['"', "“the", "«", "!", "#", "=", "+4h", "²", "\xa0", "\u3000", "…", "İ"]),
        st.text(max_size=6),
    ),
    max_size=7,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(pieces=WRITTEN, space=st.sampled_from(["", " ", "  "]))
def test_a_suggestion_keeps_the_text_before_it_and_can_be_read(
    pieces: list[str], space: str, table: Table
) -> None:
    text = " ".join(pieces) + space
    for each in suggestions(table, text):
        assert 0 <= each.replaced_length <= len(text)
        whole = put_in(text, each)
        line = parse_typed_line(whole)
        assert line is not None
        kept = parse_typed_line(text[: len(text) - each.replaced_length])
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
                parse_typed_line(whole)
            except Malformed:
                pytest.fail(f"«{whole[:20]}…» is too long")


def test_only_the_guide_is_offered_decks_and_tables_of_the_place(tmp_path: Path) -> None:
    guide = Table(tmp_path)
    guide.done("draw npcs/names x2")
    assert [each.description for each in suggestions(guide, "shuffle ")] == ["2 drawn"]
    assert "roll rumours" in completed(guide, "roll rum")
    player = Table(tmp_path, seat="caller")
    assert completed(player, "shuffle ") == []
    assert "roll rumours" not in completed(player, "roll rum")


def test_the_menu_says_which_fact_holds_as_it_is(table: Table) -> None:
    says = {each.text: each.description for each in suggestions(table, "roll greenmire/weather ")}
    assert says["season=autumn"] == says["time=day"] == "for this once, as it is"
    assert says["season=winter"] == says["settlement=town"] == "for this once"


def test_draw_offers_the_tables_of_the_place_first(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("out!", "at greenmire")
    assert "rumours" in [each.text for each in table.desk.suggest_completions("draw ")][:4]
    table.done("zoom exploration at causeway")
    offered = [each.text for each in table.desk.suggest_completions("draw ")]
    assert {"rumours", "greenmire/rumours", "npcs/names"} <= set(offered)
    table.done("draw rumours")
