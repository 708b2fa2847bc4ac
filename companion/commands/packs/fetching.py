"""Getting something out of a pack at the prompt: fetch."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import Ruling, open_dice
from companion.errant.containers import find_carried_place, move_item
from companion.errant.errants import Errant
from companion.errant.items import Item
from companion.errant.slots import LAST_FETCH_TRY, is_found_in_pack
from companion.errant.stacks import name_single_item
from companion.grammar.context import Context
from companion.grammar.kinds.carried import Carried
from companion.grammar.names import require_able
from companion.refusal import Impossible
from companion.reports.packs import FetchReport


def fetch_item(context: Context, carried: Carried, faces: tuple[int, ...] | None) -> Ruling:
    """Look for a thing in the pack, or take what is in reach."""
    campaign, (errant, item), by_hand = context.campaign, carried, faces
    if not errant.is_person:
        way = f"Try: pass {errant.id} NAME {item.id} hand"
        raise Impossible(f"{errant.name} has no hands.", way)
    require_able(errant, forced=context.is_forced)
    name, place = name_single_item(item), find_carried_place(errant, item)
    turn = campaign.turns[-1] if campaign.turns else None
    if place == "hand" and not item.inside:
        raise Impossible(f"{errant.name} has «{name}» in hand already.")
    if place in ("hand", "handy") or turn is None or turn.type != "initiative":
        if by_hand is not None:
            raise Impossible("No die is rolled for that: it is at hand.", "Leave the face out.")
        report = FetchReport(errant=errant.id, name=name, found=True)
        return _take_in_hand(campaign, errant, item, report)
    if errant.id in turn.looked and not context.is_forced:
        raise Impossible(
            f"{errant.name} has looked for something in this Turn: it took their action.",
            "Try: next",
            overrulable=True,
        )
    key = f"{errant.id}/{item.id}"
    tries = turn.tries.get(key, 0) + 1
    face = None
    if tries < LAST_FETCH_TRY:
        with open_dice(context, "fetch", by_hand, 1) as die:
            face = die.face(LAST_FETCH_TRY)
    found = is_found_in_pack(tries, face)
    report = FetchReport(
        errant=errant.id,
        name=name,
        found=found,
        try_number=tries,
        chance=min(tries, LAST_FETCH_TRY),
        faces=() if face is None else (face,),
        entered=face is not None and by_hand is not None,
    )
    others = {other: number for other, number in turn.tries.items() if other != key}
    after = replace(
        turn,
        tries=others if found else {**others, key: tries},
        looked=tuple(dict.fromkeys((*turn.looked, errant.id))),
    )
    campaign = campaign.with_innermost_turn(after)
    return _take_in_hand(campaign, errant, item, report) if found else Ruling(campaign, report)


def _take_in_hand(campaign: Campaign, errant: Errant, item: Item, report: FetchReport) -> Ruling:
    after, _ = move_item(errant, item, 1, "hand")
    return Ruling(campaign.with_errant(after), report)
