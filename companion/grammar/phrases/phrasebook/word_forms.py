"""The forms of words, as people say them: drops, dropped, dropping; and ordinary words."""

import re
from functools import cache, lru_cache
from itertools import chain

from companion.grammar.phrases.phrasebook.phrases_file import (
    Words,
    load_phrases,
    read_phrasebook_file,
)

DETERMINERS = (
    *("a", "an", "the", "some", "any", "another", "this", "that", "these", "those"),
    *("his", "her", "their", "our", "its", "my"),
)
"""What stands before a noun, and begins no deed."""


@cache
def _list_ordinary_words() -> frozenset[str]:
    lines = read_phrasebook_file("ordinary.txt").splitlines()
    listed = {word for line in lines if not line.startswith("#") for word in line.split()}
    return frozenset(form for word in listed for form in inflect_verb(word))


def is_ordinary_english_word(word: str) -> bool:
    """True for an English word that is no slip of one of the companion's, as `shuts` of shouts."""
    return word in _list_ordinary_words()


def expand_word_group(word: str) -> Words:
    """The words of which one may stand here; `$gain` is a group."""
    groups = load_phrases().groups
    found = (groups[each[1:]] if each.startswith("$") else (each,) for each in word.split("/"))
    return tuple(chain.from_iterable(found))


@cache
def list_company_words() -> frozenset[str]:
    """The words for the whole Company where somebody speaks of it, without their article."""
    groups = load_phrases().groups
    return frozenset(["we", "us", *groups["everyone"], *groups["company"]])


def inflect_way_of_saying(said: str) -> list[Words]:
    """A way with its verb, the first word, in each of its forms; a way in quotes only as it is."""
    first, *rest = [word for word in said.split() if word != "is"] or [""]
    if not first:
        return [()]
    if first.startswith("="):
        return [(first[1:], *rest)]
    return [(each, *rest) for each in inflect_verb(first)]


@lru_cache(8192)
def inflect_verb(verb: str) -> Words:
    """`drop`, `drops`, `dropped`, `dropping`, and past forms that phrases.toml lists."""
    stem = verb.removesuffix("e")
    doubled = verb[-1] if re.search(r"[^aeiou][aeiou][bdgklmnprt]$", verb) else ""
    forms = {verb, f"{verb}s", f"{verb}es", f"{stem}ed", f"{stem}ing"}
    forms |= {f"{verb}{doubled}{ending}" for ending in ("ed", "ing")}
    if re.search(r"[^aeiou]y$", verb):
        forms |= {f"{verb[:-1]}ies", f"{verb[:-1]}ied"}
    return (*sorted(forms), *load_phrases().irregular.get(verb, ()))


@cache
def list_verb_forms(verbs: Words) -> frozenset[str]:
    """Every form of each of these verbs."""
    return frozenset(form for verb in verbs for form in inflect_verb(verb))


@cache
def list_verb_group_forms(group: str) -> frozenset[str]:
    """Every form of the verbs of a group of phrases.toml."""
    return list_verb_forms(load_phrases().groups[group])


@cache
def is_past_verb_form(word: str) -> bool:
    """True for a verb in the past, as `found`; not for one that is the same today, as `hit`."""
    irregular = load_phrases().irregular
    is_listed = any(
        word in forms and word not in (*irregular, "has") for forms in irregular.values()
    )
    return is_listed or (word.endswith("ed") and len(word) > len("need"))


@cache
def list_action_verb_forms() -> frozenset[str]:
    """Every form of the verbs of what somebody does."""
    return list_verb_forms(load_phrases().actions)


@cache
def list_mishap_verb_forms() -> frozenset[str]:
    """Every form of the verbs of what befalls somebody, and counts nothing."""
    return list_verb_forms(load_phrases().mishaps)


@cache
def list_inflected_transitive_verbs() -> frozenset[str]:
    """The forms by which somebody does something to another; `hit` alone may be done to them."""
    phrases = load_phrases()
    verbs = [verb for each in phrases.transitive for verb in expand_word_group(each)]
    forms = {form for verb in verbs for form in inflect_verb(verb) if form != verb}
    return frozenset(forms | {verb for verb in verbs if verb in phrases.irregular.get(verb, ())})


@cache
def list_suffering_verb_forms() -> frozenset[str]:
    """The forms by which somebody has something done to them."""
    return list_verb_forms(load_phrases().suffering)


@cache
def list_negation_words() -> frozenset[str]:
    """The words after which nothing is as it is said."""
    return frozenset(load_phrases().negations)


@cache
def list_stop_words() -> frozenset[str]:
    """The words that mean nothing by themselves."""
    phrases = load_phrases()
    return frozenset({*phrases.fillers, *phrases.articles, ",", "and"})


@cache
def index_links_by_preposition() -> dict[str, str]:
    """The link (the group of prepositions of one meaning) of each preposition."""
    return {name: link for link, names in load_phrases().links.items() for name in names}
