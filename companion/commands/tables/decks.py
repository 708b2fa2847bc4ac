"""Decks, which are tables drawn from without putting back: draw, shuffle."""

from collections.abc import Mapping

from companion.campaign.campaign import Campaign, Deck
from companion.campaign.secrecy import is_secret_table
from companion.campaign.tables import gather_facts, list_drawn_rows, set_drawn_rows
from companion.commands.context import WORDS, Ruling
from companion.commands.tables.rolling import roll_table, summarize_rolls
from companion.commands.tables.table_request import (
    find_table_typos,
    parse_table_request,
    resolve_table_here,
)
from companion.grammar.arguments import take_faces
from companion.grammar.context import Context
from companion.randomtables.table import shorten_name
from companion.refusal import Impossible, Malformed, Refusal, join_words
from companion.reports.tables import DeckLine, DeckReport


@WORDS.command(
    "draw",
    subject="dice",
    usage="draw TABLE [FACT=VALUE…] [xN] [=FACES]",
    completes=("table", "of a table…"),
)
def handle_draw(context: Context) -> Ruling:
    """Draw, and tell how many are left."""
    entered, arguments = take_faces(context.arguments)
    if not arguments:
        raise Malformed("Draw from which table?", "Try: draw rumours")
    asked = parse_table_request(context, arguments)
    if asked.table.dice is None and asked.times > 1:
        from companion.randomtables.live_rows import require_enough  # only draws load the engine

        facts = {**gather_facts(context.campaign), **asked.given_facts}
        require_enough(asked.table, asked.times, facts, list_drawn_rows(context.campaign))
    campaign, rolls = roll_table(context, asked, entered, deck=True)
    table = asked.table.name
    drawn = list_drawn_rows(campaign).get(table, ())
    report = DeckReport(
        step="drawn",
        table=table,
        table_typed=shorten_name(table, context.list_tables()),
        rolls=rolls,
        left=_count_cards_left(context, table, drawn, asked.given_facts),
    )
    return Ruling(
        campaign,
        report,
        outcome=summarize_rolls(rolls),
        secret=is_secret_table(campaign, table, guide=context.seat == "guide"),
        warnings=find_table_typos(asked.table, asked.given_facts),
    )


@WORDS.command("shuffle", subject="dice", usage="shuffle [TABLE]", completes=("deck",))
def handle_shuffle(context: Context) -> Ruling:
    """Make a deck whole again, or list the decks that were drawn from."""
    campaign, decks = context.campaign, context.campaign.book.decks
    if context.arguments:
        return _shuffle_deck(context, _find_deck(context, " ".join(context.arguments)))
    if context.seat != "guide":
        raise Malformed("Shuffle which table?", "Try: shuffle rumours")
    if not decks:
        raise Impossible("Nothing has been drawn from any table.", "Try: draw rumours")
    if len(decks) == 1:
        return _shuffle_deck(context, decks[0])
    lines = [
        DeckLine(d.table, len(d.drawn), _count_cards_left(context, d.table, d.drawn)) for d in decks
    ]
    return Ruling(campaign, DeckReport(step="listed", decks=tuple(lines)))


def _find_deck(context: Context, typed: str) -> Deck:
    """The deck of a table. Its file may be gone by now."""
    decks, folded = context.campaign.book.decks, typed.casefold().strip("/")
    found = [deck for deck in decks if f"/{deck.table}".endswith(f"/{folded}")]
    if len(found) == 1:
        return found[0]
    name = resolve_table_here(context, typed)
    for deck in found:
        if deck.table == name:
            return deck
    tells = decks and context.seat == "guide"
    drawn = (
        f"Drawn from: {join_words(deck.table for deck in decks)}." if tells else "Try: draw rumours"
    )
    raise Impossible(f"Nothing has been drawn from «{name}».", drawn)


def _shuffle_deck(context: Context, deck: Deck) -> Ruling:
    campaign: Campaign = set_drawn_rows(context.campaign, {deck.table: ()})
    report = DeckReport(
        step="shuffled",
        table=deck.table,
        table_typed=shorten_name(deck.table, context.list_tables()),
        left=_count_cards_left(context, deck.table, ()),
        put_back=len(deck.drawn),
    )
    secret = is_secret_table(campaign, deck.table, guide=context.seat == "guide")
    return Ruling(campaign, report, secret=secret)


def _count_cards_left(
    context: Context, table: str, drawn: tuple[int, ...], given: Mapping[str, str] | None = None
) -> int | None:
    """How many cards may still come now; None if the table cannot be read."""
    from companion.randomtables.live_rows import make_urn

    try:
        found = context.find_table(table)
    except Refusal:
        return None
    facts = {**gather_facts(context.campaign), **(given or {})}
    return make_urn(found, facts, {table: drawn}, deck=True).sides
