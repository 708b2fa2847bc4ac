"""A Check as it is asked for: who makes it, of which Attribute, against what, and its DV, Position,
Impact, helps and hindrances."""

import re
from itertools import pairwise
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.commands.people.reaction import disposition_of, find_house_band
from companion.errant.checks import (
    ATTRIBUTES,
    IMPACTS,
    POSITIONS,
    Attribute,
    Circumstance,
    Impact,
    Position,
    Stakes,
    compute_dv,
    compute_npc_target,
)
from companion.errant.slots import encumbrance
from companion.errant.world import Npc
from companion.grammar.arguments import Arguments, parse_whole_number, take_after, take_flag
from companion.grammar.context import Context
from companion.grammar.kinds.people import (
    find_npc,
    is_npc,
    list_nameable_npcs,
    take_name_after,
    take_npc_name,
)
from companion.grammar.names import (
    find_errant,
    find_exact_errant,
    match_names,
    require_person,
    take_leading_name,
)
from companion.refusal import Impossible, Malformed, Unknown, join_words, suggest_similar

_ENCUMBRANCE_WORDS = ("physical", "stabilise")
"""Checks that Encumbrance makes harder (Items & Equipment, Encumbrance)."""
_MIN_NAME_LENGTH = 3
"""Shorter words may begin a name: `with a rope -2` names nobody."""
ATTRIBUTE_WORDS: dict[str, Attribute] = {
    **{each: each for each in ATTRIBUTES},
    "physique": "phys",
    "presence": "pres",
}
_SIGNED = re.compile(r"([+-]\d{1,2}),?")
_MAX_DV = 20


class CheckTerms(NamedTuple):
    """What was typed of a Check: its base DV, its stakes, and what helps or hinders."""

    base_dv: int | None
    position: Position | None
    impact: Impact | None
    circumstances: tuple[Circumstance, ...]

    def fill_stakes(self, usual: Stakes) -> Stakes:
        """The stakes as typed, and as usual where none are."""
        return Stakes(
            usual.dv if self.base_dv is None else self.base_dv,
            self.position or usual.position,
            self.impact or usual.impact,
        )


def parse_check_terms(arguments: Arguments) -> CheckTerms:
    """`[dv N] [shaky|risky|dire] [weak|fair|strong] [NAME ±N]…`. A name is all the words before its
    number, as in `wet stone +4`. Raises Malformed for a wrong DV, and for a name without a
    number."""
    _refuse_misplaced_secret(("check", *arguments))
    typed, rest = take_after(arguments, "dv", example="check bree phys dv 4")
    base = None if typed is None else _parse_dv(typed)
    position, rest = take_flag(rest, *POSITIONS)
    impact, rest = take_flag(rest, *IMPACTS)
    found, rest = _take_circumstances(rest)
    if rest:
        raise _make_leftover_refusal(rest)
    return CheckTerms(base, position, impact, found)


def _refuse_misplaced_secret(arguments: Arguments) -> None:
    """Raises Malformed for `secret` in the wrong place, which would be rolled openly; a secret door
    is a circumstance."""
    folded = [*(argument.casefold() for argument in arguments), "+"]
    alone = any(each == "secret" and after[:1] in "+-" for each, after in pairwise(folded))
    if alone or folded[0] == "secret":
        raise Malformed("«secret» comes before the word.", "Try: secret check bree mind")


def _make_leftover_refusal(rest: Arguments) -> Malformed:
    """The refusal of what is neither one of the words nor has a number."""
    text, first = " ".join(rest), rest[0].casefold()
    if first.isdecimal():
        return Malformed(
            f"What is the {first}?", f"Try: dv {first}, or a name before it: rope +{first}"
        )
    for what, known in (("Position", POSITIONS), ("Impact", IMPACTS), ("DV", ("dv",))):
        if first in known:
            return Malformed(f"There is one {what}, and «{text}» is another.", "Leave one out.")
    return Malformed(f"«{text}» has no number.", f"Say what it adds to the DV: {text} +4, or -2")


def _parse_dv(typed: str) -> int:
    number = parse_whole_number(typed, what="DV")
    if abs(number) > _MAX_DV:
        raise Malformed(
            f"«{typed}» is no DV.",
            f"0 is easy, 4 difficult, 8 almost impossible; at most {_MAX_DV}.",
        )
    return number


def _take_circumstances(arguments: Arguments) -> tuple[tuple[Circumstance, ...], Arguments]:
    """`wet stone +4`: each number with the words before it. Words without a number are left."""
    found: list[Circumstance] = []
    waiting: list[str] = []
    for argument in arguments:
        if number := _SIGNED.fullmatch(argument):
            name = " ".join(waiting).strip(" ,") or "circumstances"
            found.append(Circumstance(name, int(number[1])))
            waiting = []
        else:
            waiting.append(argument)
    return tuple(found), tuple(waiting)


class CheckRequest(NamedTuple):
    """Who is to make a Check of what, and under what. An NPC has no `errant`, and no Attribute but
    their Threat. `npcs` are those it is made with or by, `saved_against` those it wards off: their
    disposition or Threat makes the numbers `guide_only`."""

    errant: str
    name: str
    attribute: Attribute | None
    target: int
    stakes: Stakes
    circumstances: tuple[Circumstance, ...]
    guide_only: bool
    npcs: tuple[Npc, ...] = ()
    saved_against: tuple[Npc, ...] = ()
    saving: bool = False

    @property
    def dv(self) -> int:
        """The DV with everything that helps or hinders; it may be below 0."""
        return compute_dv(self.stakes.dv, self.circumstances)


def parse_check(
    context: Context, arguments: Arguments, example: str, *, saving: bool = False
) -> CheckRequest:
    """`ERRANT ATTRIBUTE [physical] [with NPC]` and the terms of the Check. Raises Unknown,
    Ambiguous, Malformed or Impossible."""
    campaign = context.campaign
    _refuse_misplaced_secret(arguments)
    who, attribute, rest = _split_at_attribute(campaign, arguments, example)
    if not match_names(who, campaign.errants) and is_npc(context, who):
        other = find_npc(context, who)
        way = f"save {other.id}" if saving else f"check bree phys vs {other.id}"
        raise Impossible(f"{other.name} has no Attributes, and rolls by Threat.", f"Try: {way}")
    errant = require_person(find_errant(campaign, who), "makes no Checks")
    if errant.is_dead and not context.is_forced:
        raise Impossible(f"{errant.name} is dead.", overrulable=True)
    encumbered, rest = take_flag(rest, *_ENCUMBRANCE_WORDS)
    npc, rest = _take_social_npc(context, rest)
    terms = parse_check_terms(rest)
    found = list(terms.circumstances)
    if encumbered and (load := encumbrance(errant)):
        found.append(Circumstance("Encumbrance", load))
    if npc is not None:
        found += list_social_circumstances(campaign, npc)
    return CheckRequest(
        errant=errant.id,
        name=errant.name,
        attribute=attribute,
        target=getattr(errant, attribute),
        stakes=terms.fill_stakes(Stakes()),
        circumstances=tuple(found),
        guide_only=npc is not None,
        npcs=(npc,) if npc is not None else (),
    )


def _split_at_attribute(
    campaign: Campaign, arguments: Arguments, example: str
) -> tuple[str, Attribute, Arguments]:
    """`bree phys …`: who, the Attribute, and what stands after it. Raises Malformed without one,
    Unknown for a word that is none."""
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


def _take_social_npc(context: Context, arguments: Arguments) -> tuple[Npc | None, Arguments]:
    """The NPC after `with`. `with a rope -2` is a help like any other."""
    known = list_nameable_npcs(context, " ".join(arguments))
    name, rest = take_name_after(arguments, "with", known)
    if name is None:
        return None, arguments
    helps = any(argument[:1] in "+-" for argument in rest)
    too_short = len(name) < _MIN_NAME_LENGTH
    if helps and (too_short or not is_npc(context, name)):
        return None, arguments
    return find_npc(context, name), rest


def list_social_circumstances(campaign: Campaign, npc: Npc) -> list[Circumstance]:
    """The DV that an NPC's disposition adds to social Checks with them; nothing if it is
    unknown."""
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


def make_npc_check(npc: Npc, terms: CheckTerms) -> CheckRequest:
    """A Check that an NPC makes, by their Threat."""
    return CheckRequest(
        errant="",
        name=npc.name,
        attribute=None,
        target=compute_npc_target(require_threat(npc)),
        stakes=terms.fill_stakes(Stakes()),
        circumstances=terms.circumstances,
        guide_only=True,
        npcs=(npc,),
    )


def require_threat(npc: Npc) -> int:
    """The Threat of an NPC. Raises Impossible if nobody has said it."""
    if npc.threat is None:
        raise Impossible(
            f"Nobody has said how much of a Threat {npc.name} is.", f"Try: npc {npc.id} threat 2"
        )
    return npc.threat
