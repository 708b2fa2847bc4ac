"""Arms and armour in a line: a piece and so many Blocks of it, what has Quality, what may break."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.errant.attacks.armour import (
    count_blocks_left,
    count_deflects_left,
    is_armour,
    is_worn,
)
from companion.errant.attacks.quality import is_weapon_or_armour
from companion.errant.company import Errant
from companion.errant.packs.items import Item
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words
from companion.grammar.argument_kinds.packs.carried_thing_completions import (
    complete_carried_things,
    complete_items_not_yet_named,
)
from companion.grammar.argument_kinds.packs.carried_things import make_carried_item_kind
from companion.grammar.argument_kinds.packs.item_matching import find_carried_item
from companion.grammar.option_and_number_parsing import parse_whole_number, take_keyword
from companion.refusal import Impossible, Malformed


class Blocking(NamedTuple):
    """A piece of armour, whose it is, and how many Blocks of it."""

    errant: Errant
    item: Item
    number: int


def _is_armour_worn_or_held(item: Item) -> bool:
    return is_armour(item) and item.place in ("worn", "hand")


def _list_pieces_with_blocks(errant: Errant) -> list[Item]:
    """The worn armour that has Blocks left."""
    return [item for item in errant.items if is_worn(errant, item) and count_blocks_left(item)]


def _read_blocking_piece(words: Words, so_far: LineSoFar) -> Blocking:
    """`[ERRANT] PIECE [N]`, or `N PIECE`: 1 Block where nothing is said."""
    numbers = [word for word in words if word.isdecimal()]
    if len(numbers) > 1:
        raise Malformed(
            f"«{' '.join(numbers)}»: the number of Blocks is said twice.", "Say it once."
        )
    number = parse_whole_number(numbers[0], what="number of Blocks") if numbers else 1
    if not number:
        raise Impossible("0 Blocks stop nothing.", "Say 1 or more.")
    named = tuple(word for word in words if not word.isdecimal())
    return Blocking(
        *find_carried_item(so_far.campaign, named, _is_armour_worn_or_held, "piece"), number
    )


_complete_blocking = complete_carried_things(_list_pieces_with_blocks, who_first=True)


def _list_broken_items(errant: Errant) -> list[Item]:
    return [item for item in errant.items if item.broken]


def _list_weapons_and_armour(errant: Errant) -> list[Item]:
    return list(filter(is_weapon_or_armour, errant.items))


def _read_deflecting_piece(typed: str, so_far: LineSoFar) -> Item:
    errant: Errant = so_far.values["errant"]
    return find_carried_item(
        so_far.campaign, (errant.id, typed), lambda item: bool(count_deflects_left(item)), "piece"
    )[1]


def _complete_deflecting_pieces(so_far: LineSoFar) -> Iterator[Completion]:
    errant: Errant | None = so_far.values.get("errant")
    if errant is not None and not so_far.before:
        yield from complete_items_not_yet_named(
            errant, filter(count_deflects_left, errant.items), so_far
        )


def _take_quality_change(words: Words) -> tuple[int | str | None, Words]:
    """`full`, or the last `+N` or `-N`: a +1 sword is a thing."""
    full, left = take_keyword(words, "full")
    if full:
        return full, left
    if words and re.fullmatch(r"[+-]\d{1,3}", words[-1]):
        return int(words[-1]), words[:-1]
    return None, words


_BREAKAGE_WORDS = {"delicate": 5, "usual": 3, "hardy": 1}
_CHANCE = re.compile(r"(\d+)[- ]in[- ](\d+)", re.IGNORECASE)


def _take_breakage_chance(words: Words) -> tuple[int | None, Words]:
    """`5 in 6`, `5-in-6`, or how it is made. Raises Impossible for more than 6 in 6."""
    made, left = take_keyword(words, *_BREAKAGE_WORDS)
    if made:
        return _BREAKAGE_WORDS[made], left
    for at in range(len(words)):
        for end in (at + 1, at + 3):
            found = _CHANCE.fullmatch(" ".join(words[at:end]))
            if found and end <= len(words):
                if found[2] != "6" or int(found[1]) > 6:
                    raise Impossible(
                        f"«{found[0]}» is no chance in six.", "It is 1 in 6 to 6 in 6."
                    )
                return int(found[1]), words[:at] + words[end:]
    return None, words


def _make_fixed_completions(
    *completions: tuple[str, str],
) -> Callable[[LineSoFar], Iterator[Completion]]:
    """Complete these words, each with its meaning, while it is not typed yet."""
    return lambda so_far: (
        Completion(*each)
        for each in completions
        if each[0].split()[0] not in so_far.casefolded_words_before
    )


_CHANGES = _make_fixed_completions(
    ("-1", "one Quality less"), ("+1", "one more"), ("full", "all of it")
)
_BREAKAGES = _make_fixed_completions(
    ("5 in 6", "delicate"), ("3 in 6", "as most things"), ("1 in 6", "hardy")
)

KINDS: dict[str, Kind[Any]] = {
    "BLOCKING": Kind.make_rest_of_line(
        "blocking",
        "[ERRANT] PIECE [N]",
        "Which piece of armour?",
        _read_blocking_piece,
        _complete_blocking,
    ),
    "DEFLECTOR": Kind.make_text(
        "item",
        "PIECE",
        "Which piece of armour?",
        _read_deflecting_piece,
        _complete_deflecting_pieces,
    ),
    "ARM": make_carried_item_kind(
        "weapon or piece of armour", is_weapon_or_armour, _list_weapons_and_armour, who_first=True
    ),
    "±QUALITY": Kind.make_kind_found_anywhere("change", "±N|full", _take_quality_change, _CHANGES),
    "FRAGILE": make_carried_item_kind(
        "thing", lambda item: not is_weapon_or_armour(item), who_first=True
    ),
    "BREAKAGE": Kind.make_kind_found_anywhere(
        "chance", "N in 6", _take_breakage_chance, _BREAKAGES
    ),
    "BROKEN": make_carried_item_kind("broken thing", lambda item: item.broken, _list_broken_items),
}
