"""A new campaign asked for on the terminal: what it is called, what is in it, who plays, how it
begins. Nothing is written until all is answered."""

from pathlib import Path
from shlex import quote

from companion.archive.first_texts import Start, newcomers, start, title
from companion.archive.shelves import SAMPLE, Shelves
from companion.commands.names import one
from companion.errant.errants import Company
from companion.refusal import listed
from companion.repl.asking import ask
from companion.text import clean


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
        company = ask(
            "Who plays? Names with commas, each with phys, skill, mind and pres if you like: "
            "Bree 13 9 8 12, Wim. Enter for nobody yet.",
            _company,
        )
    if begins is None:
        begins = ask(
            "Which Turns does it begin with: travel, exploration or downtime? Enter for none yet.",
            lambda typed: start(typed) if typed else None,
        )
    return shelves.new(name, company=company, begins=begins)


def how_to_go_on(folder: Path, shelf: Path | None) -> list[str]:
    """What to do with a campaign just made: how to play it, and which files to edit. `shelf` is
    the folder that was chosen for campaigns, if one was."""
    where = f" --campaigns {quote(str(shelf))}" if shelf is not None else ""
    company = sorted(path.name for path in (folder / "errants").glob("*.toml"))
    files = ["campaign.toml", "world.toml", *(f"errants/{name}" for name in company)]
    return [
        f"Made {clean(str(folder))}.",
        f"Play it: companion play {folder.name}{where}",
        f"Edit it in any editor, even while you play: {listed(files)}.",
    ]


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


def _company(typed: str) -> Company:
    return newcomers(each for each in typed.split(",") if each.strip())
