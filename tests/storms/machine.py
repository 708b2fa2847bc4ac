"""Evenings of which nobody knows what comes next: words at two desks, edits by hand, a pulled plug,
files lost and brought back, files filled to the last byte, two copies that part and come together;
beside the plainest game.

`python -m tests.storms.machine` plays 500 of them, `python -m tests.storms.machine 2000` so many.
"""

import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns, rmtree
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.archive import file_texts_and_change_stamps
from tests.desk.a_desk import answered, greenmire, on_disk
from tests.storms.counted import Values, of
from tests.storms.game import Game
from tests.storms.place import Place, comments_in, played, with_number, write

HERE, THERE = ("bree", "corvin", "hob"), ("ondine", "wim", "nan")
"""Whom those play who keep to the folder, and those with a copy of it, so that git can bring both
together; the last may be added and removed (and who else no effect is on)."""
CROSSED = ("ondine", "supply")
"""What may be changed here and at the copy before both come together."""
MAX_BYTES = 20_000
"""Of a file, in these evenings, so that a full one is read as quickly as another."""
FILLING = "# filling "
MAX_TIRED = 6
"""Nobody dies of Exhaustion."""
EVENINGS, STEPS = 500, 40
MAX_OPERATIONS, MAX_WRITES = 24, 4
"""More than most words have on the disk: then they are answered after all."""
DESKS = st.sampled_from(["first", "second"])
WHO = st.integers(0, 2)
COUNT = st.integers(1, 3)
GAIN = st.integers(-2, 3)
THING = st.just("acorn")
WORDS = st.one_of(
    st.builds("supply {} {:+d}".format, st.just("{who}"), st.integers(-4, 4)),
    st.builds("supply all +{}".format, COUNT),
    st.sampled_from(["exhaust {who} +1", "exhaust {who} -1", "exhaust all -1"]),
    st.builds("give {} {} x{}".format, st.just("{who}"), THING, COUNT),
    st.builds("drop {} {} x{}".format, st.just("{who}"), THING, COUNT),
    st.builds("errant edit {} pennies {}".format, st.just("{who}"), st.integers(0, 99)),
    st.sampled_from(["errant add {new} phys 12", "errant remove {last}", "roll 2d6", "+10m"]),
    st.builds("note {} eels".format, COUNT),
)
Typed = tuple[str, str, int]
EVENING = st.lists(st.tuples(DESKS, WORDS, st.integers(0, 4)), min_size=1, max_size=4)
"""At which desk, what, and whom of those who are played there."""
STEPPING = st.sampled_from(["undo", "redo"])
MOST_UNHEARD = 20
"""Steps of others that a desk may have come upon since it last told of any."""


class Evenings(RuleBasedStateMachine):
    """One folder, sometimes a copy of it; what is drawn decides who does what next."""

    def __init__(self) -> None:
        super().__init__()
        self._shelf = TemporaryDirectory()
        random = Random("storm")
        self._world = ExitStack()
        for module, name, instead in (
            (os, "urandom", random.randbytes),
            (file_texts_and_change_stamps, "MAX_BYTES", MAX_BYTES),
            (file_texts_and_change_stamps, "NEARLY_FULL_BYTES", MAX_BYTES * 9 // 10),
        ):
            self._world.enter_context(patch.object(module, name, instead))
        folder = greenmire(Path(self._shelf.name))
        self.here = Place(folder, Game(on_disk(folder), comments_in(folder)))
        self.there: Place | None = None
        self.parted: dict[str, bytes] = {}
        self.parted_at = 0
        self.buffers: dict[str, tuple[bytes, Values, tuple[str, ...]]] = {}
        self.fresh = 1_000

    def teardown(self) -> None:
        self._world.close()
        self._shelf.cleanup()

    @invariant()
    def what_was_answered_is_in_the_journal_and_in_the_files(self) -> None:
        self.here.holds()
        if self.there is not None:
            self.there.holds()

    def _typed(self, word: str, who: int, whom: tuple[str, ...] = HERE) -> str:
        """A word for those who are played here; while there is a copy, not at everybody."""
        last = whom[2] if whom is THERE else whom[1 + who % 2]
        if self.there is None:
            whom = (*whom, *THERE[:2])
        name = whom[who % len(whom)]
        line = word.format(who=name, new=whom[2].title(), last=last)
        if self.there is not None:
            line = line.replace(" all ", f" {name} ")
        tired = max(self.here.game.values.get((each, "exhaustion"), 0) for each in whom)
        return line.replace("+1", "-1") if "exhaust" in line and tired >= MAX_TIRED else line

    @rule(typed=EVENING)
    def somebody_types(self, typed: list[Typed]) -> None:
        for desk, word, who in typed:
            self.here.run(desk, self._typed(word, who))

    @precondition(lambda self: self.there is not None)
    @rule(typed=EVENING)
    def somebody_types_at_the_copy(self, typed: list[Typed]) -> None:
        for _, word, who in typed:
            if self.there is not None and word != "+10m":
                self.there.run("copy", self._typed(word, who, THERE))

    def _may_step(self, place: Place, line: str) -> bool:
        """Whether a step keeps to what was done since the copy was made."""
        if self.there is None:
            return True
        game = place.game
        names = game.again() if line == "redo" else ()
        told = [t for t in game.told if t.said.name in names] if names else game.standing()[-1:]
        pending = game.values != game.settled and line == "undo"
        return pending or all(each.said.number > self.parted_at for each in told)

    @rule(desk=DESKS, line=STEPPING)
    def somebody_steps(self, desk: str, line: str) -> None:
        if self._may_step(self.here, line):
            self.here.run(desk, line)

    @precondition(lambda self: self.there is not None)
    @rule(line=STEPPING)
    def somebody_steps_at_the_copy(self, line: str) -> None:
        if self.there is not None and self._may_step(self.there, line):
            self.there.run("copy", line)

    @precondition(lambda self: self.there is None)
    @rule(desk=DESKS, back=st.integers(1, 8), stood_on=st.booleans())
    def somebody_takes_back_one_word(self, desk: str, back: int, stood_on: bool) -> None:
        game = self.here.game
        told = [each for each in game.standing() if not stood_on or game.stood_on(each)]
        if told:
            self.here.run(desk, f"undo {told[-min(back, len(told))].said.name}")

    @rule(desk=DESKS, leaves=st.booleans())
    def somebody_looks_or_leaves(self, desk: str, leaves: bool) -> None:
        if leaves:
            self.here.desks.pop(desk, None)
            return
        opened = self.here.desk(desk)
        answered(opened, "status")
        self.here.is_the_game(opened.campaign)
        for _ in range(MOST_UNHEARD):  # what a line came upon is told after it, once
            if opened.take_in_external_changes() is None:
                return
        raise AssertionError("something is told again and again")

    @rule(
        desk=DESKS,
        word=st.one_of(WORDS, STEPPING),
        who=st.integers(0, 4),
        at=st.integers(1, MAX_OPERATIONS).map(lambda at: (at, False))
        | st.integers(1, MAX_WRITES).map(lambda at: (at, True)),
    )
    def the_plug_is_pulled(self, desk: str, word: str, who: int, at: tuple[int, bool]) -> None:
        line, (operation, torn) = self._typed(word, who), at
        if self._may_step(self.here, line):
            self.here.die(desk, line, operation, torn=torn)

    @precondition(lambda self: self._may_edit())
    @rule(who=WHO, what=st.sampled_from(["supply", "pennies", "a comment", "a block"]))
    def a_file_is_edited(self, who: int, what: str) -> None:
        path, game, errant = self.here.file(HERE[who]), self.here.game, HERE[who]
        if not path.exists():
            return
        self.fresh += 1
        text, values = path.read_text(), of(game.values, errant)
        comments = list(game.comments.get(errant, ()))
        if what == "a comment":
            comments.append(f"# comment {self.fresh}\n")
            text = comments[-1] + text
        elif what == "a block":
            values[errant, f"find {self.fresh}"] = 1
            text += f'\n# found\n[[items]]\nname = "find {self.fresh}"\nslots = 0.25\n'
        else:
            values[errant, what] = self.fresh
            text = with_number(text, what, self.fresh)
        if len(text.encode()) > MAX_BYTES:
            return
        self.here.save(errant, text.encode(), values, comments)

    @precondition(lambda self: self._may_edit())
    @rule(who=WHO, room=st.sampled_from([0, 0, 0, 1, 3, 30, 200]))
    def a_file_is_filled_but_for_so_many_bytes(self, who: int, room: int) -> None:
        """With a comment, which the next time makes room again."""
        path, game, errant = self.here.file(HERE[who]), self.here.game, HERE[who]
        if not path.exists():
            return
        text, filled = path.read_text(), FILLING in path.read_text()
        comments = [line for line in game.comments.get(errant, ()) if FILLING not in line]
        if filled:
            text = "".join(line for line in text.splitlines(True) if FILLING not in line)
        else:
            more = "x" * (MAX_BYTES - room - len(text.encode()) - len(FILLING) - 1)
            comments.append(f"{FILLING}{more}\n")
            text = comments[-1] + text
        played["emptied" if filled else "filled"] += 1
        self.here.save(errant, text.encode(), of(game.values, errant), comments)

    @precondition(lambda self: self._may_edit() and not self.here.behind)
    @rule(who=WHO)
    def a_file_is_removed(self, who: int) -> None:
        if self.here.file(HERE[who]).exists():
            self.here.remove(HERE[who])

    @precondition(lambda self: not self.here.behind)
    @rule(who=WHO)
    def a_file_is_opened_in_an_editor(self, who: int) -> None:
        path, game = self.here.file(HERE[who]), self.here.game
        if path.exists():
            comments = tuple(game.comments.get(HERE[who], ()))
            self.buffers[HERE[who]] = path.read_bytes(), of(game.values, HERE[who]), comments

    @precondition(lambda self: self.buffers and self._may_edit() and not self.here.behind)
    @rule(which=WHO)
    def what_the_editor_has_is_saved_over_what_is_newer(self, which: int) -> None:
        who = sorted(self.buffers)[which % len(self.buffers)]
        self.here.save(who, *self.buffers[who])
        played["stale buffer saved"] += 1

    @rule(desk=DESKS, word=WORDS, who=WHO)
    def a_mistake_is_saved_and_mended(self, desk: str, word: str, who: int) -> None:
        path = self.here.file(HERE[who])
        if path.exists():
            opened, whole = self.here.desk(desk), path.read_bytes()
            write(path, whole + b"\nsupply = [")
            reply = answered(opened, self._typed(word, who))
            assert reply.refusal is not None
            assert reply.refusal.kind == "broken"
            write(path, whole)
            played["mistake mended"] += 1

    @precondition(lambda self: self._all_is_settled() and self.here.noticed)
    @rule(at_the_desk=st.booleans())
    def what_may_be_thrown_away_is(self, at_the_desk: bool) -> None:
        for desk in self.here.desks.values():  # one that is behind may find more than is known here
            desk.take_in_external_changes()
        rmtree(self.here.folder / ".companion")
        if not at_the_desk:
            self.here.desks.clear()
        played["mark lost"] += 1

    def _may_edit(self) -> bool:
        """Without the mark the files are the truth, and whoever sits at a desk may know better:
        then it is open whether an edit becomes an entry."""
        return self.here.noticed or not self.here.desks

    def _all_is_settled(self) -> bool:
        game = self.here.game
        return not self.here.behind and game.values == game.settled

    @precondition(lambda self: self.there is None and self._all_is_settled())
    @rule(with_mark=st.booleans())
    def the_folder_is_copied(self, with_mark: bool) -> None:
        to = self.here.folder.parent / "copy"
        left_out = ignore_patterns(*([] if with_mark else [".companion"]))
        copytree(self.here.folder, to, ignore=left_out)
        self.there = Place(to, self.here.game.copied())
        self.parted = self.there.files()
        self.parted_at = max((said.number for said in self.here.game.journal), default=0)
        played["copied"] += 1

    @precondition(lambda self: self.there is not None and self._all_is_settled())
    @rule(
        here=EVENING,
        there=EVENING,
        both=st.none() | st.tuples(GAIN, GAIN),
        agreed=st.sampled_from(["ours", "theirs", "both", "neither"]),
    )
    def the_copy_is_merged(
        self, here: list[Typed], there: list[Typed], both: tuple[int, int] | None, agreed: str
    ) -> None:
        """After an evening at both, as git does where they touched different files; where `both`
        changed one Supply, as somebody does who sees to it."""
        assert self.there is not None
        self.somebody_types(here)
        self.somebody_types_at_the_copy(there)
        if both is not None and self._may_edit():
            who, what = CROSSED
            self.here.run("first", f"{what} {who} {both[0]:+d}")
            self.there.run("copy", f"{what} {who} {both[1]:+d}")
        told = self.here.merge(self.there, self.parted, CROSSED, self._agreed(agreed))
        self.there = None
        played["merged"] += 1
        if told:
            played["settled by hand"] += 1
            reply = self.here.run("first", "note and so on")
            assert any(f"errants/{'/'.join(CROSSED)}: " in each for each in reply.warnings), reply

    def _agreed(self, on: str) -> int:
        assert self.there is not None
        ours, theirs = (place.game.values[CROSSED] for place in (self.here, self.there))
        self.fresh += 1
        return {"ours": ours, "theirs": theirs, "both": ours + theirs}.get(on, self.fresh)


def play(evenings: int, steps: int = STEPS) -> None:
    """So many evenings. AssertionError with the shortest one that went wrong."""
    run_state_machine_as_test(
        Evenings,
        settings=settings(
            max_examples=evenings,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


if __name__ == "__main__":
    began = time.perf_counter()
    evenings = int(sys.argv[1]) if len(sys.argv) > 1 else EVENINGS
    play(evenings)
    done = ", ".join(f"{what} {times:,}" for what, times in sorted(played.items()))
    print(f"{evenings:,} evenings in {time.perf_counter() - began:.0f} s: {done}")
