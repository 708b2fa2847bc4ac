"""Coins, and how often, as people count them."""

from companion.errant.coin import Purse, in_fewest


def counted_out(pennies: int) -> str:
    """So many pennies in as few coins as there can be: «2 guilders 3 shillings 7 pennies»."""
    return counted(in_fewest(pennies))


def counted(purse: Purse) -> str:
    """Coins by denomination, the largest first."""
    of = (
        (purse.guilders, "guilder", "guilders"),
        (purse.shillings, "shilling", "shillings"),
        (purse.pennies, "penny", "pennies"),
    )
    said = [f"{number:,} {one if number == 1 else many}" for number, one, many in of if number]
    return " ".join(said) or "no coin"


def times(number: int) -> str:
    """How often: «once», «twice», «3 times»."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
