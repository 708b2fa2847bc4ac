"""Phrases whose words are kept as they were typed: notes, outcomes and questions of fate."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from companion.grammar.argument_kinds.npc_and_faction_fields import FACTION_FIELDS, NPC_FIELDS
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied
from companion.text_cleaning import quote_name

_CALLED = ("called", "named")
_THING = re.compile(r"(?:an? |the )?(\w+(?: \w+)?)\?")
"""A thing that is asked for in no words, as `rope?`."""
_OF_THINGS = ("is", "are", "will", "would", "was", "were", "does")
_QUESTIONS = ("is it", "is anybody", "is anyone", *(f"{verb} the" for verb in _OF_THINGS))
_OVER, _FEW = ("over", "done", "finished"), 3
"""What is seen without a roll, as `is it over?`."""
_ADDING = ("add", "make", "write", "take", "new", "a", "read", "last")
_ERASING = ("delete", "remove", "erase", "scrap", "strike", "scratch", "forget", "lose", "bin")
_CALLING_OFF = ("nah", "wait", "but")
_LEADING = ("let's", "lets", "please", "so")
_FATE = (
    r"(?:ask (?:the )?(?:(?:die of )?fate(?: die)?|dice(?=:| if| whether))"
    r"|let (?:fate|luck|chance|the dice) decide|roll (?:the )?(?:die of )?fate(?: die)?|"
    r"(?:the )?(?:die of fate|fate die|oracle)"
    r"|(?:(?:i|we|i['’]?ll|we['’]?ll|let['’]?s) )?(?:leave (?:it|this|that) (?:up )?to|let"
    r"|(?:it['’]?s )?(?:up|down) to) (?:fate|luck|chance|the dice)"
    r"(?: say| tell| decide)?(?=:| if\b| whether\b)"
    r"|(?:fate|luck|chance|the dice) decides?(?= (?:if|whether)\b))"
)
_FACE = r"(?:,? ?(?:says|shows|gives)? ?=?(?P<face>[1-6]))?"
_LEFT_TO_FATE = r"(?:let['’]?s )?leave (?:it|this|that) (?:up )?to (?:fate|luck|chance|the dice)"
_FATE_LAST = re.compile(
    rf"(?i)(?P<question>\w.*?)[?,:;.]+ (?:(?:the )?{_FATE}|{_LEFT_TO_FATE}|fate){_FACE}"
)
_FATE_FIRST = re.compile(rf"(?i){_FATE}(?: (?:if|whether))?[:,]? (?P<question>[^\W\d].*?){_FACE}")
"""`is the door locked? ask fate`, and the other way round."""
_MARK = re.compile(r"^[-–—:]+ +")
"""What stands between `jot this down` and a text."""
_LIVING = re.compile(r" (?:in|from|living in|who lives in) (?=[A-Z])")
"""Where somebody lives, as `in Reedmarket`."""
_POINTING = (["it"], ["that"], ["this"])
_SAID_BEFORE = (["down"], ["it"], ["it", "down"], ["this"], ["this", "down"], ["that"])
"""What is to be written down, in words that are not here: `remember this`."""
_KEPT_SECRET = re.compile(
    r"(?i)(?:please )?(?:note|write|jot|log|record|remember|memo)\b[^:]{0,40}"
    r"\b(?:me|myself|private|privately|secret|secretly|eyes|only|guide|gm|dm)\b[^:]{0,20}: ?(\S.*)"
)
"""A note of which is said, before a colon, that it is for the Guide alone."""
_NOTED = re.compile(
    r"(?i)(?:please )?(?:note|log|write|jot|record|remember|memo)"
    r"(?:,? (?:down|it|this|that|please|pls|kindly|(?:to|in|for) (?:the |our )?log))+"
    r"(?: ?: ?|(?<=down) (?:that )?|(?<=down that) )(\S.*)"
)
"""A note with what is only polite before its colon."""
_UNTIMED = re.compile(
    r"(?i)remind (?:me|us)(?::| that) "
    r"(?!(?:at|when|to)\b|.*(?:\b(?:in|after|every) \d|turns?\b|hours?\b|minutes?\b|tomorrow\b"
    r"|tonight\b|next\b|later\b|noon\b|dawn\b|dusk\b))(\S.*)"
)
"""A reminder that says no time is a note, as `remind me: bree owes pike eels`."""
_NOTE_SLIP = re.compile(
    r"(?i)(?:not[a-df-su-z]|ntoe|n0te|noet|nte|onte|nore|mote|noted|notes|notse): ?(\S.*)"
)
"""A slip of `note` before a colon."""
_NOTED_LAST = re.compile(
    r"(?i)(?P<kept>\w.*?)(?:[,;:.!]+| [-–—]+) (?:please |and |so |make a |put a )*"
    r"(?:note|write|jot|record|log)(?: (?:it|that|this|of it|of that))+"
    r"(?: down| up| please| in (?:the|our) (?:log|journal|notes))*"
)
"""A note that is told first, as `the altar is hollow, write that down`."""
_REMEMBERED = re.compile(
    r"(?i)(?P<kept>\w+(?: \w+){0,3}?(?: (?:is|are|was|were|owes|owed|has|needs|wants|lives|works)"
    r"|['’]s) [^?;=,]+), (?:remember (?:that|this)|don['’]?t let me forget(?: it| that)?)"
)
"""What is to be remembered, as `pike is owed a favour, remember that`; no word to the Company."""
_SUM = re.compile(
    r"(?i)\b(?:gets?|got|takes?|took|loses?|lost|pays?|paid|for|(?:re)?gains?|heals?|hits?) \d"
    r"|\b\d+ ?(?:damage|dmg|hp|shillings?|pennies|pence|guilders?|coins|supply)\b"
)
_SECRETLY = re.compile(
    r"(?i)(?:(?:in secret|secretly|in private|privately|between us|discreetly)"
    r"|for (?:me|myself|the (?:guide|gm|dm))(?: only| alone)?"
    r"|for (?:my|our|the (?:guide|gm|dm)['’]?s) (?:eyes|ears)(?: only| alone)?"
    r"|without (?:the players|them|anyone|anybody) (?:hearing|knowing|seeing|reading)(?: it| this)?"
    r")\b[,:]? (?:that )?(?=\S)"
)
"""How a note begins that is for the Guide alone."""
MAYBE_SECRET = re.compile(
    r"(?i)\b(?:(?:my|our) (?:eyes|ears)|without (?:the )?players|(?:no|none of the) players?"
    r"|(?:the )?players (?:must|may|should|do|can|are)(?:n['’]?t| not|n['’]?t to)|between the"
    r" two of us|keep (?:this|it|that) (?:from|hidden|quiet|to (?:us|you|me)))\b"
)
"""Words of a note by which it may be for the Guide alone: it is asked."""
_SECRET_LAST = re.compile(
    r"(?i)(?P<kept>\w.*?)(?:[,;:.!]+| [-–—]+) (?:(?:please|but|and|so|now) )*"
    r"(?:(?:keep|note|write|jot|record|log)(?: (?:it|that|this))?(?: down)?"
    r" (?:a |as a )?(?:secret|secretly|in secret|private|privately|to (?:our|my|your)sel(?:f|ves)"
    r"|(?:from|away from|hidden from) (?:them|(?:the )?players|everyone)|between us)"
    r"|(?:(?:the|my) )?(?:they|players) (?:don.?t|do not|mustn.?t|must not) know"
    r"(?: (?:that|this|it))?(?: yet)?"
    r"|don.?t (?:tell|let on to) (?:them|the players|anyone|anybody)(?: (?:that|yet))*)"
)
"""A note of which is said after it that players do not know it."""
_SECRETLY_NOTED = "note secret"
_NOTING = re.compile(r"(?i)(?:please )?(?:note|(?:write|jot|put) down)(?: that|:)? ")
_THAT = re.compile(r"(?i)that (?=\S)")
"""How a note begins that is told as somebody's words: `note that pike lies`."""


def list_kept_text_lines(typed: str) -> Iterator[str]:
    """The line of a text that is kept, as a note."""
    if asked := _FATE_LAST.fullmatch(typed) or _FATE_FIRST.fullmatch(typed):
        face = f" ={asked['face']}" if asked["face"] else ""
        yield f"fate {asked['question'].rstrip(' ?.!…')}{face}"
        return
    told = compile_named_pattern("done last").fullmatch(typed)
    if told and not contains_counted_amount(typed):
        yield f"done {told[1] or told[2]}"
    if compile_named_pattern("outcome").fullmatch(typed):
        yield f"done {typed}"
        return
    if noted := [*list_note_lines(typed)]:
        yield from noted
        return
    spoken, articles = typed.split(), load_phrases().articles
    plain = [word.casefold().strip(":,") for word in spoken]
    leading = {*_LEADING, *load_phrases().interjections} - load_phrases().denials - {*_CALLING_OFF}
    begun = next((at for at, word in enumerate(plain) if word not in leading), 0)
    places = [at for at, word in enumerate(plain) if word not in articles]
    for first, (line, way) in _list_openings(plain, places, begun):
        end = first + len(way)
        if places[end:]:
            kept = spoken[places[end - 1] + 1 :]
            if kept[0].isdecimal() and way[0] in WORDS and way[0] != line:
                continue  # `log 20 lines` is no note
            if [word.casefold() for word in kept] in _SAID_BEFORE:
                return
            is_about = line == "tell" and kept[0].casefold() == "about"
            if is_about and kept[1:] not in _POINTING:  # that makes it known
                return
            text = " ".join(_write_name_and_note(kept) if line.endswith(" new") else kept)
            if line == "note":
                yield _write_note_line(text)
                return
            text = _MARK.sub("", text)
            if line == _SECRETLY_NOTED:
                text = _NOTING.sub("", text)
            yield f"{line} {_LIVING.sub(' at ', text) if line == 'npc new' else text}"
            return
    last = -2 if plain[-2:] == ["note", "that"] else -1
    if (
        len(spoken) > 2
        and plain[last] in ("note", "noted")
        and plain[0] not in (*_ADDING, *_ERASING)
        and not (plain[0] in WORDS or plain[last - 1] in articles)
        and plain[0] not in (*load_phrases().requests, *load_phrases().questions)
    ):
        yield f"note {' '.join(spoken[:last]).rstrip(' ,;.')}"


def _list_openings(
    plain: Sequence[str], places: Sequence[int], last: int
) -> Iterator[tuple[int, tuple[str, list[str]]]]:
    """The openings of a text that begin at one of these places, up to `last`: `ok, just for me:`
    begins with a word that may be passed over, and `just for me` with one that may be, too."""
    said = [plain[at] for at in places]
    for first, at in enumerate(places):
        if at > last:
            return
        for line, way in _index_text_openings().get(said[first], ()):
            if said[first : first + len(way)] == way:
                yield first, (line, way)


def contains_counted_amount(typed: str) -> bool:
    """True for what is counted, as `bree takes 2 damage`: that is more than a text."""
    return _SUM.search(write_numbers_in_digits(typed)) is not None


def list_note_lines(typed: str) -> Iterator[str]:
    """The line of a note before whose colon more is said than `note`: that it is secret, or
    `please`."""
    if secret := _KEPT_SECRET.fullmatch(typed):
        yield f"note secret {secret[1]}"
    elif secret := _SECRET_LAST.fullmatch(typed.rstrip(" .!")):
        yield f"note secret {_NOTING.sub('', secret['kept'])}"
    else:
        last = _NOTED_LAST.fullmatch(typed.rstrip(" .!"))
        kept = _REMEMBERED.fullmatch(typed.rstrip(" .!"))
        if kept and typed.split()[0].casefold() not in WORDS and not contains_counted_amount(typed):
            yield _write_note_line(kept["kept"])
        noted = _NOTED.fullmatch(typed) or _UNTIMED.fullmatch(typed)
        if noted := noted or last or _NOTE_SLIP.fullmatch(typed):
            yield _write_note_line(noted[1] if ":" in typed else _THAT.sub("", noted[1]))


def _write_note_line(text: str) -> str:
    """The line of a note, secret if it begins so: `in secret that pike lies`."""
    text = _MARK.sub("", text)
    secret = _SECRETLY.match(text)
    return f"note secret {text[secret.end() :]}" if secret else f"note {text}"


def _write_name_and_note(told: list[str]) -> list[str]:
    """The name of somebody new, and what they are as a note: `a smith called Dagna` and `Dagna, a
    smith` are `Dagna note a smith`; fields are no note, as in `Dagna, threat 2`."""
    plain = [word.casefold().strip(",") for word in told]
    called = next((at for at in range(len(told) - 1) if plain[at] in _CALLED), -1)
    name, what = told[called + 1 :], told[: max(called, 0)]
    fields = {*NPC_FIELDS.names, *FACTION_FIELDS.names}
    for at, (word, after) in enumerate(pairwise(name), 1):
        if not what and word.endswith(",") and after.casefold() not in fields:
            name, what = name[:at], name[at:]
    if not what:
        return [" ".join(name).rstrip(",")]
    return [quote_name(" ".join(name).rstrip(",")), "note", " ".join(what).rstrip(",")]


@cache
def _index_text_openings() -> Mapping[str, list[tuple[str, list[str]]]]:
    """How a text is begun, by its first word, with the word it is for: of each word the longest
    first."""
    index: dict[str, list[tuple[str, list[str]]]] = {}
    for line, ways in load_phrases().openings.items():
        for way in sorted(ways, key=len, reverse=True):
            words = way.split()
            index.setdefault(words[0], []).append((line, words))
    return index


def list_question_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """Fate is asked what the companion does not know, as `will the bridge hold`; a thing alone is
    asked for by its price, or where nothing is sold by who has it; Supply by all that there is."""
    if asked := _THING.fullmatch(typed):
        supplies = (*load_phrases().groups["supply"], *load_phrases().food)
        yield from ("company",) if asked[1].casefold() in supplies else ()
        yield f"price {asked[1]}" if Implied((), context)["MARKET"] else f"company {asked[1]}"
    begun = " ".join(token.word for token in tokens[:2])
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    is_morale = any(token.word == "morale" for token in tokens)  # which is a roll of its own
    is_over = tokens[-1].word.strip("?") in _OVER and len(tokens) <= _FEW
    if begun in _QUESTIONS and not (is_morale or is_over or any(part.meanings for part in parts)):
        yield f"fate {typed}"
