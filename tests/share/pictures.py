"""Pictures of real pages, drawn anew from a real evening: `python -m tests.share.pictures`.

The sample campaign is played in Chromium at a phone's width and on a laptop, every die by hand, and
what is in sight then becomes `docs/pictures/*.webp`, or files in the folder that is given.
"""

import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.campaign.seat_presence_and_orders import Place
from tests.desk.a_desk import a_desk, said
from tests.share.browsing import LAPTOP, PHONE, Page, open_browser
from tests.share.serving import NAME
from tests.share.test_command import Served, served

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def sit(
    table: Served, stack: ExitStack, place: Place, size: tuple[int, int] = PHONE, dark: bool = False
) -> Page:
    page = stack.enter_context(open_browser(size, dark=dark))
    url = f"http://127.0.0.1:{table.port}/s/{table.tokens[place]}"
    return page.open(url).wait_for("Expl", "#state")


def draw_pictures(folder: Path) -> None:
    """Play, and save what each seat sees."""
    with TemporaryDirectory() as campaigns, ExitStack() as stack:
        table = stack.enter_context(served(Path(campaigns), "--screen"))
        keeper = sit(table, stack, "timekeeper")
        keeper.say("done they found a loose stone").say("next search the nave =3")
        keeper.wait_for("Expl 9", "#state").save(folder / "seat-timekeeper.webp")
        keeper.find("#line").send_keys("zo")
        keeper.wait_for("zoom", "#menu").save(folder / "seat-menu.webp")
        master = sit(table, stack, "quartermaster", dark=True)
        master.wait_for("refill wim torch", "#state").tap("Packs")
        master.wait_for("Bree", "#part").save(folder / "seat-packs.webp")
        mapper = sit(table, stack, "mapper")
        mapper.say("give bree rope").wait_for("Ask the Guide", "#log")
        mapper.tap("Ask the Guide").wait_for("Asked", "#log").save(folder / "seat-asking.webp")
        mapper.tap("Map").wait_for("Reedmarket", "#part").save(folder / "seat-map.webp")
        guide = sit(table, stack, "guide", LAPTOP)
        guide.wait_for("grant", "#state").save(folder / "seat-guide.webp")
        said(a_desk(Path(campaigns) / NAME), "note the bell has no clapper")
        screen = stack.enter_context(open_browser(LAPTOP))
        screen.open(f"http://127.0.0.1:{table.port}/s/{table.tokens['screen']}")
        screen.wait_for("clapper").save(folder / "seat-screen.webp")


if __name__ == "__main__":
    draw_pictures(Path(sys.argv[1]) if sys.argv[1:] else PICTURES)
