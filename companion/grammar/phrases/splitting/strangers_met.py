"""Somebody who is met, and is no NPC yet: `an old hermit called Mottle, how does he react`, `old
pilgrim sits there, who is he`."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.misspellings import is_english_word
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_MEET = (
    r"(?:(?:they|we|the company) (?:meet|come across|run into)s? "
    r"|there['’]?s |here comes |it['’]s )?"
)
_NOTE = r"(?P<note>(?:an?|the)(?: (?!of\b)[a-z][a-z'-]*)+?)"
_NAME = r"(?P<name>[a-z][a-z'’-]+)"
_MORE = r"(?:[,.;!]+ | and )(?:and |so )?(?P<more>[^,;.?!]+\??)[.!]?"
_MET = tuple(
    re.compile(f"(?i){each}{_MORE}")
    for each in (
        rf"{_MEET}{_NOTE},? (?:called|named|by the name of) {_NAME}",
        rf"(?:they|we) meet {_NOTE}, {_NAME}",
        rf"(?:they|we) meet {_NAME}, {_NOTE}",
    )
)
_REACTION = re.compile(
    r"(?i)(?:what['’]?s (?:his|her|their) )?(?:reaction|react)(?: roll)?\??"
    r"|how (?:does|do) (?:he|she|they|it) (?:react|take (?:it|to (?:us|them|the company))|feel)"
    r"(?: to (?:us|them)| about (?:us|them))?\??"
)
_STRANGER_ASKED_FOR = re.compile(
    r"(?i)(?:(?P<story>[^?]{4,}?)[,;.!]+ (?:and |so |ok )?(?:who(?:['’]?s| is) (?:it|he|she)\??"
    r"|(?:(?:give|gimme|make|draw|roll|get)(?: me| us)? (?:an? )?npc"
    r"|make (?:him|her|them|one) up))"
    r"|who(?:['’]?s| is) (?:the|this|that) [a-z ]+\? (?:give|gimme|make|draw|roll|get)(?: me| us)?"
    r" (?:an? )?npc)[.!]?"
)
_KNOWN = re.compile(r"(?i)\b(?:dead|body|corpse|the (?!door\b|bell\b|fire\b)[a-z]+ (?:is|are))\b")
_PRONOUN, _CALLED = (
    re.compile(r"(?i)\b(?:him|her|them)\b"),
    re.compile(r"(?i) (?:called|named|by)\b"),
)
_NAMED_FIRST = re.compile(r"(?i)(?:they|we) meet (?!an? |the |some|any|no|old |young )\w+,")
_NOBODY = frozenset(
    [
        *("nobody", "noone", "nothing", "someone", "somebody", "everyone", "everybody", "one"),
        *("him", "her", "them", "it", "who", "here", "there", "outside", "inside", "tonight"),
        *("again", "later", "away", "out", "back", "off", "trouble"),
    ]
)
"""Words that name nobody, and for which the line is another."""
_DRAW, _NOTE_WORD = "npc ?", "note"


def split_stranger_and_more(typed: str, context: Context) -> tuple[str, ...]:
    """The line by which a stranger becomes an NPC, and their reaction or what somebody of the
    Company does then; for a stranger without a name a note of the story, and `npc ?`. Nothing for
    any other line, and where the story names somebody who is known."""
    text = typed.strip()
    if context.campaign.book.combatants or not context.is_guide:
        return ()
    for way in _MET:
        if said := way.fullmatch(text):
            return _split_named(said, context)
    said = _STRANGER_ASKED_FOR.fullmatch(text)
    if said is None or _KNOWN.search(text) or _names_somebody(text, context):
        return ()
    return (f"{_NOTE_WORD} {said['story']}", _DRAW) if said["story"] else (_DRAW,)


def _split_named(said: re.Match[str], context: Context) -> tuple[str, ...]:
    name, more = said["name"], said["more"]
    is_name = _CALLED.search(said[0]) or _NAMED_FIRST.match(said[0]) or _REACTION.fullmatch(more)
    is_word = not is_name and is_english_word(name.casefold())
    is_person = not {*load_phrases().groups["folk"]}.isdisjoint(said["note"].casefold().split())
    if (
        not is_person
        or is_word
        or name.casefold() in _NOBODY
        or _names_somebody(f"{said['note']} {name}", context)
    ):
        return ()
    met = f"npc new {name[:1].upper()}{name[1:]} note {said['note']}"
    if _REACTION.fullmatch(more):
        return (met, f"react {name}")
    first = more.partition(" ")[0].casefold()
    is_ours = build_vocabulary(context).names_member(first)
    return (met, _PRONOUN.sub(name, more)) if is_ours else ()


def _names_somebody(said: str, context: Context) -> bool:
    """True for words that name one of the Company or an NPC."""
    vocabulary = build_vocabulary(context)
    words = [token.word for token in tokenize_short_line(said, context)]
    kinds = {kind for word in words for kind in vocabulary.find_meanings(word)}
    return not words or not kinds.isdisjoint(("person", "npc"))
