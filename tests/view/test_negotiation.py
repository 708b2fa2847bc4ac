"""Reaction Rolls and Negotiations as people read them."""

import pytest

from tests.commands.table import Table
from tests.view.replies import lines, panel

_KINDS = (
    "Type talk {0}, then banal (small talk), giving (gifts, praise), taking (a request), "
    "convincing (an argument, a lie) or bribe."
)


def test_a_reaction_says_the_band_the_dv_and_how_it_came_about(table: Table) -> None:
    table.done("errant edit bree alignment L2", "npc pike alignment C1")
    assert "The players know of Old Pike now." in lines(table, "npc pike met yes")
    assert lines(table, "react! pike +1 =3,4") == [
        "Old Pike: unsure, disposition 6, DV 0.",
        "  2D6 3 + 4, the Guide +1, Bree's Alignment -2.",
        'Type talk "Old Pike": they bear 6 exchanges.',
    ]
    assert lines(table, "bond pike bree 10", "react pike")[:-1] == [
        "Old Pike: amicable, disposition 10, DV -2.",
        "  No die: the bond with Bree Tanner says so.",
        'Type talk "Old Pike": they bear 10 exchanges.',
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
        'Type talk "Harl Dunn" again: they bear 9 exchanges.'
    )
    table.done("talk harl-dunn again")


def test_a_negotiation_is_told_from_its_beginning_to_its_end(table: Table) -> None:
    table.done("npc pike met yes")
    assert lines(table, "talk! pike =1,2") == [
        "Old Pike: unfriendly, disposition 3, DV +4.",
        "  2D6 1 + 2.",
        "The Negotiation with Old Pike begins.",
        "  Disposition 3, unfriendly; 3 exchanges left.",
        _KINDS.format('"Old Pike"'),
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
        _KINDS.format('"Old Pike"'),
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
        'The Guide says which. To begin anew: talk "Old Pike" again',
    ]


@pytest.mark.parametrize(
    ("disposition", "said", "told"),
    [
        (4, "talk harl taking =20", "2, hostile (was 4: -1 as they took it, -2 past patience"),
        (3, "talk harl taking dire =20", "2, hostile (was 3: -3 as they took it, -2 past patience"),
        (12, "talk harl bribe +1", "10, amicable (was 12: +1 as they took it, -2 past patience"),
    ],
)
def test_an_exchange_shows_how_disposition_moved_and_its_limits(
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
        _KINDS.format('"Harl Dunn"'),
    ]
    assert lines(table, "talk harl taking by corvin =20", guide=False) == [
        "Harl Dunn: a refusal.",
        "  Corvin (taking, pres 8): D20 20, failure, risky Position.",
    ]


def test_what_is_set_for_one_npc_is_told(table: Table) -> None:
    assert lines(table, "talk harl base giving dv 4 dire strong") == [
        "What exchanges with Harl Dunn begin with is set.",
        "  Giving: DV 4, dire Position, strong Impact.",
        'Type talk "Harl Dunn".',
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


def test_the_bars_move_with_each_exchange_until_patience_is_gone(table: Table) -> None:
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
