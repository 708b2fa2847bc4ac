"""Somebody else who does what was done last, another kind of exchange, and another watch: `no, wim
lights it`, `no, taking`, `no, just bree and corvin watch`."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.phrases.corrections.corrected_last_line import LastLine, find_person_of_word
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb

_CALL = (
    r"(?:(?:no|nope|nah|wait|hang on|hold on|actually|correction|my mistake|sorry|oops)[,.:;!]* +)+"
)
_BY_ANOTHER = re.compile(
    rf"(?i){_CALL}(?:it was |that was )?(?P<who>\w+)(?:['’]s)? "
    r"(?:(?P<pays>pays|paid)(?: for (?:it|them|that|those))?"
    r"|(?P<verb>\w+?) (?:it|them|that|those|this))"
    r"(?:,? (?:and )?(?:not|instead of|rather than) (?P<denied>\w+))?(?:,? instead)?"
)
_CATEGORY = re.compile(
    rf"(?i){_CALL}(?:i meant? |that was |it was |make (?:it|that) )?(?:as )?(?:an? )?"
    r"(?P<category>banal|giving|taking|convincing)(?: exchange)?(?:,? instead)?"
)
_TALKED = re.compile(r"(?P<who>talk (?:\"[^\"]+\"|\S+)) (?:banal|giving|taking|convincing)\b")
_ONLY_WATCHING = re.compile(
    rf"(?i){_CALL}(?:undo[,.:;!]* +)?(?:just|only) (?P<who>\w+(?:(?: and |, | & )\w+)*)"
    r"(?: now| first| for now| on watch| watch(?:es)?| keeps? watch| tonight)*"
)
_NAMES = re.compile(r" and |, | & ")
_FACES = re.compile(r" =\S+")
_BUY, _PAYER = "buy", re.compile(r" from \S+$")
_DONE_BY_FIRST = frozenset(
    ["light", "snuff", "drop", "buy", "sell", "stash", "use", "refill", "eat", "check", "save"]
)
"""Words whose line names first who does it."""
_WORDS_OF_VERBS = {"gets": "give", "got": "give", "takes": "give", "took": "give"}


def list_lines_done_by_another(
    typed: str, last: LastLine, vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """The last line with somebody else in the place of whom it names first, for `no, wim lights
    it`; with another payer for `no, wim pays`; and with another kind of exchange."""
    if said := _CATEGORY.fullmatch(typed):
        category = said["category"].casefold()
        yield from (
            f"{talked['who']} {category}{_FACES.sub('', last.said[talked.end() :])}"
            for talked in [_TALKED.match(last.said)]
            if talked
        )
        return
    said = _BY_ANOTHER.fullmatch(typed)
    who = find_person_of_word(said["who"], vocabulary) if said else ""
    if said is None or not who:
        return
    name, verb = quote_typed_name(campaign.get_errant(who)), (said["verb"] or "").casefold()
    if said["pays"]:
        is_buyer = last.said.split()[1:2] == [name] and not _PAYER.search(last.said)
        paid = f"{_PAYER.sub('', last.said)} from {name}"
        yield from [paid] if last.word == _BUY and not is_buyer else []
        return
    words = last.said.split()
    first = find_person_of_word(words[1] if words[1:] else "", vocabulary)
    denied = find_person_of_word(said["denied"] or "", vocabulary)
    is_done = last.word in _DONE_BY_FIRST and verb in inflect_verb(last.word)
    is_same = is_done or _WORDS_OF_VERBS.get(verb) == last.word
    if is_same and first and first != who and denied in ("", first):
        yield " ".join([words[0], name, *words[2:]])


def write_line_of_only_watchers(
    typed: str, last: LastLine, vocabulary: Vocabulary, campaign: Campaign
) -> str:
    """The line by which only these keep the watch of a night that goes on, for `no, just bree`; ""
    for anything else."""
    turn = campaign.innermost_turn if campaign.turns else None
    said = _ONLY_WATCHING.fullmatch(typed)
    if said is None or turn is None or not (turn.asleep and turn.watch):
        return ""
    known = [vocabulary.find_member(each.casefold()) for each in _NAMES.split(said["who"])]
    is_of_watch = "watch" in last.said and all(known)
    names = [quote_typed_name(campaign.get_errant(each)) for each in known if each]
    return f"watch {' '.join(names)}" if is_of_watch else ""
