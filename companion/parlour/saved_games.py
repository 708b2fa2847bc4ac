"""Saved games: `parlour/<name>.toml` with the set-up, the seed and the moves, and nothing else. The
table is played again from them, so a save cannot say what never happened."""

import re
from pathlib import Path
from typing import Annotated, Literal

import tomlkit
from msgspec import Meta, Struct, ValidationError

from companion.archive.disk.atomic_writes import make_write_error, replace_file
from companion.archive.toml.file_shapes import make_price_or_creature_layout
from companion.archive.toml.statements import make_value_problem
from companion.archive.toml.struct_misfits import find_struct_misfits
from companion.archive.toml_loading import load_toml_file
from companion.campaign.plain_data_encoding import decode_value
from companion.parlour.game import Game, find_game
from companion.parlour.game_data_files import compute_data_fingerprint
from companion.parlour.match_in_play import MAX_NAME, Match, Player, parse_players
from companion.refusal import Broken, Impossible, Malformed, Refusal, Unknown, suggest_similar_words

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


class SavedPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
    bot: str = ""


class SavedGame(Struct, frozen=True, forbid_unknown_fields=True):
    """One file. `data` is the fingerprint of the data that it was begun with."""

    game: str
    seed: str
    data: str
    players: tuple[SavedPlayer, ...]
    moves: tuple[str, ...] = ()
    schema: Literal[1] = 1


class Saves:
    """The folder of saved games."""

    def __init__(self, folder: Path, tables: tuple[Path, ...]) -> None:
        self.folder = folder
        self.tables = tables

    def list_names(self) -> list[str]:
        found = self.folder.glob("*.toml") if self.folder.is_dir() else ()
        return sorted(path.stem for path in found if _NAME.fullmatch(path.stem))

    def find_path(self, name: str) -> Path:
        """The file of a saved game. Raises Malformed for what is no name."""
        if not _NAME.fullmatch(name):
            raise Malformed(
                f"«{name}» is no name for a saved game.",
                "Use small letters, digits and hyphens: friday",
            )
        return self.folder / f"{name}.toml"

    def find_free_name(self, game: str) -> str:
        """The first of `errantry`, `errantry-2`, … that no saved game has."""
        taken, number = self.list_names(), 1
        while (name := game if number == 1 else f"{game}-{number}") in taken:
            number += 1
        return name

    def _compute_data_fingerprint(self, game: Game) -> str:
        return compute_data_fingerprint(self.tables, (game.name, *game.shared))

    def write(self, name: str, match: Match) -> None:
        """Put a game on the disk, so that a crash leaves the old or the new one."""
        document = tomlkit.document()
        document["schema"] = 1
        document["game"] = match.game.name
        document["seed"] = match.seed
        document["data"] = self._compute_data_fingerprint(match.game)
        moves = tomlkit.array()
        moves.extend(match.lines)
        document["moves"] = moves.multiline(True)
        players = tomlkit.aot()
        for player in match.players:
            table = tomlkit.table()
            table.update({"name": player.name, **({"bot": player.bot} if player.bot else {})})
            players.append(table)
        document["players"] = players
        path = self.find_path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, tomlkit.dumps(document).encode())
        except OSError as error:
            raise make_write_error(error) from error

    def read(self, name: str) -> Match:
        """The game, played again to where it stands. Raises Unknown if there is none of that name,
        Broken with the line for what cannot be played."""
        path = self.find_path(name)
        if not path.is_file():
            near = suggest_similar_words(name, self.list_names())
            raise Unknown(
                f"There is no saved game «{name}».", near or "Type companion parlour list."
            )
        file = f"parlour/{path.name}"
        text, data = load_toml_file(path, file, lambda: make_price_or_creature_layout(SavedGame))
        try:
            saved = decode_value(data, SavedGame)
        except (ValidationError, OverflowError):
            wrong = find_struct_misfits(data, SavedGame)
            raise Broken(
                [make_value_problem(file, text, e.path, e.message) for e in wrong]
            ) from None
        return self._replay_saved_moves(saved, file, text)

    def _replay_saved_moves(self, saved: SavedGame, file: str, text: str) -> Match:
        try:
            game = find_game(saved.game)
            typed = [f"bot:{p.bot}" if p.bot else p.name for p in saved.players]
            parse_players(game, typed)
        except Refusal as refusal:
            raise Broken([make_value_problem(file, text, ("players",), str(refusal))]) from None
        players = tuple(Player(each.name, each.bot) for each in saved.players)
        match = Match(game, game.load(self.tables), players, saved.seed)
        is_changed = saved.data != self._compute_data_fingerprint(game)
        for number, line in enumerate(saved.moves):
            try:
                match.make_typed_move(line)
            except Refusal as refusal:
                why = " The data files have changed since it was begun." if is_changed else ""
                message = f"move {number + 1} cannot be made: {refusal.message}{why}"
                raise Broken([make_value_problem(file, text, ("moves", number), message)]) from None
        return match


def require_new_save_name(saves: Saves, name: str) -> None:
    """Raises Impossible if a saved game has this name."""
    if saves.find_path(name).exists():
        raise Impossible(
            f"There is a saved game «{name}».", f"Try: companion parlour resume {name}"
        )
