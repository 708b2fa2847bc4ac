"""What goes on at the prompt: effects that run down, what falls due every so many Turns, and all
of it in the order in which it ends."""

from companion.campaign.campaign import Campaign
from companion.commands.names import find_errant, one
from companion.commands.reports import (
    CadenceLine,
    CadenceReport,
    EffectLine,
    EffectReport,
    TimerLine,
    TimersReport,
)
from companion.commands.sitting import WORDS, Ruling, Sitting, seen_by_all
from companion.commands.turns import turn_type_of
from companion.errant.cadence import MARKS, Cadence
from companion.errant.effects import EFFECT_KINDS, Effect, EffectKind, worn_in
from companion.errant.light import light_of
from companion.errant.timers import timers
from companion.errant.turns import TurnType, innermost
from companion.refusal import Impossible, Malformed
from companion.text import free_slug
from companion.words.options import Arguments, nothing_more, take_after, take_flag, whole_number
from companion.words.registry import alone, always


def effect_line(effect: Effect) -> EffectLine:
    """An effect as a Report has it."""
    return EffectLine(
        effect.id, effect.name, effect.kind, effect.errant, effect.depletion, effect.lasting
    )


def effects_by_end(campaign: Campaign) -> tuple[EffectLine, ...]:
    """All that goes on; what runs out next comes first, what no result ends last."""
    effects = sorted(
        campaign.campaign.effects, key=lambda e: (not worn_in(e), e.lasting, e.depletion or 1)
    )
    return tuple(map(effect_line, effects))


def timer_lines(campaign: Campaign) -> tuple[TimerLine, ...]:
    """All that runs out or falls due, what can end soonest first."""
    book = campaign.campaign
    sources = light_of(campaign.errants).sources
    return tuple(
        TimerLine(t.name, t.kind, t.errant, t.left, t.unit, t.turn_types, t.lasting, t.id)
        for t in timers(book.turns, sources, book.effects, book.every)
    )


@WORDS.command(
    "timers",
    subject="effects",
    usage="timers",
    summary="All that runs out or falls due, what can end soonest first: what is lit, Sorceries, "
    "Miracles, curses, reminders.",
    examples=("timers",),
    short=("ti",),
    reads=always,
)
def timers_word(sitting: Sitting) -> Ruling:
    """What runs out next."""
    nothing_more("timers", sitting.arguments)
    return Ruling(sitting.campaign, TimersReport(timers=timer_lines(sitting.campaign)))


@WORDS.command(
    "effect",
    subject="effects",
    usage="effect add NAME [KIND] [N] [on ERRANT] [lasting] | effect end NAME | effect",
    summary="Begin or end a Sorcery, Miracle, condition, curse, arrangement … With a number it has "
    "that Depletion (a light, left somewhere: that Burn); `lasting` is ended by no Event Die. "
    "Alone, list all that goes on.",
    examples=(
        "effect add Bless miracle 3 on bree",
        'effect add "the ferryman waits" arrangement',
        "effect end bless",
        "effect",
    ),
    reads=alone,
    completes=("effect…",),
)
def effect_word(sitting: Sitting) -> Ruling:
    """Begin, end or list effects."""
    campaign, arguments = sitting.campaign, sitting.arguments
    if not arguments:
        return Ruling(campaign, EffectReport(step="listed", effects=effects_by_end(campaign)))
    step, rest = arguments[0].casefold(), arguments[1:]
    if step == "add" and rest:
        seen_by_all(sitting, "What goes on")
        return _begin_effect(campaign, rest)
    if step == "end" and rest:
        effect = one("effect", " ".join(rest), campaign.campaign.effects, lambda e: (e.id, e.name))
        left = tuple(e for e in campaign.campaign.effects if e.id != effect.id)
        report = EffectReport(step="ended", effects=(effect_line(effect),))
        return Ruling(campaign.with_effects(left), report)
    raise Malformed("Say add or end, and which effect.", "Try: effect add Bless miracle 3")


def _begin_effect(campaign: Campaign, arguments: Arguments) -> Ruling:
    whom, rest = take_after(arguments, "on")
    lasting, rest = take_flag(rest, "lasting")
    words, kind, depletion = _kind_and_depletion(rest)
    if depletion is not None and not 1 <= depletion <= 1_000_000:
        raise Impossible(f"An effect cannot have a Depletion of {depletion}.", "Give it 1 or more.")
    name = " ".join(words)
    taken = {e.id for e in campaign.campaign.effects}
    effect = Effect(
        id=free_slug(name, taken),
        name=name,
        kind=kind or "effect",
        errant=find_errant(campaign, whom).id if whom else "",
        depletion=depletion,
        lasting=lasting is not None,
    )
    report = EffectReport(step="began", effects=(effect_line(effect),))
    return Ruling(campaign.with_effects((*campaign.campaign.effects, effect)), report)


def _kind_and_depletion(
    arguments: Arguments,
) -> tuple[Arguments, EffectKind | None, int | None]:
    """A name, and after it a kind, a number, or both: the curse of the woods is no curse by name
    alone."""
    kind: EffectKind | None = None
    depletion: int | None = None
    while len(arguments) > 1:
        last = arguments[-1].casefold()
        if kind is None and last in EFFECT_KINDS:
            kind = EFFECT_KINDS[last]
        elif depletion is None and last.isdecimal():
            depletion = whole_number(last, what="Depletion")
        else:
            break
        arguments = arguments[:-1]
    return arguments, kind, depletion


def cadence_line(cadence: Cadence) -> CadenceLine:
    """Something marked off, as a Report has it."""
    return CadenceLine(cadence.id, cadence.turns, cadence.type, cadence.word, cadence.passed)


@WORDS.command(
    "every",
    subject="effects",
    usage="every N TYPE turns WORD… | every end WORD | every",
    summary="Mark off burn or deplete by itself every so many Turns that pass without an Event "
    "Die, or be reminded of anything else every so many Turns, with a die or without. TYPE may be "
    "left out for the open Turn's.",
    examples=("every 6 turns burn", 'every 3 turns "the water rises"', "every end burn", "every"),
    reads=alone,
    completes=("every…",),
)
def every_word(sitting: Sitting) -> Ruling:
    """Begin, end or list what is marked off."""
    campaign, arguments = sitting.campaign, sitting.arguments
    every = campaign.campaign.every
    if not arguments:
        return Ruling(campaign, CadenceReport(step="listed", every=tuple(map(cadence_line, every))))
    if arguments[0].casefold() == "end":
        if not arguments[1:]:
            raise Malformed("End which?", "Type every to see them, then: every end burn")
        ended = one("thing marked off", " ".join(arguments[1:]), every, lambda c: (c.id, c.word))
        left = tuple(c for c in every if c.id != ended.id)
        report = CadenceReport(step="ended", every=(cadence_line(ended),))
        return Ruling(campaign.with_every(left), report)
    seen_by_all(sitting, "What falls due")
    turns = whole_number(arguments[0], what="number of Turns")
    if not 1 <= turns <= 100_000:
        raise Impossible(f"Every {turns} Turns is never.", "Count from 1 to 100,000.")
    typed, rest = _before_turns(arguments[1:])
    word = " ".join(rest).strip()
    if not word:
        raise Malformed("Every so many Turns, what?", "Try: every 6 turns burn")
    turn_type = turn_type_of(typed) if typed else _open_type(campaign)
    word = word.casefold() if word.casefold() in MARKS else word
    cadence = Cadence(
        id=free_slug(word, {c.id for c in every}), turns=turns, type=turn_type, word=word
    )
    report = CadenceReport(step="began", every=(cadence_line(cadence),))
    return Ruling(campaign.with_every((*every, cadence)), report)


def _before_turns(arguments: Arguments) -> tuple[str, Arguments]:
    """The Turn type (or nothing) before the word `turns`, and what follows it."""
    for at, word in enumerate(arguments[:2]):
        if word.casefold() in ("turn", "turns"):
            return " ".join(arguments[:at]), arguments[at + 1 :]
    raise Malformed("Every so many what?", "Try: every 6 turns burn")


def _open_type(campaign: Campaign) -> TurnType:
    return innermost(campaign.turns).type
