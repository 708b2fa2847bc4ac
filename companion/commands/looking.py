"""Looking at the table: status, help, quit."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.history import undoable
from companion.campaign.secrecy import in_sight
from companion.commands.events import dice_to_roll
from companion.commands.lasting import effects_by_end, timer_lines
from companion.commands.nights import sign_lines
from companion.commands.reports import (
    HelpLine,
    HelpReport,
    QuitReport,
    StatusReport,
)
from companion.commands.sitting import WORDS, Handler, Ruling, Sitting
from companion.commands.subjects import SUBJECTS, Subject, by_subject
from companion.commands.turns import open_lines, turn_lines
from companion.errant.errants import here, members
from companion.errant.event_die import TABLES
from companion.errant.light import light_of
from companion.errant.slots import OVERLOADED, encumbrance
from companion.errant.stacks import uses
from companion.refusal import Unknown, did_you_mean
from companion.words.options import nothing_more
from companion.words.registry import CALLED_OTHERWISE, Word, always


def status_report(sitting: Sitting) -> StatusReport:
    """The whole table at a glance, as it stands in everybody's sight all evening: what undo takes
    back is no more than «secret» where it is one."""
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
        undo=in_sight(last) if last else None,
        supply=sum(member.supply for member in members(campaign.errants)),
        food=sum(uses(errant, "rations") for errant in here(campaign.errants)),
        overloaded=tuple(e.id for e in members(campaign.errants) if encumbrance(e) > OVERLOADED),
        event_dice=event_dice(campaign),
        rolled=turn is not None and turn.face is not None,
        effects=effects_by_end(campaign),
        signs=sign_lines(campaign, campaign.world.signs),
        timers=timer_lines(campaign),
    )


def event_dice(campaign: Campaign) -> str | None:
    """What `event` would roll, or `next` once the die has fallen: `D6`, or `3D6 low`; None where
    none is rolled."""
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
    short=("st",),
    reads=always,
)
def status_word(sitting: Sitting) -> Ruling:
    """The table at a glance; who asks is told what undo takes back, as undo itself would."""
    nothing_more("status", sitting.arguments)
    last, report = undoable(sitting.entries()), status_report(sitting)
    return Ruling(sitting.campaign, replace(report, undo=last.line if last else None))


def help_line(word: Word[Handler]) -> HelpLine:
    """A word as a Report has it."""
    return HelpLine(word.name, word.subject, word.usage, word.summary, word.short, word.examples)


@WORDS.command(
    "help",
    subject="looking",
    usage="help [WORD|SUBJECT]",
    summary="All the words there are; a page about a subject and its words; or one word in full.",
    examples=("help", "help event", "help packs"),
    short=("h", "?"),
    reads=always,
    aside=True,
    completes=("word or subject",),
)
def help_word(sitting: Sitting) -> Ruling:
    """What can be typed."""
    if not sitting.arguments:
        return Ruling(sitting.campaign, HelpReport(words=tuple(map(help_line, by_subject()))))
    typed = " ".join(sitting.arguments).casefold().removesuffix("!")
    subject = SUBJECTS.get(typed)
    if subject is not None and typed not in WORDS:
        return Ruling(sitting.campaign, _help_of_subject(subject))
    if not WORDS.meant(typed):
        return Ruling(sitting.campaign, _help_of_subject(_subject_meant(typed)))
    word = WORDS.find(typed)
    report = HelpReport(
        words=(help_line(word),),
        about=SUBJECTS[word.name].about if word.name in SUBJECTS else "",
        related=tuple(w.name for w in WORDS if w.subject == word.subject and w is not word),
    )
    return Ruling(sitting.campaign, report)


def _subject_meant(typed: str) -> Subject:
    """A subject by its beginning. Unknown with what is near among words and subjects."""
    found = [subject for name, subject in SUBJECTS.items() if name.startswith(typed)]
    if len(found) == 1:
        return found[0]
    known = [*(word.name for word in WORDS), *SUBJECTS]
    hint = CALLED_OTHERWISE.get(typed) or did_you_mean(typed, known)
    hint = hint or "Type help for all of them."
    raise Unknown(f"There is no word «{typed}», and nothing is told about it.", hint)


def _help_of_subject(subject: Subject) -> HelpReport:
    words = (help_line(word) for word in WORDS if word.subject == subject.name)
    return HelpReport(words=tuple(words), subject=subject.name, about=subject.about)


@WORDS.command(
    "quit",
    subject="looking",
    usage="quit",
    summary="Leave. Everything is on disk already.",
    examples=("quit",),
    short=("q", "exit"),
    reads=always,
    aside=True,
)
def quit_word(sitting: Sitting) -> Ruling:
    """The evening is over."""
    nothing_more("quit", sitting.arguments)
    return Ruling(sitting.campaign, QuitReport())
