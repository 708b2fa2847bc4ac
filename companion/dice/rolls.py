"""Rolls that keep their faces, so that a view can show how a total came to be."""

from itertools import compress
from typing import NamedTuple

from companion.dice.faces import ByHand, Faces
from companion.dice.notation import Notation, Number, Pick, Term


class RolledTerm(NamedTuple):
    """One term as it fell: a face and whether it was kept for each die, none for a number.

    `total` is what the term adds to the roll, negative where it is taken away.
    """

    term: Term
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    total: int


class Roll(NamedTuple):
    """A notation as it fell, term by term; `entered` is true where it was rolled by hand."""

    notation: Notation
    terms: tuple[RolledTerm, ...]
    total: int
    entered: bool

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face in the order rolled, dropped ones included."""
        return tuple(face for term in self.terms for face in term.faces)

    @property
    def kept(self) -> tuple[bool, ...]:
        """For every face, in the order rolled, whether it was kept."""
        return tuple(kept for term in self.terms for kept in term.kept)


def roll(notation: Notation, faces: Faces) -> Roll:
    """Roll `notation` with faces taken in the order it is written.

    Raises `Impossible` where the faces are given and do not fit the dice. Faces left over are
    not refused here, as more may be rolled with them: see `ByHand.finish`.
    """
    if isinstance(faces, ByHand):
        faces.expect(notation.number_of_dice)
    terms = tuple([_rolled(term, faces) for term in notation.terms])
    return Roll(notation, terms, sum([term.total for term in terms]), faces.entered)


def _rolled(term: Term, source: Faces) -> RolledTerm:
    part = term.part
    if isinstance(part, Number):
        return RolledTerm(term, (), (), term.signed(part.value))
    face, sides = source.face, part.sides
    faces = tuple([face(sides) for _ in range(part.number)])
    if part.pick is None:
        return RolledTerm(term, faces, (True,) * part.number, term.signed(sum(faces)))
    kept = _kept(part.pick, part.kept, faces)
    return RolledTerm(term, faces, kept, term.signed(sum(compress(faces, kept))))


def _kept(pick: Pick, number: int, faces: tuple[int, ...]) -> tuple[bool, ...]:
    """Which faces are the `number` that count; of equal faces the one rolled earlier does."""
    highest_first = pick.way in ("kh", "dl")
    ranked = sorted(range(len(faces)), key=faces.__getitem__, reverse=highest_first)
    kept = [False] * len(faces)
    for position in ranked[:number]:
        kept[position] = True
    return tuple(kept)
