"""Turns and their types, what is done in them, the Event Die and the clock in a line."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, pairwise
from typing import Any, NamedTuple, get_args

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.table_facts_and_decks import SEASONS
from companion.errant.company import Errant, list_everyone_present, list_members_present
from companion.errant.turns.clock import Span
from companion.errant.turns.event_die import EVENT_TABLES
from companion.errant.turns.turns import TURN_TYPES, WHOLE_COMPANY, Camp, TurnType
from companion.grammar.argument_kind import (
    Completion,
    Kind,
    Scene,
    Words,
    WrongFormError,
    complete_single_word,
)
from companion.grammar.argument_kinds.company import (
    complete_errants,
    complete_errants_not_yet_named,
)
from companion.grammar.argument_options import (
    parse_whole_number,
    take_dice_faces,
    take_signed_numbers,
)
from companion.grammar.declared_actors import AND, repeat_action_for_actors, split_action_by_actors
from companion.grammar.name_matching import find_errant, find_exact_errant, split_names
from companion.refusal import Impossible, Malformed, Unknown, find_similar, join_words
from companion.text_cleaning import clip_text, quote_name

MAX_SEASON_LENGTH = 60
_LENGTHS: dict[TurnType, str] = {
    "downtime": "a month each",
    "travel": "4 hours each",
    "exploration": "10 minutes each",
    "initiative": "10 seconds each",
}
_CAMPS: dict[Camp, str] = dict(
    zip(get_args(Camp), ("a good camp", "no Exhaustion is lost", "a 5 counts as a 1"), strict=True)
)
_SPANS = {"10m": "ten minutes, for example", "4h": "four hours", "1d": "a day"}


class Night(NamedTuple):
    """How a night is slept through: the kind of camp and who keeps watch, as far as it is said."""

    camp: Camp | None = None
    watch: tuple[Errant, ...] | None = None


class DeclaredAction(NamedTuple):
    """What somebody does in a Turn, by their id; a Rest, or a night's sleep, is no action. `more`
    is what others do, named in the same line."""

    text: str = ""
    who: str = WHOLE_COMPANY
    is_rest: bool = False
    night: Night | None = None
    more: tuple["DeclaredAction", ...] = ()


def parse_turn_type(typed: str) -> TurnType:
    """A Turn type by its name or the beginning of it. Raises Unknown."""
    found: list[TurnType] = [t for t in TURN_TYPES if typed and t.startswith(typed.casefold())]
    if len(found) != 1:
        way = "Try: out" if typed.casefold() == "out" else ""
        ways = () if way else find_similar(typed, TURN_TYPES) or TURN_TYPES
        raise Unknown(f"There is no type of Turn «{typed}».", way, typed=typed, instead=ways)
    return found[0]


def _take_first_type(words: Words, scene: Scene) -> tuple[TurnType, Words]:
    """A Turn type where no Turn is open; any other word begins an action."""
    if not scene.campaign.turns:
        with suppress(Unknown):
            return parse_turn_type(words[0]), words[1:]
    raise WrongFormError


def _complete_first_types(scene: Scene) -> Iterable[Completion]:
    return () if scene.campaign.turns else _complete_inner_types(scene)


def _complete_inner_types(scene: Scene) -> Iterator[Completion]:
    turns = scene.campaign.turns
    begin = TURN_TYPES.index(turns[-1].type) + 1 if turns else 0
    return (Completion(kind, _LENGTHS[kind]) for kind in TURN_TYPES[begin:])


def _take_length_after_for(words: Words) -> tuple[Span | None, Words]:
    """The length of time in `for 1h`, or None; any other `for` belongs to the action."""
    for at, (word, length) in enumerate(pairwise(words)):
        if word.casefold() == "for" and re.fullmatch(r"\d{1,9}[smhd]\S*", length.casefold()):
            return Span.parse(length), words[:at] + words[at + 2 :]
    return None, words


def _take_clock_change(words: Words, scene: Scene) -> tuple[Span, Words]:
    """How far the clock moves: `+4h`, `-30m`, or `+2t` for Turns of the open type."""
    typed, examples = "".join(words).casefold(), "Try: +4h, -30m, +1d or +2t"
    if not typed:
        raise Malformed("How far shall the clock move?", examples)
    if typed[0] not in "+-":
        raise Malformed(f"«{typed}» does not say how far.", examples)
    if turns := re.fullmatch(r"(\d{1,6})t", typed[1:]):
        turn, rules = scene.campaign.innermost_turn, scene.campaign.book.rules
        length = turn.span or rules.get_turn_length(turn.type)
        seconds = parse_whole_number(turns[1]) * length.seconds
    else:
        seconds = Span.parse(typed[1:]).seconds
    return Span(-seconds if typed[0] == "-" else seconds), ()


def complete_clock_spans(scene: Scene) -> Iterator[Completion]:
    """Examples of how far the clock can be moved by hand, on or, after a `-`, back."""
    sign = "-" if scene.begun.startswith("-") else "+"
    for length, description in _SPANS.items():
        yield Completion(f"{sign}{length}", description)
    if scene.campaign.turns:
        yield Completion(f"{sign}2t", "two Turns of the open type")


def _read_season(text: str, _scene: Scene) -> str:
    season = text.casefold()
    if not 0 < len(season) <= MAX_SEASON_LENGTH:
        hint = f"Its name has at most {MAX_SEASON_LENGTH} characters."
        raise Impossible(f"«{clip_text(season, 20)}» is no season.", hint)
    return season


def _read_watchers(words: Words, scene: Scene) -> tuple[Errant, ...]:
    """Those who keep watch, each once; none for `nobody`."""
    names = split_names(words)
    if not names:
        raise Malformed("Who keeps watch?", "Try: watch bree wim, or watch nobody")
    if [name.casefold() for name in names] == ["nobody"]:
        return ()
    found = {errant.id: errant for errant in (find_errant(scene.campaign, n) for n in names)}
    return tuple(found.values())


def _is_in_travel_turn(campaign: Campaign) -> bool:
    return bool(campaign.turns) and campaign.turns[-1].type == "travel"


def _list_sleep_words(campaign: Campaign) -> Words:
    """The words with which a night's sleep is declared; a camp elsewhere is an action."""
    return ("sleep", "camp") if _is_in_travel_turn(campaign) else ("sleep",)


def _complete_watchers(scene: Scene) -> Iterator[Completion]:
    """Who could keep watch besides those named already, in a Travel Turn."""
    if not _is_in_travel_turn(scene.campaign) or "nobody" in scene.folded:
        return
    yield from complete_errants_not_yet_named(scene, list_members_present(scene.campaign.errants))
    if not scene.before:
        yield Completion("nobody", "all of them sleep")


def _split_at_watch(words: Words) -> tuple[Words, Words | None]:
    """The words before `watch`, and those after it; None without that word."""
    folded = [word.casefold() for word in words]
    if "watch" not in folded:
        return words, None
    at = folded.index("watch")
    return words[:at], words[at + 1 :]


def _read_night(words: Words, scene: Scene, *, is_loose: bool = False) -> Night:
    """`[CAMP] [watch ERRANT…]`; one that is loose may say anything else too, as `in the open barn
    watch bree`."""
    before, after = _split_at_watch(words)
    typed = [word.casefold() for word in before]
    camps = [camp for word in typed for camp in _CAMPS if camp == word]
    other = next((word for word in typed if word not in _CAMPS), "")
    if other and not is_loose:
        raise Malformed(f"«{other}» is no kind of camp.", "Try: sleep open, or sleep watch bree")
    if len(set(camps)) > 1:
        kinds = join_words([f"«{camp}»" for camp in camps], "or")
        raise Malformed(f"A camp is of one kind: {kinds}?", f"Try: sleep {camps[-1]}")
    watch = None if after is None else _read_watchers(after, scene)
    return Night(camps[0] if camps else None, watch)


def _complete_nights(scene: Scene) -> Iterator[Completion]:
    if not _is_in_travel_turn(scene.campaign):
        return
    before, after = _split_at_watch(scene.before)
    if after is not None:
        yield from _complete_watchers(scene._replace(before=after))
        return
    if not before:
        yield from (Completion(camp, description) for camp, description in _CAMPS.items())
    yield Completion("watch", "who keeps watch")


def _read_action(words: Words, scene: Scene) -> DeclaredAction:
    """An action, of an Errant after their name, or those of several; `rest`, and `sleep` or `camp`
    with what follows. Raises Malformed for faces of dice, and for marks and numbers alone."""
    campaign = scene.campaign
    clauses = chain.from_iterable(
        repeat_action_for_actors(e, campaign) for e in split_action_by_actors(words, campaign)
    )
    own, *more = (_read_action_of_one_doer(each, scene) for each in clauses)
    if own.is_rest or own.night is not None:
        return _read_action_of_one_doer(words, scene)
    return own._replace(more=tuple(more))


def _read_action_of_one_doer(words: Words, scene: Scene) -> DeclaredAction:
    """What one of them does, or the Company."""
    first, others = words[0], words[1:]
    numbers = re.findall(r"\w+", " ".join(words))
    if all(map(str.isdecimal, numbers)):
        is_rolled = bool(numbers) and {*numbers} <= {*"123456"}
        done = f"={','.join(numbers)}" if is_rolled else "search the nave"
        raise Malformed(f"«{' '.join(words)}» is nothing that is done.", f"Try: next {done}")
    if re.fullmatch(r"=\d[\d,]*", words[-1]):
        raise Malformed(f"No die is rolled for «{words[-1]}».", f"Try: next {' '.join(words)}")
    if first.casefold() == "rest":
        return DeclaredAction(is_rest=True)
    if first.casefold() in _list_sleep_words(scene.campaign):
        return DeclaredAction(night=_read_night(others, scene, is_loose=True))
    errant = find_exact_errant(scene.campaign, first) if others else None
    if errant is None or others[0].casefold() in AND:  # `bree and old pike sing`
        return DeclaredAction(_join_action_words(words))
    return DeclaredAction(_join_action_words(others), errant.id)


def _join_action_words(words: Words) -> str:
    """The words of an action with the quotes of what is said in it; none around all of it."""
    return words[0] if len(words) == 1 else " ".join(map(quote_name, words))


def _complete_actions(scene: Scene) -> Iterator[Completion]:
    """Rest and sleep where there is such a thing, and who does something; the action itself is in
    the table's own words."""
    campaign = scene.campaign
    if not campaign.turns:
        return
    if scene.folded and scene.folded[0] in _list_sleep_words(campaign):
        yield from _complete_nights(scene._replace(before=scene.before[1:]))
    if scene.before:
        return
    if campaign.turns[-1].type in ("travel", "exploration"):
        yield Completion("rest", "the Company Rests this Turn")
    if _is_in_travel_turn(campaign):
        yield Completion("sleep", "half of a night's Rest")
    present = list_everyone_present(campaign.errants)
    yield from complete_errants(e for e in present if find_exact_errant(campaign, e.id) is e)


def _parse_face(typed: str) -> int:
    return parse_whole_number(typed.lstrip("="), what="face of a die")


def _complete_faces(scene: Scene) -> Iterable[Completion]:
    """The faces this Turn's Event Die could show instead."""
    turn = scene.campaign.turns[-1] if scene.campaign.turns else None
    if turn is None or turn.face is None:
        return
    for face, result in enumerate(EVENT_TABLES[turn.type], 1):
        if face != turn.face or turn.ignored:
            yield Completion(str(face), result.replace("_", " "))


def _take_faces_after_equals_sign(words: Words) -> tuple[tuple[int, ...] | None, Words]:
    """Faces after a `=`. Raises Malformed for a face without it."""
    faces, left = take_dice_faces(words)
    if faces is None and len(left) == 1 and left[0].isdecimal():
        raise Malformed(f"«{left[0]}» is nothing the Event Die knows.", f"Try: event ={left[0]}")
    return faces, left


ACTION = Kind.make_rest(
    "action",
    "[ERRANT] ACTION…",
    "What is declared?",
    _read_action,
    _complete_actions,
    "search the nave",
)
TURN_TYPE = Kind.make_word(
    "turn_type", "TYPE", "Zoom to which type of Turn?", parse_turn_type, _complete_inner_types
)
KINDS: dict[str, Kind[Any]] = {
    "TYPE": TURN_TYPE,
    "FIRST-TYPE": replace(TURN_TYPE, take=_take_first_type, complete=_complete_first_types),
    "LENGTH": Kind.make_floating("length", "for LENGTH", _take_length_after_for),
    "SPAN": Kind("span", "SPAN", "", _take_clock_change, complete_clock_spans, "end"),
    "SEASON": Kind.make_text(
        "season", "NAME", "Which season?", _read_season, complete_single_word(lambda _: SEASONS)
    ),
    "NIGHT": Kind.make_rest(
        "night", "suitable|uncomfortable|open] [watch ERRANT…", "", _read_night, _complete_nights
    ),
    "WATCHERS": Kind.make_rest(
        "watchers",
        "ERRANT…|nobody",
        "Who keeps watch?",
        _read_watchers,
        _complete_watchers,
        "nobody",
    ),
    "ACTION": ACTION,
    "ACTION…": replace(ACTION, usage="ACTION…"),
    "FACE": Kind.make_word(
        "face", "FACE", "Becomes which face?", _parse_face, _complete_faces, "4"
    ),
    "±DICE": Kind.make_floating("extra_dice", "±N", take_signed_numbers),
    "=FACES-OF-EVENT": Kind.make_floating("faces", "=FACES", _take_faces_after_equals_sign),
    "table=FACES": Kind.make_floating(
        "table_faces", "table=FACES", partial(take_dice_faces, sign="table=")
    ),
    "WHICH-DICE": Kind.make_flag("is_asking", {"?": "what to roll by hand"}),
}
