"""Splits a line into clauses, and finds the one that says what is done."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, zip_longest

from companion.grammar.context import Context
from companion.grammar.phrases.clauses.deeds_beside_mishaps import (
    list_deeds_beside_mishaps,
    list_harm_behind_cause,
)
from companion.grammar.phrases.clauses.reasons_for_undo import CORRECTING, is_reason_for_undo
from companion.grammar.phrases.clauses.remarks_and_scenery import (
    PARTICLES,
    begins_remark,
    is_exclamation,
    is_remark_on_state,
    is_remark_on_stirring_scenery,
    is_simultaneous_action,
    is_state_of_person,
    is_state_of_person_or_thing,
)
from companion.grammar.phrases.clauses.story_clauses import (
    SUBJECT_PRONOUNS,
    ListLines,
    is_story_clause,
    list_command_lines_of_clause,
    list_named_people,
)
from companion.grammar.phrases.people.pronouns import is_deed_done_to_another, may_be_owned_by_her
from companion.grammar.phrases.people.told_colour import drop_last_colour
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import list_words_of_all_ways
from companion.grammar.phrases.phrasebook.word_forms import (
    DETERMINERS,
    index_links_by_preposition,
    list_negation_words,
    list_stop_words,
    list_verb_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import list_whole_phrase_lines

_MOST_CLAUSES = 4
_FINDING = ("find", "loot", "earn", "win", "steal", "gain", "receive", "discover")
_DOERS = ("we", "they", "he", "she", "i")
_LEADING = (",", "and", "that", "if", "as", "than", "let", "what", "who", "how", "where", "when")
_HARM, _LENGTH_OF_HARM = ("damage", "dmg", "harm"), 3
_DAMAGE = Token("damage", "damage")
"""`for 3 damage`, as it is read after a comma, too."""
_IT = ("it", "them")
_BEFORE_LISTED = ("and", *DETERMINERS)
"""What stands before a thing in a list."""
_OF_ONE = ("he", "she", "him", "her", "his")
_CALLED_FOR = ("roll encounters", "encounter", "next", "burn", "event")
"""Lines that follow upon what is told: `something creeps about, roll an encounter`."""
_FIGHT = "zoom initiative"
_LIT, _STATE = ("lit", "alight", "on"), ("is", "are", "still", "has")


def list_clauses_with_deeds(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> Iterator[tuple[Token, ...]]:
    """Each clause of a line whose other clauses only tell something, as `she is hungry`; who is
    named there does what is said without a name."""
    yield from list_deeds_beside_mishaps(tokens, vocabulary, context, list_lines)
    separated = _separate_clauses(_separate_scenery(tokens, vocabulary))
    split = groupby(separated, _ends_clause)
    clauses = [_replace_lit_by_burning([*said]) for is_end, said in split if not is_end]
    if not 1 < len(clauses) <= _MOST_CLAUSES:
        return
    told = [clause for clause in clauses if not is_state_of_person_or_thing(clause)]
    if 1 < len(told) < len(clauses):  # `bree rolls, it's swollen, dv 4`
        yield _join_clauses(told)
    if plain := drop_last_colour(clauses, vocabulary, context.campaign):
        yield _join_clauses(plain)
    yield from list_harm_behind_cause(clauses, vocabulary, context, list_lines)
    idioms = [_find_idiom(clause, vocabulary, context, list_lines) for clause in clauses]
    said = [
        idiom for idiom, clause in zip(idioms, clauses, strict=True) if not _says_nothing(clause)
    ]
    is_twice = len(said) > 1 and bool(said[0]) and len({*said}) == 1  # `we keep going, no rest`
    if is_twice or (
        idioms[0] in CORRECTING
        and all(
            is_reason_for_undo(e, vocabulary, context, list_lines, idioms[0]) for e in clauses[1:]
        )
    ):
        yield tuple(clauses[-1] if is_twice else clauses[0])
    if idioms[-1] in (*CORRECTING, *_CALLED_FOR) and all(
        is_reason_for_undo(each, vocabulary, context, list_lines, idioms[-1])
        for each in clauses[:-1]
    ):
        yield tuple(clauses[-1])
    if idioms[-1] == _FIGHT and (foe := _find_npc_who_attacks(clauses[:-1], vocabulary)):
        yield (Token("fight", "fight"), Token(foe, foe))
    people = [
        [] if begins_remark(clause) else list_named_people(clause, vocabulary) for clause in clauses
    ]
    skipped = list_stop_words()
    for at, clause in enumerate(clauses):
        others = clauses[:at] + clauses[at + 1 :]
        named = list(
            dict.fromkeys(name for each in people[:at] + people[at + 1 :] for name in each)
        )
        needy = named if len(named) == 1 and is_deed_done_to_another(clause) else []
        is_whole = bool(people[at])
        if is_whole and not set(named) <= set(people[at]):
            if not all(map(is_state_of_person, others)):  # `bree is hungry, wim gives her a ration`
                continue
            is_whole = not needy
        elif not is_whole and len(named) > 1:
            continue
        later = [
            e for e in clauses[at + 1 :] if not (is_remark_on_state(e) or is_simultaneous_action(e))
        ]
        later = [e for e in later if not is_exclamation(e, vocabulary)]
        after = {token.word for each in later for token in each}
        if not (after - skipped).isdisjoint(list_words_of_all_ways()):
            continue
        is_mere = _is_only_coins(clause, vocabulary) or _is_only_things(clause, vocabulary)
        is_mere = is_mere and not _tells_of_finding(others)
        if is_mere or _is_only_span(clause, vocabulary):
            continue
        done = _fill_in_doer_and_thing(clause, others, [] if is_whole else named, vocabulary)
        if all(is_story_clause(each, done, vocabulary, context, list_lines) for each in others):
            yield done


def _join_clauses(clauses: Sequence[Sequence[Token]]) -> tuple[Token, ...]:
    return tuple(chain.from_iterable((Token(",", ","), *clause) for clause in clauses))[1:]


def _is_only_coins(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for coins and nothing else: it is not said whether somebody gets or pays them."""
    if not {"get", "gets", "got"}.isdisjoint(token.word for token in tokens):
        return False
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    return all("coins" in part.meanings and not part.sign for part in parts)


def _is_only_things(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for things and nothing else, as `and a mirror`: it is not said what is done with them,
    and they may be the end of a list."""
    kinds = [part.meanings.keys() for part in split_into_parts(tokens, frozenset(), vocabulary)]
    first = next((token.word for token in tokens if not _leads_to_thing(token.word)), "")
    is_named = bool(vocabulary.find_singular(first)) and any("thing" in each for each in kinds)
    return is_named and all("thing" in each or "number" in each for each in kinds)


def _is_only_span(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a length of time and nothing else: it is said how long what is told beside it goes
    on, as in `he's poisoned, two turns`."""
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    return bool(parts) and all("span" in part.meanings for part in parts)


def _leads_to_thing(word: str) -> bool:
    return word in _BEFORE_LISTED or word.isdecimal()


def _tells_of_finding(clauses: Sequence[Sequence[Token]]) -> bool:
    forms = list_verb_forms(_FINDING)
    return any(token.word in forms for clause in clauses for token in clause)


def _fill_in_doer_and_thing(
    clause: Sequence[Token],
    others: Sequence[Sequence[Token]],
    named: Sequence[str],
    vocabulary: Vocabulary,
) -> tuple[Token, ...]:
    """A clause with who is `named` beside it and does what is said, or whom `she` and `him` mean;
    and with the only thing that is spoken of there in the place of `it`, or the only one whose
    state is told, as in `the door is stuck`."""
    told = [token for other in others for token in other]
    parts = split_into_parts(told, frozenset(), vocabulary)
    things = [each.meanings["thing"].split() for each in parts if "carried" in each.meanings]
    scene = _find_subject_of_state(told)
    who, completed, is_replaced = next(iter(named), ""), list[Token](), False
    for token, after in zip_longest(clause, clause[1:]):
        meant = [token.word]
        if who and token.word in _OF_ONE:
            is_owned = token.word == "his" or (token.word == "her" and may_be_owned_by_her(after))
            meant = [f"{who}'s" if is_owned else who]
        elif token.word in _IT and len(things) == 1:
            meant = [*([f"{who}'s"] if who and not completed else []), *things[0]]
        elif completed and token.word == _IT[0] and scene and not things:
            meant = ["the", scene]
        is_replaced = is_replaced or who in (name.removesuffix("'s") for name in meant)
        is_same = meant == [token.word]
        completed += [token] if is_same else [Token(word, word) for word in meant]
    subject = [] if is_replaced or not who else [Token(who, who)]
    return (*subject, *completed)


def _find_subject_of_state(told: Sequence[Token]) -> str:
    """The noun of a clause that tells how one thing is, as `the door's stuck`; "" for any other."""
    begun = told[bool(told) and told[0].word in load_phrases().articles :]
    first, second, *_ = (*(token.word for token in begun), "", "")
    noun = first.removesuffix("'s")
    is_told = (first != noun or second in _STATE[:1]) and noun.isalpha()
    is_pronoun = noun in (*SUBJECT_PRONOUNS, *_IT, "that", "this", "there")
    return noun if is_told and not is_pronoun else ""


def _replace_lit_by_burning(clause: list[Token]) -> list[Token]:
    """A clause of a light that is lit already with `burning`: who lights one does something."""
    words = [token.word for token in clause]
    is_lit = words[-1] in _LIT and not {*words[1:]}.isdisjoint(_STATE)
    return [*clause[:-1], Token("burning", "burning")] if is_lit else clause


def _find_idiom(
    clause: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> str | None:
    """The line of a clause that is a whole phrase, or that takes something back."""
    if len(clause) == 1 and clause[0].word in CORRECTING:
        return clause[0].word
    idiom = next(list_whole_phrase_lines(clause, context), None)
    if idiom or not any(token.word.isdecimal() for token in clause):
        return idiom
    lines = list_command_lines_of_clause(clause, vocabulary, context, list_lines)
    return next((line for line in lines if line in CORRECTING), None)


def _says_nothing(tokens: Sequence[Token]) -> bool:
    """True for `oops no`, which says nothing."""
    phrases = load_phrases()
    return {*phrases.openers, *phrases.interjections}.issuperset(token.word for token in tokens)


def _find_npc_who_attacks(clauses: Sequence[Sequence[Token]], vocabulary: Vocabulary) -> str:
    """The NPC who is named first, and is the only one, in what leads to a fight; "" for nobody.
    Whom they go for is said again when they act."""
    tokens = list(chain.from_iterable(clauses))
    kinds = [vocabulary.find_meanings(token.word) for token in tokens]
    npcs = {kind["npc"] for kind in kinds if "npc" in kind}
    is_told = list_negation_words().isdisjoint(token.word for token in tokens)
    is_told = is_told and not any(token.word.isdecimal() for token in tokens)
    begun = next((kind for kind in kinds if kind.keys() & {"npc", "person"}), {})
    return min(npcs) if is_told and len(npcs) == 1 and "npc" in begun else ""


def _separate_scenery(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """The words with a comma for `and` after what stirs around them: `the boat sinks and wim
    swims`."""
    at = next((at for at, token in enumerate(tokens) if token.word == "and"), 0)
    is_scenery = at > 0 and is_remark_on_stirring_scenery(tokens[:at], vocabulary)
    return [*tokens[:at], Token(",", ","), *tokens[at + 1 :]] if is_scenery else tokens


def _separate_clauses(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words with a comma where who does something is named anew: `push on we do not rest`; and
    before the harm at their end, which may be told as `4 off him`."""
    found: list[Token] = []
    number, off, whom, *_ = (*(token.word for token in tokens[-_LENGTH_OF_HARM:]), "", "", "")
    if number.isdecimal() and off == "off" and whom in _OF_ONE:
        tokens = [*tokens[:-2], _DAMAGE]
    for at, token in enumerate(tokens):
        if token.word == "for" and len(tokens) - at == _LENGTH_OF_HARM and tokens[-1].word in _HARM:
            found.append(Token(",", ","))
        before = found[-1].word if found else ","
        is_begun = token.word in _DOERS and len(found) > 1 and before not in _LEADING
        is_led = before in index_links_by_preposition() or before in list_stop_words()
        is_begun = is_begun and (before in PARTICLES or not is_led)
        found += (Token(",", ","), token) if is_begun else (token,)
    return found


def _ends_clause(token: Token) -> bool:
    return token.word in (",", *load_phrases().conjunctions)
