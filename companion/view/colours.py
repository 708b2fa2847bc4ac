"""What tones look like on a screen: bold, faint, blue and orange, which nobody confuses.

Nothing is said by colour alone, so what the terminal leaves out (NO_COLOR, a pipe) is not missed.
Blue is the terminal's own bright one. Its yellow cannot be read on white and its red not be told
from green by many, so orange is the one of the 256 that stands out on black and white alike;
terminals of 16 colours show their own.
"""

from typing import Literal, TypeAlias

from companion.view.told import Tone

Look: TypeAlias = Tone | Literal["label", "gauge", "counted"]
"""A tone, or a part of a panel: what a value is called, a gauge, the face of a die that counts."""

STYLES: dict[Look, str] = {
    "said": "",
    "headline": "bold",
    "result": "bold bright_blue",
    "news": "color(166)",
    "warning": "bold color(166)",
    "secret": "italic",
    "way": "bright_blue",
    "detail": "dim",
    "label": "dim",
    "gauge": "bright_blue",
    "counted": "bold reverse",
}
"""Looks as rich spells them."""
