"""Whose line it is to type, by `[seats]` in campaign.toml, and the Guide's orders for the seats."""

from typing import Literal

from companion.campaign.seat_presence_and_orders import Place, Sharing
from companion.campaign.undoable_entries import find_undoable_entry
from companion.commands.dispatch import TELLING_WORDS, ResolvedLine
from companion.commands.handler_result import Ruling
from companion.grammar.argument_kinds.places import require_guide_seat
from companion.grammar.command_registry import Word
from companion.grammar.command_words import SECRET_WORD
from companion.grammar.context import SEATS, Context
from companion.grammar.seat_permissions import (
    GUIDE_WORDS,
    UNSEEN_WORDS,
    list_player_seats_for_word,
    may_seat_type_word,
)
from companion.refusal import Impossible, Refusal, join_words
from companion.reports.requests_and_sharing import PlaceLine, SharingReport, SharingStep
from companion.text_cleaning import clip_text

_MAX_LAST_LENGTH = 60
"""Characters of the line that an undo would take back."""


def require_line_allowed_for_seat(
    resolved: ResolvedLine, context: Context, text: str, *, muted: bool
) -> None:
    """Raises Impossible for a line that is not this seat's to type; a `muted` seat only looks.
    Whether what the line names is there makes no difference to the refusal."""
    word = resolved.word
    if word.name == "as":
        hint = "Another seat has a link of its own: the Guide gives it out."
        raise Impossible(f"This is the {context.seat}'s seat, and stays it.", hint)
    if context.is_guide:
        return
    if resolved.guide_only or word.name == SECRET_WORD:
        message = "What is secret is the Guide's alone."
        raise Impossible(message, "For everybody to read: note the bell is cracked")
    if _changes_nothing(word, resolved.line.arguments, context):
        return
    if muted:
        raise Impossible(f"The Guide has muted the {context.seat}.", "To look goes on: status")
    if is_line_allowed_for_seat(resolved, context):
        return
    if word.name in GUIDE_WORDS:
        raise Impossible(f"«{word.name}» is the Guide's.", "What everybody may do: help looking")
    if word.name == "undo" and not resolved.line.arguments:
        _require_own_last_word(context)
    seats = list_player_seats_for_word(context.campaign.book.seats, word.name)
    whose = join_words([f"the {seat}'s" for seat in seats]) or "the Guide's"
    message = f"«{word.name}» is {whose}, not the {context.seat}'s."
    raise Impossible(message, f"Try: request {text}")


def is_line_allowed_for_seat(resolved: ResolvedLine, context: Context) -> bool:
    """True for a line of the seat's own work, one that only looks, and an undo of what the seat
    itself typed last."""
    word, arguments = resolved.word, resolved.line.arguments
    if may_seat_type_word(context.campaign.book.seats, context.seat, word.name):
        return True
    if word.name == "undo" and not arguments:
        last = find_undoable_entry(context.read_entries(), context.seat)
        return last is not None and last.seat == context.seat
    return _changes_nothing(word, arguments, context)


def _require_own_last_word(context: Context) -> None:
    """Raises Impossible if the word that `undo` would take back is another seat's."""
    last = find_undoable_entry(context.read_entries(), context.seat)
    if last is None or last.seat == context.seat:
        return
    whose = "Guide" if last.seat == "guide" else last.seat
    line = clip_text(last.line, _MAX_LAST_LENGTH)
    raise Impossible(
        f"The last word is the {whose}'s by now: «{line}». "
        "A seat takes back its own last word alone.",
        "Try: request undo",
    )


def _changes_nothing(word: Word, arguments: tuple[str, ...], context: Context) -> bool:
    """True for a line that can be read, and changes nothing."""
    if word.name in UNSEEN_WORDS:
        return False
    try:
        form, values = word.read(arguments, context)
    except Refusal:
        return False
    return form.is_read_only(values) or (word.name in TELLING_WORDS and len(arguments) == 1)


def show_who_is_at_table(context: Context) -> SharingReport:
    """Who is at the table. Raises Impossible for a player."""
    return _build_sharing_report(_require_sharing(context), "listed")


def name_seat_holder(context: Context, place: Place, text: str | None) -> Ruling:
    """Write down who sits at a place of the shared table; without a name, nobody."""
    return _give_order(context, "renamed", place, name=text or "")


def mute_seat(context: Context, place: Place) -> Ruling:
    """Let a seat only look. Raises Impossible for the Guide's, and for the screen."""
    if place in ("guide", "screen"):
        raise Impossible(f"Nobody mutes the {place}.", "Who is there: seat")
    return _give_order(context, "muted", place, is_muted=True)


def unmute_seat(context: Context, place: Place) -> Ruling:
    """Let a player's seat that was muted type again."""
    return _give_order(context, "unmuted", place, is_muted=False)


def revoke_seat_link(context: Context, place: Place) -> Ruling:
    """End the pages of a place: its link opens nothing any more."""
    sent_away = _require_sharing(context).get_guide_order_for_place(place).sent_away + 1
    return _give_order(context, "sent_away", place, sent_away=sent_away)


def _give_order(
    context: Context, step: SharingStep, place: Place, **changes: str | bool | int
) -> Ruling:
    sharing = _require_sharing(context)
    orders = sharing.change_guide_order(place, **changes)
    after = sharing._replace(orders=orders)
    return Ruling(context.campaign, _build_sharing_report(after, step, place), orders=orders)


def _require_sharing(context: Context) -> Sharing:
    """How the campaign is shared. Raises Impossible for a player."""
    require_guide_seat(
        context, "Who is there is the Guide's to see to.", "How things stand: status"
    )
    return context.read_sharing()


def _build_sharing_report(
    sharing: Sharing, step: SharingStep, place: Place | Literal[""] = ""
) -> SharingReport:
    present = {each.place: each for each in sharing.present}
    told = [each for each in (*SEATS, "screen") if each in present or each in sharing.orders]
    return SharingReport(
        step=step,
        place=place,
        campaign=sharing.campaign,
        shared=sharing.is_shared,
        address=sharing.address,
        places=tuple(
            PlaceLine(
                place=each,
                name=sharing.get_guide_order_for_place(each).name,
                muted=sharing.get_guide_order_for_place(each).is_muted,
                pages=present[each].pages if each in present else 0,
                addresses=present[each].addresses if each in present else (),
            )
            for each in told
        ),
    )
