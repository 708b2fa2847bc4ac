"""Who sits at the table, and whom a field is for. Each field of a campaign and of a Report has a
mark: public or secret, which is for the Guide alone. Tests find a field without one."""

from typing import Annotated, Literal, TypeAlias, TypeVar, get_args, get_origin

T = TypeVar("T")
Seat: TypeAlias = Literal["guide", "caller", "mapper", "note-taker", "quartermaster", "timekeeper"]
"""Who types, and is answered."""
# fmt: off
SeatWork: TypeAlias = Literal[
    "turns", "event die", "effects", "nights", "light", "packs", "looking", "market", "company",
    "checks", "fights", "people", "dice", "steps", "recording", "declare", "done", "turn", "zoom",
    "downtime", "out", "next", "clock", "season", "event", "rest", "press-on", "ignore", "becomes",
    "timers", "effect", "every", "sleep", "watch", "at", "snuff", "leave", "burn", "deplete",
    "give", "drop", "pass", "move", "fetch", "use", "refill", "let-go", "stash", "coins", "outfit",
    "plenty", "eat", "slots", "price", "seek", "buy", "sell", "wares", "settlement", "inflation",
    "errant", "away", "back", "supply", "exhaust", "ride", "hitch", "check", "save", "fate",
    "fight", "order", "walk", "attack", "armour", "block", "repair", "deflect", "quality", "break",
    "hurt", "heal", "hp", "wound", "tend", "hazard", "chase", "react", "morale", "bond", "court",
    "npc", "faction", "talk", "roll", "encounter", "odds", "draw", "shuffle", "tables", "undo",
    "redo", "note", "log", "recap", "export", "status", "help", "quit", "brief", "full"
]
# fmt: on
"""What a seat can be given to type: a subject with all its words, or a single word. Where a subject
and a word have one name, as `light`, it is the subject. Left out are the words that stay the
Guide's. A test compares it with the words there are."""


class Audience(str):
    """Whom a field is for."""


PUBLIC = Audience("public")
SECRET = Audience("secret")
Public: TypeAlias = Annotated[T, PUBLIC]
Secret: TypeAlias = Annotated[T, SECRET]


def find_audience_in_annotation(annotation: object) -> Audience | None:
    """The mark in a field's annotation; None where there is none."""
    marks = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Audience)), None)
