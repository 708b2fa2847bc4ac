"""Dispatches a typed line: finds its word, calls the handler, classifies who may see it, and
remembers what was stopped."""

from collections.abc import Callable
from importlib import import_module
from typing import Literal, NamedTuple

from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import mentions_unknown_name
from companion.commands.handler_result import Ruling
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.command_registry import Word
from companion.grammar.command_words import SECRET_WORD, WORDS
from companion.grammar.context import ROLLING_FIELDS, Context
from companion.grammar.name_matching import find_exact_errant
from companion.grammar.typed_line import Line, begins_like_dice, make_roll_line, parse_typed_line
from companion.refusal import Malformed, Refusal, StillOpen, Unknown
from companion.reports import Report
from companion.reports.reply import Reply, UntakenClause

FORCING = "!"
"""Typed alone, it forces the line that was just refused."""
TELLING_WORDS = ("npc", "faction")
"""Words that change nothing where no more than a name follows."""


class ResolvedLine(NamedTuple):
    """A word, and the line that says it: with the word's full name, and without `secret` before it.
    `guide_only` says that the line is the Guide's secret, with that prefix or without."""

    word: Word
    line: Line
    has_secret_prefix: bool
    guide_only: bool


MakeContext = Callable[[Line], Context]


class Refused(NamedTuple):
    """The refusal of a line; the word it says, if it says one; the line it was understood as, if
    that is another; and what shows the nearest to what was asked."""

    refusal: Refusal
    resolved: ResolvedLine | None = None
    meant: str | None = None
    shown: Reply | None = None


TryLine = Callable[[str, Line, str], Reply | Refused]
"""Answers a line that is meant; the last is what was typed in its place."""


def resolve_word_of_line(line: Line, campaign: Campaign, *, whole: bool = False) -> ResolvedLine:
    """The word that a line means; with `whole` not by a beginning of it. Raises Unknown, Ambiguous,
    or Malformed where nothing follows `secret`."""
    word, line = _resolve_first_word(line, campaign, whole=whole)
    if word.name != SECRET_WORD:
        return ResolvedLine(word, line, False, word.is_guide_only(line.arguments))
    inner = parse_typed_line(line.rest)
    if inner is None or inner.word == SECRET_WORD:
        raise Malformed("Nothing follows «secret».", "Try: secret note the ferryman lies")
    inner = inner._replace(forced=inner.forced or line.forced)
    return ResolvedLine(*_resolve_first_word(inner, campaign, whole=whole), True, True)


def _resolve_first_word(line: Line, campaign: Campaign, *, whole: bool) -> tuple[Word, Line]:
    """The first word of a line; `+4h` belongs to the clock, and dice without a word are rolled."""
    if line.word[0] in "+-" and line.word[1:2].isdecimal():
        line = line._replace(word="clock", arguments=(line.word, *line.arguments))
    elif begins_like_dice(line.word):
        line = make_roll_line(line)
    try:
        word = WORDS.find_word(line.word, whole=whole)
    except Unknown as refusal:
        if way := _suggest_word_first(line, campaign):
            raise Unknown(refusal.message, f"The word comes first. Try: {way}") from None
        raise
    return word, line._replace(word=word.name)


def _suggest_word_first(line: Line, campaign: Campaign) -> str:
    """A line that begins with an Errant, with its word first; "" for any other."""
    errant = find_exact_errant(campaign, line.word)
    if errant is None:
        return ""
    first, _, rest = line.rest.partition(" ")
    words = WORDS.find_candidates(first.casefold()) if first else [WORDS.find_word("slots")]
    words = [word for word in words if any(form.parts for form in word.forms)]
    word, rest = (words[0].name, rest) if len(words) == 1 else ("declare", line.rest)
    return f"{word} {quote_typed_name(errant)} {rest}".rstrip()


def is_line_read_only(word: Word, context: Context) -> bool:
    """True for a line that changes nothing, or cannot be read as it stands."""
    try:
        form, values = word.read(context.arguments, context)
    except Refusal:
        return True
    return form.is_read_only(values)


def call_handler_of_word(word: Word, context: Context) -> Ruling:
    """What a word does, by the handler that its form names: a Ruling, or the Report alone of one
    that changes nothing. Raises a Refusal of the grammar or of the game."""
    form, values = word.read(context.arguments, context)
    rolled = {name: values.pop(name) for name in ROLLING_FIELDS if name in values}
    context = context._replace(**rolled)
    module, _, function = form.handler.partition(":")
    handler = getattr(import_module(f"companion.commands.{module}"), function)
    answer: Ruling | Report = handler(context, **values)
    return answer if isinstance(answer, Ruling) else Ruling(context.campaign, answer)


Privacy = Literal["open", "secret", "unknown"]
_REVEALING_SUBJECTS = {"people", "checks", "dice", "fights"}
"""Subjects with words whose lines may be for the Guide alone, by what they find or write."""


def _resolve_typed_line(typed: str, campaign: Campaign) -> ResolvedLine | None:
    try:
        line = parse_typed_line(typed)
        return resolve_word_of_line(line, campaign) if line else None
    except Refusal:
        return None


def classify_typed_line_privacy(typed: str, campaign: Campaign) -> Privacy:
    """Whether a line is for the Guide alone, by how it is typed: `secret` or `open`; `unknown` for
    a line without a word."""
    resolved = _resolve_typed_line(typed, campaign)
    if resolved is None:
        return "unknown"
    return "secret" if resolved.guide_only else "open"


def classify_answered_line_privacy(
    typed: str, reply: Reply | None, campaign: Campaign, seat: Seat
) -> Privacy:
    """What a line turned out to be once it was answered: what it was understood as counts. A
    refused line is `unknown`, and so is one that only asks after somebody the players do not
    know."""
    meant = (reply and reply.meant) or typed
    privacy = classify_typed_line_privacy(meant, campaign)
    if privacy != "open":
        return privacy
    if reply is None or not reply.ok:
        return "unknown"
    if seat != "guide":
        return "open"
    if reply.guide_only:
        return "secret"
    said = meant.split()[1:] if meant == typed else [*typed.split(), *meant.split()[1:]]
    asks = reply.entry is None and mentions_unknown_name(campaign, said)
    return "unknown" if asks else "open"


def is_line_free_of_secrets(typed: str, campaign: Campaign) -> bool:
    """True for a line that holds nothing for the Guide alone, whatever its answer is."""
    if not typed.strip():
        return True
    resolved = _resolve_typed_line(typed, campaign)
    if resolved is None or resolved.guide_only:
        return False
    word = resolved.word
    may_tell = word.subject in _REVEALING_SUBJECTS or word.name == "errant"
    return not may_tell and not mentions_unknown_name(campaign, resolved.line.arguments)


def hide_secrets_of_line(typed: str, campaign: Campaign) -> str:
    """A line as a log may quote it: its first word alone if it may hold a secret. Never raises."""
    try:
        is_safe = is_line_free_of_secrets(typed, campaign)
    except Exception:  # what broke may break here again
        is_safe = False
    return typed if is_safe else f"{typed.partition(' ')[0]} …"


class _ToldStop(NamedTuple):
    """What stopped a line once in the Turn being played: another line or Turn is stopped anew."""

    line: Line
    turn: tuple[object, ...]
    message: str


_UNFINISHED = ("attack", "buy", "sell")
"""Words whose refused line is finished by what follows: `3 instead`, or `ondine pays for it`."""
_ATTACK = "attack"
"""The word whose refused line may be mended later too, while others of its line are refused."""
_PRICE = "price"
"""The word whose answer is followed by `corvin buys one`."""


class StoppedLines(NamedTuple):
    """What a desk has stopped or refused. `line` was stopped for what `message` says is open, and
    `told` stopped its line in this Turn, whatever was typed since. `unfinished` is the last
    attack that was refused, until a line is done, or the line before: a purchase or a sale that
    was refused, or a price that was asked. `forced` is the last line with a `!`, if it was refused
    and that overrules it. `offered` are the lines that the last refusal offered; `asks_who`
    is true if it was the question who is meant, `was_refused` until a line is done."""

    line: ResolvedLine | None = None
    message: str = ""
    told: _ToldStop | None = None
    unfinished: str = ""
    forced: str = ""
    offered: tuple[str, ...] = ()
    asks_who: bool = False
    was_refused: bool = False

    def find_message_of_earlier_stop(self, line: Line, campaign: Campaign) -> str:
        """What has stopped this line already; "" for nothing."""
        if self.line is not None and _repeats_stopped_line(line, self.line.line):
            return self.message
        told = self.told
        if (
            told
            and told.turn == _get_key_of_played_turn(campaign)
            and _repeats_stopped_line(line, told.line)
        ):
            return told.message
        return ""

    def restore_stopped_line(self, text: str, resolved: ResolvedLine) -> tuple[str, ResolvedLine]:
        """The line that was stopped, where its word is typed once more, alone or with `again`; any
        other line as it is."""
        line, stopped = resolved.line, self.line
        again = line.rest.casefold() in ("", "again")
        if not again or not stopped or stopped.line.word != line.word:
            return text, resolved
        repeated = stopped.line._replace(forced=line.forced)
        guide_only = resolved.guide_only or stopped.guide_only
        text = f"{text.removesuffix(line.rest).rstrip()} {repeated.rest}".rstrip()
        return text, resolved._replace(line=repeated, guide_only=guide_only)

    def update_after_refusal(
        self, text: str, refusal: Refusal, resolved: ResolvedLine | None, campaign: Campaign
    ) -> "StoppedLines":
        """What is kept after this line was refused. Another word ends what was stopped."""
        is_unfinished = resolved is not None and resolved.word.name in _UNFINISHED
        is_mendable = self.unfinished.startswith(_ATTACK)
        unfinished = text if is_unfinished else self.unfinished if is_mendable else ""
        after = self._replace(
            unfinished=unfinished, forced="", offered=(), asks_who=False, was_refused=True
        )
        if resolved is not None and isinstance(refusal, StillOpen):
            after = after._replace(line=resolved, message=refusal.message)
            if refusal.is_remembered:
                told = _ToldStop(resolved.line, _get_key_of_played_turn(campaign), refusal.message)
                after = after._replace(told=told)
        elif self.line and (resolved is None or resolved.line.word != self.line.line.word):
            after = after._replace(line=None)
        return after

    def update_after_success(self, text: str, before: Campaign, after: Campaign) -> "StoppedLines":
        """What is kept after this line was done. Where something was settled, or more is open than
        before, every word is stopped anew."""
        is_kept = self.told is not None and before.open_matters == after.open_matters
        asked = text if text.partition(" ")[0] == _PRICE else ""
        return StoppedLines(told=self.told if is_kept else None, unfinished=asked)

    def offer_untaken_clauses(self, untaken: tuple[UntakenClause, ...]) -> "StoppedLines":
        """What is kept after a line that told these, too; the same where it told none."""
        if not untaken:
            return self
        offered = tuple(each.line for each in untaken)
        return self._replace(offered=offered, asks_who=not untaken[1:] and untaken[0].asks_who)

    def take_offered_line(self, chosen: str) -> tuple[tuple[str, ...], "StoppedLines"]:
        """The lines that are offered still once this one is done: the others that were told and not
        done; none of a refusal's. And what is kept while it is done."""
        others = tuple(each for each in self.offered if each != chosen)
        return () if self.was_refused else others, self._replace(offered=())


def _repeats_stopped_line(line: Line, stopped: Line) -> bool:
    """True for a line that says what was stopped once more, with the same words, or with its word
    alone. Dice that have fallen meanwhile are no other words."""
    said, before = (
        [each.casefold() for each in one.arguments if not each.startswith("=")]
        for one in (line, stopped)
    )
    return line.word == stopped.word and said in ([], before)


def _get_key_of_played_turn(campaign: Campaign) -> tuple[object, ...]:
    turn = campaign.turns[-1] if campaign.turns else None
    return (turn.type, turn.number, turn.begun, turn.began) if turn else ()
