"""Questions for a new campaign: its title, what is in it, who plays, how it begins. Nothing is
written until all are answered."""

from functools import partial
from pathlib import Path

from companion.archive.new_campaigns import (
    MAX_QUOTED,
    StartType,
    parse_errants,
    parse_start,
    parse_title,
)
from companion.archive.shelves import SAMPLE_NAME, Shelves
from companion.archive.texts import read_stamps
from companion.errant.errants import Company
from companion.grammar.names import find_one
from companion.refusal import Malformed, join_words
from companion.repl.questions import ask_question, protect_spaces, wrap_lines
from companion.text import clean_text, clip_text


def ask_new_campaign(
    shelves: Shelves,
    *,
    sample: str | None = None,
    company: Company = (),
    begins: StartType | None = None,
) -> Path:
    """Make a campaign from the answers. What is given already is not asked."""
    name = ask_question("What is it called?", lambda typed: _require_free_title(shelves, typed))
    empty = bool(company) or begins is not None
    if sample is None and not empty:
        sample = ask_question(
            f"Empty, or a copy of the sample ({SAMPLE_NAME})? Enter for empty.",
            lambda typed: _parse_sample(shelves, typed),
        )
    if sample is not None:
        return shelves.create_campaign(name, sample)
    if not company:
        company = _ask_company()
    if begins is None:
        begins = ask_question(
            "Which Turns does it begin with: travel, exploration or downtime? Enter for none yet.",
            lambda typed: parse_start(typed) if typed else None,
        )
    return shelves.create_campaign(name, company=company, begins=begins)


def describe_next_steps(folder: Path, shelves: Shelves, columns: int) -> list[str]:
    """How to play a new campaign, and which files to edit. No path and no command is broken between
    two lines, so that it can be copied."""
    files = read_stamps(folder)
    return [
        *wrap_lines(f"Made {protect_spaces(str(folder))}.", columns),
        clean_text(f"Play it: {shelves.render_shell_command('play', folder.name)}"),
        *wrap_lines(f"Edit it in any editor, even while you play: {join_words(files)}.", columns),
    ]


def parse_yes_no(typed: str) -> bool:
    """True for Enter alone and any beginning of yes. Raises Malformed for anything but yes and
    no."""
    folded = typed.casefold()
    for word in ("yes", "no"):
        if word.startswith(folded):
            return word == "yes"
    raise Malformed(f"«{clip_text(typed, MAX_QUOTED)}» is neither.", "Enter for yes, or no.")


def _require_free_title(shelves: Shelves, typed: str) -> str:
    name = parse_title(typed)
    shelves.require_free_folder(name)
    return name


def _parse_sample(shelves: Shelves, typed: str) -> str | None:
    """The campaign to copy: None for an empty one."""
    folded = typed.casefold()
    if "empty".startswith(folded):
        return None
    if any(word.startswith(folded) for word in ("copy", "sample")):
        return SAMPLE_NAME
    return find_one("campaign", typed, shelves.list_names(), lambda name: (name,))


def _ask_company() -> Company:
    """Ask for one Errant a line, or several with commas, until Enter alone."""
    company: Company = ()
    question = (
        "Who plays? One a line, with phys, skill, mind and pres if you like: Bree 13 9 8 12. "
        "Enter alone for nobody yet."
    )
    while True:
        more = ask_question(question, partial(_add_newcomers, company))
        if more == company:
            return company
        company, question = more, "Who else? Enter alone when that is all."


def _add_newcomers(company: Company, typed: str) -> Company:
    """The Company and those who are named now. Raises as `parse_errants` does."""
    return parse_errants((each for each in typed.split(",") if each.strip()), beside=company)
