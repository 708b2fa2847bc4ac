"""Puts what is said in a correction in the place of what is like it in the last line: somebody of
the Company, a number, a thing or an attribute."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

from companion.campaign.campaign import Campaign
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary

_NUMBER = re.compile(r"(?P<sign>[+-]?x?)(?P<number>\d+)(?P<unit>[a-z]*)")
_COUNTED = ("damage", "dmg", "hp", "points", "point", "of", "them", "those", "it")
"""What may follow a number and says nothing new of it."""
_TESTS, _ATTACK = ("check", "save"), "attack"
MEASURED = ("hurt", "heal", "hp", "coins", "supply", "exhaust")
"""Words of which `that was 2` tells how many it were: of others it may tell what they cost."""
_OF_THINGS = ("pass", "give", "drop", "buy", "sell", "stash")
_FELT = (*MEASURED, *_TESTS, _ATTACK)
"""Words of which `wim did it` and `wim took it` name who it was."""
_SENDING = ("to", "for")
_GETTING = ("gets", "got", "has", "had", "takes", "took")
_PAST = re.compile(r"(?i)\b(?:was|were|should|make|call|meant?)\b")
_STRONG = re.compile(r"(?i)\b(?:no|nope|nah)[,.:;!]|\b(?:wrong|meant?|correction)\b")
"""Calls by which a word is taken back, and not only begun; after others a name may be called."""
_SORRY = "sorry"
_WITH = re.compile(r" with .+?(?= (?:to|gambit|blocks|sneak|x\d|=)|$)")
_FACES = re.compile(r" =\S+")
_TIMES = re.compile(r"^ x\d+")
_ALSO = re.compile(
    r"(?i)(?:and |so )?(?:(?P<who>\w+)(?:(?: does| did)?,? (?:too|as well|also|likewise)"
    r"|(?P<same> (?:takes|suffers) the same))"
    r"|(?:so do(?:es)?|so did|(?:the )?same (?:again )?(?:goes )?for|ditto(?: for)?)"
    r" (?P<other>\w+))"
)
"""How it is said that somebody else does the same, or has it done to them."""
_REPEATED = (
    *("light", "snuff", "drop", "stash", "move", "use", "eat", "buy", "give", "refill", "ride"),
    *("hurt", "heal", "tend", "exhaust", "supply", "coins", "check", "save"),
)
"""Words of which another may do the same, or have it done to them."""
_HURT, _THING = "hurt", "thing"
_MOST_WORDS_OF_NAME = 3
_OWNED = re.compile(r"(?i)(?P<who>\w+?)['’]?s (?:own )?(?P<thing>[\w' -]+)")
_OWNERS = ("his", "her", "their")


class LastLine(NamedTuple):
    """The line that was done last, its word, the campaign before it, and whether it left something
    that can be taken back. `face` is what the die of a Check showed."""

    said: str
    word: str
    before: Campaign
    has_content: bool
    face: str = ""

    def keep_face(self, line: str) -> str:
        """A Check as it was meant, with the die that fell; any other line as it is."""
        is_rolled = self.face and not _FACES.search(line) and " vs " not in line
        return f"{line} ={self.face}" if is_rolled else line


class SpokenCorrection(NamedTuple):
    """A correction: what is meant, and instead of what; the words before and after it that tell
    that it is one."""

    new: str
    old: str
    call: str
    that: str
    link: str
    did: str
    is_only: bool
    is_instead: bool

    @classmethod
    def from_match(cls, said: re.Match[str]) -> Self:
        old = said["old"] or said["denied"] or ""
        return cls(
            new=said["new"],
            old=old,
            call=said["call"] or "",
            that=said["that"] or "",
            link=said["link"] or "",
            did=said["did"] or "",
            is_only=bool(said["only"]),
            is_instead=bool(said["instead"]),
        )

    @property
    def takes_back(self) -> bool:
        """True where the words themselves tell that something was said wrongly."""
        is_told = bool(self.that) and (bool(_PAST.search(self.that)) or bool(self.call))
        return bool(self.old) or self.is_instead or is_told or bool(_STRONG.search(self.call))


def find_doer(last: LastLine, vocabulary: Vocabulary) -> str:
    """The id of whoever of the Company does the last line: named first, or after `by`; "" for
    nobody."""
    words = last.said.split()
    first = find_person_of_word(words[1] if words[1:] else "", vocabulary)
    at = words.index("by") + 1 if "by" in words else len(words)
    return first or find_person_of_word(words[at] if at < len(words) else "", vocabulary)


def list_corrected_lines(
    said: SpokenCorrection, last: LastLine, vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """The last line with what is said in the place of what is like it. Nothing where nothing tells
    that it is a correction."""
    owned = _OWNED.fullmatch(said.new)
    if owned and owned["thing"].casefold() in last.said.casefold():  # `no, wim's torch`
        said = said._replace(new=owned["who"])
    if person := find_person_of_word(said.new, vocabulary):
        if not said.is_only and (not said.did or bool(said.old) or last.word in _FELT):
            name = quote_typed_name(campaign.get_errant(person))
            yield from _list_lines_of_person(person, name, said, last, vocabulary)
    elif said.link == "with" and last.word == _ATTACK:
        if said.takes_back:
            yield f"{_FACES.sub('', _WITH.sub('', last.said))} with {_drop_articles(said.new)}"
    elif number := _find_number(said.new, last):
        if _corrects_number(said, last):
            yield from _list_lines_with_number(number, said, last)
    elif said.takes_back and not (said.did or said.is_only):
        yield from _list_lines_with_words(said.new, said.old, last, vocabulary)


def _corrects_number(said: SpokenCorrection, last: LastLine) -> bool:
    """True where a number is that of the last line: not its price, what is left, or its die."""
    is_bare = said.new.isdecimal() and not said.old
    if last.word in _TESTS and is_bare:
        return False
    is_meant = bool(re.search(r"(?i)make|call|mean", said.that + said.call))
    if said.is_only and not said.takes_back:
        return last.word not in (*_TESTS, _ATTACK)
    if said.that and not is_meant and not said.old:
        is_named = last.word == _ATTACK and not is_bare
        return said.takes_back and (last.word in MEASURED or is_named)
    is_called = "," in said.call or _SORRY in said.call.casefold()
    return said.takes_back or (is_called and last.word in MEASURED)


def find_person_of_word(word: str, vocabulary: Vocabulary) -> str:
    """The id of whoever of the Company is named by one word; "" for nobody."""
    return vocabulary.find_member(word.casefold())


def _list_lines_of_person(
    person: str, name: str, said: SpokenCorrection, last: LastLine, vocabulary: Vocabulary
) -> Iterator[str]:
    """The last line of this one: instead of whom is said, of the only one named, of the last for
    `to wim` and of the first for `wim did it`. What somebody else held in it may be left out."""
    words = last.said.split()
    named = [at for at, word in enumerate(words) if find_person_of_word(word, vocabulary)]
    is_sent = said.link in _SENDING and len(named) > 1
    is_done = bool(said.did) and bool(said.call)
    if not (said.takes_back or is_sent or is_done):
        return
    if said.old:
        denied = find_person_of_word(said.old, vocabulary)
        named = [at for at in named if find_person_of_word(words[at], vocabulary) == denied]
    elif is_sent:
        named = named[-1:]
    elif said.did and named[1:]:
        named = named[-1:] if said.did.split()[0] in _GETTING else named[:1]
    if len(named) == 1 and find_person_of_word(words[named[0]], vocabulary) != person:
        words[named[0]] = name
        yield " ".join(words)
        yield _WITH.sub("", " ".join(words))


def _find_number(new: str, last: LastLine) -> str:
    """The number that is said, also with what the last line counts; "" for none, and for one with
    more words."""
    known = {*_COUNTED, *_SENDING, "on", *load_phrases().articles}
    for word in re.findall(r"[^\W\d]+", last.said.casefold()):
        known |= {word, singularise_name(word), f"{word}s"}
    words = _replace_ordinals(new).split()
    numbers = [word for word in words if word.isdecimal()]
    others = [word for word in words if not word.isdecimal()]
    is_known = all(not known.isdisjoint((word, singularise_name(word))) for word in others)
    return numbers[0] if len(numbers) == 1 and is_known else ""


def _replace_ordinals(said: str) -> str:
    """Words with `2` for `second one`."""
    ordinals, words = load_phrases().ordinals, said.casefold().split()
    kept = [word for at, word in enumerate(words) if not (at and words[at - 1] in ordinals)]
    return " ".join(f"{ordinals.get(word, word)}" for word in kept)


def _list_lines_with_number(number: str, said: SpokenCorrection, last: LastLine) -> Iterator[str]:
    """The last line with this number in the place of its only one, of how much it was, of the one
    denied, or of that of the foe or the coins named with it, as `goblin 2` and `17 guilders`; with
    so many of a thing that was not counted."""
    words = last.said.split()
    denied = re.search(r"\d+", _replace_ordinals(said.old))
    found = [(at, _NUMBER.fullmatch(word)) for at, word in enumerate(words) if at]
    told = [(at, each) for at, each in found if each]
    before, after = (singularise_name(said.new.casefold().split()[at]) for at in (0, -1))
    of_named = [
        (at, each)
        for at, each in told
        if (before.isalpha() and singularise_name(words[at - 1].casefold()) == before)
        or (after.isalpha() and singularise_name("".join(words[at + 1 : at + 2])) == after)
    ]
    if last.word in MEASURED and not of_named and denied is None and told[1:]:
        told = told[:1] if _names_one_of_group(said.new) else told[-1:]
    told = of_named or told
    told = [(at, each) for at, each in told if denied is None or each["number"] == denied[0]]
    if not any(each for _, each in found) and last.word in _OF_THINGS:
        yield f"{last.said} x{number}"
    elif len(told) == 1:
        at, each = told[0]
        words[at] = f"{each['sign']}{number}{each['unit']}"
        yield " ".join(words)


def _names_one_of_group(said: str) -> bool:
    """True for `the second one`: that is no amount."""
    words = said.casefold().split()
    return words[-1] == "one" or not load_phrases().ordinals.keys().isdisjoint(words)


def _list_lines_with_words(
    new: str, old: str, last: LastLine, vocabulary: Vocabulary
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


def write_line_for_another_doer(said: str, last: LastLine, vocabulary: Vocabulary) -> str:
    """The last line with somebody else in the place of whom it names first and alone, as for `bree
    too` and `same for bree`; without the dice that were told of. "" for anything else."""
    also = _ALSO.fullmatch(said)
    who = find_person_of_word(also["who"] or also["other"], vocabulary) if also else ""
    named = [find_person_of_word(each, vocabulary) for each in last.said.split()[1:]]
    first, others = next(iter(named), ""), named[1:]
    if not who or not first or first == who or any(others) or last.word not in _REPEATED:
        return ""
    if also and also["same"] and last.word != _HURT:  # `wim takes the same` is of harm
        return ""
    word, _, *rest = _FACES.sub("", last.said).split()
    return " ".join([word, who, *rest])


def _find_words_of_same_kind(meant: str, last: LastLine, vocabulary: Vocabulary) -> str:
    """The words of the last line that are of the kind of these, both things or both attributes; ""
    where there are none, or several."""
    return _find_words_of_kinds(_list_kinds(meant.split(), vocabulary), last, vocabulary)


def _find_words_of_kinds(kinds: frozenset[str], last: LastLine, vocabulary: Vocabulary) -> str:
    """The only words of the last line that are of one of these kinds; "" where there are none, or
    several."""
    words = last.said.split()[1:]
    found = []
    at = 0
    while at < len(words) and kinds:
        ends = range(min(len(words), at + _MOST_WORDS_OF_NAME), at, -1)
        end = next((e for e in ends if kinds & _list_kinds(words[at:e], vocabulary)), at)
        found += [" ".join(words[at:end])] if end > at else []
        at = max(end, at + 1)
    return found[0] if len(found) == 1 else ""


def is_name_of_thing(name: str, vocabulary: Vocabulary) -> bool:
    """True for a name of what somebody carries, or what is on sale."""
    return _THING in _list_kinds(name.split(), vocabulary)


def _list_kinds(words: Sequence[str], vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds of what these words name: a thing is one whether it is carried or on sale."""
    said = [word.casefold().strip('"') for word in words]
    kinds = {*vocabulary.find_meanings(*said)} - {"person"}
    singulars = [vocabulary.find_singular(word) for word in said]
    is_thing = bool(said) and vocabulary.are_words_of_one_thing(singulars)
    return frozenset({*kinds, *({_THING} if is_thing else ())})


def _drop_articles(said: str) -> str:
    words: Sequence[str] = said.split()
    while words and words[0].casefold() in (*load_phrases().articles, *_OWNERS):
        words = words[1:]
    return " ".join(words)
