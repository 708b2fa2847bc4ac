"""Answers `roll` and `odds`: rolls dice and tables, and says how likely each result is."""

from msgspec import convert
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.facts_and_decks_for_tables import (
    gather_table_facts,
    list_rows_out_of_decks,
    set_rows_out_of_decks,
)
from companion.campaign.secrecy import (
    is_table_hidden_from_players,
    is_table_roll_secret,
    may_line_draw_encounter,
)
from companion.commands.handler_result import Ruling
from companion.commands.record.untold_findings import (
    is_every_encounter_drawn,
    list_drawn_encounters,
    list_untold_findings,
)
from companion.dice.face_sources import HandFaces
from companion.dice.notation_tree import Notation
from companion.grammar.argument_kinds.dice_and_tables import RollRequest
from companion.grammar.context import Context
from companion.grammar.option_and_number_parsing import TableRequest
from companion.randomtables.table import Table
from companion.refusal import Impossible, suggest_similar_words
from companion.reports import Report
from companion.reports.rolls_and_random_tables import (
    EncounterRollReport,
    OddsReport,
    RollReport,
    RollsReport,
    TableOddsReport,
)


def roll_dice_or_table(context: Context, request: RollRequest) -> Ruling:
    """Roll dice or on a table. A roll on a table that only the Guide may know, such as whom one may
    meet at a place, is left out of the players' log."""
    if not isinstance(request, TableRequest):
        rolls = roll_dice(context, request)
        return Ruling(
            context.campaign, combine_roll_reports(rolls), outcome=summarize_rolls_for_log(rolls)
        )
    campaign, rolls = roll_table(context, request)
    return Ruling(
        campaign,
        build_hidden_roll_report(context, request.table) or combine_roll_reports(rolls),
        outcome=summarize_rolls_for_log(rolls),
        secret=is_table_for_guide_alone(context, request.table),
        warnings=warn_of_mistyped_table_facts(request),
    )


def require_unknown_encounter(context: Context) -> None:
    """Raises Impossible, unless the Guide forces it, where it is known whom the Company meets: by a
    roll, or by a sign that came true. Of two encounters both must be known."""
    if context.is_guide and is_every_encounter_drawn(context):
        met = list_drawn_encounters(context)[0].text.rstrip(".")
        context.refuse_unforced(f"Whom they meet is known: {met}.", "Try: tell.")


def is_table_for_guide_alone(context: Context, table: Table) -> bool:
    """True if what a table gives is the Guide's to tell."""
    return table.secret or is_table_roll_secret(
        context.campaign, table.name, guide=context.is_guide
    )


def build_hidden_roll_report(context: Context, table: Table) -> EncounterRollReport | None:
    """The Report of a roll whose result a player must not read; None for any other. Raises
    Impossible where such a thing waits to be told: the Guide would tell the new one instead."""
    is_hidden = table.secret or is_table_hidden_from_players(
        context.campaign, table.name, guide=False
    )
    if context.is_guide or not is_hidden:
        return None
    is_encounter = may_line_draw_encounter(context.campaign, table.name)
    rolled = [each for each in list_untold_findings(context) if each.names[0] != "sign"]
    if any(each.is_encounter == is_encounter for each in rolled):
        raise Impossible("The Guide knows what came.", "Try: note something stirs")
    typed = " ".join(context.arguments[:1]) or context.word
    return EncounterRollReport(table=typed if table.secret else table.name)


def warn_of_mistyped_table_facts(request: TableRequest) -> tuple[str, ...]:
    """Warnings about given values that the table does not ask, but that are like one it asks."""
    table, warnings = request.table, []
    conditions = [row.when for row in table.rows] + [each.when for each in table.modifiers]
    for fact, value in request.facts.items():
        known = {wanted for when in conditions for wanted in when.get(fact, ())}
        known |= {name.casefold() for name in table.columns if table.column_fact == fact}
        hint = "" if value in known else suggest_similar_words(value, sorted(known))
        if hint:
            warnings.append(f"{table.name} knows no {fact} «{value}». {hint}")
    return tuple(warnings)


def show_odds(context: Context, requests: tuple[RollRequest, ...]) -> Ruling:
    """The odds of each; the first Report holds the others."""
    first, *others = [_compute_odds(context, each) for each in requests]
    tables = [each for each in requests if isinstance(each, TableRequest)]
    warnings = tuple(typo for each in tables for typo in warn_of_mistyped_table_facts(each))
    return Ruling(context.campaign, replace(first, others=tuple(others)), warnings=warnings)


# The engine is imported by the functions that need it: most words roll nothing.


def _compute_odds(context: Context, request: RollRequest) -> OddsReport:
    """The odds of dice, or of a table here and now."""
    from companion.randomtables.draws_and_odds_encoding import compute_dice_chances, encode_chances
    from companion.randomtables.odds import compute_table_chances

    if not isinstance(request, TableRequest):
        return convert(encode_chances(compute_dice_chances(request)), OddsReport)
    chances = compute_table_chances(
        request.table,
        find=context.find_table,
        facts={**gather_table_facts(context.campaign), **request.facts},
        modifier=request.modifier,
        out=list_rows_out_of_decks(context.campaign),
    )
    return convert(encode_chances(chances), TableOddsReport)


def roll_dice(context: Context, notation: Notation) -> tuple[RollReport, ...]:
    """Roll dice in this notation, as often as it says. Faces typed by hand must be all used."""
    from companion.dice.rolls import roll
    from companion.randomtables.draws_and_odds_encoding import encode_roll

    dice, once = context.get_face_source("dice"), notation._replace(times=1)
    data = [encode_roll(roll(once, dice), context.seed) for _ in range(notation.times)]
    if isinstance(dice, HandFaces):
        dice.require_no_faces_left()
    return convert(data, tuple[RollReport, ...])


def roll_table(
    context: Context, request: TableRequest, *, deck: bool = False, dice: HandFaces | None = None
) -> tuple[Campaign, tuple[RollReport, ...]]:
    """Roll on a table, or with `deck` draw from it until it is used up. What is drawn from any deck
    stays out of it. Faces typed by hand cover the table's own dice; the companion may roll what the
    texts of its rows need. From `dice`, more is rolled afterwards."""
    from companion.randomtables.draw import draw_from
    from companion.randomtables.draws_and_odds_encoding import encode_draw

    stream, campaign = context.streams.stream("table"), context.campaign
    by_hand = None if context.faces is None else HandFaces(context.faces, then=stream)
    source = dice or by_hand or stream
    facts, out = {**gather_table_facts(campaign), **request.facts}, list_rows_out_of_decks(campaign)
    data = []
    for _ in range(request.times):
        drawn = draw_from(
            request.table,
            source,
            find=context.find_table,
            facts=facts,
            modifier=request.modifier,
            out=out,
            deck=deck,
        )
        out = drawn.out
        data.append(encode_draw(drawn, context.seed))
        if deck and drawn.row is None:
            break
    if by_hand is not None and dice is None:
        by_hand.require_no_faces_left()
    return set_rows_out_of_decks(campaign, out), convert(data, tuple[RollReport, ...])


_SENTENCE_ENDS = (".", "!", "?", "…", "»", "”", '"')


def combine_roll_reports(rolls: tuple[RollReport, ...]) -> Report:
    """One roll as it is, several as one Report."""
    first = rolls[0]
    if len(rolls) == 1:
        return first
    return RollsReport(notation=first.notation, table=first.table, rolls=rolls)


def summarize_rolls_for_log(rolls: tuple[RollReport, ...]) -> str:
    """The outcome of rolls, as the log tells it."""
    if rolls[0].text is None:
        return ", ".join(roll.total_or_answer for roll in rolls)
    *texts, last = (roll.text or "" for roll in rolls)
    ended = (text if text.endswith(_SENTENCE_ENDS) else f"{text}," for text in texts)
    return " ".join([*ended, last])
