"""One function a Report: what it says to people, as plain lines. Colour is put on them later."""

from collections.abc import Callable, Iterable

from companion.commands import reports as r
from companion.refusal import listed
from companion.view.happened import Called, happened_lines

_RESULTS = {
    "encounter": "Encounter",
    "rest": "Rest or 1 Exhaustion",
    "deplete": "Deplete",
    "burn": "Burn",
    "local_effect": "Local effect",
    "encounter_sign": "Encounter sign",
    "free": "Free",
    "complication": "Complication",
    "expiration": "Expiration",
    "trend": "Trend",
    "intimation": "Intimation",
}
_PROMPTS = {
    "rest": "Type rest (one more negative die next time) or press-on (1 Exhaustion each).",
    "local_effect": "Something of this place happens; a timer of the site may advance.",
    "free": "Nothing happens: a reprieve.",
    "intimation": "A clue: to the next encounter, complication, trend or adventure, as you choose.",
}


def report_lines(report: r.Report, called: Called) -> list[str]:
    """A Report as people read it: what happened first, what can be typed next last."""
    return _SHOWN[type(report)](report, called)


def signed(number: int) -> str:
    """+1, −2 as they are typed."""
    return f"{number:+d}"


def _turn_name(turn_type: str | None, number: int | None) -> str:
    if turn_type is None:
        return "No Turn is open"
    name = f"{turn_type.capitalize()} Turn"
    return f"{name} {number}" if number else f"{turn_type.capitalize()} Turns, about to begin"


def _when(day: int, time: str) -> str:
    return f"day {day}, {time}"


def _declared(actions: Iterable[r.Action], called: Called) -> list[str]:
    return [
        f"{'The Company' if a.who == 'company' else called(a.who)}: {a.action}" for a in actions
    ]


def _turn(report: r.TurnReport, called: Called) -> list[str]:
    name = _turn_name(report.turn_type, report.turn_number)
    first = {
        "began": f"{name} begins",
        "zoomed": f"Zoomed in: {name}",
        "out": f"Zoomed out: {name}",
        "closed": name,
    }[report.step]
    lines = [f"{first} ({_when(report.day, report.time)})."]
    if report.nested:
        lines += _declared(report.nested[-1].declared, called)
    lines += happened_lines(report.happened, called)
    if report.left_open:
        lines.append(f"Still open here: {'; '.join(report.left_open)}.")
    return lines


def _why(modifiers: Iterable[r.DiceModifier]) -> str:
    return ", ".join(f"{m.reason}: {signed(m.dice)}" for m in modifiers)


def _how_it_fell(report: r.EventReport) -> list[str]:
    """Which dice made the face, and why so many; nothing for one die that a seed rolled."""
    keep = "high" if report.positive_dice > report.negative_dice else "low"
    parts = [
        *([f"{', '.join(map(str, report.faces))} keep {keep}"] if len(report.faces) > 1 else []),
        *(["rolled by hand"] if report.entered else []),
        *([_why(report.modifiers)] if report.modifiers else []),
    ]
    return [f"  {'; '.join(parts)}"] if parts else []


def _event(report: r.EventReport, called: Called) -> list[str]:
    name = _turn_name(report.turn_type, report.turn_number)
    lines = [f"{name} ({_when(report.day, report.time)})."]
    lines += _declared(report.declared, called)
    lines += happened_lines(report.before, called)
    if report.ignored:
        lines.append(f"Event Die {report.face}, {_RESULTS[report.result]}: ignored and undone.")
        return lines
    becomes = "becomes " if report.replaced else ""
    lines.append(f"Event Die {becomes}{report.face}: {_RESULTS[report.result]}.")
    lines += [] if report.replaced else _how_it_fell(report)
    lines += happened_lines(report.happened, called)
    lines += _event_prompts(report)
    return lines


def _event_prompts(report: r.EventReport) -> list[str]:
    lines = []
    if report.result == "rest" and "rest" not in report.choices:
        lines.append("The Company Rests already: one more negative die next time.")
    elif report.result in _PROMPTS:
        lines.append(_PROMPTS[report.result])
    if report.foretold is not None:
        what = report.foretold or "the next encounter, which you choose"
        spent = "The sign comes true" if report.result == "encounter" else "The sign is of"
        lines.append(f"{spent}: {what} [secret]")
    elif report.table and report.drawn is None:
        lines.append(f"What it is: roll {report.table} [secret]")
    if report.result == "expiration" and not report.happened:
        lines.append("Nothing temporary is left to end.")
    return lines


def _dice_to_roll(report: r.DiceToRollReport, _called: Called) -> list[str]:
    dice = "D6" if report.number == 1 else f"{report.number}D6, keep {report.keep}"
    why = f" ({_why(report.modifiers)})" if report.modifiers else ""
    return [f"Roll {dice}{why}.", "Type event and what was rolled: event =3,5"]


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


def _declared_report(report: r.DeclaredReport, called: Called) -> list[str]:
    name = _turn_name(report.turn_type, report.turn_number)
    if report.resolved:
        return [f"{name}: {report.outcome or 'done'}."]
    return [f"{name}.", *_declared(report.declared, called)]


def _clock(report: r.ClockReport, called: Called) -> list[str]:
    return [
        f"The clock moves {report.moved}: {_when(report.day, report.time)}.",
        *happened_lines(report.happened, called),
    ]


def _errant(report: r.ErrantReport, _called: Called) -> list[str]:
    what = {
        "added": "joins the Company",
        "removed": "leaves the Company for good",
        "away": "is away and counted in nothing",
        "back": "is back",
        "edited": f"is changed: {', '.join(report.edited)}",
    }[report.step]
    return [f"{report.name} {what}."]


def _uses(left: int | None, full: int | None = None) -> str:
    if left is None:
        return ""
    return f", {left} left" if full is None else f", {left} of {full}"


def _item(report: r.ItemReport, called: Called) -> list[str]:
    number = f"{report.quantity} × " if report.quantity != 1 else ""
    whose = called(report.errant)
    spent = ": its Burn falls to 0 and it cannot be relit" if report.left == 0 else ""
    what = {
        "given": f"{whose} gets: {number}{report.name} ({_slots(report.slots)}).",
        "dropped": f"{whose} drops: {number}{report.name} ({_slots(report.slots)}).",
        "lit": f"{whose}'s {report.name} is lit.",
        "snuffed": f"{whose}'s {report.name} is snuffed{spent}.",
    }[report.step]
    return [what, *happened_lines(report.happened, called)]


def _slots(number: float) -> str:
    return f"{number:g} slot{'' if number == 1 else 's'}"


def _slots_report(report: r.SlotsReport, _called: Called) -> list[str]:
    lines = [
        f"{report.name}: {report.slots_filled:g} of {_slots(report.slots)} filled, "
        f"Encumbrance {report.encumbrance}, SPD {report.spd}.",
        f"Pack off: {report.slots_filled_pack_off:g} filled, "
        f"Encumbrance {report.encumbrance_pack_off}.",
    ]
    if not report.can_act:
        lines.append(f"{report.name} can do nothing.")
    for item in report.items:
        number = f"{item.quantity} × " if item.quantity != 1 else ""
        lit = ", lit" if item.lit else ""
        lines.append(
            f"  {item.slots:>5g}  {number}{item.name}{_uses(item.left, item.full)}{lit} "
            f"({item.place})"
        )
    for what, filled in (
        (f"{report.supply} Supply", report.supply / 4),
        (f"{report.coin_pieces} coins", report.coin_pieces // 25 / 4),
        (f"{report.exhaustion} Exhaustion", report.exhaustion),
    ):
        if filled:
            lines.append(f"  {filled:>5g}  {what}")
    return lines


def _company(report: r.CompanyReport, _called: Called) -> list[str]:
    if not report.errants:
        return ["Nobody belongs to the Company yet. Type: errant add NAME phys 12"]
    return [line for errant in report.errants for line in _company_line(errant)]


def _company_line(e: r.CompanyLine) -> list[str]:
    states = [
        *(["dead"] if e.dead else []),
        *(["away"] if e.away else []),
        *(["starving"] if e.starving else []),
    ]
    if e.member == "animal":
        load = f"{e.slots_filled:g}/{e.slots:g} slots, feed {e.food}"
    else:
        load = (
            f"{e.slots_filled:g}/{e.slots:g} slots, Enc {e.encumbrance}, Exh {e.exhaustion}, "
            f"Supply {e.supply}, rations {e.food}, SPD {e.spd}"
        )
    state = f" ({', '.join(states)})" if states else ""
    return [f"{e.name}{state}: {load}"]


def _light(report: r.LightReport, called: Called) -> list[str]:
    many = "1 member" if report.members == 1 else f"{report.members} members"
    lines = [f"Light: {report.level}, Burn {report.burn} for {many}."]
    lines += [
        f"  Burn {s.burn}  {called(s.errant)}: {s.item}, {s.feet} feet across"
        for s in report.sources
    ]
    if not report.sources:
        lines.append("Nothing is lit. Type: light ERRANT torch")
    return lines


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


def _sleeping(report: r.NightReport, called: Called) -> list[str]:
    lines = []
    if report.asleep:
        lines.append(f"The Company sleeps this Turn ({report.camp} camp).")
    if report.watch:
        lines.append(f"On watch: {', '.join(map(called, report.watch))}.")
    if report.unguarded:
        lines.append("Unguarded: an encounter sign (5) counts as an encounter (1).")
    return lines or ["Nobody keeps watch."]


def _place(report: r.PlaceReport, _called: Called) -> list[str]:
    return [f"The Company is at {report.name}."]


def _night(turn: r.TurnLine, called: Called) -> str:
    watch = f", on watch: {listed(map(called, turn.watch))}" if turn.watch else ""
    return f"; asleep{watch}" if turn.asleep else ""


def _status(report: r.StatusReport, called: Called) -> list[str]:
    lines = [
        f"{report.name}: {_when(report.day, report.time)}, watch {report.watch} of 6.",
        *(
            f"{'  ' * depth}{_turn_name(turn.turn_type, turn.turn_number)}"
            f"{f' at {turn.place}' if turn.place else ''}"
            f"{''.join(f'; {line}' for line in _declared(turn.declared, called))}"
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
    lines += [_sign_line(sign) for sign in report.signs or ()]
    lines += [f"Open: {line}" for line in report.open]
    if report.undo is not None:
        lines.append(f"undo takes back: {report.undo}")
    return lines


def _sign_line(sign: r.SignLine) -> str:
    where = f"{sign.turn_type}{f', {sign.place}' if sign.place else ''}"
    return f"Sign ({where}): {sign.encounter or 'the next encounter'} [secret]"


def _sign(report: r.SignReport, _called: Called) -> list[str]:
    lines = [_sign_line(sign) for sign in report.signs or ()]
    if report.step == "ended":
        return [f"Ended. {line}" for line in lines] or ["A sign ended."]
    return lines or ["No sign waits."]


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
    r.TurnReport: _turn,
    r.EventReport: _event,
    r.DiceToRollReport: _dice_to_roll,
    r.HappenedReport: _happened,
    r.DeclaredReport: _declared_report,
    r.ClockReport: _clock,
    r.ErrantReport: _errant,
    r.ItemReport: _item,
    r.SlotsReport: _slots_report,
    r.CompanyReport: _company,
    r.LightReport: _light,
    r.EffectReport: _effect,
    r.CadenceReport: _every,
    r.NightReport: _sleeping,
    r.PlaceReport: _place,
    r.StatusReport: _status,
    r.SignReport: _sign,
    r.RollReport: _roll,
    r.UndoReport: _undo,
    r.RedoReport: _redo,
    r.HelpReport: _help,
    r.LogReport: _log,
    r.QuitReport: _quit,
}
