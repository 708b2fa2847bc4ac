"""Checks, NPCs, Reaction Rolls, Negotiations and Morale as people read them."""

from pathlib import Path

import pytest

from companion.campaign.story import StoryLine
from companion.view.record.recap import build_scenes
from companion.view.reply import render_reply
from companion.view.screen.drawing import draw_reply
from companion.view.wording import make_name_lookup
from tests.commands.table import Table

_KINDS = (
    "Type talk {0}, then banal (small talk), giving (gifts, praise), taking (a request), "
    "convincing (an argument, a lie) or bribe."
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it, nothing declared in the chapel any more."""
    table = Table(tmp_path)
    table.done("done")
    return table


def lines(table: Table, *typed: str, guide: bool = True) -> list[str]:
    """What people read of the last of these lines, but for the way back."""
    reply = table.done(*typed)
    shown = render_reply(reply, make_name_lookup(table.desk.campaign), guide=guide)
    return [str(line) for line in shown if not line.startswith("undo takes")]


def panel(table: Table, *typed: str, guide: bool = True, width: int = 80) -> list[str]:
    """What is drawn for the last of these lines, but for the way back."""
    reply = table.done(*typed)
    shown = draw_reply(
        reply,
        make_name_lookup(table.desk.campaign),
        guide=guide,
        form="full",
        width=width,
        plain=False,
    )
    return [line.plain for line in shown if not line.plain.startswith("undo takes")]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "check bree phys dv 4 =9",
            ["Bree checks phys 13 at DV 4: D20 9, success.", "  Fair Impact: what was wanted."],
        ),
        (
            "check bree phys dire =14",
            [
                "Bree checks phys 13 at DV 0: D20 14, failure.",
                "  Dire Position: worse than anybody thought.",
            ],
        ),
        (
            "check wim skill physical wet stone +4 rope -2 strong =12",
            [
                "Wim checks skill 14 at DV 4: D20 12, success.",
                "  In the DV: wet stone +4, rope -2 and Encumbrance +2.",
                "  Strong Impact: better than expected.",
            ],
        ),
        (
            "check bree phys dv 4 rope -2 =9",
            [
                "Bree checks phys 13 at DV 2: D20 9, success.",
                "  In the DV: 4 to begin with and rope -2.",
                "  Fair Impact: what was wanted.",
            ],
        ),
        (
            "check bree phys rope -2 weak",
            [
                "Bree checks phys 13 at DV -2: it succeeds without a roll.",
                "  In the DV: rope -2.",
                "  Weak Impact: not exactly what was hoped.",
            ],
        ),
        ("check bree phys dv 4 ?", ["Bree checks phys 13 at DV 4: 9/20 (45%) to succeed."]),
        (
            "check bree phys vs wim skill =9,9",
            [
                "Bree checks phys 13 at DV 0: D20 9, success.",
                "  Wim the Lesser at 14, DV 0: D20 9, success.",
                "A tie: a draw, or another opposed Check.",
            ],
        ),
        (
            "save bree skill vs 3 =3",
            [
                "Bree saves with skill 11 at DV 3: D20 3, failure.",
                "  Risky Position: about as bad as expected.",
            ],
        ),
        (
            "save harl vs bree =5",
            [
                "Saving Throw of Harl Dunn, by Threat, 10 at DV 1: D20 5, success.",
                "  Fair Impact: what was wanted.",
            ],
        ),
        (
            "check bree phys vs wim skill ?",
            [
                "Bree checks phys 13 at DV 0: 13/20 (65%) to succeed.",
                "  Wim the Lesser at 14, DV 0.",
                "Bree wins 39%; Wim the Lesser wins 47%; a tie 3%; both fail 10%.",
            ],
        ),
        (
            "check bree phys rope -2 ?",
            ["Bree checks phys 13 at DV -2: certain to succeed.", "  In the DV: rope -2."],
        ),
        ("check bree mind dv 8 ?", ["Bree checks mind 8 at DV 8: no chance to succeed."]),
        ("fate is it deep =1", ["Fate «is it deep»: D6 1, as bad as can be for them."]),
        ("fate =6", ["Fate: D6 6, as good as can be for them."]),
    ],
)
def test_a_check_says_what_it_was_against_and_what_it_means(
    typed: str, told: list[str], table: Table
) -> None:
    table.done("npc harl threat 2")
    assert lines(table, typed) == told


def test_somebody_new_is_told_with_what_to_type_next(table: Table) -> None:
    line = 'npc "goblin band" at sallows threat 1 morale 6 count 8 wants gold note They stink.'
    assert lines(table, line) == [
        "Made: Goblin band (8 of them), Sallow's End.",
        "  Not met; Threat 1; Morale 6.",
        "  Wants gold.",
        "  They stink.",
        "Type react goblin-band, or talk goblin-band.",
    ]
    assert lines(table, "npc goblin count 3 at 2,1")[-1] == (
        "Half of them down, or their leader? morale goblin-band"
    )
    assert lines(table, "npc goblin") == [
        "Goblin band (3 of them).",
        "  Not met; Threat 1; Morale 6; hex 2,1.",
        "  Wants gold.",
        "  They stink.",
    ]


def test_where_nobody_is_known_it_says_how_to_make_somebody(table: Table) -> None:
    for name in ("ysolde", "harl", "pike"):
        table.done(f"npc remove {name}")
    assert lines(table, "npc") == ["There is nobody yet.", 'Try: npc "Brother Odo", or npc ?']
    assert lines(table, "faction")[0] == "No Faction is known."


def test_a_reaction_says_the_band_the_dv_and_how_it_came_about(table: Table) -> None:
    table.done("errant edit bree alignment L2", "npc pike alignment C1")
    assert "The players know of Old Pike now." in lines(table, "npc pike met yes")
    assert lines(table, "react pike +1 =3,4") == [
        "Old Pike: unsure, disposition 6, DV 0.",
        "  2D6 3 + 4, the Guide +1, Bree's Alignment -2.",
        "Type talk old-pike: they bear 6 exchanges.",
    ]
    assert lines(table, "bond pike bree 10", "react pike") == [
        "Old Pike: amicable, disposition 10, DV -2.",
        "  No die: the bond with Bree Tanner says so.",
        "Type talk old-pike: they bear 10 exchanges.",
    ]
    assert lines(table, "react pike is 12")[1] == "  No die: the Guide says so."
    assert lines(table, "faction W reputation 4", "npc harl faction w", "react harl")[1] == (
        "  No die: the reputation with their Faction says so."
    )
    assert lines(table, "react pike +1")[1] == (
        "  No die: the bond with Bree Tanner says so, and the Guide +1."
    )


def test_a_reaction_says_what_becomes_of_a_negotiation(table: Table) -> None:
    table.done("react harl is 5", "talk harl", "talk harl banal")
    assert lines(table, "react harl is 9")[-1] == "The Negotiation goes on: 4 exchanges left."
    assert lines(table, "talk harl end", "react harl is 9")[-1] == (
        "Type talk harl-dunn again: they bear 9 exchanges."
    )
    table.done("talk harl-dunn again")


def test_a_negotiation_is_told_from_its_beginning_to_its_end(table: Table) -> None:
    table.done("npc pike met yes")
    assert lines(table, "talk pike =1,2") == [
        "Old Pike: unfriendly, disposition 3, DV +4.",
        "  2D6 1 + 2.",
        "The Negotiation with Old Pike begins.",
        "  Disposition 3, unfriendly; 3 exchanges left.",
        _KINDS.format("old-pike"),
    ]
    assert lines(table, "talk pike taking flattery -2 =20") == [
        "Old Pike: a refusal.",
        "  Ondine (taking, pres 14, DV 2): D20 20, failure, risky Position.",
        "  In the DV: disposition +4 and flattery -2.",
        "  Disposition 2, hostile (was 3: -1 as they took it); 2 exchanges left.",
        "Old Pike: hostile now, DV +8.",
        "No small talk came first: eyebrows rise, and the next Checks may be harder.",
    ]
    assert lines(table, "talk pike") == [
        "The Negotiation with Old Pike goes on.",
        "  Disposition 2, hostile; 2 exchanges left.",
        "  There was no small talk yet.",
        _KINDS.format("old-pike"),
    ]
    assert lines(table, "talk pike banal", "talk pike bribe +2") == [
        "Old Pike: swayed by the bribe.",
        "  Disposition 4, unfriendly (was 2: +2 as they took it); 0 exchanges left.",
        "Old Pike: unfriendly now, DV +4.",
        "Their patience is at its end: each exchange costs 2 disposition now.",
    ]
    assert lines(table, "talk pike banal") == [
        "Old Pike: small talk.",
        "  Disposition 2, hostile (was 4: -2 past patience).",
        "Old Pike: hostile now, DV +8.",
        "Old Pike would end it: annoyed, hostile, or worse.",
        "The Guide says which. To begin anew: talk old-pike again",
    ]


@pytest.mark.parametrize(
    ("disposition", "said", "told"),
    [
        (4, "talk harl taking =20", "2, hostile (was 4: -1 as they took it, -2 past patience"),
        (3, "talk harl taking dire =20", "2, hostile (was 3: -3 as they took it, -2 past patience"),
        (12, "talk harl bribe +1", "10, amicable (was 12: +1 as they took it, -2 past patience"),
    ],
)
def test_what_moved_is_told_as_the_rules_have_it_and_where_it_can_go_no_further(
    disposition: int, said: str, told: str, table: Table
) -> None:
    table.done(f"react harl is {disposition}", "talk harl", "talk harl patience -12")
    (stands,) = [line for line in lines(table, said) if "Disposition" in line]
    assert told in stands
    end = "12 is the most" if disposition == 12 else "2 is the least"
    assert end in stands


def test_of_a_negotiation_a_player_reads_how_it_was_taken(table: Table) -> None:
    assert lines(table, "talk harl", guide=False) == [
        "The Negotiation with Harl Dunn begins.",
        _KINDS.format("harl-dunn"),
    ]
    assert lines(table, "talk harl taking by corvin =20", guide=False) == [
        "Harl Dunn: a refusal.",
        "  Corvin (taking, pres 8): D20 20, failure, risky Position.",
    ]


def test_what_is_set_for_one_npc_is_told(table: Table) -> None:
    assert lines(table, "talk harl base giving dv 4 dire strong") == [
        "What exchanges with Harl Dunn begin with is set.",
        "  Giving: DV 4, dire Position, strong Impact.",
        "Type talk harl-dunn.",
    ]
    assert lines(table, "talk harl", "talk harl patience -2") == [
        "The patience of Harl Dunn has changed.",
        "  Giving: DV 4, dire Position, strong Impact.",
        "  Disposition 5, unfriendly; 3 exchanges left.",
    ]
    assert lines(table, "talk harl end he walks off") == [
        "The Negotiation with Harl Dunn has ended: he walks off.",
        "  Giving: DV 4, dire Position, strong Impact.",
        "  Disposition 5, unfriendly.",
    ]


@pytest.mark.parametrize(
    ("disposition", "bar"), [(2, "▮▯▯▯▯▯▯▯▯▯▯"), (7, "▮▮▮▮▮▮▯▯▯▯▯"), (12, "▮▮▮▮▮▮▮▮▮▮▮")]
)
def test_a_bar_shows_the_guide_disposition_and_patience(
    disposition: int, bar: str, table: Table
) -> None:
    table.done(f"react harl is {disposition}")
    full = "▮" * disposition
    (shown,) = (line for line in panel(table, "talk harl") if "Disposition" in line)
    told = next(line for line in lines(table, "talk harl") if "Disposition" in line)
    assert bar in shown
    assert f"{full} {disposition} exchanges left." in shown
    assert shown.replace(f"{full} ", "").replace(f"{bar} ", "") == told


def test_the_bar_moves_with_each_exchange_and_patience_is_gone_at_the_end(table: Table) -> None:
    table.done("react harl is 2", "talk harl")
    shown = panel(table, "talk harl banal")
    assert "  Disposition ▮▯▯▯▯▯▯▯▯▯▯ 2, hostile; ▮▯ 1 exchange left." in shown
    shown = panel(table, "talk harl bribe +6")
    assert (
        "  Disposition ▮▮▮▮▮▮▮▯▯▯▯ 8, unsure (was 2: +6 as they took it); ▯▯ 0 exchanges" in shown
    )
    for _ in range(2):
        shown = panel(table, "talk harl banal")
    shown = panel(table, "talk harl")
    assert "  Disposition ▮▮▮▯▯▯▯▯▯▯▯ 4, unfriendly; ▯▯ 0 exchanges left." in shown
    shown = panel(table, "talk harl banal")
    assert "  Disposition ▮▯▯▯▯▯▯▯▯▯▯ 2, hostile (was 4: -2 past patience)." in shown


def test_a_player_is_shown_no_bar(table: Table) -> None:
    for typed in ("talk harl", "talk harl banal"):
        assert not any("▮" in line for line in panel(table, typed, guide=False))


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
        "Try: bond harl-dunn corvin 9",
    ]
    assert lines(table, "bond harl corvin 4", "bond harl corvin off") == [
        "Corvin and Harl Dunn: no bond any more."
    ]
    assert lines(table, "court! harl by bree down =4,4") == [
        "Bree and Harl Dunn: 2D6 4 + 4: 8, a task is asked first.",
        "When it is done: bond harl-dunn bree -1",
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


def test_however_long_a_negotiation_is_the_recap_says_who_spoke_and_how_it_ended(
    table: Table,
) -> None:
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
    assert [scene.full_text for scene in build_scenes([exchange], str)] == [
        "Talked with Harl: {0.__class__}."
    ]
