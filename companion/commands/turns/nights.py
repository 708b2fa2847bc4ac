"""Nights at the prompt: sleep, watch."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns import ensure_turn_begun
from companion.commands.context import Ruling
from companion.errant.errants import Errant
from companion.errant.turns import is_unguarded
from companion.grammar.context import Context
from companion.grammar.kinds.turns import Night
from companion.grammar.names import require_present
from companion.refusal import Impossible
from companion.reports.turns import NightReport


def build_night_report(campaign: Campaign) -> NightReport:
    """Who sleeps in the innermost Turn, and who keeps watch."""
    turn = campaign.innermost_turn
    unguarded = is_unguarded(campaign.errants, turn)
    return NightReport(asleep=turn.asleep, camp=turn.camp, watch=turn.watch, unguarded=unguarded)


def start_sleep(campaign: Campaign, night: Night, *, forced: bool = False) -> Campaign:
    """The campaign whose innermost Turn is slept through. Raises Impossible for any but a Travel
    Turn, and for one whose Event Die fell while the Company was awake, unless they Rest or it is
    `forced`."""
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
    turn = replace(turn, asleep=True, resting=True, camp=night.camp or turn.camp)
    if night.watch is not None:
        turn = replace(turn, watch=_list_watchers(night.watch))
    return campaign.with_innermost_turn(turn)


def _list_watchers(watchers: tuple[Errant, ...]) -> tuple[str, ...]:
    """The ids of those who keep watch. Raises Impossible for one who cannot."""
    for errant in watchers:
        if require_present(errant).kind == "animal":
            raise Impossible(f"{errant.name} keeps no watch that counts.")
    return tuple(errant.id for errant in watchers)


def sleep_this_turn(context: Context, night: Night | None) -> Ruling:
    """The Company sleeps through this Travel Turn."""
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = start_sleep(campaign, night or Night(), forced=context.is_forced)
    return Ruling(campaign, build_night_report(campaign))


def keep_watch(context: Context, watchers: tuple[Errant, ...]) -> Ruling:
    """Who keeps watch in this Turn."""
    if context.campaign.innermost_turn.type != "travel":
        raise Impossible("Watch is kept in Travel Turns.", "Try: out until one is reached")
    watch = _list_watchers(watchers)
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = campaign.with_innermost_turn(replace(campaign.innermost_turn, watch=watch))
    return Ruling(campaign, build_night_report(campaign))
