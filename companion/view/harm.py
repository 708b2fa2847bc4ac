"""Harm, wounds and dying in sentences, one for each thing that befell somebody."""

from collections.abc import Callable, Iterator, Sequence

from companion.errant import happenings as h
from companion.view import wording as w

_BY = {
    "kit": " by a healer's kit",
    "bed": " in a warm bed",
    "downtime": " as a Downtime Turn begins",
}


def _render_hurts(hurt: Sequence[h.Hurt], name_of: w.NameLookup) -> Iterator[str]:
    for e in hurt:
        why = f" ({e.source})" if e.source else ""
        yield f"{name_of(e.errant)} takes {e.damage} damage{why}: HP {e.hp} of {e.hp_max}."


def _render_npc_hurts(hurt: Sequence[h.NpcHurt], _name_of: w.NameLookup) -> Iterator[str]:
    for e in hurt:
        who = f"{e.name} {e.number}" if e.number else e.name
        after = ", and is beaten" if e.beaten else ", and is half gone" if e.half_gone else ""
        yield f"{who[:1].upper()}{who[1:]} takes {e.damage} damage{after}."


def _render_saves(saves: Sequence[h.DeathSave], name_of: w.NameLookup) -> Iterator[str]:
    for e in saves:
        face = "no D20 could do it" if e.face is None else f"D20 {e.face}"
        end = "stays on their feet" if e.success else "is out of action"
        yield f"Save with phys {e.target} at DV {e.dv}: {face}. {name_of(e.errant)} {end}."


def _render_beaten(beaten: Sequence[h.Beaten], name_of: w.NameLookup) -> Iterator[str]:
    for e in beaten:
        yield f"{name_of(e.errant)} is beaten: dead, subdued or fled, as the Guide says."


def _render_wounds(wounds: Sequence[h.WoundTaken], name_of: w.NameLookup) -> Iterator[str]:
    for e in wounds:
        what = e.name or "Exhaustion"
        hinders = f": {e.handicap}" if e.handicap else ""
        instead = f", for {e.rolled}" if e.rolled != e.row else ""
        yield f"Wound of {name_of(e.errant)}, {e.harm} {e.row}{instead}: {what}{hinders}."


def describe_dying(e: h.Dying, who: str) -> str:
    """How long somebody still lives, and what would help."""
    turns = w.format_count(e.turns, f"{e.turn_type.capitalize()} Turn")
    when = f"in {turns}" if e.turns else "as this Turn ends"
    if e.turns == 1:
        when = f"at the end of the {'next' if e.began else 'this'} {e.turn_type.capitalize()} Turn"
        when = when.replace("the this", "this")
    helps = ", and nothing helps" if e.sure else f", unless tended: tend {e.errant}"
    return f"{who} dies {when}{helps}."


def _render_dying(dying: Sequence[h.Dying], name_of: w.NameLookup) -> Iterator[str]:
    for e in dying:
        yield describe_dying(e, name_of(e.errant))


def _render_dying_ends(ended: Sequence[h.DyingEnded], name_of: w.NameLookup) -> Iterator[str]:
    for e in ended:
        yield f"{name_of(e.errant)} is no longer on death's door."


def _render_deaths(killed: Sequence[h.Killed], name_of: w.NameLookup) -> Iterator[str]:
    for e in killed:
        grave = ", and nothing is left to revive or bury" if e.beyond else ""
        lies = f" What they carried lies there (slots {e.stash})." if e.stash else ""
        yield f"{name_of(e.errant)} is dead{grave}.{lies}"


def _render_healing(healed: Sequence[h.Healed], name_of: w.NameLookup) -> Iterator[str]:
    for e in healed:
        if not e.gained:
            yield f"{name_of(e.errant)} recovers no HP: their wound does not let them."
            continue
        rolled = f" ({' + '.join(map(str, e.faces))})" if e.faces else ""
        by = _BY.get(e.by, "")
        yield f"{name_of(e.errant)} regains {e.gained} HP{by}{rolled}: {e.hp} of {e.hp_max}."


def _render_status_ends(ended: Sequence[h.StatusEnded], name_of: w.NameLookup) -> Iterator[str]:
    each = [f"{e.name} on {e.who or name_of(e.errant)}" for e in ended]
    yield w.end_sentence(f"Ends: {'; '.join(each)}")


HARM_RENDERERS: dict[type, Callable[..., Iterator[str]]] = {
    h.Hurt: _render_hurts,
    h.NpcHurt: _render_npc_hurts,
    h.DeathSave: _render_saves,
    h.Beaten: _render_beaten,
    h.WoundTaken: _render_wounds,
    h.Dying: _render_dying,
    h.DyingEnded: _render_dying_ends,
    h.Killed: _render_deaths,
    h.Healed: _render_healing,
    h.StatusEnded: _render_status_ends,
}
