"""Declares what somebody spends a month or a Turn with: `wim works at the docks`, `we spend the
morning foraging`."""

import re
from collections.abc import Iterator, Sequence

from companion.campaign.campaign import Campaign
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_company_words
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.turns.action_declarations import (
    UNSURE_WORDS,
    drop_intention_words,
    drop_openers,
)
from companion.refusal import Impossible

_SPENDING = "spend"
_OF_A_MONTH = re.compile(
    r"(?i)(?P<who>[\w-]+) (?:[^?]* )?(?:this|all|the whole|an?(?: whole)?"
    r"|(?:over|during|in|for) the|spends? (?:the|his|her|their)) month\b[^?]*"
    r"|(?:(?:that|it|so|ok|and|all|the|our|this)(?:['’]s| is)?[, ]+)*"
    r"month(?:['’]s| is)? (?:over|up|done|finished)"
)
"""What somebody does in a month, and that one is over."""
_NIGHT_OVER = re.compile(
    r"(?i)(?:then |and |on to |it is |it['’]s )*(?:the )?next morning"
    r"|(?:it is|it['’]s) morning|morning"
    r"|(?:the )?night(?:['’]s| is| has)? (?:over|past|passed|passes|goes by|done)"
    r"|(?:it is|it['’]s) (?:dawn|daybreak|sunrise)"
    r"|(?:the )?(?:morning|dawn) (?:comes|breaks)"
    r"|(?:they|we|everyone)(?: all)? waits? (?:(?:for|until|till) )?(?:the )?"
    r"(?:morning|dawn|sunrise)"
)
"""How it is told that a night goes by."""

_LENGTHS = {
    "exploration": r"(?:ten|10) min(?:ute)?s",
    "travel": r"(?:four|4) hours",
    "downtime": r"(?:a|one|1) month",
}
"""How long a Turn of each type is."""
_OF_OTHERS = re.compile(r"(?i)^to\b| but | and (?:they|we|he|she|the others)\b")
"""How it is told what others do, or why, or what befalls them."""
_ONE_TURN = (
    r"(?P<deed>[^?]*?\w)(?:[,;.:] ?(?:and |so |then )?| and (?=(?:call|say)\b))"
    r"(?:(?:call|say) (?:it|that) |that['’]?s |that is |(?:which |it |that )?takes(?: us| them)? )?"
    r"(?:(?:a|one|1|another) turn|{length})"
    r"(?: gone| gone by| passes| pass| of it| spent| later)?[.!]?"
)
"""What is done, and that it takes one Turn."""
_IS = re.compile(r"^(\w+)['’]s (?!nose\b|head\b)")


def list_downtime_declaration_lines(
    typed: str, vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """What somebody does in a Downtime Turn is declared, as `wim spends the month in bed`."""
    if first := compile_named_pattern("month first").fullmatch(typed.strip(" .!")):
        typed = first["deed"] or f"{first['owner']} {first['work']}"
    said = first or compile_named_pattern("month").fullmatch(typed.strip())
    is_open = bool(campaign.turns) and campaign.innermost_turn.type == "downtime"
    denying = UNSURE_WORDS | load_phrases().denials
    if said and is_open and "?" not in typed and not denying & {*typed.casefold().split()}:
        who = (said["who"] or typed.split()[0]).casefold()
        if vocabulary.names_person(who) or who in list_company_words():
            yield f"declare {drop_openers(drop_intention_words(typed))}"


def refuse_month_outside_downtime(typed: str, vocabulary: Vocabulary, campaign: Campaign) -> None:
    """Raises Impossible for `corvin trains all month` and `the month is over` where no Downtime
    Turn is open."""
    said = _OF_A_MONTH.fullmatch(typed.strip(" .!"))
    if said is None or (campaign.turns and campaign.innermost_turn.type == "downtime"):
        return
    who = (said["who"] or "we").casefold()
    if vocabulary.names_person(who) or who in list_company_words():
        is_in_travel = bool(campaign.turns) and campaign.innermost_turn.type == "travel"
        begin = "downtime" if is_in_travel else "zoom downtime"
        raise Impossible("A month is a Downtime Turn, and none is open.", f"Try: {begin}")


def refuse_end_of_night(typed: str, campaign: Campaign) -> None:
    """Raises Impossible for `next morning` and `the night passes`, which say nothing of the two
    Turns that a night is."""
    turn = campaign.innermost_turn if campaign.turns else None
    is_over = _NIGHT_OVER.fullmatch(typed.strip(" .!")) is not None
    if is_over and turn and turn.asleep:
        message = "The Company sleeps, and a night is two Turns of it."
        raise Impossible(message, "Try: next sleep. When both are slept through: next")
    if is_over:
        message = "A night is two Travel Turns asleep, and each has its Event Die."
        sleep = "Try: next sleep. " if turn and turn.type == "travel" else ""
        raise Impossible(message, f"{sleep}To move the clock alone: +8h")


def list_downtime_work_lines(
    typed: str, tokens: Sequence[Token], context: Context
) -> Iterator[str]:
    """What one of the Company earns by or asks about in a Downtime Turn is declared: `wim works at
    the docks`. Nothing of it is counted but by a line of its own."""
    turns = context.campaign.turns
    if not turns or turns[-1].type != "downtime":
        return
    said = compile_named_pattern("month work").fullmatch(typed.strip())
    who = said["who"].casefold() if said and tokens else ""
    if who and (build_vocabulary(context).names_person(who) or who in list_company_words()):
        deed = _IS.sub(r"\1 is ", typed.strip())
        yield f"declare {drop_openers(drop_intention_words(deed))}"


def find_deed_of_one_turn(typed: str, campaign: Campaign) -> str:
    """What is done by a line that tells behind it that one Turn goes by with it, as `they creep
    down the nave, call it a turn`; "" for any other line."""
    kind = campaign.innermost_turn.type if campaign.turns else ""
    length = _LENGTHS.get(kind, "")
    told = re.fullmatch(f"(?i){_ONE_TURN.replace('{length}', length)}", typed) if length else None
    return told["deed"] if told and not _OF_OTHERS.search(told["deed"]) else ""


def list_time_spent_lines(typed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """What somebody spends a Turn with is declared, as `we spend the morning foraging`; in the
    next, if that is said."""
    if _SPENDING not in typed.casefold():
        return
    said = compile_named_pattern("turn spent").fullmatch(typed.strip(" .!"))
    if said is None or UNSURE_WORDS & {*typed.casefold().split()}:
        return
    who = said["who"].casefold()
    is_all = all(word in load_phrases().openers for word in who.split())
    if is_all or vocabulary.names_person(who):
        deed = said["deed"] if is_all else f"{said['who']} {said['deed']}"
        yield f"{'next' if said['next'] else 'declare'} {deed}"
