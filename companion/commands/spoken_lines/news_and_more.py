"""The players are told of what was found, and what is done or asked besides, in one line: `tell
them, and corvin throws the rats a ration`."""

import re

from companion.commands.dispatch import MakeContext
from companion.commands.record.untold_findings import list_untold_findings
from companion.commands.spoken_lines.phrase_meanings import (
    TEXTS,
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.grammar.command_words import list_command_words
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary

_NEWS_AND_MORE = re.compile(
    r"(?i)tell(?: (?:them|the players|everyone|everybody|it))?"
    r"(?:[,;.!]+(?: (?:and|then|so))*|,? and(?: then)?|,? then) (?P<more>[^,;.\s]+ ?.*)"
)
_TELL, _COMPANY = "tell", frozenset(["they", "we", "everyone", "everybody"])
_ASKING = frozenset(["how", "what", "who", "do", "does", "are", "is", "will"])


def split_news_and_more(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """`tell` and what somebody of the Company does, or what is asked, of one line, while an
    encounter or a finding waits; nothing for what is told in words of the Guide's own."""
    context = make_context_for_unparsed_line(make_context)
    said = _NEWS_AND_MORE.fullmatch(typed.strip())
    if said is None or not context.is_guide:
        return ()
    if not (context.campaign.book.clock.encounter or list_untold_findings(context)):
        return ()
    more = said["more"]
    first = more.split()[0].casefold()
    is_command = more.strip(" .!").casefold() in list_command_words()
    is_ours = (
        first in _ASKING
        or first in _COMPANY
        or is_command
        or build_vocabulary(context).names_member(first)
    )
    deed = None if is_ours else find_meaning_of_clause(more, make_context)
    is_done = is_ours or (deed is not None and deed.line.word not in TEXTS)
    return (_TELL, more) if is_done else ()
