"""A stranger whom they meet becomes an NPC by the name that is told, or is drawn, and what is told
besides is a line or a note."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "an old hermit called mottle, how does he react",
            ("npc new Mottle note an old hermit", "react mottle"),
        ),
        (
            "they meet a hermit, mottle. how does he react",
            ("npc new Mottle note a hermit", "react mottle"),
        ),
        (
            "they meet a scared boy hiding in a barrel, jonk, bree talks to him",
            ("npc new Jonk note a scared boy hiding in a barrel", "bree talks to jonk"),
        ),
        (
            "they meet mottle, an old hermit. bree greets him",
            ("npc new Mottle note an old hermit", "bree greets mottle"),
        ),
        (
            "someone's hiding behind the altar, gimme an npc",
            ("note someone's hiding behind the altar", "npc ?"),
        ),
        ("old pilgrim sits there, who is he", ("note old pilgrim sits there", "npc ?")),
        ("who's the visitor? give me an npc", ("npc ?",)),
    ],
)
def test_a_stranger_becomes_an_npc(tmp_path: Path, typed: str, lines: tuple[str, ...]) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    assert table.desk.split_line_into_commands(typed) == lines
    table.done(lines[0])


@pytest.mark.parametrize(
    "typed",
    [
        "they meet a man, angry. bree runs",
        "they meet nobody, a quiet night. bree sleeps",
        "a potion called fire, bree drinks it",
        "a sword called sting, bree takes it",
        "who has the lantern? who is it",
        "is he alive? who is he",
        "the goblins, who are they",
        "they find a body, who is it",
        "the lord is dead. who is he",
        "the tavern is full. npc",
        "pike walks in, who is he",
        "bree sees a man, who is it",
        "they meet a boy called wim, how does he react",
        "the torch called wim, how does it react",
    ],
)
def test_who_is_known_and_what_is_no_name_makes_nobody(tmp_path: Path, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    lines = table.desk.split_line_into_commands(typed)
    assert not any(each.startswith(("npc ?", "npc new")) for each in lines)
