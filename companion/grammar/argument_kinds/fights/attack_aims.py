"""What an attack is aimed at in a line: with what, at whom, and against which armour."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.campaign.fights.attacks import find_only_foe
from companion.campaign.fights.fights import Fighter
from companion.errant.attacks.armour import (
    count_blocks_left,
    is_armour,
    is_shield,
    is_worn,
    list_worn_armour,
)
from companion.errant.attacks.attacks import NpcAttack, list_all_ways_to_attack, parse_npc_attacks
from companion.errant.attacks.quality import count_quality_left, set_weapon_or_armour_values
from companion.errant.company import Errant, list_everyone_present
from companion.errant.names_to_type import (
    find_items_by_qualified_name,
    find_unnumbered_name,
    list_names_of_item,
    make_typed_item_name,
    make_typed_item_names,
    quote_typed_name,
)
from companion.errant.packs.items import Item, WeaponClass
from companion.errant.world import Npc
from companion.grammar.argument_kind import Completion, LineSoFar, Words
from companion.grammar.argument_kinds.fights.fighters import complete_fighters, take_fighter
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.name_matching import find_one_by_name, match_things_by_name
from companion.grammar.option_and_number_parsing import parse_number_between
from companion.refusal import Ambiguous, Impossible, Malformed, Unknown, join_words
from companion.text_cleaning import clip_text, quote_name

_CLASSES: dict[str, WeaponClass] = {"light": "light", "medium": "medium", "heavy": "heavy"}
_USES = (*_CLASSES, "improvised", "thrown")
_BARE_HANDS = ("unarmed", "fists", "fist", "hands", "bare hands")
LINKS = ("with", "on", "blocks")
_SAME_LINKS = {"block": "blocks"}


class WeaponChoice(NamedTuple):
    """What an Attack Roll is to be made with: a thing of the Errant's, an attack of the NPC's, or
    bare hands; a class, or `improvised`, where the line says it."""

    item: Item | None = None
    attack: NpcAttack | None = None
    is_unarmed: bool = False
    weapon: WeaponClass | None = None
    is_improvised: bool = False
    is_thrown: bool = False


class BlocksChoice(NamedTuple):
    """How many Blocks of which piece; None for the only one. `typed` is how the line says it."""

    number: int
    piece: Item | None
    typed: str


class Aim(NamedTuple):
    """With what, at whom (the `number` of a group, 0 for any), and how it is Blocked. Each piece
    that is `deflecting` negates an Attack Roll, the hardest first."""

    weapon: WeaponChoice = WeaponChoice()
    target: Fighter | None = None
    number: int = 0
    blocks: BlocksChoice | None = None
    deflecting: tuple[str, ...] = ()


def _split_at_links(words: Words) -> tuple[Words, dict[str, Words]]:
    """The words before `with`, `on` and `blocks`, and those after each. Raises Malformed where one
    stands twice or nothing follows it."""
    parts: dict[str, list[str]] = {}
    first: list[str] = []
    current = first
    for word in words:
        folded = _SAME_LINKS.get(word.casefold(), word.casefold())
        if folded not in LINKS:
            current.append(word)
        elif folded in parts:
            raise Malformed(f"«{word}» stands there twice.", "Say it once.")
        else:
            current = parts[folded] = []
    for link, after in parts.items():
        if not after:
            raise Malformed(f"Something must follow «{link}».")
    return tuple(first), {link: tuple(after) for link, after in parts.items()}


def _parse_aim(words: Words, so_far: LineSoFar) -> Aim:
    """`[on] WHOM [N] [with WEAPON] [blocks N PIECE]`, in any order. Where it names nobody it is the
    only foe of a fight. Raises a Refusal."""
    attacker: Fighter = so_far.values["attacker"]
    bare, parts = _split_at_links(words)
    if bare and "on" in parts:
        line = " ".join(bare)
        raise Malformed(f"«{line}» does not fit in that line.", typed=line, instead=("",))
    whom = bare or parts.get("on", ())
    target, number = _read_target(whom, so_far) if whom else (None, 0)
    target = target or find_only_foe(so_far.campaign, attacker)
    if number and target is None:
        raise _ask_who_attacks(attacker, number, so_far)
    weapon = parts.get("with")
    if weapon is None:
        choice = WeaponChoice()
    elif isinstance(attacker, Npc):
        choice = WeaponChoice(attack=find_npc_attack(attacker, " ".join(weapon)))
    else:
        choice = _read_weapon(attacker, weapon)
    blocks = parts.get("blocks")
    return Aim(choice, target, number, _read_blocks(blocks, target, so_far) if blocks else None)


def _ask_who_attacks(attacker: Fighter, number: int, so_far: LineSoFar) -> Malformed:
    """The question of a line with a foe and a number alone, as `attack goblins 2`."""
    first = next(iter(list_everyone_present(so_far.campaign.errants)), None)
    if isinstance(attacker, Errant) or first is None:
        return Malformed(f"Number {number} of whom?", "Who there is: npc")
    foe, errant = quote_typed_name(attacker), quote_typed_name(first)
    way = f"attack {errant} on {foe} {number}, or attack {foe} on {errant}"
    return Malformed("Who attacks whom?", f"Try: {way}")


def read_aim(words: Words, so_far: LineSoFar) -> tuple[Aim, Words]:
    """The aim that all of these words say. No words are left after it."""
    return _parse_aim(words, so_far), ()


def _read_target(words: Words, so_far: LineSoFar) -> tuple[Fighter | None, int]:
    """`WHOM [N]`, or the number alone of one among the only foes."""
    target, left = (None, words) if words[0].isdecimal() else take_fighter(words, so_far)
    if not left:
        return target, 0
    if len(left) == 1 and left[0].isdecimal():
        if isinstance(target, Errant):
            why = f"{target.name} is one, and has no number."
            raise Malformed(why, typed=left[0], instead=("", f"x{left[0]}"))
        return target, parse_number_between(left[0], 1, 100_000, what="number of a group")
    line = " ".join(left)
    raise Malformed(f"«{clip_text(line, 60)}» does not fit there.", typed=line, instead=("",))


def _read_weapon(errant: Errant, words: Words) -> WeaponChoice:
    """`WEAPON [light|medium|heavy|improvised] [thrown]` of an Errant's, or `unarmed`."""
    uses: list[str] = []
    while len(words) > 1 and words[-1].casefold() in _USES and not _names_whole_item(errant, words):
        uses.append(words[-1].casefold())
        words = words[:-1]
    typed = " ".join(words)
    found = match_carried_items(errant, typed)
    if not found and typed.casefold() in _BARE_HANDS:
        return WeaponChoice(is_unarmed=True)
    weapon = next((_CLASSES[each] for each in uses if each in _CLASSES), None)
    item = _choose_item_in_reach(errant, typed, found)
    return WeaponChoice(
        item, weapon=weapon, is_improvised="improvised" in uses, is_thrown="thrown" in uses
    )


def _names_whole_item(errant: Errant, words: Words) -> bool:
    """True for the whole name of a thing, as `ball light`."""
    typed = " ".join(words).casefold()
    return any(
        typed == name.casefold() for item in errant.items for name in list_names_of_item(item)
    )


def _choose_item_in_reach(errant: Errant, typed: str, found: list[Item]) -> Item:
    """The thing that is meant: one in reach before others. Raises Unknown or Ambiguous."""
    if not found:
        called = make_typed_item_names(errant)
        carried = [quote_name(called[item.id]) for item in errant.items if item.weapon]
        message = f"{errant.name} carries no «{typed}»."
        raise Unknown(message, typed=typed, instead=(*carried, "unarmed"))
    reached = [item for item in found if item.place in ("hand", "handy") and not item.inside]
    found = reached or found
    exact = [item for item in found if item.id == typed.casefold()]
    if len(found) > 1 and not exact and len({item.name for item in found}) > 1:
        names = [make_typed_item_name(errant, item) for item in found]
        ways = [quote_name(name) for name in names]
        raise Ambiguous(f"«{typed}» may be {join_words(names, 'or')}.", typed=typed, instead=ways)
    return (exact or found)[0]


def list_attacks_of_npc(npc: Npc) -> tuple[NpcAttack, ...]:
    """All ways to attack of an NPC; none where nobody has said or nobody can read them."""
    try:
        return list_all_ways_to_attack(parse_npc_attacks(npc.attacks))
    except Malformed:
        return ()


def find_npc_attack(npc: Npc, typed: str) -> NpcAttack:
    """The attack of an NPC with this name. Raises Unknown or Ambiguous."""
    known = list_attacks_of_npc(npc)
    try:
        return find_one_by_name("attack", typed, known, lambda attack: (attack.name,))
    except Unknown:
        ways = [quote_name(attack.name) for attack in known if attack.dice]
        message = f"{npc.name} has no attack «{typed}»."
        raise Unknown(
            message, typed=f"with {typed}", instead=[f"with {way}" for way in ways] or [""]
        ) from None


def _list_armour_names(item: Item) -> tuple[str, ...]:
    return find_unnumbered_name(item), *list_names_of_item(item)


def _read_blocks(words: Words, target: Fighter | None, so_far: LineSoFar) -> BlocksChoice:
    """`N [PIECE]` of the target's armour. Raises Malformed, Impossible, Unknown or Ambiguous."""
    typed = f"blocks {' '.join(words)}"
    if not words[0].isdecimal():
        raise Malformed("How many Blocks?", typed=typed, instead=(f"blocks 1 {' '.join(words)}",))
    number = parse_number_between(words[0], 0, 1_000, what="number of Blocks")
    if not isinstance(target, Errant):
        message = f"Nobody keeps the Blocks of {target.name if target else 'nobody'}."
        raise Impossible(message, typed=typed, instead=(f"impair {number}" if number else "",))
    if not words[1:]:
        return BlocksChoice(number, None, typed)
    arms = [set_weapon_or_armour_values(item, so_far.context.read_goods()) for item in target.items]
    worn = [item for item in arms if is_worn(target, item)]
    name = " ".join(words[1:])
    try:
        told = {item.id for item in find_items_by_qualified_name(target, name)}
        exact = [item for item in worn if item.id in told]
        piece = exact[0] if exact else find_one_by_name("piece", name, worn, _list_armour_names)
    except Unknown:
        armour = [item for item in arms if is_armour(item)]
        if carried := match_things_by_name(name, armour, _list_armour_names):
            where = "in hand" if is_shield(carried[0]) else "worn"
            so_far.context.refuse_unforced(f"{target.name}'s {carried[0].name} is not {where}.")
            return BlocksChoice(number, carried[0], typed)
        called = make_typed_item_names(target, worn)
        able = (quote_name(called[item.id]) for item in worn if count_blocks_left(item))
        ways = [f"blocks {number} {name}" for name in able]
        message = f"{target.name} wears no «{name}»."
        raise Unknown(message, typed=typed, instead=ways or [""]) from None
    return BlocksChoice(number, piece, typed)


def _complete_attacker_weapons(attacker: Fighter) -> Iterator[Completion]:
    if isinstance(attacker, Npc):
        for attack in list_attacks_of_npc(attacker):
            yield Completion(quote_name(attack.name), str(attack), (attack.name,))
        return
    reach, called = {"hand": 0, "handy": 1}, make_typed_item_names(attacker)
    for item in sorted(attacker.items, key=lambda item: reach.get(item.place, 2)):
        if item.weapon:
            described = f"{item.weapon}, {item.place}"
            yield Completion(quote_name(called[item.id]), described, list_names_of_item(item))
    yield Completion("unarmed", "2 steps impaired")


def _complete_target_blocks(target: Fighter | None) -> Iterator[Completion]:
    if not isinstance(target, Errant):
        return
    for item in list_worn_armour(target):
        if left := count_blocks_left(item):
            about = f"{left} left, Quality {count_quality_left(item)}"
            name = quote_name(make_typed_item_name(target, item))
            yield Completion(f"1 {name}", about, list_names_of_item(item))


def complete_aim(so_far: LineSoFar) -> Iterator[Completion]:
    """Whom; then with what and against which armour."""
    attacker: Fighter | None = so_far.values.get("attacker")
    if attacker is None:
        return
    words, last = so_far.before, "".join(so_far.casefolded_words_before[-1:])
    if last == "with":
        yield from _complete_attacker_weapons(attacker)
    elif not words or last == "on":
        yield from complete_fighters(so_far, attacker)
    elif last == "blocks":
        try:
            bare, parts = _split_at_links(words[:-1])
            target, _ = _read_target(bare or parts.get("on", ()), so_far)
        except (Ambiguous, Malformed, Unknown, IndexError):
            return
        yield from _complete_target_blocks(target)
    if last not in LINKS:
        for link, described in _DESCRIBED_LINKS.items():
            if link not in so_far.casefolded_words_before:
                yield Completion(link, described)


_DESCRIBED_LINKS = {
    "on": "whom it hits",
    "with": "a weapon, or an attack of theirs",
    "blocks": "of their armour, before the dice",
}
AIM_USAGE = "[on] WHOM [N] [with WEAPON] [blocks N PIECE]"
