"""A Check as it is asked for: who makes it, of which Attribute, against what, under what."""

from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.commands.circumstances import Under, circumstances, must_not_be_secret
from companion.commands.dispositions import band, disposition_of
from companion.commands.names import best, errant_called, errant_names, find_errant
from companion.commands.people_meant import (
    find_npc,
    first_named,
    is_npc,
    npc_named_first,
    npc_names,
    npcs_known,
    take_named,
)
from companion.commands.sitting import Sitting
from companion.errant.checks import (
    ATTRIBUTES,
    Attribute,
    Circumstance,
    Stakes,
    dv_of,
    target_of,
)
from companion.errant.errants import Errant
from companion.errant.slots import encumbrance
from companion.errant.world import Npc
from companion.refusal import Impossible, Malformed, Unknown, did_you_mean, listed
from companion.words.options import Arguments, take_flag

_SLOWED = ("physical", "stabilise")
"""What Encumbrance makes harder (Items & Equipment, Encumbrance)."""
_LEAST_OF_A_NAME = 3
"""Less than this may be the beginning of a name, and `with a rope -2` names nobody."""
SPELLED_OUT: dict[str, Attribute] = {
    **{each: each for each in ATTRIBUTES},
    "physique": "phys",
    "presence": "pres",
}


class Asked(NamedTuple):
    """Who is to make a Check of what, and under what. An NPC has no `errant`, and no Attribute but
    their Threat. `npcs` are those it is made with or by, `wards_off` who is saved against: what
    their disposition or Threat is makes the numbers the `guides`."""

    errant: str
    name: str
    attribute: Attribute | None
    target: int
    stakes: Stakes
    circumstances: tuple[Circumstance, ...]
    guides: bool
    npcs: tuple[Npc, ...] = ()
    wards_off: tuple[Npc, ...] = ()

    @property
    def dv(self) -> int:
        """The DV with everything that helps or hinders; it may be below 0."""
        return dv_of(self.stakes.dv, self.circumstances)


def asked(sitting: Sitting, arguments: Arguments, example: str, *, saving: bool = False) -> Asked:
    """`ERRANT ATTRIBUTE [physical] [with NPC]` and what the Check is made under."""
    campaign = sitting.campaign
    must_not_be_secret(arguments)
    who, attribute, rest = _split_at_attribute(campaign, arguments, example)
    if not best(who, campaign.errants, errant_names) and is_npc(sitting, who):
        other = find_npc(sitting, who)
        way = f"save {other.id}" if saving else f"check bree phys vs {other.id}"
        raise Impossible(f"{other.name} has no Attributes, and rolls by Threat.", f"Try: {way}")
    errant = _must_make_checks(find_errant(campaign, who), forced=sitting.forced)
    slowed, rest = take_flag(rest, *_SLOWED)
    npc, rest = _with_whom(sitting, rest)
    under = circumstances(rest)
    found = list(under.circumstances)
    if slowed and (load := encumbrance(errant)):
        found.append(Circumstance("Encumbrance", load))
    if npc is not None:
        found += social(campaign, npc)
    return Asked(
        errant=errant.id,
        name=errant.name,
        attribute=attribute,
        target=getattr(errant, attribute),
        stakes=under.stakes(Stakes()),
        circumstances=tuple(found),
        guides=npc is not None,
        npcs=(npc,) if npc is not None else (),
    )


def _split_at_attribute(
    campaign: Campaign, arguments: Arguments, example: str
) -> tuple[str, Attribute, Arguments]:
    """`bree phys …`: who, the Attribute, and what stands after it. Malformed where none is named,
    Unknown where it is none."""
    for at, argument in enumerate(arguments):
        attribute = SPELLED_OUT.get(argument.casefold())
        if at and attribute is not None:
            return " ".join(arguments[:at]), attribute, arguments[at + 1 :]
    who, rest = first_named(arguments, campaign.errants, errant_names)
    if not who or who.casefold() in SPELLED_OUT:
        raise Malformed("Whose Check, of which Attribute?", f"Try: {example}")
    find_errant(campaign, who)
    hint = f"They are {listed(ATTRIBUTES)}."
    if not rest:
        raise Malformed("Of which Attribute?", f"{hint} Try: {example}")
    near = did_you_mean(rest[0], SPELLED_OUT)
    raise Unknown(f"There is no Attribute «{rest[0]}».", near or hint)


def _must_make_checks(errant: Errant, *, forced: bool) -> Errant:
    if not errant.is_person:
        raise Impossible(f"{errant.name} makes no Checks.", "Errants and Retainers do.")
    if errant.dead and not forced:
        raise Impossible(f"{errant.name} is dead.", overrulable=True)
    return errant


def _with_whom(sitting: Sitting, arguments: Arguments) -> tuple[Npc | None, Arguments]:
    """`with harl dunn`; `with a rope -2` is a help like any other."""
    name, rest = take_named(arguments, "with", npcs_known(sitting, " ".join(arguments)), npc_names)
    if name is None:
        return None, arguments
    helps = any(argument[:1] in "+-" for argument in rest)
    too_short = len(name) < _LEAST_OF_A_NAME
    if helps and (too_short or not is_npc(sitting, name)):
        return None, arguments
    return find_npc(sitting, name), rest


def social(campaign: Campaign, npc: Npc) -> list[Circumstance]:
    """What an NPC's disposition adds to social Checks with them; nothing where none is known."""
    disposition = disposition_of(campaign, npc)
    dv = band(campaign, disposition).dv if disposition is not None else 0
    return [Circumstance("disposition", dv)] if dv else []


def opponent(sitting: Sitting, against: Arguments) -> Asked:
    """The other side of an Opposed Check: somebody's Attribute, or an NPC by their Threat."""
    if any(argument.casefold() in SPELLED_OUT for argument in against[1:]):
        return asked(sitting, against, "check bree phys vs wim skill")
    name, rest = npc_named_first(sitting, against)
    if errant := errant_called(sitting.campaign, name):
        raise Malformed(
            f"By which Attribute does {errant.name} strive?",
            f"They are {listed(ATTRIBUTES)}. Try: vs {errant.id} skill",
        )
    return asked_of_npc(find_npc(sitting, name), circumstances(rest))


def asked_of_npc(npc: Npc, under: Under) -> Asked:
    """A Check that an NPC makes, by their Threat."""
    return Asked(
        errant="",
        name=npc.name,
        attribute=None,
        target=target_of(threat_of(npc)),
        stakes=under.stakes(Stakes()),
        circumstances=under.circumstances,
        guides=True,
        npcs=(npc,),
    )


def threat_of(npc: Npc) -> int:
    """How much of a Threat an NPC is. Impossible where nobody has said."""
    if npc.threat is None:
        raise Impossible(
            f"Nobody has said how much of a Threat {npc.name} is.", f"Try: npc {npc.id} threat 2"
        )
    return npc.threat
