"""Declares what somebody spends a month or a Turn with: `wim works at the docks`, `we spend the
morning foraging`."""

import re
from collections.abc import Iterator, Sequence

from companion.campaign.campaign import Campaign
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.vocabulary_building import build_vocabulary
from companion.grammar.phrases.book.word_forms import list_company_words
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.turns.action_declarations import (
    UNSURE_WORDS,
    drop_openers,
    say_deed_plainly,
)

_SPENDING = "spend"


_IS = re.compile(r"^(\w+)['’]s (?!nose\b|head\b)")


def list_downtime_declaration_lines(
    typed: str, vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """What somebody does in a Downtime Turn is declared, as `wim spends the month in bed`."""
    if first := compile_named_pattern("month first").fullmatch(typed.strip(" .!")):
        typed = first["deed"] or f"{first['owner']} {first['work']}"
    said = first or compile_named_pattern("month").fullmatch(typed.strip())
    is_open = bool(campaign.turns) and campaign.innermost_turn.type == "downtime"
    denying = UNSURE_WORDS | load_phrases().denials
    if said and is_open and "?" not in typed and not denying & {*typed.casefold().split()}:
        who = (said["who"] or typed.split()[0]).casefold()
        if vocabulary.names_person(who) or who in list_company_words():
            yield f"declare {drop_openers(say_deed_plainly(typed))}"


def list_downtime_work_lines(
    typed: str, tokens: Sequence[Token], context: Context
) -> Iterator[str]:
    """What one of the Company earns by or asks about in a Downtime Turn is declared: `wim works at
    the docks`. Nothing of it is counted but by a line of its own."""
    turns = context.campaign.turns
    if not turns or turns[-1].type != "downtime":
        return
    said = compile_named_pattern("month work").fullmatch(typed.strip())
    who = said["who"].casefold() if said and tokens else ""
    if who and (build_vocabulary(context).names_person(who) or who in list_company_words()):
        deed = _IS.sub(r"\1 is ", typed.strip())
        yield f"declare {drop_openers(say_deed_plainly(deed))}"


def list_time_spent_lines(typed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """What somebody spends a Turn with is declared, as `we spend the morning foraging`; in the
    next, if that is said."""
    if _SPENDING not in typed.casefold():
        return
    said = compile_named_pattern("turn spent").fullmatch(typed.strip(" .!"))
    if said is None or UNSURE_WORDS & {*typed.casefold().split()}:
        return
    who = said["who"].casefold()
    is_all = all(word in load_phrases().openers for word in who.split())
    if is_all or vocabulary.names_person(who):
        deed = said["deed"] if is_all else f"{said['who']} {said['deed']}"
        yield f"{'next' if said['next'] else 'declare'} {deed}"
