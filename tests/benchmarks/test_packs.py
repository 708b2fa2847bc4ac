"""`slots` for a Company of 8 with 40 items each, from the packs to the lines, without the disk."""

from pytest_benchmark.fixture import BenchmarkFixture

from companion.commands.packs.slots_and_riding import build_slots_report
from companion.errant.company import Errant
from companion.errant.packs.items import PLACES, Item
from companion.view.packs import render_slots_report as lines_of
from tests.making import errant, item

ERRANTS, ITEMS = 8, 40


def laden(number: int) -> Errant:
    """A chest with a sack in it, and things in every place and both containers."""
    chest = item("chest", slots=5.0, holds="bulky", bulky=True)
    sack = item("sack", slots=0.0, holds="small", inside="chest")
    things = list[Item]()
    for each in range(ITEMS - 2):
        inside = ("", "", "", "", "chest", "sack")[each % 6]
        place = PLACES[each % 4]
        things.append(item(f"thing {each}", 1 + each % 3, slots=0.25, inside=inside, place=place))
    name = f"Errant {number}"
    return errant(name, *things, sack, chest, phys=18, supply=9, exhaustion=1, pennies=130)


def test_slots_of_8_with_40_items_each(benchmark: BenchmarkFixture) -> None:
    company = tuple(laden(number) for number in range(ERRANTS))

    def slots() -> int:
        return sum(len([*lines_of(build_slots_report(company, each), str)]) for each in company)

    assert benchmark(slots) >= ERRANTS * ITEMS
