"""One function a Report: what it says to people, as plain lines. Colour is put on them later."""

from collections.abc import Callable

from companion.commands import reports as r
from companion.view import (
    check_lines,
    market_lines,
    meeting_lines,
    pack_lines,
    recorded,
    standing_lines,
    table_lines,
    talk_lines,
    turn_lines,
)
from companion.view.happened import Called, happened_lines
from companion.view.help_lines import help_lines
from companion.view.outside_lines import outside
from companion.view.status_lines import known_places, status
from companion.view.timer_lines import timers
from companion.view.told import Told


def report_lines(report: r.Report, called: Called) -> list[str]:
    """A Report as people read it: what happened first, what can be typed next last."""
    return _SHOWN[type(report)](report, called)


_DONE = {
    "rest": "The Company Rests and forgoes its action; an armour repair kit may be used.",
    "press-on": "The Company presses on.",
    "burn": "Burn, marked off by hand.",
    "deplete": "Deplete, marked off by hand.",
    "plenty on": "Food is plentiful here: Deplete costs 1 Supply each instead of rations.",
    "plenty off": "Food is no longer plentiful.",
}


def _happened(report: r.HappenedReport, called: Called) -> list[str]:
    first = [Told(_DONE[report.word], "headline")] if report.word in _DONE else []
    return [*first, *happened_lines(report.happened, called)] or ["Nothing changes."]


def _effect_line(effect: r.EffectLine, called: Called) -> str:
    on = f" on {called(effect.errant)}" if effect.errant else ""
    uses = "Burn" if effect.effect_kind == "light" else "Depletion"
    left = f", {uses} {effect.depletion}" if effect.depletion is not None else ""
    lasting = ", lasting" if effect.lasting else ""
    return f"{effect.name.rstrip('.')}{on} ({effect.effect_kind}{left}{lasting})"


def _effect(report: r.EffectReport, called: Called) -> list[str]:
    lines = [_effect_line(effect, called) for effect in report.effects]
    if report.step == "began":
        return [Told(f"Begins: {line}.", "headline") for line in lines]
    if report.step == "ended":
        return [Told(f"Ends: {line}.", "headline") for line in lines]
    if not lines:
        return ["Nothing goes on.", Told("Type effect add NAME miracle 3", "way")]
    way = f"When one is over, type effect end and its name: effect end {report.effects[-1].effect}"
    return [*(f"  {line}." for line in lines), Told(way, "way")]


def _cadence(c: r.CadenceLine) -> str:
    turns = f"{c.turn_type.capitalize()} Turn"
    return f"{turns if c.turns == 1 else f'{c.turns} {turns}s'}: {c.word}"


def _every(report: r.CadenceReport, _called: Called) -> list[str]:
    if report.step == "ended":
        return [Told(f"No longer every {_cadence(c)}.", "headline") for c in report.every]
    lines = [f"Every {_cadence(c)} (next in {max(1, c.turns - c.passed)})." for c in report.every]
    if report.step == "began":
        return [Told(line, "headline") for line in lines]
    nothing = ["Nothing is marked off by itself.", Told("Type every 6 turns burn", "way")]
    return [f"  {line}" for line in lines] or nothing


def _undo(report: r.UndoReport, _called: Called) -> list[str]:
    return _stepped("Taken back", report.line, report.entry, report.entries)


def _redo(report: r.RedoReport, _called: Called) -> list[str]:
    return _stepped("Done again", report.line, report.entry, report.entries)


def _stepped(what: str, line: str | None, entry: str, entries: tuple[str, ...]) -> list[str]:
    more = f" and {len(entries) - 1} before it" if len(entries) > 1 else ""
    number = entry.rpartition("-")[2]
    said = f"«{line}» ({number})" if line is not None else f"entry {number}"
    return [Told(f"{what}: {said}{more}.", "result")]


def _quit(_report: r.QuitReport, _called: Called) -> list[str]:
    return ["Everything is on disk. Until the next time."]


def _seat(report: r.SeatReport, _called: Called) -> list[str]:
    return [f"From now on the {report.seat} types."]


def _form(report: r.FormReport, _called: Called) -> list[str]:
    return [f"Answers are {report.form} from now on."]


def _tutorial(_report: r.TutorialReport, _called: Called) -> list[str]:
    return ["The tutorial is played at the prompt: companion tutorial"]


def _recap(report: r.RecapReport, called: Called) -> list[str]:
    from companion.view.retold import recap  # as for the next: no other answer pays for it

    return recap(report, called)


def _odds(report: r.OddsReport, called: Called) -> list[str]:
    from companion.view.odds_told import odds

    return odds(report, called)


def _export(report: r.ExportReport, called: Called) -> list[str]:
    from companion.view.export import export

    return export(report, called)


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
    r.StashesReport: pack_lines.stashes,
    r.FetchReport: pack_lines.fetch,
    r.CoinsReport: pack_lines.coins,
    r.RideReport: pack_lines.ride,
    r.OutfitReport: pack_lines.outfit,
    r.CheckReport: check_lines.check,
    r.GuidesCheckReport: check_lines.check,
    r.FateReport: check_lines.fate,
    r.NpcReport: meeting_lines.npc,
    r.FactionReport: standing_lines.faction,
    r.BondReport: standing_lines.bond,
    r.CourtReport: standing_lines.court,
    r.ReactionReport: talk_lines.reaction,
    r.NegotiationReport: talk_lines.negotiation,
    r.ExchangeReport: talk_lines.exchange,
    r.MoraleReport: meeting_lines.morale,
    r.PriceReport: market_lines.price,
    r.PurchaseReport: market_lines.purchase,
    r.SaleReport: market_lines.sale,
    r.SeekReport: market_lines.seek,
    r.WaresReport: market_lines.wares,
    r.SettlementReport: market_lines.settlement,
    r.InflationReport: market_lines.inflation,
    r.CompanyReport: pack_lines.company,
    r.LightReport: pack_lines.light,
    r.EffectReport: _effect,
    r.CadenceReport: _every,
    r.TimersReport: timers,
    r.NightReport: turn_lines.sleeping,
    r.PlaceReport: turn_lines.place,
    r.KnownPlacesReport: known_places,
    r.StatusReport: status,
    r.SignReport: turn_lines.sign,
    r.RollReport: table_lines.roll,
    r.RollsReport: table_lines.rolls,
    r.OddsReport: _odds,
    r.TableOddsReport: _odds,
    r.DeckReport: table_lines.deck,
    r.TablesReport: table_lines.tables,
    r.SeasonReport: table_lines.season,
    r.UndoReport: _undo,
    r.RedoReport: _redo,
    r.HelpReport: help_lines,
    r.LogReport: recorded.log,
    r.NoteReport: recorded.note,
    r.RecapReport: _recap,
    r.ExportReport: _export,
    r.SeatReport: _seat,
    r.FormReport: _form,
    r.TutorialReport: _tutorial,
    r.OutsideReport: outside,
    r.QuitReport: _quit,
}
