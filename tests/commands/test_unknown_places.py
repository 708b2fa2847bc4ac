"""Places, Settlements and people that the players know nothing of: to every seat but the Guide's a
campaign that has them answers, word by word, as one that has not."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from companion.audience import Seat
from companion.grammar.command_words import WORDS
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table
from tests.rounds import LONG, WHOLE, pick_part

UNKNOWN = """
[[settlements]]
id = "hidden-hold"
name = "Hidden Hold"
type = "metropolis"
hex = [-29, 6]
inflation = 3
encounters = "npcs/wants"
rumours = "npcs/manners"

[[settlements]]
id = "reed-hollow"
name = "Reed Hollow"
type = "city"
hex = [-8, 6]

[[places]]
id = "drowned-vault"
name = "The Drowned Vault"
hex = [-9, 7]
terrain = "saltpan"
encounters = "npcs/wants"

[[factions]]
id = "hollow-court"
name = "The Hollow Court"
reputation = 4

[[npcs]]
id = "masked-one"
name = "Masked One"
settlement = "hidden-hold"
faction = "hollow-court"
threat = 3
disposition = 4
"""
"""What the Guide has prepared; near in name to much that the players do know."""
SECRETS = ("hidden", "hollow", "drowned-vault", "drowned vault", "masked", "saltpan")
ARGUMENTS = (
    "",
    "reed",
    "drow",
    "vault",
    "hidden",
    "hidden-holt",
    "the hid",
    "hollow court",
    "masked",
    "map",
    "map hidden",
    "map reed",
    "at drow",
    "at hidden-holt",
    "exploration at drow",
    "downtime at reed",
    "torch in reed",
    "torch in hidden-holt",
    '"war horse" in reedmarket',
    '"plate" masterwork in reedmarket',
    "bree bedroll at drow",
    "bree torch at hidden-holt",
    "ysolde",
    "ysolde at reed",
    "ysolde at drow",
    "ysolde at hidden-holt",
    "ysolde faction hollow",
    "bree pres with masked",
    "new Hiddenmost at vault",
    "Saltford town hex -8,6",
    "reed town",
    "npcs/wants",
    "npcs/manners terrain=",
    "4",
    "hidden-hold",
    "Hidden Hold",
    "Hidden Hold town hex 9,9",
    "hiden hold",
    "at hidden-hold",
    'exploration at "The Drowned Vault"',
    "bree torch at hidden-hold",
    "torch in hidden-hold",
    "ysolde at hidden-hold",
    "ysolde faction hollow-court",
    "ysolde name Masked One",
    "masked-one",
    "maskd-one",
    "Masked One",
    "masked-one giving",
    "Masked One threat 3",
    "new Masked One",
    "new The Hollow Court",
    "hollow-court up",
    "bree pres with masked-one",
    "bree mind vs masked-one",
    "masked-one bree 7",
)
"""What each word is given to chew on, whole names that nobody knows too."""
TALK = (
    "we talk to the masked one",
    "bree lies to masked one",
    "wim asks masked-one about the bell",
    "go to hidden hold",
    "we travel to the drowned vault",
    "off to hiden hold",
    "what do we know about the masked one?",
    "tell me about the hollow court",
    "the masked one attacks",
    "masked one likes us more",
    "how much is a torch in hidden hold?",
    "leave the bedroll at the drowned vault",
    "bree flatters the hollow court",
)
"""Lines as people talk."""
LINES = tuple(f"{word.name} {rest}".rstrip() for word, rest in product(WORDS, ARGUMENTS))
AT_THE_TABLE = (
    "log 60",
    "recap",
    "export",
    "export json",
    "export players json",
    "status",
    "inflation",
    "inflation map",
    "npc",
    "undo",
)


def table(
    folder: Path, *, unknown: bool, seat: Seat, dry_run: bool = False, whole_words: bool = True
) -> Table:
    """A table where the Guide has prepared places that nobody knows of, or has not."""
    folder.mkdir()
    made = Table(folder)
    world = folder / "my-greenmire" / "world.toml"
    text = world.read_text(encoding="utf-8")
    away = text.replace('settlement = "sallows-end"\nmet', "PLACEmet")
    text = away.replace("PLACE", 'place = "drowned-vault"\n' if unknown else "")
    world.write_text(text + (UNKNOWN if unknown else ""), encoding="utf-8")
    del made
    return Table(folder, seat=seat, dry_run=dry_run, whole_words=whole_words)


def both(
    tmp_path: Path, *, seat: Seat = "caller", dry_run: bool = False, whole_words: bool = True
) -> tuple[Table, Table]:
    """The two campaigns, which differ in nothing but what the players know nothing of."""
    one, other = (
        table(tmp_path / name, unknown=unknown, seat=seat, dry_run=dry_run, whole_words=whole_words)
        for name, unknown in (("with", True), ("without", False))
    )
    return one, other


def heard(table: Table, line: str, *, guide: bool = False) -> tuple[str, str]:
    """All that a line is answered: as people read it, and as programs do."""
    reply = table.say(line)
    lines = render_reply(reply, make_name_lookup(table.desk.campaign), guide=guide)
    told = json.loads(encode_reply(reply, guide=guide))
    session = next((entry.session for entry in table.desk.archive.read_entries()), "S")
    return "\n".join(lines).replace(session, "S"), json.dumps(told).replace(session, "S")


def test_no_word_shows_a_player_what_they_do_not_know(tmp_path: Path) -> None:
    one, other = both(tmp_path, dry_run=True)
    for line in pick_part(LINES, 5):
        assert heard(one, line) == heard(other, line), line


def test_no_plain_line_shows_a_player_what_they_do_not_know(tmp_path: Path) -> None:
    one, other = both(tmp_path, dry_run=True, whole_words=False)
    words = ("talk", "react", "at", "zoom", "npc", "court", "stash", "price", "leave", "tell")
    lines = [f"{word} {rest}" for word, rest in product(words, ARGUMENTS[1::2])]
    for line in (*TALK, *pick_part(lines, 1, short=9)):
        assert heard(one, line) == heard(other, line), line


def list_beginnings(line: str) -> Iterator[str]:
    """A line as far as its last word, and the first letters of that."""
    start = line.rfind(" ") + 1
    yield from (line[:end] for end in range(start, min(start + 4, len(line) + 1)))


def test_no_menu_offers_a_player_what_they_do_not_know(tmp_path: Path) -> None:
    one, other = both(tmp_path, dry_run=True)
    begun = {each for line in LINES[:: 5 if LONG else 13] for each in list_beginnings(line)}
    begun |= {f"{line} " for line in LINES[:: 1 if WHOLE else 5]}
    for text in sorted(begun):
        offered = one.desk.suggest_completions(text)
        assert offered == other.desk.suggest_completions(text), text


def test_the_guide_is_offered_all_of_it(tmp_path: Path) -> None:
    """Else the tests before this one would prove nothing."""
    guides = table(tmp_path / "with", unknown=True, seat="guide", dry_run=True)
    for line, name in (
        ("at ", '"Drowned Vault"'),
        ("zoom exploration at ", '"Hidden Hold"'),
        ("price torch in ", '"Reed Hollow"'),
        ("inflation map ", '"Hidden Hold"'),
        ("npc ysolde at ", '"Drowned Vault"'),
        ("stash bree bedroll at ", '"Drowned Vault"'),
    ):
        assert name in [each.text for each in guides.desk.suggest_completions(line)], line
    assert "may be" in guides.refused("at drow").message
    assert "Drowned Vault" in heard(guides, "npc ysolde", guide=True)[0]


def test_no_recap_shows_a_player_what_they_do_not_know(tmp_path: Path) -> None:
    """Played and written down: a month goes by, and prices with it, also where nobody was."""
    one, other = both(tmp_path, seat="timekeeper")
    evening = (
        *("done", "out!", "out!", "zoom! downtime at reedmarket", "next =6", "next! =6"),
        *("at sallows-end", "price torch", "npc", *AT_THE_TABLE),
    )
    for line in evening:
        assert heard(one, line) == heard(other, line), line
    assert one.desk.campaign.world.settlements[2].inflation == 1


def test_what_the_guide_does_with_it_meanwhile_is_heard_of_by_no_player(tmp_path: Path) -> None:
    player = table(tmp_path / "with", unknown=True, seat="mapper")
    guides = Table(tmp_path / "with")
    player.desk.take_in_external_changes()
    guides.done(
        *("secret settlement Hidden Fort town hex -40,0", "settlement! reedmarket town"),
        *("npc masked at hidden-fort", "secret npc ysolde at hidden-hold", "undo", "redo"),
        *("faction hollow reputation 6", "roll npcs/wants", "draw npcs/manners", "known vault no"),
    )
    world = guides.desk.archive.folder / "world.toml"
    text = world.read_text(encoding="utf-8")
    world.write_text(text.replace('terrain = "saltpan"', 'terrain = "salt mine"'), "utf-8")
    guides.say("status")
    seen = player.desk.take_in_external_changes()
    told = [] if seen is None else [encode_reply(seen, guide=False)]
    told += [str(heard(player, line)) for line in AT_THE_TABLE]
    told += [str(player.desk.suggest_completions(f"{word.name} ")) for word in WORDS]
    for secret in (*SECRETS, "salt mine", "fort"):
        assert not [line for line in told if secret in line.casefold()], secret
    assert seen is None or seen.report.files == ()  # type: ignore[union-attr]
