"""NPCs, Factions and the tables of Reaction Rolls and Negotiations in the files: written by hand,
changed, read back, and put back as they were."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.campaign_text_changes import apply_changes_to_texts
from companion.campaign.campaign import Campaign, Rules
from companion.campaign.diff import apply_changes, diff_campaigns, invert_changes
from companion.errant.checks_and_saves import Stakes
from companion.errant.negotiation import Convincing, Negotiation, NegotiationRules, Outcome, Taking
from companion.errant.reaction import Band
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.world import Faction, Npc
from companion.refusal import Broken
from tests.desk.a_desk import a_desk, greenmire, on_disk, refused, said, state_files

WORLD = """\
schema = 1
# Who is who, after the flood.

[[settlements]]
name = "Sallow's End"
type = "hamlet"
hex = [1, 1]

[[places]]
name = "The Drowned Chapel"
hex = [2, 1]

[[factions]]
name = "The Reed Sisters"   # they pay
reputation = 7
alignment = "L1"
note = "They dug the well."

[[npcs]]
name = "Abbess Ysolde"
settlement = "sallows-end"
place = "the-drowned-chapel"
hex = [2, 1]
faction = "the-reed-sisters"
alignment = "L2"   # since the flood
threat = 4
morale = 9
disposition = 9
bonds = { bree = 10, wim = 4 }
giving_dv = 4
giving_position = "dire"
giving_impact = "strong"
taking_dv = -2
taking_position = "shaky"
taking_impact = "weak"
convincing_dv = 2
convincing_position = "dire"
convincing_impact = "fair"
patience = 9
exchanges = 3
banal = "later"
ended = "she was called away"
ended_at = "day 3 20:00"
wants = "the chapel bell, silenced"
note = "lies"

[[npcs]]
name = "goblins of the weir"
count = 7
"""
BOOK = """\
schema = 1
name = "Mire"

[rules]
refill = "never"   # as ever

[rules.reaction]
unfriendly_from = 4
friendly_dv = -6   # they like us

[rules.negotiation]
soft_failure = "risky"
taking.risky = [-2, "refuses"]

[rules.negotiation.giving]
strong = [2, "touched"]
"""
BREE, WIM = 'schema = 1\nname = "Bree"\n', 'schema = 1\nname = "Wim"\nkind = "retainer"\n'
TEXTS = {
    "campaign.toml": BOOK,
    "world.toml": WORLD,
    "errants/bree.toml": BREE,
    "errants/wim.toml": WIM,
}
YSOLDE = Npc(
    id="abbess-ysolde",
    name="Abbess Ysolde",
    settlement="sallows-end",
    place="the-drowned-chapel",
    hex=(2, 1),
    faction="the-reed-sisters",
    alignment="L2",
    threat=4,
    morale=9,
    disposition=9,
    bonds={"bree": 10, "wim": 4},
    giving_dv=4,
    giving_position="dire",
    giving_impact="strong",
    taking_dv=-2,
    taking_position="shaky",
    taking_impact="weak",
    convincing_dv=2,
    convincing_position="dire",
    patience=9,
    exchanges=3,
    banal="later",
    ended="she was called away",
    ended_at=Moment.parse("day 3 20:00"),
    wants="the chapel bell, silenced",
    note="lies",
)
GOBLINS = Npc(id="goblins-of-the-weir", name="goblins of the weir", count=7)


def test_what_was_written_by_hand_is_what_is_meant() -> None:
    made = parse_campaign(TEXTS)
    sisters = Faction(
        id="the-reed-sisters",
        name="The Reed Sisters",
        reputation=7,
        alignment="L1",
        note="They dug the well.",
    )
    assert made.world.factions == (sisters,)
    assert made.world.npcs == (YSOLDE, GOBLINS)
    rules = made.book.rules
    assert rules.reaction.ordered_bands == (
        Band("hostile", 2, 8),
        Band("unfriendly", 4, 4),
        Band("unsure", 6, 0),
        Band("amicable", 9, -2),
        Band("friendly", 12, -6),
    )
    assert rules.negotiation.soft_failure == "risky"
    assert rules.negotiation.giving.strong == Outcome(2, "touched")
    assert rules.negotiation.giving.fair == Outcome(1, "pleased")
    assert rules.negotiation.taking == Taking(risky=Outcome(-2, "refuses"))
    assert rules.negotiation.convincing == Convincing()


def changed(made: Campaign) -> Campaign:
    """Every new key of an NPC changed, taken out or set, in one go; and of the rules, some."""
    ysolde, goblins = made.world.npcs
    begins = Npc(id=ysolde.id, name="Mother Ysolde", settlement="sallows-end", bonds={"bree": 11})
    begins = begins.with_stakes("taking", Stakes(6, "dire", "strong"))
    band = replace(YSOLDE, id=goblins.id, name=goblins.name, bonds={"wim": 2}, count=5)
    talk = Negotiation(5, 6, "first", "patience", made.now)
    band = replace(band, disposition=2).with_negotiation(talk)
    met = made.with_npcs((begins, band, Npc(id="pike", name="Old Pike", morale=5)))
    met = met.with_factions((replace(made.world.factions[0], reputation=None),))
    wim = replace(made.get_errant("wim"), alignment="C1", renown=2, morale=8)
    rules = made.book.rules
    tables = replace(
        rules,
        reaction=replace(rules.reaction, unfriendly_from=3, amicable_from=10),
        negotiation=replace(
            rules.negotiation,
            soft_failure="shaky",
            convincing=Convincing(fair=Outcome(0, "accepts")),
            taking=Taking(),
        ),
    )
    met = met.with_errant(wim)
    return replace(met, book=replace(met.book, rules=tables))


def test_every_key_is_changed_read_back_and_put_back_to_the_byte() -> None:
    before = parse_campaign(TEXTS)
    after = changed(before)
    changes = diff_campaigns(before, after)
    assert apply_changes(before, changes) == after
    written = apply_changes_to_texts(TEXTS, changes, after)
    texts = {file: text for file, text in {**TEXTS, **written.texts}.items() if text is not None}
    assert parse_campaign(texts) == after
    for comment in ("# Who is who, after the flood.", "# they pay"):
        assert comment in texts["world.toml"]
    for comment in ("# as ever", "# they like us"):
        assert comment in texts["campaign.toml"]
    back = apply_changes_to_texts(texts, invert_changes(written.changes), before)
    assert {**texts, **back.texts} == {**TEXTS, "world.toml": with_ids(WORLD)}


def with_ids(world: str) -> str:
    """The text with the ids that blocks without one are given when one of them is changed."""
    for name, given in (
        ("Sallow's End", "sallows-end"),
        ("The Drowned Chapel", "the-drowned-chapel"),
        ("The Reed Sisters", "the-reed-sisters"),
        ("Abbess Ysolde", "abbess-ysolde"),
        ("goblins of the weir", "goblins-of-the-weir"),
    ):
        world = world.replace(f'name = "{name}"', f'id = "{given}"\nname = "{name}"')
    return world


@pytest.mark.parametrize(
    ("file", "old", "new", "key"),
    [
        ("world.toml", "count = 7", "count = 0", "npcs[2].count"),
        ("world.toml", "count = 7", 'alignment = "L4"', "npcs[2].alignment"),
        ("world.toml", "count = 7", "morale = 13", "npcs[2].morale"),
        ("world.toml", "count = 7", "threat = -1", "npcs[2].threat"),
        ("world.toml", "count = 7", "disposition = 7.5", "npcs[2].disposition"),
        ("world.toml", "count = 7", "disposition = 13", "npcs[2].disposition"),
        ("world.toml", "count = 7", "bonds = { bree = 1 }", "npcs[2].bonds"),
        ("world.toml", "count = 7", "bonds = { nobody = 9 }", "npcs[2].bonds"),
        ("world.toml", "count = 7", 'giving_position = "bad"', "npcs[2].giving_position"),
        ("world.toml", "count = 7", "taking_dv = 21", "npcs[2].taking_dv"),
        ("world.toml", "count = 7", 'place = "nowhere"', "npcs[2].place"),
        ("world.toml", "count = 7", 'faction = "nobody"', "npcs[2].faction"),
        ("world.toml", "count = 7", "exchanges = 1", "npcs[2].exchanges"),
        ("world.toml", "count = 7", "patience = 5", "npcs[2].patience"),
        ("world.toml", "reputation = 7", "reputation = 1", "factions[1].reputation"),
        (
            "world.toml",
            'name = "The Reed Sisters"',
            'id = "the-reed-sisters"\nname = ""',
            "factions[1].name",
        ),
        (
            "campaign.toml",
            "unfriendly_from = 4",
            "unfriendly_from = 2",
            "rules.reaction.unfriendly_from",
        ),
        ("campaign.toml", "unfriendly_from = 4", "unsure_from = 9", "rules.reaction.amicable_from"),
        ("campaign.toml", "unfriendly_from = 4", "hostile_dv = 21", "rules.reaction.hostile_dv"),
        ("campaign.toml", '"risky"', '"dire"', "rules.negotiation.soft_failure"),
        ("campaign.toml", '[2, "touched"]', "[2]", "rules.negotiation.giving.strong"),
        ("campaign.toml", '[2, "touched"]', '[2, "amazed"]', "rules.negotiation.giving.strong"),
        ("campaign.toml", '[2, "touched"]', '[11, "touched"]', "rules.negotiation.giving.strong"),
        ("errants/wim.toml", "kind", 'alignment = "law"\nkind', "alignment"),
        ("errants/wim.toml", "kind", "renown = -1\nkind", "renown"),
    ],
)
def test_what_cannot_be_is_told_with_file_line_and_key(
    file: str, old: str, new: str, key: str
) -> None:
    text = TEXTS[file].replace(old, new)
    assert text != TEXTS[file]
    with pytest.raises(Broken) as broken:
        parse_campaign({**TEXTS, file: text})
    (problem,) = broken.value.problems
    assert (problem.file, problem.key) == (file, key)
    assert problem.line


def test_no_wrong_value_of_an_npc_is_quoted() -> None:
    with pytest.raises(Broken) as broken:
        parse_campaign({**TEXTS, "world.toml": WORLD.replace("threat = 4", 'threat = "HUGE"')})
    assert "HUGE" not in str(broken.value)


def test_somebody_who_leaves_for_good_leaves_no_bond_behind(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    world = folder / "world.toml"
    known = 'disposition = 9\nbonds = { bree = 10, "wim" = 4 } # as of late\n'
    world.write_text(world.read_text().replace("disposition = 9\n", known))
    desk = a_desk(folder)
    before = state_files(folder)
    said(desk, "errant remove wim")
    assert next(n for n in on_disk(folder).world.npcs if n.id == "ysolde").bonds == {"bree": 10}
    assert "# as of late" in world.read_text()
    said(desk, "undo")
    assert state_files(folder) == before


def test_alignment_renown_and_morale_are_set_at_the_prompt(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    desk = a_desk(folder)
    said(desk, "errant edit bree renown 3 alignment l1 morale 8")
    bree = on_disk(folder).get_errant("bree")
    assert (bree.renown, bree.alignment, bree.morale) == (3, "L1", 8)
    why = refused(desk, "errant edit bree alignment good")
    assert "alignment cannot be GOOD" in why
    assert "L3, L2, L1, N, C1, C2 or C3" in why
    assert "At most 12." in refused(desk, "errant edit bree morale 13")


@pytest.mark.parametrize(
    "rules",
    [
        "[rules.reaction]\nunfriendly_from = 4\nfriendly_dv = -6\n",
        '[rules.negotiation]\nsoft_failure = "risky"\ntaking.risky = [-2, "refuses"]\n',
        '[rules.negotiation.giving]\nstrong = [2, "touched"]\nfair = [2, "pleased"]\n',
        "[rules.negotiation]\ngiving = { strong = [2, 'touched'] }\n",
    ],
)
def test_tables_of_the_house_that_were_taken_out_by_hand_are_put_back_by_undo(
    tmp_path: Path, rules: str
) -> None:
    folder = greenmire(tmp_path)
    book = folder / "campaign.toml"
    without = book.read_text()
    book.write_text(f"{without}\n{rules}")
    desk = a_desk(folder)
    said(desk, "note as the house has it")
    ours = on_disk(folder).book.rules
    book.write_text(book.read_text().replace(rules, ""))
    said(desk, "note as everybody has it")
    assert on_disk(folder).book.rules != ours
    said(desk, "undo", "undo")
    assert on_disk(folder).book.rules == ours


def test_the_page_gives_the_defaults_of_the_tables_of_the_house() -> None:
    page = (Path(__file__).parents[2] / "docs" / "campaigns.md").read_text("utf-8")
    written = page.partition("```toml\n")[2].partition("[clock]")[0]
    assert "unfriendly_from = 3" in written
    assert "giving.strong" in written
    assert parse_campaign({"campaign.toml": written}).book.rules == Rules()
    rules = NegotiationRules()
    columns = ("dire", "risky", "shaky", "weak", "fair", "strong")
    for column in columns:
        cells: list[Outcome] = [
            getattr(each, column) for each in (rules.giving, rules.taking, rules.convincing)
        ]
        told = " | ".join(f'`[{change}, "{result}"]`' for change, result in cells)
        assert f"| `{column}` | {told} |" in page
