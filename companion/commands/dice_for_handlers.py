"""The dice of a handler: the faces that were typed by hand, or else those of a named stream."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.dice.face_sources import Faces, HandFaces
from companion.errant.checks_and_saves import CHECK_SIDES
from companion.grammar.context import Context
from companion.refusal import Impossible


@contextmanager
def make_dice_face_source(context: Context, stream: str, number: int) -> Iterator[Faces]:
    """A source of faces for a number of dice: those that were typed, or else a named stream. Raises
    Impossible if more or fewer were typed."""
    dice = context.get_face_source(stream)
    if isinstance(dice, HandFaces):
        dice.require_faces_for(number)
    yield dice
    if isinstance(dice, HandFaces):
        dice.require_no_faces_left()


@contextmanager
def make_check_face_source(context: Context, stream: str, dvs: Sequence[int]) -> Iterator[Faces]:
    """A D20 for each Check whose DV is not below 0. By hand one is typed for each Check, needed or
    not: a refusal must not give away how many count."""
    needed = [dv >= 0 for dv in dvs]
    if context.faces is not None:
        with make_dice_face_source(context, stream, len(dvs)) as dice:
            rolled = [dice.face(CHECK_SIDES) for _ in dvs]
        faces = tuple(face for face, need in zip(rolled, needed, strict=True) if need)
        context = context._replace(faces=faces)
    with make_dice_face_source(context, stream, sum(needed)) as dice:
        yield dice


HARM_STREAM = "harm"
"""The stream of the dice of harm and healing, also of what time does."""


@contextmanager
def make_harm_face_source(context: Context) -> Iterator[Faces]:
    """A source of faces for damage, saves and wounds: those typed by hand, and the companion's for
    what follows from them. Raises Impossible if more were typed than are rolled."""
    stream = context.streams.stream(HARM_STREAM)
    if context.faces is None:
        yield stream
        return
    dice = HandFaces(context.faces, then=stream)
    yield dice
    if not dice.used_count:
        typed = ",".join(map(str, context.faces))
        raise Impossible(f"No die falls for that, so ={typed} is no use.", f"Leave out ={typed}.")
    dice.require_no_faces_left()
