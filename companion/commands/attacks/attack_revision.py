"""Revises the last attack after its dice, with the same faces: adds a True Strike, a gambit or a
Deflect."""

import re
from collections.abc import Callable, Iterable
from itertools import dropwhile
from typing import NamedTuple

from companion.campaign.changes import Entry
from companion.campaign.fights import attacks as rules
from companion.campaign.fights.harm_undone_by_deflects import Harm
from companion.campaign.undo_and_redo import HistoryStep, undo_entries, undo_last_entries
from companion.campaign.undoable_entries import can_entry_be_undone, flag_entries_not_undone
from companion.commands.attacks.attack_command import make_attack
from companion.commands.handler_result import Ruling
from companion.errant.attacks.armour import use_deflect
from companion.errant.company import Errant
from companion.errant.names_to_type import make_typed_item_name
from companion.errant.packs.items import Item
from companion.grammar.argument_kinds.fights.attack_aims import Aim
from companion.grammar.argument_kinds.fights.attack_modifiers import Gambit
from companion.grammar.command_words import WORDS
from companion.grammar.context import ROLLING_FIELDS, Context
from companion.grammar.journalled_lines import parse_line_of_entry
from companion.grammar.typed_line import Line
from companion.refusal import Impossible


def repeat_attack_as_true_strike(
    context: Context, gambit: Gambit | None, purpose: str | None
) -> Ruling:
    """Make the last attack once more, with the same faces, as a True Strike."""
    return _repeat_last_attack(context, strike="strike", gambit=gambit, purpose=purpose)


def add_gambit_to_last_attack(context: Context, gambit: Gambit, purpose: str | None) -> Ruling:
    """Make the last attack once more, with the same faces, and with a gambit."""
    return _repeat_last_attack(context, gambit=gambit, purpose=purpose)


def _repeat_last_attack(context: Context, **more: object) -> Ruling:
    """The last attack taken back and made again with `more`. Raises Impossible if the last word was
    none."""

    def step_back(entries: tuple[Entry, ...]) -> HistoryStep:
        if not entries:
            return HistoryStep((), context.campaign, ())
        times = len(entries)
        return undo_last_entries(context.campaign, context.read_entries(), times, seat=context.seat)

    return _read_last_attack(context, context.read_entries(), more, step_back).make_attack_again()


def replay_attack_with_deflect(
    context: Context, harm: Harm, errant_id: str, choose: Callable[[Errant], Item | None]
) -> Ruling:
    """Make the attack that did this harm once more, with the same faces and one Deflect more. The
    piece is chosen of those that the Errant wore before it. What came after the attack stays.
    Raises Impossible if that rests on it."""
    earlier = dropwhile(lambda each: each.name != harm.entry.name, context.read_entries())
    guide = context._replace(word="attack", seat="guide")  # of an NPC a player reads no attack

    def step_back(entries: tuple[Entry, ...]) -> HistoryStep:
        found = (*harm.deflects, *entries)
        return undo_entries(context.campaign, found, harm.later, seat=context.seat)

    attack = _read_last_attack(guide, earlier, {}, step_back)
    errant = attack.step.campaign.get_errant(errant_id)
    used: list[str] = []
    for name in reversed([each.outcome for each in harm.deflects]):
        piece = next(
            (each for each in errant.items if make_typed_item_name(errant, each) == name), None
        )
        used.append(piece.id if piece else "")
        errant = errant.with_item(use_deflect(piece)) if piece else errant
    piece = choose(errant)
    deflecting = (*used, piece.id if piece else "")
    ruling = attack.make_attack_again(deflecting)
    return ruling._replace(outcome=make_typed_item_name(errant, piece) if piece else "")


class _RepeatedAttack(NamedTuple):
    """An attack as it was typed, with what was added to it since, and the `step` back to before it.
    `faces` are those of its damage dice and of saves."""

    context: Context
    line: Line
    step: HistoryStep
    faces: tuple[int, ...]
    more: dict[str, object]
    strikes: int

    def make_attack_again(self, deflecting: tuple[str, ...] = ()) -> Ruling:
        """The attack with the same dice in the campaign without it, with these Deflects."""
        campaign = self.step.campaign
        context = self.context._replace(
            campaign=campaign,
            arguments=self.line.arguments,
            rest=self.line.rest,
            faces=self.faces,
            is_forced=self.context.is_forced or self.line.forced,
        )
        _, values = WORDS.find_word(context.word).read(self.line.arguments, context)
        for name in ROLLING_FIELDS:
            values.pop(name, None)
        if deflecting:
            foe = rules.find_only_foe(campaign, values["attacker"])
            values["aim"] = (values["aim"] or Aim(target=foe))._replace(deflecting=deflecting)
        ruling = make_attack(context, **{**values, **self.more}, strikes=self.strikes)
        assert isinstance(ruling, Ruling)
        return ruling._replace(base=campaign, undone_changes=self.step.changes)


def _read_last_attack(
    context: Context,
    backwards: Iterable[Entry],
    more: dict[str, object],
    step_back: Callable[[tuple[Entry, ...]], HistoryStep],
) -> _RepeatedAttack:
    """The newest word as an attack, with `more`, read as the campaign was before it; faces that are
    typed are those of saves. Raises Impossible if it was none."""
    entries: tuple[Entry, ...] = ()
    saved, strikes = context.faces or (), int("strike" in more)
    for entry, stands in flag_entries_not_undone(backwards):
        if entry.kind in ("undo", "redo") or not stands:
            continue
        found = parse_line_of_entry(entry)
        if found is None or entry.kind != "word" or found.line.word != _ATTACK:
            break
        line = found.line
        if can_entry_be_undone(entry, stands):
            entries += (entry,)
        faces = tuple(map(int, re.findall(r"\d+", entry.outcome.rpartition(":")[0])))
        faces += saved
        step = step_back(entries)
        again = context._replace(
            campaign=step.campaign, arguments=line.arguments, rest=line.rest, faces=faces
        )
        form, values = WORDS.find_word(context.word).read(line.arguments, again)
        more = {
            **{name: value for name, value in values.items() if value and name in _ADDED},
            **{name: value for name, value in more.items() if value},
        }
        strikes += bool(form.opening == ("strike",) or values.get("strike"))
        if not form.opening:
            return _RepeatedAttack(context, line, step, faces, more, strikes)
        saved = (*(values.get("faces") or ()), *saved)
        if form.opening == ("strike",):
            more["strike"] = "strike"
    raise Impossible("The last word was no attack.", "Say it with the attack itself.")


_ATTACK = "attack"
_ADDED = ("gambit", "purpose", "strike")
"""What can be added to an attack after its dice."""
