"""A line as it is said, and in what tone: what the screen makes bold, faint or coloured.

A tone never says anything that the words do not: without colour, and aloud, nothing is lost.
"""

from typing import Literal

from companion.text import clean

Tone = Literal["said", "headline", "result", "news", "warning", "secret", "way", "detail"]
"""What a line is: plain words, the Turn it is about, what the die said, what everybody should
hear, what went wrong, what is for the Guide alone, what can be typed next, how it came about."""

SECRETLY = "Secret: "
"""How a line begins that is not to be read aloud to the players."""


class Told(str):
    """One line of an answer. It is its text; `tone` is beside it."""

    tone: Tone

    def __new__(cls, text: str, tone: Tone = "said") -> "Told":
        """A line in a tone; one that has a tone already keeps it unless another is named."""
        line = super().__new__(cls, text)
        line.tone = text.tone if isinstance(text, Told) and tone == "said" else tone
        return line

    def cleaned(self) -> "Told":
        """The same line with nothing in it that a terminal would obey, in the same tone."""
        return Told(clean(self), self.tone)


def secret(text: str) -> Told:
    """A line for the Guide alone: it says so before it says anything else."""
    return Told(f"{SECRETLY}{text}", "secret")


def sentence(text: str) -> str:
    """A text that somebody typed, or that a table holds, with its full stop."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", "…", ".»", ".”", '."')) else f"{text}."
