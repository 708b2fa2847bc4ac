"""Renders the news that follow a word as sentences."""

from collections.abc import Iterator, Sequence

from companion.campaign import news_of_changes as n
from companion.errant.names_to_type import make_unnumbered_name
from companion.refusal import join_words
from companion.text_cleaning import quote_name
from companion.view import shared_wording as w
from companion.view.turns.happenings import P, join_things_with_owners

_LEVEL_TEXTS = {
    "darkness": "It is dark",
    "dim": "The light is dim",
    "ordinary": "The light is ordinary",
    "bright": "The light is bright",
}


def render_news_of_changes(
    pieces: Sequence[n.NewsItem], name_of: w.NameLookup, *, guide: bool = True
) -> Iterator[w.StyledLine]:
    """A sentence for all news of one kind, then what can be typed about items that are used up."""
    yield from map(w.NewsLine, _list_news(pieces, name_of, guide=guide))
    spent = _filter_news_of_kind(pieces, n.RanOut)
    if len(spent) > 1:
        yield w.HintLine("Type refill all or let-go all, or name one.")
    elif spent:
        whose = w.format_errant_name(spent[0].errant, name_of)
        thing = f"{whose} {quote_name(make_unnumbered_name(spent[0].item, spent[0].name))}"
        yield w.HintLine(f"Type refill {thing}, or let-go {thing}.")


def _filter_news_of_kind(pieces: Sequence[n.NewsItem], kind: type[P]) -> list[P]:
    """The news of this class."""
    return [piece for piece in pieces if isinstance(piece, kind)]


def _list_news(
    pieces: Sequence[n.NewsItem], name_of: w.NameLookup, *, guide: bool
) -> Iterator[str]:
    spent, died = _filter_news_of_kind(pieces, n.RanOut), _filter_news_of_kind(pieces, n.LightDied)
    used_up = {(each.errant, each.item) for each in spent}
    spent_lights = [each for each in died if (each.errant, each.item) in used_up]
    out = {(each.errant, each.item) for each in spent_lights}
    for dead in _filter_news_of_kind(pieces, n.Died):
        morale = ""
        if dead.retainers:
            ways = [f"morale {w.format_errant_name(each, name_of)}" for each in dead.retainers]
            morale = f" Do they lose heart? {', '.join(ways)}"
        how = f"dies of Exhaustion ({dead.exhaustion})" if not dead.wound else "is dead"
        yield f"{name_of(dead.errant)} {how}.{morale}"
    for lights, one, many, what in (
        (_filter_news_of_kind(pieces, n.LightLow), "is one Burn", "are one Burn", "from dying"),
        ([each for each in died if each not in spent_lights], "goes", "go", "out"),
        (spent_lights, "goes", "go", "out, used up"),
    ):
        if lights:
            named = join_things_with_owners(lights, name_of)
            yield f"{named} {one if len(lights) == 1 else many} {what}."
    for light in _filter_news_of_kind(pieces, n.LightChanged):
        burn = f": Burn {light.burn} in all" if light.burn else ""
        yield f"{_LEVEL_TEXTS[light.level]} now{burn}."
    if things := [each for each in spent if (each.errant, each.item) not in out]:
        yield f"Used up: {join_things_with_owners(things, name_of)}."
    if gone := _filter_news_of_kind(pieces, n.Unrefilled):
        yield f"Used up and gone for want of Supply: {join_things_with_owners(gone, name_of)}."
    for left in _filter_news_of_kind(pieces, n.ChoiceDropped):
        name = w.format_turn_name(left.turn_type, left.turn_number)
        yield f"{name} is left with neither rest nor press-on."
    for night in _filter_news_of_kind(pieces, n.NightAhead):
        yield _describe_night_ahead(night, name_of)
    for burning in _filter_news_of_kind(pieces, n.LitAtNight):
        lit = join_words(f"{name_of(errant)}'s {name}" for errant, name in burning.lights)
        yield f"Still lit as they sleep: {lit}. Snuff it, or let it burn."
    for night_lost in _filter_news_of_kind(pieces, n.NightBroken):
        who = join_words(map(name_of, night_lost.sleepers))
        verb = "gives" if len(night_lost.sleepers) == 1 else "give"
        yield f"Awake this Turn, {who} {verb} up half a night's Rest."
    for armour in _filter_news_of_kind(pieces, n.ArmourLacking):
        whose = join_words([f"{name_of(errant)}'s" for errant in armour.errants])
        only = w.format_errant_name(armour.errants[0], name_of)
        way = f"repair {only}" if len(armour.errants) == 1 else "repair"
        yield f"{whose} armour lacks Blocks: {way} uses a kit."
    for place in _filter_news_of_kind(pieces, n.BecameKnown):
        yield f"The players know of {place.name} now."
    for forgotten in _filter_news_of_kind(pieces, n.BecameUnknown):
        known, undone = f"The players know of {forgotten.name}", "Undone: that you know of"
        yield f"{known} no more." if guide else f"{undone} {forgotten.name}."
    for kind, meaning in _LOAD_MEANINGS.items():
        for each in _filter_news_of_kind(pieces, kind):
            yield f"{name_of(each.errant)}'s Encumbrance is {each.encumbrance}{meaning}."


def _describe_night_ahead(night: n.NightAhead, name_of: w.NameLookup) -> str:
    """Who will have a night's Rest, and who not and why."""
    rested, half_rested, watching = (
        join_words(map(name_of, each)) for each in (night.rested, night.half_rested, night.watching)
    )
    why = "who watches alone (1 Exhaustion)" if len(night.watching) == 1 else "on watch"
    parts = (
        f"{rested} as this Turn ends" if rested else "",
        f"{half_rested} after one more Turn asleep" if half_rested else "",
        f"not {watching}, {why}" if watching else "",
    )
    camp = ", which removes no Exhaustion in this camp" if night.uncomfortable else ""
    return f"A night's Rest{camp}: {'; '.join(filter(None, parts))}."


_LOAD_MEANINGS: dict[type[n.Overloaded | n.Unburdened | n.Helpless], str] = {
    n.Overloaded: ": one more negative Event Die in Travel and Exploration Turns",
    n.Unburdened: " and adds no Event Die",
    n.Helpless: ": they can do nothing",
}
