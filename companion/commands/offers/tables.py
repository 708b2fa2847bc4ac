"""What a line can say of tables: their names, those of the place, decks, and what may hold."""

from collections.abc import Iterable, Iterator

from companion.campaign.tables import (
    KNOWN_FACTS,
    PLACE_TABLE_WORDS,
    SEASONS,
    gather_facts,
    list_place_tables,
)
from companion.errant.world import Site
from companion.grammar.forms import Completing, Completion, Scene
from companion.grammar.line import quote_name


def _tables(scene: Scene) -> Iterator[Completion]:
    yield from (Completion(quote_name(name)) for name in scene.context.list_tables())


def _of_the_place_or_by_name(scene: Scene) -> Iterator[Completion]:
    """For the Guide, those that the place has, for which it has is a secret; then every table."""
    for word, table, site in list_place_tables(scene.campaign) if scene.context.is_guide else ():
        yield Completion(word, f"of {site.name}: {table}")
    yield from _tables(scene)


def _decks(scene: Scene) -> Iterator[Completion]:
    """What was drawn from; for the Guide alone."""
    if scene.context.is_guide:
        for deck in scene.campaign.book.decks:
            yield Completion(quote_name(deck.table), f"{len(deck.drawn)} drawn")


def _of_a_table(scene: Scene) -> Iterator[Completion]:
    """`FACT=VALUE`, for each fact that is not said yet; dice go by none."""
    first = scene.folded[0]
    if first[:1].isdecimal() or not any(
        first in name for name in (*scene.context.list_tables(), *PLACE_TABLE_WORDS)
    ):
        return
    now = gather_facts(scene.campaign)
    for fact, values in {**KNOWN_FACTS, "season": SEASONS, "terrain": _terrains(scene)}.items():
        if any(word.startswith(f"{fact}=") for word in scene.folded):
            continue
        for value in values:
            holds = ", as it is" if now.get(fact) == value else ""
            yield Completion(
                f"{fact}={quote_name(value)}", f"for this once{holds}", (f"{fact}={value}",)
            )


def _terrains(scene: Scene) -> tuple[str, ...]:
    known = (site.terrain.casefold() for site in scene.sites if isinstance(site, Site))
    return tuple(dict.fromkeys(terrain for terrain in known if terrain))


def _steps(scene: Scene) -> Iterable[Completion]:
    """`list [SUBJECT]`, `show TABLE`, `check [TABLE]`."""
    if not scene.before:
        return _STEPS
    if scene.folded == ("list",):
        subjects = dict.fromkeys(name.partition("/")[0] for name in scene.context.list_tables())
        return map(Completion, subjects)
    return _tables(scene) if scene.folded in (("show",), ("check",)) else ()


_STEPS = (
    Completion("list", "which there are, or those of a subject"),
    Completion("show", "the rows of one, as they are written"),
    Completion("check", "what is wrong with one, or with all"),
)

OF_TABLES: dict[str, Completing] = {
    "table": _of_the_place_or_by_name,
    "of a table": _of_a_table,
    "deck": _decks,
    "tables": _steps,
}
