"""Whom `he` and `they` mean where nobody of the Company is named: who is met, or talked with; or
else whoever of the Company the last line was about."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, islice, zip_longest

from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.journalled_lines import BEGINNING_TURNS, parse_line_of_entry
from companion.grammar.phrases.clauses.remarks_and_scenery import PARTICLES
from companion.grammar.phrases.clauses.story_clauses import ListLines, list_named_people
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import (
    index_links_by_preposition,
    list_stop_words,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words

_OF_ONE = ("he", "he's", "she", "she's", "him", "her", "his")
_OF_SEVERAL = ("they", "they're", "them", "their")
_OF_A_THING = ("it", "it's", "its")
_NOUNS = frozenset(
    [
        "man",
        "guy",
        "bloke",
        "fellow",
        "fella",
        "chap",
        "woman",
        "lady",
        "stranger",
        "geezer",
        "other",
    ]
)
"""What somebody is called who was just met, after `the` and perhaps an adjective."""
_LEADING, _QUALITIES, _HIM = ("the", "that"), ("old", "poor", "strange", "young", "big"), "him"
_OWNING = ("his", "her", "their", "its")
_MOOD = " disposition "
_WORDS = ("npc", "react", "talk", "morale", "bond", "encounter")
"""Words of the last entries by which somebody is spoken of."""
_FOUGHT = ("fight",)
_MOST_ENTRIES = 6
_NEW = "new"
"""Stands before the name of somebody who is made."""
OF_OTHERS = ("npc ", "react ", "talk ", "morale ", "bond ", "hurt ", "hp ", "coins ", "drop ")
"""Words that may be said of others by a pronoun alone; any other is the Company's."""
_TALK = "talk"
_TALKING = ("talk ", "react ")
_PASS = "pass"
_OWNED_BY_ONE = ("his", "her")
_SUBJECTS = ("he", "she", "he's", "she's")
_OF_OWN = (
    *("hurt ", "heal ", "tend ", "hp ", "exhaust ", "wound ", "hazard ", "check ", "save ", "eat "),
    *("light ", "snuff ", "use ", "refill "),
)
"""Words that may be said of one of the Company by a pronoun alone."""
_TEXTS = ("note", "done", "tell", "as")
_DONE_TO_ANOTHER = re.compile(
    r"(?i)(?:sister )?(?P<who>[\w-]+) \w+(?: \w+)?"
    r" (?:him|her(?! \w+ly\b)"
    r"|(?:the )?(?:first|second|third|fourth|fifth|last|other)(?: one)?(?! \d))"
    r"(?= (?:up|down|off|out|back|for|with|by|from|in|on|at|an?|the|some|\d)|[.!]?$)(?!.* and )"
)


def list_pronoun_lines(
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
    context: Context,
    list_lines: ListLines,
    list_command_readings: Callable[[str, Context], Iterator[Words]],
) -> Iterator[Words]:
    """The lines of what is said of somebody by `he`, `she` or `they` alone; several together where
    the last line was about several of the Company."""
    if named := replace_pronouns(tokens, vocabulary, context):
        is_weather = not {*_OF_A_THING}.isdisjoint(token.word for token in tokens)
        for lines in list_lines(join_typed_words(named), named, vocabulary, context):
            is_felt = is_weather and any(_MOOD in line for line in lines)  # `it's colder`
            is_theirs = all(line == _TALK or f"{line} ".startswith(OF_OTHERS) for line in lines)
            if is_theirs and not is_felt:
                yield lines
        return
    if named := _replace_pronoun_by_last_fought(tokens, vocabulary, context):
        for lines in list_lines(join_typed_words(named), named, vocabulary, context):
            if all(line.startswith(_TALKING) for line in lines):
                yield lines
    found = list[str]()
    for own in _list_with_last_errant_named(tokens, vocabulary, context):
        every = chain.from_iterable(list_command_readings(join_typed_words(own), context))
        of_them = (*_OF_OWN, f"{_PASS} {own[0].word} ")
        found += islice((line for line in every if line.startswith(of_them)), 1)
    if found:
        yield tuple(found)


def _list_with_last_errant_named(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Sequence[Token]]:
    """The words with the name of each whom the last line was about in the place of `she`, where
    nobody is named before, of `her` before what is hers, or of the `her` to whom something is
    done."""
    named = list_named_people(tokens, vocabulary)
    words = [token.word for token in tokens]
    if words[0] in _OWNED_BY_ONE and not named and may_be_owned_by_her(*tokens[1:2]):
        for who in _list_errants_of_last_line(vocabulary, context):
            yield (Token(f"{who}'s", f"{who}'s"), *tokens[1:])
        return
    subjects = [at for at, word in enumerate(words) if word in _SUBJECTS]
    subjects += [0] if words[0] == _HIM else []  # `him takes 2`, of what hits him
    others = [*_find_object_pronouns(tokens)]
    if len(subjects) + len(others) != 1:
        return  # `she gives him it`: who is who?
    if named and subjects != [0]:
        subjects = []  # `bree helps him up and he …`: only a doer who stands first
    at = next(iter(subjects or others), None)
    if at is None or (not named and list_named_people(tokens[:at], vocabulary)):
        return
    people = list_named_people(tokens[:at], vocabulary)
    told = [who for who in people if vocabulary.names_member(who)]
    told = told if len(told) == len(people) else []
    if told and tokens[at - 1].word in list_verb_group_forms("hit"):
        return  # `bree hits him`: no other of the Company
    for who in told[1:2] or _list_errants_of_last_line(
        vocabulary, context
    ):  # `drags wim out and tends him`
        if who not in named or who in told[1:]:
            yield (*tokens[:at], Token(who, who), *tokens[at + 1 :])


def _list_errants_of_last_line(vocabulary: Vocabulary, context: Context) -> Sequence[str]:
    """Those of the Company who are named in the last line of this Turn that names any."""
    for entry, stands in islice(flag_entries_not_undone(context.read_entries()), _MOST_ENTRIES):
        found = parse_line_of_entry(entry) if entry.kind == "word" and stands else None
        if found and found.line.word in BEGINNING_TURNS:
            break
        if found is None or found.is_secret or found.line.word in _TEXTS:
            continue
        words = found.line.arguments
        said = [Token(w, w) for each in words for w in split_name_into_words(each)]
        if own := [e for e in list_named_people(said, vocabulary) if vocabulary.names_member(e)]:
            return list(dict.fromkeys(own))
    return ()


def _find_object_pronouns(tokens: Sequence[Token]) -> Iterator[int]:
    """Where `him` stands, or `her` before nothing of hers, after who does it."""
    pairs = zip_longest(tokens[1:], tokens[2:])
    for at, (token, after) in enumerate(pairs, 1):
        if token.word == "him" or (token.word == "her" and not may_be_owned_by_her(after)):
            yield at


def is_deed_done_to_another(clause: Sequence[Token]) -> bool:
    """True for a clause with `him`, or `her` before nothing of hers, after who does it."""
    return any(True for _ in _find_object_pronouns(clause))


def may_be_owned_by_her(after: Token | None = None) -> bool:
    """True for a word after `her` that may be hers: `her torch`, but not `her a torch`."""
    small = {*list_stop_words(), *index_links_by_preposition(), *PARTICLES}
    return after is not None and after.word not in small and after.word[0].isalpha()


def misreads_doer_as_target(line: str, typed: str) -> bool:
    """True for what befalls the one who does it to another, as `heal ondine 3` of `ondine heals
    him 3`."""
    said = _DONE_TO_ANOTHER.match(typed)
    who = said["who"].casefold() if said else ""
    return (
        bool(who) and line.startswith((*_OF_OWN, "move ", "repair ")) and line.split()[1:2] == [who]
    )


def replace_pronouns(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[Token, ...]:
    """The words with the name of who is met in the place of the first `he` or `they`; nothing for
    a line that names somebody, or where nobody is met."""
    either = (*_OF_ONE, *_OF_SEVERAL, *_OF_A_THING)
    tokens = _replace_nouns_by_pronouns(tokens, vocabulary)
    at = next((at for at, token in enumerate(tokens) if token.word in either), None)
    if at is None or any(_names_npc_or_place(token, vocabulary) for token in tokens[: at + 1]):
        return ()
    met = resolve_pronoun(context)
    word = tokens[at].word
    is_asked = tokens[0].word in load_phrases().questions  # `how do they react`, of one, too
    is_any = (
        is_asked
        and word in _OF_SEVERAL
        and met is not None
        and met.id == _get_just_met_npc(context)
    )
    are_several = met is not None and (met.count > 1 or count_group_members(met) > 1)
    if met is None or not (is_any or are_several == (word in _OF_SEVERAL)):
        return ()
    return _put_name_in_place_of_pronoun(tokens, at, met)


def _replace_pronoun_by_last_fought(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[Token, ...]:
    """The words with the name of those who were fought last in the place of the last word, as in
    `we talk to him`, whether it stands for one of them or all; nothing for any other line."""
    is_of_them = tokens[-1].word in (*_OF_ONE, *_OF_SEVERAL) and len(tokens) > 1
    if not is_of_them or any(_names_npc_or_place(token, vocabulary) for token in tokens):
        return ()
    known = [each for each in context.campaign.world.npcs if each.met or context.is_guide]
    fought = next(_list_npcs_of_last_lines(context, known, are_fought=True), None)
    return _put_name_in_place_of_pronoun(tokens, len(tokens) - 1, fought) if fought else ()


def _put_name_in_place_of_pronoun(tokens: Sequence[Token], at: int, npc: Npc) -> tuple[Token, ...]:
    """The words with a name for the pronoun there, and what it is joined with: `they're`."""
    word = tokens[at].word
    name = [Token(part, part) for part in split_name_into_words(npc.name)]
    if word in _OWNING and tokens[at + 1 :]:
        name[-1] = Token(f"{name[-1].word}'s", f"{name[-1].typed}'s")
    is_verb = word.endswith(("'s", "'re"))
    verb = (Token("is", "is"),) if is_verb else ()
    return (*tokens[:at], *name, *verb, *tokens[at + 1 :])


def _get_just_met_npc(context: Context) -> str:
    """The id of the NPC whom the Company has just met; "" for nobody, and for players."""
    return context.campaign.book.met.npc if context.is_guide else ""


def _replace_nouns_by_pronouns(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """The words with `him` for `the old man`, whoever has no such name."""
    for at, token in enumerate(tokens):
        begun = at - (at > 0 and tokens[at - 1].word in _QUALITIES)
        is_led = begun > 0 and tokens[begun - 1].word in _LEADING
        if token.word in _NOUNS and is_led and (token.word,) not in vocabulary.names:
            return (*tokens[: begun - 1], Token(_HIM, _HIM), *tokens[at + 1 :])
    return tokens


def _names_npc_or_place(token: Token, vocabulary: Vocabulary) -> bool:
    kinds = vocabulary.find_meanings(token.word.removesuffix("'s"))
    return not kinds.keys().isdisjoint(("npc", "group", "place"))


def resolve_pronoun(context: Context) -> Npc | None:
    """The NPC who is talked with, or else met in this Turn, or else of whom the last entries
    speak; None for nobody, or several."""
    campaign = context.campaign
    known = {each.id: each for each in campaign.world.npcs if each.met or context.is_guide}
    talking = [each for each in known.values() if each.is_in_negotiation]
    if talking:
        return talking[0] if len(talking) == 1 else None
    if context.is_guide and campaign.book.met.npc in known:
        return known[campaign.book.met.npc]
    return next(_list_npcs_of_last_lines(context, known.values()), None)


def _list_npcs_of_last_lines(
    context: Context, npcs: Collection[Npc], *, are_fought: bool = False
) -> Iterator[Npc]:
    """The NPCs that the last lines about people name, or those of a fight, the last first."""
    lines = _FOUGHT if are_fought else _WORDS
    for entry, stands in islice(flag_entries_not_undone(context.read_entries()), _MOST_ENTRIES):
        found = parse_line_of_entry(entry) if entry.kind == "word" and stands else None
        if found is None or found.is_secret or found.line.word not in lines:
            continue
        made = {change.path for change in entry.changes if change.before is None}
        yield from (npc for npc in npcs if f"world/npcs/{npc.id}" in made)  # `npc ?` names nobody
        words = found.line.arguments
        named = words[1:] if words[:1] == (_NEW,) else words
        said = {word.casefold() for word in (named if are_fought else named[:1])}
        partly = list[Npc]()
        for npc in npcs:
            if said & {npc.id, npc.name.casefold(), quote_typed_name(npc).strip('"').casefold()}:
                yield npc
            elif said & {*npc.id.split("-"), *split_name_into_words(npc.name)}:
                partly.append(npc)
        yield from partly
