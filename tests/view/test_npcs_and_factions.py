"""NPCs, Factions, bonds and Morale as people read them."""

from tests.commands.table import Table
from tests.view.replies import lines


def test_somebody_new_is_told_with_what_to_type_next(table: Table) -> None:
    line = 'npc "goblin band" at sallows threat 1 morale 6 count 8 wants gold note They stink.'
    assert lines(table, line) == [
        "Made: Goblin band (8 of them), Sallow's End.",
        "  Not met; Threat 1; Morale 6.",
        "  Wants gold.",
        "  They stink.",
        'Type react "Goblin band", or talk "Goblin band".',
    ]
    assert lines(table, "npc goblin count 3 at 2,1")[-1] == (
        'Half of them down, or their leader? morale "Goblin band"'
    )
    assert lines(table, "npc goblin") == [
        "Goblin band (3 of them).",
        "  Not met; Threat 1; Morale 6; hex 2,1.",
        "  Wants gold.",
        "  They stink.",
        'How they take it is not known. To roll it: react "Goblin band"',
    ]
    table.done('react "Goblin band" =3,4')
    assert lines(table, "npc goblin")[-1] == "  They stink."


def test_where_nobody_is_known_it_says_how_to_make_somebody(table: Table) -> None:
    for name in ("ysolde", "harl", "pike"):
        table.done(f"npc remove {name}")
    assert lines(table, "npc") == ["There is nobody yet.", 'Try: npc "Brother Odo", or npc ?']
    assert lines(table, "faction")[0] == "No Faction is known."


def test_morale_and_what_the_company_is_to_others(table: Table) -> None:
    assert lines(table, "morale harl is 7 =4,4") == [
        "Harl Dunn: Morale breaks (2D6 4 + 4: 8 against Morale 7).",
        "  When next they act they flee, retreat, surrender or parley.",
    ]
    assert lines(table, "morale harl +1 =3,3") == [
        "Harl Dunn: Morale holds (2D6 3 + 3 +1: 7 against Morale 7)."
    ]
    assert lines(table, "morale harl =3,3", guide=False) == [
        "Harl Dunn: Morale holds (2D6 3 + 3: 6)."
    ]
    assert lines(table, "bond ysolde corvin 11") == [
        "Corvin and Abbess Ysolde: bond 11, friends.",
        "  They do minor favours freely and major favours at a cost.",
    ]
    assert lines(table, "bond harl corvin") == [
        "Corvin and Harl Dunn: no bond is known.",
        'Try: bond "Harl Dunn" corvin 9',
    ]
    assert lines(table, "bond harl corvin 4", "bond harl corvin off") == [
        "Corvin and Harl Dunn: no bond any more."
    ]
    assert lines(table, "court! harl by bree down =4,4") == [
        "Bree and Harl Dunn: 2D6 4 + 4: 8, a task is asked first.",
        'When it is done: bond "Harl Dunn" bree -1',
    ]
    assert lines(table, "faction Wardens reputation 10 alignment L1") == [
        "Made: Wardens, reputation 10, liked, L1, not met.",
        "  They do small courtesies freely and minor favours at a cost.",
        "  Open to the Company: their own wares.",
    ]
    table.done("faction wardens met yes")
    assert lines(table, "court! wardens up =5,5") == [
        "Wardens: 2D6 5 + 5: 10, it moves.",
        "  From 10 to 11: respected.",
    ]
    assert lines(table, "court! wardens by bree up =4,4")[1:] == [
        "When it is done: faction wardens reputation +1"
    ]
    table.done("bond ysolde corvin 12")
    assert lines(table, "court! ysolde by corvin up =6,6")[1] == (
        "  12 already, and no further: confidantes."
    )
    assert lines(table, "npc pike faction wardens", "bond pike bree 11")[-1] == (
        "If they have enough pull in their Faction: faction wardens reputation +1"
    )


def test_an_ally_whose_morale_breaks_may_turn_against_the_company(table: Table) -> None:
    table.done("errant add Tib retainer")
    assert lines(table, "morale tib is 7 =6,6")[-1] == (
        "  They may flee at once, or stay, disgruntled, afraid or mutinous."
    )


def test_where_an_errant_dies_it_is_asked_whether_retainers_lose_heart(table: Table) -> None:
    table.done("errant add Tib retainer")
    assert any(
        line.endswith("Do they lose heart? morale tib") for line in lines(table, "exhaust bree +13")
    )
