"""The options that stand before any command: --version, --install-completion, --show-completion."""

from typing import NoReturn

import typer
from typer._completion_shared import get_completion_script, install
from typer.core import TyperOption

from companion.cli.app import COMPLETE_VARIABLE
from companion.cli.exit_status import DONE, exit_with_refusal, exit_with_wrong_usage
from companion.refusal import Impossible

PROGRAM = "companion"
SHELLS = ("bash", "zsh", "fish")
_SHELL_OPTIONS = ("--install-completion", "--show-completion")


def make_options() -> list[TyperOption]:
    """The options. The shell's name may be left out: see `add_shell_name`."""
    shells = f"[{'|'.join(SHELLS)}]"
    return [
        TyperOption(
            param_decls=["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_show_version,
            help="Print the version.",
        ),
        TyperOption(
            param_decls=["--install-completion"],
            expose_value=False,
            is_eager=True,
            callback=_install_completion,
            metavar=shells,
            help="Let the shell complete commands, campaigns and tables.",
        ),
        TyperOption(
            param_decls=["--show-completion"],
            expose_value=False,
            is_eager=True,
            callback=_show_completion,
            metavar=shells,
            help="Print what the former would install.",
        ),
    ]


def add_shell_name(args: list[str]) -> list[str]:
    """The arguments, with the shell that called where an option wants one and has none."""
    if len(args) != 1 or args[0] not in _SHELL_OPTIONS:
        return args
    from shellingham import ShellDetectionFailure, detect_shell  # type: ignore[import-untyped]  # typer's own

    try:
        return [*args, detect_shell()[0]]
    except (ShellDetectionFailure, OSError):
        exit_with_wrong_usage(f"Which shell? Try: companion {args[0]} bash")


def _show_version(ctx: typer.Context, _: object, value: bool | None) -> None:
    if not value or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("errant-companion")
    except PackageNotFoundError:  # a bare checkout
        import companion

        found = companion.__version__
    typer.echo(f"companion {found}")
    raise typer.Exit(DONE)


def _show_completion(ctx: typer.Context, _: object, shell: str | None) -> None:
    if shell is None or ctx.resilient_parsing:
        return
    _require_shell(shell, "--show-completion")
    script = get_completion_script(prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE, shell=shell)
    typer.echo(script)
    raise typer.Exit(DONE)


def _install_completion(ctx: typer.Context, _: object, shell: str | None) -> None:
    if shell is None or ctx.resilient_parsing:
        return
    _require_shell(shell, "--install-completion")
    try:
        _, path = install(shell=shell, prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE)
    except UnicodeError:  # nothing is written yet
        _refuse_encoding(shell)
    typer.echo(f"Completion for {shell} is in {path}. Start the shell again to have it.")
    raise typer.Exit(DONE)


def _refuse_encoding(shell: str) -> NoReturn:
    exit_with_refusal(
        Impossible(
            f"Your ~/.{shell}rc is not UTF-8 and was left as it is.",
            f"Add to it what this prints: companion --show-completion {shell}",
        )
    )


def _require_shell(shell: str, option: str) -> None:
    if shell not in SHELLS:
        exit_with_wrong_usage(f"{option} knows {', '.join(SHELLS)}, not «{shell}».")
