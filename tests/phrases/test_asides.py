"""What is said by the way changes nothing: a phrase with `right, so` before it or `thanks` after it
is understood as without."""

import tomllib
from itertools import cycle

import pytest

from companion.grammar.phrases.sentences.asides import drop_asides
from companion.text_cleaning import clean_text
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
ASIDES = (
    "so {}",
    "right, {}",
    "and then {}",
    "hmm, {}",
    "guys, {}",
    "actually {}",
    "let's see, {}",
    "well, {}",
    "just {}",
    "{} please",
    "{}, thanks",
    "{}, i think",
    "{}.",
    "{}!",
    "{}...",
)
EACH = 9
"""Of so many phrases one is tried: each of them is read twice."""


def is_plain(typed: str) -> bool:
    """True for a phrase that nothing stands before or after already, and that keeps no text."""
    return drop_asides(f"{typed} please") == typed and len(typed.split()) > 2


@pytest.mark.parametrize("start", range(3))
def test_an_aside_changes_nothing(start: int, open_desk: OpenDesk) -> None:
    phrases = [each for file in FILES for each in tomllib.loads(file.read_text("utf-8"))["phrase"]]
    plain = [each for each in phrases if is_plain(each["say"]) and "either" not in each]
    asides, tried = cycle(ASIDES), 0
    for phrase in pick_part(plain[start * 3 :: EACH], 2, short=12):
        desk, aside = open_desk(*phrase.get("given", ())), next(asides)
        if phrase["say"].startswith(aside.partition("{")[0].strip(" ,") or "{"):
            continue  # `actually actually the die showed a four` is a stammer
        if not list_meant(phrase) or not (meant := understand(desk, phrase["say"])):
            continue
        tried += 1
        said = understand(desk, aside.format(phrase["say"]))
        if said != meant:  # a word may be shortened in one, as `supp` for `supply`
            read = [
                [read_values(desk, each, whole=False) for each in lines] for lines in (said, meant)
            ]
            kept = repr(read[0]).replace("...'", "'")  # three dots stay in a text
            assert kept == repr(read[1]), (aside, phrase["say"])
    assert tried > 10


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("right, so bree drops a torch, please.", "bree drops a torch"),
        ("Ok then, we go north", "we go north"),
        ("ok the door opens", "ok the door opens"),
        ("right hand", "right hand"),
        ("so what", "so what"),
        ("well water is bad", "well water is bad"),
        ("BREE TAKES 2 DAMAGE!", "bree takes 2 damage"),
        ("uh, note he says thanks", "note he says thanks"),
        ("NOTE THE BELL IS CRACKED", "NOTE THE BELL IS CRACKED"),
        ("next search the shrine please", "next search the shrine please"),
        ("wim says he comes please", "wim says he comes please"),
        ('npc "Odo" thanks', 'npc "Odo" thanks'),
        ("next!", "next!"),
        ("bree  hits  goblin #2 & wim runs...", "bree hits goblin 2 and wim runs"),
        ("they run; bree falls - hard", "they run, bree falls, hard"),
        ("bree - hit it", "bree - hit it"),
        ("who is up??", "who is up?"),
        ("note  two  spaces; a mark...", "note  two  spaces; a mark..."),
        ("bree drops -2", "bree drops -2"),
        ("", ""),
    ],
)
def test_what_is_dropped(typed: str, left: str) -> None:
    assert drop_asides(typed) == left
    assert drop_asides(left) == left


@pytest.mark.parametrize(
    "typed",
    [
        "down\x0bfeed\x0c",
        "x\x1b]8;;http://bad.example\x1b\\link",
        "\x80\x81 corivn gnaws",
        "wim\x9b31m",
    ],
)
def test_a_line_is_told_without_what_a_terminal_obeys(open_desk: OpenDesk, typed: str) -> None:
    reply = open_desk().run(typed)
    assert reply is not None
    assert clean_text(reply.line) == reply.line
    assert clean_text(reply.meant or "") == (reply.meant or "")
