"""The words for Turns, the Event Die, nights and effects."""

from companion.grammar.registry import Word, form, word

_DICE_BY_HAND = "[±DICE] [=FACES] [table=FACES]"

WORDS: tuple[Word, ...] = (
    word("declare", "turns", form("ACTION", "turns.declarations:declare_action"), short=("d",)),
    word("done", "turns", form("[TEXT…]", "turns.declarations:resolve_actions"), short=("ok",)),
    word(
        "turn",
        "turns",
        form("FIRST-TYPE [LENGTH] [at ARRIVAL]", "turns.turns:open_turn_type"),
        form("[ACTION…] [LENGTH]", "turns.turns:begin_turn"),
        short=("t",),
        usage="turn [ACTION…] [for LENGTH] | turn TYPE [for LENGTH] [at PLACE]",
    ),
    word(
        "zoom",
        "turns",
        form("TYPE [LENGTH] [at ARRIVAL]", "turns.turns:open_turn_type"),
        short=("z",),
    ),
    word("fight", "turns", form("", "turns.turns:begin_fight")),
    word("downtime", "turns", form("[LENGTH] [at ARRIVAL]", "turns.turns:begin_downtime")),
    word("out", "turns", form("", "turns.turns:close_turn_type"), short=("o",)),
    word(
        "next",
        "turns",
        form(f"[ACTION…] [LENGTH] {_DICE_BY_HAND}", "turns.event_die:begin_next"),
        short=("n",),
    ),
    word("clock", "turns", form("SPAN", "turns.turns:set_clock"), usage="+4h | -30m | +1d | +2t"),
    word(
        "season",
        "turns",
        form("", "turns.turns:show_season", reads=True),
        form("SEASON", "turns.turns:set_season"),
        usage="season [NAME]",
    ),
    word(
        "event",
        "event die",
        form(
            "[±DICE] [=FACES-OF-EVENT] [table=FACES] [WHICH-DICE]", "turns.event_die:roll_event_die"
        ),
        short=("e",),
    ),
    word("rest", "event die", form("", "turns.results:rest_this_turn")),
    word("press-on", "event die", form("", "turns.results:press_on"), short=("p",)),
    word("ignore", "event die", form("", "turns.results:ignore_result"), short=("i",)),
    word("becomes", "event die", form("FACE [table=FACES]", "turns.results:replace_result")),
    word("timers", "effects", form("", "turns.effects:show_timers", reads=True), short=("ti",)),
    word(
        "effect",
        "effects",
        form("add NEW-EFFECT [on ERRANT] [LASTING]", "turns.effects:add_effect"),
        form("end EFFECT", "turns.effects:end_effect"),
        form("", "turns.effects:show_effects", reads=True),
    ),
    word(
        "every",
        "effects",
        form("TURN-COUNT [CADENCE-TYPE] turns|turn REMINDER", "turns.effects:add_cadence"),
        form("end CADENCE", "turns.effects:end_cadence"),
        form("", "turns.effects:show_cadences", reads=True),
    ),
    word("sleep", "nights", form("[NIGHT]", "turns.declarations:sleep_this_turn"), short=("camp",)),
    word("watch", "nights", form("WATCHERS", "turns.declarations:keep_watch"), short=("w",)),
    word("at", "nights", form("ARRIVAL", "turns.turns:go_to_place")),
    word(
        "sign",
        "nights",
        form("", "turns.turns:show_signs", reads=True, secret=True),
        form("end [SIGN-PLACE]", "turns.turns:end_signs", secret=True),
    ),
    word(
        "known",
        "nights",
        form("", "turns.turns:show_known_places", reads=True),
        form("KNOWABLE [YES]", "turns.turns:set_known"),
        usage="known [PLACE [yes|no]]",
    ),
)
