"""A Negotiation that has begun at a table."""

from tests.commands.table import Table


def begin_negotiation_at(table: Table, score: int, *lines: str) -> Table:
    """The table with a Negotiation with Harl begun at this disposition, and these lines said."""
    table.done(f"react harl is {score}", "talk harl", *lines)
    return table
