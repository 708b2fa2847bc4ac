"""Phrases by which somebody picks up again what was left or dropped just before."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from companion.campaign.changes import Entry, PlainData
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.errant.goods import find_listed_good
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.journalled_lines import parse_line_of_entry
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous
from companion.text_cleaning import quote_name

_POINTING = frozenset(["it", "them", "that", "this", "what", "both", "all"])
_RETURNING = frozenset(["up", "back", "again"])
_OF_DROPPING = frozenset(
    ["he", "she", "they", "had", "has", "just", "dropped", "which", "one", "his", "her", "their"]
)
_LAYING = ("drop", "stash")
_DROP = "drop"
_MOST_ENTRIES = 20
"""What was dropped longer ago is not looked for by its name."""
_OF_ONE_ALONE = ("lit", "magic", "quality_left", "blocks_max", "plus", "broken", "worth")
"""What is kept of a thing that is not as a new one."""
_ITEM = re.compile(r"errants/(?P<owner>[^/]+)/items/(?P<item>[^/]+)(?P<counted>/count)?")


class Dropped(NamedTuple):
    """A thing that was dropped, by whom, in which entry, and how many; `is_plain` if it was as good
    as a new one."""

    name: str
    owner: str
    entry: int
    is_plain: bool
    times: int = 1


def list_lines_picking_up_dropped_things(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The line of `wim picks it up` right after something was left in a stash, and of `wim picks
    the rope back up` after it was dropped. Raises Ambiguous where what was dropped was used, or
    like no other, as nothing is left of that; and where nothing was left."""
    words = [token.word for token in tokens if token.word != ","]
    while words[1:] and words[0] in load_phrases().openers:
        words.pop(0)
    taker = vocabulary.find_member(*words[:1])
    if not taker or words[1:2] == [] or words[1] not in list_verb_group_forms("regain"):
        return
    small = {*_POINTING, *_RETURNING, *_OF_DROPPING, *load_phrases().articles}
    named = [word for word in words[2:] if word not in small]
    if any(word.isdecimal() for word in named):
        return
    if named:
        yield from _list_lines_taking_named(named, words, taker, context)
    elif not {"it", "them", "what"}.isdisjoint(words[2:]):
        yield from _list_lines_taking_last(taker, context)


def _list_lines_taking_last(taker: str, context: Context) -> Iterator[str]:
    """The line of who takes what was laid down last."""
    entries = flag_entries_not_undone(context.read_entries())
    last = next((each for each, stands in entries if stands and each.kind == "word"), None)
    found = parse_line_of_entry(last) if last else None
    line = found.line if found and not found.is_secret else None
    if line is None or line.word not in _LAYING or not line.arguments[1:]:
        why = "Nothing was left or dropped just before: what it is must be said."
        raise Ambiguous(why, "To see what is left where: stash")
    _, *what = line.arguments
    end = next((at for at, word in enumerate(what) if word.casefold() == "at"), len(what))
    thing = " ".join(map(quote_name, what[:end]))
    stashes = [
        each for each in context.campaign.errants if match_carried_items(each, " ".join(what[:end]))
    ]
    kept = [each for each in stashes if each.kind == "stash"]
    if line.word == "stash" and len(kept) == 1:
        yield f"pass {quote_typed_name(kept[0])} {taker} {thing}"
    elif line.word == _DROP:
        why = f"What was dropped last is gone, as it was no stash: {thing}."
        raise Ambiguous(why, f"Try: undo, or give {taker} {thing}")


def _list_lines_taking_named(
    named: Sequence[str], words: Sequence[str], taker: str, context: Context
) -> Iterator[str]:
    """The line of who takes what was dropped lately and is called so; nothing where it may be
    another, in the taker's own pack."""
    is_regained = not _RETURNING.isdisjoint(words) or "dropped" in words
    carriers = [each for each in context.campaign.errants if each.id == taker]
    if not is_regained and any(match_carried_items(each, " ".join(named)) for each in carriers):
        return
    dropped = next(_list_dropped_with_name(named, context), None)
    if dropped is None:
        return
    thing = quote_name(dropped.name)
    if dropped.is_plain:
        is_many = dropped.times > 1 and singularise_name(named[-1]) != named[-1]
        yield f"give {taker} {thing}{f' x{dropped.times}' if is_many else ''}"
        return
    why = f"What was dropped is gone, as it was no stash: {dropped.name}."
    undone = f"undo {dropped.entry}, or " if dropped.owner == taker else ""
    raise Ambiguous(why, f"Try: {undone}give {taker} {thing}")


def _list_dropped_with_name(named: Sequence[str], context: Context) -> Iterator[Dropped]:
    """What was dropped and has these words in its name, the last first."""
    entries = islice(flag_entries_not_undone(context.read_entries()), _MOST_ENTRIES)
    for entry, stands in entries:
        found = parse_line_of_entry(entry) if stands and entry.kind == "word" else None
        if found and found.line.word == _DROP and not found.is_secret:
            yield from (
                each
                for each in _list_dropped_by_entry(entry, context)
                if _has_all_words(named, each.name)
            )


def _list_dropped_by_entry(entry: Entry, context: Context) -> Iterator[Dropped]:
    """What an entry of the journal took out of packs."""
    for change in entry.changes:
        if not (found := _ITEM.fullmatch(change.path)):
            continue
        if found["counted"]:  # some of a stack, which are alike
            owner = (each for each in context.campaign.errants if each.id == found["owner"])
            left = (item.name for who in owner for item in who.items if item.id == found["item"])
            count = _count_dropped(change.before, change.after)
            yield from (Dropped(name, found["owner"], entry.number, True, count) for name in left)
        elif isinstance(change.before, Mapping) and change.after is None:
            name = f"{change.before.get('name', '')}"
            is_plain = _is_unused_listed_thing(change.before, context)
            count = _count_dropped(change.before.get("count", 1), 0)
            yield Dropped(name, found["owner"], entry.number, is_plain, count)


def _count_dropped(before: object, after: object) -> int:
    return before - after if isinstance(before, int) and isinstance(after, int) else 1


def _is_unused_listed_thing(item: Mapping[str, PlainData], context: Context) -> bool:
    """True for a thing that is sold, unused: a new one is as good."""
    is_whole = all(item.get(each) == item.get(f"{each}_max") for each in ("burn", "depletion"))
    is_own = any(item.get(key) is not None for key in _OF_ONE_ALONE)
    listed = find_listed_good(f"{item.get('name', '')}", context.read_goods())
    return is_whole and not is_own and listed is not None


def _has_all_words(named: Sequence[str], name: str) -> bool:
    """True if a name has all these words in it."""
    words = {word.casefold() for word in split_name_into_words(name)}
    return all(word in words or singularise_name(word) in words for word in named)
