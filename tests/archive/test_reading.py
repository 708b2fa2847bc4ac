"""Files that people wrote: what they left out is filled in, what they got wrong is all told."""

from pathlib import Path
from unittest.mock import patch

import pytest

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.archive.rescue.merge_marks_and_conflicted_copies import find_merge_conflicts
from companion.archive.table_files import Shelf, Tables
from companion.campaign.campaign import Campaign
from companion.refusal import Broken, Problem
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.desk.a_desk import a_desk, answered, greenmire, on_disk, said

BOOK = 'schema = 1\nname = "Mire"\n'
BREE = 'schema = 1\nname = "Bree"\n'
ITEM = '\n[[items]]\nname = "{}"\n'


def read(**files: str) -> Campaign:
    """A campaign of these texts; `bree` is hers."""
    names = {"book": "campaign.toml", "world": "world.toml"}
    texts = {names.get(key, f"errants/{key}.toml"): text for key, text in files.items()}
    return parse_campaign({"campaign.toml": BOOK, **texts})


def problems(**files: str) -> tuple[Problem, ...]:
    """Everything that is wrong with a campaign of these texts."""
    with pytest.raises(Broken) as broken:
        read(**files)
    return broken.value.problems


def only(**files: str) -> Problem:
    (problem,) = problems(**files)
    return problem


def test_torches_six_are_six_and_burn_one_by_one(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    path = folder / "errants/ondine.toml"
    path.write_text('schema = 1\nname = "Ondine"\n\n[[items]]\nname = "Torches (6)"\n')
    desk = a_desk(folder)
    (stack,) = desk.campaign.get_errant("ondine").items
    assert (stack.kind, stack.count, stack.burn) == ("torch", 6, 2)
    said(desk, "light ondine torch", "burn")
    items = desk.campaign.get_errant("ondine").items
    assert sorted((i.count, i.lit, i.burn) for i in items) == [(1, True, 1), (5, False, 2)]
    assert on_disk(folder) == desk.campaign


def test_things_without_id_or_kind_are_given_ids_of_their_own() -> None:
    campaign = read(bree=BREE + ITEM.format("rope") * 2 + ITEM.format("Torch") * 2)
    assert [i.id for i in campaign.get_errant("bree").items] == [
        "rope",
        "rope-2",
        "torch",
        "torch-2",
    ]


def test_a_given_id_is_never_taken_by_one_that_was_left_out() -> None:
    campaign = read(bree=BREE + ITEM.format("rope") + ITEM.format("coil") + 'id = "rope"\n')
    assert [i.id for i in campaign.get_errant("bree").items] == ["rope-2", "rope"]


@pytest.mark.parametrize(("bom", "ending"), [("", "\r\n"), ("\ufeff", "\n"), ("\ufeff", "\r\n")])
def test_line_endings_and_byte_order_mark_stay_as_they_were(
    tmp_path: Path, bom: str, ending: str
) -> None:
    folder = greenmire(tmp_path)
    for path in folder.rglob("*.toml"):
        path.write_bytes((bom + path.read_text().replace("\n", ending)).encode())
    before = read_campaign_file_texts(folder)[0]
    desk = a_desk(folder)
    said(
        desk,
        "supply wim +1",
        "give wim rope",
        "next! search =3",
        "drop wim torch-2 x1"
        if any(i.id == "torch-2" for i in desk.campaign.get_errant("wim").items)
        else "burn",
    )
    for file, text in read_campaign_file_texts(folder)[0].items():
        assert text.startswith(bom)
        assert not text.startswith(bom * 2) or not bom
        assert text.count("\n") == text.count(ending), file
    said(desk, "undo to 0")
    assert read_campaign_file_texts(folder)[0] == before


def test_an_unknown_key_is_told_with_a_near_one() -> None:
    problem = only(bree=BREE + "phsy = 12\n")
    assert (problem.file, problem.line, problem.key) == ("errants/bree.toml", 3, "phsy")
    assert "phys" in problem.message


@pytest.mark.parametrize(
    ("wrong", "key", "line"),
    [
        ('phys = "strong"', "phys", 3),
        ("phys = 12.5", "phys", 3),
        ("supply = -1", "supply", 3),
        ("supply = 99999999999999999999999", "supply", 3),
        ("away = 1", "away", 3),
        ("items = 3", "items", 3),
        ('kind = "dragon"', "kind", 3),
        ("exhaustion = nan", "exhaustion", 3),
        ('id = "wim"', "id", 3),
        (ITEM.format("oil") + "slots = 0.3", "items[1].slots", 6),
        (ITEM.format("torch") + "burn = 3\nburn_max = 2", "items[1].burn", 6),
        (ITEM.format("mail") + "blocks = 9\nblocks_max = 8", "items[1].blocks", 6),
        (ITEM.format("mail") + "deflects = 2\nplus = 1", "items[1].deflects", 6),
        (ITEM.format("torch") + "burn = -1", "items[1].burn", 6),
        (ITEM.format("torch") + "count = 0", "items[1].count", 6),
        (ITEM.format("rope") + "lit = true", "items[1].lit", 6),
        (ITEM.format("rope") + 'id = "Big Rope"', "items[1].id", 6),
        (ITEM.format("rope") + 'id = ""', "items[1].id", 6),
        ("\n[[items]]\nname = 3", "items[1].name", 5),
        (ITEM.format(""), "items[1].name", 5),
        ("\n[[items]]\nslots = 1", "items[1]", 4),
    ],
)
def test_a_value_that_cannot_be_is_told_with_its_line_and_key(
    wrong: str, key: str, line: int
) -> None:
    problem = only(bree=BREE + wrong + "\n")
    assert (problem.file, problem.line, problem.key) == ("errants/bree.toml", line, key)


@pytest.mark.parametrize(
    ("book", "key"),
    [
        (
            '[[turns]]\ntype = "exploration"\nbegan = "day 1 08:00"\n'
            '[[turns]]\ntype = "travel"\nbegan = "day 1 08:00"',
            "turns[2].type",
        ),
        ('[[turns]]\ntype = "travel"\nbegan = "day 1 08:00"\nplace = "nowhere"', "turns[1].place"),
        ('[[turns]]\ntype = "travel"\nbegan = "day 1 08:00"\nwatch = ["nobody"]', "turns[1].watch"),
        ('[[turns]]\ntype = "travel"\nbegan = "day 1 08:00"\nid = "first"', "turns[1].id"),
        ('[[turns]]\ntype = "resting"\nbegan = "day 1 08:00"', "turns[1].type"),
        ('[[effects]]\nname = "Bless"\nerrant = "nobody"', "effects[1].errant"),
        ('[rules]\nexploration_turn = "0m"', "rules.exploration_turn"),
        ('[rules]\nrefill = "perhaps"', "rules.refill"),
        ('[clock]\nnow = "day 0 25:00"', "clock.now"),
        ("[clock]\nnow = 8", "clock.now"),
        ("[[rules]]", "rules"),
    ],
)
def test_what_the_book_says_must_be_able_to_be(book: str, key: str) -> None:
    assert only(book=f"{BOOK}{book}\n").key == key


def test_two_turns_of_one_type_cannot_nest() -> None:
    book = BOOK + '[[turns]]\ntype = "travel"\nbegan = "day 1 08:00"\n' * 2
    assert {p.key for p in problems(book=book)} & {"turns[2].type", "turns[2].id"}


def test_an_npc_lives_in_a_settlement_there_is() -> None:
    assert (
        only(world='[[npcs]]\nname = "Pike"\nsettlement = "atlantis"\n').key == "npcs[1].settlement"
    )


def test_ids_that_are_there_twice_do_not_hide_what_else_is_wrong() -> None:
    twice = (ITEM.format("rope") + 'id = "rope"\n') * 2
    found = problems(bree=BREE + "phsy = 1\nsupply = true\n" + twice)
    assert [(p.line, p.key) for p in found] == [(3, "phsy"), (4, "supply"), (12, "items[2].id")]


def test_everything_wrong_in_every_file_is_told_at_once() -> None:
    found = problems(
        book=BOOK
        + 'nmae = 1\n[[turns]]\ntype = "travel"\nbegan = "day 1 08:00"\nplace = "nowhere"\n',
        world="[[npcs]]\ndisposition = 5\n",
        bree=BREE + "phys = true\n" + ITEM.format("torch") + "burn = 5\nburn_max = 1\n",
        wim="name = ",
    )
    told = [(p.file, p.key) for p in found]
    assert told == [
        ("campaign.toml", "nmae"),
        ("errants/bree.toml", "phys"),
        ("errants/bree.toml", "items[1].burn"),
        ("errants/wim.toml", "name"),
        ("world.toml", "npcs[1]"),
    ]
    assert len(told) == len(set(told))
    assert all(p.line for p in found)


def test_one_mistake_is_told_once_and_begets_no_other() -> None:
    for wrong in (
        'burn = "two"\nburn_max = 2',
        "burn = 2\nburn_max = true",
        'lit = "yes"\nburn = 1',
    ):
        assert only(bree=BREE + ITEM.format("torch") + wrong + "\n").key.startswith("items[1].")


@pytest.mark.parametrize("text", ["name = ", "= 1", "a = 1\na = 2", "[x", "\x00", "a = [" * 5000])
def test_what_is_no_toml_is_told_with_its_line(text: str) -> None:
    problem = only(bree=text)
    assert problem.file == "errants/bree.toml"


@pytest.mark.parametrize(
    "text",
    [
        'name = "Bree\n',
        "name = 'Bree\n",
        'schema = 1\nname = "Bree',
        'name = "Bree\nplayer = "Jo"\n',
        'name = """Bree\nplayer = ""\n',
        "name == 3\n",
    ],
)
def test_what_is_no_toml_is_told_of_a_campaign_as_it_is_of_a_table(
    text: str, tmp_path: Path
) -> None:
    (tmp_path / "mire").mkdir()
    (tmp_path / "mire" / "omens.toml").write_text(text)
    _, (of_table,) = Tables(Shelf(tmp_path, tmp_path, "tables")).read_table("mire/omens")
    assert only(bree=text)[1:] == of_table[1:]


def test_no_value_of_a_file_that_is_no_toml_is_told() -> None:
    for key in ("name", "note", "wants", "disposition", "encounter", "kind", "place"):
        for value in ("Ysolde lies", '"Ysolde lies', '"Ysolde "lies""', "“Ysolde lies”"):
            assert "Ysolde" not in str(only(world=f"[[npcs]]\n{key} = {value}\n"))
    for line in ("Ysolde", "Ysolde: lies", "Ysolde 3", "Ysolde lies = 3", "Ysolde := 3", "Ysolde!"):
        assert "sold" not in str(only(world=f"[[npcs]]\n{line}\n"))


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    (folder / "errants/bree.toml").write_bytes(b'name = "Br\xff"')
    with pytest.raises(Broken) as broken:
        read_campaign_file_texts(folder)
    assert "UTF-8" in broken.value.problems[0].message


def test_a_campaign_without_its_book_is_told() -> None:
    with pytest.raises(Broken) as broken:
        parse_campaign({"errants/bree.toml": BREE})
    assert [p.file for p in broken.value.problems] == ["campaign.toml"]


@pytest.mark.parametrize("letter", ["b", "é"])
def test_a_file_whose_name_leaves_no_room_to_write_it_is_told_in_time(
    tmp_path: Path, letter: str
) -> None:
    longest = letter * (200 // len(letter.encode()))
    folder = greenmire(tmp_path)
    (folder / "errants" / f"{longest}.toml").write_text(BREE.replace("Bree", "Bertha"))
    said(a_desk(folder), "exhaust bertha +1")
    assert on_disk(folder).get_errant(longest).exhaustion == 1
    assert "too many letters; rename it" in only(**{f"{longest}{letter}": BREE}).message


def test_an_errant_s_file_has_a_plain_name() -> None:
    for name in ("a\x1b[31mb", "a b", "a\u202eb"):
        with pytest.raises(Broken) as broken:
            parse_campaign({"campaign.toml": BOOK, f"errants/{name}.toml": BREE})
        assert str(broken.value).isprintable()


def test_nothing_a_terminal_obeys_in_a_name_reaches_a_reply(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    path = folder / "errants/bree.toml"
    text = path.read_text().replace("Bree Tanner", "Br\\u001b[31mee\\u0007\\u202e Tanner")
    path.write_text(text.replace('name = "torch"', 'name = "tor\\u001b]0;x\\u0007ch\\n"'))
    desk = a_desk(folder)
    for line in (
        "status",
        "company",
        "slots bree",
        "light bree torch",
        "burn",
        "drop bree saint",
        "undo",
        "log",
        "supply bree -99",
        "declare bree \x1b[2Jsings",
        "no\x1b[31mpe",
    ):
        reply = answered(desk, line)
        shown = "".join(
            render_reply(reply, make_name_lookup(desk.campaign), guide=True)
        ) + encode_reply(reply, guide=True)
        assert all(letter.isprintable() for letter in shown), (line, shown)
        assert "\\u001b" not in shown
    assert "\\u001b" in path.read_text()


def test_only_the_first_hundred_unknown_keys_of_a_table_are_compared() -> None:
    """Comparing took most of the time of a file with thousands of them."""
    keys = "".join(f"nam{number} = 1\n" for number in range(150))
    found = problems(bree=f"{keys}{BREE}")
    assert len(found) == 150
    assert ["name" in each.message for each in found] == [True] * 100 + [False] * 50
    assert {each.message for each in found[100:]} == {"unknown key"}


def test_a_key_of_another_table_is_named_however_many_are_unknown() -> None:
    keys = "".join(f"nam{number} = 1\n" for number in range(150))
    found = problems(bree=f"{keys}burn = 1\n{BREE}")
    assert found[-1].message == "unknown key here; it belongs below [[items]]"


def test_a_text_is_looked_through_for_conflicts_only_once() -> None:
    lines = "eel\n" * 1_000
    text = f'schema = 1\nname = "Mire"\nnote = """\n=======\n{lines}"""\n'
    with patch(
        "companion.archive.campaign_parsing.list_git_conflicts", wraps=find_merge_conflicts
    ) as found:
        first = parse_campaign({"campaign.toml": text})
        assert parse_campaign({"campaign.toml": text}) == first
    assert found.call_count == 1
