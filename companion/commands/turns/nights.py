"""Nights at the prompt: sleep, watch."""

from typing import get_args

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns import ensure_turn_begun
from companion.commands.context import WORDS, Ruling
from companion.errant.turns import Camp, is_unguarded
from companion.grammar.arguments import Arguments
from companion.grammar.context import Context
from companion.grammar.names import find_errant, require_present, split_names
from companion.refusal import Impossible, Malformed, join_words
from companion.reports.turns import NightReport

CAMPS: tuple[Camp, ...] = get_args(Camp)


def build_night_report(campaign: Campaign) -> NightReport:
    """Who sleeps in the innermost Turn, and who keeps watch."""
    turn = campaign.innermost_turn
    unguarded = is_unguarded(campaign.errants, turn)
    return NightReport(asleep=turn.asleep, camp=turn.camp, watch=turn.watch, unguarded=unguarded)


def _split_watch(arguments: Arguments) -> tuple[Arguments, Arguments | None]:
    """The words before `watch`, case-blind, and those after it; None without that word."""
    words = tuple(word.casefold() for word in arguments)
    if "watch" not in words:
        return words, None
    at = words.index("watch")
    return words[:at], arguments[at + 1 :]


def pick_night_words(arguments: Arguments) -> Arguments:
    """The camp and the watchers in `in the open barn watch bree`, which may say anything else."""
    words, watchers = _split_watch(arguments)
    camps = tuple(word for word in words if word in CAMPS)
    return camps if watchers is None else (*camps, "watch", *watchers)


def start_sleep(campaign: Campaign, arguments: Arguments, *, forced: bool = False) -> Campaign:
    """The campaign whose innermost Turn is slept through, after `[CAMP] [watch ERRANT…]`. Raises
    Impossible for any but a Travel Turn, and for one whose Event Die fell while the Company was
    awake, unless they Rest or it is `forced`; Malformed for other words."""
    turn = campaign.innermost_turn
    if turn.type != "travel":
        raise Impossible(
            f"The open Turn is of type {turn.type}; a night's Rest is two Travel Turns.",
            "Try: rest, or out until the Travel Turn is reached",
        )
    rests = turn.resting or turn.choice == "rest"
    if turn.face is not None and not rests and not forced:
        raise Impossible(
            "The Event Die of this Turn fell while the Company was awake.",
            "Try: next sleep, or sleep! to have slept through this one.",
            overrulable=True,
        )
    words, watchers = _split_watch(arguments)
    turn = replace(turn, asleep=True, resting=True, camp=_parse_camp(words) or turn.camp)
    if watchers is not None:
        turn = replace(turn, watch=_parse_watchers(campaign, watchers))
    return campaign.with_innermost_turn(turn)


def _parse_camp(words: Arguments) -> Camp | None:
    """The kind of camp; None without words. Raises Malformed for another word, or for two kinds."""
    camps = [camp for word in words for camp in CAMPS if camp == word]
    if len(camps) < len(words):
        other = next(word for word in words if word not in CAMPS)
        raise Malformed(f"«{other}» is no kind of camp.", "Try: sleep open, or sleep watch bree")
    if len(set(camps)) > 1:
        kinds = join_words([f"«{camp}»" for camp in camps], "or")
        raise Malformed(f"A camp is of one kind: {kinds}?", f"Try: sleep {camps[-1]}")
    return camps[0] if camps else None


def _parse_watchers(campaign: Campaign, arguments: Arguments) -> tuple[str, ...]:
    """The ids of those who keep watch; none for `nobody`. Raises Malformed without a name."""
    names = split_names(arguments)
    if not names:
        raise Malformed("Who keeps watch?", "Try: watch bree wim, or watch nobody")
    if [name.casefold() for name in names] == ["nobody"]:
        return ()
    watchers = [require_present(find_errant(campaign, name)) for name in names]
    for errant in watchers:
        if errant.kind == "animal":
            raise Impossible(f"{errant.name} keeps no watch that counts.")
    return tuple(dict.fromkeys(errant.id for errant in watchers))


@WORDS.command(
    "sleep",
    subject="nights",
    usage="sleep [suitable|uncomfortable|open] [watch ERRANT…]",
    completes=("night…",),
)
def handle_sleep(context: Context) -> Ruling:
    """The Company sleeps through this Travel Turn."""
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = start_sleep(campaign, context.arguments, forced=context.is_forced)
    return Ruling(campaign, build_night_report(campaign))


@WORDS.command(
    "watch",
    subject="nights",
    usage="watch ERRANT [ERRANT…] | watch nobody",
    short=("w",),
    completes=("watcher…",),
)
def handle_watch(context: Context) -> Ruling:
    """Who keeps watch in this Turn."""
    if context.campaign.innermost_turn.type != "travel":
        raise Impossible("Watch is kept in Travel Turns.", "Try: out until one is reached")
    watch = _parse_watchers(context.campaign, context.arguments)
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = campaign.with_innermost_turn(replace(campaign.innermost_turn, watch=watch))
    return Ruling(campaign, build_night_report(campaign))
