"""Corrects what was done last: `no, wim`, `only 2` and `wait, she rolled an 8` take the last line
back and have it done as it was meant."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.undo_and_redo import pair_entries_with_campaigns
from companion.errant.singulars import singularise_name
from companion.errant.typed_names import quote_typed_name
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.book.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.book.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.vocabulary_building import build_vocabulary
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Refusal

UNDO = "undo"
_MAY_CORRECT = re.compile(
    r"(?i)(?:no|nope|nah|not|wait|hang|hold|sorry|oops|whoops|actually|correction|wrong|i meant?"
    r"|my mistake|ah|oh|argh|that|it|make|only|just|to|for"
    r"|(?:(?:the|that|her|his) )?(?:die|dice|roll))\b"
    r"|event\b|.*\b(?:actually|keeps?|again|once more|another|back|minds?)\b"
    r"|.*\b(?:not|instead|i meant?|rolled|rather than)\b"
)
"""What a correction may begin with, or hold: any other line is not looked at."""
_OF_TURNS = ("next", "n", "event", "e", "turn", "t", "declare", "done", "note", "becomes")
"""Words that are corrected otherwise: the Event Die by `becomes`, a text by saying it anew."""
_ROLLING = ("next", "n", "event", "e")
_NUMBER = re.compile(r"(?P<sign>[+-]?x?)(?P<number>\d+)(?P<unit>[a-z]*)")
_COUNTED = ("damage", "dmg", "hp", "points", "point", "of", "them", "those", "it", "times", "each")
"""What may follow a number and says nothing new of it."""
_ROLLED, _TESTS = "=", ("check", "save")
"""A bare number after a test may be that of its die."""
_DICE = ("die", "dice", "d20", "d6", "roll")
_GIVING_AWAY = ("sell", "pass", "drop", "stash", "give", "eat", "coins", "let-go", "buy")
_TRYING = ("check", "save", "talk", "attack", "seek", "morale")
_SENDING, _GETTING = ("to", "for"), ("gets", "got", "has", "had", "takes", "took")
_WITH, _TIMES = re.compile(r" with \S+"), re.compile(r"^ x\d+")
_MOST_WORDS_OF_NAME = 3


class _Last(NamedTuple):
    """The line that was done last, as `said` and as it is read, the campaign before it,
    and whether it left something that can be taken back."""

    said: str
    line: Line
    before: Campaign
    has_content: bool


def split_correction(typed: str, context: Context) -> tuple[str, ...]:
    """`undo` and the last line as it was meant, which stands alone where the last one left nothing
    to take back; `becomes 5` for the Event Die of a Turn that just began. Nothing for a line that
    corrects nothing, or not clearly one thing of it."""
    if "?" in typed or not _MAY_CORRECT.match(typed):
        return ()
    said = write_numbers_in_digits(typed.strip(" .!"))
    faces = compile_named_pattern("faces corrected").fullmatch(said)
    meant = compile_named_pattern("correction").fullmatch(said)
    kept = compile_named_pattern("kept after all").fullmatch(said)
    tried = compile_named_pattern("tried again").fullmatch(said)
    last = _find_last(context)
    if last is None:
        return ()
    if last.line.word in _OF_TURNS:
        die = compile_named_pattern("event die corrected").fullmatch(said)
        face = next(filter(None, die.groups()), "") if die else ""
        return (f"becomes {face}",) if face and last.line.word in _ROLLING else ()
    vocabulary = build_vocabulary(context)
    if kept and last.line.word in _GIVING_AWAY and _is_of_people(kept["who"], last, vocabulary):
        return (UNDO,)
    if tried and last.line.word in _TRYING and _is_of_people(tried["who"], last, vocabulary):
        return (_drop_faces(last.said),)
    lines = (
        *(_list_lines_with_faces(faces, last, vocabulary) if faces else ()),
        *(_list_corrected_lines(meant, last, vocabulary, context) if meant else ()),
    )
    readable = (line for line in lines if line != last.said and _is_readable(line, last, context))
    corrected = next(readable, "")
    if not corrected:
        return ()
    return (UNDO, corrected) if last.has_content else (corrected,)


def _find_last(context: Context) -> _Last | None:
    """The newest entry, where it is a word of this seat that can be said otherwise."""
    backwards = pair_entries_with_campaigns(context.campaign, context.read_entries())
    newest = next(backwards, None)
    if newest is None:
        return None
    entry, before, _ = newest
    line = parse_typed_line(entry.line)
    is_word = entry.kind == "word" and entry.seat == context.seat
    if not is_word or line is None:
        return None
    return _Last(entry.line, line, before, has_content=entry.has_content)


def _is_readable(said: str, last: _Last, context: Context) -> bool:
    """True for a line that a form reads in the campaign before the last line."""
    line = parse_typed_line(said)
    if line is None:
        return False
    before = context._replace(
        campaign=last.before, word=line.word, arguments=line.arguments, rest=line.rest
    )
    try:
        return bool(WORDS.find_word(line.word).read(line.arguments, before))
    except Refusal:
        return False


def _is_of_people(who: str, last: _Last, vocabulary: Vocabulary) -> bool:
    """True for `she`, and for one of the Company whom the last line names."""
    is_any = who.casefold() in load_phrases().subjects
    return is_any or _find_person(who, vocabulary) in _list_people(last, vocabulary)


def _drop_faces(line: str) -> str:
    return " ".join(word for word in line.split() if not word.startswith(_ROLLED))


def _list_lines_with_faces(
    said: re.Match[str], last: _Last, vocabulary: Vocabulary
) -> Iterator[str]:
    """The last line with these faces of its dice, `she rolled an 8`; nothing where it is said of
    somebody else's, or of another number of the line, as `it was 8`."""
    who, old = (said["who"] or "").casefold(), said["old"]
    is_of_another = who not in ("", *_DICE) and not _is_of_people(who, last, vocabulary)
    words = _drop_faces(last.said).split()
    numbers = {word.lstrip("+-x") for word in words if _NUMBER.fullmatch(word)}
    is_plain = not (said["rolled"] or said["article"] or who in _DICE)
    is_of_number = old in numbers if old else is_plain and bool(numbers)
    if not (is_of_another or is_of_number):
        faces = ",".join(filter(None, (said["first"], said["second"])))
        yield f"{' '.join(words)} {_ROLLED}{faces}"


def _list_corrected_lines(
    said: re.Match[str], last: _Last, vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The last line with what is said in the place of what is like it: a number, somebody of the
    Company, or other words. Nothing where nothing tells that it is a correction."""
    old, new = said["old"] or said["denied"] or "", said["new"]
    link = said["link"] or ""
    is_pointed = bool(said["that"] or said["instead"] or old)
    is_clear = is_pointed or re.search(r",|mean", said["call"] or "") is not None
    if person := _find_person(new, vocabulary):
        is_sent = link in _SENDING and len(_list_people(last, vocabulary)) > 1
        if said["only"] or not (is_clear or said["call"] or is_sent):
            return
        which = _Which(person, old, link, said["did"] or "")
        yield from _list_lines_of_person(which, last, vocabulary, context)
    elif not (is_clear or said["only"]):
        return
    elif number := _find_number(new, last):
        if is_pointed or not new.isdigit() or last.line.word not in _TESTS:
            yield from _list_lines_with_number(number, old, last)
    elif not (said["did"] or said["only"]):
        yield from _list_lines_with_words(new, old, last, vocabulary)


class _Which(NamedTuple):
    """Who is meant, instead of whom, `to` or `from` whom, and what they did."""

    person: str
    old: str
    link: str
    did: str


def _find_person(word: str | None, vocabulary: Vocabulary) -> str:
    return vocabulary.names.get((word.casefold(),), {}).get("person", "") if word else ""


def _list_people(last: _Last, vocabulary: Vocabulary) -> list[str]:
    """The ids of those of the Company whom the last line names, in its order."""
    found = (_find_person(word, vocabulary) for word in last.said.split())
    return [each for each in found if each]


def _list_lines_of_person(
    which: _Which, last: _Last, vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The last line of this one: instead of whom is said, of the only one named, of the last for
    `to wim` and of the first for `wim did it`. What somebody else held in it may be left out."""
    words = last.said.split()
    named = [at for at, word in enumerate(words) if _find_person(word, vocabulary)]
    if which.old:
        denied = _find_person(which.old, vocabulary)
        named = [at for at in named if _find_person(words[at], vocabulary) == denied]
    elif which.link in _SENDING and named[1:]:
        named = named[-1:]
    elif which.did and named[1:]:
        named = named[-1:] if which.did.split()[0] in _GETTING else named[:1]
    if len(named) == 1 and _find_person(words[named[0]], vocabulary) != which.person:
        words[named[0]] = quote_typed_name(context.campaign.get_errant(which.person))
        yield " ".join(words)
        yield _WITH.sub("", " ".join(words))


def _find_number(new: str, last: _Last) -> str:
    """The number that is said, also with what the last line counts; "" for none, and for one with
    more words."""
    known = {*_COUNTED, *load_phrases().articles}
    for word in re.findall(r"[^\W\d]+", last.said.casefold()):
        known |= {word, singularise_name(word), f"{word}s"}
    words = _replace_ordinals(new).split()
    numbers = [word for word in words if word.isdigit()]
    others = [word for word in words if not word.isdigit()]
    return numbers[0] if len(numbers) == 1 and known.issuperset(others) else ""


def _replace_ordinals(said: str) -> str:
    """Words with `2` for `second one`."""
    ordinals, words = load_phrases().ordinals, said.casefold().split()
    kept = [word for at, word in enumerate(words) if not (at and words[at - 1] in ordinals)]
    return " ".join(f"{ordinals.get(word, word)}" for word in kept)


def _list_lines_with_number(number: str, old: str, last: _Last) -> Iterator[str]:
    """The last line with this number in the place of its only one, or of the one denied."""
    words = last.said.split()
    denied = re.search(r"\d+", _replace_ordinals(old))
    found = [(at, _NUMBER.fullmatch(word)) for at, word in enumerate(words) if at]
    told = [(at, each) for at, each in found if each]
    told = [(at, each) for at, each in told if denied is None or each["number"] == denied[0]]
    if len(told) == 1:
        at, each = told[0]
        words[at] = f"{each['sign']}{number}{each['unit']}"
        yield " ".join(words)


def _list_lines_with_words(
    new: str, old: str, last: _Last, vocabulary: Vocabulary
) -> Iterator[str]:
    """The last line with these words in the place of those denied, as `the lantern, not the
    torch`, or of the only ones of their kind; as many of them, or one."""
    meant = _drop_articles(new)
    denied = _drop_articles(old) if old else _find_words_of_same_kind(meant, last, vocabulary)
    if not (meant and denied):
        return
    places = [*re.finditer(rf"(?<![\w-]){re.escape(denied)}(?![\w-])", last.said, re.IGNORECASE)]
    if len(places) == 1 and places[0].start():
        before, after = last.said[: places[0].start()], last.said[places[0].end() :]
        yield f"{before}{meant}{after}"
        yield f"{before}{meant}{_TIMES.sub('', after)}"


def _find_words_of_same_kind(meant: str, last: _Last, vocabulary: Vocabulary) -> str:
    """The words of the last line that are of the kind of these, both things or both attributes; ""
    where there are none, or several."""
    kinds = _list_kinds(meant.split(), vocabulary)
    words = last.said.split()[1:]
    found = []
    at = 0
    while at < len(words) and kinds:
        ends = range(min(len(words), at + _MOST_WORDS_OF_NAME), at, -1)
        end = next((e for e in ends if kinds & _list_kinds(words[at:e], vocabulary)), at)
        found += [" ".join(words[at:end])] if end > at else []
        at = max(end, at + 1)
    return found[0] if len(found) == 1 else ""


def _list_kinds(words: Sequence[str], vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds of what these words name: a thing is one whether it is carried or on sale."""
    said = [word.casefold().strip('"') for word in words]
    kinds = {*vocabulary.names.get(tuple(said), {})} - {"person"}
    is_thing = bool(said) and vocabulary.are_words_of_one_thing(
        [vocabulary.find_singular(w) for w in said]
    )
    return frozenset({*kinds, *({"thing"} if is_thing else ())})


def _drop_articles(said: str) -> str:
    words: Sequence[str] = said.split()
    while words and words[0].casefold() in (*load_phrases().articles, "his", "her", "their"):
        words = words[1:]
    return " ".join(words)
