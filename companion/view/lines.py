"""One function a Report: what it says to people, as plain lines. Colour is put on them later."""

from collections.abc import Callable

from companion.commands import reports as r
from companion.refusal import listed
from companion.view import pack_lines, turn_lines
from companion.view.happened import Called, happened_lines
from companion.view.turn_lines import sign_line
from companion.view.turn_names import declared, turn_name, when


def report_lines(report: r.Report, called: Called) -> list[str]:
    """A Report as people read it: what happened first, what can be typed next last."""
    return _SHOWN[type(report)](report, called)


_DONE = {
    "rest": "The Company Rests: an armour repair kit may be used.",
    "press-on": "The Company presses on.",
    "burn": "Marked off: Burn.",
    "deplete": "Marked off: Deplete.",
    "plenty on": "Food is plentiful here: Deplete costs 1 Supply each instead of rations.",
    "plenty off": "Food is no longer plentiful.",
}


def _happened(report: r.HappenedReport, called: Called) -> list[str]:
    first = [_DONE[report.word]] if report.word in _DONE else []
    lines = first + happened_lines(report.happened, called)
    return lines if report.happened or first else ["Nothing changes."]


def _effect_line(effect: r.EffectLine, called: Called) -> str:
    on = f" on {called(effect.errant)}" if effect.errant else ""
    left = f", Depletion {effect.depletion}" if effect.depletion is not None else ""
    lasting = ", lasting" if effect.lasting else ""
    return f"{effect.name}{on} ({effect.effect_kind}{left}{lasting})"


def _effect(report: r.EffectReport, called: Called) -> list[str]:
    lines = [_effect_line(effect, called) for effect in report.effects]
    if report.step == "began":
        return [f"Begins: {line}" for line in lines]
    if report.step == "ended":
        return [f"Ends: {line}" for line in lines]
    return lines or ["Nothing goes on. Type: effect add NAME miracle 3"]


def _every(report: r.CadenceReport, _called: Called) -> list[str]:
    lines = [
        f"every {c.turns} {c.turn_type} turns {c.word} ({c.passed} passed)" for c in report.every
    ]
    if report.step == "ended":
        return [f"No longer: {line}" for line in lines]
    return lines or ["Nothing is marked off by itself. Type: every 6 turns burn"]


def _night(turn: r.TurnLine, called: Called) -> str:
    watch = f", on watch: {listed(map(called, turn.watch))}" if turn.watch else ""
    return f"; asleep{watch}" if turn.asleep else ""


def _status(report: r.StatusReport, called: Called) -> list[str]:
    lines = [
        f"{report.name}: {when(report.day, report.time)}, watch {report.watch} of 6.",
        *(
            f"{'  ' * depth}{turn_name(turn.turn_type, turn.turn_number)}"
            f"{f' at {turn.place}' if turn.place else ''}"
            f"{''.join(f'; {line}' for line in declared(turn.declared, called))}"
            f"{_night(turn, called)}"
            for depth, turn in enumerate(report.nested)
        ),
    ]
    if not report.nested:
        lines.append("No Turn is open. Type: zoom travel")
    lines.append(
        f"Light {report.light} (Burn {report.burn}). Supply {report.supply}, rations {report.food}."
    )
    if report.event_dice is not None:
        lines.append(f"Event Die: {report.event_dice}.")
    if report.overloaded:
        lines.append(f"Overloaded: {', '.join(map(called, report.overloaded))}.")
    lines += [f"Goes on: {_effect_line(effect, called)}" for effect in report.effects]
    lines += [sign_line(sign) for sign in report.signs or ()]
    lines += [f"Open: {line}" for line in report.open]
    if report.undo is not None:
        lines.append(f"undo takes back: {report.undo}")
    return lines


def _roll(report: r.RollReport, _called: Called) -> list[str]:
    faces = " ".join(
        str(face) if kept else f"({face})"
        for face, kept in zip(report.faces, report.kept, strict=True)
    )
    if report.text is not None:
        return [f"{report.table} {report.total}: {report.text}"]
    if not faces or faces == str(report.total):
        return [f"{report.notation}: {report.total}"]
    return [f"{report.notation}: {faces} = {report.total}"]


def _undo(report: r.UndoReport, _called: Called) -> list[str]:
    return _stepped("Taken back", report.line, report.entry, report.entries)


def _redo(report: r.RedoReport, _called: Called) -> list[str]:
    return _stepped("Done again", report.line, report.entry, report.entries)


def _stepped(what: str, line: str | None, entry: str, entries: tuple[str, ...]) -> list[str]:
    more = f" and {len(entries) - 1} before it" if len(entries) > 1 else ""
    said = f"«{line}» ({entry})" if line is not None else entry
    return [f"{what}: {said}{more}."]


def _help(report: r.HelpReport, _called: Called) -> list[str]:
    if len(report.words) == 1:
        word = report.words[0]
        short = f" (short: {', '.join(word.short)})" if word.short else ""
        return [
            f"{word.usage}{short}",
            word.summary,
            *(f"  {example}" for example in word.examples),
        ]
    lines, subject = [], ""
    for word in report.words:
        if word.subject != subject:
            subject = word.subject
            lines.append(f"{subject.capitalize()}:")
        short = f" ({', '.join(word.short)})" if word.short else ""
        lines.append(f"  {word.word}{short}: {word.summary.partition('. ')[0].rstrip('.')}.")
    return [*lines, "Type help WORD for one of them."]


def _log(report: r.LogReport, _called: Called) -> list[str]:
    if report.entries is None:
        return ["The journal is for the Guide alone."]
    if not report.entries:
        return ["The journal is empty."]
    return [
        f"{e.entry}  {e.clock}  {e.line}{' (taken back)' if e.taken_back else ''}"
        for e in report.entries
    ]


def _quit(_report: r.QuitReport, _called: Called) -> list[str]:
    return ["Everything is on disk. Until the next time."]


_SHOWN: dict[type[r.Report], Callable[..., list[str]]] = {
    r.TurnReport: turn_lines.turn,
    r.EventReport: turn_lines.event,
    r.DiceToRollReport: turn_lines.dice_to_roll,
    r.HappenedReport: _happened,
    r.DeclaredReport: turn_lines.declared_report,
    r.ClockReport: turn_lines.clock,
    r.ErrantReport: pack_lines.errant,
    r.ItemReport: pack_lines.item,
    r.SlotsReport: pack_lines.slots_report,
    r.CompanyReport: pack_lines.company,
    r.LightReport: pack_lines.light,
    r.EffectReport: _effect,
    r.CadenceReport: _every,
    r.NightReport: turn_lines.sleeping,
    r.PlaceReport: turn_lines.place,
    r.StatusReport: _status,
    r.SignReport: turn_lines.sign,
    r.RollReport: _roll,
    r.UndoReport: _undo,
    r.RedoReport: _redo,
    r.HelpReport: _help,
    r.LogReport: _log,
    r.QuitReport: _quit,
}
