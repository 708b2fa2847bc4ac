"""Lines in the companion's own words that a form reads, with names in the place of ids."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.campaign.places_known_to_players import list_sites_for_seat
from companion.commands.dispatch import TELLING_WORDS, MakeContext, resolve_word_of_line
from companion.errant.names_to_type import Named, quote_typed_name
from companion.errant.world import Faction, Npc
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Ambiguous, Impossible, Refusal, join_choices

_PRICE, _DRAW, _SHUFFLE = "price ", "draw ", "shuffle "
"""A question and lines of which it is asked which of several is meant."""
_FIGHT = "fight"
"""It only shows who fights, where somebody does."""
_TOLD = re.compile(r" (?:is|=) ?\d+$")
"""A result that is told: nobody asks with it, as `react ysolde is 12`."""
_HYPHENED = re.compile(r"(?<!\S)\w+(?:-\w+)+(?![^\s,.])")


class Meaning(NamedTuple):
    """A line in the companion's own words, as it is read and as text."""

    line: Line
    text: str


def select_parsable_lines(
    texts: Iterator[str], make_context: MakeContext, rolling: tuple[str, ...] | None = None
) -> Iterator[Meaning]:
    """The lines that a form reads, with names in the place of ids; of a question those that only
    look, or are `rolling`. Raises Ambiguous for a price or a deck that may be several,
    Impossible for one from which nothing was drawn."""
    for written in texts:
        text = replace_ids_by_names(written, make_context)
        try:
            if line := parse_typed_line(text):
                context = make_context(line)
                word, said, *_ = resolve_word_of_line(line, context.campaign, whole=True)
                form, values = word.read(said.arguments, make_context(said))
                looks = form.is_read_only(values) or (
                    word.name in TELLING_WORDS and not said.arguments[1:]
                )
                looks = looks or (text == _FIGHT and bool(context.campaign.book.combatants))
                rolls = rolling is not None and word.name in rolling and not _TOLD.search(text)
                if rolling is None or rolls or looks:
                    yield Meaning(line, text)
        except Ambiguous as refusal:
            is_drawn = rolling is None or _DRAW.strip() in rolling
            is_named = is_drawn and text.startswith((_DRAW, _SHUFFLE))
            is_named = is_named or (rolling is not None and text.startswith(_PRICE))
            if is_named and refusal.typed:
                before, *rest = re.split(
                    rf"(?<!\w){re.escape(refusal.typed)}(?!\w)", text, maxsplit=1
                )
                ways = [each.join((before, *rest)) for each in refusal.instead]
                raise Ambiguous(refusal.message, f"Try: {join_choices(ways)}") from refusal
        except Impossible:
            if text.startswith(_SHUFFLE):  # nothing was drawn yet
                raise
        except Refusal:
            continue


def replace_ids_by_names(text: str, make_context: MakeContext) -> str:
    """A line with the names of people, places and effects as they are typed, and no id of theirs
    that is no name. What players do not know of keeps the name they typed."""
    ids = set(_HYPHENED.findall(text))
    if not ids:
        return text
    context = make_context(Line("", False, (), ""))
    campaign, guide = context.campaign, context.is_guide
    beings: tuple[Npc | Faction, ...] = (*campaign.world.npcs, *campaign.world.factions)
    known = [each for each in beings if each.id in ids and (guide or each.met)]
    places = list_sites_for_seat(campaign, guide=guide)
    named: tuple[Named, ...] = (*campaign.errants, *campaign.book.effects, *known, *places)
    names = {each.id: quote_typed_name(each) for each in named if each.id in ids}
    return _HYPHENED.sub(lambda found: names.get(found[0], found[0]), text)
