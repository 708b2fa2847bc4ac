"""The bottom line: Turn, light and what is open at 40 columns; more where there is room."""

from companion.campaign.history import undoable
from companion.commands.events import choices
from companion.commands.looking import event_dice
from companion.desk import Desk
from companion.errant.errants import members
from companion.errant.light import light_of
from companion.errant.slots import OVERLOADED, encumbrance
from companion.text import clean

WIDE = 80


def bottom_line(desk: Desk, width: int) -> str:
    """How things stand, in one line that fits; nothing secret is ever in it."""
    campaign = desk.campaign
    turn = campaign.turns[-1] if campaign.turns else None
    light = light_of(campaign.errants)
    parts = [
        f"{turn.type} {turn.number if turn.begun else '–'}" if turn else "no Turn",
        f"{light.level} {light.burn}",
        *(["/".join(choices(campaign))] if choices(campaign) else []),
    ]
    if width >= WIDE:
        parts.insert(0, f"{campaign.now} w{campaign.now.watch}")
        parts.append(f"Supply {sum(m.supply for m in members(campaign.errants))}")
        heavy = [e.name for e in members(campaign.errants) if encumbrance(e) > OVERLOADED]
        parts += [f"overloaded {', '.join(heavy)}"] if heavy else []
        dice = event_dice(campaign)
        parts += [f"event {dice}"] if dice else []
        last = undoable(desk.archive.entries())
        parts += [f"undo {last.line}"] if last else []
    line = clean(" · ".join(parts))
    return line if len(line) <= width else f"{line[: max(0, width - 1)]}…"
