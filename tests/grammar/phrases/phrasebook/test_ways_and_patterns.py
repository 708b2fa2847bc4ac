"""Every phrase that people say whole is listed when the first line is read: there are few enough of
them that nobody waits for it."""

import pytest

from companion.grammar.phrases.phrasebook.normalized_spelling import (
    expand_contractions_and_time_lengths,
)
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    expand_phrase_alternatives,
    index_first_words_by_inflected_form,
    index_lines_by_whole_phrase,
    index_refused_phrases,
    index_ways_by_second_word,
    list_words_of_all_ways,
)

MOST_OF_ONE, MOST_IN_ALL = 12_000, 100_000


def test_the_first_line_waits_for_no_hundred_thousands_of_phrases() -> None:
    assert len(index_lines_by_whole_phrase()) + len(index_refused_phrases()) <= MOST_IN_ALL


def test_what_may_be_left_out_of_a_phrase_is_one_word() -> None:
    ways = [each for way in load_phrases().ways for each in way.say]
    said = [*index_lines_by_whole_phrase(), *index_refused_phrases(), *ways]
    assert not [
        each for each in said if any(word.count("(") != word.count(")") for word in each.split())
    ]


def test_the_phrasebook_stands_in_plain_spelling() -> None:
    """As a line is read: `what is` and not `what's`, so that no way is respelled as it is read."""
    phrases = load_phrases()
    said = [each for way in phrases.ways for each in way.say]
    said += [each for ways in phrases.lines.values() for each in ways]
    said += [each for refused in phrases.refusals for each in refused.say]
    said += [each for topic in phrases.topics for each in (*topic.keys, *topic.words)]
    assert not [each for each in said if expand_contractions_and_time_lengths(each) != each]


def test_the_ways_of_each_word_are_those_of_all_of_them() -> None:
    """As by somebody who spreads out the whole phrasebook, and then looks for a first word."""
    every: dict[str, list[tuple[str, ...]]] = {}
    for way in load_phrases().ways:
        said = dict.fromkeys(each for said in way.say for each in expand_phrase_alternatives(said))
        for each in said:
            words = tuple(word for word in each.split() if word != "is")
            every.setdefault(words[0] if words else "", []).append(words)
    for first, ways in every.items():
        listed = [way.words for each in index_ways_by_second_word(first).values() for way in each]
        assert sorted(listed) == sorted(ways), first
    later = {word for ways in every.values() for way in ways for word in way[1:]}
    assert later | index_first_words_by_inflected_form().keys() == list_words_of_all_ways()


@pytest.mark.parametrize("kind", ["lines", "refusals"])
def test_no_way_stands_for_too_many_phrases(kind: str) -> None:
    phrases = load_phrases()
    said = [
        each
        for ways in (
            phrases.lines.values() if kind == "lines" else [r.say for r in phrases.refusals]
        )
        for each in ways
    ]
    assert not [each for each in said if len(expand_phrase_alternatives(each)) > MOST_OF_ONE]


@pytest.mark.parametrize(
    ("phrase", "line"),
    [("draw us somebody", "npc ?"), ("roll me a stranger they could meet", "npc ?")],
)
def test_what_people_say_whole_is_found_as_simple_as_can_be(phrase: str, line: str) -> None:
    simple = " ".join(word for word in phrase.split() if word != "a")
    assert index_lines_by_whole_phrase()[simple] == line
