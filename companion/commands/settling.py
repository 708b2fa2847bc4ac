"""Settling what the Event Die left open, and taking back what it did: rest, press-on, ignore,
becomes."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.events import Effects, rest_die_added
from companion.campaign.history import event_effects
from companion.campaign.restored import restored
from companion.commands.declaring import ensure_begun
from companion.commands.events import effect_of, event_report
from companion.commands.reports import HappenedReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.event_die import EventRoll, result_of
from companion.errant.exhaustion import members_press_on
from companion.errant.nights import unguarded
from companion.errant.turns import Turn, innermost, shows, with_innermost
from companion.refusal import Impossible, Malformed
from companion.words.options import nothing_more, take_faces, whole_number


@WORDS.command(
    "rest",
    subject="event die",
    usage="rest",
    summary="Settle a result of Rest: the declared action is forgone and the next Event Die has "
    "one more negative die. Where nothing asked for it, the Company Rests this Turn.",
    examples=("rest",),
)
def rest_word(sitting: Sitting) -> Ruling:
    """Rest, as the Event Die asked or by choice."""
    nothing_more("rest", sitting.arguments)
    turn_type = innermost(sitting.campaign.turns).type
    if turn_type not in ("travel", "exploration"):
        raise Impossible(
            f"The Company Rests in Travel and Exploration Turns; this is one of {turn_type}.",
            "Try: out",
        )
    asked = innermost(sitting.campaign.turns).choice == "rest"
    campaign, _ = ensure_begun(sitting.campaign)
    turn = innermost(campaign.turns)
    resting = replace(turn, resting=True, choice="", declared={} if asked else turn.declared)
    campaign = campaign.with_turns(with_innermost(campaign.turns, resting))
    report = HappenedReport(word="rest", happened=())
    if not asked:
        return Ruling(campaign, report)
    return Ruling(rest_die_added(campaign), report, sitting.campaign, turn.type)


@WORDS.command(
    "press-on",
    subject="event die",
    usage="press-on",
    summary="Settle a result of Rest the other way: nobody Rests and every member of the Company "
    "gains 1 Exhaustion.",
    examples=("press-on",),
    short=("p",),
)
def press_on_word(sitting: Sitting) -> Ruling:
    """Every member gains 1 Exhaustion."""
    nothing_more("press-on", sitting.arguments)
    turn = innermost(sitting.campaign.turns)
    if turn.choice != "rest":
        raise Impossible("Nothing asks the Company to Rest.", "Try: exhaust ERRANT +1")
    stack = with_innermost(sitting.campaign.turns, replace(turn, choice=""))
    company, happened = members_press_on(sitting.campaign.errants)
    campaign = sitting.campaign.with_turns(stack).with_company(company)
    report = HappenedReport(word="press-on", happened=happened)
    return Ruling(campaign, report, sitting.campaign, turn.type)


def _rolled_turn(sitting: Sitting) -> Turn:
    turn = innermost(sitting.campaign.turns)
    if turn.face is None:
        raise Impossible("No Event Die has been rolled this Turn.", "Try: event")
    return turn


@WORDS.command(
    "ignore",
    subject="event die",
    usage="ignore",
    summary="Take back what the Event Die of this Turn did: its result does not happen.",
    examples=("ignore",),
    short=("i",),
)
def ignore_word(sitting: Sitting) -> Ruling:
    """The result of this Turn does not happen."""
    nothing_more("ignore", sitting.arguments)
    turn = _rolled_turn(sitting)
    if turn.ignored:
        raise Impossible("That result is ignored already.", "Try: becomes FACE")
    campaign, inverse = event_effects(sitting.campaign, sitting.entries(), turn.type)
    rolled = _as_rolled(sitting.campaign, turn, turn.face or 1)
    ignored = shows(innermost(campaign.turns), turn.face, ignored=True)
    after = campaign.with_turns(with_innermost(campaign.turns, ignored))
    given_back = restored(sitting.campaign, campaign)
    names = sitting.table_names
    report = event_report(rolled, Effects(after), names, ignored=True, taken_back=given_back)
    return Ruling(after, report, taken_back=inverse, base=campaign)


@WORDS.command(
    "becomes",
    subject="event die",
    usage="becomes FACE [table=FACES]",
    summary="Replace this Turn's result: what the Event Die did is taken back and the other face "
    "takes effect, in one step.",
    examples=("becomes 4",),
    completes=("face",),
)
def becomes_word(sitting: Sitting) -> Ruling:
    """Another face takes effect instead."""
    turn = _rolled_turn(sitting)
    table, arguments = take_faces(sitting.arguments, "table=")
    if len(arguments) != 1:
        raise Malformed("Becomes which face?", "Try: becomes 4")
    face = whole_number(arguments[0].lstrip("="), what="face of a die")
    rolled = _as_rolled(sitting.campaign, turn, face)
    if turn.face == face and not turn.ignored:
        raise Impossible(f"The Event Die shows {face} already.", "Try: ignore")
    campaign, inverse = _without_effects(sitting, turn)
    changed = shows(innermost(campaign.turns), face)
    marked = campaign.with_turns(with_innermost(campaign.turns, changed))
    effects = effect_of(sitting, marked, rolled.result, table)
    given_back = restored(sitting.campaign, campaign)
    names = sitting.table_names
    report = event_report(rolled, effects, names, replaced=True, taken_back=given_back)
    return Ruling(
        effects.campaign,
        report,
        effects_from=marked,
        effect_of=turn.type,
        taken_back=inverse,
        base=campaign,
        outcome=f"{face} {rolled.result}",
    )


def _without_effects(sitting: Sitting, turn: Turn) -> tuple[Campaign, tuple[Change, ...]]:
    """The campaign without what the Event Die did; an ignored one has done nothing."""
    if turn.ignored:
        return sitting.campaign, ()
    return event_effects(sitting.campaign, sitting.entries(), turn.type)


def _as_rolled(campaign: Campaign, turn: Turn, face: int) -> EventRoll:
    """A face as the Guide has it, whatever was rolled: the dice that led to it are spent."""
    result = result_of(turn.type, face, unguarded=unguarded(campaign.errants, turn))
    return EventRoll((), (face,), face, True, result)
