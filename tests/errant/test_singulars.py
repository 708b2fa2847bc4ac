"""What one of several is called."""

import pytest

from companion.errant.singulars import pluralise_name, singularise_name

PAIRS = (
    "wives wife",
    "knives knife",
    "lives life",
    "wolves wolf",
    "werewolves werewolf",
    "thieves thief",
    "elves elf",
    "dwarves dwarf",
    "slaves slave",
    "olives olive",
    "gloves glove",
    "staves staff",
    "women woman",
    "ferrymen ferryman",
    "mice mouse",
    "children child",
    "harpies harpy",
    "zombies zombie",
    "pies pie",
    "abbesses abbess",
    "witches witch",
    "torches torch",
    "boxes box",
    "axes axe",
    "horses horse",
    "ogres ogre",
    "heroes hero",
    "shoes shoe",
    "Goblins Goblin",
    "abbess abbess",
    "incubus incubus",
    "monk monk",
)


@pytest.mark.parametrize("pair", PAIRS)
def test_one_of_several_has_a_name(pair: str) -> None:
    several, one = pair.split()
    assert singularise_name(several) == one
    assert singularise_name(f"half-drowned {several}") == f"half-drowned {one}"


@pytest.mark.parametrize(
    "one",
    [
        "wolf",
        "dire wolf",
        "drowned monk",
        "witch",
        "box",
        "harpy",
        "thief",
        "woman",
        "goose",
        "eel",
    ],
)
def test_several_are_singularised_back(one: str) -> None:
    assert pluralise_name(one) != one
    assert singularise_name(pluralise_name(one)) == one
