"""What the menu offers of whom the Company meets.

The Company as the sample has it: Old Pike met nobody yet.
"""

import pytest

from tests.commands.table import Table


def offered(table: Table, text: str) -> list[str]:
    """What could be typed where this text ends."""
    return [suggestion.text.strip() for suggestion in table.desk.suggest_completions(text)]


@pytest.mark.parametrize("word", ["npc", "react", "talk", "morale", "bond"])
def test_npcs_are_offered_and_to_a_player_only_those_they_met(word: str, table: Table) -> None:
    assert offered(table, f"{word} ")[:3] == ["ysolde", '"Harl Dunn"', '"Old Pike"']
    table.done("as caller")
    assert offered(table, f"{word} ")[:2] == ["ysolde", '"Harl Dunn"']
    assert '"Old Pike"' not in offered(table, f"{word} ")
    assert offered(table, f"{word} pi") == []


def test_factions_are_offered_and_to_a_player_only_those_they_know_of(table: Table) -> None:
    table.done("faction Wardens reputation 6", "faction Bench met yes")
    assert offered(table, "faction ") == ["wardens", "bench", "new", "remove"]
    table.done("as caller")
    assert offered(table, "faction ") == ["bench", "new", "remove"]
    assert "wardens" not in offered(table, "court ")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("npc harl ", ["disposition", "alignment", "threat"]),
        ("npc harl threat 2 ", ["disposition", "alignment", "morale"]),
        ("npc harl threat ", []),
        ("faction wardens ", ["reputation", "alignment"]),
        ("check bree ", ["phys", "skill", "mind", "pres"]),
        ("check bree pres ", ["dv", "shaky", "dire", "weak", "strong", "physical", "stabilise"]),
        ("check bree pres dv ", []),
        ("check bree pres with ", ["ysolde", '"Harl Dunn"', '"Old Pike"']),
        ("check bree pres vs w", ["wim"]),
        ("react harl ", ["+1", "-1"]),
        ("react harl +1 ", ["lowest"]),
        ("talk harl ", ["banal", "giving", "taking", "convincing", "bribe", "base", "patience"]),
        ("talk harl gi", ["giving"]),
        ("talk harl giving ", ["dv", "shaky", "dire", "weak", "strong", "by"]),
        ("talk harl giving by ", ["bree", "corvin", "ondine", "wim"]),
        ("talk harl giving by bree ", ["dv", "shaky", "dire", "weak", "strong"]),
        ("talk harl banal ", ["by"]),
        ("talk harl bribe ", ["+1", "-1"]),
        ("talk harl patience ", ["+1", "-1"]),
        ("talk harl base ", ["giving", "taking", "convincing"]),
        ("talk harl base giving ", ["dv", "shaky", "dire", "weak", "strong"]),
        ("talk harl end ", []),
        ("bond harl ", ["bree", "corvin"]),
        ("court harl ", ["up", "down", "by"]),
        ("court harl up ", ["by"]),
    ],
)
def test_what_can_follow_is_offered(text: str, first: list[str], table: Table) -> None:
    found = offered(table, text)
    assert found[: len(first)] == first
    if not first:
        assert found == []
