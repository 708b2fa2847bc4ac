"""That the Guide typed something secret is told by nothing: no gap in numbers, and no undo that is
refused for it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.audience import Seat
from companion.campaign.seat_presence_and_orders import Place
from companion.desk import Desk
from tests.desk.a_desk import said
from tests.share.serving import NAME, Visit, open_campaign_folders, share, visit

_OWN = re.compile(r'name="(?:token|nonce)" value="[^"]*"|(?:data-heard="|\?before=)[0-9a-f]+')
_NAMED = re.compile(r'data-(?:entries|back|again)="([^"]*)"')
EVENING: tuple[tuple[Seat, str], ...] = (
    ("timekeeper", "done"),
    ("guide", "SECRET"),
    ("quartermaster", "give bree rope"),
    ("guide", "note the bell rings"),
    ("guide", "SECRET"),
    ("mapper", "note a stair"),
    ("mapper", "undo"),
    ("timekeeper", "next search =3"),
    ("guide", "undo!"),
    ("guide", "redo"),
)
LOOKS = ("log", "log 30", "log notes", "recap", "status", "export", "export json")
_SESSION = re.compile(r"[a-z0-9]{4}(?=-\d+&#34;)")


def name_in_order(page: str) -> str:
    """A page with the names of its entries numbered as they come."""
    names: dict[str, str] = {}

    def rename(found: re.Match[str]) -> str:
        order = [names.setdefault(each, str(len(names))) for each in found[1].split()]
        return f"entries {sorted(order)}"

    return _SESSION.sub("", _NAMED.sub(rename, _OWN.sub("", page)))


def play(campaigns: Path, *, secret: bool) -> Iterator[str]:
    """All that two players are sent in an evening, in which the Guide types secrets or nothing."""
    with share(campaigns) as opened, visit(opened, "mapper", "caller") as (mapper, caller):
        seats: dict[Place, Visit] = {"mapper": mapper, "caller": caller}
        campaign_folders = open_campaign_folders(campaigns)
        places: tuple[Seat, ...] = ("guide", "timekeeper", "quartermaster")
        desks: dict[Place, Desk] = {
            place: Desk(
                campaign_folders.open_campaign(NAME), campaign_folders, seat=place, whole_words=True
            )
            for place in places
        }
        for each in seats.values():
            each.get("/")
        for seat, line in EVENING:
            if line == "SECRET":
                if secret:
                    said(desks["guide"], "secret note the ferryman lies")
            elif seat in seats:
                seats[seat].say(line)
            else:
                said(desks[seat], line)
            portal = mapper.client.portal
            assert portal is not None
            for place in seats:
                portal.call(opened.table._tell_seat_of_changes, place)
        for each in seats.values():
            for line in LOOKS:
                yield name_in_order(each.say(line))
            yield name_in_order(each.get("/notes").text)
            feed = opened.table._feeds[each.place or "guide"]
            yield name_in_order("".join(event.html for event in feed.list_events_after(0) or ()))


def test_a_players_pages_are_the_same_with_secrets_and_without(tmp_path: Path) -> None:
    pages = zip(
        play(tmp_path / "one", secret=True), play(tmp_path / "other", secret=False), strict=True
    )
    for page, other in pages:
        assert page == other
        assert "ferryman" not in page


def test_what_a_page_calls_an_entry_counts_nothing(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper") as (mapper,):
        for number in range(12):
            mapper.say(f"note {number}")
        found = [name for names in _NAMED.findall(mapper.get("/").text) for name in names.split()]
        assert len(set(found)) == 12
        assert all(re.fullmatch("[0-9a-f]{12}", name) for name in found)
        assert found != sorted(found)


@contextmanager
def seat_and_guide(campaigns: Path, place: Place) -> Iterator[tuple[Visit, Visit]]:
    with share(campaigns) as opened, visit(opened, place, "guide") as (player, guide):
        yield player, guide


def test_a_seat_takes_back_its_word_though_the_guide_typed_a_secret_since(tmp_path: Path) -> None:
    with seat_and_guide(tmp_path, "quartermaster") as (master, guide):
        master.say("give bree rope")
        guide.say("secret note the ferryman lies")
        assert "Taken back: «give bree rope»" in master.say("undo")
        assert "ferryman" in guide.say("log")
        guide.say("note the bell rings")
        assert "The last word is the Guide&#39;s by now" in master.say("undo")


def test_what_a_secret_stands_on_is_not_taken_back_and_nothing_is_told_of_it(
    tmp_path: Path,
) -> None:
    with seat_and_guide(tmp_path, "quartermaster") as (master, guide):
        master.say("give bree rope")
        guide.say("secret drop bree rope")
        page = master.say("undo").rpartition('<article class="mine')[2]
        assert "«give bree rope» cannot be taken back: something else stands on it." in page
        for told in ("secret", "Guide", "drop", "(2)"):
            assert told not in page.partition("</article>")[0]


@pytest.mark.parametrize("gives", [True, False])
def test_who_may_step_back_by_number_reads_the_numbers(tmp_path: Path, *, gives: bool) -> None:
    folder = tmp_path / NAME
    open_campaign_folders(tmp_path)
    if gives:
        book = folder / "campaign.toml"
        text = book.read_text("utf-8")
        book.write_text(text.replace("[clock]", '[seats]\nmapper = ["undo"]\n\n[clock]', 1))
    with seat_and_guide(tmp_path, "mapper") as (mapper, guide):
        numbered = mapper.say("note a stair").rpartition('<article class="mine')[2]
        assert ("undo takes it back (1)" in numbered) == gives
        assert ("undo takes it back." in numbered) != gives
        guide.say("note the bell")
        assert "(2)" in guide.say("log") or "2  " in guide.say("log")
        log = mapper.say("log").rpartition('<article class="mine')[2]
        assert bool(re.search(r"1 +\d\d:\d\d", log)) == gives


def test_the_players_document_is_numbered_without_gaps(tmp_path: Path) -> None:
    with seat_and_guide(tmp_path, "note-taker") as (taker, guide):
        taker.say("note the stair")
        guide.say("secret note the ferryman lies")
        taker.say("note the bell")
        document = taker.say("export json").rpartition('<article class="mine')[2]
        assert re.findall(r"number&#34;: (\d+)", document)[-4:] == ["1", "2", "1", "2"]
        assert re.findall(r"entry&#34;: &#34;\w+-(\d+)", document) == ["1", "2", "1", "2"]
