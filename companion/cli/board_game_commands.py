"""The parlour at the shell: board games for an evening off."""

import os
import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.app import app
from companion.cli.output import (
    DONE,
    REFUSED,
    exit_on_refusal,
    exit_quietly_on_interrupt,
    print_lines,
    require_known_format,
)
from companion.cli.shared_options import SeedOption, TablesFolder

if TYPE_CHECKING:
    from companion.parlour.game import Game
    from companion.parlour.match_in_play import Match
    from companion.parlour.saved_games import Saves

parlour = typer.Typer(
    help="Board games for an evening off, by people and against bots.", no_args_is_help=True
)
app.add_typer(parlour, name="parlour")
SavesFolder = Annotated[Path | None, typer.Option("--saves", help="The folder of saved games.")]
GameName = Annotated[list[str], typer.Argument(metavar="GAME", help="The name of a game.")]
More = Annotated[str, typer.Argument(hidden=True, help="For a game whose name is two words.")]
DEFAULT_PLAYERS = "Player,bot:steady"


@parlour.command("list")
def list_board_games(saves: SavesFolder = None, tables: TablesFolder = None) -> None:
    """The games there are, and those saved."""
    with exit_on_refusal():
        from companion.parlour.game import find_game, list_game_names

        for name in list_game_names():
            game = find_game(name)
            least, most = game.players
            print_lines(f"{name}: {game.title}, {least} to {most} players")
        for name in _open_saves(saves, tables).list_names():
            print_lines(f"saved: {name}")


@parlour.command("play")
def begin_board_game(
    game: Annotated[str, typer.Argument(help="The name of a game.")],
    name: Annotated[str, typer.Argument(help="What it is saved as.")] = "",
    more: More = "",
    players: Annotated[
        str, typer.Option(help="Who plays: Ann,Bo,bot:steady, in the order of seats.")
    ] = DEFAULT_PLAYERS,
    seed: SeedOption = None,
    saves: SavesFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Begin a game, and play it at this terminal."""
    with exit_on_refusal(), exit_quietly_on_interrupt():
        from companion.parlour.game import find_game
        from companion.parlour.saved_games import require_new_save_name
        from companion.parlour.typed_line_answers import Table, require_person
        from companion.repl.board_game_prompt import play_board_game

        game, name = _separate_name_from_rest(game, name, more)
        found, place = find_game(game), _open_saves(saves, tables)
        name = name or place.find_free_name(found.name)
        require_new_save_name(place, name)
        match = _begin_match(found, players, seed, place)
        require_person(match)
        place.write(name, match)
        play_board_game(Table(match, name, place, get_terminal_size().columns))


@parlour.command("resume")
def resume_saved_game(
    name: Annotated[str, typer.Argument(help="The name of a saved game.")],
    saves: SavesFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Go on with a saved game."""
    with exit_on_refusal(), exit_quietly_on_interrupt():
        from companion.parlour.typed_line_answers import Table
        from companion.repl.board_game_prompt import play_board_game

        place = _open_saves(saves, tables)
        play_board_game(Table(place.read(name), name, place, get_terminal_size().columns))


@parlour.command("run")
def run_game_script(
    name: Annotated[str, typer.Argument(help="A saved game, or a game to begin.")],
    script: Annotated[
        str, typer.Argument(help="A file of typed lines, or - for standard input.")
    ] = "-",
    more: More = "",
    form: Annotated[str, typer.Option("--format", help="text or jsonl.")] = "text",
    players: Annotated[str, typer.Option(help="Who plays, in a game that begins.")] = "",
    seed: SeedOption = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Go on after a refusal.")
    ] = False,
    saves: SavesFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Play typed lines, one answer a line."""
    require_known_format(form, "text", "jsonl")
    with exit_on_refusal():
        from companion.cli.run_script_command import read_script_lines
        from companion.parlour.game import find_game
        from companion.parlour.typed_line_answers import Table
        from companion.parlour.wording.json_answers import encode_answer

        name, script = _separate_name_from_rest(name, script, more)
        place = _open_saves(saves, tables)
        if name in place.list_names():
            match = place.read(name)
        else:
            game = find_game(name)
            match = _begin_match(game, players or DEFAULT_PLAYERS, seed, place)
            name = place.find_free_name(game.name)
        table = Table(match, name, place)
        table.play_bots_and_draw()
        status = DONE
        for line in read_script_lines(script or "-"):
            answer = table.answer_line(line)
            if answer is None:
                continue
            typed = line.strip()
            if form == "jsonl":
                print(encode_answer(typed, table, answer), flush=True)
            else:
                print_lines(f"> {typed}", *answer.lines, *answer.moves, "")
            if answer.refusal:
                status = REFUSED
            if answer.is_quit or (answer.refusal and not keep_going):
                break
    sys.exit(status)


@parlour.command("rules")
def show_game_rules(game: GameName, tables: TablesFolder = None) -> None:
    """How a game is played, and whose rules they are."""
    with exit_on_refusal():
        from companion.parlour.game import find_game
        from companion.parlour.game_data_files import read_rules_page
        from companion.parlour.wording.line_fitting import wrap_page
        from companion.repl.terminal import SystemPager, is_interactive
        from companion.text_cleaning import clean_text

        found = find_game(_join_game_name(game))
        page = read_rules_page(_list_table_folders(tables), found.name)
        columns, rows = get_terminal_size()
        lines = wrap_page(page, columns)
        if len(lines) >= rows and is_interactive():
            SystemPager().show("".join(f"{clean_text(line)}\n" for line in lines))
        else:
            print_lines(*lines)


@parlour.command("show")
def show_saved_game(
    name: Annotated[str, typer.Argument(help="The name of a saved game.")],
    form: Annotated[str, typer.Option("--format", help="text, json or svg.")] = "text",
    saves: SavesFolder = None,
    tables: TablesFolder = None,
) -> None:
    """The table of a saved game, as it stands."""
    require_known_format(form, "text", "json", "svg")
    with exit_on_refusal():
        from companion.parlour.typed_line_answers import Table
        from companion.parlour.wording.json_answers import encode_game_table_as_json

        place = _open_saves(saves, tables)
        table = Table(place.read(name), name, place, get_terminal_size().columns)
        if form == "text":
            print_lines(*table.draw_table(), *table.list_moves())
        elif form == "json":
            print(encode_game_table_as_json(table))
        else:
            match = table.match
            seen = match.game.hide(match.state, 0)
            print(match.game.outline(seen, match.names), end="")


@parlour.command("simulate")
def simulate_board_games(
    game: GameName,
    number: Annotated[int, typer.Option("-n", min=1, max=1_000_000, help="How many games.")] = 1000,
    players: Annotated[str, typer.Option(help="The bots, in the order of seats.")] = (
        "bot:steady,bot:steady"
    ),
    form: Annotated[str, typer.Option("--format", help="text, json or csv.")] = "text",
    seed: SeedOption = None,
    tables: TablesFolder = None,
) -> None:
    """Let bots play many games, and tell how they went. Ctrl-C tells what there is so far."""
    require_known_format(form, "text", "json", "csv")
    with exit_on_refusal():
        from companion.cli.board_game_simulation import run_simulation

        run_simulation(
            _join_game_name(game),
            number,
            players.split(","),
            seed or os.urandom(4).hex(),
            form,
            _list_table_folders(tables),
        )


def _join_game_name(words: list[str]) -> str:
    """The name of a game of which several words were typed."""
    name, *others = words
    name, other = _separate_name_from_rest(name, " ".join(others))
    if other:
        raise typer.BadParameter(f"«{other}» is too much.")
    return name


def _separate_name_from_rest(name: str, other: str, more: str = "") -> tuple[str, str]:
    """The name of a game or a save, and what was typed behind it; `version 4` is one name. More
    words are wrong usage."""
    from companion.parlour.game import list_game_names

    if f"{name}-{other}".casefold() in list_game_names():
        return f"{name}-{other}", more
    if more:
        raise typer.BadParameter(f"«{more}» is too much.")
    return name, other


def _list_table_folders(tables: Path | None) -> tuple[Path, ...]:
    """The folders of tables: the Guide's own, then those shipped."""
    from companion.archive.data_folders import find_user_data_folder, get_shipped_folder

    return find_user_data_folder("tables", tables), get_shipped_folder("tables")


def _open_saves(saves: Path | None, tables: Path | None) -> "Saves":
    from companion.archive.data_folders import find_user_data_folder
    from companion.parlour.saved_games import Saves

    return Saves(find_user_data_folder("parlour", saves), _list_table_folders(tables))


def _begin_match(game: "Game", players: str, seed: str | None, place: "Saves") -> "Match":
    from companion.parlour.match_in_play import Match, parse_players

    seats = parse_players(game, players.split(","))
    return Match(game, game.load(place.tables), seats, seed or os.urandom(4).hex())
