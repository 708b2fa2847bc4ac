"""A slip of the fingers changes nothing: a phrase with two letters swapped, or without one, is
understood as it was meant."""

import re
import sys
import tomllib
from collections.abc import Callable
from functools import cache

import pytest

from companion.commands.spoken_lines.phrase_meanings import make_context_for_unparsed_line
from companion.desk import Desk
from companion.grammar.phrases.phrasebook import misspellings
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.asides import (
    begins_with_command_word,
    correct_typing_slips,
)
from tests.phrases.test_phrases import (
    FILES,
    RUN,
    OpenDesk,
    list_meant,
    open_desk,
    read_values,
    understand,
)
from tests.rounds import pick_part

__all__ = ["open_desk"]
EACH = 9
"""Of so many phrases one is tried: each of them is read twice."""


def swap_letters(word: str) -> str:
    middle = len(word) // 2
    return f"{word[:middle]}{word[middle + 1]}{word[middle]}{word[middle + 2 :]}"


def drop_letter(word: str) -> str:
    return word[: len(word) // 2] + word[len(word) // 2 + 1 :]


def find_longest_word(phrase: str) -> str:
    return max(re.findall(r"\b[a-z]{6,}\b", phrase), key=len, default="")


def know_words(desk: Desk) -> Vocabulary:
    return build_vocabulary(make_context_for_unparsed_line(desk._build_context))


@cache
def list_phrases() -> list[dict[str, str]]:
    return [each for file in FILES for each in tomllib.loads(file.read_text("utf-8"))["phrase"]]


@pytest.mark.parametrize("slip", [swap_letters, drop_letter])
def test_a_sure_slip_changes_nothing(slip: Callable[[str], str], open_desk: OpenDesk) -> None:
    tried, sure = 0, 0
    for phrase in pick_part(list_phrases()[4::EACH], 2):
        said, word = phrase["say"], find_longest_word(phrase["say"])
        if not word or slip(word) == word or "either" in phrase or begins_with_command_word(said):
            continue
        desk = open_desk(*phrase.get("given", ()))
        if phrase.get("means", "").startswith("note "):
            continue  # a text is kept with its slips
        if not list_meant(phrase) or not (meant := understand(desk, said)):
            continue
        tried, slipped = tried + 1, said.replace(word, slip(word), 1)
        if correct_typing_slips(slipped, know_words(desk)) != said:
            continue
        sure += 1
        taken = understand(desk, slipped)
        assert [read_values(desk, line) for line in taken] == [
            read_values(desk, line) for line in meant
        ], (slipped, meant, taken)
    assert tried > 30
    assert sure > tried * 0.7


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bree drops a torhc", "bree drops a torch"),
        ("bree drops two torhces", "bree drops two torches"),
        ("corivn hits a gobiln", "corvin hits a goblin"),
        ("how much is in corivn's pack", "how much is in corvin's pack"),
        ("bree picks up a lantrn", "bree picks up a lantern"),
        ("the widow weeps", "the widow weeps"),
        ("an angel alters the hinge", "an angel alters the hinge"),
        ("they meet Corivn", "they meet Corivn"),
        ("a mule named bramlbe", "a mule named bramlbe"),
        ("note that bree drops a torhc", "note that bree drops a torhc"),
        ('bree drops "torhc"', 'bree drops "torhc"'),
        ("bree removs wim", "bree removs wim"),
        ("delte old pike", "delte old pike"),
        ("fnord", "fnord"),
        ("bree doesn't climb", "bree doesn't climb"),
        ("", ""),
    ],
)
def test_what_is_mended(typed: str, meant: str, open_desk: OpenDesk) -> None:
    vocabulary = know_words(open_desk("fight goblin x3"))
    assert correct_typing_slips(typed, vocabulary) == meant
    assert correct_typing_slips(meant, vocabulary) == meant


def test_without_a_dictionary_no_slip_is_sure(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "spellchecker", None)
    misspellings._load_dictionary.cache_clear()
    misspellings.list_similar_english_words.cache_clear()
    try:
        desk = open_desk()
        assert (
            correct_typing_slips("corivn hits a gobiln", know_words(desk)) == "corivn hits a gobiln"
        )
        assert understand(desk, "bree lights a torhc") in ((), ("light bree torch",))
    finally:
        misspellings._load_dictionary.cache_clear()
        misspellings.list_similar_english_words.cache_clear()


def test_a_line_is_refused_for_what_was_meant_and_not_for_its_slips(open_desk: OpenDesk) -> None:
    desk = open_desk()
    slipped, plain = (RUN(desk, f"{who} gives ondine his oil") for who in ("corivn", "corvin"))
    assert slipped is not None
    assert plain is not None
    assert slipped.refusal == plain.refusal
    assert plain.refusal is not None
