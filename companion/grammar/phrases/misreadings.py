"""Tells a line that is not what was said: what somebody only tries or offers, what is past, who
climbs a stair."""

import re
from collections.abc import Collection

from companion.campaign.campaign import Campaign
from companion.errant.packs.depletion import list_empty_items
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import says_next_of_name_or_time
from companion.grammar.phrases.fights.foes.misread_harm_in_groups import (
    misreads_harm_of_each_as_of_one,
)
from companion.grammar.phrases.fights.unclear_attacks import (
    declares_blow_of_nobody_named,
    is_blow_at_unnamed_errant,
)
from companion.grammar.phrases.misread_handovers import is_misread_handover
from companion.grammar.phrases.misread_trades import is_misread_trade
from companion.grammar.phrases.people.spoken_exchanges import begins_talk_by_question
from companion.grammar.phrases.phrasebook.phrases_file import (
    compile_named_pattern,
    is_figure_of_speech,
    load_phrases,
)
from companion.grammar.phrases.sentences.shopping import is_seek_without_market
from companion.grammar.phrases.turns.fallen_event_die import (
    correct_fallen_event_die,
    ignores_other_result,
    may_speak_of_event_die,
)
from companion.grammar.phrases.turns.misread_nights_and_departures import (
    is_misread_night_line,
    leaves_another_place,
)

_RESTED = re.compile(
    r"(?i)\b(?:is|are|am|was|were|feels?|looks?|seems?|\w+['’](?:re|s))"
    r" (?:(?:all|now|fully|well|quite|both) )*(?:rested|refreshed)\b"
)
_RESTED_UNTIL = re.compile(
    r"(?i)\brest(?:s|ed|ing)?\b.*\b(?:(?:un)?till? (?:dawn|morning)|(?!4 |four )\w+ hours?)\b"
)
_NEXT = "next "
_ROLL_TOLD = re.compile(r"(?i)\brolled\b|\broll (?:was|is)\b")
_NUMBER_ROLLED = re.compile(r"(?:roll|log) \d+")
_HELPING = re.compile(
    r"(?i)\b(?:(?:helps?|hinders?|easier|harder)(?: (?:by|for|with))?|(?:bonus|penalty|malus) of)"
    r" (?:\d|one\b|two\b|three\b|four\b)"
)
"""How it is told what something adds to a Check."""
_OUTCOMES = ("effect add ", "hurt ", "wound ", "heal ", "ride ", "npc ", "bond ")
"""Words of what comes of a deed: whoever tries has not done it yet."""
_BACK, _OFF = "back ", re.compile(r"(?i)\b(off|down|(get|fetch|bring) an?y?|take that back)\b")
_NEW, _BLOCKING = "give ", "block "
_OF_HEALTH = "hp "
_DOING = re.compile(r"(?i)what\W?(?:s|is|are|was|were|re)?\b.* (?:doing|up to)\b")
"""How it is asked what somebody does, and not how they are."""
_CHECKING, _ASKED = (
    "check ",
    re.compile(
        r"(?i)\?|chance|odds|likel|probab|\bhope|\bhow\b"
        r"|^(?:\w+,? ){0,2}(?:can|could|will|would|is|are|what)\b"
    ),
)
_SLEEPING = re.compile(r"(?:next )?sleep\b(?! (?:open|uncomfortable))")
_LIGHT = "light"
_LIGHT_GIVEN = re.compile(r"give \S+ lights?\b")
_LIGHTING = re.compile(r"(?i)^(?:[^\s,]+[, ]+){1,3}?(?:light(?:s|ing)|lit|light up)\b(?!\s*$)")
_KINDLED = re.compile(r"(?i)\b(?:gets?|got|getting) .*\b(?:going|lit|burning|alight)[.!]?$")
_LIKEWISE = re.compile(r"(?i)(?:,| and) (\w+) (?:too|as well|also|likewise)[.!]?$")
_LIT_ANEW = re.compile(r"(?i)\b(?:another|a new|a fresh|a second)\b")
_OF_TIMERS, _PAST = ("timers", "help downtime"), re.compile(r"(?i)\b(?:did|should)\b")
_OF_ENDS = "effect end "
_RECOVERING = re.compile(
    r"(?i)\b(?:rest(?:s|ed|ing)?|stay(?:s|ing)?|recuperat\w+|convalesc\w+|takes? it easy)"
    r"\b.*(?:\band\b|,|\bto\b|\buntil\b)"
)
"""How somebody is to get well: they are not so yet."""
_KEPT = {"effect add ": ("lasting", "permanent"), "break ": ("hardy", "delicate")}
"""By the beginning of a line, what it does not leave out."""
_TWICE = re.compile(r" (\S[^,]*?)(?: x\d+)?, \1(?: x\d+)?(?: hand)?$")
"""The end of a line that names a thing twice: it was only spoken of, as `is out of torches`."""
_EVERY, _AWAY = "every ", "away "
_DROP, _LET_GO = "drop ", "let-go "
_GONE = re.compile(r"(?i)\b(?:gone|finished|spent|used up|empty|done for|burnt out)\b")
_LEAVING_THING = re.compile(
    r"(?i)\bleaves? (?:an?|his|her|their|some|\d+"
    r"|the (?!company|party|group|table|room|town|place)\w+) .*\b(?:here|there|behind|for later)\b"
)
"""How somebody leaves a thing behind, and stays."""
_DEATH, _FOR_ALL = "errant dead ", ("buy everyone ", "give everyone ", "coins everyone ")
_SAYS_ALL = re.compile(
    r"(?i)\b(?:every\w*|all|each|us|we|they|them|our|their|party|company|group|team|crew|apiece|both"
    r"|two|three|four|five|six|folks?|heads?|lot|members?|errants?|round|person)\b"
)
"""How it is said that something is for all of them."""
_NEW_BEINGS = "npc "
_OWNED = re.compile(r"(?i)(?:(?:and|but|so|then)[, ]+)*(?:their|his|her|its)\b")
"""What is somebody's, as `their nerve`, is nobody new."""
_LOSING, _AIMED = ("drop ", "use "), re.compile(r"(?i)\b(?:at|down (?:up)?on) \w")
_DECLARED = ("declare ", "next ")
_RUN_INTO = re.compile(r"(?i)\b(?:runs?|ran|bumps?) into (?:an?|some|old) (?P<whom>\w+(?: \w+)?)")
"""Whom the Company meets by chance."""
_PASS, _ZOOM, _AT = "pass ", "zoom ", " at "
_AT_PLACE = re.compile(
    r"(?i) at (?!\d|noon|night|dawn|dusk|midnight|once|last|this|that|h?is|her)[\w\"“]+"
)
"""Where a Turn is to begin, which no line may leave out."""
_BECOMING = "becomes "
_OF_EVENT_DIE = re.compile(r"(?i)\b(?:die|dice|event|result|roll|turn|instead|becomes?)\b")
_NO_MORE = re.compile(r"(?i)(?:\w+,? ){0,2}(?:no more|stop|end|cancel|quit)\b.* every\b")
"""How a reminder ends: it does not begin by that."""


def is_misread_line(line: str, typed: str, said: Collection[str], context: Context) -> bool:
    """True for a line that is not what was said: only tried, told, offered, left or past, of one
    where all are meant, of a number that fell, the end of what somebody rests from, or a
    thing named twice."""
    return (
        _is_deed_only_tried(line, typed)
        or is_misread_handover(line, typed)
        or _changes_die_of_earlier_word(line, typed, context)
        or ignores_other_result(line, typed, context.campaign)
        or _is_rest_only_told(line, typed)
        or is_misread_trade(line, typed, context)
        or _misreads_question_as_hp(line, typed)
        or _is_chance_nobody_asks(line, typed)
        or _leaves_out_bad_camp(line, said)
        or _leaves_out_lasting_or_hardy(line, said)
        or adds_ended_reminder_anew(line, typed)
        or _misreads_leaving_as_return(line, typed)
        or _asks_about_past(line, typed)
        or _is_roll_only_told(line, typed)
        or _misreads_lighting_as_thing(line, typed)
        or (line.startswith(_OF_ENDS) and _RECOVERING.search(typed) is not None)
        or _leaves_out_one_person(line, typed, context.campaign)
        or misreads_harm_of_each_as_of_one(line, said, context.campaign)
        or (line.startswith(_AWAY) and _LEAVING_THING.search(typed) is not None)
        or _TWICE.search(line) is not None
        or _blocks_without_armour(line, context.campaign)
        or is_seek_without_market(line, context.campaign)
        or _is_thing_aimed_in_fight(line, typed, context.campaign)
        or _misreads_figure_of_speech(line, typed)
        or (line.startswith(_FOR_ALL) and not _SAYS_ALL.search(typed))
        or (line.startswith(_NEXT) and says_next_of_name_or_time(line, context))
        or declares_blow_of_nobody_named(line, context.campaign)
        or is_blow_at_unnamed_errant(line, typed, context.campaign)
        or begins_talk_by_question(line, typed, context.campaign)
        or _tells_of_meeting_somebody(line, typed)
        or leaves_another_place(line, context.campaign)
        or (line.startswith(_ZOOM) and _AT not in line and _AT_PLACE.search(typed) is not None)
    )


def suit_line_to_campaign(line: str, typed: str, context: Context) -> str:
    """A line as the table stands: nothing good is dropped for what is gone, and an Event Die that
    has fallen is changed, not thrown again."""
    kept = _let_go_of_what_is_gone(line, typed, context)
    return correct_fallen_event_die(kept, typed, context.campaign)


def _let_go_of_what_is_gone(line: str, typed: str, context: Context) -> str:
    """`let-go wim torch` for `drop wim torch` of a line that says it is gone, where a torch waits
    at 0: the one that is good is not dropped. Any other line as it is."""
    if not line.startswith(_DROP) or not _GONE.search(typed):
        return line
    words, empty = {*line.split()}, list_empty_items(context.campaign.errants)
    waits = any(not words.isdisjoint(item.name.split()) for _, item in empty)
    return f"{_LET_GO}{line.removeprefix(_DROP)}" if waits else line


def _misreads_figure_of_speech(line: str, typed: str) -> bool:
    """True for a figure of speech: who dies for a drink, takes two steps back, leaves the coins
    where they are, or sleeps through a watch."""
    if line.startswith(_DEATH):
        return compile_named_pattern("death").fullmatch(typed.strip()) is None
    if is_misread_night_line(line, typed):
        return True
    if line.startswith(_NEW_BEINGS) and " count " in line and _OWNED.match(typed):
        return True
    return is_figure_of_speech(line.partition(" ")[0], typed)


def _tells_of_meeting_somebody(line: str, typed: str) -> bool:
    """True for `they run into a ferryman at the landing`, which is a meeting and no deed."""
    met = _RUN_INTO.search(typed) if line.startswith(_DECLARED) else None
    groups = load_phrases().groups
    folk = {*groups["folk"], *groups["roaming"], *load_phrases().trades}
    return met is not None and not folk.isdisjoint(met["whom"].casefold().split())


def _is_thing_aimed_in_fight(line: str, typed: str, campaign: Campaign) -> bool:
    """True for a thing put down, or used up, where it is aimed at somebody in a fight, as in
    `brings the hammer down on goblin 1`."""
    is_lost = line.startswith(_LOSING) and bool(campaign.book.combatants)
    return is_lost and _AIMED.search(typed) is not None


def _is_roll_only_told(line: str, typed: str) -> bool:
    """True for `roll 5` and `log 5` where it was told what fell, as `rolled a 5`; and for a face of
    a Check where it was told how much something helps."""
    if line.startswith(_CHECKING) and " =" in line:
        return _HELPING.search(typed) is not None
    return _NUMBER_ROLLED.fullmatch(line) is not None and _ROLL_TOLD.search(typed) is not None


def _leaves_out_one_person(line: str, typed: str, campaign: Campaign) -> bool:
    """True for a line without whoever it is said of, too, as in `bree takes 3 damage, wim too`, and
    for a thing handed to them."""
    said = _LIKEWISE.search(typed)
    who = said[1].casefold() if said else ""
    is_left_out = line.startswith(_PASS) or who not in line.split()
    return any(each.id == who for each in campaign.errants) and is_left_out


def _misreads_lighting_as_thing(line: str, typed: str) -> bool:
    """True for a thing called «light» of who lights something, and for a look at the light where
    another is to be lit."""
    lit = _LIGHTING.search(typed)
    is_given = lit is not None and _LIGHT_GIVEN.match(line) is not None
    is_given = is_given or (line.startswith(_NEW) and _KINDLED.search(typed) is not None)
    return is_given or (line == _LIGHT and _LIT_ANEW.search(typed) is not None)


def _is_deed_only_tried(line: str, typed: str) -> bool:
    """True for what would come of a deed that somebody tries, and for `her luck is a miracle`."""
    is_gain = line.startswith("coins ") and " +" in line
    tries = bool(compile_named_pattern("only tried").search(typed))
    tries = tries or (is_gain and " wants to " in typed)
    return tries and (is_gain or line.startswith(_OUTCOMES))


def _is_rest_only_told(line: str, typed: str) -> bool:
    """True for a Rest where it was told how somebody is, as `everybody is rested`, or how long one
    rests that the line leaves out, as `wim rests until dawn`."""
    told = _RESTED.search(typed) or (_RESTED_UNTIL.search(typed) and " until " not in line)
    return line.partition(" ")[0] in ("rest", "declare", "next") and bool(told)


def _leaves_out_bad_camp(line: str, said: Collection[str]) -> bool:
    """True for a night of which it was told how bad it is, where the line leaves that out."""
    if not _SLEEPING.match(line):
        return False
    groups = load_phrases().groups
    return not {*groups["bad"]}.difference(groups["open"]).isdisjoint(said)


def _leaves_out_lasting_or_hardy(line: str, said: Collection[str]) -> bool:
    """True for a lasting curse, or a hardy thing, where the line leaves that out."""
    kept = (words for begun, words in _KEPT.items() if line.startswith(begun))
    words = line.split()
    return any(not {*each}.isdisjoint(said) and {*each}.isdisjoint(words) for each in kept)


def _changes_die_of_earlier_word(line: str, typed: str, context: Context) -> bool:
    """True for `make that 3` after a word that rolled no Event Die: that is what it is said of."""
    is_of_die = _OF_EVENT_DIE.search(typed) is not None or not line.startswith(_BECOMING)
    return not (is_of_die or may_speak_of_event_die(context))


def adds_ended_reminder_anew(line: str, typed: str) -> bool:
    """True for a new reminder where it was told that one ends."""
    is_new = line.startswith(_EVERY) and not line.startswith(f"{_EVERY}end ")
    return is_new and _NO_MORE.match(typed) is not None


def _is_chance_nobody_asks(line: str, typed: str) -> bool:
    """True for a chance where nobody asks for it, as in `drops it so that she can climb`."""
    return line.startswith(_CHECKING) and line.endswith(" ?") and not _ASKED.search(typed)


def _misreads_question_as_hp(line: str, typed: str) -> bool:
    """True for HP where it was asked what somebody does."""
    return line.startswith(_OF_HEALTH) and _DOING.search(typed) is not None


def _misreads_leaving_as_return(line: str, typed: str) -> bool:
    """True for somebody who is back where they were got off, or put away, as in `get off the mule`,
    or where any other is meant: `can we get a mule`."""
    return line.startswith(_BACK) and _OFF.search(typed) is not None


def _asks_about_past(line: str, typed: str) -> bool:
    """True for what runs out where it was asked what somebody did, or should do."""
    return line.startswith(_OF_TIMERS) and _PAST.search(typed) is not None


def _blocks_without_armour(line: str, campaign: Campaign) -> bool:
    """True for a Block of what is no armour, as of the torch in `bree takes that torch`."""
    who, _, thing = line.removeprefix(_BLOCKING).partition(" ")
    carriers = (each for each in campaign.errants if each.id == who)
    items = [item for each in carriers for item in match_carried_items(each, thing)]
    return line.startswith(_BLOCKING) and bool(items) and all(e.blocks is None for e in items)


def replace_piece_count_by_blocks(line: str) -> str:
    """A line with so many Blocks of a piece, not so many pieces: `her mail takes 2 blocks`."""
    return re.sub(r" x(\d+)$", r" \1", line) if line.startswith(_BLOCKING) else line
