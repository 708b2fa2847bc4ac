"""A player's request of a line, and the Guide's answer to it."""

from functools import partial
from typing import Literal

from msgspec.structs import replace

from companion.campaign.campaign import MAX_REQUEST_LENGTH, Campaign, Request
from companion.commands import dispatch
from companion.commands.dispatch import ResolvedLine
from companion.commands.handler_result import GrantedLine, Ruling
from companion.commands.open_matters import format_turn_in_sentence
from companion.commands.seat_permissions_and_guide_orders import is_line_allowed_for_seat
from companion.commands.spoken_lines.phrase_meanings import (
    find_meaning_behind_catch_all_word,
    find_meaning_of_misread_phrase,
    list_meanings_of_refused_line,
)
from companion.commands.status import build_request_line
from companion.commands.stops_until_typed_again import refuse_secret_line, stop_once_with_warning
from companion.grammar.argument_kinds.places import require_guide_seat
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.seat_permissions import GUIDE_WORDS
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Impossible, Refusal, StillOpen
from companion.reports.requests_and_sharing import RequestReport

MAX_REQUESTS = 5
"""Requests of one seat that can wait."""


def ask_guide_to_play_line(context: Context, text: str) -> Ruling:
    """Ask the Guide for a line. Raises Impossible for one that cannot be asked for."""
    if context.is_guide:
        raise Impossible("The Guide asks nobody.", "Every line is yours to type.")
    refuse_secret_line(context, "What is asked for")
    campaign = context.campaign
    line, resolved = _resolve_requested_line(context, text)
    waiting = campaign.book.requests
    own = [each for each in waiting if each.seat == context.seat]
    if resolved.guide_only or resolved.word.name in (*GUIDE_WORDS, "request"):
        message = f"«{resolved.word.name}» stays the Guide's: nobody asks for it."
        raise Impossible(message, "What everybody may do: help looking")
    inner = _replace_line_in_context(context, resolved.line)
    if not resolved.line.forced and is_line_allowed_for_seat(resolved, inner):
        raise Impossible("That is yours to type.", f"Try: {line}")
    if any(each.line == line for each in own):
        raise Impossible(f"«{line}» is asked for already.", "It waits for the Guide.")
    if len(own) >= MAX_REQUESTS:
        message = f"{MAX_REQUESTS} requests of the {context.seat}'s wait already."
        raise Impossible(message, "The Guide grants or denies one of them first.")
    if len(line) > MAX_REQUEST_LENGTH:
        message = f"A request has at most {MAX_REQUEST_LENGTH} characters, not {len(line)}."
        raise Impossible(message, "Ask for less at once.")
    last = next(context.read_entries(), None)  # the number that its entry will have
    number = last.number + 1 if last is not None else 1
    request = Request(id=str(number), seat=context.seat, line=line)
    if turn := campaign.turns[-1] if campaign.turns else None:
        number = turn.number if turn.begun else 0
        request = replace(request, turn_type=turn.type, turn_number=number)
    report = _build_request_report(campaign, "asked", request)
    return Ruling(campaign.with_requests((*waiting, request)), report)


def _resolve_requested_line(context: Context, text: str) -> tuple[str, ResolvedLine]:
    """The line that is asked for, in the companion's own words, and the word it says. Raises
    Impossible for one that cannot be read."""
    line = parse_typed_line(text)
    if line is None:
        raise Impossible(f"«{text}» is no line.", "Type help for all the words.")
    make_context = partial(_replace_line_in_context, context)
    instead = find_meaning_of_misread_phrase(text, line, make_context)
    instead = instead or find_meaning_behind_catch_all_word(text, line, make_context)
    try:
        if instead is not None:
            return instead.text, _require_parsable_line(instead.line, context)
        return text, _require_parsable_line(line, context)
    except Refusal as refusal:
        as_typed = refusal
    try:
        for meant in list_meanings_of_refused_line(text, line, make_context):
            return meant.text, _require_parsable_line(meant.line, context)
    except Refusal as refusal:
        as_typed = refusal
    raise _make_not_understood_refusal(text, as_typed.message, line.word)


def _make_not_understood_refusal(text: str, why: str, word: str) -> Impossible:
    """The refusal of a request that is no line, with how its word is typed."""
    is_known = bool(word) and len(WORDS.find_candidates(word)) == 1
    hint = f"How it is typed: help {word}" if is_known else "Type help for all the words."
    return Impossible(f"«{text}» cannot be asked for: {why}", hint)


def _require_parsable_line(line: Line, context: Context) -> ResolvedLine:
    """The word of a line that a form of it reads. Raises its Refusal otherwise."""
    resolved = dispatch.resolve_word_of_line(line, context.campaign)
    if resolved.word.forms and resolved.word.name not in GUIDE_WORDS:
        resolved.word.read(
            resolved.line.arguments, _replace_line_in_context(context, resolved.line)
        )
    return resolved


def _replace_line_in_context(context: Context, line: Line) -> Context:
    return context._replace(
        word=line.word, arguments=line.arguments, rest=line.rest, stop_message="", goes_on=False
    )


def grant_request(context: Context, request: Request | None) -> Ruling:
    """Play a line that was asked for, as that seat's. Raises Impossible if it cannot be done: then
    it goes on waiting; and StillOpen, once, if it was asked for in another type of Turn."""
    request = _require_request(context, request)
    _warn_of_late_grant(context, request)
    try:
        line = parse_typed_line(request.line)
        if line is None:
            raise Impossible("Nothing is asked for.", "Try: deny")
        resolved = dispatch.resolve_word_of_line(line, context.campaign)
        if resolved.guide_only or resolved.word.name in (*GUIDE_WORDS, "request"):
            raise Impossible("That stays the Guide's.", "Try: deny")
        inner = _replace_line_in_context(context, resolved.line)._replace(
            seat=request.seat, is_forced=context.is_forced or line.forced
        )
        ruling = dispatch.call_handler_of_word(resolved.word, inner)
    except Refusal as refusal:
        message = f"The {request.seat}'s «{request.line}»: {refusal.message}"
        overrulable = refusal.overrulable or isinstance(refusal, StillOpen)
        raise Impossible(message, f"Or: deny {request.id}", overrulable=overrulable) from None
    earlier = ruling.before_effects
    return ruling._replace(
        campaign=_remove_request(ruling.campaign, request),
        before_effects=earlier and _remove_request(earlier, request),
        granted=GrantedLine(request.line, inner),
    )


def _warn_of_late_grant(context: Context, request: Request) -> None:
    """Raises StillOpen, once, for a request made in another type of Turn."""
    campaign = context.campaign
    if not request.is_from_other_turn_type(campaign.turns):
        return
    asked = format_turn_in_sentence(request.turn_type, request.turn_number)
    now = "no Turn is open"
    if turn := campaign.turns[-1] if campaign.turns else None:
        now = f"this is {format_turn_in_sentence(turn.type, turn.number if turn.begun else 0)}"
    message = f"The {request.seat} asked for «{request.line}» in {asked}, and now {now}."
    way = f"Type {{again}} again to play it now, or deny {request.id}."
    stop_once_with_warning(context, "grant", message, way)


def deny_request(context: Context, request: Request | None) -> Ruling:
    """Play nothing of what was asked for."""
    request = _require_request(context, request)
    campaign = _remove_request(context.campaign, request)
    outcome = f"{request.seat}: {request.line}"
    report = _build_request_report(context.campaign, "denied", request)
    return Ruling(campaign, report, outcome=outcome)


def _require_request(context: Context, request: Request | None) -> Request:
    """The request that is named, or else the one that has waited longest. Raises Impossible for a
    player, and if none waits."""
    require_guide_seat(context, "What is asked for is the Guide's to grant.", "What waits: status")
    refuse_secret_line(context, "What was asked for")
    if request is None and not context.campaign.book.requests:
        offered = "No line was offered, and nobody asks for one."
        message = offered if context.word == "grant" else "Nothing is asked for."
        raise Impossible(message, "How things stand: status")
    return request or context.campaign.book.requests[0]


def _remove_request(campaign: Campaign, request: Request) -> Campaign:
    left = tuple(each for each in campaign.book.requests if each.id != request.id)
    return campaign.with_requests(left)


def _build_request_report(
    campaign: Campaign, step: Literal["asked", "denied"], request: Request
) -> RequestReport:
    return RequestReport(step=step, request=build_request_line(campaign, request))
