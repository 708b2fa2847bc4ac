"""Words as they are written in messages, in full: `to` for `2`, `everyone` for `evry1`; and names
without a title, as `Ondine` for `Sister Ondine`."""

import re
from collections.abc import Sequence
from functools import cache

from companion.grammar.phrases.phrasebook.amounts import Meanings, is_coin_or_time_unit
from companion.grammar.phrases.phrasebook.misspellings import is_english_word
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import list_deed_verb_forms
from companion.grammar.phrases.phrasebook.word_forms import (
    list_inflected_transitive_verbs,
    list_suffering_verb_forms,
    list_verb_forms,
)

_AND = "n"
_FIGURES = {"2": "to", "4": "for"}
_WORD = re.compile(r"[\w'’/]*")
_OWNED = ("his", "their", "my", "our", "your", "this", "that")
_ABOUT = ("about", "ready", "able", "time", "ought", "how")
_MEANING = ("want", "try", "plan", "decide", "go", "start", "begin", "like", "mean")
"""Verbs, and other words, by which somebody is about to do something."""
_GOING = {
    "2": ("go", "head", "walk", "run", "ride", "sneak", "creep", "come", "return", "talk", "speak"),
    "4": ("look", "listen", "search", "pay", "wait", "ask", "hunt", "head", "go", "leave", "call"),
}
"""Verbs that have nothing counted before `to the` and `for the`."""
_NEARING = frozenset(["up", "off", "over", "back", "close", "closer", "next", "near", "along"])
_LOOKING = ("look", "listen")
_OFFERED = re.compile(r"sale|hire|free|\d+[psg]")
"""What a thing is there `for`."""
_HARM = ("damage", "dmg", "hp", "harm")
_LETTERS = ("r", "u")
"""They begin lines of the companion's, too."""
_DOING = ("gonna", "going", "trying", "about")
"""After one of these a name with an s is somebody who does something: `wims gonna jump`."""
_NEW = (
    "called",
    "named",
    "new",
    "npc",
    "errant",
    "add",
    "hire",
    "hires",
    "hired",
    "recruit",
    "make",
)


def write_shorthand_in_full(text: str, known: Vocabulary) -> str:
    """A line with each word that is shortened in full: `torch from bree to wim` for `torch frm bree
    2 wim`; a number stays where something may be counted."""
    typed = text.split(" ")
    words = [_WORD.match(each)[0].casefold() for each in typed]  # type: ignore[index]
    for at, word in enumerate(words):
        if full := _write_word_in_full(at, words, typed, known) if word else "":
            typed[at], words[at] = full + typed[at][len(word) :], full
    titles = {at for at in range(len(words) - 1) if _is_title(at, words, known)}
    return " ".join(each for at, each in enumerate(typed) if at not in titles)


def _write_word_in_full(
    at: int, words: Sequence[str], typed: Sequence[str], known: Vocabulary
) -> str:
    """What the word here stands for; "" for one that is whole."""
    word, after = words[at], (*words[at + 1 :], "")[0]
    if word in _FIGURES:
        is_apart = at and after and typed[at] == word and re.search(r"[\w'’]$", typed[at - 1])
        return (
            _FIGURES[word] if is_apart and _is_digit_for_small_word(at, words, typed, known) else ""
        )
    if word == _AND and at and typed[at] == word:  # `the n door` is north of here
        is_between = known.names_person(typed[at - 1].casefold()) and known.names_person(after)
        return "and" if is_between else ""
    if after in _DOING and word.endswith("s") and known.names_person(word[:-1]):
        return "" if known.names_person(word) else f"{word[:-1]}'s"
    is_letter = word in _LETTERS and not (at or after in load_phrases().subjects)
    if is_letter or word in known.initials:
        return ""
    doing = word.rstrip("'’") + "g"
    is_doing = len(word) > 3 and doing.endswith("ing") and doing in list_deed_verb_forms()
    is_doing = is_doing and not (known.is_known(word) or is_english_word(word))
    return _index_shorthand().get(word, doing if is_doing else "")


def _is_digit_for_small_word(
    at: int, words: Sequence[str], typed: Sequence[str], known: Vocabulary
) -> bool:
    """True for a 2 or a 4 that counts nothing: `up 2 the altar`, `a torch 4 wim`, `wants 2 go`."""
    word, before, after = words[at], words[at - 1], words[at + 1]
    is_thing = known.are_words_of_one_thing([known.find_singular(after) or after])  # `wants 2 rope`
    is_meaning = before in list_verb_forms(_MEANING) | {*_ABOUT}
    if word == "2" and is_meaning and _is_plain_verb(after) and not is_thing:
        return True
    if word == "4" and before.isdecimal() and after[:1].isdecimal():  # `goblin 2 4 3`
        return _names_one(words[at - 2], known)
    is_named = _names_one(before, known) and words[at - 2 : at - 1] != ["from"]
    is_counted = before in load_phrases().counting | _list_verbs_of_dealing() or before in _FIGURES
    if is_counted or is_named or typed[at - 1].startswith(("+", "-")):
        return False
    if after in (*load_phrases().articles, *load_phrases().pronouns, *_OWNED):  # no number follows
        is_noun = words[at - 2] in load_phrases().articles  # `a map 2 the bell`
        is_verb = before in list_deed_verb_forms() and before not in _NEARING and not is_noun
        return not is_verb or before in list_verb_forms(_GOING[word])
    if word == "4" and (_OFFERED.fullmatch(after) or before in list_verb_forms(_LOOKING)):
        return _OFFERED.fullmatch(after) is not None or not (
            is_coin_or_time_unit(after) or after.isdecimal()
        )
    return _goes_to_place_or_person(at, words, typed, known)


def _goes_to_place_or_person(
    at: int, words: Sequence[str], typed: Sequence[str], known: Vocabulary
) -> bool:
    """True before a place, and before somebody at the end, where how many or whose is said before:
    `2 torches 2 wim`, but not `rations 2 wim`."""
    before, meant = words[at - 1], _find_name_meanings(words[at + 1], known)
    is_last = at + 2 == len(words) or not re.search(r"[\w'’]$", typed[at + 1])
    if "place" in meant:
        return True
    if "group" in meant:  # `3 dmg 2 goblin 1`
        is_one = len(words) == at + 3 and words[-1].isdecimal()
        return is_one and before in _HARM and words[0].isdecimal()
    if meant.keys().isdisjoint(("person", "npc")) or not is_last:
        return False
    has_number = any(each[:1].isdecimal() or each in load_phrases().numbers for each in words[:at])
    has_owner = any(_names_one(each, known) for each in words[:at])
    if before in _HARM or is_coin_or_time_unit(before):
        return has_number and not has_owner
    is_one = not before.endswith("s") or words[at - 2] in ("the", "her", *_OWNED)
    return has_number or (has_owner and is_one)


def _is_title(at: int, words: Sequence[str], known: Vocabulary) -> bool:
    """True for a title before a name: `sister` of Ondine, `master` of Dunn. Those of kin, and
    `old`, are only of the Company: another Dunn may be his brother."""
    word, titles = words[at], load_phrases().titles
    name = re.sub(r"['’]s?$", "", words[at + 1])
    meant = known.find_meanings(name)
    is_own = (word, name) in known.names or (word,) in known.names
    before = words[at - 1] if at else ""
    is_own = is_own or before in (*_NEW, *_OWNED, "her") or before.endswith(("'s", "’s"))
    is_title = "person" in meant and word in titles["company"]
    is_title = is_title or ("npc" in meant and "group" not in meant and word in titles["anybody"])
    return is_title and not is_own


def _find_name_meanings(word: str, known: Vocabulary) -> Meanings:
    """What a name means, written in full or not."""
    bare = re.sub(r"['’]s?$", "", word)
    return known.find_meanings(bare) or known.find_meanings(known.guess_known_word(bare))


def _names_one(word: str, known: Vocabulary) -> bool:
    meant = known.find_meanings(re.sub(r"['’]?s?$", "", word)) or known.find_meanings(word)
    return not meant.keys().isdisjoint(("person", "npc", "group", "creature"))


def _is_plain_verb(word: str) -> bool:
    is_counted = word in _HARM or is_coin_or_time_unit(word)  # `goblin 2 has 2 hp`
    return word in list_deed_verb_forms() and not (is_counted or word.endswith(("s", "ed", "ing")))


@cache
def _list_verbs_of_dealing() -> frozenset[str]:
    """Verbs after which a number is of what is dealt or handed over."""
    phrases = load_phrases()
    plain = (*phrases.transitive, *phrases.suffering, *phrases.groups["hit"])
    return frozenset({*list_inflected_transitive_verbs(), *list_suffering_verb_forms(), *plain})


@cache
def _index_shorthand() -> dict[str, str]:
    return {short: full for full, listed in load_phrases().shorthand.items() for short in listed}
