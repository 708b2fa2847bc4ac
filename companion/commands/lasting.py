"""What goes on at the prompt: effects that run down, and things marked off every so many Turns."""

from companion.campaign.campaign import Campaign
from companion.campaign.passing import MARKS
from companion.commands.names import find_errant, one
from companion.commands.reports import CadenceLine, CadenceReport, EffectLine, EffectReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.turns import turn_type_of
from companion.errant.cadence import Cadence
from companion.errant.effects import EFFECT_KINDS, Effect
from companion.errant.turns import TurnType, innermost
from companion.refusal import Impossible, Malformed
from companion.text import free_slug
from companion.words.options import Arguments, take_after, take_flag, whole_number
from companion.words.registry import alone


def effect_line(effect: Effect) -> EffectLine:
    """An effect as a Report has it."""
    return EffectLine(
        effect.id, effect.name, effect.kind, effect.errant, effect.depletion, effect.lasting
    )


def effects_by_end(campaign: Campaign) -> tuple[EffectLine, ...]:
    """All that goes on; what runs out next comes first."""
    effects = sorted(
        campaign.campaign.effects,
        key=lambda e: (e.lasting, e.depletion if e.depletion is not None else 0),
    )
    return tuple(map(effect_line, effects))


@WORDS.command(
    "effect",
    subject="effects",
    usage="effect add NAME [KIND] [N] [on ERRANT] [lasting] | effect end NAME | effect",
    summary="Begin or end a Sorcery, Miracle, condition, arrangement … With a number it has that "
    "Depletion; `lasting` is ended by no Event Die. Alone, list all that goes on.",
    examples=(
        "effect add Bless miracle 3 on bree",
        'effect add "the ferryman waits" arrangement',
        "effect end bless",
        "effect",
    ),
    reads=alone,
    completes=("effect_step", "effect"),
)
def effect_word(sitting: Sitting) -> Ruling:
    """Begin, end or list effects."""
    campaign, arguments = sitting.campaign, sitting.arguments
    if not arguments:
        return Ruling(campaign, EffectReport(step="listed", effects=effects_by_end(campaign)))
    step, rest = arguments[0].casefold(), arguments[1:]
    if step == "add" and rest:
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
    kind = EFFECT_KINDS["effect"]
    words: list[str] = []
    depletion: int | None = None
    for at, word in enumerate(rest):
        if at and word.casefold() in EFFECT_KINDS:
            kind = EFFECT_KINDS[word.casefold()]
        elif at and word.isdigit():
            depletion = whole_number(word, what="Depletion")
        else:
            words.append(word)
    if depletion is not None and not 1 <= depletion <= 1_000_000:
        raise Impossible(f"An effect cannot have a Depletion of {depletion}.", "Give it 1 or more.")
    name = " ".join(words)
    taken = {e.id for e in campaign.campaign.effects}
    effect = Effect(
        id=free_slug(name, taken),
        name=name,
        kind=kind,
        errant=find_errant(campaign, whom).id if whom else "",
        depletion=depletion,
        lasting=lasting is not None,
    )
    report = EffectReport(step="began", effects=(effect_line(effect),))
    return Ruling(campaign.with_effects((*campaign.campaign.effects, effect)), report)


def cadence_line(cadence: Cadence) -> CadenceLine:
    """Something marked off, as a Report has it."""
    return CadenceLine(cadence.id, cadence.turns, cadence.type, cadence.word, cadence.passed)


@WORDS.command(
    "every",
    subject="effects",
    usage="every N TYPE turns WORD… | every end WORD | every",
    summary="Mark off burn, deplete or a reminder by itself every so many Turns that pass without "
    "an Event Die. TYPE may be left out for the open Turn's.",
    examples=("every 6 turns burn", 'every 3 turns "the water rises"', "every end burn", "every"),
    reads=alone,
    completes=("every_step",),
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
    turns = whole_number(arguments[0], what="number of Turns")
    if not 1 <= turns <= 100_000:
        raise Impossible(f"Every {turns} Turns is never.", "Count from 1 to 100,000.")
    typed, rest = _before_turns(arguments[1:])
    if not rest:
        raise Malformed("Every so many Turns, what?", "Try: every 6 turns burn")
    turn_type = turn_type_of(typed) if typed else _open_type(campaign)
    word = " ".join(rest)
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
