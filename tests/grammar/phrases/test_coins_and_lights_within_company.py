"""What the Company does with its own coins and lights: a line for each thing that changes
hands. Bree has 15 shillings and 40 pennies, Wim 12 pennies."""

import pytest

from tests.commands.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = Table(tmp_path_factory.mktemp("between"), whole_words=False)
    table.done("done")
    return table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "bree swaps 2 shillings for wim's 12p",
            ("pass bree wim 2 shillings", "pass wim bree 12 pennies"),
        ),
        ("wim gives bree half his coins", ("pass wim bree 6 pennies",)),
        ("bree hands half her money to wim", ("pass bree wim 7 shillings 25 pennies",)),
        ("bree gives wim half of her shillings", ("pass bree wim 7 shillings 5 pennies",)),
        (
            "bree gives everyone 2 shillings",
            tuple(f"pass bree {each} 2 shillings" for each in ("corvin", "ondine", "wim")),
        ),
        (
            "split bree's shillings four ways",
            tuple(
                f"pass bree {each} 3 shillings 7 pennies" for each in ("corvin", "ondine", "wim")
            ),
        ),
        (
            "bree shares out 40p",
            tuple(f"pass bree {each} 10 pennies" for each in ("corvin", "ondine", "wim")),
        ),
        (
            "bree deals out 40p to the others",
            tuple(f"pass bree {each} 13 pennies" for each in ("corvin", "ondine", "wim")),
        ),
        (
            "bree splits the 2 shillings four ways",
            tuple(f"pass bree {each} 5 pennies" for each in ("corvin", "ondine", "wim")),
        ),
        ("wim lights one of bree's torches", ("pass bree wim torch", "light wim torch")),
        (
            "the torch sputters, wim lights another from bree's pack",
            ("pass bree wim torch", "light wim torch"),
        ),
    ],
)
def test_what_changes_hands_is_a_line(table: Table, typed: str, lines: tuple[str, ...]) -> None:
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "bree swaps 2 shillings for wim's 12 torches",
        "bree swaps 2 shillings for pike's 12p",
        "bree swaps 2 shillings for wim's 900p",  # who has not so much
        "bree gives wim half her heart",
        "wim gives wim half his coins",
        "bree gives everyone 20 guilders",  # which she has not
        "split bree's shillings three ways",
        "bree shares out 400p",  # who has not so much
        "bree splits 40p three ways",
        "bree shares 3 torches",
        "wim lights one of corvin's torches",  # who has none
        "wim lights one of wim's torches",
        "does wim light one of bree's torches?",
    ],
)
def test_any_other_line_stands(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("corvin takes 23 of that", ("pass bree corvin 23 shillings",)),
        ("wim pockets half of that", ("pass bree wim 23 shillings",)),
        (
            "split that",
            tuple(
                f"pass bree {each} 11 shillings 7 pennies" for each in ("corvin", "ondine", "wim")
            ),
        ),
        *(
            (
                said,
                tuple(
                    f"pass bree {each} 11 shillings 7 pennies"
                    for each in ("corvin", "ondine", "wim")
                ),
            )
            for said in ("they split the silver between them", "split 47 silver four ways")
        ),
        ("split the gold", ("split the gold",)),
        ("split 40 silver four ways", ("split 40 silver four ways",)),
        ("corvin takes 47 of that", ("corvin takes 47 of that",)),
        ("bree takes 3 of that", ("bree takes 3 of that",)),
        ("pike takes 3 of that", ("pike takes 3 of that",)),
    ],
)
def test_part_of_the_last_sum_is_handed_on(
    tmp_path_factory: pytest.TempPathFactory, typed: str, lines: tuple[str, ...]
) -> None:
    table = Table(tmp_path_factory.mktemp("part"), whole_words=False)
    table.done("done", "coins bree +47 shillings")
    assert table.desk.split_line_into_commands(typed) == lines
