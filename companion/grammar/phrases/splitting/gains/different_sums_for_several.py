"""Splits coins that several of the Company get or lose, each a sum of their own: `120 pennies to
bree and 35 to wim`, `bree pays 30 pennies and wim 20`."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member

_NAME = r"[a-z][\w'’-]*"
_UNIT = r"(?:p|pence|penny|pennies|s|shillings?|g|guilders?)"
_SUM = rf"\d+(?: ?{_UNIT})?"
_MORE = r"(?:, and |,? and |, )"
_SUM_FIRST = re.compile(
    rf"(?i)\d+ ?{_UNIT} (?:to|for) {_NAME}(?:{_MORE}{_SUM} (?:to|for) {_NAME})+[.!]?"
)
_VERB = r"(?:gets?|finds?|found|got|receives?|earns?|loses?|lost|pays?|paid|spends?|spent)"
_NAME_FIRST = re.compile(
    rf"(?i){_NAME} (?P<verb>{_VERB}) \d+ ?{_UNIT}"
    rf"(?:{_MORE}{_NAME} (?:(?P=verb) )?{_SUM})+[.!]?"
)
_EACH_SUM = re.compile(rf"(?i)(?P<sum>\d+)(?: ?(?P<unit>{_UNIT}))? (?:to|for) (?P<name>{_NAME})")
_EACH_NAME = re.compile(
    rf"(?i)(?P<name>{_NAME}) (?:{_VERB} )?(?P<sum>\d+)(?: ?(?P<unit>{_UNIT}))?(?![\w])"
)


def split_different_sums(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each who gets or loses a sum; nothing for any other line. A sum without a unit is
    of the one before it."""
    written = write_numbers_in_digits(typed.strip())
    is_sum_first = _SUM_FIRST.fullmatch(written) is not None
    said = _NAME_FIRST.fullmatch(written)
    if not (is_sum_first or said):
        return ()
    verb = said["verb"] if said else "gets"
    shares = [*(_EACH_SUM if is_sum_first else _EACH_NAME).finditer(written)]
    members = [find_member(each["name"], context.campaign) for each in shares]
    if not all(members) or len({*members}) < len(members):
        return ()
    units = list[str]()
    for each in shares:
        units.append(each["unit"] or units[-1])
    return tuple(
        f"{each['name']} {verb} {each['sum']} {unit}"
        for each, unit in zip(shares, units, strict=True)
    )
