"""What a player can look up in a game: the words that can be typed, and what things are."""

from textwrap import wrap

from companion.parlour.game import Word
from companion.parlour.match_in_play import Match
from companion.parlour.wording.line_fitting import wrap_long_lines
from companion.parlour.wording.move_menu import MOST_MOVES, render_move_menu
from companion.parlour.wording.second_person import address_player_as_you
from companion.refusal import Ambiguous, Unknown, join_words, suggest_similar_words

OWN_WORDS = {
    "look": Word(
        ("look THING", "THING ?"), "what something on the table or on the page is and does"
    ),
    "moves": Word(("moves", "moves WORD"), "everything that can be done now; with that word"),
    "table": Word(("table",), "the table as it stands"),
    "undo": Word(("undo", "undo 3"), "take back your last move, or three, and what came after it"),
    "deal": Word(("deal =CARD,CARD",), "before the first move: your own cards for the set-up"),
    "help": Word(("help", "?", "help WORD"), "this page; more about a word"),
    "quit": Word(("quit", "exit"), "leave; the game is saved"),
}
"""The words of every table, whatever is played at it."""
SYNONYMS = {"?": "help", "exit": "quit"}


def render_words_of_game(match: Match, width: int) -> list[str]:
    """What can be typed in this game: the words of its moves, of looking, and the table's."""
    game = match.game
    return [
        *wrap(
            f"{game.title}. Type a move, or beginnings of its words that fit one move only; "
            "several moves with ; between them. Faces and cards of your own stand behind a "
            "move, in the order in which they fall: =3,5",
            width,
        ),
        "Moves:",
        *(
            line
            for word in dict.fromkeys(game.words.values())
            for line in _describe_word(word, width)
        ),
        *wrap(f"To look: {', '.join(game.looks)}", width, subsequent_indent="  "),
        "Beside them:",
        *(line for word in OWN_WORDS.values() for line in _describe_word(word, width)),
    ]


def explain_typed_word(match: Match, asked: str, width: int) -> list[str]:
    """One word: how it is typed, and what can be done with it now, or why nothing; else what thing
    has this name. Raises Unknown, or Ambiguous."""
    asked = SYNONYMS.get(asked, asked)
    if asked in OWN_WORDS:
        return _describe_word(OWN_WORDS[asked], width)
    if asked in match.game.looks:
        return render_game_view(match, asked, width)
    words = match.game.words
    fitting = [asked] if asked in words else [each for each in words if each.startswith(asked)]
    if len(fitting) != 1:
        return look_up_thing(match, asked, width)
    return _describe_word_and_use(match, fitting[0], width)


def render_game_view(match: Match, word: str, width: int) -> list[str]:
    """What a word of the game shows that only looks, as `map`."""
    return wrap_long_lines(
        match.game.looks[word](match.get_visible_state(), match.names, width), width
    )


def look_up_thing(match: Match, asked: str, width: int) -> list[str]:
    """What a thing is and does. Raises Unknown, or Ambiguous."""
    things = match.game.list_things(match.get_visible_state(), match.names)
    wanted = "-".join(asked.split())
    fitting = (
        [wanted]
        if wanted in things
        else [each for each in things if wanted and each.startswith(wanted)]
    )
    words = match.game.words
    if not fitting and wanted in words:
        return _describe_word_and_use(match, wanted, width)
    if not fitting:
        near = suggest_similar_words(wanted, [*things, *words])
        raise Unknown(f"There is nothing here called «{asked}».", near or "Try: table")
    if len({things[each] for each in fitting}) > 1:
        listed = join_words(fitting[:MOST_MOVES], "or")
        raise Ambiguous(f"«{asked}» could be {listed}.")
    return wrap_long_lines([address_player_as_you(things[fitting[0]], match.names)], width)


def _describe_word(word: Word, width: int) -> list[str]:
    told = f"{', '.join(word.forms)}: {word.text}"
    return wrap(told, width, initial_indent="  ", subsequent_indent="      ")


def _describe_word_and_use(match: Match, word: str, width: int) -> list[str]:
    """A word, and what can be done with it now, or why it cannot be used."""
    lines = _describe_word(match.game.words[word], width)
    legal = tuple(move for move in match.legal_moves if move[0] == word)
    if legal:
        now = f"Now, for {match.actor.name}:"
        return [*lines, now, *render_move_menu(match, legal, MOST_MOVES, width)]
    reason = match.find_refusal_reason((word,))
    why = f": {match.describe_refusal_reason(reason)}" if reason is not None else ""
    return [*lines, *wrap(f"Not now{why}.", width)]
