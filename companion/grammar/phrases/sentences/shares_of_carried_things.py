"""Shares of what is carried, as `half her torches`: a count where it is known, and asked
where it is not. A share is never the name of a new thing."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NoReturn

from companion.errant.company import Company, Errant, list_members_present
from companion.errant.typed_names import quote_typed_name
from companion.grammar.argument_kinds.packs.item_names import match_carried_items
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.refusal import Ambiguous

_ALL_BUT = (["all", "but"], ["all", "except"])
_MOST_WORDS = 3
"""So many words of a thing's name are read at most."""
_GIVING = ("give", "hand", "lend")
"""Words after which whoever gets something may be named, and not whoever has it."""
_ONE_BY_ONE = frozenset(["light", "lights", "lit", "use", "uses", "shoot", "shoots"])
"""Words of what is done with one thing at a time."""
_FROM = ("from", "off")
_JOINTS = ("and", ",", "then")
_BEFORE_NAMES = ("of", "the", "his", "her", "their", "its", "my", "our", "those", "these")


def replace_shares_by_counts(
    tokens: Sequence[Token], vocabulary: Vocabulary, company: Company
) -> list[Token]:
    """The words with a count in the place of a share, and whose it is where nobody says it. Raises
    Ambiguous for a share that is no whole number, or of which nobody knows whose it is."""
    if not _ONE_BY_ONE.isdisjoint(token.word for token in tokens):
        return list(tokens)
    for at in range(1, len(tokens)):
        share, begun = _read_share(tokens, at)
        named = begun
        while share is not None and named < len(tokens) and tokens[named].word in _BEFORE_NAMES:
            named += 1
        owner = _find_owner(tokens[named : named + 1], vocabulary, company)
        is_owned = owner is not None
        found = (
            _find_thing_and_carriers(tokens, named + is_owned, company)
            if share is not None
            else None
        )
        if share is None or found is None:
            continue
        end, carriers = found
        if owner is None and [each.word for each in tokens[end : end + 1]] == ["from"]:
            owner = _find_owner(tokens[end + 1 : end + 2], vocabulary, company)
        before = () if tokens[0].word in _GIVING else tokens[:at]
        if owner is None and tokens[end : end + 1] and tokens[end].word in _FROM:
            owner = _find_owner(tokens[end + 1 : end + 2], vocabulary, company)
        doer = None if owner else _find_owner(before, vocabulary, company)
        if doer is not None and doer not in carriers:
            if share.startswith("-"):
                _refuse_share_of_nothing(doer, join_typed_words(tokens[named + is_owned : end]))
            continue  # nobody shares out what another has
        teller = owner or _find_owner(before, vocabulary, carriers)
        owner = teller or (carriers[0] if len(carriers) == 1 else None)
        said, thing = (
            join_typed_words(tokens[at:end]),
            join_typed_words(tokens[named + is_owned : end]),
        )
        said, thing = said.rstrip(","), thing.rstrip(",")
        if owner is None:
            why = f"«{said}»: whose they are is not said."
            raise Ambiguous(why, f"To see who has any: company {thing}")
        whose = f"{quote_typed_name(owner)}'s"
        rest = tokens[begun + (tokens[begun].word == "of") :]
        if teller is None:
            rest = [Token(whose.casefold(), whose), *tokens[named:]]
        if rest[0].word in _BEFORE_NAMES or (len(rest) > 1 and rest[0].word.endswith("'s")):
            rest = [Token("of", "of"), *rest]
        begin = tokens[: at - (tokens[at - 1].word in load_phrases().articles)]
        number = sum(item.count for item in match_carried_items(owner, thing))
        count = _count_things_of_share(share, number)
        if not number:
            why = f"{owner.name} carries no «{thing}»."
            raise Ambiguous(why, f"To see who has any: company {thing}")
        if share.startswith("-") and number <= -int(share):
            why = f"{owner.name} has only {number} of «{thing}»."
            raise Ambiguous(why, f"What they carry: slots {quote_typed_name(owner)}")
        if not count:
            if not number:
                _refuse_share_of_nothing(owner, thing)
            if share.startswith("-"):
                why = f"«{said}»: {owner.name} has only {number}."
                raise Ambiguous(why, f"To see who has any: company {thing}")
            why = f"«{said}» is no number: {owner.name} has {number}."
            counts = dict.fromkeys((max(number // 2, 1), (number + 1) // 2))
            lines = [join_typed_words([*begin, Token(f"{n}", f"{n}"), *rest]) for n in counts]
            is_several = any(token.word in _JOINTS for token in tokens)
            raise Ambiguous(why, "Say how many." if is_several else f"Try: {', or '.join(lines)}")
        return [*begin, Token(f"{count}", f"{count}"), *rest]
    return list(tokens)


def _refuse_share_of_nothing(doer: Errant, thing: str) -> NoReturn:
    """Raises Ambiguous for a share of what somebody has not."""
    raise Ambiguous(f"{doer.name} carries no «{thing}».", f"To see who has any: company {thing}")


def _read_share(tokens: Sequence[Token], at: int) -> tuple[str | None, int]:
    """The share that these words say, as `1/2`, `-1` for all but one, or "" for one that is no
    number; None for none. With it where it ends."""
    words = [token.word for token in tokens[at : at + 3]]
    if words[:2] in _ALL_BUT and words[-1].isdigit():
        return f"-{words[-1]}", at + 3
    for length in (3, 2, 1):
        share = load_phrases().shares.get(" ".join(words[:length]))
        if share is not None and len(words) >= length:
            return share, at + length
    return None, at


def _count_things_of_share(share: str, number: int) -> int:
    """How many of a number these are; 0 for none, or where it is not known."""
    if not share:
        return 0
    part = number + int(share) if share.startswith("-") else number * Fraction(share)
    return int(part) if part > 0 and part == int(part) else 0


def _find_thing_and_carriers(
    tokens: Sequence[Token], at: int, company: Company
) -> tuple[int, Company] | None:
    """Where the name of a thing ends that begins here, and who carries such; None for no thing."""
    if at < len(tokens) and tokens[at].word in load_phrases().articles:
        return None
    for end in range(min(at + _MOST_WORDS, len(tokens)), at, -1):
        name = " ".join(token.word for token in tokens[at:end])
        if carriers := tuple(
            who for who in list_members_present(company) if match_carried_items(who, name)
        ):
            return end, carriers
    return None


def _find_owner(tokens: Sequence[Token], vocabulary: Vocabulary, company: Company) -> Errant | None:
    """The first of these words who is one of these people."""
    for token in tokens:
        named = vocabulary.names.get((token.word.removesuffix("'s"),), {}).get("person")
        for each in company:
            if each.id == named:
                return each
    return None
