"""The words for the Company, Checks, NPCs and Factions."""

from companion.grammar.kind import Words
from companion.grammar.registry import Word, form, word


def _has_guide_fields(arguments: Words) -> bool:
    """True for a note of the Guide's or Morale among the fields: theirs alone to read."""
    return any(word.partition("=")[0].casefold() in ("note", "morale") for word in arguments[1:])


WORDS: tuple[Word, ...] = (
    word(
        "errant",
        "company",
        form("add NEWCOMER [MEMBER-KIND] [ERRANT-FIELDS]", "people.company:add_errant"),
        form("edit ERRANT CHANGES", "people.company:edit_errant"),
        form("remove GONE-ERRANT", "people.company:dismiss_errant"),
        secret=_has_guide_fields,
    ),
    word("company", "looking", form("", "people.company:show_company", reads=True), short=("c",)),
    word("away", "company", form("LEAVING", "people.company:send_away")),
    word("back", "company", form("AWAY", "people.company:bring_back")),
    word("supply", "company", form("ERRANT|all SUPPLY", "people.company:change_supply")),
    word("exhaust", "company", form("ERRANT|all EXHAUSTION", "people.company:change_exhaustion")),
    word(
        "ride",
        "company",
        form("HERE off", "packs.slots:dismount"),
        form("HERE BEARER", "packs.slots:ride_bearer"),
    ),
    word(
        "hitch",
        "company",
        form("ANIMAL off", "packs.slots:unhitch_animal"),
        form("ANIMAL VEHICLE", "packs.slots:hitch_animal"),
    ),
    word(
        "check",
        "checks",
        form(
            "CHECKER ATTRIBUTE [TERMS] [vs|versus OPPONENT] [=FACE] [CHANCE]",
            "people.checks:make_check",
        ),
    ),
    word(
        "save",
        "checks",
        form("WARDING [vs|versus DANGER] [STAKES] [=FACE] [CHANCE]", "people.checks:make_npc_save"),
        form(
            "SAVER ATTRIBUTE [vs|versus DANGER] [TERMS] [=FACE] [CHANCE]", "people.checks:make_save"
        ),
    ),
    word("fate", "checks", form("[ASKED] [=FACE]", "people.checks:ask_fate")),
    word(
        "react",
        "people",
        form("REACTING is DISPOSITION", "people.reaction:set_disposition"),
        form("REACTING [MODIFIERS] [lowest] [=FACE,FACE]", "people.reaction:make_reaction_roll"),
    ),
    word(
        "morale",
        "people",
        form("FIGHTER [is MORALE] [FEARS] [=FACE,FACE]", "people.reaction:make_morale_roll"),
    ),
    word(
        "bond",
        "people",
        form("NPC", "people.favours:show_bonds", reads=True),
        form("NPC PERSON", "people.favours:show_bond", reads=True),
        form("NPC PERSON off", "people.favours:end_bond"),
        form("NPC PERSON BOND", "people.favours:set_bond"),
    ),
    word(
        "court",
        "people",
        form("NPC|FACTION [by PERSON] up|down [MODIFIERS] [=FACE,FACE]", "people.favours:court"),
        form("NPC|FACTION COURTIER up|down [MODIFIERS] [=FACE,FACE]", "people.favours:court"),
    ),
    word(
        "npc",
        "people",
        form("NPC-FIELDS", "people.npcs:change_npc"),
        form("DRAWN-NPC", "people.npcs:draw_npc"),
        form("new NEW-NPC", "people.npcs:make_npc"),
        form("remove GONE-NPC", "people.npcs:remove_npc"),
        form("", "people.npcs:list_npcs", reads=True),
    ),
    word(
        "faction",
        "people",
        form("FACTION-FIELDS", "people.factions:change_faction"),
        form("new NEW-FACTION", "people.factions:make_faction"),
        form("remove GONE-FACTION", "people.factions:remove_faction"),
        form("", "people.factions:list_factions", reads=True),
    ),
    word(
        "talk",
        "people",
        form("TALK-END", "people.negotiation:end_negotiation"),
        form("TALK [=FACE] [?]", "people.negotiation:talk_to_npc"),
        form("", "people.negotiation:list_negotiations", reads=True),
    ),
)
