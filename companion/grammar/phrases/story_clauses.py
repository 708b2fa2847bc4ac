"""Tells a clause that is only a story, as `wim slips on the moss`, from one in which something is
done."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import TypeAlias

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import Words, load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.ways_and_patterns import Way, list_deed_verb_forms
from companion.grammar.phrases.book.word_forms import (
    inflect_verb,
    list_action_verb_forms,
    list_negation_words,
)
from companion.grammar.phrases.sentences.splitting_into_parts import (
    Part,
    index_links_by_preposition,
    list_stop_words,
    split_into_parts,
)
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.ways_of_saying.way_matching import (
    count_leading_question_words,
    find_ways,
)

_PEOPLE = {"person", "npc"}
_PLAIN = _PEOPLE | {"creature", "spot", "harm", "season"}
"""What a story may speak of, and nothing is lost of it."""
PARTICLES = ("on", "out", "off", "up", "down", "back", "now", "here", "there")
_WE = ("we", "i", "let's")
_BEING = ("are", "were", "have", "had", "need", "want", "must", "will", "do", "did", "can", "could")
_MOST_EXCLAIMED, _MOST_OF_SCENERY = 3, 4
_OTHERS = ("him", "her", "them")
_EXCLAIMED = {"harm", "creature", "thing"}
_NO_CAUSES = frozenset(
    [
        "tomorrow",
        "yesterday",
        "later",
        "soon",
        "tonight",
        "eventually",
        "afterwards",
        "half",
        "joke",
        "kidding",
        "correction",
        "everybody",
        "others",
        "twice",
        "double",
        "shield",
        "armour",
        "armor",
        "helmet",
        "mail",
    ]
)
"""Words by which harm is done at another time, to others, less, or not at all."""
_STATES = ("is", "are", "was", "were", "has", "have", "keep", "begin", "start")
_AROUND = ("everywhere", "around", "overhead", "outside", "above", "below", "somewhere", "nearby")
_LIKEWISE = ("too", "also", "likewise", "same", "both")
"""Words by which somebody else does the same, or it befalls them."""
_COMING_OF = ("hurt", "save", "exhaust")
NAMING = ("call", "calls", "called", "name", "names", "named")
"""Verbs after which a name is given: that is no story, as in `buys a mule and calls it Daisy`."""
_NEEDING_MORE = {"effect", "npc", "hazard", "react", "roll", "seat", "grant", "deny", "as"}
"""Words that claim nothing by a verb alone: a torch that gets wet has no effect on it."""
_ALIKE = {
    "hurt": {"attack", "wound", "hazard"},
    "heal": {"tend", "refill", "repair"},
    "npc": {"bond", "react"},
}
"""Words by which the same may be told as by another."""
_BEFALLING = {"hurt", "attack", "wound", "hazard", "exhaust", "snuff", "effect", "break", "heal"}
"""What befalls somebody; what they do before it is told, and not declared."""
_OF_EFFECT = "effect end "

ListLines: TypeAlias = Callable[[str, Sequence[Token], Vocabulary, Context], Iterator[Words]]
"""Lists the lines that words may mean."""


def is_remark_on_state(tokens: Sequence[Token]) -> bool:
    """True for what tells how things are, as `it is dark` and `too heavy`."""
    is_begun = len(tokens) > 1 and tokens[0].word in load_phrases().remarks
    return _tells_state(tokens) or begins_remark(tokens) or is_begun


def begins_remark(tokens: Sequence[Token]) -> bool:
    """True for two words that begin a remark, as `hand on her axe`: the hand is nobody's name."""
    return " ".join(token.word for token in tokens[:2]) in load_phrases().remarks


def tells_state_of_somebody(tokens: Sequence[Token]) -> bool:
    """True for how somebody is, as `he's toast` and `corvin is out of food`."""
    said = " ".join(token.word for token in tokens)
    return re.fullmatch(load_phrases().patterns["how one is"], said) is not None


def _tells_state(tokens: Sequence[Token]) -> bool:
    """True for how somebody is, or something in the way, as `the door is stuck`."""
    said = " ".join(token.word for token in tokens)
    of_thing = re.fullmatch(load_phrases().patterns["how a thing is"], said) is not None
    return of_thing or tells_state_of_somebody(tokens)


def tells_simultaneous_action(tokens: Sequence[Token]) -> bool:
    """True for what somebody does while they do something else, as `visiting his mum`."""
    return tokens[0].word.endswith("ing") and tokens[0].word not in index_links_by_preposition()


def list_named_people(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[str]:
    """The people who are named in these words."""
    names = [vocabulary.names.get((re.sub(r"'s?$", "", token.word),), {}) for token in tokens]
    return [name.get("person") or name["npc"] for name in names if name.keys() & _PEOPLE]


def is_story_clause(
    tokens: Sequence[Token],
    done: Sequence[Token],
    vocabulary: Vocabulary,
    context: Context,
    list_lines: ListLines,
) -> bool:
    """True for words of which nothing is lost beside what is `done`: that deny, suppose, intend and
    ask nothing, name nothing of their own, and mean no line."""
    if tells_state_of_somebody(tokens):
        return True
    if (
        tokens[-1].word in _OTHERS
        and len(tokens) > 2
        and tokens[-2].word not in index_links_by_preposition()
    ):
        return not list_named_people(tokens, vocabulary)  # `wim zorks him, 3 damage` hurts no Wim
    words = {token.word for token in tokens}
    if not words.isdisjoint(_list_unsure_words()) or count_leading_question_words(tokens):
        return False
    is_ours = tokens[0].word in _WE and len(tokens) > 1 and tokens[1].word not in _BEING
    if is_ours:
        return False  # a deed that nobody understood is not passed over
    if tells_scenery(tokens, vocabulary):
        return True
    is_scene = _tells_scene(tokens, vocabulary)
    if is_exclamation(tokens, vocabulary) and not (is_scene or tells_simultaneous_action(tokens)):
        is_cause = _find_command_word(done, vocabulary, context, list_lines) in _COMING_OF
        return is_cause and not any(
            list_command_lines_of_clause(tokens, vocabulary, context, list_lines)
        )
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    of_thing = _is_deed_of_thing(parts)
    if not all(
        _says_nothing(at, e, done, vocabulary, is_of_thing=of_thing) for at, e in enumerate(parts)
    ):
        return False
    begins_so = tokens[0].word in (*load_phrases().subjects, *load_phrases().articles)
    begins_so = begins_so or is_scene
    people = list_named_people(tokens, vocabulary)
    if people and tokens[-1].word in _LIKEWISE:
        return False
    if (
        is_remark_on_state(tokens)
        or tells_simultaneous_action(tokens)
        or (people and len(tokens) == 1)
    ):
        return True
    if not (begins_so or people):
        return False
    word = _find_command_word(done, vocabulary, context, list_lines)
    befalls = _is_mishap(tokens, word)
    claimed = _list_command_words(tokens, vocabulary, context, list_lines)
    claimed &= _BEFALLING if befalls else claimed
    is_deed = not befalls and any(token.word in list_action_verb_forms() for token in tokens)
    told = {"declare"} if word in _BEFALLING and not is_deed else set[str]()
    return claimed <= {word} | _ALIKE.get(word, set()) | told


def tells_scenery(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what stirs around them and does nothing to anything known, as `sparks fly` and
    `the glass shatters`."""
    begun = tokens[0].word in load_phrases().articles
    said = tokens[begun:]
    if not said or said[0].word not in load_phrases().groups["scenery"]:
        return False
    parts = split_into_parts(said, frozenset(), vocabulary)
    is_vessel = bool(parts) and parts[0].meanings.keys() == {"thing"}  # that nobody carries
    kinds = {kind for part in parts[is_vessel:] for kind in part.meanings}
    return 1 < len(said) <= _MOST_OF_SCENERY and not (kinds or any(part.times for part in parts))


def _tells_scene(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what is so around them, as `market's busy` and `rain drips through the roof`: what
    it is comes first, and is no verb."""
    first, second, *_ = (*(token.word for token in tokens), "", "")
    noun = first.removesuffix("'s")
    if vocabulary.names_person(noun) or noun in WORDS or not noun.isalpha():
        return False
    small = (*list_stop_words(), *index_links_by_preposition(), *load_phrases().manners, *PARTICLES)
    is_scenery = noun in load_phrases().groups["scenery"]
    is_slip = vocabulary.guess_known_word(noun) not in ("", noun, noun.removesuffix("s"))
    is_finite = first != noun or second in _STATES or second.endswith("s")
    is_told = is_finite or is_scenery or any(token.word in _AROUND for token in tokens)
    return is_told and (
        is_scenery or not (noun in list_deed_verb_forms() or is_slip or noun in small)
    )


def is_exclamation(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a few words without a verb that name nothing known, as `poison needle!`: what harm
    or a save comes of."""
    said = [token.word for token in tokens]
    small = list_stop_words() | {*index_links_by_preposition(), *PARTICLES, *load_phrases().openers}
    others = {*small, *list_action_verb_forms(), *WORDS, *load_phrases().qualifying, *_NO_CAUSES}
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    if not 0 < len(said) <= _MOST_EXCLAIMED or not parts or any(part.link for part in parts):
        return False
    kinds = {kind for part in parts for kind in part.meanings}
    is_known = not kinds <= _EXCLAIMED or (len(said) == 1 and "thing" in kinds)
    is_told = any(word.endswith(("ly", "ed")) or not word.isalpha() for word in said)
    return not (is_known or is_told) and others.isdisjoint(said)


def _says_nothing(
    at: int, part: Part, done: Sequence[Token], vocabulary: Vocabulary, *, is_of_thing: bool
) -> bool:
    """True for a part that says nothing of its own: a thing is what something befalls, where
    nobody carries it, or what is spoken of beside it, too."""
    kinds = set(part.meanings)
    if "thing" not in kinds or part.times:
        return kinds <= _PLAIN and not part.times
    if kinds == {"thing"} and is_of_thing:
        return True  # `wim's torch hits the wall`
    if "carried" in kinds:
        others = split_into_parts(done, frozenset(), vocabulary)
        return any(part.meanings["thing"] == each.meanings.get("thing") for each in others)
    return at == 0 or bool(part.link)


def list_command_lines_of_clause(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> Iterator[str]:
    """The lines in the companion's own words that words mean; and amounts alone, as `+2`."""
    lines = chain.from_iterable(list_lines(join_typed_words(tokens), tokens, vocabulary, context))
    return (line for line in lines if line[0] in "+-" or line.split()[0] in WORDS)


def _find_command_word(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> str:
    """The word of the first line that words mean; "" for none."""
    lines = list_command_lines_of_clause(tokens, vocabulary, context, list_lines)
    return next((word for word in (line.split()[0] for line in lines) if word in WORDS), "")


def _list_command_words(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> set[str]:
    """The words of the companion by which a clause would do something: those of its lines, and
    those of its verb, which may be done with what nobody knows yet, as `buys a hat`."""
    meant = [*list_command_lines_of_clause(tokens, vocabulary, context, list_lines)]
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    is_ended = any("effect" in part.meanings for part in parts)
    found = {line.split()[0] for line in meant if is_ended or not line.startswith(_OF_EFFECT)}
    ways = find_ways(tokens, vocabulary)
    of_verbs = (way for way, said in ways if said and _may_be_verb(tokens[min(said)]))
    if _is_deed_of_thing(parts):
        return found & _BEFALLING
    is_counted = any(not part.meanings.keys().isdisjoint(("number", "dice")) for part in parts)
    unclaimed = _NEEDING_MORE | (set() if is_counted else {"hurt"})
    return found.union(*(_list_command_words_of_way(way) - unclaimed for way in of_verbs))


def _is_deed_of_thing(parts: Sequence[Part]) -> bool:
    """True for what a thing does that somebody carries, as in `wim's torch hits the wall`."""
    doer = next((part.meanings for part in parts if "person" not in part.meanings), {})
    return "carried" in doer


def _list_command_words_of_way(way: Way) -> set[str]:
    return {line.pieces[0].before or "~" for lines in way.patterns for line in lines}


def _may_be_verb(token: Token) -> bool:
    is_small = token.word in (*list_stop_words(), *index_links_by_preposition(), *PARTICLES)
    return not is_small


def _is_mishap(tokens: Sequence[Token], word: str) -> bool:
    """True for a mishap that nothing is done by, as `slips into the water`; and for a step that
    harm comes of."""
    verbs = list_mishap_verb_forms() | (_list_step_verb_forms() if word == "hurt" else frozenset())
    ends = {*index_links_by_preposition(), *load_phrases().fillers, ",", "and", ""}
    words = [*(token.word for token in tokens), ""]
    return any(verb in verbs and after in ends for verb, after in pairwise(words))


@cache
def list_mishap_verb_forms() -> frozenset[str]:
    """Every form of the verbs of what befalls somebody, and counts nothing."""
    return frozenset(form for verb in load_phrases().mishaps for form in inflect_verb(verb))


@cache
def _list_step_verb_forms() -> frozenset[str]:
    return frozenset(form for verb in load_phrases().groups["step"] for form in inflect_verb(verb))


@cache
def _list_unsure_words() -> frozenset[str]:
    """The words by which a clause tells what is not, may be or is only intended, or names
    somebody."""
    phrases = load_phrases()
    planning = (form for verb in phrases.planning for form in inflect_verb(verb))
    return frozenset(
        list_negation_words()
        | phrases.hypothetical
        | phrases.supposing
        | phrases.denials
        | {*phrases.intending, *planning, *NAMING}
    )
