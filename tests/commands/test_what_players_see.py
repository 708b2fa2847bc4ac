"""Of whom they meet, a player's seat gets what was said aloud, and nothing that only the Guide may
know: field by field, and by playing two campaigns that differ in nothing but that."""

import json
from pathlib import Path

import pytest

from companion.reports import Report, checks_and_saves, find_secret_fields, npcs_and_factions
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table

MAY: dict[str, set[str]] = {
    "CheckReport": {
        *("errant", "name", "attribute", "target", "dv", "base_dv", "circumstances", "position"),
        *("impact", "faces", "entered", "success", "chance", "chance_exact", "saving", "against"),
        *("winner", "opponent", "odds"),
    },
    "SecretCheckReport": {
        *("errant", "name", "attribute", "position", "impact", "faces", "entered", "success"),
        *("saving", "against", "winner"),
    },
    "FateReport": {"asked", "faces", "entered"},
    "NpcReport": {"step", "npcs"},
    "FactionReport": {"step", "names"},
    "BondReport": {"npc", "name", "errant", "step"},
    "CourtReport": {
        *("npc", "faction", "name", "errant", "faces", "entered", "modifier", "total", "result"),
        "step",
    },
    "ReactionReport": {"npc", "name"},
    "NegotiationReport": {"npc", "name", "step", "banal", "ended"},
    "ExchangeReport": {
        *("npc", "name", "errant", "category", "position", "impact", "target", "faces", "entered"),
        *("success", "outcome", "banal", "ended", "began"),
    },
    "MoraleReport": {"who", "name", "ally", "faces", "entered", "modifier", "total", "held"},
}
"""What a player may get of each Report: who, what, the faces, how it was taken."""
KINDS = [
    kind
    for reports in (npcs_and_factions, checks_and_saves)
    for kind in vars(reports).values()
    if isinstance(kind, type) and issubclass(kind, Report) and kind is not Report
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_player_gets_of_each_report_what_they_may_and_no_more(kind: type[Report]) -> None:
    assert set(kind.__struct_fields__) - find_secret_fields(kind) == MAY[kind.__name__]


def test_every_kind_is_compared() -> None:
    assert {kind.__name__ for kind in KINDS} == set(MAY)


PREPARED = (
    (
        "npc harl threat 2 alignment N morale 6 wants gold note he lies",
        "react harl is 5",
        "bond pike bree 4",
    ),
    (
        "npc harl threat 3 alignment C2 morale 7 wants blood note he dies",
        "react harl is 6",
        "npc pike disposition 7",
    ),
)
"""What a Guide may have prepared in secret, one way and another."""
BOTH = (
    "errant edit bree alignment C1",
    "npc pike met yes",
    'npc "goblin band" at chapel met yes',
    'faction "The Eel Wardens" met yes',
)
MORE = (
    ("npc goblin count 4 morale 5 threat 1", "faction wardens reputation 3"),
    ("npc goblin count 9 morale 9 threat 2", "faction wardens reputation 10"),
)
AT_THE_TABLE = (
    "check corvin pres with harl =7",
    "check corvin pres with harl ?",
    "check bree phys vs harl =9,3",
    "save bree skill vs harl =7",
    "save harl vs bree =5",
    "npc",
    "npc harl",
    "npc goblin",
    "npc goblin count 6",
    "react harl =2,3",
    "talk harl",
    "talk harl banal",
    "talk harl giving =10",
    "talk harl taking dire =20",
    "talk harl bribe +1",
    "talk harl",
    "talk harl patience -1",
    "talk harl patience +100",
    "talk harl taking dv 9 ?",
    "react harl +1 =3,4",
    "react pike +1",
    "talk pike +1",
    "check bree pres with harl =9,9",
    "talk pike giving =9,9",
    "bond pike",
    "talk",
    "secret talk harl end he walks off",
    "talk harl",
    "talk harl banal",
    "talk harl again",
    "morale harl =6,6",
    "morale goblin =1,1",
    "bond harl corvin",
    "court! wardens up =1,1",
    "court! wardens up =4,4",
    "court! wardens up =6,6",
    "faction",
    "faction wardens",
    "react nobody",
)
RETOLD = ("recap", "log 60", "log notes", "export", "export json", "status", "undo 9")


def prepared(folder: Path, which: int) -> Table:
    """A table at which the Guide has prepared the evening this way or that."""
    table = Table(folder)
    table.done("done", *BOTH, *PREPARED[which], *MORE[which])
    return table


def heard(table: Table, line: str, *, guide: bool = False) -> tuple[str, str]:
    """All that a line is answered at a seat: as people read it, and as programs do."""
    reply = table.say(line)
    told = json.loads(encode_reply(reply, guide=guide))
    lines = render_reply(reply, make_name_lookup(table.desk.campaign), guide=guide)
    kept = [told[key] for key in ("report", "changes", "news", "warnings", "refusal")]
    return "\n".join(lines), json.dumps(kept).replace(session(table), "S")


def session(table: Table) -> str:
    """The random name by which the entries of this table are called."""
    return next(iter(table.desk.archive.read_entries())).session


def both(tmp_path: Path) -> tuple[Table, Table]:
    """The same evening, prepared in two ways."""
    folders = tmp_path / "one", tmp_path / "other"
    for folder in folders:
        folder.mkdir()
    return prepared(folders[0], 0), prepared(folders[1], 1)


def test_a_player_at_play_sees_nothing_of_the_guides_preparation(tmp_path: Path) -> None:
    one, other = both(tmp_path)
    for table in (one, other):
        table.done("as caller")
    for line in (*AT_THE_TABLE, "react pike lowest"):
        assert heard(one, line) == heard(other, line), line


def test_a_player_later_sees_nothing_of_the_guides_preparation(tmp_path: Path) -> None:
    one, other = both(tmp_path)
    for table in (one, other):
        table.say(*AT_THE_TABLE)
        table.done("secret check bree mind =3", "as caller")
    for line in RETOLD:
        assert heard(one, line) == heard(other, line), line


def test_the_guide_hears_the_difference(tmp_path: Path) -> None:
    """Else the two tests before it would prove nothing."""
    one, other = both(tmp_path)
    differ = [
        line
        for line in AT_THE_TABLE
        if heard(one, line, guide=True) != heard(other, line, guide=True)
    ]
    assert set(differ) >= {
        "check corvin pres with harl ?",
        "check bree phys vs harl =9,3",
        "save bree skill vs harl =7",
        "npc",
        "talk harl",
        "talk harl giving =10",
        "morale harl =6,6",
        "faction",
    }


UNMET = (
    "npc",
    "npc mas",
    "npc new Maskless",
    "react masked",
    "react the masked",
    "bond the masked corvin",
    "check bree pres with the masked",
    "save bree mind vs the masked",
    "save the masked vs 3",
    "npc harl faction hidden ha",
    "talk masked giving",
    "morale masked",
    "check bree pres with masked",
    "check bree phys vs masked",
    "save bree mind vs masked",
    "save masked",
    "bond masked bree 9",
    "npc harl faction hidden",
    "court hidden up",
    "faction",
    "react the",
)


def test_whom_nobody_has_met_is_as_if_they_were_not(tmp_path: Path) -> None:
    prepared_so = {
        "with": (
            "npc The Masked One at chapel disposition 3",
            "secret react masked",
            "faction Hidden Hand reputation 4",
            "npc masked faction hidden",
            "secret talk masked",
            "talk masked end they were bored",
        ),
        "without": (),
    }
    tables = []
    for name, lines in prepared_so.items():
        (tmp_path / name).mkdir()
        tables.append(Table(tmp_path / name))
        tables[-1].done("done", *lines, "as caller")
    for line in UNMET:
        assert heard(tables[0], line) == heard(tables[1], line), line
    for line in ("log 60", "recap", "export", "export json"):
        assert "Mask" not in heard(tables[0], line)[1].replace("Maskless", "")
    for begun in ("talk ", "npc ", "undo ", "court ", "faction "):
        offered = " ".join(map(str, tables[0].desk.suggest_completions(begun))).casefold()
        assert "hidden" not in offered
        assert "mask" not in offered.replace("maskless", "")


def test_a_secret_check_is_heard_of_by_nobody_else(tmp_path: Path) -> None:
    guides = Table(tmp_path)
    players = Table(tmp_path, seat="caller")
    players.desk.take_in_external_changes()
    guides.done("secret check bree mind dv 4 =7", "check bree phys =9")
    seen = players.desk.take_in_external_changes()
    assert seen is not None
    told = " ".join(render_reply(seen, make_name_lookup(players.desk.campaign), guide=False))
    assert "check bree phys" in told
    assert "mind" not in told
    assert "mind" not in str(heard(players, "log 30"))
    assert "mind" in str(heard(guides, "log 30", guide=True))


def test_a_negotiation_said_secretly_is_no_part_of_the_players_story(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("talk harl", "secret talk harl giving =10", "talk ysolde", "talk ysolde banal")
    guides, players = heard(table, "recap", guide=True)[0], heard(table, "recap")[0]
    assert "Harl Dunn: Ondine pleased them" in guides
    assert "Harl" not in players
    assert "Talked with Abbess Ysolde: small talk." in players


def test_that_the_guide_took_a_secret_back_is_heard_of_by_nobody_else(tmp_path: Path) -> None:
    guides, players = Table(tmp_path), Table(tmp_path, seat="caller")
    guides.done("secret note he lies", "undo", "redo", "undo")
    assert players.desk.take_in_external_changes() is None
    assert "do" not in str(heard(players, "log 30")[0]).replace("done", "")
    guides.done("supply bree +1", "undo")
    assert "undo" in heard(players, "log 30")[0]


def test_what_is_wrong_in_a_file_is_quoted_to_the_guide_alone(tmp_path: Path) -> None:
    guides, players = Table(tmp_path), Table(tmp_path, seat="caller")
    guides.done("done")
    world = guides.desk.archive.folder / "world.toml"
    text = world.read_text(encoding="utf-8").replace('place = "drowned-chapel"', "")
    world.write_text(f'{text}\n[[npcs]]\nname = "Pim"\nfaction = "masked-hand"\n', "utf-8")
    assert "masked-hand" in str(heard(guides, "status", guide=True))
    said = heard(players, "status")
    assert "masked-hand" not in str(said)
    assert "world.toml" in said[0]
    seen = players.desk.take_in_external_changes()
    assert seen is None or "masked-hand" not in encode_reply(seen, guide=False)


def test_a_player_is_not_told_from_which_tables_the_guide_has_drawn(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("secret draw npcs/names", "as caller")
    for line in ("shuffle", "shuffle npcs/wants"):
        assert "npcs/names" not in str(heard(table, line)), line
