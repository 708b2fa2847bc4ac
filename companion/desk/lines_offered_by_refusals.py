"""The lines that a refusal offers after "Try:" or "To make them:", and the line itself where
something open has stopped it: `yes` takes the only one, a number one of several.

At a prompt whoever reads "Try: eat all" need not type it.
"""

import re
from collections.abc import Mapping, Sequence

from companion.errant.company import Errant, list_everyone_present
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.command_words import list_command_words
from companion.refusal import Ambiguous, Refusal, StillOpen, join_choices

_OFFER = "Try: "
_OR = ", or "
_OFFERS = re.compile(r"(?:Try|To make them): ")
_END = re.compile(r"[.;](?=\s[A-Z]|$)")
_WHEN = re.compile(r"(?<=\w) (?:when|until) |, once for each")
"""After some lines stands when they are to be typed."""
_PLACE = re.compile(r"\b[A-Z]{4,}\b")
"""A place of a form, as ERRANT: whoever takes the line must fill it."""
_TEXTS = ("note", "secret", "declare", "done", "every", "sign", "tell", "fate")
"""Words of which a hint may show an example, as `note the ferryman lies`."""
_YES = re.compile(
    r"(?:(?:ok|okay|sure|fine|right|alright),? )?"
    r"(?:(?:y|yes|yep|yeah|yup|aye),?"
    r"(?: please| do| that| it| that one| go on| go ahead| go for it| of course| anyway)*"
    r"|(?:do|take|use) (?:it|that|that one)(?: then| anyway)?|that one|that"
    r"|go ahead(?: then| anyway)?|go for it|go on anyway)|sure|of course|please do"
)
_ANSWER = re.compile(
    r"(?:(?:oh|ok|no|well|it(?: is|['’]s)|that(?: is|['’]s)|let|then|just|use|uses|using),? )*"
    r"(?P<link>with )?(?:the |an? |his |her |its |their )*"
    r"(?P<words>\w+(?: \w+)??)(?:'s)?"
    r"(?: one)?(?P<verb> (?:does|do|did|will|has|gets?|takes?|took|carrie?s|holds?|keeps?|pays?"
    r"|pockets?|grabs?|bags?))?(?P<it> (?:it|that|them|this|all of (?:it|them)"
    r"|the (?:lot|loot|find|coins?|money|cash|silver|gold|pennies|shillings|guilders)))?"
    r"(?: (?:then|please|of course))*"
)
"""An answer to a question in a few words, as `with the hammer` and `ondine takes them`."""
_FEW_WORDS = 2
_NO = re.compile(r"(?:no|nope|nah|n|never mind|not now|not yet)(?: thanks| thank you| please)?")
"""How an offer is turned down: what the answer to that shows is none."""
_OF_AMOUNTS, _WORDS_OF_AMOUNT = ("hurt", "heal", "exhaust", "supply", "coins", "hp"), 3
"""Words after which somebody and how much stands: `hurt wim 2`."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_NUMBERS = ("one", "two", "three", "four", "five")


def parse_lines_offered_in_hint(typed: str, hint: str) -> tuple[str, ...]:
    """The lines of a hint that stand after "Try:", as `eat all` and `eat bree` in "Try: eat all, or
    eat bree. To read about it: help eat". A comma begins another line only where an "or" stands
    too, and before a word of the companion's: `buy bree torch, rope` is one. None where they are
    examples, which have no word of what was typed."""
    sign = _OFFERS.search(hint)
    if sign is None:
        return ()
    offered = _END.split(hint[sign.end() :], maxsplit=1)[0]
    first, *others = re.split(r"(, or |, )", offered)
    if _OR not in others[::2]:  # `buy bree rope, supply x3` is one line
        first, others = offered, []
    lines = [first]
    for joint, piece in zip(others[::2], others[1::2], strict=True):
        is_of_text = joint == ", " and (lines[-1].startswith(_TEXTS) or piece.startswith("a "))
        if _begins_with_command_word(piece) and not is_of_text:
            lines.append(piece)
        elif joint == ", ":
            lines[-1] += f"{joint}{piece}"
    lines = [each if each.startswith(_TEXTS) else _WHEN.split(each)[0] for each in lines]
    if any(map(_PLACE.search, lines)) or not any(
        _is_made_of_typed_words(typed, each) for each in lines
    ):
        return ()
    return tuple(lines)


def list_lines_offered_by_refusal(
    refusal: Refusal, hint: str, text: str, meant: str | None, *, is_read: bool
) -> tuple[str, ...]:
    """The lines that the hint of a refused line offers. No line is an example where the line could
    not be read, or may be read in several ways. Where something still open has stopped it once, the
    line itself: typed again it goes through."""
    if _NO.fullmatch(text.casefold().strip(" .,!")):
        return ()
    is_own = refusal.kind == "ambiguous" or (refusal.kind == "unknown" and not is_read)
    offered = parse_lines_offered_in_hint(f"{text} {meant or (hint if is_own else '')}", hint)
    again = (meant or text,) if isinstance(refusal, StillOpen) else ()
    return offered or again


def _is_made_of_typed_words(typed: str, line: str) -> bool:
    """True if a line is made of what was typed, or of its word alone; False for one of signs."""
    first, *others = re.findall(r"\w+", line.casefold()) or [""]
    if not first:
        return False
    said = {*re.findall(r"\w+", typed.casefold())}
    return not said.isdisjoint(others) or (first not in _TEXTS and (first in said or not others))


def _begins_with_command_word(piece: str) -> bool:
    return piece.partition(" ")[0].removesuffix("!") in list_command_words()


def find_accepted_line(
    typed: str, offered: Sequence[str], asked: tuple[Errant, ...] = ()
) -> str | None:
    """The line of those `offered` that is taken by `yes`, `the second` or `2`, or by the words that
    tell it from the others, as `small`; None for any other line. Where it was `asked` who of these,
    a name takes it for whoever has that. Raises Ambiguous for `yes` where several were offered."""
    people = index_people_by_first_word(asked)
    said = " ".join(typed.casefold().strip(" .,!").split())
    if not offered:
        return None
    if people and (line := _write_line_of_another(said, offered[0], people)):
        return line
    if _YES.fullmatch(said):
        if not offered[1:]:
            return offered[0]
        raise Ambiguous(
            f"«{typed.strip()}» may mean any of {len(offered)} lines. Type 1 for the first.",
            f"{_OFFER}{join_choices(offered)}",
        )
    named = said.removeprefix("the ").removesuffix(" one")
    place = _find_position_of_offer(named)
    if place is None:
        return _find_only_line_with_words(said, offered)
    if numbers := list_numbers_of_offers(offered):  # `2` of `goblins 2, or goblins 3` is goblin 2
        called = str(place + 1)
        return offered[numbers.index(called)] if called in numbers else None
    return offered[place] if place < len(offered) else None


def list_numbers_of_offers(offered: Sequence[str]) -> tuple[str, ...]:
    """The number in each of several lines that are one but for it, as that of a foe; nothing for
    any others, and where it is only how much."""
    words = [each.split() for each in offered]
    if any(each[0] in _OF_AMOUNTS and len(each) == _WORDS_OF_AMOUNT for each in words):
        return ()
    if len(offered) < _FEW_WORDS or len({len(each) for each in words}) > 1:
        return ()
    places = [column for column in zip(*words, strict=True) if len({*column}) > 1]
    numbers = tuple(places[0]) if len(places) == 1 else ()
    return numbers if all(map(str.isdecimal, numbers)) and len({*numbers}) == len(numbers) else ()


def index_people_by_first_word(errants: tuple[Errant, ...]) -> dict[str, str]:
    """The names of those who are here, as they are typed, by the first word of each that no other
    begins with."""
    names = [quote_typed_name(each) for each in list_everyone_present(errants)]
    firsts = [name.strip('"').casefold().partition(" ")[0] for name in names]
    named = zip(firsts, names, strict=True)
    return {first: name for first, name in named if firsts.count(first) == 1}


def _write_line_of_another(said: str, offered: str, people: Mapping[str, str]) -> str:
    """The line offered for one of these people, of whom else of them was named, as `wim` or `wim
    takes it`; "" where nobody is."""
    answer = _ANSWER.fullmatch(said)
    named = people.get(answer["words"]) if answer else None
    words = offered.split()
    places = [at for at, word in enumerate(words) if word.casefold() in people]
    if named is None or len(places) != 1:
        return ""
    words[places[0]] = named
    return " ".join(words)


def _find_only_line_with_words(said: str, offered: Sequence[str]) -> str | None:
    """The only one of the lines with all these few words, as `the hammer`; None where a word of the
    companion's is among them, or what is said may deny it, as `ondine keeps them`. An only line is
    no question: it is taken by what it is done with, as `with the hammer`."""
    answer = _ANSWER.fullmatch(said)
    if answer is None or answer["verb"] or answer["it"]:
        return None
    words = answer["words"].split()
    first_words = {each.partition(" ")[0] for each in offered}
    is_of_offer = len(offered) > 1 and first_words.isdisjoint(words)  # `coins` of treasure/coins
    is_answer = is_of_offer or list_command_words().isdisjoint(words)
    if not (is_answer and 0 < len(words) <= _FEW_WORDS) or not all(map(str.isalpha, words)):
        return None
    if answer["link"]:
        offered = [each for each in offered if re.search(rf" with .*\b{words[-1]}\b", each)]
    elif not offered[1:]:
        return None
    found = [each for each in offered if {*words} <= {*re.findall(r"\w+", each.casefold())}]
    return found[0] if len(found) == 1 else None


def _find_position_of_offer(said: str) -> int | None:
    """The place of a line that is named: 0 for `1`, `one` or `first`."""
    for names in (_ORDINALS, _NUMBERS, tuple("12345")):
        if said in names:
            return names.index(said)
    return None
