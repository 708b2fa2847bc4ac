"""What a line means that is typed as people talk, by mechanism; and what means nothing."""

from pathlib import Path

import pytest

from companion.commands.spoken_lines.phrase_meanings import make_context_for_unparsed_line
from companion.errant.packs.depletion import list_empty_items
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import refuse_whole_phrase
from tests.commands.table import Table

MEANT = [
    # ways to say a word, in any order of what they speak of
    ("bree drops two torches", "drop bree torch x2"),
    ("the lantern ondine puts out", "snuff ondine lantern"),
    ("wim gives his torch to bree", "pass wim bree torch"),
    # what is said by the way
    ("would you kindly light wim's torch", "light wim torch"),
    # an owner, a spot and where something is taken from
    ("bree gets the bedroll out of her pack", "move bree bedroll hand"),
    ("corvin put his staff in his pack", "move corvin staff pack"),
    # numbers and their units
    ("wim's fined 6 pennies", "coins wim -6 pennies"),
    ("one level of exhaustion for corvin", "exhaust corvin +1"),
    ("half an hour passes", "+30m"),
    # a disposition that rises or falls
    ("harl's opinion of us is up by 2", 'npc "Harl Dunn" disposition 7'),
    ("harl's disposition drops by 2", 'npc "Harl Dunn" disposition 3'),
    # slips, beginnings, sounds and single letters
    ("brre drops bedroll", "drop bree bedroll"),
    ("corvin put staf in his pak", "move corvin staff pack"),
    ("o lantern out", "snuff ondine lantern"),
    # a Check that is asked about is not rolled
    ("can wim make a skill save against threat 3?", "save wim skill vs 3 ?"),
    # a turn that comes first, and what the die showed at the end
    ("next turn, we wade across", "next wade across"),
    ("next turn, wade across, and the die shows 3", "next wade across =3"),
    ("turn back the clock one hour", "-1h"),
    ("price of a lantern", "price lantern"),
    # what somebody does beside a Check, and a contest
    ("wim jumps the gap, skill, it's dire", "check wim skill dire"),
    ("wim skill against bree's phys", "check wim skill vs bree phys"),
    # what coins were spent on, and things without a price
    ("ondine pays 2 shillings for the room", "coins ondine -2 shillings"),
    ("wim receives a silver ring", 'give wim "silver ring"'),
    # a question that fate answers, and an intention
    ("is the door locked? ask fate", "fate is the door locked"),
    ("wim plans to pick the lock", "declare wim pick the lock"),
]

MEANS_NOTHING = [
    "bree doesn't drop the torch",
    "nobody lights a torch",
    "don't light wim's torch",
    "bree never drops the torch",
    "drop",
    "bree drops",
    "zork drops the torch",
    "wim lights the flumph",
    "bree drops her flumph",
    "bree takes the torch off the flumph",
    "harl likes zork more",
    # nothing is done for a question
    "did bree drop the torch?",
    "should wim eat?",
    "is bree prone?",
    "does wim give bree his torch?",
]


@pytest.mark.parametrize(("typed", "meant"), MEANT)
def test_a_line_as_people_talk_is_read(typed: str, meant: str, tmp_path: Path) -> None:
    assert Table(tmp_path, whole_words=False).say(typed).meant == meant


@pytest.mark.parametrize("typed", MEANS_NOTHING)
def test_a_line_with_a_word_left_over_is_refused(typed: str, tmp_path: Path) -> None:
    Table(tmp_path, whole_words=False).refused(typed)


@pytest.mark.parametrize("typed", ["harl likes us more", "who is ysolde", "talk to pike"])
def test_a_player_reads_no_name_of_an_unmet_npc(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, seat="caller", whole_words=False)
    unmet = [npc for npc in table.desk.campaign.world.npcs if not npc.met]
    reply = table.say(typed)
    assert not any(each in (reply.meant or "") for npc in unmet for each in (npc.id, npc.name))


@pytest.mark.parametrize("typed", ["refill all", "let-go all", "ok refill all"])
def test_all_at_the_end_of_a_line_is_all_of_it(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("supply bree +5", "use bree rations", "supply wim +5", "use wim arrows")
    table.done("use wim arrows", typed)
    assert not list_empty_items(table.desk.campaign.errants)


@pytest.mark.parametrize("typed", ["note it is well", "declare bree waits now"])
def test_a_text_keeps_its_last_word(typed: str, tmp_path: Path) -> None:
    assert Table(tmp_path, whole_words=False).done(typed).meant is None


def test_a_line_of_nothing_but_signs_is_nobodys_phrase(table: Table) -> None:
    vocabulary = build_vocabulary(make_context_for_unparsed_line(table.desk._build_context))
    nameless = vocabulary._replace(names={**vocabulary.names, (): {"person": "bree"}})
    refuse_whole_phrase([Token(",", ",")], nameless)


def test_a_declared_action_of_blanks_breaks_no_line(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    file = tmp_path / "my-greenmire" / "campaign.toml"
    text = file.read_text(encoding="utf-8")
    action = "sound the flooded stair with the pole"
    assert action in text
    file.write_text(text.replace(action, " "), encoding="utf-8")
    for line in (
        "explored, nothing but a voice",
        "it was fine",
        "they get there",
        "the door is open",
    ):
        reply = table.desk.run(line)
        assert reply is not None
        assert reply.error is None
