"""Negotiations in the recap."""

from companion.campaign.record.story import StoryLine
from companion.view.record.recap import build_recap_scenes
from tests.commands.table import Table
from tests.view.replies import lines


def story(table: Table, *typed: str) -> list[str]:
    """What the recap tells of talks, the time left out."""
    return [line[2:].partition("  ")[2] for line in lines(table, *typed, "recap") if "alk" in line]


def test_the_recap_tells_a_negotiation_as_a_story_of_a_few_lines(table: Table) -> None:
    table.done("talk harl", "talk harl banal", "talk harl giving =10", "talk harl bribe -3")
    table.done("talk harl taking =3", "talk harl end he walks off")
    assert story(table) == [
        "Talked with Harl Dunn: small talk; Ondine pleased them; Ondine affronted them with a "
        "bribe; Ondine was refused. It ended.",
        "The talk with Harl Dunn ended: he walks off.",
    ]


def test_two_negotiations_are_told_as_they_took_turns(table: Table) -> None:
    table.done("talk harl", "talk ysolde", "talk harl banal", "talk ysolde banal")
    table.done("talk ysolde end", "talk harl end")
    assert story(table) == [
        "Talked with Harl Dunn: small talk.",
        "Talked with Abbess Ysolde: small talk. It ended.",
        "The talk with Harl Dunn ended.",
    ]


def test_whose_patience_is_worn_out_would_have_no_more_of_it(table: Table) -> None:
    table.done("react harl is 2", "talk harl", *["talk harl banal"] * 3)
    assert story(table) == [
        "Talked with Harl Dunn: small talk (3 times). Harl Dunn would have no more of it."
    ]


def test_an_exchange_that_was_taken_back_never_was(table: Table) -> None:
    table.done("talk harl", "talk harl banal", "talk harl taking =20", "undo")
    assert story(table) == ["Talked with Harl Dunn: small talk."]


def test_a_long_negotiation_keeps_its_speakers_and_its_end(table: Table) -> None:
    table.done("npc Judge disposition 12", "talk judge")
    for who in ("wim", "bree") * 6:
        table.done(f"talk judge convincing by {who} dv 4 =5")
    table.done("talk judge end the gavel falls")
    told, secretly = [line for line in lines(table, "recap") if "Judge" in line]
    assert told.startswith(
        "  13:20  Talked with Judge: Wim is to bring proof; Bree is to bring proof;"
    )
    assert told.endswith("… It ended.")
    assert secretly.endswith("The talk with Judge ended: the gavel falls.")
    assert len(told) <= 4 * 80


def test_what_a_hand_wrote_into_the_journal_is_told_as_it_stands() -> None:
    exchange = StoryLine(1, 3, "13:20", "guide", "talk", "Harl", "taking {0.__class__} bree")
    assert [scene.full_text for scene in build_recap_scenes([exchange], str)] == [
        "Talked with Harl: {0.__class__}."
    ]


def test_a_sign_that_waits_nowhere_has_no_place_beside_it(table: Table) -> None:
    table.done("out!", "out!", "zoom exploration", "turn", "event =5")
    (waiting,) = [line for line in lines(table, "recap") if "sign waits" in line]
    assert waiting.startswith("  A sign waits: ")
