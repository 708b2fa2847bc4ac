"""Filling the places of a pattern with the parts of a line. Every part must find its place: nothing
that was said is passed over."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.grammar.phrases.phrasebook.phrases_file import Words
from companion.grammar.phrases.phrasebook.ways_and_patterns import Pattern, Piece
from companion.grammar.phrases.sentences.counts_joined_to_things import merge_counts_into_parts
from companion.grammar.phrases.sentences.noun_phrases import Part
from companion.grammar.phrases.ways_of_saying.pattern_place_conditions import (
    can_fill_pattern_place,
    is_stranger,
)
from companion.grammar.phrases.ways_of_saying.pattern_places import OF_AGENTS, PLACES, Place
from companion.text_cleaning import quote_name

_SIGNS = {
    "": ("",),
    "x": ("",),
    "=": ("",),
    ">=": ("",),
    "<=": ("",),
    "+": ("", "+"),
    "-": ("", "-"),
    "±": ("+", "-"),
}

_KNOWN = ("HERE", "MEMBERS", "GIVING", "OPENTYPE", "OUTERTYPE", "LITTHING", "SHOWN")
"""Places of nothing but what is known to stand there."""
_DONE_TO = ("VICTIM", "EATER", "QUARRY", "TO", "INTO", "FORWHO")
"""Places of those to whom something is done: who does it has none of them."""
_WHENCE = {"COINS": ("from",), "THING": ("from", "for", "in", "on", "under", "at", "by")}
"""Links of what is no other sum and no other thing: it is where they come from."""
_THINGS = ("THING", "LIGHT", "COUNTED", "LITTHING", "ONETHING", "NEWTHING", "LAMP")
_NAMED_ONCE = (*_THINGS, "TREASURE")
_WHEREABOUTS = ("in", "on", "at", "under", "by", "from")
_MANY_PLACES = (*_THINGS, "FOES")
"""Places of what may be counted, and of which several may be named."""

_MANY = ("drop", "pass", "move", "stash", "sell")
"""Words that take all of a thing that somebody has."""

Filled = dict[Piece, list[Part]]


class _Known(NamedTuple):
    """Who gives and who acts, by the parts of a line; and what is `implied` and not said."""

    giver: str
    agent: str
    implied: Mapping[str, str]

    def find_value_of_place(self, name: str) -> str | None:
        """What may stand in a place of nothing but what is known."""
        return self.giver if name == "GIVING" else self.implied.get(name)


def fill_pattern(pattern: Pattern, parts: Sequence[Part], known: Mapping[str, str]) -> str | None:
    """The line of a pattern with these parts in its places; None if a place stays empty, or a part
    has none. What is `known` fills places that nobody names, as `~HERE`."""
    all_known = _Known(_find_giver(parts), _find_who_acts(parts), known)
    if any(name.startswith(_MANY_PLACES) for name in pattern.places):
        parts = merge_counts_into_parts(_read_pack_as_spot(parts))
    filled = next(_fill_places(pattern.pieces, tuple(parts), {}, all_known), None)
    return None if filled is None else _write_line(pattern, filled, known)


def _find_giver(parts: Sequence[Part]) -> str:
    """The NPC, the stranger or the creature named first, as who gives or takes what comes then; ""
    if there is none."""
    if not parts or parts[0].link:
        return ""
    is_creature = parts[0].has_article and parts[0].meanings.keys() == {"creature"}
    is_any = is_creature or is_stranger(parts[0])
    return parts[0].meanings.get("npc") or (parts[0].typed if is_any else "")


def _find_who_acts(parts: Sequence[Part]) -> str:
    """Who does something to another: of two the one after `by`, or else the first, but for one who
    `suffers`."""
    people = [part for part in parts if part.meanings.keys() & {"person", "npc"}]
    if not people[1:] or people[1].joins:
        return ""
    agents = [part for part in people if part.link == "by"] or people[people[0].suffers :]
    links = OF_AGENTS if people[0].suffers else OF_AGENTS[:2]
    return agents[0].typed if agents[0].link in links else ""


def _read_pack_as_spot(parts: Sequence[Part]) -> list[Part]:
    """The parts with `pack` as a spot, where another thing is named."""
    is_thing = ["thing" in part.meanings for part in parts]
    told = []
    for at, part in enumerate(parts):
        others = is_thing[:at] + is_thing[at + 1 :]
        if "spot" in part.meanings and any(others):
            part = part._replace(meanings=_drop_thing_meanings(part.meanings))
        told.append(part)
    return told


def _drop_thing_meanings(meanings: Mapping[str, str]) -> dict[str, str]:
    return {kind: text for kind, text in meanings.items() if kind not in ("thing", "carried")}


def _fill_places(
    pieces: tuple[Piece, ...], parts: tuple[Part, ...], filled: Filled, known: _Known
) -> Iterator[Filled]:
    """Every way to put all parts into places, places with a fitting link first."""
    if not parts:
        if all(piece in filled or not _must_be_filled(piece) for piece in pieces):
            yield filled
        return
    part, *rest = parts
    open_pieces = [each for each in pieces if _can_take_part(each, part, filled, known)]
    for piece in sorted(open_pieces, key=lambda each: _rank_piece_for_part(each, part)):
        taken = {**filled, piece: [*filled.get(piece, ()), part]}
        yield from _fill_places(pieces, tuple(rest), taken, known)


def _must_be_filled(piece: Piece) -> bool:
    is_given = not piece.place or piece.place.startswith("~")
    return piece.is_required and not is_given


def _can_take_part(piece: Piece, part: Part, filled: Filled, known: _Known) -> bool:
    """True if a part fits in the place of a piece beside what is filled already."""
    name = piece.place.removesuffix("…")
    place = PLACES.get(name)
    # Measured: most parts are of another kind, so that is asked first.
    if (
        place is None
        or not _is_of_kind_of_place(place, part)
        or (place.links and part.link not in place.links)
    ):
        return False
    if piece in filled and not piece.place.endswith("…"):
        return False
    if part.sign not in ((piece.before,) if name == "THING" else _SIGNS.get(piece.before, ("",))):
        return False
    if name == "NAME" and part.link and "person" in part.meanings:
        return False  # the link says that somebody is meant
    if piece in filled and name in _THINGS and part.link in _WHEREABOUTS:
        return False  # `2 potions in the chest` are no chest
    if piece in filled and name == "COINS" and part.link in ("of", "for"):
        return False  # `5 shillings out of a guilder` are not both
    if name in _KNOWN and part.meanings.get(
        place.kinds[0], part.typed
    ) != known.find_value_of_place(name):
        return False
    if name == "PAYER" and known.giver:
        return False
    if name == "RECEIVER" and part.meanings.get("npc", part.typed) == known.giver:
        return False
    if name in ("VICTIM", "HITTER") and (part.typed == known.agent) != (name == "HITTER"):
        return False
    if (name in _DONE_TO and part.acts) or (name == "DOER" and not part.acts):
        return False
    if name in _NAMED_ONCE and _is_named_again(part, filled):
        return False
    if part.link in _WHENCE.get(name, ()) and (name == "COINS" or piece in filled):
        return False
    return can_fill_pattern_place(name, part, is_begun=piece in filled)


def _is_named_again(part: Part, filled: Filled) -> bool:
    """True for `the bell` after `a brass bell`: it is the same."""
    named = (before.typed for parts in filled.values() for before in parts)
    return any(each.casefold().endswith(f" {part.typed.casefold()}") for each in named)


def _is_of_kind_of_place(place: Place, part: Part) -> bool:
    """True if a part means something of a kind that stands there."""
    if not place.kinds:
        return not part.meanings
    for name, text in _split_kinds_at_colon(place.kinds):
        if name == "*" or not (name or part.meanings):
            return True
        if name in part.meanings and text in ("", part.meanings[name]):
            return True
    return False


@lru_cache(maxsize=256)
def _split_kinds_at_colon(kinds: Words) -> tuple[tuple[str, str], ...]:
    """Each kind, and which of it after a colon, "" for any; measured: asked for every part."""
    found = (kind.partition(":") for kind in kinds)
    return tuple((name, text) for name, _, text in found)


def _rank_piece_for_part(piece: Piece, part: Part) -> tuple[int, bool]:
    """Places with a fitting link first; a number is the name of nothing where another place is
    open."""
    takes_any = PLACES[piece.place.removesuffix("…")].kinds == ("*",)
    return _rank_link_of_part(piece, part), takes_any and "number" in part.meanings


def _rank_link_of_part(piece: Piece, part: Part) -> int:
    links = PLACES[piece.place.removesuffix("…")].links
    return links.index(part.link) if part.link and part.link in links else -1


def _write_line(pattern: Pattern, filled: Filled, known: Mapping[str, str]) -> str | None:
    """The line of a filled pattern; None where what it takes for known is not."""
    words = []
    for piece in pattern.pieces:
        text = known.get(piece.place[1:], "") if piece.place.startswith("~") else piece.before
        if piece.place.startswith("~") and not text:
            return None
        if piece.is_dropped:
            continue
        if not piece.place:
            words.append(piece.before)
        elif piece.place.startswith("~"):
            words.append(f"{piece.before}{text}")
        elif piece in filled:
            is_many = pattern.pieces[0].before in _MANY
            words.append(_write_piece(piece, filled[piece], is_many=is_many))
    return " ".join(words)


def _write_piece(piece: Piece, parts: list[Part], *, is_many: bool) -> str:
    name = piece.place.removesuffix("…")
    texts = [_write_part(name, part, is_many=is_many) for part in parts]
    sign = parts[0].sign if piece.before.endswith("±") else piece.before
    if name == "COINS" and sign in ("+", "-"):
        return " ".join(re.sub(r"(\d+)", rf"{sign}\1", text) for text in texts)
    if name in _MANY_PLACES:
        return ", ".join(texts)
    if name == "TREASURE":
        return quote_name(" ".join(texts))
    if name == "HIDEOUT":
        first, *others = parts
        place = first.typed_whole
        if first.link in ("at", "in"):
            place = place.partition(" ")[2]
        return " ".join((place, *(each.typed_whole for each in others)))
    joint = "," if name == "FACE" else " "
    return f"{sign}{joint.join(texts)}{piece.after}"


def _write_part(name: str, part: Part, *, is_many: bool) -> str:
    if name in _THINGS:
        times = part.times or ("all" if part.is_all and is_many else "")
        return f"{part.meanings['thing']} {times}".strip()
    if name in ("NAME", "HELP", "TREASURE", "BEINGS"):
        return part.typed
    if name in ("WHERE", "STAND"):
        return part.typed_whole
    kinds = PLACES[name].kinds
    if name == "FOES":
        return f"{part.meanings[next(k for k in kinds if k in part.meanings)]} {part.times}".strip()
    return next((part.meanings[kind] for kind in kinds if kind in part.meanings), part.typed)
