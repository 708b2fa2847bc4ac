"""`companion`, and `python -m companion`."""

import gc
import os
import sys


def main() -> None:
    """Open the shell's door."""
    gc.set_threshold(100_000)  # collecting while it imports would be a tenth of a short run
    from companion.cli import app
    from companion.leaving import DONE

    try:
        app(prog_name="companion")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(DONE)


if __name__ == "__main__":
    main()
