"""Tells a clause that is only a story, as `wim slips on the moss`, from one in which something is
done."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import TypeAlias

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.remarks_and_scenery import (
    PARTICLES,
    is_exclamation,
    is_remark_on_state,
    is_remark_on_stirring_scenery,
    is_remark_on_surroundings,
    is_simultaneous_action,
    is_state_of_person,
)
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import Way
from companion.grammar.phrases.phrasebook.word_forms import (
    DETERMINERS,
    index_links_by_preposition,
    list_action_verb_forms,
    list_mishap_verb_forms,
    list_negation_words,
    list_stop_words,
    list_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import Part, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.ways_of_saying.way_matching import (
    count_leading_question_words,
    find_ways,
)

_PEOPLE = {"person", "npc"}
_PLAIN = _PEOPLE | {"creature", "spot", "harm", "season"}
"""What a story may speak of, and nothing is lost of it."""
_WE = ("we", "i", "let's")
_BEING = ("are", "were", "have", "had", "need", "want", "must", "will", "do", "did", "can", "could")
SUBJECT_PRONOUNS = ("he", "she", "they")
_OBJECT_PRONOUNS = ("him", "her", "them")
_LIKEWISE = ("too", "also", "likewise", "same", "both")
"""Words by which somebody else does the same, or it befalls them."""
_MOST_OF_NOUN = 4
_COINS, _OWNERS = "coins", ("his", "her", "their", "our")
_LISTING = {"give", "coins", "pass", "move", "drop", "stash", "fetch", "buy", "sell", "use"}
"""Words that take a list of things."""
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


def list_named_people(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[str]:
    """The people who are named in these words."""
    names = [vocabulary.find_meanings(re.sub(r"'s?$", "", token.word)) for token in tokens]
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
    if is_state_of_person(tokens):
        return True
    if (
        tokens[-1].word in _OBJECT_PRONOUNS
        and len(tokens) > 2
        and tokens[-2].word not in index_links_by_preposition()
    ):
        return not list_named_people(tokens, vocabulary)  # `wim zorks him, 3 damage` hurts no Wim
    words = {token.word for token in tokens}
    if not words.isdisjoint(list_unsure_words()) or count_leading_question_words(tokens):
        return False
    is_ours = tokens[0].word in _WE and len(tokens) > 1 and tokens[1].word not in _BEING
    if is_ours:
        return False  # a deed that nobody understood is not passed over
    if _is_noun_alone(tokens, vocabulary):  # `bree drops her torch, the florb`
        word = _find_command_word(done, vocabulary, context, list_lines)
        is_why = word == _COINS and tokens[0].word in _OWNERS  # `two guilders for bree, her wages`
        if word in _LISTING and not is_why:
            return False
    if is_remark_on_stirring_scenery(tokens, vocabulary):
        return True
    is_scene = is_remark_on_surroundings(tokens, vocabulary)
    if is_exclamation(tokens, vocabulary) and not (is_scene or is_simultaneous_action(tokens)):
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
        or is_simultaneous_action(tokens)
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


def _is_noun_alone(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a noun with what stands before it, of which nothing is said: `the florb`, `this old
    mirror`."""
    words = [token.word for token in tokens if token.word != "and"]
    if words[:1] == [] or words[0] not in DETERMINERS or len(words) > _MOST_OF_NOUN:
        return False
    *between, last = words[1:] or [""]
    is_thing = bool(vocabulary.find_singular(last)) and not any(map(_ends_as_verb, between))
    is_noun = is_thing or (len(between) == 1 and not _ends_as_verb(last))
    return bool(last) and (not between or is_noun)


def _ends_as_verb(word: str) -> bool:
    return word.endswith(("s", "ed"))


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
    said = filter(str.strip, lines)  # «company» alone is a way of saying nothing
    return (line for line in said if line[0] in "+-" or line.split()[0] in WORDS)


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
    steps = list_verb_group_forms("step") if word == "hurt" else frozenset[str]()
    verbs = list_mishap_verb_forms() | steps
    ends = {*index_links_by_preposition(), *load_phrases().fillers, ",", "and", ""}
    words = [*(token.word for token in tokens), ""]
    return any(verb in verbs and after in ends for verb, after in pairwise(words))


@cache
def list_unsure_words() -> frozenset[str]:
    """The words by which a clause tells what is not, may be or is only intended, or names
    somebody."""
    phrases = load_phrases()
    return frozenset(
        list_negation_words()
        | phrases.hypothetical
        | phrases.supposing
        | phrases.denials
        | {*phrases.intending, *list_verb_forms(phrases.planning), *NAMING}
    )
