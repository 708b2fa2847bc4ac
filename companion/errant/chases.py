"""Chases: pursuits too long or too vague for a map (Initiative Turns, Chases, Chase Developments;
procedures 1.18)."""

from collections import Counter
from typing import Literal, NamedTuple, TypeAlias

Role: TypeAlias = Literal["fugitives", "pursuers"]
ROLES: tuple[Role, ...] = ("fugitives", "pursuers")
Faces: TypeAlias = tuple[int, ...]
"""A movement roll; none where there is no roll, which counts as 0 (R57)."""
LUCKY_FACE = 4
"""Two of them end a Chase."""
DEVELOPMENT_SIDES = 10


def has_two_fours(faces: Faces) -> bool:
    """True for a movement roll with at least two 4s, which may end a Chase."""
    return faces.count(LUCKY_FACE) >= 2


class ChaseTurn(NamedTuple):
    """What a Turn of a Chase comes to: who is lucky and ends it, if anybody; the sides that may
    make melee Attack Rolls, cast or act; the faces on both sides, for which both may shoot; and the
    side that rolls a development, if one does."""

    lucky: tuple[Role, ...]
    may_act: tuple[Role, ...]
    shared: Faces
    lagging: Role | None


def judge_chase_turn(fugitives: Faces, pursuers: Faces) -> ChaseTurn:
    """What the movement rolls of both sides mean. Two 4s on one side end it; on both, each makes
    another movement roll (`break_chase_tie`). Else the side with the lower total rolls a
    development; none if they are equal (R58)."""
    rolls: dict[Role, Faces] = {"fugitives": fugitives, "pursuers": pursuers}
    lucky = tuple(role for role, faces in rolls.items() if has_two_fours(faces))
    may_act = tuple(
        role
        for role, faces in rolls.items()
        if any(n >= 2 for face, n in Counter(faces).items() if face != LUCKY_FACE)
    )
    gap = sum(fugitives) - sum(pursuers)
    lagging: Role | None = None
    if gap and not lucky:
        lagging = "fugitives" if gap < 0 else "pursuers"
    return ChaseTurn(lucky, may_act, tuple(sorted({*fugitives} & {*pursuers})), lagging)


def break_chase_tie(fugitives: Faces, pursuers: Faces) -> Role | None:
    """The side with the higher total of another movement roll each, where both had two 4s; None if
    the totals are equal."""
    gap = sum(fugitives) - sum(pursuers)
    return None if not gap else "fugitives" if gap > 0 else "pursuers"
