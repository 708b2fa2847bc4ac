"""The table that a game is played at: each typed line is answered, and each move is saved."""

from collections import Counter
from textwrap import wrap
from typing import NamedTuple

import msgspec

from companion.parlour.game import Event, Move, State, Word
from companion.parlour.match import DEAL, Match, Player
from companion.parlour.moves import (
    NoMove,
    format_move,
    group_beginnings,
    group_last_words,
    group_numbers,
    split_line,
    split_path,
)
from companion.parlour.saves import Saves
from companion.refusal import (
    Ambiguous,
    Impossible,
    Malformed,
    Refusal,
    Unknown,
    join_words,
    suggest_similar,
)
from companion.text import clean_text

MOST_MOVES = 12
"""Moves that are listed when it is somebody's turn."""
MOST_SINGLE = 40
"""Moves that `moves` lists one by one."""
_OWN_WORDS = {
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
_SYNONYMS = {"?": "help", "exit": "quit"}


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

    def begin(self) -> list[str]:
        """The table as somebody sits down; bots move first where it is their turn."""
        return [*self._tell_bots([]), *self.draw()]

    def draw(self) -> list[str]:
        """The table, in characters."""
        return self._fit(self.match.game.draw(self.see(), self.match.names, self.width))

    def _fit(self, lines: list[str]) -> list[str]:
        """The lines, long ones in several: broken between words, the rest further in."""
        return [part for line in lines for part in self._fit_line(line)]

    def _fit_line(self, line: str) -> list[str]:
        if len(line) <= self.width:
            return [line]
        text = line.lstrip()
        indent = " " * (len(line) - len(text))
        return wrap(text, self.width, initial_indent=indent, subsequent_indent=f"{indent}    ")

    def see(self) -> State:
        """The table as whoever must move may see it."""
        return self.match.see()

    def list_moves(self, most: int | None = MOST_MOVES) -> list[str]:
        """What is asked, and what can be done now with what it means; None for each single move."""
        match = self.match
        if match.result is not None:
            return [*self._tell_result(), "The game is over. Type quit, or undo."]
        return [*self._ask(), *self._list_ways(match.legal, most)]

    def _ask(self) -> list[str]:
        """The question to whoever must move."""
        match = self.match
        asked = f"{match.actor.name}: {match.game.describe_choice(self.see(), match.names)}"
        return wrap(asked, self.width)

    def _tell_result(self) -> list[str]:
        """Who won and why, and what everybody's score is made of."""
        match, result = self.match, self.match.result
        if result is None:
            return []
        lines = [match.game.describe_result(self.see(), result, match.names)]
        for seat, scores in enumerate(result.scores):
            told = [f"{what} {number}" for what, number in scores.items()]
            if result.parts:
                parts = [f"{what} {n}" for what, n in result.parts[seat].items() if n]
                told = [" = ".join(filter(None, (told[0], " + ".join(parts))))]
            lines.append(f"  {match.names[seat]}: {', '.join(told)}")
        return self._fit(lines)

    def _list_ways(self, legal: tuple[Move, ...], most: int | None) -> list[str]:
        """Each move; where they are too many, those that differ in a number together, or those that
        begin alike."""
        if most is None and len(legal) > MOST_SINGLE:
            ways = [self._tell_last_words(each) for each in group_last_words(legal)]
        else:
            runs = [(move,) for move in legal] if most is None else group_numbers(legal)
            ways = [self._tell_run(run) for run in runs]
        for words in (2, 1):
            if most is not None and len(ways) > most:
                ways = [self._tell_group(each, words) for each in group_beginnings(legal, words)]
        return [
            part
            for way, text in ways
            for part in wrap(
                f"{way}{f'  ({text})' if text else ''}",
                self.width,
                initial_indent="  ",
                subsequent_indent="    ",
            )
        ]

    def _tell_run(self, run: tuple[Move, ...]) -> tuple[str, str]:
        """Moves that differ in a number, as `bid 2 to 9`."""
        first, last = self.describe(run[0]), self.describe(run[-1])
        if len(run) == 1:
            return format_move(run[0]), first
        words = (a if a == b else f"{a} to {b}" for a, b in zip(run[0], run[-1], strict=True))
        return " ".join(words), first if first == last else f"{first} to {last}"

    def _tell_last_words(self, group: tuple[Move, ...]) -> tuple[str, str]:
        """Moves that differ in their last word, as `lay 6 1,0 e, ne or w`."""
        told = {self.describe(move) for move in group}
        ways = join_words([move[-1] for move in group], "or")
        return " ".join((*group[0][:-1], ways)), told.pop() if len(told) == 1 else ""

    def _tell_group(self, group: tuple[Move, ...], words: int) -> tuple[str, str]:
        """Moves that begin alike, as `lay 6 …`."""
        first, last = self.describe(group[0]), self.describe(group[-1])
        if len(group) == 1:
            return format_move(group[0]), first
        shared = f"{first}; " if first and first == last else ""
        ways = f"{shared}{len(group)} ways, as {format_move(group[0])}"
        return f"{' '.join(group[0][:words])} …", ways

    def describe(self, move: Move) -> str:
        """A few words about a legal move."""
        return self.match.game.describe_move(self.see(), move)

    def answer(self, line: str) -> Answer | None:
        """Answer a line; None for an empty one or a comment. What is refused changes nothing; of
        several moves in one line those before it stand."""
        typed = clean_text(line).strip()
        waiting = split_line(typed)
        if not waiting or typed.startswith("#"):
            return None
        match, answers = self.match, list[Answer]()
        mover = match.actor if match.result is None else None
        day = match.game.count_rounds(match.state)
        while waiting:
            try:
                waiting[:1] = self._rephrase(waiting[0])
                first, rest = split_path(waiting[0], match.legal, match.game.steps)
                if answers and match.result is None and match.actor != mover:
                    raise Impossible(f"It is {match.actor.name}'s turn.")
                is_next_turn = match.game.count_rounds(match.state) > day > 0
                if is_next_turn and match.result is None and self._is_move(first):
                    raise Impossible("Your turn was over before that.")
                answers.append(self._answer(first))
            except Refusal as refusal:
                is_part = bool(answers) or len(waiting) > 1
                answers.append(self._refuse(refusal, "; ".join(waiting) if is_part else ""))
                break
            if rest and self._is_settled(rest):
                answers.append(Answer(wrap(f"«{rest}» is owed no more.", self.width)))
                rest = ""
            waiting[:1] = [rest] if rest else []
            if answers[-1].is_quit:
                break
        return _join_answers(answers)

    def _is_settled(self, rest: str) -> bool:
        """True for the rest of an amount of which nothing is owed: it was settled by itself."""
        begun = rest.partition(" ")[0].casefold()
        words = [each for each in self.match.game.amounts if each.startswith(begun)]
        return bool(words) and not any(self._can_begin(each) for each in words)

    def _refuse(self, refusal: Refusal, left: str) -> Answer:
        """What is said to a refused line, with what was left of it after moves that stand."""
        said = f"{refusal.message} {refusal.hint}".rstrip()
        asks = isinstance(refusal, NoMove) and self.match.result is None
        if not left:
            return Answer(wrap(said, self.width), self._ask() if asks else [], refusal=refusal)
        if not said.startswith(f"«{left}»"):
            said = f"Not done: «{left}». {said}"
        lines = wrap(said, self.width)
        return Answer(lines, self.list_moves(), refusal=refusal)

    def _rephrase(self, line: str) -> list[str]:
        """A line in the words of moves; what was typed behind its `=` stays with the last part."""
        words, sign, hand = line.partition("=")
        if self.match.result is not None:
            return [line]
        typed = tuple(words.casefold().split())
        parts = self.match.game.rephrase(self.see(), typed)
        if parts == (typed,):
            return [line]
        lines = [" ".join(part) for part in parts]
        return [*lines[:-1], f"{lines[-1]} {sign}{hand}".rstrip()]

    def _answer(self, typed: str) -> Answer:
        if len(typed) > 1 and typed.endswith("?"):
            return self._help(typed.rstrip("? ").casefold())
        typed = _SYNONYMS.get(typed.casefold(), typed)
        word, _, rest = typed.casefold().partition(" ")
        match = self.match
        if word == "quit" or (typed.casefold() == "leave" and not self._can_begin("leave")):
            return Answer([f"Saved: companion parlour resume {self.name}"], is_quit=True)
        if word == "undo":
            return self._undo(rest)
        if word == "help":
            return self._help(rest) if rest else Answer(self._list_words())
        if word == "look":
            return self._look(rest)
        if word == "table":
            return Answer(self.draw())
        if word == "moves":
            return Answer(self._list_single(rest) if rest else self.list_moves(most=None))
        if word in match.game.looks:
            lines = match.game.looks[word](self.see(), match.names, self.width)
            return Answer(self._fit(lines))
        return self._play(typed)

    def _is_move(self, typed: str) -> bool:
        """True for what may be a move; False for looking, and for the table's own words."""
        word = typed.casefold().partition(" ")[0]
        own = (*_OWN_WORDS, *_SYNONYMS, *self.match.game.looks)
        return word not in own and not typed.endswith("?")

    def _can_begin(self, word: str) -> bool:
        """True if a move that can be made now begins with the word."""
        return any(move[0] == word for move in self.match.legal)

    def _play(self, typed: str) -> Answer:
        is_deal = typed.casefold().startswith(DEAL)
        events = self.match.play(typed)
        lines = self._tell(events)
        lines = self._tell_bots(lines, events)
        if is_deal:
            lines = [*lines, *self.draw()]
        self.saves.write(self.name, self.match)
        return Answer(lines, self.list_moves(), tuple(events))

    def _tell(self, events: list[Event]) -> list[str]:
        """What happened, in sentences."""
        game, seen, names = self.match.game, self.see(), self.match.names
        told = (game.describe_event(seen, each, names) for each in events)
        return [part for line in told for part in wrap(line, self.width)]

    def _tell_bots(self, lines: list[str], events: list[Event] | None = None) -> list[str]:
        """What bots did, in sentences; of a way of many steps only the last."""
        last: Event | None = None
        goes_on = self.match.game.goes_on
        for _, _, happened in self.match.play_bots():
            told = self._tell(happened)
            if last is not None and happened and goes_on(last, happened[0]):
                lines = lines[:-1]
            lines = [*lines, *told]
            last = happened[0] if len(happened) == len(told) == 1 else None
            if events is not None:
                events += happened
        return lines

    def _undo(self, rest: str) -> Answer:
        if rest and not (rest.isdecimal() and len(rest) < 6):
            raise Malformed(f"«{rest}» is no number of moves.", "Try: undo, or undo 3")
        undone = self.match.undo_person(int(rest or 1))
        lines = self._tell_bots(self._fit([f"Taken back: {self._tell_undone(undone)}."]))
        self.saves.write(self.name, self.match)
        return Answer([*lines, *self.draw()], self.list_moves())

    def _tell_undone(self, undone: list[tuple[Player, str]]) -> str:
        """The moves of whoever must move now; those of others, which may be secret, by number."""
        own = self.match.actor
        others = Counter(player.name for player, _ in undone if player != own)
        return join_words(
            [
                *(f"«{line}»" for player, line in undone if player == own),
                *(f"{n} of {name}'s" for name, n in others.items()),
            ]
        )

    def _list_words(self) -> list[str]:
        """What can be typed in this game: the words of its moves, of looking, and the table's."""
        game = self.match.game
        return [
            *wrap(
                f"{game.title}. Type a move, or beginnings of its words that fit one move only; "
                "several moves with ; between them. Faces and cards of your own stand behind a "
                "move, in the order in which they fall: =3,5",
                self.width,
            ),
            "Moves:",
            *(
                line
                for word in dict.fromkeys(game.words.values())
                for line in self._tell_word(word)
            ),
            *wrap(f"To look: {', '.join(game.looks)}", self.width, subsequent_indent="  "),
            "Beside them:",
            *(line for word in _OWN_WORDS.values() for line in self._tell_word(word)),
        ]

    def _tell_word(self, word: Word) -> list[str]:
        """A word as a line of the help."""
        told = f"{', '.join(word.forms)}: {word.text}"
        return wrap(told, self.width, initial_indent="  ", subsequent_indent="      ")

    def _help(self, asked: str) -> Answer:
        """One word: how it is typed, and what can be done with it now, or why nothing; else what
        thing has this name. Raises Unknown, or Ambiguous."""
        asked = _SYNONYMS.get(asked, asked)
        if asked in _OWN_WORDS:
            return Answer(self._tell_word(_OWN_WORDS[asked]))
        if asked in self.match.game.looks:
            return self._answer(asked)
        words = self.match.game.words
        fitting = [asked] if asked in words else [each for each in words if each.startswith(asked)]
        if len(fitting) != 1:
            return self._look(asked)
        return Answer([*self._tell_word(words[fitting[0]]), *self._tell_use(fitting[0])])

    def _tell_use(self, word: str) -> list[str]:
        """What can be done with a word now, or why it cannot be used."""
        match = self.match
        legal = tuple(move for move in match.legal if move[0] == word)
        if legal:
            return [f"Now, for {match.actor.name}:", *self._list_ways(legal, MOST_MOVES)]
        reason = match.find_reason((word,))
        why = f": {match.describe_reason(reason)}" if reason is not None else ""
        return wrap(f"Not now{why}.", self.width)

    def _look(self, asked: str) -> Answer:
        """What a thing is and does. Raises Unknown, or Ambiguous."""
        things = self.match.game.list_things(self.see(), self.match.names)
        wanted = "-".join(asked.split())
        fitting = (
            [wanted]
            if wanted in things
            else [each for each in things if wanted and each.startswith(wanted)]
        )
        words = self.match.game.words
        if not fitting and wanted in words:
            return Answer([*self._tell_word(words[wanted]), *self._tell_use(wanted)])
        if not fitting:
            near = suggest_similar(wanted, [*things, *words])
            raise Unknown(f"There is nothing here called «{asked}».", near or "Try: table")
        if len({things[each] for each in fitting}) > 1:
            listed = join_words(fitting[:MOST_MOVES], "or")
            raise Ambiguous(f"«{asked}» could be {listed}.")
        return Answer(self._fit([things[fitting[0]]]))

    def _list_single(self, asked: str) -> list[str]:
        """Each move that begins with these words. Raises NoMove if none does."""
        typed = tuple(asked.split())
        legal = tuple(
            move
            for move in self.match.legal
            if all(own.startswith(word) for own, word in zip(move, typed, strict=False))
            and len(move) >= len(typed)
        )
        if not legal:
            raise NoMove(f"No move begins with «{asked}» now.", "Try: moves")
        return self._list_ways(legal, None)


def _join_answers(answers: list[Answer]) -> Answer:
    """The answers to the parts of a line, as one."""
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


def encode_answer(line: str, table: Table, answer: Answer) -> str:
    """An answer as one line of JSON."""
    refusal, match = answer.refusal, table.match
    result = match.result
    return msgspec.json.encode(
        {
            "schema": 1,
            "line": line,
            "ok": refusal is None,
            "events": [msgspec.to_builtins(event) for event in answer.events],
            "text": answer.lines + answer.moves,
            "actor": None if result else match.actor.name,
            "legal": [format_move(move) for move in match.legal],
            "result": msgspec.to_builtins(result),
            "refusal": None
            if refusal is None
            else {
                "kind": refusal.kind,
                "message": refusal.message,
                "hint": refusal.hint,
                "reason": msgspec.to_builtins(getattr(refusal, "reason", None)),
            },
        }
    ).decode()


def encode_table(table: Table) -> str:
    """A saved game as one line of JSON: who plays, what was done, and what can be done."""
    match = table.match
    result = match.result
    return msgspec.json.encode(
        {
            "schema": 1,
            "game": match.game.name,
            "seed": match.seed,
            "players": [player._asdict() for player in match.players],
            "round": match.game.count_rounds(match.state),
            "moves": match.lines,
            "actor": None if result else match.actor.name,
            "legal": [format_move(move) for move in match.legal],
            "result": msgspec.to_builtins(result),
            "text": table.draw(),
        }
    ).decode()
