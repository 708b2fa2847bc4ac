"""The recorded file of seeds: what each notation rolled when it was first written down.

A seed gives the same faces for ever, so `seeds.jsonl` never changes; new notations are added to
`NOTATIONS` and recorded beside the old ones by `python -m tests.dice.seeds`, which refuses to
touch a line that is there.
"""

import json
from pathlib import Path
from typing import TypedDict

from companion.dice.face_sources import Streams
from companion.dice.parser import parse
from companion.dice.rolls import roll

RECORDED = Path(__file__).parent / "seeds.jsonl"
TIMES = 6

NOTATIONS = """
d4; d6; d8; d20; d3; d5; d%; 2d6; 3d6; 2d6+1; d20-2; 2d6+1d4-1; -1+d6; d6-d6; 10d10; d1000000; 7;
4d6kh3; 4d6kl3; 4d6dl1; 4d6dh1; 2d20kh1; 2d20kl1; 4d6kh3+d4; 3d8dl2-3; 100d6kh50;
d66; d66+d6; 1d6*1d4; 2*3d4; (d6+1)*(d8-2); -(2d6)+20;
d6!; 3d6!; 3d6!>=5; 2d10!1; 4d6!kh3; 4d6!kl2; d6r1; 3d6r<=2; 4d10ro1; 2d8ro<=3; 2d6r1!;
4d6ro1!5kh3; 3d6min2; 3d6max5; 4d6min2max5dl1; 6d6kh4kl3; 5d10c>=8; 6d6c6; 5d6!c>=5; 6d6r1kh4c>=4;
d8 enhance 1; 2d6 impair 2; d12 enhance 3; (d8+d6) enhance 1; d8! enhance 1; d4 impair 1;
event; event +1; event -2; event +3 -1; (event +1)+2;
max(2d6, d12); min(d20, d20, d20); max(3d6kh1, 4)+d4; 2d6+1 >= 7; d20 > d12; (d6 = d6)*10;
2d6 [fire] + d4 [cold]; max(d8 [sword], d6 [dagger]) + 2; 4d6kh3 x6; 6x 2d6+3
"""


class Record(TypedDict):
    """One line of the file: the faces and totals of the first rolls out of a seed."""

    seed: str
    notation: str
    faces: list[list[int]]
    kept: list[list[int]]
    totals: list[int]


def notations() -> list[str]:
    """What is recorded, in order."""
    return [text.strip() for text in NOTATIONS.split(";")]


def record(seed: str, notation: str) -> Record:
    """The first rolls of a notation from the stream that `companion roll` takes."""
    stream = Streams(seed).stream("dice")
    rolls = [roll(parse(notation), stream) for _ in range(TIMES)]
    return {
        "seed": seed,
        "notation": notation,
        "faces": [list(rolled.faces) for rolled in rolls],
        "kept": [list(map(int, rolled.kept)) for rolled in rolls],
        "totals": [rolled.total for rolled in rolls],
    }


def recorded() -> list[Record]:
    """What stands in the file."""
    return [json.loads(line) for line in RECORDED.read_text("utf-8").splitlines()]


def main() -> None:
    """Write down the notations that are not in the file yet, at its end."""
    there = {line["notation"] for line in recorded()} if RECORDED.exists() else set()
    with RECORDED.open("a", encoding="utf-8") as file:
        for number, notation in enumerate(notations()):
            if notation not in there:
                file.write(json.dumps(record(f"seed {number}", notation)) + "\n")


if __name__ == "__main__":
    main()
