"""Words for attacks: the dice, what they are made with, and what changes them."""
