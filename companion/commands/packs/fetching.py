"""Getting something out of a pack at the prompt: fetch."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.resolve.items import find_carried_item, is_unlit
from companion.commands.resolve.names import require_able
from companion.dice.faces import HandFaces
from companion.errant.containers import find_carried_place, move_item
from companion.errant.errants import Errant
from companion.errant.items import Item
from companion.errant.slots import LAST_FETCH_TRY, is_found_in_pack
from companion.errant.stacks import name_single_item
from companion.errant.turns import Turn, replace_innermost_turn
from companion.grammar.arguments import take_faces, take_flag
from companion.refusal import Impossible
from companion.reports.packs import FetchReport


def is_fetchable(item: Item) -> bool:
    """Whether it is neither lit nor in hand already."""
    return is_unlit(item) and (item.place != "hand" or bool(item.inside))


@WORDS.command(
    "fetch", subject="packs", usage="fetch [ERRANT] ITEM [=FACE]", completes=("carried…",)
)
def handle_fetch(context: Context) -> Ruling:
    """Look for a thing, or just take it."""
    campaign = context.campaign
    by_hand, rest = take_faces(context.arguments)
    _, rest = take_flag(rest, "hand")
    errant, item = find_carried_item(campaign, rest, is_fetchable, "thing")
    if not errant.is_person:
        way = f"Try: pass {errant.id} NAME {item.id} hand"
        raise Impossible(f"{errant.name} has no hands.", way)
    require_able(errant, forced=context.is_forced)
    place = find_carried_place(errant, item)
    turn = campaign.turns[-1] if campaign.turns else None
    if place == "hand" and not item.inside:
        raise Impossible(f"{errant.name} has «{name_single_item(item)}» in hand already.")
    if place in ("hand", "handy") or turn is None or turn.type != "initiative":
        if by_hand is not None:
            raise Impossible("No die is rolled for that: it is at hand.", "Leave the face out.")
        return _take_in_hand(
            campaign,
            errant,
            item,
            FetchReport(errant=errant.id, name=name_single_item(item), found=True),
        )
    if errant.id in turn.looked and not context.is_forced:
        raise Impossible(
            f"{errant.name} has looked for something in this Turn: it took their action.",
            "Try: next",
            overrulable=True,
        )
    tries = turn.tries.get(_make_tries_key(errant, item), 0) + 1
    face = None
    if tries < LAST_FETCH_TRY:
        die = context.get_dice("fetch", by_hand)
        face = die.face(LAST_FETCH_TRY)
        if isinstance(die, HandFaces):
            die.finish()
    got = is_found_in_pack(tries, face)
    report = FetchReport(
        errant=errant.id,
        name=name_single_item(item),
        found=got,
        try_number=tries,
        chance=min(tries, LAST_FETCH_TRY),
        faces=() if face is None else (face,),
        entered=face is not None and by_hand is not None,
    )
    campaign = _record_tries(campaign, turn, _make_tries_key(errant, item), 0 if got else tries)
    if got:
        return _take_in_hand(campaign, errant, item, report)
    return Ruling(campaign, report)


def _take_in_hand(campaign: Campaign, errant: Errant, item: Item, report: FetchReport) -> Ruling:
    after, _ = move_item(errant, item, 1, "hand")
    return Ruling(campaign.with_errant(after), report)


def _make_tries_key(errant: Errant, item: Item) -> str:
    return f"{errant.id}/{item.id}"


def _record_tries(campaign: Campaign, turn: Turn, key: str, tries: int) -> Campaign:
    others = {each: number for each, number in turn.tries.items() if each != key}
    who = key.partition("/")[0]
    after = replace(
        turn,
        tries={**others, key: tries} if tries else others,
        looked=tuple(dict.fromkeys((*turn.looked, who))),
    )
    return campaign.with_turns(replace_innermost_turn(campaign.turns, after))
