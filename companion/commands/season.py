"""What time of the year it is: season."""

from msgspec.structs import replace

from companion.campaign.facts import SEASONS
from companion.commands.reports import SeasonReport
from companion.commands.sitting import WORDS, Ruling, Sitting, seen_by_all
from companion.refusal import Impossible, did_you_mean
from companion.text import clipped
from companion.words.registry import alone

MOST_CHARACTERS = 60


@WORDS.command(
    "season",
    subject="turns",
    usage="season [NAME]",
    summary="What season it is, or from now on is: spring, summer, autumn, winter or one of your "
    "own. Tables that ask after it (the weather, who is abroad) go by it.",
    examples=("season winter", "season"),
    reads=alone,
    completes=("season",),
)
def season_word(sitting: Sitting) -> Ruling:
    """Tell or set the season."""
    campaign, before = sitting.campaign, sitting.campaign.campaign.season
    season = " ".join(sitting.arguments).casefold() or before
    if len(season) > MOST_CHARACTERS:
        hint = f"Its name has at most {MOST_CHARACTERS} characters."
        raise Impossible(f"«{clipped(season, 20)}» is no season.", hint)
    if sitting.arguments:
        seen_by_all(sitting, "The season")
        campaign = replace(campaign, campaign=replace(campaign.campaign, season=season))
    hint = "" if season in SEASONS else did_you_mean(season, SEASONS)
    report = SeasonReport(season=season, before=before)
    return Ruling(campaign, report, warnings=(hint,) if sitting.arguments and hint else ())
