"""A new campaign asked for on the terminal: what it is called, what is in it, who plays, how it
begins. Nothing is written until all is answered."""

from functools import partial
from pathlib import Path

from companion.archive.first_texts import MOST_QUOTED, Start, newcomers, start, title
from companion.archive.shelves import SAMPLE, Shelves
from companion.commands.names import one
from companion.errant.errants import Company
from companion.refusal import Malformed, listed
from companion.repl.asking import ask, in_lines, unbroken
from companion.text import clean, clipped


def ask_for_new(
    shelves: Shelves,
    *,
    sample: str | None = None,
    company: Company = (),
    begins: Start | None = None,
) -> Path:
    """A campaign made from the answers; what is given already is not asked."""
    name = ask("What is it called?", lambda typed: _free_title(shelves, typed))
    empty = bool(company) or begins is not None
    if sample is None and not empty:
        sample = ask(
            f"Empty, or a copy of the sample ({SAMPLE})? Enter for empty.",
            lambda typed: _copied(shelves, typed),
        )
    if sample is not None:
        return shelves.new(name, sample)
    if not company:
        company = _who_plays()
    if begins is None:
        begins = ask(
            "Which Turns does it begin with: travel, exploration or downtime? Enter for none yet.",
            lambda typed: start(typed) if typed else None,
        )
    return shelves.new(name, company=company, begins=begins)


def how_to_go_on(folder: Path, shelves: Shelves, columns: int) -> list[str]:
    """What to do with a campaign just made: how to play it, and which files to edit. No path is
    broken between two lines, nor the command, so that it can be copied."""
    company = sorted(path.name for path in (folder / "errants").glob("*.toml"))
    files = ["campaign.toml", "world.toml", *(f"errants/{name}" for name in company)]
    return [
        *in_lines(f"Made {unbroken(str(folder))}.", columns),
        clean(f"Play it: {shelves.at_the_shell('play', folder.name)}"),
        *in_lines(f"Edit it in any editor, even while you play: {listed(files)}.", columns),
    ]


def yes(typed: str) -> bool:
    """Enter alone for yes, or any beginning of yes or no. Malformed for anything else."""
    folded = typed.casefold()
    for word in ("yes", "no"):
        if word.startswith(folded):
            return word == "yes"
    raise Malformed(f"«{clipped(typed, MOST_QUOTED)}» is neither.", "Enter for yes, or no.")


def _free_title(shelves: Shelves, typed: str) -> str:
    name = title(typed)
    shelves.free_folder(name)
    return name


def _copied(shelves: Shelves, typed: str) -> str | None:
    """The campaign to copy: None for an empty one."""
    folded = typed.casefold()
    if "empty".startswith(folded):
        return None
    if any(word.startswith(folded) for word in ("copy", "sample")):
        return SAMPLE
    return one("campaign", typed, shelves.names(), lambda name: (name,))


def _who_plays() -> Company:
    """One Errant a line, or several with commas, until Enter alone."""
    company: Company = ()
    question = (
        "Who plays? One a line, with phys, skill, mind and pres if you like: Bree 13 9 8 12. "
        "Enter alone for nobody yet."
    )
    while True:
        more = ask(question, partial(_with_more, company))
        if more == company:
            return company
        company, question = more, "Who else? Enter alone when that is all."


def _with_more(company: Company, typed: str) -> Company:
    """The Company and those who are named now. Refused as `newcomers` does."""
    return newcomers((each for each in typed.split(",") if each.strip()), beside=company)
