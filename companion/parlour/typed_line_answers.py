"""One game being played at a terminal or by a script: answers each typed line, and saves each
move."""

from collections import Counter
from textwrap import wrap
from typing import NamedTuple

from companion.parlour.game import Event, State
from companion.parlour.match_in_play import DEAL, Match, Player
from companion.parlour.saved_games import Saves
from companion.parlour.typed_moves import NoMove, split_line_into_moves, split_off_first_step
from companion.parlour.wording.line_fitting import wrap_long_lines
from companion.parlour.wording.move_menu import (
    MOST_MOVES,
    render_move_menu,
    render_moves_beginning_with,
)
from companion.parlour.wording.second_person import address_player_as_you
from companion.parlour.wording.things_to_look_up import (
    OWN_WORDS,
    SYNONYMS,
    explain_typed_word,
    look_up_thing,
    render_game_view,
    render_words_of_game,
)
from companion.refusal import Impossible, Malformed, Refusal, join_words
from companion.text_cleaning import clean_text


class Answer(NamedTuple):
    """What is said to a line: its lines, what can be done next (for the eyes of whoever must move),
    the events of moves, and the refusal if there was one."""

    lines: list[str]
    moves: list[str] = []  # noqa: RUF012 (nobody changes it)
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    is_quit: bool = False


class Table:
    """A match, the name it is saved under, and how wide the paper is."""

    def __init__(self, match: Match, name: str, saves: Saves, width: int = 80) -> None:
        self.match = match
        self.name = name
        self.saves = saves
        self.width = width

    @property
    def prompt(self) -> str:
        """What stands before the line of whoever must move."""
        return f"{self.match.actor.name}> " if self.match.result is None else "> "

    def play_bots_and_draw(self) -> list[str]:
        """The table as somebody sits down; bots move first where it is their turn."""
        return [*self._describe_bot_moves([]), *self.draw_table()]

    def draw_table(self) -> list[str]:
        """The table, in characters."""
        head, *lines = self.match.game.draw_table(
            self.get_visible_state(), self.match.names, self.width
        )
        return wrap_long_lines([self._address_player(head), *lines], self.width)

    def get_visible_state(self) -> State:
        """The table as whoever must move may see it."""
        return self.match.get_visible_state()

    def _address_player(self, text: str) -> str:
        """A sentence of the game, as it is said to a player called You."""
        return address_player_as_you(text, self.match.names)

    def list_moves(self, most: int | None = MOST_MOVES) -> list[str]:
        """What is asked, and what can be done now with what it means; None for each single move."""
        match = self.match
        if match.result is not None:
            return [*self._describe_result(), "The game is over. Type quit, or undo."]
        return [
            *self._ask_next_mover(),
            *render_move_menu(match, match.legal_moves, most, self.width),
        ]

    def _ask_next_mover(self) -> list[str]:
        """The question to whoever must move."""
        match = self.match
        asked = self._address_player(
            match.game.describe_choice(self.get_visible_state(), match.names)
        )
        return wrap(f"{match.actor.name}: {asked}", self.width)

    def _describe_result(self) -> list[str]:
        """Who won and why, and what everybody's score is made of."""
        match, result = self.match, self.match.result
        if result is None:
            return []
        lines = [
            self._address_player(
                match.game.describe_result(self.get_visible_state(), result, match.names)
            )
        ]
        for seat, scores in enumerate(result.scores):
            told = [f"{what} {number}" for what, number in scores.items()]
            if result.parts:
                parts = [f"{what} {n}" for what, n in result.parts[seat].items() if n]
                told = [" = ".join(filter(None, (told[0], " + ".join(parts))))]
            lines.append(f"  {match.names[seat]}: {', '.join(told)}")
        return wrap_long_lines(lines, self.width)

    def answer_line(self, line: str) -> Answer | None:
        """Answer a line; None for an empty one or a comment. What is refused changes nothing; of
        several moves in one line those before it stand."""
        typed = clean_text(line).strip()
        waiting = split_line_into_moves(typed)
        if not waiting or typed.startswith("#"):
            return None
        match, answers = self.match, list[Answer]()
        mover = match.actor if match.result is None else None
        day = match.game.count_rounds(match.state)
        while waiting:
            try:
                waiting[:1] = self._rephrase_as_moves(waiting[0])
                first, rest = split_off_first_step(waiting[0], match.legal_moves, match.game.steps)
                if answers and match.result is None and match.actor != mover:
                    raise Impossible(self._address_player(f"It is {match.actor.name}'s turn."))
                is_next_turn = match.game.count_rounds(match.state) > day > 0
                if is_next_turn and match.result is None and self._may_be_move(first):
                    raise Impossible("Your turn was over before that.")
                answers.append(self._answer_part_of_line(first))
            except Refusal as refusal:
                is_part = bool(answers) or len(waiting) > 1
                answers.append(
                    self._answer_refused_line(refusal, "; ".join(waiting) if is_part else "")
                )
                break
            if rest and self._is_amount_settled(rest):
                answers.append(Answer(wrap(f"«{rest}» is owed no more.", self.width)))
                rest = ""
            waiting[:1] = [rest] if rest else []
            if answers[-1].is_quit:
                break
        return _join_answers_of_moves(answers)

    def _is_amount_settled(self, rest: str) -> bool:
        """True for the rest of an amount of which nothing is owed: it was settled by itself."""
        begun = rest.partition(" ")[0].casefold()
        words = [each for each in self.match.game.amounts if each.startswith(begun)]
        return bool(words) and not any(self._can_begin_move(each) for each in words)

    def _answer_refused_line(self, refusal: Refusal, left: str) -> Answer:
        """What is said to a refused line, with what was left of it after moves that stand."""
        said = f"{refusal.message} {refusal.hint}".rstrip()
        asks = isinstance(refusal, NoMove) and self.match.result is None
        if not left:
            return Answer(
                wrap(said, self.width), self._ask_next_mover() if asks else [], refusal=refusal
            )
        if not said.startswith(f"«{left}»"):
            said = f"Not done: «{left}». {said}"
        lines = wrap(said, self.width)
        return Answer(lines, self.list_moves(), refusal=refusal)

    def _rephrase_as_moves(self, line: str) -> list[str]:
        """A line in the words of moves; what was typed behind its `=` stays with the last part."""
        words, sign, hand = line.partition("=")
        if self.match.result is not None:
            return [line]
        typed = tuple(words.casefold().split())
        parts = self.match.game.rephrase(self.get_visible_state(), typed)
        if parts == (typed,):
            return [line]
        lines = [" ".join(part) for part in parts]
        return [*lines[:-1], f"{lines[-1]} {sign}{hand}".rstrip()]

    def _answer_part_of_line(self, typed: str) -> Answer:
        """Answer one part of a line: a move, a word of the table, or what is looked up."""
        if len(typed) > 1 and typed.endswith("?"):
            return Answer(explain_typed_word(self.match, typed.rstrip("? ").casefold(), self.width))
        typed = SYNONYMS.get(typed.casefold(), typed)
        word, _, rest = typed.casefold().partition(" ")
        match = self.match
        if word == "quit" or (typed.casefold() == "leave" and not self._can_begin_move("leave")):
            return Answer([f"Saved: companion parlour resume {self.name}"], is_quit=True)
        if word == "undo":
            return self._undo_moves(rest)
        if word == "help":
            return (
                Answer(explain_typed_word(match, rest, self.width))
                if rest
                else Answer(render_words_of_game(match, self.width))
            )
        if word == "look":
            return Answer(look_up_thing(match, rest, self.width))
        if word == "table":
            return Answer(self.draw_table())
        if word == "moves":
            single = render_moves_beginning_with(match, rest, self.width) if rest else None
            return Answer(single or self.list_moves(most=None))
        if word in match.game.looks:
            return Answer(render_game_view(match, word, self.width))
        return self._play_move(typed)

    def _may_be_move(self, typed: str) -> bool:
        """True for what may be a move; False for looking, and for the table's own words."""
        word = typed.casefold().partition(" ")[0]
        own = (*OWN_WORDS, *SYNONYMS, *self.match.game.looks)
        return word not in own and not typed.endswith("?")

    def _can_begin_move(self, word: str) -> bool:
        """True if a move that can be made now begins with the word."""
        return any(move[0] == word for move in self.match.legal_moves)

    def _play_move(self, typed: str) -> Answer:
        is_deal = typed.casefold().startswith(DEAL)
        events = self.match.make_typed_move(typed)
        lines = self._describe_events(events)
        lines = self._describe_bot_moves(lines, events)
        if is_deal:
            lines = [*lines, *self.draw_table()]
        self.saves.write(self.name, self.match)
        return Answer(lines, self.list_moves(), tuple(events))

    def _describe_events(self, events: list[Event]) -> list[str]:
        """What happened, in sentences."""
        game, seen, names = self.match.game, self.get_visible_state(), self.match.names
        told = (self._address_player(game.describe_event(seen, each, names)) for each in events)
        return [part for line in told for part in wrap(line, self.width)]

    def _describe_bot_moves(self, lines: list[str], events: list[Event] | None = None) -> list[str]:
        """What bots did, in sentences; of a way of many steps only the last."""
        last: Event | None = None
        goes_on = self.match.game.goes_on
        for _, _, happened in self.match.play_bots():
            told = self._describe_events(happened)
            if last is not None and happened and goes_on(last, happened[0]):
                lines = lines[:-1]
            lines = [*lines, *told]
            last = happened[0] if len(happened) == len(told) == 1 else None
            if events is not None:
                events += happened
        return lines

    def _undo_moves(self, rest: str) -> Answer:
        if rest and not (rest.isdecimal() and len(rest) < 6):
            raise Malformed(f"«{rest}» is no number of moves.", "Try: undo, or undo 3")
        undone = self.match.undo_moves_of_people(int(rest or 1))
        lines = self._describe_bot_moves(
            wrap_long_lines([f"Taken back: {self._describe_undone_moves(undone)}."], self.width)
        )
        self.saves.write(self.name, self.match)
        return Answer([*lines, *self.draw_table()], self.list_moves())

    def _describe_undone_moves(self, undone: list[tuple[Player, str]]) -> str:
        """The moves of whoever must move now; those of others, which may be secret, by number."""
        own = self.match.actor
        others = Counter(player.name for player, _ in undone if player != own)
        return join_words(
            [
                *(f"«{line}»" for player, line in undone if player == own),
                *(self._address_player(f"{n} of {name}'s moves") for name, n in others.items()),
            ]
        )


def _join_answers_of_moves(answers: list[Answer]) -> Answer:
    return Answer(
        lines=[line for each in answers for line in each.lines],
        moves=next((each.moves for each in reversed(answers) if each.moves), []),
        events=tuple(event for each in answers for event in each.events),
        refusal=answers[-1].refusal,
        is_quit=answers[-1].is_quit,
    )


def require_person(match: Match) -> None:
    """Raises Impossible where only bots play: there is nobody to type."""
    if all(player.bot for player in match.players):
        raise Impossible(
            "Only bots sit at this table.", "Try: companion parlour simulate, or name a person."
        )
