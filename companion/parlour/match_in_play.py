"""A game as it is played: who sits where, the moves made so far, and the table as it stands."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.dice.face_sources import Faces, Streams
from companion.parlour.bots import BotDice, find_bot, get_bots_by_name
from companion.parlour.cards import TypedDraws, resolve_typed_card
from companion.parlour.game import (
    Event,
    Game,
    Move,
    NotNow,
    Reason,
    Result,
    State,
    begin_game,
    make_move,
)
from companion.parlour.typed_moves import (
    Hand,
    NoMove,
    TypedMove,
    describe_shared_refusal_reason,
    format_move,
    read_move,
    read_move_without_first_word,
    split_off_faces_and_cards,
)
from companion.refusal import Impossible, Malformed, Refusal

MAX_NAME = 40
BOT_PREFIX = "bot:"
DEAL: Move = ("deal",)
"""The word that is typed before the first move, with the cards of the set-up."""


class Player(NamedTuple):
    """Who sits at a seat; `bot` is the name of the bot that plays it, "" for a person."""

    name: str
    bot: str = ""


def parse_players(game: Game, typed: Sequence[str]) -> tuple[Player, ...]:
    """The players that were named: people by their names, bots as `bot:steady`. Raises Impossible
    for too few, too many, or two of one name; Unknown for no such bot."""
    least, most = game.players
    names = [each.strip() for each in typed]
    if not least <= len(names) <= most:
        raise Impossible(
            f"{game.title} is for {least} to {most} players, not {len(names)}.",
            "Name them: --players Ann,Bo,bot:steady",
        )
    players: list[Player] = []
    for name in names:
        bot = name.removeprefix(BOT_PREFIX) if name.startswith(BOT_PREFIX) else ""
        if bot:
            find_bot(game, bot)
            name = _make_bot_name(bot, [player.name for player in players])
        if not name or len(name) > MAX_NAME or not name.isprintable():
            raise Malformed(f"«{name}» is no name for a player.", "Use a short word.")
        if any(name.casefold() == player.name.casefold() for player in players):
            raise Impossible(f"Two players are called {name}.", "Give each a name of their own.")
        players.append(Player(name, bot))
    return tuple(players)


def _make_bot_name(bot: str, taken: list[str]) -> str:
    """`steady`, `steady-2`, …"""
    number = 1 + sum(name == bot or name.startswith(f"{bot}-") for name in taken)
    return bot if number == 1 else f"{bot}-{number}"


class Match:
    """One game, from its set-up to where it stands. Its moves are kept as they are typed, each with
    what was rolled and drawn by hand for it: everything else follows from them and the seed. The
    first line can be a `deal`: what was drawn for the set-up."""

    def __init__(self, game: Game, data: Any, players: tuple[Player, ...], seed: str) -> None:
        self.game = game
        self.data = data
        self.players = players
        self.seed = seed
        self._bots = get_bots_by_name(game)
        self._set_up_game()

    def _set_up_game(self, hand: Hand | None = None) -> None:
        """The set-up. Raises a Refusal for what cannot be drawn, and nothing is changed."""
        seeded = Streams(self.seed).stream(self.game.name)
        dice = self._make_dice_of_move(hand, seeded)
        step = begin_game(self.game, self.data, len(self.players), dice)
        if isinstance(dice, TypedDraws):
            dice.require_no_faces_left()
        self.lines: list[str] = [format_move(DEAL, hand)] if hand is not None else []
        self._step, self._dice = step, seeded

    def _make_dice_of_move(self, hand: Hand | None, seeded: Faces) -> Faces:
        """The dice and cards of a move: those typed with it before the seed's."""
        if hand is None:
            return seeded
        return TypedDraws(hand.faces, hand.cards, self.game.name_cards(self.data), seeded)

    def _resolve_typed_cards(self, hand: Hand | None) -> Hand | None:
        """What was typed, with the whole words of its cards. Raises Unknown, or Ambiguous."""
        if hand is None or not hand.cards:
            return hand
        decks = self.game.name_cards(self.data)
        return hand._replace(cards=tuple(resolve_typed_card(each, decks) for each in hand.cards))

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self._step.state

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that can be made now; none once the game is over."""
        return self._step.legal_moves

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    @property
    def actor(self) -> Player:
        """Who must move."""
        return self.players[self.game.actor(self.state)]

    def make_typed_move(self, line: str) -> list[Event]:
        """Make the move that a line means. Raises a Refusal, and nothing is changed."""
        words, hand = split_off_faces_and_cards(line)
        if tuple(words.casefold().split()) == DEAL:
            return self._deal_by_hand(hand)
        move, hand = self._parse_move(line)
        return self._make_move(move, self._resolve_typed_cards(hand))

    def _parse_move(self, line: str) -> TypedMove:
        """The move that a line means. What is none is told with the reason in the rules."""
        try:
            return read_move(line, self.legal_moves, self.game.steps)
        except NoMove as refusal:
            found = (
                None
                if self._begins_with_game_word(line)
                else read_move_without_first_word(line, self.legal_moves)
            )
            if found is not None:
                return found
            reason = self.find_refusal_reason(
                tuple(split_off_faces_and_cards(line)[0].casefold().split())
            )
            if reason is None:
                raise
            message = (
                f"{refusal.message.removesuffix('.')}: {self.describe_refusal_reason(reason)}."
            )
            raise NoMove(message, refusal.hint, reason) from None

    def _begins_with_game_word(self, line: str) -> bool:
        return line.casefold().split()[:1] in [[word] for word in self.game.words]

    def find_refusal_reason(self, words: Move) -> Reason | None:
        """Why these words are no move now, by what whoever must move may know."""
        if self.result is not None or not words:
            return None
        begun = [word for word in self.game.words if word.startswith(words[0])]
        word = words[0] if words[0] in self.game.words or len(begun) != 1 else begun[0]
        known = self.game.words.get(word)
        if known and known.phases and self.game.get_phase(self.state) not in known.phases:
            return NotNow(known.when)
        return self.game.find_refusal_reason(self.get_visible_state(), (word, *words[1:]))

    def describe_refusal_reason(self, reason: Reason) -> str:
        shared = describe_shared_refusal_reason(reason)
        return shared or self.game.describe_refusal_reason(self.get_visible_state(), reason)

    def get_visible_state(self) -> State:
        """The table as whoever must move may see it."""
        seat = self.game.actor(self.state) if self.result is None else 0
        return self.game.hide(self.state, seat)

    def _deal_by_hand(self, hand: Hand | None) -> list[Event]:
        """Set the game up again with what was drawn by hand."""
        if any(not player.bot for player in list(self._list_movers())[self._is_dealt_by_hand :]):
            raise Impossible("Cards are dealt before the first move.", "Try: undo")
        if hand is None:
            raise Malformed("Which cards are dealt?", "Name them in their order: deal =…")
        self._set_up_game(self._resolve_typed_cards(hand))
        return list(self._step.events)

    @property
    def _is_dealt_by_hand(self) -> bool:
        """True if the first line says what was dealt by hand."""
        return bool(self.lines) and self.lines[0].startswith(f"{format_move(DEAL)} ")

    def _make_move(self, move: Move, hand: Hand | None = None) -> list[Event]:
        """Make a move and note it; after a Refusal the dice stand where they stood."""
        dice = self._make_dice_of_move(hand, self._dice)
        given = self._dice.given
        try:
            step = make_move(self.game, self.state, move, dice)
            if isinstance(dice, TypedDraws):
                dice.require_no_faces_left()
        except Refusal:
            self._dice.move_to(given)
            raise
        self._step = step
        self.lines.append(format_move(move, hand))
        return list(step.events)

    def play_bots(self) -> Iterator[tuple[Player, Move, list[Event]]]:
        """Let bots move until a person must, or the game is over."""
        while self.legal_moves and (player := self.actor).bot:
            move = self.choose_bot_move(player.bot)
            yield player, move, self._make_move(move)

    def choose_bot_move(self, bot: str) -> Move:
        """What a bot does at the seat that must move: it sees what that seat may see. Its dice are
        its own, so that it plays the same whenever this move comes again."""
        dice = BotDice(f"{self.seed}/{len(self.lines)}/bot")
        return self._bots[bot](self._hide_secrets_from_mover, self.legal_moves, dice)

    def _hide_secrets_from_mover(self) -> State:
        """The table as the seat that must move sees it."""
        return self.game.hide(self.state, self.game.actor(self.state))

    def undo(self, moves: int = 1) -> list[str]:
        """Take back the last moves; returns them, the last first. Raises Impossible for more moves
        than there are."""
        if not self.lines:
            raise Impossible("No move has been made yet.", explain_nothing_to_undo(self))
        if not 1 <= moves <= len(self.lines):
            raise Impossible(
                f"There are {len(self.lines)} moves to take back, not {moves}.", "Try: undo"
            )
        kept, undone = self.lines[:-moves], self.lines[-moves:]
        self._set_up_game()
        for line in kept:
            self.make_typed_move(line)
        return undone[::-1]

    def undo_moves_of_people(self, moves: int = 1) -> list[tuple[Player, str]]:
        """Take back the last moves that people made, and what came after them, so that it is a
        person's turn again. Returns who made each and what it was, the last first. Raises
        Impossible for more moves than people have made."""
        movers = list(self._list_movers())
        by_people = [at for at, player in enumerate(movers) if not player.bot]
        if not by_people:
            raise Impossible("No move has been made yet.", explain_nothing_to_undo(self))
        if not 1 <= moves <= len(by_people):
            raise Impossible(f"Moves that people made: {len(by_people)}, not {moves}.", "Try: undo")
        first = by_people[-moves]
        undone = self.undo(len(movers) - first)
        return list(zip(reversed(movers[first:]), undone, strict=True))

    def _list_movers(self) -> Iterator[Player]:
        """Who made each move, in order."""
        again = Match(self.game, self.data, self.players, self.seed)
        for number, line in enumerate(self.lines):
            is_deal = number == 0 and self._is_dealt_by_hand
            yield next(each for each in self.players if not each.bot) if is_deal else again.actor
            again.make_typed_move(line)


def explain_nothing_to_undo(match: Match) -> str:
    """What can be typed at the beginning."""
    return f"It is for {match.actor.name} to begin."
