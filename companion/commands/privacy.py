"""Which typed lines are for the Guide alone."""

from typing import Literal

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import has_unknown_name
from companion.commands.resolve.words import ResolvedLine, resolve_line
from companion.grammar.line import read_line
from companion.refusal import Refusal
from companion.reports.reply import Reply
from companion.reports.status import Seat

Privacy = Literal["open", "secret", "unknown"]
_REVEALING_SUBJECTS = {"people", "checks", "dice"}
"""Subjects with words whose lines may be for the Guide alone, by what they find or write."""


def _resolve_typed(typed: str, campaign: Campaign) -> ResolvedLine | None:
    try:
        line = read_line(typed)
        return resolve_line(line, campaign) if line else None
    except Refusal:
        return None


def classify_line(typed: str, campaign: Campaign) -> Privacy:
    """What the words of a line say about it; `unknown` for a line without a word."""
    resolved = _resolve_typed(typed, campaign)
    if resolved is None:
        return "unknown"
    return "secret" if resolved.guide_only else "open"


def classify_answered_line(
    typed: str, reply: Reply | None, campaign: Campaign, seat: Seat
) -> Privacy:
    """What a line turned out to be once it was answered. A refused line is `unknown`, and so is one
    that only asks after somebody the players do not know."""
    privacy = classify_line(typed, campaign)
    if privacy != "open":
        return privacy
    if reply is None or not reply.ok:
        return "unknown"
    if seat != "guide":
        return "open"
    if reply.guide_only:
        return "secret"
    asks = reply.entry is None and has_unknown_name(campaign, typed.split()[1:])
    return "unknown" if asks else "open"


def is_free_of_secrets(typed: str, campaign: Campaign) -> bool:
    """True for a line that holds nothing for the Guide alone, whatever its answer is."""
    if not typed.strip():
        return True
    resolved = _resolve_typed(typed, campaign)
    if resolved is None or resolved.guide_only:
        return False
    word = resolved.word
    may_tell = word.subject in _REVEALING_SUBJECTS or word.name == "errant"
    return not may_tell and not has_unknown_name(campaign, resolved.line.arguments)
