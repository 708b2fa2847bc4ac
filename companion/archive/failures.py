"""What broke on our side, put where it can be found: `.companion/errors.log` of a campaign."""

import time
from pathlib import Path
from traceback import format_exc


def log_failure(folder: Path, text: str) -> str:
    """Add the exception being handled, and what was typed; a sentence that says where it is."""
    path = folder / ".companion" / "errors.log"
    traceback = format_exc()
    last = traceback.strip().splitlines()[-1]
    try:
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8", errors="replace") as log:
            log.write(f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {text}\n{traceback}\n")
    except OSError:
        return f"Something broke on our side ({last})."
    return f"Something broke on our side ({last}); see {'/'.join(path.parts[-3:])}."
