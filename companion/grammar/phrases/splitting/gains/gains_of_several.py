"""Phrases by which several get something: `bree and corvin swap hammer and staff`, `split 90p
between bree, wim and corvin`, `light 2 candles, one for wim one for corvin`."""

import re
from collections.abc import Sequence

from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.coin import Purse, split_purse
from companion.grammar.argument_kinds.packs.coins import format_coins, make_purse_of_coin
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb
from companion.grammar.phrases.sentences.noun_phrases import Part, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token

_MAY_BE_SHARES = re.compile(
    r"(?i)\b(?:swap|trad|exchang|split|divid|shar).*\b(?:and|for|with)\b|\b(?:one|1) (?:for|to) "
    r"|\band\b.*\b(?:split|divid|shar)"
    r"|\b(?:giv|gave|hand|pass|deal|shar).*\b(?:every\w*|each|all)\b"
    r"|\b(?:every\w*|each|all)\b.* from\b"
    r"|\b(?:buy|bought|purchas|stock).*\b(?:each|apiece)\b"
)
_SWAPPING, _SPLITTING = ("swap", "trade", "exchange"), ("split", "divide", "share", "divvy")
_GIVING = ("light", "buy")
_BUYING = ("buy", "purchase", "stock")
_NEW = ("buy",)
"""Words of what nobody has before."""
_HANDING = ("give", "hand", "pass", "deal", "share")
_TAKING = ("get", "take", "receive")
"""What all do to whom they have it from."""
_EACH = ("each", "apiece", "ways", "way", "up", "out")
_EVERYONE = {
    *((each, "of", whom) for each in ("each", "all") for whom in ("them", "us", "you")),
    *((whom, "all") for whom in ("them", "us", "you")),
}
_COINS = re.compile(r"(\d+) (\w+)")
_APIECE = ("each", "apiece")
_FROM_WHOM = ("of", "from")
_FEWEST = 2

Parts = Sequence[Part]


def may_be_gains_of_several(typed: str) -> bool:
    """True for a line that may say of several what each gets."""
    return _MAY_BE_SHARES.search(typed) is not None


def split_gains_of_several(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each who gets something; nothing for any other line, or where anything else is
    said."""
    known = (*_SWAPPING, *_SPLITTING, *_GIVING, *_HANDING, *_TAKING, *_BUYING)
    verbs = {form: verb for verb in known for form in inflect_verb(verb)}
    said = [token for token in _replace_each_by_everyone(tokens) if token.word not in _EACH]
    at = next((at for at, token in enumerate(said) if token.word in verbs), None)
    intending = {*load_phrases().intending, *load_phrases().hypothetical}
    if at is None or not intending.isdisjoint(token.word for token in tokens):
        return ()
    verb = verbs[said[at].word]
    parts = split_into_parts(said, frozenset([at]), vocabulary)
    people = {e.id: e for e in list_members_present(context.campaign.errants)}
    named = [people[p.meanings["person"]] for p in parts if p.meanings.get("person") in people]
    before = split_into_parts(said[:at], frozenset(), vocabulary) if at else []
    doers = [people[p.meanings["person"]] for p in before if p.meanings.get("person") in people]
    if not all(part.meanings for part in parts):
        return ()
    words = [token.word for token in tokens]
    givers = [p for p in parts if "person" in p.meanings and p.link in _FROM_WHOM]
    if not doers and len(givers) == 1 and verb in (*_HANDING, *_TAKING):
        parts = [givers[0]._replace(link=""), *(p for p in parts if p is not givers[0])]
        return _write_handovers_to_each(
            parts, words, people
        )  # `give everyone one of bree's torches`
    if verb in _TAKING:
        return ()
    is_one = len(doers) == 1
    if verb in _HANDING and is_one and (handed := _write_handovers_to_each(parts, words, people)):
        return handed
    if len(named) < _FEWEST:
        return ()
    if verb in _SWAPPING:
        return _write_swap_lines([*dict.fromkeys(named)], parts)
    if verb in _SPLITTING:
        coins = _write_coin_shares(doers, named[len(doers) :], parts, words)
        return coins or _write_thing_shares(named, parts, words)
    if verb in _BUYING and not doers and not {*words}.isdisjoint(_APIECE):
        return _write_purchases_of_each(named, parts)
    return _write_gifts_of_one_each(verb, parts, people) if not at and verb in _GIVING else ()


def _replace_each_by_everyone(tokens: Sequence[Token]) -> list[Token]:
    """The words with `everyone` for `each of them` and `them all`."""
    named, at = list[Token](), 0
    while at < len(tokens):
        words = tuple(token.word for token in tokens[at : at + 3])
        length = next((n for n in (3, 2) if words[:n] in _EVERYONE), 0)
        named.append(Token("everyone", "everyone") if length else tokens[at])
        at += length or 1
    return named


def _write_swap_lines(people: Sequence[Errant], parts: Parts) -> tuple[str, ...]:
    """What each of two hands to the other: the one who has it."""
    things = [part.meanings["thing"] for part in parts if "thing" in part.meanings]
    others = [p for p in parts if not {"thing", "person"} & p.meanings.keys()]
    if len(people) != _FEWEST or len(things) != _FEWEST or others:
        return ()
    for first, second in (people, people[::-1]):
        if match_carried_items(first, things[0]) and match_carried_items(second, things[1]):
            names = quote_typed_name(first), quote_typed_name(second)
            return (
                f"pass {names[0]} {names[1]} {things[0]}",
                f"pass {names[1]} {names[0]} {things[1]}",
            )
    return ()


def _write_coin_shares(
    doers: Sequence[Errant], named: Sequence[Errant], parts: Parts, words: Sequence[str]
) -> tuple[str, ...]:
    """An even share for each of found coins, or of those of the one who does it or whose they are:
    `between` and `among` name all who get some, `with` the others. Nothing where they do not come
    out even."""
    of_people = [part for part in parts if "person" in part.meanings][len(doers) :]
    sources = [
        each for each, part in zip(named, of_people, strict=False) if part.link in _FROM_WHOM
    ]
    if sources and doers:
        return ()
    if sources:
        doers, named = sources, [each for each in named if each not in sources]
    owner = doers[0] if len(doers) == 1 and named else None
    if doers and named and not owner:
        return ()
    takers = [*doers, *named] if not owner or "with" in words else [*named]
    coins = [part for part in parts if "coins" in part.meanings]
    numbers = [part.meanings["number"] for part in parts if "number" in part.meanings]
    is_even = all(int(number) == len(takers) for number in numbers) and "each" not in words
    found = _COINS.fullmatch(coins[0].meanings["coins"]) if len(coins) == 1 else None
    is_whole = len(parts) == len(doers) + len(named) + len(numbers) + 1
    is_whole = is_whole and len(takers) == len({*takers})
    is_owned = any(p.link in _FROM_WHOM and "person" not in p.meanings for p in parts)
    if not found or not is_even or not is_whole or is_owned:
        return ()
    many, left = divmod(int(found[1]), len(takers))
    if left and owner:
        return _write_uneven_shares(owner, takers, make_purse_of_coin(int(found[1]), found[2]))
    share = f"{many} {found[2]}"
    if left:
        return ()
    if not owner:
        return tuple(f"coins {quote_typed_name(each)} +{share}" for each in takers)
    giver = quote_typed_name(owner)
    return tuple(f"pass {giver} {quote_typed_name(e)} {share}" for e in takers if e is not owner)


def _write_uneven_shares(owner: Errant, takers: Sequence[Errant], shared: Purse) -> tuple[str, ...]:
    """What whoever has a sum hands each of the others of it, in the coins that they have; they keep
    what is left of the division. Nothing where they cannot change it."""
    others = [each for each in takers if each is not owner]
    share = split_purse(shared, len(takers))[-1]
    if not share.worth or share.worth * len(others) > owner.purse.worth:
        return ()
    coins = " ".join(format_coins(many, coin) for coin, many in share._asdict().items() if many)
    giver = quote_typed_name(owner)
    return tuple(f"pass {giver} {quote_typed_name(each)} {coins}" for each in others)


def _write_thing_shares(
    people: Sequence[Errant], parts: Parts, words: Sequence[str]
) -> tuple[str, ...]:
    """So many of somebody's things for each of the others."""
    things = [part.meanings["thing"] for part in parts if "thing" in part.meanings]
    numbers = [part.meanings["number"] for part in parts if "number" in part.meanings]
    owners = [p.meanings["person"] for p in parts if "person" in p.meanings and p.link == "of"]
    is_whole = len(parts) == len(people) + 1 + len(numbers)
    if "each" not in words and "apiece" not in words:
        return ()
    if (len(things), len(numbers), len(owners)) != (1, 1, 1) or not is_whole:
        return ()
    owner = next(each for each in people if each.id == owners[0])
    return tuple(
        f"pass {quote_typed_name(owner)} {quote_typed_name(each)} {things[0]} x{numbers[0]}"
        for each in people
        if each is not owner
    )


def _write_handovers_to_each(
    parts: Parts, words: Sequence[str], people: dict[str, Errant]
) -> tuple[str, ...]:
    """So many of the things of whoever is named first for each of the others, or of those who are
    named after; nothing where there are not so many."""
    if paid := _write_payments_to_each(parts, words, people):
        return paid
    giver = people.get(parts[0].meanings.get("person", "")) if parts else None
    named = [part.meanings["person"] for part in parts[1:] if "person" in part.meanings]
    is_all = any("everyone" in p.meanings and p.typed.casefold() != "all" for p in parts)
    things = [part.meanings["thing"] for part in parts if "thing" in part.meanings]
    counts = [part.meanings["number"] for part in parts if "number" in part.meanings]
    is_whole = len(parts) == 1 + len(named) + is_all + len(things) + len(counts)
    is_each = "each" in words or "apiece" in words or is_all
    if not giver or parts[0].link or len(things) != 1 or not (is_each and is_whole):
        return ()
    takers = [each for each in people.values() if each is not giver]
    takers = takers if not named else [people[each] for each in named if each in people]
    number = int(counts[0]) if len(counts) == 1 else 1
    has = sum(item.count for item in match_carried_items(giver, things[0]))
    if len(counts) > 1 or len(takers) < _FEWEST or giver in takers or has < number * len(takers):
        return ()
    times = f" x{number}" if number > 1 else ""
    names = [quote_typed_name(each) for each in takers]
    return tuple(f"pass {quote_typed_name(giver)} {each} {things[0]}{times}" for each in names)


def _write_payments_to_each(
    parts: Parts, words: Sequence[str], people: dict[str, Errant]
) -> tuple[str, ...]:
    """So many coins of whoever is named first for each of those who are named after."""
    named = [people[p.meanings["person"]] for p in parts if p.meanings.get("person") in people]
    coins = [part.meanings["coins"] for part in parts if "coins" in part.meanings]
    is_whole = len(parts) == len(named) + len(coins) and {"each", "apiece"} & {*words}
    is_first = bool(parts) and "person" in parts[0].meanings and not parts[0].link
    if (
        not is_whole
        or not is_first
        or len(coins) != 1
        or len({*named}) != len(named)
        or not named[2:]
    ):
        return ()
    giver = quote_typed_name(named[0])
    return tuple(f"pass {giver} {quote_typed_name(each)} {coins[0]}" for each in named[1:])


def _write_purchases_of_each(people: Sequence[Errant], parts: Parts) -> tuple[str, ...]:
    """So many of a thing bought by each who is named."""
    things = [part.meanings["thing"] for part in parts if "thing" in part.meanings]
    counts = [part.meanings["number"] for part in parts if "number" in part.meanings]
    links = {part.link for part in parts if "person" in part.meanings}
    is_whole = len(parts) == len(people) + len(things) + len(counts)
    if len(things) != 1 or len(counts) > 1 or not is_whole or not links <= {"", "for", "to"}:
        return ()
    times = f" x{counts[0]}" if counts else ""
    return tuple(f"buy {quote_typed_name(each)} {things[0]}{times}" for each in people)


def _write_gifts_of_one_each(verb: str, parts: Parts, people: dict[str, Errant]) -> tuple[str, ...]:
    """One of so many things for each who is named; the only one who carries such hands them out to
    whoever has none."""
    number, thing, *each = parts
    counts, takers = each[::2], each[1::2]
    is_each = len(counts) == len(takers) and all("person" in part.meanings for part in takers)
    is_each = is_each and all(part.link in ("for", "to") for part in takers)
    is_one = all(part.meanings.get("number") == "1" for part in counts)
    is_all = number.meanings.get("number") == f"{len(takers)}"
    if not (is_each and is_one and is_all and "thing" in thing.meanings):
        return ()
    who, named = [people[part.meanings["person"]] for part in takers], thing.meanings["thing"]
    lines = tuple(f"{verb} {quote_typed_name(each)} {named}" for each in who)
    if verb in _NEW:
        return lines
    lacking = [each for each in who if not match_carried_items(each, named)]
    havers = [each for each in people.values() if match_carried_items(each, named)]
    if lacking and len(havers) != 1:  # nobody knows whose they get
        return ()
    passed = (
        f"pass {quote_typed_name(havers[0])} {quote_typed_name(e)} {named} x1" for e in lacking
    )
    return (*passed, *lines)
