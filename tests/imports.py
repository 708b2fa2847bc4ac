"""What is imported along, for the libraries that need little."""

import json
import subprocess
import sys
from pathlib import Path

import companion

HOUSE = Path(companion.__file__).parent.parent


def list_modules_after(code: str) -> list[str]:
    """What is imported when `code` has run with the standard library and the house alone."""
    whole = f"import sys; sys.path.insert(0, {str(HOUSE)!r}); {code}; "
    whole += "import json; print(json.dumps(sorted(sys.modules)))"
    command = [sys.executable, "-S", "-I", "-B", "-c", whole]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    names: list[str] = json.loads(found.stdout)
    return names
