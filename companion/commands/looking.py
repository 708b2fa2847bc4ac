"""Looking at the table: status, log, help, quit."""

from itertools import islice

from companion.campaign.campaign import Campaign
from companion.campaign.history import undoable, with_standing
from companion.commands.events import dice_to_roll
from companion.commands.lasting import effects_by_end
from companion.commands.nights import sign_line
from companion.commands.reports import (
    HelpLine,
    HelpReport,
    LogLine,
    LogReport,
    QuitReport,
    StatusReport,
)
from companion.commands.sitting import WORDS, Handler, Ruling, Sitting
from companion.commands.turns import open_lines, turn_lines
from companion.errant.errants import here, members
from companion.errant.event_die import TABLES
from companion.errant.light import light_of
from companion.errant.slots import OVERLOADED, encumbrance
from companion.errant.stacks import uses
from companion.refusal import Impossible
from companion.words.options import nothing_more, whole_number
from companion.words.registry import Word, always


def status_report(sitting: Sitting) -> StatusReport:
    """The whole table at a glance."""
    campaign = sitting.campaign
    turn = campaign.turns[-1] if campaign.turns else None
    light = light_of(campaign.errants)
    last = undoable(sitting.entries())
    return StatusReport(
        name=campaign.campaign.name,
        day=campaign.now.day,
        time=campaign.now.time,
        watch=campaign.now.watch,
        turn_type=turn.type if turn else None,
        turn_number=turn.number if turn and turn.begun else None,
        nested=turn_lines(campaign),
        light=light.level,
        burn=light.burn,
        open=open_lines(campaign),
        undo=last.line if last else None,
        supply=sum(member.supply for member in members(campaign.errants)),
        food=sum(uses(errant, "rations") for errant in here(campaign.errants)),
        overloaded=tuple(e.id for e in members(campaign.errants) if encumbrance(e) > OVERLOADED),
        event_dice=event_dice(campaign),
        effects=effects_by_end(campaign),
        signs=tuple(map(sign_line, campaign.world.signs)),
    )


def event_dice(campaign: Campaign) -> str | None:
    """What `event` would roll: `D6`, or `3D6 low`; None where none is rolled."""
    if not campaign.turns or campaign.turns[-1].type not in TABLES:
        return None
    dice = dice_to_roll(campaign, campaign.turns[-1], ())
    return "D6" if dice.number == 1 else f"{dice.number}D6 {dice.keep}"


@WORDS.command(
    "status",
    subject="looking",
    usage="status",
    summary="The whole table at a glance: time, Turns, light, what is open, what goes on.",
    examples=("status",),
    reads=always,
)
def status_word(sitting: Sitting) -> Ruling:
    """The table at a glance."""
    nothing_more("status", sitting.arguments)
    return Ruling(sitting.campaign, status_report(sitting))


@WORDS.command(
    "log",
    subject="looking",
    usage="log [N]",
    summary="The last words of the journal, with their names for undo; ten of them, or N.",
    examples=("log", "log 30"),
    reads=always,
)
def log_word(sitting: Sitting) -> Ruling:
    """The end of the journal."""
    number = whole_number(sitting.arguments[0]) if sitting.arguments else 10
    nothing_more(f"log {number}", sitting.arguments[1:])
    if not 1 <= number <= 1_000:
        raise Impossible(f"The log shows 1 to 1,000 entries, not {number}.")
    newest = list(islice(with_standing(sitting.entries()), number))
    lines = [LogLine(e.name, e.clock, e.seat, e.line, not stands) for e, stands in newest]
    return Ruling(sitting.campaign, LogReport(entries=tuple(reversed(lines))))


def help_line(word: Word[Handler]) -> HelpLine:
    """A word as a Report has it."""
    return HelpLine(word.name, word.subject, word.usage, word.summary, word.short, word.examples)


@WORDS.command(
    "help",
    subject="looking",
    usage="help [WORD|SUBJECT]",
    summary="All the words there are, those of one subject, or one of them with its examples.",
    examples=("help", "help event", "help packs"),
    short=("h", "?"),
    reads=always,
    completes=("word",),
)
def help_word(sitting: Sitting) -> Ruling:
    """What can be typed."""
    if not sitting.arguments:
        subjects = list(dict.fromkeys(word.subject for word in WORDS))
        words = sorted(WORDS, key=lambda word: subjects.index(word.subject))
        return Ruling(sitting.campaign, HelpReport(words=tuple(map(help_line, words))))
    typed = " ".join(sitting.arguments).casefold()
    subject = tuple(help_line(word) for word in WORDS if word.subject == typed)
    if subject and typed not in WORDS:
        return Ruling(sitting.campaign, HelpReport(words=subject))
    return Ruling(sitting.campaign, HelpReport(words=(help_line(WORDS.find(typed)),)))


@WORDS.command(
    "quit",
    subject="looking",
    usage="quit",
    summary="Leave. Everything is on disk already.",
    examples=("quit",),
    short=("q", "exit"),
    reads=always,
)
def quit_word(sitting: Sitting) -> Ruling:
    """The evening is over."""
    nothing_more("quit", sitting.arguments)
    return Ruling(sitting.campaign, QuitReport())
