"""A table by its name, the folder left out where only one is called so."""

from collections.abc import Iterable, Sequence

from companion.refusal import Ambiguous, Unknown, did_you_mean, listed, near


def table_named(typed: str, names: Sequence[str]) -> str:
    """The whole name of the table that is meant. Unknown with what is near; Ambiguous with the
    names where several are called so."""
    folded = typed.casefold().strip("/")
    if folded in names:
        return folded
    found = [name for name in names if name.endswith(f"/{folded}")]
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(f"«{typed}» may be {listed(found, 'or')}.", "Type its whole name.")
    hint = did_you_mean(folded, names) or _near_its_end(folded, names)
    raise Unknown(f"There is no table «{typed}».", hint or "Type tables to see which there are.")


def _near_its_end(folded: str, names: Sequence[str]) -> str:
    """A hint that names a table which is called so without its folder, but for a slip."""
    ends: dict[str, list[str]] = {}
    for name in names:
        ends.setdefault(name.rpartition("/")[2], []).append(name)
    meant = [name for end in near(folded.rpartition("/")[2], ends) for name in ends[end]]
    return f"Did you mean {listed(meant[:3], 'or')}?" if meant else ""


def of_subject(typed: str, names: Sequence[str]) -> list[str]:
    """The tables of a subject, or all of them where none is typed. Unknown with what is near."""
    subject = typed.casefold().strip("/")
    found = [name for name in names if not subject or name.startswith(f"{subject}/")]
    if not found:
        subjects = list(dict.fromkeys(name.partition("/")[0] for name in names))
        hint = did_you_mean(subject, subjects) or f"There are {listed(subjects)}."
        raise Unknown(f"There are no tables about «{typed}».", hint)
    return found


def short_name(name: str, names: Iterable[str]) -> str:
    """The shortest name that means this table among all of them."""
    short = name.rpartition("/")[2]
    others = (other for other in names if other != name)
    return name if any(f"/{other}".endswith(f"/{short}") for other in others) else short
