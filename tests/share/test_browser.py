"""An evening in real browsers, beside the Guide's prompt on a terminal of its own."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import sleep

import pytest

from tests.share.browsing import LAPTOP, PHONE, Page, find_browser, keep_browsers, open_browser
from tests.share.serving import NAME
from tests.share.test_command import Served, served
from tests.terminal.a_terminal import Terminal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_browser() is None, reason="no chromium and chromedriver: apt install chromium-driver"
    ),
]


@pytest.fixture(autouse=True, scope="module")
def browsers() -> Iterator[None]:
    with keep_browsers():
        yield


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, "--screen") as found:
        yield found


def sit(table: Served, stack: ExitStack, place: str, size: tuple[int, int] = PHONE) -> Page:
    page = stack.enter_context(open_browser(size))
    return page.open(f"http://127.0.0.1:{table.port}/s/{table.tokens[place]}").wait_for(place)


def test_an_evening_of_three_seats_and_the_guides_prompt(table: Served, tmp_path: Path) -> None:
    with ExitStack() as stack:
        guide = stack.enter_context(Terminal(tmp_path, campaign=NAME, columns=100, lines=40))
        keeper = sit(table, stack, "timekeeper")
        master = sit(table, stack, "quartermaster", LAPTOP)
        mapper = sit(table, stack, "mapper")
        keeper.wait_for("done", "#state").tap("done").wait_for("Exploration Turn 8: done.", "#log")
        keeper.say("next search the nave =3").wait_for("Expl 9", "#state")
        for page in (master, mapper):
            page.wait_for("search the nave", "#log").wait_for("Expl 9", "#state")
        guide.wait_for(lambda: "search the nave" in guide.above())

        master.wait_for("refill wim torch", "#state").tap("refill wim torch")
        master.wait(lambda: "refill" not in master.read("#state .open"))
        keeper.wait(lambda: "refill" not in keeper.read("#state"))
        keeper.tap("done").wait_for("Exploration Turn 9: done.", "#log")

        keeper.say("next creep on =1").wait_for("encounter", "#state")
        guide.say("encounter =2")
        for page in (keeper, master, mapper):
            assert "pike" not in page.driver.page_source.casefold(), "nobody has told it yet"
        guide.say("tell")
        for page in (keeper, master, mapper):
            page.wait_for("pale pike", "#log")

        guide.say("out")
        guide.say("out!")
        mapper.say("at reedmarket").wait_for("Reedmarket", "#log")
        master.say("buy bree rope").wait_for("rope", "#log")
        master.tap("Packs").wait_for("rope", "#part").tap("Table")
        guide.say("undo")
        for page in (keeper, mapper):
            page.wait_for("undo", "#log")
        assert "buy bree rope" in keeper.read("#log")
        for page in (keeper, master, mapper):
            assert page.list_problems() == []


def test_a_phone_that_was_away_for_ten_turns_has_missed_nothing(table: Served) -> None:
    with ExitStack() as stack:
        keeper, away = sit(table, stack, "timekeeper"), sit(table, stack, "note-taker")
        keeper.tap("done").wait_for("done.", "#log")
        away.wait_for("done", "#log").go_offline(True)
        for number in range(10):
            keeper.say(f"next! look around for the {number}th time =6")
        away.wait_for("out of reach", "#trouble")
        away.find("#line").send_keys("note while away\n")
        away.wait_for("send it again", "#trouble")
        sleep(4)  # the page looks for the table twice or three times meanwhile
        assert "send it again" in away.read("#trouble")
        assert away.find("#line").get_attribute("value") == "note while away"
        away.go_offline(False)
        away.wait_for("for the 9th time", "#log").wait_for("Expl 18", "#state")
        heard = away.read("#log")
        assert [heard.count(f"for the {number}th time") for number in range(10)] == [1] * 10
        away.find("#line").send_keys("\n")
        away.wait_for("Noted", "#log")
        assert keeper.wait_for("while away", "#log").read("#log").count("note while away") == 1


def test_a_button_that_is_pressed_stays_under_the_finger(table: Served) -> None:
    with ExitStack() as stack:
        keeper = sit(table, stack, "timekeeper")
        master = sit(table, stack, "quartermaster", LAPTOP)
        keeper.wait_for("done", "#state").driver.execute_script("window.scrollTo(0, 0)")
        finger = keeper.press("done")
        master.say("supply bree +9").wait_for("24", "#state")
        master.wait_for("supply bree", "#log")
        keeper.wait_for("supply bree", "#log")
        assert "24" not in keeper.read("#state")
        finger.release().perform()
        keeper.wait_for("Exploration Turn 8: done.", "#log").wait_for("24", "#state")


def test_what_was_told_is_struck_out_when_the_guide_takes_it_back(table: Served) -> None:
    with ExitStack() as stack:
        guide, keeper = sit(table, stack, "guide", LAPTOP), sit(table, stack, "timekeeper")
        guide.say("tell the bell tolls once")
        keeper.wait_for("the bell tolls once", "#log")
        guide.say("undo")
        for page in (guide, keeper):
            page.wait_for("the bell tolls once", ".undone").wait_for("Taken back:", ".undone")
        guide.say("redo")
        for page in (guide, keeper):
            page.wait(lambda page=page: not page.find_all(".undone"))  # type: ignore[misc]


def test_the_newest_answer_stays_in_sight_as_more_stands_above_it(table: Served) -> None:
    with ExitStack() as stack:
        keeper = sit(table, stack, "timekeeper")
        keeper.tap("done").wait_for("done.", "#log")
        for number in range(8):
            keeper.say(f"next! look around for the {number}th time =6")
        keeper.say("next! =2")
        keeper.wait_for("press-on", "#state")
        left = "const e = document.getElementById('log');"
        left += "return e.scrollHeight - e.scrollTop - e.clientHeight"
        keeper.wait(lambda: keeper.driver.execute_script(left) < 2)


def test_an_open_page_beside_the_table_follows_what_is_heard(table: Served) -> None:
    with ExitStack() as stack:
        guide, mapper = sit(table, stack, "guide", LAPTOP), sit(table, stack, "mapper")
        mapper.tap("Map").wait_for("Drowned Chapel, hex 2, 1: the Company is here", "#part")
        guide.say("at reedmarket")
        mapper.wait_for("hex 0, 0: the Company is here", "#part")
        guide.say("known causeway").wait_for("Causeway", "#log")
        mapper.wait_for("The Causeway (marsh), hex", "#part")
        assert mapper.list_problems() == []


def test_what_was_said_earlier_comes_above_what_is_read(table: Served) -> None:
    with ExitStack() as stack:
        taker = sit(table, stack, "note-taker")
        for number in range(45):
            taker.say(f"note the {number}th bell")
        taker.open(f"http://127.0.0.1:{table.port}/").wait_for("44th bell", "#log")
        shown = len(taker.find_all("article"))
        assert "note the 2th bell" not in taker.read("#log")
        top = (
            "return document.querySelectorAll('article')[arguments[0]].getBoundingClientRect().top"
        )
        sleep(1)  # it has come to its end
        to_top = "document.getElementById('log').scrollTo({top: 0, behavior: 'instant'})"
        taker.driver.execute_script(to_top)
        before = taker.driver.execute_script(top, 0)
        taker.tap("Earlier").wait_for("note the 2th bell", "#log")
        more = len(taker.find_all("article")) - shown
        after = taker.driver.execute_script(top, more)
        assert abs(before - after) < 60, "what was read stays where it was"
        assert not taker.find_all("#earlier")
        taker.say("note another").wait_for("note another", "#log")
        assert taker.read("#log").count("> note the 44th bell") <= 1
        assert taker.list_problems() == []


def test_the_menu_by_keys_and_by_touch(table: Served) -> None:
    with ExitStack() as stack:
        master = sit(table, stack, "quartermaster")
        line = master.find("#line")
        line.send_keys("give b")
        master.wait_for("bree", "#menu")
        assert line.get_attribute("aria-expanded") == "true"
        line.send_keys("\ue015\ue007")  # down, enter
        master.wait(lambda: line.get_attribute("value") == "give bree ")
        line.send_keys("rop")
        master.wait_for("rope", "#menu")
        option = next(each for each in master.find_all("#menu li") if "rope" in each.text)
        option.click()
        master.wait(lambda: "rope" in str(line.get_attribute("value")))
        line.send_keys("\ue00c")  # escape
        master.wait(lambda: not master.find_all("#menu li"))
        line.send_keys("\ue007")
        master.wait_for("Bree gets", "#log")
        assert line.get_attribute("value") == ""
        line.send_keys("\ue013")  # up: the line before
        assert "rope" in str(line.get_attribute("value"))


def test_two_tabs_and_two_phones_of_one_seat_hear_the_same(table: Served) -> None:
    with ExitStack() as stack:
        one, other = (sit(table, stack, "caller") for _ in range(2))
        one.driver.switch_to.new_window("tab")
        one.open(f"http://127.0.0.1:{table.port}/")
        one.say("note from the second tab")
        other.wait_for("note from the second tab", "#log")
        one.driver.switch_to.window(one.driver.window_handles[0])
        one.wait_for("note from the second tab", "#log")
        assert one.read("#log").count("> note from the second tab") <= 1


def test_everything_works_without_a_script(table: Served) -> None:
    with ExitStack() as stack:
        page = stack.enter_context(open_browser())
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        page.driver.get(f"http://127.0.0.1:{table.port}/s/{table.tokens['timekeeper']}")
        page.wait(lambda: bool(page.find_all("#line")))
        page.find(".open button").click()
        page.wait(lambda: "Turn 8: done." in page.driver.page_source)
        page.find("#line").send_keys("next search the nave =6\n")
        page.wait(lambda: "Expl 9" in page.driver.page_source)
        page.find("nav a[href='/time']").click()
        page.wait(lambda: "What runs out" in page.driver.page_source)


def test_a_table_that_is_opened_anew_is_found_again(tmp_path: Path) -> None:
    with served(tmp_path, "--keep-links") as table:
        port, token = table.port, table.tokens["caller"]
        with open_browser() as page:
            page.open(f"http://127.0.0.1:{port}/s/{token}").wait_for("caller")
            page.say("note before")
            table.process.kill()
            table.process.wait()
            page.wait_for("out of reach", "#trouble")
            with served(tmp_path, "--keep-links", "--port", str(port)):
                page.wait_for("note before", "#log").wait(lambda: not page.read("#trouble"))
                page.say("note after")


def test_a_page_that_is_out_of_reach_is_not_gone_to(table: Served) -> None:
    with ExitStack() as stack:
        master = sit(table, stack, "quartermaster")
        master.find("#line").send_keys("note half a li")
        master.go_offline(True)
        master.tap("Packs").wait_for("out of reach", "#trouble")
        assert master.find("#line").get_attribute("value") == "note half a li"
        master.tap("Market").wait_for("out of reach", "#trouble")
        master.go_offline(False)
        master.wait(lambda: not master.read("#trouble")).tap("Market").wait_for("animals", "#part")
        master.go_offline(True)
        master.find("#for").send_keys("rope\n")
        master.wait_for("out of reach", "#trouble").wait_for("animals", "#part")
        master.tap("animals").tap("buy …").tap("Table").wait_for("animals", "#part")
        master.go_offline(False)
        master.wait(lambda: not master.read("#trouble"))
        master.find("#for").send_keys("\n")
        master.wait(lambda: "rope" in master.read("#part section"))
        assert master.driver.current_url.endswith("/market?for=rope")


def test_a_button_is_tapped_while_the_line_has_the_focus(table: Served) -> None:
    with ExitStack() as stack:
        mapper = sit(table, stack, "mapper")
        for number in range(4):
            mapper.say(f"note the {number}th bell")
        mapper.say("give bree rope").wait_for("Ask the Guide", "#log")
        mapper.find("#line").click()
        assert not mapper.find(".work").is_displayed()
        mapper.tap("Ask the Guide").wait_for("Asked of the Guide", "#log")
        mapper.wait(lambda: mapper.find(".work").is_displayed())


def test_a_line_is_said_by_a_tap_as_by_the_key(table: Served) -> None:
    with ExitStack() as stack:
        mapper = sit(table, stack, "mapper")
        mapper.find("#line").send_keys("note the bell is cracked")
        assert not mapper.find(".work").is_displayed()
        mapper.tap("Say").wait_for("the bell is cracked", "#log .mine")
        mapper.wait(lambda: mapper.find("#line").get_property("value") == "")
        mapper.wait(lambda: mapper.find(".work").is_displayed())


def test_two_taps_in_a_moment_are_one_word(table: Served) -> None:
    with ExitStack() as stack:
        keeper = sit(table, stack, "timekeeper")
        keeper.driver.execute_script(
            "const tap = () => [...document.querySelectorAll('button')]"
            ".find((each) => each.textContent === 'next').click();"
            "const log = document.getElementById('log');"
            "const again = new MutationObserver(() => { again.disconnect();"
            "for (const soon of [100, 200, 300]) setTimeout(tap, soon); });"
            "again.observe(log, { childList: true }); tap();"
        )
        keeper.wait_for("Still open", "#log")
        sleep(1)
        assert len(keeper.find_all("article.mine")) == 1
        keeper.tap("next").wait(lambda: len(keeper.find_all("article.mine")) == 2)


def test_the_seat_is_in_sight_on_every_page_of_a_phone(table: Served) -> None:
    with ExitStack() as stack:
        mapper = sit(table, stack, "mapper")
        for path in ("/", "/packs", "/market", "/time", "/deeds", "/map", "/notes"):
            mapper.open(f"http://127.0.0.1:{table.port}{path}")
            seat = mapper.find(".seat")
            assert (seat.text, seat.is_displayed()) == ("mapper", True)
            assert seat.location["y"] < 250
            assert 10 <= seat.size["height"] <= 30


def test_the_hint_of_an_answer_is_in_sight_on_a_phone(table: Served) -> None:
    with ExitStack() as stack:
        master = sit(table, stack, "quartermaster")
        master.say("give! bree torch").wait_for("From hand to hand", "#log")
        sleep(1)  # it has come to its end
        places = master.driver.execute_script(
            "const log = document.getElementById('log').getBoundingClientRect();"
            "const hint = [...document.querySelectorAll('.mine .t-way')].at(-1);"
            "const at = hint.getBoundingClientRect();"
            "return [log.top <= at.top, at.bottom <= log.bottom, at.right <= innerWidth]"
        )
        assert places == [True, True, True]


def test_nothing_is_wider_than_a_phone(table: Served) -> None:
    with ExitStack() as stack:
        page = sit(table, stack, "quartermaster")
        base = f"http://127.0.0.1:{table.port}"
        for path in ("/", "/packs", "/market", "/time", "/deeds", "/map", "/notes"):
            page.open(f"{base}{path}")
            for tab in page.find_all("nav a"):
                assert 0 <= tab.location["x"] <= PHONE[0] - tab.size["width"], (path, tab.text)
            wide = page.driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= PHONE[0], path
            for tap in page.find_all("button, .taps a, nav a"):
                if tap.is_displayed():
                    assert tap.size["height"] >= 24, (path, tap.text)
