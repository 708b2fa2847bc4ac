"""However it is said what somebody of the Company does, it is understood as said plainly."""

import re
import tomllib
from itertools import cycle

import pytest

from companion.grammar.phrases.sentences.simplified_deeds import write_deed_plainly
from tests.phrases.test_phrases import (
    FILES,
    OpenDesk,
    list_meant,
    open_desk,
    read_values,
    understand,
)
from tests.rounds import pick_part

__all__ = ["open_desk"]
SAYINGS = (
    "let {who} {verb} {rest}",
    "have {who} {verb} {rest}",
    "{who} quickly {verb}s {rest}",
    "{who} carefully {verb}s {rest}",
    "{who} - {verb} {rest}",
    "and {who} {verb}s {rest}",
)
EACH = 3
"""Of so many phrases one is tried: each of them is read twice."""
NO_VERBS = ("check", "phy", "phi", "pre", "i", "ha", "doe", "want", "need", "feel", "torche")


def split_deed(phrase: str) -> dict[str, str]:
    """Who does what in a phrase of one short sentence; nothing of any other."""
    said = re.fullmatch(r"(?P<who>bree|wim|corvin|ondine) (?P<verb>[a-z]+)s (?P<rest>.+)", phrase)
    is_short = said is not None and not re.search(r",| and |\?", phrase)
    odd = said is None or said["verb"].endswith(("s", "x", "h", "e", "ie")) or said["rest"] == "dv"
    return said.groupdict() if said and is_short and not odd else {}


@pytest.mark.parametrize("start", range(EACH))
def test_a_saying_changes_nothing(start: int, open_desk: OpenDesk) -> None:
    phrases = [each for file in FILES for each in tomllib.loads(file.read_text("utf-8"))["phrase"]]
    sayings, tried, missed = cycle(SAYINGS), 0, list[tuple[str, object]]()
    for phrase in pick_part(phrases[start::EACH], 2):
        deed = split_deed(phrase["say"])
        if not deed or deed["verb"] in NO_VERBS or "either" in phrase or not list_meant(phrase):
            continue
        desk = open_desk(*phrase.get("given", ()))
        if not (meant := understand(desk, phrase["say"])):
            continue
        tried, said = tried + 1, next(sayings).format(**deed)
        taken = understand(desk, said)
        values = [read_values(desk, line) for line in meant]
        if [read_values(desk, line) for line in taken] != values and taken != meant:
            missed.append((said, taken))
    assert tried > 10
    expected = tried * 0.05
    assert len(missed) <= expected + 3 * expected**0.5, missed  # of few, more by chance


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("bree is hitting the goblin", "bree hits the goblin"),
        ("Wim's swinging his staff", "Wim swings his staff"),
        ("wim's climbing rope is wet", "wim's climbing rope is wet"),
        ("wim is trying to hit it", "wim tries to hit it"),
        ("and bree searches the room", "bree searches the room"),
        ("let bree carry the torch", "bree carries the torch"),
        ("have corvin drop it", "corvin drops it"),
        ("bree only opens the door", "bree only opens the door"),
        ("bree quickly opens the door", "bree opens the door"),
        ("bree - open the door", "bree opens the door"),
        ("bree probably drops the torch", "bree probably drops the torch"),
        ("bree also drops the torch", "bree also drops the torch"),
        ("wim is bleeding", "wim is bleeding"),
        ("wim is carrying the torch", "wim is carrying the torch"),
        ("wim is running low on oil", "wim is running low on oil"),
        ("bree is nothing", "bree is nothing"),
        ("have wim eaten", "have wim eaten"),
        ("have bree dropped a torch", "have bree dropped a torch"),
        ("let bree drops it", "let bree drops it"),
        ("bree - tests the ice", "bree tests the ice"),
        ("wim is coping", "wim is coping"),
        ("wim is wounding", "wim is wounding"),
        ("let bree eat a ration tonight", "let bree eat a ration tonight"),
        ("have bree light a torch after that", "have bree light a torch after that"),
        ("bree is spending 5 pennies tomorrow", "bree is spending 5 pennies tomorrow"),
        ("bree is not dropping it", "bree is not dropping it"),
        ("is bree hitting it?", "is bree hitting it?"),
        ("have bree check phys", "bree checks phys"),
        ("have 3 torches", "have 3 torches"),
        ("they are hitting bree", "they are hitting bree"),
    ],
)
def test_a_deed_is_written_plainly(typed: str, left: str) -> None:
    assert write_deed_plainly(typed, ("bree", "wim", "corvin")) == left


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("bree is going to light a torch", "bree light a torch"),
        ("Wim'll take the torch", "Wim take the torch"),
        ("we're gonna search the shrine", "we search the shrine"),
        ("bree decides to rest", "bree rest"),
        ("wim will lose 3 hp", "wim will lose 3 hp"),
        ("they will attack us", "they will attack us"),
        ("bree wants to sell her sword", "bree wants to sell her sword"),
        ("we will rest after the fight", "we will rest after the fight"),
        ("harl will pay 5 shillings", "harl will pay 5 shillings"),
        ("bree will pay tomorrow", "bree will pay tomorrow"),
        ("bree will not pay", "bree will not pay"),
        ("will bree pay?", "will bree pay?"),
        ("bree will step in the hole, 2 damage", "bree will step in the hole, 2 damage"),
        ("bree will be late", "bree will be late"),
        ("what will happen", "what will happen"),
    ],
)
def test_what_somebody_of_the_company_is_about_to_do_is_done(typed: str, left: str) -> None:
    assert write_deed_plainly(typed, ("bree", "wim")) == left
