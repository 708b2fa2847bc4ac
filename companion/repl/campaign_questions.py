"""Questions about campaigns: which to open, and what a new one is. Nothing is written until all are
answered."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.archive.campaign_folders import SAMPLE_NAME, CampaignFolders
from companion.archive.campaign_summaries import CampaignSummary, list_campaign_summaries
from companion.archive.file_texts_and_change_stamps import read_file_stamps
from companion.archive.new_campaigns import (
    MAX_QUOTED,
    StartType,
    parse_campaign_name,
    parse_first_turn_type,
    parse_new_errants,
)
from companion.errant.company import Company
from companion.grammar.name_matching import find_one_by_name
from companion.refusal import Impossible, Malformed, Unknown, join_words
from companion.repl.terminal import (
    LEAVE_HINT,
    ask_until_parsed,
    make_path_unbreakable,
    measure_terminal_width,
    print_wrapped,
    wrap_text,
)
from companion.text_cleaning import clean_text, clip_text

NEW, TUTORIAL = "new", "tutorial"
_MAX_NAME_WIDTH = 20


class CampaignChoice(NamedTuple):
    """One choice: its name, a description, and the campaign (None for a new one and for the
    tutorial)."""

    name: str
    description: str
    campaign: CampaignSummary | None = None

    @property
    def is_openable(self) -> bool:
        """True if it can be chosen as it stands."""
        return self.campaign is None or not self.campaign.problems


def list_campaign_choices(
    campaigns: list[CampaignSummary], campaign_folders: CampaignFolders
) -> list[CampaignChoice]:
    """The campaigns; for somebody with none of their own, the tutorial; a new campaign last."""
    choices = [
        CampaignChoice(each.name, each.describe(campaign_folders), each) for each in campaigns
    ]
    if all(each.sample for each in campaigns):
        lesson = "a first evening on a copy of the sample, taken back"
        choices.append(CampaignChoice(TUTORIAL, lesson))
    return [*choices, CampaignChoice(NEW, "begin a campaign of your own")]


def render_campaign_choices(choices: list[CampaignChoice], columns: int) -> list[str]:
    """The choices, numbered and aligned, in lines that fit."""
    names = min(_MAX_NAME_WIDTH, max(len(choice.name) for choice in choices))
    numbers = len(str(len(choices)))
    lines: list[str] = []
    for number, choice in enumerate(choices, 1):
        head = f"{number:>{numbers + 2}}  {choice.name:<{names}}  "
        lines += wrap_text(head + choice.description, columns, " " * (numbers + 6))
    return lines


def parse_campaign_choice(typed: str, choices: list[CampaignChoice]) -> CampaignChoice:
    """The choice with this number or name, or part of a name; the default for Enter alone. Raises
    Unknown or Ambiguous; Impossible for a campaign that is broken."""
    if not typed:
        choice = _find_default_choice(choices)
    elif typed.isdecimal() and 1 <= int(typed) <= len(choices):
        choice = choices[int(typed) - 1]
    else:
        choice = find_one_by_name("campaign", typed, choices, _list_choice_names)
    if not choice.is_openable:
        raise Impossible(
            f"«{choice.name}» cannot be opened as it stands.", f"It is {choice.description}"
        )
    return choice


def _find_default_choice(choices: list[CampaignChoice]) -> CampaignChoice:
    """The first that opens, but never a new campaign; a broken one if there is no other."""
    return next((choice for choice in choices[:-1] if choice.is_openable), choices[0])


def _list_choice_names(choice: CampaignChoice) -> tuple[str, ...]:
    return (choice.name, choice.campaign.title) if choice.campaign else (choice.name,)


def resolve_campaign_name(typed: str, campaign_folders: CampaignFolders) -> str:
    """The name of the campaign with this name, or with this part of a name. `typed` itself if there
    is none, or only copies of one. Raises Ambiguous with the names of several."""
    names = campaign_folders.list_names()
    alike = [name for name in names if name.casefold() == typed.casefold()]
    if typed in names or len(alike) == 1:
        return typed if typed in names else alike[0]
    if not campaign_folders.has_copies(typed):
        with suppress(Unknown):
            campaigns = list_campaign_summaries(campaign_folders)
            return find_one_by_name(
                "campaign", typed, campaigns, lambda each: (each.name, each.title)
            ).name
    return typed


def ask_for_campaign(campaign_folders: CampaignFolders, teach: Callable[[], None]) -> str:
    """Ask for a campaign, or for a new one, and give its name. After the tutorial it asks again.

    Raises EOFError or KeyboardInterrupt for who would rather leave.
    """
    print_wrapped(LEAVE_HINT)
    while True:
        campaigns = list_campaign_summaries(campaign_folders)
        choices = list_campaign_choices(campaigns, campaign_folders)
        if all(each.sample for each in campaigns):
            print_wrapped("You have no campaign of your own yet.")
        for command in campaign_folders.list_restore_commands():
            print_wrapped(f"Gone, with copies to go back to: {command}")
        print("\n".join(render_campaign_choices(choices, measure_terminal_width())))
        default = _find_default_choice(choices)
        enter = f"; Enter for {default.name}" if default.is_openable else ""
        question = f"Which? A number or any part of a name{enter}."
        choice = ask_until_parsed(question, partial(parse_campaign_choice, choices=choices))
        if choice.campaign is not None:
            return choice.name
        if choice.name == NEW:
            folder = ask_for_new_campaign(campaign_folders)
            print("\n".join(describe_how_to_play_new_campaign(folder, campaign_folders)))
            return folder.name
        teach()
        print()


def ask_for_new_campaign(
    campaign_folders: CampaignFolders,
    *,
    sample: str | None = None,
    company: Company = (),
    begins: StartType | None = None,
) -> Path:
    """Make a campaign from the answers. What is given already is not asked."""
    name = ask_until_parsed("What is it called?", partial(_require_free_title, campaign_folders))
    if sample is None and not company and begins is None:
        sample = ask_until_parsed(
            f"Empty, or a copy of the sample ({SAMPLE_NAME})? Enter for empty.",
            partial(_parse_sample, campaign_folders),
        )
    if sample is not None:
        return campaign_folders.create_campaign(name, sample)
    company = company or _ask_who_plays()
    if begins is None:
        begins = ask_until_parsed(
            "Which Turns does it begin with: travel, exploration or downtime? Enter for none yet.",
            lambda typed: parse_first_turn_type(typed) if typed else None,
        )
    return campaign_folders.create_campaign(name, company=company, begins=begins)


def _require_free_title(campaign_folders: CampaignFolders, typed: str) -> str:
    name = parse_campaign_name(typed)
    campaign_folders.require_free_folder(name)
    return name


def _parse_sample(campaign_folders: CampaignFolders, typed: str) -> str | None:
    """The campaign to copy: None for an empty one."""
    folded = typed.casefold()
    if "empty".startswith(folded):
        return None
    if any(word.startswith(folded) for word in ("copy", "sample")):
        return SAMPLE_NAME
    return find_one_by_name("campaign", typed, campaign_folders.list_names(), lambda name: (name,))


def _ask_who_plays() -> Company:
    company: Company = ()
    question = (
        "Who plays? One a line, with phys, skill, mind and pres if you like: Bree 13 9 8 12. "
        "Enter alone for nobody yet."
    )
    while True:
        more = ask_until_parsed(question, partial(_add_newcomers, company))
        if more == company:
            return company
        company, question = more, "Who else? Enter alone when that is all."


def _add_newcomers(company: Company, typed: str) -> Company:
    return parse_new_errants((each for each in typed.split(",") if each.strip()), beside=company)


def describe_how_to_play_new_campaign(folder: Path, campaign_folders: CampaignFolders) -> list[str]:
    """How to play a new campaign, and which files to edit. No path and no command is broken between
    two lines, so that it can be copied."""
    columns, files = measure_terminal_width(), join_words(read_file_stamps(folder))
    return [
        *wrap_text(f"Made {make_path_unbreakable(str(folder))}.", columns),
        clean_text(f"Play it: {campaign_folders.render_shell_command('play', folder.name)}"),
        *wrap_text(f"Edit it in any editor, even while you play: {files}.", columns),
    ]


def parse_yes_no(typed: str) -> bool:
    """True for Enter alone and any beginning of yes. Raises Malformed for anything but yes and
    no."""
    for word in ("yes", "no"):
        if word.startswith(typed.casefold()):
            return word == "yes"
    raise Malformed(f"«{clip_text(typed, MAX_QUOTED)}» is neither.", "Enter for yes, or no.")
