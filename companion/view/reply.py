"""A Reply as people read it, and as programs do. What is secret is shown to the Guide alone."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar, get_args, get_origin, get_type_hints

import msgspec

from companion.campaign.changes import Change
from companion.campaign.news import LightDied, News
from companion.campaign.secrecy import filter_public_changes
from companion.refusal import hide_problems, render_problems
from companion.reports import SECRET, Report
from companion.reports.checks import CheckReport, FateReport, SecretCheckReport
from companion.reports.market import (
    InflationReport,
    PriceReport,
    PurchaseReport,
    SaleReport,
    SeekReport,
    SettlementReport,
    WaresReport,
)
from companion.reports.negotiation import ExchangeReport, NegotiationReport, ReactionReport
from companion.reports.odds import OddsReport, TableOddsReport
from companion.reports.packs import (
    CoinsReport,
    CompanyReport,
    ErrantReport,
    FetchReport,
    ItemReport,
    LightReport,
    OutfitReport,
    RideReport,
    SlotsReport,
    StashesReport,
)
from companion.reports.people import BondReport, CourtReport, FactionReport, MoraleReport, NpcReport
from companion.reports.record import (
    ExportReport,
    ExternalChangesReport,
    LogReport,
    NoteReport,
    RecapReport,
    RedoReport,
    UndoReport,
)
from companion.reports.reply import RefusalDetails, Reply
from companion.reports.status import (
    HelpReport,
    KnownPlacesReport,
    QuitReport,
    SeatReport,
    StatusReport,
    TutorialReport,
    VerbosityReport,
)
from companion.reports.tables import DeckReport, RollReport, RollsReport, TablesReport
from companion.reports.timers import (
    CadenceLine,
    CadencesReport,
    EffectLine,
    EffectReport,
    TimersReport,
)
from companion.reports.turns import (
    ClockReport,
    DeclarationReport,
    DiceToRollReport,
    EventReport,
    HappeningsReport,
    NightReport,
    PlaceReport,
    SeasonReport,
    SignReport,
    TurnReport,
)
from companion.text import escape_json
from companion.view import checks as check_lines
from companion.view import market as market_lines
from companion.view import negotiation as talk_lines
from companion.view import packs as pack_lines
from companion.view import people as meeting_lines
from companion.view import people as standing_lines
from companion.view import tables as table_lines
from companion.view import turns as turn_lines
from companion.view.happenings import render_happenings
from companion.view.news import render_news
from companion.view.record import log as recorded
from companion.view.record.external_changes import render_external_changes
from companion.view.status import render_help, render_known_places, render_status
from companion.view.timers import render_timers
from companion.view.wording import NameLookup, StyledLine


def render_report(report: Report, called: NameLookup) -> list[str]:
    """A Report as people read it: what happened first, what can be typed next last."""
    return _REPORT_RENDERERS[type(report)](report, called)


_HAPPENINGS_HEADLINES = {
    "rest": "The Company Rests and forgoes its action; an armour repair kit may be used.",
    "press-on": "The Company presses on.",
    "burn": "Burn, marked off by hand.",
    "deplete": "Deplete, marked off by hand.",
    "plenty on": "Food is plentiful here: Deplete costs 1 Supply each instead of rations.",
    "plenty off": "Food is no longer plentiful.",
}


def _render_happenings_report(report: HappeningsReport, called: NameLookup) -> list[str]:
    first = (
        [StyledLine(_HAPPENINGS_HEADLINES[report.word], "headline")]
        if report.word in _HAPPENINGS_HEADLINES
        else []
    )
    return [*first, *render_happenings(report.happened, called)] or ["Nothing changes."]


def _describe_effect(effect: EffectLine, called: NameLookup) -> str:
    on = f" on {called(effect.errant)}" if effect.errant else ""
    uses = "Burn" if effect.effect_kind == "light" else "Depletion"
    left = f", {uses} {effect.depletion}" if effect.depletion is not None else ""
    lasting = ", lasting" if effect.lasting else ""
    return f"{effect.name.rstrip('.')}{on} ({effect.effect_kind}{left}{lasting})"


def _render_effects(report: EffectReport, called: NameLookup) -> list[str]:
    lines = [_describe_effect(effect, called) for effect in report.effects]
    if report.step == "began":
        return [StyledLine(f"Begins: {line}.", "headline") for line in lines]
    if report.step == "ended":
        return [StyledLine(f"Ends: {line}.", "headline") for line in lines]
    if not lines:
        return ["Nothing goes on.", StyledLine("Type effect add NAME miracle 3", "way")]
    way = f"When one is over, type effect end and its name: effect end {report.effects[-1].effect}"
    return [*(f"  {line}." for line in lines), StyledLine(way, "way")]


def _describe_cadence(c: CadenceLine) -> str:
    turns = f"{c.turn_type.capitalize()} Turn"
    return f"{turns if c.turns == 1 else f'{c.turns} {turns}s'}: {c.word}"


def _render_cadences(report: CadencesReport, _called: NameLookup) -> list[str]:
    if report.step == "ended":
        return [
            StyledLine(f"No longer every {_describe_cadence(c)}.", "headline") for c in report.every
        ]
    lines = [
        f"Every {_describe_cadence(c)} (next in {max(1, c.turns - c.passed)})."
        for c in report.every
    ]
    if report.step == "began":
        return [StyledLine(line, "headline") for line in lines]
    nothing = ["Nothing is marked off by itself.", StyledLine("Type every 6 turns burn", "way")]
    return [f"  {line}" for line in lines] or nothing


def _render_undo(report: UndoReport, _called: NameLookup) -> list[str]:
    return _render_history_step("Taken back", report.line, report.entry, report.entries)


def _render_redo(report: RedoReport, _called: NameLookup) -> list[str]:
    return _render_history_step("Done again", report.line, report.entry, report.entries)


def _render_history_step(
    what: str, line: str | None, entry: str, entries: tuple[str, ...]
) -> list[str]:
    more = f" and {len(entries) - 1} before it" if len(entries) > 1 else ""
    number = entry.rpartition("-")[2]
    said = f"«{line}» ({number})" if line is not None else f"entry {number}"
    return [StyledLine(f"{what}: {said}{more}.", "result")]


def _render_quit(_report: QuitReport, _called: NameLookup) -> list[str]:
    return ["Everything is on disk. Until the next time."]


def _render_seat(report: SeatReport, _called: NameLookup) -> list[str]:
    return [f"From now on the {report.seat} types."]


def _render_verbosity(report: VerbosityReport, _called: NameLookup) -> list[str]:
    return [f"Answers are {report.form} from now on."]


def _render_tutorial(_report: TutorialReport, _called: NameLookup) -> list[str]:
    return ["The tutorial is played at the prompt: companion tutorial"]


def _render_recap(report: RecapReport, called: NameLookup) -> list[str]:
    from companion.view.record.recap import (
        render_recap,  # as for the next: no other answer pays for it
    )

    return render_recap(report, called)


def _render_odds(report: OddsReport, called: NameLookup) -> list[str]:
    from companion.view.odds import render_odds

    return render_odds(report, called)


def _render_export(report: ExportReport, called: NameLookup) -> list[str]:
    from companion.view.record.export import render_export

    return render_export(report, called)


_REPORT_RENDERERS: dict[type[Report], Callable[..., list[str]]] = {
    TurnReport: turn_lines.render_turn,
    EventReport: turn_lines.render_event,
    DiceToRollReport: turn_lines.render_dice_to_roll,
    HappeningsReport: _render_happenings_report,
    DeclarationReport: turn_lines.render_declaration,
    ClockReport: turn_lines.render_clock,
    ErrantReport: pack_lines.render_errant,
    ItemReport: pack_lines.render_item,
    SlotsReport: pack_lines.render_slots,
    StashesReport: pack_lines.render_stashes,
    FetchReport: pack_lines.render_fetch,
    CoinsReport: pack_lines.render_coins,
    RideReport: pack_lines.render_ride,
    OutfitReport: pack_lines.render_outfit,
    CheckReport: check_lines.render_check,
    SecretCheckReport: check_lines.render_check,
    FateReport: check_lines.render_fate,
    NpcReport: meeting_lines.render_npcs,
    FactionReport: standing_lines.render_factions,
    BondReport: standing_lines.render_bond,
    CourtReport: standing_lines.render_court,
    ReactionReport: talk_lines.render_reaction,
    NegotiationReport: talk_lines.render_negotiation,
    ExchangeReport: talk_lines.render_exchange,
    MoraleReport: meeting_lines.render_morale,
    PriceReport: market_lines.render_price,
    PurchaseReport: market_lines.render_purchase,
    SaleReport: market_lines.render_sale,
    SeekReport: market_lines.render_seek,
    WaresReport: market_lines.render_wares,
    SettlementReport: market_lines.render_settlement,
    InflationReport: market_lines.render_inflation,
    CompanyReport: pack_lines.render_company,
    LightReport: pack_lines.render_light,
    EffectReport: _render_effects,
    CadencesReport: _render_cadences,
    TimersReport: render_timers,
    NightReport: turn_lines.render_night,
    PlaceReport: turn_lines.render_place,
    KnownPlacesReport: render_known_places,
    StatusReport: render_status,
    SignReport: turn_lines.render_signs,
    RollReport: table_lines.render_roll,
    RollsReport: table_lines.render_rolls,
    OddsReport: _render_odds,
    TableOddsReport: _render_odds,
    DeckReport: table_lines.render_deck,
    TablesReport: table_lines.render_tables,
    SeasonReport: table_lines.render_season,
    UndoReport: _render_undo,
    RedoReport: _render_redo,
    HelpReport: render_help,
    LogReport: recorded.render_log,
    NoteReport: recorded.render_note,
    RecapReport: _render_recap,
    ExportReport: _render_export,
    SeatReport: _render_seat,
    VerbosityReport: _render_verbosity,
    TutorialReport: _render_tutorial,
    ExternalChangesReport: render_external_changes,
    QuitReport: _render_quit,
}


SCHEMA = 1
R = TypeVar("R", bound=Report)
_FILELESS_REPORTS = NoteReport | UndoReport | RedoReport
"""What can be taken back, or done again, though it may have changed no file."""


@cache
def find_secret_fields(kind: type[Report]) -> frozenset[str]:
    """The fields of a Report that only the Guide may see."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(
        name
        for name in kind.__struct_fields__
        if get_origin(hints[name]) is not None and SECRET in get_args(hints[name])
    )


def filter_for_seat(report: R, *, guide: bool) -> R:
    """The Report as a seat may see it: without anything secret, in the Reports inside it too, for
    all but the Guide's."""
    if guide:
        return report
    hidden: dict[str, object] = dict.fromkeys(find_secret_fields(type(report)))
    for name in report.__struct_fields__:
        value = getattr(report, name)
        if isinstance(value, Report):
            hidden.setdefault(name, filter_for_seat(value, guide=False))
        elif isinstance(value, tuple) and value and isinstance(value[0], Report):
            hidden.setdefault(name, tuple(filter_for_seat(inner, guide=False) for inner in value))
    return msgspec.structs.replace(report, **hidden) if hidden else report


def encode_reply(reply: Reply, *, guide: bool) -> str:
    """One line of JSON: every field always there, null where empty, nothing in it that a terminal
    would obey."""
    report = filter_for_seat(reply.report, guide=guide) if reply.report is not None else None
    changes = reply.changes if guide else filter_public_changes(reply.changes, reply.unknown_paths)
    data = {
        "schema": SCHEMA,
        "line": reply.line,
        "ok": reply.ok,
        "entry": reply.entry,
        "report": report,
        "changes": [_encode_change(change) for change in changes],
        "news": reply.news,
        "warnings": reply.warnings if guide else (),
        "refusal": _encode_refusal(reply, guide=guide),
        "error": reply.error,
    }
    return escape_json(msgspec.json.encode(data).decode())


def _encode_change(change: Change) -> dict[str, object]:
    return {"path": change.path, "before": change.before, "after": change.after}


def _encode_refusal(reply: Reply, *, guide: bool) -> dict[str, object] | None:
    refusal = _filter_refusal(reply.refusal, guide=guide)
    if refusal is None:
        return None
    return {
        "kind": refusal.kind,
        "message": refusal.message,
        "hint": refusal.hint,
        "problems": [problem._asdict() for problem in refusal.problems],
    }


def _filter_refusal(refusal: RefusalDetails | None, *, guide: bool) -> RefusalDetails | None:
    """The refusal as a seat may see it. What is wrong in a file is quoted to the Guide alone, for
    the file may hold anything."""
    if refusal is None or guide or not refusal.problems:
        return refusal
    return RefusalDetails(refusal.kind, *hide_problems(refusal.problems))


def render_reply(reply: Reply, called: NameLookup, *, guide: bool) -> list[StyledLine]:
    """A Reply as lines of plain text, each in its tone, with nothing in them that a terminal would
    obey: what was done, what everybody should hear of it, what can be typed next."""
    report = filter_for_seat(reply.report, guide=guide) if reply.report is not None else None
    told = (
        [StyledLine(line) for line in render_report(report, called)] if report is not None else []
    )
    end = next((n for n in range(len(told), 0, -1) if told[n - 1].tone != "way"), 0)
    lines = [*told[:end], *render_news(_filter_news(reply), called), *told[end:]]
    if guide:
        lines += [StyledLine(f"Note: {warning}", "warning") for warning in reply.warnings]
    lines += [StyledLine(line, "warning") for line in render_refusal(reply, guide=guide)]
    if reply.error is not None:
        lines.append(StyledLine(reply.error, "warning"))
    if (
        guide
        and reply.has_secret_prefix
        and reply.entry is not None
        and not _is_secrecy_shown(reply)
    ):
        seen = filter_public_changes(reply.changes, reply.unknown_paths)
        lines.append(StyledLine(_SEEN_MESSAGE if seen else "Nobody else hears of it.", "secret"))
    changed = reply.changes if guide else filter_public_changes(reply.changes, reply.unknown_paths)
    if reply.entry is not None and (changed or isinstance(reply.report, _FILELESS_REPORTS)):
        lines.append(StyledLine(_describe_way_back(reply), "detail"))
    return [line.clean_controls() for line in lines]


_SEEN_MESSAGE = "Nobody else hears the line, but what it changed is in everybody's sight."


def _is_secrecy_shown(reply: Reply) -> bool:
    """Whether the Report itself tells that it is for the Guide alone."""
    return isinstance(reply.report, NoteReport)


def _filter_news(reply: Reply) -> list[News]:
    """What everybody should hear, but for the light that the word itself has put out."""
    report = reply.report
    if not isinstance(report, ItemReport) or report.step != "snuffed":
        return list(reply.news)
    out = (report.errant, report.item)
    return [n for n in reply.news if not (isinstance(n, LightDied) and (n.errant, n.item) == out)]


def _describe_way_back(reply: Reply) -> str:
    """How to take it back: every reply that changed something says so."""
    number = (reply.entry or "").rpartition("-")[2]
    if isinstance(reply.report, UndoReport):
        return f"redo does it again ({number})."
    return f"undo takes it back ({number})."


_LIST_ALL_OF_TABLES = "tables check"


def render_refusal(reply: Reply, *, guide: bool) -> list[str]:
    """Why not, and what would do; nothing where nothing was refused."""
    refusal = _filter_refusal(reply.refusal, guide=guide)
    if refusal is None:
        return []
    if refusal.problems:
        list_all = refusal.list_all or _LIST_ALL_OF_TABLES
        return [*render_problems(refusal.problems, list_all), refusal.hint]
    return [f"{refusal.message} {refusal.hint}".rstrip()]
