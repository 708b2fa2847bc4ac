"""The kinds of things that can stand in a line, by the labels that forms give them. A file of kinds
is imported when a form with one of them is read: all of them take a tenth of a short run."""

from importlib import import_module
from typing import Any

from companion.grammar.argument_kind import Kind

_LABELS = {
    "packs.armour": "BLOCKING DEFLECTOR ARM ±QUALITY FRAGILE BREAKAGE BROKEN",
    "fights.attack_modifiers": (
        "ATTACKER OF-THEM AIM UP DOWN GAMBIT SNEAK FAR CLOSE STRIKE +BONUS TO-WHAT…"
    ),
    "packs.carried_things": ("UNLIT LIT USABLE FETCHABLE SPOT HELD"),
    "checks_and_saves": "CHECKER SAVER WARDING ATTRIBUTE TERMS STAKES OPPONENT DANGER CHANCE",
    "packs.coin_and_supply_amounts": "AMOUNT OWN-AMOUNT",
    "packs.coins": "±COINS COINS PRICE FOUND-COINS COUNTED-COINS BUDGET",
    "company": (
        "ERRANT EVERYONE HERE LEAVING AWAY ERRANT…|all SUPPLY EXHAUSTION BEARER ANIMAL VEHICLE "
        "ERRANT… HOLDER GIVER TAKER PAYER NEWCOMER MEMBER-KIND ERRANT-FIELDS CHANGES GONE-ERRANT"
    ),
    "declared_actions_and_nights": "NIGHT WATCHERS ACTION ACTION…",
    "effects": (
        "NEW-EFFECT EFFECT LASTING TURN-COUNT CADENCE-TYPE REMINDER CADENCE SUFFERER STATUS"
    ),
    "npc_and_faction_fields": "NPC-FIELDS NEW-NPC FACTION-FIELDS NEW-FACTION",
    "fights.fight_arguments": (
        "FOES COMBATANT LEAVER CLEARED MOVER PACE GROUND DISTANCE SURPRISE AMBUSH CALL SIDE SHIFT "
        "WAY TERRAIN MORE-DICE ROLE MEETING-PART"
    ),
    "packs.used_up_things": "EMPTY REFILLABLE ALL-EMPTY ALL-REFILLABLE EMPTY-OF-NAME",
    "packs.new_things": "NEW-THINGS",
    "packs.goods": "GOOD GOODS WARES ARCHETYPE GEAR",
    "fights.harm": (
        "VICTIM DAMAGE HEALING HARM-KIND BLOCKS-OF HP ROW BODY-SIDE PATIENT TENDER WOUND FEET "
        "CATCHERS"
    ),
    "numbers_and_text": "=FACES =FACE =FACE,FACE xN ? N TEXT… LINE… ASKED MAP HAND ON-OFF",
    "npcs_and_factions": (
        "NPC REACTING FIGHTER NPC|FACTION PERSON COURTIER up|down BOND lowest DISPOSITION MORALE "
        "MODIFIERS FEARS GONE-NPC DRAWN-NPC GONE-FACTION"
    ),
    "places": (
        "SETTLEMENT NEW-NAME SETTLEMENT-TYPE STASH-PLACE HEX ARRIVAL ENCOUNTER… SIGN-PLACE "
        "KNOWABLE YES DESTINATION"
    ),
    "seats_and_journal_entries": "SEAT REQUEST PLACE TOPIC ENTRY EARLIER NOTES PLAYERS DOCUMENT",
    "dice_and_tables": "ROLL ODDS DRAWN DECK TABLE SUBJECT FOLDER TABLE|SUBJECT HERE-ENCOUNTERS",
    "negotiation": "TALK TALK-END",
    "packs.moved_things": "THINGS GIVEN-THINGS WHOLE-THINGS MOVED WHERE SOLD-MOUNT",
    "turns": (
        "TYPE FIRST-TYPE LENGTH SPAN SEASON FACE ±DICE =FACES-OF-EVENT table=FACES WHICH-DICE"
    ),
}
"""The labels of each file."""
_ROOMS = {label: room for room, labels in _LABELS.items() for label in labels.split()}


def find_kind_by_label(label: str) -> Kind[Any] | None:
    """The kind of this label; None for a word that stands for itself."""
    room = _ROOMS.get(label)
    if room is None:
        assert label == label.lower(), f"{label} stands in no row of _LABELS"
        return None
    kinds: dict[str, Kind[Any]] = import_module(f"{__name__}.{room}").KINDS
    return kinds[label]
