"""What a line can say of the journal: the entries that undo can take back."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from companion.campaign.changes import Entry
from companion.campaign.diff import has_dependents
from companion.campaign.history import can_be_undone, flag_live_entries
from companion.campaign.secrecy import is_for_guide, mask_secret_line
from companion.grammar.forms import Completing, Completion, Scene
from companion.text import clip_text

MAX_ENTRIES = 10
MAX_READ = 60
"""Entries of the journal that are looked through for those."""
_ENOUGH = 56
"""Characters of a line that a menu shows."""


def _entries(scene: Scene) -> Iterator[Completion]:
    """`ENTRY`, or `to ENTRY` for everything after it; the newest first."""
    if scene.folded == ("to",):
        yield from islice(_that_can_be_gone_back_to(scene), MAX_ENTRIES)
    elif not scene.before:
        yield Completion("to", "everything after an entry")
        yield from islice(_that_can_be_taken_back(scene), MAX_ENTRIES)


def _that_can_be_taken_back(scene: Scene) -> Iterator[Completion]:
    """Entries that no later one stands on."""
    later: list[Entry] = []
    for entry, known_as in _standing(scene):
        alone = not any(has_dependents(entry.changes, each.changes) for each in later)
        if alone and (scene.context.is_guide or not is_for_guide(entry)):
            yield _offer(entry, known_as)
        later.append(entry)


def _that_can_be_gone_back_to(scene: Scene) -> Iterator[Completion]:
    """Entries with others after them; for a player, none of which is the Guide's alone."""
    standing = _standing(scene)
    after = next(standing, None)
    for entry, known_as in standing:
        if after is None or (is_for_guide(after[0]) and not scene.context.is_guide):
            return
        if scene.context.is_guide or not is_for_guide(entry):
            yield _offer(entry, known_as)
        after = entry, known_as


def _standing(scene: Scene) -> Iterator[tuple[Entry, str]]:
    """Entries with something to take back, and what each is called: its number, or its whole name
    where another session has the same number."""
    newest = list(islice(flag_live_entries(scene.context.read_entries()), MAX_READ))
    times = Counter(entry.number for entry, _ in newest)
    for entry, stands in newest:
        if can_be_undone(entry, stands):
            yield entry, entry.name if times[entry.number] > 1 else str(entry.number)


def _offer(entry: Entry, known_as: str) -> Completion:
    return Completion(known_as, clip_text(mask_secret_line(entry), _ENOUGH))


STEPS: dict[str, Completing] = {"entry": _entries}
