"""Answers `deflect` after an attack: negates the last harm by a Deflect of magic armour."""

from companion.campaign.fights.harm_undone_by_deflects import (
    find_last_undeflected_harm,
    undo_deflected_harm,
)
from companion.commands.attacks.attack_revision import replay_attack_with_deflect
from companion.commands.handler_result import Ruling
from companion.errant.attacks.armour import (
    count_deflects_left,
    list_worn_armour,
    make_deflect_happening,
    use_deflect,
)
from companion.errant.company import Errant
from companion.errant.names_to_type import make_typed_item_name, quote_typed_name
from companion.errant.packs.items import Item
from companion.grammar.context import Context
from companion.refusal import Ambiguous, Impossible, join_words
from companion.reports.turns import HappeningsReport
from companion.text_cleaning import quote_name


def deflect_last_harm(context: Context, errant: Errant, item: Item | None) -> Ruling:
    """Negate the last harm that befell somebody, by a Deflect; a forced line needs none. Of several
    Attack Rolls it is the hardest that is not deflected yet."""
    harm = find_last_undeflected_harm(context.read_entries(), errant.id)
    if harm is None:
        raise Impossible(f"No line that stands has harmed {errant.name}.", "Try: log")
    if harm.blow_count > 1:

        def choose_deflector(before: Errant) -> Item | None:
            return _find_deflector(context, before, item)

        return replay_attack_with_deflect(context, harm, errant.id, choose_deflector)
    campaign = undo_deflected_harm(context.campaign, harm, errant.id)
    before, after = context.campaign.get_errant(errant.id), campaign.get_errant(errant.id)
    piece = _find_deflector(context, after, item)
    if piece is not None:
        piece = use_deflect(piece)
        campaign = campaign.with_errant(after.with_item(piece))
    deflected = make_deflect_happening(before, after, piece, harm.effects)
    return Ruling(campaign, HappeningsReport(word="deflect", happened=(deflected,)))


def _find_deflector(context: Context, errant: Errant, named: Item | None) -> Item | None:
    """The worn piece that deflects: the one named, or the only one with a Deflect left. None if
    there is none and the line is forced. Raises Impossible or Ambiguous."""
    if named is not None:
        return errant.get_item(named.id)
    found = [item for item in list_worn_armour(errant) if count_deflects_left(item)]
    if len(found) > 1:
        ways = [quote_name(make_typed_item_name(errant, each)) for each in found]
        raise Ambiguous(f"It may be {join_words(ways, 'or')}.", typed="", instead=ways)
    if not found:
        why = f"{errant.name} wears nothing that has a Deflect left."
        context.refuse_unforced(why, f"What they wear: armour {quote_typed_name(errant)}")
    return found[0] if found else None
