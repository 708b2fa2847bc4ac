"""Errants at the prompt: who joins, who they are, who leaves for good."""

import re

from msgspec import ValidationError
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.encoding import decode, encode
from companion.commands.context import WORDS, Ruling
from companion.errant.checks import ATTRIBUTES
from companion.errant.errants import Errant, ErrantKind
from companion.errant.reaction import ALIGNMENTS
from companion.grammar.arguments import Arguments, parse_whole_number, take_flag
from companion.grammar.context import Context
from companion.grammar.kinds.company import NUMBER_FIELDS, TEXT_FIELDS
from companion.grammar.names import find_errant
from companion.refusal import Impossible, Malformed, Unknown, join_words, suggest_similar
from companion.reports.packs import ErrantReport, ErrantStep
from companion.text import make_free_slug

_KINDS: tuple[ErrantKind, ...] = ("errant", "retainer", "animal", "vehicle")
_ANIMAL_SLOTS = 80


def _split_field(word: str) -> list[str]:
    """`phys=13` as a field and its value. A word that merely holds a `=` stays whole."""
    field, sign, value = word.partition("=")
    return [field, value] if sign and field.casefold() in (*NUMBER_FIELDS, *TEXT_FIELDS) else [word]


def _parse_fields(arguments: Arguments) -> dict[str, int | str]:
    """`phys 13 supply 4`, `phys=13`: fields with their values. Numbers before any field are phys,
    skill, mind and pres. Raises Unknown or Malformed."""
    words = [part for word in arguments for part in _split_field(word)]
    found: dict[str, int | str] = {}
    for attribute in ATTRIBUTES:
        if not words or not words[0].isdecimal():
            break
        found[attribute] = parse_whole_number(words.pop(0), what=attribute)
    while words:
        field = words.pop(0).casefold()
        if field not in (*NUMBER_FIELDS, *TEXT_FIELDS):
            near = suggest_similar(field, (*NUMBER_FIELDS, *TEXT_FIELDS))
            way = f"Try: {join_words(NUMBER_FIELDS, 'or')}; a name with a space stands in quotes."
            raise Unknown(f"An Errant has no «{field}» to set.", near or way)
        if not words:
            raise Malformed(f"What shall «{field}» be?")
        value = words.pop(0)
        if field in NUMBER_FIELDS:
            found[field] = parse_whole_number(value, what=field)
        else:
            found[field] = value.upper() if field == "alignment" else value
    return found


def set_fields(errant: Errant, fields: dict[str, int | str]) -> Errant:
    """The Errant with these fields set. Raises Impossible for a value no Errant can have."""
    alone = replace(errant, **fields, items=())
    try:
        return replace(decode(encode(alone), Errant), items=errant.items)
    except ValidationError as error:
        field = next(f for f in fields if f"$.{f}" in str(error))
        bound = re.search(r"([<>])= (\d+)", str(error))
        hint = f"At {'most' if bound[1] == '<' else 'least'} {int(bound[2]):,}." if bound else ""
        if field == "alignment":
            hint = f"It is {join_words(ALIGNMENTS, 'or')}."
        raise Impossible(f"{errant.name}'s {field} cannot be {fields[field]}.", hint) from None


def _has_guide_fields(arguments: Arguments) -> bool:
    """True for a note of the Guide's or Morale among the fields: theirs alone to read."""
    return any(word.partition("=")[0].casefold() in ("note", "morale") for word in arguments[1:])


def build_errant_report(
    errant: Errant, step: ErrantStep, edited: tuple[str, ...] = ()
) -> ErrantReport:
    """What became of one of the Company."""
    return ErrantReport(
        errant=errant.id, name=errant.name, member=errant.kind, step=step, edited=edited
    )


@WORDS.command(
    "errant",
    subject="company",
    usage="errant add NAME [retainer|animal|vehicle] [PHYS SKILL MIND PRES] [FIELD VALUE]… "
    "[slots N] [supply N] | errant edit ERRANT FIELD VALUE… | errant remove ERRANT",
    secret=_has_guide_fields,
    completes=("add or edit…",),
)
def handle_errant(context: Context) -> Ruling:
    """Add, edit or remove."""
    steps = {"add": _add_errant, "edit": _edit_errant, "remove": _remove_errant}
    step, *rest = context.arguments or ("",)
    if step.casefold() not in steps or not rest:
        raise Malformed(
            "Say add, edit or remove, and whom.", "Try: errant add Corvin phys 11 skill 14"
        )
    return steps[step.casefold()](context.campaign, tuple(rest))


def _add_errant(campaign: Campaign, arguments: Arguments) -> Ruling:
    name, *rest = arguments
    kind, fields = take_flag(tuple(rest), *_KINDS)
    if any(e.name.casefold() == name.casefold() for e in campaign.errants):
        raise Impossible(f"{name} belongs to the Company already.", f'Try: errant edit "{name}"')
    errant = Errant(
        id=make_free_slug(name, {e.id for e in campaign.errants}),
        name=name,
        kind=kind or "errant",
        slots=_ANIMAL_SLOTS if kind == "animal" else None,
    )
    errant = set_fields(errant, _parse_fields(fields))
    company = tuple(sorted((*campaign.errants, errant), key=lambda e: e.id))
    return Ruling(campaign.with_company(company), build_errant_report(errant, "added"))


def _edit_errant(campaign: Campaign, arguments: Arguments) -> Ruling:
    errant = find_errant(campaign, arguments[0])
    fields = _parse_fields(arguments[1:])
    if not fields:
        raise Malformed(
            f"What of {errant.name} shall change?", f"Try: errant edit {errant.id} phys 12"
        )
    after = set_fields(errant, fields)
    report = build_errant_report(after, "edited", tuple(fields))
    return Ruling(campaign.with_errant(after), report)


def _remove_errant(campaign: Campaign, arguments: Arguments) -> Ruling:
    errant = find_errant(campaign, " ".join(arguments))
    return Ruling(remove_errant(campaign, errant.id), build_errant_report(errant, "removed"))


def remove_errant(campaign: Campaign, gone: str) -> Campaign:
    """The campaign without an Errant, and without effects on them, their watch, what they declared,
    who rides or draws them, and their bonds."""
    company = tuple(
        replace(
            each,
            rides="" if each.rides == gone else each.rides,
            draws="" if each.draws == gone else each.draws,
        )
        for each in campaign.errants
        if each.id != gone
    )
    effects = tuple(effect for effect in campaign.book.effects if effect.errant != gone)
    turns = tuple(
        replace(
            turn,
            watch=tuple(who for who in turn.watch if who != gone),
            declared={who: what for who, what in turn.declared.items() if who != gone},
        )
        for turn in campaign.turns
    )
    npcs = tuple(
        replace(npc, bonds={who: bond for who, bond in npc.bonds.items() if who != gone})
        if gone in npc.bonds
        else npc
        for npc in campaign.world.npcs
    )
    return campaign.with_company(company).with_effects(effects).with_turns(turns).with_npcs(npcs)
