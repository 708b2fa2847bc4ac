"""What an attack may do, asked before it: `chances if bree attacks goblin 1`, `bree on 1?`."""

import re
from collections.abc import Iterator

from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.casualties import ListFightLines
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line
from companion.refusal import Refusal

_CHANCE = (
    r"(?:chances?|odds|likelihood|probability|prospects?"
    r"|(?:expected|average|likely|possible|probable) (?:damage|harm|result|outcome))"
)
_WHAT = r"(?:what(?:['’]?s| is| are|['’]?re)?|how (?:good|high|bad)(?: is| are)?|the|any|some)"
_FELLING = (
    r"(?:(?:kill|slay|fell|beat|down|drop|hurt|hit|wound|harm|injure)(?:s|[pt]?ing)?"
    r"|finish(?:es|ing)?(?: off)?|tak(?:e|es|ing) (?:out|down))(?= )"
)
"""What a blow may come to."""
_ASKED = (
    re.compile(
        rf"(?i)(?:{_WHAT} )*{_CHANCE}(?: (?:of|that|if|for|when|on|with|from|were)\b)*"
        r"(?: it(?:['’]?s| is| was))?[,:]? (?P<deed>\S.*)"
    ),
    re.compile(rf"(?i)(?:{_WHAT} )*(?P<who>\w+)['’]s? {_CHANCE} (?:of|to|at|with) (?P<deed>\S.*)"),
    re.compile(
        r"(?i)(?:(?:and|so|but|ok) )*(?:how likely(?: is it| it is| is| are)?(?: that| if| for)?"
        r"|(?:what|how)(?: would| will| does| might)?"
        r"(?: (?:happens?|(?:(?:it|that|things) )?(?:do|go|look|end)))? if"
        r"|(?:is it (?:worth|wise|any good|a good idea)|would it (?:help|work|do|be \w+))"
        r"(?: (?:it|for|if|that))*"
        r"|what about|should|(?:will|would)(?= .*\?)) (?P<deed>\S.*)"
    ),
    re.compile(
        r"(?i)(?:if|when|suppose|say|(?=were )) ?(?P<deed>\S.*?),? (?:what|how)\b[\w ’']*\?"
    ),
    re.compile(rf"(?i)(?:can|could|is|are|does) (?P<deed>\w[\w ]* {_FELLING} [\w ]+)\?"),
    re.compile(rf"(?i)(?P<deed>\S.*?)[,:;-]+ (?:{_WHAT} )*(?:her |his |its |their )?{_CHANCE}\??"),
    re.compile(r"(?i)(?P<deed>[\w ’']+ (?:on|against|vs\.?|versus) [\w ’']+)\?"),
)
_OF_ONE = (
    re.compile(
        r"(?i)(?:what|how (?:much|hard|badly))(?: damage| harm)?"
        r" (?:would|will|might|could|does|can) (?P<who>[\w ]+?)(?:['’]s (?P<weapon>[\w ]+?))?"
        r" (?:do|hit|deal|hurt)(?: damage)?(?: to| on)? (?P<whom>.+)"
    ),
    re.compile(
        rf"(?i)(?:{_WHAT} )*(?P<who>\w[\w ]*?)['’]s(?P<weapon>) {_CHANCE}"
        r" (?:to hit|of hitting|on|against|with|vs) (?P<whom>[\w ]+)\??"
    ),
    re.compile(
        r"(?i)what(?:['’]?d| do| does| would| will| must| should) (?P<who>\w[\w ]*?)"
        r" (?:needs?|roll|has to roll|have to roll|need to roll)(?P<weapon>)"
        r" (?:to hit|on|against|vs) (?P<whom>[\w ]+)\??"
    ),
)
"""What is asked of whom somebody attacks."""
_WITHOUT = re.compile(
    r"(?i)(?: (?:in|with|at) (?:1|one|a single|the first) (?:blow|hit|strike|attack|go|shot|swing)"
    r"|,? (?:now|here|then|outright|dead)"
    r"|,? (?:if|when) (?:he|she|it|they) (?:(?:swing|attack|shoot|charge|stab|strike|tr(?:y|ie))s?"
    r"(?: (?:it|him|her|them))?|has a go)|[?.! ])+$"
)
_NUMBER = re.compile(r"(?i)(?:(?<=\bon )|(?<=\bhit ))(?=\d+$)")
"""Where which of a group is hit is said by its number alone."""
_TRYING = re.compile(
    r"(?i)\b(?:were (?=\w+ to )"
    r"|(?:(?:were |likely )?to|can|will|would|could|manages? to|tr(?:y|ies) to) )(?=[a-z])"
)


def list_attack_chance_lines(
    typed: str, context: Context, list_lines: ListFightLines
) -> Iterator[str]:
    """The line that tells the chances of an attack that is asked about; `list_lines` reads what is
    said of it as if it were done. Nothing where nobody fights."""
    if not context.campaign.book.combatants:
        return
    for each in _list_attacks_asked_about(typed.strip()):
        deed = re.sub(rf"(?i)\b{_FELLING}", "hit", write_numbers_in_digits(each))
        deed = _NUMBER.sub("number ", deed)
        try:
            found = next(list_lines(tokenize_short_line(deed, context)), ())
        except Refusal:
            continue
        if len(found) == 1 and found[0].startswith("attack ") and "=" not in found[0]:
            yield f"{found[0]} ?"
            return


def _list_attacks_asked_about(typed: str) -> Iterator[str]:
    """The attacks that a question may speak of, each as a line that does it."""
    for pattern in _OF_ONE:
        if asked := pattern.fullmatch(typed):
            weapon = f" with {asked['weapon']}" if asked["weapon"] else ""
            yield f"{asked['who']} on {_WITHOUT.sub('', asked['whom'])}{weapon}"
    for pattern in _ASKED:
        if asked := pattern.fullmatch(typed):
            said = " ".join(filter(None, (asked.groupdict().get("who"), asked["deed"])))
            yield _TRYING.sub("", _WITHOUT.sub("", said))
