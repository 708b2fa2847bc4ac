"""The next Turn, as it is said: by its length, by what is done in it, or by its type."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.grammar.command_words import WORDS
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.whole_line_phrases import sounds_like_outcome
from companion.refusal import Ambiguous, Impossible, join_choices

_SCENE = re.compile(r"(?i)(?:it|that|there|everything|every(?:one|body))(?:['’]?s| is| are| was)\b")
"""How it is told what is so: nobody does that in the next Turn."""

_NUMBERED = re.compile(
    r"(?i)(?:now |ok,? |on to )*(?:round|turn) (?P<number>\d{1,3})(?: begins| starts| now)?"
    r"(?P<rest>[,:;.!]? ?.*)"
)
_NEXT_WITH_LENGTH = re.compile(r"(?i)(?P<next>(?:\w+,? )?next[,:]? [^,]+), (?P<length>[\w ]+)")
"""`next they force the door, ten minutes`: the Turn begins either way."""
_TRAILING = re.compile(r"(?<=\w) ?(?:\.{2,}|…)$")


def replace_length_by_new_turn(typed: str, campaign: Campaign) -> str:
    """A line with `new turn` for its length, as ten minutes in an Exploration Turn, where more
    is said than that it goes by, and without it where it says `next` already; and with `new round`
    for its number in a fight."""
    typed = replace_round_number_by_new_round(typed, campaign)
    open_type = campaign.turns[-1].type if campaign.turns else ""
    if f"{open_type} length" not in load_phrases().patterns or is_turn_length_alone(
        typed, campaign
    ):
        return typed
    length, begun = compile_named_pattern(f"{open_type} length"), _NEXT_WITH_LENGTH.fullmatch(typed)
    if begun and length.fullmatch(begun["length"]):
        return begun["next"]
    named = length.sub("new turn", typed, count=1)
    has_more = named != "new turn" and re.search(r", new turn\b|^\W*(?:\w+ )?new turn", named)
    return named if has_more else typed


def replace_round_number_by_new_round(typed: str, campaign: Campaign) -> str:
    """A line of a fight with `new round` for the number of the one that comes next, as `round two,
    we go first`; any other line as it is."""
    said = _NUMBERED.match(write_numbers_in_digits(typed))
    if said is None or not campaign.book.combatants:
        return typed
    is_next = int(said["number"]) == campaign.innermost_turn.number + 1
    return f"new round{said['rest']}" if is_next else typed


def refuse_turn_length_alone(typed: str, campaign: Campaign) -> None:
    """Raises Ambiguous for `another ten minutes` in Exploration Turns."""
    if is_turn_length_alone(typed, campaign):
        turn = campaign.innermost_turn
        length = turn.span or campaign.book.rules.get_turn_length(turn.type)
        raise Ambiguous(f"«{typed}» may mean two things.", f"Try: next, or +{length}")


def is_turn_length_alone(typed: str, campaign: Campaign) -> bool:
    """True for `another ten minutes` in Exploration Turns: a Turn goes by, or the clock moves."""
    length = f"{campaign.turns[-1].type} length" if campaign.turns else ""
    if length not in load_phrases().patterns or typed.startswith(("+", "-")):
        return False
    left = compile_named_pattern(length).sub("", typed, count=1)
    return left != typed and all(
        word in load_phrases().openers for word in re.findall(r"\w+", left.casefold())
    )


_TYPE_AND_ACTION = re.compile(
    r"(?i)(?:(?:an? |the )?(?:new |next |another )?)(?P<type>travel|exploration|downtime) turn"
    r"[,:] (?P<action>[^?]+)"
)
"""A Turn by its type, and what is done in it."""


def list_lines_beginning_named_turn(typed: str, campaign: Campaign) -> Iterator[str]:
    """The line of the next Turn of a type that is named, where nothing else is said, as `next
    month`, or what is done in it, as `travel turn, row on`.
    Raises Impossible where another type is open, whose Turn does not end by it."""
    if acting := _TYPE_AND_ACTION.fullmatch(typed.strip()):
        is_open = bool(campaign.turns) and campaign.turns[-1].type == acting["type"].casefold()
        yield from [f"next {acting['action']}"] if is_open else []
        return
    said = compile_named_pattern("turn of type").match(typed.strip())
    if said is None or "?" in typed:
        return
    wanted = next(name for name in ("travel", "downtime", "exploration") if said[name])
    open_types, is_alone = [turn.type for turn in campaign.turns], not said["more"].endswith(" ")
    if open_types[-1:] == [wanted]:
        yield from ("next",) if is_alone else ()
    elif is_alone and (wanted == "downtime" or not open_types):
        yield "downtime" if open_types == ["travel"] else f"zoom {wanted}"
    else:
        is_outer = wanted in open_types
        found = f"The open Turn is an {open_types[-1]} Turn" if open_types else "No Turn is open"
        found = re.sub(r"\ban (?![aeiou])", "a ", found)
        ways = [*(["next"] if open_types else [f"zoom {wanted}"]), *(["out"] if is_outer else [])]
        raise Impossible(f"{found}, and no {wanted} Turn.", f"Try: {join_choices(ways)}")


def list_lines_shortened_to_next(typed: str) -> Iterator[str]:
    """The line of `next turn, we search`, and of `they search next`: `next search`; and of `every 6
    turns burn the lights`."""
    if last := compile_named_pattern("turn last").fullmatch(typed):
        yield from () if sounds_like_outcome(last[1]) else (f"next {last[1]}",)
    elif left := compile_named_pattern("turn left").fullmatch(typed):
        begun = left[1].split()[0].casefold()
        is_deed = begun not in WORDS and begun not in load_phrases().openers
        is_told = bool(_SCENE.match(left[1])) or begun in load_phrases().groups["scenery"]
        is_deed = is_deed and not is_told
        is_deed = is_deed and not sounds_like_outcome(left[1])
        yield from (f"next {left[1]}",) if is_deed else ()
    if burning := compile_named_pattern("every burn").fullmatch(write_numbers_in_digits(typed)):
        yield f"every {burning[1]} turns burn"
    shortened = compile_named_pattern("turn first").sub("next ", typed, count=1)
    if shortened != typed:
        yield _TRAILING.sub("", shortened)
