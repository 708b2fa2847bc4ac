"""Styled lines with their tones, and phrases that several answers share: names, coins, counts,
moments.

A tone says how the screen draws a line: bold, faint or coloured. It never carries information that
the words do not, so nothing is lost without colour or when read aloud.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

from companion.refusal import join_words
from companion.text_cleaning import clean_text

if TYPE_CHECKING:
    from companion.campaign.campaign import Campaign
    from companion.errant.company import Errant
    from companion.errant.packs.coin import Purse
    from companion.reports.market import PurchaseReport, SaleReport
    from companion.reports.packs import CoinsChanged, CoinsReport, CoinsWorthReport, PurseLine
    from companion.reports.turns import Action, SignLine

    CoinHolder: TypeAlias = (
        Purse | Errant | CoinsReport | PurchaseReport | SaleReport | PurseLine | CoinsWorthReport
    )

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
    """So much of the most that there can be, drawn before its number where there is room, in at
    most so many `places`."""

    left: int
    full: int
    places: int = 8


class StyledLine(str):
    """One line of an answer. It is its text; beside it are its `tone`, the `label` that it begins
    with where it can stand in a column of labels, and its `parts`, the gauges among them."""

    tone: Tone
    label: str
    parts: tuple[str | Gauge, ...]

    def __new__(cls, *parts: str | Gauge, tone: Tone = "said", label: str = "") -> "StyledLine":
        """A line in a tone. Its text is without its gauges."""
        line = super().__new__(cls, "".join(part for part in parts if isinstance(part, str)))
        line.tone, line.label, line.parts = tone, label, parts
        return line

    def remove_control_characters(self) -> "StyledLine":
        """The line without anything that a terminal would obey, in its tone."""
        parts = [clean_text(part) if isinstance(part, str) else part for part in self.parts]
        return StyledLine(*parts, tone=self.tone, label=self.label)


Headline = partial(StyledLine, tone="headline")
ResultLine = partial(StyledLine, tone="result")
NewsLine = partial(StyledLine, tone="news")
SecretLine = partial(StyledLine, tone="secret")
WarningLine = partial(StyledLine, tone="warning")
DetailLine = partial(StyledLine, tone="detail")
HintLine = partial(StyledLine, tone="way")
Lines: TypeAlias = Iterable[str]
"""The lines of an answer; a plain text is a line that is said."""


def make_styled_line(line: str) -> StyledLine:
    """Make a text a plain line; a line that is styled already stays as it is."""
    return line if isinstance(line, StyledLine) else StyledLine(line)


def make_guide_only_line(text: str, label: str = "") -> StyledLine:
    """A line for the Guide alone, which begins by saying so."""
    return SecretLine(f"{SECRET_PREFIX}{text}", label=label)


def capitalize_first_letter(text: str) -> str:
    """A text with its first letter in upper case."""
    return f"{text[:1].upper()}{text[1:]}"


def end_with_full_stop(text: str) -> str:
    """A text that somebody typed, or that a table holds, ended with a full stop."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", "…", ".»", ".”", '."')) else f"{text}."


def format_pennies(pennies: int) -> str:
    """Pennies in the fewest coins: «2 guilders 3 shillings 7 pennies»."""
    from companion.errant.packs.coin import make_purse

    return format_purse(make_purse(pennies))


def format_purse(purse: "CoinHolder") -> str:
    """The coins that somebody has, the largest first."""
    return " ".join(f"{number:,} {coin}" for number, coin in list_coin_counts(purse)) or "no coin"


def format_coins_moved(coins: "CoinsChanged") -> str:
    """The very coins that came or went; what came is told apart from what went beside it."""
    moved = list_coin_counts(coins)
    mixed = min(moved)[0] < 0 < max(moved)[0] if moved else False
    return " ".join(f"{n:+,} {coin}" if mixed else f"{abs(n):,} {coin}" for n, coin in moved) or (
        "no coin"
    )


def list_coin_counts(purse: "CoinHolder | CoinsChanged") -> list[tuple[int, str]]:
    """How many of each coin, and what they are called; none of which there is none."""
    coins = (
        (purse.guilders, "guilder", "guilders"),
        (purse.shillings, "shilling", "shillings"),
        (purse.pennies, "penny", "pennies"),
    )
    return [(number, one if abs(number) == 1 else many) for number, one, many in coins if number]


def format_number_of_times(number: int) -> str:
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


def format_errant_name(errant_id: str, name_of: NameLookup) -> str:
    """The name of an Errant as it is typed."""
    from companion.errant.names_to_type import (
        quote_typed_name_from_id,  # dice alone pay for no names
    )

    return quote_typed_name_from_id(errant_id, name_of(errant_id))


def format_turn_name(turn_type: str | None, number: int | None) -> str:
    """A Turn with its number, or that none is open or has begun."""
    if turn_type is None:
        return "No Turn is open"
    name = f"{turn_type.capitalize()} Turn"
    return f"{name} {number}" if number else f"{turn_type.capitalize()} Turns, about to begin"


def format_day_and_time(day: int, time: str) -> str:
    """A day and a time: «day 3, 13:20»."""
    return f"day {day}, {time}"


def describe_carried_place(place: str) -> str:
    """The place where a thing is carried, in words: `in hand`, `worn`."""
    return {"hand": "in hand", "pack": "in the pack"}.get(place, place)


def name_chase_runner(who: str, name: str, name_of: NameLookup) -> str:
    """The display name of an Errant; of anybody else the `name`."""
    return name if name_of(who) == who else name_of(who)


def render_declared_actions(actions: "Iterable[Action]", name_of: NameLookup) -> list[str]:
    """A line for each declared action of a Turn: who does what."""
    return [
        end_with_full_stop(f"{'The Company' if a.who == 'company' else name_of(a.who)}: {a.action}")
        for a in actions
    ]


def describe_night_watch(watch: Sequence[str], name_of: NameLookup) -> str:
    """Who keeps watch over a Company asleep."""
    return f"The Company sleeps, {join_words(map(name_of, watch)) or 'nobody'} on watch."


def group_by_key(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Things by their key, in the order of first appearance."""
    by_key: dict[K, list[T]] = {}
    for thing in things:
        by_key.setdefault(key(thing), []).append(thing)
    return by_key


def count_repeated_texts(texts: Iterable[str]) -> list[str]:
    """Each text once, with the number of its repeats."""
    return [
        text if len(same) == 1 else f"{text} ({len(same)} of them)"
        for text, same in group_by_key(texts, str).items()
    ]


def format_signed_number(number: int) -> str:
    """A number with its sign, and 0 without."""
    return f"{number:+}" if number else "0"


def format_quantity(number: int, name: str) -> str:
    """The name of a thing, with its number if that is not one."""
    if name == "Supply":
        return f"{number} Supply"
    return name if number == 1 else f"{number} × {name}"


def format_count(number: float, noun: str) -> str:
    """A number of things: «1 row», «2 rows»."""
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


UNNAMED_ENCOUNTER = "The next encounter, which you choose"


def describe_foretold_encounter(encounter: str) -> str:
    """Whom a sign foretells, as a sentence."""
    return end_with_full_stop(capitalize_first_letter(encounter))


def describe_encounter_sign(sign: "SignLine") -> str:
    """A sign that waits, and what it foretells."""
    where = f" at {sign.place_name or sign.place}" if sign.place else ""
    encounter = describe_foretold_encounter(sign.encounter or UNNAMED_ENCOUNTER)
    return f"a sign of {sign.turn_type.capitalize()} Turns{where}. {encounter}"


def describe_dying_briefly(turns: int, turn_type: str) -> str:
    """In how many Turns somebody dies, in a list of what is wrong with them."""
    name = f"{turn_type.capitalize()} Turn"
    return f"dies in {format_count(turns, name)}" if turns else f"dies this {name}"
