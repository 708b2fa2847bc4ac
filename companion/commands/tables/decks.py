"""Answers `draw` and `shuffle`: draws from decks, which are tables whose rows are not put back."""

from collections.abc import Mapping

from companion.campaign.campaign import Campaign, Deck
from companion.campaign.facts_and_decks_for_tables import (
    gather_table_facts,
    list_rows_out_of_decks,
    set_rows_out_of_decks,
)
from companion.campaign.secrecy import is_table_roll_secret
from companion.commands.handler_result import Ruling
from companion.commands.tables.rolls_and_odds import (
    build_hidden_roll_report,
    is_table_for_guide_alone,
    roll_table,
    summarize_rolls_for_log,
    warn_of_mistyped_table_facts,
)
from companion.grammar.context import Context
from companion.grammar.option_and_number_parsing import TableRequest
from companion.randomtables.table import shorten_table_name
from companion.refusal import Impossible, Malformed, Refusal
from companion.reports.rolls_and_random_tables import DeckLine, DeckReport


def draw_cards(context: Context, request: TableRequest) -> Ruling:
    """Draw, and tell how many are left."""
    if request.table.dice is None and request.times > 1:
        from companion.randomtables.possible_rows import (
            require_enough_cards,  # only draws load the engine
        )

        facts = {**gather_table_facts(context.campaign), **request.facts}
        require_enough_cards(
            request.table, request.times, facts, list_rows_out_of_decks(context.campaign)
        )
    campaign, rolls = roll_table(context, request, deck=True)
    table = request.table.name
    drawn = list_rows_out_of_decks(campaign).get(table, ())
    report = DeckReport(
        step="drawn",
        table=table,
        table_typed=shorten_table_name(table, context.list_tables()),
        rolls=rolls,
        left=_count_cards_left(context, table, drawn, request.facts),
    )
    return Ruling(
        campaign,
        build_hidden_roll_report(context, request.table) or report,
        outcome=summarize_rolls_for_log(rolls),
        secret=is_table_for_guide_alone(context, request.table),
        warnings=warn_of_mistyped_table_facts(request),
    )


def shuffle_deck_or_list_decks(context: Context) -> Ruling:
    """Make the only deck whole again, or list the decks that were drawn from."""
    decks = context.campaign.book.decks
    if not context.is_guide:
        raise Malformed("Shuffle which table?", "Try: shuffle rumours")
    if not decks:
        raise Impossible("Nothing has been drawn from any table.", "Try: draw rumours")
    if len(decks) == 1:
        return shuffle_deck(context, decks[0])
    lines = [
        DeckLine(d.table, len(d.drawn), _count_cards_left(context, d.table, d.drawn)) for d in decks
    ]
    return Ruling(context.campaign, DeckReport(step="listed", decks=tuple(lines)))


def shuffle_deck(context: Context, deck: Deck) -> Ruling:
    """Put all drawn rows back into a deck."""
    campaign: Campaign = set_rows_out_of_decks(context.campaign, {deck.table: ()})
    report = DeckReport(
        step="shuffled",
        table=deck.table,
        table_typed=shorten_table_name(deck.table, context.list_tables()),
        left=_count_cards_left(context, deck.table, ()),
        put_back=len(deck.drawn),
    )
    try:
        secret = is_table_for_guide_alone(context, context.find_table(deck.table))
    except Refusal:
        secret = is_table_roll_secret(campaign, deck.table, guide=context.is_guide)
    return Ruling(campaign, report, secret=secret)


def _count_cards_left(
    context: Context, table: str, drawn: tuple[int, ...], given: Mapping[str, str] | None = None
) -> int | None:
    """How many cards may still come now; None if the table cannot be read."""
    from companion.randomtables.possible_rows import make_weighted_rows

    try:
        found = context.find_table(table)
    except Refusal:
        return None
    facts = {**gather_table_facts(context.campaign), **(given or {})}
    return make_weighted_rows(found, facts, {table: drawn}, deck=True).sides
