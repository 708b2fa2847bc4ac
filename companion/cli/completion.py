"""What a shell completes after Tab: commands, options, and the names of campaigns and tables.

The scripts and the environment variables are typer's. The candidates are found here: typer would
make them with rich, and would make every command's options dearer for a plain roll.
"""

import os
import re
import shlex
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias

import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

from companion.archive.folders import (
    CAMPAIGN_NAME,
    choose_folder,
    get_shipped_folder,
    is_campaign,
    list_campaigns,
)
from companion.archive.tables import Shelf, Tables
from companion.cli.app import COMPLETE_VARIABLE
from companion.cli.exit_status import DONE, REFUSED
from companion.randomtables.names import shorten_name

if TYPE_CHECKING:
    from typer.core import TyperCommand

    Command: TypeAlias = TyperGroup | TyperCommand

_CAMPAIGN_PARAMETERS = ("campaign", "sample")
_TABLE_PARAMETERS = ("what", "table")
_UNSAFE_IN_HELP = re.compile(r"[^\w .,;/-]+")
"""What zsh could evaluate in a description."""


class Candidate(NamedTuple):
    """What can stand in place of the word being typed, and a description of it."""

    value: str
    help: str = ""


class TypedLine(NamedTuple):
    """The words before the one being typed, and that one so far."""

    words: tuple[str, ...]
    incomplete: str


def complete(group: TyperGroup) -> NoReturn:
    """Answer the shell as it asks in the environment, and leave."""
    shell = os.environ[COMPLETE_VARIABLE].removeprefix("complete_")
    try:
        line = read_bash_line() if shell == "bash" else read_line()
        found = [each for each in find_candidates(group, line) if each.value]
    except (OSError, ValueError):  # a folder that cannot be read has no names
        found = []
    if shell == "fish" and os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        sys.exit(DONE if found else REFUSED)
    render = {"bash": render_bash, "zsh": render_zsh, "fish": render_fish}.get(shell)
    if render is None:
        sys.exit(REFUSED)
    if answer := render(found):
        typer.echo(answer)
    sys.exit(DONE)


def read_bash_line() -> TypedLine:
    """The line as bash has it: split at `=` too, which then is a word."""
    words = split_words(os.environ.get("COMP_WORDS", ""))
    at = int(os.environ.get("COMP_CWORD", "0"))
    before, incomplete = words[1:at], "".join(words[at : at + 1])
    return TypedLine(
        tuple(word for word in before if word != "="), "" if incomplete == "=" else incomplete
    )


def read_line() -> TypedLine:
    """The line as zsh and fish have it, up to the cursor."""
    typed = os.environ.get("_TYPER_COMPLETE_ARGS", "")
    words = split_words(typed)[1:]
    if words and not typed[-1:].isspace():
        return TypedLine(tuple(words[:-1]), words[-1])
    return TypedLine(tuple(words), "")


def split_words(typed: str) -> list[str]:
    """The words of a line, whose last may have a quotation mark that is still open."""
    lexer = shlex.shlex(typed, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(lexer)
    except ValueError:
        words.append(lexer.token)
    return words


def find_candidates(group: TyperGroup, line: TypedLine) -> list[Candidate]:
    """Everything that begins with what is typed."""
    command: Command = group
    options: dict[str, str] = {}
    asking: TyperOption | None = None
    position = 0
    for word in line.words:
        name, equals, value = word.partition("=")
        option = find_option(command, name)
        if asking is not None:
            options[asking.name or ""], asking = word, None
        elif option is not None and not option.is_flag:
            options[option.name or ""] = value
            asking = None if equals else option
        elif option is not None:
            continue
        elif isinstance(command, TyperGroup):
            found = command.commands.get(word)
            if found is None:
                return []
            command = found  # type: ignore[assignment]  # all are made by typer
        else:
            position += 1
    if asking is not None:
        return list(keep_started(list_values(asking.name, options, ""), line.incomplete))
    name, equals, value = line.incomplete.partition("=")
    if equals and (option := find_option(command, name)):
        values = keep_started(list_values(option.name, options, value), value)
        return [Candidate(f"{name}={each.value}") for each in values]
    if line.incomplete.startswith("-"):
        return list(keep_started(list_options(command), line.incomplete))
    if isinstance(command, TyperGroup):
        return list(keep_started(list_commands(command), line.incomplete))
    parameter = find_argument(command, position)
    return list(keep_started(list_values(parameter, options, line.incomplete), line.incomplete))


def find_option(command: "Command", name: str) -> TyperOption | None:
    """The option that is typed so."""
    for option in command.params:
        if isinstance(option, TyperOption) and name in option.opts:
            return option
    return None


def find_argument(command: "Command", position: int) -> str | None:
    """The name of the argument at this position, from 0; the last may be repeated."""
    arguments = [each for each in command.params if isinstance(each, TyperArgument)]
    for at, argument in enumerate(arguments):
        if at == position or argument.nargs == -1:
            return argument.name
    return None


def list_options(command: "Command") -> list[Candidate]:
    """The long options of a command."""
    found = [
        Candidate(name, option.help or "")
        for option in command.params
        if isinstance(option, TyperOption) and not option.hidden
        for name in option.opts
    ]
    return [*found, Candidate("--help", "Show this message and exit.")]


def list_commands(group: TyperGroup) -> list[Candidate]:
    """The commands of a group."""
    return [
        Candidate(name, command.get_short_help_str())
        for name, command in group.commands.items()
        if not command.hidden
    ]


def list_values(
    parameter: str | None, options: Mapping[str, str], incomplete: str
) -> list[Candidate]:
    """The names that a parameter can have, whatever they begin with; none where it takes others,
    so that the shell offers files."""
    if parameter in _CAMPAIGN_PARAMETERS:
        return [Candidate(name) for name in list_campaign_names(options)]
    if parameter in _TABLE_PARAMETERS:
        return [Candidate(name) for name in list_table_names(options, incomplete)]
    return []


def list_campaign_names(options: Mapping[str, str]) -> list[str]:
    """The campaigns there are, the Guide's own and the samples."""
    names = set(list_campaigns(get_shipped_folder("campaigns")))
    own = choose_folder("campaigns", _get_folder(options, "campaigns"))
    if own.is_dir():
        names.update(list_campaigns(own))
    return sorted(names)


def list_table_names(options: Mapping[str, str], incomplete: str) -> list[str]:
    """The tables there are, by their whole names; where a short one is begun, by those too that
    mean one table only."""
    shelves = []
    if (folder := _find_campaign(options)) is not None:
        shelves.append(Shelf(folder / "tables", folder, ""))
    for place in (
        choose_folder("tables", _get_folder(options, "tables")),
        get_shipped_folder("tables"),
    ):
        shelves.append(Shelf(place, place, ""))  # noqa: PERF401 (plainer so)
    names = Tables(*shelves).list_names()
    if not incomplete or "/" in incomplete:
        return list(names)
    begun = (name for name in names if name.rpartition("/")[2].startswith(incomplete))
    return sorted({*names, *(shorten_name(name, names) for name in begun)})


def _find_campaign(options: Mapping[str, str]) -> Path | None:
    """The folder of the campaign that `--campaign` names."""
    name = options.get("campaign", "")
    if not CAMPAIGN_NAME.fullmatch(name):
        return None
    own = choose_folder("campaigns", _get_folder(options, "campaigns"))
    places = (own / name, get_shipped_folder("campaigns") / name)
    return next((place for place in places if is_campaign(place)), None)


def _get_folder(options: Mapping[str, str], name: str) -> Path | None:
    """A folder chosen by an option, which the shell has not expanded yet."""
    typed = options.get(name)
    return Path(os.path.expandvars(typed)).expanduser() if typed else None


def keep_started(candidates: Iterable[Candidate], incomplete: str) -> Iterable[Candidate]:
    """Those that begin with what is typed."""
    return (each for each in candidates if each.value.startswith(incomplete))


def render_bash(found: list[Candidate]) -> str:
    """One a line."""
    return "\n".join(each.value for each in found)


def render_zsh(found: list[Candidate]) -> str:
    """A line for zsh to evaluate: the candidates, or files where there are none. Values hold
    nothing but letters, digits, `-`, `_`, `=` and `/`."""
    if not found:
        return "_files"
    described = (
        f'"{each.value}":"{_UNSAFE_IN_HELP.sub("", each.help)}"' if each.help else f'"{each.value}"'
        for each in found
    )
    return f"_arguments '*: :(({chr(10).join(described)}))'"


def render_fish(found: list[Candidate]) -> str:
    """One a line, with its description after a tab."""
    return "\n".join(
        f"{each.value}\t{' '.join(each.help.split())}" if each.help else each.value
        for each in found
    )
