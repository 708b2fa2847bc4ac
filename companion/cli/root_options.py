"""What the options before any command do: the version, and completion in the shell."""

from typing import NoReturn

import typer
from typer._completion_shared import get_completion_script, install

from companion.cli.app import COMPLETE_VARIABLE, INSTALL_OPTION, SHOW_OPTION
from companion.cli.exit_status import DONE, exit_with_refusal, exit_with_wrong_usage
from companion.refusal import Impossible

PROGRAM = "companion"
SHELLS = ("bash", "zsh", "fish")


def detect_shell_name(option: str) -> str:
    """The shell that called."""
    from shellingham import ShellDetectionFailure, detect_shell  # type: ignore[import-untyped]  # typer's own

    try:
        return str(detect_shell()[0])
    except (ShellDetectionFailure, OSError):
        exit_with_wrong_usage(f"Which shell? Try: companion {option} bash")


def print_version() -> NoReturn:
    """Print the version that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("errant-companion")
    except PackageNotFoundError:  # a bare checkout
        import companion

        found = companion.__version__
    typer.echo(f"companion {found}")
    raise typer.Exit(DONE)


def print_completion(shell: str) -> NoReturn:
    """Print the script that lets a shell complete."""
    _require_shell(shell, SHOW_OPTION)
    typer.echo(
        get_completion_script(prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE, shell=shell)
    )
    raise typer.Exit(DONE)


def install_completion(shell: str) -> NoReturn:
    """Write that script where the shell finds it."""
    _require_shell(shell, INSTALL_OPTION)
    try:
        _, path = install(shell=shell, prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE)
    except UnicodeError:  # nothing is written yet
        exit_with_refusal(
            Impossible(
                f"Your ~/.{shell}rc is not UTF-8 and was left as it is.",
                f"Add to it what this prints: companion {SHOW_OPTION} {shell}",
            )
        )
    typer.echo(f"Completion for {shell} is in {path}. Start the shell again to have it.")
    raise typer.Exit(DONE)


def _require_shell(shell: str, option: str) -> None:
    if shell not in SHELLS:
        exit_with_wrong_usage(f"{option} knows {', '.join(SHELLS)}, not «{shell}».")
