"""Puts the numbers of a line to what they count: `2 torches` and `all of bree's torches` are a part
each."""

from collections.abc import Sequence

from companion.grammar.phrases.sentences.noun_phrases import Part

_COUNTED = frozenset({"thing", "creature"})


def merge_counts_into_parts(parts: Sequence[Part]) -> list[Part]:
    """The parts with each number beside a thing or a creature as its count: `2 torches`, `torch
    x2`, `all of bree's torches`."""
    merged: list[Part | None] = list(parts)
    for step in (-1, 1):
        for at, part in enumerate(merged):
            if part is None or part.times or part.meanings.keys().isdisjoint(_COUNTED):
                continue
            beside = at + step
            if step < 0 and part.link not in ("", "of", "to"):
                continue
            owner = merged[beside] if step < 0 < beside else None
            if owner and owner.link == "of" and "person" in owner.meanings:
                beside -= 1
            number = merged[beside] if 0 <= beside < len(merged) else None
            if number and step < 0 < beside and "times" in number.meanings:
                before = merged[beside - 1]
                if before and not before.times and not _COUNTED.isdisjoint(before.meanings):
                    continue  # `oil x3 and rope`: it counts what stands before it
            times = _read_count_or_all(number) if number else ""
            if number and times and (step < 0 or not number.link):
                link = part.link or number.link
                merged[at] = part._replace(times=times, sign=number.sign, link=link)
                merged[beside] = None
    return [part for part in merged if part is not None]


def _read_count_or_all(part: Part) -> str:
    """How many times a number says, or `all`; "" for what is no number."""
    if "thing" in part.meanings or "person" in part.meanings:
        return ""
    if number := part.meanings.get("number"):
        return f"x{number}"
    return part.meanings.get("times") or part.meanings.get("all", "")
