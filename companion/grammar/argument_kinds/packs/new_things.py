"""New things in a line: a list of what was in no pack yet, each with its count, size and uses."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.errant.goods import (
    QUALITIES,
    choose_item_name_for_good,
    make_item,
    make_item_from_good,
)
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.coin import Purse
from companion.errant.packs.items import Item, parse_gear_kind_and_count
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, WrongFormError
from companion.grammar.argument_kinds.packs.coins import (
    CoinChange,
    is_sum_of_coins,
    read_given_coins,
    take_worth,
)
from companion.grammar.argument_kinds.packs.goods import (
    MAX_ITEM_COUNT,
    build_good_completion,
    choose_quality,
    find_good_by_exact_name,
)
from companion.grammar.argument_kinds.packs.list_splitting import (
    split_at_commas,
    split_at_commas_and_ands,
)
from companion.grammar.argument_kinds.packs.moved_things import (
    WHERE_USAGE,
    Destination,
    complete_item_destinations,
    take_destination_for_taker,
)
from companion.grammar.argument_kinds.packs.new_thing_name_validation import (
    is_carried_by_anybody,
    is_unheard_of_thing,
    list_goods_of_all_sizes,
    refuse_name_of_several_sizes,
    refuse_other_than_new_thing,
)
from companion.grammar.name_matching import find_exact_errant
from companion.grammar.option_and_number_parsing import (
    parse_whole_number,
    take_argument_after_word,
    take_keyword,
    take_leading_count,
    take_repeat_count,
)
from companion.refusal import Ambiguous, Impossible, Malformed
from companion.text_cleaning import quote_name

_ARTICLES = ("a", "an", "the")


class NewThing(NamedTuple):
    """A thing that was not in any pack, and how many. `is_unlisted` if no price table has it, nor
    any pack of the campaign, and nobody said its size."""

    item: Item
    number: int
    is_unlisted: bool = False


class NewThings(NamedTuple):
    """Things that were not in any pack, where they shall go, and the coins found with them."""

    things: tuple[NewThing, ...]
    where: Destination | None
    purse: Purse = Purse()


class _Piece(NamedTuple):
    """One thing of a list as it was typed: its name, and what stands beside it."""

    words: Words
    number: int | None
    size: float | None
    uses: int | None
    plus: int = 0
    worth: int | None = None


def _read_new_things(words: Words, so_far: LineSoFar) -> NewThings:
    """`[N] ITEM [xN] [shoddy|masterwork] [slots N] [uses N] [worth N], ITEM… [WHERE]`, as the price
    tables list them, and coins among them. Raises Impossible for coins alone, Supply, and what
    comes out of another pack; Ambiguous for what may be a slip, unless it is forced."""
    listed = [_drop_article(each, so_far) for each in _split_new_things(words, so_far)]
    lines = [each for each in listed if not is_sum_of_coins(each)]
    sums = (read_given_coins(each, so_far) for each in listed if is_sum_of_coins(each))
    if not lines:
        raise Malformed("What?", f"Try: give {quote_typed_name(so_far.values['errant'])} torch")
    *others, last = (_parse_one_new_thing(each, so_far) for each in lines)
    where, left = take_destination_for_taker(last.words, so_far)
    pieces = (*others, last._replace(words=left))
    for piece in others:
        if take_destination_for_taker(piece.words, so_far)[0] is not None:
            first = " ".join(piece.words)
            way = f"Try: give {quote_typed_name(so_far.values['errant'])} {first}"
            raise Malformed(f"«{first}»: where it goes stands at the end, for the whole list.", way)
    for at, piece in enumerate(pieces):
        other = find_exact_errant(so_far.campaign, piece.words[0]) if piece.words[1:] else None
        rest = piece._replace(words=tuple(w for w in piece.words[1:] if w not in _ARTICLES))
        is_known = at > 0 or _is_listed_or_carried(so_far, rest)
        if other is not None and is_known:  # `bree ring` may be a thing
            way = f"Try: give {quote_typed_name(other)} {' '.join(piece.words[1:])}"
            raise Impossible("One line gives to one Errant.", way)
    things = tuple(_make_new_thing(so_far, piece) for piece in pieces)
    if so_far.is_trial and any(thing.is_unlisted for thing in things):
        raise WrongFormError
    return NewThings(things, where, _add_up_coins(chain.from_iterable(sums)))


def _add_up_coins(coins: Iterable[CoinChange]) -> Purse:
    purse = Purse()
    for number, coin in coins:
        purse = purse.add(Purse()._replace(**{coin: number}))
    return purse


def _split_new_things(words: Words, so_far: LineSoFar) -> list[Words]:
    """The things between commas, and between `and` where each of them is known. Raises Ambiguous
    for a name with `and` that is one thing or several."""

    def is_known(piece: Words) -> bool:
        parsed = _parse_one_new_thing(_drop_article(piece, so_far), so_far)
        return is_sum_of_coins(piece) or _is_listed_or_carried(so_far, parsed)

    found: list[Words] = []
    pieces = split_at_commas(words)
    for at, piece in enumerate(pieces):
        each = [piece] if so_far.context.is_forced else split_at_commas_and_ands(piece, is_known)
        unsure = [part for part in each if not is_known(part)]
        is_clear = not unsure or [*map(is_sum_of_coins, each)].count(False) == 1
        if len(each) > 1 and not is_clear:
            giving, whole = f"give {quote_typed_name(so_far.values['errant'])}", " ".join(piece)
            ways = (each, [_quote_whole_name(so_far, _parse_one_new_thing(piece, so_far))])
            lists = ([*found, *way, *pieces[at + 1 :]] for way in ways)
            lines = [", ".join(" ".join(map(quote_name, part)) for part in each) for each in lists]
            raise Ambiguous(
                f"«{whole}» may be one thing or {len(each)}.",
                f"Try: {giving} {lines[0]}, or {giving} {lines[1]}",
            )
        found += each
    return found


def _drop_article(words: Words, so_far: LineSoFar) -> Words:
    """The words of one thing without the article of what is known: `a rope` is rope, `a letter`
    stays."""
    bare = words[1:] if words[1:] and words[0].casefold() in _ARTICLES else words
    return bare if _is_listed_or_carried(so_far, _parse_one_new_thing(bare, so_far)) else words


def _quote_whole_name(so_far: LineSoFar, piece: _Piece) -> Words:
    """One thing of a list as it is typed with all of its name in quotes."""
    _, name = take_destination_for_taker(piece.words, so_far)
    said = {"x": piece.number, "slots ": piece.size, "uses ": piece.uses, "worth ": piece.worth}
    beside = (f"{what}{value:g}" for what, value in said.items() if value is not None)
    return (" ".join(name), *" ".join(beside).split(), *piece.words[len(name) :])


def _parse_one_new_thing(words: Words, so_far: LineSoFar) -> _Piece:
    worth, words = take_worth(words, so_far)
    size, words = take_argument_after_word(words, "slots", example='give wim "silver idol" slots 2')
    uses, words = take_argument_after_word(words, "uses", example="give wim oil uses 3")
    plus, words = _take_magic_plus(words)
    count, words = take_repeat_count(words)
    if count is None:
        count, words = take_leading_count(words)
    is_numbered = count is None and bool(words[1:]) and words[-1].isdecimal()
    if is_numbered and find_good_by_exact_name(so_far, " ".join(words[:-1])):  # `torch 3` is none
        count, words = take_repeat_count((*words[:-1], f"x{words[-1]}"))
    return _Piece(
        words,
        count,
        None if size is None else _parse_item_slots(size),
        None if uses is None else parse_whole_number(uses, what="number of uses"),
        plus,
        worth,
    )


def _take_magic_plus(words: Words) -> tuple[int, Words]:
    """The plus of a magic weapon or piece of armour, before or behind its name; 0 for others."""
    for at, word in enumerate(words):
        if len(words) > 1 and (found := _PLUS.fullmatch(word)):
            return int(found[1]), words[:at] + words[at + 1 :]
    return 0, words


_PLUS = re.compile(r"\+([1-9])")


def _is_listed_or_carried(so_far: LineSoFar, piece: _Piece) -> bool:
    """True for what a price table lists or somebody carries, of whatever Quality, wherever put."""
    _, words = take_destination_for_taker(piece.words, so_far) if piece.words else (None, ())
    _, bare = take_keyword(words, *QUALITIES)
    name = " ".join(bare)
    if find_good_by_exact_name(so_far, name) is not None or is_carried_by_anybody(
        so_far.campaign, name
    ):
        return True
    return bool(list_goods_of_all_sizes(so_far, name))


def _make_new_thing(so_far: LineSoFar, piece: _Piece) -> NewThing:
    """A new thing as the price tables list it, and how many."""
    errant, (words, count, size, uses, plus, worth) = so_far.values["errant"], piece
    if not words:
        raise Malformed("What?", f"Try: give {quote_typed_name(errant)} torch")
    refuse_other_than_new_thing(so_far.campaign, errant, words)
    typed_quality, bare = take_keyword(words, *QUALITIES)
    good = find_good_by_exact_name(so_far, " ".join(bare))
    if good is None:
        typed_quality, bare = None, words
        good = find_good_by_exact_name(so_far, " ".join(bare))
    name = " ".join(bare)
    number = count or parse_gear_kind_and_count(name)[1]
    if number > MAX_ITEM_COUNT:
        why = f"{number:,} of a thing is more than anyone carries."
        raise Impossible(why, typed=f"x{number}", instead=("x1",))
    if good is None:
        if size is None:
            refuse_name_of_several_sizes(so_far, name)
        is_new = is_unheard_of_thing(so_far, name)
        item = _make_magic_item(make_item(name, count=number, slots=size), plus)
        item = _set_item_uses(replace(item, worth=worth), uses)
        return NewThing(item, number, is_new and size is None)
    if good.sort != "thing":
        mount = bool(good.carries or good.times)
        way = f"Try: {'buy ' + quote_typed_name(errant) if mount else 'price'} {good.name}"
        raise Impossible(f"«{good.name}» is no thing in a pack.", way)
    quality = choose_quality(good, typed_quality)
    item = make_item_from_good(
        good, count=number, quality=quality, name=choose_item_name_for_good(good, name)
    )
    if plus and not good.quality:
        way = f"Try: give {quote_typed_name(errant)} {quote_name(item.name)}"
        raise Impossible("Only weapons and armour have a plus.", way)
    item = _make_magic_item(item if size is None else replace(item, slots=size), plus)
    item = item if worth is None else replace(item, worth=worth)
    return NewThing(_set_item_uses(item, uses), number)


def _make_magic_item(item: Item, plus: int) -> Item:
    """A weapon or a piece of armour with a plus, by which it is called."""
    return replace(item, name=f"+{plus} {item.name}", magic=True, plus=plus) if plus else item


def _set_item_uses(item: Item, uses: int | None) -> Item:
    if uses is None:
        return item
    if not 1 <= uses <= 1_000_000:
        raise Impossible(f"A thing cannot have {uses:,} uses.", "Give it 1 to 1,000,000.")
    if item.count > 1 and uses < (item.max_uses or 0):
        raise Impossible("What is part-used makes no stack.", "Give one at a time.")
    if item.burn is not None:
        return replace(item, burn=uses, burn_max=max(uses, item.burn_max or 0))
    return replace(item, depletion=uses, depletion_max=max(uses, item.depletion_max or 0))


def _parse_item_slots(typed: str) -> float:
    """A number of Item Slots in quarters: `2`, `0.5`, `1/4`, `½`. Raises Malformed."""
    halves = {"½": "0.5", "¼": "0.25", "¾": "0.75", "1/2": "0.5", "1/4": "0.25", "3/4": "0.75"}
    try:
        slots = float(halves.get(typed, typed))
    except ValueError:
        slots = -1.0
    if not 0 <= slots <= 1_000 or slots * 4 != int(slots * 4):
        raise Malformed(f"«{typed}» is no number of Item Slots.", "Count in quarters: 2, 0.5, 0.25")
    return slots


def _complete_new_things(so_far: LineSoFar) -> Iterator[Completion]:
    """The goods that fit into a pack; after one of them its size, its uses and where it goes."""
    if not so_far.before or so_far.before[-1].endswith(","):
        for good in so_far.context.read_goods():
            if good.sort == "thing" and not good.is_supply:
                yield build_good_completion(good)
    elif (typed := so_far.casefolded_words_before)[-1] not in _BESIDE:
        *_, last = " ".join(typed).split(", ")
        yield from (Completion(word) for word in _BESIDE if word not in last.split())
        yield from complete_item_destinations(so_far.values.get("errant"), typed)


_BESIDE = ("slots", "uses", "worth")
_USAGE = f"ITEM [xN] [shoddy|masterwork] [slots N] [uses N] [worth N], ITEM… [{WHERE_USAGE}]"
_NEW_THINGS = Kind.make_rest_of_line(
    "given", _USAGE, "What?", _read_new_things, _complete_new_things, "torch"
)

KINDS: dict[str, Kind[Any]] = {"NEW-THINGS": replace(_NEW_THINGS, links=(*_BESIDE, "in"))}
