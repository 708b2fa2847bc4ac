"""Lines of which only a part is understood: `nope. darts, wim takes d6`. What is understood is done
where it comes of the rest, which is only a story, and is offered anywhere else."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.commands.dispatch import MakeContext, Refused
from companion.commands.spoken_lines.clauses_understood_alone import COUNTING, only_looks
from companion.commands.spoken_lines.doubtful_gifts import GIVING
from companion.commands.spoken_lines.parsable_command_lines import Meaning
from companion.commands.spoken_lines.phrase_meanings import (
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.commands.spoken_lines.stories_without_deeds import tells_of_scene, tells_story
from companion.commands.spoken_lines.told_clauses import (
    OF_ALL,
    OF_IT,
    SPEAKING,
    ToldClause,
    find_clause_meaning,
    may_be_part_of_another,
    name_deed_word,
    name_doers,
    read_told_line,
)
from companion.grammar.command_words import WORDS
from companion.grammar.phrases.clauses.words_of_doubt import CHANGING
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Ambiguous, Unknown

_MOST_CUTS = 3
_OFFERED = COUNTING - {"event", "encounter", "buy", "sell"}
"""What is done, or offered, of a line that is refused; not that of which the rest may tell a number
or a price."""
_TEXT_WORDS = frozenset(["declare", "next", "note", "done"])
"""Words that keep whatever is told."""
_SIGN = re.compile(r"\s*(?:[,;.!]|-\s)")
"""A sign between two clauses: behind `and` the same deed may go on."""
_COUNTED = frozenset(["coins", "number", "dice", "person", "npc"])
_CARRIED = frozenset(["thing", "carried"])
_COMING_OF = frozenset(["hurt", "wound", "exhaust", "save", "check"])
"""Words of what may come of what was told before, as `the rope snaps, wim takes d6`."""
_OF_SPEAKER = frozenset(["i", "we", "they", "you", "let's", "us"])
_OUT = "out"
_NO_ACTION = re.compile(r"next (?:sleep|rest|eat|travel)\b")
"""Turns that take no words of their own."""
_OF_WAYS, _GIVING_WAY = frozenset(["out", "back"]), frozenset(["give", "gives"])
"""Words of the companion's that tell where something goes, and that it gives way."""
_AT, _ONTO = "at", ("on", "onto", "into", "over")
_TAKEN = re.compile(r"(?i)(?P<who>[\w-]+) takes? (?:\d+|\d*d\d+)")
_TALK_ENDS = re.compile(r"talk .+ end")
_ASKED_LAST = re.compile(r"(?P<story>[^?]+?)[.;!] (?:(?:and|so|but) )?(?P<asked>[^?.;!]+\?)")
_TRY, _NEXT, _FEWEST_WORDS = "Try: ", "next", 2


class PartlyUnderstood(NamedTuple):
    """A line of which one clause is understood: what that means, the other clause, what that would
    do that keeps a text, whether it comes first, and whether a sign parts the two."""

    meaning: Meaning
    rest: ToldClause
    line_of_rest: str
    is_rest_first: bool
    is_parted: bool


def find_understood_clause(typed: str, make_context: MakeContext) -> PartlyUnderstood | None:
    """The only clause of a refused line that does or shows something by itself, and what stands
    before or after it; None where there is none, or where the line asks or denies."""
    told = read_told_line(typed.strip(), make_context)
    if told is None or "?" in typed or SPEAKING.search(typed) or len(told.places) > _MOST_CUTS:
        return None
    for cut in told.places:
        pieces = [told.text[: cut.start()].strip(), told.text[cut.end() :].strip()]
        is_exclaimed = cut[0].startswith("!")  # `spikes! bree takes 5`
        named = name_doers(pieces, told.vocabulary)
        clauses = _tell_harm_of_blow(named, is_exclaimed=is_exclaimed)
        is_of_another = not OF_IT.isdisjoint(clauses[1].words)  # `wim drops a torch, bree grabs it`
        if is_of_another or any(map(may_be_part_of_another, clauses[is_exclaimed:])):
            continue
        if any(clause.words[0] in GIVING for clause in clauses):  # which takes anything for a thing
            continue
        meanings = [find_clause_meaning(clause, told.make_context) for clause in clauses]
        kept = [each.text for each in meanings if each and each.line.word in _TEXT_WORDS]
        meanings = [each and (None if each.line.word in _TEXT_WORDS else each) for each in meanings]
        understood = [
            each
            for each in meanings
            if each and (name_deed_word(each) in _OFFERED or _TALK_ENDS.fullmatch(each.text))
        ]
        if len(understood) == 1 and meanings.count(None) == 1:
            at, is_parted = meanings.index(None), _SIGN.match(cut[0]) is not None
            return PartlyUnderstood(
                understood[0], clauses[at], "".join(kept), is_rest_first=not at, is_parted=is_parted
            )
    return None


def _tell_harm_of_blow(clauses: Sequence[ToldClause], *, is_exclaimed: bool) -> list[ToldClause]:
    """The clauses with `damage` behind a number that somebody takes where the clause before tells
    of a blow or a trap, as in `a dart flies at bree, she takes 2`."""
    from companion.grammar.phrases.phrasebook.phrases_file import load_phrases  # measured
    from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms

    story, last = clauses
    taken = None if story.is_named else _TAKEN.fullmatch(last.line)
    if taken is None:
        return [*clauses]
    groups = load_phrases().groups
    if is_exclaimed and len(story.words) == 1:  # `spikes! bree takes 5`
        is_blow = story.words[0] in groups["traps"]
    else:
        who = taken["who"].casefold()
        at = story.words.index(who) if who in story.words else 0
        before, hits = story.words[at - 1] if at else "", list_verb_group_forms("hit")
        is_hit = before in hits or (before == _AT and not hits.isdisjoint(story.words))
        falls = not {*groups["blows"]}.isdisjoint(story.words)
        is_blow = is_hit or (falls and before in (_AT, *_ONTO))
    return [story, last._replace(line=f"{last.line} damage") if is_blow else last]


def find_deed_beside_story(
    typed: str, outcome: Refused, make_context: MakeContext
) -> PartlyUnderstood | None:
    """What a refused line of the Guide's does beside a story, where its refusal offers nothing
    else."""
    if not make_context_for_unparsed_line(make_context).is_guide:
        return None  # a player is told of nothing that was not done
    if outcome.resolved is not None or not isinstance(outcome.refusal, Unknown | Ambiguous):
        return None
    found = find_understood_clause(typed, make_context)
    if found is None or not found.is_parted or not _changes_nothing(found, make_context):
        return None
    others = outcome.refusal.hint.replace(f"{_TRY}{found.meaning.text}", "")
    return None if _TRY in others else found


def find_question_behind_story(
    typed: str, outcome: Refused, make_context: MakeContext
) -> PartlyUnderstood | None:
    """What a refused line of the Guide's asks behind a story, as `the stair has collapsed. who has
    rope?`"""
    said = _ASKED_LAST.fullmatch(typed.strip())
    is_guide = make_context_for_unparsed_line(make_context).is_guide
    if said is None or not is_guide or not isinstance(outcome.refusal, Unknown):
        return None
    story, asked = (find_meaning_of_clause(each, make_context) for each in said.groups())
    is_story = story is None or story.line.word in _TEXT_WORDS
    if asked is None or not is_story or not only_looks(asked, make_context):
        return None
    told = said["story"].strip()
    context = make_context_for_unparsed_line(make_context)
    if not (tells_story(told, context) or tells_of_scene(told, context)):
        return None
    rest = ToldClause(told, tuple(told.casefold().split()), told, is_named=False)
    line_of_rest = story.text if story else ""
    return PartlyUnderstood(asked, rest, line_of_rest, is_rest_first=True, is_parted=True)


def find_action_with_circumstances(
    typed: str, outcome: Refused, make_context: MakeContext
) -> Meaning | None:
    """The next Turn's action with all that is told of it, as of `they wade on, wim in front with
    the torch`, where what follows its first clause counts and does nothing that is known."""
    from companion.grammar.phrases.phrasebook.number_words import write_long_numbers_in_digits
    from companion.grammar.phrases.phrasebook.word_forms import DETERMINERS, list_action_verb_forms

    told = read_told_line(typed.strip(), make_context)
    is_known = outcome.resolved is not None or not isinstance(outcome.refusal, Unknown)
    if is_known or told is None or told.begins_with_command_word:
        return None
    if "?" in typed or SPEAKING.search(typed):
        return None
    cut = told.places[0]
    clauses = name_doers(
        [told.text[: cut.start()], told.text[cut.end() :].strip()], told.vocabulary
    )
    is_short = any(len(clause.words) < _FEWEST_WORDS for clause in clauses)
    if is_short or not _SIGN.match(cut[0]):
        return None
    is_told = clauses[0].is_named or clauses[0].words[0] in OF_ALL
    is_counted = any(map(str.isdecimal, write_long_numbers_in_digits(clauses[1].said)))
    words = clauses[1].words
    pairs = zip(("", *words), words, strict=False)
    verbs = {word for before, word in pairs if before not in DETERMINERS}  # `the pole` is no verb
    is_deed = not list_action_verb_forms().isdisjoint(verbs)
    if is_counted or is_deed or not is_told:
        return None
    first, second = (find_clause_meaning(each, told.make_context) for each in clauses)
    is_action = first is not None and first.line.word == _NEXT and not _NO_ACTION.match(first.text)
    if first is None or not (is_action and first.line.rest) or second is not None:
        return None
    text = f"{first.text}, {clauses[1].said}"
    line = parse_typed_line(text)
    return Meaning(line, text) if line else None


def _changes_nothing(found: PartlyUnderstood, make_context: MakeContext) -> bool:
    """True for harm or a Check that comes of a story told before it, which is of nobody else in the
    Company and counts nothing, and for the end of a fight or a talk behind what the others do."""
    from companion.grammar.phrases.phrasebook.number_words import write_long_numbers_in_digits
    from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
    from companion.grammar.phrases.phrasebook.word_forms import (
        index_links_by_preposition,
        list_stop_words,
    )
    from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
    from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

    context, said = make_context_for_unparsed_line(make_context), found.rest.words
    is_fight = bool(context.campaign.book.combatants)
    ends_fight = is_fight and found.meaning.line.word == _OUT
    ends = ends_fight or _TALK_ENDS.fullmatch(found.meaning.text) is not None
    if not found.is_rest_first or not (ends or found.meaning.line.word in _COMING_OF):
        return False
    vocabulary = build_vocabulary(context)
    tokens = tokenize_short_line(write_long_numbers_in_digits(found.rest.said), context)
    words = {*said, *(re.sub(r"['’]?s$", "", word) for word in said)}
    small = list_stop_words().union(index_links_by_preposition())
    ways = _OF_WAYS.union(index_links_by_preposition())
    given_way = _GIVING_WAY if "way" in said else frozenset[str]()
    is_idle = small.issuperset(said) or said[0] in {*index_links_by_preposition(), *_OF_SPEAKER}
    if not tokens or is_idle or any(word in WORDS for word in words - ways - given_way):
        return False
    ours = {vocabulary.find_member(word) for word in words} - {""}
    is_of_others = found.rest.is_named or bool(ours - {*found.meaning.text.split()[1:2]})
    is_counted = any(any(map(str.isdecimal, token.word)) for token in tokens)
    counted = _COUNTED - {"npc"} if ends else _COUNTED
    counted |= frozenset() if ends_fight or not ends else _CARRIED
    counted -= {"person"} if ours else frozenset()
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    is_of_more = any(not counted.isdisjoint(part.meanings) for part in parts)
    return not (is_of_others or is_counted or is_of_more) and CHANGING.isdisjoint(words)
