"""Prices of 500 Settlements over 10,000 hexes, and the price tables read."""

from random import Random

from pytest_benchmark.fixture import BenchmarkFixture

from companion.archive import price_and_creature_tables
from companion.archive.campaign_folders import CampaignFolders
from companion.errant.market import compute_price_factor, map_inflation_levels_by_hex
from companion.errant.world import Settlement


def test_prices_of_500_settlements_over_10_000_hexes(benchmark: BenchmarkFixture) -> None:
    chance = Random(1)
    settlements = [
        Settlement(
            id=str(number),
            name=str(number),
            type="metropolis",
            hex=(chance.randrange(100), chance.randrange(100)),
            inflation=6,
        )
        for number in range(500)
    ]

    def prices() -> list[int]:
        spread = map_inflation_levels_by_hex(settlements)
        return [compute_price_factor(spread.get((q, r), 0)) for q in range(100) for r in range(100)]

    assert set(benchmark(prices)) <= {1, 2, 4, 6, 8, 10, 12}


def test_the_price_tables_are_read(benchmark: BenchmarkFixture) -> None:
    tables = CampaignFolders().open_tables()

    def read() -> int:
        price_and_creature_tables._merge_things_of_files.cache_clear()
        price_and_creature_tables._read_list_file.cache_clear()
        return len(tables.load_goods())

    assert benchmark(read) > 200
