"""What everybody should hear after a word, found by comparing the campaign before and after: no
command can forget to say it."""

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.places_known_to_players import list_newly_known_sites
from companion.campaign.plain_data_encoding import encode_value
from companion.errant.company import Errant, list_everyone_present, list_members_present
from companion.errant.packs.depletion import list_empty_items
from companion.errant.packs.light import Light, LightLevel, measure_light
from companion.errant.packs.slots import HELPLESS_ENCUMBRANCE, OVERLOAD_LIMIT, find_encumbrance
from companion.errant.turns.turns import Turn, TurnType, foresee_night
from companion.values_with_ids import pair_changed_values


class NewsItem(Struct, frozen=True, tag_field="news", tag=True):
    """A piece of news."""


class LightChanged(NewsItem, frozen=True, tag="light"):
    """It is lighter or darker than before."""

    level: LightLevel
    before: LightLevel
    burn: int


class ItemNews(NewsItem, frozen=True):
    """A thing that an Errant carries, by its id and its name."""

    errant: str
    item: str
    name: str


class LightLow(ItemNews, frozen=True, tag="light_low"):
    """A light source is one Burn from dying."""


class LightDied(ItemNews, frozen=True, tag="light_died"):
    """A light source has gone out."""


class RanOut(ItemNews, frozen=True, tag="ran_out"):
    """A thing has come to 0 and waits for a refill, or to be let go."""


class Unrefilled(ItemNews, frozen=True, tag="unrefilled"):
    """A thing that waited at 0 is gone: the Supply to refill it is no longer there."""


class EncumbranceNews(NewsItem, frozen=True):
    """Someone's Encumbrance has passed a limit."""

    errant: str
    encumbrance: int


class Overloaded(EncumbranceNews, frozen=True, tag="overloaded"):
    """It is now greater than 4 and adds a negative Event Die."""


class Unburdened(EncumbranceNews, frozen=True, tag="unburdened"):
    """It is 4 or less again."""


class Helpless(EncumbranceNews, frozen=True, tag="helpless"):
    """It is 8 or more: they can do nothing."""


class Died(NewsItem, frozen=True, tag="died"):
    """Someone's Exhaustion has reached their phys, or they are dead of a `wound` or with an
    Attribute at 0; `retainers` are those who may lose heart now that one of their employers is dead
    (Initiative Turns, Morale)."""

    errant: str
    exhaustion: int
    retainers: tuple[str, ...] = ()
    wound: bool = False


class BecameKnown(NewsItem, frozen=True, tag="met"):
    """The players know of an NPC, a Faction, a place or a Settlement from now on."""

    name: str


class BecameUnknown(NewsItem, frozen=True, tag="unmet"):
    """A word that made the players know of somebody or something was taken back."""

    name: str


class NightAhead(NewsItem, frozen=True, tag="night_ahead"):
    """Who will have a night's Rest, if the watch stays so: as this Turn ends (`rested`), or after
    one more Turn asleep (`half_rested`). An `uncomfortable` camp takes no Exhaustion away."""

    rested: tuple[str, ...]
    half_rested: tuple[str, ...]
    watching: tuple[str, ...]
    uncomfortable: bool


class LitAtNight(NewsItem, frozen=True, tag="lit_at_night"):
    """The Company lies down to sleep, and these lights burn on: by Errant and name."""

    lights: tuple[tuple[str, str], ...]


class NightBroken(NewsItem, frozen=True, tag="night_broken"):
    """A Turn awake, after which the half of a night's Rest that these have had counts no more."""

    sleepers: tuple[str, ...]


class ChoiceDropped(NewsItem, frozen=True, tag="choice_dropped"):
    """A Turn was left that asked for a Rest, and neither that nor pressing on was chosen."""

    turn_type: TurnType
    turn_number: int


class ArmourLacking(NewsItem, frozen=True, tag="armour_lacking"):
    """A Rest began, somebody has a repair kit, and the armour of these lacks Blocks."""

    errants: tuple[str, ...]


def list_news_of_changes(
    before: Campaign, after: Campaign, changes: Iterable[Change] = ()
) -> tuple[NewsItem, ...]:
    """Everything worth hearing in what changed. `changes` are the steps from one to the other: they
    say more than both campaigns if one step took back what another did."""
    known = (
        *_list_dropped_turn_choices(before, after),
        *_list_night_news(before, after),
        *_list_armour_news(before, after),
        *(BecameKnown(name) for name in list_newly_known_names(before, after)),
    )
    changed = list(pair_changed_values(before.errants, after.errants))
    if not changed:
        return known
    were = tuple(was for was, _ in changed if was is not None)
    are = tuple(now for _, now in changed if now is not None)
    was, now = measure_light(were), measure_light(are)
    if (was.burn, was.members) != (now.burn, now.members):  # else the Company's is as before
        was, now = measure_light(before.errants), measure_light(after.errants)
    waited = {(errant.id, item.id) for errant, item in list_empty_items(were)}
    return (
        *known,
        *_list_light_news(was, now, after, _list_lights_left_behind(before, after, changes)),
        *(
            RanOut(errant.id, item.id, item.name)
            for errant, item in list_empty_items(are)
            if (errant.id, item.id) not in waited
        ),
        *_list_errant_news(changed, after),
    )


def list_newly_known_names(before: Campaign, after: Campaign) -> Iterator[str]:
    """Whom and what the players know of now and did not; what is new is left out."""
    met = (
        *pair_changed_values(before.world.npcs, after.world.npcs),
        *pair_changed_values(before.world.factions, after.world.factions),
    )
    yield from (now.name for was, now in met if was and now and now.met and not was.met)
    yield from (site.name for site in list_newly_known_sites(before, after))


def _list_armour_news(before: Campaign, after: Campaign) -> Iterator[NewsItem]:
    """Whose armour a repair kit would mend, where a Rest began."""
    resting = {(turn.type, turn.number) for turn in before.turns if turn.resting}
    if any(turn.resting and (turn.type, turn.number) not in resting for turn in after.turns):
        from companion.errant.attacks.armour import (  # only a Rest pays for it
            find_repair_kit,
            has_armour_with_used_blocks,
        )

        wearers = [
            errant
            for errant in list_everyone_present(after.errants)
            if has_armour_with_used_blocks(errant)
        ]
        if any(find_repair_kit(after.errants, errant) for errant in wearers):
            yield ArmourLacking(tuple(errant.id for errant in wearers))


def _list_dropped_turn_choices(before: Campaign, after: Campaign) -> Iterator[NewsItem]:
    open_now = {(turn.type, turn.number) for turn in after.turns}
    for turn in before.turns:
        if turn.choice and (turn.type, turn.number) not in open_now:
            yield ChoiceDropped(turn.type, turn.number)


def _list_night_news(before: Campaign, after: Campaign) -> Iterator[NewsItem]:
    """What the night will be for each, where a Turn asleep began or its watch or camp changed; and
    whose half of a night a Turn awake ends: as its Event Die falls, or else as it is left."""
    earlier = [_get_night_key(turn) for turn in before.turns]
    for turn in after.turns:
        if turn.asleep and turn.begun and _get_night_key(turn) not in earlier:
            uncomfortable = turn.camp == "uncomfortable"
            yield NightAhead(*foresee_night(after.errants, turn), uncomfortable)
    lies_down = _is_anybody_asleep(after) and not _is_anybody_asleep(before)
    if lies_down and not any(member.slept for member in list_members_present(after.errants)):
        sources = measure_light(after.errants).sources
        if sources:
            yield LitAtNight(tuple((source.errant, source.name) for source in sources))
    said, broken = _list_half_night_sleepers(before), _list_half_night_sleepers(after)
    if not (said or broken) and after.errants is not before.errants:
        unsaid = _list_half_night_sleepers(before, rolled=False)
        members = list_members_present(after.errants) if unsaid else ()
        left = {m.id for m in members if not m.slept}
        broken = tuple(each for each in unsaid if each in left)
    if broken and not said:
        yield NightBroken(broken)


def _is_anybody_asleep(campaign: Campaign) -> bool:
    return any(turn.asleep and turn.begun for turn in campaign.turns)


def _list_half_night_sleepers(campaign: Campaign, *, rolled: bool = True) -> tuple[str, ...]:
    """Who has slept half a night, in a Travel Turn awake whose Event Die has fallen, or not."""
    turn = next((turn for turn in campaign.turns if turn.type == "travel"), None)
    if turn is None or turn.asleep or not turn.begun or rolled != (turn.face is not None):
        return ()
    return tuple(m.id for m in list_members_present(campaign.errants) if m.slept)


def _get_night_key(turn: Turn) -> tuple[object, ...]:
    return turn.type, turn.number, turn.asleep, turn.camp, turn.watch


def _list_light_news(
    was: Light, now: Light, after: Campaign, left: Collection[tuple[object, object]]
) -> Iterator[NewsItem]:
    """Light sources that are low or went out, and a new level of light. `left` are the name and
    Burn of the lights that were left somewhere."""
    burnt = {(source.errant, source.item): source for source in was.sources}
    burning = {(source.errant, source.item): source for source in now.sources}
    gone = [source for key, source in burnt.items() if key not in burning]
    lit = [source for key, source in burning.items() if key not in burnt]
    passed_on = {(s.name, s.burn) for s in gone} & {(s.name, s.burn) for s in lit}
    present = {errant.id for errant in after.errants if errant.is_present} if gone else set()
    for key, source in burning.items():
        is_low = source.burn == 1 and (key not in burnt or burnt[key].burn != 1)
        if is_low and (source.name, source.burn) not in passed_on:
            yield LightLow(source.errant, source.item, source.name)
    for source in gone:
        if source.errant not in present or (source.name, source.burn) in passed_on:
            continue
        if not any(
            burn == source.burn and str(name).startswith(source.name) for name, burn in left
        ):
            yield LightDied(source.errant, source.item, source.name)
    if was.level != now.level:
        yield LightChanged(now.level, was.level, now.burn)


def _list_lights_left_behind(
    before: Campaign, after: Campaign, changes: Iterable[Change]
) -> list[tuple[object, object]]:
    """Name and Burn of each light that was left somewhere, though it may have ended since."""
    pairs = pair_changed_values(before.book.effects, after.book.effects)
    began = [encode_value(effect) for was, effect in pairs if was is None]
    began += [change.after for change in changes if change.path.startswith("campaign/effects/")]
    return [
        (block.get("name"), block.get("depletion"))
        for block in began
        if isinstance(block, dict) and block.get("kind") == "light"
    ]


def _list_errant_news(
    changed: Iterable[tuple[Errant | None, Errant | None]], after: Campaign
) -> Iterator[NewsItem]:
    """Who died, and whose Encumbrance has passed a limit."""
    for was, errant in changed:
        if errant is None or errant.away:
            continue
        before, now = find_encumbrance(was) if was else 0, find_encumbrance(errant)
        if errant.is_dead and not (was and was.is_dead):
            lost = [e.id for e in after.errants if e.kind == "retainer" and e.is_present]
            heartless = tuple(lost if errant.kind == "errant" else ())
            is_worn_out = errant.kind != "errant" or errant.exhaustion >= errant.phys
            if heartless or not errant.dead:  # the answer tells of a wound that kills
                wound = errant.dead or not is_worn_out
                yield Died(errant.id, errant.exhaustion, heartless, wound)
        elif now >= HELPLESS_ENCUMBRANCE > before:
            yield Helpless(errant.id, now)
        elif now > OVERLOAD_LIMIT >= before:
            yield Overloaded(errant.id, now)
        elif now <= OVERLOAD_LIMIT < before:
            yield Unburdened(errant.id, now)
