"""A line in which several do something in a fight: `bree and corvin attack goblin 3, wim shoots 2`.

It is taken apart into a line for each deed, and each is answered by itself.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.campaign.fights import can_fight
from companion.errant.errants import Errant
from companion.errant.naming import type_name
from companion.grammar.context import Context
from companion.grammar.phrases.fighters import FighterReader
from companion.grammar.phrases.fighting import list_fight_lines, read_call
from companion.grammar.phrases.finding import count_asking
from companion.grammar.phrases.reading import find_denial
from companion.grammar.phrases.sentence import Token, join_typed, number_members
from companion.grammar.phrases.vocabulary import Vocabulary, build_vocabulary
from companion.grammar.phrases.ways import load_phrases
from companion.grammar.phrases.whole import drop_articles, list_tokens
from companion.grammar.words import WORDS
from companion.refusal import Impossible, Refusal

_SEPARATORS = ("and", ",", "then", "while")
_MAY_BE_SEVERAL = re.compile(r"(?i)[,;&]| and | then | while ")
_EVERYBODY = re.compile(r"(?i)(?:every|all|we|the company|the party)")
_ALL = ("everyone", "everybody", "all", "we", "us", "of", "company", "party")
_NEXT = re.compile(r"(?i)(?:n|next)(?: turn| round)?\b[ ,;:]+(?:then )?(?=\w)")
"""The next Turn, before the call for its order."""

Words = tuple[Token, ...]


class _Said(NamedTuple):
    """The deeds of the line so far, and who did the last: one of the Company, or a group some of
    which were named by their numbers."""

    deeds: tuple[Words, ...]
    doer: str = ""
    numbered: str = ""
    is_any_deed: bool = True


def split_deeds(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each deed of several in a fight; nothing for a line of one deed, or of which
    anything else is said."""
    is_next = _NEXT.match(typed)
    may_be_several = is_next or _MAY_BE_SEVERAL.search(typed) or _EVERYBODY.match(typed)
    if not context.campaign.book.combatants or not may_be_several or "?" in typed:
        return ()
    vocabulary = build_vocabulary(context)
    if is_next:
        call = read_call(list_tokens(typed[is_next.end() :], context), vocabulary)
        return ("next", call) if call else ()
    tokens = number_members(list_tokens(typed, context), vocabulary)
    plain = drop_articles(tokens)
    denials = load_phrases().denials
    is_denied = find_denial(tokens, vocabulary) or any(each.word in denials for each in tokens)
    if not plain or plain[0].word in WORDS or is_denied or count_asking(tokens):
        return ()
    splitter = _Splitter(vocabulary, context)
    if splitter.is_deed(plain):
        return ()
    said = splitter.split(tuple(tokens), _Said(()))
    said = said or splitter.split(tuple(tokens), _Said(()), may_skip=True)
    return tuple(map(join_typed, said.deeds)) if said and said.is_any_deed else ()


class _Splitter:
    """Takes a line apart in a fight that goes on."""

    def __init__(self, vocabulary: Vocabulary, context: Context) -> None:
        self.vocabulary = vocabulary
        self.context = context

    def split(self, tokens: Words, before: _Said, *, may_skip: bool = False) -> _Said | None:
        """The deeds of all these words, each as long as can be; None where some mean none, unless
        they may be skipped: then what somebody does stays a line as it is."""
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
            others = self.split(tokens[begun:], first, may_skip=may_skip)
            if others is not None:
                is_any = bool(first.deeds) or others.is_any_deed
                return _Said((*first.deeds, *others.deeds), is_any_deed=is_any)
        if not may_skip:
            return None
        for end in (*ends, len(tokens)):
            people, what = self._read_people(tokens[:end])
            if people and what:
                break
        else:
            return None
        others = self.split(tokens[end + 1 :], _Said(()), may_skip=True)
        return others and others._replace(deeds=(tokens[:end], *others.deeds))

    def is_deed(self, tokens: Sequence[Token]) -> bool:
        """True for words that mean one line of a fight, or are refused as one."""
        return bool(self._read_deed(tuple(tokens)))

    def _read_deed(self, tokens: Words) -> tuple[Words, ...] | None:
        """These words as the only deed; no deed for who does nothing, None for no deed at all."""
        bare = tokens[:-1] if tokens and tokens[-1].word.startswith("=") else tokens
        try:
            lines = [*list_fight_lines(bare, self.vocabulary, self.context)]
        except Impossible:
            return ()
        except Refusal:
            return (tokens,)
        return (tokens,) if lines else None

    def _read_clause(self, tokens: Words, before: _Said) -> _Said | None:
        """The deeds of one clause: of whoever is named, of several, or of who did the last. Where
        some of a group were named by their numbers, a number is that of another."""
        if not tokens:
            return None
        if before.numbered and tokens[0].word.isdigit():
            tokens = (*(Token(word, word) for word in before.numbered.split()), *tokens)
        people, rest = self._read_people(tokens)
        found = self._read_deed(tokens)
        if found is not None:
            return _Said(found, people[0] if len(people) == 1 else "", self._find_numbered(tokens))
        if before.deeds and "for" in (words := [token.word for token in tokens]):
            at = words.index("for")  # `5 and 6 for bree`
            aimed = (*tokens[:at], Token("on", "on"), *tokens[at + 1 :])
            if found := self._read_deed(aimed):
                return _Said(found, numbered=self._find_numbered(tokens))
        if (
            before.deeds
            and (aimed := self._aim_group(tokens))
            and (found := self._read_deed(aimed))
        ):
            return _Said(found)
        doers = people or ([before.doer] if before.doer else [])
        deeds: list[Words] = []
        for each in doers:
            said = (Token(each, each), *rest)
            striking = (Token(each, each), Token("on", "on"), *rest)
            deed = self._read_deed(said)
            if not deed and people and (struck := self._read_deed(striking)):
                deed = struck
            if deed is None:
                return None
            deeds += deed
        return _Said(tuple(deeds), doers[0] if len(doers) == 1 else "") if doers else None

    def _aim_group(self, tokens: Words) -> Words:
        """`the rest on wim` for `the rest wim`; nothing where no group is named."""
        plain = drop_articles(tokens)
        reader = FighterReader([*plain], self.vocabulary, self.context.campaign)
        group = reader.read_group()
        if group is None or isinstance(group.who, Errant):
            return ()
        article = tokens[:1] if plain[0] != tokens[0] else ()
        said = (*reader.tokens[: reader.at], Token("on", "on"), *reader.tokens[reader.at :])
        return (*article, *said)

    def _find_numbered(self, tokens: Words) -> str:
        """The name of the group of which some are named by their numbers; "" for none."""
        plain = drop_articles(tokens)
        group = FighterReader([*plain], self.vocabulary, self.context.campaign).read_group()
        return group.who.name.casefold() if group and group.numbers else ""

    def _read_people(self, tokens: Words) -> tuple[list[str], Words]:
        """Those of the Company with whom a clause begins, and what follows them."""
        plain = tuple(drop_articles(tokens))
        reader = FighterReader([*plain], self.vocabulary, self.context.campaign)
        if reader.skip(_ALL):
            able = (who for who in reader.fighters.values() if can_fight(reader.campaign, who))
            return [type_name(who) for who in able if isinstance(who, Errant)], plain[reader.at :]
        people: list[str] = []
        end = 0
        while (named := reader.read_name()) and isinstance(named[0], Errant):
            people.append(type_name(named[0]))
            end = reader.at
            reader.skip(("and", ",", "both", "all"))
        return people, plain[end:]
