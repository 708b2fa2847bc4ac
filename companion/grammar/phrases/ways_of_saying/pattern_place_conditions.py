"""Places of a pattern that take only some of the parts of their kinds, as `FOOD` of all things."""

from companion.errant.packs.items import LIGHT_SOURCE_KINDS, parse_gear_kind_and_count
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    index_first_words_by_inflected_form,
)
from companion.grammar.phrases.phrasebook.word_forms import (
    list_action_verb_forms,
    list_negation_words,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import Part
from companion.grammar.phrases.sentences.tokens import METALS

_SPEAKING = ("tells", "told", "says", "said", "asks", "asked")
_MAX_BONUS = 3
_MOST_WORDS_OF_HELP = 2
_MOST_WORDS_OF_CAUSE = 3
_MAY_BE_SLIPS = frozenset(
    ["bowl", "comb", "coin", "wand", "vase", "belt", "boot", "fan", "pin", "pot", "jar", "rod"]
)
"""Treasures that may be a slip of a thing on sale, as `bowl` of bow."""


def can_fill_pattern_place(place: str, part: Part, *, is_begun: bool) -> bool:
    """True if a part of the right kind may stand in this place; `is_begun` if another stands there
    already."""
    return place not in _CONDITIONS or _CONDITIONS[place](part, is_begun)


def is_stranger(part: Part) -> bool:
    """True for somebody nobody knows, as `a trader` and `the old hermit`."""
    last = part.typed.casefold().split()[-1]
    is_unnamed = part.has_article and part.meanings.keys() <= {"thing"}
    return is_unnamed and last in load_phrases().groups["folk"]


def _is_receiver(part: Part, _is_begun: bool) -> bool:
    """True for an NPC, and for somebody whom nobody knows."""
    return "npc" in part.meanings or is_stranger(part)


def _is_story(part: Part, is_begun: bool) -> bool:
    """True for what somebody does, and then for what it is done to; never for an opponent whom
    nobody knows."""
    words = part.typed.casefold().split()
    if part.link == "vs" and not part.meanings:
        return False
    if not list_negation_words().isdisjoint(words):
        return False
    return is_begun or words[0] in list_action_verb_forms()


def _is_treasure(part: Part, _is_begun: bool) -> bool:
    """True for a thing that no price table has, as `silver ring`."""
    words = part.typed.casefold().split()
    if part.meanings and words[-1] in METALS:
        return True
    is_sure = bool(words[1:] or part.times) or words[-1] not in _MAY_BE_SLIPS
    is_sure = is_sure and not part.meanings.keys() - {"thing"}
    if not is_sure or not part.meanings.get("thing", '"').startswith('"'):
        return False
    is_particle = words[0] in ("up", "out", "off", "away")
    is_getting = bool(words[1:]) and words[0] in list_verb_group_forms("gain")
    return (
        not (is_particle or is_getting)  # `they find a ring, bree takes it` names a ring
        and words[-1] in load_phrases().treasures
        and list_negation_words().isdisjoint(words)
    )


def _is_reason(part: Part, _is_begun: bool) -> bool:
    """True for words that deny nothing."""
    return list_negation_words().isdisjoint(part.typed.casefold().split())


def _is_scene(part: Part, is_begun: bool) -> bool:
    """True for what is there; what somebody carries is more than that, and so is who does it."""
    is_doer = not part.link and is_stranger(part)
    return not (is_doer or "carried" in part.meanings) and _is_reason(part, is_begun)


def _is_bonus(part: Part, _is_begun: bool) -> bool:
    """True for a number as the Guide adds it; a larger one is what was rolled."""
    return int(part.meanings.get("number", "0")) <= _MAX_BONUS


def _may_be_unknown_name(part: Part, _is_begun: bool) -> bool:
    """False for a verb, as `lifted`, for who or what does it, and for what denies or supposes: that
    is no name."""
    words = part.typed.casefold().split()
    first, word = words[0], words[-1]
    is_form = word.endswith("ed") or (
        word == f"{word[:-1]}s" and word[:-1] in index_first_words_by_inflected_form()
    )
    is_verb = first in list_action_verb_forms() or (
        is_form and word in index_first_words_by_inflected_form()
    )
    is_verb = is_verb or first in _SPEAKING
    return not is_verb and part.link != "by" and list_negation_words().isdisjoint(words)


def _is_campsite(part: Part, _is_begun: bool) -> bool:
    """True for where one sleeps, as `a rotten spot`; what is so is said beside it."""
    groups = load_phrases().groups
    return {*groups["campsite"], *groups["bad"]}.issuperset(part.typed.casefold().split())


def _is_bad_camp(part: Part, is_begun: bool) -> bool:
    """True for where one sleeps with the word for how bad it is, as `a cold ditch`."""
    is_bad = not {*load_phrases().groups["bad"]}.isdisjoint(part.typed.casefold().split())
    return _is_campsite(part, is_begun) and (is_begun or is_bad)


def _has_count(part: Part, _is_begun: bool) -> bool:
    return bool(part.times)


def _is_help_or_hindrance(part: Part, is_begun: bool) -> bool:
    """True for what helps or hinders a Check, as `wet stone`."""
    return "thing" in part.meanings if is_begun else len(part.typed.split()) <= _MOST_WORDS_OF_HELP


def _is_number_of_kind(part: Part, _is_begun: bool) -> bool:
    """True for some of a kind, as `six cultists`."""
    words = part.typed.casefold().split()
    is_known = "npc" in part.meanings or len(words) > _MOST_WORDS_OF_HELP
    return not is_known and words[-1].endswith(("s", "men", "folk"))


def _is_foe(part: Part, is_begun: bool) -> bool:
    """False for many of whom nobody says how many they are, as `goblins`; and for who is known,
    where no others are named before."""
    if "npc" in part.meanings:
        return is_begun and not part.times
    is_many = "creature" in part.meanings and part.typed.casefold().endswith("s")
    return bool(part.times) or is_begun or not is_many


def _names_impersonal_cause_of_harm(part: Part, _is_begun: bool) -> bool:
    """True for what harms somebody and is nobody's, as `falling rocks`."""
    words = part.typed.casefold().split()
    is_told = list_negation_words().isdisjoint(words) and load_phrases().qualifying.isdisjoint(
        words
    )
    is_short = len(words) <= _MOST_WORDS_OF_CAUSE and "carried" not in part.meanings
    is_name = not (part.has_article or "thing" in part.meanings or words[1:])  # or a slip of one
    return is_told and is_short and not is_name


def _is_hideout(part: Part, is_begun: bool) -> bool:
    """True for where a thing is hidden, and then for what that is a part of, with `of`."""
    return (part.link == "of") == is_begun and "carried" not in part.meanings


def _is_found_in(part: Part, _is_begun: bool) -> bool:
    """True for one thing that nobody carries, in which another may be found."""
    return "carried" not in part.meanings and not part.times


def _is_sold(part: Part, _is_begun: bool) -> bool:
    """True for the one thing that is carried, as `for the pole`; `for a pole` it may be bought."""
    return "carried" in part.meanings and not {"a", "an"} & {*part.typed_whole.casefold().split()}


def _is_food(part: Part, _is_begun: bool) -> bool:
    """True for words that end with one for something to eat."""
    return part.typed.casefold().split()[-1] in load_phrases().food


def _is_alms(part: Part, is_begun: bool) -> bool:
    """True for who is given to and is nobody known, as `the poor box`."""
    words, groups = {*part.typed.casefold().split()}, load_phrases().groups
    if is_begun:
        return not part.link and words <= {*groups["alms box"]}
    is_given = bool(part.link) and "carried" not in part.meanings
    return is_given and not {*groups["alms"]}.isdisjoint(words)


def _is_gift(part: Part, is_begun: bool) -> bool:
    """True for who is given to and is nobody known, where the verb says nothing of giving: what is
    `in` a temple may be found there, unless it is in a box for alms."""
    words = {*part.typed.casefold().split()}
    is_boxed = not words.isdisjoint(load_phrases().groups["alms box"])
    return _is_alms(part, is_begun) and (part.link != "in" or is_boxed)


def _is_what_is_saved_against(part: Part, _is_begun: bool) -> bool:
    """True for what is saved against, as `the poison`."""
    return part.typed.casefold().split()[-1] in load_phrases().groups["bane"]


def _is_singular(part: Part, _is_begun: bool) -> bool:
    return not part.typed.casefold().endswith("s")


def _is_one_burning_thing(part: Part, is_begun: bool) -> bool:
    """True for one thing that burns, as `a torch`."""
    kinds = {parse_gear_kind_and_count(word)[0] for word in part.typed.split()}
    return _is_singular(part, is_begun) and not kinds.isdisjoint(LIGHT_SOURCE_KINDS)


def _is_not_company_as_one(part: Part, _is_begun: bool) -> bool:
    """False for the Company as one, as in `the party pays 5p`."""
    words = part.typed.casefold().removesuffix("'s").split()
    return {*words}.isdisjoint(load_phrases().groups["company"])


_CONDITIONS = {
    "EACHONE": _is_not_company_as_one,
    "EACHPAYER": _is_not_company_as_one,
    "ONETHING": _is_singular,
    "LAMP": _is_one_burning_thing,
    "FOOD": _is_food,
    "SOLD": _is_sold,
    "TREATER": lambda part, _is_begun: "'" not in part.typed,  # `on bree's bed` is nobody's treat
    "ALMS": _is_alms,
    "GIFT": _is_gift,
    "RECEIVER": _is_receiver,
    "BANE": _is_what_is_saved_against,
    "HIDEOUT": _is_hideout,
    "STAND": _is_hideout,
    "FOUNDIN": _is_found_in,
    "BEINGS": _is_number_of_kind,
    "FOES": _is_foe,
    "CAMPSITE": _is_campsite,
    "BADCAMP": _is_bad_camp,
    "CAUSE": _names_impersonal_cause_of_harm,
    "HELP": _is_help_or_hindrance,
    "BONUS": _is_bonus,
    "COUNTED": _has_count,
    "UNKNOWN": _may_be_unknown_name,
    "STORY": _is_story,
    "TREASURE": _is_treasure,
    "REASON": _is_reason,
    "SCENE": _is_scene,
    "GROUND": _is_scene,
    "NEWTHING": _is_scene,
}
"""What is asked of a part before it stands in one of these places."""
