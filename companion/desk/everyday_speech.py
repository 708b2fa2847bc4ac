"""A line as people talk at a prompt: its slips mended, what else it may say, and a line for each of
its deeds. No script needs it."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.answer_to_event_die_and_more import split_answer_and_more
from companion.commands.spoken_lines.clauses_understood_alone import split_into_understood_clauses
from companion.commands.spoken_lines.news_and_more import split_news_and_more
from companion.commands.spoken_lines.phrase_meanings import (
    TEXTS,
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.commands.spoken_lines.questions_behind_texts import split_text_and_question
from companion.commands.spoken_lines.sentences_of_one_line import split_into_sentences
from companion.commands.spoken_lines.stories_without_deeds import (
    split_scene_and_what_befalls_several,
)
from companion.commands.spoken_lines.undo_and_deed_instead import split_undo_and_deed
from companion.commands.spoken_lines.untaken_clauses import list_untaken_clauses
from companion.desk.possible_corrections_of_last_deed import list_lines_correcting_last_deed
from companion.errant.company import Errant
from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.group_name_shorthand import (
    replace_letters_by_group_names,
)
from companion.grammar.phrases.people.everyone_but_some import (
    name_everyone_but_some,
    split_goods_for_everyone_but_some,
)
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences import asides
from companion.grammar.phrases.sentences.simplified_deeds import write_deed_plainly
from companion.grammar.phrases.splitting.line_splitting import split_line_into_deeds
from companion.grammar.phrases.splitting.two_deeds_in_one_pattern import split_end_of_talk
from companion.grammar.phrases.turns.outcomes.turn_end_and_next_turn import split_turn_end_and_next
from companion.reports.reply import Reply

_FOURTH = re.compile(r"(?i)\bb4\b")
"""The fourth of the brigands, in a fight with them; else `before`, as it is written in messages."""


class LineVersions(NamedTuple):
    """What a line may say: what is tried before it is tried as it stands, and what after that."""

    before: list[str]
    after: list[str]


def correct_slips_of_typed_line(said: str, make_context: MakeContext) -> str:
    """A line with what was surely meant for each slip of the fingers."""
    context = make_context_for_unparsed_line(make_context)
    if context.campaign.book.combatants and _FOURTH.search(said):
        said = replace_letters_by_group_names(said, context.campaign)
    return asides.correct_typing_slips(said, build_vocabulary(context))


def list_line_versions(
    typed: str, mend: Callable[[str], str], errants: Iterable[Errant]
) -> LineVersions:
    """The line without what is said by the way and without slips."""
    bare, ended = asides.drop_asides(typed), asides.drop_closing_remark(typed)
    spelt = mend(bare)
    mended = spelt if spelt == bare else asides.drop_asides(spelt)
    said, last = (bare, mended) if asides.begins_with_command_word(bare) else (mended, ended)
    done = write_deed_plainly(said, (each.id for each in errants))
    before = [each for each in dict.fromkeys((done, said, bare)) if each != typed]
    tried = {"", typed, *before}
    after = dict.fromkeys((last, ended, spelt, *asides.list_lines_without_lead_ins(mended)))
    return LineVersions(before, [said for said in after if said not in tried])


def add_untaken_clauses(reply: Reply, make_context: MakeContext) -> Reply:
    """The answer to a line that was done, with each clause of it that was told and not done, unless
    it names one."""
    if reply.is_quit or reply.untaken:
        return reply
    untaken = list_untaken_clauses(reply.line, reply.meant or reply.line, make_context)
    return replace(reply, untaken=untaken)


def split_typed_line_into_commands(
    typed: str,
    context: Context,
    mend: Callable[[str], str],
    make_context: MakeContext,
    *,
    speaks_of_refusal: bool,
) -> tuple[str, ...]:
    """A line for each deed of a line in which several do something in a fight, for each of several
    whose HP change, who make a Check or who get something, and for the end of a Turn and the next
    one; `undo` and the line that was meant where the last one is corrected, unless it
    `speaks_of_refusal`; any other line as it is."""
    if ended := split_end_of_talk(typed, context):  # before `enough talk` is dropped as an aside
        return ended
    split = partial(
        split_typed_line_into_commands,
        context=context,
        mend=mend,
        make_context=make_context,
        speaks_of_refusal=speaks_of_refusal,
    )
    if given := split_goods_for_everyone_but_some(typed, context):
        return given
    for named in name_everyone_but_some(typed, context):
        if lines := _list_deeds(named, split, make_context):
            return lines
    if undone := split_undo_and_deed(mend(typed), split, make_context):
        return undone
    said = asides.drop_asides(typed)
    if not context.campaign.open_matters.unresolved_actions:
        typed, said = asides.drop_ok(typed), asides.drop_ok(said)
    said = said if asides.begins_with_command_word(said) else mend(said)
    spoken = () if speaks_of_refusal else dict.fromkeys((said, typed))
    corrected = (list_lines_correcting_last_deed(each, context) for each in spoken)
    return (
        next(filter(None, corrected), ())
        or split_turn_end_and_next(said, context)
        or split_line_into_deeds(said, context)
        or split_news_and_more(said, make_context)
        or split_text_and_question(said, make_context)
        or split_answer_and_more(said, split, make_context)
        or split_scene_and_what_befalls_several(said, split, make_context)
        or split_into_understood_clauses(said, make_context)
        or split_into_sentences(said, split, make_context)
        or (typed,)
    )


def _list_deeds(
    typed: str, split: Callable[[str], tuple[str, ...]], make_context: MakeContext
) -> tuple[str, ...]:
    """The lines of what is done; nothing for a line of which only the text would be kept."""
    lines = split(typed)
    meaning = find_meaning_of_clause(typed, make_context) if len(lines) == 1 else None
    is_text = len(lines) == 1 and (meaning is None or meaning.line.word in TEXTS)
    return () if is_text else lines
