"""The pages: what a seat sees and sends without a script, and text that stays text."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markupsafe import escape

from companion.campaign.seat_presence_and_orders import Place
from companion.reports.status import OpenMatter
from companion.share.html_rendering import ROOM, get_templates
from companion.share.one_tap_choices import Button, list_choice_buttons
from companion.share.panels import PANELS
from tests.commands.table import Table
from tests.desk.a_desk import a_desk, said
from tests.share.serving import NAME, Visit, open_campaign_folders, share, visit

MOST_BYTES = 60_000


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Visit]:
    with share(tmp_path) as opened, visit(opened, "timekeeper") as (found,):
        yield found


def test_a_line_is_said_by_form_and_answered_on_the_page(keeper: Visit) -> None:
    page = keeper.say("done they found a loose stone")
    assert "<h3><bdi>done they found a loose stone</bdi></h3>" in page
    page = keeper.say("next search the nave =3")
    assert "Expl 9" in page
    assert "search the nave" in page


def test_an_open_choice_is_a_button_that_settles_it(keeper: Visit) -> None:
    page = keeper.get("/").text
    assert '<button form="choose" name="line" value="done">done</button>' in page
    form = page.partition('id="choose"')[2]
    fields = dict(re.findall(r'name="(token|nonce)" value="([^"]*)"', form))
    assert keeper.post({**fields, "line": "done"}).status_code == 303
    assert 'value="done">done</button> <span>' not in keeper.get("/").text


def test_a_seat_takes_back_what_it_said_last(keeper: Visit) -> None:
    page = keeper.say("done")
    assert 'name="line" value="undo">undo</button>' in page.partition("work")[2]
    assert "Expl 8" in keeper.say("undo")
    assert 'value="done">done</button>' in keeper.get("/").text.partition("</header>")[0]


def test_the_first_button_of_the_form_of_a_line_says_it(keeper: Visit) -> None:
    """Enter presses the first button of its form: that must not be a choice."""
    page = keeper.get("/").text
    form = page.partition('<form id="say"')[2].partition("</form>")[0]
    assert re.findall(r"<button([^>]*)>", form) == [""]
    assert 'form="say"' not in page


def test_a_choice_that_is_another_seats_is_told_and_no_button(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        page = mapper.get("/").text
    assert 'value="done"' not in page.partition("</header>")[0]
    assert "<span>done (sound the flooded stair with the pole)</span>" in page


def test_the_menu_is_there_without_a_script(keeper: Visit) -> None:
    page = keeper.get("/?line=zoom%20").text
    assert 'value="zoom "' in page
    assert 'href="/?line=zoom%20initiative%20"' in page


def test_each_seat_has_its_own_pages_first(tmp_path: Path) -> None:
    first: dict[Place, str] = {
        "quartermaster": "packs",
        "timekeeper": "time",
        "caller": "deeds",
        "mapper": "map",
        "note-taker": "notes",
    }
    with share(tmp_path) as opened, visit(opened, *first) as visits:
        for one in visits:
            nav = one.get("/").text.partition("<nav")[2].partition("</nav>")[0]
            assert re.findall(r'href="/(\w+)"', nav)[0] == first[one.place or "guide"]


def test_a_refill_says_what_it_costs_beside_its_button(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "quartermaster", "mapper") as (master, mapper):
        said(a_desk(tmp_path / NAME), "done", "next =3")
        page = master.get("/").text.partition("</header>")[0]
        line = page.partition('value="refill wim torch"')[2].partition("</li>")[0]
        assert line.startswith(">refill wim torch <small>2 of 2 Supply</small></button>")
        assert "of 2 Supply" not in mapper.get("/").text.partition("</header>")[0]


def test_in_the_dark_what_somebody_carries_can_be_lit_by_a_button(tmp_path: Path) -> None:
    lighting = 'value="light bree torch">light bree torch <small>Burn 2</small></button>'
    with share(tmp_path) as opened, visit(opened, "quartermaster", "mapper") as (master, mapper):
        assert lighting not in master.get("/").text
        master.say("snuff wim")
        page = master.say("snuff ondine").partition("</header>")[0]
        assert lighting in page
        assert 'value="light ondine lantern"' in page
        assert "light bree torch" not in mapper.get("/").text.partition("</header>")[0]
        assert lighting not in master.say("light bree torch").partition("</header>")[0]


def test_what_was_said_earlier_is_there_without_a_script(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "note-taker", "mapper") as (one, mapper):
        for number in range(70):
            one.say(f"note the {number}th bell")
        page = one.get("/").text
        assert "note the 40th bell" in page
        assert "note the 39th bell" not in page
        (earlier,) = re.findall(r'href="(/\?before=[^"]*)">Earlier<', page)
        page = one.get(earlier).text
        shown = [int(n) for n in re.findall(r"<bdi>note the (\d+)th bell", page)]
        assert shown == list(range(10, 40))
        assert '<a href="/#end">Newest</a>' in page
        part = one.get(earlier, **{"x-part": "1"}).text
        assert part.count("<article") == 30
        assert "<html" not in part
        (earliest,) = re.findall(r'href="(/\?before=[^"]*)">Earlier<', page)
        page = one.get(earliest).text
        assert "note the 0th bell" in page
        assert ">Earlier<" not in page
        assert "39th" not in page
        assert "note the 69th bell" in one.get("/?before=nonsense").text
        assert "<bdi>note the 0th bell" not in mapper.get(earliest).text


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        ("packs", ["Bree Tanner", "hooded lantern", "▮", "give bree"]),
        ("market", ["On open sale", "animals", "Reedmarket"]),
        ("market?for=animals", ["mule"]),
        ("time", ["Exploration Turn 8", "What runs out", "torch", "Burn"]),
        ("deeds", ["sound the flooded stair with the pole", "explore the chapel on the island"]),
        ("map", ["<svg", "Reedmarket", "The Drowned Chapel", "the Company is here"]),
        ("notes", ["Notes", "The last evening"]),
    ],
)
def test_the_pages_beside_the_table(tmp_path: Path, path: str, texts: list[str]) -> None:
    with share(tmp_path) as opened, visit(opened, "quartermaster") as (seat,):
        seat.say("give bree rope")
        page = seat.get(f"/{path}").text
        part = seat.get(f"/{path}", **{"x-part": "1"}).text
    for text in texts:
        assert text in page, text
        assert text in part, text
    assert part in page
    assert "<html" not in part


def test_the_market_is_searched_by_a_name_without_a_script(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "quartermaster", "mapper") as (master, mapper):
        page = master.get("/market").text
        form = page.partition('<form id="find"')[2].partition("</form>")[0]
        assert 'method="get"' in form
        assert 'name="for"' in form
        assert '<label for="for">' in form
        found = master.get("/market?for=rop").text.partition('<div id="part">')[2]
        assert "rope" in found.partition("</section>")[0]
        assert "mule" not in found.partition("</section>")[0]
        assert 'value="rop"' in master.get("/market?for=rop").text
        assert "Nothing called" in master.get("/market?for=xyzzy").text
        assert '<form id="find"' not in mapper.get("/map").text


@pytest.mark.parametrize("lines", [(), ("out!", "out!", "effect end 1", "undo")])
def test_a_page_without_a_line_says_nothing_of_typing(
    tmp_path: Path, lines: tuple[str, ...]
) -> None:
    with share(tmp_path) as opened, visit(opened, "guide", "note-taker") as visits:
        for line in lines:
            visits[0].say(line)
        for one in visits:
            for path in (*PANELS, "market?for=animals"):
                part = one.get(f"/{path}", **{"x-part": "1"}).text
                assert not re.findall(r"[^<>]*\bTypes? [^<>]*", part), path
                assert 't-way"' not in part, path


def test_every_page_says_whose_seat_it_is(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper", "guide") as (mapper, guide):
        for path in ("/", *(f"/{name}" for name in PANELS)):
            head = mapper.get(path).text.partition("<body")[2].partition("</header>")[0]
            assert '<span class="seat">mapper</span>' in head, path
        guide.say("seat rename mapper Mo")
        mapper.say("note here")
        assert '<span class="seat"><bdi>Mo</bdi>, mapper</span>' in mapper.get("/map").text


def test_the_map_has_nothing_that_the_players_do_not_know_of(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper", "guide") as (mapper, guide):
        assert "Causeway" not in mapper.get("/map").text
        assert "Causeway (marsh) (not known)" in guide.get("/map").text


def test_a_panel_comes_between_no_two_words_of_a_seat(keeper: Visit) -> None:
    """A word that was stopped goes through when it is typed again, whatever page was looked at."""
    assert "Still open" in keeper.say("next =4")
    for name in PANELS:
        keeper.get(f"/{name}")
    assert "Exploration Turn 9" in keeper.say("next")


def test_other_words_do_not_pass_what_stopped_a_button(keeper: Visit) -> None:
    assert "Still open" in keeper.say("next")
    for _ in range(2):
        page = keeper.say("next search the nave =3,3")
    assert page.count("Still open") == 2
    assert "Exploration Turn 9" in page


def test_what_is_given_from_nowhere_is_said_to_be_new(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "quartermaster") as (master,):
        assert "New here: «gizmo»" in master.say("give bree gizmo")
        assert "From hand to hand: undo, then pass wim bree torch" in master.say("give! bree torch")


HOSTILE = {
    "html": "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "attribute": "\"'><b onmouseover=alert(1) x='",
    "entity": "&lt;b&gt; &amp; &#60;i&#62;",
    "template": "{{ 7 * 7111 }}{% raw %}",
    "comment": "--> <!-- ]]> </style></script></textarea>",
}
CONTROLS = "one\x1b[31mred\x07\u202egnitirw\u200b\u2028two\x00"


@pytest.mark.parametrize("case", HOSTILE)
def test_what_people_write_is_text(tmp_path: Path, case: str) -> None:
    text = HOSTILE[case]
    with share(tmp_path) as opened, visit(opened, "note-taker", "guide", "screen") as visits:
        one, guide, screen = visits
        one.say(f"note {text}")
        guide.say(f"errant add «Nan {text}» phys 10")
        guide.say(f"declare {text}")
        pages = [
            each.get(path).text
            for each in (one, guide)
            for path in ("/", "/packs", "/notes", "/deeds")
        ]
        pages.append(screen.get("/").text)
        pages.append(one.get(f"/?line={text}").text)
        pages.append(one.get(f"/market?for={text}").text)
    for page in pages:
        assert "<img" not in page
        assert "<b " not in page
        assert "<b>" not in page
        assert "<i>" not in page
        assert "alert(1)</script>" not in page
        assert "<!--" not in page
        assert "49777" not in page
    assert str(escape(text.replace('"', "'"))) in pages[-1].replace("&#34;", "&#39;")


def test_no_control_character_and_no_mark_that_turns_text_round(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "note-taker", "guide") as (one, guide):
        one.say(f"note {CONTROLS}")
        guide.say(f"declare {CONTROLS}")
        pages = [one.get(path).text for path in ("/", "/notes", "/deeds")] + [guide.get("/").text]
    for page in pages:
        for sign in "\x1b\x07\u202e\u200b\u2028\x00":
            assert sign not in page, hex(ord(sign))


def test_a_file_with_markup_in_every_name_is_shown_as_text(tmp_path: Path) -> None:
    open_campaign_folders(tmp_path)
    for path in (tmp_path / NAME).rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        marked = re.sub(r'^name = "', 'name = "<i>\u202e&amp;', text, flags=re.MULTILINE)
        path.write_text(marked, encoding="utf-8")
    with share(tmp_path) as opened, visit(opened, "quartermaster", "mapper") as visits:
        for one in visits:
            for page in ("/", *(f"/{name}" for name in PANELS)):
                answer = one.get(page)
                assert answer.status_code == 200
                assert "<i>" not in answer.text
                assert "\u202e" not in answer.text
        assert "&lt;i&gt;&amp;amp;" in visits[0].get("/packs").text


def test_a_page_with_all_that_it_loads_is_small(tmp_path: Path) -> None:
    files = sum(len(path.read_bytes()) for path in (ROOM / "static").iterdir())
    with share(tmp_path) as opened, visit(opened, "quartermaster") as (one,):
        for number in range(40):
            one.say(f"give bree rope x{number + 1}")
            one.say("slots bree")
        for path in ("/", *(f"/{name}" for name in PANELS)):
            assert len(one.get(path).content) + files < MOST_BYTES, path


def test_an_upgrade_during_an_evening_changes_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    get_templates.cache_clear()
    with share(tmp_path) as opened, visit(opened, "mapper", "screen") as (one, screen):
        monkeypatch.setattr("companion.share.html_rendering.ROOM", tmp_path)
        monkeypatch.setattr("jinja2.FileSystemLoader.get_source", None)
        for path in ("/", *(f"/{name}" for name in PANELS)):
            assert one.get(path).status_code == 200, path
        assert screen.get("/").status_code == 200
        assert one.get("/page.js").status_code == 200


def test_nothing_is_loaded_from_elsewhere() -> None:
    texts = [
        path.read_text() for path in ROOM.rglob("*") if path.suffix in (".html", ".js", ".css")
    ]
    for text in texts:
        assert not re.findall(r"https?://|@import|url\(", text)


def test_headings_landmarks_and_labels_are_there_for_who_listens(keeper: Visit) -> None:
    for path in ("/", "/packs", "/map"):
        page = keeper.get(path).text
        for part in (
            '<html lang="en">',
            "<header>",
            "<nav aria-label=",
            "<main",
            "<h1>",
            "<h2",
            "<title>",
        ):
            assert part in page, (path, part)
        for field in re.findall(r"<input (?!type=\"hidden\")[^>]*id=\"(\w+)\"", page):
            assert f'<label for="{field}">' in page
        assert 'role="log" aria-live="polite"' in page
        assert 'role="alert"' in page


def test_what_is_open_has_a_button_for_each_line_that_settles_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "next =3", "declare sound the stair (again)")
    refill, outcome = list_choice_buttons(table.desk.build_status().matters)
    assert refill.matter.text == "refill or let-go wim torch"
    assert refill.buttons == (
        Button("refill wim torch", "2 of 2 Supply"),
        Button("let-go wim torch"),
    )
    assert outcome == (OpenMatter("done", ("done",), "sound the stair (again)"), (Button("done"),))


def test_a_line_that_settles_several_things_is_one_button() -> None:
    sings, digs = (OpenMatter("done", ("done",), why) for why in ("bree sings", "wim digs"))
    assert list_choice_buttons((sings, digs)) == [(sings, (Button("done"),)), (digs, ())]


@pytest.mark.parametrize(
    "words",
    ["x) refill or let-go everything (y", "or grant 1 (x)", "a or b", "grant or deny (mapper: x)"],
)
def test_no_words_of_a_player_are_on_a_button_of_the_guide(tmp_path: Path, words: str) -> None:
    with share(tmp_path) as opened, visit(opened, "caller", "guide") as (caller, guide):
        caller.say("done")
        caller.say(f"declare «{words}»")
        page = guide.get("/").text.partition("</header>")[0]
    assert words in page.replace("&#39;", "'")
    assert re.findall(r'name="line" value="([^"]*)"', page) == ["done"]


def test_the_player_screen_shows_where_they_are_and_what_was_heard(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "screen") as (screen,):
        screen.get("/")
        said(a_desk(tmp_path / NAME), "done", "next search the altar =4")
        page = screen.get("/").text
    assert "The Drowned Chapel" in page
    assert "Exploration Turn" in page
    assert "<form" not in page
    assert "<button" not in page


def test_what_was_told_is_marked_on_a_page_that_is_loaded_after_the_guides_undo(
    tmp_path: Path,
) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper", "guide") as (mapper, guide):
        mapper.get("/")
        guide.say("tell the bell tolls once")
        told = '<p class="back">Taken back:</p>'
        assert told not in guide.get("/").text
        guide.say("undo")
        for one in (mapper, guide):
            mapper.say("status")
            page = one.get("/").text
            assert "the bell tolls once" in page.partition(told)[2].partition("</article>")[0]
            assert page.count(told) == 1
        guide.say("redo")
        assert told not in guide.get("/").text


def test_what_is_another_seats_is_asked_for_by_a_button_and_granted_by_another(
    tmp_path: Path,
) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper", "guide") as (mapper, guide):
        page = mapper.say("give bree rope")
        asking = re.findall(r'value="(request [^"]*)">Ask the Guide<', page)
        assert asking == ["request give bree rope"]
        mapper.say(asking[0])
        mapper.say("request coins bree +3")
        said(a_desk(tmp_path / NAME), "note for the Guide to look up")
        buttons = re.findall(r'value="((?:grant|deny) \d+)"', guide.say("status"))
        assert len(set(buttons)) == 4
        guide.say(buttons[2])
        assert "grant or deny (mapper: give bree rope)" in guide.say("status")
        guide.say(buttons[0])
        assert "grant or deny" not in guide.say("status").partition("</header>")[0]
        assert "grant" not in mapper.get("/").text.partition("<nav")[2].partition("</header>")[0]


@pytest.mark.slow
def test_an_answer_of_any_length_is_shown_as_far_as_it_fits(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "note-taker") as (one,):
        for number in range(40):
            one.say(f"note {number} " + "so much to tell " * 200)
        page = one.say("log 40")
        assert "lines more: the prompt of a terminal" in page
        assert len(page) < MOST_BYTES * 2
        assert one.say("log 1").count("so much to tell") >= 200


def test_a_bug_in_what_is_shown_loses_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object, **__: object) -> None:
        raise RuntimeError("Old Pike is at 1,0")

    with share(tmp_path) as opened, visit(opened, "note-taker") as (one,):
        one.get("/")
        monkeypatch.setattr("companion.share.seat_line_answers.render_seat_state", break_down)
        page = one.say("note the bell")
        assert "the bell" in page
        assert "Pike" not in page
        monkeypatch.setattr("companion.view.reply._import_renderer", break_down)
        page = one.say("note the bell again")
        assert "Pike" not in page
    lines = [entry.line for entry in a_desk(tmp_path / NAME).archive.read_entries()]
    assert lines == ["note the bell again", "note the bell"]


def test_files_that_break_are_told_to_the_guide_and_mend_by_themselves(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper", "guide") as (mapper, guide):
        for one in (mapper, guide):
            one.get("/")
        path = tmp_path / NAME / "errants" / "bree.toml"
        text = path.read_text(encoding="utf-8")
        path.write_text('phys = "QUAGGOTH"\n' + text.replace("phys =", "old ="), encoding="utf-8")
        assert 'class="mine refused"' in mapper.say("note x")
        assert "QUAGGOTH" not in mapper.get("/").text
        assert 'class="mine refused"' in guide.say("note x")
        path.write_text(text, encoding="utf-8")
        assert 'class="mine"' in mapper.say("note the bell is whole")


def test_a_line_of_several_deeds_is_done_as_at_the_prompt(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "guide", "timekeeper") as (guide, keeper):
        page = keeper.say("done they found a loose stone, then next search the nave =3,3")
        assert "<bdi>done they found a loose stone</bdi>" in page
        assert "<bdi>next search the nave =3,3</bdi>" in page
        assert "Expl 9" in page
        guide.say("fight goblin x6 distance 10 surprise none")
        page = guide.say("bree hits 1 =3, corvin hits 4 =9, wim shoots 2 =4, corvin walks up")
        assert page.count('<article class="mine') == 4
        assert "Not done: corvin walks up." in page


def test_each_deed_of_a_line_is_held_to_the_rights_of_the_seat(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "caller") as (caller,):
        page = caller.say("done they found a loose stone, then next search the nave =3,3")
        assert "Turn 8: they found a loose stone." in page
        assert 'value="request next search the nave =3,3">Ask the Guide<' in page
        assert "Expl 8" in page
