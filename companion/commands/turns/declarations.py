"""Declaring at the prompt: who does what this Turn, and that it has had its outcome."""

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns import begin_next_turn
from companion.commands.context import WORDS, Context, Ruling, refuse_secret
from companion.commands.resolve.names import (
    find_errant,
    find_exact_errant,
    require_able,
    require_present,
    split_names,
)
from companion.errant.happenings import Happenings
from companion.errant.nights import is_unguarded
from companion.errant.turns import (
    WHOLE_COMPANY,
    Camp,
    Turn,
    add_declared_action,
    clear_declared,
    get_innermost_turn,
    replace_innermost_turn,
)
from companion.grammar.arguments import Arguments
from companion.refusal import Impossible, Malformed, join_words
from companion.reports.turns import Action, DeclarationReport, NightReport

CAMPS: tuple[Camp, ...] = get_args(Camp)


def list_actions(turn: Turn) -> tuple[Action, ...]:
    """What was declared in a Turn, as a Report has it."""
    return tuple(Action(who, action) for who, action in turn.declared.items())


def ensure_turn_begun(campaign: Campaign) -> tuple[Campaign, Happenings]:
    """The campaign with a Turn open: one that is only about to begin begins now."""
    if get_innermost_turn(campaign.turns).begun:
        return campaign, ()
    return begin_next_turn(campaign)


def declare_in_turn(campaign: Campaign, arguments: Arguments, *, forced: bool = False) -> Campaign:
    """The campaign with an action declared in the innermost Turn. An Errant's name first makes it
    theirs, who must be able to do something unless it is `forced`; `rest` and `sleep [CAMP] [watch
    ERRANT…]` are states of the Turn, with no outcome."""
    if not arguments:
        return campaign
    turn = get_innermost_turn(campaign.turns)
    text = " ".join(arguments)
    if arguments[0].casefold() == "rest":
        turn = replace(turn, resting=True)
    elif arguments[0].casefold() == "sleep":
        return start_sleep(campaign, _pick_night_words(arguments[1:]))
    else:
        errant = find_exact_errant(campaign, arguments[0]) if len(arguments) > 1 else None
        if errant is not None and errant.is_person:
            require_able(errant, forced=forced)
        who, text = (errant.id, " ".join(arguments[1:])) if errant else (WHOLE_COMPANY, text)
        turn = add_declared_action(turn, who, text)
    return campaign.with_turns(replace_innermost_turn(campaign.turns, turn))


def _pick_night_words(arguments: Arguments) -> Arguments:
    """Of `sleep in the open barn watch bree`, what matters: the camp, and who keeps watch."""
    words = [word.casefold() for word in arguments]
    at = words.index("watch") if "watch" in words else len(words)
    return (*(word for word in words[:at] if word in CAMPS), *arguments[at:])


def build_night_report(campaign: Campaign) -> NightReport:
    """Who sleeps in the innermost Turn, and who keeps watch."""
    turn = get_innermost_turn(campaign.turns)
    return NightReport(
        asleep=turn.asleep,
        camp=turn.camp,
        watch=turn.watch,
        unguarded=is_unguarded(campaign.errants, turn),
    )


def set_asleep(turn: Turn, *, forced: bool = False) -> Turn:
    """A Travel Turn spent asleep. Impossible in any other, and in one whose Event Die found the
    Company awake, unless they Rest or the Guide forces it."""
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
    return replace(turn, asleep=True, resting=True)


def start_sleep(campaign: Campaign, arguments: Arguments, *, forced: bool = False) -> Campaign:
    """The campaign with the innermost Travel Turn slept through: `[CAMP] [watch ERRANT…]`.
    Malformed for anything else."""
    turn = set_asleep(get_innermost_turn(campaign.turns), forced=forced)
    words = [word.casefold() for word in arguments]
    at = words.index("watch") if "watch" in words else len(words)
    if at:
        turn = replace(turn, camp=_parse_camp(words[:at]))
    if at < len(words):
        turn = replace(turn, watch=parse_watchers(campaign, arguments[at + 1 :]))
    return campaign.with_turns(replace_innermost_turn(campaign.turns, turn))


def _parse_camp(words: Sequence[str]) -> Camp:
    """The one kind of camp that these words say. Malformed for another word, or for two kinds."""
    said = [camp for word in words for camp in CAMPS if camp == word]
    if len(said) < len(words):
        other = next(word for word in words if word not in CAMPS)
        raise Malformed(f"«{other}» is no kind of camp.", "Try: sleep open, or sleep watch bree")
    if len(set(said)) > 1:
        kinds = join_words([f"«{camp}»" for camp in said], "or")
        raise Malformed(f"A camp is of one kind: {kinds}?", f"Try: sleep {said[-1]}")
    return said[0]


def parse_watchers(campaign: Campaign, arguments: Arguments) -> tuple[str, ...]:
    """The ids of those named to keep watch; none for `nobody`."""
    names = split_names(arguments)
    if not names:
        raise Malformed("Who keeps watch?", "Try: watch bree wim, or watch nobody")
    if [name.casefold() for name in names] == ["nobody"]:
        return ()
    found = [require_present(find_errant(campaign, typed)) for typed in names]
    for errant in found:
        if errant.kind == "animal":
            raise Impossible(f"{errant.name} keeps no watch that counts.")
    return tuple(dict.fromkeys(errant.id for errant in found))


@WORDS.command(
    "declare",
    subject="turns",
    usage="declare [ERRANT] ACTION…",
    short=("d",),
    completes=("action…",),
)
def handle_declare(context: Context) -> Ruling:
    """Declare in the open Turn; one that is about to begin begins."""
    if not context.arguments:
        raise Malformed("What is declared?", "Try: declare search the nave")
    refuse_secret(context, "What is declared")
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = declare_in_turn(campaign, context.arguments, forced=context.is_forced)
    turn = get_innermost_turn(campaign.turns)
    if context.arguments[0].casefold() == "sleep":
        return Ruling(campaign, build_night_report(campaign))
    return Ruling(
        campaign,
        DeclarationReport(
            turn_type=turn.type, turn_number=turn.number, declared=list_actions(turn)
        ),
    )


@WORDS.command("done", subject="turns", usage="done [TEXT…]", short=("ok",))
def handle_done(context: Context) -> Ruling:
    """The declared actions of the open Turn are resolved."""
    turn = get_innermost_turn(context.campaign.turns)
    if not turn.declared:
        raise Impossible("Nothing is declared in this Turn.", "Try: declare search the nave")
    stack = replace_innermost_turn(context.campaign.turns, clear_declared(turn))
    return Ruling(
        context.campaign.with_turns(stack),
        DeclarationReport(
            turn_type=turn.type,
            turn_number=turn.number,
            declared=list_actions(turn),
            resolved=True,
            outcome=context.rest,
        ),
    )
