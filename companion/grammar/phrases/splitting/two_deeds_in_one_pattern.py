"""Lines in which one pattern tells two deeds: the end of a fight and what is done then, a meal
and the night after it, what somebody earns or spends by their month's work, and a talk with its
first exchange."""

import re

from companion.errant.world import Npc
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
from companion.grammar.phrases.fights.foes.fighters import FighterReader
from companion.grammar.phrases.phrase_reading import find_first_reading
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    inflect_verb,
    list_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.tokens import replace_ordinals
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word
from companion.grammar.phrases.whole_line_phrases import drop_articles, tokenize_short_line

_WAGES = re.compile(
    r"(?i)(?P<deed>(?P<who>\w+) [a-z][^,;.]*?)(?:,| and|, and) "
    r"(?P<earned>(?:earns|makes|gets|is paid|brings in|spends|pays|loses|gambles away)"
    r" \d+ ?(?:p|s|g|pence|penny|pennies|shillings?|guilders?))"
    r"(?: (?:by|for|with|from|on) (?:it|that|this))?[.!]?"
)
"""What somebody does, and what they earn or spend by it."""
_WORK_FOR = re.compile(
    r"(?i)(?P<deed>(?P<who>\w+) (?:works|labours|toils|serves|sings|plays|fishes|guards|teaches)"
    r"[^,;.\d]*?) for (?P<sum>\d+ ?(?:p|s|g|pence|penny|pennies|shillings?|guilders?))[.!]?"
)
"""Work, and for how much it is done, as `wim works at the docks for 30p`."""
_BED_AND_PRICE = re.compile(
    r"(?i)(?P<bed>(?:they|we|everyone|everybody)(?: all)? (?:sleeps?|stays?|lodges?|puts? up"
    r"|(?:takes?|gets?|rents?) (?:a )?(?:rooms?|beds?))(?: the night)? (?:at|in) (?:the|an) "
    r"(?:inn|tavern|hostel|alehouse)(?: for the night)?)(?:,| for)(?: (?:it['’]?s|at|for))? "
    r"(?P<price>\d+ ?(?:p|s|g|pence|penny|pennies|shillings?|guilders?))"
    r" (?:each|apiece|a head)[.!]?"
)
"""A night at an inn, and what it costs each."""
_ENOUGH_TALK = re.compile(
    r"(?i)(?:that['’]?s )?(?P<end>enough (?:talk|talking|chat|chatting)),? (?:and |so )?"
    r"(?!nobody|nothing|no\b)[a-z]+ (?:leaves?|(?:walks?|goes|storms?|stomps?|turns?|slips?)"
    r" (?:off|away|out)|(?:waves?|shoos?) (?:him|her|us|them) (?:off|away))[.!]?"
)
"""How a talk ends, and who goes then."""
_REST_AND_MEAL = re.compile(
    r"(?i)(?P<next>next,? )?(?:they |we |everyone |everybody |the company |the party |all )?"
    r"rests?(?: a bit| a while| here| up| a moment)?"
    r"(?:,? (?:for )?(?:10|ten) min(?:utes?|s)?)?(?:,? and(?: then)?|, then|,) "
    r"(?:they |we |everyone |everybody |all )?(?:eats?|ha(?:s|ve) (?:something|a bite|a meal))"
    r"(?: to eat| something| a bite| a meal| a ration| rations| together)?[.!]?"
)
_MEAL_AND_REST = re.compile(
    r"(?i)(?:they |we |everyone |everybody |all )?eats?(?: something| a bite)?,? and(?: then)?"
    r" (?:they |we )?(?:take a )?rests?(?: a bit| up)?[.!]?"
)
"""A Turn of rest, or the choice to rest, and a meal."""
_NIGHTS = ("next sleep", "sleep")
_DECLARE, _COINS, _TALK, _SELL = "declare", "coins", "talk", "sell"
_TALK_AND_EXCHANGE = re.compile(
    r"(?i)(?P<who>\w+) (?P<talk>(?:talks?|speaks?) (?:to|with) (?P<npc>[\w' ]+?))"
    r"(?:,? and|, then|,) (?:(?:he|she) )?"
    r"(?P<said>\w+s (?:\w+ ){0,2}?)(?:him|her|them)(?P<more>\b[^,;.]*)[.!]?"
)
"""With whom somebody begins to talk, and what they say to them."""

_TWO_SALES = re.compile(
    r"(?i)(?P<who>\w+) (?P<sells>sells?|sold) (?P<one>(?:the|his|her|their|an?) [a-z' -]+?),? and "
    r"(?P<other>(?:the|his|her|their|an?) [a-z' -]+?)(?: too| as well)?[.!]?"
)
"""Two things that one sells, for prices that are told after each."""
_FIGHT_OVER = re.compile(
    r"(?i)(?:(?:ok|okay|so|right|and),? )?"
    r"(?:it(?:['’]?s| is)|(?:the |this |our )?(?:fight|battle|combat)(?:['’]?s| is)?)"
    r" (?:all )?(?:over|done|finished)(?: now)?[,;.] (?:and |then |now |so )*(?P<then>[\w'’]+ .+)"
)
"""That a fight is over, and what is done then."""
_FIGHT_ENDS = "the fight is over"
_NEXT_SUBJECT = re.compile(r"(?i)(?:who|what|how|where|we|everyone|everybody)\b")
_ONLY_THOUGHT = re.compile(r"(?i)\w+ (?:thinks?|guess(?:es)?|hopes?|says?|reckons?|supposes?)\b")
_BACK_TO_TURN = re.compile(
    r"(?i)(?:we(?:['’]re| are)? )?(?:go )?back to (?:exploring|exploration|travelling|travel|the"
    r" (?:search|exploration|journey|road)|where we were|it|business|work)(?: now| then)?[.! ]*"
)
"""What the end of a fight does by itself."""


_FLED_AND_OVER = re.compile(
    r"(?i)(?:(?:forget|never mind|leave) (?:the chase|it|them|him|her)[,;.] )?"
    r"(?P<fled>.+?),? (?:and |so )?(?:that(?:['’]s| is) )?"
    r"(?:(?:the |that )?(?:fight|battle|combat)(?:['’]?s| is)? (?:over|done)"
    r"|(?:end|call off|stop) (?:the |that )?(?:fight|battle|combat))[.!]?"
)
"""Who flees or falls, and that the fight is over."""
_FALL_AND_MORALE = re.compile(
    r"(?i)(?P<fall>[^,;.?]+?)[,;.] (?:and |so |now )?"
    r"(?P<asked>(?:do|does|will) (?:the |any of the )?(?:others?|rest|remaining|last)\b[^,;.?]*\??)"
)
_CARE_OF_TWO = re.compile(
    r"(?i)(?P<deed>[\w' -]+?) (?P<first>\w+)(?:,? (?:and )?then|,? and)(?: for)?"
    r" (?P<second>\w+)[.!]?"
)
"""Two who are tended, one after the other."""
_TEND, _BOTH = "tend ", ("first", "second")
_FALLING, _MORALE = ("fight down ", "hurt "), "morale "
_LEAVING = ("fight down ", "fight drop ")
_THEY_FLED = re.compile(
    r"(?i)(?:it|he|she|they|the (?:last|other|rest|others)(?: one)?)(?:['’](?:s|ve)| has| have)? "
    r"(?:got away|gets? away|escaped?s?|fled|ran off|surrenders?|surrendered|gives? up|gave up)"
)
_CLAUSES = re.compile(r",? and |, ")
_SLIPPING_OFF = ("sink", "slink", "melt", "limp", "scamper", "swim", "crawl", "slip")
_WHITHER = ("off", "away", "out", "back", "into", "for", "down", "up", "to", "in")
_TAKEN_ALONG = frozenset(["with", "through", "after", "at"])
_MOST_OF_FLIGHT = 4


def split_care_of_two(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `corvin patches up wim, then ondine`; nothing for any other line."""
    said = _CARE_OF_TWO.fullmatch(typed.strip())
    if said is None or not all(find_member(said[each], context.campaign) for each in _BOTH):
        return ()
    tended = f"{said['deed']} {said['first']}".casefold()
    first = tended if tended.startswith(_TEND) else find_first_reading(tended, context)
    if not first.startswith(f"{_TEND}{said['first'].casefold()}"):
        return ()
    return first, first.replace(said["first"].casefold(), said["second"].casefold(), 1)


def split_end_of_fight(typed: str, context: Context) -> tuple[str, ...]:
    """The end of a fight, and what is done after it, as `it's over, ondine tends wim`; nothing for
    any other line."""
    if not context.campaign.book.combatants:
        return ()
    fled = _FLED_AND_OVER.fullmatch(typed.strip())
    if fled and find_first_reading(fled["fled"], context).startswith(_LEAVING):
        return (fled["fled"], _FIGHT_ENDS)
    if fled and all(_is_flight_of_foes(each, context) for each in _CLAUSES.split(fled["fled"])):
        return (_FIGHT_ENDS,)
    said = _FIGHT_OVER.fullmatch(typed.strip())
    if said is not None and (
        _BACK_TO_TURN.fullmatch(said["then"])
        or _is_flight_of_foes(said["then"].rstrip(" .!"), context)
    ):
        return (_FIGHT_ENDS,)
    if said is None or _ONLY_THOUGHT.match(said["then"]):
        return ()
    is_asked_or_done = _NEXT_SUBJECT.match(said["then"]) or any(
        find_member(word, context.campaign) for word in said["then"].split()[:1]
    )
    if not (is_asked_or_done or find_only_command_word(said["then"], context) in WORDS):
        return ()
    return _FIGHT_ENDS, said["then"]


def _is_flight_of_foes(clause: str, context: Context) -> bool:
    """True for `two runs` and `the rest sink back into the reeds`, and nothing more."""
    if _THEY_FLED.fullmatch(clause.strip()):
        return True
    vocabulary = build_vocabulary(context)
    tokens = tokenize_short_line(clause, context)
    if not is_neither_asked_nor_denied(tokens, vocabulary):
        return False
    plain = drop_articles(replace_ordinals(tokens, vocabulary))
    reader = FighterReader(plain, vocabulary, context.campaign)
    group = reader.read_group()
    fleeing = list_verb_group_forms("flee") | list_verb_forms(_SLIPPING_OFF)
    verb, *rest = reader.words[reader.at :] or [""]
    flees = verb in fleeing or (verb in inflect_verb("get") and rest == ["away"])
    is_whither = not rest or (rest[0] in _WHITHER and len(rest) <= _MOST_OF_FLIGHT)
    is_more = any(each.isdecimal() or vocabulary.names_member(each) for each in rest)
    is_foe = group is not None and isinstance(group.who, Npc)
    return is_foe and flees and is_whither and not is_more and _TAKEN_ALONG.isdisjoint(rest)


def split_fall_and_morale(typed: str, context: Context) -> tuple[str, ...]:
    """Who falls, and the roll whether the others hold, as `goblin 1 is dead, do the others run`;
    nothing for any other line."""
    said = _FALL_AND_MORALE.fullmatch(typed.strip()) if context.campaign.book.combatants else None
    if said is None:
        return ()
    first = find_first_reading(said["fall"], context)
    is_own = any(first.startswith(f"hurt {e.id} ") for e in context.campaign.errants)
    falls = first.startswith(_FALLING) and not is_own
    rolls = find_first_reading(said["asked"], context).startswith(_MORALE)
    return (said["fall"], said["asked"]) if falls and rolls else ()


def split_meal_and_sleep(typed: str) -> tuple[str, ...]:
    """The line of the meal, and that of the night; nothing for any other line."""
    said = compile_named_pattern("meal and bed").fullmatch(typed.strip())
    if said is None:
        return ()
    who = said["who"] or "everyone"
    return (f"{who} {said['eat']}", f"{who} {said['bed']}{said['more'] or ''}")


def split_rest_and_meal(typed: str) -> tuple[str, ...]:
    """The line of the rest, and that of the meal; nothing for any other line."""
    if _MEAL_AND_REST.fullmatch(typed.strip()):
        return ("they eat", "they rest")
    said = _REST_AND_MEAL.fullmatch(typed.strip())
    return ("next rest" if said["next"] else "they rest", "they eat") if said else ()


def split_bed_and_price(typed: str, context: Context) -> tuple[str, ...]:
    """What a bed costs each of them, and the night in it, as `they sleep at the inn, 3p each`."""
    said = _BED_AND_PRICE.fullmatch(typed.strip())
    if said is None:
        return ()
    lines = (f"everyone pays {said['price']}", said["bed"])
    is_night = find_first_reading(lines[1], context).startswith(_NIGHTS)
    return lines if is_night and find_only_command_word(lines[0], context) == _COINS else ()


def split_work_and_wages(typed: str, context: Context) -> tuple[str, ...]:
    """What somebody does in a month of Downtime, and the coins that they earn or spend by it, each
    a line that is done by itself; nothing for any other line."""
    turns = context.campaign.turns
    if not turns or turns[-1].type != "downtime":
        return ()
    if paid := _WORK_FOR.fullmatch(typed.strip()):
        typed = f"{paid['deed']}, earns {paid['sum']}"
    said = _WAGES.fullmatch(typed.strip())
    if said is None:
        return ()
    lines = (said["deed"], f"{said['who']} {said['earned']}")
    word = find_only_command_word(said["deed"], context)
    is_declared = bool(word) and (word == _DECLARE or word not in WORDS)
    return lines if is_declared and find_only_command_word(lines[1], context) == _COINS else ()


def split_talk_and_exchange(typed: str, context: Context) -> tuple[str, ...]:
    """`ondine talks to pell` and `ondine offers pell food` of one line, each done by itself;
    nothing for any other line."""
    said = _TALK_AND_EXCHANGE.fullmatch(typed.strip())
    if said is None:
        return ()
    who, npc = said["who"], said["npc"]
    lines = (f"{who} {said['talk']}", f"{who} {said['said']}{npc}{said['more']}")
    are_talk = all(find_only_command_word(each, context) == _TALK for each in lines)
    return lines if are_talk else ()


def split_end_of_talk(typed: str, context: Context) -> tuple[str, ...]:
    """`enough talk` of `enough talk, bree walks off` in a Negotiation, which ends by it; nothing
    for any other line."""
    is_talk = any(npc.is_in_negotiation for npc in context.campaign.world.npcs)
    said = _ENOUGH_TALK.fullmatch(typed.strip()) if is_talk else None
    return (said["end"],) if said else ()


def split_two_sales(typed: str, context: Context) -> tuple[str, ...]:
    """`bree sells the cup` and `bree sells the ring` of one line; nothing for any other line."""
    said = _TWO_SALES.fullmatch(typed.strip())
    if said is None:
        return ()
    lines = tuple(f"{said['who']} {said['sells']} {said[each]}" for each in ("one", "other"))
    are_sales = all(find_only_command_word(each, context) == _SELL for each in lines)
    return lines if are_sales else ()
