"""An NPC nobody had thought of, drawn from the tables of names, trades and wants."""

from collections.abc import Container

from companion.campaign.campaign import Campaign
from companion.commands.rolling import Asked, table_rolled
from companion.commands.sitting import Sitting
from companion.commands.stashes import place_here
from companion.errant.world import Npc
from companion.refusal import Impossible, Refusal
from companion.text import slug

_NAMES, _BYNAMES, _TRADES, _MANNERS, _WANTS = (
    f"npcs/{table}" for table in ("names", "bynames", "trades", "manners", "wants")
)
_TRIES = 20


def drawn(sitting: Sitting) -> tuple[Campaign, Npc]:
    """A new NPC where the Company is: a name nobody has yet, a trade, what they want. Impossible
    where every name is taken, or there is no table of them."""
    campaign = sitting.campaign
    npcs = campaign.world.npcs
    name = _free_name(sitting, {each for npc in npcs for each in (npc.id, slug(npc.name))})
    note = ", ".join(filter(None, (_of(sitting, _TRADES), _of(sitting, _MANNERS))))
    here = place_here(campaign)
    settled = any(here == each.id for each in campaign.world.settlements)
    npc = Npc(
        id=slug(name),
        name=name,
        settlement=here if settled else "",
        place="" if settled else here,
        wants=_of(sitting, _WANTS),
        note=note,
    )
    return campaign.with_npcs((*npcs, npc)), npc


def _free_name(sitting: Sitting, taken: Container[str]) -> str:
    """A name whose id is not `taken`, with a byname where somebody is called so already."""
    for _ in range(_TRIES):
        name = _of(sitting, _NAMES)
        if name and slug(name) in taken:
            name = f"{name} {_of(sitting, _BYNAMES)}".rstrip()
        if name and slug(name) not in taken:
            return name
    raise Impossible("No name could be drawn that nobody has yet.", 'Try: npc "Brother Odo"')


def _of(sitting: Sitting, table: str) -> str:
    """A row of a table; nothing where the Guide's tables have none of that name."""
    try:
        asked = Asked(sitting.tables(table), 0, {}, 1)
    except Refusal:
        return ""
    _, (roll,) = table_rolled(sitting, asked, None)
    return (roll.text or "").strip().rstrip(".")
