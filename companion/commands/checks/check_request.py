"""A Check as it is asked for: who makes it, of which Attribute, against what, under what."""

from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.commands.checks.circumstances import (
    CheckTerms,
    parse_check_terms,
    refuse_misplaced_secret,
)
from companion.commands.context import Context
from companion.commands.people.dispositions import disposition_of, find_house_band
from companion.commands.resolve.names import find_errant, find_exact_errant, match_names
from companion.commands.resolve.people import (
    find_npc,
    is_npc,
    list_nameable_npcs,
    take_leading_name,
    take_name_after,
    take_npc_name,
)
from companion.errant.checks import (
    ATTRIBUTES,
    Attribute,
    Circumstance,
    Stakes,
    compute_dv,
    compute_npc_target,
)
from companion.errant.errants import Errant
from companion.errant.slots import encumbrance
from companion.errant.world import Npc
from companion.grammar.arguments import Arguments, take_flag
from companion.refusal import Impossible, Malformed, Unknown, join_words, suggest_similar

_ENCUMBRANCE_WORDS = ("physical", "stabilise")
"""What Encumbrance makes harder (Items & Equipment, Encumbrance)."""
_MIN_NAME_LENGTH = 3
"""Less than this may be the beginning of a name, and `with a rope -2` names nobody."""
ATTRIBUTE_WORDS: dict[str, Attribute] = {
    **{each: each for each in ATTRIBUTES},
    "physique": "phys",
    "presence": "pres",
}


class CheckRequest(NamedTuple):
    """Who is to make a Check of what, and under what. An NPC has no `errant`, and no Attribute but
    their Threat. `npcs` are those it is made with or by, `wards_off` who is saved against: what
    their disposition or Threat is makes the numbers the `guides`."""

    errant: str
    name: str
    attribute: Attribute | None
    target: int
    stakes: Stakes
    circumstances: tuple[Circumstance, ...]
    guide_only: bool
    npcs: tuple[Npc, ...] = ()
    saved_against: tuple[Npc, ...] = ()

    @property
    def dv(self) -> int:
        """The DV with everything that helps or hinders; it may be below 0."""
        return compute_dv(self.stakes.dv, self.circumstances)


def parse_check(
    context: Context, arguments: Arguments, example: str, *, saving: bool = False
) -> CheckRequest:
    """`ERRANT ATTRIBUTE [physical] [with NPC]` and what the Check is made under."""
    campaign = context.campaign
    refuse_misplaced_secret(arguments)
    who, attribute, rest = _split_at_attribute(campaign, arguments, example)
    if not match_names(who, campaign.errants) and is_npc(context, who):
        other = find_npc(context, who)
        way = f"save {other.id}" if saving else f"check bree phys vs {other.id}"
        raise Impossible(f"{other.name} has no Attributes, and rolls by Threat.", f"Try: {way}")
    errant = _require_can_check(find_errant(campaign, who), forced=context.is_forced)
    slowed, rest = take_flag(rest, *_ENCUMBRANCE_WORDS)
    npc, rest = _take_social_npc(context, rest)
    under = parse_check_terms(rest)
    found = list(under.circumstances)
    if slowed and (load := encumbrance(errant)):
        found.append(Circumstance("Encumbrance", load))
    if npc is not None:
        found += list_social_circumstances(campaign, npc)
    return CheckRequest(
        errant=errant.id,
        name=errant.name,
        attribute=attribute,
        target=getattr(errant, attribute),
        stakes=under.fill_stakes(Stakes()),
        circumstances=tuple(found),
        guide_only=npc is not None,
        npcs=(npc,) if npc is not None else (),
    )


def _split_at_attribute(
    campaign: Campaign, arguments: Arguments, example: str
) -> tuple[str, Attribute, Arguments]:
    """`bree phys …`: who, the Attribute, and what stands after it. Malformed where none is named,
    Unknown where it is none."""
    for at, argument in enumerate(arguments):
        attribute = ATTRIBUTE_WORDS.get(argument.casefold())
        if at and attribute is not None:
            return " ".join(arguments[:at]), attribute, arguments[at + 1 :]
    who, rest = take_leading_name(arguments, campaign.errants)
    if not who or who.casefold() in ATTRIBUTE_WORDS:
        raise Malformed("Whose Check, of which Attribute?", f"Try: {example}")
    find_errant(campaign, who)
    hint = f"They are {join_words(ATTRIBUTES)}."
    if not rest:
        raise Malformed("Of which Attribute?", f"{hint} Try: {example}")
    near = suggest_similar(rest[0], ATTRIBUTE_WORDS)
    raise Unknown(f"There is no Attribute «{rest[0]}».", near or hint)


def _require_can_check(errant: Errant, *, forced: bool) -> Errant:
    if not errant.is_person:
        raise Impossible(f"{errant.name} makes no Checks.", "Errants and Retainers do.")
    if errant.is_dead and not forced:
        raise Impossible(f"{errant.name} is dead.", overrulable=True)
    return errant


def _take_social_npc(context: Context, arguments: Arguments) -> tuple[Npc | None, Arguments]:
    """`with harl dunn`; `with a rope -2` is a help like any other."""
    name, rest = take_name_after(
        arguments, "with", list_nameable_npcs(context, " ".join(arguments))
    )
    if name is None:
        return None, arguments
    helps = any(argument[:1] in "+-" for argument in rest)
    too_short = len(name) < _MIN_NAME_LENGTH
    if helps and (too_short or not is_npc(context, name)):
        return None, arguments
    return find_npc(context, name), rest


def list_social_circumstances(campaign: Campaign, npc: Npc) -> list[Circumstance]:
    """What an NPC's disposition adds to social Checks with them; nothing where none is known."""
    disposition = disposition_of(campaign, npc)
    dv = find_house_band(campaign, disposition).dv if disposition is not None else 0
    return [Circumstance("disposition", dv)] if dv else []


def parse_opponent(context: Context, against: Arguments) -> CheckRequest:
    """The other side of an Opposed Check: somebody's Attribute, or an NPC by their Threat."""
    if any(argument.casefold() in ATTRIBUTE_WORDS for argument in against[1:]):
        return parse_check(context, against, "check bree phys vs wim skill")
    name, rest = take_npc_name(context, against)
    if errant := find_exact_errant(context.campaign, name):
        raise Malformed(
            f"By which Attribute does {errant.name} strive?",
            f"They are {join_words(ATTRIBUTES)}. Try: vs {errant.id} skill",
        )
    return make_npc_check(find_npc(context, name), parse_check_terms(rest))


def make_npc_check(npc: Npc, under: CheckTerms) -> CheckRequest:
    """A Check that an NPC makes, by their Threat."""
    return CheckRequest(
        errant="",
        name=npc.name,
        attribute=None,
        target=compute_npc_target(require_threat(npc)),
        stakes=under.fill_stakes(Stakes()),
        circumstances=under.circumstances,
        guide_only=True,
        npcs=(npc,),
    )


def require_threat(npc: Npc) -> int:
    """How much of a Threat an NPC is. Impossible where nobody has said."""
    if npc.threat is None:
        raise Impossible(
            f"Nobody has said how much of a Threat {npc.name} is.", f"Try: npc {npc.id} threat 2"
        )
    return npc.threat
