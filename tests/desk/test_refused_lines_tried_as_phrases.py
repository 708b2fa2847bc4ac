"""Lines as people talk, at a desk: what is meant is done, said and journalled."""

import json
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

from companion.commands.dispatch import classify_answered_line_privacy, resolve_word_of_line
from companion.commands.spoken_lines import phrase_meanings
from companion.grammar.context import Context
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Broken, Refusal
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table
from tests.rounds import pick_part


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


def test_what_was_meant_is_done_and_said(table: Table) -> None:
    reply = table.done("bree drops two torches")
    assert (reply.line, reply.meant) == ("bree drops two torches", "drop bree torch x2")
    assert [item.count for item in table.desk.campaign.get_errant("bree").items][2] == 1


def test_the_line_of_the_companion_is_said_first_and_faintly(table: Table) -> None:
    reply = table.done("bree drops two torches")
    first = render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)[0]
    assert (first, first.tone) == ("= drop bree torch x2", "detail")


def test_refilling_the_food_refills_no_torch_that_has_run_out_too(table: Table) -> None:
    table.done("done", "out", "done", "next walk =3", "snuff! wim torch")
    assert table.say("refill the rations").meant == "refill all rations"


def test_a_line_in_the_companion_s_own_words_says_nothing_first(table: Table) -> None:
    assert table.done("drop bree torch x2").meant is None


def test_the_line_that_was_meant_is_journalled_and_the_typed_one_beside_it(table: Table) -> None:
    table.done("bree drops two torches")
    entry = next(iter(table.desk.archive.read_entries()))
    assert (entry.line, entry.typed) == ("drop bree torch x2", "bree drops two torches")


def test_undo_takes_back_what_was_meant(table: Table) -> None:
    before = table.desk.campaign
    table.done("bree drops two torches", "take that back")
    assert table.desk.campaign == before


def test_two_meanings_are_both_told_and_nothing_is_done(table: Table) -> None:
    refusal = table.refused("check phys bree 3")
    assert refusal.kind == "ambiguous"
    assert refusal.hint == "Try: check bree phys dv 3, or check bree phys =3"


@pytest.mark.parametrize(
    "line",
    [
        "frobnicate the gizmo",
        "bree doesn't drop the torch",
        "nobody drops two torches",
        "zork drops two torches",
        "bree drops two torches unless it rains",
        "drop",
        "buy! company",
    ],
)
def test_what_is_not_wholly_understood_is_refused(line: str, table: Table) -> None:
    assert table.refused(line).kind in ("unknown", "malformed", "ambiguous")


def test_a_phrase_that_would_be_read_as_a_text_is_what_it_says(table: Table) -> None:
    reply = table.say("done", "next turn =4")
    assert reply.meant is None
    assert table.say("next turn").meant == "next"


def test_what_is_kept_as_it_is_typed_keeps_its_article(table: Table) -> None:
    assert table.done("sign the tithe collectors").meant is None
    assert table.desk.campaign.world.signs[-1].encounter == "the tithe collectors"


def test_the_guide_forces_what_is_meant(table: Table) -> None:
    table.done("at reedmarket")
    assert table.done("buy! a rope for bree").meant == "buy! bree rope"


def test_a_secret_stays_one(table: Table) -> None:
    reply = table.done("secret bree drops two torches")
    assert (reply.meant, reply.has_secret_prefix) == ("secret drop bree torch x2", True)
    entry = next(iter(table.desk.archive.read_entries()))
    assert entry.secret


def test_the_history_goes_by_what_was_meant(table: Table) -> None:
    for line, privacy in (
        ("gm note pike is the thief", "secret"),
        ("bree drops two torches", "open"),
        ("tell me about pike", "unknown"),
    ):
        reply = table.done(line)
        assert classify_answered_line_privacy(line, reply, table.desk.campaign, "guide") == privacy


def test_a_player_hears_nothing_of_whom_nobody_has_met(tmp_path: Path) -> None:
    table = Table(tmp_path, seat="caller", whole_words=False)
    assert table.refused("how does pike feel about us").message == table.refused(
        "how does odo feel about us"
    ).message.replace("odo", "pike")


def test_a_script_is_told_the_line_it_should_have_typed(tmp_path: Path) -> None:
    refusal = Table(tmp_path).refused("bree drops two torches")
    assert refusal.hint == "Try: drop bree torch x2"


def test_json_tells_what_a_loose_line_meant(table: Table) -> None:
    reply = table.done("bree drops two torches")
    data = json.loads(encode_reply(reply, guide=True, loose=True))
    assert (data["line"], data["meant"]) == ("bree drops two torches", "drop bree torch x2")
    strict = json.loads(encode_reply(table.done("status"), guide=True))
    assert "meant" not in strict


def test_a_table_s_own_words_stand_for_those_of_the_companion(tmp_path: Path) -> None:
    Table(tmp_path)
    book = tmp_path / "my-greenmire" / "campaign.toml"
    added = '\n[synonyms]\ntorchling = "torch"\nfling = "drop"\n'
    book.write_text(book.read_text(encoding="utf-8") + added, encoding="utf-8")
    table = Table(tmp_path, whole_words=False)
    assert table.done("bree flings two torchlings").meant == "drop bree torch x2"


def test_a_table_s_own_word_for_a_person_is_who_does_it(tmp_path: Path) -> None:
    write_synonyms(tmp_path, '\n[synonyms]\nboss = "Bree"\n')
    table = Table(tmp_path, whole_words=False)
    assert table.done("boss drops a torch").meant == "drop bree torch"
    assert table.done("the boss takes 2 damage").meant == "hurt bree 2"
    assert table.done("boss searches the wall").meant == "declare Bree searches the wall"


def test_a_word_for_several_of_an_archetype_asks_who_is_meant(tmp_path: Path) -> None:
    write_synonyms(tmp_path, "")
    wim = tmp_path / "my-greenmire" / "errants" / "wim.toml"
    wim.write_text(wim.read_text(encoding="utf-8").replace('"deviant"', '"occult"'), "utf-8")
    table = Table(tmp_path, whole_words=False)
    refusal = table.refused("the mage drops a torch")
    assert refusal.hint == "Try: corvin drops a torch, or wim drops a torch"
    assert table.refused("the thief drops a torch").kind == "unknown"
    table.done("away corvin")
    assert table.done("the mage drops a torch").meant == "drop wim torch"


def test_a_long_line_means_nothing_at_once(table: Table) -> None:
    assert table.refused("bree and " * 300).kind == "unknown"


def test_broken_price_tables_stop_no_other_line(tmp_path: Path) -> None:
    Table(tmp_path)
    goods = tmp_path / "my-greenmire" / "tables" / "goods"
    goods.mkdir(parents=True)
    (goods / "bad.toml").write_text("[[goods\n", encoding="utf-8")
    table = Table(tmp_path, whole_words=False)
    assert table.done("bree drops two torches").meant == "drop bree torch x2"
    assert table.refused("foo bar").kind == "unknown"
    assert Table(tmp_path).refused("foo bar").kind == "unknown"


def write_synonyms(folder: Path, text: str) -> None:
    Table(folder)
    book = folder / "my-greenmire" / "campaign.toml"
    book.write_text(book.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_a_synonym_is_not_replaced_again(tmp_path: Path) -> None:
    chain = "".join(f'w{each} = "w{each + 1} w{each + 1}"\n' for each in range(40))
    write_synonyms(tmp_path, f"\n[synonyms]\n{chain}")
    assert Table(tmp_path, whole_words=False).refused("w0").kind == "unknown"


@pytest.mark.parametrize(
    "text",
    [
        "\n[synonyms]\nx = 3\n",
        '\n[synonyms]\nx = ""\n',
        "\n[synonyms]\n" + "".join(f'w{each} = "x"\n' for each in range(201)),
    ],
)
def test_synonyms_that_are_none_are_a_problem_of_the_file(text: str, tmp_path: Path) -> None:
    write_synonyms(tmp_path, text)
    with pytest.raises(Broken) as broken:
        Table(tmp_path)
    assert "synonyms" in str(broken.value)


def test_marks_in_a_synonym_are_letters_like_others(tmp_path: Path) -> None:
    write_synonyms(tmp_path, '\n[synonyms]\n"(.*" = "drop"\n"x+" = "\\\\1"\n')
    assert Table(tmp_path, whole_words=False).refused("xx bree").kind == "unknown"


TEXTS = (
    "drop bree torch all",
    "pass bree wim torch all",
    "note the ferryman lies to us",
    "note they betrayed us all",
    "note rolled 5",
    "note the ogre came up 3",
    "secret note the reeve lies to us all",
    "done the rope came up 5",
    "declare search the room first",
    "declare wim: listen at the door, then wait",
    "fate is the reeve going to",
    "npc harl wants you",
    "npc ysolde note she wants us",
    "every 3 turns tell us all",
    "effect add the shakes on bree",
)


def list_own_lines() -> list[str]:
    """Lines in the companion's own words: of the recorded evenings, of the phrases, and texts."""
    tests = Path(__file__).parents[1]
    lines = [*TEXTS]
    for file in sorted((tests / "sessions").glob("*.txt")):
        lines += file.read_text(encoding="utf-8").splitlines()
    for file in sorted((tests / "phrases").glob("*.toml")):
        for phrase in tomllib.loads(file.read_text(encoding="utf-8"))["phrase"]:
            lines += phrase.get("either") or filter(None, [phrase.get("means")])
    return sorted({line for line in lines if line.strip() and not line.startswith("#")})


def test_what_can_be_read_as_it_is_typed_means_nothing_else(table: Table) -> None:
    context = table.desk.build_completion_context()

    def make_context(line: Line) -> Context:
        return context._replace(word=line.word, arguments=line.arguments, rest=line.rest)

    for text in pick_part(list_own_lines(), 1):
        line = parse_typed_line(text)
        assert line is not None
        with suppress(Refusal):
            resolved = resolve_word_of_line(line, table.desk.campaign, whole=True)
            resolved.word.read(resolved.line.arguments, make_context(resolved.line))
            assert (
                phrase_meanings.find_meaning_of_misread_phrase(text, line, make_context) is None
            ), text
            assert (
                phrase_meanings.find_meaning_behind_catch_all_word(text, line, make_context) is None
            ), text


@pytest.mark.parametrize("line", ["give wim a torch", "give wim torch"])
def test_a_player_is_asked_whose_torch_it_is_that_others_carry(line: str, tmp_path: Path) -> None:
    table = Table(tmp_path, seat="caller", whole_words=False)
    refusal = table.refused(line)
    assert refusal.kind == "ambiguous"
    assert refusal.hint.startswith("Try: pass bree wim torch, or ")
    assert refusal.hint.endswith(", or give! wim torch")


def test_a_player_gives_at_once_what_nobody_else_carries(tmp_path: Path) -> None:
    assert Table(tmp_path, seat="caller", whole_words=False).done("give wim crowbar").ok


def test_an_article_is_no_part_of_what_is_listed(table: Table) -> None:
    table.done("give corvin a rope, 5 shillings", "give wim 5 shillings and a rope")
    for errant in ("corvin", "wim"):
        names = [item.name for item in table.desk.campaign.get_errant(errant).items]
        assert "rope" in names
        assert "a rope" not in names


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("give wim a ruby", 'give wim "ruby"'),
        ("give wim a ruby worth 30", 'give wim "ruby" worth 30'),
        ("give wim a ruby and 5 shillings", 'give wim "ruby", 5 shillings'),
        ("give wim a rope, a ruby", 'give wim a rope, "ruby"'),
    ],
)
def test_what_nobody_sells_is_new_only_in_quotes(typed: str, hint: str, table: Table) -> None:
    assert table.refused(typed).hint == f"For a thing of your own: {hint}"
    table.done(hint)
    assert "ruby" in [item.name for item in table.desk.campaign.get_errant("wim").items]


@pytest.mark.parametrize("typed", ["sea wint", "seas winter", "season wint"])
def test_a_season_is_known_by_its_beginning(typed: str, table: Table) -> None:
    table.done(typed)
    assert table.desk.campaign.book.season == "winter"


def test_a_beginning_of_several_words_alone_is_asked_about(table: Table) -> None:
    refusal = table.refused("sta")
    assert (refusal.kind, refusal.hint) == ("ambiguous", "Try: stash, or status")
