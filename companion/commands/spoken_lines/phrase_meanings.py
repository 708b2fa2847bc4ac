"""Finds the line in the companion's own words that a phrase means, as people talk."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.abbreviated_words import list_lines_of_abbreviated_word
from companion.commands.spoken_lines.clauses_told_twice import list_pairs_of_clauses
from companion.commands.spoken_lines.parsable_command_lines import Meaning, select_parsable_lines
from companion.grammar.command_words import SECRET_WORD, WORDS
from companion.grammar.context import Context
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Ambiguous, Refusal

DONE = "ok"
WORDS_FOR_DONE = (DONE, "do")
"""Words for `done` that people say without meaning it."""
_OUTCOME = "done"
TELL = "tell"
_SECRETLY = (
    "secretly",
    "privately",
    "hidden",
    *("secretly,", "privately,", "secretly:", "privately:"),
)
"""What is said for `secret`."""
_ABSORBING = ("give", "g", DONE, TELL)
"""Words that take whatever follows as a thing's name or as a text."""
_SOME = "some"
TEXTS = ("declare", "note", "done", "fate")
"""Words that keep a text."""
_ROLLED_SECRETLY = re.compile(
    r"(?i)(?P<line>(?:please )?(?:roll|draw|check|save|react|morale|encounter|fate)\b.*?\w),?"
    r" (?:in (?:secret|private)|secretly|privately|behind (?:the|my|a) screen"
    r"|for (?:(?:my|the guide's|the gm's|the dm's) eyes|me|the guide|the gm|the dm)"
    r" (?:only|alone)|where (?:they|the players|nobody) can(?:'?t|not)? see(?: it)?)[.!]?"
)
"""A roll of which is said at its end that it is for the Guide alone."""
_ASKING = ("is", "are", "was", "were", "did", "does", "has", "had", "have", "should", "shall")
"""Beginnings of a question that is answered with yes or no."""
_ANSWERING = ("fate", "morale", "seek", "break")
"""Words that roll for what nobody knows."""
_ROLLING = (*_ANSWERING, "roll", "encounter", "draw", "react", "check", "save", "talk")
"""Words that may answer any other question."""
DOING = ("i", "we", "you", "they", "he", "she")
POSSESSIVES = frozenset(["his", "her", "their", "my", "our"])
RETURNING = frozenset(["back", "again"])
"""Words of what somebody had before: it is no new thing."""
_COUNTS = ("hp", "damage", "dmg", "silver", "gold", "copper")
_INTENDED = re.compile(
    r"(?i)ok,? (?:so )?(?:let'?s|can (?:we|i)|"
    r"\w+(?:'d| would)? (?:wants? to|wanna|like to|will|plans? to)|\w+['’]ll) "
)
"""What is intended after `ok` is no outcome."""
_MOST_READINGS = 60
"""So many are tried at most: a line that means nothing must be refused at once."""
_FORCED = re.compile(r"(?<=\w)!(?= )|!$")
_NIGHT = "next sleep "
_IS_THE_SAME_TWICE = (
    *("rest", "press-on", "out", "away", "back", "snuff", "sleep", "plenty", "order", "watch"),
    *("fight", "at", "zoom", "slots", "hp", "company", "status", "price", "who", "light"),
)
"""Words whose line changes nothing more where it is said twice; of others both may count."""
_ENDING = " end"
"""How a Negotiation is ended, which is so, too."""


def find_meaning_of_misread_phrase(
    typed: str, line: Line, make_context: MakeContext
) -> Meaning | None:
    """The meaning of a phrase that the forms would read as something else, as `next turn`; None for
    any other line."""
    # Measured: no strict script needs it.
    from companion.grammar.phrases.phrases_read_before_commands import (
        list_lines_read_before_commands,
    )

    context = make_context_for_unparsed_line(make_context)
    lines = list_lines_read_before_commands(typed, context)
    if line.forced:  # `next! sleep, bree watches` is no deed called so
        unforced = list_lines_read_before_commands(_FORCED.sub("", typed), context)
        lines = chain(lines, (each for each in unforced if f"{each} ".startswith(_NIGHT)))
    forced = (_force_line(each) if _is_forced_command(line) else each for each in lines)
    asks = typed.endswith("?") and (line.word in _ASKING or line.word in DOING)
    return next(select_parsable_lines(forced, make_context, _ROLLING if asks else None), None)


def find_meaning_behind_catch_all_word(
    typed: str, line: Line, make_context: MakeContext
) -> Meaning | None:
    """The meaning of a line whose first word would take any text, as `give wim the rope` or `ok
    bree lights a torch`, where it means what another word does; and of `done talking with pike`,
    where no action waits for its outcome. None for any other line. Raises Ambiguous for `give wim
    some torches`, which does not say how many."""
    said = parse_typed_line(line.rest) if line.word == SECRET_WORD else line
    if said is None or line.forced or said.forced:
        return None
    is_idle = said.word == _OUTCOME and bool(said.arguments)
    is_idle = is_idle and not make_context(line).campaign.open_matters.unresolved_actions
    if said.word not in _ABSORBING and not is_idle:
        return None
    if said.word == TELL and not asks_to_tell_about_something(said.arguments):
        return None
    if said.word not in (DONE, TELL) and not (
        is_idle or _is_everyday_speech(said.arguments, make_context(line))
    ):
        return None
    try:
        first = next(list_meanings_of_refused_line(typed, line, make_context), None)
    except Ambiguous:
        if _SOME in said.arguments:
            raise
        return _find_meaning_after_ok(said, make_context)
    except Refusal:
        return None
    is_meant = first is not None and _INTENDED.match(typed) is not None
    is_text = first is None or (
        said.word in (DONE, _OUTCOME) and first.line.word in TEXTS and not is_meant
    )
    return None if is_text else first


def _find_meaning_after_ok(line: Line, make_context: MakeContext) -> Meaning | None:
    """What follows `ok` where it means one thing alone, as `bree takes 3` in a fight; None for any
    other line."""
    rest = parse_typed_line(line.rest) if line.word == DONE else None
    try:
        first = next(list_meanings_of_refused_line(line.rest, rest, make_context)) if rest else None
    except (Refusal, StopIteration):
        return None
    return first if first and first.line.word not in TEXTS else None


def asks_to_tell_about_something(told: tuple[str, ...]) -> bool:
    """True for what follows `tell` where it is no text to tell: a question, as `me about pike`, or
    what makes something known, as `the players about the causeway`."""
    last = " ".join(told[-1:]).casefold()
    is_pointed = last in ("it", "that", "this")  # at what waits to be told
    return told[:1] in (("me",), ("us",)) or ("about" in told[:3] and not is_pointed)


def _is_everyday_speech(arguments: tuple[str, ...], context: Context) -> bool:
    """True for arguments as nobody types them for the companion: with an article, an owner, also
    one without an apostrophe, or what is counted and is no thing, as `2 hp`."""
    from companion.grammar.phrases.phrasebook.phrases_file import load_phrases  # measured, as above

    phrases = load_phrases()
    small = {*phrases.articles, *phrases.numbers, *phrases.links["from"], *phrases.links["to"]}
    small |= {*POSSESSIVES, *RETURNING, _SOME}
    is_counted = not {*phrases.groups["tired"], *_COUNTS}.isdisjoint(arguments[-1:])
    owners = {f"{errant.id}s" for errant in context.campaign.errants}
    is_owned = not owners.isdisjoint(map(str.casefold, arguments[:-1]))
    return (
        is_counted
        or is_owned
        or any(word.casefold() in small or word.endswith(("'s", "’s")) for word in arguments)
    )


def make_context_for_unparsed_line(make_context: MakeContext) -> Context:
    """The Context of a line before it is known what it means. Price tables that are broken list
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


def list_meanings_of_refused_line(
    typed: str, line: Line, make_context: MakeContext
) -> Iterator[Meaning]:
    """What a refused line may mean, the likeliest first; only what can be read. Raises Ambiguous
    where several are as likely."""
    from companion.grammar.phrases.phrase_reading import list_command_readings  # measured, as above
    from companion.grammar.phrases.phrasebook.misspellings import correct_question_word
    from companion.grammar.phrases.phrasebook.normalized_spelling import (
        expand_contractions_and_time_lengths,
        respell,
    )
    from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
    from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary

    if said := _ROLLED_SECRETLY.fullmatch(typed):
        text = f"{SECRET_WORD} {said['line']}"
        hidden, is_read = parse_typed_line(text), False
        meant = list_meanings_of_refused_line(text, hidden, make_context) if hidden else ()
        for each in chain(select_parsable_lines(iter([text]), make_context), meant):
            is_read = True
            yield each
        if is_read:
            return
    yield from _list_meanings_of_abbreviated_word(line, make_context)
    secretly = line.word in (SECRET_WORD, *_SECRETLY) and bool(line.rest)
    typed = line.rest if secretly else typed
    context = make_context_for_unparsed_line(make_context)
    if line.word in _SECRETLY:
        yield from select_parsable_lines(iter([f"{SECRET_WORD} {typed}"]), make_context)
    said_plainly = respell(typed, "turn")  # `are they friendly?` is no question of what is known
    expanded = expand_contractions_and_time_lengths(said_plainly)
    first, second, *_ = (*(word.casefold().strip("?,") for word in expanded.split(" ")), "")
    if not build_vocabulary(context).is_known(first):
        first = correct_question_word(first) or first
    asks = first in _ASKING or (first == "do" and ("?" in said_plainly or second in DOING))
    is_question = first in load_phrases().questions or (
        "?" in said_plainly and first not in load_phrases().requests
    )
    rolling = _ANSWERING if asks else _ROLLING if is_question else None
    unclear: Ambiguous | None = None
    is_any = False
    for readings in islice(list_command_readings(typed, context), _MOST_READINGS):
        texts = [f"{SECRET_WORD} {each}" if secretly else each for each in readings]
        texts = [_force_line(each) if _is_forced_command(line) else each for each in texts]
        try:
            found = list(select_parsable_lines(iter(texts), make_context, rolling))
        except Ambiguous as refusal:  # asked back if the line means nothing else
            unclear = unclear or refusal
            continue
        is_any = is_any or bool(found)
        if len(found) > 1:
            either = ", or ".join(each.text for each in found)
            raise Ambiguous(f"«{typed}» may mean two things.", f"Try: {either}")
        yield from found
    if not (is_any or secretly or unclear):
        yield from _list_meanings_told_twice(typed, make_context)
    if unclear and not is_any:
        raise unclear


def _list_meanings_of_abbreviated_word(line: Line, make_context: MakeContext) -> Iterator[Meaning]:
    """The meaning of a line whose first word is the beginning of several, as `ch br ph`, where
    only one of these can be meant."""
    found: list[Meaning] = []
    for text in list_lines_of_abbreviated_word(line, make_context):
        if (whole := parse_typed_line(text)) is None:
            continue
        with suppress(Ambiguous):
            meant = list_meanings_of_refused_line(text, whole, make_context)
            first = next(chain(select_parsable_lines(iter([text]), make_context), meant), None)
            found += [first] if first and first.line.word == whole.word else []
    yield from found if len(found) == 1 else ()


def _list_meanings_told_twice(typed: str, make_context: MakeContext) -> Iterator[Meaning]:
    """The meaning of a line whose two clauses mean the same."""
    for clauses in list_pairs_of_clauses(typed, make_context_for_unparsed_line(make_context)):
        if clauses.first.partition(" ")[0] in WORDS:  # a command said twice is done twice
            continue
        first = find_meaning_of_clause(clauses.first, make_context)
        is_same = first and (first.line.word in _IS_THE_SAME_TWICE or first.text.endswith(_ENDING))
        if first is None or not is_same:
            continue
        for said in clauses.second:
            second = find_meaning_of_clause(said, make_context)
            if second is not None and second.text == first.text:
                yield first
                return


def find_meaning_of_clause(clause: str, make_context: MakeContext) -> Meaning | None:
    """What a clause means by itself; None if it means nothing, or several things."""
    try:
        if (line := parse_typed_line(clause)) is None:
            return None
        if misread := find_meaning_of_misread_phrase(clause, line, make_context):
            return misread
        read = select_parsable_lines(iter([clause] if line.word in WORDS else []), make_context)
        spoken = list_meanings_of_refused_line(clause, line, make_context)
        return next(chain(read, spoken), None)
    except Refusal:
        return None


def _is_forced_command(line: Line) -> bool:
    """True for a word of the companion's with `!`; `deal!` is only said so."""
    return line.forced and bool(WORDS.find_candidates(line.word))


def _force_line(text: str) -> str:
    word, _, rest = text.partition(" ")
    return f"{word}! {rest}".rstrip()
