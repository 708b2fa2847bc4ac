"""What is paid for and is in no pack, typed by hand from the public text (Goods & Services; the
slots and SPD of mounts and what vehicles make of them from Mounts & Vehicles)."""

from tests.archive.catalogue.row import Row

ANIMALS = (
    Row("cattle", 100, 0, 2, carries=100, speed=4),
    Row("chicken", 1, 0, 1),
    Row("hound", 250, 0, 3),
    Row("draft horse", 500, 0, 2, carries=100, speed=8, draught=True),
    Row("riding horse", 1_000, 0, 3, carries=80, speed=12),
    Row("war horse", 7_500, 0, 4, carries=60, speed=16),
    Row("hawk", 250, 0, 3),
    Row("hog", 50, 0, 2),
    Row("mule", 30, 0, 1, carries=80, speed=1),
    Row("ox", 300, 0, 2),
    Row("goat", 5, 0, 1),
    Row("sheep", 15, 0, 1),
)

VEHICLES = (
    Row("cart", 50, 0, 2, times=2, slower=8),
    Row("chariot", 250, 0, 3),  # the text leaves open how much it and the coach can carry
    Row("coach", 500, 0, 3),
    Row("wagon", 150, 0, 2, times=4, slower=8),
    Row("canoe", 50, 0, 2),
    Row("galley", 30_000, 0, 4),
    Row("longship", 25_000, 0, 4),
    Row("raft", 250, 0, 2),
    Row("riverboat", 4_000, 0, 3),
    Row("sailing ship", 7_500, 0, 4),
    Row("warship", 50_000, 0, 5),
)

MOUNTS_HITCHED = {"cart": 2, "chariot": 2, "coach": 4, "wagon": 4}
"""How many mounts can be hitched to what is pulled."""

SERVICES = (
    Row("local post", 10, 0, 2),
    Row("municipal post", 50, 0, 3),
    Row("kingdom post", 150, 0, 4),
    Row("outrealm post", 250, 0, 4),
    Row("local coach", 10, 0, 3),
    Row("coach travel", None, 0, 3),  # printed: 0, as for the three others
    Row("chartered coach", None, 0, 3),
    Row("freight", 5, 0, 3, per="day"),  # and for a pound
    Row("ship passage", None, 0, 3),
    Row("chartered ship", None, 0, 3),
)

LODGING = (
    Row("poor inn", 1, 0, 1, per="night"),
    Row("average inn", 5, 0, 2, per="night"),
    Row("secure inn", None, 0, 3),  # printed: 0
    Row("fancy inn", 25, 0, 4, least=True, per="night"),
    Row("extravagant inn", None, 0, 5),  # printed: 0
)

BUILDINGS = (
    Row("hovel", 120, 0, 1),
    Row("row house", 1_200, 0, 2),
    Row("craftsman's house", 2_400, 0, 3),
    Row("merchant's house", 7_200, 0, 3),
    Row("villa", 21_600, 0, 3),
    Row("guildhall", 32_600, 0, 4),
    Row("stone tower", 48_000, 0, 4),
    Row("temple", 75_000, 0, 4),
    Row("stronghold", 100_000, 0, 4),
    Row("cathedral", 250_000, 0, 5),
    Row("imperial palace", 750_000, 0, 5),
    Row("road", 1_000, 0, None, per="mile"),
    Row("wall", 4_000, 0, None, per="mile"),
)

RETAINERS = (
    Row("accountant", 50, 0, 4, per="1,000 handled"),
    Row("animal handler", 400, 0, 3, per="month"),
    Row("architect", 1_000, 0, 4, per="month"),
    Row("armourer", 250, 0, 3, per="month"),
    Row("bard", 200, 0, 2, per="month"),
    Row("craftsman", 250, 0, 3, per="month"),
    Row("explorer", 300, 0, 2, per="month"),
    Row("factor", 100, 0, 3, per="1,000 handled"),
    Row("henchman", None, 0, None),
    Row("jurist", 750, 0, 3, per="month"),
    Row("labourer", 100, 0, 1, per="month", daily=True),
    Row("mercenary", 200, 0, 3, per="month"),
    Row("mercenary lieutenant", 400, 0, 3, per="month"),
    Row("mercenary captain", 800, 0, 3, per="month"),
    Row("philosopher", 500, 0, 4, per="month"),
    Row("physician", 750, 0, 3, per="month"),
    Row("porter", 150, 0, 1, per="month", daily=True),
    Row("sailor", 125, 0, 2, per="month"),
    Row("sailor captain", 500, 0, 2, per="month"),
    Row("sailor navigator", 200, 0, 2, per="month"),
    Row("sage", 1_000, 0, 4, per="month"),
    Row("scholar", 200, 0, 3, per="month"),
    Row("spy", 400, 0, 3, per="month"),
    Row("surveyor", 500, 0, 2, per="month"),
    Row("teamster", 200, 0, 2, per="month", daily=True),
)
"""Wages are by the month; those of three can be had by the day for a tenth."""
