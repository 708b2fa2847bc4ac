"""What is for the Guide alone, in a campaign and in its journal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from companion.campaign.campaign import Campaign, World
from companion.campaign.changes import Change, Entry, EntryKind, PlainData
from companion.campaign.diff import diff_campaigns
from companion.campaign.facts_and_decks_for_tables import set_rows_out_of_decks
from companion.campaign.places_known_to_players import list_paths_of_unknown_sites
from companion.campaign.plain_data_encoding import encode_value
from companion.campaign.secrecy import (
    filter_public_changes,
    is_entry_for_guide_alone,
    is_secret_path,
    is_table_roll_secret,
    make_campaign_without_secrets,
    mask_secret_line,
    mask_secret_path,
    may_line_draw_encounter,
    mentions_unknown_name,
)
from companion.errant.world import Faction, Npc, Settlement, Sign, Site
from tests.making import campaign, effect, errant, torch, turn

MARK = "QUAGGOTH"


def marked() -> Campaign:
    """A campaign with a mark in everything that only the Guide may see."""
    world = World(
        note=MARK,
        settlements=(
            Settlement(
                id="reed",
                name="Reed",
                type="town",
                hex=(0, 0),
                known=True,
                note=MARK,
                encounters=MARK,
            ),
            Settlement(id="hold", name=MARK, type="city", hex=(4, 4)),
        ),
        places=(
            Site(
                id="chapel",
                name="Chapel",
                note=MARK,
                encounters=MARK,
                local_effects=MARK,
                rumours=MARK,
            ),
            Site(id="vault", name=MARK),
        ),
        factions=(Faction(id="reeds", name=MARK, reputation=9, note=MARK),),
        npcs=(Npc(id="pike", name=f"Pike {MARK}", disposition=9, wants=MARK, note=MARK),),
        signs=(Sign(id="sign", turn_type="travel", encounter=MARK, clue=MARK, table=MARK),),
    )
    made = campaign(
        errant("Bree", torch(note=MARK), note=MARK),
        turns=(turn(place="chapel"),),
        effects=(effect(note=MARK),),
        world=world,
    )
    made = replace(made, book=replace(made.book, note=MARK))
    return set_rows_out_of_decks(made, {MARK: (1,)})


def test_the_players_campaign_holds_all_but_the_secrets() -> None:
    whole = marked()
    public = make_campaign_without_secrets(whole)
    assert MARK in json.encode(encode_value(whole)).decode()
    assert MARK not in json.encode(encode_value(public)).decode()
    assert public.world.npcs == ()
    assert public.world.factions == ()
    assert public.world.signs == ()
    paths = [change.path for change in diff_campaigns(whole, public)]
    assert paths
    unknown = {"world/settlements/hold", "world/places/vault"}
    assert (
        {path for path in paths if not is_secret_path(path)}
        == list_paths_of_unknown_sites(whole)
        == unknown
    )


@given(st.integers(0, 9), st.booleans(), st.text(max_size=5))
def test_what_is_public_stays_as_it_is(supply: int, away: bool, name: str) -> None:
    bree = errant("Bree", torch(), supply=supply, away=away, player=name)
    made = campaign(bree, effects=(effect(),), turns=(turn(declared={"company": name}),))
    assert make_campaign_without_secrets(made) == made
    assert make_campaign_without_secrets(
        make_campaign_without_secrets(marked())
    ) == make_campaign_without_secrets(marked())


def entry(*changes: Change, kind: EntryKind = "word", secret: bool = False) -> Entry:
    return Entry(session="a", number=1, kind=kind, line="x", secret=secret, changes=changes)


NOTED: list[tuple[str, PlainData]] = [
    ("errants/bree/note", "she lies"),
    ("errants/bree", {"name": "Bree", "note": "she lies"}),
    ("world/npcs/pike/wants", "eels"),
    ("world/npcs/pike/threat", 4),
    ("world/npcs/pike/alignment", "C2"),
    ("world/npcs/pike/bonds", {"bree": 9}),
    ("world/npcs/pike/disposition", 9),
    ("world/npcs/pike/exchanges", 2),
    ("world/npcs/pike/giving_position", "dire"),
    ("world/npcs/pike", {"id": "pike", "name": "Old Pike", "wants": "eels"}),
    ("world/npcs/patience", {"id": "patience", "name": "Patience", "count": 3}),
    ("world/factions/reeds/reputation", 7),
    ("world/factions/reeds", {"id": "reeds", "name": "The Reeds", "alignment": "L1"}),
    ("errants/wim/morale", 7),
    ("errants/wim", {"name": "Wim", "kind": "retainer", "morale": 7}),
    ("world/npcs/pike/fears", "a key of a newer companion"),
    ("world/npcs/pike", {"id": "pike", "name": "Old Pike", "fears": "a newer companion's"}),
]


@pytest.mark.parametrize(("path", "after"), NOTED)
def test_a_word_that_writes_a_note_of_the_guides_is_theirs(path: str, after: PlainData) -> None:
    assert is_entry_for_guide_alone(entry(Change(path, None, after)))
    assert not is_entry_for_guide_alone(entry(Change(path, after, None))), (
        "taking it out tells nothing"
    )
    assert not is_entry_for_guide_alone(entry(Change(path, None, after), kind="undo"))


@pytest.mark.parametrize(
    ("path", "after"),
    [
        ("world/npcs/pike", {"id": "pike", "name": "Old Pike", "settlement": "reed"}),
        ("world/npcs/note", {"id": "note", "name": "Note", "place": "chapel", "met": True}),
        ("world/npcs/pike/name", "Older Pike"),
        ("world/npcs/pike/settlement", "reed"),
        ("world/factions/reeds", {"id": "reeds", "name": "The Reeds"}),
        ("errants/bree/alignment", "L1"),
        ("errants/bree/renown", 3),
    ],
)
def test_who_somebody_is_and_where_is_no_secret(path: str, after: PlainData) -> None:
    assert not is_entry_for_guide_alone(entry(Change(path, None, after)))


def test_of_an_npc_in_a_file_nothing_at_all_is_a_players_to_see() -> None:
    for key in Npc.__struct_fields__:
        assert is_secret_path(f"world/npcs/pike/{key}")
    for key in Faction.__struct_fields__:
        assert is_secret_path(f"world/factions/reeds/{key}")


def test_an_unknown_key_is_as_secret_as_what_it_is_in() -> None:
    assert is_secret_path("world/npcs/pike/fears")
    assert is_secret_path("errants/bree/wants"), "another thing's secret key"
    assert not is_secret_path("errants/bree/fears")
    assert not is_secret_path("calendar")
    assert not is_secret_path("")


def test_an_errant_called_like_a_secret_key_is_no_secret() -> None:
    declared: dict[str, PlainData] = {"patience": "keeps the rear", "threat": "looms"}
    change = Change("campaign/turns/travel/declared", None, declared)
    assert filter_public_changes([change]) == [change]


def test_players_see_the_alignment_of_errants_and_no_morale() -> None:
    wim = errant("Wim", kind="retainer", alignment="C1", renown=2, morale=7)
    shown = make_campaign_without_secrets(campaign(wim)).get_errant("wim")
    assert (shown.alignment, shown.renown, shown.morale) == ("C1", 2, None)


def test_what_was_said_secretly_or_edited_by_hand_is_the_guides() -> None:
    assert is_entry_for_guide_alone(entry(secret=True))
    assert is_entry_for_guide_alone(entry(kind="edit"))


def test_a_word_that_draws_a_sign_or_adds_someone_is_everybodys() -> None:
    sign = Change("world/signs/travel", None, {"turn_type": "travel", "encounter": "eels"})
    assert not is_entry_for_guide_alone(entry(sign))
    assert not is_entry_for_guide_alone(entry(Change("errants/bree", None, {"name": "Bree"})))
    assert not is_entry_for_guide_alone(entry(Change("errants/bree/supply", 1, 2)))


def test_a_guides_word_is_masked_and_an_edit_only_names_files() -> None:
    noted = Change("errants/bree/note", None, MARK)
    assert mask_secret_line(entry(secret=True)) == mask_secret_line(entry(noted)) == "secret"
    assert mask_secret_line(entry()) == mask_secret_line(entry(noted, kind="edit")) == "x"


def test_whom_they_meet_and_what_befalls_them_is_the_guides_to_tell() -> None:
    place = Site(
        id="fen",
        name="Fen",
        encounters="met",
        rumours="said",
        local_effects="befell",
        weather="sky",
    )
    town = Settlement(id="reed", name="Reed", type="town", hex=(0, 0), encounters="streets")
    made = campaign(world=World(places=(place,), settlements=(town,)))
    tables = ("met", "said", "befell", "sky", "streets")
    assert [t for t in tables if not is_table_roll_secret(made, t, guide=True)] == ["sky"]
    known = replace(made, world=replace(made.world, places=(replace(place, known=True),)))
    hidden = [t for t in tables if is_table_roll_secret(known, t, guide=False)]
    assert hidden == ["met", "befell"], "a rumour that a player drew is read; nobody knows of Reed"


@pytest.mark.parametrize("named", ["fen/mist", "mist", "Fen/Mist", "/fen/mist"])
def test_a_table_is_the_guides_however_a_place_names_it(named: str) -> None:
    for place in (
        Site(id="fen", name="Fen", known=True, local_effects=named),
        Site(id="fen", name="Fen", known=True, encounters=named),
    ):
        made = campaign(world=World(places=(place,)))
        assert is_table_roll_secret(made, "fen/mist", guide=False)
        assert not is_table_roll_secret(made, "fen/smist", guide=False)
        assert may_line_draw_encounter(made, "=3 mist") == (place.local_effects == "")


def test_a_refusal_masks_paths_that_players_do_not_know() -> None:
    made = marked()
    for path in ("world/npcs/pike/threat", "world/places/vault/name", "world/settlements/hold"):
        assert mask_secret_path(made, path, "caller") == "something of the Guide's"
        assert mask_secret_path(made, path, "guide") == path
    for path in ("world/places/chapel/name", "errants/bree/supply"):
        assert mask_secret_path(made, path, "caller") == path


def test_a_line_names_what_players_do_not_know_by_any_part_of_it() -> None:
    made = marked()
    assert mentions_unknown_name(made, ("pik",))
    assert mentions_unknown_name(made, ("torch", "in", f'"{MARK.lower()}"'))
    assert not mentions_unknown_name(made, ("torch", "in", "chapel", "the", "pi"))


@pytest.mark.parametrize("name", ["traps", "dungeon/traps", "mine/traps"])
def test_a_trap_is_the_guides_to_tell_and_no_encounter(name: str) -> None:
    assert is_table_roll_secret(campaign(), name, guide=True)
    assert not is_table_roll_secret(campaign(), name, guide=False)
    assert not may_line_draw_encounter(campaign(), name)
