"""A table by its name, the folder left out where only one is called so."""

from collections.abc import Iterable, Sequence

from companion.refusal import Ambiguous, Unknown, did_you_mean, listed


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
    hint = did_you_mean(folded, names) or "Dice are written like 2d6+1."
    raise Unknown(f"There is no table «{typed}».", hint)


def short_name(name: str, names: Iterable[str]) -> str:
    """The shortest name that means this table among all of them."""
    short = name.rpartition("/")[2]
    others = (other for other in names if other != name)
    return name if any(f"/{other}".endswith(f"/{short}") for other in others) else short
