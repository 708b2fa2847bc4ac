"""Every hint that a test sees is typed: what it says to try must work where it was said.

A line in a hint stands after "Try:", or after words that begin with "To", "Or", "For" or "Who" and
a colon, up to the end of the sentence. `Did you mean X?` is the line that was typed with X in the
place of what the message quotes.
"""

import copy
import re
from collections.abc import Iterator

from companion.archive.file_warnings import Warnings
from companion.desk import Desk
from companion.dice.face_sources import Streams
from companion.grammar.command_words import WORDS
from companion.grammar.typed_line import tokenize
from companion.reports.reply import RefusalDetails
from companion.text_cleaning import quote_name

_LEAD = re.compile(r"(?:^|(?<=[.?] ))(Try|(?:To|Or|For|Who)\b[^.:?]*): (.+?)(?=[.;] [A-Z]|\.?$)")
_MEANT = re.compile(r"Did you mean (.*?)\?")
_QUOTED = re.compile(r"«([^»]*)»")
_PLACEHOLDER = re.compile(r"\b[A-Z]{4,}\b")
_PROSE = re.compile(r"(?<=\w) (?:when|until) .*|, once for each.*")
"""What some hints say after a line: when it is to be typed."""
_DEEPEST = 3
_KNOWN = {known for word in WORDS for known in (word.name, *word.short_forms)}
_typed_already: set[tuple[str, str, str]] = set()


def _stay_as_it_is(*, write: bool) -> None:
    """A copy of a desk sees nothing of what others write."""


def copy_desk(desk: Desk) -> Desk:
    """A desk over the same campaign and dice, whose words are never written."""
    archive = copy.copy(desk.archive)
    archive.dry_run = True
    archive._known = copy.copy(archive._known)
    archive._warnings = Warnings()
    archive._dry_run_entries = list(archive._dry_run_entries)
    archive.session = copy.copy(archive.session)
    archive.session.streams = Streams(archive.session.seed, archive.session.streams.positions)
    archive.refresh = _stay_as_it_is  # type: ignore[method-assign]
    other = copy.copy(desk)
    other.archive = archive
    return other


def list_hinted_lines(typed: str, refusal: RefusalDetails) -> Iterator[str]:
    """The lines that a refusal says to type."""
    for lead, text in _LEAD.findall(refusal.hint):
        alternatives = [text] if lead.startswith("Or") else _split_alternatives(text)
        for line in alternatives:
            if not _PLACEHOLDER.search(line):
                yield _PROSE.sub("", line)
    for names in _MEANT.findall(refusal.hint):
        for name in re.split(", | or ", names):
            for quoted in _QUOTED.findall(refusal.message):
                if line := _replace_words(typed, quoted, name):
                    yield line
                    break


def _split_alternatives(text: str) -> list[str]:
    """Lines with "or" or a comma between them, each beginning with a word of the prompt; the first
    stands whatever it begins with. Where no "or" stands, a comma is one of a list of things."""
    pieces = re.split(r"(,? or |, )", text)
    lines = [pieces[0]]
    if not any("or" in sign for sign in pieces[1::2]):
        return [text]
    for sign, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if piece.split(" ")[0].removesuffix("!") in _KNOWN or re.match(r"[+-]\d+[a-z]$", piece):
            lines.append(piece)
        elif "or" not in sign:
            lines[-1] += sign + piece
    return lines


def _replace_words(typed: str, quoted: str, name: str) -> str:
    words = [token.word for token in tokenize(typed)]
    for at in range(len(words)):
        for end in range(len(words), at, -1):
            if " ".join(words[at:end]).strip(",").casefold() == quoted.casefold():
                before, after = map(quote_name, words[:at]), map(quote_name, words[end:])
                return " ".join((*before, quote_name(name), *after))
    return ""


def type_hints(desk: Desk, typed: str, refusal: RefusalDetails) -> None:
    """Type what a refusal says to try at a copy of the desk that said it; each says something. A
    line is done, or answered with a reason of the game, or asked for what is still missing with a
    line that then is done."""
    if refusal.kind in ("broken", "disk"):
        return
    key = (typed.split(" ")[0], _QUOTED.sub("«»", refusal.message), refusal.hint)
    if key in _typed_already:
        return
    _typed_already.add(key)
    assert refusal.hint, (typed, refusal.message, "says nothing to try")
    for line in list_hinted_lines(typed, refusal):
        if line.startswith("companion "):
            continue  # that is typed at the shell
        _require_working(desk, typed, line, (typed, refusal.message, refusal.hint), _DEEPEST)


def _require_working(desk: Desk, typed: str, line: str, said: tuple[str, ...], depth: int) -> None:
    answer = _TRULY_RUN(copy_desk(desk), line)
    assert answer is not None, (said, line)
    assert answer.error is None, (said, line, answer.error)
    refusal = answer.refusal
    if refusal is None or refusal.kind in ("impossible", "open", "broken", "unwritable"):
        return
    said = (*said, line, refusal.message, refusal.hint)
    asks = refusal.kind in ("malformed", "ambiguous")
    quoted = _QUOTED.findall(refusal.message)
    own = [word for name in quoted for word in name.split() if word.casefold() in typed.casefold()]
    assert asks or own, said
    following = list(list_hinted_lines(line, refusal))
    if asks:
        assert following or own, said
        assert depth, said
        for each in following:
            _require_working(desk, typed, each, said, depth - 1)


_TRULY_RUN = Desk.run
