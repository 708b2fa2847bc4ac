"""Which words a seat may type where it is kept to its own work, as `[seats]` in campaign.toml says.

Looking is everybody's: a line that changes nothing is asked about nowhere here but in words that
have no other lines.
"""

from companion.audience import Seat
from companion.campaign.campaign import Seats
from companion.grammar.command_registry import Word
from companion.grammar.command_words import WORDS
from companion.grammar.context import SEATS

GUIDE_WORDS = ("as", "secret", "sign", "tell", "known", "tutorial", "grant", "deny", "seat")
"""Words that are the Guide's, whatever the file gives to a seat; of some a line that looks is
everybody's."""
UNSEEN_WORDS = ("as", "tutorial", "seat")
"""Words of the Guide's of which no line is a player's, though none changes the campaign."""
PLAYER_WORDS = ("request",)
"""Words of every player's, whatever the file says."""
_SUBJECTS = frozenset(word.subject for word in WORDS)


def may_seat_type_word(seats: Seats, seat: Seat, word: str) -> bool:
    """True if this seat may type lines of this word (its full name) that change something, or if
    there are none. False for a word that there is not. The Guide may type every word but
    `request`; where seats are kept, `as` is nobody's."""
    if word not in WORDS:
        return False
    if seat == "guide":
        return word not in ("as", *PLAYER_WORDS)
    if word in (*GUIDE_WORDS, *PLAYER_WORDS):
        return word in PLAYER_WORDS
    found = WORDS.find_word(word)
    is_given = any(
        _is_or_contains_word(each, found)
        for each in (*seats.everyone, *seats.get_permitted_words(seat))
    )
    return is_given or all(form.reads for form in found.forms)


def may_seat_type_line_so_begun(seats: Seats, seat: Seat, typed: str) -> bool:
    """True if this seat may type some line that begins so: one of its work, or one that only looks.
    `typed` is a word's full name, perhaps with a `!`, or how far the clock is moved."""
    name = "clock" if typed[:1] in ("+", "-") else typed.removesuffix("!")
    if may_seat_type_word(seats, seat, name):
        return True
    is_unseen = seat == "guide" or name in UNSEEN_WORDS or name not in WORDS
    looks = () if is_unseen else WORDS.find_word(name).forms
    return any(form.reads and not form.is_secret for form in looks)


def list_seat_words(seats: Seats, seat: Seat) -> tuple[str, ...]:
    """The words of a seat's own work, for its page: in the order of the file, those of a subject in
    the order of the words. The Guide's are all that they may type."""
    if seat == "guide":
        return tuple(word.name for word in WORDS if may_seat_type_word(seats, seat, word.name))
    return expand_subjects_in_seat_work(seats.get_permitted_words(seat))


def list_player_seats_for_word(seats: Seats, word: str) -> tuple[Seat, ...]:
    """The players' seats whose own work this word is; none for the Guide's."""
    return tuple(seat for seat in SEATS if seat != "guide" and word in list_seat_words(seats, seat))


def expand_subjects_in_seat_work(work: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a seat's work, with those of a subject in its place."""
    found = (
        word.name
        for each in work
        for word in WORDS
        if _is_or_contains_word(each, word) and word.name not in GUIDE_WORDS
    )
    return tuple(dict.fromkeys(found))


def _is_or_contains_word(work: str, word: Word) -> bool:
    """True if this subject or word is, or has, the word."""
    return word.subject == work if work in _SUBJECTS else word.name == work
