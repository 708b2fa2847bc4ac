"""Reading a line as people say it: `bree drops two torches` is `drop bree torch x2`.

A line that fits no form is taken apart into a way to say something and what it speaks of. The first
of the ways whose pattern has a place for all of that is the line in the companion's own words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, dropwhile, islice, zip_longest

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.back_references import (
    begin_next_turn,
    find_corrected_line,
    list_pick_up_lines,
)
from companion.grammar.phrases.circumstances import drop_circumstances
from companion.grammar.phrases.clauses import list_clauses
from companion.grammar.phrases.colour import list_stripped_lines
from companion.grammar.phrases.denials import asks_with_do, find_denial
from companion.grammar.phrases.fighting import (
    list_calls,
    list_fight_lines,
    list_fight_questions,
    list_surprises,
)
from companion.grammar.phrases.implied import find_implied
from companion.grammar.phrases.met_people import list_deeds_of_met, list_flights
from companion.grammar.phrases.misreadings import (
    climbs_on_foot,
    is_only_tried,
    refuse_nameless,
    refuse_several_lights,
)
from companion.grammar.phrases.pattern_filling import fill_pattern, needs_context
from companion.grammar.phrases.phrasebook import Pattern, Way, Words, load_phrases
from companion.grammar.phrases.pronouns import OF_OTHERS, replace_pronouns
from companion.grammar.phrases.sentence import Part, list_skipped_words, split_into_parts
from companion.grammar.phrases.texts import (
    list_chances,
    list_declare_lines,
    list_fate_lines,
    list_hired,
    list_holder_lines,
    list_text_lines,
)
from companion.grammar.phrases.tokens import Token, correct_tokens, join_typed, replace_ordinals
from companion.grammar.phrases.vocabulary import Vocabulary, build_vocabulary
from companion.grammar.phrases.way_matching import count_question_words, find_ways
from companion.grammar.phrases.whole_lines import (
    asks_for_day,
    drop_articles,
    drop_openers,
    list_lines_with_faces,
    list_next_turns,
    list_tokens,
    list_whole_phrases,
    name_turn,
    refuse_whole_phrase,
)
from companion.text import quote_name

_CHANCES = ("check ", "save ")
_ABSORBING = ("give", "tell")
"""Words that take any others for a thing's name, or a text."""
_LINKING = ("as", "with", "is", "are", "of")
"""Words that people say between the words of a form."""
_FREE = ("NAME", "UNKNOWN", "STORY")
_TIMES = ("+", "-", "±")
_DECLARE = "declare "
_NIGHT = "sleep "
_ENDED = "effect end "
_OPEN_WORDS = ("turn", "price", "fate", "log", "npc", "season")
"""Words that read nearly any text: a longer way with one goes first, as `turn back an hour`."""
_ROLLING = ("next", "event", "check", "save", "turn", "talk", "react", "morale", "fetch", "seek")
"""Words whose line may tell of a roll at its end; any other keeps its text."""
_NOTING = ("note ", "note:", "write ", "remember ")
_SAYING = ("tell ",)
_PASSING = "pass"
_SEVERAL = 2
_FEW_WORDS = 3
_ENDING = ("quit", "errant remove", "npc remove", "faction remove")
_CLOSING = ("out",)
_OF_ANOTHER = ("he", "she", "he's", "she's")
"""Whoever leaves so is not the Company."""
_NEW = ("give ",)
_RETURNING = ("again", "back")
"""Words of what somebody had before: it is not given anew."""
_OLD = (*_RETURNING, "his", "her", "their", "my", "our")
"""The same where nobody gives anything: who takes her pack had it before."""
_PERFECT = ("has", "have", "had")
_HARMING = ("hurt ", "attack ", "hazard ", "wound ", "fight ", "effect add ")
"""Words of what happens to somebody: not for what they intend."""
_ADDING = ("coins ", "supply ", "exhaust ", "give ", "drop ", "pass ")
_TAKING_OFF = re.compile(r"(?i)\b(?:takes?|took|taking) (?:off\b|(?:\w+ ){1,3}off$)")
_GIVING = ("give ", "pass stash ")
"""What is taken off was worn: nobody gets it."""
_HOLDING = ("company ", "slots ")
"""What is held, of which `will the rope hold` asks nothing."""
_LOOKING = ("slots ",)
"""What is answered where no more than a name is said."""
_NO_WORDS = ("no", "do")
"""Beginnings of `note` and `done` by which people rarely mean these."""
_NO_INITIALS = frozenset("ai")


def list_preferred_lines(typed: str, context: Context) -> Iterator[str]:
    """The lines that a phrase means though a form would read it as something else: `next turn` is
    no action called «turn»."""
    yield from list_surprises(typed)
    yield from chain(list_chances(typed), list_hired(typed))
    typed = name_turn(typed, context.campaign)
    tokens = list_tokens(typed, context)
    if "?" not in typed:
        refuse_whole_phrase(tokens)
    yield from list_deeds_of_met(tokens, context)
    yield from list_flights(typed, drop_articles(tokens), context)
    if shortened := tuple(list_next_turns(typed)):
        whole = list_whole_phrases(tokens, context)
        yield from (line for line in whole if line == "turn")  # `next turn, no roll`
        for line in shortened:
            yield from _list_next_nights(line, context) if _begins_night(line) else ()
            what = list_tokens(line.partition(" ")[2], context)
            yield from ("next rest" for each in list_whole_phrases(what, context) if each == "rest")
        yield from shortened
    if asks_for_day(typed):
        yield "status"
    begun = [token.word for token in tokens[:2]]
    if _begins_night(typed):
        yield from _list_next_nights(typed, context)
    if typed.casefold().startswith(_NOTING) and not typed.startswith("note secret "):
        yield from (each for each in list_text_lines(typed) if each.startswith("note secret "))
    if typed.casefold().startswith(_SAYING) and " about " not in typed.casefold():
        yield from list_text_lines(typed)
    vocabulary = build_vocabulary(context) if tokens else None
    if vocabulary:
        yield from list_pick_up_lines(tokens, vocabulary, context)
    if vocabulary and context.campaign.book.combatants:
        yield from _list_preferred_in_fight(typed, tokens, vocabulary, context)
    whole = (each for each in list_whole_phrases(tokens, context) if each != typed)
    yield from (begin_next_turn(each, typed, context) for each in whole)
    if tokens and (tokens[0].word in _ROLLING or tokens[0].word not in WORDS):
        yield from list_lines_with_faces(typed)
    tokens = replace_ordinals(tokens, vocabulary) if vocabulary else tokens
    is_any = vocabulary is not None and _is_no_word(tokens, vocabulary)
    if vocabulary and (is_any or tokens[0].word in _OPEN_WORDS):
        for way, said in find_ways(tokens, vocabulary):
            if (len(way.words) > 1 and 0 in said) or is_any:
                yield from chain.from_iterable(_fill_way(way, said, tokens, vocabulary, context))
        if begun[0] == "turn" and begun[-1] in load_phrases().articles:
            yield f"declare {typed}"


def _list_preferred_in_fight(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The call for the order; and the line of a fight that would be read as another without its
    first word, as `all attack bree`."""
    if context.refused and (corrected := find_corrected_line(tokens, context)):
        yield corrected
    yield from list_calls(tokens, vocabulary, context.campaign)
    yield from list_fight_questions(typed, context.campaign)
    is_asked = (
        "?" in typed or bool(count_question_words(tokens)) or bool(find_denial(tokens, vocabulary))
    )
    if tokens[0].word in load_phrases().openers and not is_asked:
        lines = list_fight_lines(replace_ordinals(tokens, vocabulary), vocabulary, context)
        yield from (line for line, *others in lines if not others)


def list_understood_lines(typed: str, context: Context) -> Iterator[str]:
    """The lines of ways in which every word of a line has its place, whether a form reads them or
    not."""
    vocabulary = build_vocabulary(context)
    tokens = replace_ordinals(list_tokens(typed, context), vocabulary)
    is_denied = find_denial(tokens, vocabulary) or not load_phrases().denials.isdisjoint(
        token.word for token in tokens
    )
    yield from list_holder_lines(typed, context)
    if is_denied or count_question_words(tokens):
        return
    yield from chain.from_iterable(list_fight_lines(tokens, vocabulary, context))
    for way, said in find_ways(tokens, vocabulary):
        places = {name for lines in way.patterns for line in lines for name in line.places}
        is_said = not list_skipped_words().issuperset(tokens[at].word for at in said)
        if is_said and not any(name.startswith(_FREE) for name in places):
            filled = _fill_way(way, said, tokens, vocabulary, context)
            yield from (line for line in chain.from_iterable(filled) if line.split()[0] in WORDS)


def _begins_night(typed: str) -> bool:
    """True for the next Turn in which people sleep, as `next make camp, bree keeps watch`."""
    first, *words = typed.casefold().replace(",", " ").split()[:3] or [""]
    begun = {" ".join(words[:length]) for length in (1, 2)}
    return first in ("next", "n") and not begun.isdisjoint(load_phrases().groups["sleep"])


def _list_next_nights(typed: str, context: Context) -> Iterator[str]:
    """The line of a night that begins with the next Turn, as `next sleep, corvin watches`."""
    readings = chain.from_iterable(list_readings(typed.partition(" ")[2], context))
    nights = (each for each in readings if each.startswith(_NIGHT))
    yield from (f"next {night}" for night in islice(nights, 1))


_FACES = re.compile(r"(.+\w) ?(=\d+(?:, ?\d+)*)\s*")


def list_readings(typed: str, context: Context) -> Iterator[Words]:
    """What a line may mean in the companion's own words, the likeliest first, each once; several
    together where none of them is likelier. Faces at its end may be those of any word."""
    for reading in _list_readings(typed, context):
        yield tuple(begin_next_turn(each, typed, context) for each in reading)
    if rolled := _FACES.fullmatch(typed):
        line, faces = rolled[1], rolled[2].replace(" ", "")
        readings = _list_readings(line, context)
        yield from (tuple(f"{each} {faces}" for each in reading) for reading in readings)


def _list_readings(typed: str, context: Context) -> Iterator[Words]:
    tokens = list_tokens(typed, context)
    if not tokens:
        return
    vocabulary = build_vocabulary(context)
    tokens = replace_ordinals(tokens, vocabulary)
    is_asked = "?" in typed
    if find_denial(tokens, vocabulary):
        yield from ((line,) for line in list_text_lines(typed))
        return
    if named := replace_pronouns(tokens, vocabulary, context):
        for lines in _list_lines(join_typed(named), named, vocabulary, context):
            if all(line.startswith(OF_OTHERS) for line in lines):
                yield lines
    seen, said = {typed}, _list_said(tokens)
    takes_off = bool(_TAKING_OFF.search(typed))
    clauses = list_clauses(tokens, vocabulary, context, _list_lines)
    mend = cache(lambda: tuple(correct_tokens(tokens, vocabulary)))
    versions = _list_versions(tokens, mend, vocabulary)
    kept: tuple[Words, ...] = ()  # what is declared with words that may be slips
    for version in chain(versions, clauses, _list_bare_versions(mend, vocabulary)):
        is_mended = version != tuple(tokens)
        is_whole = len(version) == len(tokens)
        text = typed if not is_mended else join_typed(version)
        if is_mended and is_whole:
            text = _join_mended(tokens, version)
        for lines in _list_lines(text, version, vocabulary, context):
            lines = tuple(_ask(each) if is_asked else each for each in lines)
            lines = tuple(each for each in lines if _may_be_meant(each, said, is_mended=is_mended))
            lines = tuple(e for e in lines if not (takes_off and e.startswith(_GIVING)))
            lines = tuple(each for each in lines if not is_only_tried(each, typed))
            readings = tuple(each for each in lines if each not in seen)
            seen.update(readings)
            is_declared = bool(readings) and all(each.startswith(_DECLARE) for each in readings)
            if is_declared and not is_mended and mend() != tuple(tokens):
                kept = (*kept, readings)
            elif readings:
                yield from kept if is_declared else ()
                kept = () if is_declared else kept
                yield readings
    yield from kept


def _is_no_word(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a first word that is no word of the companion's here: `leave` where who leaves
    comes last, and `give` where something is taken from somebody."""
    words = [token.word for token in tokens]
    names = vocabulary.names.get((tokens[-1].word,), {})
    is_last = tokens[0].word == "leave" and len(tokens) > _FEW_WORDS and "person" in names
    is_asked = words[:1] == ["do"] and words[1:2] and words[1] in load_phrases().subjects
    is_no = words[0] in _NO_WORDS and not is_asked
    is_no = is_no and not asks_with_do(tokens, vocabulary)
    return is_no or is_last or (words[0] == "give" and "from" in words)


def _list_versions(
    tokens: Sequence[Token], mend: Callable[[], tuple[Token, ...]], vocabulary: Vocabulary
) -> Iterator[tuple[Token, ...]]:
    """The words as they were typed, and with more and more of them mended, each version once."""
    yield tuple(tokens)
    mended = mend()
    named = _name_initials(mended, vocabulary), _name_addressed(mended, vocabulary)
    versions = (_mend_first(tokens, mended), mended, *named)
    yield from (each for each in dict.fromkeys(versions) if each != tuple(tokens))


def _list_bare_versions(
    mend: Callable[[], tuple[Token, ...]], vocabulary: Vocabulary
) -> Iterator[tuple[Token, ...]]:
    """The mended words without what is said around them, where anything is, each version once. A
    name alone is none: what is said around it is what was meant."""
    for version in dict.fromkeys(list_stripped_lines(mend(), vocabulary)):
        told = join_typed(each for each in version if each.word not in list_skipped_words())
        if version and len(version) < len(mend()) and not vocabulary.is_person(told.casefold()):
            yield version


def _list_said(tokens: Sequence[Token]) -> set[str]:
    """The words of a line, without those that tell no state, as `has` in `has dropped`."""
    perfect = {form for forms in load_phrases().irregular.values() for form in forms} - {
        "got",
        "had",
    }
    return {
        token.word
        for token, after in zip_longest(tokens, tokens[1:])
        if not (after and _says_no_state(token.word, after.word, perfect))
    }


def _says_no_state(word: str, after: str, perfect: set[str]) -> bool:
    """True for `has` before what has been done, and for `wants to`."""
    is_perfect = word in _PERFECT and (after in perfect or after.endswith("ed"))
    return is_perfect or (word in load_phrases().having and after == "to")


def _may_be_meant(line: str, said: set[str], *, is_mended: bool) -> bool:
    """False for a line that changes something where it was told how things might be, or are; and
    for one that ends or takes back something, of which a word was mended."""
    if is_mended and (line in _CLOSING or line.startswith(_ENDING)):
        return False
    if line in _CLOSING and not said.isdisjoint(_OF_ANOTHER):
        return False
    if line in _CLOSING and "leave" in said and not said.isdisjoint(load_phrases().pronouns):
        return False
    phrases = load_phrases()
    if "will" in said and line.startswith(_HOLDING):
        return False
    if line.startswith(_LOOKING) and not said.isdisjoint(phrases.doing):
        return not said.isdisjoint((*phrases.questions, *phrases.requests))
    if line.startswith(_NEW) and not said.isdisjoint(_RETURNING if "give" in said else _OLD):
        return False
    words = line.split()
    if words[-1:] == ["or"] or (words[:1] == ["pass"] and words[1:2] == words[2:3]):
        return False
    if line.startswith(_HARMING) and not said.isdisjoint(load_phrases().intending):
        return False
    return said.isdisjoint(load_phrases().having) or not line.startswith(_ADDING)


def _ask(line: str) -> str:
    """A Check that is asked about is not rolled: its chance is told."""
    is_roll = line.startswith(_CHANCES) and " =" not in line and not line.endswith("?")
    return f"{line} ?" if is_roll else line


def _name_initials(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The words with the one Errant that each single letter begins, as `o` for Ondine."""
    named = list[Token]()
    for at, token in enumerate(tokens):
        bare = token.word.removesuffix("'s")
        is_initial = len(bare) == 1 and bare.isalpha() and bare not in _NO_INITIALS
        is_unit = at > 0 and tokens[at - 1].word.lstrip("+-").isdigit()
        people = vocabulary.initials.get(bare, "") if is_initial and not is_unit else ""
        named.append(token._replace(word=people) if people else token)
    return tuple(named)


def _name_addressed(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The words with whom they are said to first, as in `staff back in the pack, corvin`."""
    *said, mark, last = tokens if len(tokens) > _FEW_WORDS else (Token("", ""),) * 2
    is_addressed = mark.word == "," and "person" in vocabulary.names.get((last.word,), {})
    is_free = not any(vocabulary.is_person(token.word) for token in said)
    return (last, *said) if is_addressed and is_free else tuple(tokens)


def _mend_first(tokens: Sequence[Token], mended: Sequence[Token]) -> tuple[Token, ...]:
    """The words with only the first slip mended: the others may be names nobody knows yet."""
    slips = (at for at, token in enumerate(tokens) if token != mended[at])
    end = next(slips, 0) + 1
    return (*mended[:end], *tokens[end:])


def _list_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """The lines that these words may mean; several together where none of them is likelier."""
    if "?" not in typed and not count_question_words(tokens):
        yield from list_fight_lines(tokens, vocabulary, context)
    yield from ((line,) for line in list_holder_lines(typed, context))
    yield from ((line,) for line in list_fight_questions(typed, context.campaign))
    yield from ((line,) for line in list_whole_phrases(tokens, context))
    if tokens and tokens[0].word in WORDS and tokens[0].word not in _ABSORBING:
        first, *others = tokens
        if others and first.word != first.typed.casefold():  # mended, as `nxt, they sneak on`
            first = Token(first.word, first.word)
            others = [*dropwhile(lambda token: token.word == ",", others)]
        yield (join_typed(drop_openers([first, *others])),)
    yield from ((line,) for line in list_text_lines(typed))
    ways = find_ways(tokens, vocabulary)
    take = cache(lambda said: split_into_parts(tokens, said, vocabulary))
    for way, said in ways:
        yield from _fill_way(way, said, tokens, vocabulary, context, parts=take(said))
    plain = drop_articles(tokens)
    if plain[:1] and plain[0].word not in _ABSORBING:
        yield (_join(drop_openers(plain) or plain),)
        if plain[0].word in WORDS:
            yield (_join(token for token in plain if token.word not in _LINKING),)
    for way, said in ways:
        yield from _fill_way(way, said, tokens, vocabulary, context, parts=take(said), is_told=True)
    yield from ((line,) for line in list_declare_lines(typed, tokens, vocabulary))
    yield from ((line,) for line in list_fate_lines(typed, tokens, vocabulary))


def _fill_way(
    way: Way,
    said: frozenset[int],
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
    context: Context,
    *,
    parts: list[Part] | None = None,
    is_told: bool = False,
) -> Iterator[Words]:
    """The lines of the first patterns of a way in which all that was said has its place; if it
    `is_told`, but for where or why."""
    parts = parts or split_into_parts(tokens, said, vocabulary)
    needs_known = any(needs_context(each) for patterns in way.patterns for each in patterns)
    known = find_implied(parts, context) if needs_known else {}
    whole = parts
    for patterns in way.patterns:
        if is_told:
            if patterns[0].pieces[0].before in _TIMES and any(t.word == "," for t in tokens):
                continue  # what is done meanwhile is no circumstance
            parts = drop_circumstances(whole, patterns[0].pieces[0].before)
            if len(parts) == len(whole):
                continue
        lines = [fill_pattern(each, parts, known) for each in patterns]
        if not any(lines) and patterns[0].pieces[0].before == _PASSING and way.words:
            lines = _list_for_carriers(patterns[0], parts, known)
        if lines and all(lines):
            text = " ".join(tokens[at].typed for at in sorted(said))
            found = [*filter(None, lines)]
            if _ends_for_another(found, parts, context):
                return
            if climbs_on_foot(way, found, parts, context):
                return
            refuse_several_lights(found, parts, context)
            refuse_nameless(found, parts)
            if not (
                patterns[0].pieces[0].before == _NIGHT.strip()
                and _names_sleepers(tokens, vocabulary)
            ):
                yield tuple(line.replace("{said}", text) for line in lines if line)
            return


def _list_for_carriers(
    pattern: Pattern, parts: Sequence[Part], known: Mapping[str, str]
) -> list[str | None]:
    """The line for each of several who carry what is handed on: whose it is was not said."""
    carriers = known.get("CARRIERS", "").split()
    if "~CARRIER" not in pattern.places or len(carriers) < _SEVERAL:
        return []
    return [fill_pattern(pattern, parts, {**known, "CARRIER": each}) for each in carriers]


def _ends_for_another(lines: Sequence[str], parts: Sequence[Part], context: Context) -> bool:
    """True for the end of what is on somebody else than who is named."""
    people = {part.meanings["person"] for part in parts if "person" in part.meanings}
    named = {line.removeprefix(_ENDED).strip('"') for line in lines if line.startswith(_ENDED)}
    ended = [e for e in context.campaign.book.effects if not named.isdisjoint((e.id, e.name))]
    return bool(people and ended) and all(each.errant not in people for each in ended)


def _names_sleepers(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for `wim sleeps, bree watches`: who watches is not told from who sleeps."""
    clauses = " ".join(token.word for token in tokens).split(",")
    named = [any(vocabulary.is_person(word) for word in each.split()) for each in clauses]
    return sum(named) > 1


def _join_mended(tokens: Sequence[Token], mended: Sequence[Token]) -> str:
    """The words as they were typed, but for those that are mended."""
    pairs = zip(tokens, mended, strict=True)
    return join_typed(old if old == new else Token(new.word, new.word) for old, new in pairs)


def _join(tokens: Iterable[Token]) -> str:
    """Words as a line to type."""
    texts = (quote_name(token.typed) if token.is_quoted else token.word for token in tokens)
    return " ".join(texts).replace(" ,", ",")
