"""Effects and timers at the prompt: timers, effect, every."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Ruling, refuse_secret
from companion.commands.turns.turns import parse_turn_type
from companion.errant.light import measure_light
from companion.errant.timers import (
    EFFECT_KINDS,
    MARK_OFF_WORDS,
    Cadence,
    Effect,
    EffectKind,
    Timer,
    list_timers,
    list_wearing_turn_types,
)
from companion.grammar.arguments import Arguments, parse_whole_number, take_after, take_flag
from companion.grammar.context import Context
from companion.grammar.names import find_errant, find_one
from companion.grammar.registry import has_no_arguments
from companion.refusal import Impossible, Malformed
from companion.reports.status import (
    CadenceLine,
    CadencesReport,
    EffectLine,
    EffectReport,
    TimersReport,
)
from companion.text import make_free_slug


def build_effect_line(effect: Effect) -> EffectLine:
    """An effect for a Report."""
    return EffectLine(
        effect.id, effect.name, effect.kind, effect.errant, effect.depletion, effect.lasting
    )


def list_effects_by_end(campaign: Campaign) -> tuple[EffectLine, ...]:
    """All effects; what ends next comes first, what no result ends last."""
    effects = sorted(
        campaign.book.effects,
        key=lambda e: (not list_wearing_turn_types(e), e.lasting, e.depletion or 1),
    )
    return tuple(map(build_effect_line, effects))


def list_campaign_timers(campaign: Campaign) -> tuple[Timer, ...]:
    """All that runs out or falls due; what can end soonest comes first."""
    book = campaign.book
    return list_timers(
        book.turns, measure_light(campaign.errants).sources, book.effects, book.every
    )


def show_timers(context: Context) -> Ruling:
    """What runs out next."""
    return Ruling(context.campaign, TimersReport(timers=list_campaign_timers(context.campaign)))


@WORDS.command(
    "effect",
    subject="effects",
    usage="effect add NAME [KIND] [N] [on ERRANT] [lasting] | effect end NAME | effect",
    reads=has_no_arguments,
    completes=("effect…",),
)
def handle_effect(context: Context) -> Ruling:
    """Begin, end or list effects."""
    campaign, arguments = context.campaign, context.arguments
    if not arguments:
        return Ruling(campaign, EffectReport(step="listed", effects=list_effects_by_end(campaign)))
    step, rest = arguments[0].casefold(), arguments[1:]
    if step == "add" and rest:
        refuse_secret(context, "What goes on")
        return begin_effect(campaign, _parse_effect(campaign, rest))
    if step == "end" and rest:
        effect = find_one("effect", " ".join(rest), campaign.book.effects)
        left = tuple(e for e in campaign.book.effects if e.id != effect.id)
        report = EffectReport(step="ended", effects=(build_effect_line(effect),))
        return Ruling(campaign.with_effects(left), report)
    raise Malformed("Say add or end, and which effect.", "Try: effect add Bless miracle 3")


def begin_effect(campaign: Campaign, effect: Effect) -> Ruling:
    """Begin an effect, which is given an id."""
    effects = campaign.book.effects
    effect = replace(effect, id=make_free_slug(effect.name, {each.id for each in effects}))
    report = EffectReport(step="began", effects=(build_effect_line(effect),))
    return Ruling(campaign.with_effects((*effects, effect)), report)


def _parse_effect(campaign: Campaign, arguments: Arguments) -> Effect:
    """The effect in `NAME [KIND] [N] [on ERRANT] [lasting]`."""
    whom, rest = take_after(arguments, "on")
    lasting, rest = take_flag(rest, "lasting")
    words, kind, depletion = _take_kind_and_depletion(rest)
    if depletion is not None and not 1 <= depletion <= 1_000_000:
        raise Impossible(f"An effect cannot have a Depletion of {depletion}.", "Give it 1 or more.")
    return Effect(
        name=" ".join(words),
        kind=kind or "effect",
        errant=find_errant(campaign, whom).id if whom else "",
        depletion=depletion,
        lasting=lasting is not None,
    )


def _take_kind_and_depletion(
    arguments: Arguments,
) -> tuple[Arguments, EffectKind | None, int | None]:
    """A name, and a kind, a number or both after it. A kind inside the name counts as part of it:
    `the curse of the woods` is no curse."""
    kind: EffectKind | None = None
    depletion: int | None = None
    while len(arguments) > 1:
        last = arguments[-1].casefold()
        if kind is None and last in EFFECT_KINDS:
            kind = EFFECT_KINDS[last]
        elif depletion is None and last.isdecimal():
            depletion = parse_whole_number(last, what="Depletion")
        else:
            break
        arguments = arguments[:-1]
    return arguments, kind, depletion


def _build_cadence_line(cadence: Cadence) -> CadenceLine:
    """A cadence for a Report."""
    return CadenceLine(cadence.id, cadence.turns, cadence.type, cadence.word, cadence.passed)


@WORDS.command(
    "every",
    subject="effects",
    usage="every N TYPE turns WORD… | every end WORD | every",
    reads=has_no_arguments,
    completes=("every…",),
)
def handle_every(context: Context) -> Ruling:
    """Begin, end or list what is marked off."""
    campaign, arguments = context.campaign, context.arguments
    every = campaign.book.every
    if not arguments:
        lines = tuple(map(_build_cadence_line, every))
        return Ruling(campaign, CadencesReport(step="listed", every=lines))
    if arguments[0].casefold() == "end":
        if not arguments[1:]:
            raise Malformed("End which?", "Type every to see them, then: every end burn")
        typed = " ".join(arguments[1:])
        ended = find_one("thing marked off", typed, every, lambda c: (c.id, c.word))
        left = tuple(c for c in every if c.id != ended.id)
        report = CadencesReport(step="ended", every=(_build_cadence_line(ended),))
        return Ruling(campaign.with_cadences(left), report)
    refuse_secret(context, "What falls due")
    turns = parse_whole_number(arguments[0], what="number of Turns")
    if not 1 <= turns <= 100_000:
        raise Impossible(f"Every {turns} Turns is never.", "Count from 1 to 100,000.")
    typed, rest = _take_turn_type(arguments[1:])
    word = " ".join(rest).strip()
    if not word:
        raise Malformed("Every so many Turns, what?", "Try: every 6 turns burn")
    turn_type = parse_turn_type(typed) if typed else campaign.innermost_turn.type
    word = word.casefold() if word.casefold() in MARK_OFF_WORDS else word
    cadence = Cadence(
        id=make_free_slug(word, {c.id for c in every}), turns=turns, type=turn_type, word=word
    )
    report = CadencesReport(step="began", every=(_build_cadence_line(cadence),))
    return Ruling(campaign.with_cadences((*every, cadence)), report)


def _take_turn_type(arguments: Arguments) -> tuple[str, Arguments]:
    """The Turn type before the word `turns`, or "", and what follows that word."""
    for at, word in enumerate(arguments[:2]):
        if word.casefold() in ("turn", "turns"):
            return " ".join(arguments[:at]), arguments[at + 1 :]
    raise Malformed("Every so many what?", "Try: every 6 turns burn")
