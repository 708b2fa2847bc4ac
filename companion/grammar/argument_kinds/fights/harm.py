"""Harm in a line: who is hurt or healed, by how much, of which kind; wounds, and hazards."""

from collections.abc import Iterable, Iterator
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.errant.company import Company, Errant, list_members_present
from companion.errant.harm.dying import list_dying_effects
from companion.errant.harm.harm import list_group_hp
from companion.errant.harm.wounds import FIRST_DEADLY_ROW, describe_wound_row, list_wounds
from companion.errant.turns.timers import Effect, HarmKind
from companion.errant.world import Npc
from companion.grammar.argument_kind import (
    Completion,
    Kind,
    LineSoFar,
    Things,
    Words,
    complete_fixed_words,
)
from companion.grammar.argument_kinds.company import (
    ERRANT,
    complete_present_errants_first,
    take_errant,
)
from companion.grammar.argument_kinds.npcs_and_factions import list_nameable_npcs
from companion.grammar.name_matching import find_errant, split_names, take_errant_or_npc
from companion.grammar.option_and_number_parsing import (
    Setting,
    parse_number_between,
    parse_value_or_change,
    parse_whole_number,
)
from companion.refusal import WHO, Impossible, Malformed

if TYPE_CHECKING:
    from companion.dice.notation_tree import Notation

MAX_DAMAGE = 1_000
MAX_FEET = 10_000
_MAX_ROW = 1_000
_MAX_DAMAGE_DICE = 100
HealingWay: TypeAlias = Literal["night", "full"]


class Victim(NamedTuple):
    """Somebody who has HP, and which of a group, 0 for any of it."""

    who: Errant | Npc
    number: int = 0


class Amount(NamedTuple):
    """So much damage or healing, or dice for it; as it was `typed`."""

    typed: str
    number: int = 0
    dice: "Notation | None" = None


class Blocks(NamedTuple):
    """So many Blocks of a piece of armour, by the words for it."""

    number: int
    piece: str


def _list_victims(so_far: LineSoFar) -> list[Errant | Npc]:
    errants = [each for each in so_far.campaign.errants if each.kind not in ("stash", "vehicle")]
    return [*errants, *list_nameable_npcs(so_far.context)]


def _take_victim(words: Words, so_far: LineSoFar) -> tuple[Victim, Words]:
    """Somebody by as many words as stand in a name, and the number of one of a group, if more comes
    after it. Raises Unknown or Ambiguous."""
    known = _list_victims(so_far)
    fighting = {each.id for each in so_far.campaign.book.combatants}
    first = [each for each in known if each.id in fighting]
    who, left = take_errant_or_npc(words, known, first=first)
    is_group = isinstance(who, Npc) and (who.count > 1 or len(list_group_hp(who)) > 1)
    if is_group and len(left) > 1 and left[0].isdecimal() and left[1][:1] not in "x×":
        return Victim(who, parse_whole_number(left[0], what="number of a group")), left[1:]
    return Victim(who), left


def _complete_victims(so_far: LineSoFar) -> Iterator[Completion]:
    if so_far.before:
        return
    fighting = {each.id for each in so_far.campaign.book.combatants}
    errants = (each for each in so_far.campaign.errants if each.kind not in ("stash", "vehicle"))
    offered = [*complete_present_errants_first(errants), *_NPCS.list_completions(so_far)]
    yield from sorted(offered, key=lambda each: each.names[0] not in fighting)


_NPCS = Things("NPC", lambda so_far: list_nameable_npcs(so_far.context), attrgetter("name"))


def _take_hp_amount(words: Words, _so_far: LineSoFar) -> tuple[Amount, Words]:
    """A number, or as many words as are dice together. Raises Malformed or Impossible."""
    from companion.dice.dice_of_one_kind import Dice
    from companion.dice.notation_tree import list_numbers_and_dice  # only dice pay for their import
    from companion.dice.parser import is_dice_notation, parse

    if words[0].lstrip("+").isdecimal():
        number = parse_whole_number(words[0], what="number")
        if not words[1:] or not is_dice_notation(" ".join(words[:2])):
            return Amount(words[0], require_valid_hp_amount(number)), words[1:]
    for end in range(len(words), 0, -1):
        typed = " ".join(words[:end])
        if is_dice_notation(typed):
            notation = parse(typed)
            dice = sum(
                leaf.number
                for leaf in list_numbers_and_dice(notation.part)
                if isinstance(leaf, Dice)
            )
            if not dice:
                return Amount(
                    typed, require_valid_hp_amount(parse_whole_number(words[0])), None
                ), words[1:]
            if notation.times != 1 or notation.is_comparison or dice > _MAX_DAMAGE_DICE:
                raise Impossible(f"«{typed}» is no damage.", typed=typed, instead=("2d6", "7"))
            return Amount(typed, dice=notation), words[end:]
    says_more = any(each[-1:].isdecimal() for each in words[1:])  # then that is the amount
    instead = () if says_more else ("2d6", "7")
    message = f"«{words[0]}» is neither a number nor dice."
    raise Malformed(message, typed=words[0], instead=instead)


def require_valid_hp_amount(number: int) -> int:
    """The number of HP, if it is valid. Raises Impossible below 1 or above MAX_DAMAGE."""
    if not 1 <= number <= MAX_DAMAGE:
        raise Impossible(
            f"{number:,} is no amount of HP.",
            f"It is from 1 to {MAX_DAMAGE:,}.",
            typed=str(number),
            instead=("7",),
        )
    return number


_AMOUNTS = {"d6": "rolled", "2d6": "or any dice", "7": "or a number"}
_WAYS: dict[HealingWay, str] = {
    "night": "a healer's kit after a night's Rest",
    "full": "all they can have",
}


def _take_healing(words: Words, so_far: LineSoFar) -> tuple[Amount | HealingWay, Words]:
    for way in _WAYS:
        if words[0].casefold() == way:
            return way, words[1:]
    return _take_hp_amount(words, so_far)


def _take_blocks(words: Words, _so_far: LineSoFar) -> tuple[Blocks, Words]:
    """`2 mail`: how many, and the words of a piece, to the end of the line."""
    if len(words) < 2 or not words[0].isdecimal():
        raise Malformed("How many Blocks of which piece?", "Write them last, as blocks 2 mail.")
    number = parse_number_between(words[0], 1, MAX_DAMAGE, what="number of Blocks")
    return Blocks(number, " ".join(words[1:])), ()


def _parse_hp_value_or_change(typed: str) -> Setting:
    return parse_value_or_change(typed, 0, MAX_DAMAGE, what="number of HP", example="4")


def _parse_height_in_feet(typed: str) -> int:
    bare = typed.casefold().removesuffix("ft").removesuffix("'")
    return parse_number_between(bare, 1, MAX_FEET, what="height in feet")


def _read_who_catches_faller(words: Words, so_far: LineSoFar) -> Company:
    """`by bree and wim`. Raises Malformed without a name."""
    names = words[1:] if words[0].casefold() == "by" else words
    if not names:
        raise Malformed("Who catches them?", "Try: hazard bree fall 30 caught by wim")
    return tuple(find_errant(so_far.campaign, name) for name in split_names(names))


def _complete_dying_first(so_far: LineSoFar) -> Iterator[Completion]:
    """Who is dying first, then everybody."""
    if so_far.before:
        return
    dying = {each.errant for each in list_dying_effects(so_far.campaign.book.effects)}
    people = (each for each in so_far.campaign.errants if each.is_person)
    offered = complete_present_errants_first(people)
    yield from sorted(offered, key=lambda each: each.names[0] not in dying)


def _complete_wound_rows(so_far: LineSoFar) -> Iterator[Completion]:
    """The rows of wounds that nobody dies of, with what they do."""
    for row in range(1, FIRST_DEADLY_ROW) if not so_far.before else ():
        yield Completion(str(row), f"{describe_wound_row(row, 'physical')}, if it is physical")


def _complete_present_members(so_far: LineSoFar) -> Iterable[Completion]:
    return (
        ()
        if so_far.before
        else complete_present_errants_first(list_members_present(so_far.campaign.errants))
    )


def _list_own_wounds(so_far: LineSoFar) -> Iterable[Effect]:
    errant: Errant | None = so_far.values.get("errant")
    if errant is None:
        return ()
    effects = so_far.campaign.book.effects
    diseases = (e for e in effects if e.errant == errant.id and e.kind == "disease")
    return chain(list_wounds(effects, errant.id), diseases)


_WOUNDS = Things("wound or disease", _list_own_wounds, attrgetter("kind"), listed_by="wound")
_HARM_WORDS: dict[HarmKind, str] = {
    "physical": "blades, falls, all that is not said",
    "shock": "lightning",
    "burn": "fire, acid",
    "toxic": "poison, rot",
}
_DAMAGE: Kind[Amount] = Kind(
    "amount",
    "N|DICE",
    "How much damage?",
    _take_hp_amount,
    complete_fixed_words(_AMOUNTS),
    example="7",
)
KINDS: dict[str, Kind[Any]] = {
    "VICTIM": Kind("victim", "ERRANT|NPC", WHO, _take_victim, _complete_victims),
    "DAMAGE": _DAMAGE,
    "HEALING": Kind(
        "healing",
        "N|DICE|night|full",
        "How much HP?",
        _take_healing,
        complete_fixed_words({**_WAYS, **_AMOUNTS}),
        example="full",
    ),
    "HARM-KIND": Kind.make_flag("kind", _HARM_WORDS),
    "BLOCKS-OF": Kind(
        "blocks", "N PIECE", "How many Blocks of which piece?", _take_blocks, position="anywhere"
    ),
    "HP": Kind.make_word(
        "hp",
        "N|±N",
        "How much HP?",
        _parse_hp_value_or_change,
        complete_fixed_words({"+1": "more", "-1": "less"}),
        "4",
    ),
    "ROW": replace(
        Kind.make_number("row", "row of a wound table", 1, _MAX_ROW, example="2"),
        complete=_complete_wound_rows,
    ),
    "BODY-SIDE": Kind.make_flag("side", {"left": "that limb", "right": "that limb"}),
    "PATIENT": replace(ERRANT, question="Whom?", complete=_complete_dying_first),
    "TENDER": Kind("tender", "ERRANT", "Who tends them?", take_errant, _complete_present_members),
    "WOUND": _WOUNDS.make_kind("wound", "WOUND", "Which wound?"),
    "FEET": Kind.make_word(
        "feet",
        "FEET",
        "How many feet?",
        _parse_height_in_feet,
        complete_fixed_words({"10": "D6", "20": "D6 times D4", "30": "D6 times D6"}),
        "30",
    ),
    "CATCHERS": Kind.make_rest_of_line(
        "catchers",
        "by ERRANT…",
        "Who catches them?",
        _read_who_catches_faller,
        _complete_present_members,
        "by wim",
    ),
}
