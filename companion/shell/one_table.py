"""What is asked of `draw` and `shuffle`: one table, and for a draw how often and what fell."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.refusal import Malformed
from companion.shell.rolling import ONE_BY_HAND
from companion.words.options import take_faces, take_times


class ToDraw(NamedTuple):
    """A table as typed, how many rows of it, what holds (`season=winter`), and the faces that were
    rolled by hand; None where it is the companion's to roll."""

    table: str
    times: int
    holds: tuple[str, ...] = ()
    entered: tuple[int, ...] | None = None

    @property
    def more(self) -> tuple[str, ...]:
        """What is typed after the table at a desk, what holds aside."""
        times = f"x{self.times}"
        return (times,) if self.entered is None else (times, f"={','.join(map(str, self.entered))}")


def to_draw(arguments: Sequence[str], times: int) -> ToDraw:
    """`TABLE [FACT=VALUE…] [xN] [=FACES]`, so many times. Raises `Malformed`."""
    entered, left = take_faces(tuple(arguments))
    if entered is not None and times > 1:
        raise Malformed(ONE_BY_HAND, "Try: companion draw rumours x2 =3,1")
    number, left = take_times(left)
    holds = tuple(each for each in left if "=" in each)
    left = tuple(each for each in left if "=" not in each)
    return ToDraw(one_table(left, "draw"), (number or 1) * times, holds, entered)


def one_table(arguments: Sequence[str], word: str) -> str:
    """The table that is named. `Malformed` for none, and for more than one."""
    if len(arguments) == 1:
        return arguments[0]
    numbers = [each for each in arguments if each.isdecimal()]
    names = [each for each in arguments if not each.isdecimal()] or ["rumours"]
    if word == "draw" and len(numbers) == len(names) == 1:
        hint = f"Try: companion draw {names[0]} -n {numbers[0]}"
    else:
        hint = f"Try: companion {word} {names[0]}"
    raise Malformed(f"«{' '.join(arguments)}» is not one table to {word}.", hint)
