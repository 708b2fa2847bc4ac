"""Any words in any order: whatever was typed can be taken back, and what is on disk is the game.

COMPANION_STORM=1 plays many more evenings.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.archive.campaign_storage import Archive
from companion.desk import Desk
from tests.desk.a_desk import a_desk, all_files, answered, greenmire, on_disk, state_files
from tests.rounds import count_examples

EVENINGS = count_examples(2_000, short=14)
MAX_LINES = 40

COMPANY = st.sampled_from(["bree", "corvin", "ondine", "tansy", "wim", "hob", "old-nan", "all"])
THINGS = st.sampled_from(
    ["torch", "rations", "oil", "lantern", "candles", "bedroll", "rope", "arrows", "mail", "saint"]
    + ["feed", "torch-2", "rations-2", '"silver idol"', '"Torches (6)"', '"wax Seal"']
)
EFFECTS = st.sampled_from(["bless", "ague", "lamp", '"the ferryman waits"', "x"])
KINDS = st.sampled_from(["", " miracle 2", " 1", " sorcery 3 on bree", " lasting", " on hob"])
TURNS = st.sampled_from(["travel", "exploration", "initiative", "downtime"])
PLACES = st.sampled_from(["drowned-chapel", "causeway", "greenmire", "reedmarket"])
FACES = st.integers(1, 6)
SMALL = st.integers(-3, 4)


def line(pattern: str, **parts: st.SearchStrategy[object]) -> st.SearchStrategy[str]:
    """Typed lines of one pattern."""
    return st.fixed_dictionaries(parts).map(lambda given: pattern.format(**given))


PLAYING = st.one_of(
    st.just("next"),
    st.just("event"),
    line("next search ={face}", face=FACES),
    line("next! creep for 1h ={face}", face=FACES),
    line("turn{forced}", forced=st.sampled_from(["", "!", " listen", "! for 2h dig"])),
    line("event{forced} ={face}", forced=st.sampled_from(["", "!"]), face=FACES),
    line("event! {dice:+d}", dice=SMALL),
    line("becomes {face}", face=FACES),
    st.sampled_from(["ignore", "rest", "press-on", "burn", "deplete", "sleep", "sleep open"]),
    line("zoom {turn}", turn=TURNS),
    line("zoom {turn} at {place}", turn=TURNS, place=PLACES),
    st.sampled_from(["out", "out!", "done", "done well", "plenty on", "plenty off"]),
    line("declare {who} sings", who=COMPANY),
    line("at {place}", place=PLACES),
    line("watch {who} {other}", who=COMPANY, other=COMPANY),
    line(
        "{sign}{number}{unit}",
        sign=st.sampled_from("+-"),
        number=st.integers(0, 30),
        unit=st.sampled_from("smhdt"),
    ),
)
CARRYING = st.one_of(
    line("give {who} {thing} x{count}", who=COMPANY, thing=THINGS, count=st.integers(0, 3)),
    line(
        "give {who} {thing} slots {slots} hand",
        who=COMPANY,
        thing=THINGS,
        slots=st.sampled_from(["1/4", "0.5", "2", "0.3"]),
    ),
    line("give {who} {thing} uses {uses}", who=COMPANY, thing=THINGS, uses=st.integers(0, 3)),
    line(
        "drop {who} {thing}{count}",
        who=COMPANY,
        thing=THINGS,
        count=st.sampled_from(["", " x2", " all"]),
    ),
    line("light {who} {thing}", who=COMPANY, thing=THINGS),
    line("snuff {who} {thing}", who=COMPANY, thing=THINGS),
    line("use {who} {thing}", who=COMPANY, thing=THINGS),
    line(
        "{word} {thing}",
        word=st.sampled_from(["refill", "let-go"]),
        thing=st.sampled_from(["all", "bree torch", "ondine lantern", "rations"]),
    ),
    line("supply {who} {number:+d}", who=COMPANY, number=SMALL),
    line("exhaust {who} {number:+d}", who=COMPANY, number=SMALL),
)
COMING = st.one_of(
    line("errant add Hob{more}", more=st.sampled_from(["", " retainer phys 9", " phys 99"])),
    line('errant add "Old Nan" animal slots {slots}', slots=st.integers(-1, 80)),
    line(
        "errant add {name}", name=st.sampled_from(['""', '" "', "Bree", '"Äsa\x1b[31m"', "\u202e"])
    ),
    line(
        "errant edit {who} {field} {value}",
        who=COMPANY,
        value=st.integers(-1, 30),
        field=st.sampled_from(["phys", "mind", "pennies", "supply", "name", "exhaustion"]),
    ),
    line("errant remove {who}", who=COMPANY),
    line("{word} {who}", word=st.sampled_from(["away", "back"]), who=COMPANY),
    line("effect add {name}{kind}", name=EFFECTS, kind=KINDS),
    line("effect end {name}", name=EFFECTS),
    line("every {number} turns burn", number=st.integers(0, 3)),
    line(
        "every {number} {turn} turns {word}",
        number=st.integers(1, 3),
        turn=TURNS,
        word=st.sampled_from(["burn", "deplete", '"the water rises"']),
    ),
    line("every end {word}", word=st.sampled_from(["burn", "deplete", "water"])),
)
NPCS = st.sampled_from(["ysolde", "harl", "pike", "goblins", '"Nan Marsh"', "the eels"])
MEETING = st.one_of(
    line("npc {npc}", npc=NPCS),
    line(
        "npc {npc} {field} {value}",
        npc=NPCS,
        field=st.sampled_from(["disposition", "threat", "morale", "count", "alignment", "at"]),
        value=st.sampled_from(
            ["0", "2", "7", "12", "13", "none", "L1", "chaotic", "chapel", "1,2"]
        ),
    ),
    line("npc {npc} faction {faction}", npc=NPCS, faction=st.sampled_from(["eels", "none"])),
    line("npc remove {npc}", npc=NPCS),
    st.sampled_from(
        ["npc ?", "npc", "faction", "faction Eels reputation 9", "faction remove eels"]
    ),
    line("faction eels reputation {score}", score=st.sampled_from(["+1", "-2", "12", "none"])),
    line(
        "bond {npc} {who} {score}", npc=NPCS, who=COMPANY, score=st.sampled_from(["+1", "9", "off"])
    ),
    line("court! {npc} by {who} {way}", npc=NPCS, who=COMPANY, way=st.sampled_from(["up", "down"])),
    line(
        "react {npc}{how}", npc=NPCS, how=st.sampled_from(["", " +2", " is 5", " =1,2", " lowest"])
    ),
    line(
        "talk {npc} {said}",
        npc=NPCS,
        said=st.sampled_from(
            ["", "banal", "giving", "taking dire", "convincing strong by bree", "bribe +2", "again"]
            + ["patience -3", "patience +2", "end", "end he goes", "base giving dv 4", "giving ?"]
        ),
    ),
    line("morale {npc} {how}", npc=NPCS, how=st.sampled_from(["", "is 7", "+1 =3,4"])),
    line(
        "check {who} pres with {npc} {how}", who=COMPANY, npc=NPCS, how=st.sampled_from(["", "?"])
    ),
    line("check {who} phys vs {npc}", who=COMPANY, npc=NPCS),
    line("save {who} mind vs {npc} =9", who=COMPANY, npc=NPCS),
    line("secret check {who} mind dv 4", who=COMPANY),
)
STEPPING = st.one_of(
    st.sampled_from(["undo", "undo", "redo", "redo"]),
    line("undo {number}", number=st.integers(0, MAX_LINES)),
    line("undo to {number}", number=st.integers(0, MAX_LINES)),
)
LOOKING = st.sampled_from(
    [
        "status",
        "log",
        "company",
        "slots bree",
        "roll 2d6",
        "roll greenmire/marsh-encounters",
        "roll 4d6kh3 x3",
        "draw npcs/names",
        "draw rumours x2",
        "roll rumours",
        "shuffle rumours",
        "shuffle",
        "season winter",
        "season",
        "event ?",
    ]
    + ["nonsense", "give", '"open', "undo what", "roll 1d", "help undo", "light", "effect", "every"]
)
LINES = st.one_of(PLAYING, CARRYING, COMING, MEETING, STEPPING, LOOKING).map(lambda typed: [typed])


def phrase(*patterns: str, **parts: st.SearchStrategy[object]) -> st.SearchStrategy[list[str]]:
    """Lines that mean something after each other."""
    return st.fixed_dictionaries(parts).map(lambda given: [p.format(**given) for p in patterns])


PHRASES = st.one_of(
    phrase("event! ={face}", "ignore", "becomes {other}", face=FACES, other=FACES),
    phrase("next! ={face}", "becomes {other}", face=FACES, other=FACES),
    phrase(
        "next! =2",
        "{word}",
        "{then}",
        word=st.sampled_from(["rest", "press-on", "undo"]),
        then=st.sampled_from(["ignore", "becomes 3", "undo", "redo"]),
    ),
    phrase(
        "event! =3",
        "{word} {what}",
        "{then}",
        word=st.sampled_from(["refill", "let-go"]),
        what=st.sampled_from(["all", "torch"]),
        then=st.sampled_from(["ignore", "undo 2"]),
    ),
    phrase("out!", "zoom {turn}", "next ={face}", turn=TURNS, face=FACES),
    phrase(
        "out!",
        "out!",
        "zoom travel",
        "sleep open",
        "watch {who}",
        "next! ={face}",
        who=COMPANY,
        face=FACES,
    ),
    phrase(
        "out!",
        "out!",
        "zoom downtime",
        "next ={face}",
        "every 2 turns deplete",
        "turn! for 3d",
        face=FACES,
    ),
    phrase(
        "give {who} {thing} x2",
        "{word} {who} {thing}",
        who=COMPANY,
        thing=THINGS,
        word=st.sampled_from(["light", "use", "drop", "drop all"]),
    ),
    phrase("light bree torch", "burn", "snuff bree torch", "drop bree torch"),
    phrase(
        "drop {who} candles",
        "drop {who} {thing} all",
        "undo {number}",
        who=COMPANY,
        thing=THINGS,
        number=st.integers(1, 9),
    ),
    phrase(
        "errant add Hob",
        "give hob torch",
        "light hob torch",
        "{word} hob",
        word=st.sampled_from(["errant remove", "away", "watch", "exhaust"]),
    ),
    phrase("effect add {name}{kind}", "burn", "effect end {name}", name=EFFECTS, kind=KINDS),
    phrase(
        "react {npc} is {number}",
        "talk {npc} again",
        "talk {npc} taking dire",
        "talk {npc} patience -9",
        "talk {npc} banal",
        "undo {number}",
        npc=NPCS,
        number=st.integers(2, 12),
    ),
    phrase(
        "faction Eels",
        "npc {npc} faction eels",
        "bond {npc} {who} 9",
        "faction eels reputation {number}",
        "errant remove {who}",
        npc=NPCS,
        who=COMPANY,
        number=st.integers(2, 12),
    ),
    phrase("undo", "undo", "redo"),
)
SCRIPTS = st.lists(st.one_of(LINES, LINES, PHRASES), min_size=20, max_size=MAX_LINES).map(
    lambda typed: [text for lines in typed for text in lines]
)


POINTED_OUT = (
    "Still lit: ",
    "all Supply is lost: ",
    "slots there are for that",
    "nobody knows: the DV",
    "the next react",
    ", and the Company is not.",
)
"""What may be a slip of the table's, and is none of the files'."""


def typed(desk: Desk, text: str) -> None:
    """A line, and what must be so after it, whatever it was answered."""
    folder = desk.archive.folder
    before, files, dice = desk.campaign, all_files(folder), desk.archive.session.streams.positions
    reply = answered(desk, text)
    assert not [each for each in reply.warnings if not any(said in each for said in POINTED_OUT)]
    if reply.refusal is not None:
        assert all_files(folder) == files
        assert desk.campaign == before
        assert desk.archive.session.streams.positions == dice
    for stream, given_faces in dice.items():
        assert desk.archive.session.streams.positions[stream] >= given_faces
    assert on_disk(folder) == desk.campaign
    assert Archive(folder).campaign == desk.campaign


def stepped(desk: Desk, word: str) -> int:
    """How often a step could be taken until there was nothing left of its kind."""
    steps = 0
    while True:
        reply = answered(desk, word)
        if reply.refusal is not None:
            assert reply.refusal.message == f"There is nothing to {word}."
            return steps
        steps += 1


@settings(
    max_examples=EVENINGS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(SCRIPTS)
def test_whatever_was_typed_is_taken_back_to_the_byte_and_done_again(lines: list[str]) -> None:
    # Words undone out of their order come back in it, and a whole new array may then stand
    # elsewhere in its file; the values are the same.
    with TemporaryDirectory() as shelf:
        folder = greenmire(Path(shelf))
        desk = a_desk(folder)
        start, first_files = desk.campaign, state_files(folder)
        for text in lines:
            typed(desk, text)
        last, last_files = desk.campaign, state_files(folder)
        dice = desk.archive.session.streams.positions
        steps = stepped(desk, "undo")
        assert desk.campaign == start
        assert state_files(folder) == first_files
        for _ in range(steps):
            assert answered(desk, "redo").ok
        assert desk.campaign == last
        if not any(text.startswith("undo ") for text in lines):
            assert state_files(folder) == last_files
        assert stepped(desk, "undo") == steps
        assert state_files(folder) == first_files
        assert desk.archive.session.streams.positions == dice
        assert on_disk(folder) == start
