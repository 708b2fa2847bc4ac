"""Questions of a fight: who is left and how hurt, who can act, how far off they are, whether they
stand."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import is_standing, list_combatants
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.fighters import (
    FighterReader,
    find_only_foe,
    find_only_foe_group,
)
from companion.grammar.phrases.fights.foes.group_name_shorthand import (
    replace_letters_by_group_names,
)
from companion.grammar.phrases.people.deeds_of_met_people import list_met_npcs
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous, Impossible

_STATES = r"(?:left|standing|stand|up|alive|dead|dying|down|hurt|wounded|fighting)"
_WHO_IS_LEFT = re.compile(
    rf"(?i)(?:who(?:['’]?s| is| are)?|which(?: [a-z]+)?(?: are)?"
    rf"|how many(?: of (?:them|us)| [a-z]+)?(?: are)?)"
    rf"(?: there| still| all)* (?:{_STATES}|in (?:the|this|that|our) (?:fight|battle|combat))"
    r"(?: now| then| here| next)*\??"
)
_WHO_CAN_ACT = re.compile(
    r"(?i)(?:what (?:can|may) [\w ]+? (?:still )?do"
    r"|who (?:can|may) (?:still )?(?:act|attack|go|move)"
    r"|who(?:['’]?s| is) (?:next|first)|who(?:se|['’]?s) (?:turn|go)(?: is it)?"
    r"|who (?:goes|acts|moves|attacks|begins|starts) (?:first|next)"
    r"|who(?: is|['’]?s| are)? (?:yet|still)(?: has| have)? to (?:act|attack|go|move)"
    r"|who (?:has|did)(?: not|n['’]?t)?"
    r" (?:yet )?(?:attack(?:ed)?|act(?:ed)?|moved?|gone?))(?: yet| now| this turn| first)?\??"
    r"|(?:what(?:['’]?s| is) )?(?:the )?(?:init|initiative|(?:turn |initiative )?order)(?: now)?\?"
    r"|(?:(?:it['’]?s|it is|now|ok|so|and|that['’]?s (?:us|it|our (?:go|turn))|we['’]?re|all|done"
    r"|our (?:go|turn)(?:['’]s| is) (?:over|done))[, ]+)*"
    r"(?:(?:the )?(?:[a-z]+(?:['’]s|s['’])|our|their|my) (?:turn|go)|theirs)(?: now)?[.!?]*"
)
_WHEN_MORALE = re.compile(
    r"(?i)(?:(?:do|should|must|when do) [\w ]+ (?:check|roll|test|make)"
    r"(?: for)?(?: an?| their)? morale"
    r"|is (?:an? |their )?morale(?: check| roll)? (?:due|needed)"
    r"|is it (?:time for |a )*morale(?: time)?)(?: check| roll)?(?: yet| now)*\??"
)
_MORALE = re.compile(
    r"(?i)(?:roll |check |their |his |her |its )*morale(?: check| roll)?(?P<faces> =\d.*| is \d+)?"
)
_MORALE_OF_ONE = re.compile(
    r"(?i)(?:(?:roll|check|test) )?(?:morale (?:(?:for|of|on|check for|roll for) )?(?:the )?"
    r"(?P<foe>[a-z]\S*(?: [a-z]\S*)?) (?P<number>\d+)(?:,? is (?P<is>\d+))?)"
)
_HOW_FAR = re.compile(
    r"(?i)(?:how far|what(?:'s|’s| is) the distance|distance)"
    r"(?: are| is| away| off| apart| between| we| they| it| them| the \w+| us| and| from)*\??"
)
_HOW_FAR_IS_FOE = re.compile(
    r"(?i)how (?:far|close)(?: away| off| apart)?(?: are| is) (?:they|them|he|she)"
    r"(?: from us| away| off| now)*\??"
)
_DISTANCE = re.compile(
    r"(?i)(?:(?:the )?distance|(?:they|we|the \w+)(?:'re|’re| are)(?: now)?)(?: is| now| to)*"
    r" (?:(\d+)(?: ?(?:feet|foot|ft|yards|yds?|'|’))?(?: apart| away| off| from us)?"
    r"|close|in melee|upon us|on us|in contact|at arm's length)"
)
_DO_THEY_STAND = re.compile(
    r"(?i)(?:do|will|does|are|is|would|won['’]?t) (?P<foe>[a-z]\S*(?: [a-z]\S*){0,3}?)"
    r"(?: (?:nerves?|courage|resolve|spirits?))?"
    r"(?: still| just| now| gonna| going to| about to| ready to| likely to| want to| wanna)*"
    r" (?:stand|hold|break|flee|run|surrender|rout|fight on"
    r"|lose (?:heart|(?:their|his|her|its) nerve|it)"
    r"|give (?:up|in)|keep fighting|bolt|scatter|scarper|leg it|crack|waver|panic"
    r"|back off|(?:(?<=nerve )|(?<=courage ))(?:fail|snap))"
    r"(?: away| off| firm| their ground| for it| or stand| or fight| or flee| or run| on| now)*"
    r"(?:[?,]+ (?:\w+|half)(?: of (?:them|the \w+))? (?:is|are) (?:down|dead|hurt|gone|out)"
    r"(?: already| now)?)?"
    r"(?:[?,:]+ (?:(?:roll|check|test|make|their|an?|of|its) )*(?:morale|nerve)"
    r"(?: check| roll)?(?:(?: is| of)? (?P<is>\d+))?"
    r"|[?,:.]+ (?:roll|check|test)(?: it| that| them)?"
    r"(?: for (?P<whose>[a-z]\S*(?: [a-z]\S*)?))?)?[?.]*"
)
_FOE = r"(?P<foe>[a-z]\S*(?: [a-z0-9]\S*){0,3}?)"
_HOW_HURT = (
    re.compile(
        rf"(?i)how (?:bad(?:ly)? )?(?:hurt|wounded|injured|damaged|healthy|bad|badly off)"
        rf" (?:is|are) {_FOE}(?: now| still| looking)*\??"
    ),
    re.compile(
        rf"(?i)(?:is|are) {_FOE}(?: still| badly| very| all| any| nearly| almost| half)*"
        rf" (?:hurt|wounded|injured|bleeding|up|alive|standing|dead|down|dying)(?: now| yet)*\??"
    ),
    re.compile(
        rf"(?i)how(?:['’]?s| is| are|['’]?re) {_FOE}"
        rf" (?:doing|looking|holding up|faring|do)(?: now)*\??"
    ),
    re.compile(
        rf"(?i)(?:what(?:['’]?s| is) )?(?:the )?hp(?: left)? (?:on|of|for) {_FOE}"
        r"(?: now| left)*\??"
    ),
    re.compile(rf"(?i){_FOE}(?:['’]s)? hp(?: left| now)*\??"),
)
_HOW_MUCH_LEFT = re.compile(
    r"(?i)how (?:much|many)(?: more)?(?: hp| hit points| life| health)? (?:has|have|does|do) "
    r"(?P<foe>[a-z]\S*(?: [a-z0-9]\S*){0,3}?)"
    r"(?: still)?(?: got| have)?(?: left| remaining| now)*\??"
)
_WHO_WINS = re.compile(
    r"(?i)(?:who(?:['’]?s| is) (?:winning|ahead)"
    r"|how(?:['’]?s| is) (?:the )?(?:fight|battle|combat)(?: going)?)(?: now| so far)?\??"
)
_UNNAMED = ("it", "he", "she", "they", "that", "that thing", "we")
_THEY = ("they", "them", "their")
_ONE_OF_THEM = ("number", "middle")
"""Words before which one of a group it is, of whom the whole group is told."""
_SEVERAL = 2


def refuse_distance_without_fight(typed: str, context: Context) -> None:
    """Raises Impossible for `how far away are they` where nobody fights, with what is known of
    whom the Company met."""
    book = context.campaign.book
    if book.combatants or not _HOW_FAR_IS_FOE.fullmatch(typed.strip()):
        return
    met = [npc.name for npc in list_met_npcs(context) if npc.id == book.met.npc]
    if met and context.is_guide and book.met.distance is not None:
        explores = any(turn.type == "exploration" for turn in context.campaign.turns)
        unit = "feet" if explores else "yards"
        far = f"{met[0]}: {book.met.distance} {unit} off as they were met."
        raise Impossible(far, "To begin a fight so far off: fight")
    raise Impossible("Nobody is met or fought just now.", "To read about it: help fights")


def list_fight_question_lines(
    typed: str, vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """The line that answers who is left, what they can do, how hurt and how far off they are; that
    says how far they are now; or that rolls whether they stand."""
    if not campaign.book.combatants:
        return
    typed = typed.strip()
    asked = (_WHO_IS_LEFT, _WHO_CAN_ACT, _WHEN_MORALE, _HOW_FAR, _WHO_WINS)
    if any(pattern.fullmatch(typed) for pattern in asked):
        yield "fight"
    if said := _DISTANCE.fullmatch(write_numbers_in_digits(typed)):
        yield f"fight distance {said[1] or 0}"
    rolls = _MORALE.fullmatch(typed)
    if rolls:
        _ask_whose_morale(campaign)
    if rolls and (foe := find_only_foe(campaign)):
        yield f"morale {quote_typed_name(foe)}{rolls['faces'] or ''}"
    if one := _MORALE_OF_ONE.fullmatch(write_numbers_in_digits(typed.rstrip(" .!"))):
        _refuse_morale_of_one(one, vocabulary, campaign)
    if stands := _DO_THEY_STAND.fullmatch(write_numbers_in_digits(typed)):
        whose = stands["foe"].casefold()
        whose = (stands["whose"] or whose) if whose in _THEY else re.sub("['’]s?$", "", whose)
        named = None if whose in _THEY else _find_named_foe(whose, vocabulary, campaign)
        if whose in _THEY:
            _ask_whose_morale(campaign)
            named = find_only_foe(campaign)
        told = f" is {stands['is']}" if stands["is"] else ""
        yield from (f"morale {quote_typed_name(named)}{told}",) if named else ()
    for hurt in filter(None, (pattern.fullmatch(typed) for pattern in _HOW_HURT)):
        named = _find_named_foe(hurt["foe"], vocabulary, campaign)
        yield from (f"hp {quote_typed_name(named)}",) if named else ()
    if left := _HOW_MUCH_LEFT.fullmatch(typed):
        foe = _find_named_foe(left["foe"], vocabulary, campaign)
        if foe or left["foe"].casefold() in _UNNAMED:
            lone = None if find_only_foe_group(campaign) else foe or find_only_foe(campaign)
            is_one = lone is not None and count_group_members(lone) < _SEVERAL
            yield f"hp {quote_typed_name(lone)}" if lone and is_one else "fight"


def _refuse_morale_of_one(said: re.Match[str], vocabulary: Vocabulary, campaign: Campaign) -> None:
    """Raises Impossible for the Morale of one of a group, which stands or flees as one."""
    foe = _find_named_foe(f"{said['foe']} {said['number']}", vocabulary, campaign)
    if foe and count_group_members(foe) >= _SEVERAL:
        told = f" is {said['is']}" if said["is"] else ""
        raise Impossible(
            f"{foe.name} roll Morale as one.", f"Try: morale {quote_typed_name(foe)}{told}"
        )


def _ask_whose_morale(campaign: Campaign) -> None:
    """Raises Ambiguous for `do they flee` where there are several foes."""
    fighting = (who for each, who in list_combatants(campaign) if each.side == "others")
    foes = [quote_typed_name(who) for who in fighting if is_standing(campaign, who)]
    if len(foes) > 1:
        ways = ", or ".join(f"morale {name}" for name in foes)
        raise Ambiguous("Whose Morale is it?", f"Try: {ways}")


def _find_named_foe(typed: str, vocabulary: Vocabulary, campaign: Campaign) -> Npc | None:
    """The NPC, or group of them, who is named in these words and fights."""
    articles = load_phrases().articles
    named = replace_letters_by_group_names(typed.casefold().rstrip("?"), campaign)
    said = write_numbers_in_digits(named.casefold()).split()
    words = (word for word in said if word not in (*articles, *_ONE_OF_THEM))
    reader = FighterReader([Token(word, word) for word in words], vocabulary, campaign)
    group = reader.read_group()
    is_whole = reader.at == len(reader.tokens)
    return group.who if group and is_whole and isinstance(group.who, Npc) else None
