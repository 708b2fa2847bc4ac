"""What harm would do, before anybody rolls: the answer to a line with `?`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.errant.company import Errant
from companion.errant.harm.harm import find_current_hp
from companion.errant.harm.wounds import describe_wound_row
from companion.errant.names_to_type import quote_typed_name
from companion.errant.turns.timers import HarmKind
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.harm import Amount
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.harm import HarmOddsReport, RowOdds

if TYPE_CHECKING:
    from fractions import Fraction


def group_odds_of_wound_rows(rows: Mapping[int, "Fraction"], kind: HarmKind) -> tuple[RowOdds, ...]:
    """The chances of the rows of a wound table, those that do the same together."""
    found: list[RowOdds] = []
    for row, chance in sorted(rows.items()):
        name = describe_wound_row(row, kind)
        if found and found[-1].name == name:
            last = found.pop()
            found.append(RowOdds(last.first, row, last.chance + float(chance), name))
        else:
            found.append(RowOdds(row, row, float(chance), name))
    return tuple(found)


def build_harm_odds_report(
    context: Context, who: Errant | Npc, amount: Amount, kind: HarmKind
) -> HarmOddsReport:
    """What harm would do to one of the Company. Raises Impossible for anybody else."""
    from fractions import Fraction  # only an answer with chances pays for these

    from companion.dice.odds import compute_odds
    from companion.errant.attacks.attack_odds import compute_attack_odds

    if isinstance(who, Npc) or not who.is_person:
        raise Impossible(
            f"{who.name} takes no wounds.", f"Try: hurt {quote_typed_name(who)} {amount.typed}"
        )
    effects = context.campaign.book.effects
    chances = {amount.number: Fraction(1)}
    if amount.dice is not None:
        found = compute_odds(amount.dice)
        chances = {max(0, n): Fraction(weight, found.whole) for n, weight in found.weights}
    hp = find_current_hp(who, effects)
    odds = compute_attack_odds(hp, who.phys, [chances])
    return HarmOddsReport(
        errant=who.id,
        dice=amount.typed,
        harm=kind,
        hp=hp,
        at_zero=float(odds.at_zero),
        out_of_action=float(odds.out_of_action),
        rows=group_odds_of_wound_rows(odds.rows, kind),
    )
