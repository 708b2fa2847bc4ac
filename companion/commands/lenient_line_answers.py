"""Answers a line at the prompt leniently: one that is refused for how it is typed is tried as what
it may mean as a phrase."""

from functools import cache
from itertools import islice

from companion.commands.ambiguous_give_lines import (
    GIVING,
    ask_whether_to_pass_or_give,
    refuse_give_of_no_new_thing,
)
from companion.commands.dispatch import (
    SECRET_WORD,
    MakeContext,
    Refused,
    TryLine,
    resolve_word_of_line,
)
from companion.commands.only_offered_lines import ask_what_offered_line_lacks, find_offered_outcome
from companion.commands.phrase_meanings import (
    DOING,
    DONE,
    POSSESSIVES,
    RETURNING,
    TELL,
    TEXTS,
    Meaning,
    asks_to_tell_about_something,
    find_meaning_by_other_word,
    find_meaning_of_misread_phrase,
    list_meanings_of_refused_line,
    make_context_for_unread_line,
    replace_ids_by_names,
)
from companion.commands.record.untold_findings import read_newest_findings
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.typed_line import Line, is_dice_notation, parse_typed_line
from companion.refusal import Ambiguous, Malformed, Refusal, Unknown
from companion.reports.reply import Reply
from companion.text_cleaning import quote_name

_WORDS_OF_TEXT = ("next", "turn", "tell", "sign", "every", "secret", "d", "n", "t")
_NEXT = ("next", "n")
_CALLS = ("odd", "even")
_ENDING_TURNS = ("done", "out", "next", "n")
_OPENERS = ("so", "but", "wait", "what", "who", "how", "can", "lets", "let's")
"""Words that begin something else after `ok`."""
_OUTCOMES = (DONE, "do")
"""Words for `done` that people say without meaning it."""
_NO_TEXTS = (*_NEXT, "do", "turn")
"""Words that may be said of something else, and then begin no text."""
_TAKING_BACK = ("undo", "ignore")
"""What may be said with `not`, as `ok that never happened, undo`."""
_DENYING = ("not", "never")
_MOST_WORDS_BEFORE = 3
_MOST_WORDS_OF_DICE = 3
"""So many words may say something of dice, as `drop the lowest`."""
_NOT_AFTER_DO = frozenset(
    [*DOING, "it", "that", "this", "not", "so", "nothing", "anything", "something"]
)
_TURNED = frozenset(["down", "out", "off", "on", "back", "around", "round", "in", "over", "up"])
"""What `turn` says with one of these is a deed, and begins no Turn."""
_NPC = "npc"
_NOTE, _POINTING = "note", ("it", "it down", "that", "that down", "this", "this down")
_SMALL = frozenset(
    ["it", "the", "a", "an", "this", "that", "them", "him", "his", "her", "their", "some"]
)
"""Words that stand for something, and name nothing."""


def _cache_price_and_creature_tables(make_context: MakeContext) -> MakeContext:
    """What is known to a line that looks for changed tables of goods and creatures only once."""
    context = make_context(Line("", False, (), ""))
    goods, creatures = cache(context.read_goods), cache(context.read_creatures)

    def make_context_with_cache(line: Line) -> Context:
        return make_context(line)._replace(read_goods=goods, read_creatures=creatures)

    return make_context_with_cache


def answer_line_leniently(
    text: str, line: Line, try_line: TryLine, make_context: MakeContext
) -> Reply | Refused:
    """The answer to a line as people talk: what is refused for how it is typed is tried as what it
    may mean, and asked where two meanings are as likely."""
    make_context = _cache_price_and_creature_tables(make_context)
    if refused := _refuse_line_at_once(text, line, make_context):
        return refused
    instead = _find_meaning_before_forms(text, line, make_context)
    takes_back = instead is not None and instead.line.word in _TAKING_BACK
    if _denies_outcome(line) and not takes_back:
        message = f"«{text}» says what is not done: nothing is."
        return Refused(Unknown(message, f"Try: note {line.rest}"))
    try:
        instead = instead or find_meaning_by_other_word(text, line, make_context)
    except Ambiguous as refusal:
        return Refused(refusal)
    if instead is not None:
        return try_line(instead.text, instead.line, text)
    if refused := _refuse_unlikely_text(line, make_context):
        return refused
    is_other = _is_first_word_meant_otherwise(line) or _speaks_of_something_else(
        text, line, make_context
    )
    outcome = _refuse_without_reason() if is_other else try_line(text, line, "")
    if isinstance(outcome, Reply) or not _is_refused_for_typing(outcome):
        return outcome
    if _is_ordinary_talk(line):
        outcome = _refuse_without_reason()
    try:
        for meant in list_meanings_of_refused_line(text, line, make_context):
            if is_other and line.word in _NO_TEXTS and meant.line.word in _NO_TEXTS:
                continue
            tried = try_line(meant.text, meant.line, text)
            if not _is_refused_for_typing(tried):
                return tried
    except Ambiguous as refusal:
        return Refused(refusal)
    refused = _explain_unread_line(outcome, text, make_context)
    if line.word == SECRET_WORD and line.rest and refused.resolved is None:
        message = refused.refusal.message
        return Refused(Unknown(message, f"Try: {SECRET_WORD} note {line.rest}"))
    if told := find_offered_outcome(text, refused.refusal.hint, make_context):
        return try_line(told.text, told.line, text)
    return refused


def _find_meaning_before_forms(text: str, line: Line, make_context: MakeContext) -> Meaning | None:
    """What a line means that would be read as something else; a note stays one, whatever it
    says."""
    if line.word != _NOTE:
        return find_meaning_of_misread_phrase(text, line, make_context)
    try:
        instead = find_meaning_of_misread_phrase(text, line, make_context)
    except Refusal:
        return None
    return instead if instead and instead.line.word in (_NOTE, SECRET_WORD) else None


def _refuse_line_at_once(text: str, line: Line, make_context: MakeContext) -> Refused | None:
    """The refusal of a line that a form would read as what nobody means by it: two lines as one, a
    call where nobody fights as the Event Die."""
    calls = line.word in _CALLS and line.arguments[:1] in ((), ("by",)) and not line.forced
    if calls and not make_context(line).campaign.book.combatants:
        message = "Odd and even are called in a fight, and nobody fights."
        return Refused(Unknown(message, "To read how: help order"))
    if line.word in GIVING and line.arguments[1:] and not line.forced:
        return ask_whether_to_pass_or_give(line, make_context)
    if line.word == _NOTE and not line.forced:
        return _ask_who_may_read_note(line)
    if line.word == _NPC and not line.forced:
        return _ask_how_npc_is_called(line)
    if line.word.rstrip(",;") in _ENDING_TURNS and not line.forced:
        from companion.grammar.phrases.turns.turn_end_and_next_turn import (
            split_turn_end_and_next,  # measured, as above
        )

        lines = split_turn_end_and_next(text, make_context_for_unread_line(make_context))
        if len(lines) > 1:
            message = f"«{text}» is two lines: a Turn ends, and the next begins."
            return Refused(Malformed(message, f"Try: {lines[0]}"))
    return None


def _ask_who_may_read_note(line: Line) -> Refused | None:
    """The question who may read a note, for `note no player may know of the stair`."""
    from companion.grammar.phrases.verbatim_text import (  # measured, as above
        MAYBE_SECRET,
        list_kept_text_lines,
    )

    told = [line.rest, *list_kept_text_lines(f"note {line.rest}")]
    is_secret = any(f"{each} ".startswith(("secret ", "note secret ")) for each in told)
    if is_secret or not MAYBE_SECRET.search(line.rest):
        return None
    ways = f"note secret {line.rest}, or note! {line.rest}"
    return Refused(
        Ambiguous(
            "That note may mean two things: for all to read, or for the Guide alone.",
            f"Try: {ways}",
        )
    )


def _ask_how_npc_is_called(line: Line) -> Refused | None:
    """The question how somebody is called, for `npc Maud a starving novice`."""
    for at, word in enumerate(line.arguments[1:-1], 1):
        is_named = all(each[:1].isupper() for each in line.arguments[:at])
        if is_named and word.casefold() in ("a", "an"):
            name, note = " ".join(line.arguments[:at]), " ".join(line.arguments[at:])
            ways = f"npc new {quote_name(name)} note {note}, or npc {quote_name(f'{name} {note}')}"
            return Refused(Ambiguous(f"Who is called «{name} {note}»?", f"Try: {ways}"))
    return None


def _refuse_unlikely_text(line: Line, make_context: MakeContext) -> Refused | None:
    """The refusal of a text that nobody means as one: a question as what players are told, a hug
    as a thing that is given, an hour as what came of a deed."""
    if line.forced or not line.arguments:
        return None
    if line.word == TELL and asks_to_tell_about_something(line.arguments):
        asked = line.rest.rpartition("about ")[2]
        why = f"Nothing is known by the name «{asked}», and nobody was told anything."
        waits = read_newest_findings(make_context_for_unread_line(make_context)).untold
        return Refused(Unknown(why, "Try: tell" if waits else "To see who is known: npc"))
    if line.word == _NOTE and line.rest.casefold().rstrip(" .!") in _POINTING:
        why = f"«{line.rest}» is no note by itself."
        return Refused(Unknown(why, "Type note, and what is to be kept."))
    who, *what = line.arguments
    if line.word in GIVING and (refused := refuse_give_of_no_new_thing(line, make_context)):
        return refused
    if line.word == DONE and what:
        from companion.grammar.phrases.turns.deed_outcomes import (
            refuse_unclear_outcome_or_deed,  # measured, as above
        )

        try:
            refuse_unclear_outcome_or_deed(line.rest, make_context_for_unread_line(make_context))
        except Ambiguous as refusal:
            return Refused(refusal)
    if line.word == DONE and what and who.casefold() in _OPENERS:
        why = f"«{line.word}» notes what came of a deed, and this does not sound so."
        return Refused(Unknown(why, f"If it is what came of it: done {' '.join(what)}"))
    if line.word in _OUTCOMES and "," in line.rest:
        from companion.grammar.phrases.denials_and_questions import (
            contains_amount,  # measured, as above
        )

        if contains_amount(line.rest, make_context_for_unread_line(make_context)):
            why = f"«{line.word}» notes what came of a deed, and something is counted here."
            return Refused(Unknown(why, f"If it is what came of it: done {line.rest}"))
    return None


def _is_ordinary_talk(line: Line) -> bool:
    """True for a verb of talk that is only the beginning of a word, as `set out for Saltford`; and
    for dice that only say how many, as `2d6 goblins come out of the well`."""
    if is_dice_notation(line.word):
        return sum(word.isalpha() for word in line.arguments) > _MOST_WORDS_OF_DICE
    from companion.grammar.phrases.book.ways_and_patterns import (
        index_first_words_by_form,  # measured, as above
    )

    is_begun = line.word not in WORDS and line.word in index_first_words_by_form()
    return is_begun and len(line.arguments) > 1


def _refuse_without_reason() -> Refused:
    return Refused(Unknown("That is not understood.", "Type help for all the words."))


def _explain_unread_line(outcome: Refused, text: str, make_context: MakeContext) -> Refused:
    """The refusal of a line that begins with no word of the companion's: what of it is not
    understood."""
    from companion.grammar.phrases.left_out_people import (
        ask_for_doer,  # measured, as above
        ask_for_receiver,
    )
    from companion.grammar.phrases.unread_line_refusal import build_unread_line_refusal

    if outcome.resolved is not None and not isinstance(outcome.refusal, Unknown):
        return outcome
    context = make_context_for_unread_line(make_context)
    refused = _refuse_likeliest_reading(text, make_context)
    if outcome.resolved is not None:  # what is missing is asked rather than what is unknown
        is_asked = refused is not None and not isinstance(refused.refusal, Unknown)
        said = outcome.resolved.line.arguments
        is_owned = any(word.endswith(("'s", "’s")) for word in said)  # which no form reads
        left_out = ask_for_receiver(text, context) or (
            ask_for_doer(text, context) if _begins_with_number(said) else None
        )
        if left_out and not is_asked:
            return Refused(left_out)
        return refused if refused and (is_asked or is_owned) else outcome
    if refused:
        return refused
    refusal = (
        ask_for_doer(text, context)
        or ask_for_receiver(text, context)
        or build_unread_line_refusal(text, context, hint=outcome.refusal.hint)
    )
    if refusal is None:
        return outcome
    refusal.hint = replace_ids_by_names(refusal.hint, make_context)
    return ask_what_offered_line_lacks(refusal.hint, make_context) or Refused(refusal)


def _begins_with_number(words: tuple[str, ...]) -> bool:
    """True for `three rations`, where who gets them was to stand first."""
    from companion.grammar.phrases.book.normalized_spelling import (
        write_numbers_in_digits,  # measured, as above
    )

    return bool(words) and write_numbers_in_digits(words[0]).isdigit()


def _refuse_likeliest_reading(text: str, make_context: MakeContext) -> Refused | None:
    """The refusal of the line that is likeliest to be meant, where a form reads no such line: who
    speaks of a candle that nobody has is told so."""
    from companion.grammar.phrases.phrases_before_forms import (
        list_fully_understood_lines,  # measured, as above
    )

    for meant in islice(
        list_fully_understood_lines(text, make_context_for_unread_line(make_context)), 1
    ):
        line = parse_typed_line(replace_ids_by_names(meant, make_context))
        if line is None:
            continue
        resolved = None
        try:
            resolved = resolve_word_of_line(line, make_context(line).campaign, whole=True)
            resolved.word.read(resolved.line.arguments, make_context(resolved.line))
        except Refusal as refusal:
            return Refused(refusal, resolved)
    return None


def _is_first_word_meant_otherwise(line: Line) -> bool:
    """True for `do they flee?`, `no one eats`, `drop it` and `give wim back his torch`: people mean
    neither `done` nor `note` so, `it` is the name of nothing, and what comes back is not new."""
    follows = line.arguments[0].casefold() if line.arguments else ""
    is_small = follows in _SMALL and line.word not in (*TEXTS, *_WORDS_OF_TEXT)
    said = {word.casefold() for word in line.arguments}
    is_old = not said.isdisjoint(RETURNING | POSSESSIVES)
    is_old = is_old or line.arguments[1:2] in (("to",), ("from",))
    returns = is_old and line.word in GIVING and not line.forced
    returns = returns or (line.word == "i" and bool(follows))
    is_small = is_small or (line.word == "turn" and follows in _TURNED and not line.forced)
    asks = line.word == "do" and ("?" in line.rest or follows in _NOT_AFTER_DO)
    return asks or is_small or returns or (line.word in ("no", "not") and bool(follows))


def _denies_outcome(line: Line) -> bool:
    """True for `ok don't light it`: that is no outcome of what was declared."""
    first = [word.casefold() for word in line.arguments[:_MOST_WORDS_BEFORE]]
    is_denied = any(word in _DENYING or word.endswith(("n't", "n’t", "dont")) for word in first)
    return line.word in _OUTCOMES and is_denied and not line.forced


def _speaks_of_something_else(text: str, line: Line, make_context: MakeContext) -> bool:
    """True for `next week`, `do six goblins attack` and `a rat ate it`: no next Turn, nothing that
    is done, and no attack."""
    if line.word not in (*_NEXT, "do", "a") or not line.rest:
        return False
    from companion.grammar.phrases.denials_and_questions import (  # measured, as above
        begins_with_article,
        is_question_with_do,
        names_next_one,
    )

    if line.word == "a":
        return begins_with_article(text, make_context_for_unread_line(make_context))
    names = is_question_with_do if line.word == "do" else names_next_one
    return names(text, make_context_for_unread_line(make_context))


def _is_refused_for_typing(outcome: Reply | Refused) -> bool:
    """True for a line that was refused for how it was typed, not for what was asked for."""
    of_typing = Unknown | Malformed | Ambiguous
    return isinstance(outcome, Refused) and isinstance(outcome.refusal, of_typing)
