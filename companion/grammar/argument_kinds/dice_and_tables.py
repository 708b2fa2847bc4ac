"""What is rolled, drawn or looked up in a line: dice, tables with their facts, decks."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from companion.campaign.campaign import Deck
from companion.campaign.facts_and_decks_for_tables import (
    KNOWN_FACTS,
    PLACE_TABLE_WORDS,
    SEASONS,
    find_table_of_current_place,
    gather_table_facts,
    list_tables_of_current_place,
)
from companion.dice.expressions_in_arguments import (
    looks_like_dice,
    split_dice_and_table_expressions,
)
from companion.dice.notation_tree import Notation
from companion.dice.parser import parse
from companion.errant.world import Site
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, complete_single_word
from companion.grammar.context import Context
from companion.grammar.option_and_number_parsing import TableRequest, parse_table_request
from companion.randomtables.table import list_subject_tables, resolve_table_name
from companion.refusal import (
    Impossible,
    Malformed,
    Refusal,
    Unknown,
    find_similar_words,
    join_words,
    suggest_similar_words,
)
from companion.text_cleaning import quote_name

if TYPE_CHECKING:
    from companion.randomtables.table import Table

FACTS_BY_VALUE = {
    value: fact for fact, values in {**KNOWN_FACTS, "season": SEASONS}.items() for value in values
}
"""The fact of each value that is on a list."""
_DID_YOU_MEAN = re.compile(r"Did you mean (.*)\?")
_TABLE_STEPS = ("list", "show", "check")

RollRequest: TypeAlias = Notation | TableRequest


def resolve_table_name_here(context: Context, typed: str) -> str:
    """The whole name of a table: one that the place of an open Turn has (the innermost first), or
    one by its name."""
    of_the_place = find_table_of_current_place(context.campaign, typed)
    return of_the_place or resolve_table_name(typed, context.list_tables())


def _read_table_request(words: Words, so_far: LineSoFar) -> TableRequest:
    context = so_far.context

    def find(typed: Words) -> "Table":
        try:
            return context.find_table(resolve_table_name_here(context, " ".join(typed)))
        except Unknown as refusal:
            raise _make_refusal_of_unknown_table(context, typed, refusal) from None

    return parse_table_request(words, find)


def _make_refusal_of_unknown_table(context: Context, typed: Words, refusal: Unknown) -> Unknown:
    """The refusal of an unknown table, with a better hint if a number of times, a fact or a word
    for the tables of the place was meant."""
    would_do = _suggest_line_with_table(context, typed)
    if would_do:
        return Unknown(refusal.message, would_do)
    meant = [
        word
        for word in find_similar_words(" ".join(typed), PLACE_TABLE_WORDS)
        if _is_table_name(context, word)
    ]
    if not meant:
        return refusal
    known = _DID_YOU_MEAN.match(refusal.hint)
    others = re.split(", | or ", known[1]) if known else []
    return Unknown(refusal.message, f"Did you mean {join_words([*others, *meant], 'or')}?")


def _suggest_line_with_table(context: Context, typed: Words) -> str:
    """A hint with the right line, if all but one of the words name a table."""
    for place in reversed(range(len(typed))):
        word, others = typed[place], typed[:place] + typed[place + 1 :]
        if not others or not _is_table_name(context, " ".join(others)):
            continue
        table = " ".join(map(quote_name, others))
        fact = FACTS_BY_VALUE.get(word.casefold())
        if fact is not None:
            return f"Try: {context.word} {table} {fact}={quote_name(word.casefold())}"
        if word.isdecimal() and context.word != "odds":
            return f"Try: {context.word} {table} x{word}"
    return ""


def _is_table_name(context: Context, typed: str) -> bool:
    try:
        resolve_table_name_here(context, typed)
    except Refusal:
        return False
    return True


def _read_dice_or_table_roll(words: Words, so_far: LineSoFar) -> RollRequest:
    """Dice in notation, or else a table with its facts."""
    typed = " ".join(words)
    return parse(typed) if looks_like_dice(typed) else _read_table_request(words, so_far)


def _read_encounter_table_here(words: Words, so_far: LineSoFar) -> TableRequest:
    """The encounters of the place where the Company is. Raises Impossible if it has none."""
    context = so_far.context
    if not find_table_of_current_place(context.campaign, "encounters"):
        others = [name for name in context.list_tables() if name.endswith("/encounters")]
        raise Impossible(
            "No table of encounters belongs to where the Company is.",
            f"Try: {join_words([f'roll {name}' for name in others] or ['at PLACE'], 'or')}",
        )
    rolled = so_far._replace(context=context._replace(word="roll"))
    return _read_table_request(("encounters", *words), rolled)


def _read_rolls_to_compare(words: Words, so_far: LineSoFar) -> tuple[RollRequest, ...]:
    """Dice and tables with `vs` between them."""
    expressions = split_dice_and_table_expressions(words)
    if not expressions:
        raise Malformed("The odds of what?", "Try: odds 2d6, or odds 3d6kl1 vs d6")
    return tuple(_read_dice_or_table_roll(tuple(each.split()), so_far) for each in expressions)


_complete_names = complete_single_word(lambda so_far: so_far.context.list_tables())


def _complete_tables_and_facts(so_far: LineSoFar) -> Iterator[Completion]:
    """Tables, for the Guide those of the place first, for which it has is a secret; then facts."""
    if so_far.before:
        yield from _complete_table_facts(so_far)
        return
    for word, table, site in (
        list_tables_of_current_place(so_far.campaign) if so_far.context.is_guide else ()
    ):
        yield Completion(word, f"of {site.name}: {table}")
    yield from _complete_names(so_far)


def _complete_table_facts(so_far: LineSoFar) -> Iterator[Completion]:
    """`FACT=VALUE`, for each fact that is not said yet; dice go by none."""
    first = so_far.casefolded_words_before[0]
    tables = (*so_far.context.list_tables(), *PLACE_TABLE_WORDS)
    if first[:1].isdecimal() or not any(first in name for name in tables):
        return
    now = gather_table_facts(so_far.campaign)
    for fact, values in {
        **KNOWN_FACTS,
        "season": SEASONS,
        "terrain": _list_known_terrains(so_far),
    }.items():
        if any(word.startswith(f"{fact}=") for word in so_far.casefolded_words_before):
            continue
        for value in values:
            holds = ", as it is" if now.get(fact) == value else ""
            text = f"{fact}={quote_name(value)}"
            yield Completion(text, f"for this once{holds}", (f"{fact}={value}",))


def _list_known_terrains(so_far: LineSoFar) -> Words:
    """The terrains of the places known at this seat, each once."""
    known = (site.terrain.casefold() for site in so_far.nameable_sites if isinstance(site, Site))
    return tuple(dict.fromkeys(terrain for terrain in known if terrain))


def _find_deck(typed: str, so_far: LineSoFar) -> Deck:
    """The deck of a table. Its file may be gone by now."""
    context = so_far.context
    decks, folded = context.campaign.book.decks, typed.casefold().strip("/")
    found = [deck for deck in decks if f"/{deck.table}".endswith(f"/{folded}")]
    if len(found) == 1:
        return found[0]
    name = resolve_table_name_here(context, typed)
    for deck in found:
        if deck.table == name:
            return deck
    drawn = "Try: draw rumours"
    if decks and context.is_guide:
        drawn = f"Drawn from: {join_words(deck.table for deck in decks)}."
    raise Impossible(f"Nothing has been drawn from «{name}».", drawn)


def _complete_decks(so_far: LineSoFar) -> Iterator[Completion]:
    """What was drawn from; for the Guide alone."""
    if so_far.context.is_guide and not so_far.before:
        for deck in so_far.campaign.book.decks:
            yield Completion(quote_name(deck.table), f"{len(deck.drawn)} drawn")


def _is_table_subject(typed: str, names: Iterable[str]) -> bool:
    """True if one of these tables stands in a folder of this name."""
    subject = typed.casefold().strip("/")
    return any(name.startswith(f"{subject}/") for name in names)


def _list_tables_of_subject(typed: str, so_far: LineSoFar) -> tuple[str, ...]:
    return tuple(list_subject_tables(typed, so_far.context.list_tables()))


def _require_tables_of_subject(typed: str, so_far: LineSoFar) -> tuple[str, ...]:
    """The tables of a subject. Raises Malformed for any other word."""
    if _is_table_subject(typed, so_far.context.list_tables()):
        return _list_tables_of_subject(typed, so_far)
    words = typed.casefold().split()
    if not words:
        raise Malformed(_SUBJECT, "To see them all: tables")
    hint = suggest_similar_words(words[0], _TABLE_STEPS) or f"Try: tables show {words[0]}"
    raise Malformed(f"«{typed}» is no subject of tables.", hint)


def _list_table_or_tables_of_subject(typed: str, so_far: LineSoFar) -> tuple[str, ...]:
    """All tables of a subject, or else the one table of this name."""
    if _is_table_subject(typed, so_far.context.list_tables()):
        return _list_tables_of_subject(typed, so_far)
    return (resolve_table_name_here(so_far.context, typed),)


def _list_table_subjects(so_far: LineSoFar) -> Iterable[str]:
    return dict.fromkeys(name.partition("/")[0] for name in so_far.context.list_tables())


_ROLLED = "DICE|TABLE [+N|-N] [FACT=VALUE…]"
_SUBJECT = "Of which subject?"
KINDS: dict[str, Kind[Any]] = {
    "ROLL": Kind.make_rest_of_line(
        "request",
        "DICE|TABLE [+N|-N] [FACT=VALUE…] [xN]",
        "Roll what?",
        _read_dice_or_table_roll,
        _complete_tables_and_facts,
        "2d6",
    ),
    "HERE-ENCOUNTERS": replace(
        Kind.make_rest_of_line(
            "request", "[+N|-N] [FACT=VALUE…] [xN]", "", _read_encounter_table_here
        ),
        position="end",
    ),
    "ODDS": Kind.make_rest_of_line(
        "requests",
        _ROLLED + " [vs DICE|TABLE…]",
        "The odds of what?",
        _read_rolls_to_compare,
        _complete_tables_and_facts,
        "2d6",
    ),
    "DRAWN": Kind.make_rest_of_line(
        "request",
        "TABLE [FACT=VALUE…] [xN]",
        "Draw from which table?",
        _read_table_request,
        _complete_tables_and_facts,
        "rumours",
    ),
    "DECK": Kind.make_text("deck", "TABLE", "Shuffle which table?", _find_deck, _complete_decks),
    "TABLE": Kind.make_text(
        "table",
        "TABLE",
        "Show which table?",
        lambda typed, so_far: resolve_table_name_here(so_far.context, typed),
        _complete_names,
        "trends",
    ),
    "SUBJECT": Kind.make_text(
        "names",
        "SUBJECT",
        _SUBJECT,
        _list_tables_of_subject,
        complete_single_word(_list_table_subjects),
    ),
    "FOLDER": Kind.make_text("names", "SUBJECT", _SUBJECT, _require_tables_of_subject),
    "TABLE|SUBJECT": Kind.make_text(
        "names", "TABLE|SUBJECT", "Which tables?", _list_table_or_tables_of_subject, _complete_names
    ),
}
