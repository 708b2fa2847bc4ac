"""What a phrase leaves out and the campaign knows: who carries the thing, where the Company is, to
whom it talks."""

from collections.abc import Iterable, Mapping, Sequence

from companion.errant.company import Company, list_members
from companion.errant.event_die import EVENT_TABLES
from companion.grammar.context import Context
from companion.grammar.kinds.company import filter_stashes
from companion.grammar.kinds.item_matching import match_items
from companion.grammar.phrases.sentences.sentence import Part


def find_implied(parts: Sequence[Part], context: Context) -> Mapping[str, str]:
    """What a line may mean without saying it: who carries the thing, where the Company is, and to
    whom it talks."""
    campaign, world = context.campaign, context.campaign.world
    named_things = [
        part.meanings
        for part in parts
        if "thing" in part.meanings and "person" not in part.meanings
    ]
    put = [each for each in named_things if "spot" not in each]  # where they are put is none
    things = [each["thing"] for each in put or named_things]
    named = {part.meanings.get("person") for part in parts}
    carriers = [
        errant.id
        for errant in campaign.errants
        if errant.is_present and errant.id not in named
        if things and all(match_items(errant, thing) for thing in things)
    ]
    stashes = filter_stashes(campaign)
    stashes = [stash for stash in stashes if stash.at == campaign.place_here] or stashes
    is_stashed = len(stashes) == 1 and all(match_items(stashes[0], thing) for thing in things)
    attributes = [part.meanings["attribute"] for part in parts if "attribute" in part.meanings]
    talking = [
        npc.id for npc in world.npcs if npc.is_in_negotiation and (npc.met or context.is_guide)
    ]
    open_type = campaign.turns[-1].type if campaign.turns else ""
    return {
        "OPENTYPE": open_type,
        "EXPLORING": open_type if open_type == "exploration" else "",
        "OUTERTYPE": campaign.turns[-2].type if campaign.turns[1:] else "",
        "EVERYBODY": " ".join(errant.id for errant in list_members(campaign.errants)),
        "STASHED": "stash" if is_stashed else "",
        "LITTHING": things[0] if len(things) == 1 and _is_lit(things[0], campaign.errants) else "",
        "RESULTFACE": _find_face(parts, context),
        "SAME": attributes[0] if len(attributes) == 1 else "",
        "CARRIER": carriers[0] if len(carriers) == 1 else "",
        "CARRIERS": " ".join(carriers),
        "CONSUME": _find_consuming(things, named, context),
        "HERE": campaign.place_here,
        "BUYER": next((each.id for each in list_members(campaign.errants)), ""),
        "MEMBERS": f"{len(list_members(campaign.errants))}",
        "MARKET": next((s.id for s in world.settlements if s.id == campaign.place_here), ""),
        "MET": campaign.book.met.npc if context.is_guide else "",
        "ENDFIGHT": "out" if open_type == "initiative" else "",
        "MONTH": "next" if open_type == "downtime" else "downtime",
        "AILMENT": _find_ailment(named, context),
        "TALKING": talking[0] if len(talking) == 1 else "",
        **(_find_dispositions(parts, context) if context.is_guide else {}),
    }


def _find_consuming(things: Sequence[str], named: set[str | None], context: Context) -> str:
    """The word by which whoever is named consumes the thing: what has uses is used, anything else
    is gone; `use`, which is refused, for what they do not carry; "" where nobody is named."""
    drinkers = [each for each in context.campaign.errants if each.id in named]
    items = [item for who in drinkers for each in things[:1] for item in match_items(who, each)]
    if not drinkers:
        return ""
    return "use" if not items or items[0].depletion else "drop"


def _find_ailment(named: set[str | None], context: Context) -> str:
    """The only disease, curse or condition of whoever is named; "" for several, or none."""
    found = [each.id for each in context.campaign.book.effects if each.errant in named]
    return found[0] if len(found) == 1 else ""


def _find_face(parts: Iterable[Part], context: Context) -> str:
    """The face of the Event Die that has the result somebody names, in a Turn of the open type."""
    turns = context.campaign.turns
    results = EVENT_TABLES.get(turns[-1].type, ()) if turns else ()
    named = [part.meanings["result"] for part in parts if "result" in part.meanings]
    faces = [f"{face}" for face, result in enumerate(results, 1) if [result] == named]
    return faces[0] if len(faces) == 1 else ""


def _is_lit(thing: str, company: Company) -> bool:
    return any(item.lit for errant in company for item in match_items(errant, thing))


def _find_dispositions(parts: Iterable[Part], context: Context) -> Mapping[str, str]:
    """What the disposition of the NPC that is named becomes, where it rises or falls by a number;
    by 1 where none is said."""
    found = [part.meanings for part in parts if part.meanings.keys() & {"npc", "number"}]
    slugs = [each["npc"] for each in found if "npc" in each]
    numbers = [int(each["number"]) for each in found if "number" in each] or [1]
    dispositions = {npc.id: npc.disposition for npc in context.campaign.world.npcs}
    disposition = dispositions.get(slugs[0]) if len(slugs) == 1 else None
    if disposition is None or len(numbers) != 1:
        return {}
    return {"RAISED": f"{disposition + numbers[0]}", "LOWERED": f"{disposition - numbers[0]}"}
