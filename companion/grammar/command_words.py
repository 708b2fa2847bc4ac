"""The table of every word and its forms, one a line: how it is typed, and the function of
`commands/` that answers it, which is imported when the word is said.

A line that is not indented names the subject of those below it. Behind a word stand its short
forms in parentheses; behind a function what is true of the form: it `reads` and changes nothing,
its lines are `secret`, its word is answered `aside`, even if the files are broken.
"""

from functools import cache

from companion.grammar.command_forms import Form
from companion.grammar.command_registry import (
    LinePredicate,
    Registry,
    Word,
    match_every_line,
    match_no_line,
)

_FORMS = """
turns
  declare (d) DESTINATION -> turns.declarations:declare_journey
  declare ACTION -> turns.declarations:declare_action
  done (ok do) [TEXT…] -> turns.declarations:record_action_outcome
  turn (t) FIRST-TYPE [LENGTH] [at ARRIVAL] -> turns.turns:open_inner_turn
  turn [ACTION…] [LENGTH] -> turns.turns:begin_turn
  zoom (z) TYPE [LENGTH] [at ARRIVAL] -> turns.turns:open_inner_turn
  downtime [LENGTH] [at ARRIVAL] -> turns.turns:begin_downtime
  out (o) -> turns.turns:close_innermost_turn
  next (n) [ACTION…] [LENGTH] [±DICE] [=FACES] [table=FACES] -> turns.event_die:play_next_turn
  clock SPAN -> turns.turns:set_clock
  season -> turns.turns:show_season reads
  season SEASON -> turns.turns:set_season
event die
  event (e) [±DICE] [=FACES-OF-EVENT] [table=FACES] [WHICH-DICE] -> turns.event_die:roll_event_die
  rest -> turns.event_die_results:rest_this_turn
  press-on (p) -> turns.event_die_results:press_on
  ignore (i) -> turns.event_die_results:ignore_event_result
  becomes FACE [table=FACES] -> turns.event_die_results:replace_event_result
effects
  timers (ti) -> turns.timers:show_timers reads
  effect add NEW-EFFECT [on SUFFERER] [LASTING] [STATUS] -> turns.timers:add_effect
  effect end EFFECT -> turns.timers:end_effect
  effect keep EFFECT -> turns.timers:keep_effect_from_ending
  effect -> turns.timers:show_effects reads
  every TURN-COUNT [CADENCE-TYPE] turns|turn REMINDER -> turns.timers:add_cadence
  every end CADENCE -> turns.timers:end_cadence
  every -> turns.timers:show_cadences reads
nights
  sleep (camp) [NIGHT] -> turns.declarations:sleep_this_turn
  watch (w) WATCHERS -> turns.declarations:keep_watch
  at ARRIVAL [?] -> turns.places:go_or_measure_distance
  sign -> turns.places:show_signs reads secret
  sign end [SIGN-PLACE] -> turns.places:end_signs secret
  sign ENCOUNTER… -> turns.places:foretell_encounter secret
  known -> turns.places:show_known_places reads
  known KNOWABLE [YES] -> turns.places:set_place_known
light
  light (l) UNLIT -> packs.light:light_item
  light -> packs.light:show_light reads
  snuff LIT -> packs.light:snuff_item
  leave LIT [SPOT] -> packs.light:leave_burning_light
  burn (b) -> packs.light:apply_burn_or_deplete
  deplete -> packs.light:apply_burn_or_deplete
packs
  give (g) EVERYONE COINS -> packs.packs_of_everybody:give_each_coins
  give EVERYONE NEW-THINGS -> packs.packs_of_everybody:give_each_new_things
  give ERRANT COINS -> packs.transfers:change_coins
  give ERRANT NEW-THINGS -> packs.packs:give_new_things
  drop OWN-AMOUNT -> packs.packs:drop_coins_or_supply
  drop THINGS -> packs.packs:drop_things
  pass GIVER TAKER AMOUNT -> packs.packs:pass_coins_or_supply
  pass GIVER TAKER GIVEN-THINGS [WHERE] -> packs.packs:pass_things
  move MOVED -> packs.packs:move_things
  fetch FETCHABLE [=FACE] [HAND] -> packs.packs:fetch_item
  use USABLE -> packs.depletion:use_things
  refill REFILLABLE -> packs.depletion:settle_named_empty_items
  refill ALL-REFILLABLE -> packs.depletion:settle_all_empty_items
  refill -> packs.depletion:settle_only_empty_item
  let-go EMPTY -> packs.depletion:settle_named_empty_items
  let-go ALL-EMPTY -> packs.depletion:settle_all_empty_items
  let-go -> packs.depletion:settle_only_empty_item
  stash OWN-AMOUNT [STASH-PLACE] -> packs.stashes:stash_coins_or_supply
  stash THINGS [STASH-PLACE] -> packs.stashes:stash_things
  stash -> packs.stashes:list_stashes reads
  coins split [FOUND-COINS] -> packs.purses:share_coins
  coins COUNTED-COINS -> packs.purses:show_coins_worth reads
  coins EVERYONE ±COINS -> packs.packs_of_everybody:change_coins_of_each
  coins ERRANT ±COINS -> packs.transfers:change_coins
  outfit ERRANT ARCHETYPE [GEAR] -> packs.outfit:outfit_errant
nights
  plenty ON-OFF -> packs.depletion:set_food_plenty
  eat [ERRANT…] -> packs.depletion:eat_meal
looking
  slots (s) HOLDER -> packs.slots:show_slots reads
market
  price GOOD [in SETTLEMENT] -> market.prices_and_wares:show_price reads
  seek GOOD [=FACE] -> market.prices_and_wares:seek_good
  buy EVERYONE GOODS [from PAYER] -> packs.packs_of_everybody:buy_each_goods
  buy ERRANT GOODS [from PAYER] -> market.trade:buy_goods
  sell SOLD-MOUNT [for PRICE] -> market.trade:sell_mount
  sell WHOLE-THINGS [for PRICE] -> market.trade:sell_things
  wares [WARES] [under BUDGET] -> market.prices_and_wares:list_wares reads
  settlement NEW-NAME SETTLEMENT-TYPE [hex HEX] -> market.settlements:make_settlement
  inflation [MAP] [SETTLEMENT] -> market.settlements:show_inflation reads
company
  errant add NEWCOMER [MEMBER-KIND] [ERRANT-FIELDS] -> people.company:add_errant
  errant edit ERRANT CHANGES -> people.company:edit_errant
  errant dead ERRANT -> people.company:let_errant_die
  errant remove GONE-ERRANT -> people.company:remove_errant_for_good
looking
  company (c) -> people.company:show_company reads
  company coins -> packs.purses:show_purses reads
  company HELD -> packs.slots:show_item_holders reads
company
  away LEAVING -> people.company:mark_errant_away
  back AWAY -> people.company:mark_errant_present
  supply ERRANT|all SUPPLY -> people.company:change_supply
  exhaust ERRANT|all EXHAUSTION -> people.company:change_exhaustion
  ride HERE off -> packs.slots:dismount_rider
  ride HERE BEARER -> packs.slots:ride_bearer
  hitch ANIMAL off -> packs.slots:unhitch_animal
  hitch ANIMAL VEHICLE -> packs.slots:hitch_animal
checks
  check CHECKER ATTRIBUTE [TERMS] [vs|versus OPPONENT] [=FACE] [CHANCE] -> people.checks:make_check
  save WARDING [vs|versus DANGER] [STAKES] [=FACE] [CHANCE] -> people.checks:make_npc_save
  save SAVER ATTRIBUTE [vs|versus DANGER] [TERMS] [=FACE] [CHANCE] -> people.checks:make_save
  fate [ASKED] [=FACE] -> people.checks:ask_fate
fights
  fight add FOES -> fights.fights:add_to_fight
  fight drop LEAVER -> fights.joining_and_leaving:remove_combatant
  fight down LEAVER -> fights.joining_and_leaving:bring_down_combatant
  fight clear CLEARED -> attacks.gambits:end_gambit_effects
  fight COMBATANT PACE -> fights.fights:set_action_pace
  fight [GROUND] [distance DISTANCE] [surprise SURPRISE] [AMBUSH] [=FACES] [FOES] \
    -> fights.fights:open_fight
  order CALL [by ERRANT] [=FACE,FACE] -> fights.turn_order:roll_for_turn_order
  order SIDE -> fights.turn_order:set_turn_order
  walk MOVER [SHIFT] [WAY] [terrain TERRAIN] [dice MORE-DICE] [?] [=FACES] \
    -> fights.movement:walk_in_fight
  attack (a) ATTACKER [OF-THEM] [AIM] [SNEAK] [FAR] [CLOSE] [enhance UP] [impair DOWN] \
    [gambit GAMBIT] [+BONUS] [to TO-WHAT…] [STRIKE] [xN] [=FACES] [?] -> attacks.attacks:make_attack
  attack strike [gambit GAMBIT] [to TO-WHAT…] [=FACES] \
    -> attacks.attack_revision:repeat_as_true_strike
  attack gambit GAMBIT [to TO-WHAT…] [=FACES] -> attacks.attack_revision:add_gambit
  armour [HOLDER] -> harm.armour:show_armour reads
  block BLOCKING -> harm.armour:use_blocks_of_piece
  repair ERRANT|all -> harm.armour:repair_armour
  repair BROKEN -> harm.armour:mend_item
  repair -> harm.armour:repair_all_armour
  deflect ERRANT [DEFLECTOR] [=FACES] -> attacks.deflects:deflect_harm
  quality all full [from PAYER] -> harm.quality:restore_quality_of_everything
  quality ARM [±QUALITY] -> harm.quality:change_quality
  break FRAGILE [BREAKAGE] [=FACE] -> harm.quality:break_item
  hurt VICTIM DAMAGE [HARM-KIND] [blocks BLOCKS-OF] [=FACES] [?] -> harm.harm:hurt_victim
  heal VICTIM HEALING [=FACES] -> harm.healing:heal_victim
  hp VICTIM HP -> harm.hp:set_hp
  hp VICTIM -> harm.hp:show_hp_of reads
  hp -> harm.hp:show_hp reads
  wound PATIENT ROW [HARM-KIND] [BODY-SIDE] [=FACE] -> harm.wounds:inflict_wound
  wound PATIENT -> harm.wounds:show_wounds_of reads
  wound -> harm.wounds:show_wounds reads
  tend PATIENT physician [WOUND] -> harm.wounds:treat_wound
  tend PATIENT [by TENDER] -> harm.wounds:tend_dying
  hazard PATIENT fall FEET [caught CATCHERS] [=FACES] -> harm.hazards:roll_fall
  hazard PATIENT fire -> harm.hazards:catch_fire
  hazard PATIENT out [xN] -> harm.hazards:put_fire_out
  hazard PATIENT breath -> harm.hazards:hold_breath
  hazard PATIENT air -> harm.hazards:end_held_breath
  chase end -> fights.chases:end_chase
  chase sprint MOVER [=FACE] -> fights.chases:sprint_in_chase
  chase split MOVER -> fights.chases:toggle_split_off
  chase [ROLE] [=FACES] [FOES] -> fights.chases:play_chase
people
  react REACTING is DISPOSITION -> people.reaction:set_disposition
  react REACTING [MODIFIERS] [lowest] [=FACE,FACE] -> people.reaction:make_reaction_roll
  morale FIGHTER [is MORALE] [FEARS] [=FACE,FACE] -> people.reaction:make_morale_roll
  bond NPC -> people.bonds:show_bonds reads
  bond NPC PERSON -> people.bonds:show_bond reads
  bond NPC PERSON off -> people.bonds:end_bond
  bond NPC PERSON BOND -> people.bonds:set_bond
  court NPC|FACTION [by PERSON] up|down [MODIFIERS] [=FACE,FACE] -> people.bonds:roll_courtship
  court NPC|FACTION COURTIER up|down [MODIFIERS] [=FACE,FACE] -> people.bonds:roll_courtship
  npc NPC-FIELDS -> people.npcs:change_npc
  npc DRAWN-NPC -> people.npcs:draw_npc
  npc new NEW-NPC -> people.npcs:make_npc
  npc remove GONE-NPC -> people.npcs:remove_npc
  npc -> people.npcs:list_npcs reads
  faction FACTION-FIELDS -> people.factions:change_faction
  faction new NEW-FACTION -> people.factions:make_faction
  faction remove GONE-FACTION -> people.factions:remove_faction
  faction -> people.factions:list_factions reads
  talk TALK-END -> people.negotiation:end_negotiation
  talk TALK [=FACE] [?] -> people.negotiation:talk_to_npc
  talk -> people.negotiation:list_negotiations reads
dice
  roll (r) ROLL [=FACES] -> tables.rolls_and_odds:roll_dice_or_table
  encounter (enc) MEETING-PART [=FACE] -> fights.encounters:roll_distance_or_surprise
  encounter HERE-ENCOUNTERS [=FACES] -> fights.encounters:roll_encounter
  odds ODDS -> tables.rolls_and_odds:show_odds reads
  draw DRAWN [=FACES] -> tables.decks:draw_cards
  shuffle -> tables.decks:shuffle_only_deck
  shuffle DECK -> tables.decks:shuffle_deck
  tables list [SUBJECT] -> tables.tables:list_tables reads
  tables show TABLE -> tables.tables:show_table reads
  tables check [TABLE|SUBJECT] -> tables.tables:show_table_problems reads
  tables [FOLDER] -> tables.tables:list_tables reads
steps
  undo (u) [xN] -> record.history:undo_last_words
  undo ENTRY -> record.history:undo_entry
  undo to EARLIER -> record.history:undo_to_entry
  redo -> record.history:redo_last_undo
recording
  note secret TEXT… -> record.journal:write_note secret
  note TEXT… -> record.journal:write_note
  tell [TEXT…] -> record.telling_findings:tell_finding
  log [N] [NOTES] -> record.journal:show_log reads
  recap [N] -> record.recap:show_recap reads
  export [PLAYERS] [DOCUMENT] -> record.export:export_campaign reads
looking
  status (st) -> status:show_status reads
  help (h ?) [TOPIC] -> help:show_help reads aside
  quit (q exit) -> help:quit_prompt reads aside
seats
  as SEAT -> help:change_seat reads aside
  request LINE… -> player_requests:ask_guide_for_line
  grant (y) [REQUEST] -> player_requests:grant_request
  deny [REQUEST] -> player_requests:deny_request
  seat -> seats:show_shared_table reads aside
  seat rename PLACE [TEXT…] -> seats:rename_place reads aside
  seat mute PLACE -> seats:mute_place reads aside
  seat unmute PLACE -> seats:unmute_place reads aside
  seat send-away PLACE -> seats:revoke_place_link reads aside
  secret
  brief -> help:change_verbosity reads aside
  full -> help:change_verbosity reads aside
  tutorial -> help:start_tutorial reads aside
"""
_USAGES = {
    "turn": "turn [ACTION…] [for LENGTH] | turn TYPE [for LENGTH] [at PLACE]",
    "clock": "+4h | -30m | +1d | +2t",
    "season": "season [NAME]",
    "known": "known [PLACE [yes|no]]",
    "shuffle": "shuffle [TABLE]",
    "note": "note [secret] TEXT…",
    "secret": "secret WORD…",
}
"""How help shows a word whose forms would say too much."""


def _has_guide_fields(arguments: tuple[str, ...]) -> bool:
    """True for a note of the Guide's or Morale among the fields: theirs alone to read."""
    return any(word.partition("=")[0].casefold() in ("note", "morale") for word in arguments[1:])


_GUIDE_LINES: dict[str, LinePredicate] = {"errant": _has_guide_fields, "secret": match_every_line}
"""Which lines of a word are for the Guide alone."""


def _read_words(text: str) -> dict[str, Word]:
    """The words of such lines, by name."""
    words: dict[str, Word] = {}
    subject = ""
    for line in text.strip("\n").split("\n"):
        if not line.startswith(" "):
            subject = line
            continue
        typed, _, answer = line.strip().partition(" -> ")
        name, _, pattern = typed.partition(" ")
        short_forms = ""
        if pattern.startswith("("):
            short_forms, _, pattern = pattern[1:].partition(")")
        handler, *flags = answer.split() or [""]
        usage, is_secret = _USAGES.get(name, ""), _GUIDE_LINES.get(name, match_no_line)
        word = words.get(name) or Word(
            name, subject, usage, (), tuple(short_forms.split()), is_secret, "aside" in flags
        )
        form = Form(pattern.strip(), handler, "reads" in flags, "secret" in flags)
        words[name] = word._replace(forms=(*word.forms, form) if handler else ())
    return words


WORDS = Registry(_read_words(_FORMS).values())


@cache
def list_command_words() -> frozenset[str]:
    """Every word, and every short form, as it is typed."""
    return frozenset(name for word in WORDS for name in (word.name, *word.short_forms))
