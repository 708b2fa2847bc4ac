"""Takes apart a line in which several do something in a fight: each clause is a deed, and may lean
on the one before."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from companion.errant.attacks.weapons import count_attack_rolls
from companion.errant.company import Errant
from companion.grammar.context import Context
from companion.grammar.phrases.fights.attacks.told_misses import is_report_of_miss
from companion.grammar.phrases.fights.clause_subjects import ClauseSubjects, Tokens
from companion.grammar.phrases.fights.fight_lines import LateBlocks, list_fight_lines
from companion.grammar.phrases.fights.foes.fighters import FighterReader
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.back_references import PRONOUNS
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.refusal import Impossible, Refusal

_SEPARATORS = ("and", ",", "then", "while")
_TOO = ("too", "also", "likewise", "as", "well")
_SUBJECTS = ("she", "he", "they", "it")
_ALL_OF_THEM = frozenset(
    ["all", "both", "each", "every", "of", "them", "us", "lot", "dead", "down", "killed"]
)
_OTHER_DEEDS = ("tend", "light", "snuff", "use", "fetch", "heal", "pass", "drop", "move", "ride")
"""Words of what somebody does in a fight beside it."""
_ATTACKING = re.compile(r"attack (.+?) on (.+?)(?= x\d| with | blocks | sneak| gambit | to |$)")
_HARMING = re.compile(r"hurt (?P<struck>.+) \d+$")
_IT = "it"
_FEWEST_BESIDE = 2
"""So many deeds are done beside a clause of which nobody knows what it means; beside one deed it
only tells a story."""


class _Said(NamedTuple):
    """The deeds of the line so far, and who did the last: one of the Company, or a group some of
    which were named by their numbers. `what` they did is said of the next `too`; those who were
    `mentioned` in it may be `it` in the next, the likeliest first."""

    deeds: tuple[Tokens, ...]
    doer: str = ""
    numbered: str = ""
    is_any_deed: bool = True
    what: Tokens = ()
    mentioned: tuple[Tokens, ...] = ()


def split_fight_deeds(
    tokens: Sequence[Token], plain: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each deed of these words, of which `plain` are without articles; nothing for one
    deed, or where anything else is said. Raises LateBlocks for Blocks said after other deeds."""
    splitter = _Splitter(vocabulary, context)
    if each := splitter.split_each_attacker(plain):
        return tuple(map(join_typed_words, each))
    if splitter.is_deed(plain):
        return ()
    said = splitter.split_clauses(tuple(tokens), _Said(()))
    said = said or splitter.split_clauses(tuple(tokens), _Said(()), may_skip=True)
    if said is None:
        said = splitter.split_clauses(tuple(tokens), _Said(()), may_skip=True, may_skip_any=True)
        if said and sum(map(splitter.is_deed, said.deeds)) < _FEWEST_BESIDE:
            return ()
    return tuple(map(join_typed_words, said.deeds)) if said and said.is_any_deed else ()


def _counts_something(tokens: Tokens) -> bool:
    """True for `2 blocked`: beside it nothing is done, as it may belong to that."""
    qualifying = load_phrases().qualifying
    return tokens[0].word.isdecimal() or any(token.word in qualifying for token in tokens)


class _Splitter:
    """Takes a line apart in a fight that goes on."""

    def __init__(self, vocabulary: Vocabulary, context: Context) -> None:
        self.vocabulary = vocabulary
        self.context = context
        self.subjects = ClauseSubjects(vocabulary, context.campaign)

    def split_clauses(
        self, tokens: Tokens, before: _Said, *, may_skip: bool = False, may_skip_any: bool = False
    ) -> _Said | None:
        """The deeds of all these words, each as long as can be; None where some mean none, unless
        they may be skipped: then what somebody does stays a line as it is, and if `may_skip_any`
        whatever stands between two commas."""
        if not tokens:
            return _Said((), is_any_deed=False)
        ends = [at for at, token in enumerate(tokens) if token.word in _SEPARATORS]
        for end in (len(tokens), *reversed(ends)):
            first = self._read_clause(tokens[:end], before)
            if first is None:
                continue
            begun = end
            while begun < len(tokens) and tokens[begun].word in _SEPARATORS:
                begun += 1
            others = self.split_clauses(
                tokens[begun:], first, may_skip=may_skip, may_skip_any=may_skip_any
            )
            if others is not None:
                is_any = bool(first.deeds) or others.is_any_deed
                return _Said((*first.deeds, *others.deeds), is_any_deed=is_any)
        if not may_skip:
            return None
        for end in (*ends, len(tokens)):
            people, what = self.subjects.split_leading_people(tokens[:end])
            if people and what:
                skipped, doer = tokens[:end], people[0] if len(people) == 1 else ""
                break
            if not people and all(self.subjects.split_subject(tokens[:end])):
                skipped, doer = tokens[:end], ""
                break
            skipped, doer = (Token(before.doer, before.doer), *tokens[:end]), before.doer
            if doer and self._is_other_deed(skipped):
                break
        else:
            end = next((at for at in ends if tokens[at].word == ","), len(tokens))
            skipped, doer = tokens[:end], ""
            if not may_skip_any or not skipped:
                return None
        if _counts_something(skipped):
            return None
        others = self.split_clauses(
            tokens[end + 1 :], _Said((), doer), may_skip=True, may_skip_any=may_skip_any
        )
        return others and others._replace(deeds=(skipped, *others.deeds))

    def is_deed(self, tokens: Sequence[Token]) -> bool:
        """True for words that mean one line of a fight, or are refused as one."""
        return bool(self._read_deed(tuple(tokens)))

    def _read_deed(self, tokens: Tokens) -> tuple[Tokens, ...] | None:
        """These words as the only deed; no deed for who does nothing, None for no deed at all."""
        bare = tokens[:-1] if tokens and tokens[-1].word.startswith("=") else tokens
        try:
            lines = [*list_fight_lines(bare, self.vocabulary, self.context)]
        except LateBlocks:
            raise
        except Impossible:
            return ()
        except Refusal:
            return (tokens,)
        return (tokens,) if lines else None

    def _read_clause(self, tokens: Tokens, before: _Said) -> _Said | None:
        """The deeds of one clause: of whoever is named, of several, or of who did the last. Where
        some of a group were named by their numbers, a number is that of another."""
        if not tokens or _ALL_OF_THEM.issuperset(token.word for token in tokens):
            return None  # `they leg it, all of them`: nobody strikes at them
        if is_report_of_miss(join_typed_words(tokens)):
            people = self.subjects.split_leading_people(tokens)[0]
            return _Said((tokens,), people[0] if len(people) == 1 else "")
        if before.what and (also := self._repeat_deed(tokens, before)):
            return also
        for clear in self._replace_it_by_each(tokens, before):
            if cleared := self._read_clause(clear, before._replace(mentioned=())):
                return cleared
        if before.doer and tokens[0].word in _SUBJECTS:
            if tokens[0].word == _IT and self.subjects.find_errant(before.doer):
                return None  # `wim hits the goblin for 3, it runs`: not he
            tokens = tokens[1:]
        if before.numbered and tokens[0].typed.isdecimal():
            tokens = (*(Token(word, word) for word in before.numbered.split()), *tokens)
        people, rest = self.subjects.split_leading_people(tokens)
        found = self._read_deed(tokens)
        if found is not None:
            doer = people[0] if len(people) == 1 else ""
            return self._remember(
                _Said(found, doer, self.subjects.find_numbered_group(tokens)), tokens
            )
        if before.deeds and "for" in (words := [token.word for token in tokens]):
            at = words.index("for")  # `5 and 6 for bree`
            aimed = (*tokens[:at], Token("on", "on"), *tokens[at + 1 :])
            if found := self._read_deed(aimed):
                return _Said(found, numbered=self.subjects.find_numbered_group(tokens))
        if (
            before.deeds
            and (aimed := self.subjects.insert_on_after_group(tokens))
            and (found := self._read_deed(aimed))
        ):
            return _Said(found)
        doers = people or ([before.doer] if before.doer else [])
        if len(doers) == 1 and (deeds_on_each := self._split_blow_by_numbers(doers[0], rest)):
            return _Said(deeds_on_each, doers[0])
        deeds: list[Tokens] = []
        for each in doers:
            said = (Token(each, each), *rest)
            striking = (Token(each, each), Token("on", "on"), *rest)
            deed = self._read_deed(said)
            if not deed and people and (struck := self._read_deed(striking)):
                deed = struck
            if deed is None:
                return None
            deeds += deed
        if not doers:
            return None
        done = _Said(tuple(deeds), doers[0] if len(doers) == 1 else "", what=rest)
        return self._remember(done, deeds[-1]) if deeds else done

    def _replace_it_by_each(self, tokens: Tokens, before: _Said) -> Iterator[Tokens]:
        """The words with each of those who were mentioned in the place of `it`: only foes."""
        if not any(token.word in PRONOUNS for token in tokens):
            return
        is_company = bool(self.subjects.split_leading_people(tokens)[0] or before.doer)
        for mentioned in before.mentioned:
            if bool(self.subjects.split_leading_people(mentioned)[0]) != is_company:
                named = (
                    self.subjects.replace_pronoun(mentioned, each)
                    if each.word in PRONOUNS
                    else (each,)
                    for each in tokens
                )
                yield tuple(chain.from_iterable(named))

    def _remember(self, said: _Said, tokens: Tokens) -> _Said:
        """The reading with what was done in its last deed, and those who were mentioned in it."""
        line = next(iter(self._list_lines(tokens)), "")
        found, harmed = _ATTACKING.match(line), _HARMING.match(line)
        struck = harmed["struck"] if harmed else ""
        is_foe = bool(struck) and not self.subjects.find_errant(struck)
        names = (found[2], found[1]) if found else (struck,) * is_foe
        mentioned = tuple(tuple(Token(word, word) for word in name.split()) for name in names)
        what = said.what or self.subjects.split_subject(tokens)[1]
        return said._replace(mentioned=mentioned, what=what)

    def _repeat_deed(self, tokens: Tokens, before: _Said) -> _Said | None:
        """`4 and 5 too`, `wim as well`: what was done before is done by these, too."""
        bare = tokens
        while bare and bare[-1].word in _TOO:
            bare = bare[:-1]
        if bare == tokens or not bare:
            return None
        if before.numbered and bare[0].typed.isdecimal():
            bare = (*(Token(word, word) for word in before.numbered.split()), *bare)
        if self.subjects.split_subject(bare)[1]:
            return None
        verb, *rest = before.what
        strikes = verb.word in list_verb_group_forms("hit")  # each with what they have in hand
        what = (Token("attacks", "attacks") if strikes else verb, *rest)
        return self._read_clause((*bare, *what), before._replace(what=(), mentioned=()))

    def _split_blow_by_numbers(self, doer: str, what: Tokens) -> tuple[Tokens, ...]:
        """`hits 4 and 5` as a deed for each number; nothing for any other words, and for `hits 4,
        5`, which tells a die."""
        first = next((at for at, token in enumerate(what) if token.word.isdecimal()), 0)
        end, numbers = first, list[Token]()
        while end < len(what) and (what[end].word.isdecimal() or what[end].word in _SEPARATORS):
            numbers += [what[end]] * what[end].word.isdecimal()
            end += 1
        is_die_told = [token.word for token in what[first + 1 : end - 1]] == [","]
        if not first or len(numbers) < 2 or is_die_told:
            return ()
        rest = what[end:]
        who = self.subjects.find_errant(doer)
        rolls = count_attack_rolls(who.archetype, who.renown) if who else 1
        once = (Token("once", "once"),) if rolls > 1 else ()
        begun = (Token(doer, doer), *what[:first])
        deeds = tuple((*begun, number, *rest, *once) for number in numbers)
        return deeds if all(map(self._read_deed, deeds)) else ()

    def split_each_attacker(self, tokens: Sequence[Token]) -> tuple[Tokens, ...]:
        """A deed for each of `two goblins each on bree and wim`; nothing for any other words."""
        words = [token.word for token in tokens]
        if words.count("each") != 1 or not {*words}.isdisjoint(("block", "blocks")):
            return ()
        bare = [token for token in tokens if token.word != "each"]
        reader = FighterReader(bare, self.vocabulary, self.context.campaign)
        group = reader.read_group()
        if group is None or isinstance(group.who, Errant) or not group.many:
            return ()
        subject = tuple(reader.tokens[: reader.at])
        reader.skip((*list_verb_group_forms("hit"), *list_verb_group_forms("press")))
        reader.skip(("on", "at", "of", "for"))
        people, rest = self.subjects.split_leading_people(tuple(reader.tokens[reader.at :]))
        if rest or len(people) < 2:
            return ()
        return tuple((*subject, Token("on", "on"), Token(each, each)) for each in people)

    def _list_lines(self, tokens: Tokens) -> list[str]:
        """The lines of a fight that these words mean, of those that are no refusal."""
        try:
            found = [*list_fight_lines(tokens, self.vocabulary, self.context)]
        except Refusal:
            return []
        return [line for lines in found for line in lines]

    def _is_other_deed(self, tokens: Tokens) -> bool:
        """True for words that mean a line of what somebody does in a fight beside it."""
        readings = list_command_readings(join_typed_words(tokens), self.context)
        return any(line.split()[0] in _OTHER_DEEDS for line in chain(*islice(readings, 1)))
