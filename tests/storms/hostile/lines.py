"""Hostile lines typed at a desk, and everything that comes of them in every form."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from rich.console import Console

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.campaign_summaries import summarize_campaign
from companion.archive.disk.dot_companion_folder import read_prompt_history
from companion.desk import Desk
from companion.grammar.command_words import WORDS
from companion.repl.line_editor import PromptHistory
from companion.reports import filter_report_for_seat
from companion.reports.reply import Reply
from companion.reports.status import Verbosity
from companion.script_runner import run_script
from companion.view.reply import render_reply
from companion.view.screen.bottom_line import render_bottom_line_as_text
from companion.view.screen.reply_drawing import draw_reply
from companion.view.shared_wording import make_name_lookup
from tests.desk.a_desk import all_files, greenmire
from tests.storms.hostile.storm import Storm
from tests.storms.hostile.texts import hostile

KIND = "line"
OF_ONE_FOLDER = 60
"""So many lines are typed at one campaign; the next ones at a new one."""
_TYPED = [name for word in WORDS for name in (word.name, *word.short_forms)]
_KNOWN = ("bree", "wim", "torch", "all", "=3", "+1", "-1", "x2", "for", "1h", "on", "at", "chapel")
_KEPT = (
    "note {}",
    "note secret {}",
    "secret note {}",
    'give bree "{}"',
    'give wim "{}" hand x2',
    'effect add "{}" condition 3 on bree',
    "next! {}",
    "next! =1 {}",
    "declare {}",
    "declare wim {}",
    "done {}",
    'every 2 turns "{}"',
    'errant add "{}"',
    'errant edit wim name "{}"',
    'errant edit wim player "{}"',
    'errant edit wim note "{}"',
    'season "{}"',
    'leave bree torch at "{}"',
    'at "{}"',
    'roll "2d6 [{}]"',
    "roll 2d6 [{}]",
    "odds {}",
)
"""Lines whose words are kept, and come out again."""
_TELL = (
    "log 30",
    "log 5 notes",
    "recap",
    "export",
    "export json",
    "export players",
    "export players json",
    "company",
    "status",
    "timers",
    "effect",
    "every",
    "sign",
    "slots bree",
    "slots wim",
    "undo",
    "redo",
    "brief",
    "help",
    "as caller",
    "log",
    "recap",
    "status",
    "as guide",
)
"""What tells of everything that was kept."""


def play(storm: Storm, numbers: range) -> None:
    """Type these lines, the words in turn, each with something hostile after it."""
    for begin in range(numbers.start, numbers.stop, OF_ONE_FOLDER):
        with TemporaryDirectory(prefix="hostile-") as place:
            table = Table(storm, greenmire(Path(place)))
            for number in range(begin, min(begin + OF_ONE_FOLDER, numbers.stop)):
                chance = storm.chance(KIND, number)
                table.say(a_line(chance, number), chance)
            for line in _TELL:
                table.say(line, chance)
            table.opened_again()


def a_line(chance: Random, number: int) -> str:
    """A line with something hostile in it."""
    form = chance.random()
    if form < 0.4:
        return chance.choice(_KEPT).replace("{}", hostile(chance))
    if form < 0.5:
        return hostile(chance)
    word = _TYPED[number % len(_TYPED)]
    if chance.random() < 0.1:
        word = f"{word}{hostile(chance, long=0)}"
    if chance.random() < 0.2:
        word = f"{word}!"
    return " ".join([word, *_arguments(chance)])


def _arguments(chance: Random) -> Iterator[str]:
    for _ in range(chance.randrange(1, 5)):
        if chance.random() < 0.45:
            yield chance.choice(_KNOWN)
        else:
            text = hostile(chance)
            yield f'"{text}"' if chance.random() < 0.3 else text


class Overheard(Desk):
    """A desk that remembers what it answered last."""

    heard: Reply | None = None

    def run(self, typed: str) -> Reply | None:
        """As any desk."""
        self.heard = super().run(typed)
        return self.heard


class Table:
    """A campaign played at a desk; whatever it says is looked at in every form."""

    def __init__(self, storm: Storm, folder: Path) -> None:
        self.storm = storm
        self.folder = folder
        self.campaign_folders = CampaignFolders(folder.parent)
        self.desk = Overheard(Archive(folder, seed="hostile"), self.campaign_folders)
        self._files = all_files(folder)

    def say(self, line: str, chance: Random) -> None:
        """Type one line, as a script or at the prompt."""
        storm, desk = self.storm, self.desk
        before = desk.campaign
        desk.heard = None
        storm.step(f"type {line[:60]!r}", lambda: self._typed(line, as_json=chance.random() < 0.5))
        reply = desk.heard
        storm.step("remember it", lambda: self._remembered(line, reply))
        begun = line[: chance.randrange(len(line) + 1)][:5_000]
        for each in storm.step("suggest", lambda: desk.suggest_completions(begun)) or ():
            storm.shown("suggest", f"{each.text} {each.description}")
        files = all_files(self.folder)
        if reply is None or reply.refusal is not None:
            storm.never("a refused line changed a file", files != self._files and line[:200])
            storm.never("a refused line changed the campaign", desk.campaign != before and line)
        self._files = files
        if reply is not None:
            self._seen(reply, chance)

    def _typed(self, line: str, *, as_json: bool) -> None:
        for answer in run_script(self.desk, [line], as_json=as_json, keep_going=True):
            self.storm.shown("JSON" if as_json else "script", answer.text)
            answer.text.encode()
            if as_json:
                json.loads(answer.text)

    def _remembered(self, line: str, reply: Reply | None) -> None:
        history = PromptHistory(self.desk, self.desk.seat)
        history.remember(line, reply)
        for kept in history.get_strings():
            self.storm.shown("history", kept)
        self.storm.shown(
            "kept history", "\n".join(read_prompt_history(self.folder, self.desk.seat))
        )

    def _seen(self, reply: Reply, chance: Random) -> None:
        storm, desk = self.storm, self.desk
        storm.never("broke on our side", reply.error)
        called = make_name_lookup(desk.campaign)
        for guide in (True, False):
            lines = storm.step("say", lambda g=guide: render_reply(reply, called, guide=g)) or ()  # type: ignore[misc]
            storm.shown("say", "\n".join(lines))
        form: Verbosity = "brief" if chance.random() < 0.2 else "full"
        for width, plain in ((80, False), (40, False), (80, True), (40, True)):
            ascii_only = chance.random() < 0.2
            screen = storm.step(
                f"draw {width}", _drawing(reply, desk, form, width, plain, ascii_only)
            )
            storm.shown(f"draw {width}", screen or "")
        status = storm.step(
            "status", lambda: filter_report_for_seat(desk.build_status(), guide=True)
        )
        if status is not None:
            for width in (40, 80, 120, 200):
                text = (
                    storm.step("bottom", partial(render_bottom_line_as_text, status, called, width))
                    or ""
                )
                storm.shown("bottom line", text)
                storm.never("the bottom line has two lines", "\n" in text)

    def opened_again(self) -> None:
        """The campaign as the next evening finds it."""
        again = self.storm.step("open again", lambda: Archive(self.folder, seed="again"))
        if again is not None:
            self.storm.never(
                "it was kept otherwise than it stood", again.campaign != self.desk.campaign
            )
        told = self.storm.step(
            "list", lambda: summarize_campaign(self.folder).describe(self.campaign_folders)
        )
        self.storm.shown("list", told or "")
        log = self.folder / ".companion" / "errors.log"
        self.storm.never("errors.log", log.exists() and log.read_text(encoding="utf-8")[-500:])


def _drawing(
    reply: Reply, desk: Desk, form: Verbosity, width: int, plain: bool, ascii_only: bool
) -> Callable[[], str]:
    """The screen as the prompt draws it, without colour."""

    def draw() -> str:
        paper = StringIO()
        console = Console(
            file=paper,
            markup=False,
            emoji=False,
            highlight=False,
            no_color=True,
            force_terminal=False,
            width=width,
        )
        called = make_name_lookup(desk.campaign)
        for line in draw_reply(
            reply, called, guide=True, form=form, width=width, plain=plain, ascii_only=ascii_only
        ):
            console.print(line, soft_wrap=True)
        return paper.getvalue()

    return draw
