"""What a line means that is typed as people talk: the line of the companion's own words for it."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from companion.commands.dispatch import SECRET_WORD, resolve_line
from companion.grammar.context import Context
from companion.grammar.line import Line, read_line
from companion.refusal import Ambiguous, Malformed, Refusal, Unknown

_ABSORBING = ("give", "g", "ok")
_TEXTS = ("declare", "note", "done", "fate")
_MOST_READINGS = 60
"""So many are tried at most: a line that means nothing must be refused at once."""

MakeContext = Callable[[Line], Context]


class Meaning(NamedTuple):
    """A line in the companion's own words; `asked` is what stands in its place where it may mean
    several things."""

    line: Line
    text: str


def find_whole_phrase(typed: str, make_context: MakeContext) -> Meaning | None:
    """The meaning of a phrase that would be read as something else, as `next turn`; None for any
    other line."""
    from companion.grammar.phrases.reading import list_idioms  # measured: no strict script needs it

    context = make_context(Line("", False, (), ""))
    return next(_select_readable(list_idioms(typed, context), make_context), None)


def find_other_word(typed: str, line: Line, make_context: MakeContext) -> Meaning | None:
    """The meaning of a line whose first word would take any text, as `give wim the rope` or `ok
    bree lights a torch`, where it means what another word does; None for any other line."""
    if line.word not in _ABSORBING or line.forced:
        return None
    try:
        first = next(list_meanings(typed, line, make_context), None)
    except Ambiguous:
        return None
    is_text = first is None or (line.word == "ok" and first.line.word in _TEXTS)
    return None if is_text else first


def may_mean_more(refusal: Refusal) -> bool:
    """True for a refusal of how a line was typed, not of what was asked for."""
    return isinstance(refusal, Unknown | Malformed | Ambiguous)


def list_meanings(typed: str, line: Line, make_context: MakeContext) -> Iterator[Meaning]:
    """What a refused line may mean, the likeliest first; only what can be read. Raises Ambiguous
    where several are as likely."""
    from companion.grammar.phrases.reading import list_readings  # measured, as above

    secretly = line.word == SECRET_WORD and bool(line.rest)
    typed = line.rest if secretly else typed
    context = make_context(Line("", False, (), ""))
    for readings in islice(list_readings(typed, context), _MOST_READINGS):
        texts = [f"{SECRET_WORD} {each}" if secretly else each for each in readings]
        texts = [_force(each) if line.forced else each for each in texts]
        found = list(_select_readable(iter(texts), make_context))
        if len(found) > 1:
            either = ", or ".join(each.text for each in found)
            raise Ambiguous(f"«{typed}» may mean two things.", f"Try: {either}")
        yield from found


def _select_readable(texts: Iterator[str], make_context: MakeContext) -> Iterator[Meaning]:
    for text in texts:
        try:
            if line := read_line(text):
                context = make_context(line)
                resolved = resolve_line(line, context.campaign, whole=True)
                resolved.word.read(resolved.line.arguments, make_context(resolved.line))
                yield Meaning(line, text)
        except Refusal:
            continue


def _force(text: str) -> str:
    word, _, rest = text.partition(" ")
    return f"{word}! {rest}".rstrip()
