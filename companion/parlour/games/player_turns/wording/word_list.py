"""The words that can be typed in Heroes, Cities and Mines."""

from companion.parlour.game import Word

_DAYBREAK = ("at Daybreak", ("orders",))
_TALKS = ("at Daybreak and between Heroes", ("orders", "hero"))
_TURN = ("in a Hero's turn, after the roll", ("act",))
_STEP = Word(("n", "e", "s", "w", "n n e"), "a step, 1 of the movement; several in a line", *_TURN)
WORDS = {
    "build": Word(
        ("build TIER CITY", "build ramparts CITY"),
        "the City's next tier, or Ramparts; once a Day in each City",
        *_DAYBREAK,
    ),
    "recruit": Word(("recruit N CITY",), "Recruits, paid in coins", *_DAYBREAK),
    "hire": Word(("hire CITY",), "a Hero there; three are the most", *_DAYBREAK),
    "vote": Word(
        ("vote items dice", "vote items cards"), "how Items are made; once a Day", *_DAYBREAK
    ),
    "ally": Word(("ally N",), "propose an alliance to player N, of three or four", *_TALKS),
    "part": Word(("part N",), "leave an alliance from the next Daybreak on", *_TALKS),
    "done": Word(("done",), "no more orders; no more Heroes today", *_TALKS),
    "unpaid": Word(
        ("unpaid HERO",), "whom you cannot pay: the Hero dies", "where wages lack", ("unpaid",)
    ),
    "hero": Word(("hero NAME",), "this Hero goes now", "between Heroes", ("hero",)),
    "roll": Word(("roll",), "roll the movement", "as a Hero's turn begins", ("begin",)),
    "besiege": Word(
        ("besiege CITY",),
        "from beside it, in place of the roll or for what is left: its Ramparts fall",
        "in a Hero's turn",
        ("begin", "act"),
    ),
    **dict.fromkeys(("n", "e", "s", "w", "ne", "se", "sw", "nw"), _STEP),
    "pick": Word(("pick coins", "pick unknown", "pick ITEM"), "what lies here, 1 each", *_TURN),
    "engage": Word(("engage monster", "engage HERO"), "a Battle with who is here, 1", *_TURN),
    "capture": Word(("capture",), "the mine here; sometimes Guardians hold it", *_TURN),
    "storm": Word(("storm CITY",), "a Battle for the City, once its Ramparts are down", *_TURN),
    "muster": Word(("muster N",), "Recruits of your City join the Hero's army", *_TURN),
    "leave": Word(("leave N",), "Mercenaries stay in your City as Recruits", *_TURN),
    "take": Word(("take ITEM",), "out of the Armory of your City", *_TURN),
    "store": Word(("store ITEM",), "into the Armory of your City", *_TURN),
    "end": Word(("end",), "this Hero's turn is over", *_TURN),
    "join": Word(
        ("join N",), "so many Monsters join the army", "when Monsters would join", ("join",)
    ),
    "fight": Word(("fight",), "another round", "in a Battle", ("battle",)),
    "give": Word(("give up",), "the attacking Hero dies", "in a Battle", ("battle",)),
    "yes": Word(("yes",), "agree", "when something is proposed", ("answer", "ballot")),
    "no": Word(("no",), "do not agree", "when something is proposed", ("answer", "ballot")),
}
