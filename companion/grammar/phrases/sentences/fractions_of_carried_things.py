"""Shares of what is carried, as `half her torches`: a count where it is known, and asked
where it is not. A share is never the name of a new thing."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, NoReturn

from companion.errant.company import Company, Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
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


class _Share(NamedTuple):
    """A share of what somebody carries, as the words of a line say it."""

    size: str
    """As _read_share reads it."""
    at: int
    """Where it begins."""
    begun: int
    """Where it ends, and what it is of begins."""
    named: int
    """Where the thing begins, or before it whoever has it: after `of`, `the` and the like."""
    end: int
    """Where the thing ends."""
    thing: str
    owner: Errant | None
    """Whoever has it, where that is said right before the thing or after it."""
    carriers: Company


def replace_fractions_by_counts(
    tokens: Sequence[Token], vocabulary: Vocabulary, company: Company
) -> list[Token]:
    """The words with a count in the place of a share, and whose it is where nobody says it. Raises
    Ambiguous for a share that is no whole number, or of which nobody knows whose it is."""
    if not _ONE_BY_ONE.isdisjoint(token.word for token in tokens):
        return list(tokens)
    for at in range(1, len(tokens)):
        share = _find_share(tokens, at, vocabulary, company)
        if share is None:
            continue
        before = () if tokens[0].word in _GIVING else tokens[:at]
        doer = None if share.owner else _find_owner(before, vocabulary, company)
        if doer is not None and doer not in share.carriers:
            if share.size.startswith("-"):
                _refuse_share_of_nothing(doer, share.thing)
            continue  # nobody shares out what another has
        teller = share.owner or _find_owner(before, vocabulary, share.carriers)
        return _write_count_of_share(tokens, share, teller)
    return list(tokens)


def _find_share(
    tokens: Sequence[Token], at: int, vocabulary: Vocabulary, company: Company
) -> _Share | None:
    """The share of what somebody of the Company carries that begins here; None for none."""
    size, begun = _read_share(tokens, at)
    if size is None:
        return None
    named = begun
    while named < len(tokens) and tokens[named].word in _BEFORE_NAMES:
        named += 1
    owner = _find_owner(tokens[named : named + 1], vocabulary, company)
    thing_begun = named + (owner is not None)
    found = _find_thing_and_carriers(tokens, thing_begun, company)
    if found is None:
        return None
    end, carriers = found
    if owner is None and tokens[end : end + 1] and tokens[end].word in _FROM:
        owner = _find_owner(tokens[end + 1 : end + 2], vocabulary, company)
    thing = join_typed_words(tokens[thing_begun:end])
    return _Share(size, at, begun, named, end, thing, owner, carriers)


def _write_count_of_share(
    tokens: Sequence[Token], share: _Share, teller: Errant | None
) -> list[Token]:
    """The words with a count in the place of this share, which is of the teller's things where the
    line says whose it is. Raises Ambiguous where that is not known, and for no whole number."""
    owner = teller or (share.carriers[0] if len(share.carriers) == 1 else None)
    said = join_typed_words(tokens[share.at : share.end]).rstrip(",")
    thing = share.thing.rstrip(",")
    if owner is None:
        why = f"«{said}»: whose they are is not said."
        raise Ambiguous(why, f"To see who has any: company {thing}")
    number = sum(item.count for item in match_carried_items(owner, thing))
    if not number:
        _refuse_share_of_nothing(owner, thing)
    if share.size.startswith("-") and number <= -int(share.size):
        why = f"{owner.name} has only {number} of «{thing}»."
        raise Ambiguous(why, f"What they carry: slots {quote_typed_name(owner)}")
    begin = tokens[: share.at - (tokens[share.at - 1].word in load_phrases().articles)]
    rest = _list_words_after_count(tokens, share, None if teller else owner)
    if count := _count_things_of_share(share.size, number):
        return [*begin, Token(f"{count}", f"{count}"), *rest]
    why = f"«{said}» is no number: {owner.name} has {number}."
    counts = dict.fromkeys((max(number // 2, 1), (number + 1) // 2))
    lines = [join_typed_words([*begin, Token(f"{n}", f"{n}"), *rest]) for n in counts]
    is_several = any(token.word in _JOINTS for token in tokens)
    raise Ambiguous(why, "Say how many." if is_several else f"Try: {', or '.join(lines)}")


def _list_words_after_count(
    tokens: Sequence[Token], share: _Share, unsaid_owner: Errant | None
) -> list[Token]:
    """What follows a count that stands for a share: with `of` where it needs one, and with whose
    the things are where nobody said it."""
    rest = [*tokens[share.begun + (tokens[share.begun].word == "of") :]]
    if unsaid_owner is not None:
        whose = f"{quote_typed_name(unsaid_owner)}'s"
        rest = [Token(whose.casefold(), whose), *tokens[share.named :]]
    if rest[0].word in _BEFORE_NAMES or (len(rest) > 1 and rest[0].word.endswith("'s")):
        rest = [Token("of", "of"), *rest]
    return rest


def _refuse_share_of_nothing(doer: Errant, thing: str) -> NoReturn:
    """Raises Ambiguous for a share of what somebody has not."""
    raise Ambiguous(f"{doer.name} carries no «{thing}».", f"To see who has any: company {thing}")


def _read_share(tokens: Sequence[Token], at: int) -> tuple[str | None, int]:
    """The share that these words say, as `1/2`, `-1` for all but one, or "" for one that is no
    number; None for none. With it where it ends."""
    words = [token.word for token in tokens[at : at + 3]]
    if words[:2] in _ALL_BUT and words[-1].isdecimal():
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
        named = vocabulary.find_member(token.word.removesuffix("'s"))
        for each in company:
            if each.id == named:
                return each
    return None
