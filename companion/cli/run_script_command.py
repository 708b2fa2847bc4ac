"""`companion run`: typed lines from a file or standard input, one answer a line.

A plain call is read here, and one about dice alone is found. Any other, as one for help or with a
slip in it, is read and answered by typer, whose import takes a quarter of a short run.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from companion.cli.output import (
    DONE,
    exit_on_refusal,
    exit_with_wrong_usage,
    handle_output_errors,
    parse_seat,
    require_known_format,
)

_WORD = "run"
_DICE_WORDS = ("roll", "odds")
_OPTIONS = ("--format", "--seed", "--as", "--campaigns", "--tables")
_FLAGS = ("--keep-going", "--dry-run", "--loose")


class ScriptCall(NamedTuple):
    """A call of `run`: what typer reads too, by the same names."""

    campaign: str
    script: str = "-"
    form: str = "text"
    seed: str | None = None
    keep_going: bool = False
    dry_run: bool = False
    seat: str = "guide"
    loose: bool = False
    campaigns: Path | None = None
    tables: Path | None = None


def parse_plain_run_call(arguments: Sequence[str]) -> ScriptCall | None:
    """A call of `run` whose options are all known and whole; None for any other call."""
    if arguments[:1] != [_WORD] or "_COMPANION_COMPLETE" in os.environ:
        return None
    left, places = [*arguments[:0:-1]], list[str]()
    flags, options = set[str](), dict[str, str]()
    while left:
        argument = left.pop()
        option, sign, value = argument.partition("=")
        if argument in _FLAGS:
            flags.add(argument)
        elif option in _OPTIONS and (sign or left):
            options[option] = value if sign else left.pop()
        elif not argument or argument[0] == "-" != argument:
            return None
        else:
            places.append(argument)
    if not 1 <= len(places) <= 2:
        return None
    folders = (options.get(each) for each in ("--campaigns", "--tables"))
    return ScriptCall(
        places[0],
        places[1] if places[1:] else "-",
        options.get("--format", "text"),
        options.get("--seed"),
        "--keep-going" in flags,
        "--dry-run" in flags,
        options.get("--as", "guide"),
        "--loose" in flags,
        *(None if each is None else Path(each) for each in folders),
    )


def is_plain_dice_call(arguments: Sequence[str]) -> bool:
    """True for a call of `roll` or `odds` with dice or tables alone, of which none may be an
    option."""
    what = arguments[1:]
    named = bool(what) and all(each[:1] not in ("", "-", " ") for each in what)
    return named and arguments[0] in _DICE_WORDS and "_COMPANION_COMPLETE" not in os.environ


def answer_run_without_typer(call: ScriptCall) -> NoReturn:
    """Answer a `companion run` with plain options as typer would, without its slow import."""
    _import_msgspec()
    with handle_output_errors():
        run_script_call(call)


def _import_msgspec() -> None:
    """Import msgspec without typing_extensions, from which it would take what `typing` has too.
    Measured: that import takes a tenth of a short run."""
    name = "typing_extensions"
    if name not in sys.modules:
        sys.modules[name] = None  # type: ignore[assignment]  # which makes an import of it fail
        try:
            import msgspec  # noqa: F401
        finally:
            del sys.modules[name]


def run_script_call(call: ScriptCall) -> NoReturn:
    """Play the lines of a script and exit with the status of the last that was refused."""
    from companion.archive.campaign_folders import CampaignFolders
    from companion.desk import Desk
    from companion.script_runner import run_script

    require_known_format(call.form, "text", "jsonl")
    campaign_folders, seat = CampaignFolders(call.campaigns, call.tables), parse_seat(call.seat)
    lines = read_script_lines(call.script)
    with exit_on_refusal(guide=seat == "guide"):
        archive = campaign_folders.open_campaign(
            call.campaign, seed=call.seed, dry_run=call.dry_run
        )
    desk = Desk(archive, campaign_folders, seat=seat, whole_words=not call.loose)
    status, as_json = DONE, call.form == "jsonl"
    for answer in run_script(desk, lines, as_json=as_json, keep_going=call.keep_going):
        status = answer.status or status
        sys.stdout.write(answer.text)
        sys.stdout.flush()
    sys.exit(status)


def read_script_lines(script: str) -> list[str]:
    """The lines of a script. A broken byte is replaced; it is refused as a word nobody knows."""
    try:
        data = sys.stdin.buffer.read() if script == "-" else Path(script).read_bytes()
    except OSError as error:
        exit_with_wrong_usage(f"{script} cannot be read: {error.strerror}.")
    return data.decode("utf-8-sig", errors="replace").splitlines()
