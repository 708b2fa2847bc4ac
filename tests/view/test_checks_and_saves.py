"""Checks, Saving Throws and the Die of Fate as people read them."""

import pytest

from tests.commands.table import Table
from tests.view.replies import lines


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
