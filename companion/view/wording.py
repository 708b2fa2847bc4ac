"""Lines with their tones, and phrases that several answers share.

A tone says how the screen draws a line: bold, faint or coloured. It never carries information that
the words do not, so nothing is lost without colour or when read aloud.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

from companion.refusal import join_words
from companion.text import clean_text

if TYPE_CHECKING:
    from companion.campaign.campaign import Campaign
    from companion.errant.coin import Purse
    from companion.errant.event_die import Modifier
    from companion.reports.turns import Action

NameLookup: TypeAlias = Callable[[str], str]
"""The display name of an Errant, by id."""
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

Tone = Literal["said", "headline", "result", "news", "warning", "secret", "way", "detail"]
"""The kinds of lines: plain words, the Turn it is about, the result of a die, news for everybody,
what went wrong, what is for the Guide alone, what can be typed next, how it came about."""

SECRET_PREFIX = "Secret: "
"""The beginning of a line that must not be read aloud to the players."""


class Gauge(NamedTuple):
    """So much of so much, drawn before its number where there is room; without `full` it is a mark
    for each. It has at most so many `places`."""

    left: int
    full: int | None = None
    places: int = 8


class StyledLine(str):
    """One line of an answer. It is its text; beside it are its `tone`, the `label` that it begins
    with where it can stand in a column of labels, and its `parts`, the gauges among them."""

    tone: Tone
    label: str
    parts: tuple[str | Gauge, ...]

    def __new__(cls, text: str, tone: Tone = "said", label: str = "") -> "StyledLine":
        """A line in a tone. A StyledLine keeps its own tone unless another is given."""
        line = super().__new__(cls, text)
        styled = text if isinstance(text, StyledLine) else None
        line.tone = styled.tone if styled is not None and tone == "said" else tone
        line.label = styled.label if styled is not None and not label else label
        line.parts = styled.parts if styled is not None else (text,)
        return line

    @classmethod
    def compose(cls, *parts: str | Gauge, tone: Tone = "said", label: str = "") -> "StyledLine":
        """A line with gauges in it. Its text is without them."""
        line = cls("".join(part for part in parts if isinstance(part, str)), tone, label)
        line.parts = parts
        return line

    def clean_controls(self) -> "StyledLine":
        """The same line with nothing in it that a terminal would obey, in the same tone."""
        parts = [clean_text(part) if isinstance(part, str) else part for part in self.parts]
        return StyledLine.compose(*parts, tone=self.tone, label=self.label)


def make_secret_line(text: str) -> StyledLine:
    """A line for the Guide alone, which begins by saying so."""
    return StyledLine(f"{SECRET_PREFIX}{text}", "secret")


def end_sentence(text: str) -> str:
    """A text that somebody typed, or that a table holds, ended with a full stop."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", "…", ".»", ".”", '."')) else f"{text}."


def format_pennies(pennies: int) -> str:
    """Pennies in the fewest coins: «2 guilders 3 shillings 7 pennies»."""
    from companion.errant.coin import make_purse

    return format_purse(make_purse(pennies))


def format_purse(purse: "Purse") -> str:
    """Coins by denomination, the largest first."""
    of = (
        (purse.guilders, "guilder", "guilders"),
        (purse.shillings, "shilling", "shillings"),
        (purse.pennies, "penny", "pennies"),
    )
    amounts = [f"{number:,} {one if number == 1 else many}" for number, one, many in of if number]
    return " ".join(amounts) or "no coin"


def format_times(number: int) -> str:
    """A count of times: «once», «twice», «3 times»."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


_TITLES = {
    *("abbess", "abbot", "big", "brother", "captain", "dame", "father", "king", "lady", "little"),
    *("lord", "master", "mother", "old", "queen", "saint", "sir", "sister", "stash", "the"),
    "young",
}
"""First words that are no display name by themselves."""


def make_name_lookup(campaign: "Campaign") -> NameLookup:
    """Display names by id, as people at a table use them: «Wim» for Wim the Lesser, unless the
    short name of another Errant is the same. Someone who is gone keeps their id as name."""
    short = {errant.id: _shorten_name(errant.name, errant.id) for errant in campaign.errants}
    times = Counter(map(str.casefold, short.values()))
    names = {
        errant.id: short[errant.id] if times[short[errant.id].casefold()] == 1 else errant.name
        for errant in campaign.errants
    }
    return lambda errant_id: names.get(errant_id, errant_id)


def _shorten_name(name: str, errant_id: str) -> str:
    """The word of a name that equals its id, else its first word, unless that is only a title."""
    words = name.replace(",", " ").split()
    for word in words:
        if word.casefold() == errant_id:
            return word
    return words[0] if words and words[0].casefold() not in _TITLES else name


def format_turn_name(turn_type: str | None, number: int | None) -> str:
    """A Turn by its type and number."""
    if turn_type is None:
        return "No Turn is open"
    name = f"{turn_type.capitalize()} Turn"
    return f"{name} {number}" if number else f"{turn_type.capitalize()} Turns, about to begin"


def format_moment(day: int, time: str) -> str:
    """A day and a time: «day 3, 13:20»."""
    return f"day {day}, {time}"


def render_actions(actions: "Iterable[Action]", name_of: NameLookup) -> list[str]:
    """Who does what, a line each."""
    return [
        end_sentence(f"{'The Company' if a.who == 'company' else name_of(a.who)}: {a.action}")
        for a in actions
    ]


def describe_night(watch: Sequence[str], name_of: NameLookup) -> str:
    """Who keeps watch over a Company asleep."""
    return f"The Company sleeps, {join_words(map(name_of, watch)) or 'nobody'} on watch."


def describe_modifiers(modifiers: "Iterable[Modifier]") -> str:
    """What added Event Dice: «Bree's Encumbrance 6 adds a negative die, +2 by hand adds 2 positive
    dice»."""
    return ", ".join(
        f"{f'{m.dice:+d} ' if m.reason == 'by hand' else ''}{m.reason} adds "
        f"{_describe_dice(m.dice)}"
        for m in modifiers
    )


def _describe_dice(number: int) -> str:
    kind = "positive" if number > 0 else "negative"
    return f"a {kind} die" if abs(number) == 1 else f"{abs(number)} {kind} dice"


def group_by(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Things by their key, in the order of first appearance."""
    by_key: dict[K, list[T]] = {}
    for thing in things:
        by_key.setdefault(key(thing), []).append(thing)
    return by_key


def count_repeats(texts: Iterable[str]) -> list[str]:
    """Each text once, with the number of its repeats."""
    return [
        text if len(same) == 1 else f"{text} ({len(same)} of them)"
        for text, same in group_by(texts, str).items()
    ]


def format_signed(number: int) -> str:
    """A number with its sign, and 0 without."""
    return f"{number:+}" if number else "0"


def format_reaction_dice(faces: Iterable[int], modifier: int, total: int) -> str:
    """2D6 with their modifier: «2D6 3 + 4 +1: 8»."""
    more = f" {format_signed(modifier)}" if modifier else ""
    return f"2D6 {' + '.join(map(str, faces))}{more}: {total}"


def format_quantity(number: int, name: str) -> str:
    """The name of a thing, with its number if that is not one."""
    if name == "Supply":
        return f"{number} Supply"
    return name if number == 1 else f"{number} × {name}"


def format_slots(number: float) -> str:
    """A number of Item Slots."""
    return f"{number:g} slot{'' if number == 1 else 's'}"
