"""`companion`, and `python -m companion`."""

import gc
import sys


def main() -> None:
    """Open the shell's door."""
    gc.set_threshold(100_000)  # collecting while it imports would be a tenth of a short run
    from companion.cli import app

    app.make_only("".join(sys.argv[1:2]))
    app(prog_name="companion")


if __name__ == "__main__":
    main()
