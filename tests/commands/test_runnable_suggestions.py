"""What the menu puts in can be run."""

from pathlib import Path

import pytest

from tests.commands.table import Table
from tests.commands.test_completion import EMPTY_TORCHES, TRAVELLING, completed
from tests.rounds import pick_part

RUNNABLE = [
    ("slots ", ()),
    ("light ", ()),
    ("light wim ", ()),
    ("light torc", ()),
    ("snuff ", ()),
    ("leave ", ()),
    ("use ", ()),
    ("use ondine ", ()),
    ("drop ", ()),
    ("drop tansy ", ()),
    ("drop bree torch, ", ()),
    ("pass bree wim torch, ", ()),
    ("drop bree torch x2, ", ()),
    ("use ondine rations, ", ()),
    ("move bree torch, bedroll ", ()),
    ("give bree torch, ", ()),
    ('drop wim "short', ()),
    ("refill ", EMPTY_TORCHES),
    ("let-go ", EMPTY_TORCHES),
    ("refill bree ", EMPTY_TORCHES),
    ("give bree ", ()),
    ("give bree rope ", ()),
    ("away ", ()),
    ("back ", ()),
    ("zoom ", ()),
    ("zoom initiative at ", ()),
    ("at ", ()),
    ("becomes ", ("event! =3",)),
    ("watch ", TRAVELLING),
    ("sleep ", TRAVELLING),
    ("next ", (*TRAVELLING, "event! =6")),
    ("next sleep watch bree ", (*TRAVELLING, "event! =6")),
    ("effect end ", ()),
    ("effect add Bless ", ()),
    ("effect add Bless miracle 2 on ", ()),
    ("supply bree ", ()),
    ("supply tansy ", ()),
    ("supply all ", ()),
    ("exhaust wim ", ("exhaust wim +1",)),
    ("exhaust all ", ("exhaust wim +1",)),
    ("clock ", ()),
    ("+", ()),
    ("-", ()),
    ("undo ", ("supply bree +1", "light bree torch", "supply bree +2", "note salt", "event! =2")),
    ("undo to ", ("supply bree +1", "light bree torch", "supply bree +2", "note salt")),
    ("leave ", EMPTY_TORCHES),
    ("snuff ", EMPTY_TORCHES),
    ("every end ", ("every 6 turns burn", 'every 3 turns "the water rises"')),
    ("every 6 exploration turns ", ()),
    ("errant remove ", ()),
    ("plenty ", ()),
    ("as ", ()),
    ("roll ", ()),
    ("help ", ()),
    ("export ", ()),
    ("export players ", ()),
    ("log ", ()),
    ("eat ", ()),
    ("event ", ()),
]
STEPS = {"watch", "on", "all", "to", "slots", "uses", "worth"}
"""What is put in only to be followed by a name; and `all`, which leaves nothing for the next."""


@pytest.mark.parametrize(("text", "before"), RUNNABLE, ids=[text for text, _ in RUNNABLE])
def test_what_is_put_in_can_be_run(text: str, before: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done(*before) if before else None
    lines = [each for each in completed(table, text) if each.split()[-1] not in STEPS]
    assert lines
    for line in pick_part(lines, 1):
        answered = table.say(line)
        assert answered.refusal is None or answered.refusal.message.startswith("Which of "), line
        if line.startswith("undo"):
            table.done("redo")
        elif answered.changes:
            table.done("undo")
