"""The sources of the faces of dice: seeded streams, loaded faces, faces typed by hand; and how many
may be asked for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from companion.refusal import Impossible, Malformed

_HALVED = {3: "a d6", 5: "a d10"}
MAX_NUMBER = 1_000_000_000
"""In a notation."""
MAX_TIMES = 1_000
"""How often something is rolled in one go."""
MAX_EVENT_DICE = 100
LADDER = (1, 4, 6, 8, 10, 12, 20)
"""The sides of a damage die, from the least to the most (Initiative Turns, Enhance & Impair). A die
of 1 is not rolled: it shows 1."""


def move_die_along_ladder(sides: int, steps: int) -> int:
    """The sides of a die after so many steps along the ladder, whose ends hold. Raises ValueError
    for a die that is not on it."""
    at = LADDER.index(sides) + steps
    return LADDER[max(0, min(at, len(LADDER) - 1))]


class Faces(Protocol):
    """A source of faces."""

    @property
    def entered(self) -> bool:
        """True if a person rolled the dice and typed the faces."""

    def face(self, sides: int) -> int:
        """The next face of a die: 1 to `sides`."""


class Streams:
    """Named streams of faces from one seed, independent of each other.

    The same seed and name give the same faces for ever: a stream is Python's `Random` seeded
    with "seed/name", and a face takes exactly one `Random.random()`, the one method Python
    promises to keep. The position of a stream is the number of faces it has given.
    Raises Malformed if the seed is not plain text on one line.
    """

    __slots__ = ("_seed", "_streams")

    def __init__(self, seed: str, positions: Mapping[str, int] | None = None) -> None:
        if not seed.isprintable():
            raise Malformed("A seed is plain text on one line.", "Choose a word or a number.")
        self._seed = seed
        self._streams: dict[str, Stream] = {}
        self.move_to_positions(positions or {})

    def stream(self, name: str) -> "Stream":
        """The stream of that name, at its position."""
        return self._streams.setdefault(name, Stream(f"{self._seed}/{name}"))

    @property
    def positions(self) -> dict[str, int]:
        """The position of each stream that has given a face, by name."""
        return {name: each.given for name, each in sorted(self._streams.items()) if each.given}

    def move_to_positions(self, positions: Mapping[str, int]) -> None:
        """Move every stream, those in use too, to its position; to 0 if it has none there."""
        for name in (*self._streams, *positions):
            self.stream(name).move_to(positions.get(name, 0))


class Stream:
    """One of the `Streams`. Its generator is made for the first face: most words roll no dice."""

    __slots__ = ("_draw", "_key", "given")

    entered = False

    def __init__(self, key: str) -> None:
        self._key = key
        self._draw: Callable[[], float] | None = None
        self.given = 0

    def face(self, sides: int) -> int:
        draw = self._draw or self._skip_given_faces()
        self.given += 1
        return int(draw() * sides) + 1

    def faces(self, dice: Sequence[float]) -> list[int]:
        """The next faces of dice with these sides (whole numbers), as from `face`."""
        draw = self._draw or self._skip_given_faces()
        self.given += len(dice)
        return [int(draw() * sides) + 1 for sides in dice]

    def move_to(self, position: int) -> None:
        if position != self.given:
            self.given = position
            self._draw = None

    def _skip_given_faces(self) -> Callable[[], float]:
        import random  # slow to import, and most words roll no dice

        draw = random.Random(self._key).random
        for _ in range(self.given):
            draw()
        self._draw = draw
        return draw


class LoadedFaces:
    """Gives these faces in turn, for tests and worked examples.

    Raises Impossible if they run out, or if the die has no such face.
    """

    __slots__ = ("_faces", "_used")

    entered = False

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self._used = 0

    @property
    def _render_typed_faces(self) -> str:
        """The faces as they stand in a line, which goes on without them."""
        return f"={','.join(map(str, self._faces))}"

    def face(self, sides: int) -> int:
        if self._used == len(self._faces):
            raise Impossible(
                f"There are more dice to roll than the {_describe_faces(len(self._faces))} given.",
                f"The next is a d{sides}.",
            )
        face = self._faces[self._used]
        if not 1 <= face <= sides:
            halved = f"It is {_HALVED[sides]} halved, rounded up. " if sides in _HALVED else ""
            raise Impossible(
                f"A d{sides} has no {face}.",
                f"{halved}Its faces are 1 to {sides}.",
                typed=self._render_typed_faces,
                instead=("",),
            )
        self._used += 1
        return face


class HandFaces(LoadedFaces):
    """Faces that a person rolled and typed, in the order the dice are rolled.

    They must cover what is rolled first. What follows from it (the dice in the text of a row) takes
    the rest of them and then goes on with `then`, if it is given.
    """

    __slots__ = ("_then",)

    entered = True

    def __init__(self, faces: Iterable[int], then: Faces | None = None) -> None:
        super().__init__(faces)
        self._then = then

    @property
    def used_count(self) -> int:
        return self._used

    @property
    def is_used_up(self) -> bool:
        """True if none of the typed faces is left."""
        return self._used == len(self._faces)

    def face(self, sides: int) -> int:
        if self._then is not None and self._used == len(self._faces):
            return self._then.face(sides)
        return super().face(sides)

    def require_faces_for(self, dice: int) -> None:
        """Raise Impossible if fewer faces are left than there are dice to roll now."""
        if self._then is not None and self._used:
            return
        if len(self._faces) - self._used < dice:
            raise self._make_face_count_refusal(self._used + dice)

    def require_no_faces_left(self) -> None:
        """Raise Impossible if faces are left over after the last roll."""
        if self._used < len(self._faces):
            raise self._make_face_count_refusal(self._used)

    def _make_face_count_refusal(self, dice: int) -> Impossible:
        there_are = "There is 1 die" if dice == 1 else f"There are {dice:,} dice"
        given = len(self._faces)
        return Impossible(
            f"{there_are} to roll, and {_describe_faces(given)} "
            f"{'was' if given == 1 else 'were'} given.",
            "Give one face for each die, in the order they are rolled.",
            typed=self._render_typed_faces,
            instead=("",),
        )


def _describe_faces(number: int) -> str:
    return "1 face" if number == 1 else f"{number:,} faces"


def require_few_event_dice(added: int) -> None:
    """Raises Impossible for too many Event Dice, added or subtracted."""
    if abs(added) > MAX_EVENT_DICE:
        raise Impossible(
            f"{abs(added):,} extra Event Dice are more than a table can roll.",
            f"At most {MAX_EVENT_DICE} either way.",
        )
