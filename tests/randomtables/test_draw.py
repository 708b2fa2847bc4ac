import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.faces import ByHand, Loaded, Streams
from companion.dice.notation import parse
from companion.randomtables.draw import draw
from companion.randomtables.table import Row, Table
from companion.refusal import Impossible


@st.composite
def tables(draw_from: st.DrawFn) -> Table:
    dice = parse(draw_from(st.sampled_from(["d6", "2d6", "d8", "3d4-2", "d4-d4", "4d6kh3"])))
    inner = range(dice.lowest, dice.highest)
    ends = [*sorted(draw_from(st.sets(st.sampled_from(inner)))), dice.highest]
    rows = []
    low = dice.lowest
    for end in ends:
        rows.append(Row(low, end, f"from {low} to {end}"))
        low = end + 1
    return Table("made", "Made", dice, tuple(rows))


@given(tables(), st.text("abc", max_size=4))
def test_a_draw_is_the_row_a_slow_search_finds(table: Table, seed: str) -> None:
    stream = Streams(seed).stream("table")
    for _ in range(20):
        drawn = draw(table, stream)
        (found,) = [row for row in table.rows if drawn.total in range(row.low, row.high + 1)]
        assert drawn.row == found
        assert drawn.text == found.text


@pytest.mark.parametrize("dice", ["d6", "2d4", "2d6"])
def test_every_total_reaches_its_row(dice: str) -> None:
    notation = parse(dice)
    totals = range(notation.lowest, notation.highest + 1)
    table = Table("t", "T", notation, tuple(Row(total, total, f"row {total}") for total in totals))
    for total in totals:
        faces = (total,) if dice == "d6" else (total // 2, total - total // 2)
        assert draw(table, Loaded(faces)).text == f"row {total}"


def test_a_draw_keeps_its_faces_and_whether_they_were_entered() -> None:
    table = Table("t", "T", parse("2d4"), (Row(2, 5, "low"), Row(6, 8, "high")))
    drawn = draw(table, ByHand([4, 2]))
    assert (drawn.table, drawn.total, drawn.faces) == (table, 6, (4, 2))
    assert (drawn.entered, drawn.row, drawn.text) == (True, Row(6, 8, "high"), "high")
    assert not draw(table, Loaded([1, 1])).entered


def test_a_face_the_dice_do_not_have_is_refused() -> None:
    table = Table("t", "T", parse("d4"), (Row(1, 4, "all"),))
    with pytest.raises(Impossible, match="A d4 has no 5"):
        draw(table, ByHand([5]))
