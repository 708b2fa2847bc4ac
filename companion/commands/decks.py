"""Tables drawn from without putting back: draw, shuffle."""

from collections.abc import Mapping

from companion.campaign.campaign import Campaign, Deck
from companion.campaign.decks import out_of, with_out
from companion.campaign.facts import facts
from companion.campaign.secrecy import tells_secrets
from companion.commands.reports import DeckLine, DeckReport
from companion.commands.rolling import asked_of_a_table, table_meant, table_rolled
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.refusal import Impossible, Malformed, Refusal, listed
from companion.words.options import take_faces


@WORDS.command(
    "draw",
    subject="dice",
    usage="draw TABLE [FACT=VALUE…] [xN] [=FACES]",
    summary="Draw from a table without dice, as from a deck of cards: no row comes twice before "
    "you shuffle. The campaign remembers what was drawn.",
    examples=("draw rumours", "draw npcs/names x3"),
    completes=("table", "of a table…"),
)
def draw_word(sitting: Sitting) -> Ruling:
    """Draw, and say how many are left."""
    from companion.commands.rolled import outcome
    from companion.commands.slips import slips

    entered, arguments = take_faces(sitting.arguments)
    if not arguments:
        raise Malformed("Draw from which table?", "Try: draw rumours")
    asked = asked_of_a_table(sitting, arguments)
    if asked.table.dice is None and asked.times > 1:
        from companion.randomtables.standing import enough_for

        holds = {**facts(sitting.campaign), **asked.given}
        enough_for(asked.table, asked.times, holds, out_of(sitting.campaign))
    campaign, rolls = table_rolled(sitting, asked, entered, deck=True)
    table = asked.table.name
    report = DeckReport(
        step="drawn",
        table=table,
        table_typed=_short(sitting, table),
        rolls=rolls,
        left=_left(sitting, table, out_of(campaign).get(table, ()), asked.given),
    )
    secret = tells_secrets(campaign, table, guide=sitting.seat == "guide")
    warnings = slips(asked.table, asked.given)
    return Ruling(campaign, report, outcome=outcome(rolls), secret=secret, warnings=warnings)


@WORDS.command(
    "shuffle",
    subject="dice",
    usage="shuffle [TABLE]",
    summary="Put back all that was drawn from a table. Alone, it shuffles the only deck that was "
    "drawn from, or tells which there are.",
    examples=("shuffle rumours", "shuffle"),
    completes=("deck",),
)
def shuffle_word(sitting: Sitting) -> Ruling:
    """Make a deck whole again, or tell which are drawn from."""
    campaign, decks = sitting.campaign, sitting.campaign.campaign.decks
    if sitting.arguments:
        return _shuffled(sitting, _deck_meant(sitting, " ".join(sitting.arguments)))
    if sitting.seat != "guide":
        raise Malformed("Shuffle which table?", "Try: shuffle rumours")
    if not decks:
        raise Impossible("Nothing has been drawn from any table.", "Try: draw rumours")
    if len(decks) == 1:
        return _shuffled(sitting, decks[0])
    lines = [DeckLine(d.table, len(d.drawn), _left(sitting, d.table, d.drawn)) for d in decks]
    return Ruling(campaign, DeckReport(step="listed", decks=tuple(lines)))


def _deck_meant(sitting: Sitting, typed: str) -> Deck:
    """The deck of a table that was drawn from, though its file may be gone since."""
    decks, folded = sitting.campaign.campaign.decks, typed.casefold().strip("/")
    found = [deck for deck in decks if f"/{deck.table}".endswith(f"/{folded}")]
    if len(found) == 1:
        return found[0]
    name = table_meant(sitting, typed)
    for deck in found:
        if deck.table == name:
            return deck
    tells = decks and sitting.seat == "guide"
    drawn = f"Drawn from: {listed(deck.table for deck in decks)}." if tells else "Try: draw rumours"
    raise Impossible(f"Nothing has been drawn from «{name}».", drawn)


def _shuffled(sitting: Sitting, deck: Deck) -> Ruling:
    campaign: Campaign = with_out(sitting.campaign, {deck.table: ()})
    report = DeckReport(
        step="shuffled",
        table=deck.table,
        table_typed=_short(sitting, deck.table),
        left=_left(sitting, deck.table, ()),
        put_back=len(deck.drawn),
    )
    secret = tells_secrets(campaign, deck.table, guide=sitting.seat == "guide")
    return Ruling(campaign, report, secret=secret)


def _short(sitting: Sitting, table: str) -> str:
    from companion.randomtables.names import short_name

    return short_name(table, sitting.table_names())


def _left(
    sitting: Sitting, table: str, drawn: tuple[int, ...], given: Mapping[str, str] | None = None
) -> int | None:
    """How many cards of a deck can come yet, as things stand; None where its table cannot be
    read."""
    from companion.randomtables.standing import urn

    try:
        found = sitting.tables(table)
    except Refusal:
        return None
    return urn(found, {**facts(sitting.campaign), **(given or {})}, {table: drawn}, deck=True).sides
