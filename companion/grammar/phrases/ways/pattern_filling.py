"""Filling the places of a pattern with the parts of a line. Every part must find its place: nothing
that was said is passed over."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.grammar.phrases.book.phrasebook import Pattern, Piece, index_first_words
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.word_forms import list_action_forms, list_negations
from companion.grammar.phrases.sentences.sentence import Part, merge_counts
from companion.grammar.phrases.sentences.tokens import METALS
from companion.grammar.phrases.ways.pattern_places import OF_AGENTS, PLACES, Place
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

_KNOWN = ("HERE", "GIVING", "OPENTYPE", "OUTERTYPE", "LITTHING")
"""Places of nothing but what is known to stand there."""
_DONE_TO = ("VICTIM", "EATER", "QUARRY", "TO", "INTO", "FORWHO")
"""Places of those to whom something is done: who does it has none of them."""
_WHENCE = {"COINS": ("from",), "THING": ("from", "for", "in", "on", "under", "at", "by")}
"""Links of what is no other sum and no other thing: it is where they come from."""
_MAX_BONUS = 3
_MOST_WORDS_OF_HELP = 2
_MOST_WORDS_OF_CAUSE = 3
_THINGS = ("THING", "LIGHT", "COUNTED", "LITTHING", "ONETHING")
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

    def find(self, name: str) -> str | None:
        """What may stand in a place of nothing but what is known."""
        return self.giver if name == "GIVING" else self.implied.get(name)


def fill_pattern(pattern: Pattern, parts: Sequence[Part], known: Mapping[str, str]) -> str | None:
    """The line of a pattern with these parts in its places; None if a place stays empty, or a part
    has none. What is `known` fills places that nobody names, as `~HERE`."""
    all_known = _Known(_find_giver(parts), _find_agent(parts), known)
    if any(name.startswith(_MANY_PLACES) for name in pattern.places):
        parts = merge_counts(_tell_spots(parts))
    filled = next(_fill_places(pattern.pieces, tuple(parts), {}, all_known), None)
    return None if filled is None else _write_line(pattern, filled, known)


def _find_giver(parts: Sequence[Part]) -> str:
    """The NPC who is named first, as who gives what comes then; "" if there is none."""
    is_giver = bool(parts) and not parts[0].link
    return parts[0].meanings.get("npc", "") if is_giver else ""


def _find_agent(parts: Sequence[Part]) -> str:
    """Who does something to another: of two the one after `by`, or else the first, but for one who
    `suffers`."""
    people = [part for part in parts if part.meanings.keys() & {"person", "npc"}]
    if not people[1:] or people[1].joins:
        return ""
    agents = [part for part in people if part.link == "by"] or people[people[0].suffers :]
    links = OF_AGENTS if people[0].suffers else OF_AGENTS[:2]
    return agents[0].typed if agents[0].link in links else ""


def _tell_spots(parts: Sequence[Part]) -> list[Part]:
    """The parts with `pack` as a spot, where another thing is named."""
    is_thing = ["thing" in part.meanings for part in parts]
    told = []
    for at, part in enumerate(parts):
        others = is_thing[:at] + is_thing[at + 1 :]
        if "spot" in part.meanings and any(others):
            part = part._replace(meanings=_drop_thing(part.meanings))
        told.append(part)
    return told


def _drop_thing(meanings: Mapping[str, str]) -> dict[str, str]:
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
    open_pieces = [each for each in pieces if _takes(each, part, filled, known)]
    for piece in sorted(open_pieces, key=lambda each: _rank_piece(each, part)):
        taken = {**filled, piece: [*filled.get(piece, ()), part]}
        yield from _fill_places(pieces, tuple(rest), taken, known)


def _must_be_filled(piece: Piece) -> bool:
    is_given = not piece.place or piece.place.startswith("~")
    return piece.is_required and not is_given


def _takes(piece: Piece, part: Part, filled: Filled, known: _Known) -> bool:
    name = piece.place.removesuffix("…")
    place = PLACES.get(name)
    # Measured: most parts are of another kind, so that is asked first.
    if place is None or not _fits(place, part) or (place.links and part.link not in place.links):
        return False
    if piece in filled and not piece.place.endswith("…"):
        return False
    if part.sign not in ((piece.before,) if name == "THING" else _SIGNS.get(piece.before, ("",))):
        return False
    if name == "NAME" and part.link and "person" in part.meanings:
        return False  # the link says that somebody is meant
    if piece in filled and name in _THINGS and part.link in _WHEREABOUTS:
        return False  # `2 potions in the chest` are no chest
    if piece in filled and name == "COINS" and part.link == "of":
        return False  # `5 shillings out of a guilder` are not both
    if name in _KNOWN and part.meanings.get(place.kinds[0]) != known.find(name):
        return False
    if name == "PAYER" and known.giver:
        return False
    if name in ("VICTIM", "HITTER") and (part.typed == known.agent) != (name == "HITTER"):
        return False
    if name in _DONE_TO and part.acts:
        return False
    if part.link in _WHENCE.get(name, ()) and (name == "COINS" or piece in filled):
        return False
    return name not in _TOLD or _TOLD[name](part, piece in filled)


def _fits(place: Place, part: Part) -> bool:
    """True if a part means something of a kind that stands there."""
    if not place.kinds:
        return not part.meanings
    return place.kinds == ("*",) or any(_has_kind(part, kind) for kind in place.kinds)


def _is_story(part: Part, is_begun: bool) -> bool:
    """True for what somebody does, and then for what it is done to; never for an opponent whom
    nobody knows."""
    words = part.typed.casefold().split()
    if part.link == "vs" and not part.meanings:
        return False
    if not list_negations().isdisjoint(words):
        return False
    return is_begun or words[0] in list_action_forms()


def _is_treasure(part: Part, _is_begun: bool) -> bool:
    """True for a thing that no price table has, as `silver ring`."""
    words = part.typed.casefold().split()
    if part.meanings and words[-1] in METALS:
        return True
    is_several = bool(words[1:] or part.times)  # one word may be a slip
    is_several = is_several and not part.meanings.keys() - {"thing"}
    if not is_several or not part.meanings.get("thing", '"').startswith('"'):
        return False
    is_particle = words[0] in ("up", "out", "off", "away")
    return (
        not is_particle
        and words[-1] in load_phrases().treasures
        and list_negations().isdisjoint(words)
    )


def _is_reason(part: Part, _is_begun: bool) -> bool:
    return list_negations().isdisjoint(part.typed.casefold().split())


def _is_scene(part: Part, is_begun: bool) -> bool:
    """True for what is there; what somebody carries is more than that."""
    return "carried" not in part.meanings and _is_reason(part, is_begun)


def _is_bonus(part: Part, _is_begun: bool) -> bool:
    """True for a number as the Guide adds it; a larger one is what was rolled."""
    return int(part.meanings.get("number", "0")) <= _MAX_BONUS


def _is_unknown(part: Part, _is_begun: bool) -> bool:
    """False for a verb, as `lifted`, for who or what does it, and for what denies or supposes: that
    is no name."""
    words = part.typed.casefold().split()
    first, word = words[0], words[-1]
    is_form = word.endswith("ed") or (word == f"{word[:-1]}s" and word[:-1] in index_first_words())
    is_verb = first in list_action_forms() or (is_form and word in index_first_words())
    return not is_verb and part.link != "by" and list_negations().isdisjoint(words)


def _is_campsite(part: Part, _is_begun: bool) -> bool:
    """True for where one sleeps, as `a rotten spot`; what is so is said beside it."""
    groups = load_phrases().groups
    return {*groups["campsite"], *groups["bad"]}.issuperset(part.typed.casefold().split())


def _is_bad_camp(part: Part, is_begun: bool) -> bool:
    """True for where one sleeps with the word for how bad it is, as `a cold ditch`."""
    is_bad = not {*load_phrases().groups["bad"]}.isdisjoint(part.typed.casefold().split())
    return _is_campsite(part, is_begun) and (is_begun or is_bad)


def _is_counted(part: Part, _is_begun: bool) -> bool:
    return bool(part.times)


def _is_help(part: Part, is_begun: bool) -> bool:
    """True for what helps or hinders a Check, as `wet stone`."""
    return "thing" in part.meanings if is_begun else len(part.typed.split()) <= _MOST_WORDS_OF_HELP


def _is_beings(part: Part, _is_begun: bool) -> bool:
    """True for some of a kind, as `six cultists`."""
    words = part.typed.casefold().split()
    is_known = "npc" in part.meanings or len(words) > _MOST_WORDS_OF_HELP
    return not is_known and words[-1].endswith(("s", "men", "folk"))


def _is_foe(part: Part, is_begun: bool) -> bool:
    """False for many of whom nobody says how many they are, as `goblins`; and for who is known,
    where no others are named before."""
    if "npc" in part.meanings:
        return is_begun and not part.times
    is_many = "creature" in part.meanings and part.typed.casefold().endswith("s")
    return bool(part.times) or is_begun or not is_many


def _is_cause(part: Part, _is_begun: bool) -> bool:
    """True for what harms somebody and is nobody's, as `falling rocks`."""
    words = part.typed.casefold().split()
    is_told = list_negations().isdisjoint(words) and load_phrases().qualifying.isdisjoint(words)
    is_short = len(words) <= _MOST_WORDS_OF_CAUSE and "carried" not in part.meanings
    is_name = not (part.has_article or "thing" in part.meanings or words[1:])  # or a slip of one
    return is_told and is_short and not is_name


def _is_hideout(part: Part, is_begun: bool) -> bool:
    return (part.link == "of") == is_begun and "carried" not in part.meanings


def _is_found_in(part: Part, _is_begun: bool) -> bool:
    return "carried" not in part.meanings and not part.times


def _is_food(part: Part, _is_begun: bool) -> bool:
    return part.typed.casefold().split()[-1] in load_phrases().food


def _is_alms(part: Part, is_begun: bool) -> bool:
    """True for who is given to and is nobody known, as `the poor box`."""
    words, groups = {*part.typed.casefold().split()}, load_phrases().groups
    if is_begun:
        return not part.link and words <= {*groups["alms box"]}
    is_given = bool(part.link) and "carried" not in part.meanings
    return is_given and not {*groups["alms"]}.isdisjoint(words)


def _is_one(part: Part, _is_begun: bool) -> bool:
    return not part.typed.casefold().endswith("s")


def _is_each(part: Part, _is_begun: bool) -> bool:
    """False for the Company as one, as in `the party pays 5p`."""
    words = part.typed.casefold().removesuffix("'s").split()
    return {*words}.isdisjoint(load_phrases().groups["company"])


_TOLD = {
    "EACHONE": _is_each,
    "EACHPAYER": _is_each,
    "ONETHING": _is_one,
    "FOOD": _is_food,
    "ALMS": _is_alms,
    "HIDEOUT": _is_hideout,
    "STAND": _is_hideout,
    "FOUNDIN": _is_found_in,
    "BEINGS": _is_beings,
    "FOES": _is_foe,
    "CAMPSITE": _is_campsite,
    "BADCAMP": _is_bad_camp,
    "CAUSE": _is_cause,
    "HELP": _is_help,
    "BONUS": _is_bonus,
    "COUNTED": _is_counted,
    "UNKNOWN": _is_unknown,
    "STORY": _is_story,
    "TREASURE": _is_treasure,
    "REASON": _is_reason,
    "SCENE": _is_scene,
}
"""Places of words that mean nothing by themselves, and which of these they take."""


def _has_kind(part: Part, kind: str) -> bool:
    """True if a part means this; after a colon stands which one."""
    name, _, text = kind.partition(":")
    if not kind:
        return not part.meanings
    return name in part.meanings and text in ("", part.meanings[name])


def _rank_piece(piece: Piece, part: Part) -> tuple[int, bool]:
    """Places with a fitting link first; a number is the name of nothing where another place is
    open."""
    takes_any = PLACES[piece.place.removesuffix("…")].kinds == ("*",)
    return _rank_link(piece, part), takes_any and "number" in part.meanings


def _rank_link(piece: Piece, part: Part) -> int:
    links = PLACES[piece.place.removesuffix("…")].links
    return links.index(part.link) if part.link and part.link in links else -1


def _write_line(pattern: Pattern, filled: Filled, known: Mapping[str, str]) -> str | None:
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
