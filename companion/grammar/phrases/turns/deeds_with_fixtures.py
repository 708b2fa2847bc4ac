"""What somebody of the Company does to a thing of the place, whatever the verb, as `bree turns the
wheel`, and which way they turn: it is declared in their own words, for the companion keeps no doors
and no ways."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import dropwhile, pairwise, takewhile

from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    DETERMINERS,
    is_past_verb_form,
    list_action_verb_forms,
    list_mishap_verb_forms,
    list_negation_words,
    list_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.turns.action_declarations import drop_intention_words, drop_openers

_MOST_WORDS = 12
_ALL = ("they", "we")
_JOINING = ("and",)
_HURRYING = ("all", "both", "then", "now", "just", "also", "first", "quickly")
_WITH, _AWAY = "with", "away"
_OF_THE_PLACE = {"thing", "spot", "store", "place"}
"""Kinds of what may be named beside a thing of the place: nothing that is counted or kept."""
_WHERE = ("left", "right", "straight", "north", "south", "east", "west", "forward", "forwards")
_TURNING = ("turn", "go", "head", "move", "walk", "bear", "keep", "swim", "climb")
_ROLLING = ("roll", "rolls", "spin", "spins")
"""What may befall somebody, and is done to a thing of the place."""
_GETTING = ("get", "gets")
_INTO = ("in", "into", "on", "onto", "out", "off", "through", "over", "across", "under", "past")
_NO_DEEDS_WITH = {
    "leave": ("by", "through"),
    "split": ("off", "up"),
    "stay": ("by", "at", "near", "behind"),
    "step": ("in", "on", "into"),
}
"""What follows a verb by which somebody leaves the Company or stays behind, or comes to harm."""
_INTENDING = ("want", "decide", "plan", "try", "mean", "intend")
_ROUND = ("back", "around", "round")
_ON = (
    "on",
    "ahead",
    "again",
    "now",
    "there",
    "here",
    "then",
    "at",
    "the",
    "fork",
    "junction",
    "next",
)
"""What may stand after where they turn to, as in `go left at the fork`."""
_WAYS = {*_WHERE, *_ON, ""}
_AT_ONCE = ("ahead", "on", "now", "then")
"""After `go right` these say that the table goes on."""
_CALLING = ("ok", "okay", "so", "let's", "lets", "then", "now")
_SELVES = ("himself", "herself", "themselves", "itself")
"""Who does something to these comes to harm."""
_NEXT_TURNS = (("next", "turn"), ("next", "round"))
"""Before these a line ends what is done, and says what is done then."""
_LIGHTS = frozenset(("light", "torch", "lantern", "lamp", "candle"))
_HIGH = ("up", "high", "steady", "still", "close", "near", "over", "it")
_BEING = frozenset(
    (
        *("is", "are", "was", "were", "be", "has", "have", "had", "do", "does", "did"),
        *("can", "will", "would", "could", "should", "may", "might", "must"),
    )
)


def list_fixture_deed_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[str]:
    """The line that declares what somebody does to a thing of the place, in their own words;
    nothing for what befalls them, for what they learn and for what they did."""
    words = [token.word for token in tokens]
    is_of_next_turn = any(pair in _NEXT_TURNS for pair in pairwise(words))
    if "?" in typed or is_of_next_turn or not 2 < len(tokens) <= _MOST_WORDS:
        return
    tokens = _drop_who_holds_light(tokens, vocabulary)
    deed = _drop_doers(tokens, vocabulary)
    is_several = tokens[0].word in _ALL or len(tokens) - len(deed) > 1  # `bree and wim close it`
    is_done = bool(deed) and (is_several or deed[0].word.endswith("s"))
    is_denied = any(token.word in list_negation_words() for token in tokens)
    is_deed = is_done and _begins_deed(deed) and not is_denied
    if is_deed and _acts_on_fixture(deed[1:], vocabulary):
        yield f"declare {drop_openers(drop_intention_words(typed))}"


def _drop_who_holds_light(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """The words without who of the Company holds a light meanwhile: it stays in their text."""
    words = [token.word for token in tokens]
    for at in range(len(words) - 1, 2, -1):
        is_held = words[at] in list_verb_forms(("hold",)) and vocabulary.names_member(words[at - 1])
        if is_held and words[at - 2] in (",", "and", "while"):
            held = {*words[at + 1 :]} - {*load_phrases().articles, *DETERMINERS, *_HIGH}
            return tokens[: at - 2] if held and held <= _LIGHTS else tokens
    return tokens


def list_walking_direction_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[str]:
    """The line that declares which way somebody turns, as `they go left` and `head straight on`:
    nobody leaves by that. `go right ahead` says that the table goes on, and turns nowhere."""
    said = [*dropwhile(lambda token: token.word in _CALLING, tokens)]
    deed = _drop_doers(said, vocabulary) or said
    words = [token.word for token in deed]
    if words[:2] == ["go", "on"] and words[2:3] in (["left"], ["right"]):
        del words[1]
    verb, where, others = "".join(words[:1]), "".join(words[1:2]), words[2:]
    is_turn = verb in list_verb_forms(_TURNING) and where in _WHERE
    is_turn = is_turn or (verb in list_verb_forms(_TURNING[:1]) and where in _ROUND)
    goes_on = where == "right" and not {*others[:1]}.isdisjoint(_AT_ONCE)
    if others[:1] == ["and"] and not {*others[1:2]}.isdisjoint(list_action_verb_forms()):
        others = []  # `turn right and search`
    if is_turn and not goes_on and _list_fixtures().issuperset({*others} - _WAYS):
        yield f"declare {drop_openers(drop_intention_words(typed))}"


def _begins_deed(deed: Sequence[Token]) -> bool:
    """True for words that begin with what somebody does, and does not only undergo or learn."""
    verb, after, *_ = (*(token.word for token in deed), "", "")
    is_rolled = verb in _ROLLING and after in load_phrases().articles
    is_entered = verb in _GETTING and after in _INTO
    is_deed = is_rolled or is_entered or verb not in _list_no_deeds()
    is_told = not after or after == _AWAY or is_past_verb_form(verb)
    is_told = is_told or any(
        verb in list_verb_forms((each,)) and after in links
        for each, links in _NO_DEEDS_WITH.items()
    )
    return verb.isalpha() and is_deed and not is_told


def _drop_doers(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """What follows who of the Company does it, from the verb on; nothing if nobody of them does."""

    def is_doer(token: Token) -> bool:
        is_member = vocabulary.names_member(token.word)
        return is_member or token.word in (*_ALL, *_JOINING, *load_phrases().groups["everyone"])

    said = [*dropwhile(is_doer, tokens)]
    done = [*dropwhile(lambda token: token.word in _HURRYING, said)]
    if done[2:] and done[0].word in list_verb_forms(_INTENDING) and done[1].word == "to":
        done = done[2:]
    return done if len(said) < len(tokens) else []


def _acts_on_fixture(after: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what follows a verb where it names a thing of the place, and before `with` nothing
    that somebody has or that is counted."""
    before = [*takewhile(lambda token: token.word != _WITH, after)]
    kinds = {
        kind for part in split_into_parts(before, frozenset(), vocabulary) for kind in part.meanings
    }
    words = {token.word for token in before}
    is_plain = kinds <= _OF_THE_PLACE and words.isdisjoint(_SELVES)
    return is_plain and not words.isdisjoint(_list_fixtures())


@cache
def _list_fixtures() -> frozenset[str]:
    fixtures = load_phrases().groups["fixtures"]
    several = (f"{each}es" if each.endswith(("ch", "sh")) else f"{each}s" for each in fixtures)
    return frozenset([*fixtures, *several])


@cache
def _list_no_deeds() -> frozenset[str]:
    """Every form of the verbs of what befalls somebody, and of what they come to know."""
    return (
        list_mishap_verb_forms()
        | list_verb_forms(load_phrases().planning)
        | _BEING
        | list_verb_group_forms("no_fixture_deeds")
        | list_verb_group_forms("hiding")
    )
