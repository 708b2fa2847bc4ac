"""What a line means that is typed as people talk: the line of the companion's own words for it."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from companion.campaign.known_places import list_sites_for_seat
from companion.commands.dispatch import SECRET_WORD, ResolvedLine, resolve_line
from companion.errant.goods import find_listed_good
from companion.errant.naming import Named, type_name
from companion.errant.world import Faction, Npc
from companion.grammar.context import Context
from companion.grammar.line import Line, read_line
from companion.grammar.words import WORDS
from companion.refusal import Ambiguous, Malformed, Refusal, Unknown
from companion.reports.reply import Reply
from companion.text import quote_name

_DONE = "ok"
_TELL = "tell"
_SECRETLY = ("secretly", "privately", "hidden", "secretly,", "privately,")
"""What is said for `secret`."""
_ABSORBING = ("give", "g", _DONE, _TELL)
"""Words that take whatever follows as a thing's name or as a text."""
_TEXTS = ("declare", "note", "done", "fate")
"""Words that keep a text."""
_WORDS_OF_TEXT = ("next", "turn", "tell", "sign", "every", "secret", "d", "n", "t")
_ASKING = ("is", "are", "was", "were", "did", "does", "has", "had", "have", "should", "shall")
"""Beginnings of a question that is answered with yes or no."""
_ANSWERING = ("fate", "morale", "seek", "break")
"""Words that roll for what nobody knows."""
_ROLLING = (*_ANSWERING, "roll", "encounter", "draw", "react", "check", "save", "talk")
"""Words that may answer any other question."""
_TELLING = ("npc", "faction")
"""Words that change nothing where no more than a name follows."""
_FIGHT = "fight"
"""It only shows who fights, where somebody does."""
_NEXT = ("next", "n")
_CALLS = ("odd", "even")
_ENDING_TURNS = ("done", "out", "next", "n")
_OPENERS = ("so", "but", "wait", "what", "who", "how", "can", "lets", "let's")
"""Words that begin something else after `ok`."""
_OUTCOMES = (_DONE, "do")
"""Words for `done` that people say without meaning it."""
_NO_TEXTS = (*_NEXT, "do")
"""Words that may be said of something else, and then begin no text."""
_DENYING = ("not", "never")
_MOST_WORDS_BEFORE = 3
_DOING = ("i", "we", "you", "they", "he", "she")
_NOT_AFTER_DO = frozenset(
    [*_DOING, "it", "that", "this", "not", "so", "nothing", "anything", "something"]
)
_POSSESSIVES = frozenset(["his", "her", "their", "my", "our"])
_RETURNING = frozenset(["back", "again"])
"""Words of what somebody had before: it is no new thing."""
_GIVING = ("give", "g")
_SMALL = frozenset(
    ["it", "the", "a", "an", "this", "that", "them", "him", "his", "her", "their", "some"]
)
"""Words that stand for something, and name nothing."""
_INTENDED = re.compile(
    r"(?i)ok,? (?:so )?(?:let'?s|can (?:we|i)|"
    r"\w+(?:'d| would)? (?:wants? to|wanna|like to|will|plans? to)) "
)
"""What is intended after `ok` is no outcome."""
_MOST_READINGS = 60
"""So many are tried at most: a line that means nothing must be refused at once."""

MakeContext = Callable[[Line], Context]


class Refused(NamedTuple):
    """The refusal of a line; the word it says, if it says one; and the line it was understood as,
    if that is another."""

    refusal: Refusal
    resolved: ResolvedLine | None = None
    meant: str | None = None


TryLine = Callable[[str, Line, str], Reply | Refused]
"""Answers a line that is meant; the last is what was typed in its place."""


_HYPHENED = re.compile(r"(?<!\S)\w+(?:-\w+)+(?![^\s,.])")


class Meaning(NamedTuple):
    """A line in the companion's own words; `asked` is what stands in its place where it may mean
    several things."""

    line: Line
    text: str


def find_whole_phrase(typed: str, line: Line, make_context: MakeContext) -> Meaning | None:
    """The meaning of a phrase that would be read as something else, as `next turn`; None for any
    other line."""
    from companion.grammar.phrases.reading import (
        list_preferred,
    )  # measured: no strict script needs it

    lines = list_preferred(typed, _make_lenient_context(make_context))
    forced = (_force(each) if line.forced else each for each in lines)
    return next(_select_readable(forced, make_context), None)


def find_other_word(typed: str, line: Line, make_context: MakeContext) -> Meaning | None:
    """The meaning of a line whose first word would take any text, as `give wim the rope` or `ok
    bree lights a torch`, where it means what another word does; None for any other line."""
    said = read_line(line.rest) if line.word == SECRET_WORD else line
    if said is None or said.word not in _ABSORBING or line.forced or said.forced:
        return None
    if said.word == _TELL and not _is_asking(said.arguments):
        return None
    if said.word not in (_DONE, _TELL) and not _is_talk(said.arguments):
        return None
    try:
        first = next(list_meanings(typed, line, make_context), None)
    except Ambiguous:
        return None
    is_meant = first is not None and _INTENDED.match(typed) is not None
    is_text = first is None or (said.word == _DONE and first.line.word in _TEXTS and not is_meant)
    return None if is_text else first


def _is_asking(told: tuple[str, ...]) -> bool:
    """True for what follows `tell` where it asks, as `me about pike`, or makes something known, as
    `the players about the causeway`."""
    return told[:1] in (("me",), ("us",)) or "about" in told[:3]


def _is_talk(arguments: tuple[str, ...]) -> bool:
    """True for arguments as nobody types them for the companion: with an article, or an owner."""
    from companion.grammar.phrases.ways import load_phrases  # measured, as above

    phrases = load_phrases()
    small = {*phrases.articles, *phrases.numbers, *phrases.links["from"], *phrases.links["to"]}
    small |= _POSSESSIVES | _RETURNING
    return any(word.casefold() in small or word.endswith(("'s", "’s")) for word in arguments)


def _look_once(make_context: MakeContext) -> MakeContext:
    """What is known to a line that looks for changed tables of goods and creatures only once."""
    context = make_context(Line("", False, (), ""))
    goods, creatures = cache(context.read_goods), cache(context.read_creatures)

    def make_one(line: Line) -> Context:
        return make_context(line)._replace(read_goods=goods, read_creatures=creatures)

    return make_one


def _make_lenient_context(make_context: MakeContext) -> Context:
    """What is known while it is not known yet what a line means; broken price tables list
    nothing."""
    context = make_context(Line("", False, (), ""))
    try:
        goods = context.read_goods()
    except Refusal:
        goods = ()
    try:
        creatures = context.read_creatures()
    except Refusal:
        creatures = ()
    return context._replace(read_goods=lambda: goods, read_creatures=lambda: creatures)


def answer_strictly(
    text: str, line: Line, try_line: TryLine, make_context: MakeContext
) -> Reply | Refused:
    """The answer to a line as it is typed; where it begins with no word of the companion's, the
    refusal names the line that was meant."""
    outcome = try_line(text, line, "")
    if not isinstance(outcome, Refused) or outcome.resolved is not None or not line.rest:
        return outcome
    try:
        meant = next(list_meanings(text, line, make_context), None)
    except Ambiguous as refusal:
        return Refused(refusal)
    if meant is None:
        return outcome
    return Refused(Unknown(outcome.refusal.message, f"Try: {meant.text}"))


def answer_generously(
    text: str, line: Line, try_line: TryLine, make_context: MakeContext
) -> Reply | Refused:
    """The answer to a line as people talk: what is refused for how it is typed is tried as what it
    may mean, and asked where two meanings are as likely."""
    make_context = _look_once(make_context)
    if refused := _refuse_line_at_once(text, line, make_context):
        return refused
    instead = find_whole_phrase(text, line, make_context) or find_other_word(
        text, line, make_context
    )
    if instead is not None:
        return try_line(instead.text, instead.line, text)
    if refused := _refuse_text(line, make_context):
        return refused
    is_other = _begins_otherwise(line) or _names_another(text, line, make_context)
    outcome = _refuse_line() if is_other else try_line(text, line, "")
    if isinstance(outcome, Reply) or not _may_mean_more(outcome):
        return outcome
    if _is_ordinary(line):
        outcome = _refuse_line()
    try:
        for meant in list_meanings(text, line, make_context):
            if is_other and line.word in _NO_TEXTS and meant.line.word in _NO_TEXTS:
                continue
            tried = try_line(meant.text, meant.line, text)
            if not _may_mean_more(tried):
                return tried
    except Ambiguous as refusal:
        return Refused(refusal)
    refused = _explain_refusal(outcome, text, make_context)
    if line.word == SECRET_WORD and line.rest and refused.resolved is None:
        message = refused.refusal.message
        return Refused(Unknown(message, f"Try: {SECRET_WORD} note {line.rest}"))
    return refused


def _refuse_line_at_once(text: str, line: Line, make_context: MakeContext) -> Refused | None:
    """The refusal of a line that a form would read as what nobody means by it: what is not done as
    an outcome, two lines as one, a call where nobody fights as the Event Die."""
    if _denies_outcome(line):
        message = f"«{text}» says what is not done: nothing is."
        return Refused(Unknown(message, f"Try: note {line.rest}"))
    calls = line.word in _CALLS and line.arguments[:1] in ((), ("by",)) and not line.forced
    if calls and not make_context(line).campaign.book.combatants:
        message = "Odd and even are called in a fight, and nobody fights."
        return Refused(Unknown(message, "To read how: help order"))
    if line.word.rstrip(",;") in _ENDING_TURNS and not line.forced:
        from companion.grammar.phrases.several import split_turns  # measured, as above

        if lines := split_turns(text, _make_lenient_context(make_context)):
            message = f"«{text}» is two lines: a Turn ends, and the next begins."
            return Refused(Malformed(message, f"Try: {lines[0]}"))
    return None


def _refuse_text(line: Line, make_context: MakeContext) -> Refused | None:
    """The refusal of a text that nobody means as one: a question as what players are told, a hug
    as a thing that is given, an hour as what came of a deed."""
    if line.forced or not line.arguments:
        return None
    if line.word == _TELL and _is_asking(line.arguments):
        asked = line.rest.rpartition("about ")[2]
        why = f"Nothing is known by the name «{asked}», and nobody was told anything."
        return Refused(Unknown(why, "To see who is known: npc"))
    who, *what = line.arguments
    if line.word in _GIVING and what[1:] and what[0].casefold() in ("a", "an", "some"):
        thing = " ".join(what[1:])
        if find_listed_good(thing, _make_lenient_context(make_context).read_goods()):
            return None
        why = f"«{thing}» is in no pack and no price table."
        return Refused(Unknown(why, f'For a thing of your own: give {quote_name(who)} "{thing}"'))
    if line.word == _DONE and what and who.casefold() in _OPENERS:
        why = f"«{line.word}» notes what came of a deed, and this does not sound so."
        return Refused(Unknown(why, f"If it is what came of it: done {' '.join(what)}"))
    if line.word in _OUTCOMES and "," in line.rest:
        from companion.grammar.phrases.denials import counts_something  # measured, as above

        if counts_something(line.rest, _make_lenient_context(make_context)):
            why = f"«{line.word}» notes what came of a deed, and something is counted here."
            return Refused(Unknown(why, f"If it is what came of it: done {line.rest}"))
    return None


def _is_ordinary(line: Line) -> bool:
    """True for a verb of talk that is only the beginning of a word, as `set out for Saltford`."""
    from companion.grammar.phrases.ways import index_first_words  # measured, as above

    is_begun = line.word not in WORDS and line.word in index_first_words()
    return is_begun and len(line.arguments) > 1


def _refuse_line() -> Refused:
    return Refused(Unknown("That is not understood.", "Type help for all the words."))


def _explain_refusal(outcome: Refused, text: str, make_context: MakeContext) -> Refused:
    """The refusal of a line that begins with no word of the companion's: what of it is not
    understood."""
    from companion.grammar.phrases.refusing import refuse_line  # measured, as above

    if outcome.resolved is not None:
        return outcome
    if refused := _refuse_reading(text, make_context):
        return refused
    refusal = refuse_line(text, _make_lenient_context(make_context), hint=outcome.refusal.hint)
    if refusal is None:
        return outcome
    refusal.hint = _write_names(refusal.hint, make_context)
    return Refused(refusal)


def _refuse_reading(text: str, make_context: MakeContext) -> Refused | None:
    """The refusal of the line that is likeliest to be meant, where a form reads no such line: who
    speaks of a candle that nobody has is told so."""
    from companion.grammar.phrases.reading import list_understood  # measured, as above

    for meant in islice(list_understood(text, _make_lenient_context(make_context)), 1):
        line = read_line(meant)
        if line is None:
            continue
        try:
            resolved = resolve_line(line, make_context(line).campaign, whole=True)
            resolved.word.read(resolved.line.arguments, make_context(resolved.line))
        except Refusal as refusal:
            return Refused(refusal)
    return None


def _begins_otherwise(line: Line) -> bool:
    """True for `do they flee?`, `no one eats`, `drop it` and `give wim back his torch`: people mean
    neither `done` nor `note` so, `it` is the name of nothing, and what comes back is not new."""
    follows = line.arguments[0].casefold() if line.arguments else ""
    is_small = follows in _SMALL and line.word not in (*_TEXTS, *_WORDS_OF_TEXT)
    said = {word.casefold() for word in line.arguments}
    is_old = not said.isdisjoint(_RETURNING | _POSSESSIVES)
    is_old = is_old or line.arguments[1:2] in (("to",), ("from",))
    returns = is_old and line.word in _GIVING and not line.forced
    returns = returns or (line.word == "i" and bool(follows))
    asks = line.word == "do" and ("?" in line.rest or follows in _NOT_AFTER_DO)
    return asks or is_small or returns or (line.word in ("no", "not") and bool(follows))


def _denies_outcome(line: Line) -> bool:
    """True for `ok don't light it`: that is no outcome of what was declared."""
    first = [word.casefold() for word in line.arguments[:_MOST_WORDS_BEFORE]]
    is_denied = any(word in _DENYING or word.endswith(("n't", "n’t", "dont")) for word in first)
    return line.word in _OUTCOMES and is_denied and not line.forced


def _names_another(text: str, line: Line, make_context: MakeContext) -> bool:
    """True for `next week`, `do six goblins attack` and `a rat ate it`: no next Turn, nothing that
    is done, and no attack."""
    if line.word not in (*_NEXT, "do", "a") or not line.rest:
        return False
    from companion.grammar.phrases.denials import (  # measured, as above
        asks_after_somebody,
        begins_with_article,
        names_next_one,
    )

    if line.word == "a":
        return begins_with_article(text, _make_lenient_context(make_context))
    names = asks_after_somebody if line.word == "do" else names_next_one
    return names(text, _make_lenient_context(make_context))


def _may_mean_more(outcome: Reply | Refused) -> bool:
    """True for a line that was refused for how it was typed, not for what was asked for."""
    of_typing = Unknown | Malformed | Ambiguous
    return isinstance(outcome, Refused) and isinstance(outcome.refusal, of_typing)


def list_meanings(typed: str, line: Line, make_context: MakeContext) -> Iterator[Meaning]:
    """What a refused line may mean, the likeliest first; only what can be read. Raises Ambiguous
    where several are as likely."""
    from companion.grammar.phrases.reading import list_readings  # measured, as above
    from companion.grammar.phrases.ways import load_phrases

    secretly = line.word in (SECRET_WORD, *_SECRETLY) and bool(line.rest)
    typed = line.rest if secretly else typed
    context = _make_lenient_context(make_context)
    if line.word in _SECRETLY:
        yield from _select_readable(iter([f"{SECRET_WORD} {typed}"]), make_context)
    first, second, *_ = (*(word.casefold().strip("?,") for word in typed.split(" ")), "")
    asks = first in _ASKING or (first == "do" and ("?" in typed or second in _DOING))
    is_question = first in load_phrases().questions or (
        "?" in typed and first not in load_phrases().requests
    )
    rolling = _ANSWERING if asks else _ROLLING if is_question else None
    for readings in islice(list_readings(typed, context), _MOST_READINGS):
        texts = [f"{SECRET_WORD} {each}" if secretly else each for each in readings]
        texts = [_force(each) if line.forced else each for each in texts]
        found = list(_select_readable(iter(texts), make_context, rolling))
        if len(found) > 1:
            either = ", or ".join(each.text for each in found)
            raise Ambiguous(f"«{typed}» may mean two things.", f"Try: {either}")
        yield from found


def _select_readable(
    texts: Iterator[str], make_context: MakeContext, rolling: tuple[str, ...] | None = None
) -> Iterator[Meaning]:
    """The lines that a form reads, with names in the place of ids; of a question those that only
    look, or are `rolling`."""
    for written in texts:
        text = _write_names(written, make_context)
        try:
            if line := read_line(text):
                context = make_context(line)
                word, said, *_ = resolve_line(line, context.campaign, whole=True)
                form, values = word.read(said.arguments, make_context(said))
                looks = form.is_read_only(values) or (
                    word.name in _TELLING and not said.arguments[1:]
                )
                looks = looks or (text == _FIGHT and bool(context.campaign.book.combatants))
                if rolling is None or word.name in rolling or looks:
                    yield Meaning(line, text)
        except Refusal:
            continue


def _write_names(text: str, make_context: MakeContext) -> str:
    """A line with the names of people, places and effects as they are typed, and no id of theirs
    that is no name. What players do not know of keeps the name they typed."""
    ids = set(_HYPHENED.findall(text))
    if not ids:
        return text
    context = make_context(Line("", False, (), ""))
    campaign, guide = context.campaign, context.is_guide
    beings: tuple[Npc | Faction, ...] = (*campaign.world.npcs, *campaign.world.factions)
    known = (each for each in beings if guide or each.met)
    places = list_sites_for_seat(campaign, guide=guide)
    named: tuple[Named, ...] = (*campaign.errants, *campaign.book.effects, *known, *places)
    names = {each.id: type_name(each) for each in named if each.id in ids}
    return _HYPHENED.sub(lambda found: names.get(found[0], found[0]), text)


def _force(text: str) -> str:
    word, _, rest = text.partition(" ")
    return f"{word}! {rest}".rstrip()
