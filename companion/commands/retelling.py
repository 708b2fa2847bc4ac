"""The evening told again at the prompt: recap."""

from typing import TYPE_CHECKING

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.commands.lasting import effect_line
from companion.commands.nights import sign_lines
from companion.commands.reports import (
    FateLine,
    RecapReport,
    ResultCount,
    StoryLine,
    TurnsPlayed,
    UsedUp,
)
from companion.commands.seats import SECRETLY
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.turns import place_name, turn_lines
from companion.errant.errants import here, members
from companion.errant.stacks import uses
from companion.refusal import Impossible, Refusal
from companion.words.line import read_line
from companion.words.options import nothing_more, whole_number
from companion.words.registry import always

if TYPE_CHECKING:
    from companion.campaign.chronicle import Evening, Said


@WORDS.command(
    "recap",
    subject="recording",
    usage="recap [N]",
    summary="The last evening in a page, to read aloud before the next one; with a number, the one "
    "before it (2) and so on.",
    examples=("recap",),
    reads=always,
)
def recap_word(sitting: Sitting) -> Ruling:
    """What came of an evening's play."""
    from companion.campaign import chronicle  # no other word pays for its import

    number = whole_number(sitting.arguments[0]) if sitting.arguments else 1
    nothing_more(f"recap {number}", sitting.arguments[1:])
    if number < 1:
        raise Impossible(f"There is no evening {number}.", "Try: recap, or recap 2")
    evening = chronicle.evening_back(sitting.campaign, sitting.entries(), number)
    before, after = evening[0].before, evening[-1].after
    story = story_lines(evening)
    were = {effect.id for effect in before.campaign.effects}
    are = {effect.id for effect in after.campaign.effects}
    report = RecapReport(
        number=number,
        sessions=tuple(dict.fromkeys(entry.session for entry, _, _ in evening)),
        day_before=before.now.day,
        time_before=before.now.time,
        day_after=after.now.day,
        time_after=after.now.time,
        places=tuple(place_name(after, place) for place in chronicle.places(evening)),
        nested=turn_lines(after),
        turns=tuple(TurnsPlayed(*each) for each in chronicle.turns_played(evening).items()),
        results=tuple(ResultCount(*each) for each in chronicle.results(evening).items()),
        story=tuple(line for line in story if not line.secret),
        secretly=tuple(line for line in story if line.secret),
        fates=tuple(FateLine(*fate) for fate in chronicle.fates(before, after)),
        supply_before=_supply(before),
        supply_after=_supply(after),
        rations_before=_rations(before),
        rations_after=_rations(after),
        used_up=tuple(UsedUp(*each) for each in chronicle.used_up(evening, _read).items()),
        began=tuple(effect_line(e) for e in after.campaign.effects if e.id not in were),
        ended=tuple(effect_line(e) for e in before.campaign.effects if e.id not in are),
        signs=sign_lines(after, after.world.signs),
    )
    return Ruling(sitting.campaign, report)


def _read(entry: Entry) -> "Said":
    """The word of an entry, by its full name, and what follows it. Nothing of a line that says no
    word, as `+4h`, or none any more."""
    from companion.campaign.chronicle import Said

    try:
        line = read_line(entry.line)
        secretly = line is not None and WORDS.find(line.word).name == SECRETLY
        if line is not None and secretly:
            line = read_line(line.rest)
        return Said(WORDS.find(line.word).name, line.rest, secretly) if line else Said("", "")
    except Refusal:
        return Said("", "")


def story_lines(evening: "Evening") -> tuple[StoryLine, ...]:
    """The story of an evening, as a Report has it; what is secret in it is marked so."""
    from companion.campaign.story import story

    return tuple(
        StoryLine(
            number=p.number,
            day=p.at.day,
            time=p.at.time,
            seat=p.seat,
            step=p.step,
            who=p.who,
            text=p.text,
            watch=p.watch,
            secret=p.secret,
            of=p.of,
        )
        for p in story(evening, _read)
    )


def _supply(campaign: Campaign) -> int:
    return sum(member.supply for member in members(campaign.errants))


def _rations(campaign: Campaign) -> int:
    return sum(uses(errant, "rations") for errant in here(campaign.errants))
