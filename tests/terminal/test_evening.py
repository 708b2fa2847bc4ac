"""A whole evening on a real terminal: forty Turns, played as a Guide types them."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.campaign.changes import Change
from companion.desk import Desk
from companion.reports.status import StatusReport
from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.desk.a_desk import state_files
from tests.terminal.a_terminal import Terminal, a_campaign

pytestmark = pytest.mark.slow

# Every die is rolled by hand, those of the tables too: nothing here falls by chance.
EVENING = """
status
done the pole finds the ninth step
n go down, one hand on the wall =6
done
n listen at the bronze door =3
refill wim torch
undo
redo
n! force the bronze door =4
done the door gives
n creep along the ambulatory =5 table=4,2
n! creep on, shutters half closed =1
z initiative
n
d bree swings the bell hammer
d wim shoots from the dark
n!
use wim arrows
n
n
o
n! search the aisle =2,5
rest
n search the altar =6,5,4
n! search the font =2
press-on
done a silver fish
give wim "silver fish" slots 1
n =3
light bree torch
light
n map the crypt =4
n! =6,6
n! listen at the well =3
refill all
undo
let-go all
n! climb =4,4
done they see the sky
out
done
back tansy
slots bree
event ?
n wade north along the drowned wall =2,5
rest
drop bree saint
n make for the alder island =6,4
n! sleep watch bree corvin =5 table=3,1,2
n sleep =6
n! break camp =3
refill all
n! follow the posts =1
z! exploration at greenmire
n search the reeds =6
n! =4
o
n! make for the causeway =4
done
at causeway
n to Reedmarket =6
n! =4
n! =6
o
z! downtime
at reedmarket
n =4 table=2,3
d bree drinks with the bailiffs
n! =3
exhaust all -1
n! =2 table=3,4
d wim looks for a boat
done
n! =5
effect add "Second Sight" sorcery 2 on corvin
n! =6
z travel
n set out for the coast =6
z exploration
n look into the sea cave =6
n! =4
n! =6
n! =6
o
n! march on =6
company
status
"""
LINES = EVENING.split("\n")[1:-1]
PASTED = ("supply ondine +2", "exhaust wim +1", "supply ondine -2")


class Evening:
    """One campaign on a terminal, and a second one beside it that the same lines are said to."""

    def __init__(self, terminal: Terminal, folder: Path, second: Path) -> None:
        self.terminal, self.folder, self.second = terminal, folder, second
        campaign_folders = CampaignFolders(second.parent)
        self.desk = Desk(campaign_folders.open_campaign(second.name), campaign_folders)
        self.told: set[str] = set()
        """Every word that the second way answered."""

    def aside(self, line: str) -> None:
        """Say it without the terminal."""
        reply = self.desk.run(line)
        assert reply is not None
        assert reply.ok, (line, reply.refusal, reply.error)
        for told in render_reply(reply, make_name_lookup(self.desk.campaign), guide=True):
            self.told |= set(unnamed(told).split())

    def say(self, line: str) -> list[str]:
        """Say it both ways; the answer on the screen, with the Turn and the light below it."""
        self.aside(line)
        answer = [unnamed(each) for each in self.terminal.say(line)]
        assert any(answer), f"no answer to «{line}»"
        assert self.stands(), (line, self.terminal.bottom())
        return answer

    def stands(self) -> bool:
        """Whether the bottom line tells the Turn and the light of the campaign as it is."""
        return is_shown(self.terminal.bottom(), self.desk.build_status())

    def change_of_mind(self) -> None:
        """A line that is thrown away with Ctrl-C."""
        before = state_files(self.folder)
        self.terminal.put("supply bree -3").clear()
        assert self.terminal.typed() == ""
        assert state_files(self.folder) == before

    def resize(self, columns: int) -> None:
        """The window is pulled narrower or wider, and back."""
        for width in (60, columns):
            self.terminal.resize(width, 24).wait(self.stands)
            assert len(self.terminal.bottom()) <= width

    def paste(self) -> None:
        """Several lines at once, from the clipboard."""
        self.terminal.paste("\n".join(PASTED)).enter()
        for line in PASTED:
            self.aside(line)


def is_shown(bottom: str, status: StatusReport) -> bool:
    """Whether a bottom line has the Turn with its number, and the light."""
    told = bottom.casefold()
    turn = (status.turn_type or "")[:4] in told
    number = status.turn_number is None or re.search(rf"\b{status.turn_number}\b", told) is not None
    return turn and number and (status.light in told or f"{status.burn}" in told)


def journal(folder: Path) -> Iterator[tuple[str, str, tuple[Change, ...]]]:
    """What was said, and what it changed."""
    for entry in Archive(folder).read_entries():
        yield entry.kind, entry.line, entry.changes


def unnamed(text: str) -> str:
    """A text without the names of sessions, which are drawn anew for each."""
    return re.sub(r"\b[0-9a-z]{4}-(?=[0-9])", "name-", text)


def broken_words(answer: list[str], columns: int, words: set[str]) -> list[str]:
    """Words of an answer that go on in the next line though a line would have held them."""
    broken = []
    for line, following in zip(answer, [*answer[1:], ""], strict=True):
        full = len(line) == columns and following[:1].strip() != ""
        if full and (end := line.split(" ")[-1]) not in words:
            whole = end + following.split(" ")[0]
            broken += [whole] if len(whole) <= columns else []
    return broken


@pytest.mark.parametrize(("columns", "colour"), [(40, False), (80, True)])
def test_an_evening_is_what_it_is_without_a_terminal(
    columns: int, colour: bool, tmp_path: Path
) -> None:
    folder, second = a_campaign(tmp_path / "first"), a_campaign(tmp_path / "second")
    answers: list[list[str]] = []
    with Terminal(folder.parent, columns=columns, colour=colour) as terminal:
        evening = Evening(terminal, folder, second)
        between: dict[int, Callable[[], object]] = {
            20: evening.change_of_mind,
            40: partial(evening.resize, columns),
            60: evening.paste,
        }
        bottoms = [terminal.bottom()]
        for at, line in enumerate(LINES):
            answers.append(evening.say(line))
            bottoms.append(terminal.bottom())
            if line == "undo":
                assert bottoms[-1] == bottoms[-3] != bottoms[-2]
            between.get(at, bool)()
        shown = terminal.shown()
        terminal.press("c-d")
        assert terminal.status() == 0
    assert state_files(folder) == state_files(second)
    assert list(journal(folder)) == list(journal(second))
    assert "Traceback" not in shown
    assert all(len(line) <= columns for answer in answers for line in answer)
    inside = {w for answer in answers for line in answer for w in line.split()[:-1]}
    words = evening.told | inside
    assert [b for answer in answers for b in broken_words(answer, columns, words)] == []
    assert terminal.coloured() == colour


def test_the_evening_has_forty_turns_and_two_undos() -> None:
    words = [line.split()[0] for line in LINES]
    assert sum(word in ("n", "n!") for word in words) >= 40
    assert words.count("undo") >= 2


def test_what_is_drawn_after_a_resize_has_the_new_width(tmp_path: Path) -> None:
    """Where there is room the bottom line says more, and a long answer takes fewer lines."""
    folder = a_campaign(tmp_path)
    with Terminal(folder.parent, columns=80) as terminal:
        assert "2D6 low" in terminal.bottom()
        terminal.resize(40, 24).wait(lambda: len(terminal.bottom()) <= 40)
        assert re.search(r"\b8\b", terminal.bottom())
        narrow = terminal.say("help next")
        assert max(map(len, narrow)) <= 40
        terminal.resize(120, 30).wait(lambda: len(terminal.bottom()) > 40)
        assert terminal.screen()[-1] == terminal.bottom()
        assert len(terminal.say("help next")) < len(narrow)
