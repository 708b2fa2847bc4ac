"""The Event Die at the prompt: event and next."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.events import Effects, took_effect
from companion.campaign.passing import open_matters
from companion.campaign.restored import Restored
from companion.commands.declaring import actions, ensure_begun, with_declared
from companion.commands.reports import (
    DiceModifier,
    DiceToRollReport,
    EventReport,
)
from companion.commands.sitting import WORDS, Ruling, Sitting, seen_by_all
from companion.commands.turns import begin, take_length, turn_report
from companion.dice.faces import ByHand
from companion.errant.event_die import (
    EventRoll,
    Modifier,
    Result,
    company_modifiers,
    net,
    result_of,
    roll_event,
)
from companion.errant.happenings import Happenings
from companion.errant.nights import half_of_night, unguarded
from companion.errant.turns import Turn, innermost, shows, with_innermost
from companion.randomtables.names import short_name
from companion.refusal import Impossible, Malformed
from companion.words.options import Arguments, take_faces, take_signed


class Wanted(NamedTuple):
    """What was typed of the Event Die: dice added by hand, its faces rolled by hand, and those of
    the table that its result draws on."""

    by_hand: tuple[int, ...]
    faces: tuple[int, ...] | None
    table: tuple[int, ...] | None


def take_wanted(arguments: Arguments) -> tuple[Wanted, Arguments]:
    """`+1`, `-2`, `=5`, `=2,5` and `table=3,4` among the arguments."""
    table, arguments = take_faces(arguments, "table=")
    faces, arguments = take_faces(arguments)
    signed, arguments = take_signed(arguments)
    return Wanted(signed, faces, table), arguments


def modifiers_now(campaign: Campaign, by_hand: tuple[int, ...] = ()) -> tuple[Modifier, ...]:
    """Everything that adds Event Dice to the next roll of the innermost Turn, by name."""
    turn = innermost(campaign.turns)
    rest_dice = campaign.campaign.clock.rest_dice
    return (
        *company_modifiers(campaign.errants, turn.type, rest_dice),
        *(Modifier("by hand", dice) for dice in by_hand if dice),
    )


def rolled_now(sitting: Sitting, campaign: Campaign, wanted: Wanted) -> EventRoll:
    """The Event Die of the innermost Turn, rolled or entered. One face alone is the one kept."""
    turn = innermost(campaign.turns)
    modifiers = modifiers_now(campaign, wanted.by_hand)
    alone = unguarded(campaign.errants, turn)
    if wanted.faces is None or len(wanted.faces) == 1:
        kept = wanted.faces[0] if wanted.faces else None
        dice = sitting.faces("event")
        return roll_event(turn.type, modifiers, dice, kept_face=kept, unguarded=alone)
    by_hand = ByHand(wanted.faces)
    by_hand.expect(abs(net(modifiers)) + 1)
    rolled = roll_event(turn.type, modifiers, by_hand, unguarded=alone)
    by_hand.finish()
    return rolled


def after_roll(campaign: Campaign, rolled: EventRoll) -> Campaign:
    """The face noted in the Turn; the die that a Rest added is spent."""
    turn = shows(innermost(campaign.turns), rolled.face)
    campaign = campaign.with_turns(with_innermost(campaign.turns, turn))
    if turn.type in ("travel", "exploration") and campaign.campaign.clock.rest_dice:
        campaign = campaign.with_clock(rest_dice=0)
    return campaign


def choices(campaign: Campaign) -> tuple[str, ...]:
    """The words that settle what is open."""
    matters = open_matters(campaign)
    return (
        *(("rest", "press-on") if matters.choices else ()),
        *(("refill", "let-go") if matters.empty else ()),
    )


def event_report(
    rolled: EventRoll,
    effects: Effects,
    table_names: Callable[[], tuple[str, ...]],
    *,
    before: Happenings = (),
    replaced: bool = False,
    ignored: bool = False,
    taken_back: tuple[Restored, ...] = (),
) -> EventReport:
    """An Event Die as it fell, all it did, and what came back of the result it had before."""
    campaign, table = effects.campaign, effects.pointer
    turn = innermost(campaign.turns)
    return EventReport(
        turn_type=turn.type,
        turn_number=turn.number,
        positive_dice=rolled.positive,
        negative_dice=rolled.negative,
        faces=rolled.faces,
        face=rolled.face,
        entered=rolled.entered,
        result=rolled.result,
        modifiers=tuple(DiceModifier(m.reason, m.dice) for m in rolled.modifiers),
        choices=choices(campaign),
        declared=actions(turn),
        day=campaign.now.day,
        time=campaign.now.time,
        happened=effects.happened,
        before=before,
        replaced=replaced,
        ignored=ignored,
        table=table,
        table_typed=short_name(table, table_names()) if table else "",
        foretold=effects.sign.encounter if effects.sign else None,
        sign=effects.sign.clue or None if effects.sign else None,
        undrawn=effects.undrawn or None,
        drawn=effects.drawn.text if effects.drawn else None,
        drawn_faces=effects.drawn.faces if effects.drawn else (),
        asleep=turn.asleep,
        half_of_night=half_of_night(campaign.errants, turn),
        resting=turn.resting,
        watch=turn.watch if turn.asleep else (),
        taken_back=taken_back,
    )


def effect_of(
    sitting: Sitting, campaign: Campaign, result: Result, table: tuple[int, ...] | None
) -> Effects:
    """What a result does now; `table` are faces rolled by hand for the table that it draws on."""
    stream = sitting.faces("table")
    if table is None:
        return took_effect(campaign, result, stream, sitting.tables)
    by_hand = ByHand(table, then=stream)
    typed = f"table={','.join(map(str, table))}"
    try:
        effects = took_effect(campaign, result, by_hand, sitting.tables)
        if by_hand.used:
            by_hand.finish()
            return effects
    except Impossible as refusal:
        raise Impossible(f"{typed}: {refusal.message}", refusal.hint) from None
    raise Impossible(f"No table is drawn from now, so {typed} is no use.", f"Leave out {typed}.")


def fell(sitting: Sitting, campaign: Campaign, wanted: Wanted, before: Happenings = ()) -> Ruling:
    """Roll the Event Die in the innermost Turn and let it do what it does, at once."""
    rolled = rolled_now(sitting, campaign, wanted)
    marked = after_roll(campaign, rolled)
    effects = effect_of(sitting, marked, rolled.result, wanted.table)
    return Ruling(
        effects.campaign,
        event_report(rolled, effects, sitting.table_names, before=before),
        effects_from=marked,
        effect_of=innermost(campaign.turns).type,
        outcome=f"{rolled.face} {rolled.result}",
    )


@WORDS.command(
    "event",
    subject="event die",
    usage="event [+N] [-N] [=FACE | =FACES] [table=FACES] | event ?",
    summary="Roll the Event Die of the open Turn. Dice for Encumbrance and Rest are added by "
    "themselves; =5 is the face kept by hand, =2,5 all the faces, table=3,4 the faces of what it "
    "draws; `event ?` says what to roll.",
    examples=("event", "event -1", "event =5", "event =2,5", "event ?"),
    short=("e",),
    completes=("dice to roll",),
    reads=lambda arguments: "?" in arguments,
)
def event_word(sitting: Sitting) -> Ruling:
    """Roll, or say what to roll."""
    wanted, rest = take_wanted(sitting.arguments)
    turn = innermost(sitting.campaign.turns)
    if rest == ("?",):
        return Ruling(sitting.campaign, dice_to_roll(sitting.campaign, turn, wanted.by_hand))
    if rest:
        face = f"event ={rest[0]}" if rest[0].isdecimal() else "event -1 =2,5"
        raise Malformed(f"«{' '.join(rest)}» is nothing the Event Die knows.", f"Try: {face}")
    if turn.face is not None and not sitting.forced:
        raise Impossible(
            "The Event Die has been rolled this Turn.",
            f"Try: next, becomes {turn.face % 6 + 1}, or event! to roll another",
            overrulable=True,
        )
    campaign, happened = ensure_begun(sitting.campaign)
    return fell(sitting, campaign, wanted, happened)


def dice_to_roll(campaign: Campaign, turn: Turn, by_hand: tuple[int, ...]) -> DiceToRollReport:
    """How many D6 a person would have to roll, and which one counts: for this Turn, or for the
    next one where this Turn's die has fallen."""
    result_of(turn.type, 1)
    modifiers = modifiers_now(campaign, by_hand)
    dice = net(modifiers)
    return DiceToRollReport(
        turn_type=turn.type,
        number=abs(dice) + 1,
        keep="high" if dice > 0 else "low" if dice < 0 else "only",
        modifiers=tuple(DiceModifier(m.reason, m.dice) for m in modifiers),
        rolled=turn.face,
    )


@WORDS.command(
    "next",
    subject="turns",
    usage="next [ACTION…] [for LENGTH] [+N] [-N] [=FACES] [table=FACES]",
    summary="The one word that runs an evening: close this Turn, begin the next of the same type, "
    "declare, and roll the Event Die (in Downtime the die falls before anything is declared; in "
    "Initiative Turns none does).",
    examples=("next", "next search the altar", "next creep on +1", "next =3"),
    short=("n",),
    completes=("action…",),
)
def next_word(sitting: Sitting) -> Ruling:
    """Turn, declare, event."""
    wanted, arguments = take_wanted(sitting.arguments)
    campaign, happened = begin(sitting, "next", arguments)
    _, action = take_length(arguments)
    if action:
        seen_by_all(sitting, "What is declared")
    turn = innermost(campaign.turns)
    if turn.type == "initiative":
        if wanted.faces or wanted.by_hand:
            result_of("initiative", 1)
        return _without_die(with_declared(campaign, action, forced=sitting.forced), happened)
    if turn.type != "downtime":
        return fell(
            sitting, with_declared(campaign, action, forced=sitting.forced), wanted, happened
        )
    ruling = fell(sitting, campaign, wanted, happened)
    return _declared_after(ruling, action, forced=sitting.forced)


def _declared_after(ruling: Ruling, action: Arguments, *, forced: bool) -> Ruling:
    """In Downtime what is declared comes after the die, and is none of its doing."""
    assert ruling.effects_from is not None
    assert isinstance(ruling.report, EventReport)
    campaign = with_declared(ruling.campaign, action, forced=forced)
    return ruling._replace(
        campaign=campaign,
        effects_from=with_declared(ruling.effects_from, action, forced=forced),
        report=replace(ruling.report, declared=actions(innermost(campaign.turns))),
    )


def _without_die(campaign: Campaign, happened: Happenings) -> Ruling:
    return Ruling(campaign, turn_report(campaign, "began", happened))
