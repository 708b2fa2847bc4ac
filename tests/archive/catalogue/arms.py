"""Armour and weapons, typed by hand from the public text (Goods & Services)."""

from tests.archive.catalogue.row import Row

ARMOUR = (
    Row("cowl", 10, 0.5, 2, blocks=1),
    Row("coif", 150, 1, 3, blocks=2),
    Row("helmet", 300, 2, 4, blocks=4),
    Row("gloves", 10, 0.5, 2, blocks=1),
    Row("gauntlets", 150, 1, 3, blocks=2),
    Row("jackboots", 10, 0.5, 2, blocks=1),
    Row("greaves", 150, 1, 3, blocks=2),
    Row("spaulders", 10, 0.5, 2, blocks=1),
    Row("pauldrons", 150, 1, 3, blocks=2),
    Row("gambeson", 150, 1, 2, blocks=2),
    Row("scale", 300, 2, 3, blocks=4),
    Row("brigandine", 1_000, 3, 3, blocks=6),
    Row("mail", 2_000, 4, 3, blocks=8),
    Row("plate", 4_000, 5, 4, blocks=10),
)

SHIELDS = (Row("small shield", 50, 1, 2, blocks=4), Row("large shield", 250, 2, 3, blocks=6))

WEAPONS = (
    Row("heavy weapon", 100, 2, 3),
    Row("medium weapon", 50, 1, 2),
    Row("light weapon", 25, 0.5, 1),
)

AMMUNITION = (Row("ammunition", 10, 1, 1, depletion=2),)

BARDING = (
    Row("gambeson barding", 600, 4, 3, blocks=2),
    Row("scale barding", 1_200, 8, 4, blocks=4),
    Row("brigandine barding", 4_000, 12, 4, blocks=6),
    Row("mail barding", 8_000, 16, 4, blocks=8),
    Row("plate barding", 16_000, 20, 5, blocks=10),
)
"""The tables have one row for them all: 4 times the price and the slots of the suit, its Blocks,
and 1 more Rarity."""

SILVERED = (
    Row("silvered heavy weapon", 400, 2, 3),
    Row("silvered medium weapon", 200, 1, 2),
    Row("silvered light weapon", 100, 0.5, 1),
)
"""The tables have one row for them all: 4 times the price, all else as the weapon."""
