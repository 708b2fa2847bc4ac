"""Refusals and problems, the two families of error.

A *refusal* is raised: what was asked for cannot be done, and nothing has changed. It says so in one
plain sentence, with a way forward. A *problem* is a value: something in a file is wrong, and the
reading goes on, so that all problems can be listed at once.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import ClassVar, NamedTuple

from companion.text_cleaning import clip_text

WHO = "Who?"
"""The question after a line that does not say of whom it is: a name answers it."""


class Refusal(Exception):  # noqa: N818 (a refusal is not an error: nothing went wrong)
    """What was asked for cannot be done.

    `message` is one sentence that quotes what was given; `hint` is a way forward, or empty. Lines
    that work when they are typed stand in it after "Try:", or after words that begin with "To",
    "Or" or "For" and a colon, with "or" between them. At the prompt the line
    itself follows, where something can stand `instead` of what was `typed` in it (or at its end).
    The Guide may force what is `overrulable` with `!` after the word. Where files are Broken,
    `problems` are all of theirs, in the order of the files, and `list_all` is the command at the
    shell that lists each, or empty.
    """

    kind: ClassVar[str] = "refused"
    problems: "tuple[Problem, ...]" = ()
    list_all: str = ""

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        overrulable: bool = False,
        typed: str = "",
        instead: Iterable[str] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.overrulable = overrulable
        self.typed = typed
        self.instead = tuple(instead)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()


class Malformed(Refusal):
    """What was typed cannot be read at all: `2d`, `+4x`, a missing word."""

    kind = "malformed"


class Impossible(Refusal):
    """What was typed can be read, but it cannot happen: a face no die has, a torch already out."""

    kind = "impossible"


class Ambiguous(Refusal):
    """What was typed may mean several things; `hint` names them."""

    kind = "ambiguous"


class Unknown(Refusal):
    """What was typed names nothing; `hint` names what is similar."""

    kind = "unknown"


class StillOpen(Refusal):
    """Something is open and stops a step once: typed again, or with `!`, the line goes through. The
    Guide may be the one who can settle it: `for_guide` tells them so, or is empty."""

    kind = "open"
    is_remembered = False  # said once in a Turn, whatever is typed in between
    for_guide: str = ""


class Problem(NamedTuple):
    """A mistake in a file. `line` counts from 1; it is 0 if unknown."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


def fold_problems_by_file(problems: Iterable[Problem], most: int) -> list[Problem]:
    """Problems in the order of their files; those of a file that has more than `most` as one, with
    their number and the first."""
    found: list[Problem] = []
    for file, group in groupby(problems, lambda problem: problem.file):
        of_file = list(group)
        if len(of_file) > most:
            _, line, key, message = of_file[0]
            first = f"{f'at line {line}: ' if line else ''}{f'{key}: ' if key else ''}{message}"
            of_file = [Problem(file, 0, "", f"{len(of_file):,} problems, the first {first}")]
        found += of_file
    return found


MAX_PROBLEMS_SHOWN = 10
"""Problems of one file that are shown where a command can list all of them."""


def render_problems(
    problems: Iterable[Problem], list_all: str = "", *, most: int | None = MAX_PROBLEMS_SHOWN
) -> Iterator[str]:
    """Problems in the order of their files, a line each; of each file no more than `most`, and then
    how many more it has, with the command that lists all."""
    for file, group in groupby(problems, lambda problem: problem.file):
        of_file = list(group)
        yield from map(str, of_file[:most])
        if most is not None and len(of_file) > most:
            command = f" ({list_all} tells each)" if list_all else ""
            yield f"and {len(of_file) - most:,} more in {file}{command}"


MAX_PROBLEM_LENGTH = 300
"""Characters of a message: it may quote a file that is one long line."""
MAX_KEY_LENGTH = 100
_MAX_IN_A_SENTENCE = 20


def shorten_problem(problem: Problem) -> Problem:
    """The problem with a key and a message that are short enough to read."""
    key, message = clip_text(problem.key, MAX_KEY_LENGTH), problem.message
    return problem._replace(key=key, message=clip_text(message, MAX_PROBLEM_LENGTH))


class Broken(Refusal):
    """Files cannot be used as they are."""

    kind = "broken"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(map(shorten_problem, problems))
        count = len(self.problems)
        what = "one problem" if count == 1 else f"{count} problems"
        listed = "; ".join(map(str, self.problems[:_MAX_IN_A_SENTENCE]))
        more = count - _MAX_IN_A_SENTENCE
        super().__init__(
            f"The files have {what}: {listed}{f'; and {more} more' if more > 0 else ''}.",
            "Nothing was written. Mend the file in an editor and try again.",
        )


def make_problem_message_for_players(problems: Iterable[Problem]) -> tuple[str, str]:
    """The message about problems for players, and its hint. Problems quote the files, which may
    hold secrets: only the Guide reads them."""
    files = join_words(sorted({problem.file for problem in problems}))
    return f"What is written in {files} cannot be used as it stands.", "Ask the Guide to mend it."


_LONGEST_WORD = 100
"""A longer word is similar to none: comparing takes quadratic time."""
_MOST_SIMILAR = 3


def find_similar_words(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> list[str]:
    """The known words most similar to `word`, best first, case-blind; at least as much as `cutoff`,
    from 0 to 1."""
    if len(word) > _LONGEST_WORD:
        return []
    by_folded = {name.casefold(): name for name in known if len(name) <= _LONGEST_WORD}
    folded = word.casefold()
    containing = [name for key, name in sorted(by_folded.items()) if folded and folded in key]
    close = [by_folded[key] for key in _find_close_words(folded, tuple(by_folded), cutoff)]
    return list(dict.fromkeys(close + containing))[:_MOST_SIMILAR]


@lru_cache(maxsize=256)
def _find_close_words(word: str, known: tuple[str, ...], cutoff: float) -> list[str]:
    """What difflib finds close; remembered, as every form that a line may have asks the same."""
    from difflib import get_close_matches  # measured: only an unknown word needs it

    return get_close_matches(word, known, _MOST_SIMILAR, cutoff)


def find_names_likely_meant(typed: str, known: Iterable[str]) -> list[str]:
    """The known names of which `typed` may be a slip of the hand, case-blind: each of its words is
    that of the name, or begins alike and has two letters swapped, one too many, too few or (in a
    longer word) wrong; two slips in a word of eight letters. `rope ladder` is no slip of `rope`."""
    words, first = _split_typed_name_at_blanks(typed), _get_first_letter(typed)
    found = (
        name
        for name in known
        if abs(len(name) - len(typed)) <= len(words) * 2 and _get_first_letter(name) == first
    )
    return list(
        dict.fromkeys(
            name for name in found if _is_slip_of_name(words, _split_typed_name_at_blanks(name))
        )
    )


def _get_first_letter(name: str) -> str:
    """Slips begin alike: most names are told apart by this alone."""
    return name.lstrip(" \t\n-")[:1].casefold()


def _split_typed_name_at_blanks(name: str) -> list[str]:
    return re.split(r"[\s-]+", name.casefold().strip())


def _is_slip_of_name(words: list[str], known: list[str]) -> bool:
    if "".join(words) == "".join(known):
        return words != known
    pairs = [(word, other) for word, other in zip(words, known, strict=False) if word != other]
    return len(words) == len(known) and all(_is_slip_in_word(*pair) for pair in pairs)


def _is_slip_in_word(word: str, other: str) -> bool:
    shorter = min(len(word), len(other))
    if word[:1] != other[:1] or shorter < 3 or max(len(word), len(other)) > _LONGEST_WORD:
        return False
    slips = _count_slips(word, other)
    if slips == 1 and len(word) == len(other):
        return shorter > 5 or sorted(word) == sorted(other)
    return (slips == 1 and shorter > 3) or (slips == 2 and shorter > 7)


def _count_slips(word: str, other: str) -> int:
    """Letters too many, too few or wrong, and neighbours swapped, from one word to another."""
    rows = [list(range(len(other) + 1))]
    for at, letter in enumerate(word, 1):
        row = [at]
        for to, wanted in enumerate(other, 1):
            best = min(rows[-1][to] + 1, row[-1] + 1, rows[-1][to - 1] + (letter != wanted))
            if at > 1 < to and letter == other[to - 2] and word[at - 2] == wanted:
                best = min(best, rows[-2][to - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def suggest_similar_words(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """A hint that names what is similar to `word`, or "" if nothing is."""
    matches = find_similar_words(word, known, cutoff=cutoff)
    return f"Did you mean {join_words(matches, 'or')}?" if matches else ""


def join_choices(lines: Iterable[str]) -> str:
    """Lines to choose from: `undo`, `undo, or redo`, `undo, redo, or next`."""
    *others, last = lines
    return f"{', '.join(others)}, or {last}" if others else last


def join_words(words: Iterable[str], joint: str = "and") -> str:
    """Words as a list in a sentence: `a`, `a and b`, `a, b and c`."""
    names = list(words)
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joint} {names[-1]}"
