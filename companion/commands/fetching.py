"""Getting something out of a pack at the prompt: fetch."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.names import able_only, find_carried
from companion.commands.reports import FetchReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.things_meant import not_lit
from companion.dice.faces import ByHand
from companion.errant.containers import carried_at, moved
from companion.errant.errants import Errant
from companion.errant.fetching import LAST_TRY, found
from companion.errant.items import Item
from companion.errant.stacks import name_of_one
from companion.errant.turns import Turn, with_innermost
from companion.refusal import Impossible
from companion.words.options import take_faces, take_flag


def to_be_fetched(item: Item) -> bool:
    """Whether it is neither lit nor in hand already."""
    return not_lit(item) and (item.place != "hand" or bool(item.inside))


@WORDS.command(
    "fetch",
    subject="packs",
    usage="fetch [ERRANT] ITEM [=FACE]",
    summary="Get a thing into a hand. In Initiative Turns what is in the pack or worn takes an "
    "action and a D4: 1 on the first try, 2 or less on the second, 3 or less on the third; the "
    "fourth finds it.",
    examples=("fetch bree torch", "fetch bree bedroll =2"),
    completes=("carried…",),
)
def fetch_word(sitting: Sitting) -> Ruling:
    """Look for a thing, or just take it."""
    campaign = sitting.campaign
    by_hand, rest = take_faces(sitting.arguments)
    _, rest = take_flag(rest, "hand")
    errant, item = find_carried(campaign, rest, to_be_fetched, "thing")
    if not errant.is_person:
        way = f"Try: pass {errant.id} NAME {item.id} hand"
        raise Impossible(f"{errant.name} has no hands.", way)
    able_only(errant, forced=sitting.forced)
    place = carried_at(errant, item)
    turn = campaign.turns[-1] if campaign.turns else None
    if place == "hand" and not item.inside:
        raise Impossible(f"{errant.name} has «{name_of_one(item)}» in hand already.")
    if place in ("hand", "handy") or turn is None or turn.type != "initiative":
        if by_hand is not None:
            raise Impossible("No die is rolled for that: it is at hand.", "Leave the face out.")
        return _taken(
            campaign,
            errant,
            item,
            FetchReport(errant=errant.id, name=name_of_one(item), found=True),
        )
    if errant.id in turn.looked and not sitting.forced:
        raise Impossible(
            f"{errant.name} has looked for something in this Turn: it took their action.",
            "Try: next",
            overrulable=True,
        )
    tries = turn.tries.get(_key(errant, item), 0) + 1
    face = None
    if tries < LAST_TRY:
        die = sitting.faces("fetch", by_hand)
        face = die.face(LAST_TRY)
        if isinstance(die, ByHand):
            die.finish()
    got = found(tries, face)
    report = FetchReport(
        errant=errant.id,
        name=name_of_one(item),
        found=got,
        try_number=tries,
        chance=min(tries, LAST_TRY),
        faces=() if face is None else (face,),
        entered=face is not None and by_hand is not None,
    )
    campaign = _with_tries(campaign, turn, _key(errant, item), 0 if got else tries)
    if got:
        return _taken(campaign, errant, item, report)
    return Ruling(campaign, report)


def _taken(campaign: Campaign, errant: Errant, item: Item, report: FetchReport) -> Ruling:
    after, _ = moved(errant, item, 1, "hand")
    return Ruling(campaign.with_errant(after), report)


def _key(errant: Errant, item: Item) -> str:
    return f"{errant.id}/{item.id}"


def _with_tries(campaign: Campaign, turn: Turn, key: str, tries: int) -> Campaign:
    others = {each: number for each, number in turn.tries.items() if each != key}
    who = key.partition("/")[0]
    after = replace(
        turn,
        tries={**others, key: tries} if tries else others,
        looked=tuple(dict.fromkeys((*turn.looked, who))),
    )
    return campaign.with_turns(with_innermost(campaign.turns, after))
