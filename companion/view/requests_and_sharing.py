"""Renders Reports on the seats as plain lines: requests, who is there, and the player screen."""

import re

from msgspec.structs import replace

from companion.refusal import join_words
from companion.reports import requests_and_sharing as reports
from companion.reports.journal import ExternalTalk, ExternalWord
from companion.view import shared_wording as w
from companion.view.record.log import render_external_changes
from companion.view.reply import render_report
from companion.view.status import describe_company_light

_HEARD = re.compile(r"^Meanwhile, (the )?")


@render_report.register
def _render_sharing(report: reports.SharingReport, _name_of: w.NameLookup) -> w.Lines:
    """What was decided, whether the campaign is shared, and who is there."""
    place = next((each for each in report.places if each.place == report.place), None)
    if place is not None:
        yield w.ResultLine(_describe_sharing_step(report.step, place))
        if report.step != "listed" and report.shared:
            return
    if not report.shared:
        yield "This campaign is not shared now."
        yield w.HintLine(f"At the shell, in another window: companion share {report.campaign}")
    else:
        yield w.Headline(
            w.end_with_full_stop(f"Shared at {report.address}" if report.address else "Shared")
        )
    if report.step == "listed":
        yield from (_describe_place_at_table(each) for each in report.places)
        if report.shared and not any(each.pages for each in report.places):
            yield "Nobody is there yet."


def _describe_sharing_step(step: reports.SharingStep, line: reports.PlaceLine) -> str:
    named = f"The {line.place} is {line.name}." if line.name else f"The {line.place} has no name."
    return {
        "renamed": named,
        "muted": f"The {line.place} only looks from now on.",
        "unmuted": f"The {line.place} types again.",
        "sent_away": f"The {line.place}'s pages end, and the link opens nothing any more.",
    }[step]


def _describe_place_at_table(line: reports.PlaceLine) -> str:
    name = f" ({line.name})" if line.name else ""
    number = f"{line.pages} page{'' if line.pages == 1 else 's'}" if line.pages else "not there"
    where = f" at {join_words(line.addresses)}" if line.addresses else ""
    return f"{line.place}{name}: {number}{where}{', muted' if line.muted else ''}"


@render_report.register
def _render_request(report: reports.RequestReport, _name_of: w.NameLookup) -> w.Lines:
    seat, line = report.request.seat, report.request.line
    if report.step == "asked":
        return [f"Asked of the Guide: {line}"]
    return [f"Denied: the {seat}'s «{line}»."]


@render_report.register
def _render_screen(report: reports.ScreenReport, name_of: w.NameLookup) -> w.Lines:
    """Turn, place and light, what waits, and what the table just heard."""
    status = report.status
    turn = w.format_turn_name(status.turn_type, status.turn_number)
    yield w.Headline(f"{turn}: {place}" if (place := get_company_place_name(report)) else turn)
    yield describe_company_light(status)
    yield from (w.NewsLine(f"Open: {line}.", label="Open") for line in status.open)
    yield from render_what_players_heard(report, name_of)


def get_company_place_name(report: reports.ScreenReport) -> str:
    """The name of the place where the Company is; "" for nowhere."""
    return report.status.nested[-1].place_name if report.status.nested else ""


def render_what_players_heard(
    report: reports.ScreenReport, name_of: w.NameLookup
) -> list[w.StyledLine]:
    """What the table just heard, oldest first: a text that was told or noted in quotes, of any
    other word the line and what came of it."""
    found: list[w.StyledLine] = []
    heard = report.heard
    in_order: list[ExternalWord | ExternalTalk] = [*heard.words, *heard.talks]
    in_order.sort(key=lambda word: word.number)
    for each in in_order:
        if isinstance(each, ExternalWord) and (text := _find_heard_text(each)):
            found.append(w.NewsLine(text))
            continue
        alone = replace(
            heard,
            words=tuple(word for word in heard.words if word is each),
            talks=tuple(talk for talk in heard.talks if talk is each),
        )
        lines = map(w.make_styled_line, render_external_changes(alone, name_of, numbered=False))
        found += [w.StyledLine(_drop_prompt_only_text(line), tone=line.tone) for line in lines]
    return found


def _find_heard_text(word: ExternalWord) -> str:
    """What was told or noted, and by whom; "" for any other word."""
    first, _, rest = word.line.partition(" ")
    seat = "Guide" if word.seat == "guide" else word.seat
    if first == "tell":
        return f"The {seat}: «{word.outcome or rest}»"
    return f"The {seat} notes: «{rest}»" if first == "note" else ""


def _drop_prompt_only_text(line: str) -> str:
    """A line as it is read aloud: without what only a prompt needs."""
    return _HEARD.sub("The ", line)
