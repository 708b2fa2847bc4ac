"""What came of the one declared action, told in any words: `nothing else there`, `they make it
halfway`, `the pole touches bottom`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from companion.errant.singulars import singularise_name
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.deeds_of_strangers import tells_attack
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.outcome_detection import (
    drop_interjections,
    is_befalling_verb,
    may_be_outcome,
)
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_NO_OUTCOMES = frozenset(["creature", "npc", "effect", "person", "faction"])
"""What is named in a line that tells more than an outcome: who comes, or what befalls somebody."""
_THINGS, _TREASURES = frozenset(["thing", "carried"]), ("supply", "gold", "silver")
_SCENE = re.compile(
    r"(?i)(?:the|a|an) (?!(?:road|way|path|trail|track) (?:to|back)\b)(?=[a-z])"
    r"|(?:it|there)(?: (?:is|are|was|were)|['’]?s) "
    r"|it (?:leads|opens|smells|sounds|looks|seems|turns out|goes|holds|works) "
)
"""How it is told what is there, or how it is."""
_FAILED = re.compile(
    r"(?i)^(?:they (?:ca|can|could)"
    r"|(?:it|the [a-z]+) (?:just |still )?(?:does|did|wo|will|is|was|ca))(?:n['’]?t|not| not) "
    r"(?:even |quite )?(?!happen|count|matter|mean|over|time|fair|so\b|under|like|make sense)"
    r"(?!me\b|him|her|them|us\b|you|feel|say|sa[vw]|be undone|stay|go\b|recorded|carry)(?=[a-z])"
)
"""How it is told what nobody manages, or what does not come of it."""
_IN_VAIN = re.compile(
    r"(?i)(?:they|we|he|she|[a-z]+) (?:found|finds?|caught|catch(?:es)?|saw|sees?|heard|hears?|got"
    r"|learned|learnt|spotted|spots?|turned up|came up with) (?:nothing|nobody|no one"
    r"|no (?:sign|trace|luck|tracks|answer|game|fish))"
    r"(?: (?:at all|there|here|in there|useful|of use|else|new|of (?:it|them|him|her)))?"
)
"""How it is told that a search or a hunt was in vain."""
_NOTHING_BUT = re.compile(
    r"(?i)(?:nothing|nobody|no (?:luck|sign|trace|answer)\b[^,;.?]*)"
    r"(?: there| here| in there| at all| (?:in|on|under|behind|inside) (?:the )?[a-z]+)*"
    r"(?:[,;.] ?(?:just|only|but|nothing but) [a-z' -]+)?[.!]?"
)
"""How it is told that nothing came of it, and what little there is."""
_WHERE_THEY_ARE = re.compile(
    r"(?i)(?:(?:,|;|\.)? ?(?:and |so )?)(?:they|we|everyone)(?:['’]re| are| is)(?: all| now)*"
    r" (?:in|inside|at|on|through|past|across|under|behind|beyond|below|above|over)"
    r" (?:the |an? )?(?:[a-z]+ )??(?P<place>[a-z]+)[.!]?$"
)
"""How it is told where the Company is now."""
_OVER = frozenset(["over", "up", "off", "done", "hit", "miss", "crit", "night", "morning", "time"])
"""Words of what is over, of a blow and of the hour: no place is told of with these."""
_VERB = re.compile(r"[a-z]{2,}(?<![s'’u])s")
_NO_VERBS = frozenset(
    ["is", "was", "has", "does", "costs", "weighs", "needs", "pays", "gets", "of"]
)
"""Words by which something is only told of, or counted."""
_MEASURES = re.compile(
    r"(?i)(?:about |some )?\b(?:\d+|an?|two|three|four|five|six|ten|twenty|a dozen) "
    r"(?:foot|feet|ft|yards?|steps?|paces|miles?|inches|fathoms)\b"
)
"""How far or deep something is: it counts nothing that anybody has."""
_FOUND = re.compile(
    r"(?i)(?:(?:they|we)(?: all| just| only)*|the company|the party) "
    r"(?:find|found|see|saw|spot|spotted|notice|noticed|discover|discovered|hear|heard"
    r"|(?:come|came) (?:across|upon)) (?=an? |the |no )"
)
"""How it is told what the Company finds: what of it anybody takes is said for itself."""
_BARE_FIND = re.compile(
    r"(?i)(?:found|finds|saw|heard|spotted|noticed|discovered) (?=(?:an?|the|some|no) )"
)
"""How a find begins that is told without those who found it."""
_DONE_NEXT = re.compile(
    r"(?i)[,;] (?:let['’]?s|then|next|so|and then)\b"
    r"|\b(?:and|then) (?!an? |the |some |no |\d|two|three|four|nothing|it\b|there|another|more)"
)
"""What is done with what was found."""
_STANDING_AROUND = ("cobwebs", "bones", "dust", "rubble", "water", "blood", "smoke")
_OF_NO_STATE = frozenset(
    [
        *("next", "later", "for", "too", "worth", "still", "tomorrow", "first", "i", "me", "my"),
        *("mine", "our", "ours", "us", "we", "you", "your", "yours", "guess", "think", "way"),
        *("great", "fine", "fun", "by", "so", "if", "maybe", "best", "then", "suggestions"),
        *("please", "let's", "lets", "let", "idea"),
    ]
)
"""Words of what somebody means to do with a place, or thinks of it."""
_GIVING_WAY = "gives way"
_FEWEST_WORDS = 3
_FEW_LETTERS, _WORDS_OF_OBJECT = 3, 5


class _Told(NamedTuple):
    """A line that may tell an outcome: its words without articles, its text without interjections
    too, and the kinds of what it names, in all of it and in its first words."""

    words: tuple[str, ...]
    text: str
    kinds: frozenset[str]
    first_kinds: frozenset[str]


def list_told_outcome_lines(
    said: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The line of what came of the one declared action. Nothing for a line that names people, foes
    or things, counts anything, or goes on with what is done next."""
    open_actions = context.campaign.open_matters.unresolved_actions
    if len(open_actions) != 1 or context.campaign.book.combatants or not context.is_guide:
        return
    words = " ".join(token.word for token in tokens)
    is_arrival = compile_named_pattern("arrival told").fullmatch(words)
    is_left = compile_named_pattern("left told").fullmatch(said.strip(" .!"))
    if (
        is_arrival
        or is_left
        or compile_named_pattern("outcome in a word").fullmatch(said.strip())
        or _IN_VAIN.fullmatch(said.strip(" .!"))
    ):
        yield f"done {said}"
    if not may_be_outcome(tokens, vocabulary, context):
        return
    told = _read_told_line(tokens, vocabulary)
    if _NO_OUTCOMES.isdisjoint(told.kinds) and not _tells_next_deed(told):
        declared = " ".join(context.campaign.innermost_turn.declared.values()).casefold().split()
        is_result = compile_named_pattern("result told").match(told.text) is not None
        is_told = _tells_of_deed(told, declared) or _tells_what_befell(told)
        if is_result or is_told or _tells_of_scene(said, told):
            yield f"done {drop_interjections(said)}"


def is_report_of_finds_only(typed: str) -> bool:
    """True for what the Company finds, as `we find a loose step`; False where it is told what they
    do with it."""
    return _FOUND.match(typed) is not None and not _DONE_NEXT.search(typed)


def is_find_of_nobody(typed: str) -> bool:
    """True for a find told without those who found it, as `found a loose step`."""
    return _BARE_FIND.match(typed) is not None and not _DONE_NEXT.search(typed)


def is_told_of_scene(typed: str, context: Context) -> bool:
    """True for what the Guide tells of a place, as `the door is open, and it smells of eels` and
    `crypt's flooded`, of what nobody manages, as `they can't open it`, or of what the Company finds
    as it explores, while one action waits for its outcome: no being with a name, nothing counted,
    and no thing that somebody has but what was found."""
    open_actions = context.campaign.open_matters.unresolved_actions
    if len(open_actions) != 1 or context.campaign.book.combatants or not context.is_guide:
        return False
    where = _WHERE_THEY_ARE.search(typed)
    if where and where["place"].casefold() in _list_places():
        typed = typed[: where.start()]
        if not typed:
            return True
    uncounted = _compile_counted_surroundings().sub("", _MEASURES.sub("", typed))
    said, fails = _FAILED.subn("it ", uncounted)
    told = _read_told_line(tokenize_short_line(said, context), build_vocabulary(context))
    is_exploring = context.campaign.innermost_turn.type == "exploration"
    is_found = is_exploring and is_report_of_finds_only(typed)
    is_scene = is_found or is_find_of_nobody(typed) or _SCENE.match(typed) is not None
    is_vain = _NOTHING_BUT.fullmatch(typed) is not None and not _counts_something(told)
    is_begun = (
        (fails > 0 and _tells_what_fails(typed, said))
        or (is_scene and len(told.words) >= _FEWEST_WORDS)
        or _tells_of_place(typed, told)
        or is_vain
    )
    is_plain = "?" not in typed and _names_nothing_kept(told, is_found=is_found, is_vain=is_vain)
    return is_begun and is_plain and not _tells_next_deed(told)


def _tells_what_fails(typed: str, said: str) -> bool:
    """True for what does not come of a deed, and not for what is said of the table, as `we can't
    roll`."""
    of_table = {*WORDS, *load_phrases().groups["of_the_table"]}
    return (
        of_table.isdisjoint(typed.casefold().split()[1:2])
        and said.casefold().split()[1] not in WORDS
    )


def _names_nothing_kept(told: _Told, *, is_found: bool, is_vain: bool) -> bool:
    """True for a line that names no being and nothing that somebody has or that is counted, unless
    it `is found`, and says nothing of the table. What was in vain may be denied."""
    phrases = load_phrases()
    kept = {*phrases.groups["of_the_table"], *_OVER}
    if not is_found:
        kept |= {*phrases.groups["of_other_scenes"], *phrases.treasures, *_TREASURES}
        kept |= {*phrases.negations, *phrases.denials} if not is_vain else set()
    bare = {word.removesuffix("'s") for word in told.words}
    is_counted = any(map(str.isdecimal, told.words)) or not kept.isdisjoint(bare)
    is_carried = not is_found and "carried" in told.first_kinds
    return not (is_counted or is_carried) and _NO_OUTCOMES.isdisjoint(told.kinds)


@cache
def _compile_counted_surroundings() -> re.Pattern[str]:
    """How many of what stands in a place are told of, as `two` of `two doors, both locked`."""
    nouns = "|".join(map(re.escape, load_phrases().groups["surroundings"]))
    return re.compile(
        rf"(?i)\b(?:\d+|two|three|four|five|six|several) (?=(?:[a-z]+ )?(?:{nouns})s?\b)"
    )


def _tells_of_place(typed: str, told: _Told) -> bool:
    """True for how something in a place is, as `crypt's flooded`, and for what stands there, as
    `doors, both locked`, told without an article; not for what somebody thinks of it, or plans."""
    first, second, third, *_ = (*told.text.casefold().split(), "", "", "")
    noun = first.removesuffix("'s")
    if _list_places().isdisjoint((noun, singularise_name(noun))):
        return False
    is_verb = noun in load_phrases().groups["fixtures"] and _VERB.fullmatch(second) is not None
    is_verb = is_verb and second not in _NO_VERBS
    state = second if noun != first or is_verb else third if second == "is" else ""
    is_state = state not in ("", *load_phrases().articles, *WORDS)
    said = re.findall(r"[a-z']+", typed.casefold().replace(_GIVING_WAY, ""))
    return (is_state or second in (",", "and")) and _OF_NO_STATE.isdisjoint(said)


@cache
def _list_places() -> frozenset[str]:
    """What stands in a place, or is one."""
    groups = load_phrases().groups
    return frozenset([*groups["fixtures"], *groups["surroundings"], *_STANDING_AROUND])


def _read_told_line(tokens: Sequence[Token], vocabulary: Vocabulary) -> _Told:
    """The words of a line, and the kinds of what they name."""
    words = tuple(token.word for token in tokens if token.word not in load_phrases().articles)

    def list_kinds(part: Sequence[Token]) -> frozenset[str]:
        parts = split_into_parts(part, frozenset(), vocabulary)
        return frozenset(kind for each in parts for kind in each.meanings)

    text = drop_interjections(" ".join(words))
    return _Told(words, text, list_kinds(tokens), list_kinds(tokens[:_WORDS_OF_OBJECT]))


def _tells_next_deed(told: _Told) -> bool:
    """True where a command word or somebody who does something follows, as in `we are wet, they
    rest`, and where a fight begins."""
    words = told.text.split()
    after_commas = {word for comma, word in pairwise(words) if comma == ","}
    commands = {*WORDS, *load_phrases().groups["tired"]}
    return tells_attack(words) or not (
        after_commas.isdisjoint({*load_phrases().subjects, *WORDS})
        and commands.isdisjoint(words[1:3])
    )


def _tells_of_deed(told: _Told, declared: Sequence[str]) -> bool:
    """True where something does what was declared of it, as `pole touches bottom`."""
    first, second, *_ = (*told.text.split(), "", "")
    return first in declared and len(first) > _FEW_LETTERS and second.endswith("s")


def _tells_of_scene(said: str, told: _Told) -> bool:
    """True where something that nobody has does something, as in `the mule trots past them`."""
    first, second, *_ = (*told.text.split(), "", "")
    no_scene = {*load_phrases().openers, *load_phrases().next_times}
    is_of_something = _SCENE.match(said) is not None and first not in no_scene
    is_verb = _VERB.fullmatch(second) is not None and second not in _NO_VERBS
    is_of_table = not {*load_phrases().groups["of_the_table"]}.isdisjoint(told.words)
    is_plain = not is_of_table and told.kinds <= _THINGS and not _THINGS & told.first_kinds
    return is_of_something and is_verb and is_plain and not _counts_something(told)


def _tells_what_befell(told: _Told) -> bool:
    """True for `they get wet` and for `nothing else there`, where nothing is named or counted."""
    if _counts_something(told) or not _THINGS.isdisjoint(told.first_kinds):
        return False
    first, second, *_ = (*told.text.split(), "", "")
    is_befallen = first in load_phrases().subjects and is_befalling_verb(second)
    return is_befallen or _tells_of_nothing(told)


def _counts_something(told: _Told) -> bool:
    """True where a number or a treasure is told of."""
    treasures = {*load_phrases().treasures, *_TREASURES}
    return any(map(str.isdecimal, told.words)) or not treasures.isdisjoint(told.words)


def _tells_of_nothing(told: _Told) -> bool:
    """True for `no trace of them`, and not for `nobody rolled yet`, which is said of the table."""
    phrases = load_phrases()
    later = {word for before, word in pairwise(told.words) if before not in phrases.passive}
    is_of_table = not {*phrases.groups["of_the_table"]}.isdisjoint(told.words)
    is_nothing = compile_named_pattern("nothing told").match(told.text) is not None
    return is_nothing and not is_of_table and later.isdisjoint({*WORDS, *phrases.subjects})
