"""The game's time: a moment of the campaign, and a span of time (Core Procedures, Turns)."""

import re
from functools import total_ordering

from companion.refusal import Malformed

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WATCH = 4 * HOUR
"""A Travel Turn of the standard length; six make a day."""

_MOMENT = re.compile(r"day\s+(\d{1,6})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?", re.IGNORECASE)
_SPAN_PART = re.compile(r"(\d{1,9})\s*(s|m|h|d)", re.IGNORECASE)
_UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": 1}
_LONGEST_SPAN_SECONDS = 1_000_000 * DAY


@total_ordering
class _Time:
    """Whole seconds, compared with their own kind alone."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.seconds == other.seconds

    def __lt__(self, other: "_Time") -> bool:
        return self.seconds < other.seconds

    def __hash__(self) -> int:
        return hash((type(self), self.seconds))


class Span(_Time):
    """A length of time in whole seconds; written as `4h`, `1h 30m`, `30d`."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Span":
        """`4h`, `90m`, `1h30m`. Raises Malformed for anything else, or above a million days."""
        compact = text.replace(" ", "")
        parts = _SPAN_PART.findall(compact)
        if not parts or "".join(f"{n}{u}" for n, u in parts) != compact:
            raise Malformed(f"«{text}» is no length of time.", "Write it like 4h, 30m, 10s or 2d.")
        seconds = sum(int(count) * _UNITS[unit.lower()] for count, unit in parts)
        if seconds > _LONGEST_SPAN_SECONDS:
            raise Malformed(f"«{text}» is longer than any campaign.", "Write it like 4h or 30d.")
        return cls(seconds)

    def __str__(self) -> str:
        left, parts = abs(self.seconds), []
        for unit, size in _UNITS.items():
            count, left = divmod(left, size)
            if count:
                parts.append(f"{count}{unit}")
        return ("-" if self.seconds < 0 else "") + (" ".join(parts) or "0m")


class Moment(_Time):
    """A moment of the campaign, in seconds since day 1 00:00; written as `day 3 14:20`."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Moment":
        """`day 3 14:20` or `day 3 14:20:10`. Raises Malformed for anything else."""
        found = _MOMENT.fullmatch(text.strip())
        if found:
            day, hour, minute, second = (int(part or 0) for part in found.groups())
            if day >= 1 and hour < 24 and minute < 60 and second < 60:
                return cls((day - 1) * DAY + hour * HOUR + minute * MINUTE + second)
        raise Malformed(f"«{text}» is no moment of the game.", "Write it like day 3 14:20.")

    @property
    def day(self) -> int:
        """The day of the campaign, from 1."""
        return self.seconds // DAY + 1

    @property
    def watch(self) -> int:
        """Which of the day's six watches it is, 1 (from midnight) to 6."""
        return self.seconds % DAY // WATCH + 1

    @property
    def time(self) -> str:
        """The time of day, `14:20`, with seconds only if there are any."""
        minutes, second = divmod(self.seconds % DAY, 60)
        return f"{minutes // 60:02}:{minutes % 60:02}" + (f":{second:02}" if second else "")

    def __add__(self, span: Span) -> "Moment":
        return Moment(self.seconds + span.seconds)

    def __sub__(self, other: "Moment") -> Span:
        return Span(self.seconds - other.seconds)

    def __str__(self) -> str:
        return f"day {self.day} {self.time}"
