"""The Company with its damage dice and weapons, two gnolls, and what becomes of attacks."""

from typing import Any

from companion.errant.company import Errant
from companion.errant.packs.items import Item
from companion.reports.attacks import AttackOddsReport, AttackReport
from companion.reports.reply import Reply
from tests.commands.table import Table

ARMED = (
    "errant edit bree archetype violent",
    "errant edit wim archetype deviant",
    "errant edit corvin archetype occult",
    'npc new "gnoll pack" met yes',
    "npc gnoll count 2",
    "npc gnoll threat 2",
    "npc gnoll hp 14",
    'npc gnoll attacks "1 x claws 2d4 or bite 2d6"',
    "attack bree with bell-hammer heavy =2",
    "attack wim with short-bow medium =2",
)
"""The Company with its damage dice, two gnolls, and what class of weapon each holds."""


def get_bree(table: Table) -> Errant:
    return table.get_errant("bree")


def get_item(table: Table, errant: str, item: str) -> Item:
    return table.get_errant(errant).get_item(item)


def wear_mail(table: Table, **fields: Any) -> None:
    """Bree's mail, with these figures; there is no word for a helmet beside it."""
    mail = {"id": "mail", "name": "mail", "count": 1, "slots": 4.0, "place": "worn", **fields}
    path = table.desk.archive.folder / "errants" / "bree.toml"
    text = path.read_text(encoding="utf-8")
    head, _, rest = text.partition('[[items]]\nid = "mail"')
    _, _, after = rest.partition("\n[[items]]")
    lines = "\n".join(f"{key} = {_write(value)}" for key, value in mail.items())
    path.write_text(f"{head}[[items]]\n{lines}\n\n[[items]]{after}", encoding="utf-8")
    table.say("status")


def write_fields(table: Table, errant: str, lines: str) -> None:
    """Keys of an Errant, written by hand."""
    path = table.desk.archive.folder / "errants" / f"{errant}.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("schema = 1\n", f"schema = 1\n{lines}\n"), encoding="utf-8")
    table.say("status")


def _write(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def get_attack(reply: Reply) -> AttackReport:
    assert isinstance(reply.report, AttackReport)
    return reply.report


def get_odds(reply: Reply) -> AttackOddsReport:
    assert isinstance(reply.report, AttackOddsReport)
    return reply.report
