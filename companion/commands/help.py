"""What the words are about: a page for each subject, in the game's own terms.

Sources: Core Procedures; Items & Equipment; the readings where those are silent.
"""

from typing import NamedTuple

from companion.commands.context import WORDS, Handler
from companion.grammar.registry import Word


class Subject(NamedTuple):
    """A subject of the registry: what it is in a few words, and in a few sentences."""

    name: str
    title: str
    description: str


SUBJECTS: dict[str, Subject] = {
    subject.name: subject
    for subject in (
        Subject(
            "turns",
            "Turns and the clock",
            "Time is played in Turns of four lengths: Downtime (a month), Travel (4 hours), "
            "Exploration (10 minutes) and Initiative (10 seconds). A shorter type nests inside a "
            "longer one: zoom opens it, out closes it, and what was declared outside waits. A "
            "Turn is declare, Event Die, outcome; next does the first two and begins the Turn, "
            "done notes the third.",
        ),
        Subject(
            "event die",
            "what time costs, once a Turn",
            "Once a Turn a D6 says what the time spent has cost: an encounter, weariness, light or "
            "food, the place itself, a sign of what is coming, or nothing. Each negative die is "
            "one D6 more, of which the lowest counts; each positive die one more, of which the "
            "highest does; they cancel one for one. A member whose Encumbrance is above 4 adds a "
            "negative die, and so does a Rest, once. Only a Rest leaves a choice open.",
        ),
        Subject(
            "light",
            "light, and marking off",
            "Burn is how long a light lasts and how far it reaches: a torch has 2, a candle 1, a "
            "lantern what its flask of oil has left, up to 4. The Burn of all that is lit, set "
            "against the number of members, is the light there is: bright where there is as much, "
            "dim below half, and darkness where there is none. A result of Burn takes 1 from each. "
            "A torch that is put out is burnt out; a lantern is not.",
        ),
        Subject(
            "packs",
            "what is carried, and used up",
            "An Errant has as many Item Slots as phys; things, Supply, coins and Exhaustion fill "
            "them by the quarter. Encumbrance grows to 4 as the slots fill and by 1 for each slot "
            "past them; it slows, and at 8 nothing can be done. What runs down has a Depletion: "
            "at 0 it is refilled, for 1 Supply a quarter slot it fills, or let go.",
        ),
        Subject(
            "market",
            "prices, purchases and inflation",
            "Goods have a Rarity from 1 to 5 and are on open sale in Settlements of that tier and "
            "larger: hamlet, village, town, city, metropolis. Prices are in pennies: 10 make a "
            "shilling, 100 a guilder. Supply that is bought is counted until the next Downtime "
            "Turn; each threshold raises prices there and around, and past the last there is no "
            "more. What was owned before sells at 10 % of its worth for each point of Rarity.",
        ),
        Subject(
            "company",
            "who goes along",
            "Errants and the Retainers who go with them are the members of the Company; animals "
            "carry and eat, and count for nothing else. Supply is the small gear that refills what "
            "is used up. A point of Exhaustion fills an Item Slot, and as much of it as phys "
            "kills. Who is away is counted in nothing.",
        ),
        Subject(
            "checks",
            "Checks, Saving Throws, fate",
            "A Check is a D20 above the DV and at or below an Attribute: DV 0 is easy, 4 difficult "
            "and 8 almost impossible; below 0 it succeeds without a roll. Position says how bad a "
            "failure is (shaky, risky, dire), Impact how good a success (weak, fair, strong). "
            "Encumbrance makes physical Checks harder. Opposed, whoever rolls higher while "
            "succeeding wins. A Saving Throw begins with the Threat or Renown it comes from.",
        ),
        Subject(
            "people",
            "NPCs, reactions, Negotiations",
            "How an NPC takes to the Company is their disposition, from 2 to 12: hostile (DV +8), "
            "unfriendly from 3 (+4), unsure from 6, amicable from 9 (-2), friendly at 12 (-4). It "
            "is rolled on 2D6, or is a bond with one of the Errants, or their Faction's "
            "reputation. A Negotiation bears as many exchanges as the disposition it begins with; "
            "past them each costs 2. Morale says who stands in danger. Of whoever is not met the "
            "players know nothing.",
        ),
        Subject(
            "effects",
            "what goes on, and for how long",
            "Sorceries, Miracles, conditions and the like last until their Depletion is at 0: a 3 "
            "on the Event Die of a Travel or Exploration Turn takes 1, and ends what has none. "
            "Complications, trends and arrangements end with a 3 in Downtime; wounds, disease and "
            "what is lasting do not. Where no die is rolled, every marks things off by itself.",
        ),
        Subject(
            "nights",
            "sleep, watch and places",
            "A night's Rest is two Travel Turns slept through: each sleeper loses 1 Exhaustion, "
            "but not in an uncomfortable camp. With nobody on watch, or in an open camp, a 5 on "
            "the Event Die is an encounter. Places have tables of their own, and the signs drawn "
            "there wait there, for the Guide alone.",
        ),
        Subject(
            "recording",
            "notes and the journal",
            "The journal keeps every line in the game's own time, with who typed it. Notes stand "
            "among them; what is secret is for the Guide alone, in the journal as on the screen.",
        ),
        Subject(
            "steps",
            "taking back",
            "Every line that changed something is an entry of the journal and can be taken back, "
            "all of it or not at all. The dice stay as they fell: redo puts back what they did.",
        ),
        Subject(
            "dice",
            "dice and tables",
            "Any dice can be rolled, and any table drawn on; every face is kept and shown. From a "
            "table without dice you can draw as from a deck of cards: what came stays out of it "
            "until you shuffle. Whoever likes their own dice types what they show: =5 for one "
            "face, =2,5 for all.",
        ),
        Subject(
            "looking",
            "how things stand",
            "These words change nothing, and are in no journal: look as often as you like. The "
            "line at the bottom of the screen says the most of it by itself.",
        ),
        Subject(
            "seats",
            "who types, and who reads",
            "The Guide sees everything; for any other seat what is secret is not shown. The "
            "journal says from which seat a line was typed.",
        ),
    )
}


def list_words_by_subject() -> list[Word[Handler]]:
    """Every word, subject by subject."""
    subjects = list(SUBJECTS)
    return sorted(WORDS, key=lambda word: subjects.index(word.subject))
