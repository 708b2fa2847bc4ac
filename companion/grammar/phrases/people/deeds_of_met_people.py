"""Lines that tell what those do who are met or talked with, as `the robbers attack us`."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import dropwhile, groupby, takewhile

from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.people.pronouns import resolve_pronoun
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import split_name_into_words
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    inflect_verb,
    list_company_words,
    list_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.whole_line_phrases import drop_articles, list_whole_phrase_lines
from companion.refusal import Ambiguous, Impossible
from companion.values_with_ids import cache_result_of_last_rows

_OF_ONE = ("he", "she", "it")
_OF_SEVERAL = ("they", "all", "both")
_ATTACKED = ("attacked", "ambushed", "jumped", "charged")
_NOBODY = ("nobody", "nothing", "none")
_ARRIVING = (
    "there",
    "here",
    "up",
    "along",
    "by",
    "us",
    "we",
    "it",
    "meet",
    "meets",
    "happens",
    "so",
)
_ENDED = ("encounter", "over", "end", "ends", "ended", "done", "finished", "and", "is", "that")
_SOMEWHERE = (
    "in",
    "into",
    "dark",
    "water",
    "back",
    "home",
    "us",
    "alone",
    "again",
    "fear",
    "panic",
)
_MOST_WORDS_OF_NAME = 3
_BEINGS = frozenset(
    [
        *("boar", "wolf", "bear", "crab", "rat", "snake", "dog", "spider", "bat", "eel", "deer"),
        *("cat", "fox", "stag", "bull", "horse", "bird", "crow", "toad", "bandit", "robber"),
        *("brigand", "thief", "guard", "monk", "nun", "stranger", "traveller", "pilgrim"),
        *("patrol", "beggar", "smuggler", "hermit", "pedlar", "merchant", "soldier", "knight"),
        *("hunter", "fisher", "ghost", "beast", "thing", "creature", "monster", "animal"),
    ]
)
"""Who is met by chance, and is in no list of creatures."""
_THEM = ("them", "him", "her", "it", "now", "first")
_BEGINNING_FIGHTS = "assault"
_ASSAULT, _TOWARDS, _ARMED = "assault at", ("at", "on", "upon", "for"), "with"
"""By which somebody attacks, and what follows it before `us`, and after it."""
_DRAWING = "draw on"
_JOINTS = (",", "and")
_BEING = ("is", "are", "just", "suddenly", "now", "then", "starts")
_LEAVING = "depart"
_FIGHT = "zoom initiative"
_BREAKING_OUT = frozenset(["fight", "blows"])
_ONLY_ROUNDS = frozenset(["count", "go", "switch", "change", "drop", "in", "into", "on"])
"""How it is said that a fight breaks out with whoever is met, and that only time passes so."""


def list_deed_lines_of_met_npcs(tokens: Sequence[Token], context: Context) -> Iterator[str]:
    """The line of what those do who are met or talked with, where no fight is on. Raises
    Impossible where they leave and nothing of the game changes."""
    book = context.campaign.book
    if book.combatants:
        return
    phrases = load_phrases()
    words = [token.word for token in tokens if token.word not in (*phrases.articles, ",")]
    words = list(dropwhile(phrases.interjections.__contains__, words))
    told = join_typed_words(tokens)
    is_open = context.is_guide and bool(book.clock.encounter)
    ending = f"To end the encounter: done {told}. " if is_open else ""
    begins_other = words[:1] and words[0] in WORDS and words[0] != "encounter"
    if is_open and not begins_other and _says_encounter_is_over(words):
        yield f"done {told}"
        return
    words = _drop_encounter_end(words)
    met = list_met_npcs(context)
    yield from _list_fight_beginnings(tokens, met, context)
    after = (*phrases.groups["whence"], *_SOMEWHERE)
    for npc in met:
        deed = _drop_subject(words, npc)
        if words[:1] and words[0] in _list_ours() and _is_deed(words[1:], _BEGINNING_FIGHTS, _THEM):
            deed = words[1:2]
        if _says_we_fight(words, tokens, context):
            deed = ["attack"]
        if _is_deed(deed, _BEGINNING_FIGHTS, _list_aim_words()) or _attacks_us(tokens, npc):
            is_drawn = npc.id == book.met.npc
            yield "fight" if is_drawn else f"fight {quote_typed_name(npc)}"
        if _is_deed(deed, _LEAVING, after):
            if npc.is_in_negotiation:
                yield f"talk {quote_typed_name(npc)} end"
                return
            company = "If the Company leaves: out. " if words[0] in _OF_SEVERAL else ""
            note = f"To write it down: note {npc.name} {' '.join(deed)}"
            message = f"{npc.name}: whoever leaves needs no line."
            raise Impossible(message, ending + company + note)
    if not met:
        verbs = {*_BREAKING_OUT, *list_verb_group_forms(_BEGINNING_FIGHTS)}
        may_begin = context.is_guide and not verbs.isdisjoint(words)
        spoken_of = resolve_pronoun(context) if may_begin else None
        if spoken_of and _begins_fight(words, tokens, spoken_of):
            yield f"fight {quote_typed_name(spoken_of)}"
        _refuse_attack_of_nobody(words)
    if is_open and not met and words[:1] and words[0] in (*_OF_ONE, *_OF_SEVERAL):
        yield from list_encounter_end_lines(tokens, context)


def _says_fight_with_them(words: Sequence[str]) -> bool:
    """True for `fight them` and `we fight him`."""
    verb, *whom = (words[1:] if words[0] in _list_ours() else words) if words[1:] else ("",)
    return verb == "fight" and bool(whom) and {*whom} <= {*_THEM}


def _says_we_fight(words: Sequence[str], tokens: Sequence[Token], context: Context) -> bool:
    """True for `fight them`, `we fight` and `it comes to blows`: with whom they have met."""
    may_be = not _BREAKING_OUT.isdisjoint(words) and _ONLY_ROUNDS.isdisjoint(words)
    is_begun = may_be and _FIGHT in list_whole_phrase_lines(tokens, context)
    return is_begun or _says_fight_with_them(words)


def _begins_fight(words: Sequence[str], tokens: Sequence[Token], npc: Npc) -> bool:
    """True for `they attack`, `it goes sour, they attack` and `fight them`, said of this one."""
    attacks = _is_deed(_drop_subject(words, npc), _BEGINNING_FIGHTS, _list_aim_words())
    return attacks or _says_fight_with_them(words) or _attacks_us(tokens, npc)


def _list_fight_beginnings(
    tokens: Sequence[Token], met: Sequence[Npc], context: Context
) -> Iterator[str]:
    """The line of a fight with who attacks the Company, or does something of which it is said that
    it begins one: `pike attacks us`, `he draws a knife, it's a fight`."""
    plain = drop_articles(tokens)
    at = next((at for at, token in enumerate(plain) if token.word == ","), len(plain))
    begins = at < len(plain) and _FIGHT in list_whole_phrase_lines(plain[at + 1 :], context)
    words = [token.word.removesuffix("'s") for token in plain[:at]]
    is_aimed = not _list_ours().isdisjoint(token.word for token in plain)
    if met or not (begins or is_aimed):
        return
    is_of_one = words[:1] and words[0] in (*_OF_ONE, *_OF_SEVERAL)
    spoken_of = [resolve_pronoun(context)] if is_of_one else context.campaign.world.npcs
    known = (npc for npc in spoken_of if npc and (npc.met or context.is_guide))
    deeds = [(_drop_subject(words, npc), npc) for npc in known]
    for deed, npc in sorted(deeds, key=lambda each: len(each[0]) or len(words)):  # whole names
        if (deed and begins) or _attacks_us(tokens, npc):
            yield f"fight {quote_typed_name(npc)}"
            return


def list_encounter_end_lines(tokens: Sequence[Token], context: Context) -> Iterator[str]:
    """The line that ends an open encounter in which nobody is known who was met, where they leave:
    `the crabs run off`, `the boar is gone, forget it`."""
    book = context.campaign.book
    if book.combatants or not (context.is_guide and book.clock.encounter):
        return
    said = takewhile(lambda token: token.word != ",", drop_articles(tokens))
    words = _drop_encounter_end([token.word for token in said])
    after = (*load_phrases().groups["whence"], *_SOMEWHERE)
    last = min(len(words), _MOST_WORDS_OF_NAME + 1)
    leaves = any(_is_deed(words[at:], _LEAVING, after) for at in range(1, last))
    if _has_gone(words[-2:]):
        met = words[-3] if words[:-2] else ""
        is_creature = "creature" in build_vocabulary(context).find_meanings(met)
        is_being = singularise_name(met) in _BEINGS or met in (*_OF_ONE, *_OF_SEVERAL)
        leaves = is_creature or is_being
    if leaves and words[0] not in _list_ours():
        yield f"done {join_typed_words(tokens)}"


def _has_gone(words: Sequence[str]) -> bool:
    """True for `is gone` and `are done`, after who was met."""
    return words[:1] in (["is"], ["are"]) and words[1:] in (["gone"], ["done"], ["away"])


@cache
def _list_ours() -> frozenset[str]:
    """The words for the Company where it does something."""
    return list_company_words() | {"let's", "we're"}


@cache
def _list_aim_words() -> frozenset[str]:
    """The words that may follow what somebody does to the Company."""
    return list_company_words() | {"at", "on"}


def _drop_encounter_end(words: Sequence[str]) -> list[str]:
    """The words without `encounter over` at their end, and without what begins them."""
    words = list(dropwhile(load_phrases().interjections.__contains__, words))
    while "encounter" in words and words[-1] in _ENDED:
        words.pop()
    return words


def _says_encounter_is_over(words: Sequence[str]) -> bool:
    """True for `nobody comes` and `the encounter is over`."""
    coming = list_verb_forms(tuple(verb.split()[0] for verb in load_phrases().groups["come"]))
    is_none = not {*words}.isdisjoint(_NOBODY) and {*words} <= {*_NOBODY, *coming, *_ARRIVING, "is"}
    return is_none or ("encounter" in words[:3] and bool(words[1:]) and {*words} <= {*_ENDED})


def _refuse_attack_of_nobody(words: Sequence[str]) -> None:
    """Raises Ambiguous for `they attack` where nobody is met."""
    bare = [word for word in words if word not in ("is", "are", "get", "being")]
    us = not _list_ours().isdisjoint(bare[:1])
    is_attacked = us and len(bare[1:]) == 1 and bare[1] in _ATTACKED
    is_attack = words[:1] and words[0] in _OF_SEVERAL
    if _says_fight_with_them(words):
        raise Ambiguous("With whom? Nobody is met just now.", "Try: fight goblin x4")
    if is_attacked or (is_attack and _is_deed(words[1:], _BEGINNING_FIGHTS, _list_aim_words())):
        raise Ambiguous("Who attacks? Nobody is met just now.", "Try: fight goblin x4")


def list_met_npcs(context: Context) -> list[Npc]:
    """Who is talked with, or else who is met in this Turn, as far as this seat knows of them."""
    npcs, met = context.campaign.world.npcs, context.campaign.book.met.npc
    here = [*_list_patient_npcs(npcs)]
    here += [npc for npc in npcs if npc.id == met and npc not in here] if met else []
    known = [npc for npc in here if npc.met or context.is_guide]
    talking = [npc for npc in known if npc.is_in_negotiation]
    return talking or [npc for npc in known if npc.id == met]


@cache_result_of_last_rows
def _list_patient_npcs(npcs: Sequence[Npc]) -> list[Npc]:
    """Those who still bear exchanges of a Negotiation."""
    return [npc for npc in npcs if npc.patience is not None]


def _drop_subject(words: Sequence[str], npc: Npc) -> list[str]:
    """What is said after the name of this one, or after a pronoun for them; nothing where a line
    begins with neither."""
    pronouns = _OF_SEVERAL if count_group_members(npc) > 1 else (*_OF_ONE, "they")
    names = {
        form for part in split_name_into_words(npc.name) for form in (part, singularise_name(part))
    }
    names |= {f"{name}s" for name in names}
    first = words[0] if words else ""
    rest = list(dropwhile((pronouns if first in pronouns else names).__contains__, words))
    return rest if len(rest) < len(words) else []


def _attacks_us(tokens: Sequence[Token], npc: Npc) -> bool:
    """True where this one attacks the Company with what they do last, as in `pike snaps, he is
    coming at us` and `they lose patience and attack`."""
    words = [token.word.removesuffix("'s") for token in drop_articles(tokens)]
    said = (list(words) for is_joint, words in groupby(words, _JOINTS.__contains__) if not is_joint)
    clauses = [*said]
    deeds = [_drop_subject(clause, npc) or clause for clause in clauses]
    is_told = bool(deeds) and deeds[0] != clauses[0]
    last = [*dropwhile(_BEING.__contains__, deeds[-1])] if is_told else []
    is_second = bool(deeds[1:]) and bool(deeds[0]) and _is_deed(last, _BEGINNING_FIGHTS, ())
    return is_second or _is_assault(last)


def _is_assault(words: Sequence[str]) -> bool:
    """True for `attacks us`, `comes at us with a knife` and `pulls a knife on us`."""
    if words[-2:-1] == ["on"] and words[-1] in _list_ours() and _is_deed(words[:1], _DRAWING, ()):
        return len(words) <= _MOST_WORDS_OF_NAME + 2
    verb, *after = words or [""]
    is_plain = _is_deed([verb], _BEGINNING_FIGHTS, ())
    if after[:1] == ["for"] and verb not in inflect_verb("go"):
        return False  # `comes for us` may bring a boat
    if after[:1] and after[0] in _TOWARDS:
        after = after[1:]
    elif not is_plain:
        return False
    is_verb = is_plain or _is_deed([verb], _ASSAULT, ())
    return is_verb and after[:1] != [] and after[0] in _list_ours() and after[1:2] in ([], [_ARMED])


def _is_deed(words: Sequence[str], group: str, others: Collection[str]) -> bool:
    """True for a verb of a group and nothing but these others after it."""
    is_deed = bool(words) and words[0] in list_verb_group_forms(group)
    return is_deed and set(words[1:]) <= {*others}
