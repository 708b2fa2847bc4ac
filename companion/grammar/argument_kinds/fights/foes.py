"""Whom the Company fights, in a line: `harl dunn, goblins x4 and gnoll`."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from companion.errant.company import Errant
from companion.errant.creatures import (
    Creature,
    find_creature,
    list_creature_names,
    render_missing_fight_fields,
)
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.argument_kind import Completion, LineSoFar, Words
from companion.grammar.argument_kinds.creatures import complete_creatures, find_creature_in_tables
from companion.grammar.argument_kinds.npcs_and_factions import NPCS, list_nameable_npcs
from companion.grammar.name_matching import (
    choose_shown_name,
    find_one_by_name,
    match_things_by_name,
)
from companion.refusal import Broken, Impossible, Malformed, Unknown, find_similar_words, join_words
from companion.text_cleaning import quote_name

Person: TypeAlias = Errant | Npc
MAX_FOES = 1_000


class Foe(NamedTuple):
    """Whom a line names for a fight: somebody there is, or a `number` of a creature."""

    who: Person | Creature
    number: int | None = None


_COUNT = re.compile(r"[x×]?(\d{1,6})[x×]?", re.IGNORECASE)
_DICE = re.compile(r"(?i)\d*d\d+(?:[+-]\d+)?")
_SEPARATORS = ("and", "with", ",")
_ARTICLES = ("a", "an", "the")


def read_foes(words: Words, so_far: LineSoFar) -> tuple[Foe, ...]:
    """`harl dunn, goblins x4 and gnoll`. Raises Unknown, Ambiguous, or Impossible for too many."""
    foes: list[Foe] = []
    left = tuple(part for word in words for part in _split_word_at_commas(word))
    _refuse_dice_as_count(left)
    while left:
        if left[0].casefold() in _SEPARATORS:
            left = left[1:]
            continue
        foe, left = _take_foe(_drop_article(left, so_far), so_far)
        foes.append(foe)
    return tuple(foes)


def _drop_article(words: Words, so_far: LineSoFar) -> Words:
    """The words without the article before a foe, as in `a gnoll`: that is the beginning of nobody.
    A name that begins with one keeps it."""
    first = f"{words[0].casefold()} "
    is_named = any(each.name.casefold().startswith(first) for each in so_far.campaign.world.npcs)
    return words[1:] if words[1:] and words[0].casefold() in _ARTICLES and not is_named else words


def _refuse_dice_as_count(words: Words) -> None:
    """Raises Malformed for `2d4 goblins` and `goblin x2d4`."""
    for dice in (word.lstrip("x×") for word in words):
        if _DICE.fullmatch(dice):
            typed = " ".join(words).replace(dice, "5")
            then = f". Then, for 5 of them: fight {typed}" if len(words) > 1 else ""
            hint = f"Try: roll {dice}{then}"
            raise Malformed(f"How many are {dice}? That is rolled first.", hint)


def _split_word_at_commas(word: str) -> Iterator[str]:
    if " " in word:
        yield word
    else:
        yield from filter(None, re.split(r"(,)", word))


def _take_foe(words: Words, so_far: LineSoFar) -> tuple[Foe, Words]:
    """One of the list: a number before or after makes it a creature. A whole name goes before a
    creature, a creature before a part of a name."""
    before, words = _take_foe_count(words)
    if not words:
        raise Malformed("How many of what?", "Try: fight goblin x4")
    end = next((n for n, word in enumerate(words) if word.casefold() in _SEPARATORS), len(words))
    named = words[:end]
    for size in range(len(named), 0, -1):
        count, left = _take_foe_count(words[size:])
        count = before if count is None else count
        if (who := _find_foe(" ".join(named[:size]), so_far, counted=count is not None)) is None:
            continue
        _require_possible_count(who, count)
        return Foe(who, None if isinstance(who, Errant | Npc) else count), left
    at = next((n for n, word in enumerate(named) if n and _COUNT.fullmatch(word)), len(named))
    if len(named) > at:
        before = _take_foe_count(named[at:])[0]
    raise _make_refusal_of_unknown_foe(" ".join(named[:at]), before, so_far)


def _take_foe_count(words: Words) -> tuple[int | None, Words]:
    found = _COUNT.fullmatch(words[0]) if words else None
    return (int(found[1]), words[1:]) if found else (None, words)


def _find_foe(typed: str, so_far: LineSoFar, *, counted: bool) -> Person | Creature | None:
    """Whoever this name means: None if nobody. Raises Ambiguous."""
    context = so_far.context
    npcs = list_nameable_npcs(context)
    people: tuple[Person, ...] = (*npcs, *so_far.campaign.errants)
    folded = typed.casefold()
    exact = [each for each in people if folded in (each.id, each.name.casefold())]
    creature = find_creature(typed, context.read_creatures())
    if creature is not None and (counted or not exact):
        return creature
    fitting = exact or match_things_by_name(typed, people)
    if fitting and (drawn := _find_npc_of_drawn_encounter(so_far, typed)):
        return drawn
    if exact:
        return exact[0]
    if fitting:
        return find_one_by_name("NPC", typed, people)
    groups = tuple(npc for npc in npcs if npc.count > 1)
    if match_things_by_name(singular := singularise_name(typed), groups):
        return find_one_by_name("NPC", singular, groups)  # `fight skeletons`
    with suppress(Unknown):
        return find_creature_in_tables(context, typed) if context.is_guide else None
    return None


def _find_npc_of_drawn_encounter(so_far: LineSoFar, typed: str) -> Npc | None:
    """The NPC whom the encounter of this Turn drew, if this name fits it: those of long ago are not
    the ones who are here. For players only once whom they met is told."""
    campaign = so_far.campaign
    if campaign.book.clock.encounter and not so_far.context.is_guide:
        return None
    drawn = tuple(each for each in campaign.world.npcs if each.id == campaign.book.met.npc)
    return next(iter(match_things_by_name(typed, drawn)), None)


def _require_possible_count(who: Person | Creature, count: int | None) -> None:
    """Raises Impossible for a count of somebody which they are not, for none and for too many."""
    if count is None or (isinstance(who, Npc) and who.count == count):
        return
    if isinstance(who, Npc):
        name = quote_typed_name(who)
        figures = f" {render_missing_fight_fields(who)}".rstrip()
        then = f"Try: npc {name} count {count}{figures}. Then: fight {name}"
        raise Impossible(f"{who.name} is there already.", then)
    if isinstance(who, Errant):
        raise Impossible(f"{who.name} is one, and of the Company.", "Who fights: fight")
    if not 1 <= count <= MAX_FOES:
        raise Impossible(f"{count} are none, or too many to fight.", f"At most {MAX_FOES:,}.")


def _make_refusal_of_unknown_foe(typed: str, count: int | None, so_far: LineSoFar) -> Unknown:
    creatures = so_far.context.read_creatures() if so_far.context.is_guide else ()
    names = [name for each in creatures for name in list_creature_names(each)]
    people = (*list_nameable_npcs(so_far.context), *so_far.campaign.errants)
    near = find_similar_words(typed, (*map(choose_shown_name, people), *names))
    known = join_words([each.name for each in creatures][:6])
    listed = f"Creatures are {known} … " if known else ""
    hint = "" if near else f"{listed}To make them: {write_foe_creation_lines(typed, count)}"
    return Unknown(f"There is no NPC and no creature «{typed}».", hint, typed=typed, instead=near)


def write_foe_creation_lines(name: str, count: int | None) -> str:
    """The lines by which somebody whom nobody knows is made and fought."""
    many = f"count {count} " if count and count > 1 else ""
    make = f"npc new {name} {many}{render_missing_fight_fields(None)}"
    return f"{make}. Then: fight {quote_name(name)}"


def complete_npcs_and_creatures(so_far: LineSoFar) -> Iterable[Completion]:
    with suppress(Broken):
        return [*NPCS.list_completions(so_far), *complete_creatures(so_far)]
    return NPCS.list_completions(so_far)
