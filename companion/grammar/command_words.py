"""The table of every word and its forms, one a line: how it is typed, and the function of
`commands/` that answers it, which is imported when the word is said.

A line that is not indented names the subject of those below it. Behind a word stand its short
forms in parentheses; behind a function what is true of the form: it `reads` and changes nothing,
its lines are `secret`, its word is answered `aside`, even if the files are broken."""

from functools import cache

from companion.grammar.command_forms import Form
from companion.grammar.command_registry import (
    LinePredicate,
    Registry,
    Word,
    match_every_line,
    match_no_line,
)

SECRET_WORD = "secret"
"""The word before another whose line is for the Guide alone."""
_FORMS = """
turns
  declare (d) DESTINATION -> turns.declared_actions_and_nights:declare_journey
  declare ACTION -> turns.declared_actions_and_nights:declare_action
  done (ok do) [TEXT…] -> turns.declared_actions_and_nights:record_action_outcome
  turn (t) FIRST-TYPE [LENGTH] [at ARRIVAL] -> turns.opening_and_closing_turns:open_inner_turn
  turn [ACTION…] [LENGTH] -> turns.turns:close_turn_and_begin_next
  zoom (z) TYPE [LENGTH] [at ARRIVAL] -> turns.opening_and_closing_turns:open_inner_turn
  downtime [LENGTH] [at ARRIVAL] -> turns.opening_and_closing_turns:begin_downtime
  out (o) -> turns.opening_and_closing_turns:close_innermost_turn
  next (n) [ACTION…] [LENGTH] [±DICE] [=FACES] [table=FACES] -> turns.event_die:play_next_turn
  clock SPAN -> turns.turns:move_clock_by_hand
  season -> turns.turns:show_season reads
  season SEASON -> turns.turns:set_season
event die
  event (e) [±DICE] [=FACES-OF-EVENT] [table=FACES] [WHICH-DICE] -> turns.event_die:roll_event_die
  rest -> turns.event_die_decisions:rest_this_turn
  press-on (p) -> turns.event_die_decisions:press_on_instead_of_resting
  ignore (i) -> turns.event_die_decisions:ignore_event_result
  becomes FACE [table=FACES] -> turns.event_die_decisions:replace_event_result
effects
  timers (ti) -> turns.timers_and_effects:show_timers reads
  effect add NEW-EFFECT [on SUFFERER] [LASTING] [STATUS] -> turns.timers_and_effects:add_effect
  effect end EFFECT -> turns.timers_and_effects:end_effect
  effect keep EFFECT -> turns.timers_and_effects:keep_effect_from_ending
  effect -> turns.timers_and_effects:show_effects reads
  every TURN-COUNT [CADENCE-TYPE] turns|turn REMINDER -> turns.timers_and_effects:add_reminder
  every end CADENCE -> turns.timers_and_effects:end_reminder
  every -> turns.timers_and_effects:show_reminders reads
nights
  sleep (camp) [NIGHT] -> turns.declared_actions_and_nights:sleep_through_this_turn
  watch (w) WATCHERS -> turns.declared_actions_and_nights:keep_watch
  at ARRIVAL [?] -> turns.places_and_encounter_signs:go_or_measure_distance
  sign -> turns.places_and_encounter_signs:show_encounter_signs reads secret
  sign end [SIGN-PLACE] -> turns.places_and_encounter_signs:end_encounter_signs secret
  sign ENCOUNTER… -> turns.places_and_encounter_signs:foretell_encounter secret
  known -> turns.places_and_encounter_signs:show_known_places reads
  known KNOWABLE [YES] -> turns.places_and_encounter_signs:set_place_known
light
  light (l) UNLIT -> packs.light:light_item
  light -> packs.light:show_light reads
  snuff LIT -> packs.light:snuff_item
  leave LIT [SPOT] -> packs.light:leave_light_behind_burning
  burn (b) -> packs.light:apply_burn_or_deplete_result
  deplete -> packs.light:apply_burn_or_deplete_result
packs
  give (g) EVERYONE COINS -> packs.gifts_and_purchases_for_everybody:give_everybody_coins
  give EVERYONE NEW-THINGS -> packs.gifts_and_purchases_for_everybody:give_everybody_new_things
  give ERRANT COINS -> packs.transfers:change_coins_in_purse
  give ERRANT NEW-THINGS -> packs.giving_dropping_and_moving:give_new_things
  drop OWN-AMOUNT -> packs.giving_dropping_and_moving:drop_coins_or_supply
  drop THINGS -> packs.giving_dropping_and_moving:drop_things
  pass GIVER TAKER AMOUNT -> packs.giving_dropping_and_moving:pass_coins_or_supply
  pass GIVER TAKER GIVEN-THINGS [WHERE] -> packs.giving_dropping_and_moving:pass_things
  move MOVED -> packs.giving_dropping_and_moving:move_things_within_pack
  fetch FETCHABLE [=FACE] [HAND] -> packs.giving_dropping_and_moving:get_item_out_of_pack
  use USABLE -> packs.depletion:use_items_once
  refill REFILLABLE -> packs.depletion:refill_or_let_go_items
  refill ALL-REFILLABLE [EMPTY-OF-NAME] -> packs.depletion:refill_or_let_go_all
  refill -> packs.depletion:refill_or_let_go_unnamed_item
  let-go EMPTY -> packs.depletion:refill_or_let_go_items
  let-go ALL-EMPTY [EMPTY-OF-NAME] -> packs.depletion:refill_or_let_go_all
  let-go -> packs.depletion:refill_or_let_go_unnamed_item
  stash OWN-AMOUNT [STASH-PLACE] -> packs.stashes:stash_coins_or_supply
  stash THINGS [STASH-PLACE] -> packs.stashes:stash_things
  stash -> packs.stashes:list_stashes reads
  coins split [FOUND-COINS] -> packs.purses:share_coins_evenly
  coins COUNTED-COINS -> packs.purses:show_coins_worth reads
  coins EVERYONE ±COINS -> packs.gifts_and_purchases_for_everybody:change_everybodys_coins
  coins ERRANT ±COINS -> packs.transfers:change_coins_in_purse
  outfit ERRANT ARCHETYPE [GEAR] -> packs.starting_gear:give_starting_gear
nights
  plenty ON-OFF -> packs.depletion:set_food_plentiful
  eat [ERRANT…] -> packs.depletion:eat_meal
looking
  slots (s) HOLDER -> packs.slots_and_riding:show_slots reads
market
  price GOOD [in SETTLEMENT] -> market.prices_and_wares:show_price reads
  seek GOOD [=FACE] -> market.prices_and_wares:roll_good_availability
  buy EVERYONE GOODS [from PAYER] -> packs.gifts_and_purchases_for_everybody:buy_goods_for_everybody
  buy ERRANT GOODS [from PAYER] -> market.trade:buy_goods
  sell SOLD-MOUNT [for PRICE] -> market.trade:sell_mount
  sell WHOLE-THINGS [for PRICE] -> market.trade:sell_things
  wares [WARES] [under BUDGET] -> market.prices_and_wares:list_wares reads
  settlement NEW-NAME SETTLEMENT-TYPE [hex HEX] \
    -> market.settlements_and_inflation:make_or_change_settlement
  inflation [MAP] [SETTLEMENT] -> market.settlements_and_inflation:show_inflation reads
company
  errant add NEWCOMER [MEMBER-KIND] [ERRANT-FIELDS] -> people.company:add_errant
  errant edit ERRANT CHANGES -> people.company:edit_errant
  errant dead ERRANT -> people.company:let_errant_die
  errant remove GONE-ERRANT -> people.company:remove_errant_for_good
looking
  company (c) -> people.company:show_company reads
  company coins -> packs.purses:show_purses reads
  company HELD -> packs.slots_and_riding:show_who_carries_item reads
company
  away LEAVING -> people.company:mark_errant_away
  back AWAY -> people.company:mark_errant_present
  supply ERRANT…|all SUPPLY -> people.company:change_supply
  exhaust ERRANT…|all EXHAUSTION -> people.company:change_exhaustion
  ride HERE off -> packs.slots_and_riding:dismount_rider
  ride HERE BEARER -> packs.slots_and_riding:ride_mount_or_vehicle
  hitch ANIMAL off -> packs.slots_and_riding:unhitch_animal
  hitch ANIMAL VEHICLE -> packs.slots_and_riding:hitch_animal_to_vehicle
checks
  check CHECKER ATTRIBUTE [TERMS] [vs|versus OPPONENT] [=FACE] [CHANCE] \
    -> people.checks_and_saves:make_check
  save WARDING [vs|versus DANGER] [STAKES] [=FACE] [CHANCE] -> people.checks_and_saves:make_npc_save
  save SAVER ATTRIBUTE [vs|versus DANGER] [TERMS] [=FACE] [CHANCE] \
    -> people.checks_and_saves:make_save
  fate [ASKED] [=FACE] -> people.checks_and_saves:roll_die_of_fate
fights
  fight add FOES -> fights.fight_command:add_combatants_to_fight
  fight drop LEAVER -> fights.joining_and_leaving:remove_combatant
  fight down LEAVER -> fights.joining_and_leaving:bring_down_combatant
  fight clear CLEARED -> attacks.gambits:end_gambit_effects
  fight COMBATANT PACE -> fights.fight_command:set_quick_or_slow_action
  fight [GROUND] [distance DISTANCE] [surprise SURPRISE] [AMBUSH] [=FACES] [FOES] \
    -> fights.fight_command:begin_join_or_show_fight
  order CALL [by ERRANT] [=FACE,FACE] -> fights.turn_order:roll_for_turn_order
  order SIDE -> fights.turn_order:set_turn_order
  walk MOVER [SHIFT] [WAY] [terrain TERRAIN] [dice MORE-DICE] [?] [=FACES] \
    -> fights.movement:move_in_fight
  attack (a) ATTACKER [OF-THEM] [AIM] [SNEAK] [FAR] [CLOSE] [enhance UP] [impair DOWN] \
    [gambit GAMBIT] [+BONUS] [to TO-WHAT…] [STRIKE] [xN] [=FACES] [?] \
    -> attacks.attack_command:make_attack
  attack strike [gambit GAMBIT] [to TO-WHAT…] [=FACES] \
    -> attacks.attack_revision:repeat_attack_as_true_strike
  attack gambit GAMBIT [to TO-WHAT…] [=FACES] -> attacks.attack_revision:add_gambit_to_last_attack
  armour [HOLDER] -> harm.armour:show_armour reads
  block BLOCKING -> harm.armour:spend_armour_blocks
  repair ERRANT…|all -> harm.armour:repair_armour_with_kits
  repair BROKEN -> harm.armour:mend_broken_item
  repair -> harm.armour:repair_company_armour_with_kits
  deflect ERRANT [DEFLECTOR] [=FACES] -> attacks.deflects:deflect_last_harm
  quality all full [from PAYER] -> harm.item_quality_and_breakage:restore_quality_of_company_arms
  quality ARM [±QUALITY] -> harm.item_quality_and_breakage:change_item_quality
  break FRAGILE [BREAKAGE] [=FACE] -> harm.item_quality_and_breakage:roll_item_breakage
  hurt VICTIM DAMAGE [HARM-KIND] [blocks BLOCKS-OF] [=FACES] [?] -> harm.direct_damage:hurt_victim
  heal VICTIM HEALING [=FACES] -> harm.healing:heal_errant_or_npc
  hp VICTIM HP -> harm.hp:set_hp
  hp VICTIM -> harm.hp:show_hp_of_one reads
  hp -> harm.hp:show_everybodys_hp reads
  wound PATIENT ROW [HARM-KIND] [BODY-SIDE] [=FACE] -> harm.wounds:inflict_wound_by_hand
  wound PATIENT -> harm.wounds:show_wounds_of_errant reads
  wound -> harm.wounds:show_everybody_hurt reads
  tend PATIENT physician [WOUND] -> harm.wounds:treat_wound_or_disease
  tend PATIENT [by TENDER] -> harm.wounds:tend_dying_errant
  hazard PATIENT fall FEET [caught CATCHERS] [=FACES] -> harm.hazards:roll_fall
  hazard PATIENT fire -> harm.hazards:set_errant_on_fire
  hazard PATIENT out [xN] -> harm.hazards:fight_fire_on_errant
  hazard PATIENT breath -> harm.hazards:begin_holding_breath
  hazard PATIENT air -> harm.hazards:end_holding_breath
  chase end -> fights.chases:end_chase
  chase sprint MOVER [=FACE] -> fights.chases:sprint_in_chase
  chase split MOVER -> fights.chases:toggle_chase_split_off
  chase [ROLE] [=FACES] [FOES] -> fights.chases:begin_or_play_chase
people
  react REACTING is DISPOSITION -> people.reactions_and_morale:set_disposition
  react REACTING [MODIFIERS] [lowest] [=FACE,FACE] -> people.reactions_and_morale:make_reaction_roll
  morale FIGHTER [is MORALE] [FEARS] [=FACE,FACE] -> people.reactions_and_morale:make_morale_roll
  bond NPC -> people.bonds:show_npc_bonds reads
  bond NPC PERSON -> people.bonds:show_bond_with_errant reads
  bond NPC PERSON off -> people.bonds:end_bond
  bond NPC PERSON BOND -> people.bonds:set_bond
  court NPC|FACTION [by PERSON] up|down [MODIFIERS] [=FACE,FACE] -> people.bonds:roll_courtship
  court NPC|FACTION COURTIER up|down [MODIFIERS] [=FACE,FACE] -> people.bonds:roll_courtship
  npc NPC-FIELDS -> people.npcs:show_or_change_npc
  npc DRAWN-NPC -> people.npcs:draw_npc_from_tables
  npc new NEW-NPC -> people.npcs:make_npc
  npc remove GONE-NPC -> people.npcs:remove_npc
  npc -> people.npcs:show_known_npcs reads
  faction FACTION-FIELDS -> people.factions:show_or_change_faction
  faction new NEW-FACTION -> people.factions:make_faction
  faction remove GONE-FACTION -> people.factions:remove_faction
  faction -> people.factions:show_known_factions reads
  talk TALK-END -> people.negotiation:end_negotiation
  talk TALK [=FACE] [?] -> people.negotiation:begin_or_continue_negotiation
  talk -> people.negotiation:show_open_negotiations reads
dice
  roll (r) ROLL [=FACES] -> tables.rolls_and_odds:roll_dice_or_table
  encounter (enc) MEETING-PART [=FACE] -> fights.encounters:roll_encounter_distance_or_surprise
  encounter HERE-ENCOUNTERS [=FACES] -> fights.encounters:roll_encounter
  odds ODDS -> tables.rolls_and_odds:show_odds reads
  draw DRAWN [=FACES] -> tables.decks:draw_cards
  shuffle -> tables.decks:shuffle_deck_or_list_decks
  shuffle DECK -> tables.decks:shuffle_deck
  tables list [SUBJECT] -> tables.table_lists_and_validation:list_tables reads
  tables show TABLE -> tables.table_lists_and_validation:show_table reads
  tables check [TABLE|SUBJECT] -> tables.table_lists_and_validation:show_table_problems reads
  tables [FOLDER] -> tables.table_lists_and_validation:list_tables reads
steps
  undo (u) [xN] -> record.undo_and_redo:undo_last_commands
  undo ENTRY -> record.undo_and_redo:undo_entry
  undo to EARLIER -> record.undo_and_redo:undo_to_entry
  redo -> record.undo_and_redo:redo_last_undo
recording
  note secret TEXT… -> record.notes_and_log:write_note secret
  note TEXT… -> record.notes_and_log:write_note
  tell [TEXT…] -> record.telling_findings:tell_finding_to_players
  log [N] [NOTES] -> record.notes_and_log:show_log reads
  recap [N] -> record.recap:show_evening_recap reads
  export [PLAYERS] [DOCUMENT] -> record.export:export_campaign reads
looking
  status (st) -> status:show_status reads
  help (h ?) [TOPIC] -> help_and_prompt_commands:show_help reads aside
  quit (q exit) -> help_and_prompt_commands:quit_prompt reads aside
seats
  as SEAT -> help_and_prompt_commands:change_seat reads aside
  request LINE… -> player_requests:ask_guide_to_play_line
  grant (y) [REQUEST] -> player_requests:grant_request
  deny [REQUEST] -> player_requests:deny_request
  seat -> seat_permissions_and_guide_orders:show_who_is_at_table reads aside
  seat rename PLACE [TEXT…] -> seat_permissions_and_guide_orders:name_seat_holder reads aside
  seat mute PLACE -> seat_permissions_and_guide_orders:mute_seat reads aside
  seat unmute PLACE -> seat_permissions_and_guide_orders:unmute_seat reads aside
  seat send-away PLACE -> seat_permissions_and_guide_orders:revoke_seat_link reads aside
  secret
  brief -> help_and_prompt_commands:change_verbosity reads aside
  full -> help_and_prompt_commands:change_verbosity reads aside
  tutorial -> help_and_prompt_commands:start_tutorial reads aside
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


def _read_words_by_name(text: str) -> dict[str, Word]:
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


WORDS = Registry(_read_words_by_name(_FORMS).values())


@cache
def list_command_words() -> frozenset[str]:
    """Every word, and every short form, as it is typed."""
    return frozenset(name for word in WORDS for name in (word.name, *word.short_forms))


def is_command_word_alone(typed: str) -> bool:
    """True for a word, or its short form, and nothing else: it is read as it stands."""
    return typed.strip().casefold() in WORDS
