"""The last attack changed after its dice: a True Strike, a gambit, a Deflect."""

import re

from companion.campaign import attacks as rules
from companion.campaign.history import HistoryStep, can_be_undone, flag_live_entries, undo_last
from companion.commands.context import Ruling
from companion.commands.fights.attacks import make_attack
from companion.grammar.context import ROLLING_FIELDS, Context
from companion.grammar.kinds.attacks import Aim, Gambit
from companion.grammar.line import Line, read_line
from companion.grammar.words import WORDS
from companion.refusal import Impossible


def strike_truly(context: Context, gambit: Gambit | None, purpose: str | None) -> Ruling:
    """The last attack once more, with the same faces, as a True Strike."""
    return repeat_last_attack(context, strike="strike", gambit=gambit, purpose=purpose)


def add_gambit(context: Context, gambit: Gambit, purpose: str | None) -> Ruling:
    """The last attack once more, with the same faces, and a gambit."""
    return repeat_last_attack(context, gambit=gambit, purpose=purpose)


def repeat_last_attack(
    context: Context, *, deflecting: tuple[str, ...] = (), **more: object
) -> Ruling:
    """The last attack, with what was added to it since, taken back and made again with the same
    damage dice and with `more`, or with Deflects of these pieces; faces that are typed are those
    of saves. Raises Impossible if the last word was no attack."""
    taken_back, saved, strikes = 0, context.faces or (), int("strike" in more)
    for entry, stands in flag_live_entries(context.read_entries()):
        if entry.kind in ("undo", "redo") or not stands:
            continue
        line = read_line(entry.line)
        if line is not None and line.word == "deflect" and deflecting:
            taken_back, deflecting = taken_back + 1, (entry.outcome, *deflecting)
            continue
        if line is None or entry.kind != "word" or not _is_attack(line):
            break
        taken_back += can_be_undone(entry, stands)
        faces = tuple(map(int, re.findall(r"\d+", entry.outcome.rpartition(":")[0])))
        faces += saved
        again = context._replace(arguments=line.arguments, rest=line.rest, faces=faces)
        form, values = WORDS.find_word(context.word).read(line.arguments, again)
        more = {
            **{name: value for name, value in values.items() if value and name in _ADDED},
            **{name: value for name, value in more.items() if value},
        }
        strikes += bool(form.opening == ("strike",) or values.get("strike"))
        if form.opening:
            saved = (*(values.get("faces") or ()), *saved)
        if not form.opening:
            step = HistoryStep((), context.campaign, ())
            if taken_back:
                entries, seat = context.read_entries(), context.seat
                step = undo_last(context.campaign, entries, taken_back, seat=seat)
            is_forced = context.is_forced or line.forced
            again = again._replace(campaign=step.campaign, is_forced=is_forced)
            _, values = WORDS.find_word(context.word).read(line.arguments, again)
            for name in ROLLING_FIELDS:
                values.pop(name, None)
            if deflecting:
                foe = rules.find_only_foe(again.campaign, values["attacker"])
                values["aim"] = (values["aim"] or Aim(target=foe))._replace(deflecting=deflecting)
            ruling = make_attack(again, **{**values, **more}, strikes=strikes)
            assert isinstance(ruling, Ruling)
            return ruling._replace(base=step.campaign, undone_changes=step.changes)
        if form.opening == ("strike",):
            more["strike"] = "strike"
    raise Impossible("The last word was no attack.", "Say it with the attack itself.")


_ADDED = ("gambit", "purpose", "strike")
"""What can be added to an attack after its dice."""


def _is_attack(line: Line) -> bool:
    return line.word in ("attack", *WORDS.find_word("attack").short_forms)
