"""Tables with dice, put together at random: most of them fit their dice, some do not."""

from itertools import product

from hypothesis import strategies as st

from companion.dice.face_sources import LoadedFaces
from companion.dice.parser import parse
from companion.dice.rolls import roll
from companion.randomtables.table import FactCondition, Modifier, Row, Span, Table, list_total_runs

DICE = ["d6", "2d4", "d4+d4-1", "3d3kh1", "d4-1", "5", "d2*d3", "d3 >= 2", "d66", "d2*10+d2"]
CONDITIONS: tuple[FactCondition, ...] = (
    {"season": ("winter",)},
    {"season": ("summer", "winter")},
    {"season": ("spring",), "time": ("night",)},
    {"time": ("night", "dusk")},
)


@st.composite
def with_dice(draw: st.DrawFn) -> Table:
    """A table whose rows share out the totals of its dice, then moved about a little."""
    dice = parse(draw(st.sampled_from(DICE)))
    runs = list_total_runs(dice)
    modifiers = draw(
        st.lists(st.builds(Modifier, st.integers(-3, 3), st.sampled_from(CONDITIONS)), max_size=2)
    )
    low, high = runs[0].low, runs[-1].high
    cuts = sorted(draw(st.sets(st.integers(low, high), max_size=4)) | {high})
    spans: list[tuple[int, int, FactCondition]] = []
    for cut in cuts:
        spans.append((low, cut, {}))
        low = cut + 1
    place = st.integers(runs[0].low - 1, high + 3)
    for when in draw(st.lists(st.sampled_from(CONDITIONS), max_size=3)):
        start, more = draw(place), draw(st.integers(0, 3))
        spans.append((start, start + more, when))
    if draw(st.booleans()):
        moved = draw(st.integers(0, len(spans) - 1))
        start, more = draw(place), draw(st.integers(0, 3))
        spans[moved] = start, start + more, spans[moved][2]
    spans = draw(st.permutations(spans))
    rows = [
        Row(number, Span(start, end), texts={"": (f"row {number}",)}, when=when)
        for number, (start, end, when) in enumerate(spans, 1)
    ]
    return Table("made/table", "Made", dice, tuple(rows), modifiers=tuple(modifiers))


def as_data(table: Table) -> dict[str, object]:
    """A table of this kind as its file would give it."""
    rows: list[dict[str, object]] = []
    for row in table.rows:
        entry: dict[str, object] = {"text": f"row {row.number}"}
        if table.dice is not None:
            entry["roll"] = f"{row.span.low}-{row.span.high}"
        if row.weight > 1:
            entry["weight"] = row.weight
        if row.when:
            entry["when"] = {fact: list(wanted) for fact, wanted in row.when.items()}
        rows.append(entry)
    found: dict[str, object] = {"schema": 1, "title": "Made", "rows": rows}
    if table.dice is not None:
        found["dice"] = str(table.dice)
    if table.modifiers:
        found["modifiers"] = [
            {"add": each.add, "when": {fact: list(wanted) for fact, wanted in each.when.items()}}
            for each in table.modifiers
        ]
    return found


def faces_for(table: Table, total: int) -> tuple[int, ...]:
    """Faces that come to a total, by trying."""
    assert table.dice is not None
    for faces in product(*(range(1, sides + 1) for sides in table.dice.sides_of_each_die or ())):
        if roll(table.dice, LoadedFaces(faces)).total == total:
            return faces
    raise AssertionError(total)
